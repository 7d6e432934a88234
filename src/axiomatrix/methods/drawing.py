"""The method ``hypothesis``: Hypothesis draws scenes, climbs toward what nearly fails, and shrinks what fails.

Statements of a row that quantify over the same spaces are decided on the same scenes (see :mod:`.scenes`), since
drawing takes longer than deciding. One test is run with Hypothesis for three purposes:

1. *Look*: size by size, Hypothesis generates scenes, and each statement is decided on all its instances in them.
2. *Shrink*: for a statement with a hit, the scenes are generated again from the same seed, and Hypothesis shrinks the
   one with the hit.
3. *Climb*: for a statement that is still open, Hypothesis generates scenes and is guided by ``target()``, which is told
   how near each comes to failing. Where the values of a parameter enter linearly, a linear program finds the worst
   parameter of the rankings that were drawn (:class:`.extremal.Oracle`).

The draws for a statement do not depend on the other statements of the row, so that its evidence is the same however a
row is divided among processes. ``check`` draws under fixed settings. The pytest plugin draws under those of the user's
Hypothesis profile, whose database keeps failing examples for the next run.
"""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from unittest import SkipTest

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity, settings
from hypothesis.database import ExampleDatabase
from hypothesis.errors import Flaky

from ..evidence.fault import raise_if_ours
from ..evidence.instance import Changed
from ..evidence.reach import SearchStatistics, Stop
from ..evidence.slug import derived_seed
from ..evidence.verdict import Verdict
from ..evidence.words import grouped
from ..model.axiom import Statement
from ..spaces.parameters import ParameterDomain
from .extremal import Oracle
from .judging import confirm_and_shrink
from .open_statement import OpenStatement
from .scenes import Scene, cases_in_scene, scenes
from .search import CellSearch, RowSearch

REPRODUCIBLE = settings(database=None, deadline=None, phases=(Phase.reuse, Phase.generate, Phase.target, Phase.shrink))
"""Settings under which one seed gives one result: without a database and without a deadline."""


class SearchDatabase(ExampleDatabase):
    """The failing examples of one search in a database that many searches share.

    Hypothesis identifies a test by its source text. All searches run the same test here, so each has a ``name``.
    """

    def __init__(self, shared: ExampleDatabase, name: str) -> None:
        super().__init__()
        self._shared = shared
        self._name = name.encode()

    def fetch(self, key: bytes) -> Iterable[bytes]:
        """The examples under the key."""
        return self._shared.fetch(self._own(key))

    def save(self, key: bytes, value: bytes) -> None:
        """Keep an example under the key."""
        self._shared.save(self._own(key), value)

    def delete(self, key: bytes, value: bytes) -> None:
        """Remove an example under the key."""
        self._shared.delete(self._own(key), value)

    def _own(self, key: bytes) -> bytes:
        return hashlib.sha256(self._name + b"\0" + key).digest()


def settings_of_search(loaded: settings, name: str, examples: int, phases: Iterable[Phase]) -> settings:
    """The settings of one search: the phases and the database that the ``loaded`` settings allow.

    There is no deadline here: Hypothesis would measure a scene of many cases, and the deadline of the user is applied
    to each case (:meth:`.OpenStatement.ask`).
    """
    return settings(
        max_examples=examples,
        database=None if loaded.database is None else SearchDatabase(loaded.database, name),
        deadline=None,
        phases=[phase for phase in phases if phase in loaded.phases],
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
        report_multiple_bugs=False,
        print_blob=False,
        derandomize=False,
    )


SCENES_OF_SMALLER_SIZE = 100
"""Scenes drawn of each smaller size once a hit is found."""
MAX_CASES_COUNTED_PER_SCENE = 6
"""Most cases that a scene counts for, since all of its cases have the same parameters."""
ROUNDS = (1, 1, 2, 4)
"""Multiples of the planned number of scenes, drawn in turn while too few cases are new and meet the condition."""


class _HitDrawn(Exception):
    """Raised to Hypothesis for a scene with a hit, which it then shrinks."""


class Search:
    """The search for the open statements of a row that quantify over the same spaces, from the same size on."""

    def __init__(
        self,
        row: RowSearch,
        questions: Sequence[OpenStatement],
        domains: Sequence[ParameterDomain],
        max_n: int,
        loaded: hypothesis.settings,
    ):
        self.row = row
        self.loaded = loaded
        self.questions = questions
        first = questions[0]
        self.sizes = [n for n in first.drawn_sizes(max_n) if n >= first.least]
        statement, own = first.search.statement, row.metric.parameters
        self.domains = [statement.parameters(domain.of(own)) for domain in domains]
        self.over = first.over
        named = (f"{type(space).__name__} {space.name}" for space in self.over.values())
        self.seed = derived_seed(row.seed, row.metric.name, *named)
        signature = "; ".join(f"{name}: {space.name}" for name, space in self.over.items())
        self.statistics = SearchStatistics(row.metric.name, signature)
        row.statistics.append(self.statistics)

    def run(self, climbs: int) -> None:
        """Replay examples of earlier runs, look at each size in turn, and climb for statements that are still open."""
        for question in self.questions:
            self._replay(question)
        for n in self.sizes if Phase.generate in self.loaded.phases else ():
            open_questions = [question for question in self.questions if question.is_open]
            cases_of_size = -(-self.questions[0].cases // len(self.sizes))
            scenes_of_size = -(-cases_of_size // min(MAX_CASES_COUNTED_PER_SCENE, cases_in_scene(self.over)))
            for round_, multiple in enumerate(self.questions[0].rounds):
                counts = {question: question.tally.cases + question.tally.discarded for question in open_questions}
                for question, number in self._look(n, multiple * scenes_of_size, open_questions, round_).items():
                    if not question.is_slow and not self._find_smaller(question):
                        self._find(
                            question, [n], multiple * scenes_of_size, Phase.generate, since=number, round_=round_
                        )
                open_questions = [
                    question
                    for question, before in counts.items()
                    if question.is_open
                    and question.tally.by_size.get(n, 0) < cases_of_size
                    and question.tally.cases + question.tally.discarded > before
                ]
        for question in self.questions:
            if question.is_open and question.strain is not None and climbs:
                self._find(question, self.sizes, climbs, Phase.generate, Phase.target, worsen=True)
                self._find_smaller(question)

    def _replay(self, question: OpenStatement) -> None:
        """Decide the examples in the database for this statement, and shrink one that is still a hit."""
        if self.loaded.database is None or Phase.reuse not in self.loaded.phases:
            return
        for sizes, worsen in [*(([n], False) for n in self.sizes), (self.sizes, True)]:
            if question.is_open and self._find(question, sizes, SCENES_OF_SMALLER_SIZE, Phase.reuse, worsen=worsen):
                self._find_smaller(question)

    def _find_smaller(self, question: OpenStatement) -> bool:
        """Look for a hit at the sizes below the one that was found; return whether there is one."""
        hit = question.hit
        smaller = [n for n in self.sizes if hit is not None and n < hit.n]
        return any(self._find(question, [n], SCENES_OF_SMALLER_SIZE, Phase.generate) for n in smaller)

    def _look(self, n: int, most: int, questions: Sequence[OpenStatement], round_: int) -> dict[OpenStatement, int]:
        """Decide statements on scenes of one size; for each with a hit, return the number of its scene."""
        numbers: dict[OpenStatement, int] = {}
        drawn = 0

        def look(scene: Scene) -> None:
            nonlocal drawn
            drawn += 1
            for question in questions:
                if question.is_open:
                    question.tally.take(n, 0, scene.count_rejected(self.over), 0)
                    strain = question.ask(scene, count=True, worsen=False)
                    question.strain = max((s for s in (strain, question.strain) if s is not None), default=None)
                    if not question.is_open:
                        numbers[question] = drawn

        if questions:
            self._test(look, "", [n], most, Phase.generate, round_=round_)
        return numbers

    def _find(
        self,
        question: OpenStatement,
        sizes: Sequence[int],
        most: int,
        *phases: Phase,
        since: int = 0,
        round_: int = 0,
        worsen: bool = False,
    ) -> bool:
        """Look for a hit in scenes of these sizes, beginning with number ``since``, and let Hypothesis shrink it.

        Returns whether the statement's hit or fault changed. With a target phase, Hypothesis is guided by how near each
        scene comes; ``worsen`` also decides it under the worst parameter.
        """
        before = question.hit, question.fault
        drawn = 0

        def find(scene: Scene) -> None:
            nonlocal drawn
            drawn += 1
            if drawn < since or question.is_slow:
                return
            kept = question.hit, question.fault
            question.hit = question.fault = None
            strain = question.ask(scene, count=kept == (None, None), worsen=worsen)
            if question.is_open or not question.has_outcome_of(kept):
                question.hit, question.fault = kept
            elif not question.is_slow:
                raise _HitDrawn
            if strain is not None and Phase.target in phases:
                hypothesis.target(strain, label=(label := f"n = {scene.n}"))
                self.statistics.raise_target(f"{question.search.statement.id}, {label}", strain)

        name = f"{question.search.statement.id} {question.search.space} {[*sizes]} {worsen}"
        self._test(find, name, sizes, most, *phases, Phase.shrink, round_=round_)
        return (question.hit, question.fault) != before

    def _test(
        self,
        body: Callable[[Scene], None],
        name: str,
        sizes: Sequence[int],
        most: int,
        *phases: Phase,
        round_: int = 0,
    ) -> None:
        """Run Hypothesis once over at most ``most`` scenes, database entries under ``name`` and a seed by round."""

        @settings_of_search(self.loaded, f"{self.row.metric.name} {name}", most, phases)
        @hypothesis.seed(
            self.seed + round_
        )  # below the settings, since a seed removes the database from settings already applied
        @hypothesis.given(scenes(sizes, self.over, self.domains))
        def test(scene: Scene | None) -> None:
            self.row.definitions.tick()
            self.statistics.examples += 1
            if scene is None:
                self.statistics.invalid += 1
                hypothesis.reject()
            hypothesis.event(self.statistics.count_event(f"n = {scene.n}"))
            body(scene)

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as on definitions that use random, and on examples outside a test
            try:
                test()
            except (_HitDrawn, SkipTest):  # a hit; or a database without an entry for this search
                pass
            except Flaky as error:
                for cause in getattr(error, "exceptions", ()):
                    if not isinstance(cause, _HitDrawn):
                        raise_if_ours(cause)
                name = self.row.metric.name
                raise Changed(f"{name} answered differently on the same case: {error}") from None


@dataclass(frozen=True)
class Hypothesis:
    """The method ``hypothesis``: scenes drawn for the open statements of a row."""

    cases: tuple[int, int]
    """Cases to decide for each statement: for claims, and for other statements."""
    climbs: int
    """Scenes in which Hypothesis climbs for one statement."""
    max_n: int
    enough: tuple[int, int] = (0, 0)
    """Least numbers of cases to decide where the enumeration had fewer than these."""
    loaded: hypothesis.settings = REPRODUCIBLE
    """The settings whose phases, database and deadline are used."""
    name: str = "hypothesis"

    def decides(self, row: RowSearch, search: CellSearch) -> bool:
        """Return whether draws go beyond the enumerated cases."""
        if not search.share(self.cases):
            return False
        return search.beyond if row.given_lists else _draws_others(row, search) or search.enumerated < self.max_n

    def run(self, row: RowSearch, searches: Sequence[CellSearch]) -> None:
        """Search, and record for each cell its hit, fault or reach."""
        open_questions: dict[Statement, list[ParameterDomain]] = {}
        for search in searches:
            open_questions.setdefault(search.statement, []).append(search.space)
        questions = [self._question(row, search, tuple(open_questions[search.statement])) for search in searches]
        for same in grouped(questions, lambda q: (*q.over.values(), q.domains, q.cases, q.least, q.rounds)).values():
            try:
                Search(row, same, same[0].domains, self.max_n, self.loaded).run(self.climbs)
            except Changed as error:
                for question in same:
                    question.search.fail(Verdict.FLAKY, str(error))
                continue
            for question in same:
                self._record(row, question)

    def _question(self, row: RowSearch, search: CellSearch, domains: tuple[ParameterDomain, ...]) -> OpenStatement:
        over = search.statement.over(row.metric)
        oracle = Oracle(row.metric, search.statement, row.definitions)
        beyond = 1 if _draws_others(row, search) else search.enumerated + 1  # do not draw enumerated sizes again
        deadline = None if self.loaded.deadline is None else self.loaded.deadline.total_seconds()
        cases, enough = search.share(self.cases), search.share(self.enough)
        enumerated = sum(reach.cases for reach in search.reach)
        if enumerated < enough:
            cases = max(cases, enough)
        rounds = ROUNDS if enumerated < cases else ROUNDS[:1]  # enough cases were enumerated, so one round is enough
        return OpenStatement(row, search, over, domains, beyond, cases, rounds, oracle, deadline)

    def _record(self, row: RowSearch, question: OpenStatement) -> None:
        """Record the result of the search in its cell."""
        search, tally = question.search, question.tally
        if question.fault is not None:
            search.fail(*question.fault)
            return
        mostly_repeated = tally.cases < question.cases and question.repeated > tally.cases
        stop = Stop.DISCARDED if tally.discarded > tally.cases else Stop.REPEATED if mostly_repeated else Stop.SPENT
        if tally.by_size or Phase.generate in self.loaded.phases:
            search.reach.append(tally.reach(self.name, stop=stop if question.hit is None else Stop.FOUND))
        search.take_extreme(question.extreme)
        if question.hit is not None:
            confirm_and_shrink(row, search, question.hit, by=self.name, complete=False)


def _draws_others(row: RowSearch, search: CellSearch) -> bool:
    """Return whether a space draws values that its enumeration lacks, even at enumerated sizes."""
    return any(not space.complete and not space.draws_enumerated for space in row.used(search))
