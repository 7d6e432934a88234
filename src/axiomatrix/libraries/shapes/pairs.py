"""Two vectors side by side: rank vectors, or scores, of the same items in the same order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...values.judged import Scores
from ...values.orders import WeakOrder
from ...values.rankings import Ranking
from ..manner import DTYPES, Manner
from .base import Inexpressible, Shape, held, number, transformed

FAULTS = frozenset({"nan score", "infinite score", "fewer scores", "empty"})


class TwoVectors(Shape):
    """Variables ``x`` and ``y``: of two orders, the rank of each item (1 = best), or with ``scores`` larger is better.

    Of a weak order with m buckets the items of bucket number i have rank i, or score m + 1 - i.
    """

    names = ("x", "y")

    def __init__(self, *, scores: bool = False, dtypes: Sequence[str] = DTYPES, container: str = "list") -> None:
        self.scores = scores
        self.container = container
        self.dtypes = tuple(dtypes)
        self.containers = ("list", "tuple", "array")
        self.aspects = frozenset({"again", "process", "truth", "scores", "transformation"})
        self.faults = FAULTS

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        a, b = (self._vector(one) for one in arguments)
        x, y = [number(v) for v in a], transformed(b, manner)
        if manner.fault == "fewer scores":
            y = y[:-1]
        elif manner.fault == "empty":
            x, y = [], []
        elif manner.fault in ("nan score", "infinite score") and y:
            y[-1] = float("nan" if manner.fault == "nan score" else "inf")
        return {
            "x": held(x, manner.container, manner.truth, self.container),
            "y": held(y, manner.container, manner.scores, self.container),
        }

    def _vector(self, order: Any) -> list[int]:
        if isinstance(order, Scores):
            return list(order.values)
        if not isinstance(order, (WeakOrder, Ranking)):
            raise Inexpressible(f"{order!r} is no order of items that all are in")
        items: list[Any] = list(order.items)
        ranks = [int(order[x]) for x in sorted(items)]
        return [max(ranks) + 1 - r for r in ranks] if self.scores and ranks else ranks
