"""Compute the cost of a ranking, its total distance to votes, and find the rankings of least cost.

:mod:`.answer`, :mod:`.medians` and :mod:`.rules` use it. A cost is tabulated in one of two ways, as integers:

* Under the footrule each item pays for its position alone (:func:`displacements`).
* Under Kendall's distance each pair of items pays for its order (:func:`pair_costs`).

The lower part finds the orders of least cost by dynamic programming over sets of items. An *order* is a tuple of item
numbers from 0, best first. Costs are multiplied by a *scale*, which makes them integers: tied items may have half
positions, and weights may be fractions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import lcm
from typing import Any

import numpy as np

from ...model.metric import Metric
from ...numbers.exact import Formal, fraction
from ...values.orders import WeakOrder
from ...values.rankings import Item, Ranking
from .profile import RankingProfile

MAX_ITEMS_PAIRED = 1_000
"""Largest number of items whose pairs are all compared."""


class TooManyItems(ValueError):
    """More items than a method takes."""


class NotRational(ValueError):
    """A weight that is a logarithm or a root; the solvers take rationals only."""


def total_distance(profile: RankingProfile, ranking: Ranking, metric: Metric, **parameters: Any) -> Any:
    """Return the sum of d(a, ranking) over the votes a of the profile, by the registered definition of d.

    A metric on rankings gets the votes as rankings, any other as weak orders of all items.
    """
    if not metric.takes_rankings:
        pairs = zip(profile.orders, profile.counts, strict=True)
        return sum(count * metric(a, WeakOrder.of(ranking), **parameters) for a, count in pairs)
    rankings = (Ranking(order.items, order.levels) for order in profile.orders)  # the votes have no ties
    return sum(count * metric(a, ranking, **parameters) for a, count in zip(rankings, profile.counts, strict=True))


def displacements(profile: RankingProfile) -> list[list[int]]:
    """Return cost[x][p], the footrule's cost of item x at position p, both counted from 0: it depends on no other item.

    It is the sum over the votes a of |a(x) - (p + 1)|, times the profile's scale. Items that a vote ties
    share the mean of their positions, as in F_prof of Fagin, Kumar, Mahdian, Sivakumar and Vee 2006.
    """
    scale = profile.scale
    place_counts = [Counter[int]() for _ in profile.items]  # by item, how many votes have it at each place
    for places, count in zip(profile.places, profile.counts, strict=True):
        for counts, place in zip(place_counts, places, strict=True):
            counts[place] += count
    scaled_positions = range(scale, scale * profile.n + 1, scale)
    return [
        [sum(count * abs(place - p) for place, count in counts.items()) for p in scaled_positions]
        for counts in place_counts
    ]


@dataclass(frozen=True)
class PairCosts:
    """The cost of each item ahead of each other: ``cost[x][y] / scale`` for x ahead of y, items counted from 0.

    The *cheaper side* of a pair is the order of its two items that costs less.
    """

    items: tuple[Item, ...]
    cost: tuple[tuple[int, ...], ...]
    scale: int = 1

    @property
    def n(self) -> int:
        """Return the number of items."""
        return len(self.items)

    @property
    def least(self) -> int:
        """Return the sum over pairs {x, y} of min(cost[x][y], cost[y][x]): no order costs less (times the scale)."""
        return sum(min(self.cost[x][y], self.cost[y][x]) for x in range(self.n) for y in range(x))

    def total(self, order: tuple[int, ...] | list[int]) -> int:
        """Return the cost of an order of all items, times the scale."""
        return sum(self.cost[x][y] for k, x in enumerate(order) for y in order[k + 1 :])

    def ranking(self, order: tuple[int, ...] | list[int]) -> Ranking:
        """Return the order as a ranking of the items."""
        return Ranking.from_order(self.items[x] for x in order)


def pair_costs(profile: RankingProfile, weight: Callable[[Item, Item], Any] | None = None) -> PairCosts:
    """Return cost[x][y] = weight of {x, y} (default 1) times the number of votes with y ahead of x.

    A vote that ties x and y counts half: it costs as much as the mean of the rankings that break its ties. So this is
    K_prof of Fagin, Kumar, Mahdian, Sivakumar and Vee 2006, and theorems about votes without ties hold for it.
    Raises :class:`NotRational` for a weight that is not a rational number, and :class:`TooManyItems` for more than
    ``MAX_ITEMS_PAIRED`` items.
    """
    n, items = profile.n, profile.items
    if n > MAX_ITEMS_PAIRED:
        raise TooManyItems(
            f"{n} items; at most {MAX_ITEMS_PAIRED} can be compared pair by pair. The rules borda, median-rank and rrf "
            "take any number"
        )
    doubled = np.zeros((n, n), dtype=np.int64)  # at [x, y] 2 for each vote with y ahead of x, and 1 for each tie
    for places, count in zip(profile.places, profile.counts, strict=True):
        row = np.array(places)
        doubled += count * (1 + np.sign(row[:, None] - row))
    np.fill_diagonal(doubled, 0)
    against = (doubled * profile.scale // 2).tolist()  # without ties doubled is even, with ties the scale is 2
    if weight is None:
        return PairCosts(items, tuple(map(tuple, against)), profile.scale)
    weights, scale = whole_weights(items, weight)
    cost = tuple(tuple(weights[x][y] * against[x][y] for y in range(n)) for x in range(n))
    return PairCosts(items, cost, scale * profile.scale)


def whole_weights(items: Sequence[Item], weight: Callable[[Item, Item], Any]) -> tuple[list[list[int]], int]:
    """Return (weights, scale): the weight of every two items times a scale that makes all of them whole."""
    weights = [[weight(x, y) if x != y else 0 for y in items] for x in items]
    for value in (value for row in weights for value in row if isinstance(value, Formal)):
        raise NotRational(f"the weight {value} is not rational; medians need rational weights")
    scale = lcm(*(fraction(value).denominator for row in weights for value in row))
    return [[int(fraction(value) * scale) for value in row] for row in weights], scale


# --- exact medians where the cost of an item depends on the set of items ahead of it and on nothing else ------------
# Such are K, K_w, K_D and K* with constant swap costs (the items behind are those not ahead), F (the position is
# the size of the set), F_w, F_D as printed and F* with constant swap costs (the weight ahead is a sum over the set).
#
# 1. For every set of items that may be ahead, from the largest sets down, each further item is tried next. Its own
#    cost and the least cost of all items after it give the least cost of a completion (Bellman 1962; Held and Karp
#    1962, for sequencing).
# 2. The items that attain it are kept, and the ways to complete are counted.
# 3. The optimal orders follow from the empty set.
#
# These are 2^n sets in whole numbers, without a solver.

MAX_ITEMS_OF_SUBSETS = 12
"""Largest number of items for which all sets are enumerated."""


@dataclass(frozen=True)
class OptimalOrders:
    """The least cost and the orders that attain it."""

    cost: int
    """The least cost, times the scale of the costs."""
    count: int | None
    """The number of orders that attain it; None if they were not counted."""
    orders: tuple[tuple[int, ...], ...]
    """The first of these orders, in lexicographic order."""


def cheapest_orders(n: int, cost_of: Callable[[int, int], int], limit: int = 10) -> OptimalOrders:
    """Find the orders of least cost, the sum over the items x of ``cost_of(x, set of the items ahead of x)``.

    A set of items is a bit mask: item x is in it if bit x is 1. The sets after a set (with more items) are larger
    numbers, so that the loop goes down from the set of all items. At most ``limit`` orders are returned. Raises
    :class:`TooManyItems` for more than ``MAX_ITEMS_OF_SUBSETS`` items.
    """
    if n > MAX_ITEMS_OF_SUBSETS:
        raise TooManyItems(f"{n} items; the exact search over all sets of items takes at most {MAX_ITEMS_OF_SUBSETS}")
    full = (1 << n) - 1  # the set of all items
    least_after = [0] * (full + 1)
    count_after = [0] * full + [1]
    best_next: list[tuple[int, ...]] = [()] * (full + 1)
    for ahead in range(full - 1, -1, -1):
        options = {x: cost_of(x, ahead) + least_after[ahead | 1 << x] for x in range(n) if not ahead >> x & 1}
        least_after[ahead] = min(options.values())
        best_next[ahead] = tuple(x for x, cost in options.items() if cost == least_after[ahead])
        count_after[ahead] = sum(count_after[ahead | 1 << x] for x in best_next[ahead])
    return OptimalOrders(least_after[0], count_after[0], tuple(islice(_orders(best_next, full), limit)))


def orders_by_subsets(costs: PairCosts, limit: int = 10) -> OptimalOrders:
    """Find the orders of least total pair costs by all sets of items: an item pays for those behind it."""

    def cost_of(x: int, ahead: int) -> int:
        row = costs.cost[x]
        return sum(row[y] for y in range(costs.n) if y != x and not ahead >> y & 1)

    return cheapest_orders(costs.n, cost_of, limit)


def _orders(best_next: list[tuple[int, ...]], full: int, ahead: int = 0) -> Iterator[tuple[int, ...]]:
    """Yield the orders of the remaining items in which each next item is one of the best for the set ahead of it.

    ``best_next`` has the best next items by the set ahead; ``full`` is the set of all items.
    """
    if ahead == full:
        yield ()
    for x in best_next[ahead]:
        for order in _orders(best_next, full, ahead | 1 << x):
            yield (x, *order)
