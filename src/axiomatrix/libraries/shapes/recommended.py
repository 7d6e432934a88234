"""A list of recommended items, best first, and the items that are relevant, each with its rating."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from ..manner import Manner
from ..ties import is_tied
from .base import DOCUMENT, NAN, Inexpressible, Shape, names, number
from .scored import scored


class RatedItems(Shape):
    """Variables ``items`` (best first), ``relevant`` (the items of a positive grade) and ``ratings`` (their grades).

    Scores only put the items in order. There is no way to say that scores are equal.
    """

    names: ClassVar[tuple[str, ...]] = ("items", "relevant", "ratings")
    aspects = frozenset({"again", "process", "names"})
    faults = frozenset({"nan grade", "duplicate item", "negative cut-off", "empty"})

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        (one,) = arguments
        x = scored(one)
        if is_tied(x) or manner.company:
            raise Inexpressible("a list of items has no ties" if is_tied(x) else "one list at a time")
        called = names(manner.names, len(x) + len(x.missing), DOCUMENT)
        items = [called[item - 1] for bucket in x.buckets for item in bucket]
        ratings = {
            name: float(number(grade)) for name, grade in zip(called, (*x.grades, *x.missing), strict=True) if grade > 0
        }
        if manner.fault == "empty":
            items = []
        elif manner.fault == "duplicate item":
            if not items:
                raise Inexpressible("there is no item to list twice")
            items = [*items, items[0]]
        elif manner.fault == "nan grade":
            if not ratings:
                raise Inexpressible("there is no rating")
            ratings[list(ratings)[-1]] = NAN
        made = {"items": items, "relevant": list(ratings), "ratings": list(ratings.values())}
        return {name: made[name] for name in self.names}


class RecommendedItems(RatedItems):
    """Variables ``items`` (best first) and ``relevant`` (the items of a positive grade, in no order)."""

    names: ClassVar[tuple[str, ...]] = ("items", "relevant")
    faults = RatedItems.faults - {"nan grade"}
