"""The files of the report on libraries.

What fits one page is one; of more, ``libraries.md`` has the table and what the words mean, and leads to a page for each
library and to the metrics that several have.
"""

from __future__ import annotations

from pathlib import Path

from ...evidence.files import write_all
from .. import site
from ..render import markdown
from ..render.markdown import file_of, is_too_large, remove_old
from ..subjects.libraries import chapter_document, chapters, document
from .data import LibraryReport, dumps
from .sheet import LibrariesSheet

REPORT = "libraries"
"""What its files are called."""
INDEX = f"{REPORT}.md"
MARKER = "<!-- axiomatrix-libraries-1 -->"
"""The first line of the pages beside the index, by which those of an earlier run are known."""
SITE = "libraries"
"""The folder of the site, in that of the reports."""


def pages(report: LibraryReport) -> dict[str, str]:
    """All pages by the names of their files."""
    sheet = LibrariesSheet(report)
    whole = markdown.render(document(sheet))
    if not is_too_large([whole]):
        return {INDEX: whole}
    texts: dict[str, str] = {}
    for name, blocks in chapters(sheet):
        page = markdown.render(chapter_document((name, blocks), INDEX))
        texts[file_of(REPORT, name, texts)] = f"{MARKER}\n{page}"
    return {INDEX: markdown.render(document(sheet, list(texts)))} | texts


def save(report: LibraryReport, directory: Path) -> list[Path]:
    """Write ``libraries.json``, ``.md`` and a site of a report on libraries; the files written.

    Each file appears whole or not at all; the same matrix and the same versions give the same bytes.
    """
    texts = pages(report)
    remove_old(REPORT, MARKER, directory, texts)
    own = write_all({"libraries.json": dumps(report), **texts}, directory)
    return [*own, *site.write_site(site.of_libraries(report), directory / SITE)]
