"""Rankings up to symmetry: one of each class is solved, and for the others it is checked that they ask the same.

A ranking pair over n items is its *order*: the items of the second ranking, best first, numbered by their places in
the first. ``inverse`` exchanges the two rankings, ``reverse`` turns both around, and an order that *splits* (both
rankings have the same k items in front) is the sum of two smaller ones. None of these is taken for granted: a class
is as large as the forms of its members agree, term by term, after renumbering the entries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, permutations
from typing import Any

from ..spaces import ParameterSpace

Order = tuple[int, ...]
Naming = Mapping[int, int]
"""The new number of each item."""


def inverse(order: Order) -> tuple[Order, Naming]:
    """The order with the two rankings exchanged."""
    place = {item: k for k, item in enumerate(order, 1)}
    return tuple(place[item] for item in range(1, len(order) + 1)), place


def reverse(order: Order) -> tuple[Order, Naming]:
    """The order with both rankings turned around."""
    last = len(order) + 1
    return tuple(last - item for item in reversed(order)), {item: last - item for item in order}


SYMMETRIES: Mapping[str, Callable[[Order], tuple[Order, Naming]]] = {"inverse": inverse, "reverse": reverse}
SPLIT = "split"


def images(order: Order, by: Sequence[str]) -> dict[Order, Naming]:
    """All orders that the symmetries make of this one, each with how the items are then numbered."""
    turns = [SYMMETRIES[name] for name in by if name != SPLIT]
    namings: dict[Order, Naming] = {order: {item: item for item in order}}
    orders = [order]
    for image in orders:  # which grows
        for turn in turns:
            turned, renamed = turn(image)
            if turned not in namings:
                namings[turned] = {item: renamed[number] for item, number in namings[image].items()}
                orders.append(turned)
    return namings


def split_point(order: Order) -> int:
    """The smallest k < n such that both rankings have the same k items in front; 0 if there is none."""
    return next((k for k, highest in enumerate(accumulate(order[:-1], max), 1) if highest == k), 0)


def parts(order: Order) -> tuple[Order, Order]:
    """The two orders that one splits into at its first split point."""
    k = split_point(order)
    return order[:k], tuple(item - k for item in order[k:])


def starting_with(prefix: Order, n: int) -> Iterator[Order]:
    """The orders of n items that start so, in lexicographic order."""
    rest = [item for item in range(1, n + 1) if item not in prefix]
    for tail in permutations(rest):
        yield (*prefix, *tail)


def renumbering(space: ParameterSpace, n: int, named: Naming) -> dict[int, int]:
    """How the entries of a parameter are numbered after the items are renamed; position data stays."""
    return _numbers(space, n, n, named) if space.value_type.travels else {}


def shifted(space: ParameterSpace, size: int, by: int, n: int) -> dict[int, int]:
    """How the entries over ``size`` items are numbered when these are the items by + 1, by + 2 ... of n."""
    return _numbers(space, size, n, {item: item + by for item in range(1, size + 1)})


def _numbers(space: ParameterSpace, size: int, n: int, named: Naming) -> dict[int, int]:
    """The numbers over n items of the entries over ``size`` items, after these are renamed."""
    place = {frozenset(_items(key)): k for k, key in enumerate(space.keys(n))}
    return {k: place[frozenset(named[item] for item in _items(key))] for k, key in enumerate(space.keys(size))}


def _items(key: Any) -> tuple[int, ...]:
    """The items of a key: a pair of them, or a single one."""
    return key if isinstance(key, tuple) else (key,)
