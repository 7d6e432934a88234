"""F_D >= 2 K_D / (h - 1) where h is the length of the longest chain of items that a and b order differently.

Write u < v if u is ahead of v in a and behind v in b: a strict partial order, whose longest chain is the longest
decreasing subsequence of b read in the order of a. K_D is the sum of D_uv over u < v, and F_D that of |I_v - O_v|, with
the sums I_v and O_v of D to the items below and above v (see :mod:`.levels`).

Let the level of v be the length of the longest chain that ends in v, from 1 to h, and let f(v) be
-1 + 2 (level - 1)/(h - 1), between -1 and 1. Then

    F_D >= sum of f(v) (I_v - O_v) = sum over u < v of D_uv (f(v) - f(u)) >= 2/(h - 1) K_D,

since the level increases along the order by 1 at least. This only needs D to be nonnegative, and uses no triangle
inequality. And F_D <= sum of (I_v + O_v) = 2 K_D.

So K_D <= F_D wherever h <= 3, and F_D = 2 K_D where h = 2 (F_D <= 2 K_D always). For h = 4 the bound is 2/3, and the
instances of :mod:`.cuts` have h = 4 and come as near to it as one likes. For h >= 5 the bound is 1/2 or less, and the
truth is between 3/16 (see :mod:`.potential`) and 2/3.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq

from ...model.registry import Registry
from ...numbers.polynomials import never_negative
from ...values.rankings import Ranking
from . import cuts
from .evaluating import ProofWorld, of_pairs, same, with_atoms_resolved
from .levels import DECK, KENDALL
from .partial_order import Order
from .proof import Lemma, OrderBounds, Step


def levels(order: Order) -> dict[Any, int]:
    """The length of the longest chain that ends in each item."""
    lengths: dict[Any, int] = {}
    for v in sorted(order.below, key=order.i):  # items below v have fewer items below them
        lengths[v] = 1 + max((lengths[u] for u in order.below[v]), default=0)
    return lengths


def height(a: Ranking, b: Ranking) -> int:
    """h."""
    return max(levels(Order.of(a, b)).values(), default=0)


def longest_decreasing(order: Sequence[int]) -> int:
    """h of an order: the length of its longest decreasing subsequence, by the smallest ends of those of each length."""
    ends: list[int] = []
    for item in order:
        place = bisect_left(ends, -item)
        ends[place : place + 1] = [-item]
    return len(ends)


def _least(order: Sequence[int]) -> Fraction | None:
    h = longest_decreasing(order)
    return Fraction(2, h - 1) if h > 1 else None


def _chains(world: ProofWorld, a: Ranking, b: Ranking) -> Iterator[str]:
    order = [a[x] for x in b.order]
    if longest_decreasing(order) != height(a, b):
        yield f"the longest decreasing subsequence of {order} has another length than the longest chain"
    if not never_negative(2 * world.value(KENDALL, a, b) - with_atoms_resolved(world.value(DECK, a, b))):
        yield "F_D exceeds 2 K_D term by term"


def _by_levels(world: ProofWorld, a: Ranking, b: Ranking) -> Iterator[str]:
    D, order = world.parameters["D"], Order.of(a, b)
    signed = {
        v: sum((D[u, v] for u in order.below[v]), fmpq(0)) - sum((D[u, v] for u in order.above[v]), fmpq(0))
        for v in a.items
    }
    level = levels(order)
    h = max(level.values())
    kendall, footrule = world.value(KENDALL, a, b), world.value(DECK, a, b)
    if not same(footrule, sum((abs(value) for value in signed.values()), fmpq(0))):
        yield "F_D is not the sum of |I - O|"
    if h == 1:
        if not same(kendall, 0):
            yield "K_D is not 0"
        return
    f = {v: fmpq(2 * (k - 1), h - 1) - 1 for v, k in level.items()}
    if any(abs(value) > 1 for value in f.values()):
        yield "some f is not between -1 and 1"
    below = sum((f[v] * value for v, value in signed.items()), fmpq(0))
    if not never_negative(below - fmpq(2, h - 1) * kendall):
        yield "the sum of f (I - O) is not 2 K_D/(h - 1) and more, for all D"


def _sharp(registry: Registry, n: int) -> Iterator[str]:
    m = n + 1
    a, b, _ = cuts.family(m)
    h_and_ratio = height(a, b), cuts.ratio(registry, m)
    wanted = 4, Fraction(2 * m, 3 * m - 2)
    if h_and_ratio != wanted:
        yield f"m = {m}: h and the ratio are {h_and_ratio}, not {wanted}"


LEMMA = Lemma(
    "height",
    "2 K_D >= F_D >= 2 K_D/(h - 1) for the footrule as printed and every D >= 0, where h is the length of the longest "
    "chain of items that a and b order differently: K_D <= F_D where h <= 3, and 2/3 is the best factor for h = 4",
    (
        "the level increases along the order, so that f(v) - f(u) >= 2/(h - 1), for every n",
        "the instances of the lemma on cut metrics have h = 4 and ratios that tend to 2/3",
    ),
    (
        of_pairs("by levels", "F_D >= sum of f (I - O) >= 2 K_D/(h - 1), term by term, for all D", KENDALL, _by_levels),
        of_pairs("chains", "h is the longest decreasing subsequence, and F_D <= 2 K_D term by term", KENDALL, _chains),
        Step("sharp", "the instances with n + 1 for m have h = 4 and the ratio 2 m/(3 m - 2)", _sharp),
    ),
    OrderBounds(DECK, KENDALL, least=_least, most=lambda _: Fraction(2)),
)
