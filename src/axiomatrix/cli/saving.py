"""The reports of a check, written; what cannot be written is refused in one line."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from ..engine.memory.memory import Memory
from ..engine.selection import Selection
from ..engine.workers.premises import digest, premises, versions
from ..evidence.files import refusal
from ..evidence.matrix import Matrix
from ..report.ci.claimed import ReportSetting
from ..report.ci.formats import save as write_formats
from .messages import note, usage
from .running import EarlyResults

SHOWN_BY = ("jinja2", "latex2mathml", "msgspec", "tabulate")
"""Libraries that have a part in how a page looks."""


def check_folder(directory: Path) -> None:
    """Refuse a folder in which nothing can be written before anything is done for it; it is made later."""
    if reason := refusal(directory):
        raise usage(f"--out: {directory}: {reason}")


def save(matrix: Matrix, directory: Path, early: EarlyResults | None = None) -> list[Path]:
    """Write the reports; the files that were written."""
    from ..report.saving import save as write

    try:
        return write(matrix, directory, early=early)
    except OSError as error:  # such as a folder where a report is to be
        raise usage(f"--out: {error.filename2 or error.filename or directory}: {error.strerror or error}") from None


def save_unless_standing(
    matrix: Matrix, directory: Path, selection: Selection, memory: Memory | None, early: EarlyResults
) -> None:
    """Write the reports, unless those that are there were made of the very same rows and are as they were made."""
    rows, options = None if memory is None else memory.made_of(selection.rows), selection.options
    if memory is None or rows is None:
        save(matrix, directory, early)
        return
    around = premises(options, Path()), versions(SHOWN_BY), options.profile_(), options.seed
    made_of = digest(rows, repr(around))
    there = directory.resolve()
    if memory.folder(there) == (made_of, _digest(there)):
        return
    save(matrix, directory, early)
    memory.keep_folder(there, made_of, _digest(there))


def _digest(directory: Path) -> str:
    """A digest of all files that a check writes, and of any that lie among them."""
    beside = [*directory.glob("compliance*"), *directory.glob("claims*")]
    inside = [path for name in ("witnesses", "site") for path in (directory / name).rglob("*")]
    seen = hashlib.sha256()
    for path in sorted(path for path in (*beside, *inside) if path.is_file()):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        seen.update(f"{path.relative_to(directory).as_posix()} {content}\n".encode("utf-8", "backslashreplace"))
    return seen.hexdigest()


def save_formats(matrix: Matrix, directory: Path, kinds: Sequence[str], setting: ReportSetting) -> None:
    """Write the formats that are asked for; what is pinned or accepted is forgiven where the exit status does."""
    try:
        write_formats(matrix, directory, kinds, setting)
    except OSError as error:
        raise usage(f"--format: {error.filename}: {error.strerror or error}") from None


def save_partial(matrix: Matrix, directory: Path) -> None:
    """Write what there is of an interrupted run, at once and without a word more than needed."""
    note(matrix.interrupted or f"interrupted: what the profile {matrix.profile} decides is whole")
    save(matrix, directory)
    note(f"the reports in {directory} have what was decided")
