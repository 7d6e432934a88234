"""The cone in which a parameter lies, as its space declares it: linear forms that are not negative on the closed space.

The forms of the spaces of this package are known here as well, and must be those that the space says. Those of a cone
of a user's own are derived anew from its expressions or values. What another space declares is tried on its own values.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import gcd, lcm

from ..evidence.refusal import NotDecided
from ..spaces import (
    ElementWeightsSpace,
    GeneratedCone,
    InequalityCone,
    ParameterSpace,
    PositionWeightsSpace,
    SimilaritySpace,
)
from .declared import Form, refuse_names, refuse_values
from .numbers import ONE, Number, Sum, as_number
from .world import renamed_entries

OURS = (ElementWeightsSpace, PositionWeightsSpace, SimilaritySpace)
KNOWN = (*OURS, InequalityCone, GeneratedCone)


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
    if rows != own if type(space) in KNOWN else any(row not in rows for row in own):
        raise NotDecided(f"the facets that {space.name} says are not those that are known here")
    if type(space) not in OURS:
        refuse_names(space, n, rows)
        refuse_values(space, n, rows)
    return [*rows, {ONE: 1}]


@lru_cache(maxsize=64)
def generators(space: ParameterSpace, n: int) -> Sequence[Sequence[Number]] | None:
    """The values that generate a space, as vectors of entries, derived anew; None for a space that is not generated.

    :class:`NotDecided` where one does not belong to the space that the cone lies in, or where they are others after two
    items are exchanged.
    """
    if type(space) is not GeneratedCone:
        if space.rays(n) is not None:
            raise NotDecided(f"the space of {space.name} is generated in a way that is not known here")
        return None
    kind, keys, closed = space.value_type, list(space.keys(n)), space.base.closure()
    vectors: dict[tuple[Number, ...], None] = {}
    for given in space.values(n):
        value = given if isinstance(given, kind) else kind.of(given)  # type: ignore[attr-defined]  # each has it
        if not closed.contains(value, n):
            raise NotDecided(f"the generator {given!r:.60} of {space.name} is not one of {closed.name}")
        vectors[tuple(as_number(value[key]) for key in keys)] = None
    derived = list(vectors)
    if [tuple(map(as_number, g)) for g in space.rays(n) or ()] != derived:
        raise NotDecided(f"the generators that {space.name} says are not those that are derived here")
    for k in range(1, n) if kind.travels else ():
        names = [*range(1, k), k + 1, k, *range(k + 2, n + 1)]
        if any(tuple(renamed_entries(space, list(g), names)) not in vectors for g in derived):
            raise NotDecided(
                f"the generators of {space.name} tell the items apart, so that their data cannot travel with them"
            )
    return derived


def _own(space: ParameterSpace, n: int) -> list[Form]:
    """The forms that every space of that kind has, and those of this package no others."""
    if isinstance(space, InequalityCone):
        return [*_stated(space, n), *_own(space.base, n)]
    if isinstance(space, GeneratedCone):
        return _own(space.base, n)
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


def _stated(space: InequalityCone, n: int) -> list[Form]:
    """The forms that a user's inequalities are, on unknowns of this checker, in lowest whole terms."""
    keys = list(space.keys(n))
    unknown = space.value_type({key: Sum.unknown(k) for k, key in enumerate(keys)})
    rows: list[Form] = []
    for expression in space.expressions(unknown, n):
        sides = Sum.of(expression)
        if sides.insides or ONE in sides.terms:
            raise NotDecided(f"an inequality of {space.name} is no sum of multiples of entries")
        scale = lcm(*(c.denominator for c in sides.terms.values()))
        whole = {k: int(c * scale) for k, c in sorted(sides.terms.items())}
        row = {k: c // gcd(*whole.values()) for k, c in whole.items()}
        if row and row not in rows:
            rows.append(row)
    return rows
