"""XGBoost: the metrics that it evaluates, of scores that are given as ``base_margin``; no tree is grown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..model.registry import Registry
from ..spaces import cut_offs, whole_lists
from . import LIBRARIES
from .axioms.parameters import OF_WEIGHTS
from .axioms.representation import huge_grades
from .axioms.totality import answers_nothing_relevant
from .implementation import implementation
from .library import Documentation
from .list_definitions import area_under_roc, completed
from .shapes.scored import GroupedScores, TwoClasses, WeightedClasses

XGBOOST = LIBRARIES["xgboost"]
PAGE = "https://xgboost.readthedocs.io/en/stable/parameter.html#learning-task-parameters"


def register(registry: Registry) -> None:
    """Add the ranking metrics of XGBoost to the registry."""
    docs = Documentation("xgboost", "the documentation of XGBoost")
    registry.add_source(docs)
    one = docs.says(
        "eval_metric/no-positive",
        "In XGBoost, the NDCG and MAP evaluate the score of a list without any positive samples as 1.",
        PAGE,
        "defined, and 1",
    ).holds(answers_nothing_relevant)
    small = docs.says(
        "ndcg_exp_gain/labels",
        "When ``ndcg_exp_gain`` is true (the default), relevance degree cannot be greater than 31.",
        PAGE,
        "larger labels are refused",
    ).fails(huge_grades)
    row = partial(implementation, XGBOOST, kind="score", page=PAGE, into=registry)

    at = partial(
        row,
        shape=GroupedScores(1, 10),
        parameters={"k": cut_offs()},
        arguments={"x": whole_lists(2)},
        options={"mean_over_rows": True},
    )
    gain = "DCG@k / DCG@k of the ideal list, gains 2^label - 1"
    exponential = completed("ndcg[exponential]", 1)
    at("ndcg", "nDCG@k (exponential gains)", exponential, gain, claims=[one, small])(_of_group("ndcg", True, ""))
    gain = "DCG@k / DCG@k of the ideal list, linear gains"
    linear = completed("ndcg[linear]", 1)
    at("ndcg", "nDCG@k (linear gains)", linear, gain, variant="linear", claims=[one])(_of_group("ndcg", False, ""))
    gain = "DCG@k / DCG@k of the ideal list, gains 2^label - 1, 0 without positive samples"
    zero = completed("ndcg[exponential]", 0)
    at("ndcg", "nDCG@k (exponential gains)", zero, gain, variant="-", claims=[small])(_of_group("ndcg", True, "-"))

    binary = partial(at, arguments={"x": whole_lists(1)})
    binary(
        "map", "AP@k", None, formula="the mean of the precisions at relevant documents among the first k", claims=[one]
    )(_of_group("map", True, ""))
    binary("pre", "P@k", "precision-at", "relevant documents among the first k / k")(_of_group("pre", True, ""))

    of_classes = partial(row, shape=TwoClasses(), arguments={"x": whole_lists(1)})
    area = "the area under the ROC curve"
    of_classes("auc", "AUC", area_under_roc, area, ties="by the formula")(_of_classes("auc"))
    of_classes("aucpr", "AUC-PR", None, "the area under the precision-recall curve")(_of_classes("aucpr"))

    weighted = partial(of_classes, shape=WeightedClasses(), variant="weight", options={"axioms": OF_WEIGHTS})
    weighted("auc", "", area_under_roc, area)(_of_weighted("auc"))
    weighted("aucpr", "", None, "the area under the precision-recall curve")(_of_weighted("aucpr"))


def _of_group(metric: str, exponential: bool, suffix: str) -> Callable[..., Any]:
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


def _of_classes(metric: str) -> Callable[..., Any]:
    def value(y_true: Any, y_score: Any) -> Any:
        import numpy as np
        from xgboost import Booster, DMatrix

        data = DMatrix(np.zeros((len(y_true), 1)), label=y_true, base_margin=y_score, nthread=1)
        options = {"objective": "binary:logitraw", "eval_metric": metric, "nthread": 1}
        return float(Booster(options, [data]).eval(data).split(":")[1])

    return value


def _of_weighted(metric: str) -> Callable[..., Any]:
    def value(y_true: Any, y_score: Any, weight: Any) -> Any:
        import numpy as np
        from xgboost import Booster, DMatrix

        data = DMatrix(np.zeros((len(y_true), 1)), label=y_true, base_margin=y_score, weight=weight, nthread=1)
        options = {"objective": "binary:logitraw", "eval_metric": metric, "nthread": 1}
        return float(Booster(options, [data]).eval(data).split(":")[1])

    return value
