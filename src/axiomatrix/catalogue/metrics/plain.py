"""Distances without parameters: Kendall, footrule, and other classical anchors."""

from __future__ import annotations

from bisect import bisect_left
from functools import partial
from typing import Any

from ...model.registry import metric
from ...numbers.exact import sqrt
from ...values.rankings import Ranking
from .. import axioms
from ..axioms.metric_space import METRIC_SPACE
from ..formulas import size
from ..sources.documents import KV1, KV4
from ..sources.papers import DI1, DI2, DI3

row = partial(metric, family="plain", label_invariant=True, never_divides=True)
"""Registers a distance of this family: none of them divides."""
METRIC = DI1.holds(*METRIC_SPACE)
RIGHT = DI2.holds(axioms.right_invariance)
LEFT = DI3.holds(axioms.left_invariance)


@row("kendall", claims=[METRIC, RIGHT], latex=r"K(a,b)=" + size(r"(x,y)\mid a(x)<a(y),\ b(x)>b(y)"))
def kendall(a: Ranking, b: Ranking) -> Any:
    """K(a, b) = number of inverted pairs

    Kendall 1938; Kumar and Vassilvitskii 2010. 0 for fewer than two items.
    """
    return sum(b[x] > b[y] for x, y in a.pairs)


@row(
    "footrule",
    claims=[
        METRIC,
        RIGHT,
        KV1.holds(axioms.lower_bound("kendall", 1), axioms.upper_bound("kendall", 2)),
        KV4.holds(axioms.bound_attained_by_rotations("kendall", 2)),
    ],
    latex=r"F(a,b)=\sum_{x}\left\lvert a(x)-b(x)\right\rvert",
)
def footrule(a: Ranking, b: Ranking) -> Any:
    """F(a, b) = sum over items x of |a(x) - b(x)|

    Spearman 1906; Kumar and Vassilvitskii 2010. 0 for fewer than two items.
    """
    return sum(abs(a[x] - b[x]) for x in a.items)


@row("spearman-distance", variant="squared", latex=r"S(a,b)=\sum_{x}(a(x)-b(x))^2")
def spearman_squared(a: Ranking, b: Ranking) -> Any:
    """S(a, b) = sum over items x of (a(x) - b(x))^2

    Spearman 1904. 0 for fewer than two items.
    """
    return sum((a[x] - b[x]) ** 2 for x in a.order)


@row(
    "spearman-distance",
    variant="root",
    claims=[METRIC, RIGHT],
    latex=r"d(a,b)=\sqrt{\sum_{x}(a(x)-b(x))^2}",
)
def spearman_root(a: Ranking, b: Ranking) -> Any:
    """sqrt S(a, b) = square root of the sum over items x of (a(x) - b(x))^2

    The Euclidean distance of the rank vectors; Diaconis 1988. 0 for fewer than two items.
    """
    return sqrt(sum((a[x] - b[x]) ** 2 for x in a.order))


@row("l-infinity", latex=r"L(a,b)=\max_{x}\left\lvert a(x)-b(x)\right\rvert")
def l_infinity(a: Ranking, b: Ranking) -> Any:
    """L(a, b) = max over items x of |a(x) - b(x)|

    Deza and Huang, Metrics on permutations, 1998. 0 for no items.
    """
    return max((abs(a[x] - b[x]) for x in a.order), default=0)


@row("hamming", claims=[METRIC, RIGHT, LEFT], latex=r"H(a,b)=" + size(r"x\mid a(x)\neq b(x)"))
def hamming(a: Ranking, b: Ranking) -> Any:
    """H(a, b) = number of items x with a(x) != b(x)

    Hamming 1950; Diaconis 1988. 0 for no items.
    """
    return sum(a[x] != b[x] for x in a.items)


@row("cayley", claims=[METRIC, RIGHT, LEFT], latex=r"T(a,b)=n-\operatorname{cyc}(b\circ a^{-1})")
def cayley(a: Ranking, b: Ranking) -> Any:
    """T(a, b) = n - number of cycles of b o a^-1

    The least number of exchanges of two items that turn a into b. Cayley 1849; Diaconis 1988. 0 for no items.
    """
    cycles, seen = 0, set()
    for start in range(len(a)):
        cycles += start not in seen
        while start not in seen:
            seen.add(start)
            start = b[a.order[start]] - 1
    return a.n - cycles


@row(
    "ulam",
    claims=[METRIC, RIGHT],
    latex=r"U(a,b)=n-\max\{m\mid a(x_1)<\dots<a(x_m),\ b(x_1)<\dots<b(x_m)\}",
)
def ulam(a: Ranking, b: Ranking) -> Any:
    """U(a, b) = n - length of a longest sequence of items in the same order in a and b

    The least number of items to take out and put in elsewhere. Ulam 1972; Diaconis 1988. 0 for no items.
    """
    tails: list[int] = []
    for x in a.order:
        place = bisect_left(tails, b[x])
        tails[place : place + 1] = [b[x]]
    return a.n - len(tails)
