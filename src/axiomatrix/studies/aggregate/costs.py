"""Costs of an aggregated ranking: by item and position, and by pair of items; all of them whole numbers on a scale."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any

from ...model.metric import Metric
from ...numbers.exact import Formal, fraction
from ...values.rankings import Item, Ranking
from .profile import RankingProfile


class NotRational(ValueError):
    """A weight that is a logarithm or a root; the solvers take rationals only."""


def total(profile: RankingProfile, ranking: Ranking, metric: Metric, **parameters: Any) -> Any:
    """sum over the rankings a of the profile of d(a, ranking), by the registered definition of d."""
    return sum(count * metric(a, ranking, **parameters) for a, count in profile.counted)


def displacements(profile: RankingProfile) -> list[list[int]]:
    """cost[x][p] = sum over the rankings a of |a(x) - (p + 1)|, x and p counted from 0.

    The footrule's cost of putting the item at that position: a sum over items, whatever the other items do.
    """
    places = range(1, profile.n + 1)
    return [
        [sum(count * abs(ranking.positions[x] - p) for ranking, count in profile.counted) for p in places]
        for x in range(profile.n)
    ]


@dataclass(frozen=True)
class PairCosts:
    """``cost[x][y]``, divided by ``scale``, is what it costs to put item x ahead of item y; items counted from 0."""

    items: tuple[Item, ...]
    cost: tuple[tuple[int, ...], ...]
    scale: int = 1

    @property
    def n(self) -> int:
        """How many items there are."""
        return len(self.items)

    @property
    def least(self) -> int:
        """sum over pairs {x, y} of min(cost[x][y], cost[y][x]): no ranking costs less (on the scale)."""
        return sum(min(self.cost[x][y], self.cost[y][x]) for x in range(self.n) for y in range(x))

    def of(self, order: tuple[int, ...] | list[int]) -> int:
        """The cost of an order of the items, on the scale."""
        return sum(self.cost[x][y] for k, x in enumerate(order) for y in order[k + 1 :])

    def ranking(self, order: tuple[int, ...] | list[int]) -> Ranking:
        """The order as a ranking of the items."""
        return Ranking.from_order(self.items[x] for x in order)


def pair_costs(profile: RankingProfile, weight: Callable[[Item, Item], Any] | None = None) -> PairCosts:
    """cost[x][y] = weight of {x, y} times the number of rankings with y ahead of x; weight 1 unless given.

    Raises :class:`NotRational` for a weight that is not a rational number.
    """
    n, items = profile.n, profile.items
    against = [[0] * n for _ in range(n)]
    for ranking, count in profile.counted:
        positions = ranking.positions
        for x in range(n):
            for y in range(n):
                if positions[y] < positions[x]:
                    against[x][y] += count
    if weight is None:
        return PairCosts(items, tuple(map(tuple, against)))
    weights, scale = whole_weights(items, weight)
    cost = tuple(tuple(weights[x][y] * against[x][y] for y in range(n)) for x in range(n))
    return PairCosts(items, cost, scale)


def whole_weights(items: Sequence[Item], weight: Callable[[Item, Item], Any]) -> tuple[list[list[int]], int]:
    """The weight of every two items times a scale that makes all of them whole, and that scale; 0 of equal items."""
    weights = [[weight(x, y) if x != y else 0 for y in items] for x in items]
    for value in (value for row in weights for value in row if isinstance(value, Formal)):
        raise NotRational(f"the weight {value} is not rational; medians are computed for rational weights")
    scale = lcm(*(fraction(value).denominator for row in weights for value in row))
    return [[int(fraction(value) * scale) for value in row] for row in weights], scale
