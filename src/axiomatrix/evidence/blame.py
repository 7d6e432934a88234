"""Whose fault an exception is: a definition's or an axiom's, which is evidence, or this package's, a bug."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from ..catalogue.program import ProgramHangs
from ..model.axiom import Statement
from ..model.metric import BoundMetric, Metric, NotAbout
from ..model.relation import Relation
from ..numbers.exact import NotExact, Undecided, Undefined, exact_value
from ..numbers.rationals import Unanswerable
from ..values.parameters import Parameter
from .fault import FaultDetails, details_of, message_of, one_line_of
from .instance import NO_VALUE, Definitions, Instance, quantity_code, ratio_of
from .verdict import Verdict
from .written_call import call_text

CASE = " (on "
"""What stands in a reason between what was raised and the case that it was raised on."""
_OF_A_NUMBER = re.compile(r".*(by zero|zero denominator)|Fraction\(-?\d+, 0\)")
"""What the kinds of numbers say of a division by zero, each in its own words."""


class Fault(NamedTuple):
    """Why a cell is not decided: the verdict that it ends with, and the reason in words."""

    verdict: Verdict
    reason: str
    details: FaultDetails | None = None


def fault_of(error: Exception, metric: Metric, instance: Instance) -> Fault:
    """Describe the error of a definition (or of the axiom) and its instance, or an axiom that does not fit."""
    if isinstance(error, NotAbout):
        return Fault(Verdict.NOT_APPLICABLE, str(error))
    shown = [f"{name}: {value}" for name, value in instance.values.items()]
    shown += [v.text() if isinstance(v, Parameter) else f"{name}: {v}" for name, v in instance.parameters.items()]
    values = [*instance.values.values(), *instance.parameters.items()]
    if call := _failed_call(error):
        called, *points, given = call
        spaces = [*called.arguments.values()]
        is_asked = {*map(repr, (*points, *given.items()))} <= {*map(repr, values)}
        if not is_asked or any(space.takes for space in spaces):  # what the axiom made of it, or the definition takes
            shown.append(f"in the call {call_text(called.name, points, given, spaces)}")
    advice = f"; {NO_VALUE}" if isinstance(error, ZeroDivisionError) else ""
    details = details_of(error, metric.definition if isinstance(error, NotExact) else None)
    if isinstance(error, IndexError) and ".order[" in details.source:
        advice = "; order[0] is the best item, so that the item at position p is order[p - 1]"
    where = details.place and f" at {details.place}"
    reason = f"{raised(error)}{CASE}{metric.name}, {'; '.join(shown)}){where}{advice}"
    return Fault(Verdict.TIMEOUT if isinstance(error, ProgramHangs) else Verdict.ERROR, reason, details)


def raised(error: Exception) -> str:
    """Describe the error that a definition, or else the axiom, raised."""
    message = one_line_of(message_of(error))
    raiser = call[0].name if (call := _failed_call(error)) else "the axiom"
    if isinstance(error, ZeroDivisionError):
        message = _OF_A_NUMBER.sub("division by zero", message)
    if isinstance(error, NotExact) and message.startswith(f"{raiser} "):
        return message
    return f"{raiser} raised {type(error).__name__}: {message}"


def _failed_call(error: Exception) -> tuple[Any, ...] | None:
    """The call of a metric that the error was raised in: the metric, its arguments and, last, its parameters."""
    trace, call = error.__traceback__, None
    while trace is not None:
        if trace.tb_frame.f_code is Definitions.value.__code__:
            call = (trace.tb_frame.f_locals["metric"], *trace.tb_frame.f_locals["given"])
        trace = trace.tb_next
    return call


_REFUSALS = (NotExact, NotAbout, Unanswerable, Undecided, Undefined)
"""What numbers and parameters answer to a definition or an axiom, wherever that is noticed."""
_THEIRS = {
    function.__code__
    for function in (
        Metric.evaluate,
        Statement.says,
        exact_value,  # what a definition or an axiom answered is read: what it is made of is theirs
        Definitions._float_value,
        Relation.decide,
        quantity_code,
        ratio_of,
        Relation.strain,
    )
}
_ASKED = BoundMetric.__call__.__code__
"""Where an axiom asks for a value: what evaluates it is of this package, up to the definition."""
STANDS_IN = "STANDS_IN"
"""What a module sets whose values stand in for rankings or numbers: what these do when they are asked is ours."""
_OF_NUMBERS = (ZeroDivisionError, OverflowError, RecursionError, MemoryError)
"""What may come of any operation that a definition asks for."""


def is_ours(error: BaseException) -> bool:
    """Return whether this package raised it itself, and not a definition, an axiom, or an operation on their numbers.

    A bug of ours must end in an error; only what a definition or an axiom raises says something of these.
    """
    ours, was_ours, trace = True, False, error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        code = frame.f_code
        ours = (ours or code is _ASKED or STANDS_IN in frame.f_globals) and code not in _THEIRS
        was_ours = was_ours or not ours
        trace = trace.tb_next
    return ours and not isinstance(error, (*_REFUSALS, *_OF_NUMBERS) if was_ours else _REFUSALS)


def raise_if_ours(error: BaseException) -> None:
    """Raise it again if it is ours; the caller continues where a definition or an axiom has failed."""
    if is_ours(error):
        raise error
