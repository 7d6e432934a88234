"""Rankings: bijections from items to positions 1..n, 1 = best."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from numbers import Integral, Real
from typing import Any

from flint import fmpq

from .exact import Formal, Whole, fraction

Item = Hashable


def sorted_items(items: Iterable[Item]) -> tuple[Item, ...]:
    """The items in an order that depends on nothing but them, mixed labels by type and text."""
    listed: list[Any] = list(items)
    try:
        ordered = sorted(listed)
        if all(x < y for x, y in pairwise(ordered)):  # sets are sorted without being ordered
            return tuple(ordered)
    except TypeError:
        pass  # mixed labels
    return tuple(sorted(listed, key=lambda item: (type(item).__name__, repr(item))))


def _first_repeated(values: Sequence[Any]) -> Any:
    seen: set[Any] = set()
    for value in values:
        if value in seen:
            return value
        seen.add(value)
    raise AssertionError("called without a repeated value")


class Ranking:
    """A bijection from items to positions 1..n; position 1 is the best.

    ``a[x]`` is the position of item ``x`` in ``a``, ``a.items`` the items, ``a.order`` the items best first and
    ``a.n`` their number. Rankings are immutable, hashable, and equal if they rank the same items alike.

    >>> a = Ranking.from_order("bca")
    >>> a["a"], a.order
    (3, ('b', 'c', 'a'))
    """

    __slots__ = ("_behind", "_hash", "_pairs", "_places", "_prefix", "items", "n", "order", "positions")

    def __init__(self, items: tuple[Item, ...], positions: tuple[int, ...]) -> None:
        """For the engine, which guarantees validity; users call ``from_order``, ``from_positions``, ``from_scores``."""
        self.items = items
        self.positions = positions
        self.n: Any = Whole(len(items))
        order: list[Item] = [None] * len(items)
        for item, position in zip(items, positions, strict=True):
            order[position - 1] = item
        self.order = tuple(order)
        self._places: dict[Item, Any] = {item: Whole(position) for item, position in zip(items, positions, strict=True)}
        self._hash = hash((items, positions))
        self._prefix: dict[Item, tuple[Item, ...]] | None = None
        self._pairs: tuple[tuple[Item, Item], ...] | None = None
        self._behind: frozenset[tuple[Item, Item]] | None = None

    # --- ways to make one ---

    @classmethod
    def from_positions(cls, positions: Sequence[int] | Mapping[Item, int]) -> Ranking:
        """From a rank vector: the position of item 1, 2, 3 ... (or a mapping from items to positions).

        Raises ``ValueError`` naming the value that breaks the rule *positions are 1..n, each once*.
        """
        if isinstance(positions, Mapping):
            items = sorted_items(positions)
            vector = [positions[item] for item in items]
        else:
            vector = list(positions)
            items = tuple(range(1, len(vector) + 1))
        n = len(vector)
        for item, position in zip(items, vector, strict=True):
            if not isinstance(position, Integral) or isinstance(position, bool) or not 1 <= position <= n:
                raise ValueError(
                    f"positions: item {item!r} stands at {position!r}; "
                    f"positions must be the whole numbers 1..{n}, each once"
                )
        if len(set(vector)) != n:
            raise ValueError(
                f"positions: {_first_repeated(vector)} occurs twice in {vector}; positions must be 1..{n}, each once"
            )
        return cls(items, tuple(int(position) for position in vector))

    @classmethod
    def from_order(cls, order: Iterable[Item]) -> Ranking:
        """From the items, best first. Raises ``ValueError`` naming an item that occurs twice."""
        listed = list(order)
        if len(set(listed)) != len(listed):
            raise ValueError(f"order: item {_first_repeated(listed)!r} occurs twice; a ranking lists each item once")
        places = {item: k for k, item in enumerate(listed, 1)}
        items = sorted_items(listed)
        return cls(items, tuple(places[item] for item in items))

    @classmethod
    def from_scores(cls, scores: Sequence[Any] | Mapping[Item, Any]) -> Ranking:
        """From scores, the highest first. Raises ``ValueError`` on nan and on ties: a ranking has none."""
        pairs: dict[Any, Any] = dict(scores) if isinstance(scores, Mapping) else dict(enumerate(scores, 1))
        for item, score in pairs.items():
            if not isinstance(score, (Real, Decimal, fmpq, Formal)) or score != score:  # nan
                raise ValueError(f"scores: item {item!r} has the score {score!r}; scores must be numbers")
        keys = {item: fraction(score) if isinstance(score, fmpq) else score for item, score in pairs.items()}
        try:
            order = sorted(pairs, key=lambda item: keys[item], reverse=True)
        except TypeError as error:
            raise ValueError(f"scores: {list(pairs.values())!r} cannot be compared with each other: {error}") from None
        for x, y in pairwise(order):
            if keys[x] == keys[y]:
                who = [item for item in pairs if keys[item] == keys[x]]
                raise ValueError(f"scores: items {who!r} tie at {pairs[x]!r}; a ranking has no ties, break them first")
        return cls.from_order(order)

    @classmethod
    def identity(cls, n: int) -> Ranking:
        """Item 1 first, item n last."""
        return cls(tuple(range(1, n + 1)), tuple(range(1, n + 1)))

    def handing_out(self, number: Callable[[int], Any]) -> Ranking:
        """The same ranking, handing out positions and their number as another kind of whole number."""
        other = Ranking(self.items, self.positions)
        other.n = number(len(self.items))
        other._places = {item: number(position) for item, position in self._places.items()}
        return other

    # --- looking ---

    def __getitem__(self, item: Item) -> Any:
        try:
            return self._places[item]
        except KeyError:
            raise KeyError(f"item {item!r} is not ranked here; the items are {list(self.items)}") from None

    def __len__(self) -> int:
        return len(self.items)

    def ahead(self, item: Item) -> tuple[Item, ...]:
        """The items strictly ahead of ``item``, best first."""
        if self._prefix is None:
            self._prefix = {x: self.order[:k] for k, x in enumerate(self.order)}
        return self._prefix[item]

    @property
    def pairs(self) -> tuple[tuple[Item, Item], ...]:
        """The pairs (x, y) with x ahead of y, the best first."""
        if self._pairs is None:
            self._pairs = tuple((x, y) for k, x in enumerate(self.order) for y in self.order[k + 1 :])
        return self._pairs

    @property
    def behind(self) -> frozenset[tuple[Item, Item]]:
        """The pairs (x, y) with x behind y."""
        if self._behind is None:
            self._behind = frozenset((x, y) for k, x in enumerate(self.order) for y in self.order[:k])
        return self._behind

    def is_between(self, a: Ranking, c: Ranking) -> bool:
        """Whether this ranking agrees with ``a`` and ``c`` on every pair on which these two agree (Kemeny-Snell)."""
        return (a.behind & c.behind) <= self.behind

    def ascends(self, i: int, a: Ranking) -> bool:
        """Whether the items at positions ``i`` and ``i + 1`` stand in the same order in ``a``."""
        return bool(a[self.order[i - 1]] < a[self.order[i]])

    # --- making others of it ---

    def renamed(self, relabelling: Relabelling) -> Ranking:
        """The same ranking with every item x called ``relabelling(x)`` (a o pi^-1 as rank vectors)."""
        places = {relabelling(item): position for item, position in zip(self.items, self.positions, strict=True)}
        items = sorted_items(places)
        return Ranking(items, tuple(places[item] for item in items))

    def moved(self, permutation: Ranking) -> Ranking:
        """The ranking in which what stood at position p stands at ``permutation``'s p-th position (tau o a)."""
        if len(permutation.positions) != len(self.positions):
            raise ValueError(f"permutation: {permutation!r} moves {len(permutation)} positions, not {len(self)}")
        return Ranking(self.items, tuple(permutation.positions[p - 1] for p in self.positions))

    def reversed(self) -> Ranking:
        """The ranking from worst to best."""
        n = len(self.items)
        return Ranking(self.items, tuple(n + 1 - p for p in self.positions))

    def swapped(self, i: int) -> Ranking:
        """The ranking with the items at positions ``i`` and ``i + 1`` exchanged."""
        if not 1 <= i < len(self.items):
            raise ValueError(f"place: {i!r} must be a whole number 1..{len(self.items) - 1}")
        return Ranking(self.items, tuple(i + 1 if p == i else i if p == i + 1 else p for p in self.positions))

    def rotated(self, k: int) -> Ranking:
        """The ranking with the first ``k`` items moved, in their order, behind all others."""
        n = len(self.items)
        return Ranking(self.items, tuple((p - 1 - k) % n + 1 for p in self.positions))

    def inverse(self) -> Ranking:
        """The inverse permutation of a ranking of the items 1..n."""
        self._require_numbered("inverse")
        return Ranking(self.items, tuple(int(x) for x in self.order))  # type: ignore[call-overload]  # items are 1..n

    def compose(self, other: Ranking) -> Ranking:
        """``self o other`` for rankings of the items 1..n: item x goes to position self(other(x))."""
        self._require_numbered("compose")
        other._require_numbered("compose")
        return other.moved(self)

    def _require_numbered(self, what: str) -> None:
        if self.items != tuple(range(1, len(self.items) + 1)):
            raise ValueError(f"{what}: the items are {list(self.items)}; this needs the items 1..n")

    # --- value semantics ---

    def __reduce__(self) -> Any:
        return Ranking, (self.items, self.positions)  # hashes of labels differ from process to process

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ranking):
            return NotImplemented
        return self.positions == other.positions and self.items == other.items

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Ranking.from_order({list(self.order)!r})"

    def __str__(self) -> str:
        return " > ".join(map(str, self.order))


class Relabelling:
    """A bijection from items to items; renaming the items must move the items' data along."""

    __slots__ = ("mapping",)

    def __init__(self, mapping: Mapping[Item, Item]) -> None:
        if set(mapping) != set(mapping.values()):
            raise ValueError(f"relabelling: {dict(mapping)} is not a bijection of the items onto themselves")
        self.mapping = dict(mapping)

    @classmethod
    def exchanging(cls, items: Iterable[Item], x: Item, y: Item) -> Relabelling:
        """The relabelling that exchanges ``x`` and ``y`` and keeps every other item."""
        return cls({**{item: item for item in items}, x: y, y: x})

    def __call__(self, item: Item) -> Item:
        return self.mapping[item]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Relabelling) and self.mapping == other.mapping

    def __hash__(self) -> int:
        return hash(frozenset(self.mapping.items()))

    def __repr__(self) -> str:
        return f"Relabelling({self.mapping!r})"


def same_items(a: Ranking, b: Ranking) -> None:
    """Raise ``ValueError`` naming the items that only one of the rankings has."""
    if a.items != b.items:
        only_a = [x for x in a.items if x not in b.items]
        only_b = [x for x in b.items if x not in a.items]
        raise ValueError(f"rankings of different items: only the first has {only_a}, only the second has {only_b}")


@lru_cache(maxsize=1 << 12)
def inverted_pairs(a: Ranking, b: Ranking) -> tuple[tuple[Item, Item], ...]:
    """The pairs (x, y) with x ahead of y in ``a`` and behind y in ``b``, in the order of ``a``."""
    return tuple(filter(b.behind.__contains__, a.pairs))


def ahead(a: Ranking, x: Item) -> tuple[Item, ...]:
    """The items strictly ahead of ``x`` in ``a``, best first."""
    return a.ahead(x)
