"""The method ``hypothesis``: Hypothesis draws scenes, climbs toward what nearly fails, and shrinks what fails.

Statements of a row that quantify over the same spaces are decided on the same scenes (see :mod:`.scenes`), for drawing
takes longer than deciding. One test runs in three ways:

- to look: size by size, Hypothesis generates scenes, and each statement is decided on all its instances in them;
- to shrink: it comes to the first instance again, for the seed is the same, and makes it simple;
- to climb: it generates scenes for one statement that is open still, and is led by how near they come to failing. Where
  the values of a parameter enter linearly, a linear program finds the worst parameter of the rankings that were drawn.

Nothing that is drawn for a statement depends on the other statements of the row, so that its evidence is the same
however a row is divided among processes. A check draws under fixed settings. The pytest plugin draws under those of the
user's Hypothesis profile, whose database keeps failing examples for the next run.
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
"""Where one seed gives one result: nothing is remembered, and no clock is looked at."""


class SearchDatabase(ExampleDatabase):
    """The failing examples of one search in a database that many searches share.

    Hypothesis tells tests apart by their source text. All searches are one test in ours, so each has a ``name``.
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
        """Forget an example under the key."""
        self._shared.delete(self._own(key), value)

    def _own(self, key: bytes) -> bytes:
        return hashlib.sha256(self._name + b"\0" + key).digest()


def settings_of_search(loaded: settings, name: str, examples: int, phases: Iterable[Phase]) -> settings:
    """The settings for the search of that name: those of its phases, and that database, which are loaded.

    The deadline is held against single cases, where they are decided. Hypothesis would hold it against a scene of many.
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


SMALLER = 100
"""Scenes of each smaller size that are looked through once something is found."""
PER_SCENE = 6
"""Cases that a scene counts for at most, however many it has: its parameters are the same in all of them."""
ROUNDS = (1, 1, 2, 4)
"""So many times as many scenes of a size are drawn again, while too few of their cases are new and say something."""


class _Found(Exception):
    """The scene has what the question looks for."""


class Search:
    """The search for statements that quantify over the same spaces, from the same size on."""

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
        """Decide again what failed in an earlier run, look at each size in turn, and climb for what is open still."""
        for question in self.questions:
            self._replay(question)
        for n in self.sizes if Phase.generate in self.loaded.phases else ():
            open_questions = [question for question in self.questions if question.is_open]
            wanted = -(-self.questions[0].cases // len(self.sizes))
            most = -(-wanted // min(PER_SCENE, cases_in_scene(self.over)))
            for round_, times in enumerate(self.questions[0].rounds):
                counts = {question: question.tally.cases + question.tally.discarded for question in open_questions}
                for question, number in self._look(n, times * most, open_questions, round_).items():
                    if not question.is_slow and not self._find_smaller(question):
                        self._find(question, [n], times * most, Phase.generate, since=number, round_=round_)
                open_questions = [
                    question
                    for question, before in counts.items()
                    if question.is_open
                    and question.tally.by_size.get(n, 0) < wanted
                    and question.tally.cases + question.tally.discarded > before
                ]
        for question in self.questions:
            if question.is_open and question.strain is not None and climbs:
                self._find(question, self.sizes, climbs, Phase.generate, Phase.target, worsen=True)
                self._find_smaller(question)

    def _replay(self, question: OpenStatement) -> None:
        """Decide the examples that Hypothesis keeps of this question, and shrink again the one that fails still."""
        if self.loaded.database is None or Phase.reuse not in self.loaded.phases:
            return
        for sizes, worsen in [*(([n], False) for n in self.sizes), (self.sizes, True)]:
            if question.is_open and self._find(question, sizes, SMALLER, Phase.reuse, worsen=worsen):
                self._find_smaller(question)

    def _find_smaller(self, question: OpenStatement) -> bool:
        """Look longer for what was found at the sizes below it."""
        hit = question.hit
        smaller = [n for n in self.sizes if hit is not None and n < hit.n]
        return any(self._find(question, [n], SMALLER, Phase.generate) for n in smaller)

    def _look(self, n: int, most: int, questions: Sequence[OpenStatement], round_: int) -> dict[OpenStatement, int]:
        """Ask questions of scenes of one size; the scenes in which something was found, by number."""
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
        """Look for what a question looks for in scenes of these sizes, from a number on; Hypothesis shrinks it."""
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
            if question.is_open or not question.is_like(kept):
                question.hit, question.fault = kept
            elif not question.is_slow:
                raise _Found
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
        """One run of Hypothesis over so many scenes, other ones in each round; its examples are kept under the name."""

        @settings_of_search(self.loaded, f"{self.row.metric.name} {name}", most, phases)
        @hypothesis.seed(self.seed + round_)  # below the settings: it takes the database out of those that it meets
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
            warnings.simplefilter("ignore")  # of definitions that use random, and of examples outside of a test
            try:
                test()
            except (_Found, SkipTest):  # what was looked for; or a database that has nothing for this search
                pass
            except Flaky as error:
                for cause in getattr(error, "exceptions", ()):
                    if not isinstance(cause, _Found):
                        raise_if_ours(cause)
                name = self.row.metric.name
                raise Changed(f"{name} answered differently on the same case: {error}") from None


@dataclass(frozen=True)
class Hypothesis:
    """Scenes drawn for the open statements of a row."""

    cases: tuple[int, int]
    """How many cases a statement is asked of: what is claimed, and what nobody declared."""
    climbs: int
    """In how many scenes Hypothesis climbs for one statement."""
    max_n: int
    enough: tuple[int, int] = (0, 0)
    """The same where the enumeration had fewer cases than these."""
    loaded: hypothesis.settings = REPRODUCIBLE
    """Whose phases, database and deadline hold."""
    name: str = "hypothesis"

    def decides(self, row: RowSearch, search: CellSearch) -> bool:
        """Where draws go beyond what was enumerated."""
        if not search.share(self.cases):
            return False
        return search.beyond if row.given_lists else _draws_others(row, search) or search.enumerated < self.max_n

    def run(self, row: RowSearch, searches: Sequence[CellSearch]) -> None:
        """Search, and leave with each statement what was found or how far the search went."""
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
                self._leave(row, question)

    def _question(self, row: RowSearch, search: CellSearch, domains: tuple[ParameterDomain, ...]) -> OpenStatement:
        over = search.statement.over(row.metric)
        oracle = Oracle(row.metric, search.statement, row.definitions)
        beyond = 1 if _draws_others(row, search) else search.enumerated + 1  # what was enumerated is not drawn again
        deadline = None if self.loaded.deadline is None else self.loaded.deadline.total_seconds()
        cases, enough = search.share(self.cases), search.share(self.enough)
        enumerated = sum(reach.cases for reach in search.reach)
        if enumerated < enough:
            cases = max(cases, enough)
        rounds = ROUNDS if enumerated < cases else ROUNDS[:1]  # an enumeration has looked at the small ones
        return OpenStatement(row, search, over, domains, beyond, cases, rounds, oracle, deadline)

    def _leave(self, row: RowSearch, question: OpenStatement) -> None:
        search, tally = question.search, question.tally
        if question.fault is not None:
            search.fail(*question.fault)
            return
        few = tally.cases < question.cases and question.repeated > tally.cases
        stop = Stop.DISCARDED if tally.discarded > tally.cases else Stop.REPEATED if few else Stop.SPENT
        if tally.by_size or Phase.generate in self.loaded.phases:
            search.reach.append(tally.reach(self.name, stop=stop if question.hit is None else Stop.FOUND))
        search.take_extreme(question.extreme)
        if question.hit is not None:
            confirm_and_shrink(row, search, question.hit, by=self.name, complete=False)


def _draws_others(row: RowSearch, search: CellSearch) -> bool:
    """Return whether drawing finds values of enumerated sizes that were not enumerated."""
    return any(not space.complete and not space.draws_enumerated for space in row.used(search))
