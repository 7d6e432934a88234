"""Enumeration by tables: decide every instance of a statement about rankings up to a size, on a grid of parameters.

A metric is tabulated once for each size (:mod:`.table`): its values on all pairs of rankings, at all values of the grid
side by side in *lanes*. The law of an axiom is then called on a *block* of many rankings at once (:mod:`.batch`), and
gives an array of codes such as ``HOLDS`` and ``FAILS``, one for each case:

1. Where the axiom is label-free and is about three rankings or more, the first ranking is held fixed. This is enough
   only if the tables show that renaming the items changes no value. Otherwise all rankings are enumerated.
2. An axiom that uses what only a single ranking has is evaluated on single rankings, all lanes at once. One that also
   uses what only a single number has is evaluated on single rankings in single lanes.
3. A hit, which is a case that settles the statement, is decided again by the definition itself (:mod:`.judging`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq

from ..evidence.fault import fault_of, raise_if_ours
from ..evidence.instance import Changed, Instance
from ..evidence.reach import Tally
from ..evidence.verdict import Verdict
from ..model.axiom import Statement
from ..model.metric import BoundMetric
from ..model.promises import keeps_promise
from ..model.relation import DISCARDED, FAILS, HOLDS, ROUNDED, UNDECIDED, Bounded, Quantity
from ..numbers.columns import Array, Unvectorised
from ..spaces import Permutations, Rankings, Relabellings, all_rankings
from ..spaces.parameters import ParameterDomain
from .batch import Batch, NotTabulated
from .column_extremes import extreme_ratio, quantity_codes
from .instances import Combinations, generators_first
from .judging import ENUMERATION, leave_reach, take_size
from .lanes import grid_lanes
from .profile import Profile
from .search import CellSearch, Method, RowSearch, SizeTally, TooMany, by_statement, further
from .table import NotInvariant, Tables, tables_for

MAX_CASES_OF_A_BLOCK = 1 << 20
"""Most cases that one array operation decides."""
MAX_CASES_IN_ARRAYS = 1 << 26
"""Most cases of one size, all lanes counted, where a whole group (relabellings, permutations) is enumerated too."""
MAX_CASES_IN_LANES = 1 << 24
"""Most cases of one size, all lanes counted, with several lanes: products may then be large Python integers."""
MAX_SINGLE_INSTANCES = 1 << 18
"""Most instances of one size that are decided one at a time. A larger size is not enumerated."""
CATALOGUE = "axiomatrix.catalogue."
"""Modules of axioms written for batches of cases; the name is enough, as only speed and a comparison depend on it."""
MAX_SIZE_COMPARED = 3
"""Up to this size a user's axiom is evaluated both on batches and case by case, to compare the two."""


class _Block(NamedTuple):
    """Cases decided at once: combinations of some rankings, with a single combination of the other arguments."""

    others_index: int
    """The number of this combination. Of several hits in a lane, the one with the lowest number is kept."""
    others: Mapping[str, Any]
    """The arguments that are not rankings."""
    picks: Sequence[range]
    """For each argument that is a ranking, the numbers of its rankings (see :mod:`.batch`)."""


@dataclass
class StatementSweep:
    """A statement enumerated at one size over the lanes of one set of tables."""

    statement: Statement
    tables: Tables
    by_generators: bool = field(default=False, init=False)
    """Whether generators stand for all relabellings and permutations."""
    of_one_lane: bool = field(default=False, init=False)
    """Whether one lane is enough, since the axiom ignores the parameters."""
    tallies: dict[str, SizeTally] = field(init=False)
    """The tally of the open space and of the closure, which share one if no lane is on the boundary."""

    def __post_init__(self) -> None:
        over = self.statement.axiom.over
        self._rankings = {name: space for name, space in over.items() if type(space) is Rankings}
        self._other_spaces = {name: space for name, space in over.items() if name not in self._rankings}
        self.tallies = {space: SizeTally() for space in ParameterDomain}

    def run(self) -> dict[str, SizeTally]:
        """Enumerate with generators of groups first, then with whole groups if a case without a value requires it.

        Raises :class:`TooMany` beyond the limits, and :class:`Changed` for a nondeterministic metric.
        """
        self.of_one_lane = keeps_promise(self.statement.axiom, "ignores_parameters")
        for generators in generators_first(self.statement.axiom):
            self.by_generators = generators
            tallies = self._run()
            if not any(tally.discarded and tally.hit is None and tally.fault is None for tally in tallies.values()):
                break
        return tallies

    def _run(self) -> dict[str, SizeTally]:
        """Enumerate blocks or else single rankings, in all lanes at once; lane by lane if the axiom refuses both.

        Each attempt begins with empty tallies.
        """
        is_label_free = keeps_promise(self.statement.axiom, "label_free")
        self._may_fix_first = len(self._rankings) >= 3 and is_label_free
        takes_batches = self.tables.main.exact and (is_label_free or self._takes_batches())
        takes_all_lanes = takes_batches and not self.statement.axiom.by_lane
        for single in (False, True) if takes_all_lanes else ():
            if self._try_in_all_lanes(single=single):
                return self.tallies
        self.decide_lane_by_lane()
        return self.tallies

    def _try_in_all_lanes(self, *, single: bool) -> bool:
        """Decide in all lanes at once, and return whether the axiom allows it."""
        for fixed in (True, False) if self._may_fix_first else (False,):
            try:
                self.decide_in_all_lanes(fixed=fixed, single=single)
                return True
            except NotInvariant:  # once more, with every first ranking
                self._may_fix_first = False
            except (Changed, TooMany):
                raise
            except Exception as error:  # the axiom uses what only single rankings or single numbers have
                raise_if_ours(error)
                return False
        return False

    def _takes_batches(self) -> bool:
        """Return whether the axiom can be evaluated on batches; a user's axiom is tried on few items.

        Such an axiom may depend on the type of a value, for example, and a batch is of another type than a number.
        """
        if self.statement.axiom.says.__module__.startswith(CATALOGUE):
            return True
        tables = self.tables
        for small in range(1, min(tables.n, MAX_SIZE_COMPARED) + 1):
            for small_tables in tables_for(tables.main, small, tables.definitions, specials=False):
                batched, single = (StatementSweep(self.statement, small_tables) for _ in range(2))
                try:
                    batched.decide_in_all_lanes()
                    single.decide_lane_by_lane()
                except TooMany:
                    return small > 2  # trust batches if at least sizes 1 and 2 agreed
                except Exception as error:  # evaluated case by case, the axiom raises its own errors again
                    raise_if_ours(error)
                    return False
                if any(
                    batched.tallies[space].counts != single.tallies[space].counts for space in self._spaces_decided()
                ):
                    return False
        return True

    def _spaces_decided(self) -> Sequence[ParameterDomain]:
        """Return the spaces on which the axiom is decided: the open one, and for some axioms the closure."""
        axiom = self.statement.axiom
        return list(ParameterDomain) if axiom.boundary or axiom.closed_only else [ParameterDomain.OPEN]

    def _reset(self, *, fixed: bool) -> None:
        """Begin with empty tallies; ``fixed`` as in :meth:`decide_in_all_lanes`."""
        self.tallies = {space: SizeTally() for space in ParameterDomain}
        self.tables.require_invariance = fixed
        self.tables.nameless = keeps_promise(self.statement.axiom, "label_free")

    # --- two ways through the instances ---

    def decide_in_all_lanes(self, *, fixed: bool = False, single: bool = False) -> None:
        """Decide blocks of rankings, or ``single`` rankings, in all lanes at once.

        ``fixed``: only the identity is the first ranking. That is enough if renaming the items changes no value, and
        ``NotInvariant`` is raised if it does.
        """
        self._reset(fixed=fixed)
        tables, others = self.tables, self._other_combinations
        rankings = Combinations.of(self._rankings, tables.n)
        all_cases, lanes = others.count * rankings.count, 1 if self.of_one_lane else len(tables.lanes)
        rankings = rankings.with_first_fixed() if fixed else rankings
        cases = others.count * rankings.count
        spaces = self._other_spaces.values()
        whole_group = not self.by_generators and any(isinstance(s, (Relabellings, Permutations)) for s in spaces)
        if single and cases > MAX_SINGLE_INSTANCES:
            raise TooMany
        if not single and (
            (whole_group and all_cases * lanes > MAX_CASES_IN_ARRAYS)
            or (lanes > 1 and cases * lanes > MAX_CASES_IN_LANES)
        ):
            raise TooMany
        for others_index, values in enumerate(others.by_name()):
            for picks in rankings.blocks(1 if single else MAX_CASES_OF_A_BLOCK // lanes):
                self._evaluate(_Block(others_index, values, picks), single)

    def decide_lane_by_lane(self) -> None:
        """Decide single rankings at single parameter values, in an order where the first hit is the one to keep."""
        self._reset(fixed=False)
        definitions, tables, axiom = self.tables.definitions, self.tables, self.statement.axiom
        others, rankings = self._other_combinations, Combinations.of(self._rankings, tables.n)
        decided_spaces = self._spaces_decided()
        lanes = []
        for lane, is_open in enumerate(tables.lanes.is_open):
            if spaces := [space for space in decided_spaces if is_open or space is ParameterDomain.CLOSED]:
                lanes.append((lane, [self.tallies[space] for space in spaces]))
        lanes = lanes[:1] if self.of_one_lane else lanes
        if rankings.count * others.count * len(lanes) > MAX_SINGLE_INSTANCES:
            raise TooMany
        for lane, tallies in lanes:
            parameters = tables.lanes.values[lane]
            bound = BoundMetric(tables.main, parameters, definitions)
            for values in (other | ranked for other in others.by_name() for ranked in rankings.by_name()):
                if all(tally.fault for tally in tallies):
                    break
                definitions.tick()
                instance = Instance(tables.n, values, parameters)
                try:
                    decision = definitions.decide_values(self.statement, bound, [values[name] for name in axiom.over])
                except Exception as error:  # the definition or the axiom
                    raise_if_ours(error)
                    fault = fault_of(error, tables.main, instance)
                    for tally in tallies:
                        tally.fault = tally.fault or fault
                    break
                if decision.code == ROUNDED:
                    definitions.rounded.setdefault((tables.main.name, self.statement), instance)
                for tally in tallies:
                    tally.count(decision.code)
                    if decision.code == axiom.sought_code:
                        tally.hit = tally.hit or instance
                    if decision.code in (HOLDS, FAILS):
                        tally.take_ratio(decision.answer, instance)

    @property
    def _other_combinations(self) -> Combinations:
        """All combinations of the arguments that are not rankings."""
        return Combinations.of(self._other_spaces, self.tables.n, generators=self.by_generators)

    # --- deciding ---

    def _evaluate(self, block: _Block, single: bool) -> None:
        """Decide a block with the tables, and count the codes of its cases for each space.

        The codes are an array: an axis for each argument that is a ranking, and the lanes as the last axis.
        """
        tables = self.tables
        values = dict(block.others)
        for axis, (name, pick) in enumerate(zip(self._rankings, block.picks, strict=True)):
            if single:
                values[name] = tables.group.rankings[pick.start]
            else:
                along = [-1 if k == axis else 1 for k in range(len(block.picks))]
                values[name] = Batch(tables.group, np.array(pick).reshape(along))
        tables.forget_masks()
        raised_before = Unvectorised.raised
        bound = BoundMetric(tables.main, tables.lanes.packed, tables)
        answer = self.statement.says(bound, *(values[name] for name in self.statement.axiom.over))
        if Unvectorised.raised != raised_before:
            raise NotTabulated("the axiom caught what was meant for the enumeration")
        shape = (*map(len, block.picks), len(tables.lanes))
        relation = answer.relation if isinstance(answer, Bounded) else answer
        codes = quantity_codes(relation) if isinstance(relation, Quantity) else np.asarray(relation.decide())
        codes = np.broadcast_to(codes, shape)
        # overwrite codes of cases without a value: faults first, then undecided ones, and undefined ones last
        if tables.faulty:
            codes = np.where(tables.faulty_anywhere(shape), DISCARDED, codes)
        if tables.undefined is not False or tables.undecided is not False:
            codes = np.where(np.broadcast_to(tables.undecided, shape), UNDECIDED, codes)
            codes = np.where(np.broadcast_to(tables.undefined, shape), DISCARDED, codes)
        is_open = tables.lanes.is_open
        for space in ParameterDomain:  # OPEN comes first, so its tally is there for CLOSED to share
            if self.of_one_lane:
                chosen = np.flatnonzero(is_open)[:1]  # this lane lies in both spaces; reports print its parameters
            else:
                chosen = np.flatnonzero(is_open) if space is ParameterDomain.OPEN else np.arange(len(is_open))
            if space is ParameterDomain.CLOSED and len(chosen) == int(is_open.sum()) and not self.of_one_lane:
                self.tallies[ParameterDomain.CLOSED] = self.tallies[ParameterDomain.OPEN]  # no lane on the boundary
                break
            self.tallies[space].fault = self.tallies[space].fault or tables.first_fault(shape, chosen)
            self._count(space, codes[..., chosen], chosen, block)
            quantity = answer.quantity if isinstance(answer, Bounded) else answer
            if isinstance(quantity, Quantity) and (best := extreme_ratio(quantity, codes, chosen)) is not None:
                ratio, (*place, lane) = best
                candidate = (ratio, self._instance(place, lane, block), quantity.sense)
                self.tallies[space].extreme = further(self.tallies[space].extreme, candidate)

    def _instance(self, place: Sequence[int], lane: int, block: _Block) -> Instance:
        """Make the instance at a place of the block (an index for each ranking), in a lane of the tables."""
        rankings = all_rankings(self.tables.n)
        indices = (pick[k] for pick, k in zip(block.picks, place, strict=True))
        values: dict[str, Any] = {name: rankings[index] for name, index in zip(self._rankings, indices, strict=True)}
        return Instance(self.tables.n, {**values, **block.others}, self.tables.lanes.values[lane])

    def _count(self, space: str, codes: Array, chosen: Array, block: _Block) -> None:
        """Add the codes of the chosen lanes to the tally of a space, and keep its first hit."""
        tally = self.tallies[space]
        discarded = int((codes == DISCARDED).sum())
        tally.cases += codes.size - discarded
        tally.discarded += discarded
        tally.undecided += int((codes == UNDECIDED).sum())
        hits = codes == self.statement.axiom.sought_code
        if not hits.any():
            return
        # the hit to keep has the first lane, and in it the first place: argmax of booleans is the first True
        by_lane = hits.reshape(-1, hits.shape[-1])
        lane = int(by_lane.any(axis=0).argmax())
        place = tuple(map(int, np.unravel_index(int(by_lane[:, lane].argmax()), hits.shape[:-1])))
        indices = (int(pick[k]) for pick, k in zip(block.picks, place, strict=True))
        rank = (int(chosen[lane]), block.others_index, *indices)
        tally.record_hit(rank, self._instance(place, int(chosen[lane]), block))


# --- the method --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tabulation(Method):
    """The method ``enumeration``: sizes 1, 2, 3 ... within the budget, all statements of a size on the same tables."""

    budget: Profile
    is_proved: Callable[[RowSearch, CellSearch], bool]
    """Whether a theorem settles a cell for every n. Then only small sizes are enumerated, unless it has a ratio."""
    name: str = ENUMERATION

    def run(self, row: RowSearch, searches: Sequence[CellSearch]) -> None:
        """Enumerate the sizes in turn, and add to each search how far that went."""
        tallies = {search: Tally() for search in searches}
        proved = {search for search in searches if self.is_proved(row, search)}
        parameter_count = len(row.metric.parameters)
        largest_of_proved = self.budget.proved[min(parameter_count, 2)]  # for none, one and several parameters
        for n in range(1, self.budget.enumerated(parameter_count, row.metric.exact) + 1):
            searches = [
                search
                for search in searches
                if search.open and (n <= largest_of_proved or search not in proved or search.extreme is not None)
            ]
            if not searches or not (tables := self._tables(row, n)):
                break
            self._enumerate_size(row, searches, tables, tallies)
            row.report_reach()
        leave_reach(row, tallies)

    def _tables(self, row: RowSearch, n: int) -> list[Tables]:
        """Return the tables of one size; none if the size is beyond the budget."""
        metric, irrational = row.metric, self.budget.irrational
        if math.factorial(n) ** 2 * len(grid_lanes(metric, n)) > self.budget.table:
            return []
        if not metric.has_trusted_invariance and math.factorial(n) ** 2 > self.budget.evaluated:
            return []
        if metric.parameters:
            is_slow, largest_if_slow = _has_formal_values, irrational
        else:
            is_slow, largest_if_slow = _has_fractions, self.budget.fractional
        if metric.exact and n > largest_if_slow and is_slow(row):
            return []
        return tables_for(metric, n, row.definitions, specials=metric.exact and n <= irrational)

    def _enumerate_size(
        self, row: RowSearch, searches: Sequence[CellSearch], all_tables: list[Tables], tallies: dict[CellSearch, Tally]
    ) -> None:
        """Enumerate one size for each statement, and record the result in its searches."""
        for statement, statement_searches in by_statement(s for s in searches if s.open and not s.beyond).items():
            row.definitions.tick()
            for tables in all_tables:
                try:
                    by_space = StatementSweep(statement, tables).run()
                except TooMany:
                    for search in statement_searches:
                        search.beyond = True
                    break
                except Changed as error:
                    for search in statement_searches:
                        search.fail(Verdict.FLAKY, str(error))
                    break
                for search in statement_searches:
                    take_size(row, search, by_space[search.space], tables.n, tallies[search])


def _has_fractions(row: RowSearch) -> bool:
    """Return whether some value of the metric on three items is a fraction."""
    return any(isinstance(value, fmpq) and value.q != 1 for value in _values(row, 3, [{}]))


def _has_formal_values(row: RowSearch) -> bool:
    """Return whether a value on two items in the first 40 lanes is formal, so that larger sizes are slow."""
    # rationals have a denominator ``q``, and formal numbers have none
    return any(not hasattr(value, "q") for value in _values(row, 2, grid_lanes(row.metric, 2).values[:40]))


def _values(row: RowSearch, n: int, lanes: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Return the metric's values on all pairs of rankings of n items in these lanes; none if the definition fails."""
    rankings = all_rankings(n)
    try:
        return [row.definitions.value(row.metric, a, b, lane) for lane, a, b in product(lanes, rankings, rankings)]
    except Exception as error:  # the enumeration meets it again, and reports it
        raise_if_ours(error)
        return []
