"""Renderers of documents. Each renders documents on any subject.

:data:`PAGES` is the one table of formats in which a document is printed as a page: the option ``--format``, its help
and the tests of renderers take them from it. A terminal (``terminal``), web pages and notebooks (``html``) need more
than the document, such as a width or a style sheet, and are called where they are shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..document import Document
from . import markdown


class PageFormat(NamedTuple):
    """A format in which a document is printed as a page."""

    render: Callable[[Document], str]
    shorten: Callable[[Document, int, str], str] | None = None
    """Takes (document, largest number of bytes, last sentence of a page that is cut); None if pages are never cut.

    Markdown has it, because code hosts limit the size of comments and summaries.
    """

    def page(self, document: Document, max_bytes: int, where_to_read: str) -> str:
        """Render the document, cut to ``max_bytes`` bytes if the format can be cut; 0 means unlimited.

        ``where_to_read`` is a sentence that says where to read the whole document.
        """
        if self.shorten is None or not max_bytes:
            return self.render(document)
        return self.shorten(document, max_bytes, where_to_read)


PAGES: dict[str, PageFormat] = {"markdown": PageFormat(markdown.render, markdown.render_up_to)}
"""Each format of pages by the name that ``--format`` takes."""
