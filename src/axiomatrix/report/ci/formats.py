"""The formats for continuous integration by name, each with its file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from ...evidence.files import write_all
from ...evidence.matrix import Matrix
from . import junit, sarif
from .claimed import ReportSetting

FORMATS: Mapping[str, tuple[str, Callable[[Matrix, ReportSetting], str]]] = {
    "junit": ("compliance.junit.xml", junit.page),
    "sarif": ("compliance.sarif", sarif.page),
}
"""Each with its file in the folder of the reports, and the function that renders the matrix."""


def save(matrix: Matrix, directory: Path, names: Collection[str], setting: ReportSetting) -> list[Path]:
    """Write the matrix in these formats into the folder, and return the files; ``OSError`` as the system raises it."""
    return write_all({file: page(matrix, setting) for file, page in map(FORMATS.__getitem__, names)}, directory)
