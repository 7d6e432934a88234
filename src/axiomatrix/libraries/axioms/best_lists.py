"""The best lists of single metrics: what each metric of a concept is on them, whatever the library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...model.metric import Metric
from ...model.relation import NOT_ASKED, Relation, at_least, equal
from ...spaces import own
from ...values.judged import Judged, Scored
from .common import LISTS, Applies, all_of, beside, sibling
from .inputs import every_input, untied_inputs
from .siblings import of_lists, relevant, sibling_axiom

if TYPE_CHECKING:
    from ...model.metric import BoundMetric


def of_concept(*concepts: str) -> Applies:
    """Applicable to implementations of these concepts."""

    def applies(metric: Metric, **arguments: Any) -> str | None:
        mine = metric.implementation
        if mine is None:
            return "it is no library's"
        return None if mine.concept in concepts else f"it is no implementation of {' or '.join(concepts)}"

    return applies


@sibling_axiom(
    "recall-of-the-only-item",
    over={"x": own},
    about=LISTS,
    applies=of_concept("recall@k", "hit@k", "R-precision", "AP", "AP@k", "RR", "RR@k", "P@k"),
)
def recall_of_the_only_item(m: BoundMetric, x: Judged) -> Relation:
    """m(x) = 1 where the one item there is, is relevant, and listed

    For the list of one relevant item with nothing missing, k = 1: it has been found, and at rank 1. Manning, Raghavan,
    Schutze 2008, ch. 8. Example: an implementation that squeezes away the only dimension of its input fails.
    """
    within = "k" not in m.parameters or m["k"] == 1
    return equal(m(x), 1) if len(x) == 1 and x.R == 1 and not x.missing and x[1] > 0 and within else NOT_ASKED


PERFECT = ("nDCG@k (linear gains)", "nDCG@k (exponential gains)", "nDCG", "AP", "RR", "R-precision")


@sibling_axiom("one-where-scored-by-the-truth", over={"at": every_input}, about=LISTS, applies=of_concept(*PERFECT))
def one_where_scored_by_the_truth(m: BoundMetric, at: Any) -> Relation:
    """m(grades, the grades as scores) = 1

    For all lists with a relevant item, the scores being the grades: ties are between items of one grade, and every
    order of them is ideal. Jarvelin and Kekalainen, TOIS 2002. Example: nDCG(y, y) where the ideal is made with other
    gains.
    """
    (x,) = at
    if relevant(at) == 0:
        return NOT_ASKED
    return equal(m(Scored(x.grades, x.grades)), 1)


@of_lists(
    "ndcg-is-dcg-over-ideal",
    over={"at": untied_inputs},
    observe=lambda metric: [
        arguments
        for gains in ("linear", "exponential")
        for arguments in beside(f"nDCG@k ({gains} gains)", f"DCG@k ({gains} gains)")(metric)
    ],
)
def ndcg_is_dcg_over_ideal(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """m(x; k) DCG(the ideal list; k) = DCG(x; k)

    For all scored items with a relevant one, without ties. Jarvelin and Kekalainen, Cumulated gain-based evaluation
    of IR techniques, TOIS 2002. Example: a gain normalised by the ideal of the whole list, whatever k is, fails.
    """
    if relevant(at) == 0:
        return NOT_ASKED
    dcg = sibling(m, other)
    ideal = Judged(at[0].grades).ideal
    return equal(m(*at) * dcg(ideal), dcg(*at))


DIVISOR_STAYS = ("AP", "recall@k", "RR", "hit@k", "R-precision", "DCG@k (linear gains)", "DCG@k (exponential gains)")


def _lists_leave_out(metric: Metric, **arguments: Any) -> str | None:
    """Whether relevant items may be missing from the metric's lists."""
    space = next(iter(metric.arguments.values()))
    return None if getattr(space, "most", 0) else "nothing is missing from its lists"


@sibling_axiom(
    "found-item-never-lowers",
    over={"x": own},
    about=LISTS,
    applies=all_of(of_concept(*DIVISOR_STAYS), _lists_leave_out),
)
def found_item_never_lowers(m: BoundMetric, x: Judged) -> Relation:
    """m(x with a missing relevant item added at the end) >= m(x)

    For all lists that a relevant item of the collection is missing from, for metrics whose divisor does not depend on
    what is listed. Moffat, Seven numeric properties of effectiveness metrics, AIRS 2013 (completeness of the divisor
    R). Example: average precision with divisor R satisfies it; one divided by the relevant items that are listed
    fails.
    """
    missing = [k for k, g in enumerate(x.missing, 1) if g > 0]
    return at_least(m(x.fetched(missing[0])), m(x)) if missing else NOT_ASKED
