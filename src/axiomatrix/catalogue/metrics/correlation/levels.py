"""Targets with levels: inversions, AUC, C-index, m-AUC, and the statistic of Jonckheere and Terpstra."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations
from typing import Any

from ....model.registry import metric
from ....numbers.exact import Undefined, Whole, rational
from ....spaces import two_levels, weak_order
from ....values.orders import WeakOrder
from ....values.rankings import Item
from ... import axioms
from ...formulas import lines, over, size
from ...sources.documents import PL7, PL9, PL10
from .pairs import decided, discordant
from .rows import WEAK, level_score

TWO = {"a": two_levels, "b": weak_order}
TIES = ("half", "strict")
"""What a pair that the prediction ties counts: one half, or nothing, as the sources' ``>`` says."""

RIGHT = {"half": r"v_{xy}=[b(x)<b(y)]+\frac{1}{2}[b(x)=b(y)]", "strict": "v_{xy}=[b(x)<b(y)]"}
"""Value of a pair where the target has x ahead of y."""
LEVELS = r"A_i=\{x\mid a(x)=i\}"
score_with_ties = partial(level_score, variants=TIES)


def formulas(formula: str, *more: str) -> dict[str, str]:
    """By what a tie counts: the formula, and what its symbols are."""
    return {name: lines(formula, RIGHT[name], *more) for name in TIES}


def wins(better: Sequence[Item], worse: Sequence[Item], b: WeakOrder, variant: str) -> Any:
    """How many pairs of a better and a worse item b puts the right way, those it ties counted by the variant."""
    right = sum(b.prefers(x, y) for x in better for y in worse)
    tied = sum(b.ties(x, y) for x in better for y in worse) if variant == "half" else 0
    return rational(right) + rational(tied) / 2


def share(better: Sequence[Item], worse: Sequence[Item], b: WeakOrder, variant: str) -> Any:
    """The share of those pairs: the AUC of two levels."""
    return wins(better, worse, b, variant) / (len(better) * len(worse))


def level_pairs(a: WeakOrder) -> list[tuple[Sequence[Item], Sequence[Item]]]:
    """All pairs of a better and a worse level; ``Undefined`` where there is only one level."""
    if len(a.buckets) < 2:
        raise Undefined("the target prefers no item to another: the value would be 0/0")
    return list(combinations(a.buckets, 2))


@level_score(
    "preference-count",
    arguments={"a": weak_order},
    claims=[PL7.holds(axioms.preferences_of_two_levels), PL10.holds(axioms.preferences_of_levels_bound)],
    latex=r"N(a)=" + size(r"(x,y)\mid a(x)<a(y)"),
)
def preference_count(a: WeakOrder) -> Any:
    """number of pairs (x, y) with x strictly ahead of y in a: sum over pairs of levels of c_i c_j

    Fuernkranz and Huellermeier (slides). 0 for fewer than two items.
    """
    return decided(a)


@metric(
    "kendall-preferences",
    variants=("count", "normalised"),
    arguments=WEAK,
    family="levels",
    label_invariant=True,
    latex={
        "count": lines(r"D(a,b)=" + size(r"(x,y)\mid a(x)<a(y),\ b(x)>b(y)"), r"a,b\in\mathcal{W}"),
        "normalised": r"d(a,b)=" + over(size(r"(x,y)\mid a(x)<a(y),\ b(x)>b(y)"), size(r"(x,y)\mid a(x)<a(y)")),
    },
)
def kendall_preferences(a: WeakOrder, b: WeakOrder, variant: str) -> Any:
    """D_tau(a, b) = number of pairs with a(x) < a(y) and b(x) > b(y); normalised: over the number with a(x) < a(y)

    Kendall 1938, on targets with ties as in Fuernkranz and Huellermeier (slides): a pair that one of the orders ties
    costs nothing. The normalised variant is undefined where the target a has no preferences (0/0). ``ValueError`` for
    orders of different items.
    """
    if variant == "count":
        return discordant(a, b)
    if not decided(a):
        raise Undefined("the target prefers no item to another: the value would be 0/0")
    return discordant(a, b) / decided(a)


@score_with_ties(
    "auc",
    arguments=TWO,
    claims=[PL7.holds(axioms.equals_without_ties("kendall-preferences[normalised]", -1, 1))],
    latex=formulas(
        r"\mathrm{AUC}(a,b)=\frac{1}{\left\lvert A_1\right\rvert\left\lvert A_2\right\rvert}"
        r"\sum_{x\in A_1,\ y\in A_2}v_{xy}",
        LEVELS,
    ),
)
def auc(a: WeakOrder, b: WeakOrder, variant: str) -> Any:
    """AUC(a, b) = share of pairs of an item of the better and one of the worse level of a with b(x) < b(y)

    a is the target, b the prediction. A pair that b ties counts one half (variant ``half``: Mann and Whitney 1947,
    Hanley and McNeil 1982) or nothing (``strict``: the ``>`` that Fuernkranz and Huellermeier print). Undefined unless
    the target has exactly two levels. ``ValueError`` for orders of different items.
    """
    if len(a.buckets) != 2:
        raise Undefined(f"the target has {len(a.buckets)} levels; the area under the ROC curve is of exactly two")
    return share(*a.buckets, b, variant)


@score_with_ties(
    "c-index",
    claims=[PL9.holds(axioms.mean_over_level_pairs("auc", "pairs"))],
    holds=[axioms.equals_without_ties("kendall-preferences[normalised]", -1, 1)],
    source="Gonen and Heller, Concordance probability and discriminatory power, 2005",
    latex=formulas(r"\mathrm{CI}(a,b)=\frac{1}{P_a}\sum_{a(x)<a(y)}v_{xy}"),
)
def c_index(a: WeakOrder, b: WeakOrder, variant: str) -> Any:
    """C(a, b) = share of pairs with a(x) < a(y) for which b(x) < b(y)

    a is the target, b the prediction. Gonen and Heller 2005; Fuernkranz and Huellermeier (slides). A pair that b ties
    counts one half (variant ``half``) or nothing (``strict``, as the slides print it). Undefined where the target
    prefers no item (0/0). ``ValueError`` for orders of different items.
    """
    pairs = level_pairs(a)
    return sum(wins(x, y, b, variant) for x, y in pairs) / sum(len(x) * len(y) for x, y in pairs)


@score_with_ties(
    "m-auc",
    claims=[PL9.holds(axioms.mean_over_level_pairs("auc", "equal"))],
    latex=formulas(
        r"\mathrm{mAUC}(a,b)=\frac{2}{\ell_a(\ell_a-1)}\sum_{i<j}"
        r"\frac{1}{\left\lvert A_i\right\rvert\left\lvert A_j\right\rvert}\sum_{x\in A_i,\ y\in A_j}v_{xy}",
        LEVELS,
    ),
)
def m_auc(a: WeakOrder, b: WeakOrder, variant: str) -> Any:
    """m-AUC(a, b) = 2 / (l (l - 1)) sum over pairs of levels i, j of a of AUC(a_ij, b_ij), l = number of levels

    a is the target, b the prediction. Hand and Till 2001; Fuernkranz and Huellermeier (slides). Ties of b count as in
    the variant of the AUC. Undefined where the target has fewer than two levels (0/0). ``ValueError`` for orders of
    different items.
    """
    pairs = level_pairs(a)
    return sum(share(x, y, b, variant) for x, y in pairs) / Whole(len(pairs))


@score_with_ties(
    "jonckheere-terpstra",
    claims=[PL9.holds(axioms.proportional("m-auc"))],
    holds=[axioms.proportional("c-index")],
    source="Jonckheere, A distribution-free k-sample test against ordered alternatives, 1954",
    latex=formulas(r"J(a,b)=\sum_{a(x)<a(y)}v_{xy}"),
)
def jonckheere_terpstra(a: WeakOrder, b: WeakOrder, variant: str) -> Any:
    """J(a, b) = sum over pairs of levels i, j of a of the number of pairs of their items with b(x) < b(y)

    a is the target, b the prediction. Terpstra 1952; Jonckheere 1954: the sum of the counts of Mann and Whitney, not of
    AUCs, which are shares. Ties of b count as in the variant of the AUC. 0 where the target has fewer than two levels.
    ``ValueError`` for orders of different items.
    """
    return sum((wins(x, y, b, variant) for x, y in combinations(a.buckets, 2)), rational(0))
