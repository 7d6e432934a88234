"""The cases of a search: rankings and parameters with small whole entries, their random moves, and orders to start at.

:mod:`.search` moves between cases, :mod:`.problem` scores them. An order lists the items 1..n, best first. The first
ranking of an instance is always the identity, which costs no generality, as items can be renamed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from random import Random
from typing import Any

from ...methods.coordinates import Order
from ...values.parameters import Parameter

LARGEST_ENTRY = 4096
"""The largest numerator or denominator of a parameter that a search tries."""
Weights = tuple[str, tuple[int, ...], int]
"""(name of a parameter, whole numerators of its entries, their common denominator)."""


@dataclass(frozen=True)
class Case:
    """All rankings but the first, which is 1, 2, 3 ..., and the parameters that no program chooses."""

    orders: tuple[Order, ...]
    weights: tuple[Weights, ...] = ()

    def lighter(self) -> Iterator[Case]:
        """Yield the cases with one parameter without its denominator or common factor, or with one smaller entry."""
        for k, (name, numerators, denominator) in enumerate(self.weights):
            common = gcd(*numerators)
            if denominator != 1:
                yield self._with_weights(k, (name, numerators, 1))
            if common > 1:
                yield self._with_weights(k, (name, tuple(x // common for x in numerators), denominator))
            for entry, x in enumerate(numerators):
                for less in smaller(x):
                    lowered = (*numerators[:entry], less, *numerators[entry + 1 :])
                    yield self._with_weights(k, (name, lowered, denominator))

    def _with_weights(self, k: int, weights: Weights) -> Case:
        return Case(self.orders, (*self.weights[:k], weights, *self.weights[k + 1 :]))


@dataclass(frozen=True)
class ScoredCase:
    """A case with its score (smaller is better; None, the best, if no constant bounds the ratio).

    ``value`` has the linear parameters by name; None if there are none.
    """

    case: Case
    score: Any
    value: Mapping[str, Parameter] | None = None

    def beats(self, other: ScoredCase | None) -> bool:
        """Return whether the score is better than another; an unbounded ratio beats all but an unbounded one."""
        return other is None or (other.score is not None and (self.score is None or self.score < other.score))


def by_score(scored: ScoredCase) -> Any:
    """Sort key that puts the best first: unbounded ratios, then increasing scores."""
    return scored.score is not None, scored.score or 0


def smaller(entry: int) -> Iterator[int]:
    """Yield smaller entries to try in place of an entry, the simplest first."""
    yield from dict.fromkeys(c for c in (0, 1, 2, 3, entry // 2, entry - 1) if 0 <= c < entry)


def nudged(weights: Weights, random: Random, *, decreasing: bool) -> Weights:
    """The parameter after a random change of an entry, of one end or of all entries.

    If an entry gets too large, the parameter is returned unchanged. ``decreasing`` sorts the entries after the change.
    """
    name, old_numerators, denominator = weights
    numerators = list(old_numerators)
    k = random.randrange(len(numerators))
    kind = random.randrange(8)
    if kind <= 1:
        numerators[k] = max(0, numerators[k] + (1 if kind else -1))
    elif kind == 2:
        numerators[k] *= 2
    elif kind == 3:
        numerators[k] //= 2
    elif kind == 4:
        numerators[k] = numerators[random.randrange(len(numerators))]
    elif kind == 5:  # double all entries from one end on
        end = range(k + 1) if random.randrange(2) else range(k, len(numerators))
        numerators = [2 * x if i in end else x for i, x in enumerate(numerators)]
    elif kind == 6:
        numerators[k] = random.randrange(2)
    elif random.randrange(2):  # halve all entries, or double them
        denominator *= 2
    else:
        numerators = [2 * x for x in numerators]
    if decreasing:
        numerators.sort(reverse=True)
    common = gcd(denominator, *numerators)
    numerators, denominator = [x // common for x in numerators], denominator // common
    is_too_large = max(numerators) > LARGEST_ENTRY or denominator > LARGEST_ENTRY
    return weights if is_too_large else (name, tuple(numerators), denominator)


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
    """The order between two new ends, which are exchanged: the last item comes first, and the first item last."""
    return inflated((3, 2, 1), ((1,), order, (1,)))


def simple_orders(n: int) -> list[Order]:
    """The reversal, products of neighbouring swaps, and rotations; each also reversed, and the identity last."""
    identity = tuple(range(1, n + 1))
    orders = [identity[::-1]]
    for first in (0, 1):
        items = list(identity)
        for i in range(first, n - 1, 2):
            items[i], items[i + 1] = items[i + 1], items[i]
        orders.append(tuple(items))
    for k in sorted({1, n // 3, n // 2, n - 1} - {0, n}):
        orders.append(identity[k:] + identity[:k])
    return list(dict.fromkeys([*orders, *(order[::-1] for order in orders), identity]))


def structured_orders(n: int) -> list[Order]:
    """Simple orders, simple orders between exchanged ends, and simple orders inflated by simple orders.

    Extreme ratios are often attained by orders of such a regular form. The identity is left out, as it equals the first
    ranking. The numbers of inflated orders are limited by taking the first 6 of each kind.
    """
    orders = simple_orders(n)
    orders += [wrapped(order) for order in simple_orders(n - 2)] if n > 3 else []
    orders += [wrapped(wrapped(order)) for order in simple_orders(n - 4)] if n > 5 else []
    for k in range(2, n // 2 + 1):
        if n % k == 0:
            orders += [
                inflated(outer, [inner] * k) for outer in simple_orders(k)[:6] for inner in simple_orders(n // k)[:6]
            ]
    identity = tuple(range(1, n + 1))
    return [order for order in dict.fromkeys(orders) if order != identity]


def extended(order: Order, n: int, random: Random) -> list[Order]:
    """Orders of n items that a smaller order grows into; the order itself if it has n items, none if it has more.

    It grows by one or two items at a time: at its ends, by a block in place of an item, or (one item only) at random
    places. If that is not enough, a sample of the orders that are larger by two items grows further.
    """
    orders: list[Order] = []
    m = len(order)
    if m == n:
        return [order]
    if m > n:
        return []
    unit_blocks = [(1,)] * m
    for more in sorted({min(2, n - m), 1}):
        larger = [inflated((2, 1), (order, (1,))), inflated((2, 1), ((1,), order))] if more == 1 else [wrapped(order)]
        for k in range(m):
            for block in simple_orders(more + 1):
                larger.append(inflated(order, [*unit_blocks[:k], block, *unit_blocks[k + 1 :]]))
        for _ in range(m):
            position, item = random.randrange(m + 1), random.randrange(1, m + 2)
            raised = [x + (x >= item) for x in order]  # the items from the new one on are renumbered
            if more == 1:
                larger.append((*raised[:position], item, *raised[position:]))
        if m + more == n:
            orders += larger
        elif more == 2 or n - m == 1:
            for grown in random.sample(larger, min(6, len(larger))):
                orders += extended(grown, n, random)
    return list(dict.fromkeys(orders))
