"""Documents as plain lines for a terminal, as wide as that is.

Words are never cut, and neither is a name, a value or a path that fits a line. A table whose columns do not fit beside
each other follows one rule:

1. its widest columns are wrapped, as far as their longest word allows;
2. else a table of signs and numbers is cut into tables that fit, each with the first column;
3. else each row is on its own, a line for each column.

A long command continues on the next line after a backslash, and long Python within its brackets, so that both can be
copied whole.
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
    shown,
    spans,
)  # fmt: skip

GAP = 2
"""Columns of a table are so far apart."""
NARROWEST = 16
"""A column is not wrapped to less than this: one word under the other is not read."""
SHORT = 10
"""Characters up to which a column holds signs or numbers."""
STEP = "  "
"""What stands under something is so far to the right of it."""
BOLD, LOUD = Style(bold=True), Style(bold=True, color="white", bgcolor="red")
_ESCAPE = re.compile(r"\x1b\[[\d;]*m")
"""The escapes of the styles; those in users' text are made visible before."""
_WORD = re.compile(r"""(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*'|["'\\])+""")
"""A word of a command: spaces in quotes do not end it, and a quote that nothing closes is a letter."""
_QUOTED = re.compile(r"""\"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'""")


def render(document: Document, width: int = 80, *, details: bool = True, colours: bool = False) -> str:
    """The document as lines of at most ``width`` characters; a longer word stands alone.

    Without ``details`` nothing is shown of what a reader would have to ask for.
    """
    lines = wrapped(document.title, width)
    if document.summary:
        lines += ["", *wrapped(document.summary, width)]
    shown = [block for block in document.blocks if details or not isinstance(block, Details)]
    text = "\n".join([*lines, *lines_of(shown, width)]).strip("\n") + "\n"
    return text if colours else _ESCAPE.sub("", text)


def _width(text: str) -> int:
    """How many columns of the terminal the text takes."""
    return cell_len(_ESCAPE.sub("", text) if "\x1b" in text else text)


def _styled(text: str, style: Style) -> str:
    return style.render(text, color_system=ColorSystem.STANDARD)


def lines_of(blocks: Sequence[Block], width: int) -> list[str]:
    """The lines of blocks, an empty one before each; none between a heading and what it heads."""
    lines: list[str] = []
    for before, block in zip((None, *blocks), blocks, strict=False):
        shown = [line.rstrip() for line in _of(block, width)]
        if shown:
            lines += shown if isinstance(before, Heading) else ["", *shown]
    return lines


def _of(block: Block, width: int) -> list[str]:
    match block:
        case Table(heads, rows):
            return table(heads, rows, width)
        case List(items):
            return [line for item in items for line in _item(item, width)]
        case Details(summary, blocks):
            inner = lines_of(blocks, width - len(STEP))
            return [*wrapped(summary, width), *(STEP + line if line else "" for line in inner)]
        case Code(text, language):
            return [part for line in _lines(text) for part in _code(line, width, language)]
        case Picture(_, says, drawn, file):
            named = (f"{says} (", Mono(file), ")") if file else says
            return _lines(drawn) if drawn else wrapped(named, width)
        case Formula(text, _):
            return wrapped(text, width, STEP, STEP)
        case Heading(text, _) | Text(text) | Note(text):
            return wrapped(text, width)
    raise TypeError(block)  # pragma: no cover


def _lines(text: str) -> list[str]:
    return visible(text, lines=True).rstrip("\n").split("\n")


def _item(item: Inline | Nested, width: int) -> list[str]:
    if not isinstance(item, Nested):
        return wrapped(item, width, "- ", STEP)
    return [
        *wrapped(item.text, width, "- ", STEP),
        *(line for inner in item.items for line in wrapped(inner, width, STEP + "- ", STEP + STEP)),
    ]


def _code(line: str, width: int, language: str) -> Iterator[str]:
    """A line of code; a long command is continued, long Python broken within its brackets, other code stays."""
    if language not in ("console", "python") or _width(line) <= width:
        yield line
        return
    end, depth = " \\" if language == "console" else "", 0
    indent = line[: len(line) - len(line.lstrip())]
    part = indent
    for word in _WORD.findall(line):
        may_break = part.strip() and (language == "console" or depth > 0)
        if may_break and _width(f"{part} {word}{end}") > width:
            yield part + end
            part = indent + STEP
        part = f"{part} {word}" if part.strip() else part + word
        bare = _QUOTED.sub("", word)
        depth += sum(map(bare.count, "([{")) - sum(map(bare.count, ")]}"))
    yield part


def words(inline: Inline) -> list[str]:
    """Return the unbreakable parts: the words of a text, and each name, value or path as a whole."""
    unbroken: list[str] = []
    goes_on = False
    for span in spans(inline):
        text = shown(span)
        pieces = [text] if isinstance(span, (Mono, StatusSign)) and text else text.split()
        if isinstance(span, (Strong, StatusSign)):
            pieces = [_styled(piece, _style(span)) for piece in pieces]
        if isinstance(span, Link) and "://" in span.to:
            pieces.append(f"({visible(span.to)})")
        if goes_on and unbroken and pieces and not text.startswith(" "):
            unbroken[-1] += pieces.pop(0)
        unbroken += pieces
        goes_on = not text.endswith(" ") if text else goes_on
    return unbroken


def _style(span: Strong | StatusSign) -> Style:
    if isinstance(span, Strong):
        return BOLD
    return LOUD if span.loud else Style.parse(span.tone.colour.terminal)


def wrapped(inline: Inline, width: int, first: str = "", other: str = "") -> list[str]:
    """The text in lines; the first and the others begin as they are told to.

    A name that is longer than a line is broken at its spaces after all.
    """
    lines, line = [], first
    begun = False
    room = width - max(_width(first), _width(other))
    for word in (part for whole in words(inline) for part in (whole.split() if _width(whole) > room else [whole])):
        if begun and _width(f"{line} {word}") > width:
            lines.append(line)
            line, begun = other, False
        line = f"{line} {word}" if begun else line + word
        begun = True
    return [*lines, line]


def table(heads: Sequence[Inline], rows: Sequence[Sequence[Inline]], width: int) -> list[str]:
    """The rows under their heads if they fit beside each other, else each row for itself."""
    if not rows:
        return []
    columns = [*zip(heads, *rows, strict=True)]
    wanted = [max(_width(" ".join(words(cell))) for cell in column) for column in columns]
    longest = [max((_width(word) for cell in column for word in words(cell)), default=0) for column in columns]
    least = [max(word, min(NARROWEST, whole)) for word, whole in zip(longest, wanted, strict=True)]
    room = width - GAP * (len(columns) - 1)
    if sum(least) > room:
        pieces = _pieces(wanted, width)
        return _stacked(heads, rows, width) if pieces is None else _cut(heads, rows, pieces, width)
    widths = fitted(least, wanted, room)
    rule = (" " * GAP).join("-" * size for size in widths)
    head, *others = ([*_beside(row, widths)] for row in (heads, *rows))
    return [*head, rule, *(line for row in others for line in row)]


def _pieces(wanted: Sequence[int], width: int) -> list[list[int]] | None:
    """The columns of the tables that a table of signs and numbers is cut into, without the first; None for another."""
    first, *others = wanted
    if max(others, default=SHORT + 1) > SHORT or first + GAP + max(others) > width:
        return None
    pieces: list[list[int]] = [[]]
    for k, size in enumerate(others, 1):
        if first + sum(GAP + wanted[j] for j in pieces[-1]) + GAP + size > width:
            pieces.append([])
        pieces[-1].append(k)
    return pieces


def _cut(
    heads: Sequence[Inline], rows: Sequence[Sequence[Inline]], pieces: Sequence[Sequence[int]], width: int
) -> list[str]:
    """The tables of these columns, one below the other, each with the first column."""
    lines: list[str] = []
    for piece in pieces:
        columns = (0, *piece)
        part = [[row[k] for k in columns] for row in rows]
        lines += ["", *table([heads[k] for k in columns], part, width)]
    return lines[1:]


def fitted(least: Sequence[int], wanted: Sequence[int], room: int) -> list[int]:
    """Widths of columns: what each wants, and of the widest as much less as the room asks for."""
    widths = [*wanted]
    while sum(widths) > room:
        k = max((k for k in range(len(widths)) if widths[k] > least[k]), key=widths.__getitem__)
        widths[k] -= 1
    return widths


def _beside(row: Sequence[Inline], widths: Sequence[int]) -> Iterator[str]:
    """The lines of a row: those of its cells, beside each other."""
    cells = [wrapped(cell, size) for cell, size in zip(row, widths, strict=True)]
    for k in range(max(map(len, cells))):
        parts = [lines[k] if k < len(lines) else "" for lines in cells]
        yield (" " * GAP).join(part + " " * (size - _width(part)) for part, size in zip(parts, widths, strict=True))


def _stacked(heads: Sequence[Inline], rows: Sequence[Sequence[Inline]], width: int) -> list[str]:
    """Each row for itself: a line for each cell that says something, the first one not indented."""
    lines: list[str] = []
    for row in rows:
        for k, (head, cell) in enumerate(zip(heads, row, strict=True)):
            named = (f"{plain_text(head)}: ", *spans(cell)) if plain_text(head) else cell
            if plain_text(cell):
                lines += wrapped(named, width, STEP * (k > 0), STEP * (1 + (k > 0)))
    return lines
