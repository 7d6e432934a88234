"""The method ``hypothesis``: Hypothesis draws scenes, climbs toward what nearly fails, and shrinks what fails.

A scene is one draw: a few values of each space and of each parameter (:mod:`.scenes`). Statements of a row that
quantify over the same spaces are decided on the same scenes, since drawing takes longer than deciding. A *hit* is an
instance that settles a statement. One test is run with Hypothesis for three purposes:

1. *Look*: size by size, Hypothesis generates scenes, and each statement is decided on all its instances in them. No
   scene fails the test, so all are drawn.
2. *Shrink*: for a statement with a hit, the scenes are generated again from the same seed, and Hypothesis shrinks the
   scene with the hit, which now fails the test.
3. *Climb*: for a statement that is still open, Hypothesis generates scenes and is guided by ``target()``, which gets a
   number for how near each scene comes to a hit (the *strain*, larger is nearer). Where the values of a parameter enter
   linearly, a linear program finds the worst parameter of the rankings that were drawn (:mod:`.worst_parameter`).

The draws for a statement do not depend on the other statements of the row, so that its evidence is the same however a
row is divided among processes. Parameters are drawn from the declared spaces, and for some statements also from their
closures, which add the boundary (a *domain* is one of the two). ``check`` draws under fixed settings. The pytest plugin
draws under the settings of the user's Hypothesis profile, whose database keeps failing examples for the next run.

An :class:`.OpenStatement` collects the results. It *is open* as long as it has no hit and no *fault*: an error of the
definition, or a case slower than the user's deadline, which is not shrunk, since it depends on the clock.
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
from .judging import confirm_and_shrink
from .open_statement import OpenStatement
from .scenes import Scene, cases_in_scene, scenes
from .search import CellSearch, RowSearch
from .worst_parameter import WorstParameter

REPRODUCIBLE = settings(database=None, deadline=None, phases=(Phase.reuse, Phase.generate, Phase.target, Phase.shrink))
"""Settings under which one seed gives one result: without a database and without a deadline."""
MAX_SCENES_TO_SHRINK = 100
"""Most scenes drawn of each smaller size once there is a hit, and most scenes replayed from the database."""
MAX_CASES_COUNTED_PER_SCENE = 6
"""Most cases that one scene is planned to give. All cases of a scene share their parameters, so more add little."""
ROUNDS = (1, 1, 2, 4)
"""Scenes of each round, in multiples of the planned number; later rounds follow while too few cases count."""


class SearchDatabase(ExampleDatabase):
    """The failing examples of one search, in a database of Hypothesis that many searches share.

    Hypothesis knows a test by its source text, which all searches share. So the ``name`` of the search joins the keys.
    """

    def __init__(self, shared: ExampleDatabase, name: str) -> None:
        super().__init__()
        self._shared = shared
        self._name = name.encode()

    def fetch(self, key: bytes) -> Iterable[bytes]:
        return self._shared.fetch(self._own(key))

    def save(self, key: bytes, value: bytes) -> None:
        self._shared.save(self._own(key), value)

    def delete(self, key: bytes, value: bytes) -> None:
        self._shared.delete(self._own(key), value)

    def _own(self, key: bytes) -> bytes:
        return hashlib.sha256(self._name + b"\0" + key).digest()  # \0 ends the name, so no two pairs share a text


def settings_of_search(hypothesis_settings: settings, name: str, examples: int, phases: Iterable[Phase]) -> settings:
    """Return the settings of one search: the phases and the database that ``hypothesis_settings`` allow.

    ``name`` identifies the search in the database, and ``examples`` is the largest number of scenes. The deadline is
    off: Hypothesis would measure a scene of many cases, and :class:`.OpenStatement` applies the user's to each case.
    """
    database = hypothesis_settings.database
    return settings(
        max_examples=examples,
        database=None if database is None else SearchDatabase(database, name),
        deadline=None,
        phases=[phase for phase in phases if phase in hypothesis_settings.phases],
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
        report_multiple_bugs=False,
        print_blob=False,
        derandomize=False,
    )


class _OutcomeDrawn(Exception):
    """Raised in a test for a scene with a hit or a fault: to Hypothesis a failing example, which it shrinks."""


def _ceil_div(number: int, divisor: int) -> int:
    return -(-number // divisor)


class ScenesSearch:
    """The search for the open statements of a row that quantify over the same spaces, from the same size on.

    They also have the same parameter ``domains`` and budgets (see :meth:`Hypothesis.run`), so the budgets of the first
    apply to all. Argument names may differ and do not affect the draws. ``max_n`` is the largest size to draw.
    """

    def __init__(
        self,
        row: RowSearch,
        statements: Sequence[OpenStatement],
        domains: Sequence[ParameterDomain],
        max_n: int,
        hypothesis_settings: hypothesis.settings,
    ) -> None:
        self.row = row
        self.hypothesis_settings = hypothesis_settings
        self.statements = statements
        first = statements[0]
        self.sizes = [n for n in first.drawn_sizes(max_n) if n >= first.smallest_size]
        self.domains = [first.search.statement.parameters(domain.of(row.metric.parameters)) for domain in domains]
        self.over = first.over  # the spaces that the statements quantify over, by argument
        space_texts = (f"{type(space).__name__} {space.name}" for space in self.over.values())
        self.seed = derived_seed(row.seed, row.metric.name, *space_texts)
        signature = "; ".join(f"{name}: {space.name}" for name, space in self.over.items())
        self.statistics = SearchStatistics(row.metric.name, signature)
        row.statistics.append(self.statistics)

    def run(self, climbs: int) -> None:
        """Replay examples of earlier runs, look at each size in turn, and climb for statements that are still open.

        ``climbs`` is the number of scenes in which Hypothesis climbs for one statement.
        """
        for open_statement in self.statements:
            self._replay(open_statement)
        if Phase.generate in self.hypothesis_settings.phases:
            for n in self.sizes:
                self._search_size(n)
        for open_statement in self.statements:
            if open_statement.is_open and open_statement.strain is not None and climbs:
                self._find(open_statement, self.sizes, climbs, Phase.generate, Phase.target, use_worst_parameter=True)
                self._find_smaller(open_statement)

    def _search_size(self, n: int) -> None:
        """Look at scenes of one size in rounds, and shrink each hit.

        A later round draws only for statements that are still open, have too few cases of this size, and had a new case
        in the round before, decided or discarded. Without a new case, more scenes would only repeat known ones.
        """
        open_statements = [open_statement for open_statement in self.statements if open_statement.is_open]
        first = self.statements[0]
        cases_of_size = _ceil_div(first.cases, len(self.sizes))
        scenes_of_size = _ceil_div(cases_of_size, min(MAX_CASES_COUNTED_PER_SCENE, cases_in_scene(self.over)))
        for round_, multiple in enumerate(first.rounds):
            scenes_of_round = multiple * scenes_of_size
            cases_before = {open_statement: _distinct_cases(open_statement) for open_statement in open_statements}
            scene_of_hit = self._look(n, scenes_of_round, open_statements, round_)
            for open_statement, scene_number in scene_of_hit.items():
                # First try smaller sizes. If none has a hit, draw this size again from the hit's scene and shrink it.
                if not open_statement.is_slow and not self._find_smaller(open_statement):
                    self._find(
                        open_statement, [n], scenes_of_round, Phase.generate, first_scene=scene_number, round_=round_
                    )
            open_statements = [
                s
                for s, before in cases_before.items()
                if s.is_open and s.tally.by_size.get(n, 0) < cases_of_size and _distinct_cases(s) > before
            ]

    def _replay(self, open_statement: OpenStatement) -> None:
        """Decide the examples in the database for this statement, and shrink one that is still a hit.

        The database has an entry for each kind of search that could find one: the look at each size, and the climb
        over all sizes.
        """
        if self.hypothesis_settings.database is None or Phase.reuse not in self.hypothesis_settings.phases:
            return
        looks, climb = [([n], False) for n in self.sizes], (self.sizes, True)
        for sizes, use_worst_parameter in [*looks, climb]:
            if open_statement.is_open and self._find(
                open_statement, sizes, MAX_SCENES_TO_SHRINK, Phase.reuse, use_worst_parameter=use_worst_parameter
            ):
                self._find_smaller(open_statement)

    def _find_smaller(self, open_statement: OpenStatement) -> bool:
        """Look for a hit at the sizes below the one that was found; return whether there is one."""
        hit = open_statement.hit
        smaller = [n for n in self.sizes if hit is not None and n < hit.n]
        return any(self._find(open_statement, [n], MAX_SCENES_TO_SHRINK, Phase.generate) for n in smaller)

    def _look(
        self, n: int, max_scenes: int, statements: Sequence[OpenStatement], round_: int
    ) -> dict[OpenStatement, int]:
        """Decide statements on at most ``max_scenes`` scenes of one size.

        Returns for each statement with a hit or a fault the number of its scene, counted from 1. A value that could not
        be drawn counts as a discarded case.
        """
        scene_of_hit: dict[OpenStatement, int] = {}
        drawn = 0

        def look(scene: Scene) -> None:
            nonlocal drawn
            drawn += 1
            for open_statement in statements:
                if open_statement.is_open:
                    open_statement.tally.take(n, cases=0, discarded=scene.count_rejected(self.over), undecided=0)
                    strain = open_statement.decide_scene(scene, count=True, use_worst_parameter=False)
                    strains = (strain, open_statement.strain)  # of this scene, and the largest before
                    open_statement.strain = max((s for s in strains if s is not None), default=None)
                    if not open_statement.is_open:
                        scene_of_hit[open_statement] = drawn

        if statements:
            self._run_test(look, "", [n], max_scenes, Phase.generate, round_=round_)  # no scene fails: no name
        return scene_of_hit

    def _find(
        self,
        open_statement: OpenStatement,
        sizes: Sequence[int],
        max_scenes: int,
        *phases: Phase,
        first_scene: int = 0,
        round_: int = 0,
        use_worst_parameter: bool = False,
    ) -> bool:
        """Look for a hit in scenes of these sizes, beginning with number ``first_scene``, and let Hypothesis shrink it.

        Returns whether the statement's hit or fault changed. With a target phase, the strain of each scene guides
        Hypothesis. ``use_worst_parameter`` also decides a scene under its worst parameter.
        The scenes before ``first_scene`` need not be decided: :meth:`_look` with this seed and size drew the same ones.

        While Hypothesis shrinks, it tries many scenes. A scene counts as failing only if it has a hit where the last
        failing scene (at first, the scene of the look) had a hit, and a fault where that scene had a fault. Otherwise
        the last outcome is restored. Hypothesis runs its smallest failing scene last, and so leaves its outcome.
        """
        outcome_at_start = open_statement.hit, open_statement.fault
        drawn = 0

        def find(scene: Scene) -> None:
            nonlocal drawn
            drawn += 1
            if drawn < first_scene or open_statement.is_slow:  # a case that is too slow is not shrunk
                return
            outcome_before = open_statement.hit, open_statement.fault
            open_statement.hit = open_statement.fault = None
            is_new = outcome_before == (None, None)  # else Hypothesis shrinks, and the cases are not counted
            strain = open_statement.decide_scene(scene, count=is_new, use_worst_parameter=use_worst_parameter)
            if open_statement.is_open or not open_statement.has_outcome_of(outcome_before):
                open_statement.hit, open_statement.fault = outcome_before
            elif not open_statement.is_slow:
                raise _OutcomeDrawn
            if strain is not None and Phase.target in phases:
                label = f"n = {scene.n}"
                hypothesis.target(strain, label=label)
                self.statistics.raise_target(f"{open_statement.search.statement.id}, {label}", strain)

        # the database has a separate name for each cell and kind of search (see _replay)
        name = f"{open_statement.search.statement.id} {open_statement.search.space} {[*sizes]} {use_worst_parameter}"
        self._run_test(find, name, sizes, max_scenes, *phases, Phase.shrink, round_=round_)
        return (open_statement.hit, open_statement.fault) != outcome_at_start

    def _run_test(
        self, body: Callable[[Scene], None], name: str, sizes: Sequence[int], limit: int, *phases: Phase, round_: int
    ) -> None:
        """Run a Hypothesis test, which calls ``body`` on at most ``limit`` scenes of these sizes.

        Failing examples are stored in the database under ``name``. Each round has its own seed. Raises
        :class:`~..evidence.instance.Changed` where Hypothesis finds that the definition is nondeterministic.
        """

        # The seed is below the settings, since a seed removes the database from settings already applied.
        @settings_of_search(self.hypothesis_settings, f"{self.row.metric.name} {name}", limit, phases)
        @hypothesis.seed(self.seed + round_)
        @hypothesis.given(scenes(sizes, self.over, self.domains))
        def test(scene: Scene | None) -> None:
            self.row.definitions.tick()  # tells the supervising process that this one is alive
            self.statistics.examples += 1
            if scene is None:  # a parameter has no value of the size
                self.statistics.invalid += 1
                hypothesis.reject()
            hypothesis.event(self.statistics.count_event(f"n = {scene.n}"))
            body(scene)

        with warnings.catch_warnings():
            # Hypothesis warns about definitions that use random, and about examples outside a test
            warnings.simplefilter("ignore")
            try:
                test()
            except (_OutcomeDrawn, SkipTest):  # a hit or a fault, or a database without an entry for this search
                pass
            except Flaky as error:
                for cause in getattr(error, "exceptions", ()):
                    if not isinstance(cause, _OutcomeDrawn):
                        raise_if_ours(cause)
                raise Changed(f"{self.row.metric.name} answered differently on the same case: {error}") from None


@dataclass(frozen=True)
class Hypothesis:
    """The method ``hypothesis``: scenes drawn for the open statements of a row."""

    cases: tuple[int, int]
    """Cases to decide for each statement: the first number for one with claims by sources, the second without."""
    climbs: int
    """Scenes in which Hypothesis climbs for one statement."""
    max_n: int
    """The largest size to draw."""
    least_cases: tuple[int, int] = (0, 0)
    """Least number of cases to decide if the enumeration decided fewer of the statement: a pair like ``cases``."""
    hypothesis_settings: hypothesis.settings = REPRODUCIBLE
    """The settings whose phases, database and deadline are used."""
    name: str = "hypothesis"

    def decides(self, row: RowSearch, search: CellSearch) -> bool:
        """Return whether draws go beyond the enumerated cases."""
        if not search.choose_budget(self.cases):
            return False
        if row.given_lists:  # a user's lists are drawn only if they were too many to enumerate
            return search.enumeration_ended
        return _draws_unenumerated(row, search) or search.enumerated < self.max_n

    def run(self, row: RowSearch, searches: Sequence[CellSearch]) -> None:
        """Search, and record for each cell its hit, fault or reach."""
        domains_of: dict[Statement, list[ParameterDomain]] = {}
        for search in searches:
            domains_of.setdefault(search.statement, []).append(search.space)
        statements = [self._open_statement(row, search, tuple(domains_of[search.statement])) for search in searches]
        groups = grouped(statements, lambda s: (*s.over.values(), s.domains, s.cases, s.smallest_size, s.rounds))
        for group in groups.values():
            try:
                ScenesSearch(row, group, group[0].domains, self.max_n, self.hypothesis_settings).run(self.climbs)
            except Changed as error:
                for open_statement in group:
                    open_statement.search.fail(Verdict.FLAKY, str(error))
                continue
            for open_statement in group:
                self._record(row, open_statement)

    def _open_statement(
        self, row: RowSearch, search: CellSearch, domains: tuple[ParameterDomain, ...]
    ) -> OpenStatement:
        """Give an open cell its budget: sizes, cases and rounds that depend on what was enumerated already."""
        over = search.statement.over(row.metric)
        worst_parameter = WorstParameter(row.metric, search.statement, row.definitions)
        smallest_size = 1 if _draws_unenumerated(row, search) else search.enumerated + 1  # others are decided
        deadline = self.hypothesis_settings.deadline
        seconds = None if deadline is None else deadline.total_seconds()
        cases, least_cases = search.choose_budget(self.cases), search.choose_budget(self.least_cases)
        enumerated = sum(reach.cases for reach in search.reach)
        if enumerated < least_cases:
            cases = max(cases, least_cases)
        rounds = ROUNDS if enumerated < cases else ROUNDS[:1]  # if enough cases were enumerated, one round is enough
        return OpenStatement(row, search, over, domains, smallest_size, cases, rounds, worst_parameter, seconds)

    def _record(self, row: RowSearch, open_statement: OpenStatement) -> None:
        """Record the result of the search in its cell."""
        search, tally = open_statement.search, open_statement.tally
        if open_statement.fault is not None:
            search.fail(*open_statement.fault)
            return
        if open_statement.hit is not None:
            stop = Stop.FOUND
        elif tally.discarded > tally.cases:
            stop = Stop.DISCARDED
        elif tally.cases < open_statement.cases and open_statement.repeated > tally.cases:
            stop = Stop.REPEATED  # too few cases, and more draws repeated old ones than gave new ones
        else:
            stop = Stop.SPENT
        if tally.by_size or Phase.generate in self.hypothesis_settings.phases:
            search.reach.append(tally.reach(self.name, stop=stop))
        search.take_extreme(open_statement.extreme)
        if open_statement.hit is not None:
            confirm_and_shrink(row, search, open_statement.hit, by=self.name, complete=False)


def _distinct_cases(open_statement: OpenStatement) -> int:
    """Return the number of distinct cases so far, decided or discarded."""
    return open_statement.tally.cases + open_statement.tally.discarded


def _draws_unenumerated(row: RowSearch, search: CellSearch) -> bool:
    """Return whether a space draws values that its enumeration lacks, even at enumerated sizes.

    Only a space that is not complete may: it enumerates a grid, and some spaces draw from the grid alone.
    """
    return any(not (space.complete or space.draws_enumerated) for space in row.spaces_used(search))
