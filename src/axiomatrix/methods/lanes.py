"""Lanes: the parameter values of a grid side by side, so that a definition is evaluated on all at once."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from ..model.metric import Metric
from ..numbers.columns import Array, Column
from ..values.parameters import Parameter


@dataclass(frozen=True, eq=False)
class Lanes:
    """Parameter values, one a lane, simplest first, and the same values packed into columns."""

    values: Sequence[Mapping[str, Parameter]]
    packed: Mapping[str, Parameter]
    open: Array
    """Which lanes lie in the open space."""

    def __len__(self) -> int:
        return len(self.values)

    @classmethod
    def of(cls, values: Sequence[Mapping[str, Parameter]], is_open: Sequence[bool]) -> Lanes:
        """Lanes of these values."""
        names = list(values[0])
        packed = {name: type(values[0][name]).packed([v[name] for v in values]) for name in names}
        return cls(tuple(values), packed, np.array(is_open, dtype=bool))


class UnpackedLanes(Sequence[Mapping[str, Parameter]]):
    """The values of packed parameters, each taken out only when it is asked for."""

    def __init__(self, packed: Mapping[str, Parameter], count: int) -> None:
        self._packed = packed
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, lane: Any) -> Any:
        def entry(value: Any) -> Any:
            return value.lane(lane) if isinstance(value, Column) else value

        return {name: value.mapped(entry) for name, value in self._packed.items()}


def _size(values: Mapping[str, Parameter]) -> tuple[Any, ...]:
    entries = [entry for value in values.values() for entry in value.entries.values()]
    return sum(entries, 0), max(entries, default=0), entries


def grid(metric: Metric, n: int) -> Lanes:
    """The grid of the metric's parameters over n items, the closed one and the open one together."""
    if not metric.parameters:
        return Lanes.of([{}], [True])
    sides: list[list[list[int]]] = [[], []]
    known: list[list[tuple[Parameter, bool]]] = []
    for space in metric.parameters.values():  # each value once, with whether it lies in the open space
        places: dict[Parameter, int] = {}
        for side, grids in zip((space.closure(), space), sides, strict=True):
            grids.append([places.setdefault(value, len(places)) for value in side.enumerate(n)])
        known.append([(value, space.contains(value, n)) for value in places])
    combinations = dict.fromkeys(places for grids in sides for places in product(*grids))
    chosen = [[of[place] for of, place in zip(known, places, strict=True)] for places in combinations]
    values = [dict(zip(metric.parameters, (value for value, _ in row), strict=True)) for row in chosen]
    order = sorted(range(len(values)), key=lambda k: _size(values[k]))
    return Lanes.of([values[k] for k in order], [all(is_open for _, is_open in chosen[k]) for k in order])


def special(metric: Metric, n: int) -> Lanes | None:
    """Named parameter values that the grid does not have (``dcg``), the other parameters unit or rising."""
    spaces = metric.parameters.items()
    unvaried = [
        {name: space.make([1 + rising * (k == 0) for k in range(len(space.keys(n)))], n) for name, space in spaces}
        for rising in ((0, 1) if len(spaces) > 1 else (0,))
    ]
    values = [{**rest, name: value} for name, space in spaces for _, value in space.special(n) for rest in unvaried]
    return Lanes.of(values, [True] * len(values)) if values else None


def lane_keys(packed: Mapping[str, Parameter], count: int) -> tuple[Any, ...]:
    """For each lane a key made of its entries, in an order that renaming does not change; equal for equal values."""
    entries = [value.entries[key] for value in packed.values() for key in sorted(value.entries, key=str)]
    columns = [entry if isinstance(entry, Column) else Column.of([entry] * count) for entry in entries]
    if not columns:
        return ((),) * count
    if any(column.formal or not isinstance(column.den, int) or column.num.dtype == object for column in columns):
        return tuple(tuple(str(column.lane(k)) for column in columns) for k in range(count))
    den = math.lcm(*(int(column.den) for column in columns))
    rows = np.stack([column.num * (den // column.den) for column in columns], axis=1)
    return tuple((den, row.tobytes()) for row in np.ascontiguousarray(rows))
