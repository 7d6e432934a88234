"""The formats for continuous integration by name, each with its file; and the summary of a step on GitHub."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from ...evidence.files import write_all
from ...evidence.matrix import Matrix
from . import badge, junit, sarif, summary
from .claimed import ReportSetting

STEP_SUMMARY = "GITHUB_STEP_SUMMARY"
"""The variable that names the file which GitHub shows with a step."""


FORMATS: Mapping[str, tuple[str, Callable[[Matrix, ReportSetting], str]]] = {
    "junit": ("compliance.junit.xml", junit.page),
    "sarif": ("compliance.sarif", sarif.page),
    "summary": ("summary.md", summary.page),
    "badge": ("badge.json", badge.page),
}
"""Each with its file in the folder of the reports, and how the matrix is written in it."""


def save(
    matrix: Matrix, directory: Path, names: Collection[str], setting: ReportSetting, environment: Mapping[str, str]
) -> list[Path]:
    """Write the matrix in these formats into the folder, and the summary to GitHub's file if there is one.

    The files written. Raises ``OSError`` as the system says it.
    """
    written = write_all({file: page(matrix, setting) for file, page in map(FORMATS.__getitem__, names)}, directory)
    if "summary" in names and (step := environment.get(STEP_SUMMARY)):
        add_to_step(matrix, Path(step), setting)
    return written


def add_to_step(matrix: Matrix, path: Path, setting: ReportSetting) -> None:
    """Append the summary to the file of a step, as far as there is room beside what other commands put there."""
    taken = path.stat().st_size if path.exists() else 0
    text = summary.page(matrix, setting, summary.LIMIT - taken - 2)
    if text:
        with path.open("ab") as file:  # it is shared with what else the step runs, so it is never replaced
            file.write((b"\n\n" if taken else b"") + text.encode())
