"""The space of rankings, and spaces of the changes that axioms make to rankings, lists and parameters.

An axiom may rename the items (:class:`Relabellings`), move the positions (:class:`Permutations`), swap or rotate at a
position (:class:`Places`), change items at ranks of a list (:class:`Ranks`, :class:`RankPairs`), or scale a parameter
(:class:`Factors`).

:class:`.base.Space` explains the methods and the class attributes. A space is ``complete`` if all its values over n
items are enumerated. ``sort`` is a noun for the values, and ``argument`` tells the reader of a formula what an argument
of this sort is; ``{0}`` is its name. With ``fills_type`` every value of the type belongs to the space.

Definitions compute with ranks, which are therefore :class:`Whole`, whose division is exact. Places are plain ints: they
only say which position is changed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from reprlib import repr as short_repr
from typing import Any

from flint import fmpq

from ..numbers.exact import Formal, Undefined, Whole, parse, sign
from ..values.rankings import Ranking, Relabelling
from .base import Chooser, Space, reorder_tail

MAX_ITEMS_READ = 1_000
"""The largest number of items of a ranking that is read from a file."""


@lru_cache(maxsize=16)
def all_rankings(n: int) -> tuple[Ranking, ...]:
    """Return all rankings of the items 1..n, rank vectors in lexicographic order."""
    items = tuple(range(1, n + 1))
    return tuple(Ranking(items, vector) for vector in permutations(items))


def unrank(index: int, n: int) -> tuple[int, ...]:
    """Return the permutation of 1..n at ``index`` in lexicographic order, counted from 0.

    With k numbers left, (k-1)! permutations begin with each of them: the quotient by (k-1)! selects the next number,
    and the remainder is the index among the permutations of the others.
    """
    remaining = list(range(1, n + 1))
    permutation = []
    for k in range(n, 0, -1):
        quotient, index = divmod(index, math.factorial(k - 1))
        permutation.append(remaining.pop(quotient))
    return tuple(permutation)


class Rankings(Space):
    """Rankings of the items 1..n."""

    name = "rankings"
    complete = True
    sort = "rankings"
    argument = "a ranking: {0}(x) is the position of item x, 1 the best; {0}⁻¹(i) is the item at position i"
    fills_type = True

    def enumerate(self, n: int) -> Sequence[Ranking]:
        return all_rankings(n)

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Ranking:
        return Ranking.from_order(reorder_tail(choose, range(1, n + 1), 0))  # from index 0 on: all items in any order

    def near(self, choose: Chooser, value: Ranking, n: int) -> Ranking:
        """Draw a ranking related to ``value``; the number drawn first, the *family*, selects the kind of change."""
        family = choose.integer(0, 7) if n > 1 else 0
        if family == 0:  # no change: Hypothesis shrinks to it
            return value
        if family == 1:  # two neighbours swapped
            return value.swapped(choose.integer(1, n - 1))
        if family == 2:
            return value.reversed()
        if family == 3:
            return value.rotated(choose.integer(1, n - 1))
        if family == 4:  # each adjacent swap in turn, from the top, with probability 1/3
            changed = value
            for i in range(1, n):
                if choose.integer(0, 2) == 0:
                    changed = changed.swapped(i)
            return changed
        if family == 5:  # the head reversed
            cut = choose.integer(2, n)
            return Ranking(value.items, tuple(cut + 1 - p if p <= cut else p for p in value.positions))
        if family == 6:  # one item moved
            order = [*value.order]
            item = order.pop(choose.integer(0, n - 1))
            order.insert(choose.integer(0, n - 1), item)
            return Ranking.from_order(order)
        # family 7: the tail reordered
        return Ranking.from_order(reorder_tail(choose, value.order, choose.integer(1, n - 1)))

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, Ranking):
            raise ValueError(f"ranking: {value!r} is not a Ranking; make one with Ranking.from_order([...])")
        if value.items != tuple(range(1, n + 1)):
            raise ValueError(f"ranking: {value} ranks the items {short_repr(list(value.items))}; they must be 1..{n}")

    def convert(self, value: Any) -> Ranking:
        if not isinstance(value, Ranking):
            raise ValueError(
                f"{value!r} is not a ranking: make one with Ranking.from_order([...]) or Ranking.from_positions([...])"
            )
        return value

    def encode(self, value: Ranking) -> Any:
        return list(value.order)

    def decode(self, data: Any) -> Ranking:
        if not isinstance(data, list) or not all(type(x) is int for x in data) or len(data) > MAX_ITEMS_READ:
            raise ValueError(f"ranking: {short_repr(data)} is not a list of item numbers, best first")
        ranking = Ranking.from_order(data)
        if ranking.items != tuple(range(1, len(data) + 1)):
            raise ValueError(f"ranking: {short_repr(data)} must list the items 1..{len(data)}, each once")
        return ranking


class AllRelabellings(Sequence[Relabelling]):
    """All n! relabellings of the items 1..n, in lexicographic order, each made when it is read."""

    def __init__(self, n: int) -> None:
        self.n = n

    def __len__(self) -> int:
        return math.factorial(self.n)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[k] for k in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return Relabelling(dict(enumerate(unrank(index % len(self), self.n), 1)))


class Relabellings(Space):
    """Relabellings of the items: all n! of them.

    The exchanges of neighbouring labels generate all others. An invariance that holds for every instance under each of
    them therefore holds under every relabelling, if the metric has a value at every instance: every relabelling is a
    chain of exchanges, and no step of the chain may lack a value.
    """

    name = "relabellings"
    complete = True

    def _item_count(self, n: int) -> int:
        """Return the number of items that are renamed where n are ranked; more than n if lists come from a universe."""
        return n

    def enumerate(self, n: int) -> Sequence[Relabelling]:
        return AllRelabellings(self._item_count(n))

    def generators(self, n: int) -> Sequence[Relabelling]:
        items = range(1, self._item_count(n) + 1)
        return [Relabelling.exchanging(items, x, x + 1) for x in items[:-1]]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Relabelling:
        # not an index into enumerate(n): for many items its length is too large for Python's len
        item_count = self._item_count(n)
        index = choose.integer(0, math.factorial(item_count) - 1)
        return Relabelling(dict(enumerate(unrank(index, item_count), 1)))

    def validate(self, value: Any, n: int) -> None:
        last_item = self._item_count(n)
        if not isinstance(value, Relabelling) or set(value.mapping) != set(range(1, last_item + 1)):
            raise ValueError(f"relabelling: {value!r} is not a bijection of the items 1..{last_item}")

    def encode(self, value: Relabelling) -> Any:
        return [value(x) for x in sorted(value.mapping)]  # type: ignore[type-var]  # items are 1..n

    def decode(self, data: Any) -> Relabelling:
        # the new names of items 1..n are these items in some order, and are checked as a ranking is
        new_names = Rankings().decode(data).order
        return Relabelling(dict(enumerate(new_names, 1)))


class UniverseRelabellings(Relabellings):
    """Relabellings of the universe from which lists of n items are taken; it has more than n items."""

    name = "relabellings of the universe"
    complete = True

    def __init__(self, universe: Callable[[int], int]) -> None:
        self.universe = universe
        """The number of items of the universe, by n."""

    def _item_count(self, n: int) -> int:
        return self.universe(n)


class Permutations(Rankings):
    """Permutations of the positions: all n! of them, which the exchanges of neighbouring positions generate.

    A permutation is written as a ranking of the items 1..n. Item p represents position p, and its position in the
    ranking is the one to which position p is moved.
    """

    name = "permutations of positions"

    def generators(self, n: int) -> Sequence[Ranking]:
        return [Ranking.identity(n).swapped(i) for i in range(1, n)]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Ranking:
        return super().draw(choose, n)


class Places(Space):
    """Numbers 1..n-1: the position i of an adjacent swap (i, i+1), or the number of items that a rotation moves.

    A single item has none.
    """

    name = "positions 1..n-1"
    complete = True

    def enumerate(self, n: int) -> Sequence[int]:
        return range(1, n)

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> int:
        if n < 2:
            raise Undefined(f"there are no {self.name} for {n} items")
        return choose.integer(1, n - 1)

    def validate(self, value: Any, n: int) -> None:
        if type(value) is not int or not 1 <= value <= n - 1:
            raise ValueError(f"place: {value!r} must be a whole number 1..{n - 1}")

    def encode(self, value: int) -> Any:
        return value

    def decode(self, data: Any) -> int:
        if type(data) is not int or data < 1:
            raise ValueError(f"place: {short_repr(data)} is not a position 1, 2, ...")
        return data


class Factors(Space):
    """Positive factors by which a parameter is scaled. There are infinitely many, and 2 and 1/3 are enumerated."""

    name = "positive factors"

    def enumerate(self, n: int) -> Sequence[Any]:
        return [fmpq(2), fmpq(1, 3)]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        return fmpq(choose.integer(1, 12), choose.integer(1, 12))

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, (int, Fraction, fmpq, Formal)) or isinstance(value, bool) or sign(value) != 1:
            raise ValueError(f"factor: {value!r:.80} must be a positive exact number")

    def encode(self, value: Any) -> Any:
        return str(value)

    def decode(self, data: Any) -> Any:
        value = parse(data)
        self.validate(value, 1)
        return value


class Ranks(Space):
    """Ranks 1..n of a list."""

    name = "ranks"
    complete = True

    def enumerate(self, n: int) -> Sequence[Any]:
        return [Whole(i) for i in range(1, n + 1)]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        return Whole(choose.integer(1, n))

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, int) or not 1 <= value <= n:
            raise ValueError(f"rank: {value!r} must be a whole number 1..{n}")

    def encode(self, value: Any) -> Any:
        return int(value)

    def decode(self, data: Any) -> Any:
        if type(data) is not int or data < 1:
            raise ValueError(f"rank: {short_repr(data)} is not a rank 1, 2, ...")
        return Whole(data)


def is_pair(value: Any) -> bool:
    """Return whether the value is a pair of whole numbers."""
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(i, int) for i in value)


class RankPairs(Space):
    """Two ranks (i, j) of a list, i < j: i is nearer to the top."""

    name = "pairs of ranks"
    complete = True

    def enumerate(self, n: int) -> Sequence[Any]:
        return [(Whole(i), Whole(j)) for i in range(1, n + 1) for j in range(i + 1, n + 1)]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        if n < 2:
            raise Undefined("one rank has no other to be paired with")
        i = choose.integer(1, n - 1)
        return Whole(i), Whole(choose.integer(i + 1, n))

    def validate(self, value: Any, n: int) -> None:
        if not is_pair(value) or not 1 <= value[0] < value[1] <= n:
            raise ValueError(f"ranks: {value!r} must be two ranks 1 <= i < j <= {n}")

    def encode(self, value: Any) -> Any:
        return [int(i) for i in value]

    def decode(self, data: Any) -> Any:
        if not isinstance(data, list) or len(data) != 2 or not all(type(i) is int for i in data):
            raise ValueError(f"ranks: {short_repr(data)} is not a pair of ranks")
        return tuple(map(Whole, data))
