"""Scored lists: what ties, the values of the scores, and the input order do to the score."""

from __future__ import annotations

from functools import partial
from math import factorial, prod
from typing import Any

from ....model.relation import NOT_ASKED, Relation, at_most, equal
from ....numbers.exact import Whole
from ....spaces import own, rank, rank_pair
from ....values.scored import Scored
from ...latex import lines
from .depth import score_axiom
from .own_lists import own_equal_scores

MOST_ORDERS = 120
"""The most ways to break the ties of a list that are tried."""
scored_axiom = partial(score_axiom, about=("scored lists",))


@scored_axiom(
    "ordinal-invariance",
    over={"x": own, "i": rank},
    latex=r"m(x)=m(x^{\mathrm{raised}})",
    kept_by=("tied-average-precision[mean]",),
    sentence="Only the order of the predicted scores matters, not their size.",
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
    sentence="Exchanging two items with the same predicted score changes nothing.",
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
    sentence="The order in which the items are given does not matter, only their predicted scores.",
)
def input_order_invariance(m: Any, x: Any, ij: Any) -> Relation:
    """m(x) = m(x with the items i and j exchanged in the input)

    For all scored lists x and items i < j (in input order), tied or not, which keep their scores. McSherry and Najork,
    ECIR 2008 (the order of the input must not decide). Example: a score of the items sorted by score, ties averaged,
    satisfies it; one that takes the input as the ranking does not.
    """
    i, j = ij
    return equal(m(x), m(_exchanged(x, i, j)))


@scored_axiom(
    "ties-do-not-pay",
    latex=lines(
        r"m(x)\le\frac{1}{\left\lvert\Pi_x\right\rvert}\sum_{z\in\Pi_x}m(z)",
        r"\Pi_x\text{: }x\text{ with its ties broken in every way}",
    ),
    kept_by=("tied-average-precision[mean]", "tied-average-precision[worst]"),
    broken_by=("tied-average-precision[best]", "tied-average-precision[input]"),
    sentence="Giving items the same predicted score gains nothing over breaking the tie at random.",
)
def ties_do_not_pay(m: Any, x: Any) -> Relation:
    """m(x) <= the mean of m over x with its ties broken in every way

    For all scored lists x with ties that can be broken in at most 120 ways: to give items the same score is worth no
    more than to break the tie at random. A tie is broken by scores so near the tied one that nothing else changes its
    rank. McSherry and Najork, ECIR 2008; Cabanac, Hubert, Boughanem, Chrisment, Tie-breaking bias: effect of an
    uncontrolled parameter on information retrieval evaluation, CLEF 2010. Example: the mean over the orders of the
    ties satisfies it, and so does the worst order; the best order does not, nor a count of tied pairs as right.
    """
    return at_most(m(x), _mean_over_orders(m, x)) if 1 < _number_of_orders(x) <= MOST_ORDERS else NOT_ASKED


@scored_axiom(
    "constant-scorer-is-chance",
    over={"x": own_equal_scores},
    latex=lines(
        r"m(x)=\frac{1}{\left\lvert\Pi_x\right\rvert}\sum_{z\in\Pi_x}m(z)",
        r"\text{where all scores of }x\text{ are equal}",
        r"\Pi_x\text{: }x\text{ in every order}",
    ),
    kept_by=("tied-average-precision[mean]",),
    broken_by=("tied-average-precision[best]", "tied-average-precision[input]"),
    sentence="Giving all items the same predicted score is worth what a random order is worth.",
)
def constant_scorer_is_chance(m: Any, x: Any) -> Relation:
    """m(x) = the mean of m over all orders of x, where all scores are equal

    For all scored lists x of two to five items that have the same score: a system that cannot tell items apart gets
    what a random order gets. Fawcett, An introduction to ROC analysis, Pattern Recognition Letters 2006 (the diagonal
    is chance); McSherry and Najork, ECIR 2008. Example: AUC with ties at 1/2 and the mean over the orders of the ties
    satisfy it; ties left in input order do not.
    """
    is_constant = len(x.buckets) == 1 < len(x) and _number_of_orders(x) <= MOST_ORDERS
    return equal(m(x), _mean_over_orders(m, x)) if is_constant else NOT_ASKED


def _number_of_orders(x: Scored) -> int:
    """In how many ways the ties of the list can be broken."""
    return prod(factorial(len(bucket)) for bucket in x.buckets)


def _mean_over_orders(m: Any, x: Scored) -> Any:
    values = [m(y) for y in x.orders()]
    return sum(values) / Whole(len(values))


def _exchanged(x: Scored, i: int, j: int) -> Scored:
    order = list(range(1, len(x) + 1))
    order[i - 1], order[j - 1] = order[j - 1], order[i - 1]
    return x.rearranged(order)
