"""Scored lists with ties: the metric of the input order, of the best and the worst order, or its mean over all orders.

The means are closed forms: McSherry and Najork, Computing Information Retrieval Performance Measures Efficiently in
the Presence of Tied Scores, ECIR 2008.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import comb
from typing import Any

from ....model.registry import metric
from ....numbers.exact import Undefined, Whole, rational, remembered
from ....spaces import scored_list
from ....values.grades import Grade
from ....values.judged import Judged
from ....values.scored import Scored
from ...formulas import lines, over, size
from .average_precision import average_precision_formula, average_precision_of_the_list
from .dcg import FORMULAS, dcg_at, over_the_ideal
from .gain import logarithmic
from .reciprocal_rank import reciprocal_rank, reciprocal_rank_formula
from .rows import K

POLICIES = ("mean", "input", "best", "worst")
"""What becomes of items with equal scores: the mean over all their orders, the order of the input, the order with the
higher grades first, or the one with the lower grades first.
"""
score_with_ties = partial(
    metric,
    kind="score",
    arguments={"x": scored_list},
    any_grade=True,
    variants=POLICIES,
    family="effectiveness with ties",
)


def settled(x: Scored, policy: str) -> Judged:
    """The judged list with its ties broken: in input order, or by falling (best) or rising (worst) grade."""
    order: list[int] = []
    for bucket in x.buckets:
        if policy == "input":
            order += bucket
        else:
            order += sorted(bucket, key=lambda item: x.grades[item - 1], reverse=policy == "best")
    return x.listed(order)


def ties(x: Scored) -> Iterator[tuple[Any, list[Grade]]]:
    """The buckets from the top: the number of items above each, and its grades."""
    above = 0
    for bucket in x.buckets:
        yield Whole(above), [x.grades[item - 1] for item in bucket]
        above += len(bucket)


# --- means over all orders of the ties ------------------------------------------------------------------------


def mean_relevant(x: Scored, k: Any) -> Any:
    """The expected number of relevant items among the first k."""
    total: Any = Whole(0)
    for above, grades in ties(x):
        inside = min(max(k - above, 0), len(grades))
        total += Whole(inside) * relevant(grades) / Whole(len(grades))
    return total


def mean_average_precision_of_ties(x: Scored) -> Any:
    """The expected average precision.

    An item is relevant at place j of a bucket of m, r of them relevant, with probability r / m, and then
    (j - 1)(r - 1) / (m - 1) relevant ones of its bucket are expected above it.
    """
    every = Whole(sum(g > 0 for g in (*x.grades, *x.missing)))
    if every == 0:
        raise Undefined("nothing in the collection is relevant")
    total: Any = Whole(0)
    before: Any = Whole(0)
    for above, grades in ties(x):
        m, r = Whole(len(grades)), relevant(grades)
        for j in range(1, m + 1):
            beside = (j - 1) * (r - 1) / (m - 1) if m > 1 else 0
            total += r / m * (before + beside + 1) / (above + j)
        before += r
    return total / every


def mean_reciprocal_rank_of_ties(x: Scored) -> Any:
    """The expected reciprocal rank: only the first bucket with a relevant item matters.

    Its first relevant item is at place j in C(m - j, r - 1) of the C(m, r) arrangements.
    """
    for above, grades in ties(x):
        m, r = len(grades), int(relevant(grades))
        if r:
            return sum(rational(comb(m - j, r - 1), comb(m, r)) / (above + j) for j in range(1, m - r + 2))
    return Whole(0)


def mean_dcg_of_ties(x: Scored, k: Any) -> Any:
    """The expected DCG@k: each place of a bucket gets the mean gain of the bucket."""
    total: Any = Whole(0)
    for above, grades in ties(x):
        places = range(int(above) + 1, min(int(above) + len(grades), int(k)) + 1)
        total += sum(grades, Whole(0)) / Whole(len(grades)) * sum_of_discounts(places)
    return total


def relevant(grades: list[Grade]) -> Any:
    """How many of the grades are positive."""
    return Whole(sum(g > 0 for g in grades))


@remembered
def sum_of_discounts(places: range) -> Any:
    """The sum of 1 / log2(i + 1)."""
    return sum(logarithmic(Whole(i)) for i in places)


def formulas(name: str, of: str) -> dict[str, str]:
    """By policy: the mean over all lists z with the ties broken, or the value of one of them."""
    mean = rf"{name}(x)=\frac{{1}}{{\left\lvert\Pi_x\right\rvert}}\sum_{{z\in\Pi_x}}{of}"
    settled = {policy: lines(f"{name}(x)={of}", rf"z=x^{{\mathrm{{{policy}}}}}") for policy in POLICIES[1:]}
    return {"mean": mean, **settled}


# --- the rows -------------------------------------------------------------------------------------------------


@score_with_ties(
    "tied-precision-at",
    parameters=K,
    latex=formulas(r"\mathrm{Prec}_k", r"\frac{1}{k}" + size(r"i\le k\mid z_i>0")),
)
def tied_precision_at(x: Scored, k: Any, variant: str) -> Any:
    """P@k(x) with ties = relevant items among the first k / k, ties broken or averaged as the variant says

    x has grades and scores in input order, k is a cut-off 1, 2, ... A list shorter than k is divided by k all the
    same. Always defined. The mean: McSherry and Najork 2008.
    """
    return (mean_relevant(x, k) if variant == "mean" else settled(x, variant).relevant(k)) / k


@score_with_ties(
    "tied-average-precision",
    latex=formulas(r"\mathrm{AP}", average_precision_formula("z", "whole")),
)
def tied_average_precision(x: Scored, variant: str) -> Any:
    """AP(x) with ties = average precision of the whole list, ties broken or averaged as the variant says

    x has grades and scores in input order, and what is missing; the divisor is the number of relevant items in the
    collection. Undefined where that is 0. The mean: McSherry and Najork 2008. scikit-learn's average_precision_score
    is none of these: it takes precision at the end of each bucket.
    """
    if variant == "mean":
        return mean_average_precision_of_ties(x)
    return average_precision_of_the_list.definition(settled(x, variant))


@score_with_ties("tied-reciprocal-rank", latex=formulas(r"\mathrm{RR}", reciprocal_rank_formula("z")))
def tied_reciprocal_rank(x: Scored, variant: str) -> Any:
    """RR(x) with ties = 1 / rank of the first relevant item, ties broken or averaged as the variant says

    x has grades and scores in input order. 0 if no item of the list is relevant; always defined. The mean:
    McSherry and Najork 2008.
    """
    return mean_reciprocal_rank_of_ties(x) if variant == "mean" else reciprocal_rank.definition(settled(x, variant))


@score_with_ties(
    "tied-ndcg",
    parameters=K,
    latex=formulas(r"\mathrm{nDCG}_k", over(FORMULAS["linear"]("z"), FORMULAS["linear"]("z^{*}"))),
)
def tied_ndcg(x: Scored, k: Any, variant: str) -> Any:
    """nDCG@k(x) with ties = DCG@k(x) / DCG@k(ideal of x), linear gain, ties broken or averaged as the variant says

    x has grades and scores in input order, and what is missing; k is a cut-off 1, 2, ... The gain is linear, as in
    scikit-learn's ndcg_score (whose default is the mean) and trec_eval. Undefined where the ideal's DCG is not
    positive. The mean: McSherry and Najork 2008.
    """
    if variant != "mean":
        return over_the_ideal(settled(x, variant), lambda y: dcg_at(y, k, "linear"))
    ideal = dcg_at(settled(x, "input").ideal, k, "linear")
    if ideal <= 0:
        raise Undefined("the ideal list has no positive DCG")
    return mean_dcg_of_ties(x, k) / ideal
