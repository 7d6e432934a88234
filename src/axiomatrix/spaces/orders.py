"""Spaces of weak orders, partial orders and top lists, for metrics of orders that are not rankings.

Tau-b and Goodman and Kruskal's gamma, for example, compare weak orders, and rank-biased overlap compares top lists.

A weak order puts the items into *buckets* of tied items. The *level* of an item is the number of its bucket, 1 = best.
Values are drawn, and changed to related values, by *families*: kinds of changes that often expose faults of metrics.
The first choice is the number of the family, and family 0 changes nothing. :class:`.base.Space` explains the methods
and class attributes of spaces.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations, permutations, product
from math import comb
from reprlib import repr as short_repr
from typing import Any

from flint import fmpq

from ..numbers.exact import Undefined
from ..values.orders import PartialOrder, TopList, WeakOrder
from .base import Chooser, Space, choose_one, exchange_neighbours, inherits_enumerate, reorder_tail
from .rankings import Rankings

MAX_BUCKETS_READ = 1_000
"""The largest number of buckets of a weak order that is read from a file."""
MAX_ENTRIES_READ = 10_000
"""The longest list of items, or of preferences, of a partial order or top list that is read from a file."""


@lru_cache(maxsize=16)
def all_weak_orders(n: int) -> tuple[WeakOrder, ...]:
    """Return all weak orders of the items 1..n, those with the fewest buckets first."""
    items = tuple(range(1, n + 1))
    bucket_counts = range(1, n + 1) if n else [0]  # no items have one order, which has no buckets
    return tuple(WeakOrder(items, levels) for m in bucket_counts for levels in _surjections(n, m))


def _surjections(n: int, m: int) -> list[tuple[int, ...]]:
    """Return the tuples of n numbers in which each of 1..m occurs and no other, in lexicographic order."""

    @cache
    def tails(length: int, needed: frozenset[int]) -> list[tuple[int, ...]]:
        """Return the tuples of this length, of numbers 1..m, in which each of the ``needed`` ones occurs."""
        if len(needed) > length:
            return []
        if length == 0:
            return [()]
        return [(k, *tail) for k in range(1, m + 1) for tail in tails(length - 1, needed - {k})]

    return tails(n, frozenset(range(1, m + 1)))


@cache
def weak_order_count(n: int) -> int:
    """Return the number of weak orders of n items: choose the k items of the first bucket, then order the others."""
    if n == 0:
        return 1
    return sum(comb(n, k) * weak_order_count(n - k) for k in range(1, n + 1))


@lru_cache(maxsize=8)
def all_partial_orders(n: int) -> tuple[PartialOrder, ...]:
    """Return all strict partial orders of the items 1..n, those with the fewest preferences first.

    Item n is put below or above each item of each partial order of 1..n-1, or left incomparable, in all ways that are
    transitive. An order of n items determines its part on 1..n-1, so none is missed.
    """
    if n == 0:
        return (PartialOrder((), frozenset()),)
    items = tuple(range(1, n + 1))
    others = items[:-1]
    preference_sets: set[frozenset[tuple[Any, Any]]] = set()
    for smaller in all_partial_orders(n - 1):
        for sides in product((-1, 0, 1), repeat=n - 1):  # n is below (-1), incomparable to, or above (1) each
            above_n = {(x, n) for x, side in zip(others, sides, strict=True) if side == -1}
            below_n = {(n, x) for x, side in zip(others, sides, strict=True) if side == 1}
            pairs = smaller.preferences | above_n | below_n
            if all((x, z) in pairs for x, y in pairs for y2, z in pairs if y == y2):
                preference_sets.add(frozenset(pairs))
    return tuple(PartialOrder(items, pairs) for pairs in sorted(preference_sets, key=lambda p: (len(p), sorted(p))))


def _order_by_level(levels: Sequence[Any]) -> WeakOrder:
    """Return the weak order of the items 1..n in which smaller levels are better.

    ``levels`` has one number for each item, whole or not. They become 1, 2, ... in the same order.
    """
    used = sorted(set(levels))
    return WeakOrder(tuple(range(1, len(levels) + 1)), tuple(used.index(level) + 1 for level in levels))


class WeakOrders(Space):
    """Rankings with ties of the items 1..n."""

    name = "weak orders"
    complete = True
    sort = "weak orders"
    argument = "an order with ties: {0}(x) is the number of the bucket of item x, 1 the best"
    fills_type = True
    makes = WeakOrder

    def enumerate(self, n: int) -> Sequence[WeakOrder]:
        return all_weak_orders(n)

    def count(self, n: int) -> int:
        return weak_order_count(n) if inherits_enumerate(self, WeakOrders) else super().count(n)

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> WeakOrder:
        return _order_by_level([choose.integer(1, n) for _ in range(n)])

    def near(self, choose: Chooser, value: WeakOrder, n: int) -> WeakOrder:
        family = choose.integer(0, 6)
        last = len(value.buckets)
        levels: list[Any] = [*value.levels]  # of the items 1..n
        if family == 1:
            return value.reversed()
        if family == 2 and last > 1:  # two neighbouring buckets merged
            k = choose.integer(1, last - 1)
            return _order_by_level([level - (level > k) for level in levels])
        if family == 3 and last > 1:  # two buckets exchanged
            k = choose.integer(1, last - 1)
            return _order_by_level([{k: k + 1, k + 1: k}.get(level, level) for level in levels])
        if family == 6 and last > 1:  # the first buckets kept, the other items in any order
            cut = choose.integer(1, last - 1)
            levels = [level if level <= cut else last + choose.integer(1, n) for level in levels]
        elif family >= 4 and n > 1:  # one item moved: to another bucket or (family 5) a new one, half a level further
            level: Any = choose.integer(1, last)
            if family == 5:
                level += fmpq(1, 2)
            levels[choose.integer(0, n - 1)] = level
        return _order_by_level(levels)

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, WeakOrder) or value.items != tuple(range(1, n + 1)):
            raise ValueError(f"weak order: {value!r:.80} is not a WeakOrder of the items 1..{n}")

    def encode(self, value: WeakOrder) -> Any:
        return [list(bucket) for bucket in value.buckets]

    def decode(self, data: Any) -> WeakOrder:
        if not isinstance(data, list) or not all(isinstance(b, list) for b in data) or len(data) > MAX_BUCKETS_READ:
            raise ValueError(f"weak order: {short_repr(data)} is not a list of buckets")
        return WeakOrder.of(data)


class TwoLevels(WeakOrders):
    """Weak orders of two buckets: targets that say only which items are good, as for the area under a ROC curve."""

    name = "weak orders of two levels"
    complete = True

    def enumerate(self, n: int) -> Sequence[WeakOrder]:
        return [a for a in all_weak_orders(n) if len(a.buckets) == 2]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> WeakOrder:
        if n < 2:
            raise Undefined("two levels need at least two items")
        levels = [choose.integer(1, 2) for _ in range(n)]
        if len(set(levels)) == 1:
            levels[choose.integer(0, n - 1)] = 3 - levels[0]  # the other level: 1 for 2, 2 for 1
        return WeakOrder(tuple(range(1, n + 1)), tuple(levels))

    def near(self, choose: Chooser, value: WeakOrder, n: int) -> WeakOrder:
        family = choose.integer(0, 3)
        if family == 1:
            return value.reversed()
        levels: list[Any] = [*value.levels]
        moved_items: list[Any] = []
        if family == 2:  # one item to the other level
            moved_items = [value.items[choose.integer(0, n - 1)]]
        elif family == 3:  # two items exchanged
            moved_items = [choose_one(choose, bucket) for bucket in value.buckets]
        for x in moved_items:
            levels[x - 1] = 3 - levels[x - 1]
        return WeakOrder(value.items, tuple(levels)) if len(set(levels)) == 2 else value

    def validate(self, value: Any, n: int) -> None:
        super().validate(value, n)
        if len(value.buckets) != 2:
            raise ValueError(f"weak order of two levels: {value!r:.80} has {len(value.buckets)} levels")


PARTIAL_ORDER_COUNTS = (1, 1, 3, 19, 219, 4_231, 130_023, 6_129_859, 431_723_379)
"""Numbers of partial orders of 0, 1, 2 ... items (A001035 of the OEIS): listing those of six items takes seconds."""


class PartialOrders(Space):
    """Strict partial orders of the items 1..n, those with the fewest preferences first."""

    name = "partial orders"
    complete = True
    sort = "partial orders"
    argument = "a partial order of the items"
    fills_type = True

    def enumerate(self, n: int) -> Sequence[PartialOrder]:
        return all_partial_orders(n)

    def count(self, n: int) -> int:
        has_known_count = inherits_enumerate(self, PartialOrders) and n < len(PARTIAL_ORDER_COUNTS)
        return PARTIAL_ORDER_COUNTS[n] if has_known_count else super().count(n)

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> PartialOrder:
        order = Rankings().draw(choose, n).order
        return PartialOrder.of(order, [pair for pair in combinations(order, 2) if choose.integer(0, 1)])

    def near(self, choose: Chooser, value: PartialOrder, n: int) -> PartialOrder:
        family = choose.integer(0, 5)
        if family == 1:
            return value.reversed()
        if family == 2 and value.preferences:  # two items x > y lose all preferences, so that the rest stays transitive
            pairs = sorted(value.preferences)
            upper, lower = choose_one(choose, pairs)
            return PartialOrder.of(value.items, [p for p in pairs if upper not in p and lower not in p])
        if family == 3:  # one more preference, between items that were incomparable
            incomparable = [
                (x, y)
                for x, y in permutations(value.items, 2)
                if (x, y) not in value.preferences and (y, x) not in value.preferences
            ]
            if incomparable:
                added = choose_one(choose, incomparable)
                return PartialOrder.of(value.items, [*value.preferences, added])
        if family == 4:  # one item moved: below some of the others, or above some of them
            item = value.items[choose.integer(0, n - 1)]
            is_above = choose.integer(0, 1)
            compared = [y for y in value.items if y != item and choose.integer(0, 1)]
            new = [(item, y) if is_above else (y, item) for y in compared]
            kept = [pair for pair in value.preferences if item not in pair]
            return PartialOrder.of(value.items, kept + new)
        if family == 5:  # the preferences of the upper items kept, the others redrawn
            number_ahead = {x: sum(y == x for _, y in value.preferences) for x in value.items}
            order = sorted(value.items, key=lambda x: number_ahead[x])  # no item before one that is ahead of it
            cut = choose.integer(min(1, n - 1), n - 1)
            kept = [pair for pair in value.preferences if pair[0] in order[:cut]]
            tail = reorder_tail(choose, order[cut:], 0)
            return PartialOrder.of(value.items, kept + [p for p in combinations(tail, 2) if choose.integer(0, 1)])
        return value

    def convert(self, value: Any) -> PartialOrder:
        if not isinstance(value, (PartialOrder, WeakOrder)):
            raise ValueError(f"{value!r:.80} is not a partial order: make one with PartialOrder.of(items, pairs)")
        return PartialOrder.of(value)

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, PartialOrder) or value.items != tuple(range(1, n + 1)):
            raise ValueError(f"partial order: {value!r:.80} is not a PartialOrder of the items 1..{n}")

    def encode(self, value: PartialOrder) -> Any:
        return {"items": list(value.items), "preferences": [list(pair) for pair in sorted(value.preferences)]}

    def decode(self, data: Any) -> PartialOrder:
        if not isinstance(data, dict) or set(data) != {"items", "preferences"}:
            raise ValueError(f"partial order: {short_repr(data)} must have items and preferences")
        if not all(isinstance(data[name], list) and len(data[name]) < MAX_ENTRIES_READ for name in data):
            raise ValueError(f"partial order: {short_repr(data)} must have lists of items and preferences")
        return PartialOrder.of(data["items"], [tuple(pair) for pair in data["preferences"]])


class TopLists(Space):
    """Top lists of the items 1, 2, ...: all of length n, or with ``equal=False`` of length 1..n.

    A list may have any items, so that the space is a grid. Enumerated are the lists of the items 1..n + 2, or 1..n + 1
    for lists of any length. Two enumerated lists of three or more items therefore always share an item, although two
    lists need not. Lists of equal length are drawn from 1..2n, which two lists without a common item need.
    """

    sort = "top lists"
    argument = "a list of items, best first; with an index ≤ d, the set of its first d items"
    fills_type = True
    makes = TopList

    def __init__(self, equal: bool = True) -> None:
        self.has_equal_lengths = equal
        """Whether lists over n have exactly n items; otherwise they have 1..n."""
        noun = "top lists of equal length" if equal else "top lists of any length"
        self.name = f"{noun} (enumerated: of n + {2 if equal else 1} items)"  # type: ignore[misc]  # an instance has its own

    def universe(self, n: int) -> int:
        """Return the number of items that enumerated or drawn lists are taken from."""
        return max(n + 2, 2 * n) if self.has_equal_lengths else n + 1

    def enumerate(self, n: int) -> Sequence[TopList]:
        return _all_top_lists(n, self.has_equal_lengths)

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> TopList:
        return self._extend(choose, [], n if self.has_equal_lengths else choose.integer(1, n), n)

    def near(self, choose: Chooser, value: TopList, n: int) -> TopList:
        family = choose.integer(0, 5 if self.has_equal_lengths else 6)  # 6 changes the length
        order = [*value.order]
        if family == 1:
            return value.reversed()
        if family == 2:
            order = exchange_neighbours(choose, order)
        elif family == 3:  # all but one item shared
            others = [x for x in range(1, self.universe(n) + 1) if x not in order]
            order[choose.integer(0, len(order) - 1)] = choose_one(choose, others)
        elif family == 4:  # a prefix shared
            return self._extend(choose, order[: choose.integer(0, len(order) - 1)], len(order), n)
        elif family == 5 and self.has_equal_lengths:  # the same items in any order
            order = reorder_tail(choose, order, 0)
        elif family == 5:  # a prefix, extended to any length: one list may be inside the other
            return self._extend(choose, order[: choose.integer(1, len(order))], choose.integer(1, n), n)
        elif family == 6 and len(order) > 1:  # one item left out
            order.pop(choose.integer(0, len(order) - 1))
        return TopList(tuple(order))

    def _extend(self, choose: Chooser, order: list[Any], length: int, n: int) -> TopList:
        """Append drawn items to ``order`` up to a length; an order that is longer already stays."""
        # from 1..2n for lists of equal length, so that two lists need not share an item
        last = 2 * n if self.has_equal_lengths else n + 1
        pool = [x for x in range(1, last + 1) if x not in order]
        while len(order) < length:
            order.append(pool.pop(choose.integer(0, len(pool) - 1)))
        return TopList(tuple(order))

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, TopList) or not all(type(x) is int for x in value.order):
            raise ValueError(f"top list: {value!r:.80} is not a TopList of items 1, 2, ...")
        if len(value) > n or (self.has_equal_lengths and len(value) != n) or not len(value):
            allowed = f"{n}" if self.has_equal_lengths else f"1..{n}"
            raise ValueError(f"top list: {value} has {len(value)} items; it must have {allowed}")

    def encode(self, value: TopList) -> Any:
        return list(value.order)

    def decode(self, data: Any) -> TopList:
        if not isinstance(data, list) or not all(type(x) is int for x in data) or len(data) > MAX_ENTRIES_READ:
            raise ValueError(f"top list: {short_repr(data)} is not a list of item numbers, best first")
        return TopList.of(data)


@lru_cache(maxsize=16)
def _all_top_lists(n: int, have_equal_lengths: bool) -> tuple[TopList, ...]:
    """Return the enumerated top lists, the shortest first; :class:`TopLists` says which items they have."""
    lengths = [n] if have_equal_lengths else range(1, n + 1)
    last = n + 2 if have_equal_lengths else n + 1
    items = range(1, last + 1)
    return tuple(TopList(order) for length in lengths for order in permutations(items, length))
