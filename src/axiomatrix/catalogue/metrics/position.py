"""Position weights: K_delta and F_delta, with the conventions at a fixed point."""

from __future__ import annotations

from functools import partial
from typing import Any

from ...model.registry import metric
from ...numbers.exact import rational
from ...spaces import position_weights
from ...values.parameters import PositionWeights
from ...values.rankings import Item, Ranking, ahead, inverted_pairs
from .. import axioms
from ..formulas import INVERTED, ahead_less, cases, lines
from ..sources.documents import KV3, KV9

FIXED_POINT = ("one", "next", "local", "zero")
"""What an item pays per swap that keeps its position; the deck is silent, these are supplied."""
row = partial(
    metric,
    parameters={"delta": position_weights()},
    variants=FIXED_POINT,
    family="position weights",
    label_invariant=True,
)


def average_swap_cost(a: Ranking, b: Ranking, delta: PositionWeights, variant: str) -> dict[Item, Any]:
    """pbar_x = (p_i - p_j) / (i - j) for x at position i in a and j in b; by ``variant`` where i = j.

    ``one`` is 1 (what the paper is reported to use), ``next`` delta_(i+1), or delta_n at i = n, ``local`` the mean of
    the deltas on the two sides, or the one there is, and ``zero`` 0. A single item is never inverted: its 0 is free.
    """
    n = len(a)

    def at_fixed_point(i: int) -> Any:
        if variant == "one":
            return rational(1)
        if variant == "zero" or n == 1:
            return rational(0)
        if variant == "next":
            return delta[min(i + 1, n)]
        sides = [delta[k] for k in (i, i + 1) if 2 <= k <= n]
        return sum(sides) / len(sides)

    return {x: at_fixed_point(a[x]) if a[x] == b[x] else delta.mean_cost(a[x], b[x]) for x in a.items}


def formulas(formula: str) -> dict[str, str]:
    """By convention: the formula in LaTeX, and what the average cost of a swap in it is."""
    fixed = {
        "one": [("1", "a(x)=b(x)")],
        "next": [(r"\delta_{\min(a(x)+1,\,n)}", "a(x)=b(x)")],
        "local": [
            (r"\frac{1}{2}(\delta_{a(x)}+\delta_{a(x)+1})", "1<a(x)=b(x)<n"),
            (r"\delta_2", "a(x)=b(x)=1"),
            (r"\delta_n", "a(x)=b(x)=n"),
        ],
        "zero": [("0", "a(x)=b(x)")],
    }
    moved = (r"\frac{p_{a(x)}-p_{b(x)}}{a(x)-b(x)}", r"a(x)\neq b(x)")
    costs = {name: r"\bar p_x=" + cases(moved, *rows) for name, rows in fixed.items()}
    return {name: lines(formula, cost, r"p_i=\sum_{j=2}^{i}\delta_j") for name, cost in costs.items()}


@row(
    "kendall-position",
    claims=[KV9.holds(axioms.generalizes("kendall", delta=1))],
    latex=formulas(r"K_\delta(a,b)=" + INVERTED + r"\bar p_x\,\bar p_y"),
)
def kendall_position(a: Ranking, b: Ranking, delta: PositionWeights, variant: str) -> Any:
    """K_delta(a, b) = sum over inverted pairs {x, y} of pbar_x pbar_y

    Kumar and Vassilvitskii 2010; the variant says what pbar is at a fixed point. 0 for fewer than two items.
    """
    p = average_swap_cost(a, b, delta, variant)
    return sum(p[x] * p[y] for x, y in inverted_pairs(a, b))


@row(
    "footrule-position",
    claims=[
        KV3.holds(axioms.lower_bound("kendall-position", 1), axioms.upper_bound("kendall-position", 2)),
        KV9.holds(axioms.generalizes("footrule", delta=1)),
    ],
    latex=formulas(r"F_\delta(a,b)=\sum_{x}\bar p_x\," + ahead_less(r"\bar p_y")),
)
def footrule_position(a: Ranking, b: Ranking, delta: PositionWeights, variant: str) -> Any:
    """F_delta(a, b) = sum over x of pbar_x |sum of pbar_y, y ahead of x in a - sum of pbar_y, y ahead of x in b|

    Kumar and Vassilvitskii 2010; the variant says what pbar is at a fixed point. 0 for fewer than two items.
    """
    p = average_swap_cost(a, b, delta, variant)
    return sum(p[x] * abs(sum(p[y] for y in ahead(a, x)) - sum(p[y] for y in ahead(b, x))) for x in a.items)
