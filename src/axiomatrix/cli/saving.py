"""The reports of a check, written; what cannot be written is refused in one line."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..evidence.files import refusal
from ..evidence.matrix import Matrix
from ..report.ci.claimed import ReportSetting
from ..report.ci.formats import save as write_formats
from ..report.document import Document
from ..studies.ledger.check import Result
from .messages import note, usage

MAX_SUMMARY_BYTES = 1_000_000
"""GitHub takes 1 MiB from a step."""


def check_folder(directory: Path) -> None:
    """Refuse a folder in which nothing can be written before anything is done for it; it is made later."""
    if reason := refusal(directory):
        raise usage(f"--out: {directory}: {reason}")


def save(matrix: Matrix, directory: Path, ledger_results: Mapping[str, Sequence[Result]] | None = None) -> list[Path]:
    """Write the reports; the files that were written."""
    from ..report.saving import save as write

    try:
        return write(matrix, directory, ledger_results=ledger_results)
    except OSError as error:  # such as a folder where a report is to be
        raise usage(f"--out: {error.filename2 or error.filename or directory}: {error.strerror or error}") from None


def save_formats(matrix: Matrix, directory: Path, kinds: Sequence[str], setting: ReportSetting) -> None:
    """Write the formats that are asked for; what is expected is forgiven where the exit status does."""
    try:
        write_formats(matrix, directory, kinds, setting)
    except OSError as error:
        raise usage(f"--ci: {error.filename}: {error.strerror or error}") from None


def save_partial(matrix: Matrix, directory: Path | None) -> None:
    """Write what there is of an interrupted run, at once and without a word more than needed."""
    note(matrix.interrupted or f"interrupted: what the profile {matrix.profile} decides is whole")
    if directory is not None:
        save(matrix, directory)
        note(f"the reports in {directory} have what was decided")


def write_step_summary(document: Document) -> None:
    """Add the document to the summary of the job, where a CI service names a file for it."""
    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if not path:
        return
    from ..report.render.markdown import render_up_to

    text = render_up_to(document, MAX_SUMMARY_BYTES, "All of it: the output of the command.")
    try:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        note(f"GITHUB_STEP_SUMMARY: {path}: {error.strerror or error}")
