"""Means over several queries or users."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from ....model.registry import metric
from ....numbers.exact import Undefined, Whole
from ....spaces import runs
from ....values.judged import Run
from ... import axioms
from ...formulas import lines, size
from ...sources.papers import VH1
from .average_precision import DIVISORS, average_precision, average_precision_formula, average_precision_of_the_list
from .cut_offs import success_at
from .reciprocal_rank import reciprocal_rank, reciprocal_rank_formula
from .rows import K

score_of_runs = partial(metric, kind="score", arguments={"run": runs()}, any_grade=True, family="effectiveness of runs")


def mean(values: Sequence[Any]) -> Any:
    """The arithmetic mean; Undefined of nothing."""
    if not values:
        raise Undefined("the run has no query")
    return sum(values, Whole(0)) / Whole(len(values))


def mean_formula(of: str) -> str:
    """The mean over the lists q of a run."""
    return rf"(\mathrm{{run}})=\frac{{1}}{{\left\lvert\mathrm{{run}}\right\rvert}}\sum_{{q\in\mathrm{{run}}}}{of}"


@score_of_runs(
    "mean-average-precision",
    parameters=K,
    variants=DIVISORS,
    claims=[VH1.holds(axioms.mean_over_queries("average-precision"))],
    latex={name: r"\mathrm{MAP}_k" + mean_formula(average_precision_formula("q", name)) for name in DIVISORS},
)
def mean_average_precision(run: Run, k: Any, variant: str) -> Any:
    """MAP@k(run) = mean over the lists x of the run of AP@k(x)

    The variants are the divisors of average-precision. Undefined for a run without a query, and where any query has
    nothing relevant (trec_eval counts such a query as 0 if it is in the judgements). Overview of ranking metrics.
    """
    return mean([average_precision.definition(x, k, variant) for x in run])


@score_of_runs(
    "mean-average-precision",
    variant="whole",
    claims=[VH1.holds(axioms.mean_over_queries("average-precision"))],
    latex=r"\mathrm{MAP}" + mean_formula(average_precision_formula("q", "whole")),
)
def mean_average_precision_of_the_lists(run: Run) -> Any:
    """MAP(run) = mean over the lists x of the run of AP(x)

    AP without a cut-off, divided by the relevant items of the collection. Undefined for a run without a query, and
    where any query has nothing relevant. Slides on top-N metrics.
    """
    return mean([average_precision_of_the_list.definition(x) for x in run])


@score_of_runs(
    "mean-average-precision",
    variant="answered",
    latex=lines(
        r"\mathrm{MAP}(\mathrm{run})=\frac{1}{\left\lvert A\right\rvert}\sum_{q\in A}"
        + average_precision_formula("q", "whole"),
        r"A=\text{the lists of the run that show anything}",
    ),
)
def mean_average_precision_of_the_answered(run: Run) -> Any:
    """MAP(run) = mean over the lists x of the run that show anything of AP(x)

    As the variant whole, but a query for which nothing was retrieved is left out, as where a run is joined with the
    judgements by the queries that both have. Undefined where nothing is retrieved for any query, and where a query
    that has a list has nothing relevant.
    """
    return mean([average_precision_of_the_list.definition(x) for x in run if len(x)])


@score_of_runs(
    "mean-reciprocal-rank",
    claims=[VH1.holds(axioms.mean_over_queries("reciprocal-rank"))],
    latex=r"\mathrm{MRR}" + mean_formula(reciprocal_rank_formula("q")),
)
def mean_reciprocal_rank(run: Run) -> Any:
    """MRR(run) = mean over the lists x of the run of RR(x)

    A query without a relevant item in its list counts as 0. Undefined for a run without a query. Voorhees 1999;
    overview of ranking metrics; slides on top-N metrics.
    """
    return mean([reciprocal_rank.definition(x) for x in run])


@score_of_runs(
    "hit-rate",
    parameters=K,
    claims=[VH1.holds(axioms.mean_over_queries("success-at"))],
    latex=r"\mathrm{HR}_k" + mean_formula(r"\min\left(1," + size(r"i\le k\mid q_i>0") + r"\right)"),
)
def hit_rate(run: Run, k: Any) -> Any:
    """HR@k(run) = lists of the run with a relevant item among the first k / lists of the run

    Undefined for a run without a query. Karypis, Evaluation of Item-Based Top-N Recommendation Algorithms, 2001 (of one
    held-out item a user).
    """
    return mean([success_at.definition(x, k) for x in run])
