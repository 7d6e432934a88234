r"""Medians under weights: which sums over pairs, which depend on the set of items ahead, and which on neither.

K* = sum over inverted pairs of w_x w_y pbar_x pbar_y D_xy. If every swap costs 1, pbar is 1 and the cost of a pair is
w_x w_y D_xy whichever ranking is the median: the cost is pairwise, the integer program and the pivot algorithm apply.
Otherwise pbar_x = (p_i - p_j) / (i - j) depends on where x stands in the median, so that what an inverted pair costs
depends on where its two items stand among all others; no cost of *x ahead of y* says it. By the convention ``zero``
even unit swap costs are not pairwise: an item that keeps its position pays nothing for its inversions. Then medians are
found by going through all rankings of at most 6 items.

*The best input, whatever the swap costs.* Every pbar is a mean of swap costs, or what the convention charges at a fixed
point: it lies between lo and hi, the least and the largest of these. So lo^2 K_wD <= K* <= hi^2 K_wD, term by term,
where K_wD is K* with unit swap costs. That one has the triangle inequality, so its best of m inputs is within 2 - 2/m
of its least cost, and within (2 - 2/m) (hi / lo)^2 of the least K*. The best input under K* costs no more than that.

*F\* with unit swap costs is an L1 distance.* With S_x(a) = sum of w_y D_xy over the y ahead of x in a, F*(a, b) = sum
over x of w_x |S_x(a) - S_x(b)|, and S(a) depends on a alone. So it has the triangle inequality for all weights and all
D, and the best of m inputs is within 2 - 2/m of the least F*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import lcm
from typing import Any

from ...catalogue.metrics.position import FIXED_POINT
from ...model.registry import REGISTRY
from ...numbers.exact import Formal, fraction, rational
from ...values.parameters import ElementWeights, Parameter, PositionWeights, Similarity
from ...values.rankings import Item, Ranking
from .costs import NotRational, PairCosts, TooManyItems, pair_costs, total, whole_weights
from .profile import RankingProfile
from .subset_program import OptimalOrders, least

MAX_ITEMS_ENUMERATED = 6
"""The most items of which all rankings are gone through."""


class NotPairwise(ValueError):
    """Weights under which the cost of a ranking is not a sum over pairs of items, and why."""


@dataclass(frozen=True)
class Weights:
    """Element weights w (1 unless given), costs of swaps delta (1 unless given), distances D (1 unless given)."""

    w: ElementWeights | None = None
    delta: PositionWeights | None = None
    D: Similarity | None = None
    variant: str = FIXED_POINT[0]

    @property
    def are_unit(self) -> bool:
        """Return whether no parameter is given."""
        return self.w is None and self.delta is None and self.D is None

    def pair(self, x: Item, y: Item) -> Any:
        """w_x w_y D_xy."""
        weight = rational(1) if self.w is None else self.w[x] * self.w[y]
        return weight if self.D is None else weight * self.D[x, y]

    def refuse_positions(self) -> None:
        """Raise :class:`NotPairwise` unless every swap costs 1 and items that keep their place pay it too."""
        if self.delta is not None:
            for i, cost in self.delta.entries.items():
                if cost != 1:
                    raise NotPairwise(
                        f"delta_{i} is {cost}: with swap costs other than 1 the weight pbar of an item depends on "
                        "where it stands in the median, so what an inverted pair costs depends on the whole ranking "
                        "and the cost is not a sum over pairs; the pivot algorithm and the integer program need one"
                    )
            if self.variant == "zero":
                raise NotPairwise(
                    "by the convention 'zero' an item that keeps its position pays nothing, so what an inverted pair "
                    "costs depends on the whole ranking and the cost is not a sum over pairs"
                )

    @property
    def are_pairwise(self) -> bool:
        """Whether every swap costs 1, also at a fixed point, so that costs are sums over pairs."""
        try:
            self.refuse_positions()
        except NotPairwise:
            return False
        return True

    def factor_of_best_input(self, voters: int) -> Fraction | None:
        """The factor within which the best input comes of the least K*; None where a swap or a fixed point is free."""
        costs = [fraction(rational(cost)) for cost in (self.delta.entries.values() if self.delta else ())]
        costs += {"one": [Fraction(1)], "zero": [Fraction(0)]}.get(self.variant, [])
        low, high = (min(costs), max(costs)) if costs else (Fraction(1), Fraction(1))
        return (2 - Fraction(2, voters)) * (high / low) ** 2 if low > 0 else None

    def parameters(self, items: Sequence[Item]) -> dict[str, Parameter]:
        """All three, those that are not given as 1."""
        return {
            "w": self.w or ElementWeights.of(dict.fromkeys(items, 1)),
            "delta": self.delta or PositionWeights.unit(len(items)),
            "D": self.D or Similarity.of({(x, y): int(x != y) for x in items for y in items}),
        }


def enumerated_median(
    profile: RankingProfile, weights: Weights, distance: str, limit: int = 10
) -> tuple[OptimalOrders, int]:
    """The orders of least total distance among all rankings, by the definition, and the scale of their cost.

    ``distance`` is ``kendall-general`` or ``footrule-general``. Raises :class:`TooManyItems` above 6 items.
    """
    if profile.n > MAX_ITEMS_ENUMERATED:
        raise TooManyItems(
            f"{profile.n} items; with swap costs other than 1 all rankings are gone through, for at most "
            f"{MAX_ITEMS_ENUMERATED} items"
        )
    metric, given = REGISTRY.metric(f"{distance}[{weights.variant}]"), weights.parameters(profile.items)
    orders = list(permutations(range(profile.n)))
    totals = [total(profile, Ranking.from_order(profile.items[x] for x in order), metric, **given) for order in orders]
    for cost in totals:
        if isinstance(cost, Formal):
            raise NotRational(f"the cost {cost!s:.60} is not rational; medians are computed for rational weights")
    costs = [fraction(cost) for cost in totals]
    scale = lcm(*(cost.denominator for cost in costs))
    medians = [order for order, cost in zip(orders, costs, strict=True) if cost == min(costs)]
    return OptimalOrders(int(min(costs) * scale), len(medians), tuple(medians[:limit])), scale


def general_costs(profile: RankingProfile, weights: Weights) -> PairCosts:
    """The pair costs of K* where it has such: cost[x][y] = w_x w_y D_xy times the rankings with y ahead of x.

    Raises :class:`NotPairwise` saying why for position weights other than 1.
    """
    weights.refuse_positions()
    return pair_costs(profile, None if weights.are_unit else weights.pair)


def footrule_general_median(profile: RankingProfile, weights: Weights, limit: int = 10) -> tuple[OptimalOrders, int]:
    """The orders of least F* for swap costs 1, and the scale of their cost; at most 12 items.

    F* adds, for every item x and ranking a, w_x |sum of w_y D_xy over the y ahead of x in a - the same in the median|:
    the second sum depends on the set of the items ahead of x. It depends on no position, so this is not an assignment.
    Raises :class:`NotPairwise` for other swap costs, where pbar_y of those items depends on their order.
    """
    weights.refuse_positions()
    n = profile.n
    passed, scale = whole_weights(profile.items, weights.pair)
    given = [
        [
            (count, sum(passed[x][y] for y in range(n) if places[y] < places[x]))
            for places, count in zip(profile.places, profile.counts, strict=True)
        ]
        for x in range(n)
    ]

    def place(x: int, ahead: int) -> int:
        mine = sum(passed[x][y] for y in range(n) if ahead >> y & 1)
        return sum(count * abs(mine - other) for count, other in given[x])

    return least(n, place, limit), scale
