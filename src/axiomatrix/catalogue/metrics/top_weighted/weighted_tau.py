"""Vigna's weighted tau with additive hyperbolic weights, on rankings and on orders with ties."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations
from typing import Any

from ....model.registry import metric
from ....numbers.exact import Undefined, Whole, sqrt
from ....spaces import weak_order
from ....values.orders import WeakOrder
from ....values.rankings import Item, Ranking
from ... import axioms
from ...formulas import lines, over
from ...sources.papers import VI1

VARIANTS = ("symmetric", "first")
TIED = {"a": weak_order, "b": weak_order}
RANGE = VI1.holds(axioms.correlation_range, axioms.one_on_equal, axioms.minus_one_on_reversed)
row = partial(metric, "weighted-tau", kind="similarity", claims=[RANGE], family="top-weighted", label_invariant=True)

WEIGHT = r"\left(\frac{1}{a(x)}+\frac{1}{a(y)}\right)"
OF_RANKINGS = "(a,b)=" + over(r"\sum_{a(x)<a(y)}\operatorname{sgn}(b(y)-b(x))" + WEIGHT, r"\sum_{a(x)<a(y)}" + WEIGHT)
OF_ORDERS = r"(a,b)=\frac{\pi(a,b)}{\sqrt{\pi(a,a)\,\pi(b,b)}}"
SCALAR_PRODUCT = lines(
    r"\pi(\phi,\psi)=\sum_{r(x)<r(y)}\operatorname{sgn}(\phi(y)-\phi(x))\,\operatorname{sgn}(\psi(y)-\psi(x))\,u_{xy}",
    r"u_{xy}=\frac{1}{r(x)}+\frac{1}{r(y)}",
)


def sign(x: Any, y: Any) -> int:
    """-1, 0 or 1: the sign of y - x, 1 where x is the better rank."""
    return int(x < y) - int(x > y)


def product(a: Any, b: Any, ranked: Sequence[Item]) -> Any:
    """<a, b> = sum over pairs of items of sgn sgn (1/r + 1/s), r and s their ranks in ``ranked``.

    The factors sgn say which of the two items is ahead in a and in b; 0 for a tie. Added up rank by rank: 1/r times
    the sum of sgn sgn over the pairs of the item at rank r.
    """
    places = [(a[x], b[x]) for x in ranked]
    signs = [0] * len(places)
    for (r, (a_x, b_x)), (s, (a_y, b_y)) in combinations(enumerate(places), 2):
        both = sign(a_x, a_y) * sign(b_x, b_y)
        signs[r] += both
        signs[s] += both
    return sum((Whole(total) / Whole(r) for r, total in enumerate(signs, 1)), Whole(0))


def lexicographic(a: WeakOrder, b: WeakOrder) -> list[Item]:
    """The items best first in a, ties in a as in b; the order of items tied in both has no influence."""
    return sorted(a.items, key=lambda x: (a[x], b[x]))


def of_rankings(a: Ranking, b: Ranking) -> Any:
    """The index of two rankings, ranks as in a; each rank is in n - 1 pairs."""
    return product(a, b, a.order) / ((a.n - 1) * sum((Whole(1) / Whole(r) for r in range(1, a.n + 1)), Whole(0)))


@row(
    variants=VARIANTS,
    latex={
        "symmetric": lines(r"\tau_{\mathrm{h}}(a,b)=\frac{t(a,b)+t(b,a)}{2}", "t" + OF_RANKINGS),
        "first": r"\tau_{\mathrm{h}}" + OF_RANKINGS,
    },
)
def weighted_tau(a: Ranking, b: Ranking, variant: str) -> Any:
    """tau_h(a, b) = sum over pairs of +-(1/r + 1/s) / sum over pairs of (1/r + 1/s), + if concordant, - if discordant

    a, b: two rankings of the same items; r, s: the ranks of the pair, counted from 1, in a (variant ``first``), or
    the mean of the value with the ranks of a and of that with the ranks of b (``symmetric``). No value for fewer than
    two items (0/0). Vigna 2015.
    """
    if a.n < 2:
        raise Undefined("fewer than two items have no pair")
    return of_rankings(a, b) if variant == "first" else (of_rankings(a, b) + of_rankings(b, a)) / 2


def of_orders(a: WeakOrder, b: WeakOrder) -> Any:
    """The index of two orders, ranks as in a, ties broken as in b."""
    ranked = lexicographic(a, b)
    norms = product(a, a, ranked) * product(b, b, ranked)
    if norms == 0:
        raise Undefined("all items of an order are tied, or there are fewer than two: it has no norm")
    return product(a, b, ranked) / sqrt(norms)


@row(
    variants=tuple(f"{name}-ties" for name in VARIANTS),
    arguments=TIED,
    latex={
        "symmetric-ties": lines(r"\tau_{\mathrm{h}}(a,b)=\frac{t(a,b)+t(b,a)}{2}", "t" + OF_ORDERS, SCALAR_PRODUCT),
        "first-ties": lines(r"\tau_{\mathrm{h}}" + OF_ORDERS, SCALAR_PRODUCT),
    },
)
def weighted_tau_with_ties(a: WeakOrder, b: WeakOrder, variant: str) -> Any:
    """tau_h(a, b) = <a, b> / sqrt(<a, a> <b, b>), <a, b> = sum over pairs of sgn sgn (1/r + 1/s)

    a, b: two orders of the same items; sgn: which of the pair is ahead, 0 for a tie; r, s: the ranks of the pair,
    counted from 1, in a with ties broken as in b (variant ``first-ties``), or the mean of the value with these ranks
    and of that with the ranks in b, ties broken as in a (``symmetric-ties``). Items tied in both may stand in any
    order: no sum depends on it. No value if all items of an order are tied (0/0). Vigna 2015.
    """
    return of_orders(a, b) if variant == "first-ties" else (of_orders(a, b) + of_orders(b, a)) / 2
