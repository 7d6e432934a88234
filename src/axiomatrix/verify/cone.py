"""The cone in which a parameter lies, as its space declares it: linear forms that are not negative on the closed space.

The forms of the spaces of this package are known here as well, and must be those that the space says; what another
space declares is tried on its own values.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ..evidence.refusal import NotDecided
from ..spaces import ElementWeightsSpace, ParameterSpace, PositionWeightsSpace, SimilaritySpace
from .declared import Form, refuse_names, refuse_values
from .numbers import ONE, Number, as_number, number_data

OURS = (ElementWeightsSpace, PositionWeightsSpace, SimilaritySpace)


@lru_cache(maxsize=64)
def facets(space: ParameterSpace, n: int) -> Sequence[Form]:
    """The forms, the constant 1 last; :class:`NotDecided` where they are not known or not true of the space."""
    declared = space.facets(n)
    if declared is None:
        raise NotDecided(f"the space of {space.name} does not say its facets (see its method facets)")
    rows: list[Form] = [{k: as_number(c) for k, c in facet} for facet in declared]
    for k, key in enumerate(space.keys(n)):
        if {k: 1} not in rows:
            raise NotDecided(f"the entry {key} of {space.name} may be negative; what is followed here may not")
    own = _own(space, n)
    if rows != own if type(space) in OURS else any(row not in rows for row in own):
        raise NotDecided(f"the facets that {space.name} says are not those that are known here")
    if type(space) not in OURS:
        refuse_names(space, n, rows)
        refuse_values(space, n, rows)
    return [*rows, {ONE: 1}]


def listed_facets(space: ParameterSpace, n: int) -> list[list[list[Any]]]:
    """The forms as certificates write them, without the constant."""
    return [[[k, number_data(c)] for k, c in row.items()] for row in facets(space, n)[:-1]]


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
