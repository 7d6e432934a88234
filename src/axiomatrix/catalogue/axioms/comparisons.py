"""One metric against another: identities, bounds and where they are attained, and special cases."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from ...model.axiom import KINDS, Reason, axiom
from ...model.metric import Metric, NotAbout
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
from ...spaces import GivenLists, ParameterSpace, own, place, ranking, weak_order
from ...spaces.common import embed, has_grades, has_value, is_within, meet
from ...values.orders import PartialOrder, WeakOrder
from ...values.rankings import Ranking
from ..formulas import lines
from .metric_space import PAIRS

# --- One metric in terms of another: affine identities, with ties and without, and proportion ---------------------

Constant = int | str | Fraction
"""What an axiom is given where it asks for a number: a float has already lost what was meant."""
identity_axiom = partial(axiom, kinds=KINDS, over={"a": ranking, "b": ranking}, group="identity")
"""Declares an axiom of this group, about two orders unless it says of what."""


@identity_axiom(
    "equals",
    label_free=True,
    about=(*PAIRS, "judged lists", "scored lists", "runs", "retrieved ids"),
    latex=r"m(a,b)=\mathrm{scale}\cdot\mathrm{other}(a,b)+\mathrm{shift}",
    kept_by=("kendall-tau",),
    sentence="It is {other} times {scale}, plus {shift}: the two say the same.",
)
def equals(m: Any, *arguments: Any, other: str, scale: Constant = 1, shift: Constant = 0) -> Relation:
    """m(a, b) = scale * other(a, b) + shift

    For all orders a, b (or all lists x: m(x) and other(x)) that both metrics take, and the parameters that both share.
    Two floats are equal if they differ by at most 64 units in the last place of the sum of all values that enter, and
    different if by more than 16 times that. Kendall 1938 (tau = 1 - 2 K / max K). Example: tau and the normalised
    Kendall distance; rho and the normalised footrule are in no such relation.
    """
    theirs = m.other(other)
    common = common_arguments(m.metric, theirs.metric, arguments)
    return NOT_ASKED if common is None else equal(m(*arguments), rational(scale) * theirs(*common) + rational(shift))


def common_arguments(metric: Metric, other: Metric, arguments: Sequence[Any]) -> Sequence[Any] | None:
    """The arguments as the other metric takes them; None if one of them is not in its space."""
    if _are_alike(metric, other):
        return arguments
    mapped = []
    admits = has_grades if any(isinstance(s, GivenLists) for s in metric.arguments.values()) else has_value
    for value, space in zip(arguments, other.arguments.values(), strict=True):
        written = embed(value, space)
        if metric.takes_rankings and not isinstance(value, Ranking):
            raise TypeError(f"{other.name} takes {space.name}: it is asked of single rankings")  # not of a batch
        if not admits(space, written):
            return None
        mapped.append(written)
    return mapped


@lru_cache(maxsize=256)  # called for every case
def _are_alike(metric: Metric, other: Metric) -> bool:
    """Return whether the other metric takes every argument of this one; :class:`NotAbout` if it takes none."""
    mine, theirs = (list(row.arguments.values()) for row in (metric, other))
    if metric.exact and not other.exact:
        raise NotAbout(
            f"its values are exact and those of {other.name} floats: declare it with exact=False, or ask difference"
        )
    if len(mine) != len(theirs):
        raise NotAbout(f"it takes {len(mine)} arguments, and {other.name} {len(theirs)}")
    spaces = list(zip(mine, theirs, strict=True))
    for own_space, their_space in spaces:
        if meet(own_space, their_space) is None:
            raise NotAbout(
                f"it takes {own_space.name}, and {other.name} {their_space.name}: they have nothing in common"
            )
    return all(is_within(mine, theirs) and mine.sort == theirs.sort for mine, theirs in spaces)


@identity_axiom(
    "equals-without-ties",
    over={"a": own, "b": weak_order},
    about=("weak orders",),
    latex=lines(r"m(a,b)=\mathrm{scale}\cdot\mathrm{other}(a,b)+\mathrm{shift}", r"\text{where }b\text{ has no ties}"),
    kept_by=("auc[half]",),
    sentence="Where the prediction has no ties, it is {other} times {scale}, plus {shift}.",
)
def equals_without_ties(m: Any, a: Any, b: Any, *, other: str, scale: Constant = 1, shift: Constant = 0) -> Relation:
    """m(a, b) = scale * other(a, b) + shift where b has no ties

    For all targets a and predictions b without ties. Fuernkranz and Huellermeier, Preference Learning, 2010.
    Example: the AUC is 1 minus the normalised number of inversions; with ties in b it need not be.
    """
    if b.has_ties:
        return NOT_ASKED
    return equal(m(a, b), rational(scale) * m.other(other)(a, b) + rational(shift))


@identity_axiom(
    "proportional",
    over={"a": own, "b": weak_order},
    about=("weak orders",),
    latex=r"m(a,b)\,\mathrm{other}(a,a)=\mathrm{other}(a,b)\,m(a,a)",
    kept_by=("jonckheere-terpstra[half]",),
    broken_by=("jonckheere-terpstra[half]",),
    sentence="It is {other} times a number that depends on the target alone, so both rank predictions alike.",
)
def proportional(m: Any, a: Any, b: Any, *, other: str) -> Relation:
    """m(a, b) other(a, a) = other(a, b) m(a, a)

    For all targets a and predictions b: m is the other metric times a number that depends on the target alone, so that
    the two order the predictions of one target alike. Mann and Whitney 1947 (a count of pairs and the share of them).
    Example: the statistic of Jonckheere and Terpstra and the C-index; it and the mean of AUCs are not.
    """
    theirs = m.other(other)
    return equal(m(a, b) * theirs(a, a), theirs(a, b) * m(a, a))


# --- One metric against another: bounds, and where they are attained ----------------------------------------------

LISTS = ("judged lists", "scored lists", "runs", "retrieved ids")
"""Sorts whose single values have a score: bounds are about these and pairs of orders."""
comparison_axiom = partial(axiom, over={"a": ranking, "b": ranking}, group="comparison", label_free=True)
"""Declares an axiom of this group that names no item, about two rankings by default."""
bound_axiom = partial(comparison_axiom, kinds=KINDS, boundary=True, about=(*PAIRS, *LISTS))
"""Declares a bound of one metric by another on the arguments that both take, of any sort."""


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


# --- Metrics that are another one in special cases: under constant parameters, on orders that are rankings --------


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
    """Return whether the parameter of two items that is constantly that value is in the space, or on its boundary."""
    try:
        return space.closure().contains(space.make([value] * len(space.keys(2)), 2), 2)
    except ValueError:
        return False


@comparison_axiom(
    "generalizes",
    applies=_all_fixed,
    ignores_parameters=True,
    latex=r"d(a,b;\,\mathrm{values})=\mathrm{other}(a,b)",
    kept_by=("kendall-element",),
    sentence="With its parameters set to the constants named, it is {other}.",
)
def generalizes(d: Any, a: Any, b: Any, *, other: str, **values: Any) -> Relation:
    """d(a, b; constant parameters) = other(a, b)

    For all rankings a, b, with every parameter set to the constant named. Kumar and Vassilvitskii 2010
    ("generalization"). Example: K_w with w = 1 is Kendall's distance.
    """
    return equal(d.with_(**values)(a, b), d.other(other)(a, b))


def as_ranking(order: WeakOrder | PartialOrder) -> Ranking | None:
    """The ranking that a weak or partial order is, or None if it leaves the order of two items open."""
    ahead = {x: sum(order.prefers(y, x) for y in order.items) for x in order.items}
    if len(set(ahead.values())) < len(ahead):
        return None
    return Ranking.from_order(sorted(ahead, key=ahead.__getitem__))


@identity_axiom(
    "agrees-on-rankings",
    over={"a": own, "b": own},
    about=("weak orders", "partial orders"),
    latex=r"a,b\in\mathcal{R}\Rightarrow m(a,b)=\mathrm{other}(a,b)",
    kept_by=("kendall-tau-b",),
    sentence="Where nothing is tied, it is {other}.",
)
def agrees_on_rankings(m: Any, a: Any, b: Any, *, other: str) -> Relation:
    """m(a, b) = other(a, b) where a and b are rankings

    For all orders a, b without ties and incomparable pairs; the other metric is one of rankings. Goodman and Kruskal
    1954 (gamma is tau where there are no ties). Example: tau-b and tau; the share of common preferences fails.
    """
    first, second = as_ranking(a), as_ranking(b)
    if first is None or second is None:
        return NOT_ASKED
    return equal(m(a, b), m.other(other)(first, second))
