"""The formats for continuous integration by name, each with its file; and the summary of a step on GitHub."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ...evidence.files import write
from ...evidence.matrix import Matrix
from ...model.registry import Unknown
from ..matrix import summary
from ..matrix.claimed import Setting
from . import badge, junit, sarif

STEP_SUMMARY = "GITHUB_STEP_SUMMARY"
"""The variable that names the file which GitHub shows with a step."""


@dataclass(frozen=True)
class CiFormat:
    """A format: its file in the folder of the reports, and how the matrix is written in it."""

    file: str
    page: Callable[[Matrix, Setting], str]


FORMATS: Mapping[str, CiFormat] = {
    "junit": CiFormat("compliance.junit.xml", junit.page),
    "sarif": CiFormat("compliance.sarif", sarif.page),
    "summary": CiFormat("summary.md", summary.page),
    "badge": CiFormat("badge.json", badge.page),
}


def known_formats(names: Iterable[str]) -> tuple[str, ...]:
    """The names, each once; ``Unknown`` with the nearest name for one that no format has."""
    for name in names:
        if name not in FORMATS:
            raise Unknown("--format", name, FORMATS)
    return tuple(dict.fromkeys(names))


def save(
    matrix: Matrix, directory: Path, names: Iterable[str], setting: Setting, environment: Mapping[str, str]
) -> list[Path]:
    """Write the matrix in these formats into the folder, and the summary to GitHub's file if there is one.

    The files written. Raises ``Unknown`` for a name that is not a format, and ``OSError`` as the system says it.
    """
    written = []
    directory.mkdir(parents=True, exist_ok=True)
    for name in known_formats(names):
        path = directory / FORMATS[name].file
        write(path, FORMATS[name].page(matrix, setting))
        written.append(path)
        if name == "summary" and (step := environment.get(STEP_SUMMARY)):
            add_to_step(matrix, Path(step), setting)
    return written


def add_to_step(matrix: Matrix, path: Path, setting: Setting) -> None:
    """Append the summary to the file of a step, as far as there is room beside what other commands put there."""
    taken = path.stat().st_size if path.exists() else 0
    text = summary.page(matrix, setting, summary.LIMIT - taken - 2)
    if text:
        with path.open("ab") as file:  # it is shared with what else the step runs, so it is never replaced
            file.write((b"\n\n" if taken else b"") + text.encode())
