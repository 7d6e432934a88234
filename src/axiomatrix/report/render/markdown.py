"""Documents as Markdown, as code hosts show it: as one page, as several where one is too large, or cut to a size."""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from ...evidence.safe import code, fenced, in_table, prose
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
    Span,
    StatusSign,
    Strong,
    Table,
    Text,
    shown,
    spans,
)  # fmt: skip

SAFE = "/:?#[]@!$&'*+,;=%~"
"""What an address may have as it is."""
UNESCAPED_AT_END = re.compile(r"(?<!\\)((?:\\\\)*)#$")


@dataclass(frozen=True)
class Chunk:
    """Lines after which the page may end; ``closing`` is what has to follow if it does."""

    text: str
    closing: str = ""


def render(document: Document) -> str:
    """The document as a page."""
    return "".join(chunk.text for chunk in _page(document))


def render_up_to(document: Document, most: int, rest: str) -> str:
    """The document as at most ``most`` bytes of UTF-8.

    Where it is longer it ends after a paragraph, an item or a row, and a last paragraph says how many lines are left
    out; ``rest`` says where they are. Empty where not even that paragraph fits.
    """
    whole = render(document)
    if len(whole.encode()) <= most:
        return whole
    lines = whole.count("\n")
    room = most - len(_left_out(lines, rest).encode())
    text = closing = ""
    for chunk in _page(document):
        if len((text + chunk.text + chunk.closing).encode()) > room:
            break
        text, closing = text + chunk.text, chunk.closing
    text += closing
    return text + _left_out(lines - text.count("\n"), rest) if room >= 0 else ""


def _left_out(lines: int, rest: str) -> str:
    return f"\n**Cut here**: {lines:,} lines more do not fit. {rest}\n"


def _page(document: Document) -> Iterator[Chunk]:
    yield Chunk(f"{_heading(document.title, 1)}\n")
    if document.summary:
        yield Chunk(f"\n{_line(document.summary)}\n")
    for block in document.blocks:
        yield from _chunks(block, "")


def _chunks(block: Block, closing: str) -> Iterator[Chunk]:
    if isinstance(block, Details):
        end = "\n</details>\n" + closing
        yield Chunk(f"\n<details><summary>{_markup(block.summary)}</summary>\n", end)
        for inner in block.blocks:
            yield from _chunks(inner, end)
        yield Chunk("\n</details>\n", closing)
    elif isinstance(block, Table):
        if block.rows:
            first, *others = map(_row, block.rows)
            yield Chunk(f"\n{_row(block.heads)}|{'---|' * len(block.heads)}\n{first}", closing)
            yield from (Chunk(row, closing) for row in others)
    elif isinstance(block, List):
        for k, item in enumerate(block.items):
            yield Chunk(("" if k else "\n") + _item(item), closing)
    else:
        yield Chunk(f"\n{_paragraph(block)}\n", closing)


def _heading(text: Inline, level: int) -> str:
    escaped = UNESCAPED_AT_END.sub(r"\1\\#", _line(text))  # a hash there would end the heading
    return f"{'#' * level} {escaped}"


def _row(cells: tuple[Inline, ...]) -> str:
    return f"| {' | '.join(in_table(_line(cell)) for cell in cells)} |\n"


def _item(item: Inline | Nested) -> str:
    if isinstance(item, Nested):
        return f"- {_line(item.text)}\n" + "".join(f"  - {_line(inner)}\n" for inner in item.items)
    return f"- {_line(item)}\n"


def _paragraph(block: Block) -> str:
    match block:
        case Heading(text, level):
            return _heading(text, level)
        case Code(text, language):
            return fenced(text, language)
        case Formula(text, _):
            return code(text)
        case Picture(_, says, drawn, file):
            image = f"![{prose(says)}]({quote(file, safe=SAFE)})"
            return fenced(drawn) if drawn else image if file else _line(says)
        case Note(text):
            return "\n".join(f"> {line}" for line in _line(text).splitlines())
        case Text(text):
            return _line(text)
    raise TypeError(block)  # pragma: no cover


def _line(inline: Inline) -> str:
    """An inline text on one line of Markdown."""
    line = ""
    for span in spans(inline):
        text = shown(span)
        match span:
            case Mono() if text:  # a code span does not end where another begins
                line += code(text) if not line.endswith("`") else f"<code>{prose(text)}</code>"
            case Link(_, to):
                line += f"[{prose(text)}]({quote(to, safe=SAFE)})"
            case StatusSign(loud=True) if text:
                line += _strong(text, line)
            case Strong() if text.strip():
                line += _around(text, _strong(text.strip(), line))
            case _:
                line += _around(text, prose(text))
    return line.strip()


def _strong(words: str, before: str) -> str:
    """Emphasised words; asterisks mean that only between letters."""
    if words[0].isalnum() and words[-1].isalnum() and not before.endswith("*"):
        return f"**{prose(words)}**"
    return f"<strong>{prose(words)}</strong>"


def _around(text: str, escaped: str) -> str:
    """Surround the escaped text with the spaces that were around it."""
    return " " * text.startswith(" ") + escaped + " " * (text.endswith(" ") and bool(escaped))


def _markup(inline: Inline) -> str:
    """An inline text in a line of HTML, where Markdown is not read."""
    return "".join(_element(span) for span in spans(inline)).strip()


def _element(span: Span) -> str:
    text = html.escape(shown(span))
    return f"<code>{text}</code>" if isinstance(span, Mono) else text


LARGEST_PAGE = 96_000
"""Characters of a page beyond which it is cut into several: code hosts and editors are slow with more than 100 KB."""


def is_too_large(lines: Iterable[str]) -> bool:
    """Return whether the lines are more than a page should have."""
    return sum(len(line) + 1 for line in lines) > LARGEST_PAGE


def joined(lines: Iterable[str]) -> str:
    """The text of a page."""
    return "\n".join(lines).rstrip("\n") + "\n"


def file_of(report: str, title: str, taken: Collection[str]) -> str:
    """The name of the file of one of the pages of a report."""
    stem = f"{report}-" + (re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "x")
    names = (f"{stem}{number}.md" for number in ["", *(f"-{k}" for k in range(2, 10_000))])
    return next(name for name in names if name not in taken)


def begins_with(path: Path, marker: str) -> bool:
    """Return whether a file begins with the first line of our own files."""
    if not path.is_file() or path.is_symlink():
        return False
    with path.open("rb") as file:
        return file.read(len(marker)) == marker.encode()


def remove_old(report: str, marker: str, directory: Path, kept: Collection[str]) -> None:
    """Remove pages of an earlier run that the report has no more; files of others stay."""
    for path in sorted(directory.glob(f"{report}-*.md")):
        if path.name not in kept and begins_with(path, marker):
            path.unlink()
