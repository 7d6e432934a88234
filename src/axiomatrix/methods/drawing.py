"""The method ``hypothesis``: Hypothesis draws scenes, is led by how near they come to failing, and shrinks what fails.

All open statements of a row are decided on each scene (see :mod:`.scenes`), so that drawing, which takes longer than
deciding, is paid once. One test runs in three ways:

- to search: Hypothesis generates scenes and climbs toward targets, until one has the instance of a statement;
- for fewer items: it generates scenes of smaller sizes for this statement alone, as long as they have an instance;
- to shrink: what it saved of the last instance is given back to it, and it makes that simple.

Where values of a parameter enter a statement linearly, a linear program finds the worst parameter of the rankings that
were drawn, and the statement is decided there too; also at each step of the shrinking.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity
from hypothesis.database import ExampleDatabase
from hypothesis.errors import Flaky
from hypothesis.strategies import SearchStrategy

from ..evidence.instance import Changed, Decision, Fault, Instance, fault_of, raise_if_ours, ratio_of
from ..evidence.reach import Stop, Tally
from ..evidence.verdict import Verdict
from ..model.relation import DISCARDED, FAILS, UNDECIDED, Bounded, Quantity, Relation
from ..numbers.exact import Undecided
from ..spaces import GivenLists, Places, Space
from ..values.parameters import Parameter
from ..spaces.parameters import ParameterDomain
from .extremal import Oracle
from .judging import settle
from .scenes import Scene, counted, scenes
from .work import Best, RowWork, Work, further

SMALLER = 100
"""Scenes of fewer items that are looked through once something is found: few steps lead from size to size."""
SHRINKS = 1000
"""Most scenes that are tried while one is shrunk."""


class _Found(Exception):
    """The scene has what some question looks for."""


class _Enough(BaseException):
    """Every question has had its cases; passes through Hypothesis, which counts examples."""


class _Kept(ExampleDatabase):
    """What Hypothesis saves of a scene that fails, to be given back to it.

    What it finds under the key of the test it takes for shrunk already; what it finds elsewhere, such as among examples
    that were once larger than another one, it shrinks.
    """

    def __init__(self) -> None:
        super().__init__()
        self.saved: list[tuple[bytes, bytes]] = []

    def save(self, key: bytes, value: bytes) -> None:
        self.saved.append((key, value))

    def fetch(self, key: bytes) -> Iterable[bytes]:
        return [value for under, value in self.saved if under != key]

    def delete(self, key: bytes, value: bytes) -> None:
        """Keep it: what fails is looked for on purpose."""


@dataclass(eq=False)
class Question:
    """An open statement while scenes are drawn: what is asked, and what they said."""

    row: RowWork
    work: Work
    sizes: Sequence[int]
    budget: int
    """Cases after which it is asked no more."""
    oracle: Oracle
    over: Mapping[str, Space]
    tally: Tally = field(default_factory=Tally)
    extreme: Best | None = None
    hit: Instance | None = None
    fault: Fault | None = None
    repeated: int = 0
    _cases: set[object] = field(default_factory=set)
    """What was counted: a case that comes again says nothing new, and those near the best come again and again."""

    @property
    def is_open(self) -> bool:
        """Whether there is something left to look for and to look at."""
        return self.hit is None and self.fault is None and self.tally.cases < self.budget

    def ask(self, scene: Scene, *, count: bool) -> bool:
        """Whether the scene has what is looked for, or an instance that the definition cannot do; keep what it has."""
        if scene.n not in self.sizes or (scene.is_closed and self.work.space is ParameterDomain.OPEN):
            return False
        strains: list[float] = []
        is_first = True
        for instance in scene.instances(self.over):
            decision = self._decide(instance, count=count)
            if decision is None:
                return True
            if decision.code == DISCARDED:
                continue
            strains += self._strain(decision, instance)
            if is_first and (answer := self.oracle.worse(instance)) is not None:
                worse, strain = answer
                if self._decide(worse, count=count) is None:
                    return True
                strains += [] if strain is None else [strain]
            is_first = False
        if strains and count:
            hypothesis.target(max(strains), label=f"{self.work.statement.id}{self.work.space.suffix}")
        return False

    def _decide(self, instance: Instance, *, count: bool) -> Decision | None:
        """What becomes of an instance; None, and the instance is kept, if it is looked for or cannot be decided."""
        metric, statement = self.row.metric, self.work.statement
        try:
            decision = self.row.definitions.decide(metric, statement, instance)
        except Exception as error:  # the definition or the axiom
            raise_if_ours(error)
            self.fault = fault_of(error, metric, instance)
            return None
        if count:
            self._count(instance, decision)
        if decision.code == statement.axiom.sought:
            self.hit = instance
            return None
        return decision

    def _count(self, instance: Instance, decision: Decision) -> None:
        if (key := _key(instance)) in self._cases:
            self.repeated += 1
            return
        self._cases.add(key)
        discarded = decision.code == DISCARDED
        self.tally.take(instance.n, not discarded, discarded, decision.code == UNDECIDED)

    def _strain(self, decision: Decision, instance: Instance) -> list[float]:
        """What is to be made larger, if there is something: how near the case is to what is looked for."""
        answer = decision.answer
        if decision.code == UNDECIDED or answer is None:
            return []
        try:
            if isinstance(answer, (Bounded, Quantity)):
                quantity = answer.quantity if isinstance(answer, Bounded) else answer
                if (ratio := ratio_of(quantity)) is None:
                    return []
                self.extreme = further(self.extreme, (ratio, instance, quantity.sense))
                strain = float(ratio) if quantity.sense == "sup" else -float(ratio)
            elif not isinstance(answer, Relation) or answer.op == "!=":
                return []
            elif answer.op == "==":
                if self.work.statement.axiom.sought == FAILS:  # an equality that holds is never nearly broken
                    return []
                strain = -abs(answer.strain())
            else:
                strain = answer.strain()
        except (Undecided, OverflowError):
            return []
        return [strain] if math.isfinite(strain) else []


def _key(instance: Instance) -> object:
    """What is equal for equal cases; of values that cannot be hashed each is one of its own."""
    parameters = (  # rationals are written sooner than they are hashed
        tuple(map(str, value.entries.values())) if isinstance(value, Parameter) else value
        for value in instance.parameters.values()
    )
    key = *instance.values.items(), *parameters
    try:
        hash(key)
    except TypeError:
        return object()
    return key


class Search:
    """The search of a row: all its questions are asked of each scene."""

    def __init__(self, row: RowWork, questions: Sequence[Question], most: int, seed: int) -> None:
        self.row = row
        self.questions = questions
        self.left = most
        self.seed = seed
        self._found: list[Question] = []
        """The questions that a scene answered; it is asked again about these alone."""

    def run(self) -> None:
        """Draw scenes until every question is answered or has had its cases."""
        while self.left > 0 and (asked := [q for q in self.questions if q.is_open]):
            kept, drawn = _Kept(), self._scenes(asked)
            self._found = []
            self._test(drawn, asked, self.left, kept, Phase.generate, Phase.target)
            if not self._found:
                break
            for question in [*self._found]:
                self._shrink(question, drawn, kept)

    def _shrink(self, question: Question, drawn: SearchStrategy[Scene | None], kept: _Kept) -> None:
        """Make what was found small: first its size, then what is in it."""
        self._found = [question]
        n = question.hit.n if question.hit is not None else 0  # the number of items of a fault says little
        while smaller := [size for size in question.sizes if size < n]:
            alone, fewer = self._scenes([question], smaller), _Kept()
            self._test(alone, [question], SMALLER, fewer, Phase.generate)
            if question.hit is None or question.hit.n == n:
                break
            n, drawn, kept = question.hit.n, alone, fewer
        self._test(drawn, [question], SHRINKS, kept, Phase.reuse, Phase.shrink)

    def _scenes(self, questions: Sequence[Question], sizes: Sequence[int] = ()) -> SearchStrategy[Scene | None]:
        """The scenes for these questions."""
        sizes = sizes or sorted({n for question in questions for n in question.sizes})
        domains = sorted({question.work.space for question in questions}, reverse=True)
        own = self.row.metric.parameters
        parameters = [questions[0].work.statement.parameters(domain.of(own)) for domain in domains]
        return scenes(sizes, counted([question.over for question in questions]), parameters)

    def _test(
        self,
        drawn: SearchStrategy[Scene | None],
        asked: Sequence[Question],
        examples: int,
        kept: _Kept,
        *phases: Phase,
    ) -> None:
        """One run of Hypothesis; what it finds is left with the questions."""

        @hypothesis.settings(  # outside of the seed, which forgets the database

            max_examples=examples,
            database=kept,
            deadline=None,
            phases=phases,
            suppress_health_check=list(HealthCheck),
            verbosity=Verbosity.quiet,
            report_multiple_bugs=False,
            print_blob=False,
            derandomize=False,
        )
        @hypothesis.seed(self.seed + self.left)
        @hypothesis.given(drawn)
        def test(scene: Scene | None) -> None:
            self._look_at(scene, asked)

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", hypothesis.errors.HypothesisWarning)
            try:
                test()
            except (_Found, _Enough):
                pass
            except Flaky as error:
                for cause in getattr(error, "exceptions", ()):
                    if not isinstance(cause, _Found):
                        raise_if_ours(cause)
                name = self.row.metric.name
                raise Changed(f"{name} answered differently on the same case: {error}") from None

    def _look_at(self, scene: Scene | None, asked: Sequence[Question]) -> None:
        """Ask the questions of a scene; once something is found, those that it answered alone."""
        self.row.definitions.tick()
        if scene is None:
            hypothesis.reject()
        searching = not self._found
        if searching:
            self.left -= 1
            if not (asked := [question for question in asked if question.is_open]):
                raise _Enough
        else:
            asked = self._found
        answered = [question for question in asked if question.ask(scene, count=searching)]
        if searching:
            self._found = answered
        if answered:
            raise _Found


@dataclass(frozen=True)
class Hypothesis:
    """Scenes drawn for all open statements of a row."""

    budget: tuple[int, int]
    """Cases of a statement: of what is claimed, and of what nobody declared."""
    scenes: int
    """Scenes that are drawn for a row."""
    max_n: int
    name: str = "hypothesis"

    def decides(self, row: RowWork, work: Work) -> bool:
        """Where draws go beyond what was enumerated."""
        if row.given:
            return work.beyond
        return bool(self._sizes(row, work))

    def run(self, row: RowWork, works: Sequence[Work]) -> None:
        """Search for all statements together, and leave with each what was found or how far the search went."""
        questions = [self._question(row, work) for work in works]
        try:
            Search(row, questions, self.scenes, works[0].seed).run()
        except Changed as error:
            for question in questions:
                question.work.fail(Verdict.FLAKY, str(error))
            return
        for question in questions:
            self._leave(row, question)

    def _question(self, row: RowWork, work: Work) -> Question:
        over = work.statement.over(row.metric)
        oracle = Oracle(row.metric, work.statement, row.definitions)
        return Question(row, work, self._sizes(row, work), work.share(self.budget), oracle, over)

    def _sizes(self, row: RowWork, work: Work) -> Sequence[int]:
        """The sizes that are drawn: of a statement whose smaller sizes were exhausted only larger ones."""
        given = [space.sizes for space in work.statement.over(row.metric).values() if isinstance(space, GivenLists)]
        if given:
            return given[0]
        asked_of = list(work.statement.axiom.over.values())
        least = 1 if len(asked_of) == 1 and not isinstance(asked_of[0], Places) else 2  # one item is not a search
        return range(least if row.is_grid(work) else max(least, work.enumerated + 1), self.max_n + 1)

    def _leave(self, row: RowWork, question: Question) -> None:
        work, tally = question.work, question.tally
        if question.fault is not None:
            work.fail(*question.fault)
            return
        again = question.repeated > tally.discarded
        stop = Stop.SPENT if tally.cases >= question.budget else Stop.REPEATED if again else Stop.DISCARDED
        work.reach.append(tally.reach(self.name, stop=stop if question.hit is None else Stop.FOUND))
        work.take_extreme(question.extreme)
        if question.hit is not None:
            settle(row, work, question.hit, by=self.name, complete=False, of_least_size=False)
