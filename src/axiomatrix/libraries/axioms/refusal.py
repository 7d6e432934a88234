"""Refusal: invalid input is refused - by an exception, or by an answer that is no number - rather than answered."""

from __future__ import annotations

from typing import Any

from ...model.axiom import axiom
from ...model.metric import BoundMetric
from ...model.relation import Relation
from ..manner import PLAIN
from .common import INPUTS, KINDS, LISTS, VECTORS, all_of, is_refused, made, needs, needs_parameter
from .inputs import scored_inputs

GROUP = "refusal"


def _options(fault: str, about: tuple[str, ...], *conditions: Any) -> dict[str, Any]:
    return {
        "over": {"at": scored_inputs},
        "kinds": KINDS,
        "group": GROUP,
        "about": about,
        "applies": all_of(needs("fault", fault), *conditions),
    }


def _refused(m: BoundMetric, at: Any, fault: str) -> Relation:
    made(m.metric)
    return is_refused(m.with_(manner=PLAIN.but("fault", fault)), *at)


@axiom("refuses-nan-score", **_options("nan score", (*LISTS, *VECTORS)))
def refuses_nan_score(m: BoundMetric, at: Any) -> Relation:
    """m(x, the last score nan) is refused

    For all inputs, the score of the last item (or the last entry of the second vector) no number. IEEE 754 (nan is
    neither above nor below anything). Example: a sort puts nan somewhere and the sum that follows is answered.
    """
    return _refused(m, at, "nan score")


@axiom("refuses-infinite-score", **_options("infinite score", (*LISTS, *VECTORS)))
def refuses_infinite_score(m: BoundMetric, at: Any) -> Relation:
    """m(x, the last score infinite) is refused

    For all inputs. IEEE 754 (an infinite result is one that overflowed). That an infinite score only orders is a
    convention, which can be documented. Example: scikit-learn's checks of arrays refuse it.
    """
    return _refused(m, at, "infinite score")


@axiom("refuses-nan-grade", **_options("nan grade", LISTS))
def refuses_nan_grade(m: BoundMetric, at: Any) -> Relation:
    """m(x, the last grade nan) is refused

    For all scored items. IEEE 754. Example: a judgement that is missing from a table is nan, and a comparison with 0
    makes it not relevant without a word.
    """
    return _refused(m, at, "nan grade")


@axiom("refuses-infinite-grade", **_options("infinite grade", LISTS))
def refuses_infinite_grade(m: BoundMetric, at: Any) -> Relation:
    """m(x, the last grade infinite) is refused

    For all scored items. IEEE 754. Example: a binary metric that compares with 0 answers.
    """
    return _refused(m, at, "infinite grade")


@axiom("refuses-negative-grade", **_options("negative grade", LISTS))
def refuses_negative_grade(m: BoundMetric, at: Any) -> Relation:
    """m(x, the last grade -1) is refused

    For all scored items, unless the documentation allows negative grades (TREC's -2 is a mark for spam): then it says
    so. Formalised here. Example: a gain of -1 makes nDCG leave 0..1.
    """
    return _refused(m, at, "negative grade")


@axiom("refuses-fewer-scores", **_options("fewer scores", (*LISTS, *VECTORS)))
def refuses_fewer_scores(m: BoundMetric, at: Any) -> Relation:
    """m(x, one score fewer than grades) is refused

    For all inputs. Formalised here: what does not belong together has no value. Example: a zip of the two answers what
    the shorter one says.
    """
    return _refused(m, at, "fewer scores")


@axiom("refuses-duplicate-items", **_options("duplicate item", INPUTS))
def refuses_duplicate_items(m: BoundMetric, at: Any) -> Relation:
    """m(x, one item listed twice) is refused

    For all inputs of items by name. Formalised here: an item has one rank. Example: an overlap of sets forgets the
    second one and divides by the length all the same.
    """
    return _refused(m, at, "duplicate item")


@axiom("refuses-negative-cut-off", **_options("negative cut-off", INPUTS, needs_parameter("k")))
def refuses_negative_cut_off(m: BoundMetric, at: Any) -> Relation:
    """m(x; -1) is refused

    For all inputs. Formalised here: there is no such depth. Example: a slice [:k] takes all items but the last.
    """
    return _refused(m, at, "negative cut-off")
