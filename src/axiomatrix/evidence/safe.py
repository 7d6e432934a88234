"""Text that others wrote (names, docstrings, exceptions, values), made safe for display.

A user's metric may be called anything and may raise anything. What is shown must not move the cursor, reverse the
reading direction, break a table, or become markup.
"""

from __future__ import annotations

import re
import unicodedata

_SHOWN_AS_ESCAPE = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_MARKDOWN = re.compile(r"([\\`*_\[\]~])")
_RUNS = re.compile(r"`+")
_COMPUTED = ("=", "+", "-", "@", "'")
"""What a text begins with that a spreadsheet computes, and the apostrophe that keeps it from that."""


def _shown(character: str) -> str:
    if unicodedata.category(character) not in _SHOWN_AS_ESCAPE:
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"


def visible(text: object, *, lines: bool = False) -> str:
    """The text on one line (or, with ``lines``, on its lines), every control character shown as its escape."""
    string = str(text)
    if string.isprintable():  # most texts are, and this is a hundred times faster
        return string if lines else string.strip()
    string = string.replace("\r\n", "\n").replace("\t", " ")
    if not lines:
        string = string.replace("\n", " ").strip()
    if string.replace("\n", "").isprintable():
        return string
    return "".join(c if c == "\n" else _shown(c) for c in string)


def unaccented(text: object) -> str:
    """The text on one line in small letters without accents, as it is searched."""
    letters = unicodedata.normalize("NFKD", visible(text).casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def field(text: object) -> str:
    """The text as a field of a table for spreadsheets: an apostrophe before what one would compute."""
    content = visible(text)
    return f"'{content}" if unicodedata.normalize("NFKC", content[:1]) in _COMPUTED else content


def prose(text: object) -> str:
    """The text as Markdown that says just that, wherever a line of it may stand (``|`` is for tables to escape)."""
    escaped = visible(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    escaped = _MARKDOWN.sub(r"\\\1", escaped)
    # a list, a heading or a rule only begins a line; a bare address would become a link
    escaped = re.sub(r"^([#+=-]|\d+(?=[.)]))", r"\\\1" if escaped[:1] in "#+=-" else r"\1", escaped)
    return re.sub(r"^(\d+)([.)])", r"\1\\\2", escaped).replace("://", ":&#47;/").replace("www.", "www&#46;")


def code(text: object) -> str:
    """The text as a Markdown code span."""
    content = visible(text)
    fence = "`" * (max(map(len, _RUNS.findall(content)), default=0) + 1)
    pad = " " if content[:1] in ("`", " ", "") or content[-1:] in ("`", " ") else ""
    return f"{fence}{pad}{content}{pad}{fence}"


def fenced(text: str, language: str = "") -> str:
    """The lines as a Markdown code block."""
    content = visible(text, lines=True).rstrip("\n")
    fence = "`" * max(3, max(map(len, _RUNS.findall(content)), default=0) + 1)
    return f"{fence}{language}\n{content}\n{fence}"


def in_table(cell: str) -> str:
    """A piece of Markdown as a cell of a table: pipes end cells even in code spans."""
    return cell.replace("|", "\\|").replace("\n", " ")
