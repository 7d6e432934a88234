"""Adapter of XGBoost: the metrics that it evaluates during training.

No tree is grown: the scores are the ``base_margin`` of a booster without trees, whose predictions they are.

Each metric is registered as a *row* by ``row(name, concept, definition, formula, ...)(function)``, with the arguments
of :func:`.implementation.implementation`:

- ``function`` calls the library. Reports show its body as a snippet, imports included. It is made for each metric by
  :func:`_make_call` and the like; in the snippet, the metric's name stands in place of ``metric``.
- ``shape`` makes its arguments of the judged list in ``arguments``. ``whole_lists(2)`` is the space of lists with
  grades up to 2 from which no item is missing.
- The definition is None if the documentation gives no formula. ``complete_definition(definition, 1)`` extends a
  definition by the value 1 where nothing is relevant.
- ``options`` are facts that decide which axioms are asked of the row.
- :mod:`.implementation` explains rows, definitions and concepts, :class:`.library.Documentation` the claims.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..model.claim import Claim
from ..model.registry import Registry
from ..spaces import cut_offs, whole_lists
from . import LIBRARIES
from .axioms.parameters import AXIOMS_OF_WEIGHTS
from .axioms.representation import huge_grades
from .axioms.totality import answers_nothing_relevant
from .implementation import NO_CONCEPT, implementation
from .library import Documentation, Row
from .list_definitions import area_under_roc, complete_definition
from .shapes.scored import GroupedScores, TwoClasses, WeightedClasses

XGBOOST = LIBRARIES["xgboost"]
SINGLE_PRECISION = {"single_precision": True}
"""The option of all rows: a booster predicts in single precision, so nobody has scores that need more."""
PAGE = "https://xgboost.readthedocs.io/en/stable/parameter.html#learning-task-parameters"


def register(registry: Registry) -> None:
    """Add the ranking metrics of XGBoost to the registry."""
    docs = Documentation("xgboost", "the documentation of XGBoost")
    registry.add_source(docs)
    one_without_positives = docs.says(
        "eval_metric/no-positive",
        "In XGBoost, the NDCG and MAP evaluate the score of a list without any positive samples as 1.",
        PAGE,
        "defined, and 1",
    ).holds(answers_nothing_relevant)
    labels_are_small = docs.says(
        "ndcg_exp_gain/labels",
        "When ``ndcg_exp_gain`` is true (the default), relevance degree cannot be greater than 31.",
        PAGE,
        "larger labels are refused",
    ).fails(huge_grades)
    row = partial(implementation, XGBOOST, kind="score", page=PAGE, into=registry)

    row_at_cut_off = partial(
        row,
        shape=GroupedScores(1, 10),  # the further cut-offs, which some axioms evaluate in the same call
        parameters={"k": cut_offs()},
        arguments={"x": whole_lists(2)},
        options={"mean_over_rows": True, **SINGLE_PRECISION},  # the answer is the mean over all queries of the call
    )
    row_at_cut_off(
        "ndcg",
        "nDCG@k (exponential gains)",
        complete_definition("ndcg[exponential]", 1),
        "DCG@k / DCG@k of the ideal list, gains 2^label - 1",
        claims=[one_without_positives, labels_are_small],
    )(_make_call_at_cut_off("ndcg"))
    row_at_cut_off(
        "ndcg",
        "nDCG@k (linear gains)",
        complete_definition("ndcg[linear]", 1),
        "DCG@k / DCG@k of the ideal list, linear gains",
        variant="linear",
        claims=[one_without_positives],
    )(_make_call_at_cut_off("ndcg", exponential=False))
    row_at_cut_off(
        "ndcg",
        "nDCG@k (exponential gains)",
        complete_definition("ndcg[exponential]", 0),
        "DCG@k / DCG@k of the ideal list, gains 2^label - 1, 0 without positive samples",
        variant="-",  # XGBoost's suffix of metrics that are 0 in place of 1 there
        claims=[labels_are_small],
    )(_make_call_at_cut_off("ndcg", suffix="-"))

    _add_binary(row, row_at_cut_off, one_without_positives)


def _add_binary(
    row: Callable[..., Row], row_at_cut_off: Callable[..., Row], one_without_positives: list[Claim]
) -> None:
    """Add the metrics of two classes, with a cut-off by ``row_at_cut_off`` and without one by ``row``."""
    binary_row_at_cut_off = partial(row_at_cut_off, arguments={"x": whole_lists(1)})
    binary_row_at_cut_off(
        "map",
        "AP@k",
        None,
        "the mean of the precisions at relevant documents among the first k",
        claims=[one_without_positives],
    )(_make_call_at_cut_off("map"))
    binary_row_at_cut_off("pre", "P@k", "precision-at", "relevant documents among the first k / k")(
        _make_call_at_cut_off("pre")
    )

    roc_area_in_words = "the area under the ROC curve"
    pr_area_in_words = "the area under the precision-recall curve"
    row_of_two_classes = partial(row, shape=TwoClasses(), arguments={"x": whole_lists(1)}, options=SINGLE_PRECISION)
    # the formula is stated on scores, equal ones included
    row_of_two_classes("auc", "AUC", area_under_roc, roc_area_in_words, ties="by the formula")(_make_call("auc"))
    row_of_two_classes("aucpr", "AUC-PR", None, pr_area_in_words)(_make_call("aucpr"))

    row_with_weights = partial(
        row_of_two_classes,
        shape=WeightedClasses(),
        variant="weight",
        options={"axioms": AXIOMS_OF_WEIGHTS, **SINGLE_PRECISION},  # the rows without weights are asked the others
    )
    row_with_weights("auc", NO_CONCEPT, area_under_roc, roc_area_in_words)(_make_call_with_weights("auc"))
    row_with_weights("aucpr", NO_CONCEPT, None, pr_area_in_words)(_make_call_with_weights("aucpr"))


def _make_call_at_cut_off(metric: str, *, exponential: bool = True, suffix: str = "") -> Callable[..., Any]:
    """Return the function that evaluates a metric of grouped queries at k.

    ``exponential`` chooses the gains of nDCG. The suffix ``-`` of a metric asks for 0 in place of 1 where nothing is
    relevant. Of the function's arguments, ``group`` lists the number of items of each query; ``before`` and ``after``
    are further cut-offs, usually none.
    """

    # The answer is a text such as "[0]\teval-ndcg@3:0.5\teval-ndcg@10:0.5".
    def value(y_true: Any, y_score: Any, group: Any, before: Any, after: Any, k: int) -> Any:
        import numpy as np
        from xgboost import Booster, DMatrix

        data = DMatrix(np.zeros((len(y_true), 1)), label=y_true, base_margin=y_score, nthread=1)
        data.set_group(group)
        measures = [f"{metric}@{at}{suffix}" for at in [*before, k, *after]]
        options = {"objective": "rank:pairwise", "eval_metric": measures, "ndcg_exp_gain": exponential, "nthread": 1}
        values = Booster(options, [data]).eval(data)
        return float(values.split(f"-{metric}@{k}{suffix}:")[1].split()[0])

    return value


def _make_call(metric: str) -> Callable[..., Any]:
    """Return the function that evaluates a metric of two classes."""

    # The answer is a text such as "[0]\teval-auc:0.5".
    def value(y_true: Any, y_score: Any) -> Any:
        import numpy as np
        from xgboost import Booster, DMatrix

        data = DMatrix(np.zeros((len(y_true), 1)), label=y_true, base_margin=y_score, nthread=1)
        options = {"objective": "binary:logitraw", "eval_metric": metric, "nthread": 1}
        return float(Booster(options, [data]).eval(data).split(":")[1])

    return value


def _make_call_with_weights(metric: str) -> Callable[..., Any]:
    """Return the function that evaluates a metric of two classes with weights of the items."""

    def value(y_true: Any, y_score: Any, weight: Any) -> Any:
        import numpy as np
        from xgboost import Booster, DMatrix

        data = DMatrix(np.zeros((len(y_true), 1)), label=y_true, base_margin=y_score, weight=weight, nthread=1)
        options = {"objective": "binary:logitraw", "eval_metric": metric, "nthread": 1}
        return float(Booster(options, [data]).eval(data).split(":")[1])

    return value
