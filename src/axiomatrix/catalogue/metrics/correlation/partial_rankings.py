"""Fagin's distances of rankings with ties (partial rankings, bucket orders): K^(p), K_prof, K_Haus, F_prof, F_Haus."""

from __future__ import annotations

from functools import partial
from typing import Any

from ....numbers.exact import rational
from ....spaces import penalties
from ....values.orders import WeakOrder
from ... import axioms
from ...axioms.metric_space import METRIC_SPACE
from ...formulas import lines, size
from ...sources.papers import PR1, PR2, PR3, PR4, PR5, PR6
from .pairs import concordant, decided, discordant
from .rows import WEAK, row

of_ties = partial(row, arguments=WEAK)
METRIC = PR3.holds(*METRIC_SPACE)
PAIR_SETS = (
    r"U=" + size(r"\{x,y\}\mid a(x)<a(y),\ b(x)>b(y)"),
    r"S=" + size(r"\{x,y\}\mid a(x)=a(y),\ b(x)\neq b(y)"),
    r"T=" + size(r"\{x,y\}\mid a(x)\neq a(y),\ b(x)=b(y)"),
)
KENDALL_P = r"K^{(p)}(a,b)=U+p\,(S+T)"


def pair_counts(a: WeakOrder, b: WeakOrder) -> tuple[Any, Any, Any]:
    """U, S, T: the pairs in opposite order, those that only a ties, and those that only b ties."""
    opposite = discordant(a, b)
    in_both = concordant(a, b) + opposite
    return opposite, decided(b) - in_both, decided(a) - in_both


def with_penalty(a: WeakOrder, b: WeakOrder, p: Any) -> Any:
    """U + p (S + T)."""
    opposite, first, second = pair_counts(a, b)
    return opposite + p * (first + second)


@of_ties(
    "kendall-ties",
    variant="large-p",
    parameters={"p": penalties(at_least_half=True)},
    claims=[PR1.holds(*METRIC_SPACE)],
    latex=lines(KENDALL_P, r"\frac{1}{2}\le p\le 1", *PAIR_SETS),
)
def kendall_of_large_penalty(a: WeakOrder, b: WeakOrder, p: Any) -> Any:
    """K^(p)(a, b) = U + p (S + T), 1/2 <= p <= 1

    U is the number of pairs in opposite order, S of those that a ties and b does not, T of those that b ties and a
    does not. Fagin, Kumar, Mahdian, Sivakumar, Vee 2006. 0 for fewer than two items. ``ValueError`` for orders of
    different items.
    """
    return with_penalty(a, b, p)


@of_ties(
    "kendall-ties",
    variant="small-p",
    parameters={"p": penalties(at_least_half=False)},
    claims=[
        PR2.holds(axioms.non_negativity, axioms.zero_on_equal, axioms.separation, axioms.symmetry),
        PR2.fails(axioms.triangle_inequality),
    ],
    latex=lines(KENDALL_P, r"0<p<\frac{1}{2}", *PAIR_SETS),
)
def kendall_of_small_penalty(a: WeakOrder, b: WeakOrder, p: Any) -> Any:
    """K^(p)(a, b) = U + p (S + T), 0 < p < 1/2

    As the variant large-p, with a smaller penalty: two orders that each tie a pair of the other differently are close
    to an order that ties all, and not to each other. With p = 0 it is kendall-preferences[count]. Fagin, Kumar,
    Mahdian, Sivakumar, Vee 2006. 0 for fewer than two items. ``ValueError`` for orders of different items.
    """
    return with_penalty(a, b, p)


@of_ties(
    "kendall-ties",
    variant="profile",
    claims=[METRIC],
    latex=lines(r"K_{\mathrm{prof}}(a,b)=U+\frac{1}{2}(S+T)", *PAIR_SETS),
)
def kendall_profile(a: WeakOrder, b: WeakOrder) -> Any:
    """K_prof(a, b) = U + (S + T) / 2

    U is the number of pairs in opposite order, S and T of those that only a, and only b, ties. Fagin, Kumar, Mahdian,
    Sivakumar, Vee 2006; half the distance of Kemeny and Snell 1962. 0 for fewer than two items. ``ValueError`` for
    orders of different items.
    """
    return with_penalty(a, b, rational(1, 2))


@of_ties(
    "kendall-ties",
    variant="hausdorff",
    claims=[
        METRIC,
        PR6.holds(axioms.lower_bound("kendall-ties[profile]", 1), axioms.upper_bound("kendall-ties[profile]", 2)),
    ],
    latex=lines(r"K_{\mathrm{Haus}}(a,b)=U+\max(S,T)", *PAIR_SETS),
)
def kendall_hausdorff(a: WeakOrder, b: WeakOrder) -> Any:
    """K_Haus(a, b) = U + max(S, T): the Hausdorff distance under K of the rankings that break the ties of each

    U is the number of pairs in opposite order, S and T of those that only a, and only b, ties. Critchlow 1985; Fagin,
    Kumar, Mahdian, Sivakumar, Vee 2006. 0 for fewer than two items. ``ValueError`` for orders of different items.
    """
    opposite, first, second = pair_counts(a, b)
    return opposite + max(first, second)


@of_ties(
    "footrule-ties",
    variant="profile",
    claims=[
        METRIC,
        PR4.holds(axioms.lower_bound("kendall-ties[profile]", 1), axioms.upper_bound("kendall-ties[profile]", 2)),
    ],
    latex=r"F_{\mathrm{prof}}(a,b)=\sum_{x}\left\lvert \bar a(x)-\bar b(x)\right\rvert",
)
def footrule_profile(a: WeakOrder, b: WeakOrder) -> Any:
    """F_prof(a, b) = sum over items x of |a(x) - b(x)|, a(x) the mean of the positions of x and its ties

    Fagin, Kumar, Mahdian, Sivakumar, Vee 2006. 0 for fewer than two items. ``ValueError`` for orders of different
    items.
    """
    return sum((abs(a.middle(x) - b.middle(x)) for x in a.items), rational(0))


@of_ties(
    "footrule-ties",
    variant="hausdorff",
    claims=[
        METRIC,
        PR5.holds(axioms.lower_bound("kendall-ties[hausdorff]", 1), axioms.upper_bound("kendall-ties[hausdorff]", 2)),
    ],
    latex=lines(
        r"F_{\mathrm{Haus}}(a,b)=\max\left(\max_{i\in A}\min_{j\in B}F(i,j),\ \max_{j\in B}\min_{i\in A}F(i,j)\right)",
        r"A=\text{the rankings that break the ties of }a,\ B=\text{those of }b",
    ),
)
def footrule_hausdorff(a: WeakOrder, b: WeakOrder) -> Any:
    """F_Haus(a, b) = max(F(a*b', b*a), F(a*b, b*a')), a*b = a with its ties broken by b, b' = b upside down

    The Hausdorff distance under F of the rankings that break the ties of each order; what a*b still ties is broken
    alike in both. Fagin, Kumar, Mahdian, Sivakumar, Vee 2006. 0 for fewer than two items. ``ValueError`` for orders of
    different items.
    """
    return max(
        _displacement(_refined(a, b, -1), _refined(b, a, 1)),
        _displacement(_refined(a, b, 1), _refined(b, a, -1)),
    )


def _refined(a: WeakOrder, b: WeakOrder, way: int) -> dict[Any, int]:
    """The rank of each item where the ties of a are broken by b (way 1) or by b upside down (-1)."""
    in_order = sorted(a.items, key=lambda x: (a[x], way * b[x]))  # stable: remaining ties go by item
    return {x: rank for rank, x in enumerate(in_order, 1)}


def _displacement(a: dict[Any, int], b: dict[Any, int]) -> Any:
    return rational(sum(abs(a[x] - b[x]) for x in a))
