"""Importing users' files: tried in a worker process first, so that one that hangs or crashes costs one line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..catalogue.loading import CannotImport, check_file, load_catalogue, load_file
from ..evidence.verdict import Verdict
from .executor import LocalProcesses, TaskFailed, WorkerLost, start_fork_server
from .plan import DEFAULT_LIMITS, Limits, Plan
from .row_task import import_files

IMPORT_SECONDS = 60.0
"""For how long the import of a user's file may take, if the limit for a call is not larger."""


def import_user_files(files: Sequence[Path], limits: Limits = DEFAULT_LIMITS) -> dict[Path, list[str]]:
    """Import the catalogue and users' files, one after the other; the names of the metrics that each registers.

    Raises :class:`CannotImport` with the file and what went wrong; then nothing of it is imported in this process.
    """
    for file in files:
        check_file(file)
    if files:
        start_fork_server()  # it takes as long as the catalogue does here
    load_catalogue()
    if files:
        try_import(files, limits)
    return {file: load_file(file) for file in dict.fromkeys(files)}


def try_import(files: Sequence[Path], limits: Limits = DEFAULT_LIMITS) -> None:
    """Import the files in a worker process; :class:`CannotImport` if that fails."""
    patient = Limits(max(IMPORT_SECONDS, limits.time), limits.memory)
    named = [str(file) for file in dict.fromkeys(files)]
    with LocalProcesses(1, patient, tasks_each=1) as process:
        for count, file in enumerate(named, 1):
            try:
                problem = process.submit(import_files, Plan(files=tuple(named[:count]))).result()
            except WorkerLost as loss:
                took_too_long = f"its import did not end within {patient.time:g} s"
                problem = took_too_long if loss.verdict is Verdict.TIMEOUT else f"{loss} when it was imported"
            except TaskFailed as error:
                problem = str(error)
            if problem:
                raise CannotImport(problem if file in problem else f"{file}: {problem}")
