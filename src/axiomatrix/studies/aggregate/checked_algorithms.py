"""The approximation algorithms, run on small profiles: cost over least cost, against the factor that is proved."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

from ...values.rankings import Ranking
from .approximations import best_input, borda, order
from .checked_weights import similarities
from .costs import PairCosts, pair_costs
from .general import Weights, general_costs
from .kendall_median import by_sets
from .pivot import expected_cost, factor, pivoted
from .profile import RankingProfile
from .tables import NONE, CheckedClaim, WorstRatio, as_profile, profiles, reach, worst_of

SMALL = ((3, 3), (3, 4), (4, 3), (4, 4))
"""Items and rankings of the profiles on which algorithms are run one by one."""
SAMPLED = ((5, 3, 400), (7, 5, 60))
"""Further profiles, drawn evenly: items, rankings, how many."""
AILON = "Ailon, Charikar and Newman, Aggregating inconsistent information, 2008"
WILLIAMSON = "van Zuylen and Williamson 2009"


@cache  # half of the profiles have the pair costs of another one
def _pivoted_cost(c: PairCosts, voters: int | None) -> int:
    return c.of(pivoted(c, voters=voters))


_expected_cost = cache(expected_cost)


@cache
def _least_cost(c: PairCosts) -> int:
    return by_sets(c, limit=1).cost


def _random_mixture(p: RankingProfile, c: PairCosts) -> Fraction:
    mean = sum(k * c.of(order(p, a)) for a, k in enumerate(p.counts)) / Fraction(p.voters)
    return Fraction(3, 7) * _expected_cost(c) + Fraction(4, 7) * mean


RUNS: tuple[tuple[str, str, str, Fraction, Callable[[RankingProfile, PairCosts], Fraction | int]], ...] = (
    (
        "best-input",
        "The best input ranking is within 2 of the least K.",
        f"triangle inequality; {AILON}",
        Fraction(2),
        lambda p, c: c.of(best_input(p, c)),
    ),
    (
        "borda",
        "Borda's order is within 5 of the least K.",
        "Coppersmith, Fleischer and Rudra 2006",
        Fraction(5),
        lambda p, c: c.of(borda(p)),
    ),
    (
        "pivot",
        "Pivots by the least ratio are within 2 of the least K.",
        WILLIAMSON,
        Fraction(2),
        lambda p, c: _pivoted_cost(c, None),
    ),
    (
        "random-pivot",
        "A random pivot's expected K is within 2 of the least.",
        AILON,
        Fraction(2),
        lambda p, c: _expected_cost(c),
    ),
    (
        "pivot-or-best-input",
        "The better of pivots and the best input is within 8/5 of the least K.",
        WILLIAMSON,
        Fraction(8, 5),
        lambda p, c: min(_pivoted_cost(c, p.voters), c.of(best_input(p, c))),
    ),
    (
        "random-pivot-or-random-input",
        "3/7 of a random pivot's expected K plus 4/7 of a random input's is within 11/7 of the least.",
        f"the better of the two is expected to be: {AILON}; these shares are supplied",
        Fraction(11, 7),
        _random_mixture,
    ),
)


def algorithm_claims() -> Iterator[CheckedClaim]:
    """For each algorithm its largest cost over the least K."""
    priced = [(profile, pair_costs(profile)) for profile in _small_profiles()]
    instances = [(profile, costs, _least_cost(costs)) for profile, costs in priced]
    more = ", ".join(f"{count} of {m} rankings of {n} items" for n, m, count in SAMPLED)
    for id, statement, origin, bound, cost in RUNS:
        worst = worst_of(WorstRatio.of(cost(p, c), least, str(p)) for p, c, least in instances)
        how_far = f"{reach(SMALL)}; and random ones: {more}: {worst.cases:,} profiles"
        yield CheckedClaim(id, statement, origin, bound, worst, how_far)


def _small_profiles() -> Iterator[RankingProfile]:
    """The profiles that algorithms are run on."""
    yield from (as_profile(n, row) for n, m in SMALL for rows in profiles(n, m) for row in rows)
    for n, m, count in SAMPLED:
        draw = random.Random(f"aggregate {n} {m}")
        for _ in range(count):
            yield RankingProfile.of([Ranking.from_order(draw.sample(range(1, n + 1), n)) for _ in range(m)])


def pivot_under_similarities() -> CheckedClaim:
    """KV17's simple algorithm for K*, where the cost is pairwise: its ratio over the factor proved of each instance."""
    worst, largest = NONE, Fraction(0)
    for s in similarities(3, (1, 2)):
        for rows in profiles(3, 3):
            for row in rows:
                profile = as_profile(3, row)
                costs = general_costs(profile, Weights(D=s))
                least, proved = by_sets(costs, limit=1).cost, factor(costs)
                assert proved is not None  # D is positive
                largest = max(largest, proved)
                worst = worst.worse(WorstRatio.of(costs.of(pivoted(costs)), least, f"{profile}; {s.text()}"))
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
        f"proved of the instances is at most {largest}",
    )
