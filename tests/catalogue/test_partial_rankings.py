"""Fagin's distances against what defines them: all ways to break ties, all rankings that begin with a list."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from statistics import mean
from typing import Any

import pytest

from axiomatrix import REGISTRY, Ranking, TopList, WeakOrder
from axiomatrix.catalogue import load_catalogue
from axiomatrix.spaces import weak_order

load_catalogue()
ORDERS = {n: list(weak_order.enumerate(n)) for n in (1, 2, 3)}


def value(name: str, *arguments: Any, **parameters: Any) -> Fraction:
    return Fraction(str(REGISTRY.metric(name)(*arguments, **parameters)))


def kendall(a: tuple[Any, ...], b: tuple[Any, ...]) -> int:
    return sum((a.index(x) < a.index(y)) != (b.index(x) < b.index(y)) for k, x in enumerate(a) for y in a[k + 1 :])


def footrule(a: tuple[Any, ...], b: tuple[Any, ...]) -> int:
    return sum(abs(a.index(x) - b.index(x)) for x in a)


def refinements(order: WeakOrder) -> list[tuple[Any, ...]]:
    """All rankings that break the ties of the order."""
    return [sum(parts, ()) for parts in product(*(list(permutations(bucket)) for bucket in order.buckets))]


def hausdorff(distance: Any, a: WeakOrder, b: WeakOrder) -> int:
    first, second = refinements(a), refinements(b)
    return max(
        max(min(distance(s, t) for t in second) for s in first), max(min(distance(s, t) for s in first) for t in second)
    )


def pairs() -> Iterator[tuple[WeakOrder, WeakOrder]]:
    for orders in ORDERS.values():
        yield from product(orders, repeat=2)


FOUR = [
    (WeakOrder.of([[1, 2], [3, 4]]), WeakOrder.of([[3, 1], 4, 2])),
    (WeakOrder.of([[1, 2, 3, 4]]), WeakOrder.of([2, [1, 4], 3])),
    (WeakOrder.of([[4, 2, 3], 1]), WeakOrder.of([[1, 2], [3, 4]])),
]


def test_the_hausdorff_distances_are_those_of_all_ways_to_break_ties() -> None:
    for a, b in [*pairs(), *FOUR]:
        assert value("kendall-ties[hausdorff]", a, b) == hausdorff(kendall, a, b), (a, b)
        assert value("footrule-ties[hausdorff]", a, b) == hausdorff(footrule, a, b), (a, b)


def test_the_profile_distances_count_halves() -> None:
    """Each pair costs half of how far its sign moves; F_prof is that of the mean positions over all refinements."""
    for a, b in [*pairs(), *FOUR]:
        signs = [[(o[x] > o[y]) - (o[x] < o[y]) for x, y in permutations(a.items, 2)] for o in (a, b)]
        moved = sum(abs(s - t) for s, t in zip(*signs, strict=True))
        assert value("kendall-ties[profile]", a, b) == Fraction(moved, 4)
        places = [{x: mean(Fraction(r.index(x)) for r in refinements(o)) for x in o.items} for o in (a, b)]
        assert value("footrule-ties[profile]", a, b) == sum(abs(places[0][x] - places[1][x]) for x in a.items)


@pytest.mark.parametrize("p", ["1/2", "3/4", "1"])
def test_the_penalty_is_paid_for_pairs_that_one_order_ties(p: str) -> None:
    a, b = WeakOrder.of([1, [2, 3]]), WeakOrder.of([[1, 2], 3])
    assert value("kendall-ties[large-p]", a, b, p=p) == 2 * Fraction(p)
    assert value("kendall-ties[large-p]", a, a.reversed(), p=p) == 2
    assert value("kendall-preferences[count]", a, b) == 0


def test_without_ties_all_are_the_distances_of_rankings() -> None:
    for a, b in product(permutations((1, 2, 3)), repeat=2):
        orders = [WeakOrder.of(Ranking.from_order(list(order))) for order in (a, b)]
        for name in ("profile", "hausdorff"):
            assert value(f"kendall-ties[{name}]", *orders) == kendall(a, b)
            assert value(f"footrule-ties[{name}]", *orders) == footrule(a, b)


LISTS = [TopList.of(list(order)) for order in permutations((1, 2, 3, 4), 2)]


def test_distances_of_top_lists_are_those_of_the_rankings_that_begin_with_them() -> None:
    for a, b in product(LISTS, repeat=2):
        union = sorted({*a, *b})

        def extended(shown: TopList, items: list[Any] = union) -> list[tuple[Any, ...]]:
            return [(*shown, *rest) for rest in permutations([x for x in items if x not in set(shown)])]

        every = [kendall(s, t) for s in extended(a) for t in extended(b)]
        assert value("kendall-top[optimistic]", a, b) == min(every)
        assert value("kendall-top[neutral]", a, b) == mean(map(Fraction, every))


def test_the_footrule_of_top_lists_puts_what_is_missing_at_the_next_rank() -> None:
    assert value("footrule-top", TopList.of([1, 2, 3]), TopList.of([3, 4, 1])) == 2 + 2 + 2 + 2
    assert value("footrule-top", TopList.of([1]), TopList.of([2])) == 2
    assert value("footrule-top", TopList.of([]), TopList.of([])) == 0


def test_the_penalty_of_top_lists_is_paid_for_pairs_of_which_one_list_says_nothing() -> None:
    a, b = TopList.of([1, 2, 3]), TopList.of([1, 4, 5])
    assert value("kendall-top[p]", a, b, p="1/4") == 4 + Fraction(2, 4)
