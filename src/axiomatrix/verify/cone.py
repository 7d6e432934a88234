"""Facets of a parameter space: the linear forms that are not negative on it, checked before they are used.

:mod:`.unknowns` reads them from here, in order to check the multipliers of a certificate.

Multipliers of facets prove an inequality, so a wrong facet would make a wrong proof. For the spaces of this package,
the declared facets must equal those derived here. A user may declare a *cone* within such a space: by inequalities
between entries (``InequalityCone``), or as all sums of non-negative multiples of some values, its *generators*
(``GeneratedCone``). Its facets are derived again from the inequalities or values. Any other user's space must at least
declare the facets that its base class has. All users' facets are also tested on values of the space, and under
renaming of the items.
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
from .numbers import ONE, Number, Sum, as_number, whole_as_int
from .world import SeededDraws, admits, renamed_entries

Form = Mapping[int, Number]
"""A linear form in the entries of a parameter: coefficients by the entry's index; ``ONE`` has the constant term."""
PACKAGE_SPACES = (ElementWeightsSpace, PositionWeightsSpace, SimilaritySpace)
"""Spaces of this package."""
DERIVED_HERE = (*PACKAGE_SPACES, InequalityCone, GeneratedCone)
"""Spaces whose facets are all derived here. The test is on the exact type, since a subclass may have others."""
MAX_GRID_SIZE = 3
"""Most items for which every value of the space's grid is tested; values are drawn for any number of items."""
VALUES_DRAWN = 60
"""Values drawn at each size."""
VALUES_TESTED_BEYOND = 4
"""Number of values from which a step is taken beyond each facet, to a point that the space must not admit."""


@lru_cache(maxsize=64)
def facets(space: ParameterSpace, n: int) -> Sequence[Form]:
    """Return the facets of a space, and the constant 1 last; :class:`NotDecided` if they are missing or wrong."""
    declared = space.facets(n)
    if declared is None:
        raise NotDecided(f"the space of {space.name} declares no facets (see its method facets)")
    rows: list[Form] = [{k: as_number(c) for k, c in facet} for facet in declared]
    # The checker's unknowns stand for non-negative numbers, so each entry must be a facet itself.
    for k, key in enumerate(space.keys(n)):
        if {k: 1} not in rows:
            raise NotDecided(f"the entry {key} of {space.name} may be negative, which the checker cannot follow")
    derived = _derived_facets(space, n)
    is_complete = rows == derived if type(space) in DERIVED_HERE else all(row in rows for row in derived)
    if not is_complete:
        raise NotDecided(f"the facets declared by {space.name} differ from those that the checker derives")
    if type(space) not in PACKAGE_SPACES:
        _require_symmetric(space, n, rows)
        _require_valid_on_values(space, n, rows)
    return [*rows, {ONE: 1}]


@lru_cache(maxsize=64)
def generators(space: ParameterSpace, n: int) -> Sequence[Sequence[Number]] | None:
    """Return the generators of a space as vectors of entries, derived again; None for a space that is not generated.

    Raises :class:`NotDecided` if one is outside the space that contains the cone, or if exchanging two items changes
    the set of generators.
    """
    if type(space) is not GeneratedCone:
        if space.rays(n) is not None:  # the generators as a space states them to the search
            raise NotDecided(f"the space of {space.name} is generated in a way that the checker does not know")
        return None
    value_type, keys, closed = space.value_type, list(space.keys(n)), space.base.closure()
    vectors: dict[tuple[Number, ...], None] = {}  # a set that keeps the order of declaration
    for declared in space.declared_generators(n):
        value: Any = declared
        if not isinstance(declared, value_type):
            value = value_type.of(declared)  # type: ignore[attr-defined]  # each value type has it
        if not closed.contains(value, n):
            raise NotDecided(f"the generator {declared!r:.60} of {space.name} is not a value of {closed.name}")
        vectors[tuple(as_number(value[key]) for key in keys)] = None
    derived = list(vectors)
    # what the search uses must be what was derived here
    if [tuple(map(as_number, g)) for g in space.rays(n) or ()] != derived:
        raise NotDecided(f"the generators of {space.name} differ from those that the checker derives")
    # Data of items are renamed with them (travels), and must then be values of the same space.
    for new_items in _neighbour_exchanges(n) if value_type.travels else ():
        if any(tuple(renamed_entries(space, list(g), new_items)) not in vectors for g in derived):
            raise NotDecided(
                f"the generators of {space.name} distinguish the items, so their data cannot travel with them"
            )
    return derived


def _neighbour_exchanges(n: int) -> Iterator[list[int]]:
    """Yield each exchange of the items k and k + 1, which generate all renamings, as the new numbers of 1, 2 ... n."""
    for k in range(1, n):
        yield [*range(1, k), k + 1, k, *range(k + 2, n + 1)]


def _derived_facets(space: ParameterSpace, n: int) -> list[Form]:
    """Derive the facets that a space of this kind has; a space of this package has no others.

    They are the triangle inequalities d(i, k) + d(k, j) - d(i, j) >= 0 of a similarity, then the entries themselves.
    """
    if isinstance(space, InequalityCone):
        return [*_inequality_facets(space, n), *_derived_facets(space.base, n)]
    if isinstance(space, GeneratedCone):
        return _derived_facets(space.base, n)
    keys = list(space.keys(n))
    triangles: list[Form] = []
    if isinstance(space, SimilaritySpace):
        index_of = {frozenset(pair): index for index, pair in enumerate(keys)}
        for i, j in keys:
            for k in range(1, n + 1):
                if k not in (i, j):
                    sides: dict[int, Number] = {index_of[frozenset(pair)]: 1 for pair in ((i, k), (k, j))}
                    triangles.append(sides | {index_of[frozenset((i, j))]: -1})
    return [*triangles, *({k: 1} for k in range(len(keys)))]


def _inequality_facets(space: InequalityCone, n: int) -> list[Form]:
    """Derive the facets of a user's inequalities on unknowns of the checker, in lowest whole terms."""
    keys = list(space.keys(n))
    unknown = space.value_type({key: Sum.unknown(k) for k, key in enumerate(keys)})
    rows: list[Form] = []
    for expression in space.expressions(unknown, n):
        form = Sum.of(expression)
        if form.insides or ONE in form.terms:
            raise NotDecided(f"an inequality of {space.name} is not a sum of multiples of entries")
        common_denominator = lcm(*(c.denominator for c in form.terms.values()))
        whole = {k: int(c * common_denominator) for k, c in sorted(form.terms.items())}
        row = {k: c // gcd(*whole.values()) for k, c in whole.items()}
        if row and row not in rows:
            rows.append(row)
    return rows


def _require_symmetric(space: ParameterSpace, n: int, rows: Sequence[Form]) -> None:
    """Refuse facets of item data that change when two neighbouring items are exchanged.

    Exchanges generate all renamings, so facets that no exchange changes do not depend on the items' names.
    """
    facets_as_sets = {frozenset(row.items()) for row in rows}
    for new_items in _neighbour_exchanges(n) if space.value_type.travels else ():
        new_order = renamed_entries(space, list(range(len(space.keys(n)))), new_items)
        # new_order lists the old index of each entry, so its index there is the new one
        moved = {frozenset((new_order.index(entry), c) for entry, c in row.items()) for row in rows}
        if moved != facets_as_sets:
            raise NotDecided(
                f"the space of {space.name} distinguishes the items, so their data cannot travel with them"
            )


def _require_valid_on_values(space: ParameterSpace, n: int, rows: Sequence[Form]) -> None:
    """Refuse a facet that is negative at a value of the space, or at a point beyond the facet that the space admits.

    Values of a grid and random values seldom lie near a facet, so that they alone would not show one that is too tight.
    """
    vectors = list(_value_vectors(space, n))
    for row in rows:
        for vector in vectors:
            if _evaluate(row, vector) < 0:
                raise NotDecided(
                    f"not decided: {space.name} has the value {_vector_text(vector)}, which breaks its facet {row}"
                )
        for vector in vectors[-VALUES_TESTED_BEYOND:]:  # these were drawn: the grid comes first
            outside = _point_beyond(row, vector)
            if admits(space.closure(), outside, n):
                raise NotDecided(f"{space.name} admits {_vector_text(outside)}, which breaks its facet {row}")


def _value_vectors(space: ParameterSpace, n: int) -> Iterator[list[Number]]:
    """Yield values of the closed space as vectors of entries: its grid for small sizes, and draws."""
    closed, keys = space.closure(), list(space.keys(n))
    grid = closed.enumerate(n) if n <= MAX_GRID_SIZE else ()
    drawn = (closed.draw(SeededDraws(space.name, n, k), n) for k in range(VALUES_DRAWN))
    for value in (*grid, *drawn):
        yield [as_number(value[key]) for key in keys]


def _point_beyond(row: Form, vector: Sequence[Number]) -> list[Number]:
    """Return the point nearest to the vector at which the form is -1: a step against its gradient, the coefficients."""
    squared_length = sum(c * c for c in row.values())
    step = Fraction(_evaluate(row, vector) + 1) / squared_length
    return [whole_as_int(Fraction(entry - step * row.get(k, 0))) for k, entry in enumerate(vector)]


def _evaluate(row: Form, vector: Sequence[Number]) -> Number:
    """Evaluate a form, which has no constant term here, at a vector of entries."""
    return sum((c * vector[k] for k, c in row.items()), start=0)


def _vector_text(values: Sequence[Any]) -> str:
    return f"({', '.join(map(str, values))})"
