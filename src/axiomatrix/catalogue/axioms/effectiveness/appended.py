"""Longer lists: items appended, relevant ones that were judged and not retrieved, and the cut-off moved."""

from __future__ import annotations

from typing import Any

from ....model.relation import NOT_ASKED, Relation, at_most, equal
from ....numbers.exact import Whole
from ....spaces import own
from ...formulas import lines
from .common import (
    ORDERED_LISTS,
    cut_off,
    depth,
    levels,
    missing_item,
    needs_cut_off,
    needs_missing,
    place_for_missing,
    score_axiom,
    unjudged,
)

# --- More items: irrelevant ones at the end, and relevant ones that were judged and not retrieved -----------------


@score_axiom(
    "padding",
    about=ORDERED_LISTS,
    latex=lines(r"m(x)=m(x\,0)", r"x\,0\text{: an irrelevant item added at the end}"),
    kept_by=("precision-at", "recall-at", "ndcg[exponential]", "average-precision[whole]"),
    broken_by=("precision",),
    sentence="Filling a short list up with irrelevant items changes nothing.",
)
def padding(m: Any, x: Any) -> Relation:
    """m(x) = m(x with an irrelevant item at the end)

    For all lists x of spaces that have the grade 0, and the same cut-off k: a list that ends early scores what it
    scores filled up with irrelevant items. The item is new to the collection; in a scored list it has the lowest score.
    trec_eval treats a short list so; Manning, Raghavan, Schutze, Introduction to Information Retrieval, 2008, section
    8.4. Example: precision at k, recall at k, nDCG and AP satisfy it; precision of the whole list does not, nor
    precision at k divided by the length of a list that is shorter than k.
    """
    return equal(m(x), m(x.extended(Whole(0)))) if 0 in levels(m.metric) else NOT_ASKED


@score_axiom(
    "appending-relevant",
    over={"x": own, "j": missing_item},
    applies=needs_missing,
    latex=lines(r"m(x)\le m(x\,g)", r"x\,g\text{: a missing item of grade }g>0\text{ at the end}"),
    kept_by=("precision", "average-precision[whole]", "dcg[exponential]"),
    sentence="Showing one more relevant item at the end never lowers the score.",
)
def appending_relevant(m: Any, x: Any, j: Any) -> Relation:
    """m(x) <= m(x with a missing relevant item at the end)

    For all lists x, missing items (the j-th by falling grade) that are relevant, and the same cut-off k: to show one
    more relevant item never lowers the score. The collection stays. Moffat, AIRS 2013 ("monotonicity", of relevant
    items alone). Example: precision, recall, AP and DCG satisfy it; AP divided by the relevant items that were
    retrieved does not: 1 for (1, 0), 5/6 for (1, 0, 1).
    """
    return at_most(m(x), m(x.fetched(j))) if j <= len(x.missing) and x.missing[j - 1] > 0 else NOT_ASKED


@score_axiom(
    "ideal-from-judgments",
    over={"x": own, "ij": place_for_missing},
    applies=needs_missing,
    latex=lines(
        r"m(x)\le m(x_{i,g})",
        r"x_{i,g}\text{: a missing item of grade }g>0\text{ put in at rank }i\text{, before none more relevant}",
    ),
    kept_by=("average-precision[whole]", "ndcg[exponential]"),
    sentence="Putting a missing relevant item into the list never lowers the score, so hiding one gains nothing.",
)
def ideal_from_judgments(m: Any, x: Any, ij: Any) -> Relation:
    """m(x) <= m(x with a missing relevant item put in at rank i)

    For all lists x, ranks i = 1..n+1, missing items (the j-th by falling grade) that are relevant, and the same cut-off
    k, where no item from rank i on is more relevant. Read backwards: a relevant item that is taken out of what was
    retrieved, and stays in the judgments, never raises the score. (A more relevant item behind it would move up.)
    Jarvelin and Kekalainen, TOIS 2002 (the ideal is made from all judgments). Example: nDCG and AP satisfy it; nDCG
    normalised by the best order of the items retrieved does not: it is 1 for (1, 0), and less for (1, 0, 1).
    """
    i, j = ij
    if j > len(x.missing):
        return NOT_ASKED
    g, behind = x.missing[j - 1], x.grades[i - 1 :]
    is_top = g > 0 and all(h <= g for h in behind) and unjudged(m.metric) not in behind
    return at_most(m(x), m(x.inserted(i, j))) if is_top else NOT_ASKED


# --- Cut-offs: what becomes of the score as more is shown ---------------------------------------------------------


@score_axiom(
    "monotone-in-cut-off",
    applies=needs_cut_off,
    latex=r"m(x;\,k)\le m(x;\,k+1)",
    kept_by=("recall-at", "dcg[exponential]"),
    broken_by=("precision-at",),
    sentence="Looking one rank deeper never lowers the score.",
)
def monotone_in_cut_off(m: Any, x: Any) -> Relation:
    """m(x; k) <= m(x; k+1)

    For all lists x and cut-offs k, those beyond the end of the list too (monotone-in-depth asks k < n only). Moffat,
    AIRS 2013 ("monotonicity"). Example: recall, DCG satisfy it; precision does not: 1 at 1 and 1/2 at 2 for (1, 0).
    """
    k = cut_off(m.metric)
    return at_most(m(x), m.with_(**{str(k): m[str(k)] + 1})(x))


@score_axiom(
    "set-completeness",
    latex=lines(r"R>0,\ k\ge n\Rightarrow m(x)=1", r"\text{where nothing is missing from }x"),
    kept_by=("recall",),
    broken_by=("precision", "ndcg[exponential]"),
    sentence="Where everything is shown the score is 1, in whatever order.",
)
def set_completeness(m: Any, x: Any) -> Relation:
    """m(x) = 1 where everything is shown

    For all lists x with a relevant item and nothing missing, in any order, and cut-offs k >= n. Formalised here from
    the definition of recall: Cleverdon, Mills, Keen, Factors determining the performance of indexing systems, 1966.
    Example: recall satisfies it; precision does not where something shown is irrelevant, nDCG not out of order.
    """
    if x.R == 0 or x.missing or depth(m, x) < x.n:
        return NOT_ASKED
    return equal(m(x), 1)
