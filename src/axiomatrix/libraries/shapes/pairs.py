"""Shapes for two orders: vectors of ranks or scores of the same items, or lists of items.

Vectors have an entry for each item, in the fixed order of the items. Lists hold the items themselves, best first, and
may differ in length. A ``call_variant`` is a way of making the same call, such as with arrays in place of lists; its
fields, the aspects, are explained at :class:`..call_variants.CallVariant`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...numbers.exact import Number
from ...values.orders import WeakOrder
from ...values.rankings import Ranking
from ...values.scored import Scores
from ..call_variants import DTYPES, CallVariant
from .base import Inexpressible, Shape, as_container, as_python_number, make_names, put_fault, transform_scores


class TwoVectors(Shape):
    """Variables ``x`` and ``y``, the rank of each item in two orders (1 = best), or with ``scores=True`` its score.

    In a weak order with m buckets, the items of bucket number i have rank i, or score m + 1 - i (larger is better).
    The aspects ``truth`` and ``scores`` are here the number types of the first and the second vector.
    """

    variable_names = ("x", "y")
    aspects = frozenset({"again", "process", "truth", "scores", "transformation"})
    faults = frozenset({"nan score", "infinite score", "fewer scores", "empty"})
    dtypes: Sequence[str] = DTYPES
    containers: Sequence[str] = ("list", "tuple", "array")
    container = "list"
    """Container of the vectors unless the call variant says otherwise."""

    def __init__(self, *, scores: bool = False) -> None:
        self.scores = scores

    def variables(self, arguments: Sequence[Any], call_variant: CallVariant) -> dict[str, Any]:
        a, b = (self._vector(order) for order in arguments)
        # the transformation of scores and the faults concern the second vector, as in a call f(truth, scores)
        x, y = put_fault([as_python_number(v) for v in a], transform_scores(b, call_variant), call_variant.fault)
        return {
            "x": as_container(x, call_variant.container, call_variant.truth, self.container),
            "y": as_container(y, call_variant.container, call_variant.scores, self.container),
        }

    def _vector(self, order: Any) -> Sequence[Number]:
        """Return the ranks of the items of an order, or their scores, in the fixed order of the items."""
        if isinstance(order, Scores):
            return list(order.values)
        if not isinstance(order, (WeakOrder, Ranking)):
            raise Inexpressible(f"{order!r} is not an order of all the items")  # a top list may lack items
        items: list[Any] = list(order.items)
        ranks = [int(order[x]) for x in sorted(items)]
        if not self.scores:
            return ranks
        lowest_rank = max(ranks, default=0)
        return [lowest_rank + 1 - r for r in ranks]


class RankVectors(TwoVectors):
    """Variables ``x`` and ``y``: the rank of each item in two orders, held in arrays.

    Ranks are the numbers 1..n, so that a transformation would make them something else.
    """

    aspects = TwoVectors.aspects - {"transformation"}
    container = "array"

    def variables(self, arguments: Sequence[Any], call_variant: CallVariant) -> dict[str, Any]:
        if call_variant.transformation:
            raise Inexpressible("ranks cannot be transformed")
        return super().variables(arguments, call_variant)


class ItemLists(Shape):
    """Variables ``a`` and ``b``: the items of two top lists or rankings, best first, with the call variant's names."""

    variable_names = ("a", "b")
    aspects = frozenset({"again", "process", "names"})
    number_names = True
    containers = ("list", "tuple")
    faults = frozenset({"duplicate item", "empty"})

    def variables(self, arguments: Sequence[Any], call_variant: CallVariant) -> dict[str, Any]:
        orders = [list(argument.order) for argument in arguments]
        largest_item = max((int(x) for order in orders for x in order), default=0)
        item_names = make_names(call_variant.names, largest_item, "x")  # item k has the name at index k - 1
        a, b = ([item_names[int(x) - 1] for x in order] for order in orders)
        if call_variant.fault == "duplicate item" and b:
            b = [*b, b[0]]
        elif call_variant.fault == "empty":
            b = []
        if call_variant.container == "tuple":
            return {"a": tuple(a), "b": tuple(b)}
        return {"a": a, "b": b}
