"""Recommenders (Microsoft): its Python metrics of tables of ratings and predictions, means over users."""

from __future__ import annotations

from functools import partial
from typing import Any

from ..catalogue.axioms import range_zero_one
from ..model.claim import Claim
from ..model.registry import Registry
from ..spaces import binary_list, cut_offs, graded_lists
from . import LIBRARIES
from .axioms.isolation import mean_over_rows, missing_query_counts_zero, unjudged_query_is_left_out
from .axioms.parameters import documented_range
from .implementation import implementation
from .library import Documentation
from .list_definitions import precision_of_first_r
from .shapes.dictionaries import RatingTables

RECOMMENDERS = LIBRARIES["recommenders"]
PAGE = "https://github.com/recommenders-team/recommenders/blob/main/recommenders/evaluation/python_evaluation.py"
"""The documentation is made of the docstrings there."""
SPAN = {
    "precision_at_k": "precision at k (min=0, max=1)",
    "recall_at_k": "recall at k (min=0, max=1).",
    "r_precision_at_k": "recall at k (min=0, max=1).",
    "ndcg_at_k": "nDCG at k (min=0, max=1).",
    "map": "MAP (min=0, max=1)",
    "map_at_k": "MAP@k (min=0, max=1)",
}


def register(registry: Registry) -> None:
    """Add the ranking metrics of Recommenders to the registry."""
    docs = Documentation("recommenders", "the documentation of Recommenders")
    registry.add_source(docs)
    row = partial(
        implementation,
        RECOMMENDERS,
        shape=RatingTables(),
        kind="score",
        parameters={"k": cut_offs()},
        page=PAGE,
        options={"mean_over_rows": True},
        from_library={"function": "recommenders.evaluation.python_evaluation:"},
        into=registry,
    )
    binary = partial(row, arguments={"x": binary_list})

    def add(name: str, *described: Any) -> None:
        binary(name, *described, claims=_claims(docs, name))(_at_cut_off)

    add("precision_at_k", "P@k", "precision-at", "relevant items among the first k / k")
    add("recall_at_k", "recall@k", "recall-at", "relevant items among the first k / relevant items")
    first = "relevant items among the first min(k, R) / min(k, R), R relevant items in all"
    add("r_precision_at_k", "", precision_of_first_r, first)
    whole = "the precisions at relevant items among the first k, summed, / relevant items"
    add("map", "AP@k (divisor R)", "average-precision[R]", whole)
    possible = "the precisions at relevant items among the first k, summed, / min(k, relevant items)"
    add("map_at_k", "AP@k (divisor min(k, R))", "average-precision[min-k-R]", possible)

    gains = partial(row, "ndcg_at_k", arguments={"x": graded_lists()})
    claims = _claims(docs, "ndcg_at_k")
    ideal = "DCG@k / DCG@k of the ideal list, of gains 1"
    binary("ndcg_at_k", "nDCG@k (gains 1)", "ndcg[linear]", ideal, variant="binary", claims=claims)(_at_cut_off)

    @gains("nDCG@k (linear gains)", "ndcg[linear]", variant="raw")
    def raw(function: Any, rating_true: Any, rating_pred: Any, k: int) -> Any:
        """DCG@k / DCG@k of the ideal list, linear gains"""
        from pandas import DataFrame

        true = DataFrame(rating_true).query("rating > 0")
        return function(true, DataFrame(rating_pred), k=k, score_type="raw")

    @gains("nDCG@k (exponential gains)", "ndcg[exponential]", variant="exp")
    def exp(function: Any, rating_true: Any, rating_pred: Any, k: int) -> Any:
        """DCG@k / DCG@k of the ideal list, gains 2^rating - 1"""
        from pandas import DataFrame

        true = DataFrame(rating_true).query("rating > 0")
        return function(true, DataFrame(rating_pred), k=k, score_type="exp")


def _claims(docs: Documentation, name: str) -> list[list[Claim]]:
    """Return the claims of the docstrings on the range, and on the users that the mean is taken over."""
    common = docs.says(
        f"{name}/users",
        "Filter truth and prediction data frames on common users",
        PAGE,
        "a user without relevant items is left out",
    )
    span = docs.says(f"{name}/range", SPAN[name], PAGE)
    return [
        span.holds(range_zero_one, documented_range(low=0, high=1)),
        common.fails(mean_over_rows, missing_query_counts_zero),
        common.holds(unjudged_query_is_left_out),
    ]


def _at_cut_off(function: Any, rating_true: Any, rating_pred: Any, k: int) -> Any:
    from pandas import DataFrame

    true = DataFrame(rating_true).query("rating > 0")
    return function(true, DataFrame(rating_pred), k=k)
