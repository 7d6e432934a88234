"""One metric in terms of another: affine identities, with ties and without, and proportion."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from ...model.axiom import KINDS, axiom
from ...model.metric import Metric, NotAbout
from ...model.relation import NOT_ASKED, Relation, equal
from ...numbers.exact import rational
from ...spaces import GivenLists, own, ranking, weak_order
from ...spaces.common import embedded, has_grades, has_value, is_within, meet
from ...values.rankings import Ranking
from ..latex import lines
from .metric_space import PAIRS

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
    """The arguments as the other metric takes them; None where one of them is not in its space."""
    if _are_alike(metric, other):
        return arguments
    mapped = []
    admits = has_grades if any(isinstance(s, GivenLists) for s in metric.arguments.values()) else has_value
    for value, space in zip(arguments, other.arguments.values(), strict=True):
        written = embedded(value, space)
        if metric.takes_rankings and not isinstance(value, Ranking):
            raise TypeError(f"{other.name} takes {space.name}: it is asked of single rankings")  # not of many at once
        if not admits(space, written):
            return None
        mapped.append(written)
    return mapped


@lru_cache(maxsize=256)  # it is asked of every case
def _are_alike(metric: Metric, other: Metric) -> bool:
    """Tell whether the other metric takes the very values of this one; :class:`NotAbout` if it takes none of them."""
    mine, theirs = (list(one.arguments.values()) for one in (metric, other))
    if metric.exact and not other.exact:
        raise NotAbout(
            f"its values are exact and those of {other.name} floats: declare it with exact=False, or ask difference"
        )
    if len(mine) != len(theirs):
        raise NotAbout(f"it takes {len(mine)} arguments, and {other.name} {len(theirs)}")
    for one, space in zip(mine, theirs, strict=True):
        if meet(one, space) is None:
            raise NotAbout(f"it takes {one.name}, and {other.name} {space.name}: they have nothing in common")
    return all(is_within(one, space) and one.sort == space.sort for one, space in zip(mine, theirs, strict=True))


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
