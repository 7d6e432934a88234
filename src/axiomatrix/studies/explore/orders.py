"""Orders to begin a search at, and the local moves that lead from one to others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ...methods.classes import Order


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
