"""The door for users' files: what a file does when it is imported is seen in a process of its own first.

Only a file that is imported there within the limits, and leaves the program as it was, is imported in this process.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ...catalogue.loading import CannotImport, check_file, load_catalogue, load_file
from ..options import Options
from .process import CHECKS, LostWorker, begin
from .template import warm_up

IMPORTING = 60.0
"""Seconds that the import of a file may take, unless more is allowed for a single call."""


def enter(files: Sequence[Path], limits: Options | None = None) -> dict[Path, list[str]]:
    """Import users' files, one after the other; the names of the metrics that each registers.

    Of ``limits`` only those of time and memory count.
    Raises :class:`CannotImport` with the file and what went wrong; then nothing of it is imported in this process.
    """
    for file in files:
        check_file(file)
    if files:
        warm_up(CHECKS)  # it takes as long as the catalogue does here
    load_catalogue()
    if not files:
        return {}
    probe(files, limits)
    return {file: load_file(file) for file in files}


def probe(files: Sequence[Path], limits: Options | None = None) -> None:
    """See what the import of the files does, one after the other; :class:`CannotImport` if it is nothing good."""
    options = replace(limits or Options(), files=tuple(map(str, files)))
    worker = begin(options, CHECKS)
    try:
        worker.await_ready(max(IMPORTING, options.time_limit))
    except LostWorker as error:
        reason, file = str(error), error.file or str(files[0])
        raise CannotImport(reason if file in reason else f"{file}: {reason}") from None
    finally:
        worker.end()
