"""Relevance and scores side by side: 1-D ``(y_true, y_score)``, or 2-D with a row for each query."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...numbers.exact import Whole
from ...values.judged import Judged, Scored
from ..manner import DTYPES, Manner
from .base import Inexpressible, Shape, held, number, transformed, typed

FAULTS = frozenset(
    {
        "nan score",
        "infinite score",
        "nan grade",
        "infinite grade",
        "negative grade",
        "fewer scores",
        "empty",
        "negative cut-off",
        "zero cut-off",
    }
)
NAN, INFINITY = float("nan"), float("inf")


def scored(x: Any) -> Scored:
    """A judged list as scored items, best first with scores n..1; scored items as they are."""
    if isinstance(x, Scored):
        return x
    if isinstance(x, Judged):
        return Scored(x.grades, tuple(Whole(len(x) - k) for k in range(len(x))), x.missing)
    raise Inexpressible(f"{x!r} is neither a judged list nor scored items")


def faulty(truth: list[Any], scores: list[Any], fault: str) -> tuple[list[Any], list[Any]]:
    """The two lists with a fault in them."""
    if fault == "fewer scores":
        return truth, scores[:-1]
    if fault == "empty":
        return [], []
    which, value = {
        "nan score": (scores, NAN),
        "infinite score": (scores, INFINITY),
        "nan grade": (truth, NAN),
        "infinite grade": (truth, INFINITY),
        "negative grade": (truth, -1),
    }.get(fault, (None, 0))
    if which is not None and which:
        which[-1] = value
    return truth, scores


class TruthAndScores(Shape):
    """Variables ``y_true`` and ``y_score``: one query, in 1-D; with ``rows`` each a row of its own, in 2-D.

    ``company`` are further rows. There is no way to say that a relevant item is missing from the list.
    """

    names = ("y_true", "y_score")

    def __init__(self, *, rows: bool = False, dtypes: Sequence[str] = DTYPES, integers: bool = False) -> None:
        self.rows = rows
        self.dtypes = tuple(dtypes)
        self.containers = ("list", "tuple", "array")
        self.aspects = frozenset(
            {"again", "process", "truth", "scores", "transformation", *(("company",) if rows else ())}
        )
        self.faults = FAULTS

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        (x,) = arguments
        rows = [self._row(scored(one), manner) for one in (x, *manner.company)]
        if not self.rows and len(rows) > 1:
            raise Inexpressible("one query at a time")
        if len({len(t) for t, _ in rows}) > 1:
            raise Inexpressible("all rows must be of one length")
        if not self.rows:
            truth, scores = rows[0]
            return {
                "y_true": self._held(truth, manner, manner.truth),
                "y_score": self._held(scores, manner, manner.scores),
            }
        return {
            "y_true": self._table([t for t, _ in rows], manner, manner.truth),
            "y_score": self._table([s for _, s in rows], manner, manner.scores),
        }

    def _row(self, x: Scored, manner: Manner) -> tuple[list[Any], list[Any]]:
        if x.missing:
            raise Inexpressible("there is no way to say that a relevant item is missing from the list")
        return faulty([number(g) for g in x.grades], transformed(x.scores, manner), manner.fault)

    def _held(self, values: list[Any], manner: Manner, dtype: str) -> Any:
        return held(values, manner.container, dtype)

    def _table(self, rows: list[list[Any]], manner: Manner, dtype: str) -> Any:
        import numpy as np

        if dtype:
            return np.array([typed(row, dtype) for row in rows])
        made = [list(row) for row in rows]
        if manner.container == "array":
            return np.array(made)
        return tuple(tuple(row) for row in made) if manner.container == "tuple" else made
