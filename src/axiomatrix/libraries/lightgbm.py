"""Adapter of LightGBM: the metrics that it evaluates during training.

No tree is grown: the scores are the ``init_score`` of a booster without trees, whose predictions they are.

Each metric is registered as a *row* by ``row(name, concept, definition, formula, ...)(function)``, with the arguments
of :func:`.implementation.implementation`:

- ``function`` calls the library. Reports show its body as a snippet, imports included. It is made for each metric by
  :func:`_make_call` and the like; in the snippet, the metric's name stands in place of ``metric``.
- ``shape`` makes its arguments of the judged list in ``arguments``. ``whole_lists(2)`` is the space of lists with
  grades up to 2 from which no item is missing.
- The definition is None if the documentation gives no formula.
- ``ties="by the formula"``: the formula is stated on scores, equal ones included.
- :mod:`.implementation` explains rows, definitions and concepts, :class:`.library.Documentation` the claims.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..model.registry import Registry
from ..spaces import cut_offs, whole_lists
from . import LIBRARIES
from .axioms.parameters import AXIOMS_OF_WEIGHTS
from .axioms.representation import huge_grades
from .implementation import NO_CONCEPT, implementation
from .library import Documentation
from .list_definitions import area_under_roc, average_precision_at_thresholds
from .shapes.scored import GroupedScores, TwoClasses, WeightedClasses

LIGHTGBM = LIBRARIES["lightgbm"]
PAGE = "https://lightgbm.readthedocs.io/en/stable/Parameters.html#metric-parameters"


def register(registry: Registry) -> None:
    """Add the ranking metrics of LightGBM to the registry."""
    docs = Documentation("lightgbm", "the documentation of LightGBM")
    registry.add_source(docs)
    # a statement of the documentation, which ``fails`` below attaches to an axiom: that it fails is as documented
    labels_are_small = docs.says(
        "ndcg/labels",
        "all values in ``label`` must be smaller than number of elements in ``label_gain``",
        "https://lightgbm.readthedocs.io/en/stable/Parameters.html#objective",
        "labels of 31 and more are refused, unless there are gains for them",
    )
    row = partial(implementation, LIGHTGBM, kind="score", page=PAGE, into=registry)
    row_at_cut_off = partial(
        row,
        shape=GroupedScores(1, 10),  # the further cut-offs, which some axioms evaluate in the same call
        parameters={"k": cut_offs()},
        options={"mean_over_rows": True},  # the answer is the mean over all queries of the call
    )
    row_at_cut_off(
        "ndcg",
        "nDCG@k (exponential gains)",
        "ndcg[exponential]",
        "DCG@k / DCG@k of the ideal list, gains 2^label - 1",
        arguments={"x": whole_lists(2)},
        claims=[labels_are_small.fails(huge_grades)],
    )(_make_call_at_cut_off("ndcg"))
    row_at_cut_off(
        "map",
        "AP@k",
        None,
        "the mean of the precisions at relevant documents among the first k",
        arguments={"x": whole_lists(1)},
    )(_make_call_at_cut_off("map"))

    row_of_two_classes = partial(row, shape=TwoClasses(), arguments={"x": whole_lists(1)}, ties="by the formula")
    area_in_words = "the area under the ROC curve"
    average_in_words = "the average precision score"
    row_of_two_classes("auc", "AUC", area_under_roc, area_in_words)(_make_call("auc"))
    row_of_two_classes("average_precision", "AP", average_precision_at_thresholds, average_in_words)(
        _make_call("average_precision")
    )

    # only the axioms about weights are asked: the rows without weights are asked the others
    row_with_weights = partial(
        row_of_two_classes, shape=WeightedClasses(), variant="weight", options={"axioms": AXIOMS_OF_WEIGHTS}
    )
    row_with_weights("auc", NO_CONCEPT, area_under_roc, area_in_words)(_make_call_with_weights("auc"))
    row_with_weights("average_precision", NO_CONCEPT, average_precision_at_thresholds, average_in_words)(
        _make_call_with_weights("average_precision")
    )


def _make_call_at_cut_off(metric: str) -> Callable[..., Any]:
    """Return the function that evaluates a metric of grouped queries at k.

    ``group`` lists the number of items of each query. ``before`` and ``after`` are further cut-offs, usually none.
    """

    def value(y_true: Any, y_score: Any, group: Any, before: Any, after: Any, k: int) -> Any:
        import numpy as np
        from lightgbm import Booster, Dataset

        quiet = {"verbosity": -1, "num_threads": 1}
        options = {"objective": "lambdarank", "metric": metric, "eval_at": [*before, k, *after], **quiet}
        features = np.zeros((len(y_true), 1))
        data = Dataset(features, label=y_true, init_score=y_score, group=group, params=quiet)
        # eval_train lists (data set, metric, value, whether larger is better) for each metric and cut-off.
        return {name: value for _, name, value, _ in Booster(options, data).eval_train()}[f"{metric}@{k}"]

    return value


def _make_call(metric: str) -> Callable[..., Any]:
    """Return the function that evaluates a metric of two classes."""

    def value(y_true: Any, y_score: Any) -> Any:
        import numpy as np
        from lightgbm import Booster, Dataset

        quiet = {"verbosity": -1, "num_threads": 1}
        options = {"objective": "binary", "metric": metric, **quiet}
        features = np.zeros((len(y_true), 1))
        data = Dataset(features, label=y_true, init_score=y_score, params=quiet)
        # the first and only metric is a tuple (data set, metric, value, whether larger is better)
        return Booster(options, data).eval_train()[0][2]

    return value


# It repeats the lines above, since the body of a function is what reports show.
def _make_call_with_weights(metric: str) -> Callable[..., Any]:
    """Return the function that evaluates a metric of two classes with weights of the items."""

    def value(y_true: Any, y_score: Any, weight: Any) -> Any:
        import numpy as np
        from lightgbm import Booster, Dataset

        quiet = {"verbosity": -1, "num_threads": 1}
        options = {"objective": "binary", "metric": metric, **quiet}
        features = np.zeros((len(y_true), 1))
        data = Dataset(features, label=y_true, init_score=y_score, weight=weight, params=quiet)
        return Booster(options, data).eval_train()[0][2]

    return value
