"""The answer to *aggregate these rankings*: medians, their costs, and how near the algorithms come."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...model.registry import REGISTRY
from ...numbers.exact import fraction
from ...values.parameters import ElementWeights, PositionWeights, Similarity
from ...values.rankings import Ranking
from .approximations import Approximation, approximations, ratio
from .checked import proved_factor
from .costs import total
from .footrule_median import footrule_median
from .general import Weights, footrule_general_median, general_costs
from .kendall_median import kendall_median, lower_bound
from .profile import RankingProfile
from .subset_program import LARGEST, OptimalOrders

LISTED = 10
"""How many of the medians are listed."""
BY_SETS = "all sets of items gone through in whole numbers"
BY_PRICES = "an assignment; exact prices of items and positions prove that none is cheaper"


@dataclass(frozen=True)
class Median:
    """The rankings of least cost under one distance; ``count`` is None where they were not counted to the end."""

    distance: str
    cost: Fraction
    rankings: tuple[Ranking, ...]
    count: int | None
    certified: str
    other_cost: Fraction
    """What the first of the rankings costs under the other distance."""

    @property
    def unique(self) -> bool:
        """Whether there is no other."""
        return self.count == 1


@dataclass(frozen=True)
class AlgorithmResult:
    """What an algorithm found: its costs, and its ratio to the least cost (or to a bound below it)."""

    approximation: Approximation
    ranking: Ranking
    kendall: Fraction
    footrule: Fraction
    ratio: Fraction | None


@dataclass(frozen=True)
class Aggregation:
    """Everything that is said of a profile. ``least`` is the least Kendall cost, or a bound below it if not exact."""

    profile: RankingProfile
    weighted: bool
    kendall: Median | None
    footrule: Median | None
    least: Fraction
    bound: str
    algorithms: tuple[AlgorithmResult, ...]

    @property
    def exact(self) -> bool:
        """Whether the Kendall median is known."""
        return self.kendall is not None

    @property
    def medians(self) -> list[Median]:
        """Those that are known."""
        return [median for median in (self.kendall, self.footrule) if median is not None]


def aggregated(profile: RankingProfile, weights: Weights | None = None) -> Aggregation:
    """The medians of a profile under K and F, or under K* and F* with these weights.

    Exact for at most 12 items (the plain footrule median for any number); beyond, the algorithms and a lower bound.
    Raises :class:`~axiomatrix.studies.aggregate.general.NotPairwise` for swap costs other than 1.
    """
    weights = weights or Weights()
    costs = general_costs(profile, weights)
    names = ("K", "F") if weights.are_unit else ("K*", "F*")
    bound, origin = lower_bound(costs)
    kendall = footrule = None
    algorithms = approximations(profile, costs, unit=weights.are_unit)

    def median(which: int, optimum: OptimalOrders, scale: int, certified: str) -> Median:
        rankings, cost = tuple(map(costs.ranking, optimum.orders)), Fraction(optimum.cost, scale)
        own, other = (_cost(profile, rankings[0], weights, k) for k in (which, 1 - which))
        if own != cost:
            raise AssertionError(f"the median costs {own} by the definition, not {cost}")
        return Median(names[which], cost, rankings, optimum.count, certified, other)

    if profile.n <= LARGEST:
        kendall = median(0, kendall_median(costs, LISTED), costs.scale, f"HiGHS integer program, and {BY_SETS}")
    if weights.are_unit:
        footrule = median(1, footrule_median(profile, LISTED), 1, BY_PRICES)
    elif profile.n <= LARGEST:
        footrule = median(1, *footrule_general_median(profile, weights, LISTED), BY_SETS)
    if footrule is not None:
        order = tuple(map(profile.items.index, footrule.rankings[0].order))
        algorithms.insert(0, _footrule_approximation(order, weights))
    least = Fraction(bound, costs.scale) if kendall is None else kendall.cost
    results = []
    for algorithm in algorithms:
        ranking = costs.ranking(algorithm.order)
        paid, displaced = (_cost(profile, ranking, weights, which) for which in (0, 1))
        results.append(AlgorithmResult(algorithm, ranking, paid, displaced, ratio(paid, least)))
    bound_text = f"{Fraction(bound, costs.scale)}, by {origin}"
    return Aggregation(profile, not weights.are_unit, kendall, footrule, least, bound_text, tuple(results))


def _footrule_approximation(order: tuple[int, ...], weights: Weights) -> Approximation:
    """The footrule median as an order for Kendall."""
    if weights.are_unit:  # KV1
        return Approximation("footrule median", order, Fraction(2), "K <= F <= 2K; Dwork et al. 2001")
    if weights.D is None:  # F* and K* are F_w and K_w
        return Approximation("footrule median", order, Fraction(2), "K_w <= F_w <= 2K_w")
    proved = proved_factor("footrule-general[one]", "kendall-general")
    return Approximation("footrule median", order, proved, "F* against K*, as proved here; KV8 implies 9")


def _cost(profile: RankingProfile, ranking: Ranking, weights: Weights, which: int) -> Fraction:
    """The cost of the ranking under K (0) or F (1), or K* or F*, by the registered definitions."""
    if weights.are_unit:
        return fraction(total(profile, ranking, REGISTRY.metric(("kendall", "footrule")[which])))
    items, n = profile.items, profile.n
    given: dict[str, Any] = {
        "w": weights.w or ElementWeights.of(dict.fromkeys(items, 1)),
        "delta": PositionWeights.unit(n),
        "D": weights.D or Similarity.of({(x, y): int(x != y) for x in items for y in items}),
    }
    name = ("kendall-general", "footrule-general")[which]
    return fraction(total(profile, ranking, REGISTRY.metric(f"{name}[{weights.variant}]"), **given))
