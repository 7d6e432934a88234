"""Documents: a title and blocks (headings, paragraphs, tables, pictures), independent of where they are shown.

``report/subjects`` makes a document of a result. ``report/render`` shows any document as HTML, Markdown or in the
terminal. A text in a document is never markup: subjects pass on what users wrote, and each renderer escapes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..evidence.safe import visible
from ..evidence.verdict import Tone


@dataclass(frozen=True)
class Strong:
    """Emphasized words."""

    text: str


@dataclass(frozen=True)
class Mono:
    """A name, value or path as typed, in a fixed-width font and never broken across lines."""

    text: str


@dataclass(frozen=True)
class Math(Mono):
    """A formula or a symbol within a text: as typed for the terminal, in LaTeX for pages."""

    latex: str = ""


@dataclass(frozen=True)
class Link:
    """Words that link to an address."""

    text: str
    to: str


@dataclass(frozen=True)
class StatusSign:
    """The symbol of a cell's status in the colour of its tone; ``loud`` if the status contradicts a claim."""

    text: str
    tone: Tone
    loud: bool = False


Span = str | Strong | Mono | Link | StatusSign
Inline = Span | tuple[Span, ...]
"""The text of a paragraph, of a table cell or of a list item: a span or several in a row."""


def spans(inline: Inline) -> tuple[Span, ...]:
    """The spans of an inline text, also if it is a single span."""
    return inline if isinstance(inline, tuple) else (inline,)


def span_text(span: Span) -> str:
    """The words of a span on one line, with a space at an end that separates it from the next span."""
    text = span if isinstance(span, str) else span.text
    if isinstance(span, (Mono, Link, StatusSign)):
        return visible(text)
    words = visible(text)
    return " " * text[:1].isspace() + words + " " * (bool(words) and text[-1:].isspace())


def plain_text(inline: Inline) -> str:
    """The words of an inline text without its markup, on one line."""
    return "".join(map(span_text, spans(inline))).strip()


@dataclass(frozen=True)
class Heading:
    """The heading of the blocks that follow; the document's title has level 1."""

    text: Inline
    level: int = 2


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: Inline


@dataclass(frozen=True)
class Note:
    """A paragraph in small print: a warning, or how to read the rest."""

    text: Inline


@dataclass(frozen=True)
class Table:
    """Rows under column heads; the first column names the subject of the row."""

    heads: tuple[Inline, ...]
    rows: tuple[tuple[Inline, ...], ...]


@dataclass(frozen=True)
class Code:
    """Lines to copy. ``language`` is ``console`` for commands, whose lines may be long."""

    text: str
    language: str = ""


@dataclass(frozen=True)
class Formula:
    """A formula on its own line: as typed, and in LaTeX if available."""

    text: str
    latex: str = ""


@dataclass(frozen=True)
class Picture:
    """A drawing: inline SVG, or the name of a ``file`` next to the page."""

    svg: str
    description: str
    """Words for readers who do not see the picture."""
    file: str = ""


@dataclass(frozen=True)
class Nested:
    """A list item with a nested list."""

    text: Inline
    items: tuple[Inline, ...]


@dataclass(frozen=True)
class List:
    """A bulleted list; the order of its items has no meaning."""

    items: tuple[Inline | Nested, ...]


@dataclass(frozen=True)
class Details:
    """Blocks under a summary that the reader opens, if the renderer can fold; otherwise they are always shown."""

    summary: Inline
    blocks: tuple[Block, ...]


Block = Heading | Text | Note | Table | Code | Formula | Picture | List | Details


@dataclass(frozen=True)
class Document:
    """A title, the result in one sentence, and the blocks to read."""

    title: Inline
    summary: Inline = ""
    blocks: tuple[Block, ...] = ()


def words(block: Block) -> Iterator[str]:
    """Yield every text of a block in reading order; tests check that no renderer loses any."""
    if isinstance(block, Table):
        yield from (plain_text(cell) for row in (block.heads, *block.rows) for cell in row)
    elif isinstance(block, List):
        for item in block.items:
            yield from map(plain_text, (item.text, *item.items) if isinstance(item, Nested) else (item,))
    elif isinstance(block, Details):
        yield plain_text(block.summary)
        for inner in block.blocks:
            yield from words(inner)
    elif isinstance(block, Code):
        yield visible(block.text, lines=True)
    elif isinstance(block, Picture):
        yield visible(block.description)
    else:
        yield plain_text(block.text)
