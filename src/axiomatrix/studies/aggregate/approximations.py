"""Fast algorithms for the Kendall median, each with the factor that is proved of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .costs import PairCosts
from .pivot import factor, pivoted
from .profile import RankingProfile

LARGEST = 60
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
    """The ranking of the profile with the least cost, the first of these: within 2 - 2/m of the best of m rankings.

    The mean cost of an input is sum over i, j of d(a_i, a_j) / m <= sum over i != j of (d(a_i, c) + d(c, a_j)) / m for
    every ranking c: so by the triangle inequality, for every distance that has it.
    """
    return min((order(profile, a) for a in range(len(profile.rankings))), key=costs.of)


def order(profile: RankingProfile, a: int) -> tuple[int, ...]:
    """One of the rankings, as numbers of items counted from 0, best first."""
    positions = profile.rankings[a].positions
    return tuple(sorted(range(profile.n), key=lambda x: positions[x]))


def borda(profile: RankingProfile) -> tuple[int, ...]:
    """The items by the sum of their positions (Borda 1781), equal sums by the order of the items.

    Within 5 of the Kendall median: Coppersmith, Fleischer and Rudra, Ordering by weighted number of wins gives a good
    ranking for weighted tournaments, 2006.
    """
    sums = [sum(count * ranking.positions[x] for ranking, count in profile.counted) for x in range(profile.n)]
    return tuple(sorted(range(profile.n), key=lambda x: (sums[x], x)))


def copeland(costs: PairCosts) -> tuple[int, ...]:
    """The items by how many others they are cheaper ahead of than behind, less the converse (Copeland 1951)."""

    def score(x: int) -> int:
        row = ((costs.cost[x][y], costs.cost[y][x]) for y in range(costs.n))
        return sum((mine < other) - (mine > other) for mine, other in row)

    return tuple(sorted(range(costs.n), key=lambda x: (-score(x), x)))


def approximations(profile: RankingProfile, costs: PairCosts, *, unit: bool = True) -> list[Approximation]:
    """What each algorithm finds; ``unit`` says that every pair weighs 1, which Borda and the factor 8/5 ask for."""
    m = profile.voters
    algorithms = [
        Approximation(
            "best input", best_input(profile, costs), 2 - Fraction(2, m), "triangle inequality; Ailon et al. 2008"
        ),
        Approximation(
            "Borda", borda(profile), Fraction(5) if unit else None, "Coppersmith et al. 2006" if unit else NO_FACTOR
        ),
        Approximation("Copeland", copeland(costs), None, NO_FACTOR),
    ]
    if costs.n > LARGEST:
        return algorithms
    alpha = factor(costs)
    proof = "van Zuylen and Williamson 2009" if unit else "from the weights on the cycles of the majority"
    pivots = Approximation("pivot", pivoted(costs), alpha, proof if alpha is not None else NO_FACTOR)
    algorithms.append(pivots)
    if unit:
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
