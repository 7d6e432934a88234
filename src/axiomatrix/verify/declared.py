"""Checks of the cone that a space declares, before it is used.

What the space enumerates and draws must satisfy every form, and no value that breaks one may belong to the space.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..evidence.refusal import NotDecided
from ..spaces import ParameterSpace
from .numbers import Number, as_number, lowest
from .world import SeededDraws, admits, renamed_entries

Form = Mapping[int, Number]
"""Coefficients by the number of the entry; ``ONE`` is the constant."""
GRID = 3
"""Size up to which every value of the grid is tried."""
DRAWN, TRIED = 60, 4
"""So many values are drawn at each size, and from so many of them a step is taken beyond each form."""


def refuse_names(space: ParameterSpace, n: int, rows: Sequence[Form]) -> None:
    """Refuse forms that are others after two neighbours are exchanged: data of the items could not travel with them."""
    known = {frozenset(row.items()) for row in rows}
    for k in range(1, n) if space.value_type.travels else ():
        names = [*range(1, k), k + 1, k, *range(k + 2, n + 1)]
        place = renamed_entries(space, list(range(len(space.keys(n)))), names)
        moved = {frozenset((place.index(entry), c) for entry, c in row.items()) for row in rows}
        if moved != known:
            raise NotDecided(
                f"the space of {space.name} tells the items apart, so that their data cannot travel with them"
            )


def refuse_values(space: ParameterSpace, n: int, rows: Sequence[Form]) -> None:
    """Refuse forms that a value of the space breaks, or that a point breaks which the space admits."""
    values = list(_values(space, n))
    for row in rows:
        for vector in values:
            if _at(row, vector) < 0:
                raise NotDecided(
                    f"not decided: {space.name} has the value {_text(vector)}, which breaks its facet {row}"
                )
        for vector in values[-TRIED:]:
            if admits(space.closure(), beyond := _beyond(row, vector), n):
                raise NotDecided(f"{space.name} admits {_text(beyond)}, which breaks its facet {row}")


def _values(space: ParameterSpace, n: int) -> Iterator[list[Number]]:
    """Values of the closed space, as vectors of entries."""
    closed, keys = space.closure(), list(space.keys(n))
    drawn = (closed.draw(SeededDraws(space.name, n, k), n) for k in range(DRAWN))
    for value in (*(closed.enumerate(n) if n <= GRID else ()), *drawn):
        yield [as_number(value[key]) for key in keys]


def _beyond(row: Form, values: Sequence[Number]) -> list[Number]:
    """The nearest point at which the form is -1."""
    length = sum(c * c for c in row.values())
    step = Fraction(_at(row, values) + 1) / length
    return [lowest(Fraction(v - step * row.get(k, 0))) for k, v in enumerate(values)]


def _at(row: Form, values: Sequence[Number]) -> Number:
    return sum((c * values[k] for k, c in row.items()), start=0)


def _text(values: Sequence[Any]) -> str:
    return f"({', '.join(map(str, values))})"
