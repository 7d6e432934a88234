"""The footrule and Kendall's distance as sums over the ranks of the first list, up to a cut-off."""

from __future__ import annotations

from typing import Any

from ....values.rankings import Ranking
from ... import axioms
from ...formulas import lines, size
from ...sources.documents import PA5, PA8
from .point import PLACE, UNWEIGHTED, of_all_ranks, up_to_a_rank

AHEAD = r"\left(F_j-j+" + size(r"x\mid a(x)\le j,\ b(x)>F_j") + r"\right)"


@of_all_ranks(
    "footrule-prefix",
    claims=[UNWEIGHTED, PA8.holds(axioms.equals("footrule"))],
    never_divides=True,
    latex=lines(r"S(a,b)=\sum_{j=1}^{n}\left\lvert F_j-j\right\rvert", PLACE),
)
def footrule_prefix(a: Ranking, b: Ranking) -> Any:
    """S(n) = sum over k = 1..n of |F(k) - k|, F(k) = position in b of the k-th item of a

    a, b: two rankings of the same items. Di Nunzio and Silvello 2015; the footrule. 0 for fewer than two items.
    """
    return sum(abs(b[x] - a[x]) for x in a.order)


@up_to_a_rank(
    "footrule-prefix",
    claims=[UNWEIGHTED, PA8.holds(axioms.at_full_depth("footrule"), axioms.grows_with_depth)],
    latex=lines(r"S(a,b)=\sum_{j=1}^{\min(i,n)}\left\lvert F_j-j\right\rvert", PLACE),
)
def footrule_prefix_up_to(a: Ranking, b: Ranking, i: Any) -> Any:
    """S(i) = sum over k = 1..i of |F(k) - k|, F(k) = position in b of the k-th item of a

    a, b: two rankings of the same items; i: a cut-off, beyond n the same as n. Di Nunzio and Silvello 2015.
    """
    return sum(abs(b[x] - a[x]) for x in a.order[:i])


def ahead_of_later_items(a: Ranking, b: Ranking, x: Any) -> Any:
    """(F(k) - k) + |a[1:k] intersect b[F(k)+1:n]| for the k-th item x of a.

    F(k) - k is the number of items ahead of x in b minus the number in a. The items ahead of x in both cancel, and the
    second term adds the items ahead of x only in a. The items behind x in a and ahead of x in b remain: the inverted
    pairs in which x is the upper item in a.
    """
    return (b[x] - a[x]) + sum(b[y] > b[x] for y in a.order[: a[x]])


@of_all_ranks(
    "kendall-prefix",
    claims=[UNWEIGHTED, PA5.holds(axioms.equals("kendall"))],
    never_divides=True,
    latex=lines(r"K(a,b)=\sum_{j=1}^{n}" + AHEAD, PLACE),
)
def kendall_prefix(a: Ranking, b: Ranking) -> Any:
    """K(n) = sum over k = 1..n of ((F(k) - k) + |a[1:k] intersect b[F(k)+1:n]|)

    a, b: two rankings of the same items. Di Nunzio and Silvello 2015, who print the set where its size is meant;
    Kendall's distance. 0 for fewer than two items.
    """
    return sum(ahead_of_later_items(a, b, x) for x in a.order)


@up_to_a_rank(
    "kendall-prefix",
    claims=[UNWEIGHTED, PA5.holds(axioms.at_full_depth("kendall")), PA8.holds(axioms.grows_with_depth)],
    latex=lines(r"K(a,b)=\sum_{j=1}^{\min(i,n)}" + AHEAD, PLACE),
)
def kendall_prefix_up_to(a: Ranking, b: Ranking, i: Any) -> Any:
    """K(i) = sum over k = 1..i of ((F(k) - k) + |a[1:k] intersect b[F(k)+1:n]|)

    The inverted pairs whose upper item in a is among its first i. a, b: two rankings of the same items; i: a cut-off,
    beyond n the same as n. Di Nunzio and Silvello 2015, who print the set where its size is meant.
    """
    return sum(ahead_of_later_items(a, b, x) for x in a.order[:i])
