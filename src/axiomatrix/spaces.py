"""Spaces: what rankings and parameters range over; each enumerates, draws, validates and encodes its values.

A space of a continuous parameter enumerates a *grid*, and says so: a grid is never called exhaustive. ``draw``
takes its choices from a :class:`Chooser`, so that nothing here depends on where the choices come from.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations, product
from reprlib import repr as shown
from typing import Any, ClassVar, Protocol

from flint import fmpq

from .exact import Formal, Undefined, parse, rational, sign
from .parameters import ElementWeights, Parameter, PositionWeights, Similarity
from .rankings import Ranking, Relabelling

GRID = (0, 1, 2)
"""The values of a continuous parameter on the grid."""
NUDGE = 8
"""A grid value v with zeros becomes NUDGE * v + 1 on the open space: positive, and near the boundary."""


class Chooser(Protocol):
    """A source of choices: Hypothesis, a random generator, or a replay."""

    def integer(self, low: int, high: int) -> int:
        """A whole number, low and high included; smaller is simpler."""
        ...


class Space:
    """A set of values that can be enumerated up to a size, drawn, validated and written as JSON."""

    name: ClassVar[str]
    continuous: ClassVar[bool] = False

    def enumerate(self, n: int) -> Sequence[Any]:
        """All values over n items, simplest first; for a continuous space, its grid."""
        raise NotImplementedError

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        """One value over n items; ``before`` are the rankings drawn already.

        Raises :class:`Undefined` where there is no value over so few items.
        """
        raise NotImplementedError

    def bits(self, n: int) -> int:
        """How many bits of choice a draw over n items takes at most, roughly; beyond them choices are the simplest."""
        return 64

    def contains(self, value: Any, n: int) -> bool:
        """Whether the value belongs to the space over the items 1..n."""
        try:
            self.validate(value, n)
        except (ValueError, KeyError):
            return False
        return True

    def validate(self, value: Any, n: int) -> None:
        """Raise ``ValueError`` naming argument, value and rule if the value is not of this space."""
        raise NotImplementedError

    def encode(self, value: Any) -> Any:
        """The value as JSON."""
        raise NotImplementedError

    def decode(self, data: Any) -> Any:
        """The value written by :meth:`encode`; ``ValueError`` for anything else."""
        raise NotImplementedError

    def strategy(self, n: int) -> Any:
        """A Hypothesis strategy for values over n items."""
        from .methods.choices import strategy  # the values themselves do not depend on Hypothesis

        return strategy(self, n)


# --- rankings and what acts on them ---------------------------------------------------------------------------


@lru_cache(maxsize=16)
def all_rankings(n: int) -> tuple[Ranking, ...]:
    """All rankings of the items 1..n, rank vectors in lexicographic order."""
    items = tuple(range(1, n + 1))
    return tuple(Ranking(items, vector) for vector in permutations(items))


def _unranked(index: int, n: int) -> tuple[int, ...]:
    """The index-th permutation of 1..n in lexicographic order."""
    rest = list(range(1, n + 1))
    vector = []
    for k in range(n, 0, -1):
        place, index = divmod(index, math.factorial(k - 1))
        vector.append(rest.pop(place))
    return tuple(vector)


class Rankings(Space):
    """Rankings of the items 1..n."""

    name = "rankings"

    def enumerate(self, n: int) -> Sequence[Ranking]:
        return all_rankings(n)

    def bits(self, n: int) -> int:
        return 8 + math.factorial(n).bit_length()

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Ranking:
        if not before:
            index = choose.integer(0, 2 * math.factorial(n) - 2)  # half of them the identity
            return Ranking(tuple(range(1, n + 1)), _unranked(max(0, index - math.factorial(n) + 1), n))
        last: Ranking = before[choose.integer(0, len(before) - 1)]
        family = choose.integer(0, 5)
        if family <= 1:
            return Ranking(last.items, _unranked(choose.integer(0, math.factorial(n) - 1), n))
        if family == 2:
            return last.reversed()
        if family == 3:
            return last.rotated(choose.integer(0, n - 1))
        if family == 4:  # near-sorted: a few adjacent swaps
            for i in range(1, n):
                if choose.integer(0, 2) == 0:
                    last = last.swapped(i)
            return last
        cut = choose.integer(0, n)  # block structure: reverse a head, keep the tail
        return Ranking(last.items, tuple(cut + 1 - p if p <= cut else p for p in last.positions))

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, Ranking):
            raise ValueError(f"ranking: {value!r} is not a Ranking; make one with Ranking.from_order([...])")
        if value.items != tuple(range(1, n + 1)):
            raise ValueError(f"ranking: {value} ranks the items {shown(list(value.items))}; they must be 1..{n}")

    def encode(self, value: Ranking) -> Any:
        return list(value.order)

    def decode(self, data: Any) -> Ranking:
        if not isinstance(data, list) or not all(type(x) is int for x in data) or len(data) > 1000:
            raise ValueError(f"ranking: {shown(data)} is not a list of item numbers, best first")
        ranking = Ranking.from_order(data)
        if ranking.items != tuple(range(1, len(data) + 1)):
            raise ValueError(f"ranking: {shown(data)} must list the items 1..{len(data)}, each once")
        return ranking


class Relabellings(Space):
    """Relabellings of the items.

    Enumerated are the exchanges of neighbouring labels: they generate all others, so an invariance that holds for
    every instance under each of them holds under every relabelling.
    """

    name = "relabellings"

    def enumerate(self, n: int) -> Sequence[Relabelling]:
        return [Relabelling.exchanging(range(1, n + 1), x, x + 1) for x in range(1, n)]

    def bits(self, n: int) -> int:
        return math.factorial(n).bit_length()

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Relabelling:
        return Relabelling(dict(enumerate(_unranked(choose.integer(0, math.factorial(n) - 1), n), 1)))

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, Relabelling) or set(value.mapping) != set(range(1, n + 1)):
            raise ValueError(f"relabelling: {value!r} is not a bijection of the items 1..{n}")

    def encode(self, value: Relabelling) -> Any:
        return [value(x) for x in sorted(value.mapping)]  # type: ignore[type-var]  # items are 1..n

    def decode(self, data: Any) -> Relabelling:
        return Relabelling(dict(enumerate(Rankings().decode(data).order, 1)))


class Permutations(Rankings):
    """Permutations of the positions, enumerated by the exchanges of neighbouring positions, which generate all."""

    name = "permutations of positions"

    def enumerate(self, n: int) -> Sequence[Ranking]:
        return [Ranking.identity(n).swapped(i) for i in range(1, n)]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Ranking:
        return super().draw(choose, n)


class Places(Space):
    """Positions 1..n-1: of an adjacent swap (i, i+1), or the number of items a rotation moves."""

    name = "positions 1..n-1"

    def enumerate(self, n: int) -> Sequence[int]:
        return range(1, n)

    def bits(self, n: int) -> int:
        return n.bit_length()

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> int:
        if n < 2:
            raise Undefined(f"there are no {self.name} for {n} items")
        return choose.integer(1, n - 1)

    def validate(self, value: Any, n: int) -> None:
        if type(value) is not int or not 1 <= value <= n - 1:
            raise ValueError(f"place: {value!r} must be a whole number 1..{n - 1}")

    def encode(self, value: int) -> Any:
        return value

    def decode(self, data: Any) -> int:
        if type(data) is not int or data < 1:
            raise ValueError(f"place: {shown(data)} is not a position 1, 2, ...")
        return data


class Factors(Space):
    """Positive factors by which a parameter is scaled; the grid is 2 and 1/3."""

    name = "positive factors"
    continuous = True

    def enumerate(self, n: int) -> Sequence[Any]:
        return [fmpq(2), fmpq(1, 3)]

    def bits(self, n: int) -> int:
        return 8

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        return fmpq(choose.integer(1, 12), choose.integer(1, 12))

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, (int, Fraction, fmpq, Formal)) or isinstance(value, bool) or sign(value) != 1:
            raise ValueError(f"factor: {value!r:.80} must be a positive exact number")

    def encode(self, value: Any) -> Any:
        return str(value)

    def decode(self, data: Any) -> Any:
        value = parse(data)
        self.validate(value, 1)
        return value


# --- parameters -----------------------------------------------------------------------------------------------


def _digits(number: int, base: int, count: int) -> list[int]:
    digits = []
    for _ in range(count):
        number, digit = divmod(number, base)
        digits.append(digit)
    return digits


def _simplicity(vector: Sequence[int]) -> tuple[Any, ...]:
    return sum(vector), max(vector, default=0), tuple(vector)


class ParameterSpace(Space):
    """A space of element data or position data: a closed set, or its open part without zeros."""

    continuous = True
    value_type: ClassVar[type[Parameter]]

    def __init__(self, positive: bool, has_boundary: bool = True) -> None:
        self.positive = positive
        self.has_boundary = has_boundary

    def keys(self, n: int) -> Sequence[Any]:
        """The keys of the entries of a value over n items."""
        raise NotImplementedError

    def make(self, vector: Sequence[Any], n: int) -> Parameter:
        """The value with these entries."""
        return self.value_type(dict(zip(self.keys(n), map(rational, vector), strict=True)))

    def closure(self) -> ParameterSpace:
        """The space with its boundary: zero weights, pseudometrics."""
        return type(self)(positive=False) if self.has_boundary else self

    def admits(self, vector: Sequence[int], n: int) -> bool:
        """Whether the vector of entries belongs to the closed space."""
        return True

    def facets(self, n: int) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The closed space as a cone: linear forms, as (entry number, coefficient), that are not negative on it.

        Entries are numbered in the order of :meth:`keys`; the last forms are the entries themselves.
        """
        return tuple(((k, 1),) for k in range(len(self.keys(n))))

    def grid(self, n: int) -> Iterator[tuple[int, ...]]:
        """The closed grid, as vectors of entries."""
        return (v for v in product(GRID, repeat=len(self.keys(n))) if self.admits(v, n))

    def enumerate(self, n: int) -> Sequence[Parameter]:
        vectors = list(self.grid(n))
        if self.positive:
            vectors = [tuple(NUDGE * e + 1 for e in v) if 0 in v else v for v in vectors]
            vectors = [v for v in vectors if self.admits(v, n)]
        return [self.make(v, n) for v in sorted(set(vectors), key=_simplicity)]

    def special(self, n: int) -> Sequence[tuple[str, Parameter]]:
        """Named values that the grid does not have, irrational ones among them."""
        return ()

    def lift(self, vector: Sequence[Any]) -> Sequence[Any]:
        """A vector of the closed space moved into the open one, if this is the open one."""
        if self.positive and any(e == 0 for e in vector):
            return [NUDGE * e + 1 for e in vector]
        return vector

    def encode(self, value: Parameter) -> Any:
        return [[list(k) if isinstance(k, tuple) else k, str(v)] for k, v in value.entries.items()]

    def decode(self, data: Any) -> Parameter:
        if not isinstance(data, list) or len(data) > 10_000:
            raise ValueError(f"{self.name}: {shown(data)} is not a list of [key, number]")
        entries = {}
        for row in data:
            if not isinstance(row, list) or len(row) != 2:
                raise ValueError(f"{self.name}: {shown(row)} is not a pair [key, number]")
            key = tuple(row[0]) if isinstance(row[0], list) else row[0]
            if not all(type(x) is int for x in (key if isinstance(key, tuple) else (key,))):
                raise ValueError(f"{self.name}: the key {shown(row[0])} is not made of whole numbers")
            if key in entries:
                raise ValueError(f"{self.name}: the key {shown(row[0])} is given twice")
            entries[key] = parse(row[1])
        value = self.value_type(entries)
        self.closure().validate(value, self._items(entries))
        return value

    def _items(self, entries: Mapping[Any, Any]) -> int:
        """How many items a value with these entries is over, if it is over any number."""
        n = 1
        while len(self.keys(n)) < len(entries):
            n += 1
        return n

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, self.value_type):
            raise ValueError(f"{self.value_type.symbol}: {value!r} is not a {self.value_type.__name__}")
        if set(value.entries) != set(self.keys(n)):
            raise ValueError(
                f"{self.value_type.symbol}: has entries for {shown(list(value.entries))}; "
                f"for {n} items it must have them for {shown(list(self.keys(n)))}"
            )

    def check(self, value: Parameter) -> None:
        """Raise ``ValueError`` if the entries are not of this space, whatever the items are called."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), self.name))


class _Vectors(ParameterSpace):
    """Free vectors of non-negative entries."""

    def bits(self, n: int) -> int:
        return 8 + 10 * len(self.keys(n)) // 3

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Parameter:
        m = len(self.keys(n))
        family = choose.integer(0, 5)
        if m == 0 or family == 0:
            vector: list[Any] = [1] * m
        elif family == 1:
            vector = _digits(choose.integer(0, 4**m - 1), 4, m)
        elif family == 2:
            vector = _digits(choose.integer(0, 2**m - 1), 2, m)
        elif family == 3:
            vector = [2**e for e in _digits(choose.integer(0, 5**m - 1), 5, m)]
        elif family == 4:
            q = choose.integer(2, 7)
            vector = [fmpq(e, q) for e in _digits(choose.integer(0, 10**m - 1), 10, m)]
        else:  # one entry outweighs all others
            heavy, size = choose.integer(0, m - 1), choose.integer(2, 100)
            vector = [size if k == heavy else 1 for k in range(m)]
        return self.make(self.lift(vector), n)

    def validate(self, value: Any, n: int) -> None:
        super().validate(value, n)
        self.check(value)

    def check(self, value: Parameter) -> None:
        self.value_type.of(value.entries, positive=self.positive)  # type: ignore[attr-defined]  # both have it


class ElementWeightsSpace(_Vectors):
    """Weights of the items; positive, or zero too."""

    value_type = ElementWeights

    @property
    def name(self) -> str:  # type: ignore[override]  # depends on the boundary
        return "positive element weights" if self.positive else "non-negative element weights"

    def keys(self, n: int) -> Sequence[Any]:
        return range(1, n + 1)


class PositionWeightsSpace(_Vectors):
    """Costs delta_2..delta_n of adjacent swaps; positive, or zero too; any order of sizes."""

    value_type = PositionWeights

    @property
    def name(self) -> str:  # type: ignore[override]  # depends on the boundary
        return "positive position weights" if self.positive else "non-negative position weights"

    def keys(self, n: int) -> Sequence[Any]:
        return range(2, n + 1)

    def special(self, n: int) -> Sequence[tuple[str, Parameter]]:
        if n < 2:
            return ()
        return [("dcg", PositionWeights.dcg(n)), ("geometric", PositionWeights.geometric(n))]


class SimilaritySpace(ParameterSpace):
    """Distances D between the items: metrics, or pseudometrics (zero between different items allowed)."""

    value_type = Similarity

    @property
    def name(self) -> str:  # type: ignore[override]  # depends on the boundary
        return "metrics D" if self.positive else "pseudometrics D"

    def keys(self, n: int) -> Sequence[Any]:
        return [(i, j) for i in range(1, n + 1) for j in range(i + 1, n + 1)]

    def admits(self, vector: Sequence[Any], n: int) -> bool:
        d = dict(zip(self.keys(n), vector, strict=True))
        for (i, j), far in d.items():
            for k in range(1, n + 1):
                if k not in (i, j) and far > d[min(i, k), max(i, k)] + d[min(j, k), max(j, k)]:
                    return False
        return True

    def facets(self, n: int) -> tuple[tuple[tuple[int, int], ...], ...]:
        """D_ik + D_kj - D_ij, by pairs i < j and then by k, and the entries."""
        number = {pair: k for k, pair in enumerate(self.keys(n))}
        triangles = [
            ((number[min(i, k), max(i, k)], 1), (number[min(j, k), max(j, k)], 1), (number[i, j], -1))
            for i, j in number
            for k in range(1, n + 1)
            if k not in (i, j)
        ]
        return (*triangles, *super().facets(n))

    def bits(self, n: int) -> int:
        return 4 + max(n * (n - 1), 4 * n, 2 * n + math.factorial(n).bit_length())

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Parameter:
        keys = self.keys(n)
        m = len(keys)
        family = choose.integer(0, 7) if m else 0
        points = range(n)
        if family == 0:  # all items equally far apart
            vector: list[Any] = [1] * m
        elif family in (1, 2):  # one cut metric, or a sum of two
            vector = [0] * m
            for _ in range(family):
                side, weight = _digits(choose.integer(0, 2**n - 1), 2, n), choose.integer(1, 3)
                vector = [v + weight * (side[i - 1] != side[j - 1]) for v, (i, j) in zip(vector, keys, strict=True)]
        elif family == 3:  # an ultrametric: the greatest height between two leaves, leaves shuffled
            height = _digits(choose.integer(0, 4 ** (n - 1) - 1), 4, n - 1)
            leaf = [p - 1 for p in _unranked(choose.integer(0, math.factorial(n) - 1), n)]
            spans = [sorted((leaf[i - 1], leaf[j - 1])) for i, j in keys]
            vector = [max(height[low:high]) for low, high in spans]
        elif family == 4:  # points in the plane under the l1 distance; a line where the second coordinates agree
            x = _digits(choose.integer(0, 4**n - 1), 4, n)
            y = _digits(choose.integer(0, 3**n - 1), 3, n)
            vector = [abs(x[i - 1] - x[j - 1]) + abs(y[i - 1] - y[j - 1]) for i, j in keys]
        elif family == 5:  # a tree: each point hangs on an earlier one
            up = [0] + [choose.integer(0, k - 1) for k in range(1, n)]
            length = _digits(choose.integer(0, 3**n - 1), 3, n)
            vector = _closed(
                [[length[max(i, j)] if up[max(i, j)] == min(i, j) else None for j in points] for i in points]
            )
        elif family == 6:  # entries 1 and 2: always a metric
            vector = [1 + bit for bit in _digits(choose.integer(0, 2**m - 1), 2, m)]
        else:  # shortest paths of any small matrix
            given = dict(zip(keys, _digits(choose.integer(0, 4**m - 1), 4, m), strict=True))
            vector = _closed([[given.get((min(i, j) + 1, max(i, j) + 1)) for j in points] for i in points])
        return self.make(self.lift(vector), n)

    def validate(self, value: Any, n: int) -> None:
        if isinstance(value, Similarity):  # D[y, x] is as good as D[x, y]
            turned = {(y, x): (x, y) for x, y in self.keys(n)}
            value = Similarity({turned.get(key, key): entry for key, entry in value.entries.items()})
        super().validate(value, n)
        self.check(value)

    def check(self, value: Parameter) -> None:
        Similarity.of(value.entries, level="metric" if self.positive else "pseudometric")


def _closed(matrix: list[list[int | None]]) -> list[int]:
    """The shortest-path closure of a connected matrix, as the vector of its upper triangle."""
    n = len(matrix)
    far = 10**6
    d = [[0 if i == j else far if (e := matrix[i][j]) is None else e for j in range(n)] for i in range(n)]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                d[i][j] = min(d[i][j], d[i][k] + d[k][j])
    return [d[i][j] for i in range(n) for j in range(i + 1, n)]


ranking = Rankings()
relabelling = Relabellings()
permutation = Permutations()
place = Places()
factor = Factors()


def element_weights(*, positive: bool = True, has_boundary: bool = True) -> ElementWeightsSpace:
    """Weights ``w[x]`` of the items; with ``positive=False`` zero weights belong to the space.

    With ``has_boundary=False`` the metric has no value for zero weights, and nothing is asked of them.
    """
    return ElementWeightsSpace(positive, has_boundary)


def position_weights(*, positive: bool = True) -> PositionWeightsSpace:
    """Costs ``delta[i]``, i = 2..n, of swapping positions i-1 and i."""
    return PositionWeightsSpace(positive)


def similarities(*, positive: bool = True) -> SimilaritySpace:
    """Metrics ``D[x, y]`` between the items; with ``positive=False`` pseudometrics."""
    return SimilaritySpace(positive)
