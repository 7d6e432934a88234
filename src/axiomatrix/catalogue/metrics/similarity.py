"""Element similarities: K_D, and F_D in the reading that the deck prints and in three others of its picture."""

from __future__ import annotations

from functools import partial
from typing import Any

from ...model.registry import metric
from ...spaces import similarities
from ...values.parameters import Similarity
from ...values.rankings import Ranking, ahead, inverted_pairs
from .. import axioms
from ..formulas import INVERTED, absolute, ahead_less
from ..sources.documents import KV5, KV6, KV7, KV9, KV15

row = partial(metric, parameters={"D": similarities()}, family="similarities", label_invariant=True)
OTHER = "kendall-similarity"
FOOTRULE_CLAIMS = [
    KV5.holds(axioms.lower_bound(OTHER, "1/3"), axioms.upper_bound(OTHER, 3)),
    KV6.holds(axioms.bound_attained(OTHER, 3)),
    KV7.conjectured(axioms.lower_bound(OTHER, 1)),
    KV9.holds(axioms.generalizes("footrule", D=1)),
    KV15.holds(axioms.free_swap),
]
reading = partial(row, "footrule-similarity", claims=FOOTRULE_CLAIMS)
"""Registers a reading of F_D."""


@row(
    "kendall-similarity",
    claims=[KV9.holds(axioms.generalizes("kendall", D=1)), KV15.holds(axioms.free_swap)],
    latex=r"K_D(a,b)=" + INVERTED + r"D_{xy}",
)
def kendall_similarity(a: Ranking, b: Ranking, D: Similarity) -> Any:
    """K_D(a, b) = sum over inverted pairs {x, y} of D_xy

    Kumar and Vassilvitskii 2010. 0 for fewer than two items.
    """
    return sum(D[x, y] for x, y in inverted_pairs(a, b))


@reading(variant="deck", latex=r"F_D(a,b)=\sum_{x}" + ahead_less(r"D_{xy}"))
def footrule_similarity(a: Ranking, b: Ranking, D: Similarity) -> Any:
    """F_D(a, b) = sum over x of |sum of D_xy, y ahead of x in a - sum of D_xy, y ahead of x in b|

    Kumar and Vassilvitskii 2010, as printed. 0 for fewer than two items.
    """
    return sum(abs(sum(D[x, y] for y in ahead(a, x)) - sum(D[x, y] for y in ahead(b, x))) for x in a.items)


@reading(
    variant="le",
    latex=r"d(a,b)=\sum_{x}" + absolute(r"\sum_{a(y)\le a(x)}D_{xy}-\sum_{a(y)\le b(x)}D_{xy}"),
)
def footrule_similarity_le(a: Ranking, b: Ranking, D: Similarity) -> Any:
    """sum over x of |sum of D_xy, y at positions 1..a(x) of a - sum of D_xy, y at positions 1..b(x) of a|

    A reading of the deck's picture (supplied): an item pays D to the items it passes. 0 for fewer than two items.
    """
    return sum(abs(sum(D[x, y] for y in a.order[: a[x]]) - sum(D[x, y] for y in a.order[: b[x]])) for x in a.items)


@reading(
    variant="lt",
    latex=r"d(a,b)=\sum_{x}" + absolute(r"\sum_{a(y)<a(x)}D_{xy}-\sum_{a(y)<b(x)}D_{xy}"),
)
def footrule_similarity_lt(a: Ranking, b: Ranking, D: Similarity) -> Any:
    """sum over x of |sum of D_xy, y at positions 1..a(x)-1 of a - sum of D_xy, y at positions 1..b(x)-1 of a|

    A reading of the deck's picture (supplied): as ``le`` with strict inequalities. 0 for fewer than two items.
    """
    return sum(
        abs(sum(D[x, y] for y in a.order[: a[x] - 1]) - sum(D[x, y] for y in a.order[: b[x] - 1])) for x in a.items
    )


@reading(
    variant="passed",
    latex=r"d(a,b)=\sum_{x}\left(\sum_{a(x)<a(y)\le b(x)}D_{xy}+\sum_{b(x)\le a(y)<a(x)}D_{xy}\right)",
)
def footrule_similarity_passed(a: Ranking, b: Ranking, D: Similarity) -> Any:
    """sum over x of D_xy over the items y at positions a(x)+1..b(x), or b(x)..a(x)-1, of a

    A reading of the deck's picture (supplied): an item pays D to each item on its way. 0 for fewer than two items.
    """
    return sum(
        sum(D[x, y] for y in (a.order[a[x] : b[x]] if a[x] < b[x] else a.order[b[x] - 1 : a[x] - 1])) for x in a.items
    )
