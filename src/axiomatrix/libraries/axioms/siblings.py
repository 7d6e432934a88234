"""Siblings: identities between the metrics of one library, whatever convention it has for ties.

The argument ``other`` is a row of the same library. On scored items, ties and all, of which the library judges some one
list: then the identities between the values on that list hold between the values that it answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from ...model.axiom import axiom
from ...model.metric import Metric
from ...model.relation import NOT_ASKED, Relation, at_most, equal
from ...numbers.exact import Whole
from .common import (
    KINDS,
    LISTS,
    VECTORS,
    any_implementation,
    beside,
    sibling,
)
from .inputs import every_input, own_inputs, tied

if TYPE_CHECKING:
    from ...model.metric import BoundMetric

sibling_axiom = partial(axiom, kinds=KINDS, group="siblings")
of_lists = partial(sibling_axiom, about=LISTS, applies=any_implementation)


def relevant(at: Any) -> Any:
    """How many items of the list are relevant."""
    return Whole(sum(g > 0 for g in at[0].grades))


# --- at rank 1, and one relevant item ----------------------------------------------------------------------------


@of_lists(
    "equal-at-rank-one",
    over={"at": every_input},
    observe=lambda metric: [
        *beside("P@k", "hit@k", "RR@k")(metric),
        *beside("RR@k", "hit@k")(metric),
    ],
)
def equal_at_rank_one(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """m(x; 1) = other(x; 1)

    For all scored items, ties and all: the precision, the hit and the reciprocal rank at 1 all say whether the first
    item is relevant. Manning, Raghavan, Schutze, Introduction to Information Retrieval, 2008, ch. 8 (the
    definitions). Example: two sorts that break ties differently fail.
    """
    return equal(m.with_(k=Whole(1))(*at), sibling(m, other, k=Whole(1))(*at)) if m["k"] == 1 else NOT_ASKED


@of_lists(
    "equal-for-one-relevant-item",
    over={"at": every_input},
    observe=lambda metric: [*beside("AP", "RR")(metric), *beside("AP@k", "RR@k")(metric)],
)
def equal_for_one_relevant_item(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """m(x) = other(x) where one item is relevant

    For all scored items of which one is relevant, ties and all: average precision is then the reciprocal rank. Manning,
    Raghavan, Schutze 2008, ch. 8. Example: an average precision that counts ranks from 0 fails.
    """
    return equal(m(*at), sibling(m, other)(*at)) if relevant(at) == 1 else NOT_ASKED


# --- bounds ------------------------------------------------------------------------------------------------------


@of_lists(
    "at-most-sibling",
    over={"at": every_input},
    observe=lambda metric: [
        *beside("RR@k", "RR", "hit@k")(metric),
        *beside("P@k", "hit@k")(metric),
        *beside("recall@k", "hit@k")(metric),
    ],
)
def at_most_sibling(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """m(x; k) <= other(x; k)

    For all scored items with a relevant one, ties and all: the reciprocal rank at k is at most that of the whole list
    and at most the hit at k, and so are precision and recall at k. Manning, Raghavan, Schutze 2008, ch. 8. Example: a
    partial sort that breaks ties otherwise for another k fails.
    """
    return at_most(m(*at), sibling(m, other)(*at)) if relevant(at) > 0 else NOT_ASKED


@of_lists(
    "equal-beyond-the-list",
    over={"at": every_input},
    observe=lambda metric: [*beside("RR@k", "RR")(metric), *beside("AP@k", "AP")(metric)],
)
def equal_beyond_the_list(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """m(x; k) = other(x) where k >= n

    For all scored items, ties and all: a cut-off at or beyond the end cuts nothing off. Manning, Raghavan, Schutze
    2008, ch. 8. Example: an average precision at k that divides by min(k, R) satisfies it; one that divides by k
    fails.
    """
    return equal(m(*at), sibling(m, other)(*at)) if m["k"] >= len(at[0]) else NOT_ASKED


# --- counts ------------------------------------------------------------------------------------------------------


@of_lists("precision-and-recall-count-alike", over={"at": every_input}, observe=beside("P@k", "recall@k"))
def precision_and_recall_count_alike(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """k m(x; k) = R other(x; k)

    For all scored items with a relevant one, ties and all, k <= n: both sides are the number of relevant items among
    the first k. Cleverdon, Mills, Keen, Factors determining the performance of indexing systems, 1966. Example: two
    sorts that break ties differently fail.
    """
    count = relevant(at)
    if count == 0 or m["k"] > len(at[0]):
        return NOT_ASKED
    return equal(m["k"] * m(*at), count * sibling(m, other)(*at))


@of_lists("r-precision-is-precision-at-r", over={"at": every_input}, observe=beside("R-precision", "P@k", "recall@k"))
def r_precision_is_precision_at_r(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """m(x) = other(x; R)

    For all scored items with a relevant one, ties and all: precision and recall at R, the number of relevant items, are
    one number. Buckley and Voorhees, Retrieval System Evaluation, in TREC, 2005 (R-precision). Example: two sorts that
    break ties differently fail.
    """
    count = relevant(at)
    return equal(m(*at), sibling(m, other, k=count)(*at)) if count > 0 else NOT_ASKED


@of_lists("f1-is-the-harmonic-mean", over={"at": every_input}, observe=lambda metric: _both(metric))
def f1_is_the_harmonic_mean(m: BoundMetric, at: Any, *, precision: str, recall: str) -> Relation:
    """m(x; k) (P(x; k) + R(x; k)) = 2 P(x; k) R(x; k)

    For all scored items with a relevant one, ties and all. van Rijsbergen, Information Retrieval, 1979, ch. 7 (the
    effectiveness measure at equal weights). Example: a mean of precision and recall fails.
    """
    if relevant(at) == 0:
        return NOT_ASKED
    p, r = sibling(m, precision)(*at), sibling(m, recall)(*at)
    return equal(m(*at) * (p + r), 2 * p * r)


def _both(metric: Metric) -> Iterable[Mapping[str, Any]]:
    """The first precision and the first recall at k of the library."""
    first_of_each = [list(beside("F1@k", concept)(metric))[:1] for concept in ("P@k", "recall@k")]
    return [{"precision": p["other"], "recall": r["other"]} for p in first_of_each[0] for r in first_of_each[1]]


# --- correlations ------------------------------------------------------------------------------------------------

TAUS = ("Kendall tau-a", "Kendall tau-b", "Kendall tau-c", "gamma")


@sibling_axiom(
    "one-tau-without-ties",
    over={"at": own_inputs},
    about=VECTORS,
    applies=any_implementation,
    observe=lambda metric: [
        arguments for k, tau in enumerate(TAUS) for arguments in beside(tau, *TAUS[k + 1 :], also=())(metric)
    ],
)
def one_tau_without_ties(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """m(a, b) = other(a, b) without ties

    For all pairs of orders without ties: tau-a, tau-b, tau-c and gamma differ in what they do with ties alone.
    Kendall, The Treatment of Ties in Ranking Problems, Biometrika 1945. Example: a tau-c divided by n^2 instead of n
    (n - 1) fails.
    """
    return NOT_ASKED if tied(at) else equal(m(*at), sibling(m, other)(*at))
