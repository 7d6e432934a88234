"""Exact medians where the cost of an item depends on the set of items ahead of it and on nothing else.

Such are K, K_w, K_D and K* with constant swap costs (the items behind are those not ahead), F (the position is the size
of the set), F_w, F_D as printed and F* with constant swap costs (the weight ahead is a sum over the set). The best
completion behind each set is found from the largest sets down (Bellman 1962 and Held and Karp 1962, for sequencing):
2^n sets, whole numbers, no solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from .costs import PairCosts, TooManyItems

MAX_ITEMS_OF_SUBSETS = 12
"""The most items for which all sets are gone through."""


@dataclass(frozen=True)
class OptimalOrders:
    """The least cost, how many orders attain it (None: not counted), and the first of these in the items' order."""

    cost: int
    count: int | None
    orders: tuple[tuple[int, ...], ...]


def least(n: int, place: Callable[[int, int], int], limit: int = 10) -> OptimalOrders:
    """The least sum over the items x of place(x, set of the items ahead of x), sets as bit masks.

    Raises :class:`TooManyItems` for more than ``MAX_ITEMS_OF_SUBSETS`` items.
    """
    if n > MAX_ITEMS_OF_SUBSETS:
        raise TooManyItems(f"{n} items; all sets of items are gone through for at most {MAX_ITEMS_OF_SUBSETS}")
    full = (1 << n) - 1
    rest = [0] * (full + 1)
    ways = [0] * full + [1]
    after: list[tuple[int, ...]] = [()] * (full + 1)
    for ahead in range(full - 1, -1, -1):
        options = {x: place(x, ahead) + rest[ahead | 1 << x] for x in range(n) if not ahead >> x & 1}
        rest[ahead] = min(options.values())
        after[ahead] = tuple(x for x, cost in options.items() if cost == rest[ahead])
        ways[ahead] = sum(ways[ahead | 1 << x] for x in after[ahead])
    return OptimalOrders(rest[0], ways[0], tuple(islice(_orders(after, full), limit)))


def by_sets(costs: PairCosts, limit: int = 10) -> OptimalOrders:
    """The orders of least cost by going through all sets of items: an item pays for those that are not ahead of it."""

    def place(x: int, ahead: int) -> int:
        row = costs.cost[x]
        return sum(row[y] for y in range(costs.n) if y != x and not ahead >> y & 1)

    return least(costs.n, place, limit)


def _orders(after: list[tuple[int, ...]], full: int, ahead: int = 0) -> Iterator[tuple[int, ...]]:
    if ahead == full:
        yield ()
    for x in after[ahead]:
        for order in _orders(after, full, ahead | 1 << x):
            yield (x, *order)
