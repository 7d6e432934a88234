"""Rankings (bijections from items to positions 1..n, 1 = best) and relabellings of their items.

Definitions of metrics and axioms compute with these values. They are made for every pair of rankings that is
enumerated, so that construction is written for speed; the classmethods ``from_...`` validate what users pass.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import filterfalse, pairwise
from numbers import Integral, Real
from types import MappingProxyType
from typing import Any, Self

from flint import fmpq

from ..numbers.exact import Formal, Whole, fraction
from ..numbers.frozen import Frozen, build, new, read_only, setters
from ..numbers.rationals import WHOLES

Item = Hashable
"""An item that is ranked: a number, a text, or any other value that can be hashed."""


def sorted_items(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return the items in an order that does not depend on how they are listed.

    They are sorted or, if they cannot be compared with each other, ordered by type and text.
    """
    listed: list[Any] = list(items)
    try:
        ordered = sorted(listed)
        # sets and other items with a partial order are sorted without an error, in an order that is not fixed
        if all(x < y for x, y in pairwise(ordered)):
            return tuple(ordered)
    except TypeError:
        pass  # such as numbers and texts
    return tuple(sorted(listed, key=lambda item: (type(item).__name__, repr(item))))


def as_ordered_list(argument: str, values: Iterable[Any]) -> list[Any]:
    """Return the values as a list; ``ValueError`` naming the argument for a set, whose order depends on hashes."""
    if isinstance(values, (set, frozenset)):
        raise ValueError(
            f"{argument}: a set has no order, and may be iterated differently in each process; pass a list"
        )
    return list(values)


def _first_repeated(values: Sequence[Any]) -> Any:
    """Return the first value that has occurred before; there must be one."""
    seen: set[Any] = set()
    for value in values:
        if value in seen:
            return value
        seen.add(value)
    raise AssertionError("called without a repeated value")


# --- the attributes of rankings that are computed when they are first read ---


def _items_ahead_of(a: Ranking) -> Mapping[Item, tuple[Item, ...]]:
    return MappingProxyType({x: a.order[:k] for k, x in enumerate(a.order)})


def _ordered_pairs_of(a: Ranking) -> tuple[tuple[Item, Item], ...]:
    return tuple((x, y) for k, x in enumerate(a.order) for y in a.order[k + 1 :])


class Ranking(Frozen):
    """A bijection from items to positions 1..n; position 1 is the best.

    ``a[x]`` is the position of item ``x`` in ``a``, ``a.items`` the items, ``a.order`` the items best first and
    ``a.n`` their number. Rankings are immutable, hashable, and equal if they rank the same items alike.

    >>> a = Ranking.from_order("bca")
    >>> a["a"], a.order
    (3, ('b', 'c', 'a'))
    """

    __slots__ = ("_ahead", "_hash", "_position", "items", "n", "order", "pairs", "positions", "preferences")
    made_from = ("items", "positions")  # copies in another process recompute the rest: hashes differ there
    lazy = MappingProxyType(
        {"_ahead": _items_ahead_of, "pairs": _ordered_pairs_of, "preferences": lambda a: frozenset(a.pairs)}
    )

    items: tuple[Item, ...]
    """The items in the order of :func:`sorted_items`."""
    positions: tuple[int, ...]
    """The rank vector: the positions of the items, in the order of ``items``."""
    order: tuple[Item, ...]
    """The items, best first."""
    n: Any
    """The number of items, as a ``Whole``."""
    _position: Mapping[Item, int]
    """The position of each item, as a ``Whole``, which divides exactly."""
    _hash: int
    _ahead: Mapping[Item, tuple[Item, ...]]
    """The items ahead of each item, best first."""
    pairs: tuple[tuple[Item, Item], ...]
    """The pairs (x, y) with x ahead of y, ordered by the position of x and then of y."""
    preferences: frozenset[tuple[Item, Item]]
    """The set of the pairs (x, y) with x ahead of y; weak and partial orders have it too."""

    def __new__(cls, items: tuple[Item, ...], positions: tuple[int, ...] = ()) -> Self:
        """For the engine, which guarantees validity; users call ``from_order``, ``from_positions``, ``from_scores``."""
        n = len(items)
        if len(positions) != n:
            raise ValueError(
                f"positions: there are {len(positions)} for {n} items; each item must have one: write "
                f"Ranking.from_order([...]), best first, or Ranking.from_positions([...])"
            )
        whole_of = WHOLES if n in WHOLES else tuple(map(Whole, range(n + 1)))  # by number; WHOLES has small ones
        order: list[Item] = [None] * n
        for item, position in zip(items, positions):  # noqa: B905  # the lengths are equal; strict is slower
            order[position - 1] = item
        self = new(cls)
        _set_items(self, items)
        _set_positions(self, positions)
        _set_order(self, tuple(order))
        _set_n(self, whole_of[n])
        _set_position(self, MappingProxyType({x: whole_of[p] for x, p in zip(items, positions)}))  # noqa: B905  # as above
        _set_hash(self, hash((items, positions)))
        return self

    # --- construction from users' data ---

    @classmethod
    def from_positions(cls, positions: Sequence[int] | Mapping[Item, int]) -> Ranking:
        """From a rank vector: the position of item 1, 2, 3 ... (or a mapping from items to positions).

        Raises ``ValueError`` naming the value that breaks the rule *positions are 1..n, each once*.
        """
        if isinstance(positions, Mapping):
            items = sorted_items(positions)
            vector = [positions[item] for item in items]
        else:
            vector = as_ordered_list("positions", positions)
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
        """From the items, best first. Raises ``ValueError`` for a set, and naming an item that occurs twice."""
        listed = as_ordered_list("order", order)
        if len(set(listed)) != len(listed):
            raise ValueError(f"order: item {_first_repeated(listed)!r} occurs twice; a ranking lists each item once")
        position = {item: k for k, item in enumerate(listed, 1)}
        items = sorted_items(listed)
        return cls(items, tuple(position[item] for item in items))

    @classmethod
    def from_scores(cls, scores: Sequence[Any] | Mapping[Item, Any]) -> Ranking:
        """From scores, the highest first: of the items 1, 2, 3 ..., or by item in a mapping.

        Raises ``ValueError`` for nan, for a non-number, and for ties, since a ranking has none.
        """
        by_item: dict[Any, Any] = dict(
            scores if isinstance(scores, Mapping) else enumerate(as_ordered_list("scores", scores), 1)
        )
        for item, score in by_item.items():
            if not isinstance(score, (Real, Decimal, fmpq, Formal)) or score != score:  # nan
                raise ValueError(f"scores: item {item!r} has the score {score!r}; scores must be numbers")
        # flint's rationals are not compared with Python's numbers
        keys = {item: fraction(score) if isinstance(score, fmpq) else score for item, score in by_item.items()}
        try:
            order = sorted(by_item, key=lambda item: keys[item], reverse=True)
        except TypeError as error:
            listed = list(by_item.values())
            raise ValueError(f"scores: {listed!r} cannot be compared with each other: {error}") from None
        for x, y in pairwise(order):
            if keys[x] == keys[y]:
                tied = [item for item in by_item if keys[item] == keys[x]]
                raise ValueError(
                    f"scores: items {tied!r} tie at {by_item[x]!r}; a ranking has no ties, break them first"
                )
        return cls.from_order(order)

    @classmethod
    def identity(cls, n: int) -> Ranking:
        """Item 1 first, item n last."""
        return cls(tuple(range(1, n + 1)), tuple(range(1, n + 1)))

    def handing_out(self, number: Callable[[int], Any]) -> Ranking:
        """Return the same ranking whose ``a[x]`` and ``a.n`` are numbers of another type, made by ``number``.

        For evaluations that need another type than ``Whole``, such as flint's integers.
        """
        copy = self._like(self.items, self.positions)
        _set_n(copy, number(len(self.items)))
        _set_position(copy, MappingProxyType({x: number(p) for x, p in zip(self.items, self.positions, strict=True)}))
        return copy

    # --- reading ---

    def __getitem__(self, item: Item) -> int:
        try:
            return self._position[item]
        except KeyError:
            raise KeyError(f"item {item!r} is not ranked here; the items are {list(self.items)}") from None

    def __len__(self) -> int:
        return len(self.items)

    def ahead(self, item: Item) -> tuple[Item, ...]:
        """The items strictly ahead of ``item``, best first."""
        try:
            return self._ahead[item]
        except KeyError:
            self[item]  # raises the same error with a message that lists the items
            raise

    def is_between(self, a: Ranking, c: Ranking) -> bool:
        """Return whether this ranking agrees with ``a`` and ``c`` on each pair on which these agree (Kemeny-Snell)."""
        require_same_items(self, a)
        require_same_items(self, c)
        return (a.preferences & c.preferences) <= self.preferences

    def ascends(self, i: int, a: Ranking) -> bool:
        """Return whether the items at positions ``i`` and ``i + 1`` have the same order in ``a``."""
        return bool(a[self.order[i - 1]] < a[self.order[i]])

    # --- related rankings ---

    def _like(self, items: tuple[Item, ...], positions: tuple[int, ...]) -> Self:
        """Make another ranking of the same class; a subclass that records how it was made overrides this."""
        return type(self)(items, positions)

    def renamed(self, relabelling: Relabelling) -> Ranking:
        """Rename every item x to ``relabelling(x)``; as functions of the items, a o pi^-1 for a relabelling pi."""
        position_of = {relabelling(item): position for item, position in zip(self.items, self.positions, strict=True)}
        items = sorted_items(position_of)
        return self._like(items, tuple(position_of[item] for item in items))

    def moved(self, permutation: Ranking) -> Ranking:
        """Move the item at each position p to ``permutation[p]``; as functions, tau o a for a permutation tau."""
        permutation._require_numbered("moved")
        if len(permutation.positions) != len(self.positions):
            raise ValueError(f"permutation: {permutation!r} moves {len(permutation)} positions, not {len(self)}")
        return self._like(self.items, tuple(permutation.positions[p - 1] for p in self.positions))

    def reversed(self) -> Ranking:
        """The ranking from worst to best."""
        n = len(self.items)
        return self._like(self.items, tuple(n + 1 - p for p in self.positions))

    def swapped(self, i: int) -> Ranking:
        """The ranking with the items at positions ``i`` and ``i + 1`` exchanged."""
        if not 1 <= i < len(self.items):
            raise ValueError(f"place: {i!r} must be a whole number 1..{len(self.items) - 1}")
        swapped_positions = {i: i + 1, i + 1: i}
        return self._like(self.items, tuple(swapped_positions.get(p, p) for p in self.positions))

    def rotated(self, k: int) -> Ranking:
        """The ranking with the first ``k`` items moved, in their order, behind all others."""
        n = len(self.items)
        return self._like(self.items, tuple((p - 1 - k) % n + 1 for p in self.positions))

    def inverse(self) -> Ranking:
        """The inverse permutation of a ranking of the items 1..n."""
        self._require_numbered("inverse")
        return self._like(self.items, tuple(int(x) for x in self.order))  # type: ignore[call-overload]  # items are 1..n

    def compose(self, other: Ranking) -> Ranking:
        """``self o other`` for rankings of the items 1..n: item x goes to position self(other(x))."""
        self._require_numbered("compose")
        other._require_numbered("compose")
        return other.moved(self)

    def _require_numbered(self, method: str) -> None:
        """Raise ``ValueError`` naming the method unless the items are 1..n."""
        if self.items != tuple(range(1, len(self.items) + 1)):
            raise ValueError(f"{method}: the items are {list(self.items)}; this needs the items 1..n")

    # --- value semantics ---

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


_set_items, _set_positions, _set_order, _set_n, _set_position, _set_hash = setters(
    Ranking, "items", "positions", "order", "n", "_position", "_hash"
)
"""Setters of the slots, which are otherwise read-only; only ``__new__`` and ``handing_out`` call them."""


class Relabelling(Frozen):
    """A bijection of the items onto themselves: ``relabelling(x)`` is the new name of item x."""

    __slots__ = ("mapping",)
    made_from = ("mapping",)

    mapping: Mapping[Item, Item]

    def __new__(cls, mapping: Mapping[Item, Item]) -> Self:
        if set(mapping) != set(mapping.values()):
            raise ValueError(f"relabelling: {dict(mapping)} is not a bijection of the items onto themselves")
        return build(cls, mapping=read_only(mapping))

    @classmethod
    def exchanging(cls, items: Iterable[Item], x: Item, y: Item) -> Relabelling:
        """The relabelling that exchanges ``x`` and ``y`` and keeps every other item."""
        return cls({**{item: item for item in items}, x: y, y: x})

    def __call__(self, item: Item) -> Item:
        return self.mapping[item]

    def __hash__(self) -> int:
        return hash(frozenset(self.mapping.items()))

    def __repr__(self) -> str:
        return f"Relabelling({dict(self.mapping)!r})"


def require_same_items(a: Ranking, b: Ranking) -> None:
    """Raise ``ValueError`` naming the items that only one of the rankings has."""
    if a.items != b.items:
        only_a = [x for x in a.items if x not in b.items]
        only_b = [x for x in b.items if x not in a.items]
        raise ValueError(f"rankings of different items: only the first has {only_a}, only the second has {only_b}")


@lru_cache(maxsize=1 << 12)  # enough for all pairs of rankings of four items, which a search visits again and again
def _inverted_pairs(a: Ranking, b: Ranking) -> tuple[tuple[Item, Item], ...]:
    """Return the value of :func:`inverted_pairs`, which adds advice to its errors."""
    require_same_items(a, b)
    return tuple(filterfalse(b.preferences.__contains__, a.pairs))


def _explain_non_ranking(error: Exception, name: str, *arguments: Any) -> Exception:
    """Return an error that says how to make a ranking, if an argument is not a ranking; else the error unchanged."""
    others = [argument for argument in arguments if not isinstance(argument, Ranking)]
    advice = "is not a Ranking; make one with Ranking.from_order([...]), best item first"
    return TypeError(f"{name}: {others[0]!r:.60} {advice}") if others else error


def inverted_pairs(a: Ranking, b: Ranking) -> tuple[tuple[Item, Item], ...]:
    """Return the pairs (x, y) with x ahead of y in ``a`` and behind y in ``b``, in the order of ``a``.

    Raises ``ValueError`` if the rankings have different items.
    """
    try:
        return _inverted_pairs(a, b)
    except (AttributeError, TypeError) as error:
        raise _explain_non_ranking(error, "inverted_pairs", a, b) from None


def ahead(a: Ranking, x: Item) -> tuple[Item, ...]:
    """Return the items strictly ahead of ``x`` in ``a``, best first."""
    try:
        return a.ahead(x)
    except AttributeError as error:
        raise _explain_non_ranking(error, "ahead", a) from None
