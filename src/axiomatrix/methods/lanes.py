"""Lanes: the parameter values of a grid side by side in columns, so that one evaluation covers all of them.

A *lane* is one combination of values for all parameters of a metric. Packing puts the corresponding entries of all
lanes into one :class:`~..numbers.columns.Column`, a vector of numbers that computes like a number. Tables
(:mod:`.table`) are computed on lanes, and enumeration takes from here the extreme of a ratio over them.

A column stores integer numerators ``num`` over a common denominator ``den`` (an int, or an array with one for each
lane), or indexes into a ``pool`` of formal numbers. Integers are 64-bit where all absolute values are below
:data:`~..numbers.columns.INT64_LIMIT`, else Python objects.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from ..evidence.instance import is_beyond
from ..model.metric import Metric
from ..model.relation import DISCARDED, UNDECIDED, Quantity
from ..numbers.columns import INT64_LIMIT, Array, Column
from ..numbers.exact import Formal, rational, sign
from ..values.parameters import Parameter


@dataclass(frozen=True, eq=False)
class Lanes:
    """The parameter values of each lane, the simplest lane first, and the same values packed into columns."""

    values: Sequence[Mapping[str, Parameter]]
    """By lane, the value of each parameter by name."""
    packed: Mapping[str, Parameter]
    """By name, the parameter whose entries are columns over the lanes."""
    open: Array
    """For each lane whether its parameters lie in the space as declared, and not only in its closure."""

    def __len__(self) -> int:
        return len(self.values)

    @classmethod
    def of(cls, values: Sequence[Mapping[str, Parameter]], is_open: Sequence[bool]) -> Lanes:
        """Pack parameter values into lanes."""
        packed = {
            name: type(first_value).packed([values_of_lane[name] for values_of_lane in values])
            for name, first_value in values[0].items()
        }
        return cls(tuple(values), packed, np.array(is_open, dtype=bool))


class UnpackedLanes(Sequence[Mapping[str, Parameter]]):
    """The parameter values of packed lanes, unpacked on access."""

    def __init__(self, packed: Mapping[str, Parameter], count: int) -> None:
        self._packed = packed
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, lane: Any) -> Any:
        def entry_in_lane(entry: Any) -> Any:
            return entry.lane(lane) if isinstance(entry, Column) else entry

        return {name: value.mapped(entry_in_lane) for name, value in self._packed.items()}


def _simplicity(values: Mapping[str, Parameter]) -> tuple[Any, ...]:
    """Return a sort key that puts the simplest parameter values first: the sum of entries, the largest, then all."""
    entries = [entry for value in values.values() for entry in value.entries.values()]
    return sum(entries, 0), max(entries, default=0), entries


def grid(metric: Metric, n: int) -> Lanes:
    """Return the lanes of all enumerated parameter values over n items, on the closure and in the open space.

    Equal values of both spaces are one lane. The simplest come first.
    """
    if not metric.parameters:
        return Lanes.of([{}], [True])
    # For each parameter: its distinct values, whether each lies in the open space, and both grids as indexes of values.
    # Combining indexes in place of values is fast, since hashing a parameter is slow.
    distinct_values: list[list[Parameter]] = []
    openness: list[list[bool]] = []
    closed_grids: list[list[int]] = []
    open_grids: list[list[int]] = []
    for space in metric.parameters.values():
        index_of: dict[Parameter, int] = {}
        for enumerated_space, grids in ((space.closure(), closed_grids), (space, open_grids)):
            grids.append([index_of.setdefault(value, len(index_of)) for value in enumerated_space.enumerate(n)])
        distinct_values.append(list(index_of))
        openness.append([space.contains(value, n) for value in index_of])
    lanes: list[tuple[dict[str, Parameter], bool]] = []
    for indexes in dict.fromkeys((*product(*closed_grids), *product(*open_grids))):  # each combination once
        values = [of_parameter[k] for of_parameter, k in zip(distinct_values, indexes, strict=True)]
        is_open = all(of_parameter[k] for of_parameter, k in zip(openness, indexes, strict=True))
        lanes.append((dict(zip(metric.parameters, values, strict=True)), is_open))
    lanes.sort(key=lambda lane: _simplicity(lane[0]))
    return Lanes.of([values for values, _ in lanes], [is_open for _, is_open in lanes])


def special(metric: Metric, n: int) -> Lanes | None:
    """Return the lanes of values that a space names beside its grid, such as DCG's discounts; None if there are none.

    One parameter has such a value, and all others have entries 1. With several parameters, each value is also combined
    with others whose first entry is 2.
    """
    spaces = metric.parameters.items()
    first_entries = (1, 2) if len(spaces) > 1 else (1,)
    base_values = [
        {name: space.make([first, *[1] * len(space.keys(n))][: len(space.keys(n))], n) for name, space in spaces}
        for first in first_entries
    ]
    values = [{**base, name: value} for name, space in spaces for _, value in space.special(n) for base in base_values]
    return Lanes.of(values, [True] * len(values)) if values else None


def lane_keys(packed: Mapping[str, Parameter], count: int) -> tuple[Any, ...]:
    """Return a key for each lane: equal for lanes with equal entries, whatever the order of the entries' keys."""
    entries = [value.entries[key] for value in packed.values() for key in sorted(value.entries, key=str)]
    columns = [entry if isinstance(entry, Column) else Column.of([entry] * count) for entry in entries]
    if not columns:
        return ((),) * count
    if any(column.formal or not isinstance(column.den, int) or column.num.dtype == object for column in columns):
        return tuple(tuple(str(column.lane(k)) for column in columns) for k in range(count))
    # over one common denominator, equal lanes have equal bytes of numerators
    den = math.lcm(*(int(column.den) for column in columns))
    rows = np.stack([column.num * (den // column.den) for column in columns], axis=1)
    return tuple((den, row.tobytes()) for row in np.ascontiguousarray(rows))


# --- values as one column ----------------------------------------------------------------------------------------


def stack(entries: list[Any], shape: tuple[int, int, int]) -> Column:
    """Stack values, row by row, into one column of a shape (rows, columns, lanes).

    An entry is a number, or a column over the lanes. All entries are brought to one denominator. If some column has a
    denominator for each lane, every entry keeps its own. Formal values go to a pool.
    """
    rows, row_length, lanes = shape
    if all(isinstance(value, int) for value in entries):
        largest = max(map(abs, entries))
        flat = np.array([int(value) for value in entries], dtype=np.int64 if largest < INT64_LIMIT else object)
        if lanes == 1:
            return Column(flat.reshape(shape))
        return Column(np.broadcast_to(flat.reshape(rows, row_length, 1), shape).copy())
    if any(value.formal if isinstance(value, Column) else isinstance(value, Formal) for value in entries):
        return _of_formal(entries, shape)
    columns = [value if isinstance(value, Column) else Column.of([value]) for value in entries]
    if all(isinstance(column.den, int) for column in columns):
        den: Any = math.lcm(*{int(column.den) for column in columns})
        factors: list[Any] = [den // column.den for column in columns]
    else:
        is_large = max(int(np.max(column.den)) for column in columns) >= INT64_LIMIT
        den = np.ones((len(entries), lanes), dtype=object if is_large else np.int64)
        for k, column in enumerate(columns):
            den[k, :] = column.den
        den, factors = den.reshape(shape), [1] * len(columns)
    bound = max(column.bound * factor for column, factor in zip(columns, factors, strict=True))
    num = np.empty((len(entries), lanes), dtype=np.int64 if bound < INT64_LIMIT else object)
    for k, (column, factor) in enumerate(zip(columns, factors, strict=True)):
        num[k, :] = column.num * factor if bound < INT64_LIMIT else column.num.astype(object) * factor
    return Column(num.reshape(shape), den)


def _of_formal(entries: list[Any], shape: tuple[int, int, int]) -> Column:
    """Build a column with formal values: an array of indexes into one pool for the whole table."""
    index_of: dict[Any, int] = {}
    index_by_id: dict[int, int] = {}  # many entries are one object, and comparing formal numbers is slow
    indexes = np.empty((len(entries), shape[2]), dtype=np.int64)
    for k, value in enumerate(entries):
        if isinstance(value, Column):
            pool = [value.lane(lane) for lane in range(len(value))] if value.pool is None else value.pool
            own_indexes = np.array([index_of.setdefault(entry, len(index_of)) for entry in pool], dtype=np.int64)
            indexes[k, :] = own_indexes if value.pool is None else own_indexes[value.num]
        else:
            if id(value) not in index_by_id:
                number = value if isinstance(value, Formal) else rational(value)
                index_by_id[id(value)] = index_of.setdefault(number, len(index_of))
            indexes[k, :] = index_by_id[id(value)]
    return Column(indexes.reshape(shape), pool=tuple(index_of))


# --- the extreme of a ratio over lanes ---------------------------------------------------------------------------


FLOAT_MARGIN = 1e-9
"""Relative distance from the best float within which ratios are compared exactly, far above rounding errors."""


def extreme_ratio(quantity: Quantity, codes: Array, chosen: Array) -> tuple[Any, tuple[int, ...]] | None:
    """Find the exact extreme of the ratio over the chosen lanes, and the index of the first case that attains it.

    ``codes`` has the decision of each case, the lanes on its last axis; ``chosen`` has the numbers of lanes. Floats
    select candidates near the extreme, and exact arithmetic decides among these. The sense ``sup`` seeks the largest
    ratio, ``inf`` the smallest. None if no case has a ratio.
    """
    sides = (quantity.numerator, quantity.denominator)
    num, den = (column_of(side).spread(codes.shape).take((..., chosen)) for side in sides)
    usable = (codes[..., chosen] != DISCARDED) & (codes[..., chosen] != UNDECIDED) & (den.signs() == 1)
    if not usable.any():
        return None
    ratios = np.where(usable, _ratios(num, den), -np.inf if quantity.sense == "sup" else np.inf)
    best_float = ratios.max() if quantity.sense == "sup" else ratios.min()
    candidates = np.argwhere(usable & (np.abs(ratios - best_float) <= FLOAT_MARGIN * max(1.0, abs(best_float))))
    first_index: dict[Any, tuple[int, ...]] = {}
    for row in _distinct_ratios(candidates, num, den):
        index = tuple(int(k) for k in row)
        first_index.setdefault(num.lane(index) / den.lane(index), index)
    best_ratio, *others = first_index
    for ratio in others:
        if is_beyond(ratio, best_ratio, quantity.sense):
            best_ratio = ratio
    *case_index, lane = first_index[best_ratio]
    return best_ratio, (*case_index, int(chosen[lane]))


def _distinct_ratios(rows: Array, num: Column, den: Column) -> Array:
    """Return the first row for each distinct pair of numerator and denominator; a row is the index of a case."""
    indexes = tuple(rows.T)
    stored_numbers = [num.num[indexes], den.num[indexes]]
    stored_numbers += [column.den[indexes] for column in (num, den) if not isinstance(column.den, int)]
    first_row: dict[tuple[Any, ...], int] = {}
    for k, numbers in enumerate(zip(*(array.tolist() for array in stored_numbers), strict=True)):
        first_row.setdefault(numbers, k)
    return rows[list(first_row.values())]


def column_of(value: Any) -> Column:
    """Return a side of a quantity as a column, also if it is a single number."""
    return value if isinstance(value, Column) else Column.of([value])


def _ratios(num: Column, den: Column) -> Array:
    """Return approximate ratios in floats; only those with a positive denominator mean anything.

    Where floats overflow, those ratios are computed one by one in exact arithmetic.
    """
    try:
        with np.errstate(all="ignore"):
            ratios = num.floats() / den.floats()
        if np.isfinite(ratios[den.signs() == 1]).all():
            return ratios
    except OverflowError:
        pass
    ratios = np.full(num.num.shape, np.nan)
    for index in np.ndindex(num.num.shape):
        if sign(den.lane(index)) == 1:
            ratios[index] = float(num.lane(index) / den.lane(index))
    return ratios
