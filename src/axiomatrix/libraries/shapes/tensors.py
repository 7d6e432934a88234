"""Tensors, predictions before targets: ``(preds, target)`` of one query, or of several with their ``indexes``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from ..manner import Manner
from .base import Inexpressible, Shape, other_measures, typed
from .pairs import TwoVectors
from .scored import FAULTS, graded, scored, weights

PREDICTIONS = ("float32", "float64")
TARGETS = ("bool", "int64")
"""Dtypes that the documentation of torchmetrics allows: float predictions, and bool or integer targets."""


def tensor(values: Sequence[Any], dtype: str) -> Any:
    """Make a tensor of a dtype; :class:`Inexpressible` unless it represents the numbers exactly."""
    import torch

    finite = [v for v in values if v == v and abs(v) != float("inf")]
    if dtype == "int64" and len(finite) < len(values):
        raise Inexpressible("a tensor of integers has neither nan nor infinity")
    try:
        typed(finite, dtype)
    except OverflowError:  # the dtype's infinity is what it would hold
        raise Inexpressible(f"{dtype} cannot hold {values}") from None
    return torch.tensor(list(values), dtype=getattr(torch, dtype))


class PredictionsAndTarget(Shape):
    """Variables ``preds`` (float32, larger is better) and ``target`` (int64) of one query.

    Scores that float32 does not hold exactly need float64. Nothing can be missing from the list.
    """

    names: ClassVar[tuple[str, ...]] = ("preds", "target")
    aspects = frozenset({"again", "process", "truth", "scores", "transformation", "padding"})
    faults = FAULTS - {"nan grade", "infinite grade"}

    def can(self, aspect: str, value: str) -> bool:
        """Return whether the shape can express the value; predictions and targets have their own dtypes."""
        if aspect == "scores":
            return value in PREDICTIONS
        return value in TARGETS if aspect == "truth" else super().can(aspect, value)

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        (x,) = arguments
        if manner.company:
            raise Inexpressible("one query at a time")
        truth, scores = graded(scored(x), manner)
        return {"preds": predictions(scores, manner), "target": tensor(truth, manner.truth or "int64")}


class PredictionsAndClass(PredictionsAndTarget):
    """Variables ``preds`` (one row, a prediction for each class) and ``target`` (the number of the right class).

    Expresses lists with exactly one relevant item.
    """

    aspects = PredictionsAndTarget.aspects - {"truth", "padding"}
    faults = frozenset({"nan score", "infinite score", "negative cut-off", "zero cut-off"})

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        by_name = super().variables(arguments, manner)
        truth = by_name["target"].tolist()
        if sorted(truth) != [0] * (len(truth) - 1) + [1]:
            raise Inexpressible("exactly one class must be right")
        return {"preds": by_name["preds"].unsqueeze(0), "target": tensor([truth.index(1)], "int64")}


class WeightedPredictions(PredictionsAndTarget):
    """Variables ``preds``, ``target`` and ``weight``: a tensor with the weight of each item, usually 1."""

    names: ClassVar[tuple[str, ...]] = ("preds", "target", "weight")
    aspects = PredictionsAndTarget.aspects | {"weights"}

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        by_name = super().variables(arguments, manner)
        return {**by_name, "weight": tensor(weights(len(by_name["target"]), manner), "float32")}


class PredictionsByRow(PredictionsAndTarget):
    """Variables ``preds``, ``target``, ``before`` and ``after``: a row for each query, and other cut-offs.

    ``company`` are further rows.
    """

    names: ClassVar[tuple[str, ...]] = ("preds", "target", "before", "after")
    aspects = PredictionsAndTarget.aspects | {"company", "measures"}

    def __init__(self, *others: int) -> None:
        self.others = others

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        alone = Manner(
            truth=manner.truth, scores=manner.scores, transformation=manner.transformation, padding=manner.padding
        )
        rows = [super(PredictionsByRow, self).variables([x], alone) for x in manner.company]
        rows.insert(0, super().variables(arguments, replace(manner, company=())))
        shapes = {(len(row["preds"]), len(row["target"])) for row in rows}
        if len(shapes) > 1:
            raise Inexpressible("all rows must be of one length")
        dtype = max((row["preds"].dtype for row in rows), key=str)  # float64 if one row needs it
        preds, target = [row["preds"].tolist() for row in rows], [row["target"].tolist() for row in rows]
        before, after = other_measures(self.others, manner)
        return {
            "preds": _table(preds, dtype),
            "target": _table(target, rows[0]["target"].dtype),
            "before": before,
            "after": after,
        }


def _table(rows: list[list[Any]], dtype: Any) -> Any:
    import torch

    return torch.tensor(rows, dtype=dtype)


class PredictionsOfQueries(PredictionsAndTarget):
    """Variables ``preds``, ``target`` and ``indexes``: several queries one after the other, each with its number."""

    names = ("preds", "target", "indexes")
    aspects = PredictionsAndTarget.aspects | {"company"}

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        queries = [graded(scored(x), manner) for x in (*arguments, *manner.company)]
        numbers = [q for q, (_, scores) in enumerate(queries) for _ in scores]
        return {
            "preds": predictions([s for _, scores in queries for s in scores], manner),
            "target": tensor([t for truth, _ in queries for t in truth], manner.truth or "int64"),
            "indexes": tensor(numbers, "int64"),
        }


class TwoTensors(TwoVectors):
    """Variables ``preds`` and ``target``: the ranks of the second order's items, and of the first's, as float32."""

    names = ("preds", "target")
    dtypes = PREDICTIONS
    containers = ()

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        by_name = super().variables(arguments, Manner(transformation=manner.transformation, fault=manner.fault))
        return {"preds": predictions(by_name["y"], manner), "target": tensor(by_name["x"], manner.truth or "float32")}


def predictions(values: Sequence[Any], manner: Manner) -> Any:
    """Make predictions in the manner's dtype; else in float32 if that represents them exactly, or in float64."""
    if manner.scores:
        return tensor(values, manner.scores)
    try:
        return tensor(values, "float32")
    except Inexpressible:
        return tensor(values, "float64")
