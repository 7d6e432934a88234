"""Documents as nested tuples, written as JSON for the site's scripts (static/blocks.js), which build elements of them.

*Words* are a string. A *text* is a list of parts: words, or ``["b", words]`` for strong, ``["c", words]`` for code,
``["a", words, address]`` for a link, and ``["s", words, tone]`` for a sign of a verdict. A *block* begins with its
kind: ``["h", level, text]``, ``["p", text]``, ``["note", text]``, ``["pre", words]``, ``["ul", item, ...]``,
``["table", heads, row, ...]`` and ``["details", text, block, ...]``. An item is ``[text]``, or ``[text, [text, ...]]``
with the list below it. Heads and a row are lists of texts. The site uses it for the page of a witness, which draws the
pictures itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...evidence.safe import visible
from ..document import (
    Block,
    Code,
    Details,
    Formula,
    Heading,
    Inline,
    Link,
    List,
    Mono,
    Nested,
    Note,
    Picture,
    Span,
    StatusSign,
    Strong,
    Table,
    Text,
    span_text,
    spans,
)
from .html import safe_address

TextPart = str | tuple[str, ...]
"""Words, or a kind with its words."""
BlockData = tuple["str | int | BlockData", ...]
"""A block or a part of a block."""


def render(blocks: Iterable[Block]) -> tuple[BlockData, ...]:
    """Convert the blocks, without pictures, to tuples, which are hashable: the site stores repeated blocks once."""
    return tuple(_block(block) for block in blocks if not isinstance(block, Picture))


def _block(block: Block) -> BlockData:
    match block:
        case Heading():
            return "h", block.level, _text(block.text)
        case Code():
            return "pre", visible(block.text, lines=True)
        case Formula():
            return "p", (("c", visible(block.text)),)
        case List():
            return "ul", *map(_item, block.items)
        case Table():
            return "table", *(tuple(map(_text, row)) for row in (block.heads, *block.rows))
        case Details():
            return "details", _text(block.summary), *render(block.blocks)
        case Note():
            return "note", _text(block.text)
        case Text():
            return "p", _text(block.text)
    raise TypeError(f"{type(block).__name__}: no JSON form is defined for this block; add a case here and in blocks.js")


def _item(item: Inline | Nested) -> BlockData:
    if isinstance(item, Nested):
        return _text(item.text), tuple(map(_text, item.items))
    return (_text(item),)


def _text(inline: Inline) -> tuple[TextPart, ...]:
    return tuple(map(_part, spans(inline)))


def _part(span: Span) -> TextPart:
    match span:
        case str():
            return span_text(span)
        case Link():
            return "a", span_text(span), safe_address(span.to)
        case StatusSign():  # its tone is enough here: ``loud`` has no form of its own
            return "s", span_text(span), str(span.tone)
        case Mono():
            return "c", span_text(span)
        case Strong():
            return "b", span_text(span)
