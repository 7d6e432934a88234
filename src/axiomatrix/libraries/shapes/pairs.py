"""Two orders: as vectors of ranks or scores of the same items, or as lists of items, which may differ in length."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...numbers.exact import Number
from ...values.orders import WeakOrder
from ...values.rankings import Ranking
from ...values.scored import Scores
from ..manner import DTYPES, Manner
from .base import Inexpressible, Shape, as_container, faulty, names, number, transformed


class TwoVectors(Shape):
    """Variables ``x`` and ``y``: of two orders, the rank of each item (1 = best), or with ``scores`` larger is better.

    Of a weak order with m buckets the items of bucket number i have rank i, or score m + 1 - i.
    """

    names = ("x", "y")
    aspects = frozenset({"again", "process", "truth", "scores", "transformation"})
    faults = frozenset({"nan score", "infinite score", "fewer scores", "empty"})
    dtypes: Sequence[str] = DTYPES
    containers: Sequence[str] = ("list", "tuple", "array")
    container = "list"
    """The one that the vectors are in unless the manner says otherwise."""

    def __init__(self, *, scores: bool = False) -> None:
        self.scores = scores

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        a, b = (self._vector(order) for order in arguments)
        x, y = faulty([number(v) for v in a], transformed(b, manner), manner.fault)
        return {
            "x": as_container(x, manner.container, manner.truth, self.container),
            "y": as_container(y, manner.container, manner.scores, self.container),
        }

    def _vector(self, order: Any) -> Sequence[Number]:
        if isinstance(order, Scores):
            return list(order.values)
        if not isinstance(order, (WeakOrder, Ranking)):
            raise Inexpressible(f"{order!r} is not an order of items that all are in")
        items: list[Any] = list(order.items)
        ranks = [int(order[x]) for x in sorted(items)]
        return [max(ranks) + 1 - r for r in ranks] if self.scores and ranks else ranks


class RankVectors(TwoVectors):
    """Variables ``x`` and ``y``: the rank of each item in two orders, held in arrays; no change of their scale."""

    aspects = TwoVectors.aspects - {"transformation"}
    container = "array"

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        if manner.transformation:
            raise Inexpressible("ranks cannot be transformed")
        return super().variables(arguments, manner)


class ItemLists(Shape):
    """Variables ``a`` and ``b``: the items of two top lists (or rankings), best first, named as the manner has it."""

    names = ("a", "b")
    aspects = frozenset({"again", "process", "names"})
    number_names = True
    containers = ("list", "tuple")
    faults = frozenset({"duplicate item", "empty"})

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        orders = [
            list(getattr(argument, "order", None) or [argument[i] for i in range(1, len(argument) + 1)])
            for argument in arguments
        ]
        universe = max((int(x) for order in orders for x in order), default=0)
        called = names(manner.names, universe, "x")
        named = [[called[int(x) - 1] for x in order] for order in orders]
        if manner.fault == "duplicate item" and named[1]:
            named[1] = [*named[1], named[1][0]]
        elif manner.fault == "empty":
            named[1] = []
        a, b = map(tuple, named) if manner.container == "tuple" else named
        return {"a": a, "b": b}
