"""Axioms of totality: a call on valid input answers a number.

The axioms up to the empty input are about disjoint kinds of valid input, so that a library that fails on one kind
violates one axiom. A cut-off beyond the list is asked of ordinary input only.

In each axiom, ``m`` is a metric of a library, bound to its parameters, and ``at`` are the arguments of one call
(:mod:`.common`). ``own_inputs`` are valid arguments of the metric, of up to three items, and ``scored_inputs`` a few
scored items or orders, with and without ties (:mod:`.inputs`). ``answers_number`` states that a call has a number as
its answer, and ``companion(m)`` is the documented definition. ``k`` is the cut-off, and n the number of items.
``NOT_ASKED`` is returned for an input that the axiom says nothing of. The docstring of an axiom has the formula first,
then the domain, the source ("formalised here" if there is none), and an example.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ...model.metric import BoundMetric
from ...model.relation import NOT_ASKED, Relation
from ...numbers.exact import Undefined
from .common import (
    LISTS,
    VECTORS,
    all_of,
    answers_number,
    companion,
    implementation_axiom,
    needs,
    needs_cut_off,
    needs_definition,
    refuses_call,
    with_fault,
)
from .inputs import CallArguments, has_constant_argument, own_inputs, scored_inputs

_axiom = partial(implementation_axiom, group="totality")


def _size(at: CallArguments) -> int:
    """Return the number of items of the longest argument."""
    return max(len(argument) for argument in at)


def _has_mixed_grades(at: CallArguments) -> bool:
    """Return whether some listed items are relevant and some are not; True for inputs without grades."""
    x = at[0]
    if not hasattr(x, "grades"):  # two orders
        return True
    return any(g > 0 for g in x.grades) and any(g <= 0 for g in x.grades)


def _is_cut_off_within(m: BoundMetric, at: CallArguments) -> bool:
    """Return whether the cut-off, if there is one, is at most the number of items of each argument."""
    return "k" not in m.parameters or m["k"] <= min(len(argument) for argument in at)


@_axiom("answers-ordinary-input", over={"at": own_inputs}, sentence="It gives a number for ordinary input.")
def answers_ordinary_input(m: BoundMetric, at: Any) -> Relation:
    """m(x) is a number: two or more items, some relevant and some not, no constant, k <= n

    For all such inputs of the metric's own space, items that are missing from the list among them. Formalised here: the
    least that a call has to do. Example: a metric that divides by the number of missing items fails.
    """
    is_ordinary = _size(at) > 1 and _has_mixed_grades(at) and not has_constant_argument(at)
    return answers_number(m, *at) if is_ordinary and _is_cut_off_within(m, at) else NOT_ASKED


@_axiom("answers-one-item", over={"at": own_inputs}, sentence="It gives a number for a single item.")
def answers_one_item(m: BoundMetric, at: Any) -> Relation:
    """m(x) is a number: one item

    For all inputs of a single item, relevant or not, and k = 1. Formalised here: a list of one item is a list. Example:
    precision satisfies it; a correlation divides by n - 1.
    """
    return answers_number(m, *at) if _size(at) == 1 and _is_cut_off_within(m, at) else NOT_ASKED


@_axiom(
    "answers-constant-input",
    over={"at": scored_inputs},  # judged lists have no scores that could be equal
    about=(*LISTS, *VECTORS),
    sentence="It gives a number where all scores are equal.",
)
def answers_constant_input(m: BoundMetric, at: Any) -> Relation:
    """m(x) is a number: two or more items, all scores (or all ranks of one vector) equal

    For all such inputs, some items relevant and some not, k <= n. Formalised here: equal scores are scores. Example:
    Kendall's tau-b fails, whose denominator is the root of the number of pairs that are not tied.
    """
    is_constant = has_constant_argument(at) and _has_mixed_grades(at)
    return answers_number(m, *at) if is_constant and _is_cut_off_within(m, at) else NOT_ASKED


@_axiom(
    "answers-nothing-relevant",
    over={"at": own_inputs},
    about=LISTS,
    sentence="It gives a number where nothing is relevant.",
)
def answers_nothing_relevant(m: BoundMetric, at: Any) -> Relation:
    """m(x) is a number: two or more items, none relevant

    For all such lists, k <= n, with and without relevant items that are missing. Formalised here: such queries occur.
    Example: precision is 0; recall divides by the number of relevant items, which may be 0.
    """
    is_nothing_relevant = _size(at) > 1 and not any(g > 0 for g in at[0].grades)
    return answers_number(m, *at) if is_nothing_relevant and _is_cut_off_within(m, at) else NOT_ASKED


@_axiom(
    "answers-everything-relevant",
    over={"at": own_inputs},
    about=LISTS,
    sentence="It gives a number where everything is relevant.",
)
def answers_everything_relevant(m: BoundMetric, at: Any) -> Relation:
    """m(x) is a number: two or more items, all relevant

    For all such lists, k <= n. Formalised here: such queries occur. Example: precision is 1; fall-out and the area
    under the curve divide by the number of items that are not relevant.
    """
    is_everything_relevant = _size(at) > 1 and all(g > 0 for g in at[0].grades)
    return answers_number(m, *at) if is_everything_relevant and _is_cut_off_within(m, at) else NOT_ASKED


@_axiom(
    "answers-cut-off-beyond-list",
    over={"at": own_inputs},
    about=(*LISTS, "top lists"),
    applies=needs_cut_off,
    sentence="It gives a number for a cut-off beyond the end of the list.",
)
def answers_cut_off_beyond_list(m: BoundMetric, at: Any) -> Relation:
    """m(x; k) is a number: k > n

    For all inputs of two or more items, some relevant and some not, and k = n + 1. Formalised here: lists are shorter
    than one expects. Example: precision divides by k; an index beyond the end fails.
    """
    is_ordinary = _size(at) > 1 and _has_mixed_grades(at)
    return answers_number(m, *at) if is_ordinary and not _is_cut_off_within(m, at) else NOT_ASKED


@_axiom(
    "answers-empty-input",
    over={"at": scored_inputs},
    applies=needs("fault", "empty"),
    sentence="It gives a number where nothing was retrieved.",
)
def answers_empty_input(m: BoundMetric, at: Any) -> Relation:
    """m(nothing retrieved) is a number

    For the judgements of any input with an empty run, or for empty vectors and lists. Formalised here: a system may
    retrieve nothing. Example: recall is 0; a maximum over the scores fails.
    """
    return answers_number(with_fault(m, "empty"), *at)


@_axiom(
    "answers-cut-off-zero",
    over={"at": scored_inputs},
    applies=all_of(needs_cut_off, needs("fault", "zero cut-off")),
    sentence="It gives a number for the cut-off 0.",
)
def answers_cut_off_zero(m: BoundMetric, at: Any) -> Relation:
    """m(x; 0) is a number

    For all inputs. Where the documentation says nothing of k = 0, a refusal is a convention. Formalised here. Example:
    where k = 0 is documented to stand for all items, an implementation that divides by k fails.
    """
    return answers_number(with_fault(m, "zero cut-off"), *at)


@_axiom(
    "value-where-defined",
    over={"at": own_inputs},
    applies=needs_definition,
    sentence="It gives a number wherever its documented formula has a value.",
)
def value_where_defined(m: BoundMetric, at: Any) -> Relation:
    """m(x) is a number where the documented definition has a value

    For all inputs of the metric's own space and all its parameters, where the documentation gives a definition. The
    other totality axioms ask whatever the definition says. Formalised here: what is documented is done. Example: an
    implementation that refuses one item.
    """
    companion(m)(*at)  # raises Undefined where the definition has no value: then the case is skipped
    return answers_number(m, *at)


@_axiom(
    "no-value-where-undefined",
    over={"at": own_inputs},
    applies=needs_definition,
    sentence="It gives no number where its documented formula has no value.",
)
def no_value_where_undefined(m: BoundMetric, at: Any) -> Relation:
    """m(x) is not a number where the documented definition has no value

    For all inputs of the metric's own space and all its parameters, where the documentation gives a definition and no
    convention for what it leaves open. Formalised here: 0 and 1 in place of 0/0 are conventions, and one has to be
    told. Example: recall that is 0 where nothing is relevant, without a word about it.
    """
    definition = companion(m)  # the documented definition as a metric
    try:
        definition(*at)
    except Undefined:
        return refuses_call(m, *at)
    return NOT_ASKED
