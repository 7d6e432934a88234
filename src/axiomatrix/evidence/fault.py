"""Faults: the exception of a definition, its line in the user's file, its output, and whether the fault is ours."""

from __future__ import annotations

import inspect
import linecache
import re
from collections.abc import Callable
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

LONGEST_LINE = 300
"""Characters of a message, a line of source text or a line of output that are kept."""
MOST_LINES_PRINTED = 20
_ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}")
_CELL_DIGEST = re.compile(r"<ipython-input-(\d+)-\w+>")
_DEFINITION = re.compile(r"\s*(async\s+def|def|class)\b|.*\blambda\b")


class FaultDetails(Record):
    """Error of a definition, the user's line that raised it, and the output of the failing call."""

    exception: Annotated[str, Meta(description="The type of the exception; empty where nothing was raised.")] = ""
    message: Annotated[str, Meta(description="The first line of what the exception says.")] = ""
    file: Annotated[str, Meta(description="The user's file, relative to the folder of the run or its name alone.")] = ""
    line: Annotated[int, Meta(ge=0, description="The line in that file; 0 where no line of the user's is known.")] = 0
    source: Annotated[str, Meta(description="The text of that line.")] = ""
    printed: Annotated[
        tuple[str, ...], Meta(description=f"What the failing call printed: its first {MOST_LINES_PRINTED} lines.")
    ] = ()
    unshown: Annotated[int, Meta(ge=0, description="How many further lines it printed.")] = 0

    @property
    def place(self) -> str:
        """File and line, such as ``mine.py:7``; empty if they are not known."""
        return f"{self.file}:{self.line}" if self.line else ""

    @property
    def text(self) -> list[str]:
        """The lines to show below the reason: the user's line, and what was printed."""
        lines = [self.source] if self.source else []
        if self.printed:
            lines += ["printed:", *(f"  {line}" for line in self.printed)]
            lines += [f"  ... and {self.unshown} more lines"] if self.unshown else []
        return lines


def details_of(error: BaseException, definition: Callable[..., Any] | None = None) -> FaultDetails:
    """The details of what was raised.

    Where no line of the user's raised it, it is about the value that the ``definition`` returned: the place is then
    where that begins.
    """
    place = last_line_of_user(error) or (None if definition is None else _beginning(definition))
    file, line = place or ("", 0)
    return FaultDetails(
        type(error).__name__,
        one_line_of(message_of(error)),
        shown_file(file),
        line,
        one_line_of(linecache.getline(file, line).strip()) if line else "",
        *_printed(),
    )


def details_of_output() -> FaultDetails | None:
    """Return the output of the last call, where nothing was raised; None if it printed nothing."""
    lines, unshown = _printed()
    return FaultDetails(printed=lines, unshown=unshown) if lines else None


def message_of(error: BaseException) -> str:
    """The first line of what an exception says."""
    try:
        lines = str(error).splitlines()
    except BaseException:  # a kind of somebody's own, whose text is code too
        lines = []
    return lines[0] if lines else "no message"


def one_line_of(text: str) -> str:
    """A line, cut where it is too long; addresses, which differ from run to run, are left out."""
    return _ADDRESS.sub("0x...", text[:LONGEST_LINE])


def shown_file(file: str) -> str:
    """A file as reports name it: relative to the current folder, else by its name; alike on every machine."""
    if file.startswith("<"):  # <stdin>, or a cell of a notebook
        return _CELL_DIGEST.sub(r"<ipython-input-\1>", file)
    if "ipykernel_" in file and not Path(file).exists():
        return "<notebook cell>"
    path = Path(file)
    try:
        return path.resolve().relative_to(Path.cwd().resolve()).as_posix()
    except (ValueError, OSError):  # it is elsewhere, or the current folder is gone
        return path.name


def _beginning(definition: Callable[..., Any]) -> tuple[str, int] | None:
    """File and line of the ``def`` of a definition, below its decorators."""
    function = inspect.unwrap(definition)
    if not inspect.isroutine(function):  # an object that is called
        function = type(function).__call__
    code = getattr(function, "__code__", None)
    if code is None:
        return None
    for line in count(code.co_firstlineno):
        text = linecache.getline(code.co_filename, line)
        if _DEFINITION.match(text):
            return code.co_filename, line
        if not text:
            break
    return code.co_filename, code.co_firstlineno


def _printed() -> tuple[tuple[str, ...], int]:
    lines = printed_by_call().splitlines()
    return tuple(map(one_line_of, lines[:MOST_LINES_PRINTED])), max(0, len(lines) - MOST_LINES_PRINTED)


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
"""Flag of modules whose values stand in for rankings or numbers: an error raised inside one of them is ours."""
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
