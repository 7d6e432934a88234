"""Enumeration by tables: decide every instance of a statement about rankings of n items, on a grid of parameters.

:class:`StatementSweep` decides one statement at one size, and :mod:`.tabulation` loops over the sizes. The metric is
tabulated first (:mod:`.table`): its values on all pairs of rankings, at all values of the grid side by side in *lanes*
(a lane is one combination of parameter values). The *law* of the axiom, its function of the metric and the arguments,
is then called on a *block* of many rankings at once (:mod:`.batch`), and gives an array of codes such as ``HOLDS`` and
``FAILS``, one for each *case*, which is an instance in a lane:

1. Where the axiom is label-free (not about particular items) and about three rankings or more, the first ranking
   is held fixed. This is enough only if the tables show that renaming the items changes no value. Otherwise all
   rankings are enumerated.
2. An axiom that uses what only a single ranking has is evaluated on single rankings, all lanes at once. One that also
   uses what only a single number has is evaluated on single rankings in single lanes.

The law answers with a ``Relation`` of two sides, a ``Quantity`` (a ratio whose extreme is sought) or a ``Bounded``,
which has both. The results are tallies: numbers of cases, the first hit (a case that settles the statement), the
extreme of the ratio, and the error of a definition that raised (a *fault*). Each is for a space of the parameters: the
*open* one, which the metric declares, or its *closure*, which adds the boundary. The caller has every hit decided
again by the definition itself (:mod:`.judging`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ..evidence.fault import fault_of, raise_if_ours
from ..evidence.instance import Changed, Instance
from ..model.axiom import Statement
from ..model.metric import BoundMetric
from ..model.promises import keeps_promise
from ..model.relation import DISCARDED, FAILS, HOLDS, ROUNDED, UNDECIDED, Answer, Bounded, Quantity
from ..numbers.columns import Array, Unvectorised
from ..spaces import Permutations, Rankings, Relabellings, all_rankings
from ..spaces.parameters import ParameterDomain
from .batch import Batch, NotTabulated
from .column_extremes import extreme_ratio, quantity_codes
from .instances import Combinations, generators_first
from .search import BestRatio, SizeTally, TooMany, more_extreme
from .table import NotInvariant, Tables, tables_for

MAX_CASES_OF_A_BLOCK = 1 << 20
"""Most cases that one array operation decides."""
MAX_CASES_IN_ARRAYS = 1 << 26
"""Most cases of one size, all lanes counted, where a whole group (all relabellings, for example) is enumerated."""
MAX_CASES_IN_LANES = 1 << 24
"""Most cases of one size, all lanes counted, with several lanes, whose products may be large Python integers."""
MAX_SINGLE_INSTANCES = 1 << 18
"""Most instances of one size that are decided one at a time. A larger size is not enumerated."""
CATALOGUE = "axiomatrix.catalogue."
"""Prefix of the modules whose axioms are written for batches; others are tried first (``_takes_batches``)."""
MAX_SIZE_COMPARED = 3
"""Up to this size a user's axiom is evaluated both on batches and case by case, which must give equal counts."""


class _Block(NamedTuple):
    """Cases decided at once: combinations of some rankings, with a single combination of the other arguments."""

    others_index: int
    """The number of this combination. Of several hits in a lane, the one with the lowest number is kept."""
    others: Mapping[str, Any]
    """The arguments that are not rankings."""
    ranking_numbers: Sequence[range]
    """For each argument that is a ranking, the numbers of its rankings (see :mod:`.batch`)."""


@dataclass
class StatementSweep:
    """A statement enumerated at one size over the lanes of one set of tables."""

    statement: Statement
    tables: Tables
    by_generators: bool = field(default=False, init=False)
    """Whether only generators are enumerated of a group, that of all relabellings or permutations."""
    uses_one_lane: bool = field(default=False, init=False)
    """Whether one lane is enough, since the axiom ignores the parameters."""
    tallies: dict[str, SizeTally] = field(init=False)
    """By parameter space, open or closure. The two share a tally if no lane is on the boundary.

    The open space has the lanes off the boundary, and the closure has all lanes.
    """

    def __post_init__(self) -> None:
        over = self.statement.axiom.over
        self._ranking_spaces = {name: space for name, space in over.items() if type(space) is Rankings}
        self._other_spaces = {name: space for name, space in over.items() if name not in self._ranking_spaces}
        self.tallies = {space: SizeTally() for space in ParameterDomain}

    def run(self) -> dict[str, SizeTally]:
        """Enumerate with generators of groups first, then with whole groups if a case without a value requires it.

        An invariance that holds for the generators holds for their products too: each is reached by a chain of equal
        values. A case without a value breaks that chain, so that the whole group is enumerated unless the cell has a
        hit or a fault anyway.

        Raises :class:`TooMany` beyond the limits, and :class:`Changed` for a nondeterministic metric.
        """
        self.uses_one_lane = keeps_promise(self.statement.axiom, "ignores_parameters")
        for generators in generators_first(self.statement.axiom):
            self.by_generators = generators
            tallies = self._run()
            has_broken_chain = any(
                tally.discarded and tally.hit is None and tally.fault is None for tally in tallies.values()
            )
            if not has_broken_chain:
                break
        return tallies

    def _run(self) -> dict[str, SizeTally]:
        """Enumerate blocks in all lanes at once, else single rankings in all lanes, else single rankings lane by lane.

        Each attempt begins with empty tallies. The next one is made where the axiom cannot be evaluated in that way.
        A metric that computes in floats, and a law that branches on parameter values, are only decided lane by lane.
        """
        is_label_free = keeps_promise(self.statement.axiom, "label_free")
        self._may_fix_first = len(self._ranking_spaces) >= 3 and is_label_free  # for two it saves little
        takes_batches = self.tables.main.exact and (is_label_free or self._takes_batches())
        if takes_batches and not self.statement.axiom.by_lane:
            for single in (False, True):
                if self._try_in_all_lanes(single=single):
                    return self.tallies
        self.decide_lane_by_lane()
        return self.tallies

    def _try_in_all_lanes(self, *, single: bool) -> bool:
        """Decide blocks or ``single`` rankings in all lanes at once, and return whether the axiom allows it.

        The first ranking is fixed if it may be. If a table shows that renaming the items changes a value, all is
        decided once more with every first ranking.
        """
        for fixed in (True, False) if self._may_fix_first else (False,):
            try:
                self.decide_in_all_lanes(fixed=fixed, single=single)
                return True
            except NotInvariant:  # raised with a fixed ranking only
                self._may_fix_first = False
            except (Changed, TooMany):  # another way of evaluating would not help
                raise
            except Exception as error:  # the axiom uses what only single rankings or single numbers have
                raise_if_ours(error)
                return False
        return False  # never reached: the last turn does not raise NotInvariant

    def _takes_batches(self) -> bool:
        """Return whether the axiom can be evaluated on batches; a user's axiom is tried on few items.

        A user's axiom may depend on the type of a value, for example, and a batch is of another type than a ranking.
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
                except TooMany:  # of this size case by case
                    return small > 2  # trust batches if at least sizes 1 and 2 agreed
                except Exception as error:  # evaluated case by case, the axiom raises its own errors again
                    raise_if_ours(error)
                    return False
                for space in self._spaces_decided():
                    if batched.tallies[space].counts != single.tallies[space].counts:
                        return False
        return True

    def _spaces_decided(self) -> Sequence[ParameterDomain]:
        """Return the spaces on which the axiom is decided: the open one, and for some axioms the closure."""
        axiom = self.statement.axiom
        return list(ParameterDomain) if axiom.boundary or axiom.closed_only else [ParameterDomain.OPEN]

    def _reset(self, *, fixed: bool) -> None:
        """Begin with empty tallies, and tell the tables what the statement needs of them.

        Because of ``require_invariance``, a lookup raises ``NotInvariant`` if renaming the items changes a value.
        ``nameless`` allows the tables to compute values by renaming the items.
        """
        self.tallies = {space: SizeTally() for space in ParameterDomain}
        self.tables.require_invariance = fixed
        self.tables.nameless = keeps_promise(self.statement.axiom, "label_free")

    # --- two ways through the instances ---

    def decide_in_all_lanes(self, *, fixed: bool = False, single: bool = False) -> None:
        """Decide blocks of rankings, or ``single`` rankings, in all lanes at once.

        ``fixed``: only the identity (1, 2, 3 ...) is the first ranking. That is enough if renaming the items changes no
        value, and ``NotInvariant`` is raised if it does. Raises :class:`TooMany` beyond the limits.
        """
        self._reset(fixed=fixed)
        tables, others = self.tables, self._other_combinations
        all_rankings_of_size = Combinations.of(self._ranking_spaces, tables.n)
        rankings = all_rankings_of_size.with_first_fixed() if fixed else all_rankings_of_size
        lanes = 1 if self.uses_one_lane else len(tables.lanes)
        unfixed_instances = others.count * all_rankings_of_size.count
        instances = others.count * rankings.count
        has_group = any(isinstance(space, (Relabellings, Permutations)) for space in self._other_spaces.values())
        has_whole_group = has_group and not self.by_generators
        if single:
            exceeds_limits = instances > MAX_SINGLE_INSTANCES
        else:
            # With a whole group, instances count as if no ranking were fixed: that limit is the same for all metrics.
            exceeds_for_group = has_whole_group and unfixed_instances * lanes > MAX_CASES_IN_ARRAYS
            exceeds_for_lanes = lanes > 1 and instances * lanes > MAX_CASES_IN_LANES
            exceeds_limits = exceeds_for_group or exceeds_for_lanes
        if exceeds_limits:
            raise TooMany
        for others_index, values in enumerate(others.by_name()):
            for ranking_numbers in rankings.blocks(1 if single else MAX_CASES_OF_A_BLOCK // lanes):
                self._decide_block(_Block(others_index, values, ranking_numbers), single=single)

    def decide_lane_by_lane(self) -> None:
        """Decide single rankings at single parameter values, in an order where the first hit is the one to keep.

        The closure has a tally only if the axiom is decided there. Raises :class:`TooMany` beyond the limit.
        """
        self._reset(fixed=False)
        definitions, tables, axiom = self.tables.definitions, self.tables, self.statement.axiom
        others, rankings = self._other_combinations, Combinations.of(self._ranking_spaces, tables.n)
        decided_spaces = self._spaces_decided()
        lanes = []
        for lane, is_open in enumerate(tables.lanes.is_open):
            if spaces := [space for space in decided_spaces if is_open or space is ParameterDomain.CLOSED]:
                lanes.append((lane, [self.tallies[space] for space in spaces]))
        lanes = lanes[:1] if self.uses_one_lane else lanes
        if rankings.count * others.count * len(lanes) > MAX_SINGLE_INSTANCES:
            raise TooMany
        for lane, tallies in lanes:
            parameters = tables.lanes.values[lane]
            bound = BoundMetric(tables.main, parameters, definitions)
            for values in (other | ranked for other in others.by_name() for ranked in rankings.by_name()):
                if all(tally.fault for tally in tallies):  # a fault of an earlier lane ends the statement
                    break
                definitions.tick()  # tells the supervising process that this one is alive
                instance = Instance(tables.n, values, parameters)
                try:
                    decision = definitions.decide_values(self.statement, bound, [values[name] for name in axiom.over])
                except Exception as error:  # the definition or the axiom
                    raise_if_ours(error)
                    fault = fault_of(error, tables.main, instance)
                    for tally in tallies:
                        tally.fault = tally.fault or fault
                    break
                if decision.code == ROUNDED:  # reports show one case in floats that fails by rounding at most
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

    def _decide_block(self, block: _Block, *, single: bool) -> None:
        """Decide the cases of a block with the tables, and add the results to the tallies.

        ``single``: the block has one ranking for each argument, which the law gets in place of a batch.

        1. The law is called. It looks values up in the tables, which note for each case whether a value that it met is
           undefined, undecided or the place of an error.
        2. The codes of the answer are computed, and overwritten in those cases.
        3. The results are added to the tally of each space. A closure without its own lanes shares the other tally.
        """
        answer = self._answer(block, single=single)
        shape = (*map(len, block.ranking_numbers), len(self.tables.lanes))
        codes = self._codes(answer, shape)
        quantity = answer.quantity if isinstance(answer, Bounded) else answer
        for space, lane_numbers in self._lanes_by_space():
            tally = self.tallies[space]
            tally.fault = tally.fault or self.tables.first_fault(shape, lane_numbers)
            self._count(tally, codes[..., lane_numbers], lane_numbers, block)
            if isinstance(quantity, Quantity) and (best := extreme_ratio(quantity, codes, lane_numbers)) is not None:
                ratio, (*place, lane) = best
                extreme = BestRatio(ratio, self._instance(place, lane, block), quantity.sense)
                tally.extreme = more_extreme(tally.extreme, extreme)

    def _answer(self, block: _Block, *, single: bool) -> Answer:
        """Call the law on the rankings of a block, with a separate axis for each argument.

        Afterwards the masks of the tables say which cases of this call met a missing value.
        """
        tables = self.tables
        values = dict(block.others)
        for axis, (name, numbers) in enumerate(zip(self._ranking_spaces, block.ranking_numbers, strict=True)):
            if single:
                values[name] = tables.group.rankings[numbers.start]
            else:
                along_axis = [-1 if k == axis else 1 for k in range(len(block.ranking_numbers))]
                values[name] = Batch(tables.group, np.array(numbers).reshape(along_axis))
        tables.forget_masks()
        raised_before = Unvectorised.raised  # how often it was raised in this process
        bound = BoundMetric(tables.main, tables.lanes.packed, tables)
        answer = self.statement.says(bound, *(values[name] for name in self.statement.axiom.over))
        if Unvectorised.raised != raised_before:  # raised and caught by the axiom, whose answer then means nothing
            raise NotTabulated("the axiom caught what was meant for the enumeration")
        return answer

    def _codes(self, answer: Answer, shape: tuple[int, ...]) -> Array:
        """Return the code of each case of a block: an axis for each argument that is a ranking, and last the lanes.

        Must follow :meth:`_answer`, which leaves in the tables the masks of the cases without a value.
        """
        tables = self.tables
        relation = answer.relation if isinstance(answer, Bounded) else answer
        codes = quantity_codes(relation) if isinstance(relation, Quantity) else np.asarray(relation.decide())
        codes = np.broadcast_to(codes, shape)
        # overwrite codes of cases without a value: faults first, then undecided ones, and undefined ones last, since a
        # case with an undefined value is always discarded
        if tables.faulty:
            codes = np.where(tables.faulty_anywhere(shape), DISCARDED, codes)
        if tables.undefined is not False or tables.undecided is not False:
            codes = np.where(np.broadcast_to(tables.undecided, shape), UNDECIDED, codes)
            codes = np.where(np.broadcast_to(tables.undefined, shape), DISCARDED, codes)
        return codes

    def _lanes_by_space(self) -> Iterator[tuple[ParameterDomain, Array]]:
        """Yield each space with the numbers of its lanes.

        Without a lane on the boundary, the closure is not yielded: it gets the tally of the open space instead. The
        closure is counted here even if the axiom is not decided there, as the caller ignores a tally without a cell.
        """
        is_open = self.tables.lanes.is_open
        open_lanes = np.flatnonzero(is_open)
        if self.uses_one_lane:  # the first lane lies in both spaces; reports print its parameters
            for space in ParameterDomain:
                yield space, open_lanes[:1]
            return
        yield ParameterDomain.OPEN, open_lanes
        if len(open_lanes) < len(is_open):
            yield ParameterDomain.CLOSED, np.arange(len(is_open))
        else:
            self.tallies[ParameterDomain.CLOSED] = self.tallies[ParameterDomain.OPEN]

    def _instance(self, place: Sequence[int], lane: int, block: _Block) -> Instance:
        """Make the instance at a place of the block (an index for each ranking), in a lane of the tables."""
        rankings = all_rankings(self.tables.n)
        indices = (numbers[k] for numbers, k in zip(block.ranking_numbers, place, strict=True))
        values: dict[str, Any] = {
            name: rankings[index] for name, index in zip(self._ranking_spaces, indices, strict=True)
        }
        return Instance(self.tables.n, {**values, **block.others}, self.tables.lanes.values[lane])

    def _count(self, tally: SizeTally, codes: Array, lane_numbers: Array, block: _Block) -> None:
        """Add the codes of these lanes to a tally, and keep its first hit."""
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
        indices = (int(numbers[k]) for numbers, k in zip(block.ranking_numbers, place, strict=True))
        rank = (int(lane_numbers[lane]), block.others_index, *indices)
        tally.record_hit(rank, self._instance(place, int(lane_numbers[lane]), block))
