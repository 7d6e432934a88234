"""Axioms of agreement: a library agrees with the definition that it documents, and with other libraries.

In each axiom, ``m`` is a metric of a library, bound to its parameters, and ``at`` are the arguments of one call
(:mod:`.common`). ``companion(m)`` is the documented definition, and ``sibling(m, other)`` the row named ``other``, both
as metrics with the parameters of ``m``. The spaces of ``at`` are small: ``own_inputs`` has valid arguments of the
metric, ``every_input`` scored items (or orders) with and without ties (:mod:`.inputs`). ``NOT_ASKED`` is returned for
an input that the axiom says nothing of. The docstring of an axiom has the formula first, then the domain, the source
("formalised here" if there is none), and an example.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from ...model.axiom import where
from ...model.metric import BoundMetric, Metric
from ...model.relation import NOT_ASKED, Relation, equal
from ...spaces import JudgedLists, Space
from ...values.judged import Judged
from ...values.scored import Scored
from .common import all_of, companion, implementation_axiom, needs_definition, row_index, rows_of, sibling
from .inputs import CallArguments, every_input, has_ties, own_inputs, tied_inputs

_axiom = partial(implementation_axiom, group="agreement")
_documented_ties = where(
    lambda metric: metric.about != JudgedLists.sort or metric.implementation.ties,
    why="its documentation says nothing of ties",
)
"""Applicable where the documentation covers ties.

A metric of lists needs a documented policy, such as the order of the input (``ties``). The formula of a metric of two
orders covers ties itself.
"""


@_axiom(
    "agrees-with-definition",
    over={"at": own_inputs},
    applies=needs_definition,
    sentence="Without ties it gives what its documented formula gives.",
)
def agrees_with_definition(m: BoundMetric, at: Any) -> Relation:
    """m(x) = its exact definition, without ties

    For all inputs of the metric's own space without ties on which both have a value; the definition is the formula of
    the documentation in exact arithmetic. Formalised here. Example: a documented logarithm of base 2 computed to
    another base fails.
    """
    return NOT_ASKED if has_ties(at) else equal(m(*at), companion(m)(*at))


@_axiom(
    "agrees-with-definition-on-ties",
    over={"at": tied_inputs},
    applies=all_of(needs_definition, _documented_ties),
    sentence="With ties it gives what its documentation says about ties.",
)
def agrees_with_definition_on_ties(m: BoundMetric, at: Any) -> Relation:
    """m(x) = its exact definition, ties as documented

    For all inputs with ties (of lists: between items of different grades) on which both have a value, where the
    documentation says what ties give. McSherry and Najork, ECIR 2008. Example: a documented mean over the orders of
    which only the order of the input is computed fails.
    """
    return equal(m(*at), companion(m)(*at))


def _precedence(metric: Metric) -> tuple[float, int]:
    """Return a sort key: of two rows, the axiom is asked of the one with the smaller key.

    A relation has the tolerance of the row that it is asked of, so the row with the larger machine epsilon comes first.
    Between rows of one epsilon, the one that was registered first comes first.
    """
    return -metric.implementation.epsilon, row_index(metric)


def _observe_other_libraries(metric: Metric) -> Iterable[Mapping[str, Any]]:
    """Ask with the rows of other libraries that have the same concept and parameters.

    The concept is the metric that a row claims to compute. Each pair is asked once, of the row that comes first by
    :func:`_precedence`.
    """
    implementation = metric.implementation
    if not implementation.concept:  # no other row computes the same
        return []
    return [
        {"other": row.name}
        for row in rows_of(metric)
        if row.implementation.library != implementation.library
        and row.implementation.concept == implementation.concept
        and dict(row.parameters) == dict(metric.parameters)
        and len(row.arguments) == len(metric.arguments)
        and _precedence(metric) < _precedence(row)
    ]


def _equal_to_other_row(m: BoundMetric, at: CallArguments, other: str) -> Relation:
    """State that the other row has the same value; not asked on inputs outside the other row's spaces."""
    spaces = m.evaluator.metric(other).arguments.values()
    is_valid_for_other = all(_is_in_space(space, argument) for space, argument in zip(spaces, at, strict=True))
    return equal(m(*at), sibling(m, other)(*at)) if is_valid_for_other else NOT_ASKED


def _is_in_space(space: Space, argument: Any) -> bool:
    """Return whether an argument is in the space; scored items are in a space of judged lists if their grades are.

    ``space.levels`` are the grades of a space of judged lists, and ``space.max_missing`` is the most items that may be
    missing from a list. Grade 0 is always admitted.
    """
    if isinstance(space, JudgedLists) and isinstance(argument, (Scored, Judged)):
        has_its_grades = {*argument.grades, *argument.missing} <= {*space.levels, 0}
        return has_its_grades and len(argument.missing) <= space.max_missing
    return space.contains(argument, len(argument))


@_axiom(
    "agrees-with-without-ties",
    over={"at": own_inputs},
    observe=_observe_other_libraries,
    sentence="Without ties it gives what {other} gives.",
)
def agrees_with_without_ties(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """m(x) = other(x), without ties

    For all inputs of both spaces without ties on which both answer; the other row is another library's implementation
    of the same metric with the same parameters. Formalised here. Example: logarithms of different bases fail in DCG.
    """
    return NOT_ASKED if has_ties(at) else _equal_to_other_row(m, at, other)


@_axiom(
    "agrees-with",
    over={"at": every_input},
    observe=_observe_other_libraries,
    sentence="It gives what {other} gives, with ties and without.",
)
def agrees_with(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """m(x) = other(x), with and without ties

    As agrees-with-without-ties, for inputs with ties too (and nothing missing from lists). McSherry and Najork, ECIR
    2008. Example: a library that sorts stably and one that takes the mean over all orders fail.
    """
    return _equal_to_other_row(m, at, other)
