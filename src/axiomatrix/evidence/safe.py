"""Escaping of text from users and files (names, docstrings, exceptions, values) for display in every format.

A user's metric may be called anything and may raise anything. Displayed text must not move the cursor, reverse the
reading direction, break a table, or become markup.
"""

from __future__ import annotations

import re
import unicodedata

_SHOWN_AS_ESCAPE = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Unicode categories of invisible characters: control, format, surrogate, and line and paragraph separators."""
_MARKDOWN = re.compile(r"([\\`*_\[\]~])")
_BACKTICKS = re.compile(r"`+")
"""A run of backticks: a code span needs a fence that is longer."""
_FORMULA_STARTS = ("=", "+", "-", "@", "'")
"""First characters that make a spreadsheet evaluate a text, and the apostrophe that prevents it."""


def _escaped(character: str) -> str:
    if unicodedata.category(character) not in _SHOWN_AS_ESCAPE:
        return character
    code = ord(character)
    if code < 1 << 8:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 1 << 16 else f"\\U{code:08x}"


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
    return "".join(c if c == "\n" else _escaped(c) for c in string)


def unaccented(text: object) -> str:
    """The text on one line in lower case without accents, for search."""
    letters = unicodedata.normalize("NFKD", visible(text).casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def field(text: object) -> str:
    """The text as a field of a table for spreadsheets: after an apostrophe if they would evaluate it."""
    content = visible(text)
    return f"'{content}" if unicodedata.normalize("NFKC", content[:1]) in _FORMULA_STARTS else content


def prose(text: object) -> str:
    """Escape the text for Markdown, at any place in a line; ``|`` is left to :func:`in_table`."""
    escaped = visible(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    escaped = _MARKDOWN.sub(r"\\\1", escaped)
    # at the beginning of a line these would make a list, a heading or a rule
    escaped = re.sub(r"^([#+=-])", r"\\\1", escaped)
    escaped = re.sub(r"^(\d+)([.)])", r"\1\\\2", escaped)  # "1." would begin a numbered list
    return escaped.replace("://", ":&#47;/").replace("www.", "www&#46;")  # a bare address would become a link


def code(text: object) -> str:
    """The text as a Markdown code span."""
    content = visible(text)
    fence = "`" * (max(map(len, _BACKTICKS.findall(content)), default=0) + 1)
    # A backtick at an end would join the fence, one space at each end is dropped, and an empty span is none.
    pad = " " if content[:1] in ("`", " ", "") or content[-1:] in ("`", " ") else ""
    return f"{fence}{pad}{content}{pad}{fence}"


def fenced(text: str, language: str = "") -> str:
    """The lines as a Markdown code block."""
    content = visible(text, lines=True).rstrip("\n")
    fence = "`" * max(3, max(map(len, _BACKTICKS.findall(content)), default=0) + 1)
    return f"{fence}{language}\n{content}\n{fence}"


def in_table(cell: str) -> str:
    """Escape a piece of Markdown for a table cell: a pipe ends the cell even in a code span."""
    return cell.replace("|", "\\|").replace("\n", " ")
