r"""Medians under K* and F*: Kendall's distance and the footrule with element weights, swap costs and distances.

A median is a ranking of least cost, the total distance to the votes that `axiomatrix aggregate` combines. In K* an
inverted pair costs w_x w_y pbar_x pbar_y D_xy: w_x weighs an item, D_xy says how different two items are, and pbar_x is
the mean cost of the swaps between the two positions of x. If x keeps its position, there are no such swaps, and a
convention (the row's variant) sets pbar_x.

Which algorithm finds a median depends on the weights:

* K* with every swap cost 1 is a sum over pairs: the integer program and the pivot algorithm apply
  (:func:`general_costs`).
* F* with every swap cost 1 depends on the set of the items ahead: medians are found by dynamic programming over all
  sets of items (:func:`footrule_general_median`).
* With other swap costs, or under the convention ``zero``, neither holds: medians are found by enumerating all
  rankings of at most 6 items (:func:`enumerated_median`).

*Why.* If every swap costs 1, pbar is 1, and an inverted pair costs w_x w_y D_xy in every ranking. Otherwise pbar_x =
(p_i - p_j) / (i - j), where p_i is the cost of all swaps from the first position to position i, and i and j are the two
positions of x. So the cost of an inverted pair depends on where its items are in the median. Under the convention
``zero`` even unit swap costs are not pairwise: an item that keeps its position pays nothing for its inversions.

*The best input, for any swap costs.* Every pbar is a mean of swap costs, or the cost of a fixed point by the
convention. It lies between lo and hi, the least and largest of these. So lo^2 K_wD <= K* <= hi^2 K_wD, term by term,
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
"""Largest number of items for which all rankings are enumerated."""


class NotPairwise(ValueError):
    """Weights under which the cost of a ranking is not a sum over pairs of items; the message says why.

    :mod:`.answer` also raises it for weights with tied votes, for which K* and F* are not defined.
    """


@dataclass(frozen=True)
class Weights:
    """Element weights w, swap costs delta and distances D; each is 1 where it is None."""

    w: ElementWeights | None = None
    delta: PositionWeights | None = None
    D: Similarity | None = None
    variant: str = FIXED_POINT[0]
    """The convention for an item that keeps its position, a fixed point: ``one``, ``next``, ``local`` or ``zero``."""

    @property
    def are_unit(self) -> bool:
        """Return whether all weights, costs and distances are 1, so that K* and F* are K and F.

        By the convention ``zero`` an item that keeps its position costs nothing even then.
        """
        return self.w is None and self.delta is None and self.D is None and self.variant != "zero"

    def pair(self, x: Item, y: Item) -> Any:
        """Return the weight of a pair: w_x w_y D_xy."""
        weight = rational(1) if self.w is None else self.w[x] * self.w[y]
        return weight if self.D is None else weight * self.D[x, y]

    def refuse_position_costs(self) -> None:
        """Raise :class:`NotPairwise` for a ``delta`` with costs other than 1, and for the convention ``zero``."""
        if self.delta is not None:
            for i, cost in self.delta.entries.items():
                if cost != 1:
                    raise NotPairwise(
                        f"delta_{i} is {cost}: with swap costs other than 1 the weight pbar of an item depends on "
                        "its position in the median, so the cost of an inverted pair depends on the whole ranking and "
                        "the total is not a sum over pairs, which the pivot algorithm and the integer program need"
                    )
        if self.variant == "zero":
            raise NotPairwise(
                "under the convention 'zero' an item that keeps its position costs nothing, so the cost of an "
                "inverted pair depends on the whole ranking and the total is not a sum over pairs"
            )

    @property
    def are_pairwise(self) -> bool:
        """Return whether every swap costs 1, also at a fixed point, so that costs are sums over pairs."""
        try:
            self.refuse_position_costs()
        except NotPairwise:
            return False
        return True

    def factor_of_best_input(self, voters: int) -> Fraction | None:
        """Return the factor (2 - 2/m) (hi / lo)^2 of the best of m inputs under K* (see the top of this file).

        None if a swap or a fixed point is free, as lo is 0 then.
        """
        costs = [fraction(rational(cost)) for cost in (self.delta.entries.values() if self.delta else ())]
        # The conventions one and zero set the cost of a fixed point; the others charge one of the swap costs.
        if self.variant == "one":
            costs.append(Fraction(1))
        elif self.variant == "zero":
            costs.append(Fraction(0))
        low, high = min(costs, default=Fraction(1)), max(costs, default=Fraction(1))
        return (2 - Fraction(2, voters)) * (high / low) ** 2 if low > 0 else None

    def parameters(self, items: Sequence[Item]) -> dict[str, Parameter]:
        """Return the parameters of K* and F* by name, with 1 for those that are None."""
        return {
            "w": self.w or ElementWeights.of(dict.fromkeys(items, 1)),
            "delta": self.delta or PositionWeights.unit(len(items)),
            "D": self.D or Similarity.of({(x, y): int(x != y) for x in items for y in items}),
        }


def enumerated_median(
    profile: RankingProfile, weights: Weights, distance: str, limit: int = 10
) -> tuple[OptimalOrders, int]:
    """Return (the orders of least total distance among all rankings by the definition, the scale of their cost).

    The scale is a factor that makes costs whole. At most ``limit`` orders are returned. ``distance`` is
    ``kendall-general`` or ``footrule-general``. Raises :class:`TooManyItems` above 6 items.
    """
    if profile.n > MAX_ITEMS_ENUMERATED:
        raise TooManyItems(
            f"{profile.n} items; with swap costs other than 1 all rankings are enumerated, for at most "
            f"{MAX_ITEMS_ENUMERATED} items"
        )
    metric, parameters = REGISTRY.metric(f"{distance}[{weights.variant}]"), weights.parameters(profile.items)
    orders = list(permutations(range(profile.n)))
    rankings = (Ranking.from_order(profile.items[x] for x in order) for order in orders)
    totals = [total_distance(profile, ranking, metric, **parameters) for ranking in rankings]
    for cost in totals:
        if isinstance(cost, Formal):
            raise NotRational(f"the cost {cost!s:.60} is not rational; medians need rational weights")
    costs = [fraction(cost) for cost in totals]
    least = min(costs)
    scale = lcm(*(cost.denominator for cost in costs))
    medians = [order for order, cost in zip(orders, costs, strict=True) if cost == least]
    return OptimalOrders(int(least * scale), len(medians), tuple(medians[:limit])), scale


def general_costs(profile: RankingProfile, weights: Weights) -> PairCosts:
    """Return the pair costs of K*: cost[x][y] = w_x w_y D_xy times the number of votes with y ahead of x.

    Raises :class:`NotPairwise` where K* is not a sum over pairs.
    """
    weights.refuse_position_costs()
    return pair_costs(profile, None if weights.are_unit else weights.pair)


def footrule_general_median(profile: RankingProfile, weights: Weights, limit: int = 10) -> tuple[OptimalOrders, int]:
    """Return (the orders of least F* for swap costs 1, the scale of their cost), for at most 12 items.

    F* adds w_x |S_x(a) - S_x(median)| for every item x and ranking a, where S_x is the sum of w_y D_xy over the y ahead
    of x. S_x(median) depends on the set of these y, and not on a position, so this is not an assignment problem.
    Raises :class:`NotPairwise` for other swap costs, where pbar_y of those items depends on their order.
    """
    weights.refuse_position_costs()
    n = profile.n
    pair_weights, scale = whole_weights(profile.items, weights.pair)
    sums_in_votes = [  # for each item x the pairs (count of the vote, S_x in it)
        [
            (count, sum(pair_weights[x][y] for y in range(n) if places[y] < places[x]))
            for places, count in zip(profile.places, profile.counts, strict=True)
        ]
        for x in range(n)
    ]

    def cost_behind(x: int, ahead: int) -> int:
        """Return the cost of item x with these items ahead of it, a bit mask."""
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
"""Parameters that a claim is checked under: in each mapping w, delta and D, by these names."""


def weight_grid(swap_costs: Sequence[int]) -> Grid:
    """Return weights of 4 items: at most one item is heavier, and at most one pair is twice as far apart.

    Each of the three swaps has any of the swap costs.
    """
    items = range(1, ITEMS + 1)
    pairs = list(combinations(items, 2))
    return [
        {
            "w": ElementWeights.of([HEAVY if x == heavier else 1 for x in items]),
            "delta": PositionWeights.of(delta),
            "D": Similarity.of({pair: 2 if pair == further else 1 for pair in pairs}),
        }
        for heavier in (None, *items)  # None: no item is heavier
        for delta in product(swap_costs, repeat=ITEMS - 1)
        for further in (None, *pairs)
    ]


@cache
def general_claims() -> tuple[CheckedClaim, ...]:
    """Check the claims about K* and F* on all profiles of 3 rankings of 4 items."""
    return (*_claims_with_unit_swaps(weight_grid([1])), _claim_with_swap_costs(weight_grid([1, HEAVY])))


def _claims_with_unit_swaps(weights: Grid) -> Iterator[CheckedClaim]:
    """Yield the claims on the best input and on the medians of K*, with the worst ratio over profiles and weights."""
    kendall, footrule = (_tables_with_suffixes(name, weights) for name in ("kendall-general", "footrule-general"))
    bound, reach = 2 - Fraction(2, VOTERS), _reach(weights)
    for id, name, tables_with_suffixes, origin in (
        ("best-input-for-kendall-general", "K*", kendall, "the triangle inequality of a sum over inverted pairs"),
        ("best-input-for-footrule-general", "F*", footrule, "the triangle inequality: F* is an L1 distance of vectors"),
    ):
        worst = worst_of(worst_input(ITEMS, VOTERS, distances, suffix) for distances, suffix in tables_with_suffixes)
        statement = (
            f"With swap costs 1 the best of 3 inputs is within 4/3 of the least {name}, for all weights w and D."
        )
        yield CheckedClaim(id, statement, origin, bound, worst, f"{reach}: {worst.cases:,} cases")
    pairs = zip(kendall, footrule, strict=True)
    worst = worst_of(
        worst_median(ITEMS, VOTERS, kendall_distances, footrule_distances, suffix)
        for (kendall_distances, suffix), (footrule_distances, _) in pairs
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
    """Check the best input under K* against the largest of the factors that are proved for the weights."""
    factors = [Weights(delta=values["delta"]).factor_of_best_input(VOTERS) for values in weights]
    factor = max(factor for factor in factors if factor is not None)  # each is proved, as no swap is free
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
    """Find the largest ratio of the best input's cost to the least cost, over all profiles and weights."""
    tables_with_suffixes = _tables_with_suffixes(distance, weights)
    return worst_of(worst_input(ITEMS, VOTERS, distances, suffix) for distances, suffix in tables_with_suffixes)


def _tables_with_suffixes(distance: str, weights: Grid) -> list[tuple[Any, str]]:
    """Return for each of the weights (distances between all rankings, the weights in words to end an instance with)."""
    distances = distance_tables(REGISTRY.metric(f"{distance}[one]"), ITEMS, weights)
    suffixes = [f"; {entries_text(values.values())}" for values in weights]
    return list(zip(distances, suffixes, strict=True))


def _reach(weights: Grid) -> str:
    return f"{reach_text([(ITEMS, VOTERS)])}, under {len(weights)} values of w, delta and D"
