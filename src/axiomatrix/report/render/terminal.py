"""Documents as lines of text for a terminal, wrapped to its width. :func:`render` is the main function.

Words are never cut, nor is a name, value or path that fits on a line. A table whose columns do not fit side by side
follows one rule:

1. its widest columns are wrapped, as far as their longest word allows;
2. else a table of signs and numbers is cut into tables that fit, each with the first column;
3. else each row is on its own, a line for each column.

A long command continues on the next line after a backslash, and long Python within its brackets, so that both can be
copied whole. The *width* of a text is the number of columns of the terminal that it takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.style import Style

from ...evidence.safe import visible
from ..document import (
    Block,
    Code,
    Details,
    Document,
    Formula,
    Heading,
    Inline,
    Link,
    List,
    Mono,
    Nested,
    Note,
    Picture,
    StatusSign,
    Strong,
    Table,
    Text,
    plain_text,
    span_text,
    spans,
)  # fmt: skip

COLUMN_GAP = 2
"""Spaces between the columns of a table."""
MIN_WRAPPED_WIDTH = 16
"""Characters to which a column is wrapped at most: with one word below the other a text is hard to read."""
MAX_SIGN_WIDTH = 10
"""Characters of the widest column that counts as a column of signs or numbers."""
INDENT = "  "
"""Indentation of items, code and continued lines."""
BOLD = Style(bold=True)
"""Style of strong words."""
LOUD = Style(bold=True, color="white", bgcolor="red")
"""Style of a *loud* sign, which contradicts a claim."""
_ESCAPE = re.compile(r"\x1b\[[\d;]*m")
"""Escape sequences of our styles; those in users' texts have been made visible before."""
_WORD = re.compile(r"""(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*'|["'\\])+""")
"""A word of a command. Spaces in quotes do not end it; a quote that is never closed is a letter."""
_QUOTED = re.compile(r"""\"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'""")
"""A text in quotes, inside which brackets do not count."""


def render(document: Document, width: int = 80, *, details: bool = True, colours: bool = False) -> str:
    """Render the document in lines of at most ``width`` characters; a longer word gets its own line.

    Without ``details`` the blocks that a reader would have to open are left out. With ``colours`` the text has escape
    sequences for colours and bold letters.
    """
    lines = wrapped(document.title, width)
    if document.summary:
        lines += ["", *wrapped(document.summary, width)]
    blocks = [block for block in document.blocks if details or not isinstance(block, Details)]
    text = "\n".join([*lines, *lines_of(blocks, width)]).strip("\n") + "\n"
    return text if colours else _ESCAPE.sub("", text)


def _width(text: str) -> int:
    """Return the columns of the terminal that a text takes; a letter of an Asian script takes two."""
    return cell_len(_ESCAPE.sub("", text) if "\x1b" in text else text)


def _styled(text: str, style: Style) -> str:
    return style.render(text, color_system=ColorSystem.STANDARD)


def lines_of(blocks: Sequence[Block], width: int) -> list[str]:
    """Render blocks, with an empty line before each block unless it follows its heading."""
    lines: list[str] = []
    for before, block in zip((None, *blocks), blocks, strict=False):
        block_lines = [line.rstrip() for line in _block_lines(block, width)]
        if block_lines:
            lines += block_lines if isinstance(before, Heading) else ["", *block_lines]
    return lines


def _block_lines(block: Block, width: int) -> list[str]:
    """Render one block; an empty table has no lines."""
    match block:
        case Table(heads, rows):
            return table_lines(heads, rows, width)
        case List(items):
            return [line for item in items for line in _item(item, width)]
        case Details(summary, blocks):
            inner = lines_of(blocks, width - len(INDENT))
            return [*wrapped(summary, width), *(INDENT + line if line else "" for line in inner)]
        case Code(text, language):
            lines = visible(text, lines=True).rstrip("\n").split("\n")
            return [part for line in lines for part in _code(line, width, language)]
        case Picture(_, description, file):
            return wrapped((f"{description} (", Mono(file), ")") if file else description, width)
        case Formula(text, _):
            return wrapped(text, width, INDENT, INDENT)
        case Heading(text, _) | Text(text) | Note(text):
            return wrapped(text, width)
    raise TypeError(block)  # pragma: no cover


def _item(item: Inline | Nested, width: int) -> list[str]:
    if not isinstance(item, Nested):
        return wrapped(item, width, "- ", INDENT)
    return [
        *wrapped(item.text, width, "- ", INDENT),
        *(line for inner in item.items for line in wrapped(inner, width, INDENT + "- ", INDENT + INDENT)),
    ]


def _code(line: str, width: int, language: str) -> Iterator[str]:
    """Yield a line of code, in several parts if it is long and a command, or Python that can be broken in brackets."""
    if language not in ("console", "python") or _width(line) <= width:
        yield line
        return
    continuation = " \\" if language == "console" else ""
    open_brackets = 0
    indent = line[: len(line) - len(line.lstrip())]
    part = indent
    for word in _WORD.findall(line):
        may_break = part.strip() and (language == "console" or open_brackets > 0)
        if may_break and _width(f"{part} {word}{continuation}") > width:
            yield part + continuation
            part = indent + INDENT
        part = f"{part} {word}" if part.strip() else part + word
        unquoted = _QUOTED.sub("", word)
        open_brackets += sum(map(unquoted.count, "([{")) - sum(map(unquoted.count, ")]}"))
    yield part


def unbroken_parts(inline: Inline) -> list[str]:
    """Return the parts of a text that no line break divides: its words, and each name, value or path as a whole.

    A word may run over several spans, such as a name with a full stop behind it; then it is one part.
    """
    parts: list[str] = []
    continues_word = False
    for span in spans(inline):
        text = span_text(span)
        pieces = [text] if isinstance(span, (Mono, StatusSign)) and text else text.split()
        if isinstance(span, (Strong, StatusSign)):
            pieces = [_styled(piece, _style(span)) for piece in pieces]
        if isinstance(span, Link) and "://" in span.to:
            pieces.append(f"({visible(span.to)})")
        if continues_word and parts and pieces and not text.startswith(" "):
            parts[-1] += pieces.pop(0)
        parts += pieces
        if text:
            continues_word = not text.endswith(" ")
    return parts


def _style(span: Strong | StatusSign) -> Style:
    if isinstance(span, Strong):
        return BOLD
    return LOUD if span.loud else Style.parse(span.tone.colour.terminal)


def wrapped(inline: Inline, width: int, first_prefix: str = "", prefix: str = "") -> list[str]:
    """Break the text into lines; the first line begins with ``first_prefix``, the others with ``prefix``.

    A name that is longer than a line is broken at its spaces after all.
    """
    room = width - max(_width(first_prefix), _width(prefix))
    words: list[str] = []
    for part in unbroken_parts(inline):
        words += part.split() if _width(part) > room else [part]
    lines: list[str] = []
    line = first_prefix
    has_word = False
    for word in words:
        if not has_word:
            line += word
        elif _width(f"{line} {word}") <= width:
            line += f" {word}"
        else:
            lines.append(line)
            line = prefix + word
        has_word = True
    return [*lines, line]


def table_lines(heads: Sequence[Inline], rows: Sequence[Sequence[Inline]], width: int) -> list[str]:
    """Render a table: with columns side by side if they fit, else split or stacked (see the module)."""
    if not rows:
        return []
    columns = [*zip(heads, *rows, strict=True)]
    full_widths = [max(_width(" ".join(unbroken_parts(cell))) for cell in column) for column in columns]
    word_widths = [
        max((_width(word) for cell in column for word in unbroken_parts(cell)), default=0) for column in columns
    ]
    least_widths = [
        max(longest_word, min(MIN_WRAPPED_WIDTH, full))
        for longest_word, full in zip(word_widths, full_widths, strict=True)
    ]
    room = width - COLUMN_GAP * (len(columns) - 1)
    if sum(least_widths) > room:
        groups = _split_columns(full_widths, width)
        if groups is None:
            return _stacked_table(heads, rows, width)
        return _split_table(heads, rows, groups, width)
    widths = fit_widths(least_widths, full_widths, room)
    rule = (" " * COLUMN_GAP).join("-" * size for size in widths)
    row_lines = [line for row in rows for line in _row_lines(row, widths)]
    return [*_row_lines(heads, widths), rule, *row_lines]


def _split_columns(widths: Sequence[int], width: int) -> list[list[int]] | None:
    """Divide the columns of a table of signs and numbers into tables that fit; the first column comes with each.

    A group has the indexes of its columns without the first. None for a table with other columns, or with a column
    that does not fit next to the first.
    """
    first, *others = widths
    if not others or max(others) > MAX_SIGN_WIDTH or first + COLUMN_GAP + max(others) > width:
        return None
    groups: list[list[int]] = [[]]
    for k, column_width in enumerate(others, 1):
        if first + sum(COLUMN_GAP + widths[j] for j in groups[-1]) + COLUMN_GAP + column_width > width:
            groups.append([])
        groups[-1].append(k)
    return groups


def _split_table(
    heads: Sequence[Inline], rows: Sequence[Sequence[Inline]], groups: Sequence[Sequence[int]], width: int
) -> list[str]:
    """Render a table for each group of columns, one below the other, each with the first column.

    A group has indexes of columns.
    """
    lines: list[str] = []
    for group in groups:
        columns = (0, *group)
        part = [[row[k] for k in columns] for row in rows]
        lines += ["", *table_lines([heads[k] for k in columns], part, width)]
    return lines[1:]


def fit_widths(least_widths: Sequence[int], full_widths: Sequence[int], room: int) -> list[int]:
    """Choose the widths of columns: the full ones, then the widest narrowed by one character until all fit the room.

    The least widths must fit; no column becomes narrower than its own.
    """
    widths = [*full_widths]
    while sum(widths) > room:
        k = max((k for k in range(len(widths)) if widths[k] > least_widths[k]), key=widths.__getitem__)
        widths[k] -= 1
    return widths


def _row_lines(row: Sequence[Inline], widths: Sequence[int]) -> Iterator[str]:
    """Yield the lines of a row, with its cells side by side."""
    cells = [wrapped(cell, width) for cell, width in zip(row, widths, strict=True)]
    for k in range(max(map(len, cells))):
        parts = [lines[k] if k < len(lines) else "" for lines in cells]
        yield (" " * COLUMN_GAP).join(
            part + " " * (width - _width(part)) for part, width in zip(parts, widths, strict=True)
        )


def _stacked_table(heads: Sequence[Inline], rows: Sequence[Sequence[Inline]], width: int) -> list[str]:
    """Render a table that is too wide: each cell that is not empty on its own, with the head of its column.

    The cells of a row are indented below its first one.
    """
    lines: list[str] = []
    for row in rows:
        for k, (head, cell) in enumerate(zip(heads, row, strict=True)):
            if not plain_text(cell):
                continue
            with_head = (f"{plain_text(head)}: ", *spans(cell)) if plain_text(head) else cell
            indent = INDENT if k > 0 else ""
            lines += wrapped(with_head, width, indent, indent + INDENT)
    return lines
