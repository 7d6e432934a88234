"""Scored lists, retrieved ids and runs: what ties, names, duplicates and single queries do to the score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from math import factorial, prod
from typing import Any

from ....model.metric import Metric
from ....model.relation import NOT_ASKED, Relation, at_most, equal
from ....numbers.exact import Whole
from ....spaces import own, rank, rank_pair
from ....spaces.retrieved import NAMES
from ....values.judged import Judged, Run
from ....values.retrieval import Retrieval
from ....values.scored import Scored
from ...formulas import lines
from .common import own_equal_scores, score_axiom

# --- Scored lists: what ties, the values of the scores, and the input order do to the score -----------------------

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


# --- Retrieved ids: what an id that comes twice is worth, and that names decide nothing ---------------------------

retrieved_axiom = partial(score_axiom, about=("retrieved ids",))


@retrieved_axiom(
    "duplicates", latex=lines(r"m(x)\le m(x^{\mathrm{once}})"), sentence="An item that is retrieved twice counts once."
)
def duplicates(m: Any, x: Any) -> Relation:
    """m(x) <= m(x with every repeated id replaced by an irrelevant one)

    For all retrieved ids x of which some come more than once: an id that was retrieved twice counts once, at its first
    rank, and its other occurrences are worth no more than anything irrelevant. TREC requires each document once in a
    ranking: Voorhees and Harman, TREC, 2005. Example: a metric that skips ids it has seen satisfies it; hits counted
    over the list do not, with a recall of 2 for (a, a) and one relevant id, nor does a definition that drops repeated
    ids before it ranks, since what follows then moves up.
    """
    return at_most(m(x), m(x.without_duplicates)) if x.has_duplicates else NOT_ASKED


@retrieved_axiom(
    "id-invariance",
    latex=lines(r"m(x)=m(x^{\mathrm{renamed}})"),
    sentence="The names of the retrieved items do not matter.",
)
def id_invariance(m: Any, x: Any) -> Relation:
    """m(x) = m(x with its ids renamed)

    For all retrieved ids x and some other names: the same names the other way round, and those of each type that the
    space has. The relation shown is that of the names that change the value most. Formalised here; compare
    right-invariance of rankings (Diaconis, Group Representations in Probability and Statistics, 1988). Example: a
    metric that looks ids up satisfies it; one that sorts them does not, nor one that takes the id 0 for none.
    """
    value = m(x)
    others = [m(x.renamed(names)) for names in _renamings(x, _types_of_ids(m.metric))]
    return equal(value, max(others, key=lambda other: abs(value - other)))


def _renamings(x: Retrieval, kinds: Iterable[type]) -> Iterator[dict[Any, Any]]:
    known = list(dict.fromkeys([*x.ids, *x.grades]))
    yield dict(zip(known, known[::-1], strict=True))
    for kind in kinds:
        yield {one: NAMES[kind](k) for k, one in enumerate(known, 1)}


def _types_of_ids(metric: Metric) -> Iterable[type]:
    (space,) = metric.arguments.values()
    return getattr(space, "id_types", ())


# --- Runs of several queries --------------------------------------------------------------------------------------

run_axiom = partial(score_axiom, about=("runs",))


@run_axiom(
    "query-order-invariance",
    latex=r"m(x)=m(x^{\mathrm{rev}})",
    kept_by=("mean-average-precision[R]",),
    sentence="The order of the queries does not matter.",
)
def query_order_invariance(m: Any, x: Any) -> Relation:
    """m(x) = m(x with its queries in reversed order)

    For all runs x of two or more queries. Formalised here; compare Voorhees and Harman, TREC, 2005 (means over topics).
    Example: a mean over the queries satisfies it; the score of the first query does not.
    """
    return equal(m(x), m(Run(x.lists[::-1]))) if len(x) > 1 else NOT_ASKED


@run_axiom(
    "mean-over-queries",
    latex=r"m(x)=\frac{1}{\left\lvert x\right\rvert}\sum_{q\in x}\mathrm{other}(q)",
    kept_by=("mean-average-precision[R]",),
    sentence="It is the mean of {other} over the queries.",
)
def mean_over_queries(m: Any, x: Any, *, other: str) -> Relation:
    """m(x) = mean of other(q) over the queries q of x

    For all runs x, with the parameters that both metrics share; one undefined query makes no case. Voorhees and Harman,
    TREC, 2005 (MAP is the mean of AP over topics). Example: MAP is the mean of AP; the median of AP is not, nor the AP
    of all queries pooled.
    """
    single = m.other(other)
    return equal(len(x) * m(x), sum(single(q) for q in x))


@run_axiom(
    "leaving-out-a-query",
    latex=r"\forall\,q\in x:\ m(x^{\mathrm{without}})\le m(x)",
    kept_by=("mean-average-precision[R]",),
    sentence="Returning nothing for a query never raises the score.",
)
def leaving_out_a_query(m: Any, x: Any) -> Relation:
    """m(x with nothing retrieved for a query) <= m(x)

    For all runs x of two or more queries, and each of them: all that its list shows is then missing. The relation
    shown is that of the query that gains most. Voorhees and Harman, TREC, 2005 (means are over all topics, and a topic
    without a list counts as 0). Example: a mean over all queries satisfies it; one over those that have a list does
    not.
    """
    without = (_without(x, k) for k, listed in enumerate(x.lists) if listed.n)
    values = [m(run) for run in without] if len(x) > 1 else []
    return at_most(max(values), m(x)) if values else NOT_ASKED


def _without(run: Run, k: int) -> Run:
    """The run with nothing retrieved for one query."""
    left = run.lists[k]
    empty = Judged((), tuple(sorted((*left.grades, *left.missing), reverse=True)))
    return Run((*run.lists[:k], empty, *run.lists[k + 1 :]))
