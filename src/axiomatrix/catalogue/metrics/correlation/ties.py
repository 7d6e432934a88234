"""Correlations of orders with ties, and of partial orders: tau-b, tau-c, rho on mid-ranks, gamma."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from ....numbers.exact import Undefined, Whole, rational, sqrt
from ....values.orders import PartialOrder, WeakOrder
from ... import axioms
from ...formulas import lines
from ...sources.documents import PL11, PL12
from ...sources.papers import EM1, EM2, EM3
from .pairs import Order, concordant, decided, discordant, needs_two
from .rows import PARTIAL, PARTIAL_ORDERS, WEAK, WEAK_ORDERS, of_partial_orders, of_weak_orders, similarity

TIES = "Kendall, The Treatment of Ties in Ranking Problems, 1945"

TAU_B = r"\frac{N_{\mathrm{c}}-N_{\mathrm{d}}}{\sqrt{P_a\,P_b}}"
GAMMA_OF = r"\frac{N_{\mathrm{c}}-N_{\mathrm{d}}}{N_{\mathrm{c}}+N_{\mathrm{d}}}"


def tau_b(a: Order, b: Order) -> Any:
    """(C - D) / sqrt(P_a P_b); ``Undefined`` where one of the orders decides no pair."""
    first, second = decided(a), decided(b)
    if not first or not second:
        raise Undefined("all items of one order are tied: the value would be 0/0")
    return (concordant(a, b) - discordant(a, b)) / sqrt(first * second)


def gamma_of(a: Order, b: Order) -> Any:
    """(C - D) / (C + D); ``Undefined`` where no pair is concordant or discordant."""
    same, opposite = concordant(a, b), discordant(a, b)
    if not same + opposite:
        raise Undefined("no pair is concordant or discordant: the value would be 0/0")
    return (same - opposite) / (same + opposite)


@similarity(
    "kendall-tau-b",
    arguments=WEAK,
    claims=[EM2.fails(axioms.one_minus_triangle)],
    holds=[axioms.correlation_range, axioms.one_on_equal, axioms.agrees_on_rankings("kendall-tau")],
    source=TIES,
    latex=r"\tau_b(a,b)=" + TAU_B,
)
def kendall_tau_b(a: WeakOrder, b: WeakOrder) -> Any:
    """tau_b(a, b) = (C - D) / sqrt(P_a P_b), P = number of pairs that an order does not tie

    C and D are the numbers of concordant and discordant pairs. Kendall 1945. Undefined where all items of one order
    are tied, and so for fewer than two items (0/0). ``ValueError`` for orders of different items.
    """
    return tau_b(a, b)


@similarity(
    "kendall-tau-c",
    arguments=WEAK,
    holds=[axioms.correlation_range, axioms.agrees_on_rankings("kendall-tau")],
    source="Stuart, The Estimation and Comparison of Strengths of Association in Contingency Tables, 1953",
    latex=lines(r"\tau_c(a,b)=\frac{2\,(N_{\mathrm{c}}-N_{\mathrm{d}})}{n^2\,(m-1)/m}", r"m=\min(\ell_a,\ell_b)"),
)
def kendall_tau_c(a: WeakOrder, b: WeakOrder) -> Any:
    """tau_c(a, b) = 2 (C - D) / (n^2 (m - 1) / m), m = the smaller number of buckets

    C and D are the numbers of concordant and discordant pairs. Stuart 1953. Undefined where all items of one order
    are tied, and so for fewer than two items (0/0). ``ValueError`` for orders of different items.
    """
    m = Whole(min(len(a.buckets), len(b.buckets)))
    if m < 2:
        raise Undefined("all items of one order are tied: the value would be 0/0")
    return 2 * (concordant(a, b) - discordant(a, b)) * m / (a.n**2 * (m - 1))


@similarity(
    "kendall-tau-x",
    arguments=WEAK,
    claims=[
        EM1.holds(axioms.correlation_range, axioms.one_on_equal, axioms.correlation_symmetry),
        EM2.holds(axioms.one_minus_triangle),
        EM3.holds(axioms.agrees_on_rankings("kendall-tau")),
    ],
    latex=lines(
        r"\tau_x(a,b)=\frac{\sum_{x\neq y}a_{xy}\,b_{xy}}{n(n-1)}",
        r"a_{xy}=1\text{ where }a(x)\le a(y),\ -1\text{ elsewhere}",
    ),
)
def kendall_tau_x(a: WeakOrder, b: WeakOrder) -> Any:
    """tau_x(a, b) = sum over x != y of a_xy b_xy / (n (n - 1)), a_xy = 1 where a(x) <= a(y), else -1

    Emond and Mason 2002: items that are tied count as each ahead of the other, so that 1 - tau_x is a multiple of the
    distance of Kemeny and Snell. Undefined for fewer than two items (0/0). ``ValueError`` for orders of different
    items.
    """
    needs_two(a)
    products = ((-1 if a.prefers(y, x) else 1) * (-1 if b.prefers(y, x) else 1) for x, y in permutations(a.items, 2))
    return Whole(sum(products)) / (a.n * (a.n - 1))


@similarity(
    "spearman-rho",
    variant="mid-ranks",
    arguments=WEAK,
    holds=[axioms.correlation_range, axioms.one_on_equal, axioms.agrees_on_rankings("spearman-rho")],
    source=TIES,
    latex=lines(
        r"\rho(a,b)=\frac{\sum_{x}(\bar a(x)-\mu)(\bar b(x)-\mu)}"
        r"{\sqrt{\sum_{x}(\bar a(x)-\mu)^2\,\sum_{x}(\bar b(x)-\mu)^2}}",
        r"\mu=\frac{n+1}{2}",
    ),
)
def spearman_rho_mid_ranks(a: WeakOrder, b: WeakOrder) -> Any:
    """rho(a, b) = cov(k_a, k_b) / sqrt(var(k_a) var(k_b)), k(x) = mean of the positions of x and its ties

    Pearson's coefficient of the mid-ranks. Spearman 1904; Kendall 1945 (ties); rank-aware top-N metrics (slides).
    Undefined where all items of one order are tied, and so for fewer than two items (0/0). ``ValueError`` for orders
    of different items.
    """
    if len(a.buckets) < 2 or len(b.buckets) < 2:
        raise Undefined("all items of one order are tied: the ranks are constant and the value would be 0/0")
    mean = (a.n + 1) / Whole(2)
    left, right = ([order.middle(x) - mean for x in order.items] for order in (a, b))
    spread = sum((d * d for d in left), rational(0)) * sum((d * d for d in right), rational(0))
    return sum((d * e for d, e in zip(left, right, strict=True)), rational(0)) / sqrt(spread)


GAMMA = [PL11.holds(axioms.correlation_range), PL12.holds(axioms.agrees_on_rankings("kendall-tau"))]


@of_weak_orders("gamma", kind="similarity", claims=GAMMA, latex=lines(r"\gamma(a,b)=" + GAMMA_OF, WEAK_ORDERS))
def gamma_of_weak_orders(a: WeakOrder, b: WeakOrder) -> Any:
    """gamma(a, b) = (C - D) / (C + D), C concordant and D discordant pairs of weak orders

    Goodman and Kruskal 1954. Undefined where no pair is concordant or discordant (0/0). ``ValueError`` for orders of
    different items.
    """
    return gamma_of(a, b)


@of_partial_orders("gamma", kind="similarity", claims=GAMMA, latex=lines(r"\gamma(a,b)=" + GAMMA_OF, PARTIAL_ORDERS))
def gamma_of_partial_orders(a: PartialOrder, b: PartialOrder) -> Any:
    """gamma(a, b) = (C - D) / (C + D), C concordant and D discordant pairs of partial orders

    Goodman and Kruskal 1954, extended to partial orders in Cheng, Rademaker, De Baets, Huellermeier 2010. Undefined
    where no pair is concordant or discordant (0/0). ``ValueError`` for orders of different items.
    """
    return gamma_of(a, b)


@similarity(
    "gamma",
    variant="as-printed",
    arguments=PARTIAL,
    claims=[*GAMMA, PL11.holds(axioms.equals("gamma[partial-orders]"))],
    latex=r"\gamma(a,b)=\frac{N_{\mathrm{d}}-N_{\mathrm{c}}}{N_{\mathrm{d}}+N_{\mathrm{c}}}",
)
def gamma_as_printed(a: PartialOrder, b: PartialOrder) -> Any:
    """gamma(a, b) = (d - d') / (d + d'), d = pairs with a(x) < a(y), b(x) > b(y), d' = with a(x) < a(y), b(x) < b(y)

    Fuernkranz and Huellermeier (slides), where d is called the number of correctly and d' of incorrectly ranked pairs:
    it is the other way round, and the value the negative of Goodman and Kruskal's. Undefined where both are 0 (0/0).
    """
    d, other = discordant(a, b), concordant(a, b)
    if not d + other:
        raise Undefined("no pair is concordant or discordant: the value would be 0/0")
    return (d - other) / (d + other)
