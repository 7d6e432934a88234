"""Tables: the values of a metric on all pairs of rankings of n items, in every lane.

A *lane* is one combination of parameter values, and *packed* parameters have a column of numbers in place of each
entry, one for each lane (:mod:`.lanes`). Enumeration (:mod:`.enumeration`) calls the law of an axiom once for a whole
batch of rankings: with a :class:`.Batch` in place of a ranking, and with a metric bound to :class:`Tables`, which looks
values up instead of calling the definition. ``d(a, b)`` is then a :class:`~..numbers.columns.Column` of values.

A :class:`ValueTable` is filled in these steps:

1. The definition is called once for each pair of rankings, on the packed parameters, which covers all lanes.
2. A sample of the values is compared with single evaluations, each of one pair in one lane.
3. If a value differs, the whole table is computed again by single evaluations.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq, fmpz

from ..evidence.fault import Fault, fault_of, raise_if_ours
from ..evidence.instance import Changed, Definitions, Instance
from ..model.metric import Metric
from ..model.relation import DISCARDED, UNDECIDED
from ..numbers.columns import Array, Column, Unvectorised
from ..numbers.exact import Formal, Undecided, Undefined
from ..values.rankings import Ranking, Relabelling
from .batch import Batch, NotTabulated, group
from .lanes import Lanes, UnpackedLanes, grid_lanes, lane_keys, special_lanes, stack

MAX_PLACES_SAMPLED = 24
"""Most pairs of rankings, and most lanes of each, at which vectorised values are compared with single evaluations."""
MAX_SIZE_COMPARED_WHOLLY = 3
"""Largest n at which all pairs and lanes of a user's definition are compared."""

RAISED = -1
"""Code of an entry where the definition raised; other entries without a value are ``DISCARDED`` or ``UNDECIDED``."""


class NotInvariant(Exception):
    """Raised where an evaluation assumes that renaming the items changes no value, and the table shows that it does."""


class ValueTable:
    """The values of one metric for n items: ``column`` of shape (n!, n!, lanes).

    Rankings are numbered as in :mod:`.batch`. Everywhere, ``i`` and ``j`` are the numbers of the first and the second
    ranking of a pair.

    ``nameless`` says that the table is for statements about no particular items. For them, the row of pairs with the
    first ranking is enough if the catalogue declares the metric label-invariant (renaming items changes no value) and
    no parameter belongs to items.

    Raises :class:`~..evidence.instance.Changed` if a second evaluation gives another value.
    """

    def __init__(
        self, metric: Metric, lanes: Lanes, n: int, definitions: Definitions, *, nameless: bool = False
    ) -> None:
        self.metric = metric
        self.lanes = lanes
        self.n = n
        self._definitions = definitions
        self.is_from_first_row = False
        """Whether all values were computed from pairs with the first ranking, by renaming."""
        self.is_invariant: bool | None = None
        """Whether no value changes when items are renamed with their data; None if that was not decided."""
        self._lane_maps: dict[tuple[Any, ...], Array | None] = {}
        """The results of :meth:`lane_map`, by its argument."""
        # flint's integers are fast; they raise on an inexact division, and then _evaluate_in_lane evaluates again
        rankings = group(n).quick if metric.never_divides else group(n).rankings
        size, lane_count = len(rankings), len(lanes)
        self.missing: Array | None = None
        """Codes of entries without a value (:data:`RAISED`, ``DISCARDED``, ``UNDECIDED``), 0 for the others.

        None if every entry has a value.
        """
        column_by_renaming = self._column_from_first_row() if nameless else None
        if column_by_renaming is not None and self.missing is None:
            self.column, self.is_from_first_row, self.is_invariant = column_by_renaming, True, True
            return
        self.missing = None  # forget what the attempt with the first row recorded
        entries: list[Any] = []
        for i, a in enumerate(rankings):
            entries += [self._evaluate_in_all_lanes(a, b, i, j) for j, b in enumerate(rankings)]
        for i in range(min(size, MAX_PLACES_SAMPLED)):  # a deterministic definition gives the first row again
            again = self._evaluate_in_all_lanes(rankings[0], rankings[i], 0, i)
            if not same(again, entries[i]):
                answers = "differently" if isinstance(again, Column) else f"{entries[i]} and then {again}"
                raise Changed(f"{metric.name} answered {answers} on {rankings[0]} and {rankings[i]}")
        if not self._agrees_with_definition(entries):
            entries = [
                Column.of([self._evaluate_in_lane(lane, i, j) for lane in range(lane_count)])
                for i, j in product(range(size), repeat=2)
            ]
        self.column = stack(entries, (size, size, lane_count))

    def _column_from_first_row(self) -> Column | None:
        """Compute all values from pairs with the first ranking, since renaming maps every pair to one of these.

        As a check, one value in every other row of the table is evaluated too. None if the check fails, if the metric
        is not declared label-invariant, and where this saves nothing.
        """
        rankings_of_size = group(self.n)
        size = len(rankings_of_size.rankings)
        has_item_data = any(value.travels for value in self.lanes.packed.values())
        if (
            size < MAX_PLACES_SAMPLED
            or has_item_data
            or self._definitions.mixes_fractions(self.metric)
            or not self.metric.has_trusted_invariance
        ):
            return None
        rankings = rankings_of_size.quick if self.metric.never_divides else rankings_of_size.rankings
        row = [self._evaluate_in_all_lanes(rankings[0], b, 0, j) for j, b in enumerate(rankings)]
        if self.missing is not None:
            return None
        values = stack(row, (1, size, len(self.lanes))).reshaped((size, len(self.lanes)))
        column = values.take(rankings_of_size.quotients())  # (a, b) has the value of (identity, b o a^-1)
        for i in range(1, size):
            self._definitions.tick()
            j = (7 * i + 1) % size  # spreads the checked values over the columns; any other spread would do
            a, b = rankings_of_size.rankings[i], rankings_of_size.rankings[j]
            if not same(column.take((i, j)), self._evaluate_in_all_lanes(a, b, i, j)):
                return None
        return column

    def _agrees_with_definition(self, entries: list[Any]) -> bool:
        """Return whether a sample of the entries, row by row, agrees with single evaluations of the definition.

        Everything is compared on few items for a definition outside the catalogue (*foreign*).
        """
        size, lane_count = len(group(self.n).rankings), len(self.lanes)
        compares_all = self.metric.is_foreign and self.n <= MAX_SIZE_COMPARED_WHOLLY
        sampled_entries = range(len(entries) if compares_all else min(size, MAX_PLACES_SAMPLED))
        sampled_lanes = range(0, lane_count, 1 if compares_all else max(1, lane_count // MAX_PLACES_SAMPLED))
        for k, lane in product(sampled_entries, sampled_lanes):
            (i, j), value = divmod(k, size), entries[k]
            is_value = self.missing is None or not self.missing[i, j, lane]
            number = value.lane(lane) if isinstance(value, Column) else value
            if is_value and not same(number, self._evaluate_in_lane(lane, i, j)):
                return False
        return True

    def _evaluate_in_all_lanes(self, a: Ranking, b: Ranking, i: int, j: int) -> Any:
        """Evaluate a pair in all lanes: a column, or a single number if it is the same in all.

        If the definition fails on packed parameters, or mixes Python's Fractions in, each lane is evaluated alone.
        """
        self._definitions.tick()  # tells the supervising process that this one is alive
        if not self._definitions.mixes_fractions(self.metric):
            try:
                raised_before = Unvectorised.raised
                value = self.metric.evaluate(a, b, self.lanes.packed)
                if Unvectorised.raised != raised_before:
                    value = None  # the definition caught an Unvectorised, so its value is not to be trusted
                if isinstance(value, Column):
                    return value
                if isinstance(value, (int, fmpz, fmpq, Formal)) and not isinstance(value, bool):
                    return int(value) if isinstance(value, fmpz) else value
            except Undefined:
                # without parameters, and on the same kind of positions, a single evaluation would be the same call
                if not self.lanes.packed and not self.metric.never_divides:
                    self._record(DISCARDED, i, j, 0)
                    return 0
            except Exception as error:  # of the definition; single evaluations give its values or its error
                raise_if_ours(error)
        return Column.of([self._evaluate_in_lane(lane, i, j) for lane in range(len(self.lanes))])

    def _evaluate_in_lane(self, lane: int, i: int, j: int) -> Any:
        """Evaluate a pair in one lane; a missing value is recorded and becomes 0."""
        a, b = group(self.n).rankings[i], group(self.n).rankings[j]
        try:
            return self._definitions.value(self.metric, a, b, self.lanes.values[lane])
        except Undefined:
            self._record(DISCARDED, i, j, lane)
        except Undecided:
            self._record(UNDECIDED, i, j, lane)
        except Exception as error:  # becomes a fault of the cells that use this entry; see :meth:`fault`
            raise_if_ours(error)
            self._record(RAISED, i, j, lane)
        return 0

    def fault(self, i: int, j: int, lane: int) -> Fault:
        """Evaluate an entry that raised once more, and describe its error."""
        a, b = group(self.n).rankings[i], group(self.n).rankings[j]
        try:
            again = self._definitions.value(self.metric, a, b, self.lanes.values[lane])
        except Exception as error:  # the definition
            raise_if_ours(error)
            return fault_of(error, self.metric, Instance(self.n, {"a": a, "b": b}, self.lanes.values[lane]))
        raise Changed(f"{self.metric.name} raised and then answered {again} on {a} and {b}")

    def _record(self, code: int, i: int, j: int, lane: int) -> None:
        """Record why an entry has no value. Most tables need no array of codes, so it is made on first use."""
        if self.missing is None:
            size = len(group(self.n).rankings)
            self.missing = np.zeros((size, size, len(self.lanes)), dtype=np.int8)
        self.missing[i, j, lane] = code

    def lane_map(self, keys: tuple[Any, ...]) -> Array | None:
        """Return for each key (see :func:`.lane_keys`) the number of the lane that has it; None if one is missing."""
        if keys not in self._lane_maps:
            lanes = [self._lane_by_key.get(key) for key in keys]
            self._lane_maps[keys] = None if None in lanes else np.array(lanes, dtype=np.int64)
        return self._lane_maps[keys]

    @cached_property
    def _lane_by_key(self) -> dict[Any, int]:
        """The number of each lane by its key."""
        return {key: lane for lane, key in enumerate(lane_keys(self.lanes.packed, len(self.lanes)))}


def same(x: Any, y: Any) -> bool:
    """Return whether two numbers or columns are equal."""
    difference = x - y
    return bool((difference.signs() == 0).all()) if isinstance(difference, Column) else bool(difference == 0)


class _FaultyLookup(NamedTuple):
    """A lookup that met entries at which the definition raised."""

    mask: Array
    """The cases that met an entry that raised."""
    table: ValueTable
    i: Array
    """The numbers of the first rankings, for each case."""
    j: Array
    lane_map: Array | None
    """For each lane of the evaluation the lane of the table; None if they are the same."""


class Tables:
    """Evaluator that looks values up in tables, and makes a table when a metric is first evaluated.

    ``main`` is the metric whose statements are decided, and ``lanes`` are the values of its parameters. A law may
    evaluate other metrics too, or the metric at other parameters, such as renamed ones.

    A lookup marks the cases without a value in masks (``undefined``, ``undecided``, ``faulty``). The enumeration reads
    them after each call of a law, and clears them before (:meth:`forget_masks`). The masks of several lookups may have
    different shapes, which numpy's broadcasting joins.
    """

    def __init__(self, metric: Metric, lanes: Lanes, n: int, definitions: Definitions) -> None:
        self.main = metric
        self.lanes = lanes
        self.n = n
        self.definitions = definitions
        self.metric = definitions.metric
        """Finds a metric by its name, as every evaluator must."""
        self.group = group(n)
        self.require_invariance = False
        """Whether only the identity is enumerated as the first ranking, which needs metrics with invariant values.

        A lookup in a table that is not invariant then raises :class:`NotInvariant`.
        """
        self.nameless = False
        """Whether the statement is about no particular items (see :class:`ValueTable`); set before each statement."""
        self._tables: dict[tuple[str, tuple[Any, ...], bool], ValueTable] = {}
        """By the metric's name, the keys of the lanes (:func:`.lane_keys`), and ``is_from_first_row`` of the table."""
        self._resolved: dict[Any, tuple[ValueTable, Array | None, Any]] = {}
        """Cache of :meth:`_resolve`: table and lane map, with the parameters whose ids are in the key."""
        self.undefined: Any = False
        """Mask of the cases in which a value is undefined; False for none."""
        self.undecided: Any = False
        """Mask of the cases in which a value exists but could not be decided; False for none."""
        self.faulty: list[_FaultyLookup] = []
        """Lookups of the current evaluation that met entries which raised."""

    def forget_masks(self) -> None:
        """Clear the masks before a new evaluation."""
        self.undefined = self.undecided = False
        self.faulty = []

    def value(self, metric: Metric, a: Any, b: Any, parameters: Mapping[str, Any]) -> Any:
        """Look up the values on batches, or on single rankings of 1..n, as a column whose last axis is the lanes.

        Raises :class:`NotInvariant` or :class:`NotTabulated`; the caller then enumerates in another way.
        """
        table, lane_map = self._resolve(metric, parameters)
        if self.require_invariance and not self.is_invariant(table):
            raise NotInvariant(metric.name)
        i, j = self._index(a), self._index(b)
        index = (i, j) if lane_map is None else (np.asarray(i)[..., None], np.asarray(j)[..., None], lane_map)
        if table.missing is not None:
            codes = table.missing[index]
            if (codes == RAISED).any():
                self.faulty.append(_FaultyLookup(codes == RAISED, table, np.asarray(i), np.asarray(j), lane_map))
            self.undefined = self.undefined | (codes == DISCARDED)
            self.undecided = self.undecided | (codes == UNDECIDED)
        return table.column.take(index)

    def _index(self, ranking: Any) -> Any:
        """Return the index of a batch, or of a single ranking; :class:`NotTabulated` for rankings of other items."""
        if isinstance(ranking, Batch):
            return ranking.index
        try:
            return self.group.index[ranking]
        except (KeyError, TypeError):
            raise NotTabulated(f"{ranking!r:.60} is not a ranking of the items 1..{self.n}") from None

    def first_fault(self, shape: tuple[int, ...], chosen: Array) -> Fault | None:
        """Return the error in the first of the chosen lanes that has one, if any.

        ``shape`` is the shape of the cases: an axis for each ranking, and the lanes as the last axis.
        """
        for mask, table, i, j, lane_map in self.faulty:  # in the order of the lookups
            faulty = np.broadcast_to(mask, shape)[..., chosen]
            if not faulty.any():
                continue
            by_lane = faulty.reshape(-1, len(chosen))  # a row for each case
            # argmax of booleans is the first True: the first lane with a fault, and in it the first case
            lane_number = int(by_lane.any(axis=0).argmax())
            case = np.unravel_index(int(by_lane[:, lane_number].argmax()), shape[:-1])
            row, column = (int(np.broadcast_to(index, shape[:-1])[case]) for index in (i, j))
            lane = int(chosen[lane_number]) if len(table.lanes) > 1 else 0
            return table.fault(row, column, lane if lane_map is None else int(lane_map[lane]))
        return None

    def faulty_anywhere(self, shape: tuple[int, ...]) -> Array:
        """Return a mask of the cases that met a fault."""
        faults = np.zeros(shape, dtype=bool)
        for lookup in self.faulty:
            faults |= lookup.mask
        return faults

    def _resolve(self, metric: Metric, parameters: Mapping[str, Any]) -> tuple[ValueTable, Array | None]:
        """Return the table of a metric at these packed parameters, and the number of each lane there; None if alike."""
        key = (metric.name, self.nameless, tuple(id(p) for p in parameters.values()))
        resolved = self._resolved.get(key)
        if resolved is None:
            table, lane_map = self._find_or_make_table(metric, parameters)
            # the entry keeps the parameters alive, so that no other object gets an id that is in the key
            resolved = self._resolved[key] = (table, lane_map, parameters)
        return resolved[0], resolved[1]

    def _find_or_make_table(self, metric: Metric, parameters: Mapping[str, Any]) -> tuple[ValueTable, Array | None]:
        """Find a table with the same lanes, else one with the same lanes in another order, else make one."""
        keys = lane_keys(parameters, len(self.lanes))
        # tables made for nameless statements lack the evaluations that other statements need
        usable = {key: table for key, table in self._tables.items() if self.nameless or not table.is_from_first_row}
        for (name, own_keys, _), table in usable.items():
            if (name, own_keys) == (metric.name, keys):
                return table, None
        for (name, _, _), table in usable.items():
            if name == metric.name and len(table.lanes) == len(self.lanes):
                lane_map = table.lane_map(keys)
                if lane_map is not None:
                    return table, lane_map
        lanes = self._pack_lanes(parameters)
        raised_before = Unvectorised.raised
        table = ValueTable(metric, lanes, self.n, self.definitions, nameless=self.nameless)
        self._tables[metric.name, keys, table.is_from_first_row] = table
        Unvectorised.raised = raised_before  # exceptions inside the table were handled there
        return table, None

    def _pack_lanes(self, packed: Mapping[str, Any]) -> Lanes:
        """Make lanes of packed parameters: a single lane if they are the same in all."""
        has_columns = any(isinstance(e, Column) for value in packed.values() for e in value.entries.values())
        if not has_columns:
            return Lanes((packed,), packed, np.array([True]))
        return Lanes(UnpackedLanes(packed, len(self.lanes)), packed, self.lanes.is_open)

    def is_invariant(self, table: ValueTable) -> bool:
        """Return whether no tabulated value changes when the items are renamed together with their data."""
        if table.is_invariant is None:
            table.is_invariant = self._decide_invariance(table)
        return table.is_invariant

    def _decide_invariance(self, table: ValueTable) -> bool:
        """Compare each value with its images under exchanges of neighbouring items, which generate all renamings."""
        if table.missing is not None:  # the codes of entries without a value are not compared
            return False
        for x in range(1, self.n):
            exchange = Relabelling.exchanging(range(1, self.n + 1), x, x + 1)
            renamed = {name: value.renamed(exchange) for name, value in table.lanes.packed.items()}
            lane_map = table.lane_map(lane_keys(renamed, len(table.lanes)))
            if lane_map is None:
                return False
            image = Batch(self.group, np.arange(len(self.group.rankings))).renamed(exchange).index
            for i in range(len(image)):  # row by row: the whole table at once is too large to copy for n = 6
                column = table.column.take(i)
                image_column = table.column.take((image[i], image[:, None], lane_map[None, :]))
                if column.is_formal and (image_column.num == column.num).all():
                    continue  # formal columns hold indexes into a pool of values: equal indexes, equal values
                if not ((image_column - column).signs() == 0).all():
                    return False
        return True


def tables_for(metric: Metric, n: int, definitions: Definitions, *, specials: bool = True) -> list[Tables]:
    """Return the tables of the metric's grid and, with ``specials``, of the values that its spaces name outside it."""
    lane_sets = [grid_lanes(metric, n), special_lanes(metric, n) if specials else None]
    return [Tables(metric, lanes, n, definitions) for lanes in lane_sets if lanes is not None]
