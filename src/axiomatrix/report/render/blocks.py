"""Documents as JSON for the site's scripts, which build elements from them. Each block is a list, its kind first:

``["h", level, text]``, ``["p", text]``, ``["note", text]``, ``["pre", text]``, ``["ul", [item, [item ...]], ...]``,
``["table", heads, row, ...]`` and ``["details", text, block, ...]``. A text is a list of parts: words, or ``[kind,
words]`` with ``b`` for strong, ``c`` for code, ``["a", words, address]`` for a link, ``["s", words, tone]`` for a sign.
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
    Table,
    Text,
    span_text,
    spans,
)
from .html import safe_address

Part = str | tuple[str, ...]
Data = tuple["str | int | Data", ...]


def render(blocks: Iterable[Block]) -> tuple[Data, ...]:
    """The blocks without pictures, as tuples: they are hashable, so that the site stores repeated blocks once."""
    return tuple(_block(block) for block in blocks if not isinstance(block, Picture))


def _block(block: Block) -> Data:
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
    raise TypeError(f"{type(block).__name__}: a script is not told of it")


def _item(item: Inline | Nested) -> Data:
    if isinstance(item, Nested):
        return _text(item.text), tuple(map(_text, item.items))
    return (_text(item),)


def _text(inline: Inline) -> tuple[Part, ...]:
    return tuple(map(_part, spans(inline)))


def _part(span: Span) -> Part:
    match span:
        case str():
            return span_text(span)
        case Link():
            return "a", span_text(span), safe_address(span.to)
        case StatusSign():
            return "s", span_text(span), str(span.tone)
        case Mono():
            return "c", span_text(span)
        case _:
            return "b", span_text(span)
