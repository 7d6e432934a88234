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
    other: str
    """The other distance."""
    cost: Fraction
    rankings: tuple[Ranking, ...]
    count: int | None
    certified: str
    other_cost: Fraction
    """What the first of the rankings costs under that."""

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


class Aggregation:
    """The medians of a profile under K and F, or under K* and F* with these weights, and what algorithms find.

    Exact for at most 12 items (the plain footrule median for any number); beyond, the algorithms and a lower bound.
    Raises :class:`~axiomatrix.studies.aggregate.general.NotPairwise` for swap costs other than 1.
    """

    def __init__(self, profile: RankingProfile, weights: Weights | None = None) -> None:
        self.profile, self._weights = profile, weights or Weights()
        self._costs = costs = general_costs(profile, self._weights)
        self.weighted = not self._weights.are_unit
        bound, origin = lower_bound(costs)
        self.bound = f"{Fraction(bound, costs.scale)}, by {origin}"
        self.kendall = self.footrule = None
        algorithms = approximations(profile, costs, unit=not self.weighted)
        if profile.n <= LARGEST:
            proof = f"HiGHS integer program, and {BY_SETS}"
            self.kendall = self._median(0, kendall_median(costs, LISTED), costs.scale, proof)
        if not self.weighted:
            self.footrule = self._median(1, footrule_median(profile, LISTED), 1, BY_PRICES)
        elif profile.n <= LARGEST:
            self.footrule = self._median(1, *footrule_general_median(profile, self._weights, LISTED), BY_SETS)
        if self.footrule is not None:
            order = tuple(map(profile.items.index, self.footrule.rankings[0].order))
            algorithms.insert(0, _footrule_approximation(order, self._weights))
        self.least = Fraction(bound, costs.scale) if self.kendall is None else self.kendall.cost
        """The least Kendall cost, or a bound below it if that is not known."""
        self.algorithms = tuple(map(self._result, algorithms))

    @property
    def exact(self) -> bool:
        """Whether the Kendall median is known."""
        return self.kendall is not None

    @property
    def medians(self) -> list[Median]:
        """Those that are known."""
        return [median for median in (self.kendall, self.footrule) if median is not None]

    def _median(self, which: int, optimum: OptimalOrders, scale: int, certified: str) -> Median:
        rankings, cost = tuple(map(self._costs.ranking, optimum.orders)), Fraction(optimum.cost, scale)
        (name, own), (other, other_cost) = (
            (("K", "F")[k] + "*" * self.weighted, self._cost(rankings[0], k)) for k in (which, 1 - which)
        )
        if own != cost:
            raise AssertionError(f"the median costs {own} by the definition, not {cost}")
        return Median(name, other, cost, rankings, optimum.count, certified, other_cost)

    def _result(self, algorithm: Approximation) -> AlgorithmResult:
        ranking = self._costs.ranking(algorithm.order)
        paid, displaced = (self._cost(ranking, which) for which in (0, 1))
        return AlgorithmResult(algorithm, ranking, paid, displaced, ratio(paid, self.least))

    def _cost(self, ranking: Ranking, which: int) -> Fraction:
        """The cost of the ranking under K (0) or F (1), or K* or F*, by the registered definitions."""
        profile, weights = self.profile, self._weights
        if not self.weighted:
            return fraction(total(profile, ranking, REGISTRY.metric(("kendall", "footrule")[which])))
        items = profile.items
        given: dict[str, Any] = {
            "w": weights.w or ElementWeights.of(dict.fromkeys(items, 1)),
            "delta": PositionWeights.unit(profile.n),
            "D": weights.D or Similarity.of({(x, y): int(x != y) for x in items for y in items}),
        }
        name = ("kendall-general", "footrule-general")[which]
        return fraction(total(profile, ranking, REGISTRY.metric(f"{name}[{weights.variant}]"), **given))


def _footrule_approximation(order: tuple[int, ...], weights: Weights) -> Approximation:
    """The footrule median as an order for Kendall."""
    if weights.are_unit:  # KV1
        return Approximation("footrule median", order, Fraction(2), "K <= F <= 2K; Dwork et al. 2001")
    if weights.D is None:  # F* and K* are F_w and K_w
        return Approximation("footrule median", order, Fraction(2), "K_w <= F_w <= 2K_w")
    proved = proved_factor("footrule-general[one]", "kendall-general")
    return Approximation("footrule median", order, proved, "F* against K*, as proved here; KV8 implies 9")
