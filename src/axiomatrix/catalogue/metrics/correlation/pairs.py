"""Concordant and discordant pairs of two orders of any kind: what most coefficients count."""

from __future__ import annotations

from typing import Any

from ....numbers.exact import Undefined, Whole
from ....values.orders import PartialOrder, WeakOrder
from ....values.rankings import Item, Ranking

Order = Ranking | WeakOrder | PartialOrder


def preferences(a: Order) -> frozenset[tuple[Item, Item]]:
    """The pairs of items whose order ``a`` decides: (x, y) with x ahead of y."""
    return a.preferences


def concordant(a: Order, b: Order) -> Any:
    """The number of pairs that both orders put the same way."""
    return Whole(len(preferences(a) & preferences(b)))


def discordant(a: Order, b: Order) -> Any:
    """The number of pairs that the orders put opposite ways."""
    theirs = preferences(b)
    return Whole(sum((y, x) in theirs for x, y in preferences(a)))


def decided(a: Order) -> Any:
    """The number of pairs whose order ``a`` decides."""
    return Whole(len(preferences(a)))


def needs_two(a: Any) -> None:
    """Raise ``Undefined`` for fewer than two items, where a maximum of 0 would be divided by."""
    if len(a) < 2:
        raise Undefined(f"of {len(a)} items there are no pairs: the value would be 0/0")
