"""Values one by one, or column by column, as one column."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..numbers.columns import Column
from ..numbers.exact import Formal, rational


def stacked(entries: list[Any], shape: tuple[int, int, int]) -> Column:
    """Values row by row as one column of that shape."""
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
    """Build a column with formal values: one pool for the whole table."""
    places: dict[Any, int] = {}
    known: dict[int, int] = {}  # by identity first: many entries are one object, and comparing formal numbers is work
    number = np.empty((len(entries), shape[2]), dtype=np.int64)
    for k, value in enumerate(entries):
        if isinstance(value, Column):
            pool = [value.lane(lane) for lane in range(len(value))] if value.pool is None else value.pool
            own = np.array([places.setdefault(entry, len(places)) for entry in pool], dtype=np.int64)
            number[k, :] = own if value.pool is None else own[value.num]
        else:
            if id(value) not in known:
                known[id(value)] = places.setdefault(
                    value if isinstance(value, Formal) else rational(value), len(places)
                )
            number[k, :] = known[id(value)]
    return Column(number.reshape(shape), pool=tuple(places))
