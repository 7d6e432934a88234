"""Rank-biased overlap of rankings with ties of the same items: the variants w, a and b of Corsi and Urbano."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ....model.registry import metric
from ....numbers.exact import rational, sqrt
from ....spaces import weak_order
from ....values.orders import WeakOrder
from ....values.rankings import Item
from ... import axioms
from ...formulas import lines
from ...sources.papers import TR1, TR2, TR3
from .rbo import FAMILY, PERSISTENCE, named, weighted

tied_rbo = partial(
    metric,
    "rbo-ties",
    kind="similarity",
    arguments={"a": weak_order, "b": weak_order},
    parameters=PERSISTENCE,
    family=FAMILY,
    label_invariant=True,
)
RANGE = TR3.holds(axioms.lies_between(0, 1))
SUM = r"(1-p)\sum_{d=1}^{n}p^{d-1}A_d+p^n"
SHARE = r"c_d(x)=\text{the share of the ways to break the ties with }x\text{ among the first }d"


def with_the_rest(a: WeakOrder, p: Any, agreement: Callable[[int], Any]) -> Any:
    """(1 - p) sum over d <= n of p^(d-1) A_d + p^n: at depth n and beyond the orders have all in common."""
    return weighted([agreement(d) for d in range(1, len(a) + 1)], p) + p ** len(a)


def shares(order: WeakOrder, depth: int) -> dict[Item, Any]:
    """By item the share of the ways to break the ties that put it among the first so many."""
    share_of, before = {}, 0
    for bucket in order.buckets:
        inside = min(max(depth - before, 0), len(bucket))
        share_of.update(dict.fromkeys(bucket, rational(inside, len(bucket))))
        before += len(bucket)
    return share_of


def reached(order: WeakOrder, depth: int) -> set[Item]:
    """The items whose bucket begins among the first so many places: as in sports, ties share the best of theirs."""
    items: set[Item] = set()
    for bucket in order.buckets:
        if len(items) < depth:
            items.update(bucket)
    return items


@tied_rbo(
    variant="w",
    claims=[RANGE, TR1.holds(axioms.one_on_equal)],
    latex=lines(
        named("w", SUM),
        r"A_d=\frac{2\left\lvert a_d\cap b_d\right\rvert}{\left\lvert a_d\right\rvert+\left\lvert b_d\right\rvert}",
        r"a_d=\text{the items of the buckets that begin at ranks}\le d",
    ),
)
def rbo_of_shared_ranks(a: WeakOrder, b: WeakOrder, p: Any) -> Any:
    """RBO^w = (1-p) sum_{d<=n} p^(d-1) A_d + p^n, A_d = 2 |a_d & b_d| / (|a_d| + |b_d|)

    a_d are the items whose bucket begins among the first d places, so that items that are tied share the best of their
    ranks; p in (0, 1). Webber, Moffat, Zobel 2010; the variant w of Corsi and Urbano 2024, of orders of the same items.
    1 for no items. ``ValueError`` for orders of different items.
    """

    def agreement(depth: int) -> Any:
        first, second = reached(a, depth), reached(b, depth)
        return rational(2 * len(first & second), len(first) + len(second))

    return with_the_rest(a, p, agreement)


@tied_rbo(
    variant="a",
    claims=[RANGE, TR2.fails(axioms.one_on_equal)],
    latex=lines(named("a", SUM), r"A_d=\frac{1}{d}\sum_{x}c_d^a(x)\,c_d^b(x)", SHARE),
)
def rbo_of_broken_ties(a: WeakOrder, b: WeakOrder, p: Any) -> Any:
    """RBO^a = (1-p) sum_{d<=n} p^(d-1) A_d + p^n, A_d = 1/d sum over items x of c_a(x) c_b(x)

    c_a(x) is the share of the ways to break the ties of a that put x among the first d: the mean of RBO over all ways
    to break the ties of both; p in (0, 1). The variant a of Corsi and Urbano 2024, of orders of the same items. 1 for
    no items. ``ValueError`` for orders of different items.
    """

    def agreement(depth: int) -> Any:
        first, second = shares(a, depth), shares(b, depth)
        return sum((first[x] * second[x] for x in a.items), rational(0)) / depth

    return with_the_rest(a, p, agreement)


@tied_rbo(
    variant="b",
    claims=[RANGE, TR1.holds(axioms.one_on_equal)],
    latex=lines(
        named("b", SUM),
        r"A_d=\frac{\sum_{x}c_d^a(x)\,c_d^b(x)}{\sqrt{\sum_{x}c_d^a(x)^2}\,\sqrt{\sum_{x}c_d^b(x)^2}}",
        SHARE,
    ),
)
def rbo_of_corrected_ties(a: WeakOrder, b: WeakOrder, p: Any) -> Any:
    """RBO^b = (1-p) sum_{d<=n} p^(d-1) A_d + p^n, A_d = sum of c_a c_b / sqrt(sum of c_a^2 sum of c_b^2)

    As the variant a, corrected for the ties as tau-b corrects tau, so that it is 1 on an order and itself; p in (0, 1).
    The variant b of Corsi and Urbano 2024, of orders of the same items. 1 for no items. ``ValueError`` for orders of
    different items.
    """

    def agreement(depth: int) -> Any:
        first, second = shares(a, depth), shares(b, depth)
        left, right = (sum((share**2 for share in each.values()), rational(0)) for each in (first, second))
        return sum((first[x] * second[x] for x in a.items), rational(0)) / sqrt(left * right)

    return with_the_rest(a, p, agreement)
