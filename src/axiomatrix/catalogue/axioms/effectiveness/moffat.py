"""The numeric properties of Moffat 2013 that are not ranges; they conflict on purpose, no metric has all seven."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....model.relation import NOT_ASKED, Relation, at_most, equal, less
from ....numbers.exact import Undecided, rational
from ....spaces import own, own_grade, rank_pair
from ....values.judged import Judged
from ...formulas import lines
from ..comparisons import Constant
from .common import (
    cut_off,
    depth,
    inside_and_outside,
    less_relevant,
    levels,
    own_ideal,
    own_irrelevant,
    score_axiom,
    unless_claimed,
)

MOST_ORDERS = 40_000
"""The most orders of one collection that are tried: twelve items of three grades have 34,650."""


@score_axiom(
    "monotone-in-depth",
    over={"x": own, "g": own_grade},
    latex=lines(r"m(x)\le m(x\,g)", r"x\,g\text{: one more item, of grade }g\text{, at the end}"),
    kept_by=("recall", "dcg[exponential]", "average-precision[whole]"),
    broken_by=("precision",),
    sentence="Showing one more item at the end never lowers the score.",
)
def monotone_in_depth(m: Any, x: Any, g: Any) -> Relation:
    """m(x) <= m(x with one more item at the end)

    For all lists x and grades g of the item added; the collection stays. With a cut-off k < n the item is the one at
    rank k+1 (m(x; k) <= m(x; k+1), g its grade). Without one it is a missing item of the positive grade g, or any
    item of a grade g <= 0. Moffat, AIRS 2013 ("monotonicity": a ranking extended by one item never scores less).
    Example: recall, DCG, AP satisfy it; precision does not.
    """
    k = cut_off(m.metric)
    if k is not None:
        return at_most(m(x), m.with_(**{k: m[k] + 1})(x)) if m[k] < x.n and x[m[k] + 1] == g else NOT_ASKED
    if g <= 0:
        return at_most(m(x), m(x.extended(g)))
    return at_most(m(x), m(x.fetched(x.missing.index(g) + 1))) if g in x.missing else NOT_ASKED


@score_axiom(
    "convergence",
    over={"x": own, "ij": inside_and_outside},
    latex=r"i\le k<j,\ x_i<x_j\Rightarrow m(x)<m(s_{i,j}\,x)",
    kept_by=("precision", "recall", "dcg[exponential]"),
    broken_by=("reciprocal-rank",),
    sentence="Exchanging an item of the top for a more relevant one from below always raises the score.",
)
def convergence(m: Any, x: Any, ij: Any) -> Relation:
    """m(x) < m(x with an item of the top k exchanged for a more relevant one outside)

    For all lists x, ranks i <= k, and more relevant items outside the top k: at ranks j > k of the list, or missing
    (j = n+1, n+2 ... by falling grade). Without a cut-off the whole list is the top. Moffat, AIRS 2013 ("convergence").
    Example: precision, recall and DCG satisfy it; reciprocal rank does not below the first relevant item.
    """
    (i, j), top = ij, depth(m, x)
    if i > top or j <= top or j > x.n + len(x.missing):
        return NOT_ASKED
    if j <= x.n:
        return less(m(x), m(x.exchanged(i, j))) if less_relevant(m, x[i], x[j]) else NOT_ASKED
    return less(m(x), m(x.replaced(i, j - x.n))) if less_relevant(m, x[i], x.missing[j - x.n - 1]) else NOT_ASKED


@score_axiom(
    "top-weightedness",
    over={"x": own, "ij": rank_pair},
    latex=r"i<j\le k,\ x_i<x_j\Rightarrow m(x)<m(s_{i,j}\,x)",
    kept_by=("average-precision[whole]", "dcg[exponential]"),
    broken_by=("precision", "recall"),
    sentence="Within the top, putting the more relevant of two items first always raises the score.",
)
def top_weightedness(m: Any, x: Any, ij: Any) -> Relation:
    """m(x) < m(x with the items at ranks i and j exchanged)

    For all lists x and ranks i < j <= k whose item at i is less relevant than that at j; without a cut-off k, all ranks
    of the list. Moffat, AIRS 2013 ("top-weightedness"). Example: AP and DCG satisfy it, precision and recall do not.
    """
    i, j = ij
    return less(m(x), m(x.exchanged(i, j))) if less_relevant(m, x[i], x[j]) and j <= depth(m, x) else NOT_ASKED


@score_axiom(
    "localization",
    latex=lines(r"m(x)=m(x_{\le k})", r"x_{\le k}\text{: the first }k\text{ items as the whole collection}"),
    kept_by=("precision", "dcg[exponential]", "rbp[binary]"),
    broken_by=("recall", "average-precision[whole]", "ndcg[exponential]"),
    sentence="Only the first k items matter: the score is the same without anything else.",
)
def localization(m: Any, x: Any) -> Relation:
    """m(x) = m(the first k items of x alone)

    For all lists x, where anything is outside the first k items, which are then taken as the whole collection (with one
    missing item of the top grade where they have no value without it); without a cut-off k the list is what is inside.
    Two lists with the same first k items have then the same score, if they have one. Moffat, AIRS 2013
    ("localization": the score at depth k is known from the first k items). Example: precision, DCG, RBP satisfy it;
    recall, AP and nDCG need to know what else is relevant.
    """
    first = x.grades[: int(depth(m, x))]
    alone = Judged(first) if m.is_defined(Judged(first)) else Judged(first, levels(m.metric)[-1:])
    return equal(m(x), m(alone)) if alone != x else NOT_ASKED


@score_axiom(
    "completeness",
    over={"x": own_irrelevant},
    latex=r"R=0\Rightarrow m(x)\text{ is defined}",
    kept_by=("precision",),
    broken_by=("recall",),
    sentence="There is a score even where nothing is relevant.",
)
def completeness(m: Any, x: Any) -> Relation:
    """m(x) is defined where nothing is relevant (1 = 1; 0 = 1 where it is not)

    For all lists x of collections without a relevant item. Moffat, AIRS 2013 ("completeness": a score can be calculated
    even if the query has no relevant documents). Example: precision satisfies it; recall, a quotient by their number,
    does not unless a convention fills the gap.
    """
    return equal(int(m.is_defined(x)), 1) if x.R == 0 else NOT_ASKED


@score_axiom(
    "realizability",
    over={"x": own_ideal},
    observe=unless_claimed(
        "realizability",
    ),
    latex=lines(r"\exists\,z:\ m(z)=\mathrm{bound}", r"z\text{: the collection of }x\text{ in some order, }R>0"),
    kept_by=("ndcg[exponential]", "average-precision[min-k-R]"),
    broken_by=("precision-at", "recall-at", "rbp[binary]"),
    sentence="The best possible score, {bound}, can be reached for every collection that has something relevant.",
)
def realizability(m: Any, x: Any, *, bound: Constant = 1) -> Relation:
    """m(y) = bound for some order y of the collection

    For all collections with R >= 1 relevant items and all cut-offs k; x is the collection in its ideal order and y runs
    over all its orders that have a value. The relation shown is that of the first one that attains the bound, or of the
    largest value; that no value is larger than the bound is boundedness. The bound is the upper end of the declared
    range, 1 unless said otherwise. Moffat, AIRS 2013 ("realizability"). Example: nDCG satisfies it, and AP at k divided
    by min(k, R); precision at k does not where k > R, recall at k where k < R, RBP anywhere.
    """
    if x.R == 0 or x.missing or x != x.ideal:
        return NOT_ASKED
    end, best = rational(bound), None
    for tried, grades in enumerate(_orders(x.grades)):
        if tried == MOST_ORDERS:
            raise Undecided(f"none of the first {MOST_ORDERS} orders of the collection attains {end}")
        if not m.is_defined(Judged(grades)):
            continue  # an order without a value does not attain the bound
        value = m(Judged(grades))
        if value == end:
            return equal(value, end)
        best = value if best is None or value > best else best
    return NOT_ASKED if best is None else equal(best, end)


def _orders(grades: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """The distinct orders of the grades, the one given first."""
    if not grades:
        yield ()
    for k, first in enumerate(grades):
        if first not in grades[:k]:
            for rest in _orders(grades[:k] + grades[k + 1 :]):
                yield (first, *rest)
