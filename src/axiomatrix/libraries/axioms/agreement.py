"""Agreement: with the exact definition that the documentation gives, and between libraries that claim one metric."""

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
from .common import all_of, companion, implementation_axiom, needs_definition, place_of, rows_of, sibling
from .inputs import CallArguments, every_input, own_inputs, tied, tied_inputs

_axiom = partial(implementation_axiom, group="agreement")
_documented_ties = where(
    lambda metric: metric.about != JudgedLists.sort or metric.implementation.ties,
    "its documentation says nothing of ties",
)
"""Applicable where the documentation says what ties give: of lists a policy, of orders the formula itself does."""


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
    return NOT_ASKED if tied(at) else equal(m(*at), companion(m)(*at))


@_axiom(
    "agrees-with-definition-on-ties",
    over={"at": tied_inputs},
    applies=all_of(needs_definition, _documented_ties),
    sentence="With ties it gives what its documentation says of ties.",
)
def agrees_with_definition_on_ties(m: BoundMetric, at: Any) -> Relation:
    """m(x) = its exact definition, ties as documented

    For all inputs with ties (of lists: between items of different grades) on which both have a value, where the
    documentation says what ties give. McSherry and Najork, ECIR 2008. Example: a documented mean over the orders of
    which only the order of the input is computed fails.
    """
    return equal(m(*at), companion(m)(*at))


def _asks(metric: Metric) -> tuple[float, int]:
    """Return the tolerance of two rows: the one with the coarser numbers decides it."""
    return -metric.implementation.epsilon, place_of(metric)


def _elsewhere(metric: Metric) -> Iterable[Mapping[str, Any]]:
    """The rows of other libraries with the same concept and the same parameters, each pair at one of its two rows."""
    own = metric.implementation
    return [
        {"other": other.name}
        for other in (rows_of(metric) if own.concept else ())
        if other.implementation.library != own.library
        and other.implementation.concept == own.concept
        and dict(other.parameters) == dict(metric.parameters)
        and len(other.arguments) == len(metric.arguments)
        and _asks(metric) < _asks(other)
    ]


def _as_another(m: BoundMetric, at: CallArguments, other: str) -> Relation:
    """State that the other row answers the same on inputs of its own space."""
    spaces = m.evaluator.metric(other).arguments.values()
    are_its_own = all(_is_of(space, argument) for space, argument in zip(spaces, at, strict=True))
    return equal(m(*at), sibling(m, other)(*at)) if are_its_own else NOT_ASKED


def _is_of(space: Space, argument: Any) -> bool:
    """Return whether an input is in the space; for scored items, whether their grades are."""
    if isinstance(space, JudgedLists) and isinstance(argument, (Scored, Judged)):
        return {*argument.grades, *argument.missing} <= {*space.levels, 0} and len(argument.missing) <= space.most
    return space.contains(argument, len(argument))


@_axiom(
    "agrees-with-without-ties",
    over={"at": own_inputs},
    observe=_elsewhere,
    sentence="Without ties it gives what {other} gives.",
)
def agrees_with_without_ties(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """m(x) = other(x), without ties

    For all inputs of both spaces without ties on which both answer; the other row is another library's implementation
    of the same metric with the same parameters. Formalised here. Example: logarithms of different bases fail in DCG.
    """
    return NOT_ASKED if tied(at) else _as_another(m, at, other)


@_axiom(
    "agrees-with",
    over={"at": every_input},
    observe=_elsewhere,
    sentence="It gives what {other} gives, with ties and without.",
)
def agrees_with(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """m(x) = other(x), with and without ties

    As agrees-with-without-ties, for inputs with ties too (and nothing missing from lists). McSherry and Najork, ECIR
    2008. Example: a library that sorts stably and one that takes the mean over all orders fail.
    """
    return _as_another(m, at, other)
