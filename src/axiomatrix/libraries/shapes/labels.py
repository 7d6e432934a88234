"""Labels: right and wrong ones as 0 and 1 alone, or the one that is right, as a classifier's metrics take them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...values.judged import Scored
from ..manner import Manner
from .base import Inexpressible
from .scored import TruthAndScores


class BinaryLabels(TruthAndScores):
    """Variables ``y_true`` and ``y_score`` where the grades must be 0 or 1, the true binary labels."""

    def _row(self, x: Scored, manner: Manner) -> tuple[list[Any], list[Any]]:
        if any(g not in (0, 1) for g in x.grades):
            raise Inexpressible("the labels must be 0 or 1")
        return super()._row(x, manner)


class LabelAndScores(TruthAndScores):
    """Variables ``y_true`` (the label of each row), ``y_score`` (rows of scores) and ``labels`` (all classes, 0..n-1).

    Expresses lists with exactly one relevant item among three or more; the item's place in the input is its label.
    """

    names = ("y_true", "y_score", "labels")  # type: ignore[assignment]  # one more than other rows of scores

    def __init__(self) -> None:
        super().__init__(rows=True)
        self.aspects = self.aspects - {"truth"}
        self.faults = frozenset(
            {"nan score", "infinite score", "fewer scores", "empty", "negative cut-off", "zero cut-off"}
        )

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        made = super().variables(arguments, manner)
        truth = [list(row) for row in made["y_true"]]
        n = len(truth[0])
        if manner.fault != "empty" and (n < 3 or any(sorted(row) != [0] * (n - 1) + [1] for row in truth)):
            raise Inexpressible("exactly one item must be relevant, of three or more")
        return {
            "y_true": [row.index(1) for row in truth if row],
            "y_score": made["y_score"],
            "labels": list(range(n)),
        }
