"""Orders of rankings and coordinates of parameters for linear programs, and their renumbering by symmetries.

A ranking pair over n items is its *order*: the items of the second ranking, best first, numbered by their places in
the first. ``inverse`` exchanges the two rankings, ``reverse`` turns both around, and an order that *splits* (both
rankings have the same k items in front) is the sum of two smaller ones. One order of each class is solved. No symmetry
is taken for granted: orders belong to one class only if their forms agree, term by term, after the entries are
renumbered.

A parameter has a coordinate for each of its entries, or for each generator where its space is generated: then its
entries are sums of multiples of the generators, and the program is about these multiples. Several parameters that are
followed together have their coordinates one after the other, and the cone of the program is the product of theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, permutations
from typing import Any

from ..evidence.certificate import TOGETHER
from ..model.metric import Metric
from ..numbers.exact import rational
from ..numbers.forms import LinearRing, NotLinear, coprime
from ..spaces import ElementWeightsSpace, ParameterSpace, PositionWeightsSpace, SimilaritySpace
from ..values.parameters import Parameter
from .program import Cone
from .solver import Row

Order = tuple[int, ...]
Naming = Mapping[int, int]
"""New item numbers by item."""


def inverse(order: Order) -> tuple[Order, Naming]:
    """Exchange the two rankings: return the new order and the new numbers of the items."""
    place = {item: k for k, item in enumerate(order, 1)}
    return tuple(place[item] for item in range(1, len(order) + 1)), place


def reverse(order: Order) -> tuple[Order, Naming]:
    """Reverse both rankings: return the new order and the new numbers of the items."""
    last = len(order) + 1
    return tuple(last - item for item in reversed(order)), {item: last - item for item in order}


SYMMETRIES: Mapping[str, Callable[[Order], tuple[Order, Naming]]] = {"inverse": inverse, "reverse": reverse}
SPLIT = "split"
"""Name, beside the symmetries, of the use of orders that split."""


def images(order: Order, by: Sequence[str]) -> dict[Order, Naming]:
    """Return all images of an order under the symmetries, each with the new numbers of the items."""
    turns = [SYMMETRIES[name] for name in by if name != SPLIT]
    namings: dict[Order, Naming] = {order: {item: item for item in order}}
    orders = [order]
    for image in orders:  # the list grows until it is closed under the symmetries
        for turn in turns:
            turned, renamed = turn(image)
            if turned not in namings:
                namings[turned] = {item: renamed[number] for item, number in namings[image].items()}
                orders.append(turned)
    return namings


def split_point(order: Order) -> int:
    """Return the smallest k < n such that both rankings have the same k items in front; 0 if there is none."""
    # the first k items of the order are 1..k exactly if the largest of them is k
    return next((k for k, highest in enumerate(accumulate(order[:-1], max), 1) if highest == k), 0)


def parts(order: Order) -> tuple[Order, Order]:
    """The two orders that one splits into at its first split point."""
    k = split_point(order)
    return order[:k], tuple(item - k for item in order[k:])


def starting_with(prefix: Order, n: int) -> Iterator[Order]:
    """Yield the orders of n items with a prefix, in lexicographic order."""
    rest = [item for item in range(1, n + 1) if item not in prefix]
    for tail in permutations(rest):
        yield (*prefix, *tail)


def renumbering(space: ParameterSpace, n: int, named: Naming) -> dict[int, int]:
    """The new index of each entry of item data after renaming the items; empty for position data."""
    return _numbers(space, n, n, named) if space.value_type.travels else {}


def shifted(space: ParameterSpace, size: int, by: int, n: int) -> dict[int, int]:
    """Return the index over n items of each entry over ``size`` items, which become the items by + 1, by + 2 ..."""
    return _numbers(space, size, n, {item: item + by for item in range(1, size + 1)})


def _numbers(space: ParameterSpace, size: int, n: int, named: Naming) -> dict[int, int]:
    """Return the numbers over n items of the entries over ``size`` items, after these are renamed."""
    place = {frozenset(_items(key)): k for k, key in enumerate(space.keys(n))}
    return {k: place[frozenset(named[item] for item in _items(key))] for k, key in enumerate(space.keys(size))}


def _items(key: Any) -> tuple[int, ...]:
    """Return the items of a key, which is an item or a pair of items."""
    return key if isinstance(key, tuple) else (key,)


# --- coordinates -------------------------------------------------------------------------------------------------


SPACES_THAT_RESTRICT = (ElementWeightsSpace, PositionWeightsSpace, SimilaritySpace)
"""Spaces whose values over n items restrict to all values of fewer items."""


@dataclass(frozen=True)
class Coordinates:
    """The parameters whose values are unknown, and the numbering of their coordinates."""

    spaces: tuple[tuple[str, ParameterSpace], ...]

    @classmethod
    def of(cls, metric: Metric, followed: str) -> Coordinates:
        """Number the coordinates of the parameters in ``followed``, such as ``D``, or ``w + D`` for two of them.

        Raises :class:`NotLinear` if a space has no cone.
        """
        coordinates = cls(tuple((name, metric.parameters[name]) for name in followed.split(TOGETHER)))
        coordinates.cone(1)  # raises here, and not later, if there is none
        return coordinates

    @property
    def name(self) -> str:
        """Return the parameters as specs and certificates name them."""
        return TOGETHER.join(self.names)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters."""
        return tuple(name for name, _ in self.spaces)

    def blocks(self, n: int) -> Iterator[tuple[str, ParameterSpace, range]]:
        """Yield each parameter with the numbers of its coordinates."""
        start = 0
        for name, space in self.spaces:
            numbers = range(start, start + _count(space, n))
            yield name, space, numbers
            start = numbers.stop

    def count(self, n: int) -> int:
        """The number of coordinates over n items."""
        return sum(_count(space, n) for _, space in self.spaces)

    def symbols(self, n: int) -> tuple[LinearRing, Mapping[str, Parameter]]:
        """Return the ring of the unknown coordinates, and the parameters at these."""
        return _symbols(self, n)

    def cone(self, n: int) -> Cone:
        """Return the cone of the closed spaces, with a last coordinate for constant terms."""
        return _cone(self, n)

    def values(self, point: Sequence[Any], n: int) -> dict[str, Parameter]:
        """Return the parameters at a point."""
        return {
            name: space.make(entries_at(space, [rational(point[k]) for k in numbers], n), n)
            for name, space, numbers in self.blocks(n)
        }

    def scaled(self, point: Sequence[Any], n: int) -> dict[str, Parameter]:
        """Return the parameters at a point whose scale does not matter: at coprime whole coordinates."""
        return self.values(coprime(point[: self.count(n)])[0], n)

    def inner(self, n: int) -> list[Any]:
        """Return a point in the interior of the cone: all entries 1, if that lies there."""
        return [x for _, space in self.spaces for x in space.inner(n)]

    def moved_inside(self, values: Mapping[str, Parameter], n: int, scale: Any, step: Any) -> dict[str, Parameter]:
        """Return ``scale`` times the parameters plus ``step`` times an interior point, which lies on no boundary."""
        moved = {}
        for name, space, _ in self.blocks(n):
            inner = zip(space.keys(n), entries_at(space, space.inner(n), n), strict=True)
            moved[name] = space.make([scale * rational(values[name][key]) + step * x for key, x in inner], n)
        return moved

    # --- renumbering ---

    def renumbering(self, n: int, named: Naming) -> Mapping[int, int] | None:
        """Return the new numbers of coordinates after the items are renamed; None if one has none."""
        return _moved(self, n, tuple(sorted(named.items())))

    def shifted(self, size: int, by: int, n: int) -> Mapping[int, int] | None:
        """Return the numbers over n items of the coordinates over the items by + 1 ... by + size; None if undefined."""
        if any(type(space) not in SPACES_THAT_RESTRICT for _, space in self.spaces):
            return None
        starts = zip(self.blocks(size), self.blocks(n), strict=True)
        return {
            small.start + k: large.start + place
            for (_, space, small), (_, _, large) in starts
            for k, place in shifted(space, size, by, n).items()
        }


def _count(space: ParameterSpace, n: int) -> int:
    """Return the number of coordinates: of entries, or of generators (rays) where the space has these."""
    generators = space.rays(n)
    return len(space.keys(n)) if generators is None else len(generators)


def entries_at(space: ParameterSpace, coordinates: Sequence[Any], n: int) -> list[Any]:
    """Return the entries of a parameter at these coordinates, which may be unknowns."""
    generators = space.rays(n)
    if generators is None:
        return list(coordinates)
    columns = ([g[k] for g in generators] for k in range(len(space.keys(n))))
    pairs = (zip(coordinates, column, strict=True) for column in columns)
    return [sum((x * c for x, c in terms if c), start=rational(0)) for terms in pairs]


@lru_cache(maxsize=64)
def _symbols(coordinates: Coordinates, n: int) -> tuple[LinearRing, Mapping[str, Parameter]]:
    ring = LinearRing(coordinates.count(n))
    values = {}
    for name, space, numbers in coordinates.blocks(n):
        entries = entries_at(space, [ring.entries[k] for k in numbers], n)
        values[name] = space.value_type(dict(zip(space.keys(n), entries, strict=True)))
    return ring, values


@lru_cache(maxsize=64)
def _cone(coordinates: Coordinates, n: int) -> Cone:
    further: list[Row] = []
    for _, space, numbers in coordinates.blocks(n):
        facets = space.facets(n)
        if facets is None:
            raise NotLinear(f"not linear: the space of {space.name} does not say its facets")
        if space.rays(n) is None:
            # the last facets of a space are its entries, which the cone has anyway: see the result
            proper_facets = facets[: len(facets) - len(numbers)]
            further += [tuple((numbers.start + k, c) for k, c in facet) for facet in proper_facets]
    count = coordinates.count(n)
    return Cone(count + 1, (*further, *(((k, 1),) for k in range(count + 1))))


@lru_cache(maxsize=4096)
def _moved(coordinates: Coordinates, n: int, named: tuple[tuple[int, int], ...]) -> Mapping[int, int] | None:
    number: dict[int, int] = {}
    for _, space, numbers in coordinates.blocks(n):
        moved = renumbering(space, n, dict(named))
        if (generators := space.rays(n)) is not None and moved:
            moved = _permuted(generators, moved)
            if not moved:
                return None
        number |= {numbers.start + k: numbers.start + place for k, place in moved.items()}
    return number


def _permuted(generators: Sequence[Sequence[Any]], entries: Mapping[int, int]) -> dict[int, int]:
    """Return the numbers of generators after their entries are renumbered.

    Empty if the result has another generator.
    """
    place = {tuple(generator): k for k, generator in enumerate(generators)}
    renamed = ({entries[k]: c for k, c in enumerate(generator)} for generator in generators)
    numbers = [place.get(tuple(g[k] for k in range(len(g)))) for g in renamed]
    return {} if None in numbers else {k: p for k, p in enumerate(numbers) if p is not None}
