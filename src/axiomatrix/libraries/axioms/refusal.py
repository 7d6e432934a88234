"""Refusal: invalid input is refused - by an exception, or by an answer that is not a number - rather than answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...model.axiom import Axiom
from ...model.metric import BoundMetric
from ...model.relation import Relation
from ..manner import PLAIN
from .common import (
    INPUTS,
    LISTS,
    VECTORS,
    Applies,
    all_of,
    implementation_axiom,
    is_refused,
    made,
    needs,
    needs_cut_off,
)
from .inputs import scored_inputs


def _refusing(
    id: str, fault: str, about: tuple[str, ...], *conditions: Applies
) -> Callable[[Callable[..., Any]], Axiom]:
    """The decorator of an axiom about calls with that fault."""
    applies = all_of(needs("fault", fault), *conditions)
    return implementation_axiom(id, over={"at": scored_inputs}, group="refusal", about=about, applies=applies)


def _refused(m: BoundMetric, at: Any, fault: str) -> Relation:
    made(m.metric)
    return is_refused(m.with_(manner=PLAIN.but("fault", fault)), *at)


@_refusing("refuses-nan-score", "nan score", (*LISTS, *VECTORS))
def refuses_nan_score(m: BoundMetric, at: Any) -> Relation:
    """m(x, the last score nan) is refused

    For all inputs, the score of the last item (or the last entry of the second vector) no number. IEEE 754 (nan is
    neither above nor below anything). Example: a sort puts nan somewhere and the sum that follows is answered.
    """
    return _refused(m, at, "nan score")


@_refusing("refuses-infinite-score", "infinite score", (*LISTS, *VECTORS))
def refuses_infinite_score(m: BoundMetric, at: Any) -> Relation:
    """m(x, the last score infinite) is refused

    For all inputs. IEEE 754 (an infinite result is one that overflowed). That an infinite score only orders is a
    convention, which can be documented. Example: scikit-learn's checks of arrays refuse it.
    """
    return _refused(m, at, "infinite score")


@_refusing("refuses-nan-grade", "nan grade", LISTS)
def refuses_nan_grade(m: BoundMetric, at: Any) -> Relation:
    """m(x, the last grade nan) is refused

    For all scored items. IEEE 754. Example: a judgement that is missing from a table is nan, and a comparison with 0
    makes it not relevant without a word.
    """
    return _refused(m, at, "nan grade")


@_refusing("refuses-infinite-grade", "infinite grade", LISTS)
def refuses_infinite_grade(m: BoundMetric, at: Any) -> Relation:
    """m(x, the last grade infinite) is refused

    For all scored items. IEEE 754. Example: a binary metric that compares with 0 answers.
    """
    return _refused(m, at, "infinite grade")


@_refusing("refuses-negative-grade", "negative grade", LISTS)
def refuses_negative_grade(m: BoundMetric, at: Any) -> Relation:
    """m(x, the last grade -1) is refused

    For all scored items, unless the documentation allows negative grades (TREC's -2 is a mark for spam): then it says
    so. Formalised here. Example: a gain of -1 makes nDCG leave 0..1.
    """
    return _refused(m, at, "negative grade")


@_refusing("refuses-fewer-scores", "fewer scores", (*LISTS, *VECTORS))
def refuses_fewer_scores(m: BoundMetric, at: Any) -> Relation:
    """m(x, one score fewer than grades) is refused

    For all inputs. Formalised here: what does not belong together has no value. Example: a zip of the two answers what
    the shorter one says.
    """
    return _refused(m, at, "fewer scores")


@_refusing("refuses-duplicate-items", "duplicate item", INPUTS)
def refuses_duplicate_items(m: BoundMetric, at: Any) -> Relation:
    """m(x, one item listed twice) is refused

    For all inputs of items by name. Formalised here: an item has one rank. Example: an overlap of sets forgets the
    second one and divides by the length all the same.
    """
    return _refused(m, at, "duplicate item")


@_refusing("refuses-negative-cut-off", "negative cut-off", INPUTS, needs_cut_off)
def refuses_negative_cut_off(m: BoundMetric, at: Any) -> Relation:
    """m(x; -1) is refused

    For all inputs. Formalised here: there is no such depth. Example: a slice [:k] takes all items but the last.
    """
    return _refused(m, at, "negative cut-off")
