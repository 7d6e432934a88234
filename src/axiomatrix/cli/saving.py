"""The reports of a check, written; what cannot be written is refused in one line."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from pathlib import Path

from ..evidence.matrix import Matrix
from ..model.registry import REGISTRY
from ..report.ci.formats import save as write_formats
from ..report.matrix.claimed import Setting
from ..studies.baseline import Baseline
from .early import EarlyResults
from .messages import note, usage


def check_folder(directory: Path) -> None:
    """Refuse a folder in which nothing can be written before anything is done for it; it is made later."""
    there = next((path for path in (directory, *directory.absolute().parents) if path.exists()), directory)
    if not there.is_dir():
        raise usage(f"--out: {directory}: {os.strerror(errno.ENOTDIR)}")
    if not os.access(there, os.W_OK):
        raise usage(f"--out: {directory}: nothing can be written there")


def save(matrix: Matrix, directory: Path, early: EarlyResults | None = None) -> list[Path]:
    """Write the reports; the files that were written."""
    from ..report.saving import save as write

    try:
        return write(matrix, directory, early=early)
    except OSError as error:  # such as a folder where a report is to be
        raise usage(f"--out: {error.filename2 or error.filename or directory}: {error.strerror or error}") from None


def save_formats(
    matrix: Matrix,
    directory: Path,
    kinds: Sequence[str],
    origins: Sequence[str],
    policy: str,
    known: Baseline | None,
) -> None:
    """Write the formats that are asked for; what is pinned or accepted is forgiven where the exit status does."""
    accepted = {key: entry.reason for key, entry in known.by_key.items()} if known is not None else {}
    setting = Setting(REGISTRY, directory.as_posix(), tuple(origins), forgiving=policy == "new", accepted=accepted)
    try:
        write_formats(matrix, directory, kinds, setting, os.environ)
    except OSError as error:
        raise usage(f"--format: {error.filename}: {error.strerror or error}") from None


def save_partial(matrix: Matrix, directory: Path) -> None:
    """Write what there is of an interrupted run, at once and without a word more than needed."""
    note(matrix.interrupted or f"interrupted: what the profile {matrix.profile} decides is whole")
    save(matrix, directory)
    note(f"the reports in {directory} have what was decided")
