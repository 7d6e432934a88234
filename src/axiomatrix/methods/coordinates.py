"""Orders of rankings and coordinates of parameters for linear programs, and their renumbering by symmetries.

Sweeps (:mod:`.sweep`) solve one linear program for each pair of rankings, whose unknowns are the entries of a
parameter. This module has the two encodings that they need. The parameters whose entries are unknown are *followed*;
others have fixed values.

*Orders.* Two rankings over n items are given up to renaming by an *order*: the items of the second ranking, best first,
where item k is the one that the first ranking has at place k. The order of the rankings x y z and y x z is (2, 1, 3).
:func:`inverse` exchanges the two rankings, and :func:`reverse` turns both around. An order *splits* if both rankings
have the same k items in front (k < n), as (2, 1, 3) does for k = 2. Its linear forms are then often the sum of the
forms of two smaller orders, its *parts*, here (2, 1) and (1). Orders that symmetries map to each other form a class:
one of them is solved. No symmetry is taken for granted: the caller checks that the forms agree, term by term, after
renumbering the entries.

*Coordinates.* A parameter has a coordinate for each of its entries. Some spaces are generated: every value is a sum of
non-negative multiples of fixed generators (:meth:`~..spaces.ParameterSpace.rays`). Then the multiples are the
coordinates. The coordinates of several parameters that are followed together are concatenated. The points of all
values, boundary included, form a *cone*: each of its *facets* is a linear form that is not negative there. Coordinates
are numbered from 0, items from 1. A *key* names an entry: an item, a pair of items, or a position.
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
"""The items of the second ranking, best first, as numbers from 1."""
Naming = Mapping[int, int]
"""The new number of each item, by its old number."""


def inverse(order: Order) -> tuple[Order, Naming]:
    """Exchange the two rankings: return the new order and the new numbers of the items."""
    place = {item: k for k, item in enumerate(order, 1)}
    return tuple(place[item] for item in range(1, len(order) + 1)), place


def reverse(order: Order) -> tuple[Order, Naming]:
    """Reverse both rankings: return the new order and the new numbers of the items."""
    last = len(order) + 1
    return tuple(last - item for item in reversed(order)), {item: last - item for item in order}


SYMMETRIES: Mapping[str, Callable[[Order], tuple[Order, Naming]]] = {"inverse": inverse, "reverse": reverse}
"""By name, functions that map an order to its image and to the new numbers of its items."""
SPLIT = "split"
"""Name for the use of orders that split, next to the names of symmetries."""


def images(order: Order, symmetry_names: Sequence[str]) -> dict[Order, Naming]:
    """Return all images of an order under the symmetries, each with the new numbers of the items."""
    symmetries = [SYMMETRIES[name] for name in symmetry_names if name != SPLIT]
    namings: dict[Order, Naming] = {order: {item: item for item in order}}
    orders = [order]
    for known_image in orders:  # the list grows until it is closed under the symmetries
        for symmetry in symmetries:
            image, renamed = symmetry(known_image)
            if image not in namings:
                namings[image] = {item: renamed[number] for item, number in namings[known_image].items()}
                orders.append(image)
    return namings


def split_point(order: Order) -> int:
    """Return the smallest k < n such that both rankings have the same k items in front; 0 if there is none."""
    # the first k items of the order are 1..k exactly if the largest of them is k
    return next((k for k, highest in enumerate(accumulate(order[:-1], max), 1) if highest == k), 0)


def parts(order: Order) -> tuple[Order, Order]:
    """Split an order at its first split point into two, each with its items numbered from 1."""
    k = split_point(order)
    return order[:k], tuple(item - k for item in order[k:])


def starting_with(prefix: Order, n: int) -> Iterator[Order]:
    """Yield the orders of n items with a prefix, in lexicographic order."""
    rest = [item for item in range(1, n + 1) if item not in prefix]
    for tail in permutations(rest):
        yield (*prefix, *tail)


def renumber_entries(space: ParameterSpace, n: int, naming: Naming) -> dict[int, int]:
    """Return the new index of each entry after renaming the items; empty for position data, which stays in place."""
    return _new_indexes(space, n, n, naming) if space.value_type.travels else {}


def shift_entries(space: ParameterSpace, size: int, offset: int, n: int) -> dict[int, int]:
    """Return for each entry over the items 1..size its index over n items, after item k becomes item offset + k."""
    return _new_indexes(space, size, n, {item: item + offset for item in range(1, size + 1)})


def _new_indexes(space: ParameterSpace, size: int, n: int, naming: Naming) -> dict[int, int]:
    """Return for each entry over the items 1..size its index over n items, after its items are renamed.

    An entry is identified by the set of its items, since the two items of a pair may change their order.
    """
    index_of = {frozenset(_items(key)): k for k, key in enumerate(space.keys(n))}
    return {k: index_of[frozenset(naming[item] for item in _items(key))] for k, key in enumerate(space.keys(size))}


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
    """The name and the space of each parameter."""

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
        """The names of the parameters in one text, as specs and certificates have them, such as ``w + D``."""
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
        """Return the number of coordinates over n items."""
        return sum(_count(space, n) for _, space in self.spaces)

    def symbols(self, n: int) -> tuple[LinearRing, Mapping[str, Parameter]]:
        """Return the ring of the unknown coordinates, and the parameters with unknowns as entries.

        The ring does the arithmetic of the unknowns, and refuses nonlinear results.
        """
        return _symbols(self, n)

    def cone(self, n: int) -> Cone:
        """Return the cone of the closed spaces, with a last coordinate for constant terms.

        Its last facets say that no coordinate is negative, one for each coordinate in order.
        """
        return _cone(self, n)

    def values(self, point: Sequence[Any], n: int) -> dict[str, Parameter]:
        """Return the parameters at a point, given by its coordinates."""
        return {
            name: space.make(entries_at(space, [rational(point[k]) for k in numbers], n), n)
            for name, space, numbers in self.blocks(n)
        }

    def scaled(self, point: Sequence[Any], n: int) -> dict[str, Parameter]:
        """Return the parameters at a multiple of the point that has coprime whole coordinates.

        It is for statements to which scale does not matter. A last coordinate for the constant is ignored.
        """
        return self.values(coprime(point[: self.count(n)])[0], n)

    def inner(self, n: int) -> list[Any]:
        """Return the coordinates of an interior point of the cone: all entries are 1 where that is such a point."""
        return [x for _, space in self.spaces for x in space.inner_point(n)]

    def moved_inside(self, values: Mapping[str, Parameter], n: int, scale: Any, step: Any) -> dict[str, Parameter]:
        """Return ``scale`` times the parameters plus ``step`` times an interior point, which lies on no boundary."""
        moved = {}
        for name, space, _ in self.blocks(n):
            inner = zip(space.keys(n), entries_at(space, space.inner_point(n), n), strict=True)
            moved[name] = space.make([scale * rational(values[name][key]) + step * x for key, x in inner], n)
        return moved

    # --- renumbering ---

    def renumbering(self, n: int, naming: Naming) -> Mapping[int, int] | None:
        """Return the new number of each coordinate of item data after the items are renamed.

        Coordinates of position data keep their numbers and are left out. None if a generator becomes one that the space
        does not have.
        """
        return _renumbered(self, n, tuple(sorted(naming.items())))

    def shifted(self, size: int, offset: int, n: int) -> Mapping[int, int] | None:
        """Return for each coordinate over ``size`` items its number over n items, after item k becomes offset + k.

        None if values of the spaces over n items do not restrict to values over ``size`` items.
        """
        if any(type(space) not in SPACES_THAT_RESTRICT for _, space in self.spaces):
            return None
        pairs = zip(self.blocks(size), self.blocks(n), strict=True)
        return {
            small.start + k: large.start + new_index
            for (_, space, small), (_, _, large) in pairs
            for k, new_index in shift_entries(space, size, offset, n).items()
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
    entries = []
    for k in range(len(space.keys(n))):
        terms = (x * generator[k] for x, generator in zip(coordinates, generators, strict=True) if generator[k])
        entries.append(sum(terms, start=rational(0)))
    return entries


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
    space_facets: list[Row] = []
    for _, space, numbers in coordinates.blocks(n):
        facets = space.facets(n)
        if facets is None:
            raise NotLinear(f"not linear: the space of {space.name} declares no facets")
        if space.rays(n) is None:
            # the last facets of a space say that its entries are not negative, which the cone says of all coordinates
            proper_facets = facets[: len(facets) - len(numbers)]
            space_facets += [tuple((numbers.start + k, c) for k, c in facet) for facet in proper_facets]
    size = coordinates.count(n) + 1
    return Cone(size, (*space_facets, *(((k, 1),) for k in range(size))))


@lru_cache(maxsize=4096)
def _renumbered(coordinates: Coordinates, n: int, naming: tuple[tuple[int, int], ...]) -> Mapping[int, int] | None:
    new_number: dict[int, int] = {}
    for _, space, numbers in coordinates.blocks(n):
        new_entry = renumber_entries(space, n, dict(naming))
        generators = space.rays(n)
        if generators is None or not new_entry:
            new_coordinate = new_entry  # the coordinates are the entries, or stay where they are
        else:
            new_coordinate = _renumbered_generators(generators, new_entry)
            if not new_coordinate:
                return None
        new_number |= {numbers.start + k: numbers.start + new for k, new in new_coordinate.items()}
    return new_number


def _renumbered_generators(generators: Sequence[Sequence[Any]], new_index: Mapping[int, int]) -> dict[int, int]:
    """Return the new number of each generator after its entries are renumbered; empty if one is not a generator."""
    number_of = {tuple(generator): k for k, generator in enumerate(generators)}
    numbers: dict[int, int] = {}
    for k, generator in enumerate(generators):
        renumbered = {new_index[entry]: c for entry, c in enumerate(generator)}
        number = number_of.get(tuple(renumbered[entry] for entry in range(len(renumbered))))
        if number is None:
            return {}
        numbers[k] = number
    return numbers
