"""Fast algorithms for the Kendall median, each with the factor that is proved of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...values.rankings import Item
from .costs import PairCosts
from .pivot import factor, pivoted
from .profile import RankingProfile
from .scores import borda_scores, median_rank_factor, median_ranks, reciprocal_rank_sums

MAX_ITEMS_OF_PIVOTS = 60
"""The most items for which pivots are tried: all of them, which takes time as the fourth power."""
NO_FACTOR = "no factor is claimed"


@dataclass(frozen=True)
class Approximation:
    """An order that an algorithm finds, and the factor within which it is proved to come of the least cost."""

    algorithm: str
    order: tuple[int, ...]
    factor: Fraction | None
    source: str


def best_input(profile: RankingProfile, costs: PairCosts) -> tuple[int, ...]:
    """The vote of the profile with the least cost, the first of these: within 2 - 2/m of the best of m votes.

    The mean cost of an input is sum over i, j of d(a_i, a_j) / m <= sum over i != j of (d(a_i, c) + d(c, a_j)) / m for
    every ranking c: so by the triangle inequality, for every distance that has it. Ties of a vote are broken by the
    order of the items. Then the factor is 3 - 2/m: a ranking b_i that breaks the ties of a_i adds at most d(b_i, a_i)
    <= d(c, a_i) to each distance, and the mean over i of m d(c, a_i) is the cost of c.
    """
    return min((order(profile, a) for a in range(len(profile.votes))), key=costs.of)


def order(profile: RankingProfile, a: int) -> tuple[int, ...]:
    """One of the votes, as numbers of items counted from 0, best first, ties by the order of the items."""
    return tuple(sorted(range(profile.n), key=profile.places[a].__getitem__))


def borda(profile: RankingProfile) -> tuple[int, ...]:
    """The items by their points (Borda 1781), equal ones by the order of the items.

    Within 5 of the Kendall median: Coppersmith, Fleischer and Rudra, Ordering by weighted number of wins gives a good
    ranking for weighted tournaments, 2006.
    """
    return by_score(profile, borda_scores(profile))


def by_score(
    profile: RankingProfile, scores: Mapping[Item, Fraction], *, lowest_first: bool = False
) -> tuple[int, ...]:
    """The items by their scores, equal ones by the order of the items."""
    sign = 1 if lowest_first else -1
    return tuple(sorted(range(profile.n), key=lambda x: sign * scores[profile.items[x]]))


def copeland(costs: PairCosts) -> tuple[int, ...]:
    """The items by how many others they are cheaper ahead of than behind, less the converse (Copeland 1951)."""

    def score(x: int) -> int:
        row = ((costs.cost[x][y], costs.cost[y][x]) for y in range(costs.n))
        return sum((mine < other) - (mine > other) for mine, other in row)

    return tuple(sorted(range(costs.n), key=lambda x: (-score(x), x)))


def approximations(profile: RankingProfile, costs: PairCosts, *, unit: bool = True) -> list[Approximation]:
    """Run each algorithm; ``unit`` says that every pair weighs 1, which Borda and the factor 8/5 need."""
    m, ties = profile.voters, profile.has_ties
    triangle = "triangle inequality; Ailon et al. 2008" + "; ties by the order of the items" * ties
    algorithms = [
        Approximation("best input", best_input(profile, costs), 2 + ties - Fraction(2, m), triangle),
        Approximation(
            "Borda", borda(profile), Fraction(5) if unit else None, "Coppersmith et al. 2006" if unit else NO_FACTOR
        ),
        Approximation("Copeland", copeland(costs), None, NO_FACTOR),
    ]
    if unit:
        medians = by_score(profile, median_ranks(profile), lowest_first=True)
        algorithms += [
            Approximation("median rank", medians, Fraction(2 * median_rank_factor(profile)), "factor for F; F <= 2K"),
            Approximation("RRF", by_score(profile, reciprocal_rank_sums(profile)), None, NO_FACTOR),
        ]
    if costs.n > MAX_ITEMS_OF_PIVOTS:
        return algorithms
    alpha = factor(costs)
    proof = "van Zuylen and Williamson 2009" if unit else "from the weights on the cycles of the majority"
    pivots = Approximation("pivot", pivoted(costs), alpha, proof if alpha is not None else NO_FACTOR)
    algorithms.append(pivots)
    if unit and not ties:
        orders = (pivoted(costs, voters=m), best_input(profile, costs))
        combined = Approximation(
            "pivot or best input", min(orders, key=costs.of), Fraction(8, 5), "van Zuylen and Williamson 2009"
        )
        algorithms.append(combined)
    return algorithms


def ratio(cost: Any, least: Any) -> Fraction | None:
    """cost / least; None where the least cost is 0 and the cost is not, 1 where both are."""
    if least == 0:
        return Fraction(1) if cost == 0 else None
    return Fraction(cost, least)
