"""Tell a bug of this package from an error of a definition or axiom, and describe the latter for the reports.

:func:`raise_if_ours` re-raises a bug (:func:`is_ours` recognises it), so that the bug does not become a verdict.
:func:`fault_of` turns an error into a verdict with its reason, the user's line and the output of the call. The *user*
wrote the definition or axiom; *ours* is this package.
"""

from __future__ import annotations

import inspect
import linecache
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from msgspec import Meta

from ..catalogue.program import ProgramHangs
from ..catalogue.user_frames import last_line_of_user
from ..model.axiom import Statement
from ..model.guard import printed_by_call
from ..model.metric import BoundMetric, Metric, NotAbout
from ..model.relation import Relation
from ..numbers.exact import NotExact, Undecided, Undefined, exact_value
from ..numbers.rationals import Unanswerable
from ..values.parameters import Parameter
from .formats import Record
from .instance import NO_VALUE, Definitions, Instance, quantity_code, ratio_of
from .notation import call_text
from .verdict import Verdict

MAX_LINE_CHARACTERS = 300
"""Characters of a message, a line of source text or a line of output that are kept."""
MAX_LINES_PRINTED = 20
"""Lines of the output of a failing call that are kept."""
_ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}")
"""A memory address, which differs from run to run."""
_CELL_DIGEST = re.compile(r"<ipython-input-(\d+)-\w+>")
"""The file name of a notebook cell: its number, and a digest that differs from run to run."""
_DEFINITION = re.compile(r"\s*(async\s+def|def|class)\b|.*\blambda\b")
"""A line on which a definition begins."""


class FaultDetails(Record):
    """Error of a definition, the user's line that raised it, and the output of the failing call."""

    exception: Annotated[str, Meta(description="The type of the exception; empty where nothing was raised.")] = ""
    message: Annotated[str, Meta(description="The first line of what the exception says.")] = ""
    file: Annotated[str, Meta(description="The user's file, relative to the folder of the run or its name alone.")] = ""
    line: Annotated[int, Meta(ge=0, description="The line in that file; 0 where no line of the user's is known.")] = 0
    source: Annotated[str, Meta(description="The text of that line.")] = ""
    printed: Annotated[
        tuple[str, ...], Meta(description=f"What the failing call printed: its first {MAX_LINES_PRINTED} lines.")
    ] = ()
    unshown: Annotated[int, Meta(ge=0, description="How many further lines it printed.")] = 0

    @property
    def place(self) -> str:
        """File and line, such as ``mine.py:7``; empty if they are not known."""
        return f"{self.file}:{self.line}" if self.line else ""

    @property
    def text(self) -> list[str]:
        """List the lines to show below the reason: the user's line, and the output of the call."""
        lines = [self.source] if self.source else []
        if self.printed:
            lines += ["printed:", *(f"  {line}" for line in self.printed)]
            lines += [f"  ... and {self.unshown} more lines"] if self.unshown else []
        return lines


def details_of(error: BaseException, definition: Callable[..., Any] | None = None) -> FaultDetails:
    """Describe an exception with the user's line that raised it.

    Where no line of the user's raised it, the error concerns the value that ``definition`` returned. The place is then
    the first line of that definition.
    """
    place = last_line_of_user(error) or (None if definition is None else _first_line(definition))
    file, line = place or ("", 0)
    return FaultDetails(
        type(error).__name__,
        shorten_line(message_of(error)),
        display_path(file),
        line,
        shorten_line(linecache.getline(file, line).strip()) if line else "",
        *_printed_lines(),
    )


def details_of_output() -> FaultDetails | None:
    """Return the output of the last call, where nothing was raised; None if it printed nothing."""
    lines, unshown = _printed_lines()
    return FaultDetails(printed=lines, unshown=unshown) if lines else None


def message_of(error: BaseException) -> str:
    """Return the first line of an exception's message."""
    try:
        lines = str(error).splitlines()
    except BaseException:  # a user's own exception type, whose __str__ may itself raise
        lines = []
    return lines[0] if lines else "no message"


def shorten_line(text: str) -> str:
    """Cut a line that is too long, and mask memory addresses, which differ from run to run."""
    return _ADDRESS.sub("0x...", text[:MAX_LINE_CHARACTERS])


def display_path(file: str) -> str:
    """Name a file as reports do, alike on every machine: relative to the current folder, else by its name alone."""
    if file.startswith("<"):  # <stdin>, or a cell of a notebook
        return _CELL_DIGEST.sub(r"<ipython-input-\1>", file)
    if "ipykernel_" in file and not Path(file).exists():
        return "<notebook cell>"
    path = Path(file)
    try:
        return path.resolve().relative_to(Path.cwd().resolve()).as_posix()
    except (ValueError, OSError):  # the file is elsewhere, or the current folder was deleted
        return path.name


def _first_line(definition: Callable[..., Any]) -> tuple[str, int] | None:
    """Return file and line of the ``def`` of a definition, below its decorators; None without source code."""
    function = inspect.unwrap(definition)
    if not inspect.isroutine(function):  # an object with __call__
        function = type(function).__call__
    code = getattr(function, "__code__", None)
    if code is None:
        return None
    for line in count(code.co_firstlineno):
        text = linecache.getline(code.co_filename, line)
        if _DEFINITION.match(text):
            return code.co_filename, line
        if not text:  # the file has ended, or cannot be read
            break
    return code.co_filename, code.co_firstlineno


def _printed_lines() -> tuple[tuple[str, ...], int]:
    """Return the first lines that the last call printed, and the number of further ones."""
    lines = printed_by_call().splitlines()
    return tuple(map(shorten_line, lines[:MAX_LINES_PRINTED])), max(0, len(lines) - MAX_LINES_PRINTED)


# --- an error as a verdict --------------------------------------------------------------------------------------------

CASE_OPENING = " (on "
"""Separator of the error and its case in the reason of a fault."""
_DIVISION_BY_ZERO = re.compile(r".*(by zero|zero denominator)|Fraction\(-?\d+, 0\)")
"""Messages of the number types for a division by zero, which are replaced by one wording."""


class Fault(NamedTuple):
    """Reason why a cell is not decided: its verdict, and the reason in words."""

    verdict: Verdict
    reason: str
    """The error and the case on which it was raised, such as ``mine raised KeyError: 3 (on mine, a: ...)``."""
    details: FaultDetails | None = None
    """The user's line and what the call printed; None where nothing is wrong with the definition."""


class FailedCall(NamedTuple):
    """Call of a metric during which an error was raised."""

    metric: Metric
    points: Sequence[Any]
    """The arguments."""
    parameters: Mapping[str, Any]


def fault_of(error: Exception, metric: Metric, instance: Instance) -> Fault:
    """Describe the error of a definition, or of the axiom, on an instance.

    The reason names the instance, and the failed call if its arguments differ from the instance's.
    ``NotAbout`` is not an error: the axiom does not apply.
    """
    if isinstance(error, NotAbout):
        return Fault(Verdict.NOT_APPLICABLE, str(error))
    case_parts = [f"{name}: {value}" for name, value in instance.values.items()]
    for name, value in instance.parameters.items():
        case_parts.append(value.text() if isinstance(value, Parameter) else f"{name}: {value}")
    if call := _failed_call(error):
        spaces = [*call.metric.arguments.values()]
        values_of_instance = {*map(repr, (*instance.values.values(), *instance.parameters.items()))}
        is_call_on_instance = {*map(repr, (*call.points, *call.parameters.items()))} <= values_of_instance
        # Name the call if the axiom made it with derived values, or if the definition takes several parts in place of
        # an argument (takes), such as retrieved and relevant ids in place of a list.
        if not is_call_on_instance or any(space.takes for space in spaces):
            text = call_text(call.metric.name, call.points, call.parameters, spaces)
            case_parts.append(f"in the call {text}")
    advice = f"; {NO_VALUE}" if isinstance(error, ZeroDivisionError) else ""
    # NotExact is about the value that the definition returned, so that no line of the user's raised it.
    details = details_of(error, metric.definition if isinstance(error, NotExact) else None)
    # positions count from 1, indexes from 0: the commonest mistake in a definition
    if isinstance(error, IndexError) and ".order[" in details.source:
        advice = "; order[0] is the best item, so that the item at position p is order[p - 1]"
    where = details.place and f" at {details.place}"
    reason = f"{describe_error(error)}{CASE_OPENING}{metric.name}, {'; '.join(case_parts)}){where}{advice}"
    return Fault(Verdict.TIMEOUT if isinstance(error, ProgramHangs) else Verdict.ERROR, reason, details)


def describe_error(error: Exception) -> str:
    """Describe the error that a definition, or else the axiom, raised."""
    message = shorten_line(message_of(error))
    raiser = call.metric.name if (call := _failed_call(error)) else "the axiom"
    if isinstance(error, ZeroDivisionError):
        message = _DIVISION_BY_ZERO.sub("division by zero", message)
    if isinstance(error, NotExact) and message.startswith(f"{raiser} "):
        return message
    return f"{raiser} raised {type(error).__name__}: {message}"


def _failed_call(error: Exception) -> FailedCall | None:
    """Return the innermost call of a metric during which the error was raised; None if the axiom raised it."""
    trace = error.__traceback__
    call = None
    while trace is not None:  # from the outermost frame inwards
        if trace.tb_frame.f_code is Definitions.value.__code__:
            *points, parameters = trace.tb_frame.f_locals["inputs"]
            call = FailedCall(trace.tb_frame.f_locals["metric"], points, parameters)
        trace = trace.tb_next
    return call


# --- whose error it is ------------------------------------------------------------------------------------------------

_REFUSALS = (NotExact, NotAbout, Unanswerable, Undecided, Undefined)
"""Exceptions by which numbers and parameters refuse what a definition or an axiom does: never bugs of ours."""
_CALL_USER_CODE = {
    function.__code__
    for function in (
        Metric.evaluate,
        Statement.says,
        exact_value,  # reads the value that a definition or an axiom returned, whose operations may raise
        Definitions._float_value,
        Relation.decide,
        quantity_code,
        ratio_of,
        Relation.strain,
    )
}
"""Functions that call a definition or an axiom, or operate on what it returned."""
_EVALUATES = BoundMetric.__call__.__code__
"""Function that an axiom calls for a value. The frames inside it are ours again, up to the call of the definition."""
STANDS_IN = "STANDS_IN"
"""Flag of modules whose values stand in for rankings or numbers: an error raised inside one of them is ours.

The constant flags this module too, so that a bug that :func:`raise_if_ours` re-raises stays ours.
"""
_ARITHMETIC_ERRORS = (ZeroDivisionError, OverflowError, RecursionError, MemoryError)
"""Errors that any operation of a definition on our numbers may raise, so that they are not bugs of ours."""


def is_ours(error: BaseException) -> bool:
    """Return whether this package raised the error itself, and not a definition, an axiom, or an operation on numbers.

    Only an exception of a definition or an axiom is evidence about them; a bug of ours must stop the program. The
    traceback is followed from the outside in. A frame that calls user code hands over to the user, and an evaluation
    that the user's code asks for, or a value that stands in for numbers, hands back to us. The innermost owner decides.
    """
    ours = True
    reached_user_code = False
    trace = error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        code = frame.f_code
        ours = (ours or code is _EVALUATES or STANDS_IN in frame.f_globals) and code not in _CALL_USER_CODE
        reached_user_code = reached_user_code or not ours
        trace = trace.tb_next
    # Arithmetic errors are the user's only if a definition or an axiom ran at all.
    excused = (*_REFUSALS, *_ARITHMETIC_ERRORS) if reached_user_code else _REFUSALS
    return ours and not isinstance(error, excused)


def raise_if_ours(error: BaseException) -> None:
    """Raise the error again if it is a bug of ours; return if a definition or an axiom raised it."""
    if is_ours(error):
        raise error
