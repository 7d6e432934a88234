"""Two lists of items, best first; they need not be of one length."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..manner import Manner
from .base import Shape, names


class ItemLists(Shape):
    """Variables ``a`` and ``b``: the items of two top lists (or rankings), best first, named as the manner has it."""

    names = ("a", "b")

    def __init__(self) -> None:
        self.aspects = frozenset({"again", "process", "names"})
        self.number_names = True
        self.containers = ("list", "tuple")
        self.faults = frozenset({"duplicate item", "empty"})

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        orders = [list(getattr(one, "order", None) or [one[i] for i in range(1, len(one) + 1)]) for one in arguments]
        universe = max((int(x) for order in orders for x in order), default=0)
        called = names(manner.names, universe, "x")
        made = [[called[int(x) - 1] for x in order] for order in orders]
        if manner.fault == "duplicate item" and made[1]:
            made[1] = [*made[1], made[1][0]]
        elif manner.fault == "empty":
            made[1] = []
        if manner.container == "tuple":
            return {"a": tuple(made[0]), "b": tuple(made[1])}
        return {"a": made[0], "b": made[1]}
