"""Fagin's distances of top k lists: Kendall's with a penalty p, and the footrule with a rank for missing items."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import Any

from ....model.registry import metric
from ....numbers.exact import Whole, rational
from ....spaces import persistences
from ....values.orders import TopList
from ....values.rankings import Item
from ... import axioms
from ...axioms.metric_space import METRIC_SPACE
from ...formulas import lines
from ...sources.papers import TK2, TK3
from .rbo import EQUAL, FAMILY

of_top_lists = partial(metric, arguments=EQUAL, family=FAMILY, label_invariant=True)
PAIR_SETS = (
    r"U=\left\lvert\{x,y\}\text{ that the two order differently, whatever follows the lists}\right\rvert",
    r"V=\left\lvert\{x,y\}\text{ that one list has and the other has not}\right\rvert",
)


def pair_counts(a: TopList, b: TopList) -> tuple[Any, Any]:
    """Numbers of pairs that the lists order differently, and of pairs both in one list and neither in the other.

    Items missing from a list come after all its items, in an unknown order.
    """
    differently = unknown = 0
    for x, y in combinations(dict.fromkeys((*a, *b)), 2):
        signs = [_sign(ranked, x, y) for ranked in (a, b)]
        differently += signs[0] * signs[1] < 0
        unknown += 0 in signs
    return Whole(differently), Whole(unknown)


def _sign(ranked: TopList, x: Item, y: Item) -> int:
    """Below 0 where x comes first, above where y does, 0 where the list shows neither."""
    order = ranked.order
    place_x, place_y = (order.index(item) if item in order else len(order) for item in (x, y))
    return place_x - place_y


@of_top_lists(
    "kendall-top", variant="p", parameters={"p": persistences()}, latex=lines(r"K^{(p)}(a,b)=U+p\,V", *PAIR_SETS)
)
def kendall_with_penalty(a: TopList, b: TopList, p: Any) -> Any:
    """K^(p)(a, b) = U + p V, 0 < p < 1

    a, b: two lists of length k. U is the number of pairs of items that the lists order differently, where what a list
    does not show comes after what it shows; V that of pairs which one list shows and the other does not. Fagin, Kumar,
    Sivakumar 2003. 0 for empty lists.
    """
    differently, unknown = pair_counts(a, b)
    return differently + p * unknown


@of_top_lists(
    "kendall-top",
    variant="optimistic",
    claims=[TK3.holds(axioms.upper_bound("kendall-top[neutral]", 1))],
    latex=lines(r"K^{(0)}(a,b)=U", *PAIR_SETS),
)
def kendall_optimistic(a: TopList, b: TopList) -> Any:
    """K^(0)(a, b) = U: the least Kendall distance of rankings that begin with the two lists

    As the variant p, with p = 0. Fagin, Kumar, Sivakumar 2003 (K_min). 0 for empty lists.
    """
    return pair_counts(a, b)[0]


@of_top_lists("kendall-top", variant="neutral", latex=lines(r"K^{(1/2)}(a,b)=U+\frac{1}{2}V", *PAIR_SETS))
def kendall_neutral(a: TopList, b: TopList) -> Any:
    """K^(1/2)(a, b) = U + V / 2: the mean Kendall distance of rankings that begin with the two lists

    As the variant p, with p = 1/2. Fagin, Kumar, Sivakumar 2003 (K_avg). 0 for empty lists.
    """
    differently, unknown = pair_counts(a, b)
    return differently + rational(1, 2) * unknown


@of_top_lists(
    "footrule-top",
    claims=[TK2.holds(*METRIC_SPACE)],
    latex=lines(
        r"F^{(k+1)}(a,b)=\sum_{x\in a\cup b}\left\lvert a'(x)-b'(x)\right\rvert",
        r"a'(x)=k+1\text{ where }a\text{ does not show }x",
    ),
)
def footrule_top(a: TopList, b: TopList) -> Any:
    """F^(k+1)(a, b) = sum over items x of either list of |a(x) - b(x)|, k + 1 the rank of what a list does not show

    a, b: two lists of length k, the induced footrule of Fagin, Kumar, Sivakumar 2003 with the location l = k + 1. 0 for
    empty lists.
    """
    first, second = ({x: rank for rank, x in enumerate(ranked, 1)} for ranked in (a, b))
    return Whole(sum(abs(first.get(x, a.n + 1) - second.get(x, b.n + 1)) for x in {**first, **second}))
