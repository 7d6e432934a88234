"""One metric against another: generalization, bounds, and where bounds are attained."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from ...model.axiom import Reason, axiom
from ...model.metric import Metric
from ...model.relation import Bounded, Relation, bounded_above, bounded_below, equal, given
from ...numbers.exact import rational
from ...spaces import ParameterSpace, place, ranking

comparison_axiom = partial(axiom, group="comparison", label_free=True)
"""Declares an axiom of this group: none of them is about particular items."""
Constant = int | str | Fraction
"""What an axiom is given where it asks for a number: a float has already lost what was meant."""


def _all_fixed(metric: Metric, other: str, **values: Any) -> Reason | None:
    if not metric.parameters:
        return "it has no parameters"
    left = [name for name in metric.parameters if name not in values]
    unknown = [name for name in values if name not in metric.parameters]
    if unknown:
        return f"it has no parameter {unknown[0]}"
    if left:
        return f"its parameter {left[0]} is not given a value"
    outside = [name for name, value in values.items() if not _has_constant(metric.parameters[name], value)]
    return f"{outside[0]} = {values[outside[0]]} is not in its space" if outside else None


def _has_constant(space: ParameterSpace, value: Any) -> bool:
    """Whether the parameter of two items that is constantly that value is in the space, or on its boundary."""
    try:
        return space.closure().contains(space.make([value] * len(space.keys(2)), 2), 2)
    except ValueError:
        return False


@comparison_axiom(
    "generalizes",
    over={"a": ranking, "b": ranking},
    applies=_all_fixed,
    ignores_parameters=True,
    latex=r"d(a,b;\,\mathrm{values})=\mathrm{other}(a,b)",
    kept_by=("kendall-element",),
)
def generalizes(d: Any, a: Any, b: Any, *, other: str, **values: Any) -> Relation:
    """d(a, b; constant parameters) = other(a, b)

    For all rankings a, b, with every parameter set to the constant named. Kumar and Vassilvitskii 2010
    ("generalization"). Example: K_w with w = 1 is Kendall's distance.
    """
    return equal(d.with_(**values)(a, b), d.other(other)(a, b))


@comparison_axiom(
    "lower-bound",
    over={"a": ranking, "b": ranking},
    boundary=True,
    latex=r"d(a,b)\ge\mathrm{factor}\cdot\mathrm{other}(a,b)",
    kept_by=("footrule",),
)
def lower_bound(d: Any, a: Any, b: Any, *, other: str, factor: Constant) -> Bounded:
    """d(a, b) >= factor * other(a, b)

    For all rankings a, b and the parameters that both share; the best factor is the infimum of the ratio.
    Diaconis and Graham 1977. Example: F >= 1 K.
    """
    return bounded_below(d(a, b), rational(factor), d.other(other)(a, b))


@comparison_axiom(
    "upper-bound",
    over={"a": ranking, "b": ranking},
    boundary=True,
    latex=r"d(a,b)\le\mathrm{factor}\cdot\mathrm{other}(a,b)",
    kept_by=("footrule",),
)
def upper_bound(d: Any, a: Any, b: Any, *, other: str, factor: Constant) -> Bounded:
    """d(a, b) <= factor * other(a, b)

    For all rankings a, b and the parameters that both share; the best factor is the supremum of the ratio.
    Diaconis and Graham 1977. Example: F <= 2 K.
    """
    return bounded_above(d(a, b), rational(factor), d.other(other)(a, b))


@comparison_axiom(
    "bound-attained",
    over={"a": ranking, "b": ranking},
    quantifier="there is",
    boundary=True,
    latex=r"\exists\,a,b:\ d(a,b)=\mathrm{factor}\cdot\mathrm{other}(a,b)\neq 0",
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
)
def bound_attained_by_rotations(d: Any, a: Any, k: Any, *, other: str, factor: Constant) -> Relation:
    """d(a, a rotated) = factor * other(a, a rotated)

    For every ranking a and every rotation of it (the first k items moved behind the others): the rotation attains
    the bound, so no pair of rankings is worse. Kumar and Vassilvitskii 2010 ("the rotation is the worst case").
    Example: F = 2 K for every rotation.
    """
    b = a.rotated(k)
    return equal(d(a, b), rational(factor) * d.other(other)(a, b))
