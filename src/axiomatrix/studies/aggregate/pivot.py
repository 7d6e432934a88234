"""Pivot algorithms on the majority tournament: put every other item on its cheaper side of a pivot, and go on.

A random pivot (KwikSort) is expected to cost at most twice the optimum of rank aggregation: Ailon, Charikar and Newman,
Aggregating inconsistent information, JACM 2008. Here all pivots are tried at every step and the one with the least
ratio of cost to lower bound is taken, as van Zuylen and Williamson 2009 (Deterministic pivoting algorithms for
constrained ranking and clustering problems) derandomise it.

*Why it stays within a factor.* A pivot k separates a pair {i, j} against its cheaper side only if i, j, k are a cycle
of the tournament. So over all pivots of a set, each cycle is charged its three dearer sides, and each separated pair is
charged its cheaper side otherwise. If on every cycle the dearer sides cost at most alpha times the cheaper ones, some
pivot separates its pairs at no more than alpha times their cheaper sides; and every pair is separated once.

*What alpha is.* On a cycle let e have weight W_e, and let the share a_e <= 1/2 of the rankings be against it: the
cheaper side costs W_e a_e, the dearer W_e (1 - a_e). Every ranking is against an arc of the cycle, so that the a_e add
up to at least 1. Under this, sum W_e a_e is least where a is 0 on the largest weight and 1/2 on the others: alpha = 2 S
/ (S - max) - 1 with S = sum W_e. That is 2 for equal weights, at most 3 if W is a metric, and unbounded in general.

*With the best input.* The best input ranking costs at most the mean over all inputs, which is sum 2 a_e (1 - a_e) for
unit weights. Choosing pivots by 2/5 of their cost plus 3/5 of that mean gives 8/5 for the better of the two: a pair on
its cheaper side has 2/5 a + 6/5 a (1 - a) <= 8/5 a; and on a cycle, 2/5 sum (1 - a) + 6/5 sum a (1 - a) - 8/5 sum a
is concave, symmetric and falling in each a, hence largest at a = (1/3, 1/3, 1/3) under sum a >= 1, where it is 0.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

from .costs import PairCosts


def pivoted(costs: PairCosts, *, voters: int | None = None) -> tuple[int, ...]:
    """An order by pivots, each the one with the least cost of the pairs that it separates over their cheaper sides.

    With the number of ``voters`` the cost is 2/5 of that plus 3/5 of what a mean input costs (unit weights only).
    Ties go to the first item, sides that cost the same to the order of the items.
    """

    def ordered(items: list[int]) -> list[int]:
        if len(items) < 2:
            return items
        pivot = min(items, key=lambda one: _criterion(costs, items, one, voters))
        ahead, behind = sides(costs, items, pivot)
        return [*ordered(ahead), pivot, *ordered(behind)]

    return tuple(ordered(list(range(costs.n))))


def sides(costs: PairCosts, items: list[int], pivot: int) -> tuple[list[int], list[int]]:
    """The items whose cheaper side is ahead of the pivot, and behind it; equal sides by the order of the items."""
    ahead = [x for x in items if (costs.cost[x][pivot], x) < (costs.cost[pivot][x], pivot)]
    return ahead, [x for x in items if x != pivot and x not in ahead]


def _criterion(costs: PairCosts, items: list[int], pivot: int, voters: int | None) -> Fraction:
    """The ratio that the pivot is chosen by; a cost above a bound of zero counts as larger than any other."""
    ahead, behind = sides(costs, items, pivot)
    separated = [(x, y) for x in (*ahead, pivot) for y in (pivot, *behind)]  # the pivot costs nothing beside itself
    paid = sum(costs.cost[x][y] for x, y in separated)
    cheaper = sum(min(costs.cost[x][y], costs.cost[y][x]) for x, y in separated)
    if cheaper == 0:
        return Fraction(0 if paid == 0 else 10**18 + paid)
    if voters is None:
        return Fraction(paid, cheaper)
    mean = Fraction(sum(2 * costs.cost[x][y] * costs.cost[y][x] for x, y in separated), voters)
    return (2 * paid + 3 * mean) / (5 * cheaper)


def factor(costs: PairCosts) -> Fraction | None:
    """The alpha that is proved for these pair costs; None if a cycle of the tournament has none."""
    weight = [[costs.cost[x][y] + costs.cost[y][x] for y in range(costs.n)] for x in range(costs.n)]
    largest = Fraction(1)
    for i, j, k in combinations(range(costs.n), 3):
        turns = [costs.cost[x][y] - costs.cost[y][x] for x, y in ((i, j), (j, k), (k, i))]
        if all(t <= 0 for t in turns) or all(t >= 0 for t in turns):  # a cycle, or one by the choice at equal sides
            sides_ = (weight[i][j], weight[j][k], weight[k][i])
            total = sum(sides_)
            if total > 0 and total == max(sides_):
                return None
            if total > 0:
                largest = max(largest, Fraction(2 * total, total - max(sides_)) - 1)
    return largest


def expected_cost(costs: PairCosts) -> Fraction:
    """The expected cost of KwikSort, each pivot drawn evenly; exact, by going through the sets that can arise."""

    @cache
    def expected(items: tuple[int, ...]) -> Fraction:
        if len(items) < 2:
            return Fraction(0)
        total = Fraction(0)
        for pivot in items:
            ahead, behind = sides(costs, list(items), pivot)
            paid = sum(costs.cost[x][y] for x in (*ahead, pivot) for y in (pivot, *behind))
            total += paid + expected(tuple(ahead)) + expected(tuple(behind))
        return total / len(items)

    return expected(tuple(range(costs.n)))
