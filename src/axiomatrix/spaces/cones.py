"""Cones that users declare: part of a space of weights or similarities, by inequalities or by generators.

>>> from axiomatrix import spaces
>>> falling = spaces.cone(spaces.position_weights(), "falling position weights",
...                       inequalities=lambda delta, n: [delta[i] - delta[i + 1] for i in range(2, n)])
>>> [[*value.entries.values()] for value in falling.closure().enumerate(3)]
[[0, 0], [1, 0], [1, 1], [2, 0], [2, 1], [2, 2]]

A cone is described by inequalities (linear expressions that are not negative in it) or by generators (values whose
non-negative combinations are the cone). The methods that solve linear programs search for the worst parameter in the
cone. Certificates contain its *facets* (the inequalities as coefficients) or generators, which the independent checker
derives again from the declaration. In linear programs the generators of a cone are called its *rays*.

Like its *base*, the space that contains it, a cone is closed, or open: then no entry is zero. A *vector* lists the
entries of a value in the order of the keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from math import ceil, gcd, lcm
from typing import Any

from flint import fmpq

from ..numbers.exact import rational, sign
from ..values.parameters import Parameter
from .base import Chooser
from .parameters import GRID, NUDGE, Facets, ParameterSpace

Expressions = Callable[[Any, int], Sequence[Any]]
"""A user's function of a value and n: the linear expressions of its entries that are not negative in the cone."""
Generators = Callable[[int], Sequence[Any]]
"""A user's function of n: the generators over the items 1..n, as lists of entries, mappings or values of the space."""
MAX_ITEMS_TRIED = 4
"""The largest number of items for which a cone is checked when it is declared."""
MAX_GRID_VALUES = 20_000
"""No more sums of generators are made once there are this many."""
MAX_ITEMS_SUMMED = 3
"""For more items the grid of a generated cone consists of 0 and the generators: the sums would be too many."""


class ConeSpace(ParameterSpace):
    """Part of a space of vectors: the values of ``base`` that lie in a polyhedral cone."""

    def __init__(self, base: ParameterSpace, name: str) -> None:
        super().__init__(base.positive, base.has_boundary)
        self.base = base
        self.value_type = base.value_type  # type: ignore[misc]  # an instance has that of its base
        self.declared_name = name

    @property
    def name(self) -> str:  # type: ignore[override]  # an instance has its own
        return self.declared_name

    def keys(self, n: int) -> Sequence[Any]:
        return self.base.keys(n)

    def special_values(self, n: int) -> Sequence[tuple[str, Parameter]]:
        return [(name, value) for name, value in self.base.special_values(n) if self.contains(value, n)]

    def validate(self, value: Any, n: int) -> None:
        self.base.validate(value, n)
        self.require([value[key] for key in self.keys(n)], n)

    def check(self, value: Parameter) -> None:
        self.base.check(value)
        n = self._item_count(value.entries)
        if value.travels and set(value.entries) != set(self.keys(n)):
            # number the user's own items 1..n first, since the expressions are written for these
            item_tuples = (key if type(key) is tuple else (key,) for key in value.entries)  # keys may be pairs of items
            items = dict.fromkeys(chain.from_iterable(item_tuples))
            number = {item: k for k, item in enumerate(items, 1)}
            value = value.renamed(number.__getitem__)  # type: ignore[arg-type]  # an item in, a number out
        self.require([value[key] for key in self.keys(n)], n)

    def admits(self, vector: Sequence[Any], n: int) -> bool:
        if not self.base.admits(vector, n):
            return False
        try:
            self.require(vector, n)
        except ValueError:
            return False
        return True

    def require(self, vector: Sequence[Any], n: int) -> None:
        """Raise ``ValueError`` if the vector of entries does not lie in the cone."""
        raise NotImplementedError


class InequalityCone(ConeSpace):
    """The values of a space at which linear expressions are not negative."""

    def __init__(self, base: ParameterSpace, name: str, expressions: Expressions) -> None:
        super().__init__(base, name)
        self.expressions = expressions

    def closure(self) -> ParameterSpace:
        return InequalityCone(self.base.closure(), self.declared_name, self.expressions) if self.has_boundary else self

    def facets(self, n: int) -> Facets | None:
        base = self.base.facets(n)
        return None if base is None else (*_inequality_facets(self, n), *base)

    def require(self, vector: Sequence[Any], n: int) -> None:
        """Raise ``ValueError`` that names the first inequality which the vector breaks."""
        for row in _inequality_facets(self, n):
            total = sum((c * vector[k] for k, c in row), start=rational(0))
            total_sign = sign(total)
            if total_sign is None or total_sign < 0:  # None: undecided, for irrational entries
                keys, symbol = list(self.keys(n)), self.value_type.symbol
                terms = " + ".join(f"{c} {symbol}[{str(keys[k]).strip('()')}]" for k, c in row)
                raise ValueError(f"{symbol}: {terms} is {total}; in {self.name} it must not be negative")

    def inner_point(self, n: int) -> Sequence[Any]:
        return _inner_point(self, n)

    def grid(self, n: int) -> Iterator[tuple[int, ...]]:
        yield from super().grid(n)
        yield _to_coprime(self.inner_point(n))  # so that the open cone has a value too

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Parameter:
        """Draw a value of the base, and move it into the cone if it lies outside.

        At the inner point every expression is at least 1. If the most violated expression is -s at the drawn value,
        adding the inner point s times, rounded up, makes all of them non-negative.
        """
        drawn = self.base.draw(choose, n, before)
        vector = [drawn[key] for key in self.keys(n)]
        violation = max((-sum(c * vector[k] for k, c in row) for row in _inequality_facets(self, n)), default=fmpq(0))
        steps = max(0, ceil(violation))
        return self.make([x + steps * y for x, y in zip(vector, self.inner_point(n), strict=True)], n)


class GeneratedCone(ConeSpace):
    """The non-negative combinations of values of a space."""

    def __init__(self, base: ParameterSpace, name: str, generators: Generators) -> None:
        super().__init__(base, name)
        self.declared_generators = generators

    def closure(self) -> ParameterSpace:
        if not self.has_boundary:
            return self
        return GeneratedCone(self.base.closure(), self.declared_name, self.declared_generators)

    def facets(self, n: int) -> Facets | None:
        """The facets of the base, which contains the cone; linear programs use the multiples of :meth:`rays`."""
        return self.base.facets(n)

    def rays(self, n: int) -> Sequence[Sequence[Any]] | None:
        return _generators(self, n)

    def inner_point(self, n: int) -> Sequence[Any]:
        """Return the multiple of each generator at a point inside: 1, since the sum of all generators lies inside."""
        return [fmpq(1)] * len(_generators(self, n))

    def require(self, vector: Sequence[Any], n: int) -> None:
        if nonnegative_combination(_generators(self, n), vector) is None:
            text = ", ".join(map(str, vector))
            raise ValueError(
                f"{self.value_type.symbol}: ({text}) is not a combination of the generators of {self.name}"
            )

    def grid(self, n: int) -> Iterator[tuple[int, ...]]:
        """Yield the sums of generators whose entries are at most 2, as on any grid; for many items only the generators.

        Each round adds one generator to each sum of the round before, until no new sum is small enough.
        """
        generators = [_to_coprime(g) for g in _generators(self, n)]
        sums = {(0,) * len(self.keys(n))}
        if n > MAX_ITEMS_SUMMED:
            yield from {*sums, *generators}
            return
        newest = sums
        while newest and len(sums) < MAX_GRID_VALUES:
            extended = {tuple(map(sum, zip(total, g, strict=True))) for total in newest for g in generators}
            newest = {total for total in extended if max(total, default=0) <= max(GRID)} - sums
            sums = sums | newest
        yield from sums

    def lift(self, vector: Sequence[Any]) -> Sequence[Any]:
        return vector  # adding 1 to every entry, as in the base, may leave the cone

    def enumerate(self, n: int) -> Sequence[Parameter]:
        vectors = sorted(set(self.grid(n)), key=lambda v: (sum(v), v))
        if self.positive:
            vectors = [v for v in vectors if all(v)]
            if not vectors:  # the sum of all generators has no zero entry
                vectors = [_to_coprime([sum(column) for column in zip(*_generators(self, n), strict=True)])]
        return [self.make(v, n) for v in vectors]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Parameter:
        """Draw a combination of the generators with small whole multiples."""
        generators = _generators(self, n)
        multiples = [choose.integer(0, 3) for _ in generators]
        if self.positive:  # with a positive multiple of every generator, no entry is zero
            multiples = [NUDGE * m + 1 for m in multiples]
        columns = [[g[k] for g in generators] for k in range(len(self.keys(n)))]
        return self.make([_dot(multiples, column) for column in columns], n)


def _dot(left: Sequence[Any], right: Sequence[Any]) -> Any:
    """Return the scalar product of two vectors."""
    return sum((x * y for x, y in zip(left, right, strict=True)), start=fmpq(0))


def _to_coprime(vector: Sequence[Any]) -> tuple[int, ...]:
    """Return whole numbers without a common factor, in the ratio of these rationals."""
    exact = [rational(x) for x in vector]
    scale = lcm(*(int(x.q) for x in exact))
    whole = [int((x * scale).p) for x in exact]
    divisor = gcd(*whole) or 1
    return tuple(x // divisor for x in whole)


@lru_cache(maxsize=64)
def _inequality_facets(cone: InequalityCone, n: int) -> Facets:
    """Return the expressions as rows of whole coefficients; ``ValueError`` names one that is not linear in the entries.

    The expressions are functions of users, which are only called: an entry's coefficient is the value where that entry
    is 1 and the others are 0. Two more vectors test that they are linear: zeros, which reveal a constant, and irregular
    ones, which reveal an absolute value or a product.
    """
    keys = list(cone.keys(n))

    def values(vector: Sequence[int]) -> list[Any]:
        return [rational(x) for x in cone.expressions(cone.make(vector, n), n)]

    columns = [values([int(k == j) for k in range(len(keys))]) for j in range(len(keys))]
    zeros = [0] * len(keys)
    irregular = [(k * k + 3) % 11 + 1 for k in range(len(keys))]  # 4, 5, 8, 2 ...
    for probe in (zeros, irregular):
        for index, value in enumerate(values(probe)):
            if value != _dot(probe, [column[index] for column in columns]):
                symbol = cone.value_type.symbol
                raise ValueError(
                    f"inequality {index + 1} of {cone.name} at n = {n} is not linear in the entries; write what must "
                    f"be >= 0, such as {symbol}[2] - {symbol}[3], without constants and absolute values"
                )
    rows = []
    for row in zip(*columns, strict=True):
        if any(row):  # an expression that is always 0 demands nothing
            rows.append(tuple((k, c) for k, c in enumerate(_to_coprime(row)) if c))
    return tuple(dict.fromkeys(rows))


@lru_cache(maxsize=64)
def _inner_point(cone: InequalityCone, n: int) -> Sequence[Any]:
    """Return a point at which every facet is at least 1; ``ValueError`` if there is none.

    The entries are facets too, so the point is 1 + x with x >= 0. A facet with coefficients c has the value
    sum(c) + c·x there, which is at least 1 if c·x - s = 1 - sum(c) for some slack s >= 0. These are equations in
    numbers x and s that are not negative: the right-hand sides must be a combination of the columns of x and s.
    """
    facets = cone.facets(n) or ()
    count = len(cone.keys(n))
    columns_of_x = [[dict(facet).get(k, 0) for facet in facets] for k in range(count)]
    columns_of_slacks = [[-int(k == j) for j in range(len(facets))] for k in range(len(facets))]
    right_hand_sides = [1 - sum(c for _, c in facet) for facet in facets]
    x_and_slacks = nonnegative_combination([*columns_of_x, *columns_of_slacks], right_hand_sides)
    if x_and_slacks is None:
        raise ValueError(
            f"{cone.name} has no interior at n = {n}: its inequalities leave at most a face; "
            f"declare its generators instead"
        )
    return [1 + x for x in x_and_slacks[:count]]


@lru_cache(maxsize=64)
def _generators(cone: GeneratedCone, n: int) -> tuple[tuple[Any, ...], ...]:
    """Return the generators as vectors of entries; ``ValueError`` names one that the base does not admit."""
    keys, closed = list(cone.keys(n)), cone.base.closure()
    vectors = []
    for number, written in enumerate(cone.declared_generators(n), 1):
        value = written if isinstance(written, Parameter) else cone.value_type.of(written)  # type: ignore[attr-defined]
        try:
            closed.validate(value, n)
        except ValueError as error:
            raise ValueError(f"generator {number} of {cone.name} at n = {n}: {error}") from None
        vectors.append(tuple(rational(value[key]) for key in keys))
    if not vectors and keys:
        raise ValueError(f"{cone.name} has no generators at n = {n}")
    if cone.positive and not all(map(any, zip(*vectors, strict=True))):
        raise ValueError(
            f"{cone.name}: every generator has a zero in the same entry at n = {n}; entries must be positive"
        )
    return tuple(dict.fromkeys(vectors))


def cone(
    base: ParameterSpace,
    name: str,
    *,
    inequalities: Expressions | None = None,
    generators: Generators | None = None,
) -> ConeSpace:
    """Declare part of a space of weights or similarities, by inequalities or by generators.

    ``inequalities(value, n)`` lists linear expressions of the entries, such as ``delta[2] - delta[3]``.
    ``generators(n)`` lists values over the items 1..n.
    """
    if (inequalities is None) == (generators is None):
        raise TypeError(f"cone {name!r}: pass either inequalities or generators")
    # other parameter spaces are not cones; a cone within a cone is written as one
    if not isinstance(base, ParameterSpace) or base.facets(1) is None or isinstance(base, ConeSpace):
        raise TypeError(
            f"cone {name!r}: {base!r} is not a space of weights or similarities; write spaces.element_weights(), "
            f"spaces.position_weights() or spaces.similarities()"
        )
    if inequalities is not None:
        built: ConeSpace = InequalityCone(base, name, inequalities)
    else:
        assert generators is not None
        built = GeneratedCone(base, name, generators)
    for n in range(1, MAX_ITEMS_TRIED + 1):  # calls the user's function, so that a mistake raises here and not later
        built.inner_point(n)
    return built


def nonnegative_combination(columns: Sequence[Sequence[Any]], target: Sequence[Any]) -> list[fmpq] | None:
    """Return non-negative multipliers of the columns whose combination is the target; None if there are none.

    The first phase of the simplex method, in exact rationals:

    1. Make every right-hand side non-negative, and give every row an artificial variable, numbered from ``count`` on.
       The artificial variables are the first basis.
    2. Reduce the sum of the artificial variables by pivots. The entering column is the first that reduces it, and ties
       for the leaving row go to the smallest variable (Bland's rule), so that no basis comes twice and the loop ends.
    3. The target is a combination if and only if the sum has become 0.
    """
    count = len(columns)
    rows = []  # of the tableau: the coefficients of the columns, and last the right-hand side
    for k, right in enumerate(map(rational, target)):
        row_sign = -1 if right < 0 else 1
        rows.append([*(rational(column[k]) * row_sign for column in columns), right * row_sign])
    basis = [count + k for k in range(len(rows))]
    while True:
        # a column reduces the sum of the artificial variables if its sum over their rows is positive
        artificial_rows = [row for row, variable in zip(rows, basis, strict=True) if variable >= count]
        entering = next((j for j in range(count) if sum((row[j] for row in artificial_rows), start=fmpq(0)) > 0), None)
        if entering is None:
            break
        ratios = [(row[-1] / row[entering], basis[i], i) for i, row in enumerate(rows) if row[entering] > 0]
        _, _, leaving = min(ratios)
        _pivot(rows, leaving, entering)
        basis[leaving] = entering
    if any(row[-1] != 0 for row, variable in zip(rows, basis, strict=True) if variable >= count):
        return None
    multipliers = [fmpq(0)] * count
    for row, variable in zip(rows, basis, strict=True):
        if variable < count:
            multipliers[variable] = row[-1]
    return multipliers


def _pivot(rows: list[list[fmpq]], leaving: int, entering: int) -> None:
    """Make ``entering`` the basic variable of the row ``leaving``: 1 in this row of its column, 0 in all others."""
    divisor = rows[leaving][entering]
    pivot = rows[leaving] = [x / divisor for x in rows[leaving]]
    for i, row in enumerate(rows):
        if i != leaving and (factor := row[entering]) != 0:
            rows[i] = [x - factor * p for x, p in zip(row, pivot, strict=True)]
