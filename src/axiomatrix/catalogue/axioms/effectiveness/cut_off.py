"""Cut-offs: what becomes of the score as more is shown."""

from __future__ import annotations

from typing import Any

from ....model.relation import NOT_ASKED, Relation, at_most, equal
from ...latex import lines
from .depth import cut_off, depth, needs_cut_off, score_axiom


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
