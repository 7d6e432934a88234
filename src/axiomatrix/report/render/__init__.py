"""Renderers of documents. Each shows any document, whatever its subject.

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
    """A format of pages."""

    render: Callable[[Document], str]
    shorten: Callable[[Document, int, str], str] | None = None
    """Renders at most so many bytes and says where the rest is, for formats written to places that limit it."""

    def page(self, document: Document, most: int, rest: str) -> str:
        """The document, of at most so many bytes where the format has a limit; ``rest`` says where all of it is."""
        return self.render(document) if self.shorten is None or not most else self.shorten(document, most, rest)


PAGES: dict[str, PageFormat] = {"markdown": PageFormat(markdown.render, markdown.render_up_to)}
"""Each format of pages by the name that ``--format`` takes."""
