"""The cases of a search: rankings, and parameters with small whole entries that are changed at random or lowered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from random import Random
from typing import Any

from ...methods.coordinates import Order
from ...values.parameters import Parameter

LARGEST = 4096
"""The largest entry of a parameter that a plain search tries."""
Weights = tuple[str, tuple[int, ...], int]
"""A parameter by its name: whole numerators, and their common denominator."""


@dataclass(frozen=True)
class Case:
    """All rankings but the first, which is 1, 2, 3 ..., and the parameters that are not left to a program."""

    orders: tuple[Order, ...]
    weights: tuple[Weights, ...] = ()

    def lighter(self) -> Iterator[Case]:
        """The cases with one parameter without its denominator or its common factor, or one entry smaller."""
        for place, (name, whole, below) in enumerate(self.weights):

            def with_(whole: Sequence[int], below: int, place: int = place, name: str = name) -> Case:
                changed = (name, tuple(whole), below)
                return Case(self.orders, (*self.weights[:place], changed, *self.weights[place + 1 :]))

            divisor = gcd(*whole)
            if below != 1:
                yield with_(whole, 1)
            if divisor > 1:
                yield with_([x // divisor for x in whole], below)
            for k, x in enumerate(whole):
                for less in smaller(x):
                    yield with_([*whole[:k], less, *whole[k + 1 :]], below)


@dataclass(frozen=True)
class ScoredCase:
    """A case with its score (smaller is better; None for no bound at all) and the value of the linear parameter."""

    case: Case
    score: Any
    value: Mapping[str, Parameter] | None = None

    def beats(self, other: ScoredCase | None) -> bool:
        return other is None or (other.score is not None and (self.score is None or self.score < other.score))


def by_score(scored: ScoredCase) -> Any:
    """The key that sorts the best first."""
    return scored.score is not None, scored.score or 0


def smaller(entry: int) -> Iterator[int]:
    """The smaller entries to try in its place, the smallest first."""
    yield from dict.fromkeys(c for c in (0, 1, 2, 3, entry // 2, entry - 1) if 0 <= c < entry)


def nudged(weights: Weights, random: Random, *, decreasing: bool) -> Weights:
    """The parameter after a random change of an entry, of one end or of all; as it was if that gets too large."""
    name, given, below = weights
    whole = list(given)
    k = random.randrange(len(whole))
    kind = random.randrange(8)
    if kind <= 1:
        whole[k] = max(0, whole[k] + (1 if kind else -1))
    elif kind == 2:
        whole[k] *= 2
    elif kind == 3:
        whole[k] //= 2
    elif kind == 4:
        whole[k] = whole[random.randrange(len(whole))]
    elif kind == 5:  # one end scaled
        end = range(k + 1) if random.randrange(2) else range(k, len(whole))
        whole = [2 * x if i in end else x for i, x in enumerate(whole)]
    elif kind == 6:
        whole[k] = random.randrange(2)
    elif random.randrange(2):  # all entries half as large, or twice
        below *= 2
    else:
        whole = [2 * x for x in whole]
    if decreasing:
        whole.sort(reverse=True)
    common = gcd(below, *whole)
    whole, below = [x // common for x in whole], below // common
    return weights if max(whole) > LARGEST or below > LARGEST else (name, tuple(whole), below)


# --- orders to begin a search at, and the local moves that lead from one to others -------------------------------


def moved(order: Order, random: Random) -> Order:
    """The order after one random local move: a transposition, an item or a block moved, a segment reversed."""
    n = len(order)
    items = list(order)
    i, j = sorted(random.sample(range(n), 2))
    kind = random.randrange(5)
    if kind == 0:
        i = random.randrange(n - 1)
        items[i], items[i + 1] = items[i + 1], items[i]
    elif kind == 1:
        items[i], items[j] = items[j], items[i]
    elif kind == 2:
        source, target = (i, j) if random.randrange(2) else (j, i)
        items.insert(target, items.pop(source))
    elif kind == 3:
        items[i : j + 1] = reversed(items[i : j + 1])
    else:  # the block i..j moved elsewhere
        block, rest = items[i : j + 1], items[:i] + items[j + 1 :]
        place = random.randrange(len(rest) + 1)
        items = rest[:place] + block + rest[place:]
    return tuple(items)


def inflated(outer: Order, inner: Sequence[Order]) -> Order:
    """The order in which the k-th item of ``outer`` is replaced by ``inner[k - 1]``, a block of neighbouring items."""
    start = [0]
    for block in inner:
        start.append(start[-1] + len(block))
    return tuple(start[item - 1] + x for item in outer for x in inner[item - 1])


def wrapped(order: Order) -> Order:
    """The last item first, the first item last, and the order between them."""
    return inflated((3, 2, 1), ((1,), order, (1,)))


def simple_orders(n: int) -> list[Order]:
    """The reversal, products of neighbouring swaps, rotations; each also turned around."""
    up = tuple(range(1, n + 1))
    orders = [up[::-1]]
    for first in (0, 1):
        items = list(up)
        for i in range(first, n - 1, 2):
            items[i], items[i + 1] = items[i + 1], items[i]
        orders.append(tuple(items))
    for k in sorted({1, n // 3, n // 2, n - 1} - {0, n}):
        orders.append(up[k:] + up[:k])
    return list(dict.fromkeys([*orders, *(order[::-1] for order in orders), up]))


def structured_orders(n: int) -> list[Order]:
    """Simple orders, simple orders between exchanged ends, and simple orders inflated by simple orders."""
    orders = simple_orders(n)
    orders += [wrapped(order) for order in simple_orders(n - 2)] if n > 3 else []
    orders += [wrapped(wrapped(order)) for order in simple_orders(n - 4)] if n > 5 else []
    for k in range(2, n // 2 + 1):
        if n % k == 0:
            orders += [inflated(o, [i] * k) for o in simple_orders(k)[:6] for i in simple_orders(n // k)[:6]]
    up = tuple(range(1, n + 1))
    return [order for order in dict.fromkeys(orders) if order != up]


def extended(order: Order, n: int, random: Random) -> list[Order]:
    """Orders of n items that a smaller order grows into."""
    orders: list[Order] = []
    m = len(order)
    if m == n:
        return [order]
    if m > n:
        return []
    one = [(1,)] * m
    for more in sorted({min(2, n - m), 1}):
        bigger = [inflated((2, 1), (order, (1,))), inflated((2, 1), ((1,), order))] if more == 1 else [wrapped(order)]
        for item in range(m):
            for block in simple_orders(more + 1):
                bigger.append(inflated(order, [*one[:item], block, *one[item + 1 :]]))
        for _ in range(m):
            place, item = random.randrange(m + 1), random.randrange(1, m + 2)
            raised = [x + (x >= item) for x in order]
            if more == 1:
                bigger.append((*raised[:place], item, *raised[place:]))
        if m + more == n:
            orders += bigger
        elif more == 2 or n - m == 1:
            orders += [o for b in random.sample(bigger, min(6, len(bigger))) for o in extended(b, n, random)]
    return list(dict.fromkeys(orders))
