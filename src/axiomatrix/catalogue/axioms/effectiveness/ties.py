"""Scored lists: what ties, the values of the scores, and the input order do to the score."""

from __future__ import annotations

from functools import partial
from typing import Any

from ....model.relation import NOT_ASKED, Relation, equal
from ....spaces import own, rank, rank_pair
from ....values.judged import Scored
from ...latex import lines
from .depth import score_axiom

scored_axiom = partial(score_axiom, about=("scored lists",))


@scored_axiom(
    "ordinal-invariance",
    over={"x": own, "i": rank},
    latex=r"m(x)=m(x^{\mathrm{raised}})",
    kept_by=("tied-average-precision[mean]",),
)
def ordinal_invariance(m: Any, x: Any, i: Any) -> Relation:
    """m(x) = m(x with every score from that of item i on raised by 1)

    For all scored lists x and items i (in input order): scores that are not below the score of i are raised by 1, the
    others stay, so that the order and the ties stay as they are. Such steps (of any height) make up every strictly
    rising change of the scores. Stevens, On the theory of scales of measurement, Science 1946 (ordinal scales).
    Example: AP after sorting satisfies it; a sum of the scores of relevant items does not.
    """
    from_here = x.scores[i - 1]
    return equal(m(x), m(x.rescored(s + 1 if s >= from_here else s for s in x.scores)))


@scored_axiom(
    "tie-permutation-invariance",
    over={"x": own, "ij": rank_pair},
    latex=lines(r"m(x)=m(s_{i,j}\,x)", r"\text{where the items }i\text{ and }j\text{ have equal scores}"),
    kept_by=("tied-average-precision[mean]",),
    broken_by=("tied-average-precision[input]",),
)
def tie_permutation_invariance(m: Any, x: Any, ij: Any) -> Relation:
    """m(x) = m(x with the tied items i and j exchanged)

    For all scored lists x and items i < j (in input order) of the same score. McSherry and Najork, Computing
    information retrieval performance measures efficiently in the presence of tied scores, ECIR 2008. Example: the
    expected score over all orders of the ties satisfies it; ties left in input order do not.
    """
    i, j = ij
    return equal(m(x), m(_exchanged(x, i, j))) if x.scores[i - 1] == x.scores[j - 1] else NOT_ASKED


@scored_axiom(
    "input-order-invariance",
    over={"x": own, "ij": rank_pair},
    latex=lines(r"m(x)=m(s_{i,j}\,x)", r"s_{i,j}\,x\text{: the items }i\text{ and }j\text{ of the input exchanged}"),
    kept_by=("tied-average-precision[mean]",),
    broken_by=("tied-average-precision[input]",),
)
def input_order_invariance(m: Any, x: Any, ij: Any) -> Relation:
    """m(x) = m(x with the items i and j exchanged in the input)

    For all scored lists x and items i < j (in input order), tied or not, which keep their scores. McSherry and Najork,
    ECIR 2008 (the order of the input must not decide). Example: a score of the items sorted by score, ties averaged,
    satisfies it; one that takes the input as the ranking does not.
    """
    i, j = ij
    return equal(m(x), m(_exchanged(x, i, j)))


def _exchanged(x: Scored, i: int, j: int) -> Scored:
    order = list(range(1, len(x) + 1))
    order[i - 1], order[j - 1] = order[j - 1], order[i - 1]
    return x.rearranged(order)
