"""One metric in terms of another: affine identities, with ties and without, and proportion."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from ...model.axiom import KINDS, axiom
from ...model.relation import NOT_ASKED, Relation, equal
from ...numbers.exact import rational
from ...spaces import own, ranking, weak_order
from ..latex import lines
from .metric_space import PAIRS

Constant = int | str | Fraction
"""What an axiom is given where it asks for a number: a float has already lost what was meant."""
identity_axiom = partial(axiom, kinds=KINDS, over={"a": ranking, "b": ranking}, group="identity")
"""Declares an axiom of this group, about two orders unless it says of what."""


@identity_axiom(
    "equals",
    label_free=True,
    about=PAIRS,
    latex=r"m(a,b)=\mathrm{scale}\cdot\mathrm{other}(a,b)+\mathrm{shift}",
    kept_by=("kendall-tau",),
)
def equals(m: Any, a: Any, b: Any, *, other: str, scale: Constant = 1, shift: Constant = 0) -> Relation:
    """m(a, b) = scale * other(a, b) + shift

    For all orders a, b and the parameters that both share. Kendall 1938 (tau = 1 - 2 K / max K). Example: tau and the
    normalised Kendall distance; rho and the normalised footrule are in no such relation.
    """
    return equal(m(a, b), rational(scale) * m.other(other)(a, b) + rational(shift))


@identity_axiom(
    "equals-without-ties",
    over={"a": own, "b": weak_order},
    about=("weak orders",),
    latex=lines(r"m(a,b)=\mathrm{scale}\cdot\mathrm{other}(a,b)+\mathrm{shift}", r"\text{where }b\text{ has no ties}"),
    kept_by=("auc[half]",),
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
)
def proportional(m: Any, a: Any, b: Any, *, other: str) -> Relation:
    """m(a, b) other(a, a) = other(a, b) m(a, a)

    For all targets a and predictions b: m is the other metric times a number that depends on the target alone, so that
    the two order the predictions of one target alike. Mann and Whitney 1947 (a count of pairs and the share of them).
    Example: the statistic of Jonckheere and Terpstra and the C-index; it and the mean of AUCs are not.
    """
    theirs = m.other(other)
    return equal(m(a, b) * theirs(a, a), theirs(a, b) * m(a, a))
