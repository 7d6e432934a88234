"""The door for users' files: what a file does when it is imported is seen in a process of its own first.

Only a file that is imported there within the limits, and leaves the program as it was, is imported in this process.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from .catalogue import CannotImport, check_file, load_catalogue, load_file
from .rows import Options
from .worker_process import CHECKS, Lost, begin

IMPORTING = 60.0
"""Seconds that the import of a file may take, unless more is allowed for a single call."""


def enter(files: Sequence[Path], limits: Options | None = None) -> dict[Path, list[str]]:
    """Import users' files, one after the other; the names of the metrics that each registers.

    Raises :class:`CannotImport` with the file and what went wrong; then nothing of it is imported in this process.
    """
    load_catalogue()
    if not files:
        return {}
    given = limits or Options()
    found: dict[Path, list[str]] = {}
    named = list(files)
    for file in named:
        check_file(file)
    try:
        probe(named[-1], named, given)
    except CannotImport:  # which one it is, and whether it is the import of several, is found out one by one
        for k, file in enumerate(named):
            probe(file, named[: k + 1], given)
        raise
    for file in named:
        found[file] = load_file(file)
    return found


def probe(file: Path, files: Sequence[Path] = (), limits: Options | None = None) -> None:
    """See what the import of the file does, after those before it; :class:`CannotImport` if it is nothing good."""
    limits, files = limits or Options(), files or [file]
    options = replace(limits, files=tuple(str(path) for path in files), packages=(), libraries=(), given=None)
    worker = begin(options, CHECKS)
    try:
        worker.await_ready(max(IMPORTING, limits.time_limit))
    except Lost as error:
        raise CannotImport(_told(file, str(error))) from None
    finally:
        worker.end()


def _told(file: Path, reason: str) -> str:
    return reason if str(file) in reason else f"{file}: {reason}"
