"""Lanes: the parameter values of a grid side by side, so that one evaluation of a definition covers all of them.

A *lane* is one combination of values for all parameters of a metric. The weights (1, 1), (1, 2) and (2, 3) of two items
are three lanes. They are *packed* into weights whose entries are columns: (1, 1, 2) for the first item, and (1, 2, 3)
for the second. A :class:`~..numbers.columns.Column` computes like a number, so a definition that is called on packed
weights returns a column: its value in each lane.

:func:`grid_lanes` and :func:`special_lanes` list the values of a metric's parameters. Tables (:mod:`.table`) evaluate
the metric on them, combine the values with :func:`stack`, and find lanes with equal values by :func:`lane_keys`.

A column stores integer numerators ``num`` over a common denominator ``den`` (an int, or an array with one for each
lane), or indexes into a ``pool`` of *formal* numbers, exact irrational ones such as logarithms. Integers are 64-bit
where all absolute values are below :data:`~..numbers.columns.INT64_LIMIT`, else Python objects.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from ..model.metric import Metric
from ..numbers.columns import INT64_LIMIT, Array, Column
from ..numbers.exact import Formal, rational
from ..values.parameters import Parameter


@dataclass(frozen=True, eq=False)
class Lanes:
    """The parameter values of each lane, the simplest lane first, and the same values packed into columns."""

    values: Sequence[Mapping[str, Parameter]]
    """For each lane, the value of each parameter by name."""
    packed: Mapping[str, Parameter]
    """By name, the packed parameters. Their entries are columns over the lanes."""
    is_open: Array
    """A bool for each lane: whether its values lie in the declared spaces, and not only in their closures."""

    def __len__(self) -> int:
        return len(self.values)

    @classmethod
    def of(cls, values: Sequence[Mapping[str, Parameter]], is_open: Sequence[bool]) -> Lanes:
        """Pack the parameter values of each lane; there must be at least one lane."""
        packed = {
            name: type(first_value).packed([values_of_lane[name] for values_of_lane in values])
            for name, first_value in values[0].items()
        }
        return cls(tuple(values), packed, np.array(is_open, dtype=bool))


class UnpackedLanes(Sequence[Mapping[str, Parameter]]):
    """The values of each lane of packed parameters, as in :attr:`Lanes.values`, unpacked when a lane is accessed.

    An entry that is not a column has the same value in every lane.
    """

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


def grid_lanes(metric: Metric, n: int) -> Lanes:
    """List the enumerated parameter values over n items, those on the boundary included, the simplest first.

    Both the declared spaces and their closures are enumerated. Values that occur in both are one lane. A metric without
    parameters has one lane, without values.
    """
    if not metric.parameters:
        return Lanes.of([{}], [True])
    # For each parameter: its distinct values, whether each lies in the declared space, and both grids as indexes.
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


def special_lanes(metric: Metric, n: int) -> Lanes | None:
    """List the values that the spaces name outside their grids, such as DCG's discounts; None if they name none.

    In each lane one parameter has such a value, and the others have entries 1. With several parameters, there is also a
    lane in which the first entry of the others is 2.
    """
    spaces = metric.parameters.items()
    first_entries = (1, 2) if len(spaces) > 1 else (1,)
    base_values = [
        {name: space.make([first, *[1] * len(space.keys(n))][: len(space.keys(n))], n) for name, space in spaces}
        for first in first_entries
    ]
    values = [
        {**base, name: value} for name, space in spaces for _, value in space.special_values(n) for base in base_values
    ]
    return Lanes.of(values, [True] * len(values)) if values else None


def lane_keys(packed: Mapping[str, Parameter], count: int) -> tuple[Any, ...]:
    """Return a key for each of the ``count`` lanes. Two lanes have equal keys if their parameters have equal entries.

    The order in which a parameter lists its entries does not matter.
    """
    entries = [value.entries[key] for value in packed.values() for key in sorted(value.entries, key=str)]
    columns = [entry if isinstance(entry, Column) else Column.of([entry] * count) for entry in entries]
    if not columns:
        return ((),) * count
    if any(column.is_formal or not isinstance(column.den, int) or column.num.dtype == object for column in columns):
        # no common denominator, or no bytes to compare: write the numbers as texts
        return tuple(tuple(str(column.lane(k)) for column in columns) for k in range(count))
    # over one common denominator, equal lanes have equal bytes of numerators
    den = math.lcm(*(int(column.den) for column in columns))
    rows = np.stack([column.num * (den // column.den) for column in columns], axis=1)
    return tuple((den, row.tobytes()) for row in np.ascontiguousarray(rows))


def stack(entries: list[Any], shape: tuple[int, int, int]) -> Column:
    """Combine the entries of a matrix, row by row, into one column of the shape (rows, columns, lanes).

    An entry is a number, or a column over the lanes. There are four cases:

    1. Whole numbers are stored unchanged.
    2. If some value is formal, all go to one pool.
    3. Fractions are brought to one common denominator.
    4. If some column has a denominator for each lane, every entry keeps its own denominators.
    """
    rows, row_length, lanes = shape
    if all(isinstance(value, int) for value in entries):
        largest = max(map(abs, entries))
        flat = np.array([int(value) for value in entries], dtype=np.int64 if largest < INT64_LIMIT else object)
        if lanes == 1:
            return Column(flat.reshape(shape))
        return Column(np.broadcast_to(flat.reshape(rows, row_length, 1), shape).copy())
    if any(value.is_formal if isinstance(value, Column) else isinstance(value, Formal) for value in entries):
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
    # ``Column.bound`` is at least the largest absolute numerator
    bound = max(column.bound * factor for column, factor in zip(columns, factors, strict=True))
    num = np.empty((len(entries), lanes), dtype=np.int64 if bound < INT64_LIMIT else object)
    for k, (column, factor) in enumerate(zip(columns, factors, strict=True)):
        num[k, :] = column.num * factor if bound < INT64_LIMIT else column.num.astype(object) * factor
    return Column(num.reshape(shape), den)


def _of_formal(entries: list[Any], shape: tuple[int, int, int]) -> Column:
    """Combine entries as in :func:`stack`, as indexes into one pool of numbers."""
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
