"""Facets of a parameter space: the linear forms that are not negative on it, checked before they are used.

:mod:`.unknowns` reads them from here, in order to check the multipliers of a certificate.

Multipliers of facets prove an inequality, so a wrong facet would make a wrong proof. For the spaces of this package,
the declared facets must equal those derived here. Those of a user's cone are derived again from its expressions or
values. Any other declaration is tested on values of its space.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import Any

from ..evidence.refusal import NotDecided
from ..spaces import (
    ElementWeightsSpace,
    GeneratedCone,
    InequalityCone,
    ParameterSpace,
    PositionWeightsSpace,
    SimilaritySpace,
)
from .numbers import ONE, Number, Sum, as_number, lowest
from .world import SeededDraws, admits, renamed_entries

PACKAGE_SPACES = (ElementWeightsSpace, PositionWeightsSpace, SimilaritySpace)
"""Spaces of this package."""
DERIVED_HERE = (*PACKAGE_SPACES, InequalityCone, GeneratedCone)
"""Spaces whose facets are derived here."""


@lru_cache(maxsize=64)
def facets(space: ParameterSpace, n: int) -> Sequence[Form]:
    """Return the facets of a space, and the constant 1 last; :class:`NotDecided` if they are missing or wrong."""
    declared = space.facets(n)
    if declared is None:
        raise NotDecided(f"the space of {space.name} does not say its facets (see its method facets)")
    rows: list[Form] = [{k: as_number(c) for k, c in facet} for facet in declared]
    for k, key in enumerate(space.keys(n)):
        if {k: 1} not in rows:
            raise NotDecided(f"the entry {key} of {space.name} may be negative; what is followed here may not")
    derived = _derived_facets(space, n)
    if rows != derived if type(space) in DERIVED_HERE else any(row not in rows for row in derived):
        raise NotDecided(f"the facets that {space.name} says are not those that are known here")
    if type(space) not in PACKAGE_SPACES:
        refuse_names(space, n, rows)
        refuse_values(space, n, rows)
    return [*rows, {ONE: 1}]


@lru_cache(maxsize=64)
def generators(space: ParameterSpace, n: int) -> Sequence[Sequence[Number]] | None:
    """Return the generators of a space as vectors of entries, derived again; None for a space that is not generated.

    Raises :class:`NotDecided` if one is outside the space that contains the cone, or if exchanging two items changes
    the set of generators.
    """
    if type(space) is not GeneratedCone:
        if space.rays(n) is not None:
            raise NotDecided(f"the space of {space.name} is generated in a way that is not known here")
        return None
    kind, keys, closed = space.value_type, list(space.keys(n)), space.base.closure()
    vectors: dict[tuple[Number, ...], None] = {}
    for declared in space.values(n):
        value = declared if isinstance(declared, kind) else kind.of(declared)  # type: ignore[attr-defined]  # each has it
        if not closed.contains(value, n):
            raise NotDecided(f"the generator {declared!r:.60} of {space.name} is not one of {closed.name}")
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


def _derived_facets(space: ParameterSpace, n: int) -> list[Form]:
    """Derive the facets that a space of this kind has; a space of this package has no others."""
    if isinstance(space, InequalityCone):
        return [*_inequality_facets(space, n), *_derived_facets(space.base, n)]
    if isinstance(space, GeneratedCone):
        return _derived_facets(space.base, n)
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


def _inequality_facets(space: InequalityCone, n: int) -> list[Form]:
    """Derive the facets of a user's inequalities on unknowns of the checker, in lowest whole terms."""
    keys = list(space.keys(n))
    unknown = space.value_type({key: Sum.unknown(k) for k, key in enumerate(keys)})
    rows: list[Form] = []
    for expression in space.expressions(unknown, n):
        sides = Sum.of(expression)
        if sides.insides or ONE in sides.terms:
            raise NotDecided(f"an inequality of {space.name} is not a sum of multiples of entries")
        scale = lcm(*(c.denominator for c in sides.terms.values()))
        whole = {k: int(c * scale) for k, c in sorted(sides.terms.items())}
        row = {k: c // gcd(*whole.values()) for k, c in whole.items()}
        if row and row not in rows:
            rows.append(row)
    return rows


Form = Mapping[int, Number]
"""Coefficients by the number of the entry; ``ONE`` is the constant."""
MAX_GRID_SIZE = 3
"""Size up to which every value of the grid is tested."""
VALUES_DRAWN = 60
"""Values drawn at each size."""
VALUES_TESTED_BEYOND = 4
"""Values from which a point beyond each facet is tested: a space that admits it has another facet."""


def refuse_names(space: ParameterSpace, n: int, rows: Sequence[Form]) -> None:
    """Refuse facets of item data that change when two neighbouring items are exchanged."""
    facets_as_sets = {frozenset(row.items()) for row in rows}
    for k in range(1, n) if space.value_type.travels else ():
        names = [*range(1, k), k + 1, k, *range(k + 2, n + 1)]
        new_order = renamed_entries(space, list(range(len(space.keys(n)))), names)
        moved = {frozenset((new_order.index(entry), c) for entry, c in row.items()) for row in rows}
        if moved != facets_as_sets:
            raise NotDecided(
                f"the space of {space.name} tells the items apart, so that their data cannot travel with them"
            )


def refuse_values(space: ParameterSpace, n: int, rows: Sequence[Form]) -> None:
    """Refuse a facet that is negative at a value of the space, or at another point that the space admits."""
    values = list(_values(space, n))
    for row in rows:
        for vector in values:
            if _at(row, vector) < 0:
                raise NotDecided(
                    f"not decided: {space.name} has the value {_text(vector)}, which breaks its facet {row}"
                )
        for vector in values[-VALUES_TESTED_BEYOND:]:
            if admits(space.closure(), outside := _point_beyond(row, vector), n):
                raise NotDecided(f"{space.name} admits {_text(outside)}, which breaks its facet {row}")


def _values(space: ParameterSpace, n: int) -> Iterator[list[Number]]:
    """Yield values of the closed space as vectors of entries: its grid for small sizes, and draws."""
    closed, keys = space.closure(), list(space.keys(n))
    drawn = (closed.draw(SeededDraws(space.name, n, k), n) for k in range(VALUES_DRAWN))
    for value in (*(closed.enumerate(n) if n <= MAX_GRID_SIZE else ()), *drawn):
        yield [as_number(value[key]) for key in keys]


def _point_beyond(row: Form, values: Sequence[Number]) -> list[Number]:
    """Return the nearest point at which the form is -1: a step along its gradient, the vector of coefficients."""
    squared_length = sum(c * c for c in row.values())
    step = Fraction(_at(row, values) + 1) / squared_length
    return [lowest(Fraction(v - step * row.get(k, 0))) for k, v in enumerate(values)]


def _at(row: Form, values: Sequence[Number]) -> Number:
    return sum((c * values[k] for k, c in row.items()), start=0)


def _text(values: Sequence[Any]) -> str:
    return f"({', '.join(map(str, values))})"
