"""The report on libraries: which properties their metrics have, in which version, as JSON, Markdown and HTML."""

from __future__ import annotations

from pathlib import Path

from ...evidence.files import write
from ...evidence.matrix import Matrix
from ...model.registry import Registry
from . import data, html, markdown
from .data import LibraryReport

__all__ = ["pages", "save"]


def save(matrix: Matrix, registry: Registry, directory: Path) -> list[Path]:
    """Write ``libraries.json``, ``.md`` and ``.html`` of the libraries' rows of a matrix; the files written.

    ``registry`` is the one that the matrix was checked with (``adapters.load``). Each file appears whole or not at all;
    the same matrix and the same versions give the same bytes.
    """
    report = data.made(matrix, registry)
    return _written({"libraries.json": data.dumps(report), **_pages(report)}, directory)


def pages(report: LibraryReport, directory: Path) -> list[Path]:
    """Write the pages of a report that was read back: nothing is run, and no library is needed; the files written."""
    return _written(_pages(report), directory)


def _pages(report: LibraryReport) -> dict[str, str]:
    return {"libraries.md": markdown.page(report), "libraries.html": html.page(report)}


def _written(files: dict[str, str], directory: Path) -> list[Path]:
    directory.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        write(directory / name, text)
    return [directory / name for name in files]
