"""Conventions where there is nothing to rank: no results, no relevant items, a single item."""

from __future__ import annotations

from typing import Any

from ....model.relation import NOT_ASKED, Relation, equal
from ....numbers.exact import rational
from ...latex import lines
from ..identity import Constant
from .depth import ORDERED_LISTS, needs_missing, score_axiom, unless_claimed
from .own_lists import own_irrelevant

UNDEFINED = "undefined"
"""What stands in the place of a value where the convention is that there is none."""


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
