r"""Medians under K* and F*: Kendall's distance and the footrule with element weights, swap costs and distances.

Which algorithm finds a median depends on the weights:

* K* with every swap cost 1 is a sum over pairs: the integer program and the pivot algorithm apply
  (:func:`general_costs`).
* F* with every swap cost 1 depends on the set of the items ahead: medians are found by dynamic programming over all
  sets of items (:func:`footrule_general_median`).
* With other swap costs, or by the convention ``zero``, neither is the case: medians are found by enumerating all
  rankings of at most 6 items (:func:`enumerated_median`).

*Why.* K* = sum over inverted pairs of w_x w_y pbar_x pbar_y D_xy. If every swap costs 1, pbar is 1, and an inverted
pair costs w_x w_y D_xy in every ranking. Otherwise pbar_x = (p_i - p_j) / (i - j) depends on the place of x in the
median. So the cost of an inverted pair depends on the places of its two items among all others. By the convention
``zero`` even unit swap costs are not pairwise: an item that keeps its position pays nothing for its inversions.

*The best input, whatever the swap costs.* Every pbar is a mean of swap costs, or what the convention charges at a fixed
point. It lies between lo and hi, the least and the largest of these. So lo^2 K_wD <= K* <= hi^2 K_wD, term by term,
where K_wD is K* with unit swap costs. K_wD has the triangle inequality, so its best of m inputs is within 2 - 2/m of
its least cost, and within (2 - 2/m) (hi / lo)^2 of the least K*. The best input under K* costs no more than that.

*F\* with unit swap costs is an L1 distance.* With S_x(a) = sum of w_y D_xy over the y ahead of x in a, F*(a, b) = sum
over x of w_x |S_x(a) - S_x(b)|, and S(a) depends on a alone. So it has the triangle inequality for all weights and all
D, and the best of m inputs is within 2 - 2/m of the least F*.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import lcm
from typing import Any

from ...catalogue.metrics.position import FIXED_POINT
from ...model.registry import REGISTRY
from ...numbers.exact import Formal, fraction, rational
from ...values.parameters import ElementWeights, Parameter, PositionWeights, Similarity
from ...values.rankings import Item, Ranking
from .costs import (
    NotRational,
    OptimalOrders,
    PairCosts,
    TooManyItems,
    cheapest_orders,
    pair_costs,
    total_distance,
    whole_weights,
)
from .profile import RankingProfile
from .tables import (
    CheckedClaim,
    WorstRatio,
    distance_tables,
    entries_text,
    reach_text,
    worst_input,
    worst_median,
    worst_of,
)

MAX_ITEMS_ENUMERATED = 6
"""The most items of which all rankings are enumerated."""


class NotPairwise(ValueError):
    """Weights under which the cost of a ranking is not a sum over pairs of items; the message says why."""


@dataclass(frozen=True)
class Weights:
    """Element weights w, swap costs delta and distances D; each is 1 where it is None.

    ``variant`` is the convention for the cost of a swap at a fixed point.
    """

    w: ElementWeights | None = None
    delta: PositionWeights | None = None
    D: Similarity | None = None
    variant: str = FIXED_POINT[0]

    @property
    def are_unit(self) -> bool:
        """Return whether no parameter is given."""
        return self.w is None and self.delta is None and self.D is None and self.variant != "zero"

    def pair(self, x: Item, y: Item) -> Any:
        """The weight of a pair: w_x w_y D_xy."""
        weight = rational(1) if self.w is None else self.w[x] * self.w[y]
        return weight if self.D is None else weight * self.D[x, y]

    def refuse_positions(self) -> None:
        """Raise :class:`NotPairwise` for a ``delta`` with costs other than 1, and for the convention ``zero``."""
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
        """Return whether every swap costs 1, also at a fixed point, so that costs are sums over pairs."""
        try:
            self.refuse_positions()
        except NotPairwise:
            return False
        return True

    def factor_of_best_input(self, voters: int) -> Fraction | None:
        """The factor (2 - 2/m) (hi / lo)^2 of the best of m inputs under K*; None if a swap or fixed point is free."""
        costs = [fraction(rational(cost)) for cost in (self.delta.entries.values() if self.delta else ())]
        # By these two conventions a fixed point has a cost of its own, by the others one of the swap costs.
        costs += {"one": [Fraction(1)], "zero": [Fraction(0)]}.get(self.variant, [])
        low, high = (min(costs), max(costs)) if costs else (Fraction(1), Fraction(1))
        return (2 - Fraction(2, voters)) * (high / low) ** 2 if low > 0 else None

    def parameters(self, items: Sequence[Item]) -> dict[str, Parameter]:
        """The parameters of K* and F*, with 1 for what is None."""
        return {
            "w": self.w or ElementWeights.of(dict.fromkeys(items, 1)),
            "delta": self.delta or PositionWeights.unit(len(items)),
            "D": self.D or Similarity.of({(x, y): int(x != y) for x in items for y in items}),
        }


def enumerated_median(
    profile: RankingProfile, weights: Weights, distance: str, limit: int = 10
) -> tuple[OptimalOrders, int]:
    """Find the orders of least total distance among all rankings by the definition, and the scale of their cost.

    ``distance`` is ``kendall-general`` or ``footrule-general``. Raises :class:`TooManyItems` above 6 items.
    """
    if profile.n > MAX_ITEMS_ENUMERATED:
        raise TooManyItems(
            f"{profile.n} items; with swap costs other than 1 all rankings are gone through, for at most "
            f"{MAX_ITEMS_ENUMERATED} items"
        )
    metric, parameters = REGISTRY.metric(f"{distance}[{weights.variant}]"), weights.parameters(profile.items)
    orders = list(permutations(range(profile.n)))
    rankings = (Ranking.from_order(profile.items[x] for x in order) for order in orders)
    totals = [total_distance(profile, ranking, metric, **parameters) for ranking in rankings]
    for cost in totals:
        if isinstance(cost, Formal):
            raise NotRational(f"the cost {cost!s:.60} is not rational; medians are computed for rational weights")
    costs = [fraction(cost) for cost in totals]
    scale = lcm(*(cost.denominator for cost in costs))
    medians = [order for order, cost in zip(orders, costs, strict=True) if cost == min(costs)]
    return OptimalOrders(int(min(costs) * scale), len(medians), tuple(medians[:limit])), scale


def general_costs(profile: RankingProfile, weights: Weights) -> PairCosts:
    """The pair costs of K*: cost[x][y] = w_x w_y D_xy times the number of rankings with y ahead of x.

    Raises :class:`NotPairwise` where K* has none.
    """
    weights.refuse_positions()
    return pair_costs(profile, None if weights.are_unit else weights.pair)


def footrule_general_median(profile: RankingProfile, weights: Weights, limit: int = 10) -> tuple[OptimalOrders, int]:
    """Find the orders of least F* for swap costs 1, and the scale of their cost; at most 12 items.

    F* adds w_x |S_x(a) - S_x(median)| for every item x and ranking a, where S_x is the sum of w_y D_xy over the y ahead
    of x. S_x(median) depends on the set of these y, and not on a position, so this is not an assignment problem.
    Raises :class:`NotPairwise` for other swap costs, where pbar_y of those items depends on their order.
    """
    weights.refuse_positions()
    n = profile.n
    pair_weights, scale = whole_weights(profile.items, weights.pair)
    sums_in_votes = [
        [
            (count, sum(pair_weights[x][y] for y in range(n) if places[y] < places[x]))
            for places, count in zip(profile.places, profile.counts, strict=True)
        ]
        for x in range(n)
    ]

    def cost_behind(x: int, ahead: int) -> int:
        """The cost of item x with these items ahead of it, a bit mask."""
        sum_in_median = sum(pair_weights[x][y] for y in range(n) if ahead >> y & 1)
        return sum(count * abs(sum_in_median - sum_in_vote) for count, sum_in_vote in sums_in_votes[x])

    return cheapest_orders(n, cost_behind, limit), scale


# --- claims checked on all profiles of a size, under a grid of weights ---
# The claims are about the best input, and about the median of the other distance. The factors are proved at the top of
# this file: 2 - 2/m where swaps cost 1, and (hi / lo)^2 times that for K* with swap costs between lo and hi. For F*
# with other swap costs no such factor is proved, so the worst ratio found is reported instead.

VOTERS = 3
"""Rankings of each profile that is checked."""
ITEMS = 4
"""Items of each profile that is checked."""
HEAVY = 4
"""The weight of the heavier item, and the cost of the dearer swaps."""
Grid = Sequence[Mapping[str, Any]]
"""Values of w, delta and D, by these names."""


def weight_grid(swap_costs: Sequence[int]) -> Grid:
    """Weights of 4 items: at most one is heavier, at most one pair is twice as far apart, any costs for each swap."""
    items = range(1, ITEMS + 1)
    pairs = list(combinations(items, 2))
    return [
        {
            "w": ElementWeights.of([HEAVY if x == heavier else 1 for x in items]),
            "delta": PositionWeights.of(delta),
            "D": Similarity.of({pair: 2 if pair == further else 1 for pair in pairs}),
        }
        for heavier in (None, *items)
        for delta in product(swap_costs, repeat=ITEMS - 1)
        for further in (None, *pairs)
    ]


@cache
def general_claims() -> tuple[CheckedClaim, ...]:
    """Check the claims about K* and F* on all profiles of 3 rankings of 4 items."""
    return (*_claims_with_unit_swaps(weight_grid([1])), _claim_with_swap_costs(weight_grid([1, HEAVY])))


def _claims_with_unit_swaps(weights: Grid) -> Iterator[CheckedClaim]:
    """Yield the claims on the best input and on the medians of K*, with the worst ratio over profiles and weights."""
    kendall, footrule = (_tables_in_words(name, weights) for name in ("kendall-general", "footrule-general"))
    bound, reach = 2 - Fraction(2, VOTERS), _reach(weights)
    for id, name, tables_in_words, origin in (
        ("best-input-for-kendall-general", "K*", kendall, "the triangle inequality of a sum over inverted pairs"),
        ("best-input-for-footrule-general", "F*", footrule, "F* is an L1 distance of vectors, the argument is there"),
    ):
        worst = worst_of(worst_input(ITEMS, VOTERS, distances, words) for distances, words in tables_in_words)
        statement = (
            f"With swap costs 1 the best of 3 inputs is within 4/3 of the least {name}, for all weights w and D."
        )
        yield CheckedClaim(id, statement, origin, bound, worst, f"{reach}: {worst.cases:,} cases")
    pairs = zip(kendall, footrule, strict=True)
    worst = worst_of(
        worst_median(ITEMS, VOTERS, kendall_distances, footrule_distances, words)
        for (kendall_distances, words), (footrule_distances, _) in pairs
    )
    yield CheckedClaim(
        "kendall-general-median-for-footrule-general",
        "With swap costs 1 every median of K* is within 9 of the least F*.",
        "implied by KV8: always within a factor of 3 of each other",
        Fraction(9),
        worst,
        f"{reach}: {worst.cases:,} cases",
    )


def _claim_with_swap_costs(weights: Grid) -> CheckedClaim:
    factor = max(Weights(delta=values["delta"]).factor_of_best_input(VOTERS) or Fraction(0) for values in weights)
    worst = _worst_best_input("kendall-general", weights)
    return CheckedClaim(
        "best-input-for-kendall-general-with-swap-costs",
        f"With swap costs 1 and {HEAVY} the best of 3 inputs is within {factor} of the least K*.",
        "every pbar lies between the least and the largest swap cost, so that K* lies between two multiples of K* with "
        "swap costs 1",
        factor,
        worst,
        f"{_reach(weights)}: {worst.cases:,} cases",
    )


@cache
def best_input_with_swap_costs() -> WorstRatio:
    """Find the worst ratio of the best input under F* with swap costs 1 and 4, where no factor is proved."""
    return _worst_best_input("footrule-general", weight_grid([1, HEAVY]))


def _worst_best_input(distance: str, weights: Grid) -> WorstRatio:
    tables_in_words = _tables_in_words(distance, weights)
    return worst_of(worst_input(ITEMS, VOTERS, distances, words) for distances, words in tables_in_words)


def _tables_in_words(distance: str, weights: Grid) -> list[tuple[Any, str]]:
    """(distances between all rankings, weights in words) for each of the weights."""
    distances = distance_tables(REGISTRY.metric(f"{distance}[one]"), ITEMS, weights)
    words = [f"; {entries_text(values.values())}" for values in weights]
    return list(zip(distances, words, strict=True))


def _reach(weights: Grid) -> str:
    return f"{reach_text([(ITEMS, VOTERS)])}, under {len(weights)} values of w, delta and D"
