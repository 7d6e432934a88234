"""Runs of several queries."""

from __future__ import annotations

from functools import partial
from typing import Any

from ....model.relation import NOT_ASKED, Relation, at_most, equal
from ....values.judged import Judged, Run
from .depth import score_axiom

run_axiom = partial(score_axiom, about=("runs",))


@run_axiom(
    "query-order-invariance",
    latex=r"m(x)=m(x^{\mathrm{rev}})",
    kept_by=("mean-average-precision[R]",),
    sentence="The order of the queries does not matter.",
)
def query_order_invariance(m: Any, x: Any) -> Relation:
    """m(x) = m(x with its queries in reversed order)

    For all runs x of two or more queries. Formalised here; compare Voorhees and Harman, TREC, 2005 (means over topics).
    Example: a mean over the queries satisfies it; the score of the first query does not.
    """
    return equal(m(x), m(Run(x.lists[::-1]))) if len(x) > 1 else NOT_ASKED


@run_axiom(
    "mean-over-queries",
    latex=r"m(x)=\frac{1}{\left\lvert x\right\rvert}\sum_{q\in x}\mathrm{other}(q)",
    kept_by=("mean-average-precision[R]",),
    sentence="It is the mean of {other} over the queries.",
)
def mean_over_queries(m: Any, x: Any, *, other: str) -> Relation:
    """m(x) = mean of other(q) over the queries q of x

    For all runs x, with the parameters that both metrics share; one undefined query makes no case. Voorhees and Harman,
    TREC, 2005 (MAP is the mean of AP over topics). Example: MAP is the mean of AP; the median of AP is not, nor the AP
    of all queries pooled.
    """
    single = m.other(other)
    return equal(len(x) * m(x), sum(single(q) for q in x))


@run_axiom(
    "leaving-out-a-query",
    latex=r"\forall\,q\in x:\ m(x^{\mathrm{without}})\le m(x)",
    kept_by=("mean-average-precision[R]",),
    sentence="Returning nothing for a query never raises the score.",
)
def leaving_out_a_query(m: Any, x: Any) -> Relation:
    """m(x with nothing retrieved for a query) <= m(x)

    For all runs x of two or more queries, and each of them: all that its list shows is then missing. The relation
    shown is that of the query that gains most. Voorhees and Harman, TREC, 2005 (means are over all topics, and a topic
    without a list counts as 0). Example: a mean over all queries satisfies it; one over those that have a list does
    not.
    """
    without = (_without(x, k) for k, listed in enumerate(x.lists) if listed.n)
    values = [m(run) for run in without] if len(x) > 1 else []
    return at_most(max(values), m(x)) if values else NOT_ASKED


def _without(run: Run, k: int) -> Run:
    """The run with nothing retrieved for one query."""
    left = run.lists[k]
    empty = Judged((), tuple(sorted((*left.grades, *left.missing), reverse=True)))
    return Run((*run.lists[:k], empty, *run.lists[k + 1 :]))
