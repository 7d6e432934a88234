"""The footrule median: an assignment of items to positions, with exact prices that prove it the cheapest.

F is a sum over the items of a cost that depends on the item's position alone, so that a median is a cheapest
assignment (Dwork, Kumar, Naor and Sivakumar 2001). F_w is not of this kind: what an item pays for its place depends
on the weights of the items ahead of it. (It depends on the set of these items only: see ``subset_program``.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from .costs import displacements
from .profile import RankingProfile
from .subset_program import OptimalOrders


class UncertifiedMedian(ArithmeticError):
    """A solver's answer that the exact check refuses."""


@dataclass(frozen=True)
class Assignment(OptimalOrders):
    """Cheapest assignments in the order of the items, with prices that prove them.

    ``item_prices[x] + position_prices[p] <= cost[x][p]`` for all x and p, and the prices add up to the cost: so no
    assignment costs less.
    """

    item_prices: tuple[int, ...]
    position_prices: tuple[int, ...]


def footrule_median(profile: RankingProfile, limit: int = 10) -> Assignment:
    """The rankings with the least sum of F over the profile."""
    return cheapest(displacements(profile), limit)


def cheapest(cost: list[list[int]], limit: int = 10) -> Assignment:
    """The cheapest assignments of rows to columns; :class:`UncertifiedMedian` if no exact prices prove the solver's.

    The solver works in floats, in which whole numbers below 2^53 are exact; larger ones are refused.
    """
    n = len(cost)
    if n and n * max(map(max, cost)) >= 2**53:
        raise UncertifiedMedian("the costs are too large for exact float64 arithmetic; divide the counts")
    _, columns = linear_sum_assignment(np.array(cost, dtype=np.float64).reshape(n, n))
    assigned = [int(p) for p in columns]
    rows, prices = _prices(cost, assigned)
    value = sum(cost[x][p] for x, p in enumerate(assigned))
    proved = sum(rows) + sum(prices) == value
    if not proved or any(rows[x] + prices[p] > cost[x][p] for x in range(n) for p in range(n)):
        raise UncertifiedMedian("the solver's assignment is not the cheapest one")
    # by complementary slackness the cheapest assignments are those along tight entries, and no others
    tight = [[rows[x] + prices[p] == cost[x][p] for p in range(n)] for x in range(n)]
    orders = tuple(islice(_matchings(tight, [], set(range(n))), limit + 1))
    return Assignment(value, len(orders) if len(orders) <= limit else None, orders[:limit], tuple(rows), tuple(prices))


def _prices(cost: list[list[int]], assigned: list[int]) -> tuple[list[int], list[int]]:
    """Prices with ``cost[x][p] >= rows[x] + columns[p]``, equal where assigned (Bellman and Ford, whole numbers)."""
    n = len(cost)
    columns = [0] * n
    for _ in range(n + 1):
        changed = False
        for x, own in enumerate(assigned):
            for p in range(n):
                if (offer := columns[own] - cost[x][own] + cost[x][p]) < columns[p]:
                    columns[p], changed = offer, True
        if not changed:
            return [cost[x][p] - columns[p] for x, p in enumerate(assigned)], columns
    raise UncertifiedMedian("the solver's assignment is not the cheapest one")


def _matchings(tight: list[list[bool]], chosen: list[int], left: set[int]) -> Iterator[tuple[int, ...]]:
    """The ways to fill the positions in turn with the items that are left, items in order; no dead ends are entered."""
    if not left:
        yield tuple(chosen)
        return
    p = len(chosen)
    for x in sorted(left):
        if tight[x][p] and _fills(tight, left - {x}, p + 1):
            yield from _matchings(tight, [*chosen, x], left - {x})


def _fills(tight: list[list[bool]], left: set[int], start: int) -> bool:
    """Return whether the items fill the positions from ``start`` on, each at a tight entry."""
    if not left:
        return True
    entries = csr_array(np.array([tight[x][start:] for x in sorted(left)]))
    return bool((maximum_bipartite_matching(entries, perm_type="column") >= 0).all())
