"""Spaces of parameters that are vectors: element weights, position weights, similarities, heights of the ranks.

A *vector* lists the entries of a value in the order of :meth:`ParameterSpace.keys`. Enumeration and drawing make
vectors, and then values of them. Vectors are drawn by *families*, kinds that often expose faults of metrics: the first
choice is the number of the family, and family 0 is the simplest.

A metric is declared over the *open* part of a space, in which no entry is zero, or over the *closed* space with zeros.
The closed space is usually a *cone*: sums and non-negative multiples of its vectors belong to it. The methods that
compute with linear programs read it by its *facets*, linear forms that are not negative in it, or by its *rays*,
vectors whose non-negative combinations it consists of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import product
from reprlib import repr as short_repr
from typing import Any, ClassVar

from flint import fmpq

from ..numbers.exact import parse, rational
from ..values.parameters import ElementWeights, Heights, Parameter, PositionWeights, Similarity
from .base import Chooser, Space
from .rankings import Rankings

GRID = (0, 1, 2)
"""The values of a continuous parameter on the grid."""
NUDGE = 8
"""A vector v of the grid with zeros becomes NUDGE * v + 1 on the open space: positive, and near the boundary."""

Facets = tuple[tuple[tuple[int, int], ...], ...]
"""Linear forms in the entries, each as pairs (index of an entry, coefficient); indices count from 0.

For example, ((0, 1), (1, -1)) is the first entry minus the second, which is not negative where entries fall.
"""


class ParameterDomain(StrEnum):
    """The part of the parameter spaces over which a statement quantifies."""

    OPEN = "open"
    """The space that the metric declares."""
    CLOSED = "closed"
    """With its boundary: zero weights and pseudometrics."""

    @property
    def suffix(self) -> str:
        """Return the text that follows a statement over this part; empty for the declared space."""
        return " on the closure" if self is ParameterDomain.CLOSED else ""

    def of(self, spaces: Mapping[str, ParameterSpace]) -> dict[str, ParameterSpace]:
        """Map parameter spaces by name to this part of each: the spaces themselves, or their closures."""
        is_closed = self is ParameterDomain.CLOSED
        return {name: space.closure() if is_closed else space for name, space in spaces.items()}


def are_inside(values: Mapping[str, Any], spaces: Mapping[str, Space], n: int) -> bool:
    """Return whether each value belongs to its space over the items 1..n."""
    return all(space.contains(values[name], n) for name, space in spaces.items())


def entries_not_negative(count: int) -> Facets:
    """Return the facets of a space whose entries may be any numbers that are not negative: each entry is a facet."""
    return tuple(((k, 1),) for k in range(count))


def _choose_each(choose: Chooser, end: int, count: int) -> list[int]:
    """Choose ``count`` whole numbers from 0 to ``end`` - 1."""
    return [choose.integer(0, end - 1) for _ in range(count)]


def _simplicity(vector: Sequence[int]) -> tuple[Any, ...]:
    """Sort key that puts simple vectors first: small sums, then small entries."""
    return sum(vector), max(vector, default=0), tuple(vector)


class ParameterSpace(Space):
    """A space of data of the items or positions: a closed set, or its open part without zeros; a grid is enumerated.

    A subclass defines ``value_type``, ``keys`` and ``draw``. If it is a cone that linear programs can search, it also
    defines ``facets``, and if not all vectors belong to it, also ``admits`` and ``validate``.
    """

    value_type: ClassVar[type[Parameter]]
    """The class of the values."""

    def __init__(self, positive: bool, has_boundary: bool = True) -> None:
        self.positive = positive
        """Whether this is the open part, with no entry zero."""
        self.has_boundary = has_boundary
        """Whether zeros are studied. If not, the metric has no value there, and :meth:`closure` adds none."""

    def keys(self, n: int) -> Sequence[Any]:
        """Return the keys of the entries of a value over n items."""
        raise NotImplementedError

    def make(self, vector: Sequence[Any], n: int) -> Parameter:
        """Make the value with these entries."""
        return self.value_type(dict(zip(self.keys(n), map(rational, vector), strict=True)))

    def closure(self) -> ParameterSpace:
        """Return the space with its boundary: zero weights, pseudometrics."""
        return type(self)(positive=False) if self.has_boundary else self

    def admits(self, vector: Sequence[int], n: int) -> bool:
        """Return whether a vector of non-negative entries belongs to the closed space.

        Not to be confused with :meth:`admit`, which checks a value that a metric is called with.
        """
        return True

    def facets(self, n: int) -> Facets | None:
        """Return the linear forms that are not negative in the closed space, which is a cone.

        The last forms are the entries themselves (see :func:`entries_not_negative`). None, as here, if the cone is not
        known; then no method certifies anything over the space.
        """
        return None

    def rays(self, n: int) -> Sequence[Sequence[Any]] | None:
        """Return vectors whose non-negative combinations are the closed space; None if :meth:`facets` describe it."""
        return None

    def inner_point(self, n: int) -> Sequence[Any]:
        """Return a point inside the closed space: its entries, or for a space with :meth:`rays` the multiples of these.

        At the point every facet is positive, or every multiple.
        """
        return [fmpq(1)] * len(self.keys(n))

    def grid(self, n: int) -> Iterator[tuple[int, ...]]:
        """Yield the grid vectors of the closed space."""
        return (v for v in product(GRID, repeat=len(self.keys(n))) if self.admits(v, n))

    def enumerate(self, n: int) -> Sequence[Parameter]:
        vectors = list(self.grid(n))
        if self.positive:
            vectors = [tuple(self.lift(v)) for v in vectors]
            vectors = [v for v in vectors if self.admits(v, n)]  # adding 1 may leave a cone
        return [self.make(v, n) for v in sorted(set(vectors), key=_simplicity)]

    def special_values(self, n: int) -> Sequence[tuple[str, Parameter]]:
        """Return values that the grid does not have, such as irrational ones, each with a name."""
        return ()

    def choose_small(self, choose: Chooser, end: int, count: int) -> list[int]:
        """Choose ``count`` whole numbers from 0 to ``end`` - 1, for ``draw``.

        In the open space the lowest choice gives 1 and the highest 0, so that shrinking leads to ones.
        """
        numbers = _choose_each(choose, end, count)
        return [(number + 1) % end for number in numbers] if self.positive else numbers

    def lift(self, vector: Sequence[Any]) -> Sequence[Any]:
        """Move a vector with zeros into the open space, if this is the open one; return any other vector unchanged."""
        if self.positive and any(e == 0 for e in vector):
            return [NUDGE * e + 1 for e in vector]
        return vector

    def encode(self, value: Parameter) -> Any:
        return [[list(k) if isinstance(k, tuple) else k, str(v)] for k, v in value.entries.items()]

    def decode(self, data: Any) -> Parameter:
        if not isinstance(data, list) or len(data) > 10_000:  # a file may be by anybody
            raise ValueError(f"{self.name}: {short_repr(data)} is not a list of [key, number]")
        entries = {}
        for row in data:
            if not isinstance(row, list) or len(row) != 2:
                raise ValueError(f"{self.name}: {short_repr(row)} is not a pair [key, number]")
            key = tuple(row[0]) if isinstance(row[0], list) else row[0]
            if not all(type(x) is int for x in (key if isinstance(key, tuple) else (key,))):
                raise ValueError(f"{self.name}: the key {short_repr(row[0])} is not made of whole numbers")
            if key in entries:
                raise ValueError(f"{self.name}: the key {short_repr(row[0])} is given twice")
            entries[key] = parse(row[1])
        value = self.value_type(entries)
        self.closure().validate(value, self._item_count(entries))
        return value

    def _item_count(self, entries: Mapping[Any, Any]) -> int:
        """Return the smallest n with as many keys as there are entries: the number of items of the value.

        The loop is bounded, since the keys of some spaces, such as gains of grades, do not depend on n.
        """
        n = 1
        while len(self.keys(n)) < len(entries) and n <= len(entries):
            n += 1
        return n

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, self.value_type):
            raise ValueError(f"{self.value_type.symbol}: {value!r} is not a {self.value_type.__name__}")
        if set(value.entries) != set(self.keys(n)):
            raise ValueError(
                f"{self.value_type.symbol}: has entries for {short_repr(list(value.entries))}; "
                f"for {n} items it must have them for {short_repr(list(self.keys(n)))}"
            )

    def check(self, value: Parameter) -> None:
        """Raise ``ValueError`` if the entries are not in this space; items may have any names.

        Only :meth:`validate` requires the items 1..n. By default nothing is checked.
        """

    def __hash__(self) -> int:
        return hash((type(self), self.name))


class Vectors(ParameterSpace):
    """Vectors of non-negative entries without further conditions; the keys are the numbers ``_first_key``..n."""

    _noun: ClassVar[str]
    """Plural noun for the entries in the name of the space."""
    _first_key: ClassVar[int] = 1
    """Number of the first entry."""

    @property
    def name(self) -> str:  # type: ignore[override]  # depends on the boundary
        return f"{'positive' if self.positive else 'non-negative'} {self._noun}"

    def keys(self, n: int) -> Sequence[Any]:
        return range(self._first_key, n + 1)

    def facets(self, n: int) -> Facets | None:
        return entries_not_negative(len(self.keys(n)))

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Parameter:
        m = len(self.keys(n))
        family = choose.integer(0, 6)
        if m == 0 or family == 0:  # all equal
            vector: list[Any] = [1] * m
        elif family == 1:  # small whole numbers
            vector = self.choose_small(choose, 4, m)
        elif family == 2:  # zeros and ones
            vector = _choose_each(choose, 2, m)
        elif family == 3:  # powers of two
            vector = [2**e for e in _choose_each(choose, 5, m)]
        elif family == 4:  # fractions with one denominator
            denominator = choose.integer(2, 7)
            vector = [fmpq(e, denominator) for e in self.choose_small(choose, 10, m)]
        elif family == 5:  # each is zero with probability 3/4, and else 1 or 2
            vector = [choose.integer(1, 2) if choose.integer(0, 3) == 0 else 0 for _ in range(m)]
        else:  # one entry outweighs all others: 2..100, or a power of ten from 10^3 to 10^6
            index = choose.integer(0, m - 1)
            size = choose.integer(2, 104)  # 2..100 stand for themselves, 101..104 for the powers of ten
            vector = [1] * m
            vector[index] = size if size <= 100 else 10 ** (size - 98)
        return self.make(self.lift(vector), n)

    def validate(self, value: Any, n: int) -> None:
        super().validate(value, n)
        self.check(value)

    def check(self, value: Parameter) -> None:
        self.value_type.of(value.entries, positive=self.positive)  # type: ignore[attr-defined]  # each value type has it


class ElementWeightsSpace(Vectors):
    """Weights of the items; positive, or zero too."""

    fills_type = True
    value_type = ElementWeights
    _noun = "element weights"


class PositionWeightsSpace(Vectors):
    """Costs delta_2..delta_n of adjacent swaps; positive, or zero too; any order of sizes."""

    fills_type = True
    value_type = PositionWeights
    _noun = "position weights"
    _first_key = 2

    def special_values(self, n: int) -> Sequence[tuple[str, Parameter]]:
        if n < 2:
            return ()
        return [("dcg", PositionWeights.dcg(n)), ("geometric", PositionWeights.geometric(n))]


class SimilaritySpace(ParameterSpace):
    """Distances D between the items: metrics, or pseudometrics (zero between different items allowed)."""

    fills_type = True
    value_type = Similarity

    @property
    def name(self) -> str:  # type: ignore[override]  # depends on the boundary
        return "metrics D" if self.positive else "pseudometrics D"

    def keys(self, n: int) -> Sequence[Any]:
        return [(i, j) for i in range(1, n + 1) for j in range(i + 1, n + 1)]

    def admits(self, vector: Sequence[Any], n: int) -> bool:
        distances = dict(zip(self.keys(n), vector, strict=True))
        for (i, j), distance in distances.items():
            for k in range(1, n + 1):
                if k in (i, j):
                    continue
                detour = distances[min(i, k), max(i, k)] + distances[min(j, k), max(j, k)]
                if distance > detour:
                    return False
        return True

    def facets(self, n: int) -> Facets | None:
        """Return the triangle inequalities D_ik + D_kj - D_ij >= 0, by pairs i < j and then by k, and the entries."""
        index = {pair: position for position, pair in enumerate(self.keys(n))}
        triangles = [
            ((index[min(i, k), max(i, k)], 1), (index[min(j, k), max(j, k)], 1), (index[i, j], -1))
            for i, j in index
            for k in range(1, n + 1)
            if k not in (i, j)
        ]
        return (*triangles, *entries_not_negative(len(index)))

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Parameter:
        keys = self.keys(n)
        m = len(keys)
        family = choose.integer(0, 7) if m else 0
        points = range(n)  # the items, numbered from 0
        if family == 0:  # all items equally far apart
            vector: list[Any] = [1] * m
        elif family == 1:  # entries 1 and 2: always a metric, since 2 <= 1 + 1
            vector = [1 + bit for bit in _choose_each(choose, 2, m)]
        elif family == 2:  # an ultrametric: heights between neighbouring leaves; a distance is the greatest in between
            leaf_heights = self.choose_small(choose, 4, n - 1)
            leaf_of_item = [p - 1 for p in Rankings().draw(choose, n).positions]
            spans = [sorted((leaf_of_item[i - 1], leaf_of_item[j - 1])) for i, j in keys]
            vector = [max(leaf_heights[low:high]) for low, high in spans]
        elif family == 3:  # path lengths in a tree: each point is joined to an earlier one, its parent
            parent = [0] + [choose.integer(0, k - 1) for k in range(1, n)]
            length = self.choose_small(choose, 3, n)  # of the edge from each point to its parent
            vector = shortest_paths(
                [[length[max(i, j)] if parent[max(i, j)] == min(i, j) else None for j in points] for i in points]
            )
        elif family == 4:  # points in the plane under the l1 distance; a line where the second coordinates agree
            x = _choose_each(choose, 4, n)
            y = _choose_each(choose, 3, n)
            vector = [abs(x[i - 1] - x[j - 1]) + abs(y[i - 1] - y[j - 1]) for i, j in keys]
        elif family in (5, 6):  # one cut metric (a distance between the two sides, 0 within each), or a sum of two
            vector = [0] * m
            for _ in range(family - 4):
                side = _choose_each(choose, 2, n)
                weight = choose.integer(1, 3)
                vector = [v + weight * (side[i - 1] != side[j - 1]) for v, (i, j) in zip(vector, keys, strict=True)]
        else:  # shortest paths of any small matrix
            lengths = dict(zip(keys, self.choose_small(choose, 4, m), strict=True))
            vector = shortest_paths([[lengths.get((min(i, j) + 1, max(i, j) + 1)) for j in points] for i in points])
        return self.make(self.lift(vector), n)

    def validate(self, value: Any, n: int) -> None:
        if isinstance(value, Similarity):  # an entry may be stored as (y, x) instead of (x, y)
            sorted_key = {(y, x): (x, y) for x, y in self.keys(n)}
            value = Similarity({sorted_key.get(key, key): entry for key, entry in value.entries.items()})
        super().validate(value, n)
        self.check(value)

    def check(self, value: Parameter) -> None:
        Similarity.of(value.entries, level="metric" if self.positive else "pseudometric")


def shortest_paths(lengths: list[list[Any]]) -> list[Any]:
    """Return the lengths of the shortest paths between the points of a connected graph, by pairs i < j.

    ``lengths`` is the symmetric matrix of edge lengths, None where there is no edge. By Floyd and Warshall: after step
    k, ``distance`` has the lengths of the shortest paths over the points up to k.
    """
    n = len(lengths)
    unconnected = 10**6  # longer than any path of drawn lengths
    distance = [[unconnected if edge is None else edge for edge in row] for row in lengths]
    for i in range(n):
        distance[i][i] = 0
    for k in range(n):
        for i in range(n):
            for j in range(n):
                distance[i][j] = min(distance[i][j], distance[i][k] + distance[k][j])
    return [distance[i][j] for i in range(n) for j in range(i + 1, n)]


class HeightsSpace(Vectors):
    """Heights h_1..h_n of the ranks; positive, or zero too; any order of sizes."""

    value_type = Heights
    _noun = "heights of the ranks"


def heights(*, positive: bool = True, has_boundary: bool = True) -> HeightsSpace:
    """Heights ``h[k]`` of the ranks k = 1..n.

    With ``has_boundary=False`` statements are not checked on zero heights, since the metric has no value if all are.
    """
    return HeightsSpace(positive, has_boundary)
