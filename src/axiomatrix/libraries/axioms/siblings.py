"""Axioms about siblings, and about single metrics on special lists.

Siblings are metrics of one library: precision at 1 = reciprocal rank at 1. The argument ``other`` is the name of
another row (metric) of the same library, and ``sibling(m, other)`` is that row with the parameters that it shares with
``m``. The identities hold for every list. They are asked with ties too: whatever order a library gives to tied items,
if all its metrics judge the list in that order, the identities hold between their values.

A *concept* is the metric that a row claims to compute, such as ``P@k`` (precision at k). The concepts say of which
pairs of rows an axiom is asked.

In each axiom, ``m`` is a metric of a library, bound to its parameters, and ``at`` are the arguments of one call
(:mod:`.common`). The spaces of ``at`` are small: ``own_inputs`` has valid arguments of the metric, ``every_input``
scored items with and without ties, ``untied_inputs`` those without (:mod:`.inputs`). The space of ``x`` is ``own``: all
lists of the metric. ``NOT_ASKED`` is returned for an input that the axiom says nothing of. The docstring of an axiom
has the formula first, then the domain, the source ("formalised here" if there is none), and an example.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from ...model.axiom import Axiom, where
from ...model.metric import BoundMetric, Metric
from ...model.relation import NOT_ASKED, Relation, at_least, at_most, equal
from ...numbers.exact import Whole
from ...spaces import Space, own
from ...values.judged import Judged
from ...values.scored import Scored
from .common import (
    LISTS,
    VECTORS,
    Condition,
    all_of,
    implementation_axiom,
    observe_siblings,
    row_index,
    rows_of,
    sibling,
)
from .inputs import every_input, has_ties, own_inputs, untied_inputs

_axiom = partial(implementation_axiom, group="siblings")


def _sibling_axiom(
    id: str, concepts: Mapping[str, Iterable[str]], at: Space = every_input, *, sentence: str
) -> Callable[..., Axiom]:
    """Return the decorator that declares an axiom about the lists of a row and one of its siblings.

    ``concepts`` maps the concept of the row to those of the sibling ``other`` (see :func:`.common.observe_siblings`).
    """
    return _axiom(id, about=LISTS, over={"at": at}, observe=observe_siblings(concepts), sentence=sentence)


def relevant_count(at: Any) -> Any:
    """Count the relevant items of the list, the only argument of the call."""
    return Whole(sum(g > 0 for g in at[0].grades))


# --- at rank 1, and one relevant item ----------------------------------------------------------------------------


@_sibling_axiom(
    "equal-at-rank-one",
    {"P@k": ("hit@k", "RR@k"), "RR@k": ("hit@k",)},
    sentence="At the first rank it gives what {other} gives.",
)
def equal_at_rank_one(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """m(x; 1) = other(x; 1)

    For all scored items, ties and all: the precision, the hit and the reciprocal rank at 1 all say whether the first
    item is relevant. Manning, Raghavan, Schutze, Introduction to Information Retrieval, 2008, ch. 8 (the
    definitions). Example: two sorts that break ties differently fail.
    """
    return equal(m.with_(k=Whole(1))(*at), sibling(m, other, k=Whole(1))(*at)) if m["k"] == 1 else NOT_ASKED


@_sibling_axiom(
    "equal-for-one-relevant-item",
    {"AP": ("RR",), "AP@k": ("RR@k",)},
    sentence="Where one item is relevant it gives what {other} gives.",
)
def equal_for_one_relevant_item(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """m(x) = other(x) where one item is relevant

    For all scored items of which one is relevant, ties and all: average precision is then the reciprocal rank. Manning,
    Raghavan, Schutze 2008, ch. 8. Example: an average precision that counts ranks from 0 fails.
    """
    return equal(m(*at), sibling(m, other)(*at)) if relevant_count(at) == 1 else NOT_ASKED


# --- bounds ------------------------------------------------------------------------------------------------------


@_sibling_axiom(
    "at-most-sibling",
    {"RR@k": ("RR", "hit@k"), "P@k": ("hit@k",), "recall@k": ("hit@k",)},
    sentence="At a cut-off it is never more than {other}.",
)
def at_most_sibling(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """m(x; k) <= other(x; k)

    For all scored items with a relevant one, ties and all: the reciprocal rank at k is at most that of the whole list
    and at most the hit at k, and so are precision and recall at k. Manning, Raghavan, Schutze 2008, ch. 8. Example: a
    partial sort that breaks ties otherwise for another k fails.
    """
    return at_most(m(*at), sibling(m, other)(*at)) if relevant_count(at) > 0 else NOT_ASKED


@_sibling_axiom(
    "equal-beyond-the-list",
    {"RR@k": ("RR",), "AP@k": ("AP",)},
    sentence="A cut-off beyond the end of the list cuts nothing off: it gives what {other} gives.",
)
def equal_beyond_the_list(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """m(x; k) = other(x) where k >= n

    For all scored items, ties and all: a cut-off at or beyond the end cuts nothing off. Manning, Raghavan, Schutze
    2008, ch. 8. Example: an average precision at k that divides by min(k, R) satisfies it; one that divides by k
    fails.
    """
    return equal(m(*at), sibling(m, other)(*at)) if m["k"] >= len(at[0]) else NOT_ASKED


# --- counts ------------------------------------------------------------------------------------------------------


@_sibling_axiom(
    "precision-and-recall-count-alike", {"P@k": ("recall@k",)}, sentence="It and {other} count the same relevant items."
)
def precision_and_recall_count_alike(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """k m(x; k) = R other(x; k)

    For all scored items with a relevant one, ties and all, k <= n: both sides are the number of relevant items among
    the first k. Cleverdon, Mills, Keen, Factors determining the performance of indexing systems, 1966. Example: two
    sorts that break ties differently fail.
    """
    count = relevant_count(at)
    if count == 0 or m["k"] > len(at[0]):
        return NOT_ASKED
    return equal(m["k"] * m(*at), count * sibling(m, other)(*at))


@_sibling_axiom(
    "r-precision-is-precision-at-r",
    {"R-precision": ("P@k", "recall@k")},
    sentence="It is {other} at a cut-off of as many ranks as there are relevant items.",
)
def r_precision_is_precision_at_r(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """m(x) = other(x; R)

    For all scored items with a relevant one, ties and all: precision and recall at R, the number of relevant items, are
    one number. Buckley and Voorhees, Retrieval System Evaluation, in TREC, 2005 (R-precision). Example: two sorts that
    break ties differently fail.
    """
    count = relevant_count(at)
    return equal(m(*at), sibling(m, other, k=count)(*at)) if count > 0 else NOT_ASKED


def _observe_precision_and_recall(metric: Metric) -> Iterable[Mapping[str, Any]]:
    """Ask with the first precision at k and the first recall at k of the library, if it has both.

    Further rows of the same concept are compared with the first by ``same-concept-same-value``.
    """
    precisions = list(observe_siblings({"F1@k": ("P@k",)})(metric))
    recalls = list(observe_siblings({"F1@k": ("recall@k",)})(metric))
    if not precisions or not recalls:
        return []
    return [{"precision": precisions[0]["other"], "recall": recalls[0]["other"]}]


@_axiom(
    "f1-is-the-harmonic-mean",
    over={"at": every_input},
    about=LISTS,
    observe=_observe_precision_and_recall,
    sentence="It is the harmonic mean of precision and recall.",
)
def f1_is_the_harmonic_mean(m: BoundMetric, at: Any, *, precision: str, recall: str) -> Relation:
    """m(x; k) (P(x; k) + R(x; k)) = 2 P(x; k) R(x; k)

    For all scored items with a relevant one, ties and all. van Rijsbergen, Information Retrieval, 1979, ch. 7 (the
    effectiveness measure at equal weights). Example: a mean of precision and recall fails.
    """
    if relevant_count(at) == 0:
        return NOT_ASKED
    p, r = sibling(m, precision)(*at), sibling(m, recall)(*at)
    return equal(m(*at) * (p + r), 2 * p * r)


# --- correlations ------------------------------------------------------------------------------------------------

TAUS = ("Kendall tau-a", "Kendall tau-b", "Kendall tau-c", "gamma")
"""Concepts that are equal without ties."""
LATER_TAUS = {tau: TAUS[place + 1 :] for place, tau in enumerate(TAUS)}
"""The concepts with which each of them is compared: the later ones, so that no pair is asked twice."""


@_axiom(
    "one-tau-without-ties",
    over={"at": own_inputs},
    about=VECTORS,
    observe=observe_siblings(LATER_TAUS, set_by_axiom=()),  # correlations have no cut-off that the axiom could set
    sentence="Without ties it gives what {other} gives.",
)
def one_tau_without_ties(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """m(a, b) = other(a, b) without ties

    For all pairs of orders without ties: tau-a, tau-b, tau-c and gamma differ in what they do with ties alone.
    Kendall, The Treatment of Ties in Ranking Problems, Biometrika 1945. Example: a tau-c divided by n^2 instead of n
    (n - 1) fails.
    """
    return NOT_ASKED if has_ties(at) else equal(m(*at), sibling(m, other)(*at))


# --- single metrics on special lists -----------------------------------------------------------------------------


def needs_concept(*concepts: str) -> Condition:
    """Make a condition: the row is an implementation of one of these concepts."""
    reason = f"it is not an implementation of {' or '.join(concepts)}"
    return where(lambda metric: metric.implementation.concept in concepts, why=reason)


@_axiom(
    "recall-of-the-only-item",
    over={"x": own},
    about=LISTS,
    applies=needs_concept("recall@k", "hit@k", "R-precision", "AP", "AP@k", "RR", "RR@k", "P@k"),
    sentence="Where there is one item, relevant and listed, the value is 1.",
)
def recall_of_the_only_item(m: BoundMetric, x: Judged) -> Relation:
    """m(x) = 1 where the one item there is, is relevant, and listed

    For the list of one relevant item with nothing missing, k = 1: it has been found, and at rank 1. Manning, Raghavan,
    Schutze 2008, ch. 8. Example: an implementation that squeezes away the only dimension of its input fails.
    """
    is_only_item_relevant = len(x) == 1 and not x.missing and x.R == 1
    has_cut_off_one = "k" not in m.parameters or m["k"] == 1
    return equal(m(x), 1) if is_only_item_relevant and has_cut_off_one else NOT_ASKED


ONE_ON_IDEAL_LIST = ("nDCG@k (linear gains)", "nDCG@k (exponential gains)", "nDCG", "AP", "RR", "R-precision")
"""Concepts whose value is 1 on every ideal list with a relevant item."""


@_axiom(
    "one-where-scored-by-the-truth",
    over={"at": every_input},
    about=LISTS,
    applies=needs_concept(*ONE_ON_IDEAL_LIST),
    sentence="Predicting the grades themselves gives 1.",
)
def one_where_scored_by_the_truth(m: BoundMetric, at: Any) -> Relation:
    """m(grades, the grades as scores) = 1

    For all lists with a relevant item, the scores being the grades: ties are between items of one grade, and every
    order of them is ideal. Jarvelin and Kekalainen, TOIS 2002. Example: nDCG(y, y) where the ideal is made with other
    gains.
    """
    (x,) = at
    return equal(m(Scored(x.grades, x.grades)), 1) if relevant_count(at) > 0 else NOT_ASKED


DCG_OF_NDCG = {f"nDCG@k ({gains} gains)": (f"DCG@k ({gains} gains)",) for gains in ("linear", "exponential")}
"""The concept of nDCG with the concept of the DCG in it."""


@_sibling_axiom(
    "ndcg-is-dcg-over-ideal", DCG_OF_NDCG, untied_inputs, sentence="It is {other} divided by that of the ideal list."
)
def ndcg_is_dcg_over_ideal(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """m(x; k) DCG(the ideal list; k) = DCG(x; k)

    For all scored items with a relevant one, without ties. Jarvelin and Kekalainen, Cumulated gain-based evaluation
    of IR techniques, TOIS 2002. Example: a gain normalised by the ideal of the whole list, whatever k is, fails.
    """
    if relevant_count(at) == 0:
        return NOT_ASKED
    dcg = sibling(m, other)
    ideal = Judged(at[0].grades).ideal
    return equal(m(*at) * dcg(ideal), dcg(*at))


DIVISOR_IS_FIXED = ("AP", "recall@k", "RR", "hit@k", "R-precision", "DCG@k (linear gains)", "DCG@k (exponential gains)")
"""Concepts that divide by nothing, or by a number that does not depend on which items are listed."""
_needs_missing_items = where(
    # The first argument is the list. ``max_missing`` of its space is the most items that may be missing from a list.
    lambda metric: getattr(next(iter(metric.arguments.values())), "max_missing", 0),
    why="nothing is missing from its lists",
)
"""Applicable where relevant items may be missing from the metric's lists."""


@_axiom(
    "found-item-never-lowers",
    over={"x": own},
    about=LISTS,
    applies=all_of(needs_concept(*DIVISOR_IS_FIXED), _needs_missing_items),
    sentence="Finding one more relevant item never lowers the value.",
)
def found_item_never_lowers(m: BoundMetric, x: Judged) -> Relation:
    """m(x with a missing relevant item added at the end) >= m(x)

    For all lists that a relevant item of the collection is missing from, for metrics whose divisor does not depend on
    what is listed. Moffat, Seven numeric properties of effectiveness metrics, AIRS 2013 (completeness of the divisor
    R). Example: average precision with divisor R satisfies it; one divided by the relevant items that are listed
    fails.
    """
    missing_relevant = [k for k, g in enumerate(x.missing, 1) if g > 0]
    return at_least(m(x.fetched(missing_relevant[0])), m(x)) if missing_relevant else NOT_ASKED


# --- rows that must be equal -------------------------------------------------------------------------------------


def _observe_later_rows_of_concept(metric: Metric) -> Iterable[Mapping[str, Any]]:
    """Ask with each implementation of the same concept in the same library that is registered later, of any variant.

    The axiom is symmetric, so each pair is asked once.
    """
    implementation = metric.implementation
    if not implementation.concept:  # no other row computes the same
        return []
    later_rows = rows_of(metric)[row_index(metric) + 1 :]
    return [
        {"other": row.name}
        for row in later_rows
        if row.implementation.library == implementation.library
        and row.implementation.concept == implementation.concept
        and set(row.parameters) == set(metric.parameters)
        and row.about == metric.about
    ]


@_axiom(
    "same-concept-same-value",
    over={"at": every_input},
    observe=_observe_later_rows_of_concept,
    sentence="It gives what {other} gives, another implementation of the same metric.",
)
def same_concept_same_value(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """m(x) = other(x)

    For all inputs, ties and all, on which both answer: two implementations of one metric in one library, such as two
    providers or two functions. Formalised here. Example: providers that break ties differently fail.
    """
    return equal(m(*at), sibling(m, other)(*at))


def _observe_recomputed_row(metric: Metric) -> Iterable[Mapping[str, Any]]:
    """Ask with the row that the adapter names in the option ``recomputed``."""
    options = metric.implementation.options
    return [{"other": options["recomputed"]}] if "recomputed" in options else []


@_axiom(
    "reported-equals-recomputed",
    over={"at": every_input},
    observe=_observe_recomputed_row,
    sentence="The value that the library reports is the one that {other} computes afterwards.",
)
def reported_equals_recomputed(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """m(x) = other(x): what is reported is what is got

    For all inputs, where one row is what the library reports (an optimiser's best score) and the other what it
    evaluates with what was chosen (option ``{"recomputed": the other row}``). Formalised here. Example: an optimiser
    that reports the score of rounded parameters fails.
    """
    return equal(m(*at), sibling(m, other)(*at))
