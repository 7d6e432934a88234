"""The door for users' files: what a file does when it is imported is seen in a process of its own first.

Only a file that is imported there within the limits, and leaves the program as it was, is imported in this process.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...catalogue.loading import CannotImport, check_file, load_catalogue, load_file
from ..options import Limits, Options
from .process import CHECKS, LostWorker, begin
from .template import warm_up

IMPORTING = 60.0
"""Seconds that the import of a file may take, unless more is allowed for a single call."""


def enter(files: Sequence[Path], limits: Limits | None = None) -> dict[Path, list[str]]:
    """Import users' files, one after the other; the names of the metrics that each registers.

    Raises :class:`CannotImport` with the file and what went wrong; then nothing of it is imported in this process.
    """
    for file in files:
        check_file(file)
    if files:
        warm_up(CHECKS)  # it takes as long as the catalogue does here
    load_catalogue()
    if not files:
        return {}
    probe(files, limits or Limits())
    return {file: load_file(file) for file in dict.fromkeys(files)}  # one that is named twice registers once


def probe(files: Sequence[Path], limits: Limits | None = None) -> None:
    """See what the import of the files does, one after the other; :class:`CannotImport` if it is nothing good."""
    limits = limits or Limits()
    named = tuple(map(str, files))
    worker = begin(Options(files=named, time_limit=limits.time, memory_limit=limits.memory), CHECKS)
    try:
        worker.await_ready(max(IMPORTING, limits.time))
    except LostWorker as error:
        reason, file = str(error), error.file or str(files[0])
        raise CannotImport(reason if file in reason else f"{file}: {reason}") from None
    finally:
        worker.end()
