"""Orders that are not rankings: with ties, partial, or of the first few items only.

They are the arguments of metrics such as tau-b, Goodman and Kruskal's gamma and the overlap of top lists. Constructors
are for the engine and validate nothing; ``of`` and ``from_scores`` validate what users pass.

A weak order puts the items into *buckets* of tied items. The *level* of an item is the number of its bucket, 1 = best.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from types import MappingProxyType
from typing import Any, Self

from ..numbers.exact import Whole, fraction
from ..numbers.frozen import Frozen, build, new, setters
from .rankings import Item, Ranking, as_ordered_list, sorted_items


def _buckets_of(a: WeakOrder) -> tuple[tuple[Item, ...], ...]:
    """Return the value of :attr:`WeakOrder.buckets`, computed when it is first read."""
    by_level: dict[int, list[Item]] = {}
    for x, level in zip(a.items, a.levels, strict=True):
        by_level.setdefault(level, []).append(x)
    return tuple(tuple(by_level[level]) for level in sorted(by_level))


def _preferences_of(a: WeakOrder) -> frozenset[tuple[Item, Item]]:
    level = dict(zip(a.items, a.levels, strict=True))
    return frozenset((x, y) for x, y in permutations(a.items, 2) if level[x] < level[y])


class WeakOrder(Frozen):
    """A ranking with ties: ``a[x]`` is the number of the bucket of item x, 1 = best; ``a.items`` the items.

    ``a.prefers(x, y)`` says whether x is strictly ahead of y, ``a.preferences`` are all such pairs, ``a.middle(x)`` is
    the mean of the positions that x and its ties take up. Without ties a weak order is a ranking.

    >>> a = WeakOrder.of(["b", ["a", "c"]])
    >>> a["c"], a.middle("c"), a.prefers("b", "a")
    (2, 5/2, True)
    """

    __slots__ = ("_hash", "_level", "buckets", "items", "levels", "n", "preferences")
    made_from = ("items", "levels")
    lazy = MappingProxyType({"buckets": _buckets_of, "preferences": _preferences_of})

    items: tuple[Item, ...]
    levels: tuple[int, ...]
    """The level of each item, in the order of ``items``."""
    n: Any
    """The number of items, as a ``Whole``."""
    _level: Mapping[Item, Any]
    """The level of each item, as a ``Whole``."""
    buckets: tuple[tuple[Item, ...], ...]
    """The items by bucket, best first."""
    preferences: frozenset[tuple[Item, Item]]
    """The pairs (x, y) with x strictly ahead of y."""
    _hash: int

    def __new__(cls, items: tuple[Item, ...], levels: tuple[int, ...]) -> Self:
        """For the engine, which guarantees that the levels are 1..m, each used; users call ``of``, ``from_scores``."""
        self = new(cls)
        _set_items(self, items)
        _set_levels(self, levels)
        _set_n(self, Whole(len(items)))
        _set_level(self, MappingProxyType({x: Whole(level) for x, level in zip(items, levels, strict=True)}))
        _set_hash(self, hash((items, levels)))
        return self

    @classmethod
    def of(cls, order: Any) -> WeakOrder:
        """From buckets best first, each an item or a list of items; or from a ranking.

        Raises ``ValueError`` naming an item that occurs twice, or an empty bucket.
        """
        if isinstance(order, WeakOrder):
            return order
        if isinstance(order, Ranking):
            return cls(order.items, order.positions)
        if not isinstance(order, Sequence) or isinstance(order, (str, bytes)):
            raise ValueError(f"weak order: {order!r:.80} is not a list of buckets, best first")
        buckets = [list(b) if isinstance(b, (list, tuple, set, frozenset)) else [b] for b in order]
        level: dict[Item, int] = {}
        for k, bucket in enumerate(buckets, 1):
            if not bucket:
                raise ValueError(f"weak order: bucket {k} is empty; leave it out")
            for x in bucket:
                if not isinstance(x, Hashable) or x in level:
                    raise ValueError(f"weak order: item {x!r} occurs twice; each item stands in one bucket")
                level[x] = k
        items = sorted_items(level)
        return cls(items, tuple(level[x] for x in items))

    @classmethod
    def from_scores(cls, scores: Sequence[Any] | Mapping[Item, Any]) -> WeakOrder:
        """From exact scores, the highest first, equal ones tied: of the items 1, 2, 3 ..., or by item in a mapping.

        Raises ``ValueError`` for a score that is not rational, such as a float.
        """
        by_item = scores if isinstance(scores, Mapping) else enumerate(as_ordered_list("scores", scores), 1)
        try:
            exact: dict[Any, Any] = {x: fraction(score) for x, score in dict(by_item).items()}
        except (TypeError, ValueError) as error:
            raise ValueError(f"scores: {error}") from None
        level = {score: k for k, score in enumerate(sorted(set(exact.values()), reverse=True), 1)}
        items = sorted_items(exact)
        return cls(items, tuple(level[exact[x]] for x in items))

    # --- reading ---

    def __getitem__(self, item: Item) -> Any:
        return self._level[item]

    def __len__(self) -> int:
        return len(self.items)

    def prefers(self, x: Item, y: Item) -> bool:
        """Return whether x is strictly ahead of y."""
        return bool(self._level[x] < self._level[y])

    def ties(self, x: Item, y: Item) -> bool:
        """Return whether x and y share a bucket."""
        return bool(self._level[x] == self._level[y])

    def middle(self, item: Item) -> Any:
        """Return the mean of the positions 1..n that the bucket of the item takes up: ahead + 1, ..., ahead + size."""
        level = self._level[item]
        ahead = sum(other < level for other in self.levels)
        size = sum(other == level for other in self.levels)
        return Whole(2 * ahead + size + 1) / Whole(2)

    @property
    def has_ties(self) -> bool:
        """Return whether two items share a bucket."""
        return len(set(self.levels)) < len(self.levels)

    # --- related orders ---

    def reversed(self) -> WeakOrder:
        """The order with the last bucket first."""
        bucket_count = max(self.levels, default=0)
        return WeakOrder(self.items, tuple(bucket_count + 1 - level for level in self.levels))

    def renamed(self, relabelling: Callable[[Any], Any]) -> WeakOrder:
        """Item x renamed to ``relabelling(x)``."""
        level = {relabelling(x): value for x, value in zip(self.items, self.levels, strict=True)}
        items = sorted_items(level)
        return WeakOrder(items, tuple(level[x] for x in items))

    def restricted(self, items: Iterable[Item]) -> WeakOrder:
        """Restrict the order to some of its items; buckets that become empty are left out."""
        kept = set(items)
        buckets = [[x for x in bucket if x in kept] for bucket in self.buckets]
        return WeakOrder.of([bucket for bucket in buckets if bucket])

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"WeakOrder.of({[b[0] if len(b) == 1 else list(b) for b in self.buckets]!r})"

    def __str__(self) -> str:
        return " > ".join(" ~ ".join(map(str, bucket)) for bucket in self.buckets)


_set_items, _set_levels, _set_n, _set_level, _set_hash = setters(WeakOrder, "items", "levels", "n", "_level", "_hash")
"""Setters of the slots, which are otherwise read-only; only ``__new__`` calls them, for speed."""


class PartialOrder(Frozen):
    """A strict partial order: ``a.prefers(x, y)``, ``a.preferences``, transitively closed; ``a.items`` the items.

    >>> a = PartialOrder.of("abc", [("a", "b"), ("b", "c")])
    >>> a.prefers("a", "c")
    True
    """

    __slots__ = ("items", "n", "preferences")
    made_from = ("items", "preferences")

    items: tuple[Item, ...]
    preferences: frozenset[tuple[Item, Item]]
    """The pairs (x, y) with x ahead of y."""
    n: Any
    """The number of items, as a ``Whole``."""

    def __new__(cls, items: tuple[Item, ...], preferences: frozenset[tuple[Item, Item]]) -> Self:
        """For the engine, which guarantees a strict partial order; users call ``of``."""
        return build(cls, items=items, preferences=preferences, n=Whole(len(items)))

    @classmethod
    def of(cls, items: Any, preferences: Iterable[tuple[Item, Item]] = ()) -> PartialOrder:
        """From the items and pairs (x, y) with x ahead of y, closed transitively; or from a weak order or a ranking.

        Raises ``ValueError`` for a pair of unknown items and for a cycle.
        """
        if isinstance(items, PartialOrder):
            return items
        if isinstance(items, (WeakOrder, Ranking)):
            order = WeakOrder.of(items)
            return cls(order.items, order.preferences)
        ordered_items = sorted_items(items)
        closed = set()
        for pair in preferences:
            if not isinstance(pair, (tuple, list)) or len(pair) != 2 or not set(pair) <= set(ordered_items):
                raise ValueError(f"partial order: {pair!r} is not a pair of the items {list(ordered_items)!r}")
            closed.add((pair[0], pair[1]))
        for z in ordered_items:  # Warshall's transitive closure: after z, it has all paths over the items up to z
            closed |= {(x, y) for x in ordered_items for y in ordered_items if (x, z) in closed and (z, y) in closed}
        for x in ordered_items:
            if (x, x) in closed:
                raise ValueError(f"partial order: the preferences have a cycle through {x!r}")
        return cls(ordered_items, frozenset(closed))

    def __len__(self) -> int:
        return len(self.items)

    def prefers(self, x: Item, y: Item) -> bool:
        """Return whether x is ahead of y."""
        return (x, y) in self.preferences

    def reversed(self) -> PartialOrder:
        """The order with every preference reversed."""
        return PartialOrder(self.items, frozenset((y, x) for x, y in self.preferences))

    def renamed(self, relabelling: Callable[[Any], Any]) -> PartialOrder:
        """Item x renamed to ``relabelling(x)``."""
        preferences = frozenset((relabelling(x), relabelling(y)) for x, y in self.preferences)
        return PartialOrder(sorted_items(map(relabelling, self.items)), preferences)

    def __repr__(self) -> str:
        return f"PartialOrder.of({list(self.items)!r}, {sorted(self.preferences, key=repr)!r})"

    def __str__(self) -> str:
        return "{" + ", ".join(f"{x} > {y}" for x, y in sorted(self.preferences, key=repr)) + "}"


class TopList(Frozen):
    """The first items of a ranking, best first, over any universe: ``a[i]`` is the item at rank i, ``a.n`` the length.

    Two lists may have different items and different lengths. ``a.head(d)`` is the set of the first d items.

    >>> TopList.of("ab").head(1)
    frozenset({'a'})
    """

    __slots__ = ("n", "order")
    made_from = ("order",)

    order: tuple[Item, ...]
    """The listed items, best first."""
    n: Any
    """The length of the list, as a ``Whole``."""

    def __new__(cls, order: tuple[Item, ...]) -> Self:
        """For the engine, which guarantees different items; users call ``of``."""
        return build(cls, order=order, n=Whole(len(order)))

    @classmethod
    def of(cls, order: Any) -> TopList:
        """From the items, best first, or from a ranking. Raises ``ValueError`` naming an item that occurs twice."""
        if isinstance(order, TopList):
            return order
        listed = list(order.order) if isinstance(order, Ranking) else as_ordered_list("top list", order)
        for k, x in enumerate(listed):
            if x in listed[:k]:
                raise ValueError(f"top list: item {x!r} occurs twice; a list has each item once")
        return cls(tuple(listed))

    def __len__(self) -> int:
        return len(self.order)

    def __iter__(self) -> Iterator[Item]:
        return iter(self.order)

    def __getitem__(self, rank: int) -> Item:
        if not 1 <= rank <= len(self.order):
            raise KeyError(f"rank {rank} is not one of 1..{len(self.order)}")
        return self.order[rank - 1]

    def head(self, depth: int) -> frozenset[Item]:
        """The first items down to a depth; all of them if there are no more."""
        return frozenset(self.order[: int(depth)])

    def reversed(self) -> TopList:
        """The list with the last item first."""
        return TopList(self.order[::-1])

    def renamed(self, relabelling: Callable[[Any], Any]) -> TopList:
        """Item x renamed to ``relabelling(x)``."""
        return TopList(tuple(map(relabelling, self.order)))

    def __repr__(self) -> str:
        return f"TopList.of({list(self.order)!r})"

    def __str__(self) -> str:
        return "<" + ", ".join(map(str, self.order)) + ">"
