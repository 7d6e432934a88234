"""The Kendall median, and that of every distance that is a sum over inverted pairs: an integer program, certified.

x_ij = 1 if item i is ahead of item j (i < j). The constraints 0 <= x_ij + x_jk - x_ik <= 1 for i < j < k forbid cycles
of three, and with them all cycles; HiGHS solves the program in floats. Its answer is evaluated in whole numbers, and
the optimum is certified by going through all sets of items (``subset_program``), which no solver takes part in.
Finding it is NP-hard: Bartholdi, Tovey and Trick 1989; for four rankings already, Dwork, Kumar, Naor and Sivakumar
2001.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, islice, product
from math import ceil
from typing import Any

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, linprog, milp
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from .costs import PairCosts
from .footrule_median import UncertifiedMedian
from .subset_program import OptimalOrders, by_sets

RELAXED = 30
"""The most items for which the relaxed program is solved for a lower bound."""


def kendall_median(costs: PairCosts, limit: int = 10) -> OptimalOrders:
    """The orders of least cost, for components of at most 12 items.

    A cheapest order is one of each component in turn: sorting any order by components changes no pair within one, and
    puts every other pair at its cheaper side. Raises :class:`UncertifiedMedian` if HiGHS and the sets disagree.
    """
    orders: list[tuple[int, ...]] = [()]
    count = 1
    for component in components(costs):
        cost = tuple(tuple(costs.cost[x][y] for y in component) for x in component)
        part = PairCosts(tuple(costs.items[x] for x in component), cost, costs.scale)
        optimum, order = by_sets(part, limit), integer_program(part)
        if part.of(order) != optimum.cost:
            raise UncertifiedMedian(f"HiGHS found an order of cost {part.of(order)}; the least is {optimum.cost}")
        count *= optimum.count or 0
        ways = product(orders, optimum.orders)
        orders = [(*ahead, *(component[x] for x in behind)) for ahead, behind in islice(ways, limit)]
    return OptimalOrders(costs.of(orders[0]), count, tuple(orders))


def components(costs: PairCosts) -> list[tuple[int, ...]]:
    """The items in groups, best first: each of a group is cheaper ahead of each of a later group than behind it.

    They are the strongly connected components of *x ahead of y is not dearer* (Truchon 1998, the extended Condorcet
    criterion). Any two groups compare, so that the first item of a group is cheaper ahead of all later items.
    """
    if not costs.n:
        return []
    cost = np.array(costs.cost, dtype=object)
    number, labels = connected_components(csr_array((cost <= cost.T).astype(int)), connection="strong")
    groups = [tuple(map(int, np.flatnonzero(labels == k))) for k in range(number)]
    return sorted(groups, key=lambda group: int(((cost > cost.T)[group[0]] & (labels != labels[group[0]])).sum()))


def integer_program(costs: PairCosts) -> tuple[int, ...]:
    """An order of the items that HiGHS finds the cheapest; its cost is for the caller to evaluate."""
    pairs, objective, rows = _program(costs)
    if not pairs:
        return tuple(range(costs.n))
    constraints = [LinearConstraint(rows, 0.0, 1.0)] if rows.shape[0] else []
    answer: Any = milp(objective, integrality=np.ones(len(pairs), int), bounds=Bounds(0, 1), constraints=constraints)
    if answer.x is None:
        raise UncertifiedMedian(f"HiGHS found no order: {answer.message}")
    ahead = [0] * costs.n
    for (i, j), value in zip(pairs, answer.x, strict=True):
        ahead[i if value > 0.5 else j] += 1
    order = tuple(sorted(range(costs.n), key=lambda x: (-ahead[x], x)))
    if sorted(ahead) != list(range(costs.n)):
        raise UncertifiedMedian("HiGHS found no order: its answer has a cycle")
    return order


def lower_bound(costs: PairCosts) -> tuple[int, str]:
    """The best lower bound at hand, on the scale of the costs, and whence.

    That is every pair at its cheaper side, or the relaxed program's, rounded up.
    The multipliers y >= 0 of the relaxed program come from HiGHS in floats. Any rational ones prove a bound: the least
    value over 0 <= x <= 1 of the objective plus y times what each constraint is broken by. It is evaluated exactly.
    """
    simple = costs.least, "every pair at its cheaper side"
    if not 3 <= costs.n <= RELAXED:
        return simple
    pairs, objective, rows = _program(costs)
    right = np.repeat([1.0, 0.0], len(rows))
    answer: Any = linprog(objective, A_ub=np.vstack([rows, -rows]), b_ub=right, bounds=(0, 1), method="highs")
    if answer.x is None:
        return simple
    relaxed = ceil(_dual_value(costs, pairs, [float(y) for y in answer.ineqlin.marginals]))
    return (relaxed, "the relaxed program's exact dual") if relaxed > costs.least else simple


def _program(costs: PairCosts) -> tuple[list[tuple[int, int]], Any, Any]:
    """The pairs i < j, the objective cost[i][j] - cost[j][i], and the rows x_ij + x_jk - x_ik."""
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
    """The bound that the multipliers prove, exactly; -marginals, rounded to fractions that are not negative."""
    triples = list(combinations(range(costs.n), 3))
    multipliers = [max(Fraction(0), -Fraction(y).limit_denominator(10**6)) for y in marginals]
    reduced = {(i, j): Fraction(costs.cost[i][j] - costs.cost[j][i]) for i, j in pairs}
    bound = Fraction(sum(costs.cost[j][i] for i, j in pairs))
    for t, (i, j, k) in enumerate(triples):
        over, under = multipliers[t], multipliers[t + len(triples)]
        bound -= over  # over * (x_ij + x_jk - x_ik - 1) and under * (0 - (x_ij + x_jk - x_ik))
        for pair, sign in (((i, j), 1), ((j, k), 1), ((i, k), -1)):
            reduced[pair] += sign * (over - under)
    return bound + sum(min(Fraction(0), value) for value in reduced.values())
