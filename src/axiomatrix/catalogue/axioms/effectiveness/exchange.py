"""Better lists: what must raise a score, and examples of losses and counts that prefer the worse list."""

from __future__ import annotations

from typing import Any

from ....model.axiom import axiom
from ....model.relation import NOT_ASKED, Relation, at_most, differs, equal, less
from ....spaces import own, own_grade, rank, rank_pair
from ....values.judged import Judged
from ...formulas import lines
from .common import ORDERED_LISTS, depth, less_relevant, missing_item, score_axiom, unequally_relevant, unjudged

# --- Better lists: two items exchanged, one replaced by a more relevant one, one judged relevant ------------------


@score_axiom(
    "swap",
    over={"x": own, "ij": rank_pair},
    about=ORDERED_LISTS,
    latex=r"i<j,\ x_i<x_j\Rightarrow m(x)\le m(s_{i,j}\,x)",
    kept_by=("precision", "average-precision[whole]", "dcg[exponential]"),
    sentence="Moving a more relevant item up, in the place of a less relevant one, never lowers the score.",
)
def swap(m: Any, x: Any, ij: Any) -> Relation:
    """m(x) <= m(x with the items at ranks i and j exchanged)

    For all lists x and ranks i < j whose item at i is less relevant than that at j; in a scored list the item at i has
    a higher score, and the two exchange their scores. Ferrante, Ferro, Maistro, Towards a formal framework for
    utility-oriented measurements of retrieval effectiveness, ICTIR 2015 ("swap"). Example: precision, AP, DCG satisfy
    it; a score that rewards relevant items at the bottom does not, nor one that sorts by rising score.
    """
    i, j = ij
    return at_most(m(x), m(x.exchanged(i, j))) if less_relevant(m, x[i], x[j]) and x.is_above(i, j) else NOT_ASKED


@score_axiom(
    "swap-strict",
    over={"x": own, "ij": rank_pair},
    latex=r"i<j,\ i\le k,\ x_i<x_j\Rightarrow m(x)<m(s_{i,j}\,x)",
    kept_by=("dcg[exponential]",),
    broken_by=("precision-at", "reciprocal-rank"),
    sentence="Moving a more relevant item up, in the place of a less relevant one, always raises the score.",
)
def swap_strict(m: Any, x: Any, ij: Any) -> Relation:
    """m(x) < m(x with the items at ranks i and j exchanged)

    For all lists x and ranks i < j whose item at i is less relevant than that at j, i inside the top k where the metric
    has a cut-off k (j anywhere). Ferrante, Ferro, Maistro, ICTIR 2015 ("swap", strictly). Example: DCG satisfies it;
    precision at 2 does not for ranks 1 and 2, reciprocal rank not below the first relevant item.
    """
    i, j = ij
    return less(m(x), m(x.exchanged(i, j))) if less_relevant(m, x[i], x[j]) and i <= depth(m, x) else NOT_ASKED


@score_axiom(
    "replacement",
    over={"x": own, "i": rank, "j": missing_item},
    about=ORDERED_LISTS,
    latex=lines(
        r"x_i<g\Rightarrow m(x)\le m(x_{i\to g})", r"x_{i\to g}\text{: a missing item of grade }g\text{ at rank }i"
    ),
    kept_by=("precision", "average-precision[whole]", "ndcg[exponential]"),
    sentence="Showing a more relevant item in the place of a less relevant one never lowers the score.",
)
def replacement(m: Any, x: Any, i: Any, j: Any) -> Relation:
    """m(x) <= m(x with a more relevant item at rank i)

    For all lists x, ranks i, and missing items (the j-th by falling grade) more relevant than the item at i, which is
    missing afterwards: the grade at rank i rises, the collection and the scores stay. Ferrante, Ferro, Maistro, ICTIR
    2015 ("replacement"). Judging the same item more relevant changes the collection; consistency-in-relevance asks
    that. Example: precision, AP, nDCG satisfy it; a count of irrelevant items does not.
    """
    if j > len(x.missing) or not less_relevant(m, x[i], x.missing[j - 1]):
        return NOT_ASKED
    return at_most(m(x), m(x.replaced(i, j)))


@score_axiom(
    "replacement-strict",
    over={"x": own, "i": rank, "j": missing_item},
    latex=lines(
        r"i\le k,\ x_i<g\Rightarrow m(x)<m(x_{i\to g})",
        r"x_{i\to g}\text{: a missing item of grade }g\text{ at rank }i",
    ),
    kept_by=("precision", "dcg[exponential]"),
    broken_by=("reciprocal-rank",),
    sentence="Showing a more relevant item in the place of a less relevant one always raises the score.",
)
def replacement_strict(m: Any, x: Any, i: Any, j: Any) -> Relation:
    """m(x) < m(x with a more relevant item at rank i)

    For all lists x, ranks i (inside the top k where the metric has a cut-off k), and missing items (the j-th by falling
    grade) more relevant than the item at i, which is missing afterwards. Ferrante, Ferro, Maistro, ICTIR 2015
    ("replacement", strictly). Example: precision and DCG satisfy it; reciprocal rank does not below the first relevant
    item.
    """
    if j > len(x.missing) or not less_relevant(m, x[i], x.missing[j - 1]) or i > depth(m, x):
        return NOT_ASKED
    return less(m(x), m(x.replaced(i, j)))


@score_axiom(
    "consistency-in-relevance",
    over={"x": own, "i": rank, "g": own_grade},
    latex=lines(
        r"x_i\le 0<g\Rightarrow m(x)\le m(x_{i\to g})", r"x_{i\to g}\text{: the item at rank }i\text{ has the grade }g"
    ),
    kept_by=("precision", "dcg[exponential]"),
    broken_by=("average-precision[whole]", "ndcg[exponential]"),
    sentence="Judging a shown item relevant that was judged irrelevant never lowers the score.",
)
def consistency_in_relevance(m: Any, x: Any, i: Any, g: Any) -> Relation:
    """m(x) <= m(x with the item at rank i judged relevant)

    For all lists x, ranks i of an item that is not relevant, and positive grades g that it gets instead; the other
    grades stay, so the collection has one more relevant item. Formalised here; the list itself does not change.
    Compare Ferrante, Ferro, Maistro, ICTIR 2015 ("replacement", with the collection fixed). Example: precision and DCG
    satisfy it; AP and nDCG do not: 1 for (1, 0, 0), less for (1, 0, 1).
    """
    return at_most(m(x), m(x.regraded(i, g))) if x[i] <= 0 < g and x[i] != unjudged(m.metric) else NOT_ASKED


@score_axiom(
    "order-inside-top-matters",
    over={"x": own, "ij": rank_pair},
    latex=r"i<j\le k,\ x_i\neq x_j\Rightarrow m(x)\neq m(s_{i,j}\,x)",
    kept_by=("dcg[exponential]",),
    broken_by=("precision-at", "reciprocal-rank"),
    sentence="Within the top, exchanging two items of different relevance changes the score.",
)
def order_inside_top_matters(m: Any, x: Any, ij: Any) -> Relation:
    """m(x) != m(x with the items at ranks i and j exchanged)

    For all lists x and ranks i < j inside the top k (the list, where the metric has no cut-off k) whose items have
    different grades: either order of the grades may be the better one. Formalised here; compare Moffat, AIRS 2013
    ("top-weightedness"). Example: DCG satisfies it; precision at k does not, nor reciprocal rank.
    """
    i, j = ij
    return differs(m(x), m(x.exchanged(i, j))) if unequally_relevant(m, x[i], x[j]) and j <= depth(m, x) else NOT_ASKED


@score_axiom(
    "ignores-order-inside-top",
    over={"x": own, "ij": rank_pair},
    latex=r"i<j\le k,\ x_i\neq x_j\Rightarrow m(x)=m(s_{i,j}\,x)",
    kept_by=("precision-at", "recall-at"),
    broken_by=("dcg[exponential]",),
    sentence="Within the top the order does not matter: only which items are there.",
)
def ignores_order_inside_top(m: Any, x: Any, ij: Any) -> Relation:
    """m(x) = m(x with the items at ranks i and j exchanged)

    For all lists x and ranks i < j inside the top k (the list, where the metric has no cut-off k) whose items have
    different grades: the metric is one of the set of the first k items. Formalised here; it is stronger than the
    negation of order-inside-top-matters (compare Moffat, AIRS 2013). Example: precision and recall at k satisfy it, DCG
    does not.
    """
    i, j = ij
    return equal(m(x), m(x.exchanged(i, j))) if unequally_relevant(m, x[i], x[j]) and j <= depth(m, x) else NOT_ASKED


# --- The first relevant item: whether a count of wrong pairs can prefer the list that shows it later --------------


@score_axiom(
    "prefers-a-later-first-relevant",
    over={"x": own, "ij": rank_pair, "kl": rank_pair},
    kinds=("loss",),
    quantifier="there is",
    latex=lines(r"\exists\,x,z:\ m(z)<m(x),\ \min\{i\mid x_i>0\}<\min\{i\mid z_i>0\}", r"z=s_{k,l}\,s_{i,j}\,x"),
    kept_by=("kendall-relevance",),
    sentence="It can prefer a list that shows its first relevant item lower down.",
)
def prefers_a_later_first_relevant(m: Any, x: Any, ij: Any, kl: Any) -> Relation:
    """m(y) < m(x) where y shows its first relevant item lower down; y is x with two pairs of items exchanged

    There are a list x with a relevant item and ranks i < j, k < l: y is x with the items at i and j exchanged, and then
    those at k and l. Overview of ranking metrics ("despite fewer number of inversions, the second ranking is still
    worse, from the user perspective"). Example: the number of inversions, for (1, 0, 0, 0, 1) and (0, 1, 1, 0, 0): 3
    and 2; the rank of the first relevant item has none.
    """
    y = x.exchanged(*ij).exchanged(*kl)
    first, second = _first_relevant(x), _first_relevant(y)
    return less(m(y), m(x)) if first is not None and first < second else NOT_ASKED


def _first_relevant(x: Judged) -> Any:
    return next((i for i in x.ranks() if x[i] > 0), None)


# --- Axioms of losses of predicted scores: how they relate to the ranking that users see --------------------------


def _first_shown(scores: Any) -> int | None:
    """The item of the highest score; None if several have it."""
    best = [x for x in scores.items if all(scores[x] >= scores[z] for z in scores.items)]
    return best[0] if len(best) == 1 else None


@axiom(
    "prefers-an-irrelevant-top",
    over={"y": own, "s": own, "t": own},
    kinds=("loss",),
    group="losses",
    quantifier="there is",
    about=("scores",),
    latex=lines(
        r"\exists\,y,s,t:\ e(y,t)<e(y,s)",
        r"\text{the one item on top of }s\text{ has }y>0\text{, that of }t\text{ has }y=0",
    ),
    kept_by=("mse",),
    sentence="It can prefer a prediction with an irrelevant item on top to one with a relevant item on top.",
)
def prefers_an_irrelevant_top(e: Any, y: Any, s: Any, t: Any) -> Relation:
    """e(y, t) < e(y, s) where s lists a relevant item first and t one that is not

    There are true scores y (0 is not relevant) and predictions s, t, each with one item on top. Overview of ranking
    metrics ("the second search result has a lower MSE, the user will not be satisfied"), 2023. Example: the mean
    squared error; a loss that only looks at the item on top has none.
    """
    top, other = _first_shown(s), _first_shown(t)
    if top is None or other is None or not (y[top] > 0 and y[other] == 0):
        return NOT_ASKED
    return less(e(y, t), e(y, s))
