"""Adapter of Recommenders (Microsoft): its metrics of tables of ratings and predictions, all of them means over users.

Each metric is registered as a *row* by ``register_row(name, concept, definition, formula, ...)(function)``, with the
arguments of :func:`.implementation.implementation`:

- ``function`` calls the library. Reports show its body as a snippet, imports included, and its docstring as the formula
  unless ``formula`` is passed.
- ``from_library={"function": "module:"}`` passes to it, as its argument ``function``, the object of ``module`` with the
  ``name`` of the row.
- ``shape`` makes its other arguments of the judged list in ``arguments``: the tables ``rating_true`` and
  ``rating_pred``, each as a dictionary of columns.
- :mod:`.implementation` explains rows, definitions and concepts, :class:`.library.Documentation` the claims.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..catalogue.axioms import range_zero_one
from ..model.claim import Claim
from ..model.registry import Registry
from ..spaces import binary_list, cut_offs, graded_lists
from . import LIBRARIES
from .axioms.isolation import mean_over_rows, missing_query_counts_zero, unjudged_query_is_left_out
from .axioms.parameters import documented_range
from .implementation import NO_CONCEPT, implementation
from .library import Documentation, Row
from .list_definitions import FunctionOrName, precision_of_first_r
from .shapes.dictionaries import RatingTables

RECOMMENDERS = LIBRARIES["recommenders"]
PAGE = "https://github.com/recommenders-team/recommenders/blob/main/recommenders/evaluation/python_evaluation.py"
"""The documentation is generated from the docstrings in this file."""
DOCUMENTED_RANGES = {
    "precision_at_k": "precision at k (min=0, max=1)",
    "recall_at_k": "recall at k (min=0, max=1).",
    "r_precision_at_k": "recall at k (min=0, max=1).",
    "ndcg_at_k": "nDCG at k (min=0, max=1).",
    "map": "MAP (min=0, max=1)",
    "map_at_k": "MAP@k (min=0, max=1)",
}
"""The range of each metric, word for word from its docstring. R-precision's docstring says recall."""


def register(registry: Registry) -> None:
    """Add the ranking metrics of Recommenders to the registry."""
    docs = Documentation("recommenders", "the documentation of Recommenders")
    registry.add_source(docs)
    register_row = partial(
        implementation,
        RECOMMENDERS,
        shape=RatingTables(),
        kind="score",
        parameters={"k": cut_offs()},
        page=PAGE,
        options={"mean_over_rows": True},  # the answer is the mean over all users of the call
        from_library={"function": "recommenders.evaluation.python_evaluation:"},
        into=registry,
    )
    _add_binary_metrics(partial(register_row, arguments={"x": binary_list}), docs)
    _add_graded_ndcg(partial(register_row, "ndcg_at_k", arguments={"x": graded_lists()}))


def _add_binary_metrics(register_binary: Callable[..., Row], docs: Documentation) -> None:
    """Register the metrics of relevant and irrelevant items."""

    def add_binary(
        name: str, concept: str, definition: FunctionOrName, formula: str, variant: str | None = None
    ) -> None:
        claims = _claims_of_docstring(docs, name)
        register_binary(name, concept, definition, formula, variant=variant, claims=claims)(_call_at_cut_off)

    add_binary("precision_at_k", "P@k", "precision-at", "relevant items among the first k / k")
    add_binary("recall_at_k", "recall@k", "recall-at", "relevant items among the first k / relevant items")
    add_binary(
        "r_precision_at_k",
        NO_CONCEPT,  # the R-precision of other libraries has no cut-off
        precision_of_first_r,
        "relevant items among the first min(k, R) / min(k, R), R relevant items in all",
    )
    add_binary(
        "map",
        "AP@k (divisor R)",
        "average-precision[R]",
        "the precisions at relevant items among the first k, summed, / relevant items",
    )
    add_binary(
        "map_at_k",
        "AP@k (divisor min(k, R))",
        "average-precision[min-k-R]",
        "the precisions at relevant items among the first k, summed, / min(k, relevant items)",
    )
    add_binary(
        "ndcg_at_k",
        "nDCG@k (gains 1)",
        "ndcg[linear]",
        "DCG@k / DCG@k of the ideal list, of gains 1",
        variant="binary",
    )


def _add_graded_ndcg(register_graded_ndcg: Callable[..., Row]) -> None:
    """Register nDCG of graded items; its docstring is that of the binary variant, which has its claims."""

    @register_graded_ndcg("nDCG@k (linear gains)", "ndcg[linear]", variant="raw")
    def raw(function: Any, rating_true: Any, rating_pred: Any, k: int) -> Any:
        """DCG@k / DCG@k of the ideal list, linear gains"""
        from pandas import DataFrame

        true = DataFrame(rating_true).query("rating > 0")
        return function(true, DataFrame(rating_pred), k=k, score_type="raw")

    @register_graded_ndcg("nDCG@k (exponential gains)", "ndcg[exponential]", variant="exp")
    def exponential(function: Any, rating_true: Any, rating_pred: Any, k: int) -> Any:
        """DCG@k / DCG@k of the ideal list, gains 2^rating - 1"""
        from pandas import DataFrame

        true = DataFrame(rating_true).query("rating > 0")
        return function(true, DataFrame(rating_pred), k=k, score_type="exp")


def _claims_of_docstring(docs: Documentation, name: str) -> list[list[Claim]]:
    """Return the claims of the docstring of the metric ``name``: the range of the values, and the users of the mean.

    A user without relevant items has no row in ``rating_true`` (see :func:`_call_at_cut_off`), and so is not in both
    tables.
    """
    common_users = docs.says(
        f"{name}/users",
        "Filter truth and prediction data frames on common users",
        PAGE,
        "a user without relevant items is left out",
    )
    value_range = docs.says(f"{name}/range", DOCUMENTED_RANGES[name], PAGE)
    return [
        value_range.holds(range_zero_one, documented_range(low=0, high=1)),
        common_users.fails(mean_over_rows, missing_query_counts_zero),
        common_users.holds(unjudged_query_is_left_out),
    ]


# Grade 0 is left out, since the library counts every item in rating_true as relevant. The functions above repeat these
# lines, since the body of a function is what reports show.
def _call_at_cut_off(function: Any, rating_true: Any, rating_pred: Any, k: int) -> Any:
    from pandas import DataFrame

    true = DataFrame(rating_true).query("rating > 0")
    return function(true, DataFrame(rating_pred), k=k)
