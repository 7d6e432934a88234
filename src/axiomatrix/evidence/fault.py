"""The details of a fault: what a definition raised, on which line of the user's, and what it had printed."""

from __future__ import annotations

import inspect
import linecache
import re
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from ..catalogue.user_frames import last_line_of_user
from ..model.guard import printed_by_call
from .formats import Record

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
