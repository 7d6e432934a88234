"""One metric in terms of another: affine identities, agreement on rankings, proportion."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...model.axiom import KINDS, axiom
from ...model.relation import NOT_ASKED, Relation, at_most, equal
from ...numbers.exact import rational
from ...spaces import own, ranking, weak_order
from ...values.orders import PartialOrder, WeakOrder
from ...values.rankings import Ranking
from ..latex import lines
from .metric_space import PAIRS

GROUP = "identity"
Constant = int | str | Fraction


@axiom(
    "equals",
    over={"a": ranking, "b": ranking},
    kinds=KINDS,
    group=GROUP,
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


@axiom(
    "bounded-by",
    over={"a": ranking, "b": ranking},
    kinds=KINDS,
    group=GROUP,
    label_free=True,
    about=PAIRS,
    latex=r"m(a,b)\le\mathrm{other}(a,b)",
    kept_by=("dcg-rank[gain]",),
)
def bounded_by(m: Any, a: Any, b: Any, *, other: str) -> Relation:
    """m(a, b) <= other(a, b)

    For all orders a, b and the parameters that both share. Jarvelin and Kekalainen 2002 (the ideal gain is the largest
    possible). Example: a gain and the ideal gain; twice a distance and the distance fail.
    """
    return at_most(m(a, b), m.other(other)(a, b))


@axiom(
    "equals-without-ties",
    over={"a": own, "b": weak_order},
    kinds=KINDS,
    group=GROUP,
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


def as_ranking(order: WeakOrder | PartialOrder) -> Ranking | None:
    """The ranking that a weak or partial order is, or None if it leaves the order of two items open."""
    if 2 * len(order.preferences) < len(order.items) * (len(order.items) - 1):
        return None
    behind = dict.fromkeys(order.items, 0)
    for _, y in order.preferences:
        behind[y] += 1
    return Ranking.from_order(sorted(order.items, key=behind.__getitem__))


@axiom(
    "agrees-on-rankings",
    over={"a": own, "b": own},
    kinds=KINDS,
    group=GROUP,
    about=("weak orders", "partial orders"),
    latex=r"a,b\in\mathcal{R}\Rightarrow m(a,b)=\mathrm{other}(a,b)",
    kept_by=("kendall-tau-b",),
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


@axiom(
    "proportional",
    over={"a": own, "b": weak_order},
    kinds=KINDS,
    group=GROUP,
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
