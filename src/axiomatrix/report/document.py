"""Reports as data: a document is a title and blocks, and knows of no place where it is shown.

A subject makes a document of a result (``report/subjects``), and a renderer shows any document (``report/render``). A
text says what it says and is never markup, so that a subject passes on what users wrote as it is: each renderer escapes
it in its own way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..evidence.safe import visible
from ..evidence.verdict import Tone


@dataclass(frozen=True)
class Strong:
    """Words that matter more than those around them."""

    text: str


@dataclass(frozen=True)
class Mono:
    """A name, a value or a path as typed; it is not broken at the end of a line."""

    text: str


@dataclass(frozen=True)
class Math(Mono):
    """A formula or a symbol within a text: as typed, and in LaTeX, which pages typeset."""

    latex: str = ""


@dataclass(frozen=True)
class Link:
    """Words that lead to an address."""

    text: str
    to: str


@dataclass(frozen=True)
class StatusSign:
    """The symbol of a status in the colour of its tone; it is ``loud`` where it contradicts a claim."""

    text: str
    tone: Tone
    loud: bool = False


Span = str | Strong | Mono | Link | StatusSign
Inline = Span | tuple[Span, ...]
"""What a paragraph, a cell of a table or an item of a list says."""


def spans(inline: Inline) -> tuple[Span, ...]:
    """The parts of an inline text."""
    return inline if isinstance(inline, tuple) else (inline,)


def shown(span: Span) -> str:
    """The words of a part on one line, with a space where one parts it from what is beside it."""
    text = span if isinstance(span, str) else span.text
    if isinstance(span, (Mono, Link, StatusSign)):
        return visible(text)
    words = visible(text)
    return " " * text[:1].isspace() + words + " " * (bool(words) and text[-1:].isspace())


def plain_text(inline: Inline) -> str:
    """The words alone, on one line."""
    return "".join(map(shown, spans(inline))).strip()


@dataclass(frozen=True)
class Heading:
    """The heading of what follows; level 1 is that of the title."""

    text: Inline
    level: int = 2


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: Inline


@dataclass(frozen=True)
class Note:
    """A paragraph that says how to read the others, or warns."""

    text: Inline


@dataclass(frozen=True)
class Table:
    """Rows under heads; the first column says what a row is about."""

    heads: tuple[Inline, ...]
    rows: tuple[tuple[Inline, ...], ...]


@dataclass(frozen=True)
class Code:
    """Lines to copy; ``language`` is ``console`` for commands, of which one may be long."""

    text: str
    language: str = ""


@dataclass(frozen=True)
class Formula:
    """A formula as it is typed, and in LaTeX where that is known."""

    text: str
    latex: str = ""


@dataclass(frozen=True)
class Picture:
    """A drawing: as SVG, in words for who does not see it, and as lines of text where those show the same.

    A page that has its pictures beside it has no SVG, but the name of its ``file``.
    """

    svg: str
    says: str
    drawn: str = ""
    file: str = ""


@dataclass(frozen=True)
class Nested:
    """An item of a list that has a list of its own."""

    text: Inline
    items: tuple[Inline, ...]


@dataclass(frozen=True)
class List:
    """Items, in an order that means nothing."""

    items: tuple[Inline | Nested, ...]


@dataclass(frozen=True)
class Details:
    """Blocks that are shown on request, where the renderer allows that."""

    summary: Inline
    blocks: tuple[Block, ...]


Block = Heading | Text | Note | Table | Code | Formula | Picture | List | Details


@dataclass(frozen=True)
class Document:
    """A title, one sentence that says what was found, and what there is to read."""

    title: Inline
    summary: Inline = ""
    blocks: tuple[Block, ...] = ()


def words(block: Block) -> Iterator[str]:
    """Everything a block says, in the order of reading: what no renderer may lose."""
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
        yield visible(block.says)
    else:
        yield plain_text(block.text)
