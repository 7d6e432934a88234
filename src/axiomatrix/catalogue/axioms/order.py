"""Axioms about the order structure of the rankings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ...model.axiom import Reason, axiom, where
from ...model.relation import NOT_ASKED, Answer, Relation, at_least, at_most, either, equal, given, less
from ...spaces import PositionWeightsSpace, Space, place, ranking
from ..formulas import cases

order_axiom = partial(axiom, group="order", label_free=True)
"""Declares an axiom of this group: none of them is about particular items."""


@order_axiom(
    "maximum-at-reversal",
    over={"a": ranking, "b": ranking},
    latex=r"d(a,b)\le d(a,a^{\mathrm{rev}})",
    kept_by=("kendall",),
    broken_by=("cayley",),
    sentence="Nothing is farther from a ranking than the same ranking upside down.",
)
def maximum_at_reversal(d: Any, a: Any, b: Any) -> Relation:
    """d(a, b) <= d(a, reversed a)

    For all rankings a, b: nothing is farther than the reversal. Kendall, A New Measure of Rank Correlation, 1938 (his
    coefficient is least there). Example: Kendall; Cayley fails.
    """
    return at_most(d(a, b), d(a, a.reversed()))


@order_axiom(
    "betweenness",
    over={"a": ranking, "b": ranking, "c": ranking},
    boundary=True,
    latex="d(a,c)"
    + cases(
        ("=d(a,b)+d(b,c)", r"\text{if }b\text{ is between }a\text{ and }c"), ("<d(a,b)+d(b,c)", r"\text{otherwise}")
    ),
    kept_by=("kendall",),
    broken_by=("footrule",),
    sentence=(
        "A ranking that lies between two others is on the shortest way from one to the other, and no other ranking is."
    ),
)
def betweenness(d: Any, a: Any, b: Any, c: Any) -> Answer:
    """d(a, c) = d(a, b) + d(b, c) if b is between a and c, and < otherwise

    For all rankings a, b, c; b is between a and c if it agrees with both wherever they agree. Kemeny and Snell,
    Mathematical Models in the Social Sciences, 1962. Example: Kendall's distance; the footrule fails.
    """
    through = d(a, b) + d(b, c)
    return either(b.is_between(a, c), equal(d(a, c), through), less(d(a, c), through))


@order_axiom(
    "bruhat-monotone",
    over={"a": ranking, "b": ranking, "i": place},
    latex=r"a(b^{-1}(i))<a(b^{-1}(i+1))\Rightarrow d(a,s_i\,b)\ge d(a,b)",
    kept_by=("kendall",),
    broken_by=("cayley",),
    sentence="Swapping two neighbours so that one more pair is in the wrong order never brings the rankings closer.",
)
def bruhat_monotone(d: Any, a: Any, b: Any, i: Any) -> Relation:
    """d(a, b with i, i+1 swapped) >= d(a, b) if that swap adds an inversion

    For all rankings a, b and positions i whose items stand in the same order in a: one more inversion never costs
    less (monotone in the weak Bruhat order). Bjorner and Brenti, Combinatorics of Coxeter Groups, 2005, ch. 3.
    Example: Kendall; Cayley's distance fails.
    """
    adds_one = b.ascends(i, a)
    return NOT_ASKED if adds_one is False else given(adds_one, at_least(d(a, b.swapped(i)), d(a, b)))


def only_parameter(kind: type[Space], named: str) -> Callable[..., Reason | None]:
    """Applicable where the metric has one parameter, of that kind."""
    why = f"it is about metrics whose only parameter is {named}"
    return where(lambda metric: [isinstance(space, kind) for space in metric.parameters.values()] == [True], why)


@order_axiom(
    "top-heaviness",
    over={"a": ranking, "i": place, "j": place},
    applies=only_parameter(PositionWeightsSpace, "position weights"),
    latex=r"i<j,\ \delta_2\ge\delta_3\ge\dots\Rightarrow d(a,s_i\,a)\ge d(a,s_j\,a)",
    kept_by=("kendall-position[one]",),
    sentence="A swap of neighbours nearer the top counts at least as much as one farther down.",
)
def top_heaviness(d: Any, a: Any, i: Any, j: Any) -> Relation:
    """d(a, a with i, i+1 swapped) >= d(a, a with j, j+1 swapped) if i < j and delta decreases

    For all rankings a, positions i < j and delta_2 >= delta_3 >= ...: a swap nearer the head costs at least as much.
    Kumar and Vassilvitskii 2010 ("in typical applications delta_2 > delta_3 > ..."). Example: K_delta.
    """
    (name,) = d.parameters
    if i >= j:
        return NOT_ASKED
    head, tail = d(a, a.swapped(i)), d(a, a.swapped(j))
    return given(d[name].is_decreasing(), at_least(head, tail))
