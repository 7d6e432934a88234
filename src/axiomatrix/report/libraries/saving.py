"""The report on libraries: which properties their metrics have, in which version, as JSON, Markdown and a site."""

from __future__ import annotations

from pathlib import Path

from ...evidence.files import write_all
from ...evidence.matrix import Matrix
from ...model.registry import Registry
from .. import site
from . import data, markdown

SITE = "libraries"
"""The folder of the site, in that of the reports."""


def save(matrix: Matrix, registry: Registry, directory: Path) -> list[Path]:
    """Write ``libraries.json``, ``.md`` and a site of the libraries' rows of a matrix; the files written.

    ``registry`` is the one that the matrix was checked with (``adapters.load``). Each file appears whole or not at all;
    the same matrix and the same versions give the same bytes.
    """
    report = data.made(matrix, registry)
    own = write_all({"libraries.json": data.dumps(report), "libraries.md": markdown.page(report)}, directory)
    return [*own, *site.written(site.of_libraries(report), directory / SITE)]
