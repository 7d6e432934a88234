"""One metric against another: bounds, and where they are attained."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from ...model.axiom import KINDS, axiom
from ...model.relation import (
    NOT_ASKED,
    Bounded,
    Quantity,
    Relation,
    at_least,
    at_most,
    bounded_above,
    bounded_below,
    equal,
    given,
)
from ...numbers.exact import rational
from ...spaces import place, ranking
from .identity import Constant, common_arguments, identity_axiom
from .metric_space import PAIRS

LISTS = ("judged lists", "scored lists", "runs", "retrieved ids")
"""Sorts of which one value has a score: what a bound is about besides two orders."""
comparison_axiom = partial(axiom, over={"a": ranking, "b": ranking}, group="comparison", label_free=True)
"""Declares an axiom of this group, about two rankings unless it says of what, and about no particular items."""
bound_axiom = partial(comparison_axiom, kinds=KINDS, boundary=True, about=(*PAIRS, *LISTS))
"""Declares a bound of one metric by another on the arguments that both take, whatever these are."""


def _values(d: Any, other: str, arguments: Sequence[Any]) -> tuple[Any, Any] | None:
    """Return the values of the metric and of the other one, in that order; None where the other takes none of these."""
    theirs = d.other(other)
    common = common_arguments(d.metric, theirs.metric, arguments)
    return None if common is None else (d(*arguments), theirs(*common))


@bound_axiom(
    "lower-bound",
    latex=r"d(a,b)\ge\mathrm{factor}\cdot\mathrm{other}(a,b)",
    kept_by=("footrule",),
    sentence="It is never less than {factor} times {other}.",
)
def lower_bound(d: Any, *arguments: Any, other: str, factor: Constant) -> Bounded | Relation:
    """d(a, b) >= factor * other(a, b)

    For all rankings a, b (or all lists x) that both metrics take, and the parameters that both share; the
    best factor is the infimum of the ratio. Diaconis and Graham 1977. Example: F >= 1 K.
    """
    both = _values(d, other, arguments)
    return NOT_ASKED if both is None else bounded_below(both[0], rational(factor), both[1])


@bound_axiom(
    "upper-bound",
    latex=r"d(a,b)\le\mathrm{factor}\cdot\mathrm{other}(a,b)",
    kept_by=("footrule",),
    sentence="It is never more than {factor} times {other}.",
)
def upper_bound(d: Any, *arguments: Any, other: str, factor: Constant) -> Bounded | Relation:
    """d(a, b) <= factor * other(a, b)

    For all rankings a, b (or all lists x) that both metrics take, and the parameters that both share; the
    best factor is the supremum of the ratio. Diaconis and Graham 1977. Example: F <= 2 K.
    """
    both = _values(d, other, arguments)
    return NOT_ASKED if both is None else bounded_above(both[0], rational(factor), both[1])


@bound_axiom(
    "additive-lower-bound",
    latex=r"d(a,b)\ge \mathrm{other}(a,b)+\mathrm{constant}",
    sentence="It is never less than {other} plus {constant}.",
)
def additive_lower_bound(d: Any, *arguments: Any, other: str, constant: Constant) -> Bounded | Relation:
    """d(a, b) >= other(a, b) + constant

    For all rankings a, b (or all lists x) that both metrics take, and the parameters that both share; the best constant
    is the infimum of the difference. Daniels 1950 (3 tau >= 2 rho - 1 in the limit of many items). Example: F >= K + 0.
    """
    both = _values(d, other, arguments)
    if both is None:
        return NOT_ASKED
    difference = both[0] - both[1]
    return Bounded(at_least(difference, rational(constant)), Quantity(difference, 1, "inf"))


@bound_axiom(
    "additive-upper-bound",
    latex=r"d(a,b)\le \mathrm{other}(a,b)+\mathrm{constant}",
    sentence="It is never more than {other} plus {constant}.",
)
def additive_upper_bound(d: Any, *arguments: Any, other: str, constant: Constant) -> Bounded | Relation:
    """d(a, b) <= other(a, b) + constant

    For all rankings a, b (or all lists x) that both metrics take, and the parameters that both share; the best constant
    is the supremum of the difference. Daniels 1950 (2 rho <= 3 tau + 1 in the limit of many items). Example: K <=
    F + 0.
    """
    both = _values(d, other, arguments)
    if both is None:
        return NOT_ASKED
    difference = both[0] - both[1]
    return Bounded(at_most(difference, rational(constant)), Quantity(difference, 1, "sup"))


@comparison_axiom(
    "bound-attained",
    quantifier="there is",
    boundary=True,
    latex=r"\exists\,a,b:\ d(a,b)=\mathrm{factor}\cdot\mathrm{other}(a,b)\neq 0",
    sentence="Somewhere it is exactly {factor} times {other}, and not zero.",
)
def bound_attained(d: Any, a: Any, b: Any, *, other: str, factor: Constant) -> Relation:
    """d(a, b) = factor * other(a, b) != 0

    There are rankings a, b and parameters that attain the bound, both sides not zero. Kumar and Vassilvitskii 2010
    ("there are examples where"). Example: F = 2 K for the swap of two items.
    """
    value = d.other(other)(a, b)
    return given(value != 0, equal(d(a, b), rational(factor) * value))


@comparison_axiom(
    "bound-attained-by-rotations",
    over={"a": ranking, "k": place},
    latex=r"d(a,\theta_k\,a)=\mathrm{factor}\cdot\mathrm{other}(a,\theta_k\,a)",
    kept_by=("footrule",),
    sentence="Moving the first items of a ranking to its end always gives exactly {factor} times {other}.",
)
def bound_attained_by_rotations(d: Any, a: Any, k: Any, *, other: str, factor: Constant) -> Relation:
    """d(a, a rotated) = factor * other(a, a rotated)

    For every ranking a and every rotation of it (the first k items moved behind the others): the rotation attains
    the bound, so no pair of rankings is worse. Kumar and Vassilvitskii 2010 ("the rotation is the worst case").
    Example: F = 2 K for every rotation.
    """
    b = a.rotated(k)
    return equal(d(a, b), rational(factor) * d.other(other)(a, b))


@identity_axiom(
    "bounded-by",
    label_free=True,
    about=PAIRS,
    latex=r"m(a,b)\le\mathrm{other}(a,b)",
    kept_by=("dcg-rank[gain]",),
    sentence="It is never more than {other}.",
)
def bounded_by(m: Any, a: Any, b: Any, *, other: str) -> Relation:
    """m(a, b) <= other(a, b)

    For all orders a, b and the parameters that both share. Jarvelin and Kekalainen 2002 (the ideal gain is the largest
    possible). Example: a gain and the ideal gain; twice a distance and the distance fail.
    """
    return at_most(m(a, b), m.other(other)(a, b))
