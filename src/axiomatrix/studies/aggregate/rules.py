"""Rules for `axiomatrix aggregate`: orders by scores, pivots, and proved factors of Kendall approximations.

:mod:`.answer` runs them on a profile (the votes to aggregate), :mod:`.checked` checks their factors on small ones.
Orders are tuples of item numbers from 0, best first. ``places`` are the items' positions in a vote, times the profile's
``scale``, which makes them whole. ``costs.cost[x][y]`` is what the order of x ahead of y costs: the votes against it,
perhaps with a weight. A *factor* bounds the cost of an algorithm's order, its total Kendall distance to the
votes, by a multiple of the least cost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from ...values.rankings import Item
from .costs import PairCosts
from .profile import RankingProfile, doubled_places

RRF_CONSTANT = 60
"""The k of Cormack, Clarke and Buettcher 2009."""
INFINITE_RATIO = 10**18
"""A number far above the finite ratios of costs: counts of votes are at most 10^9."""


def borda_scores(profile: RankingProfile) -> Mapping[Item, Fraction]:
    """Return for each item the sum over the votes of the number of items behind it, tied ones counted half.

    In a vote, that number is n minus the position of the item (Borda 1781).
    """
    place_sums = [0] * profile.n  # by item
    for places, count in zip(profile.places, profile.counts, strict=True):
        place_sums = [total + count * place for total, place in zip(place_sums, places, strict=True)]
    n_of_all_votes = profile.n * profile.voters
    return {
        x: n_of_all_votes - Fraction(total, profile.scale) for x, total in zip(profile.items, place_sums, strict=True)
    }


def median_ranks(profile: RankingProfile) -> Mapping[Item, Fraction]:
    """Return each item's median position over the votes.

    The median of an even number of positions is the mean of the two in the middle. Tied items share the mean of
    their positions. Fagin, Kumar and Sivakumar 2003.
    """
    medians = {}
    lower, upper = (profile.voters + 1) // 2, profile.voters // 2 + 1  # the two in the middle; equal for an odd number
    places_by_item = zip(*profile.places, strict=True)  # in each vote
    for item, places_in_votes in zip(profile.items, places_by_item, strict=True):
        counts = Counter[int]()
        for place, count in zip(places_in_votes, profile.counts, strict=True):
            counts[place] += count
        medians[item] = Fraction(_kth_smallest(counts, lower) + _kth_smallest(counts, upper), 2 * profile.scale)
    return medians


def _kth_smallest(counts: Counter[int], k: int) -> int:
    """Return the k-th smallest of the values with these counts."""
    values_passed = 0
    for value in sorted(counts):
        values_passed += counts[value]
        if values_passed >= k:
            return value
    raise AssertionError(f"there are only {values_passed} values, not {k}")


def median_rank_factor(profile: RankingProfile) -> int:
    """Return the proved factor of the order by median ranks over the least footrule: 2, or 3 if a vote has ties.

    Let f(x) be the median ranks, b a ranking that sorts by them, a a vote, c any ranking, and |.| the sum over items
    of absolute differences. The medians are the nearest numbers to the votes: the sum over the votes of |f - a| is at
    most that of |c - a|. A ranking that sorts f is the nearest ranking to it. So |b - f| <= |a - f| for every vote that
    is a ranking, and sum |b - a| <= sum (|b - f| + |f - a|) <= 2 sum |f - a|. With ties in the votes, |b - f| <=
    |c - f| <= |c - a| + |a - f| gives 3 (Fagin, Kumar, Mahdian, Sivakumar and Vee 2006).
    """
    return 3 if profile.has_ties else 2


def reciprocal_rank_sums(profile: RankingProfile) -> Mapping[Item, Fraction]:
    """Return each item's sum of 1 / (60 + its position) over the votes that rank it: reciprocal rank fusion.

    Cormack, Clarke and Buettcher 2009. A vote that leaves an item out adds nothing. Tied items share the
    mean of their positions, which is our convention: the source has rankings without ties.
    """
    counts: dict[Item, Counter[int]] = {item: Counter() for item in profile.items}  # by item and doubled position
    for vote, count in profile.votes_with_counts:
        for item, doubled in zip(vote.items, doubled_places(vote), strict=True):
            counts[item][doubled] += count
    sums = {}
    for item, counts_of_item in counts.items():
        summands = [Fraction(2 * count, 2 * RRF_CONSTANT + doubled) for doubled, count in counts_of_item.items()]
        sums[item] = sum(summands, Fraction(0))
    return sums


# --- Pivot algorithms: put every other item on its cheaper side of a pivot, and sort each side in the same way ------
# The cheaper side of a pair is the order of its items that contradicts fewer votes. The *majority tournament* has an
# arc from x to y if x is cheaper ahead of y. An order of all items that keeps every pair on its cheaper side is
# optimal. It exists only if the tournament has no cycles.
#
# A random pivot (KwikSort) is expected to cost at most twice the optimum of rank aggregation: Ailon, Charikar and
# Newman, Aggregating inconsistent information, JACM 2008. Here all pivots are tried at every step and the one with
# the least ratio of cost to lower bound is taken, as van Zuylen and Williamson 2009 (Deterministic pivoting
# algorithms for constrained ranking and clustering problems) derandomise it.
#
# *Why it stays within a factor.* A pivot k separates a pair {i, j} if it puts i ahead and j behind, or is i or j
# itself; every pair is separated by one pivot. It is put on its dearer side only if i, j, k are a cycle of the
# tournament. So if every item of a set is tried as the pivot, each cycle is charged its three dearer sides in total,
# and every other separated pair its cheaper side. If on every cycle the dearer sides cost at most alpha times the
# cheaper ones, then some pivot separates its pairs at no more than alpha times the cost of their cheaper sides.
#
# *Alpha.* Let each arc e of a cycle have weight W_e, and let the share a_e <= 1/2 of the votes be against it: the
# cheaper side costs W_e a_e, the dearer W_e (1 - a_e). Every vote is against an arc of the cycle, so the a_e add up to
# at least 1. Under this, sum W_e a_e is least where a is 0 on the largest weight and 1/2 on the others: alpha =
# 2 S / (S - max) - 1 with S = sum W_e. That is 2 for equal weights, at most 3 if W is a metric, and unbounded in
# general.
#
# *With the best input.* The best input ranking costs at most the mean over all inputs, which is sum 2 a_e (1 - a_e)
# for unit weights. Choosing pivots by 2/5 of their cost plus 3/5 of that mean gives 8/5 for the better of the two:
# a pair on its cheaper side has 2/5 a + 6/5 a (1 - a) <= 8/5 a; and on a cycle, 2/5 sum (1 - a) + 6/5 sum a (1 - a)
# - 8/5 sum a is concave, symmetric and falling in each a, hence largest at a = (1/3, 1/3, 1/3) under sum a >= 1,
# where it is 0.


def pivot_order(costs: PairCosts, *, voters: int | None = None) -> tuple[int, ...]:
    """Sort by pivots: each is the item with the least ratio of the cost of the pairs that it separates to their bound.

    The bound is the cost of the pairs' cheaper sides. If the number of ``voters`` is given, the cost is replaced by 2/5
    of it plus 3/5 of the mean cost of the inputs (unit weights only). Equal ratios and equal sides are decided by the
    order of the items.
    """

    def sort(items: list[int]) -> list[int]:
        if len(items) < 2:
            return items
        pivot = min(items, key=lambda candidate: _ratio_of_pivot(costs, items, candidate, voters))
        ahead, behind = split_by_pivot(costs, items, pivot)
        return [*sort(ahead), pivot, *sort(behind)]

    return tuple(sort(list(range(costs.n))))


def split_by_pivot(costs: PairCosts, items: list[int], pivot: int) -> tuple[list[int], list[int]]:
    """Return the items whose cheaper side is ahead of the pivot, and the others; equal sides keep the items' order."""
    ahead = [x for x in items if (costs.cost[x][pivot], x) < (costs.cost[pivot][x], pivot)]
    return ahead, [x for x in items if x != pivot and x not in ahead]


def _ratio_of_pivot(costs: PairCosts, items: list[int], pivot: int, voters: int | None) -> Fraction:
    """Return the ratio of cost to bound of the pairs that the pivot separates.

    A cost above a bound of 0 has an infinite ratio. It is replaced by a number that exceeds all other ratios and grows
    with the cost, so that the cheapest pivot is chosen even then.
    """
    ahead, behind = split_by_pivot(costs, items, pivot)
    # those of an item ahead and one behind, and those with the pivot; (pivot, pivot) is among them and costs nothing
    separated = [(x, y) for x in (*ahead, pivot) for y in (pivot, *behind)]
    cost = sum(costs.cost[x][y] for x, y in separated)
    bound = sum(min(costs.cost[x][y], costs.cost[y][x]) for x, y in separated)
    if bound == 0:
        return Fraction(0 if cost == 0 else INFINITE_RATIO + cost)
    if voters is None:
        return Fraction(cost, bound)
    mean_cost_of_inputs = Fraction(sum(2 * costs.cost[x][y] * costs.cost[y][x] for x, y in separated), voters)
    return (2 * cost + 3 * mean_cost_of_inputs) / (5 * bound)


def pivot_factor(costs: PairCosts) -> Fraction | None:
    """Return the largest alpha over the cycles of three items (see above), a proved factor; None if it is unbounded."""
    weight = [[costs.cost[x][y] + costs.cost[y][x] for y in range(costs.n)] for x in range(costs.n)]
    largest = Fraction(1)
    for i, j, k in combinations(range(costs.n), 3):
        excesses = [costs.cost[x][y] - costs.cost[y][x] for x, y in ((i, j), (j, k), (k, i))]
        # Around a cycle all signs agree. Equal sides may belong to a cycle or not, by the order of the items.
        if all(excess <= 0 for excess in excesses) or all(excess >= 0 for excess in excesses):
            arc_weights = (weight[i][j], weight[j][k], weight[k][i])
            total, heaviest = sum(arc_weights), max(arc_weights)
            if total == 0:
                continue  # all its sides cost nothing
            if total == heaviest:
                return None
            largest = max(largest, Fraction(2 * total, total - heaviest) - 1)
    return largest


def expected_cost(costs: PairCosts) -> Fraction:
    """Return the exact expected cost of KwikSort with uniformly drawn pivots.

    It is the mean over the pivots of a set, which leave two smaller sets; the expectation of each set is computed once.
    """

    @cache
    def expected(items: tuple[int, ...]) -> Fraction:
        if len(items) < 2:
            return Fraction(0)
        total = Fraction(0)
        for pivot in items:
            ahead, behind = split_by_pivot(costs, list(items), pivot)
            cost = sum(costs.cost[x][y] for x in (*ahead, pivot) for y in (pivot, *behind))
            total += cost + expected(tuple(ahead)) + expected(tuple(behind))
        return total / len(items)

    return expected(tuple(range(costs.n)))


# --- Fast algorithms for the Kendall median, the ranking of least total Kendall distance, with proved factors ------

MAX_ITEMS_OF_PIVOTS = 60
"""Largest number of items for which every pivot is tried; time grows with the fourth power."""
NO_FACTOR = "no factor is claimed"
"""The source of an algorithm without a proved factor."""


@dataclass(frozen=True)
class Approximation:
    """An order that an algorithm finds, and the proved factor of its cost over the least cost."""

    algorithm: str
    order: tuple[int, ...]
    factor: Fraction | None
    """None if no factor is proved."""
    source: str
    """The source of the factor, or ``NO_FACTOR``."""


def best_input(profile: RankingProfile, costs: PairCosts) -> tuple[int, ...]:
    """Return the first vote of least cost: within 2 - 2/m of the least cost of any ranking, for m votes a_1 ... a_m.

    Let d be a distance with the triangle inequality and c any ranking. The mean cost of an input is the sum over i, j
    of d(a_i, a_j) / m, at most the sum over i != j of (d(a_i, c) + d(c, a_j)) / m, which is (2 - 2/m) times the cost of
    c. The best input costs at most the mean.

    Ties of a vote are broken by the order of the items. Then the factor is 3 - 2/m: a ranking b_i that breaks the ties
    of a_i adds at most d(b_i, a_i) <= d(c, a_i) to each of the m distances, and the mean over i of m d(c, a_i) is the
    cost of c.
    """
    return min((vote_order(profile, number) for number in range(len(profile.votes))), key=costs.total)


def vote_order(profile: RankingProfile, number: int) -> tuple[int, ...]:
    """Return the vote with this number, counted from 0, as an order; ties keep the order of the items."""
    return tuple(sorted(range(profile.n), key=profile.places[number].__getitem__))


def borda_order(profile: RankingProfile) -> tuple[int, ...]:
    """Sort the items by their points (Borda 1781), equal ones by the order of the items.

    Within 5 of the Kendall median: Coppersmith, Fleischer and Rudra, Ordering by weighted number of wins gives a good
    ranking for weighted tournaments, 2006.
    """
    return order_by_score(profile, borda_scores(profile))


def order_by_score(
    profile: RankingProfile, scores: Mapping[Item, Fraction], *, lowest_first: bool = False
) -> tuple[int, ...]:
    """Sort the items by their scores, by default the highest first, equal ones by the order of the items."""
    sign = 1 if lowest_first else -1
    return tuple(sorted(range(profile.n), key=lambda x: sign * scores[profile.items[x]]))


def copeland_order(costs: PairCosts) -> tuple[int, ...]:
    """Sort the items by pairwise wins less losses, where the cheaper side of a pair wins (Copeland 1951)."""

    def score(x: int) -> int:
        sides = ((costs.cost[x][y], costs.cost[y][x]) for y in range(costs.n))
        return sum((ahead < behind) - (ahead > behind) for ahead, behind in sides)

    return tuple(sorted(range(costs.n), key=lambda x: (-score(x), x)))


def approximations(profile: RankingProfile, costs: PairCosts, *, unit: bool = True) -> list[Approximation]:
    """Run each algorithm; ``unit`` says that every pair weighs 1, which the factors of Borda and of 8/5 need.

    Rules that ignore the weights, median rank and RRF, are run only if all are 1.
    """
    m, has_ties = profile.voters, profile.has_ties
    source = "triangle inequality; Ailon et al. 2008" + ("; ties by the order of the items" if has_ties else "")
    factor = max(Fraction(1), (3 if has_ties else 2) - Fraction(2, m))  # no ratio is below 1, also for one vote
    borda_factor, borda_source = (Fraction(5), "Coppersmith et al. 2006") if unit else (None, NO_FACTOR)
    algorithms = [
        Approximation("best input", best_input(profile, costs), factor, source),
        Approximation("Borda", borda_order(profile), borda_factor, borda_source),
        Approximation("Copeland", copeland_order(costs), None, NO_FACTOR),
    ]
    if unit:
        medians = order_by_score(profile, median_ranks(profile), lowest_first=True)
        algorithms += [
            Approximation("median rank", medians, Fraction(2 * median_rank_factor(profile)), "factor for F; F <= 2K"),
            Approximation("RRF", order_by_score(profile, reciprocal_rank_sums(profile)), None, NO_FACTOR),
        ]
    if costs.n > MAX_ITEMS_OF_PIVOTS:
        return algorithms
    alpha = pivot_factor(costs)
    proof = "van Zuylen and Williamson 2009" if unit else "from the weights on the cycles of the majority"
    pivots = Approximation("pivot", pivot_order(costs), alpha, proof if alpha is not None else NO_FACTOR)
    algorithms.append(pivots)
    if unit and not has_ties:  # the proof of 8/5 is for unit weights and votes without ties (see above)
        orders = (pivot_order(costs, voters=m), best_input(profile, costs))
        combined = Approximation(
            "pivot or best input", min(orders, key=costs.total), Fraction(8, 5), "van Zuylen and Williamson 2009"
        )
        algorithms.append(combined)
    return algorithms


def ratio_to_least(cost: Any, least: Any) -> Fraction | None:
    """Return cost / least: 1 if both are 0, and None if only the least cost is 0."""
    if least == 0:
        return Fraction(1) if cost == 0 else None
    return Fraction(cost, least)
