"""Medians under weights: which sums over pairs, which depend on the set of items ahead, and which on neither.

K* = sum over inverted pairs of w_x w_y pbar_x pbar_y D_xy. If every swap costs 1, pbar is 1 and the cost of a pair is
w_x w_y D_xy whichever ranking is the median: the cost is pairwise, the integer program and the pivot algorithm apply.
Otherwise pbar_x = (p_i - p_j) / (i - j) depends on where x stands in the median, so that what an inverted pair costs
depends on where its two items stand among all others; no cost of *x ahead of y* says it. By the convention ``zero``
even unit swap costs are not pairwise: an item that keeps its position pays nothing for its inversions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...catalogue.metrics.position import FIXED_POINT
from ...numbers.exact import rational
from ...values.parameters import ElementWeights, PositionWeights, Similarity
from ...values.rankings import Item
from .costs import PairCosts, pair_costs, whole_weights
from .profile import RankingProfile
from .subset_program import OptimalOrders, least


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
