"""Write the report on libraries: ``libraries.json``, Markdown pages, and a site.

A report that fits on one page gets one. For a larger one ``libraries.md`` has the table of libraries and the legend,
and links to a page for each *chapter*: one for each library, and one on agreement between libraries.
"""

from __future__ import annotations

from pathlib import Path

from ...evidence.files import write_all
from .. import site
from ..render import markdown
from ..render.markdown import is_too_large, page_file, remove_old
from ..subjects.libraries import chapter_document, chapters, document
from .data import LibraryReport, dumps
from .sheet import LibrariesSheet

FILE_STEM = "libraries"
"""The beginning of the names of the Markdown files."""
INDEX = f"{FILE_STEM}.md"
MARKER = "<!-- axiomatrix-libraries-1 -->"
"""First line of every page but the index; a later run removes stale pages that begin with it."""
SITE_FOLDER = "libraries"
"""The folder of the site inside the directory of the report."""


def pages(report: LibraryReport) -> dict[str, str]:
    """The texts of all Markdown pages by the names of their files."""
    sheet = LibrariesSheet(report)  # the report by library, with findings and legend
    single_page = markdown.render(document(sheet))
    if not is_too_large([single_page]):
        return {INDEX: single_page}
    chapter_pages: dict[str, str] = {}
    for chapter in chapters(sheet):
        file = page_file(FILE_STEM, chapter.name, chapter_pages)  # a name that no other chapter has
        chapter_pages[file] = f"{MARKER}\n{markdown.render(chapter_document(chapter, INDEX))}"
    index = markdown.render(document(sheet, list(chapter_pages)))  # with links to the chapters
    return {INDEX: index} | chapter_pages


def save(report: LibraryReport, directory: Path) -> list[Path]:
    """Write ``libraries.json``, ``.md`` and the site of a report on libraries, and return the files.

    Each file appears whole or not at all. The same report gives the same bytes.
    """
    texts = pages(report)
    remove_old(FILE_STEM, MARKER, directory, texts)
    written = write_all({"libraries.json": dumps(report), **texts}, directory)
    return [*written, *site.write_site(site.library_inputs(report), directory / SITE_FOLDER)]
