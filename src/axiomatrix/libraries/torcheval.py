"""Adapter of torcheval: functional metrics of one query, of several classes one of which is right, and of two classes.

All compute in float32, the precision that ``epsilon`` names.

Each metric is registered as a *row* by ``row(name, concept, definition, formula, ...)(function)``, with the arguments
of :func:`.implementation.implementation`:

- ``function``, which is ``_call`` or a similar one, calls the library. Reports show the body of this function as a
  snippet.
- ``from_library={"function": "module:"}`` passes to it, as its argument ``function``, the object of ``module`` with the
  ``name`` of the row.
- ``shape`` makes its other arguments ``preds`` and ``target`` of the judged list in ``arguments``. ``whole_lists(1)``
  is the space of lists with grades up to 1 from which no item is missing.
- ``restrict_definition`` leaves a definition without a value on the lists that the library does not accept.
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
from .axioms.refusal import refuses_negative_cut_off
from .axioms.totality import answers_cut_off_zero
from .implementation import FLOAT32, NO_CONCEPT, implementation
from .library import Documentation
from .list_definitions import (
    FunctionOrName,
    area_under_roc,
    average_precision_at_thresholds,
    reciprocal_rank_at,
    restrict_definition,
)
from .shapes.tensors import PredictionsAndClass, PredictionsAndTarget, WeightedPredictions

TORCHEVAL = LIBRARIES["torcheval"]
PAGES = "https://docs.pytorch.org/torcheval/main/generated/torcheval.metrics.functional."
K = {"k": cut_offs()}


def register(registry: Registry) -> None:
    """Add the ranking metrics of torcheval to the registry."""
    docs = Documentation("torcheval", "the documentation of torcheval")
    registry.add_source(docs)
    row = partial(
        implementation,
        TORCHEVAL,
        kind="score",
        arguments={"x": whole_lists(1)},
        epsilon=FLOAT32,
        from_library={"function": "torcheval.metrics.functional:"},
        into=registry,
    )

    page = f"{PAGES}retrieval_precision.html"
    k_is_positive = docs.says(
        id="retrieval_precision/k",
        wording="ValueError: if `k` is not a positive integer.",
        page=page,
        formalised="k < 1 is refused",
    )
    row(
        "retrieval_precision",
        "P@k",
        "precision-at",
        "relevant documents among the first k / k",
        shape=PredictionsAndTarget(),
        parameters=K,
        page=page,
        claims=[k_is_positive.holds(refuses_negative_cut_off), k_is_positive.fails(answers_cut_off_zero)],
    )(_call_at_cut_off)

    _add_two_classes(partial(row, shape=PredictionsAndTarget(), ties="by the formula"))
    # items are classes, and the relevant item is the right class
    _add_one_right_class(partial(row, shape=PredictionsAndClass(), parameters=K))


def _add_two_classes(row_of_two_classes: Callable[..., Any]) -> None:
    """Add the areas under curves, which tell relevant items from others."""
    auroc_row = partial(
        row_of_two_classes,
        "binary_auroc",
        definition=area_under_roc,
        formula="the area under the ROC curve",
        page=f"{PAGES}binary_auroc.html",
    )
    auroc_row(concept="AUC")(_call)
    auroc_row(
        concept=NO_CONCEPT,
        shape=WeightedPredictions(),
        variant="weight",
        options={"axioms": AXIOMS_OF_WEIGHTS},  # the row without weights is asked the others
    )(_call_with_weights)
    row_of_two_classes(
        "binary_auprc",
        "AP",
        average_precision_at_thresholds,
        "the area under the precision-recall curve",
        page=f"{PAGES}binary_auprc.html",
    )(_call)


def _add_one_right_class(row_of_one_right_class: Callable[..., Any]) -> None:
    """Add the metrics of lists with one relevant item."""

    def for_one_right_class(definition: FunctionOrName) -> Callable[..., Any]:
        return restrict_definition(definition, lambda x: x.R == 1, "exactly one class must be right")

    row_of_one_right_class(
        "hit_rate",
        "hit@k",
        for_one_right_class("success-at"),
        "1 if the right class is among the first k, else 0",
        page=f"{PAGES}hit_rate.html",
    )(_call_at_cut_off)
    row_of_one_right_class(
        "reciprocal_rank",
        "RR@k",
        for_one_right_class(reciprocal_rank_at),
        "1 / rank of the right class, if that is at most k, else 0",
        page=f"{PAGES}reciprocal_rank.html",
    )(_call_at_cut_off)


def _call(function: Any, preds: Any, target: Any) -> Any:
    return function(preds, target)


def _call_with_weights(function: Any, preds: Any, target: Any, weight: Any) -> Any:
    return function(preds, target, weight=weight)


def _call_at_cut_off(function: Any, preds: Any, target: Any, k: int) -> Any:
    return function(preds, target, k=k)
