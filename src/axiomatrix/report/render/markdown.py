"""Documents as Markdown for code hosts: one page, or a page cut to a number of bytes.

:func:`render` and :func:`render_up_to` do it. Texts of users are escaped, so that none is markup. The lower part serves
reports that are split into several pages: their file names, and the removal of stale ones.
"""

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
    span_text,
    spans,
)  # fmt: skip

ADDRESS_CHARACTERS = "/:?#[]@!$&'*+,;=%~"
"""Characters besides letters and digits that are not escaped in an address."""
UNESCAPED_HASH_AT_END = re.compile(r"(?<!\\)((?:\\\\)*)#$")
"""A hash at the end after an even number of backslashes, which escape each other and not the hash."""


@dataclass(frozen=True)
class PagePart:
    """Lines after which a cut page may end."""

    text: str
    closing: str = ""
    """Lines that close the elements that are open behind the text, such as ``</details>``."""


def render(document: Document) -> str:
    """Render the whole document."""
    return "".join(part.text for part in _page_parts(document))


def render_up_to(document: Document, max_bytes: int, where_to_read: str) -> str:
    """Render the document in at most ``max_bytes`` bytes of UTF-8; empty if not even the last paragraph fits.

    A longer document is cut after a paragraph, an item or a row. A last paragraph says how many lines are left out,
    and ends with the sentence ``where_to_read``.
    """
    whole = render(document)
    if len(whole.encode()) <= max_bytes:
        return whole
    lines = whole.count("\n")
    room = max_bytes - len(_cut_note(lines, where_to_read).encode())  # no note has a larger number than this one
    if room < 0:
        return ""
    text = closing = ""
    for part in _page_parts(document):
        if len((text + part.text + part.closing).encode()) > room:
            break
        text += part.text
        closing = part.closing
    text += closing
    return text + _cut_note(lines - text.count("\n"), where_to_read)


def _cut_note(lines: int, where_to_read: str) -> str:
    """Write the last paragraph of a page that is cut; ``lines`` is the number of lines left out."""
    return f"\n**Cut here**: {lines:,} lines more do not fit. {where_to_read}\n"


def _page_parts(document: Document) -> Iterator[PagePart]:
    """Yield the whole page in parts."""
    yield PagePart(f"{_heading(document.title, 1)}\n")
    if document.summary:
        yield PagePart(f"\n{_line(document.summary)}\n")
    for block in document.blocks:
        yield from _block_parts(block, "")


def _block_parts(block: Block, closing: str) -> Iterator[PagePart]:
    """Yield a block in parts; a table without rows and a list without items have none.

    ``closing`` closes the elements that are open around the block.
    """
    if isinstance(block, Details):
        closing_inside = "\n</details>\n" + closing
        yield PagePart(f"\n<details><summary>{_html_inline(block.summary)}</summary>\n", closing_inside)
        for inner in block.blocks:
            yield from _block_parts(inner, closing_inside)
        yield PagePart("\n</details>\n", closing)
    elif isinstance(block, Table):
        if block.rows:
            first, *others = map(_row, block.rows)
            rule = "|" + "---|" * len(block.heads)
            yield PagePart(f"\n{_row(block.heads)}{rule}\n{first}", closing)
            yield from (PagePart(row, closing) for row in others)
    elif isinstance(block, List):
        for k, item in enumerate(block.items):
            empty_line_before = "\n" if k == 0 else ""
            yield PagePart(empty_line_before + _item(item), closing)
    else:
        yield PagePart(f"\n{_paragraph(block)}\n", closing)


def _heading(text: Inline, level: int) -> str:
    escaped = UNESCAPED_HASH_AT_END.sub(r"\1\\#", _line(text))  # a hash there would end the heading
    return f"{'#' * level} {escaped}"


def _row(cells: tuple[Inline, ...]) -> str:
    return f"| {' | '.join(in_table(_line(cell)) for cell in cells)} |\n"


def _item(item: Inline | Nested) -> str:
    if isinstance(item, Nested):
        return f"- {_line(item.text)}\n" + "".join(f"  - {_line(inner)}\n" for inner in item.items)
    return f"- {_line(item)}\n"


def _paragraph(block: Block) -> str:
    """Write a block that is never cut, without empty lines around it."""
    match block:
        case Heading(text, level):
            return _heading(text, level)
        case Code(text, language):
            return fenced(text, language)
        case Formula(text=text):  # its LaTeX is for pages
            return code(text)
        case Picture(description=description, file=file):
            return f"![{prose(description)}]({quote(file, safe=ADDRESS_CHARACTERS)})" if file else _line(description)
        case Note(text):
            return "\n".join(f"> {line}" for line in _line(text).splitlines())
        case Text(text):
            return _line(text)
    raise TypeError(block)  # pragma: no cover


def _line(inline: Inline) -> str:
    """Write an inline text on one line of Markdown."""
    line = ""
    for span in spans(inline):
        text = span_text(span)
        match span:
            case Mono() if text:
                # right behind a code span another one would not end it: then the second is HTML
                line += f"<code>{prose(text)}</code>" if line.endswith("`") else code(text)
            case Link(_, to):
                line += f"[{prose(text)}]({quote(to, safe=ADDRESS_CHARACTERS)})"
            case StatusSign(loud=True) if text:  # a loud sign contradicts a claim
                line += _strong(text, line)
            case Strong() if text.strip():
                line += _with_outer_spaces(text, _strong(text.strip(), line))
            case _:
                line += _with_outer_spaces(text, prose(text))
    return line.strip()


def _strong(words: str, before: str) -> str:
    """Write strong words, as HTML where Markdown may not read asterisks as emphasis; ``before`` is the line so far."""
    if words[0].isalnum() and words[-1].isalnum() and not before.endswith("*"):
        return f"**{prose(words)}**"
    return f"<strong>{prose(words)}</strong>"


def _with_outer_spaces(text: str, escaped: str) -> str:
    """Return the escaped text with a space at each end where the text has one; escaping has removed them."""
    return " " * text.startswith(" ") + escaped + " " * (text.endswith(" ") and bool(escaped))


def _html_inline(inline: Inline) -> str:
    """Write an inline text as HTML, for ``<summary>``, inside which Markdown has no effect."""
    return "".join(_html_span(span) for span in spans(inline)).strip()


def _html_span(span: Span) -> str:
    """Write a span as HTML; a summary needs no links and no bold words."""
    text = html.escape(span_text(span))
    return f"<code>{text}</code>" if isinstance(span, Mono) else text


# --- reports of several pages ----------------------------------------------------------------------------------

MAX_PAGE_CHARACTERS = 96_000
"""A longer page is split into several: code hosts and editors are slow with more than 100 KB."""


def is_too_large(lines: Iterable[str]) -> bool:
    """Return whether the lines are too long for one page."""
    return sum(len(line) + 1 for line in lines) > MAX_PAGE_CHARACTERS


def page_text(lines: Iterable[str]) -> str:
    """Join the lines of a page, with exactly one line break at its end."""
    return "\n".join(lines).rstrip("\n") + "\n"


def page_file(report: str, title: str, taken: Collection[str]) -> str:
    """Name the file of a report's page after its title, different from the names that are taken.

    A title without Latin letters and digits gives the name ``x``.
    """
    stem = f"{report}-" + (re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "x")
    names = (f"{stem}{number}.md" for number in ["", *(f"-{k}" for k in range(2, 10_000))])
    return next(name for name in names if name not in taken)


def begins_with(path: Path, marker: str) -> bool:
    """Return whether the path is a regular file that begins with the marker of our own pages."""
    if not path.is_file() or path.is_symlink():
        return False
    with path.open("rb") as file:
        return file.read(len(marker)) == marker.encode()


def remove_old(report: str, marker: str, directory: Path, kept: Collection[str]) -> None:
    """Remove a report's pages of an earlier run from the directory, except the files ``kept``, which this run writes.

    Files without the marker are not ours and stay.
    """
    for path in sorted(directory.glob(f"{report}-*.md")):
        if path.name not in kept and begins_with(path, marker):
            path.unlink()
