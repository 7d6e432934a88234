"""Axioms of refusal: invalid input must not be answered with a number.

A refusal is an exception, or an answer that is not a number, such as nan. Only an item that is listed twice may also be
answered, with a number in the range of the metric.

In each axiom, ``m`` is a metric of a library, bound to its parameters, and ``at`` are the arguments of one call
(:mod:`.common`). ``refuses_call`` states that a call is refused. A *fault* such as ``nan score`` makes the input of the
call invalid; the faults are those of :data:`..call_variants.CHOICES`. An axiom applies where the shape of the row, the
form of its input, can express the fault. The docstring of an axiom has the formula first, then the domain, the source
("formalised here" if there is none), and an example.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ...model.axiom import where
from ...model.metric import BoundMetric, Metric
from ...model.relation import Relation, at_most
from .common import (
    LISTS,
    VECTORS,
    NamedOutcome,
    all_of,
    implementation_axiom,
    needs,
    needs_cut_off,
    outcome,
    refusal_accepted,
    refuses_call,
    with_fault,
)
from .inputs import scored_inputs

# An axiom without ``about`` is about all sorts of arguments: judged lists, vectors (of ranks or scores), top lists.
# ``scored_inputs`` are a few judged lists with scores, or pairs of orders, by the metric.
_axiom = partial(implementation_axiom, over={"at": scored_inputs}, group="refusal")


@_axiom(
    "refuses-nan-score",
    about=(*LISTS, *VECTORS),
    applies=needs("fault", "nan score"),
    sentence="A score that is not a number is refused.",
)
def refuses_nan_score(m: BoundMetric, at: Any) -> Relation:
    """m(x, the last score nan) is refused

    For all inputs, the score of the last item (or the last entry of the second vector) no number. IEEE 754 (nan is
    neither above nor below anything). Example: a sort puts nan somewhere and the sum that follows is answered.
    """
    return refuses_call(with_fault(m, "nan score"), *at)


@_axiom(
    "refuses-infinite-score",
    about=(*LISTS, *VECTORS),
    applies=needs("fault", "infinite score"),
    sentence="An infinite score is refused.",
)
def refuses_infinite_score(m: BoundMetric, at: Any) -> Relation:
    """m(x, the last score infinite) is refused

    For all inputs. IEEE 754 (an infinite result is one that overflowed). That an infinite score only orders is a
    convention, which can be documented. Example: scikit-learn's checks of arrays refuse it.
    """
    return refuses_call(with_fault(m, "infinite score"), *at)


@_axiom(
    "refuses-nan-grade",
    about=LISTS,
    applies=needs("fault", "nan grade"),
    sentence="A grade that is not a number is refused.",
)
def refuses_nan_grade(m: BoundMetric, at: Any) -> Relation:
    """m(x, the last grade nan) is refused

    For all scored items. IEEE 754. Example: a judgement that is missing from a table is nan, and a comparison with 0
    makes it not relevant without a word.
    """
    return refuses_call(with_fault(m, "nan grade"), *at)


@_axiom(
    "refuses-infinite-grade",
    about=LISTS,
    applies=needs("fault", "infinite grade"),
    sentence="An infinite grade is refused.",
)
def refuses_infinite_grade(m: BoundMetric, at: Any) -> Relation:
    """m(x, the last grade infinite) is refused

    For all scored items. IEEE 754. Example: a binary metric that compares with 0 answers.
    """
    return refuses_call(with_fault(m, "infinite grade"), *at)


@_axiom(
    "refuses-negative-grade",
    about=LISTS,
    applies=needs("fault", "negative grade"),
    sentence="A negative grade is refused.",
)
def refuses_negative_grade(m: BoundMetric, at: Any) -> Relation:
    """m(x, the last grade -1) is refused

    For all scored items, unless the documentation allows negative grades (TREC's -2 is a mark for spam): then it says
    so. Formalised here. Example: a gain of -1 makes nDCG leave 0..1.
    """
    return refuses_call(with_fault(m, "negative grade"), *at)


@_axiom(
    "refuses-fewer-scores",
    about=(*LISTS, *VECTORS),
    applies=needs("fault", "fewer scores"),
    sentence="Fewer scores than grades are refused.",
)
def refuses_fewer_scores(m: BoundMetric, at: Any) -> Relation:
    """m(x, one score fewer than grades) is refused

    For all inputs. Formalised here: what does not belong together has no value. Example: a zip of the two answers what
    the shorter one says.
    """
    return refuses_call(with_fault(m, "fewer scores"), *at)


@_axiom(
    "refuses-duplicate-items",
    applies=needs("fault", "duplicate item"),
    sentence="An item that is listed twice is refused.",
)
def refuses_duplicate_items(m: BoundMetric, at: Any) -> Relation:
    """m(x, one item listed twice) is refused

    For all inputs of items by name. Formalised here: an item has one rank. Example: an overlap of sets forgets the
    second one and divides by the length all the same.
    """
    return refuses_call(with_fault(m, "duplicate item"), *at)


CONCEPTS_UP_TO_ONE = ("hit", "RR", "P", "precision", "recall", "R-precision", "F1", "AP", "nDCG")
"""The concepts (metrics that rows claim to compute) whose values are at most 1, without cut-off and convention."""


def _is_at_most_one(metric: Metric) -> bool:
    """Return whether values are at most 1. The concept ``nDCG@k (linear gains)``, for example, counts as ``nDCG``."""
    return metric.implementation.concept.replace("@", " ").split(" ")[0] in CONCEPTS_UP_TO_ONE


_needs_value_up_to_one = where(_is_at_most_one, why=f"it is not an implementation of {', '.join(CONCEPTS_UP_TO_ONE)}")

_needs_callers_list = where(
    lambda metric: not metric.implementation.options.get("recommends"),
    why="its lists are those of a recommender, which lists an item once",
)
"""Applicable where the caller hands over the list, unlike a row with the option ``{"recommends": True}``."""


@_axiom(
    "duplicate-item-keeps-range",
    about=LISTS,
    applies=all_of(needs("fault", "duplicate item"), _needs_value_up_to_one, _needs_callers_list),
    sentence="Where an item is listed twice, the value is still at most 1.",
)
def duplicate_item_keeps_range(m: BoundMetric, at: Any) -> Relation:
    """m(x, one item listed twice) is refused, or at most 1

    For all inputs of items by name, for metrics that are at most 1 on valid lists. Formalised here: an item that is
    found twice is found. Example: a recall that counts the entries of the list exceeds 1.
    """
    answer = outcome(with_fault(m, "duplicate item"), *at)
    if isinstance(answer, NamedOutcome):
        return refusal_accepted(answer)
    return at_most(answer, 1)  # a gain that is counted twice makes the value larger, and not negative


@_axiom(
    "refuses-negative-cut-off",
    applies=all_of(needs("fault", "negative cut-off"), needs_cut_off),
    sentence="A negative cut-off is refused.",
)
def refuses_negative_cut_off(m: BoundMetric, at: Any) -> Relation:
    """m(x; -1) is refused

    For all inputs. Formalised here: there is no such depth. Example: a slice [:k] takes all items but the last.
    """
    return refuses_call(with_fault(m, "negative cut-off"), *at)
