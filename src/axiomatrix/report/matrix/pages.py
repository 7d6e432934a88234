"""The files of the compliance matrix in Markdown.

What fits one page is one; of more, ``compliance.md`` has the signs, the broken claims and the legend, and leads to a
page for each chapter or, of a large chapter, for each of its sections.
"""

from __future__ import annotations

from ...evidence.matrix import Matrix
from ...model.registry import Registry
from ..document import Document, Link, List
from ..paging import file_of, is_too_large
from ..render.markdown import render
from ..subjects.matrix import Section, chapter_document, chapters, document

REPORT = "compliance"
"""What its files are called."""
INDEX = f"{REPORT}.md"
MARKER = "<!-- axiomatrix-compliance-1 -->"
"""The first line of the pages beside the index, by which those of an earlier run are known."""
REACHES = "Each cell with its reach"


def pages(matrix: Matrix, registry: Registry | None = None) -> dict[str, str]:
    """All pages by the names of their files."""
    pages_by_name = documents(matrix, registry)
    return {file: ("" if file == INDEX else f"{MARKER}\n") + render(page) for file, page in pages_by_name.items()}


def documents(matrix: Matrix, registry: Registry | None = None) -> dict[str, Document]:
    """The documents of all pages by the names of their files."""
    filled = [
        (title, kept)
        for title, sections in chapters(matrix, registry)
        if (kept := [section for section in sections if section.blocks])
    ]
    whole = document(matrix, [section for _, sections in filled for section in sections], registry)
    if not is_too_large([render(whole)]):
        return {INDEX: whole}
    titles: dict[str, str] = {}
    by_name: dict[str, Document] = {}
    for title, sections in filled:
        chapter = chapter_document(title, sections, INDEX)
        parts = {title: chapter} if not is_too_large([render(chapter)]) else _one_each(sections)
        for name, page in parts.items():
            file = file_of(REPORT, name, by_name)
            by_name[file], titles[file] = page, name
    links = List(tuple(Link(title, file) for file, title in titles.items()))
    return {INDEX: document(matrix, [Section(REACHES, (links,))], registry)} | by_name


def _one_each(sections: list[Section]) -> dict[str, Document]:
    return {section.title: chapter_document(section.title, [section], INDEX) for section in sections}
