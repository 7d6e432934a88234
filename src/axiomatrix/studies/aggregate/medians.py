"""Exact medians of rankings: of the footrule by an assignment, of sums over inverted pairs by an integer program.

A median of a profile, the votes to aggregate, is a ranking of least total distance to them. :func:`footrule_median` and
:func:`kendall_median` find all medians, and :func:`lower_bound` bounds the cost if the latter would take too long. A
solver works in floats; each result is certified in whole numbers before :mod:`.answer` reports it. An *order* is a
tuple of item numbers, best first, and costs are whole numbers (:mod:`.costs`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice, product
from math import ceil
from typing import Any

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, linear_sum_assignment, linprog, milp
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components, maximum_bipartite_matching

from .costs import OptimalOrders, PairCosts, displacements, orders_by_subsets
from .profile import RankingProfile


class UncertifiedMedian(ArithmeticError):
    """An answer of a solver that the exact check rejects."""


@dataclass(frozen=True)
class Assignment(OptimalOrders):
    """Cheapest assignments of items to positions, with prices that prove them; an order has the items by position.

    ``item_prices[x] + position_prices[p] <= cost[x][p]`` for all x and p, and the prices add up to the cost: so no
    assignment costs less.
    """

    item_prices: tuple[int, ...]
    position_prices: tuple[int, ...]


def footrule_median(profile: RankingProfile, limit: int = 10) -> Assignment:
    """Find the rankings of least total footrule, at most ``limit`` of them."""
    return cheapest_assignments(displacements(profile), limit)


def cheapest_assignments(cost: list[list[int]], limit: int = 10) -> Assignment:
    """Find the cheapest assignments: ``cost[x][p]`` is the cost of item x at position p, both counted from 0.

    1. The solver proposes one in floats, in which integers below 2^53 are exact. Larger costs are refused.
    2. Integer prices prove that it is cheapest; without such prices :class:`UncertifiedMedian` is raised.
    3. The other cheapest ones use only *tight* entries, at which the prices add up to the cost.
    """
    n = len(cost)
    if n and n * max(map(max, cost)) >= 2**53:
        raise UncertifiedMedian("the costs are too large for exact float64 arithmetic; divide the counts")
    _, columns = linear_sum_assignment(np.array(cost, dtype=np.float64).reshape(n, n))
    assigned = [int(p) for p in columns]
    item_prices, position_prices = _prices(cost, assigned)
    least_cost = sum(cost[x][p] for x, p in enumerate(assigned))
    prices_add_up = sum(item_prices) + sum(position_prices) == least_cost
    if not prices_add_up or any(item_prices[x] + position_prices[p] > cost[x][p] for x in range(n) for p in range(n)):
        raise UncertifiedMedian("the solver's assignment is not optimal")
    # By complementary slackness the cheapest assignments are those along tight entries, and no others.
    tight = [[item_prices[x] + position_prices[p] == cost[x][p] for p in range(n)] for x in range(n)]
    orders = tuple(islice(_matchings(tight, [], set(range(n))), limit + 1))
    count = len(orders) if len(orders) <= limit else None  # not counted beyond the limit
    return Assignment(least_cost, count, orders[:limit], tuple(item_prices), tuple(position_prices))


def _prices(cost: list[list[int]], assigned: list[int]) -> tuple[list[int], list[int]]:
    """Return (item prices, position prices) whose sums are at most the costs, and equal to them where assigned.

    Position prices are shortest distances in a graph: from the position of item x to any other position p there is an
    edge of length cost[x][p] - cost[x][position of x]. The algorithm of Bellman and Ford finds them within n + 1 rounds
    if no cycle has negative length, which would be a cheaper assignment.
    """
    n = len(cost)
    position_prices = [0] * n
    for _ in range(n + 1):
        has_changed = False
        for x, position in enumerate(assigned):
            for p in range(n):
                distance = position_prices[position] + cost[x][p] - cost[x][position]
                if distance < position_prices[p]:
                    position_prices[p] = distance
                    has_changed = True
        if not has_changed:
            item_prices = [cost[x][position] - position_prices[position] for x, position in enumerate(assigned)]
            return item_prices, position_prices
    raise UncertifiedMedian("the solver's assignment is not optimal")


def _matchings(tight: list[list[bool]], placed: list[int], unplaced: set[int]) -> Iterator[tuple[int, ...]]:
    """Yield each way to fill the positions after those of ``placed`` with the unplaced items at tight entries.

    An item is placed only if the others can fill the later positions, so that no branch is a dead end and the first
    few matchings are found quickly even where there are very many.
    """
    if not unplaced:
        yield tuple(placed)
        return
    p = len(placed)
    for x in sorted(unplaced):
        if tight[x][p] and _fills(tight, unplaced - {x}, p + 1):
            yield from _matchings(tight, [*placed, x], unplaced - {x})


def _fills(tight: list[list[bool]], unplaced: set[int], start: int) -> bool:
    """Return whether the items fill the positions from ``start`` on, each at a tight entry."""
    if not unplaced:
        return True
    entries = csr_array(np.array([tight[x][start:] for x in sorted(unplaced)]))
    return bool((maximum_bipartite_matching(entries, perm_type="column") >= 0).all())


# --- The Kendall median, and that of every distance that is a sum over inverted pairs: an integer program, certified
# x_ij = 1 if item i is ahead of item j (i < j). The constraints 0 <= x_ij + x_jk - x_ik <= 1 for i < j < k forbid
# cycles of three, and with them all cycles; HiGHS solves the program in floats. Its answer is evaluated in whole
# numbers, and the optimum is certified by dynamic programming over all sets of items (``orders_by_subsets``), without
# a solver. The problem is NP-hard: Bartholdi, Tovey and Trick 1989; for four rankings already, Dwork, Kumar, Naor and
# Sivakumar 2001.

MAX_ITEMS_RELAXED = 30
"""Largest number of items for which :func:`lower_bound` solves the relaxed program."""


def kendall_median(costs: PairCosts, limit: int = 10) -> OptimalOrders:
    """Find the orders of least cost, for components of at most 12 items.

    The components are the groups of items that majorities do not separate (:func:`components`). A cheapest order is one
    of each component in turn: sorting any order by components changes no pair within one, and puts every other pair at
    its cheaper side. Raises :class:`UncertifiedMedian` if HiGHS and the sets disagree.
    """
    orders: list[tuple[int, ...]] = [()]
    count = 1
    for component in components(costs):
        cost = tuple(tuple(costs.cost[x][y] for y in component) for x in component)
        part = PairCosts(tuple(costs.items[x] for x in component), cost, costs.scale)
        optimum = orders_by_subsets(part, limit)
        order = integer_program(part)
        if part.total(order) != optimum.cost:
            raise UncertifiedMedian(f"HiGHS found an order of cost {part.total(order)}; the least is {optimum.cost}")
        assert optimum.count is not None  # all sets of items were tried
        count *= optimum.count
        ways = product(orders, optimum.orders)
        orders = [(*first, *(component[x] for x in next_component)) for first, next_component in islice(ways, limit)]
    return OptimalOrders(costs.total(orders[0]), count, tuple(orders))


def components(costs: PairCosts) -> list[tuple[int, ...]]:
    """Group the items, best group first: every item is cheaper ahead of each item of a later group than behind it.

    They are the strongly connected components of *x ahead of y is not dearer* (Truchon 1998, the extended Condorcet
    criterion). Any two groups compare, so that the first item of a group is cheaper ahead of all later items.
    """
    if not costs.n:
        return []
    cost = np.array(costs.cost, dtype=object)
    number, labels = connected_components(csr_array((cost <= cost.T).astype(int)), connection="strong")
    groups = [tuple(map(int, np.flatnonzero(labels == k))) for k in range(number)]

    def items_of_earlier_groups(group: tuple[int, ...]) -> int:
        first = group[0]  # it is dearer ahead of an item of another group if that group is earlier
        return int(((cost > cost.T)[first] & (labels != labels[first])).sum())

    return sorted(groups, key=items_of_earlier_groups)


def integer_program(costs: PairCosts) -> tuple[int, ...]:
    """Return an order of the items that HiGHS finds the cheapest; the caller evaluates its cost.

    The item that is ahead of most others is first. The numbers of wins are 0 to n - 1 unless there is a cycle.
    """
    pairs, objective, rows = _program_arrays(costs)
    if not pairs:
        return tuple(range(costs.n))
    constraints = [LinearConstraint(rows, 0.0, 1.0)] if rows.shape[0] else []
    answer: Any = milp(objective, integrality=np.ones(len(pairs), int), bounds=Bounds(0, 1), constraints=constraints)
    if answer.x is None:
        raise UncertifiedMedian(f"HiGHS found no order: {answer.message}")
    wins = [0] * costs.n
    for (i, j), value in zip(pairs, answer.x, strict=True):
        winner = i if value > 0.5 else j  # the value is 0 or 1, up to rounding
        wins[winner] += 1
    order = tuple(sorted(range(costs.n), key=lambda x: (-wins[x], x)))
    if sorted(wins) != list(range(costs.n)):
        raise UncertifiedMedian("HiGHS found no order: its answer has a cycle")
    return order


def lower_bound(costs: PairCosts) -> tuple[int, str]:
    """Return (best known lower bound, times the scale of the costs; its origin in words).

    It is the cost of every pair at its cheaper side, or the bound of the relaxed program, rounded up: the integer
    program in which each x_ij may be any number from 0 to 1. The multipliers
    y >= 0 of the relaxed program come from HiGHS in floats. Any rational multipliers prove a bound: the least value
    over 0 <= x <= 1 of the objective plus y times the violation of each constraint. It is evaluated exactly.
    """
    simple = costs.least, "the cheaper order of each pair"
    if not 3 <= costs.n <= MAX_ITEMS_RELAXED:
        return simple
    pairs, objective, rows = _program_arrays(costs)
    bounds_of_rows = np.repeat([1.0, 0.0], len(rows))  # rows <= 1 and -rows <= 0
    answer: Any = linprog(objective, A_ub=np.vstack([rows, -rows]), b_ub=bounds_of_rows, bounds=(0, 1), method="highs")
    if answer.x is None:
        return simple
    relaxed = ceil(_dual_value(costs, pairs, [float(y) for y in answer.ineqlin.marginals]))
    return (relaxed, "the exact dual of the linear relaxation") if relaxed > costs.least else simple


def _program_arrays(costs: PairCosts) -> tuple[list[tuple[int, int]], Any, Any]:
    """Return (pairs i < j, objective cost[i][j] - cost[j][i] by pair, rows x_ij + x_jk - x_ik by triple)."""
    pairs = list(combinations(range(costs.n), 2))
    column = {pair: k for k, pair in enumerate(pairs)}
    triples = list(combinations(range(costs.n), 3))
    if max((abs(v) for row in costs.cost for v in row), default=0) * max(1, len(pairs)) >= 2**53:
        raise UncertifiedMedian(
            "the costs are too large for float64 arithmetic; divide the counts, or round the weights"
        )
    objective = np.array([costs.cost[i][j] - costs.cost[j][i] for i, j in pairs], dtype=np.float64)
    rows = np.zeros((len(triples), len(pairs)))
    for t, (i, j, k) in enumerate(triples):
        rows[t, [column[i, j], column[j, k], column[i, k]]] = 1.0, 1.0, -1.0
    return pairs, objective, rows


def _dual_value(costs: PairCosts, pairs: list[tuple[int, int]], marginals: list[float]) -> Fraction:
    """Return the bound that the multipliers prove, exactly: -marginals, rounded to non-negative fractions.

    The marginals belong to the constraints x_ij + x_jk - x_ik <= 1 of all triples, then to those with >= 0. Each
    multiplier times the violation of its constraint is added to the objective, whose coefficients are then ``reduced``.
    The least value of the sum over 0 <= x <= 1 takes x = 1 exactly where its coefficient is negative.
    """
    triples = list(combinations(range(costs.n), 3))
    multipliers = [max(Fraction(0), -Fraction(y).limit_denominator(10**6)) for y in marginals]
    reduced = {(i, j): Fraction(costs.cost[i][j] - costs.cost[j][i]) for i, j in pairs}
    bound = Fraction(sum(costs.cost[j][i] for i, j in pairs))
    for t, (i, j, k) in enumerate(triples):
        upper, lower = multipliers[t], multipliers[t + len(triples)]
        # The two terms are upper * (x_ij + x_jk - x_ik - 1) and lower * (0 - (x_ij + x_jk - x_ik)).
        bound -= upper
        for pair, sign in (((i, j), 1), ((j, k), 1), ((i, k), -1)):
            reduced[pair] += sign * (upper - lower)
    return bound + sum(min(Fraction(0), coefficient) for coefficient in reduced.values())
