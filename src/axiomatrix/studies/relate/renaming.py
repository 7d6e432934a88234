"""Renaming: pairs of orders that are the same up to the names of the items, and one pair of each kind."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import permutations
from typing import Any

from ...methods.orbits import orbits
from ...spaces import PartialOrders, Rankings, Space, TopLists, WeakOrders
from ...values.orders import PartialOrder, TopList, WeakOrder
from ...values.rankings import Ranking

SORTS = (Rankings, WeakOrders, PartialOrders, TopLists)


def are_orders(domain: Sequence[Space]) -> bool:
    """Return whether the instances are pairs of orders of one sort, which renaming acts on."""
    return len(domain) == 2 and any(all(isinstance(space, sort) for space in domain) for sort in SORTS)


def form(a: Any, b: Any) -> Hashable:
    """Return a key that two pairs share if and only if one is the other with the items renamed."""
    if isinstance(a, Ranking):
        return tuple(int(b[x]) for x in a.order)
    if isinstance(a, WeakOrder):
        return tuple(sorted((int(a[x]), int(b[x])) for x in a.items))
    if isinstance(a, TopList):
        known = {x: k for k, x in enumerate(a)}
        return len(a), tuple(known.setdefault(x, len(known)) for x in b)
    renamings = (dict(zip(a.items, names, strict=True)) for names in permutations(range(len(a))))
    return min((_named(a, names), _named(b, names)) for names in renamings)


def _named(a: PartialOrder, names: dict[Any, int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((names[x], names[y]) for x, y in a.preferences))


def one_of_each(domain: Sequence[Space], n: int, most: int) -> Iterator[tuple[Any, ...]]:
    """One pair of each kind up to renaming; :class:`NoRenamings` where these are more than ``most`` at least."""
    if isinstance(domain[0], TopLists):  # of any items, and not only of those that are enumerated
        return _top_lists(n, all(isinstance(space, TopLists) and space.equal for space in domain))
    return (pair for pair, _ in orbits([space.enumerate(n) for space in domain], most))


def _top_lists(n: int, equal: bool) -> Iterator[tuple[TopList, TopList]]:
    """The list 1, 2, ... beside every list; items that only the latter has come in order."""
    lengths = [n] if equal else list(range(1, n + 1))
    for size in lengths:
        for other in lengths:
            for order in _with_new_items(size, other, ()):
                yield TopList(tuple(range(1, size + 1))), TopList(order)


def _with_new_items(known: int, left: int, order: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not left:
        yield order
        return
    new = max((*order, known)) + 1
    for x in (*range(1, known + 1), new):
        if x not in order:
            yield from _with_new_items(known, left - 1, (*order, x))


def is_kept(instances: Sequence[tuple[Any, ...]], codes: Sequence[int]) -> bool:
    """Return whether instances that are the same up to renaming have the same value."""
    seen: dict[Hashable, int] = {}
    return all(seen.setdefault(form(a, b), code) == code for (a, b), code in zip(instances, codes, strict=True))
