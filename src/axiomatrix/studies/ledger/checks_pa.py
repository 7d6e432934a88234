"""Check claims of the source PA, a paper on point and area measures of rankings: an example, and corrections of claims.

Each function computes one claim of the ledger, which is stated above the function. ``@check`` decides it; ``@instead``
says what is true in its place, and is shown only where the claim is false. The first line of a docstring is printed in
the ledger. S, K and P are the sums over the ranks up to i of the footrule, of Kendall's distance and of the point
measure, which is the footrule without absolute values. A row such as ``point[cut-off]`` of the catalogue is the sum
up to rank i, and ``point[full]`` that of whole rankings. A-corr is a correlation by areas.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from ...spaces import all_rankings
from ...values.rankings import Ranking
from .check import Result, agree, check, instead, value

# The two lists of the worked example.
A = Ranking.from_order(["D1", "D2", "D3", "D4"])
B = Ranking.from_order(["D1", "D4", "D3", "D2"])
MAX_ITEMS = 6
"""Most items for which all rankings are enumerated."""


def _terms(metric: str) -> list[Any]:
    """Return the contribution of each rank: the value cut off at the rank, minus the value cut off before it."""
    sums = [value(f"{metric}[cut-off]", A, B, i=i) for i in range(1, 5)]
    return [total - before for before, total in pairwise([0, *sums])]


# PA1: the three sums of the example, rank by rank.
@check("PA1")
def terms_of_the_example() -> Result:
    """S = 0 + 2 + 0 + 2, K = 0 + 2 + 1 (and nothing at rank 4) and P = 0 + 2 + 0 - 2 of the example."""
    claimed = {"footrule-prefix": [0, 2, 0, 2], "kendall-prefix": [0, 2, 1, 0], "point": [0, 2, 0, -2]}
    return agree({name: (_terms(name), terms) for name, terms in claimed.items()}, f"{A} against {B}")


# PA2 claims that the point measure is a distance.
@instead("PA2")
def point_of_whole_rankings() -> Result:
    """P(n) = 0 for all rankings."""
    # The metric is label-invariant, so the first ranking may be the identity.
    is_always_zero = all(
        value("point[full]", Ranking.identity(n), b) == 0 for n in range(1, MAX_ITEMS + 1) for b in all_rankings(n)
    )
    sentence = (
        f"P of whole rankings is always 0: its terms cancel (all rankings n <= {MAX_ITEMS}), so it tells nothing apart"
    )
    return Result.of(is_always_zero, sentence)


# PA4 claims that A-corr is 0 for lists that are not correlated.
@instead("PA4")
def correlation_of_area() -> Result:
    """A-corr = (1 + rho)/2."""
    # Both metrics are label-invariant, so the first ranking may be the identity.
    is_identity = all(
        2 * value("area-correlation[full]", a, b) == 1 + value("spearman-rho", a, b)
        for a in map(Ranking.identity, range(2, MAX_ITEMS + 1))
        for b in all_rankings(a.n)
    )
    sentence = (
        f"A-corr = (1 + rho)/2, Spearman's rho (all rankings n <= {MAX_ITEMS}, heights 1): lists that have nothing to "
        "do with each other have 1/2 on average, and 0 is the value of the reversal"
    )
    return Result.of(is_identity, sentence)
