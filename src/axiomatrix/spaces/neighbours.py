"""Lists that are related to another one, for the :meth:`Space.near` of the sorts that list entries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from .base import Chooser

Entry = TypeVar("Entry")


def exchange_neighbours(choose: Chooser, entries: Sequence[Entry]) -> list[Entry]:
    """The entries, two neighbouring ones exchanged."""
    changed = [*entries]
    if len(changed) > 1:
        i = choose.integer(0, len(changed) - 2)
        changed[i : i + 2] = changed[i + 1], changed[i]
    return changed


def replace_tail(choose: Chooser, entries: Sequence[Entry], draw: Callable[[], Sequence[Entry]]) -> list[Entry]:
    """The first entries, and after them those of a list of the same length that is drawn."""
    cut = choose.integer(min(1, len(entries) - 1), len(entries) - 1)
    return [*entries[:cut], *draw()[cut:]]


def replace_one(choose: Chooser, entries: Sequence[Entry], draw: Callable[[], Sequence[Entry]]) -> list[Entry]:
    """The entries, one of them taken from a list of the same length that is drawn."""
    k = choose.integer(0, len(entries) - 1)
    return [*entries[:k], draw()[k], *entries[k + 1 :]]


def reorder_tail(choose: Chooser, entries: Sequence[Entry], first: int) -> list[Entry]:
    """The entries in any order from a place on: each takes one of those that follow, its own as the simplest."""
    order = [*entries]
    for i in range(first, len(order) - 1):
        j = i + choose.integer(0, len(order) - 1 - i)
        order[i:j] = [order.pop(j), *order[i:j]] if j > i else []
    return order
