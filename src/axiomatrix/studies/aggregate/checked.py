"""Check the sources' claims about aggregation on all small profiles: approximation factors and transfers from F to K.

K is Kendall's distance and F the footrule. A *profile* is the votes to aggregate, a *median* a ranking of least total
distance to them. Three kinds of claims are checked, each by the largest ratio of a cost to the least cost:

1. Algorithms: the cost of the ranking that an algorithm returns.
2. Transfers: the cost under K of a median of F, without weights and with them.
3. The footrule median by assignment: its ratio must be 1.

Small profiles are enumerated as arrays of ranking numbers (:mod:`.tables`): a *row* such as (0, 3, 3) is the profile of
ranking 0 and twice ranking 3. In the names n is the number of items and m that of rankings. The *factor* of a claim
bounds the ratio. The ledger shows the results (KV17), and ``axiomatrix aggregate`` cites the factors.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

from ...catalogue.proofs import PROOFS
from ...model.registry import REGISTRY
from ...numbers.exact import fraction, rational
from ...values.parameters import ElementWeights, PositionWeights, Similarity
from ...values.rankings import Ranking
from .costs import PairCosts, orders_by_subsets, pair_costs
from .general import Weights, general_claims, general_costs
from .medians import footrule_median
from .profile import RankingProfile
from .rules import best_input, borda_order, expected_cost, pivot_factor, pivot_order, vote_order
from .tables import (
    NO_PROFILES,
    CheckedClaim,
    WorstRatio,
    as_profile,
    distance_tables,
    entries_text,
    profile_arrays,
    reach_text,
    worst_median,
    worst_of,
)

PROFILE_SIZES = ((3, 3), (3, 4), (3, 5), (4, 3), (4, 4), (5, 3), (5, 4))
"""Numbers of items and of rankings of the profiles that are enumerated with tables."""


@cache
def checked_claims() -> tuple[CheckedClaim, ...]:
    """Return every claim with its bound and the worst ratio among the profiles; takes a few seconds."""
    return (
        _assignment_claim(),
        *_median_claims(),
        *_algorithm_claims(),
        *_weight_claims(),
        _pivot_claim_under_similarities(),
        *general_claims(),
    )


def _assignment_claim() -> CheckedClaim:
    """Check the assignment's cost against the least total by the definition of the footrule."""
    sizes = ((3, 3), (4, 3))
    worst = worst_of(_assignment_ratio(n, row) for n, row in _profile_rows(sizes))
    return CheckedClaim(
        "footrule-median-is-an-assignment",
        "A footrule median is a cheapest assignment of items to positions (KV17: 'a simple solution').",
        "F is a sum over items of |a(x) - position|; Dwork et al. 2001. Each optimum is proved by exact prices",
        Fraction(1),
        worst,
        f"{reach_text(sizes)}: {worst.cases:,} profiles, against all rankings",
    )


def _profile_rows(sizes: Iterable[tuple[int, int]]) -> Iterator[tuple[int, Any]]:
    """Yield (n, row) for each profile of these sizes (n, m)."""
    for n, m in sizes:
        for rows in profile_arrays(n, m):
            yield from ((n, row) for row in rows)


def _assignment_ratio(n: int, row: Any) -> WorstRatio:
    """Return a footrule median's cost over the least cost of all rankings."""
    profile = as_profile(n, row)
    totals = sum(_tables("footrule")[n][k] for k in row)  # total distance of each ranking to the profile
    least = int(totals.min())
    return WorstRatio.of(footrule_median(profile, limit=1).cost, least, str(profile))


def _median_claims() -> Iterator[CheckedClaim]:
    """Yield the claims that the medians of one distance nearly have the least cost under the other.

    Medians minimise the total in the table ``minimised``, and their total in the table ``compared`` is measured.
    """
    kendall, footrule = _tables("kendall"), _tables("footrule")
    for id, statement, minimised, compared in (
        ("footrule-median-for-kendall", "Every footrule median is within 2 of the least K.", footrule, kendall),
        ("kendall-median-for-footrule", "Every Kendall median is within 2 of the least F.", kendall, footrule),
    ):
        worst = worst_of(worst_median(n, m, minimised[n], compared[n]) for n, m in PROFILE_SIZES)
        origin = "implied by KV1: K <= F <= 2K, as F(x) <= 2K(x) and K(y) <= F(y) for medians x, y"
        yield CheckedClaim(
            id, statement, origin, Fraction(2), worst, f"{reach_text(PROFILE_SIZES)}: {worst.cases:,} profiles"
        )


@cache
def _tables(distance: str) -> dict[int, Any]:
    """Return a distance's table for each number of items: entry [a, b] is the distance of rankings a and b."""
    item_counts = {n for n, _ in PROFILE_SIZES}
    return {n: distance_tables(REGISTRY.metric(distance), n)[0] for n in item_counts}


# --- algorithms: run one by one, on fewer profiles -------------------------------------------------------------------

ALL_PROFILE_SIZES = ((3, 3), (3, 4), (4, 3), (4, 4))
"""Numbers of items and of rankings of the profiles on which algorithms are run one by one."""
RANDOM_PROFILE_SIZES = ((5, 3, 400), (7, 5, 60))
"""Further profiles, drawn uniformly: items, rankings, number of profiles."""
# Sources that several claims cite.
AILON = "Ailon, Charikar and Newman, Aggregating inconsistent information, 2008"
WILLIAMSON = "van Zuylen and Williamson 2009"


# Costs that take long are cached by pair costs, as half of the profiles have the pair costs of another one.


@cache
def _pivot_cost(costs: PairCosts, voters: int | None) -> int:
    """Return the cost of the pivot order; :func:`.rules.pivot_order` says what ``voters`` changes."""
    return costs.total(pivot_order(costs, voters=voters))


_random_pivot_cost = cache(expected_cost)


@cache
def _least_cost(costs: PairCosts) -> int:
    """Return the cost of a median."""
    return orders_by_subsets(costs, limit=1).cost


def _pivot_or_best_input_cost(profile: RankingProfile, costs: PairCosts) -> int:
    """Return the lower cost of the two: the pivot order that is chosen for this purpose, and the best input."""
    return min(_pivot_cost(costs, profile.voters), costs.total(best_input(profile, costs)))


def _random_mixture_cost(profile: RankingProfile, costs: PairCosts) -> Fraction:
    """Return 3/7 of the expected cost of a random pivot plus 4/7 of that of a random input."""
    total_of_inputs = sum(count * costs.total(vote_order(profile, a)) for a, count in enumerate(profile.counts))
    return Fraction(3, 7) * _random_pivot_cost(costs) + Fraction(4, 7) * total_of_inputs / Fraction(profile.voters)


class AlgorithmClaim(NamedTuple):
    """A claim that an algorithm's cost is within a factor of the least."""

    id: str
    statement: str
    origin: str
    factor: Fraction
    cost: Callable[[RankingProfile, PairCosts], Fraction | int]
    """Returns what the algorithm's order costs on a profile with these pair costs."""


ALGORITHM_CLAIMS = (
    AlgorithmClaim(
        "best-input",
        "The best input ranking is within 2 of the least K.",
        f"triangle inequality; {AILON}",
        Fraction(2),
        lambda profile, costs: costs.total(best_input(profile, costs)),
    ),
    AlgorithmClaim(
        "borda",
        "Borda's order is within 5 of the least K.",
        "Coppersmith, Fleischer and Rudra 2006",
        Fraction(5),
        lambda profile, costs: costs.total(borda_order(profile)),
    ),
    AlgorithmClaim(
        "pivot",
        "Pivots by the least ratio are within 2 of the least K.",
        WILLIAMSON,
        Fraction(2),
        lambda _, costs: _pivot_cost(costs, None),
    ),
    AlgorithmClaim(
        "random-pivot",
        "A random pivot's expected K is within 2 of the least.",
        AILON,
        Fraction(2),
        lambda _, costs: _random_pivot_cost(costs),
    ),
    AlgorithmClaim(
        "pivot-or-best-input",
        "The better of pivots and the best input is within 8/5 of the least K.",
        WILLIAMSON,
        Fraction(8, 5),
        _pivot_or_best_input_cost,
    ),
    AlgorithmClaim(
        "random-pivot-or-random-input",
        "3/7 of a random pivot's expected K plus 4/7 of a random input's is within 11/7 of the least.",
        f"the better of the two is expected to be: {AILON}; these shares are supplied",
        Fraction(11, 7),
        _random_mixture_cost,
    ),
)
"""The factors that the sources prove for Kemeny's problem, the least total K."""


def _algorithm_claims() -> Iterator[CheckedClaim]:
    """Yield for each algorithm the largest ratio of its cost to the least K."""
    profiles_with_costs = [(profile, pair_costs(profile)) for profile in _small_profiles()]
    instances = [(profile, costs, _least_cost(costs)) for profile, costs in profiles_with_costs]
    sampled = ", ".join(f"{count} of {m} rankings of {n} items" for n, m, count in RANDOM_PROFILE_SIZES)
    for claim in ALGORITHM_CLAIMS:
        worst = worst_of(
            WorstRatio.of(claim.cost(profile, costs), least, str(profile)) for profile, costs, least in instances
        )
        reach = f"{reach_text(ALL_PROFILE_SIZES)}; and random ones: {sampled}: {worst.cases:,} profiles"
        yield CheckedClaim(claim.id, claim.statement, claim.origin, claim.factor, worst, reach)


def _small_profiles() -> Iterator[RankingProfile]:
    """Yield the profiles on which algorithms are run."""
    yield from (as_profile(n, row) for n, row in _profile_rows(ALL_PROFILE_SIZES))
    for n, m, count in RANDOM_PROFILE_SIZES:
        generator = random.Random(f"aggregate {n} {m}")
        for _ in range(count):
            yield RankingProfile.of([Ranking.from_order(generator.sample(range(1, n + 1), n)) for _ in range(m)])


def _pivot_claim_under_similarities() -> CheckedClaim:
    """Check KV17's simple algorithm for K*, Kendall's distance with weights, where its cost is a sum over pairs.

    The result also reports the largest factor that :func:`~.rules.pivot_factor` proves for an instance.
    """
    worst, largest_factor = NO_PROFILES, Fraction(0)
    for similarity in similarities(3, (1, 2)):
        for n, row in _profile_rows([(3, 3)]):
            profile = as_profile(n, row)
            costs = general_costs(profile, Weights(D=similarity))
            factor = pivot_factor(costs)
            assert factor is not None  # D is positive
            largest_factor = max(largest_factor, factor)
            least = orders_by_subsets(costs, limit=1).cost
            instance = f"{profile}; {entries_text([similarity])}"
            worst = worst.larger(WorstRatio.of(costs.total(pivot_order(costs)), least, instance))
    return CheckedClaim(
        "pivot-for-kendall-general",
        "With unit swap costs and w = 1, pivots by the least ratio are within 3 of the least K* for every metric D "
        "(KV17: 'a simple approximation algorithm').",
        "on a cycle the largest distance is at most the sum of the others; the argument is with the algorithm. The "
        "best input is within 2 for all weights, by the triangle inequality. With other swap costs K* is not a sum "
        "over pairs",
        Fraction(3),
        worst,
        f"all profiles of 3 rankings of 3 items up to renaming and order, D in 1, 2: {worst.cases:,} cases; the factor "
        f"proved of the instances is at most {largest_factor}",
    )


# --- weights ---------------------------------------------------------------------------------------------------------

VOTERS = 3
"""Rankings of each profile that is checked under weights."""


def similarities(n: int, values: tuple[int, ...]) -> list[Similarity]:
    """Return all distances between n items with these values.

    They are metrics if the largest value is at most twice the least.
    """
    pairs = list(combinations(range(1, n + 1), 2))
    return [Similarity.of(dict(zip(pairs, entries, strict=True))) for entries in product(values, repeat=len(pairs))]


def _parameter_grid(n: int, *names: str) -> list[dict[str, Any]]:
    """Return the grid of values of these parameters for n items, each a mapping by name.

    It is coarser for 4 items than for 3, and coarser for several parameters, as grids multiply. For these it is empty
    above 3 items.
    """
    if len(names) > 1 and n > 3:
        return []
    if len(names) > 1:
        entries: tuple[int, ...] = (1, 2)
    else:
        entries = (1, 2, 4) if n == 3 else (1, 3)
    choices: dict[str, Any] = {
        "w": [ElementWeights.of(w) for w in product(entries, repeat=n)],
        "delta": [PositionWeights.of(costs) for costs in product(entries, repeat=n - 1)],
        "D": similarities(n, (1, 2)),
    }
    return [dict(zip(names, values, strict=True)) for values in product(*(choices[name] for name in names))]


KV8 = "KV8: always within a factor of 3 of each other"
"""The claim of the source about F* and K*, in its words."""


class DistancePair(NamedTuple):
    """A footrule and a Kendall distance with the same weights, and a claim that one is within a factor of the other."""

    footrule: str
    """The name of a row of the catalogue."""
    kendall: str
    """The name of a row of the catalogue."""
    parameters: tuple[str, ...]
    """The names of the weights that both have."""
    claim: str
    """The claim, with its id."""
    median_factor: int
    """The factor that the claim implies for footrule medians: with c1 K <= F <= c2 K it is c2 / c1."""


DISTANCE_PAIRS = (
    DistancePair("footrule-element", "kendall-element", ("w",), "KV2: K_w <= F_w <= 2K_w", 2),
    DistancePair(
        "footrule-position[one]", "kendall-position[one]", ("delta",), "KV3: K_delta <= F_delta <= 2K_delta", 2
    ),
    DistancePair("footrule-similarity[deck]", "kendall-similarity", ("D",), "KV5: K_D/3 <= F_D <= 3K_D", 9),
    DistancePair("footrule-general[one]", "kendall-general[one]", ("w", "delta", "D"), KV8, 9),
)


def _weight_claims() -> Iterator[CheckedClaim]:
    """Yield for each kind of weight the worst footrule median under Kendall, over a grid of weights.

    A grid has a table of each distance for each of its values. The footrule median minimises the total in the one
    table, and its total in the other is compared with the least there.
    """
    for footrule, kendall, parameter_names, claim, median_factor in DISTANCE_PAIRS:
        worst = NO_PROFILES
        sizes: list[str] = []
        for n in (3, 4):
            grid = _parameter_grid(n, *parameter_names)
            if not grid:
                continue
            footrule_tables = distance_tables(REGISTRY.metric(footrule), n, grid)
            kendall_tables = distance_tables(REGISTRY.metric(kendall), n, grid)
            for parameters, minimised, compared in zip(grid, footrule_tables, kendall_tables, strict=True):
                suffix = f"; {entries_text(parameters.values())}"
                worst = worst.larger(worst_median(n, VOTERS, minimised, compared, suffix))
            sizes.append(f"{VOTERS} rankings of {n} items under {len(grid)} values")
        yield CheckedClaim(
            f"{footrule.split('[')[0]}-median-for-{kendall.split('[')[0]}",
            f"Every median of {footrule} is within {median_factor} of the least {kendall}.",
            f"implied by {claim}",
            Fraction(median_factor),
            worst,
            f"all profiles up to renaming and order, a grid of parameters: {', '.join(sizes)}: {worst.cases:,} cases",
            proved_factor(footrule, kendall.split("[")[0]),
        )


def proved_factor(footrule: str, kendall: str) -> Fraction | None:
    """Return min c2 / max c1 over the catalogue's proofs of c1 K <= F <= c2 K; None unless both bounds are proved.

    ``footrule`` and ``kendall`` are as proofs name them: a row, and the other metric without its variant. A footrule
    median costs at most this factor times the least Kendall cost, as F(x) <= F(y) for its ranking x and any other
    ranking y: c1 K(x) <= F(x) <= F(y) <= c2 K(y).
    """
    factors: dict[str, list[Fraction]] = {"lower-bound": [], "upper-bound": []}
    for proof in PROOFS:
        arguments = dict(proof.statement.arguments)
        if proof.metric == footrule and proof.statement.axiom.id in factors and arguments["other"] == kendall:
            factors[proof.statement.axiom.id].append(fraction(rational(arguments["factor"])))
    lower, upper = factors["lower-bound"], factors["upper-bound"]
    return min(upper) / max(lower) if lower and upper else None
