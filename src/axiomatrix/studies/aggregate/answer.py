"""The result of `axiomatrix aggregate`: the order by each rule, exact medians, and fast algorithms.

A *profile* is the votes to aggregate, a *cost* the total distance of a ranking to them, and a *median* a ranking of
least cost. K is Kendall's distance and F the footrule; K* and F* are their weighted forms. Kemeny's rule is the median
under K. For the three votes a > b > c, a > b > c and b > a > c, the median under K is a > b > c, and its cost is 1.

The *majority* of two items is the order that most votes have. A *component* is a group of items that majorities do not
separate, such as a cycle a > b > c > a. Costs are *pairwise* if they are sums over pairs of items; only swap costs that
depend on the position prevent this.

:class:`Aggregation` holds the result. The algorithms are in :mod:`.medians`, :mod:`.general` and :mod:`.rules`. Each
median's cost is recomputed: with weights, by the registered definition of K* or F*; without weights, from the tables of
costs that the search used, which checks only the search.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal

from ...model.registry import REGISTRY
from ...numbers.exact import fraction
from ...values.orders import WeakOrder
from ...values.rankings import Item, Ranking
from .checked import proved_factor
from .costs import MAX_ITEMS_OF_SUBSETS, OptimalOrders, PairCosts, TooManyItems, displacements, total_distance
from .general import NotPairwise, Weights, enumerated_median, footrule_general_median, general_costs
from .medians import components, footrule_median, kendall_median, lower_bound
from .profile import RankingProfile
from .rules import (
    NO_FACTOR,
    Approximation,
    approximations,
    borda_scores,
    median_rank_factor,
    median_ranks,
    ratio_to_least,
    reciprocal_rank_sums,
    vote_order,
)

MAX_MEDIANS_LISTED = 10
"""Largest number of medians that are listed."""
MAX_ITEMS_ASSIGNED = 200
"""Largest number of items for which the footrule median is computed without weights."""
# Proofs that a median costs least, in words.
BY_RANKINGS = "enumeration of all rankings by the definition"
BY_SETS = "exact dynamic programming over all sets of items"
BY_PRICES = "an assignment; exact prices of items and positions prove that none is cheaper"
EXACT_BY_SCORES = "Exact for any number of items: the scores define the rule."
"""The guarantee of a rule that sorts by scores."""
RULES: Mapping[str, str] = {
    "kemeny": f"rankings of least total Kendall distance; exact for cycles of at most {MAX_ITEMS_OF_SUBSETS} items",
    "footrule": f"rankings of least total footrule; exact for at most {MAX_ITEMS_ASSIGNED} items",
    "borda": "items by points, one for each item ranked below; exact",
    "median-rank": "items by the median of their positions; exact",
    "rrf": "items by the sum of 1 / (60 + position), reciprocal rank fusion; exact",
}
"""By rule its result, and up to which size it is exact. The cycles are the components of the majorities."""
Distance = Literal["kendall", "footrule"]
"""The distance that a cost is computed under; with weights it is K* or F*."""
RULE_OF_MEDIAN: Mapping[Distance, str] = {"kendall": "kemeny", "footrule": "footrule"}
"""The rule that gives the medians under each distance."""
SYMBOLS: Mapping[Distance, str] = {"kendall": "K", "footrule": "F"}
"""The symbol of each distance; with weights it has a star."""


@dataclass(frozen=True)
class Median:
    """The rankings of least cost under one distance."""

    rule: str
    """The rule that gives these rankings."""
    distance: str
    """The symbol of the distance, such as ``K`` or ``F*``."""
    other: str
    """The symbol of the other distance."""
    cost: Fraction
    rankings: tuple[Ranking, ...]
    """The first medians, at most ``MAX_MEDIANS_LISTED``."""
    count: int | None
    """The number of all medians; None if they were not counted to the end."""
    proof: str
    """The proof that no ranking costs less, in words."""
    other_cost: Fraction
    """The cost of the first ranking under the other distance."""

    @property
    def is_unique(self) -> bool:
        """Return whether the median is unique."""
        return self.count == 1


@dataclass(frozen=True)
class ScoredOrder:
    """Result of a rule of scores: an order of the items, equal scores tied."""

    rule: str
    order: WeakOrder
    scores: Mapping[Item, Fraction]
    unit: str
    """The unit of the scores, such as ``points``."""
    guarantee: str
    """A sentence: how far the result is exact, and the proved factors of its cost over the least K and F."""


@dataclass(frozen=True)
class AlgorithmResult:
    """Result of an algorithm: its costs, and its ratio to the least cost (or to a bound below it)."""

    approximation: Approximation
    ranking: Ranking
    kendall: Fraction
    """The cost of the ranking under K."""
    footrule: Fraction
    """The cost of the ranking under F."""
    ratio: Fraction | None
    """The cost under K over ``Aggregation.least``; None if that is 0 and this cost is not."""


class Aggregation:
    """Results of the rules on a profile; for Kemeny's rule, fast algorithms as well as the exact median.

    ``rule`` is a key of :data:`RULES`; None runs all of them. ``weights`` may hold weights of items, distances D
    between items, and swap costs with a convention (``variant``) for items that keep their position. With weights, K*
    and F* replace K and F, and the rules that sort by scores are left out.

    The Kemeny median is known if every component of the majorities has at most ``MAX_ITEMS_OF_SUBSETS`` items, or if an
    algorithm meets the lower bound. Otherwise the algorithms are compared with the bound.

    With swap costs other than 1, or under the convention ``zero``, the costs are not pairwise. Then all rankings of at
    most ``MAX_ITEMS_ENUMERATED`` items are enumerated (:mod:`.general`).

    Raises :class:`~axiomatrix.studies.aggregate.costs.TooManyItems` for more items than the rule takes. Weights with
    ties raise :class:`~axiomatrix.studies.aggregate.general.NotPairwise`, an error that the command line prints.
    """

    kendall: Median | None
    """The median under K; None if it is not known, or if another rule is named."""
    footrule: Median | None
    """The median under F; None if there are too many items, or if another rule is named."""
    scored: tuple[ScoredOrder, ...]
    """The results of the rules that sort by scores."""
    algorithms: tuple[AlgorithmResult, ...]
    """The fast algorithms for Kemeny's rule; empty if another rule is named."""

    # The next three exist only if the rule is kemeny, or if none is named.
    bound: str
    """A lower bound on the Kendall cost, and where it is from."""
    least: Fraction
    """The least Kendall cost, or a bound below it if that is not known."""
    largest_component: int
    """The number of items of the largest component of the majorities; of all items where rankings are enumerated."""

    def __init__(self, profile: RankingProfile, weights: Weights | None = None, rule: str | None = None) -> None:
        self.profile, self.rule, self._weights = profile, rule, weights or Weights()
        self.has_weights = not self._weights.are_unit
        if self.has_weights and profile.has_ties:
            raise NotPairwise("weights need votes that rank all items without ties, as K* and F* are defined for these")
        self.kendall = self.footrule = None
        self.algorithms = ()
        self.scored = () if self.has_weights else _scored_orders(profile, rule)
        if rule in (None, "footrule"):
            self.footrule = self._footrule_median()
        if rule in (None, "kemeny"):
            if self._weights.are_pairwise:
                self._compare_with_kemeny()
            else:
                self._enumerate_kemeny()

    def _compare_with_kemeny(self) -> None:
        """Find the Kendall median, or a bound below its cost, and compare the algorithms with it.

        1. Compute a lower bound on all costs, and run the algorithms.
        2. If all components are small, find the median exactly. Otherwise the algorithms' cheapest order is the median
           if it costs no more than the bound.
        3. Compare each algorithm with the median's cost, or else with the bound.
        """
        costs = self._costs
        bound, origin = lower_bound(costs)
        self.bound = f"{Fraction(bound, costs.scale)}, by {origin}"
        algorithms = approximations(self.profile, costs, unit=not self.has_weights)
        if self.footrule is not None:
            order = tuple(map(self.profile.items.index, self.footrule.rankings[0].order))  # items as numbers
            algorithms.insert(0, _footrule_approximation(order, self._weights))
        self.largest_component = max(map(len, components(costs)))
        cheapest = min((algorithm.order for algorithm in algorithms), key=costs.total)
        if self.largest_component <= MAX_ITEMS_OF_SUBSETS:
            of_parts = "for each group of items that majorities separate: " if self.largest_component < costs.n else ""
            proof = f"{of_parts}HiGHS integer program, and {BY_SETS}"
            self.kendall = self._median("kendall", kendall_median(costs, MAX_MEDIANS_LISTED), costs.scale, proof)
        elif costs.total(cheapest) == bound:  # not counted: other orders may cost as little
            proof = f"no ranking costs less than {self.bound}"
            self.kendall = self._median("kendall", OptimalOrders(bound, None, (cheapest,)), costs.scale, proof)
        self.least = Fraction(bound, costs.scale) if self.kendall is None else self.kendall.cost
        self.algorithms = tuple(self._result(algorithm, self.least) for algorithm in algorithms)

    def _enumerate_kemeny(self) -> None:
        """Find the K* median among all rankings, where costs are not pairwise, and compare the best input with it.

        The other algorithms need pairwise costs. The factor of the best input is from the bounds of pbar, the mean swap
        cost between the two places of an item (see :mod:`.general`).
        """
        optimum, scale = enumerated_median(self.profile, self._weights, "kendall-general", MAX_MEDIANS_LISTED)
        self.kendall = self._median("kendall", optimum, scale, BY_RANKINGS)
        self.least, self.largest_component = self.kendall.cost, self.profile.n
        self.bound = f"{self.least}, by {BY_RANKINGS}"
        inputs = [vote_order(self.profile, number) for number in range(len(self.profile.votes))]
        best = min(inputs, key=lambda input_order: self._cost(self._ranking(input_order), "kendall"))
        factor = self._weights.factor_of_best_input(self.profile.voters)
        source = "pbar is between the least and the largest swap cost" if factor is not None else NO_FACTOR
        self.algorithms = (self._result(Approximation("best input", best, factor, source), self.least),)

    @cached_property
    def _costs(self) -> PairCosts:
        """The costs of K or K* by pairs of items."""
        return general_costs(self.profile, self._weights)

    @cached_property
    def _displacements(self) -> list[list[int]]:
        """The costs of F by item and position."""
        return displacements(self.profile)

    @property
    def is_exact(self) -> bool:
        """Return whether the Kendall median is known."""
        return self.kendall is not None

    @property
    def medians(self) -> list[Median]:
        """Return the known medians."""
        return [median for median in (self.kendall, self.footrule) if median is not None]

    def _footrule_median(self) -> Median | None:
        """Find the footrule median; None for too many items, unless the rule was named, which raises."""
        profile, weights = self.profile, self._weights
        if not weights.are_pairwise:
            optimum, scale = enumerated_median(profile, weights, "footrule-general", MAX_MEDIANS_LISTED)
            return self._median("footrule", optimum, scale, BY_RANKINGS)
        # F is an assignment of items to positions; F* needs all sets of items
        max_items = MAX_ITEMS_OF_SUBSETS if self.has_weights else MAX_ITEMS_ASSIGNED
        if profile.n > max_items:
            if self.rule is None:
                return None
            raise TooManyItems(f"{profile.n} items; the footrule median is computed for at most {max_items}")
        if self.has_weights:
            optimum, scale = footrule_general_median(profile, weights, MAX_MEDIANS_LISTED)
            return self._median("footrule", optimum, scale, BY_SETS)
        return self._median("footrule", footrule_median(profile, MAX_MEDIANS_LISTED), profile.scale, BY_PRICES)

    def _median(self, distance: Distance, optimum: OptimalOrders, scale: int, proof: str) -> Median:
        """Return the median under a distance, after its cost is computed once more from a ranking that was found.

        ``optimum`` has the cost times ``scale``; ``proof`` says in words why no ranking costs less.
        """
        rankings, cost = tuple(map(self._ranking, optimum.orders)), Fraction(optimum.cost, scale)
        other: Distance = "footrule" if distance == "kendall" else "kendall"
        cost_again, other_cost = self._cost(rankings[0], distance), self._cost(rankings[0], other)
        if cost_again != cost:
            raise AssertionError(f"the median costs {cost_again} by the definition, not {cost}")
        star = "*" if self.has_weights else ""
        return Median(
            rule=RULE_OF_MEDIAN[distance],
            distance=SYMBOLS[distance] + star,
            other=SYMBOLS[other] + star,
            cost=cost,
            rankings=rankings,
            count=optimum.count,
            proof=proof,
            other_cost=other_cost,
        )

    def _ranking(self, order: tuple[int, ...]) -> Ranking:
        """Return an order of item numbers as a ranking of the items."""
        return Ranking.from_order(self.profile.items[x] for x in order)

    def _result(self, algorithm: Approximation, least: Fraction) -> AlgorithmResult:
        """Add its costs to an algorithm's order, and its ratio to the least Kendall cost (or a bound below it)."""
        ranking = self._ranking(algorithm.order)
        kendall, footrule = self._cost(ranking, "kendall"), self._cost(ranking, "footrule")
        return AlgorithmResult(algorithm, ranking, kendall, footrule, ratio_to_least(kendall, least))

    def _cost(self, ranking: Ranking, distance: Distance) -> Fraction:
        """Return the ranking's cost: from the tables of costs, or with weights by the definition of K* or F*."""
        profile, weights = self.profile, self._weights
        if not self.has_weights:
            if distance == "kendall":
                return Fraction(self._costs.total([profile.items.index(x) for x in ranking.order]), self._costs.scale)
            pairs = zip(self._displacements, ranking.positions, strict=True)
            return Fraction(sum(row[position - 1] for row, position in pairs), profile.scale)
        parameters = weights.parameters(profile.items)
        metric = REGISTRY.metric(f"{distance}-general[{weights.variant}]")
        return fraction(total_distance(profile, ranking, metric, **parameters))


def _scored_orders(profile: RankingProfile, rule: str | None) -> tuple[ScoredOrder, ...]:
    """Return the results of the rules that sort by scores: of the named rule, or of all if it is None."""
    factor = median_rank_factor(profile)
    near_footrule = (
        f"Its footrule cost is at most {factor} times the least, its Kendall cost at most {2 * factor} times."
    )
    near_kendall = "Its Kendall cost is at most 5 times the least (Coppersmith et al. 2006)."
    results = []
    if rule in (None, "borda"):
        scores = borda_scores(profile)
        order = WeakOrder.from_scores(scores)
        results.append(ScoredOrder("borda", order, scores, "points", f"{EXACT_BY_SCORES} {near_kendall}"))
    if rule in (None, "median-rank"):
        scores = median_ranks(profile)
        order = WeakOrder.from_scores(scores).reversed()
        results.append(
            ScoredOrder("median-rank", order, scores, "median position", f"{EXACT_BY_SCORES} {near_footrule}")
        )
    if rule in (None, "rrf"):
        scores = reciprocal_rank_sums(profile)
        order = WeakOrder.from_scores(scores)
        results.append(ScoredOrder("rrf", order, scores, "sum of 1 / (60 + position)", EXACT_BY_SCORES))
    return tuple(results)


def _footrule_approximation(order: tuple[int, ...], weights: Weights) -> Approximation:
    """Return the footrule median as an approximation of the Kendall median, with its factor.

    KV1 and KV8 are claims of the ledger (``studies/ledger/statements.py``): K <= F <= 2K, and that F* and K* are within
    a factor of 3 of each other. KV8 is not proved; from the bounds that the catalogue proves follows a larger factor.
    """
    if weights.are_unit:  # KV1
        return Approximation("footrule median", order, Fraction(2), "K <= F <= 2K; Dwork et al. 2001")
    if weights.D is None:  # F* and K* are F_w and K_w
        return Approximation("footrule median", order, Fraction(2), "K_w <= F_w <= 2K_w")
    proved = proved_factor("footrule-general[one]", "kendall-general")
    return Approximation("footrule median", order, proved, "F* against K*, as proved here; KV8 implies 9")
