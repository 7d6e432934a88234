"""Lanes: the parameter values of a grid side by side in columns, so that one evaluation covers all of them.

Tables (:mod:`.table`) are computed on lanes, and enumeration takes from here the extreme of a ratio over them. Integers
of a column are 64-bit where all absolute values are below 2^62, so that a sum of two fits; else they are objects.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from typing import Any

import numpy as np

from ..evidence.instance import is_beyond
from ..model.metric import Metric
from ..model.relation import DISCARDED, UNDECIDED, Quantity
from ..numbers.columns import Array, Column
from ..numbers.exact import Formal, rational, sign
from ..values.parameters import Parameter


@dataclass(frozen=True, eq=False)
class Lanes:
    """Parameter values, one to a lane with the simplest first, and the same values packed into columns."""

    values: Sequence[Mapping[str, Parameter]]
    packed: Mapping[str, Parameter]
    open: Array
    """For each lane whether its parameters lie in the open space."""

    def __len__(self) -> int:
        return len(self.values)

    @classmethod
    def of(cls, values: Sequence[Mapping[str, Parameter]], is_open: Sequence[bool]) -> Lanes:
        """Pack parameter values into lanes."""
        names = list(values[0])
        packed = {name: type(values[0][name]).packed([v[name] for v in values]) for name in names}
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
    """Return a key that sorts parameter values with the simplest first: sum of entries, largest entry, all entries."""
    entries = [entry for value in values.values() for entry in value.entries.values()]
    return sum(entries, 0), max(entries, default=0), entries


def grid(metric: Metric, n: int) -> Lanes:
    """Return the lanes of all enumerated parameter values over n items, on the closure and in the open space.

    Equal values of both spaces are one lane. The simplest come first.
    """
    if not metric.parameters:
        return Lanes.of([{}], [True])
    closed_grids: list[list[int]] = []
    open_grids: list[list[int]] = []
    values_of: list[list[tuple[Parameter, bool]]] = []
    for space in metric.parameters.values():  # number the distinct values, and note which lie in the open space
        numbers: dict[Parameter, int] = {}
        for side, grids in ((space.closure(), closed_grids), (space, open_grids)):
            grids.append([numbers.setdefault(value, len(numbers)) for value in side.enumerate(n)])
        values_of.append([(value, space.contains(value, n)) for value in numbers])
    combinations = dict.fromkeys((*product(*closed_grids), *product(*open_grids)))
    rows = [[values[k] for values, k in zip(values_of, numbers, strict=True)] for numbers in combinations]
    lanes = [dict(zip(metric.parameters, (value for value, _ in row), strict=True)) for row in rows]
    order = sorted(range(len(lanes)), key=lambda k: _simplicity(lanes[k]))
    return Lanes.of([lanes[k] for k in order], [all(is_open for _, is_open in rows[k]) for k in order])


def special(metric: Metric, n: int) -> Lanes | None:
    """Return the lanes of named parameter values outside the grid (``dcg``), with other parameters unit or almost unit.

    None if the metric's parameters have no such values.
    """
    spaces = metric.parameters.items()
    firsts = (1, 2) if len(spaces) > 1 else (1,)  # all entries 1; with several parameters also with a first entry of 2
    base_values = [
        {name: space.make([first, *[1] * len(space.keys(n))][: len(space.keys(n))], n) for name, space in spaces}
        for first in firsts
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
    den = math.lcm(*(int(column.den) for column in columns))
    rows = np.stack([column.num * (den // column.den) for column in columns], axis=1)
    return tuple((den, row.tobytes()) for row in np.ascontiguousarray(rows))


# --- values as one column ----------------------------------------------------------------------------------------


def stack(entries: list[Any], shape: tuple[int, int, int]) -> Column:
    """Stack values, row by row, into one column of a shape (rows, columns, lanes).

    An entry is a number, or a column over the lanes. All entries are brought to one denominator, or to one for each
    lane where a column has several. Formal values go to a pool.
    """
    if all(isinstance(value, int) for value in entries):
        flat = np.array([int(value) for value in entries], dtype=np.int64 if max(map(abs, entries)) < 2**62 else object)
        return Column(
            np.broadcast_to(flat.reshape(shape[0], shape[1], 1), shape).copy() if shape[2] > 1 else flat.reshape(shape)
        )
    if any(value.formal if isinstance(value, Column) else isinstance(value, Formal) for value in entries):
        return _of_formal(entries, shape)
    columns = [value if isinstance(value, Column) else Column.of([value]) for value in entries]
    if all(isinstance(column.den, int) for column in columns):
        den: Any = math.lcm(*{int(column.den) for column in columns})
        factors: list[Any] = [den // column.den for column in columns]
    else:
        large = max(int(np.max(column.den)) for column in columns) >= 2**62
        den = np.ones((len(entries), shape[2]), dtype=object if large else np.int64)
        for k, column in enumerate(columns):
            den[k, :] = column.den
        den, factors = den.reshape(shape), [1] * len(columns)
    bound = max(column.bound * factor for column, factor in zip(columns, factors, strict=True))
    num = np.empty((len(entries), shape[2]), dtype=np.int64 if bound < 2**62 else object)
    for k, (column, factor) in enumerate(zip(columns, factors, strict=True)):
        num[k, :] = column.num * factor if bound < 2**62 else column.num.astype(object) * factor
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


# --- the extreme of a ratio over lanes ---


def extreme_ratio(quantity: Quantity, codes: Array, chosen: Array) -> tuple[Any, tuple[int, ...]] | None:
    """Find the exact extreme of the ratio over the chosen lanes, and the first index that attains it.

    Floats select candidates near the extreme; exact arithmetic decides among these.
    """
    sides = (quantity.numerator, quantity.denominator)
    num, den = (column_of(side).spread(codes.shape).take((..., chosen)) for side in sides)
    usable = (codes[..., chosen] != DISCARDED) & (codes[..., chosen] != UNDECIDED) & (den.signs() == 1)
    if not usable.any():
        return None
    ratios = _ratios(num, den)
    ratios = np.where(usable, ratios, -np.inf if quantity.sense == "sup" else np.inf)
    best = ratios.max() if quantity.sense == "sup" else ratios.min()
    candidates = np.argwhere(usable & (np.abs(ratios - best) <= 1e-9 * max(1.0, abs(best))))
    first_index: dict[Any, tuple[int, ...]] = {}
    for row in _distinct_ratios(candidates, num, den):
        index = tuple(int(k) for k in row)
        first_index.setdefault(num.lane(index) / den.lane(index), index)
    winner = reduce(lambda best, value: value if is_beyond(value, best, quantity.sense) else best, first_index)
    *flat, lane = first_index[winner]
    return winner, (*flat, int(chosen[lane]))


def _distinct_ratios(rows: Array, num: Column, den: Column) -> Array:
    """Return the first row for each distinct pair of numerator and denominator."""
    at = tuple(rows.T)
    parts = [num.num[at], den.num[at]]
    parts += [column.den[at] for column in (num, den) if not isinstance(column.den, int)]
    first: dict[tuple[Any, ...], int] = {}
    for k, values in enumerate(zip(*(part.tolist() for part in parts), strict=True)):
        first.setdefault(values, k)
    return rows[list(first.values())]


def column_of(value: Any) -> Column:
    """Return a side of a quantity as a column, also if it is a single number."""
    return value if isinstance(value, Column) else Column.of([value])


def _ratios(num: Column, den: Column) -> Array:
    """Return approximate ratios in floats; nan where the denominator is not positive and floats overflow."""
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
