"""Adapter of scikit-learn's ranking metrics, with the claims of its documentation.

Metrics of lists take matrices ``y_true`` and ``y_score`` with a row for each query, and answer the mean over the rows.
Metrics of two classes take one vector each. Each metric is registered as a *row* of axiomatrix by
``add(name, concept, definition, formula, ...)``, see :func:`_add`:

- A function calls the library. Reports show its body as a snippet.
- ``shape`` makes its variables of the judged list in ``arguments``. ``whole_lists(2)`` is the space of lists with
  grades up to 2 from which no item is missing.
- ``ties`` is the documented treatment of equal scores: ``mean over orders`` is the mean over the lists that the scores
  allow, and ``by the formula`` means that the definition is stated on scores, equal ones included.
- ``options`` are facts that decide which axioms are asked of the row.
- :mod:`.implementation` explains rows, definitions and concepts, :class:`.library.Documentation` the claims.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..catalogue.axioms import boundedness, ideal_is_one, range_zero_one
from ..model.claim import Claim
from ..model.registry import Registry
from ..spaces import cut_offs, whole_lists
from . import LIBRARIES
from .axioms.isolation import mean_over_rows
from .axioms.order import order_of_tied_items
from .axioms.parameters import AXIOMS_OF_WEIGHTS, documented_range
from .axioms.refusal import refuses_negative_grade
from .axioms.totality import answers_one_item
from .implementation import NO_CONCEPT, implementation
from .library import Documentation
from .list_definitions import (
    FunctionOrName,
    area_under_roc,
    average_precision_at_thresholds,
    depth_of_coverage,
    hit_of_one,
    misordered_pairs,
)
from .shapes import TruthAndScores
from .shapes.scored import BinaryLabels, LabelAndScores, TwoClasses, WeightedClasses

SKLEARN = LIBRARIES["sklearn"]
PAGES = "https://scikit-learn.org/stable/modules/generated/sklearn.metrics."
"""The beginning of the address of each metric's page."""
GUIDE = "https://scikit-learn.org/stable/modules/model_evaluation.html#"
BINARY_LISTS = {"x": whole_lists(1)}
"""The argument of metrics of two classes: lists of grades 0 and 1."""
MEAN_OVER_ROWS = {"mean_over_rows": True}
"""The options of metrics that answer the mean over the rows, for the axioms of isolation."""
CUT_OFF = {"k": cut_offs()}


def register(registry: Registry) -> None:
    """Add scikit-learn's metrics to the registry."""
    docs = Documentation("sklearn", "scikit-learn's documentation")
    registry.add_source(docs)
    _add_cumulative_gain(registry, docs)
    _add_curves(registry, docs)
    _add_label_metrics(registry, docs)
    _add_accuracy(registry, docs)


def _add(name: str, concept: str, definition: FunctionOrName, formula: str, **options: Any) -> None:
    """Register a metric of truth and scores, and of weights or a cut-off if it has these.

    The function that calls the library has the metric as its argument ``function``. ``options`` are further arguments
    of :func:`.implementation.implementation`, among them ``shape``.
    """
    if "parameters" in options:  # the only parameter is the cut-off k
        function: Callable[..., Any] = _call_at_cut_off
    elif isinstance(options["shape"], WeightedClasses):
        function = _call_with_weights
    else:
        function = _call
    register_row = implementation(
        SKLEARN, name, concept, definition, formula, from_library={"function": "sklearn.metrics:"}, **options
    )
    register_row(function)


def _call(function: Any, y_true: Any, y_score: Any) -> Any:
    return function(y_true, y_score)


def _call_with_weights(function: Any, y_true: Any, y_score: Any, weight: Any) -> Any:
    return function(y_true, y_score, sample_weight=weight)


def _call_at_cut_off(function: Any, y_true: Any, y_score: Any, k: int) -> Any:
    return function(y_true, y_score, k=k)


def _add_cumulative_gain(registry: Registry, docs: Documentation) -> None:
    add = partial(
        _add,
        shape=TruthAndScores(rows=True),
        kind="score",
        arguments={"x": whole_lists(2)},
        parameters=CUT_OFF,
        ties="mean over orders",
        options=MEAN_OVER_ROWS,
        into=registry,
    )
    page = f"{PAGES}ndcg_score.html"

    add(
        "ndcg_score",
        "nDCG@k (linear gains)",
        "ndcg[linear]",
        "nDCG@k with linear gains, by default averaged over the orders of ties; the mean over rows",
        page=page,
        claims=[
            docs.says(
                "ndcg_score/range",
                "divided by the DCG obtained by a perfect prediction, so that it is always between 0 and 1",
                f"{GUIDE}ndcg",
            ).holds(range_zero_one, documented_range(low=0, high=1)),
            docs.says("ndcg_score/perfect", "a perfect answer would still get 1.0", page, "m(ideal x; k) = 1").holds(
                ideal_is_one
            ),
            docs.says("ndcg_score/mean", "The averaged NDCG scores for all samples.", page).holds(mean_over_rows),
            docs.says(
                "ndcg_score/negative",
                "Negative values in y_true may result in an output that is not between 0 and 1.",
                page,
                "they are answered",
            ).fails(refuses_negative_grade),
        ],
    )

    add(
        "dcg_score",
        "DCG@k (linear gains)",
        "dcg[linear]",
        "DCG@k with linear gains and binary logarithms, averaged over the orders of ties; the mean over rows",
        page=f"{PAGES}dcg_score.html",
        claims=[
            docs.says("dcg_score/mean", "The averaged sample DCG scores.", f"{PAGES}dcg_score.html").holds(
                mean_over_rows
            )
        ],
    )


def _add_curves(registry: Registry, docs: Documentation) -> None:
    add = partial(_add, shape=TwoClasses(), kind="score", arguments=BINARY_LISTS, ties="by the formula", into=registry)

    add(
        "average_precision_score",
        "AP",
        average_precision_at_thresholds,
        "AP = sum over thresholds n of (R_n - R_(n-1)) P_n",
        page=f"{PAGES}average_precision_score.html",
        claims=[
            docs.says(
                "average_precision_score/range",
                "The value is between 0 and 1 and higher is better",
                f"{GUIDE}precision-recall-f-measure-metrics",
            ).holds(range_zero_one, documented_range(low=0, high=1))
        ],
    )

    add(
        "roc_auc_score",
        "AUC",
        area_under_roc,
        "the area under the ROC curve",
        page=f"{PAGES}roc_auc_score.html",
    )

    # only the axioms about weights are asked: the rows without weights are asked the others
    add_weighted = partial(add, shape=WeightedClasses(), variant="sample_weight", options={"axioms": AXIOMS_OF_WEIGHTS})
    add_weighted(
        "roc_auc_score",
        NO_CONCEPT,
        area_under_roc,
        "the area under the ROC curve",
        page=f"{PAGES}roc_auc_score.html",
    )
    add_weighted(
        "average_precision_score",
        NO_CONCEPT,
        average_precision_at_thresholds,
        "AP = sum over thresholds n of (R_n - R_(n-1)) P_n",
        page=f"{PAGES}average_precision_score.html",
    )


def _add_label_metrics(registry: Registry, docs: Documentation) -> None:
    """Add the metrics of labels: a row of the matrices is a sample, and its items are labels, some of them right."""
    two_labels = docs.says(
        "type_of_target/indicator",
        "`y` is a label indicator matrix, an array of two dimensions with at least two columns",
        "https://scikit-learn.org/stable/modules/generated/sklearn.utils.multiclass.type_of_target.html",
        "one label is not a valid input where true labels must be in label indicator format",
    ).fails(answers_one_item)

    add = partial(
        _add,
        shape=BinaryLabels(rows=True),
        arguments=BINARY_LISTS,
        ties="by the formula",
        options=MEAN_OVER_ROWS,
        into=registry,
    )

    add(
        "label_ranking_average_precision_score",
        "label ranking AP",
        average_precision_at_thresholds,
        "the mean over relevant labels of the share of relevant ones among those no lower; the mean over rows",
        kind="score",
        page=f"{GUIDE}label-ranking-average-precision",
        claims=[
            docs.says(
                "label_ranking_average_precision_score/range",
                "The obtained score is always strictly greater than 0, and the best value is 1.",
                f"{GUIDE}label-ranking-average-precision",
                "0 < m(x) <= 1",
            ).holds(range_zero_one, documented_range(low="above 0", high=1))
        ],
    )

    _add_label_errors(add, docs, two_labels)


def _add_label_errors(add: Callable[..., None], docs: Documentation, two_labels: list[Claim]) -> None:
    """Add the metrics of labels whose value is better the smaller it is, with the claim ``two_labels`` on one label."""
    add(
        "label_ranking_loss",
        NO_CONCEPT,
        misordered_pairs,
        "the share of pairs whose relevant label has no larger score than the irrelevant one; the mean over rows",
        kind="loss",
        page=f"{GUIDE}label-ranking-loss",
        claims=[
            docs.says(
                "label_ranking_loss/range", "The lowest achievable ranking loss is zero.", f"{GUIDE}label-ranking-loss"
            ).holds(documented_range(low=0)),
            two_labels,
        ],
    )

    add(
        "coverage_error",
        NO_CONCEPT,
        depth_of_coverage,
        "how many labels must be taken, by falling score, to have all relevant ones; the mean over rows",
        kind="loss",
        page=f"{GUIDE}coverage-error",
        claims=[two_labels],
    )


def _add_accuracy(registry: Registry, docs: Documentation) -> None:
    """Add the top-k accuracy of a classifier: the items are classes, and the relevant item is the right one."""
    page = f"{PAGES}top_k_accuracy_score.html"

    @implementation(
        SKLEARN,
        "top_k_accuracy_score",
        "hit@k",
        hit_of_one,
        shape=LabelAndScores(),
        kind="score",
        arguments=BINARY_LISTS,
        parameters=CUT_OFF,
        ties="reversed input order",
        page=page,
        options=MEAN_OVER_ROWS,
        into=registry,
        claims=[
            docs.says("top_k_accuracy_score/best", "The best performance is 1", page, "m(x) <= 1").holds(
                boundedness(1), documented_range(high=1)
            ),
            docs.says(
                "top_k_accuracy_score/ties",
                "the labels with the highest indices will be chosen first",
                page,
                "the order of items with equal scores matters",
            ).fails(order_of_tied_items),
        ],
    )
    def top_k_accuracy(y_true: Any, y_score: Any, labels: Any, k: int) -> Any:
        """the share of rows whose label is among the k of highest score"""
        from sklearn.metrics import top_k_accuracy_score

        return top_k_accuracy_score(y_true, y_score, k=k, labels=labels)
