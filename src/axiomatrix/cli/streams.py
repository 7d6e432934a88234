"""The standard streams of the command: closed ones, full disks, readers that went away, and lines that CI would obey.

What cannot be written does not end the run: the reports and the exit status are unaffected, and it is reported at the
end. A reader that has seen enough (``| head``) is not an error.
"""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from contextlib import suppress
from typing import TextIO, cast

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
