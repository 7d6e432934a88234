"""Ranges: what values a score has, which lists attain the ends, and conventions where there is nothing to rank."""

from __future__ import annotations

from typing import Any

from ....model.relation import NOT_ASKED, Bounded, Relation, at_least, at_most, bounded_above, equal
from ....numbers.exact import rational
from ....values.scored import Scored
from ...formulas import lines
from ..comparisons import Constant
from .common import ANY_LISTS, ORDERED_LISTS, needs_missing, own_ideal, own_irrelevant, score_axiom, unless_claimed

# --- Ranges: what values a score has, and which lists attain the ends ---------------------------------------------


@score_axiom(
    "range-zero-one",
    about=ANY_LISTS,
    latex=r"0\le m(x)\le 1",
    kept_by=("precision", "average-precision[whole]"),
    broken_by=("dcg[exponential]",),
    sentence="Every score lies between 0 and 1.",
)
def range_zero_one(m: Any, x: Any) -> Relation:
    """0 <= m(x) <= 1

    For all lists x (runs, scored lists). Moffat, Seven numeric properties of effectiveness metrics, AIRS 2013 (the
    usual bounds). The relation shown is the side that fails, or m(x) <= 1. Example: precision and AP keep to it, DCG
    does not (two relevant items), nor AP with a wrong divisor.
    """
    value = m(x)
    return at_least(value, 0) if value < 0 else at_most(value, 1)


@score_axiom(
    "boundedness",
    about=ANY_LISTS,
    observe=unless_claimed("boundedness"),
    latex=r"\left\lvert m(x)\right\rvert\le\mathrm{bound}",
    kept_by=("precision",),
    broken_by=("dcg[exponential]",),
    sentence="There is a limit that no score exceeds: {bound}.",
)
def boundedness(m: Any, x: Any, *, bound: Constant = 1) -> Bounded:
    """|m(x)| <= bound

    For all lists x, with the one bound for all lengths, collections and parameters; the supremum of |m(x)| is reported.
    Moffat, AIRS 2013 ("boundedness": the attainable scores lie in a bounded set, usually [0, 1]). Formalised here with
    the bound named, 1 unless said otherwise: that no bound at all would do is not shown by any one list. Example:
    precision keeps to 1; DCG passes every bound as lists grow.
    """
    return bounded_above(abs(m(x)), rational(bound), 1)


@score_axiom(
    "ideal-attains-maximum",
    about=ORDERED_LISTS,
    latex=lines(r"m(x)\le m(x^{*}_{\le n})", r"x^{*}_{\le n}\text{: the ideal list, as long as }x"),
    kept_by=("dcg[exponential]",),
    sentence="No order of a list scores more than its ideal order, the most relevant first.",
)
def ideal_attains_maximum(m: Any, x: Any) -> Relation:
    """m(x) <= m(the ideal list of x)

    For all lists x; the ideal list is of the same collection and of the same length, its items by falling grade; those
    of a scored list have no ties. Jarvelin and Kekalainen, Cumulated gain-based evaluation of IR techniques, TOIS 2002
    (ideal vectors). Example: DCG satisfies it; a score that rewards relevant items at the bottom does not.
    """
    return at_most(m(x), m(x.best_list))


@score_axiom(
    "ideal-is-one",
    over={"x": own_ideal},
    about=ORDERED_LISTS,
    latex=r"R>0\Rightarrow m(x^{*})=1",
    kept_by=("ndcg[exponential]",),
    broken_by=("precision-at", "recall-at"),
    sentence="A list in its ideal order that has everything relevant scores 1.",
)
def ideal_is_one(m: Any, x: Any) -> Relation:
    """m(x) = 1 where x is ideal

    For all lists x with a relevant item, nothing missing and grades that never rise: the whole collection in its ideal
    order, in a scored list without ties. Jarvelin and Kekalainen, TOIS 2002 (normalised by the ideal). Example: nDCG
    satisfies it; precision at k does not where k is larger than the number of relevant items, recall at k where it is
    smaller.
    """
    ideal = x.best_list if isinstance(x, Scored) else x.ideal
    return equal(m(ideal), 1) if x.R > 0 and not x.missing and (x == ideal or isinstance(x, Scored)) else NOT_ASKED


@score_axiom(
    "worst-attains-minimum",
    about=ORDERED_LISTS,
    latex=lines(
        r"m(x)\ge m(x^{\mathrm{rising}}_{\le n})",
        r"x^{\mathrm{rising}}_{\le n}\text{: the lowest grades of the collection, as long as }x",
    ),
    kept_by=("precision-at",),
    sentence="No order of a list scores less than its worst order, the least relevant first.",
)
def worst_attains_minimum(m: Any, x: Any) -> Relation:
    """m(x) >= m(the worst list of x)

    For all lists x; the worst list is of the same collection and of the same length, its items by rising grade,
    beginning with the lowest; those of a scored list have no ties. Jarvelin and Kekalainen, TOIS 2002 (the ideal
    reversed). Example: precision at k satisfies it; a score that rewards relevant items at the bottom does not.
    """
    return at_least(m(x), m(x.worst_list))


# --- Conventions where there is nothing to rank: no results, no relevant items, a single item ---------------------

UNDEFINED = "undefined"
"""Used instead of a value where the convention leaves the metric undefined."""


@score_axiom(
    "without-results",
    about=ORDERED_LISTS,
    observe=unless_claimed("without-results"),
    applies=needs_missing,
    latex=lines(r"m(())=\mathrm{value}", r"\text{where nothing is listed and something relevant is missing}"),
    kept_by=("recall", "precision-at", "ndcg[exponential]"),
    broken_by=("precision",),
    sentence="A list that shows nothing has the score {value}.",
)
def without_results(m: Any, x: Any, *, value: Constant = 0) -> Relation:
    """m(x with nothing listed) = value

    For all lists x of collections with a missing relevant item; what is listed is taken out of the collection. The
    value is 0 unless said otherwise; "undefined" says that there is none. The relation shown is 0 = 1 where there is no
    value. trec_eval (a query without results scores 0); Voorhees and Harman, TREC, 2005. Example: recall, precision at
    k and nDCG satisfy it; the precision of the whole list, 0/0, does not.
    """
    return _is(m, x.emptied, value) if any(g > 0 for g in x.missing) else NOT_ASKED


@score_axiom(
    "without-relevant-items",
    over={"x": own_irrelevant},
    about=ORDERED_LISTS,
    latex=r"R=0\Rightarrow m(x)=\mathrm{value}",
    sentence="Where nothing is relevant the score is {value}.",
)
def without_relevant_items(m: Any, x: Any, *, value: Constant = 0) -> Relation:
    """m(x) = value where nothing is relevant

    For all lists x of collections without a relevant item. The value is 0 unless said otherwise; "undefined" says that
    there is none. The relation shown is 0 = 1 where there is no value. trec_eval (0); Moffat, AIRS 2013
    ("completeness"). Example: precision satisfies it, and recall with the value "undefined"; recall that is 1 where
    there was nothing to find satisfies it with the value 1.
    """
    return _is(m, x, value) if x.R == 0 else NOT_ASKED


@score_axiom(
    "single-item",
    about=ORDERED_LISTS,
    latex=lines(r"m(x)=\mathrm{value}", r"\text{where }x\text{ is one relevant item and nothing is missing}"),
    sentence="A list of one item, which is relevant, has the score {value}.",
)
def single_item(m: Any, x: Any, *, value: Constant = 1) -> Relation:
    """m(x) = value where x is one relevant item

    For all lists x of one item that is relevant, and nothing missing. The value is 1 unless said otherwise; "undefined"
    says that there is none. The relation shown is 0 = 1 where there is no value. Jarvelin and Kekalainen, TOIS 2002
    (normalised by the ideal, which is this list). Example: AP and nDCG satisfy it; precision at k does not for k > 1;
    scikit-learn's ndcg_score has no value for a single document.
    """
    return _is(m, x, value) if x.n == 1 and x.R == 1 and not x.missing else NOT_ASKED


def _is(m: Any, x: Any, value: Constant) -> Relation:
    """m(x) = value; where it has none, or must have none, whether it is defined."""
    is_defined = m.is_defined(x)
    if value == UNDEFINED:
        return equal(int(is_defined), 0)
    return equal(m(x), rational(value)) if is_defined else equal(0, 1)
