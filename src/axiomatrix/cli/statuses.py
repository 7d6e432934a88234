"""Run the command line: turn every error and interrupt into an exit status, and guard the standard streams.

A standard stream may be closed or full. Output that cannot be written does not end the run: reports and exit status are
unaffected, and the loss is reported at the end. A reader that stops reading (``| head``) is not an error.
"""

from __future__ import annotations

import errno
import io
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, NoReturn, TextIO, cast

import typer

from ..evidence.safe import visible
from .messages import note

EXIT_CODES = """Exit codes: 0 all claims hold, or fail as expected; 1 broken claims (see --fail-on), or a witness that
does not stand; 2 wrong usage, or a file, folder or stream that cannot be read or written; 3 a declared claim could not
be decided (error, timeout, crashed, flaky, undecided, vacuous), or a file could not be imported; 4 internal error."""
USAGE, NOT_DECIDED, INTERNAL, INTERRUPTED = 2, 3, 4, 130
"""Exit statuses. 130 is the shell's status for Ctrl-C."""
DEBUG_VARIABLE = "AXIOMATRIX_DEBUG"
"""The environment variable that asks for tracebacks of internal errors."""
ENDED_BY_DEFINITION = b"error: a definition ended the process\n"
"""The message if a definition calls ``os._exit``."""
_MODULES_WITH_PROCESSES = ("libraries.processes",)
"""Modules of axiomatrix that keep processes running, each with a function ``close_all``."""
_PROCESS_ENDING_CALLS = ("_exit", "execv", "execve")
"""Functions of ``os`` that end the process or replace its program; all others of that kind call these."""


class CtrlC(Exception):
    """Ctrl-C as an exception of our own, because typer would exit on KeyboardInterrupt without a message."""


def run(app: Callable[..., Any]) -> int:
    """Run the command line and return the exit status in every case; no error shows a traceback."""
    lost_output = replace_streams()
    with intercept_process_end(partial(_end_undecided, os._exit)):
        status = _status(app)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    if lost_output.reason:
        with suppress(OSError, ValueError):
            note(f"axiomatrix: standard output could not be written: {lost_output.reason}", always=True)
        if status == 0 and not lost_output.was_closed:  # a stream closed from the start is the caller's choice
            return USAGE
    return status


def end(status: int) -> NoReturn:
    """End the process with this status; the streams have been flushed.

    A process that has imported users' code ends at once: exit handlers that the code registered do not run, and its
    threads are not waited for.
    """
    guard = sys.modules.get("axiomatrix.catalogue.import_guard")
    if guard is not None and guard.has_imported():
        for name in _MODULES_WITH_PROCESSES:
            if (module := sys.modules.get(f"axiomatrix.{name}")) is not None:
                module.close_all()
        os._exit(status)
    sys.exit(status)


def _status(app: Callable[..., Any]) -> int:
    """Run the typer app, and return the exit status for what it returns or raises."""
    try:
        code = app(standalone_mode=False, prog_name="axiomatrix")
    except (CtrlC, KeyboardInterrupt, typer.Abort):
        note("interrupted; run the same command again to resume", always=True)
        return INTERRUPTED
    except SystemExit as error:
        from ..catalogue.user_frames import raised_in_file  # most commands end without an error

        if raised_in_file(error):  # such as an axiom that calls sys.exit(): nothing is decided
            return _report_error(error)
        if error.code is None or isinstance(error.code, int):
            return error.code or 0
        note(f"error: {error.code}", always=True)
        return USAGE
    except BaseException as error:
        return _report_error(error)
    return code if isinstance(code, int) else 0


def _report_error(error: BaseException) -> int:
    """Print the error on a line; return the exit status of its kind: usage, a user's definition, or internal."""
    if (format_message := getattr(error, "format_message", None)) is not None:  # a usage error of typer
        command = getattr(getattr(error, "ctx", None), "command_path", "axiomatrix")
        note(f"error: {format_message()}\nsee {command} --help", always=True)
        return USAGE
    from ..catalogue.user_frames import raised_in_file
    from ..evidence.instance import Changed
    from ..model.relation import NotARelation
    from ..numbers.exact import NotExact

    # Errors of a user's definition or axiom: raised in the user's file, or about the values that it returned.
    user_error = raised_in_file(error) or (str(error) if isinstance(error, (Changed, NotExact, NotARelation)) else "")
    if not user_error and isinstance(error, OSError) and error.errno is not None:
        where = f"{visible(error.filename)}: " if error.filename is not None else ""
        note(f"error: {where}{error.strerror or error}", always=True)
        return USAGE
    if user_error:
        message = f"error: {user_error}"
    else:
        lines = str(error).splitlines() or ["no message"]
        what = f"{type(error).__name__}: {lines[0][:300]}"
        message = f"axiomatrix: internal error: {what}; please report it ({DEBUG_VARIABLE}=1 shows where)"
    note(message, always=True)
    if os.environ.get(DEBUG_VARIABLE):
        note("".join(traceback.format_exception(error)), always=True)
    return NOT_DECIDED if user_error else INTERNAL


@contextmanager
def intercept_process_end(instead: Callable[[], Any]) -> Iterator[None]:
    """Call ``instead`` when code in this process calls ``os._exit`` or replaces the program.

    A definition that is evaluated in this process must not choose the exit status. Forked children are not affected.
    The functions are replaced in the module ``os`` and in the module that it takes them from, such as ``posix``.
    """
    process, system_module = os.getpid(), sys.modules[os.name]
    originals = [
        (module, name, getattr(module, name)) for module in (os, system_module) for name in _PROCESS_ENDING_CALLS
    ]

    def replacement_of(original: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *arguments: instead() if os.getpid() == process else original(*arguments)

    for module, name, original in originals:
        setattr(module, name, replacement_of(original))
    try:
        yield
    finally:
        for module, name, original in originals:
            setattr(module, name, original)


def _end_undecided(exit_process: Callable[[int], Any]) -> Any:
    """End the process with the status for undecided claims, by the original ``os._exit``."""
    with suppress(OSError):  # to the descriptor, because a definition's output is captured while it runs
        os.write(2, ENDED_BY_DEFINITION)
    return exit_process(NOT_DECIDED)


# --- the standard streams: closed ones, full disks, readers that stop reading, and text that a CI system would obey


_CI_COMMAND = re.compile(r"^([^\S\n]*):(?=:)|##(?=vso\[|\[)", re.MULTILINE)
"""Texts that CI systems execute: ``::error`` at the beginning of a line, ``##vso[`` and ``##[`` anywhere.

The group is the text before ``::`` and its first colon. It does not take part in a match of the other form.
"""


def disarm_ci_commands(text: str) -> str:
    """Escape commands of CI systems in a text, since names and docstrings may come from anybody."""
    return _CI_COMMAND.sub(lambda match: "#\\#" if match[1] is None else f"{match[1]}\\:", text)


class LostOutput:
    """The record of output that could not be written; ``reason`` is empty if all was written."""

    def __init__(self) -> None:
        self.reason = ""
        self.was_closed = False
        """Whether the stream was closed from the start."""

    def note(self, error: OSError) -> None:
        """Remember the first reason; a reader that stopped reading (EPIPE) does not count."""
        if error.errno != errno.EPIPE:
            self.reason = self.reason or (error.strerror or str(error))


class _LossTolerantFile(io.FileIO):
    """A file that accepts everything, and discards what it cannot write."""

    def __init__(self, number: int, lost: LostOutput) -> None:
        super().__init__(number, "w", closefd=False)
        self._lost = lost
        self._open = True

    def write(self, content: object) -> int:
        """Write all bytes, and return their number even if they could not be written."""
        data = memoryview(content).tobytes()  # type: ignore[arg-type]  # bytes of some kind
        unwritten = data
        while unwritten and self._open:
            try:
                unwritten = unwritten[os.write(self.fileno(), unwritten) :]
            except OSError as error:
                self._lost.note(error)
                self._open = False
        return len(data)


class _DisarmedText(io.TextIOWrapper):
    """A text stream in which commands of CI systems are escaped."""

    def write(self, text: str) -> int:
        super().write(disarm_ci_commands(text))
        return len(text)


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def replace_streams() -> LostOutput:
    """Replace the standard streams by ones on which no failure ends the run; return the record of lost output.

    Only losses of standard output are recorded. A closed stream is opened on the null device: a free descriptor 0, 1
    or 2 would be given to the next file that is opened, here or in a worker, and output would go into that file.
    """
    lost_output = LostOutput()
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream = cast("TextIO | None", getattr(sys, name))
        target = number  # the descriptor to write to
        if stream is None or not _is_open(number):
            target = os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(target, True)
            if number == 1:
                lost_output.reason, lost_output.was_closed = "it is closed", True
        if number == 0:  # standard input is only read, and needs a replacement only if it was closed
            if target != number or stream is None:
                sys.stdin = open(target, encoding="utf-8")  # noqa: PTH123, SIM115  # it stays open to the end
            continue
        encoding = getattr(stream, "encoding", None) or "utf-8"
        errors = getattr(stream, "errors", None) or "backslashreplace"
        if stream is not None:
            with suppress(OSError, ValueError):
                stream.flush()
        replacement = _DisarmedText(
            io.BufferedWriter(_LossTolerantFile(target, lost_output if number == 1 else LostOutput())),
            encoding=encoding,
            errors="backslashreplace" if errors == "strict" else errors,
            line_buffering=number == 2 or os.isatty(target),  # as Python has it
        )
        setattr(sys, name, replacement)
    return lost_output
