"""Shapes for two orders: vectors of ranks or scores of the same items, or lists of items.

Vectors have an entry for each item, in the fixed order of the items. Lists hold the items themselves, best first, and
may differ in length.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...numbers.exact import Number
from ...values.orders import WeakOrder
from ...values.rankings import Ranking
from ...values.scored import Scores
from ..manner import DTYPES, Manner
from .base import Inexpressible, Shape, as_container, as_python_number, make_names, put_fault, transform_scores


class TwoVectors(Shape):
    """Variables ``x`` and ``y``, the rank of each item in two orders (1 = best), or with ``scores=True`` its score.

    In a weak order with m buckets, the items of bucket number i have rank i, or score m + 1 - i (larger is better).
    """

    names = ("x", "y")
    aspects = frozenset({"again", "process", "truth", "scores", "transformation"})
    faults = frozenset({"nan score", "infinite score", "fewer scores", "empty"})
    dtypes: Sequence[str] = DTYPES
    containers: Sequence[str] = ("list", "tuple", "array")
    container = "list"
    """Container of the vectors unless the manner says otherwise."""

    def __init__(self, *, scores: bool = False) -> None:
        self.scores = scores

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        a, b = (self._vector(order) for order in arguments)
        x, y = put_fault([as_python_number(v) for v in a], transform_scores(b, manner), manner.fault)
        return {
            "x": as_container(x, manner.container, manner.truth, self.container),
            "y": as_container(y, manner.container, manner.scores, self.container),
        }

    def _vector(self, order: Any) -> Sequence[Number]:
        """Return the ranks of the items of an order, or their scores, in the fixed order of the items."""
        if isinstance(order, Scores):
            return list(order.values)
        if not isinstance(order, (WeakOrder, Ranking)):
            raise Inexpressible(f"{order!r} is not an order of items that all are in")  # a top list may lack items
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
        orders = [  # the items of each order, best first: a top list has ``order``, a ranking an item at each position
            list(getattr(argument, "order", None) or [argument[i] for i in range(1, len(argument) + 1)])
            for argument in arguments
        ]
        largest_item = max((int(x) for order in orders for x in order), default=0)
        item_names = make_names(manner.names, largest_item, "x")  # item k has the name at index k - 1
        name_lists = [[item_names[int(x) - 1] for x in order] for order in orders]
        if manner.fault == "duplicate item" and name_lists[1]:
            name_lists[1] = [*name_lists[1], name_lists[1][0]]
        elif manner.fault == "empty":
            name_lists[1] = []
        a, b = map(tuple, name_lists) if manner.container == "tuple" else name_lists
        return {"a": a, "b": b}
