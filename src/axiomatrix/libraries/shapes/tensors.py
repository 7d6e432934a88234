"""Shapes for PyTorch libraries, whose functions take tensors, scores (``preds``) before grades (``target``).

Torch is imported only when a tensor is made, so that adapters load without it.

The call may be made in different *call variants*, of which each field, or *aspect*, is explained at
:class:`..call_variants.CallVariant`. The aspects ``truth`` and ``scores`` are the dtypes of grades and scores.
``company`` are the lists of further queries in the same call. An item is *missing* if it is in the collection, but not
in the list.

Each shape converts the arguments of a metric to the variables in ``variable_names``. Its ``faults`` are the kinds of
invalid input that it can express.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from ..call_variants import CallVariant
from .base import Inexpressible, Shape, measures_before_and_after, typed_array
from .pairs import TwoVectors
from .scored import FAULTS, as_scored, grades_and_scores, item_weights

PREDICTION_DTYPES = ("float32", "float64")
TARGET_DTYPES = ("bool", "int64")
"""Dtypes that the documentation of torchmetrics allows: float predictions, and bool or integer targets."""


def make_tensor(values: Sequence[Any], dtype: str) -> Any:
    """Make a tensor of a dtype; raises :class:`Inexpressible` unless it represents the numbers exactly."""
    import torch

    finite = [v for v in values if v == v and abs(v) != float("inf")]  # nan is unequal to itself
    if dtype == "int64" and len(finite) < len(values):
        raise Inexpressible("a tensor of integers cannot hold nan or infinity")
    try:
        typed_array(finite, dtype)  # only to check that every number is exact: an inexact one raises Inexpressible
    except OverflowError:  # the number would become infinite
        raise Inexpressible(f"{dtype} cannot hold {values}") from None
    return torch.tensor(list(values), dtype=getattr(torch, dtype))


class PredictionsAndTarget(Shape):
    """Variables ``preds`` (float32, larger is better) and ``target`` (int64) of one query.

    Scores that float32 does not hold exactly are in float64. A list with missing items cannot be expressed.
    """

    variable_names: ClassVar[tuple[str, ...]] = ("preds", "target")
    aspects = frozenset({"again", "process", "truth", "scores", "transformation", "padding"})
    faults = FAULTS - {"nan grade", "infinite grade"}

    def can_express(self, aspect: str, value: str) -> bool:
        """Return whether the shape can express the value; predictions and targets have different dtypes."""
        if aspect == "scores":
            return value in PREDICTION_DTYPES
        if aspect == "truth":
            return value in TARGET_DTYPES
        return super().can_express(aspect, value)

    def variables(self, arguments: Sequence[Any], call_variant: CallVariant) -> dict[str, Any]:
        (x,) = arguments
        if call_variant.company:
            raise Inexpressible("one query at a time")
        truth, scores = grades_and_scores(as_scored(x), call_variant)
        return {
            "preds": make_predictions_tensor(scores, call_variant),
            "target": make_tensor(truth, call_variant.truth or "int64"),
        }


class PredictionsAndClass(PredictionsAndTarget):
    """Variables ``preds`` (one row, a prediction for each class) and ``target`` (the number of the right class).

    Items are classes and the relevant item is the right class, so that only lists with exactly one can be expressed.
    """

    aspects = PredictionsAndTarget.aspects - {"truth", "padding"}
    faults = frozenset({"nan score", "infinite score", "negative cut-off", "zero cut-off"})

    def variables(self, arguments: Sequence[Any], call_variant: CallVariant) -> dict[str, Any]:
        by_name = super().variables(arguments, call_variant)
        truth = by_name["target"].tolist()
        if sorted(truth) != [0] * (len(truth) - 1) + [1]:
            raise Inexpressible("exactly one class must be right")
        return {"preds": by_name["preds"].unsqueeze(0), "target": make_tensor([truth.index(1)], "int64")}


class WeightedPredictions(PredictionsAndTarget):
    """Variables ``preds``, ``target`` and ``weight``: a tensor with the weight of each item, usually 1."""

    variable_names: ClassVar[tuple[str, ...]] = ("preds", "target", "weight")
    aspects = PredictionsAndTarget.aspects | {"weights"}

    def variables(self, arguments: Sequence[Any], call_variant: CallVariant) -> dict[str, Any]:
        by_name = super().variables(arguments, call_variant)
        return {**by_name, "weight": make_tensor(item_weights(len(by_name["target"]), call_variant), "float32")}


class PredictionsByRow(PredictionsAndTarget):
    """Variables ``preds``, ``target``, ``before`` and ``after``: a row for each query, and other cut-offs of the call.

    The queries of the call variant's ``company`` are further rows, which must have the same length.
    """

    variable_names: ClassVar[tuple[str, ...]] = ("preds", "target", "before", "after")
    aspects = PredictionsAndTarget.aspects | {"company", "measures"}

    def __init__(self, *further_measures: int) -> None:
        self.further_measures = further_measures

    def variables(self, arguments: Sequence[Any], call_variant: CallVariant) -> dict[str, Any]:
        call_variant_of_company = CallVariant(  # without the fault, which only the first query has
            truth=call_variant.truth,
            scores=call_variant.scores,
            transformation=call_variant.transformation,
            padding=call_variant.padding,
        )
        variables_of_query = super().variables  # super() does not work inside a comprehension
        first_row = variables_of_query(arguments, replace(call_variant, company=()))
        further_rows = [variables_of_query([x], call_variant_of_company) for x in call_variant.company]
        rows = [first_row, *further_rows]
        if len({(len(row["preds"]), len(row["target"])) for row in rows}) > 1:
            raise Inexpressible("all rows must be of one length")
        # A row that needs float64 makes the matrix float64, which is later in the alphabet than float32.
        preds_dtype = max((row["preds"].dtype for row in rows), key=str)
        before, after = measures_before_and_after(self.further_measures, call_variant)
        import torch

        return {
            "preds": torch.tensor([row["preds"].tolist() for row in rows], dtype=preds_dtype),
            "target": torch.tensor([row["target"].tolist() for row in rows], dtype=first_row["target"].dtype),
            "before": before,
            "after": after,
        }


class PredictionsOfQueries(PredictionsAndTarget):
    """Variables ``preds``, ``target`` and ``indexes``: all queries in one vector; ``indexes`` has each item's query."""

    variable_names = ("preds", "target", "indexes")
    aspects = PredictionsAndTarget.aspects | {"company"}

    def variables(self, arguments: Sequence[Any], call_variant: CallVariant) -> dict[str, Any]:
        queries = [grades_and_scores(as_scored(x), call_variant) for x in (*arguments, *call_variant.company)]
        query_numbers = [number for number, (_, scores) in enumerate(queries) for _ in scores]
        return {
            "preds": make_predictions_tensor([s for _, scores in queries for s in scores], call_variant),
            "target": make_tensor([g for truth, _ in queries for g in truth], call_variant.truth or "int64"),
            "indexes": make_tensor(query_numbers, "int64"),
        }


class TwoTensors(TwoVectors):
    """Variables ``preds`` and ``target``: the ranks of the items in the second order, and in the first.

    They are float32 tensors unless the call variant names a dtype. No other container can be expressed.
    """

    variable_names = ("preds", "target")
    dtypes = PREDICTION_DTYPES
    containers = ()

    def variables(self, arguments: Sequence[Any], call_variant: CallVariant) -> dict[str, Any]:
        # the lists are made without the call variant's dtypes, which make_tensor applies
        by_name = super().variables(
            arguments, CallVariant(transformation=call_variant.transformation, fault=call_variant.fault)
        )
        x, y = by_name["x"], by_name["y"]
        return {
            "preds": make_predictions_tensor(y, call_variant),
            "target": make_tensor(x, call_variant.truth or "float32"),
        }


def make_predictions_tensor(values: Sequence[Any], call_variant: CallVariant) -> Any:
    """Make a tensor of scores in the call variant's dtype; without one in float32 if exact, otherwise in float64."""
    if call_variant.scores:
        return make_tensor(values, call_variant.scores)
    try:
        return make_tensor(values, "float32")
    except Inexpressible:
        return make_tensor(values, "float64")
