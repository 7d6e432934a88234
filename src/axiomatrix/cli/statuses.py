"""How the command line ends: the exit statuses, and the standard streams, which may be closed or full.

All that ends a command becomes an exit status in one place. What cannot be written does not end the run: the reports
and the exit status are unaffected, and it is reported at the end. A reader that has seen enough (``| head``) is not an
error.
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

EXIT_CODES = """Exit codes: 0 the world is as declared or expected; 1 broken claims (see --fail-on), or a witness
that does not stand; 2 usage, or a file, folder or stream that cannot be read or written; 3 a declared claim could not
be decided (error, timeout, crashed, flaky, undecided, vacuous), or a file that does not import; 4 an internal error."""
USAGE, NOT_DECIDED, INTERNAL, INTERRUPTED = 2, 3, 4, 130
DEBUG = "AXIOMATRIX_DEBUG"
"""The variable that asks for tracebacks of internal errors."""
DEFINITION_ENDED_IT = b"error: a definition ended the process\n"
_WITH_PROCESSES = ("libraries.processes",)
"""Modules of ours that keep processes running until the end, and close them at exit."""
_ENDINGS = ("_exit", "execv", "execve")
"""What ends a process, or makes another program of it, with a status of its own choice; the rest is made of these."""


class CtrlC(Exception):
    """Ctrl-C, which typer would turn into an exit without a word."""


def run(app: Callable[..., Any]) -> int:
    """Run the command line; the exit status, whatever happens in it. Nothing of it is a traceback."""
    lost = prepared()
    with endings(partial(_reporting, os._exit)):
        status = _status(app)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    if lost.reason:
        with suppress(OSError, ValueError):
            note(f"axiomatrix: standard output could not be written: {lost.reason}", always=True)
        if status == 0 and not lost.was_closed:
            return USAGE
    return status


def end(status: int) -> NoReturn:
    """End the process with this status.

    Where it has imported what a user wrote, it ends at once: no handler that this registered at exit runs, and no
    thread of it is waited for. The streams are flushed by then.
    """
    guard = sys.modules.get("axiomatrix.catalogue.import_guard")
    if guard is not None and guard.has_imported():
        for name in _WITH_PROCESSES:
            if (module := sys.modules.get(f"axiomatrix.{name}")) is not None:
                module.close_all()
        os._exit(status)
    sys.exit(status)


def _status(app: Callable[..., Any]) -> int:
    try:
        code = app(standalone_mode=False, prog_name="axiomatrix")
    except (CtrlC, KeyboardInterrupt, typer.Abort):
        note("interrupted; the same command resumes", always=True)
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
    """Say what went wrong on one line; the status of it."""
    if (message := getattr(error, "format_message", None)) is not None:  # a mistaken call, as typer says it
        command = getattr(getattr(error, "ctx", None), "command_path", "axiomatrix")
        note(f"error: {message()}\n{command} --help says how it is called", always=True)
        return USAGE
    from ..catalogue.user_frames import raised_in_file
    from ..evidence.instance import Changed
    from ..model.relation import NotARelation
    from ..numbers.exact import NotExact

    raised = raised_in_file(error) or (str(error) if isinstance(error, (Changed, NotExact, NotARelation)) else "")
    if not raised and isinstance(error, OSError) and error.errno is not None:
        where = f"{visible(error.filename)}: " if error.filename is not None else ""
        note(f"error: {where}{error.strerror or error}", always=True)
        return USAGE
    lines = str(error).splitlines() or ["no message"]
    what = f"{type(error).__name__}: {lines[0][:300]}"
    note(
        f"error: {raised}"
        if raised
        else f"axiomatrix: internal error: {what}; please report it ({DEBUG}=1 shows where)",
        always=True,
    )
    if os.environ.get(DEBUG):
        note("".join(traceback.format_exception(error)), always=True)
    return NOT_DECIDED if raised else INTERNAL


@contextmanager
def endings(instead: Callable[[], Any]) -> Iterator[None]:
    """Within, ``instead`` is called where this process would end at once, or become another program.

    That a definition brings it about, where it is asked here, is not an answer. Children that it forks end as they
    like.
    """
    process, system = os.getpid(), sys.modules[os.name]
    kept = [(module, name, getattr(module, name)) for module in (os, system) for name in _ENDINGS]

    def replaced(real: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *given: instead() if os.getpid() == process else real(*given)

    for module, name, real in kept:
        setattr(module, name, replaced(real))
    try:
        yield
    finally:
        for module, name, real in kept:
            setattr(module, name, real)


def _reporting(end: Callable[[int], Any]) -> Any:
    """End the process with the status that nothing was decided."""
    with suppress(OSError):  # to the descriptor: while a definition is asked, the streams are not ours
        os.write(2, DEFINITION_ENDED_IT)
    return end(NOT_DECIDED)


# --- the standard streams: closed ones, full disks, readers that went away, and lines that CI would obey ----------


_COMMAND = re.compile(r"^([^\S\n]*):(?=:)|##(?=vso\[|\[)", re.MULTILINE)
"""What CI systems take for a command: ``::error`` at the beginning of a line, ``##vso[`` and ``##[`` anywhere."""


def inert(text: str) -> str:
    """The text with a mark before what a CI system would obey; names and docstrings may be anything."""
    return _COMMAND.sub(lambda match: "#\\#" if match[1] is None else f"{match[1]}\\:", text)


class LostOutput:
    """Output that could not be written so far."""

    def __init__(self) -> None:
        self.reason = ""
        self.was_closed = False

    def note(self, error: OSError) -> None:
        """Remember the first reason; that the reader went away is none."""
        if error.errno != errno.EPIPE:
            self.reason = self.reason or (error.strerror or str(error))


class _Raw(io.FileIO):
    """A descriptor that takes everything, also what it cannot write."""

    def __init__(self, number: int, lost: LostOutput) -> None:
        super().__init__(number, "w", closefd=False)
        self._lost = lost
        self._open = True

    def write(self, content: object) -> int:
        data = memoryview(content).tobytes()  # type: ignore[arg-type]  # bytes of some kind
        left = data
        while left and self._open:
            try:
                left = left[os.write(self.fileno(), left) :]
            except OSError as error:
                self._lost.note(error)
                self._open = False
        return len(data)


class _Text(io.TextIOWrapper):
    """Text on such a descriptor; nothing in it is a command of a CI system."""

    def write(self, text: str) -> int:
        super().write(inert(text))
        return len(text)


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def prepared() -> LostOutput:
    """Make the standard streams such that nothing that happens to them ends the run; what is lost is noted."""
    lost = LostOutput()
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream = cast("TextIO | None", getattr(sys, name))
        target = number
        if stream is None or not _is_open(number):  # else what is opened next would be taken for it
            target = os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(target, True)  # a worker would take what it opens for a standard stream
            if number == 1:
                lost.reason, lost.was_closed = "it is closed", True
        if number == 0:
            if target != number or stream is None:
                sys.stdin = open(target, encoding="utf-8")  # noqa: PTH123, SIM115  # it stays open to the end
            continue
        encoding = getattr(stream, "encoding", None) or "utf-8"
        errors = getattr(stream, "errors", None) or "backslashreplace"
        if stream is not None:
            with suppress(OSError, ValueError):
                stream.flush()
        replacement = _Text(
            io.BufferedWriter(_Raw(target, lost if number == 1 else LostOutput())),
            encoding=encoding,
            errors="backslashreplace" if errors == "strict" else errors,
            line_buffering=number == 2 or os.isatty(target),
        )
        setattr(sys, name, replacement)
    return lost
