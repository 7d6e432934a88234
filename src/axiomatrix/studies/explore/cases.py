"""The cases of a search: rankings and parameters with small whole entries, their random moves, and orders to start at.

:mod:`.search` moves between cases, :mod:`.problem` scores them. An order lists the items 1..n, best first. The first
ranking of an instance is always the identity, which costs no generality, as items can be renamed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from random import Random
from typing import Any, NamedTuple

from ...methods.coordinates import Order
from ...values.parameters import Parameter

LARGEST_ENTRY = 4096
"""The largest numerator or denominator of a parameter that a search tries."""


class WholeWeights(NamedTuple):
    """A parameter of a case, with the entries ``numerators[k] / denominator``."""

    name: str
    """The name of the parameter."""
    numerators: tuple[int, ...]
    denominator: int


@dataclass(frozen=True)
class Case:
    """All rankings but the first, which is 1, 2, 3 ..., and the parameters that no program chooses."""

    orders: tuple[Order, ...]
    weights: tuple[WholeWeights, ...] = ()

    def lighter(self) -> Iterator[Case]:
        """Yield simpler cases: one parameter loses its denominator or a common factor, or gets one smaller entry."""
        for k, weights in enumerate(self.weights):
            numerators = weights.numerators
            common = gcd(*numerators)
            if weights.denominator != 1:
                yield self._with_weights(k, weights._replace(denominator=1))
            if common > 1:
                yield self._with_weights(k, weights._replace(numerators=tuple(x // common for x in numerators)))
            for index, entry in enumerate(numerators):
                for smaller in smaller_entries(entry):
                    lowered = (*numerators[:index], smaller, *numerators[index + 1 :])
                    yield self._with_weights(k, weights._replace(numerators=lowered))

    def _with_weights(self, k: int, weights: WholeWeights) -> Case:
        """Return the case with these weights in place of those with index k."""
        return Case(self.orders, (*self.weights[:k], weights, *self.weights[k + 1 :]))


@dataclass(frozen=True)
class ScoredCase:
    """A case with its score."""

    case: Case
    score: Any
    """An exact number, smaller for better cases; None, the best of all, if no constant bounds the ratio."""
    linear_values: Mapping[str, Parameter] | None = None
    """The parameters that linear programs chose, by name; None if there are none."""

    def beats(self, other: ScoredCase | None) -> bool:
        """Return whether the score is better than another; an unbounded ratio beats all but an unbounded one."""
        return other is None or (other.score is not None and (self.score is None or self.score < other.score))


def by_score(scored: ScoredCase) -> Any:
    """Return the sort key that puts the best first: unbounded ratios, then increasing scores."""
    return scored.score is not None, scored.score if scored.score is not None else 0


def smaller_entries(entry: int) -> Iterator[int]:
    """Yield smaller entries to try in place of an entry, the simplest first."""
    yield from dict.fromkeys(c for c in (0, 1, 2, 3, entry // 2, entry - 1) if 0 <= c < entry)


def nudged(weights: WholeWeights, random: Random, *, decreasing: bool) -> WholeWeights:
    """Change a parameter at random: one entry, all entries from one on, or the scale of all.

    If an entry gets too large, the parameter is returned unchanged. ``decreasing`` sorts the entries after the change.
    """
    denominator = weights.denominator
    numerators = list(weights.numerators)
    k = random.randrange(len(numerators))
    kind = random.randrange(8)
    if kind <= 1:  # one entry up or down by 1
        numerators[k] = max(0, numerators[k] + (1 if kind else -1))
    elif kind == 2:
        numerators[k] *= 2
    elif kind == 3:
        numerators[k] //= 2
    elif kind == 4:  # copy another entry
        numerators[k] = numerators[random.randrange(len(numerators))]
    elif kind == 5:  # double all entries up to k, or from k on
        doubled = range(k + 1) if random.randrange(2) else range(k, len(numerators))
        numerators = [2 * x if i in doubled else x for i, x in enumerate(numerators)]
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
    return weights if is_too_large else WholeWeights(weights.name, tuple(numerators), denominator)


# --- orders to begin a search at, and the local moves that lead from one to others -------------------------------


def moved(order: Order, random: Random) -> Order:
    """Change an order by one random local move: exchange two items, move an item or a block, or reverse a segment."""
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
    else:  # the block i..j is moved elsewhere
        block, others = items[i : j + 1], items[:i] + items[j + 1 :]
        place = random.randrange(len(others) + 1)
        items = others[:place] + block + others[place:]
    return tuple(items)


def inflated(outer: Order, inner: Sequence[Order]) -> Order:
    """Replace each item k of ``outer`` by a block of neighbouring items, which are in the order ``inner[k - 1]``."""
    items_before = [0]  # the number of items in the blocks of smaller items
    for block in inner:
        items_before.append(items_before[-1] + len(block))
    return tuple(items_before[item - 1] + x for item in outer for x in inner[item - 1])


def wrapped(order: Order) -> Order:
    """Put an order between two new ends, which are exchanged: the last item comes first, and the first item last."""
    return inflated((3, 2, 1), ((1,), order, (1,)))


def simple_orders(n: int) -> list[Order]:
    """Return the reversal, products of neighbouring swaps, and rotations; each also reversed, and the identity last."""
    identity = tuple(range(1, n + 1))
    orders = [identity[::-1]]
    for first in (0, 1):  # 2 1 4 3 ..., and 1 3 2 5 4 ...
        items = list(identity)
        for i in range(first, n - 1, 2):
            items[i], items[i + 1] = items[i + 1], items[i]
        orders.append(tuple(items))
    for k in sorted({1, n // 3, n // 2, n - 1} - {0, n}):
        orders.append(identity[k:] + identity[:k])
    return list(dict.fromkeys([*orders, *(order[::-1] for order in orders), identity]))


def structured_orders(n: int) -> list[Order]:
    """Return simple orders, simple orders between exchanged ends, and simple orders inflated by simple orders.

    Extreme ratios are often attained by orders of such a regular form. The identity is left out, as it equals the first
    ranking. The numbers of inflated orders are limited by taking the first 6 of each kind.
    """
    orders = simple_orders(n)
    if n > 3:
        orders += [wrapped(order) for order in simple_orders(n - 2)]
    if n > 5:
        orders += [wrapped(wrapped(order)) for order in simple_orders(n - 4)]
    for k in range(2, n // 2 + 1):
        if n % k == 0:
            orders += [
                inflated(outer, [inner] * k) for outer in simple_orders(k)[:6] for inner in simple_orders(n // k)[:6]
            ]
    identity = tuple(range(1, n + 1))
    return [order for order in dict.fromkeys(orders) if order != identity]


def extended(order: Order, n: int, random: Random) -> list[Order]:
    """Return orders of n items that a smaller order grows into; only the order itself if it has n items, none if more.

    It grows by one or two items: at its ends, by a block in place of an item, or (one item only) at random places. If
    that is not enough, a sample of the orders that are larger by two items grows further.
    """
    orders: list[Order] = []
    m = len(order)
    if m == n:
        return [order]
    if m > n:
        return []
    unit_blocks = [(1,)] * m
    for count in sorted({min(2, n - m), 1}):  # the number of new items
        # One new item, the largest in front or the smallest at the end; or both.
        one_larger = [inflated((2, 1), (order, (1,))), inflated((2, 1), ((1,), order))]
        larger = one_larger if count == 1 else [wrapped(order)]
        for k in range(m):
            for block in simple_orders(count + 1):
                larger.append(inflated(order, [*unit_blocks[:k], block, *unit_blocks[k + 1 :]]))
        for _ in range(m):
            position = random.randrange(m + 1)
            item = random.randrange(1, m + 2)
            raised = [x + (x >= item) for x in order]  # the items from the new one on are renumbered
            if count == 1:  # for two items the place is drawn and not used, which keeps the later draws of a seed
                larger.append((*raised[:position], item, *raised[position:]))
        if m + count == n:
            orders += larger
        elif count == 2:  # orders that are larger by one item alone do not grow further
            for grown in random.sample(larger, min(6, len(larger))):
                orders += extended(grown, n, random)
    return list(dict.fromkeys(orders))
