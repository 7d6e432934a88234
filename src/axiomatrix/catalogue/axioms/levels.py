"""Targets with levels: how many preferences they have, and means over their pairs of levels."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import Any

from ...model.axiom import axiom, where
from ...model.relation import NOT_ASKED, Relation, at_most, equal
from ...numbers.exact import rational
from ...spaces import own, weak_order
from ..formulas import cases, lines, size

level_axiom = partial(axiom, kinds=("score",), group="levels", about=("weak orders",))
_only_counts = where(lambda metric: len(metric.arguments) == 1, "it is about a count of the preferences of one order")
_of_two_orders = where(lambda metric: len(metric.arguments) == 2, "it is about a target and a prediction")


@level_axiom(
    "preferences-of-levels-bound",
    over={"a": own},
    applies=_only_counts,
    latex=r"m(a)\le\frac{n^2}{2}\left(1-\frac{1}{\ell_a}\right)",
    kept_by=("preference-count",),
    sentence="The number of preferences is at most what levels of equal size have.",
)
def preferences_of_levels_bound(m: Any, a: Any) -> Relation:
    """m(a) <= (n^2 / 2) (1 - 1/l), l levels

    For all weak orders a of n items: levels of equal size have the most preferences. Turan 1941 (edges of a
    multipartite graph). Example: c_1 c_2 <= c^2 / 4; the number of pairs of items fails.
    """
    if not a.items:
        return NOT_ASKED
    levels = rational(len(a.buckets))
    return at_most(m(a), rational(len(a.items)) ** 2 / 2 * (1 - 1 / levels))


@level_axiom(
    "preferences-of-two-levels",
    over={"a": own},
    applies=_only_counts,
    latex=lines(r"\ell_a=2\Rightarrow m(a)=v\,(n-v)", r"v=\left\lvert\{x\mid a(x)=1\}\right\rvert"),
    kept_by=("preference-count",),
    sentence="With two levels, it counts the pairs of an item of the better level and one of the worse.",
)
def preferences_of_two_levels(m: Any, a: Any) -> Relation:
    """m(a) = c_1 (c - c_1) where a has two levels, c_1 items in the better one

    For all weak orders a of two levels. Mann and Whitney 1947. Example: the number of preferences.
    """
    if len(a.buckets) != 2:
        return NOT_ASKED
    best = len(a.buckets[0])
    return equal(m(a), rational(best * (len(a.items) - best)))


@level_axiom(
    "mean-over-level-pairs",
    over={"a": own, "b": weak_order},
    applies=_of_two_orders,
    latex=lines(
        r"m(a,b)=\frac{\sum_{i<j}v_{ij}\,\mathrm{other}(a_{ij},b_{ij})}{\sum_{i<j}v_{ij}}",
        "v_{ij}="
        + cases((size("A_i") + size("A_j"), r"\mathrm{weights}=\text{pairs}"), ("1", r"\mathrm{weights}=\text{equal}")),
        r"A_i=\{x\mid a(x)=i\}",
        r"a_{ij},\,b_{ij}\text{: the orders restricted to }A_i\cup A_j",
    ),
    kept_by=("c-index[half]",),
    sentence="It is the mean of {other} over the pairs of levels, with weights: {weights}.",
)
def mean_over_level_pairs(m: Any, a: Any, b: Any, *, other: str, weights: str) -> Relation:
    """m(a, b) = mean over pairs of levels i, j of a of other(a, b restricted to i and j)

    For all targets a and predictions b; ``weights`` is ``pairs`` (each pair of levels weighs c_i c_j) or ``equal``.
    Hand and Till 2001. Example: the C-index is the mean of AUCs with weights c_i c_j; with equal weights it is not.
    """
    total = mass = rational(0)
    for better, worse in combinations(a.buckets, 2):
        weight = rational(len(better) * len(worse) if weights == "pairs" else 1)
        both = (*better, *worse)
        total += weight * m.other(other)(a.restricted(both), b.restricted(both))
        mass += weight
    return equal(m(a, b) * mass, total) if mass else NOT_ASKED
