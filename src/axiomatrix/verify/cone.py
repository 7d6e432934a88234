"""The cone in which a parameter lies, as its space declares it: linear forms that are not negative on the closed space.

A declaration is tried on the space's own values before it is used: what the space enumerates and draws must satisfy
every form, and no value that breaks one may belong to the space. The forms of the spaces of this package are known
here as well, and must be those that the space says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ..spaces import ElementWeightsSpace, ParameterSpace, PositionWeightsSpace, SimilaritySpace
from .numbers import ONE, Number, as_number, lowest, plain
from .refusal import NotDecided
from .world import Draws, renamed_entries

Form = Mapping[int, Number]
"""Coefficients by the number of the entry; ``ONE`` is the constant."""
GRID = 3
"""Up to so many items every value of the grid is tried."""
DRAWN, TRIED = 60, 4
"""So many values are drawn at each size, and from so many of them a step is taken beyond each form."""
OURS = (ElementWeightsSpace, PositionWeightsSpace, SimilaritySpace)


@lru_cache(maxsize=64)
def facets(space: ParameterSpace, n: int) -> Sequence[Form]:
    """The forms, the constant 1 last; :class:`NotDecided` where they are not known or not true of the space."""
    declared = space.facets(n)
    if declared is None:
        raise NotDecided(f"the space of {space.name} does not say its facets (see its method facets)")
    rows: list[Form] = [{k: as_number(c) for k, c in facet} for facet in declared]
    count = len(space.keys(n))
    if missing := [k for k in range(count) if {k: 1} not in rows]:
        key = list(space.keys(n))[missing[0]]
        raise NotDecided(f"the entry {key} of {space.name} may be negative; what is followed here may not")
    own = _own(space, n)
    if rows != own if type(space) in OURS else any(row not in rows for row in own):
        raise NotDecided(f"the facets that {space.name} says are not those that are known here")
    if type(space) not in OURS:
        _try_names(space, n, rows)
        _try(space, n, rows)
    return [*rows, {ONE: 1}]


def listed_facets(space: ParameterSpace, n: int) -> list[list[list[Any]]]:
    """The forms as certificates write them, without the constant."""
    return [[[k, plain(c)] for k, c in row.items()] for row in facets(space, n)[:-1]]


def _own(space: ParameterSpace, n: int) -> list[Form]:
    """The forms that every space of that kind has, and those of this package no others."""
    keys = list(space.keys(n))
    triangles: list[Form] = []
    if isinstance(space, SimilaritySpace):
        number = {frozenset(pair): k for k, pair in enumerate(keys)}
        for i, j in keys:
            for k in range(1, n + 1):
                if k not in (i, j):
                    sides: dict[int, Number] = {number[frozenset(pair)]: 1 for pair in ((i, k), (k, j))}
                    triangles.append(sides | {number[frozenset((i, j))]: -1})
    return [*triangles, *({k: 1} for k in range(len(keys)))]


def _try_names(space: ParameterSpace, n: int, rows: Sequence[Form]) -> None:
    """Whether data of the items may travel with them: the forms must be the same after any two neighbours exchange."""
    known = {frozenset(row.items()) for row in rows}
    for k in range(1, n) if space.value_type.travels else ():
        names = [*range(1, k), k + 1, k, *range(k + 2, n + 1)]
        place = renamed_entries(space, list(range(len(space.keys(n)))), names)
        moved = {frozenset((place.index(entry), c) for entry, c in row.items()) for row in rows}
        if moved != known:
            raise NotDecided(
                f"the space of {space.name} tells the items apart, so that their data cannot travel with them"
            )


def _try(space: ParameterSpace, n: int, rows: Sequence[Form]) -> None:
    """Try what is declared on the space's own values, and on points that break it."""
    values = list(_values(space, n))
    for row in rows:
        for vector in values:
            if _at(row, vector) < 0:
                raise NotDecided(
                    f"not decided: {space.name} has the value {_text(vector)}, which breaks its facet {row}"
                )
        for vector in values[-TRIED:]:
            if _contains(space, beyond := _beyond(row, vector), n):
                raise NotDecided(f"{space.name} admits {_text(beyond)}, which breaks its facet {row}")


def _values(space: ParameterSpace, n: int) -> Iterator[list[Number]]:
    """Values of the closed space, as vectors of entries."""
    closed, keys = space.closure(), list(space.keys(n))
    drawn = (closed.draw(Draws(space.name, n, k), n) for k in range(DRAWN))
    for value in (*(closed.enumerate(n) if n <= GRID else ()), *drawn):
        yield [as_number(value[key]) for key in keys]


def _beyond(row: Form, values: Sequence[Number]) -> list[Number]:
    """The nearest point at which the form is -1."""
    length = sum(c * c for c in row.values())
    step = Fraction(_at(row, values) + 1) / length
    return [lowest(Fraction(v - step * row.get(k, 0))) for k, v in enumerate(values)]


def _contains(space: ParameterSpace, values: Sequence[Number], n: int) -> bool:
    try:
        value = space.closure().make([Fraction(v) for v in values], n)
    except ValueError:
        return False
    return space.closure().contains(value, n)


def _at(row: Form, values: Sequence[Number]) -> Number:
    return sum((c * values[k] for k, c in row.items()), start=0)


def _text(values: Sequence[Any]) -> str:
    return f"({', '.join(map(str, values))})"
