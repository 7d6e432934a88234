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
from .costs import NotRational, OptimalOrders, PairCosts, TooManyItems, least_order, pair_costs, total, whole_weights
from .profile import RankingProfile
from .tables import NONE, CheckedClaim, WorstRatio, entries_text, reach, tables, worst_input, worst_median

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
        return self.w is None and self.delta is None and self.D is None and self.variant != "zero"

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
        """Return whether every swap costs 1, also at a fixed point, so that costs are sums over pairs."""
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

    return least_order(n, place, limit), scale


# Medians under K* and F* with all weights at once, checked: the best input, and the median of the other distance.
# The factors are proved in ``general``: 2 - 2/m where swaps cost 1, and (hi / lo)^2 times that of K* with swap
# costs between lo and hi. Of F* with other swap costs no factor is proved but through K*, and the worst ratio found
# stands in the place of one.

VOTERS = 3
ITEMS = 4
HEAVY = 4
"""The weight of the heavier item, and the cost of the dearer swaps."""
Grid = Sequence[Mapping[str, Any]]


def grid(swap_costs: Sequence[int]) -> Grid:
    """Weights of four items: at most one heavier, at most one pair twice as far apart, and any of these swap costs."""
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
    """Every statement with its bound and the worst ratio found, over all profiles of 3 rankings of 4 items."""
    return (*_with_unit_swaps(grid([1])), _with_swap_costs(grid([1, HEAVY])))


def _with_unit_swaps(given: Grid) -> Iterator[CheckedClaim]:
    kendall, footrule = (_tables(name, given) for name in ("kendall-general", "footrule-general"))
    bound, how_far = 2 - Fraction(2, VOTERS), _reach(given)
    for id, name, of, origin in (
        ("best-input-for-kendall-general", "K*", kendall, "the triangle inequality of a sum over inverted pairs"),
        ("best-input-for-footrule-general", "F*", footrule, "F* is an L1 distance of vectors, the argument is there"),
    ):
        worst = _worst(worst_input(ITEMS, VOTERS, d, shown) for d, shown in of)
        statement = (
            f"With swap costs 1 the best of 3 inputs is within 4/3 of the least {name}, for all weights w and D."
        )
        yield CheckedClaim(id, statement, origin, bound, worst, f"{how_far}: {worst.cases:,} cases")
    pairs = list(zip(footrule, kendall, strict=True))
    worst = _worst(worst_median(ITEMS, VOTERS, k, f, shown) for (f, shown), (k, _) in pairs)
    yield CheckedClaim(
        "kendall-general-median-for-footrule-general",
        "With swap costs 1 every median of K* is within 9 of the least F*.",
        "implied by KV8: always within a factor of 3 of each other",
        Fraction(9),
        worst,
        f"{how_far}: {worst.cases:,} cases",
    )


def _with_swap_costs(given: Grid) -> CheckedClaim:
    factor = max(Weights(delta=weights["delta"]).factor_of_best_input(VOTERS) or Fraction(0) for weights in given)
    worst = _worst(worst_input(ITEMS, VOTERS, d, shown) for d, shown in _tables("kendall-general", given))
    return CheckedClaim(
        "best-input-for-kendall-general-with-swap-costs",
        f"With swap costs 1 and {HEAVY} the best of 3 inputs is within {factor} of the least K*.",
        "every pbar lies between the least and the largest swap cost, so that K* lies between two multiples of K* with "
        "swap costs 1",
        factor,
        worst,
        f"{_reach(given)}: {worst.cases:,} cases",
    )


@cache
def best_input_with_swap_costs() -> WorstRatio:
    """The worst best input under F* with swap costs 1 and 4, where no factor is proved."""
    return _worst(worst_input(ITEMS, VOTERS, d, shown) for d, shown in _tables("footrule-general", grid([1, HEAVY])))


def _tables(row: str, given: Grid) -> list[tuple[Any, str]]:
    """The distances between all rankings under each of the weights, and the weights in words."""
    values = tables(REGISTRY.metric(f"{row}[one]"), ITEMS, given)
    shown = [f"; {entries_text(weights.values())}" for weights in given]
    return list(zip(values, shown, strict=True))


def _worst(ratios: Iterator[WorstRatio]) -> WorstRatio:
    worst = NONE
    for ratio in ratios:
        worst = worst.worse(ratio)
    return worst


def _reach(given: Grid) -> str:
    return f"{reach([(ITEMS, VOTERS)])}, under {len(given)} values of w, delta and D"
