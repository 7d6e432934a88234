"""Text of others (names, formulas, docstrings, quotations) as Markdown that shows just that."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence

from axiomatrix.evidence.safe import visible

PLAIN = frozenset(" ,;'\"()/?")
"""Characters beside letters and digits that are not markup wherever they stand."""
_CODE = re.compile(r"``(.+?)``|:[a-z]+:`~?([^`]+)`|(?<!`)`([^`]+)`(?!`)", re.DOTALL)


def text(said: object) -> str:
    """The text as Markdown: whatever might be markup is written as a character reference."""
    return "".join(c if c.isalnum() or c in PLAIN else f"&#{ord(c)};" for c in visible(said))


def code(said: object) -> str:
    """The text as code, also within tables and headings."""
    return f"<code>{text(said)}</code>"


def fenced(said: str, language: str = "text") -> str:
    """Lines as a block of code, fenced by more than any line of it."""
    lines = visible(said, lines=True).rstrip("\n")
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", lines) or [""]))
    return f"{fence}{language}\n{lines}\n{fence}"


def anchor(name: str) -> str:
    """Where a metric, axiom, claim or command stands on its page: ``kendall-position[one]`` is kendall-position-one."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def heading(level: int, shown: str, at: str) -> str:
    """A heading with the anchor ``at``; ``shown`` is Markdown."""
    return f"{'#' * level} {shown} {{ #{at} }}"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of pieces of Markdown (made by :func:`text`, :func:`code` and links, so without bars)."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(cell or " " for cell in line) + " |" for line in lines)


def facts(rows: Iterable[Sequence[str]]) -> str:
    """Short facts, each under its name: a list of definitions."""
    return "\n\n".join(f"{name}\n:   {said}" for name, said in rows)


def link(shown: str, target: str) -> str:
    """A link; ``shown`` is Markdown."""
    return f"[{shown}]({target})"


def docstring(said: str) -> str:
    """A docstring as Markdown: paragraphs of prose with code in them, and what is indented as a block."""
    parts = []
    for part in filter(str.strip, re.split(r"\n\s*\n", textwrap.dedent(said).strip("\n"))):
        if all(line.startswith("    ") for line in part.splitlines()):
            parts.append(fenced(textwrap.dedent(part)))
        else:
            parts.append(prose(" ".join(part.split())))
    return "\n\n".join(parts)


def prose(said: str) -> str:
    """A paragraph of a docstring: text, with what stands in backquotes as code."""
    made, last = [], 0
    for found in _CODE.finditer(said):
        made += [text_around(said[last : found.start()]), code(next(filter(None, found.groups())))]
        last = found.end()
    return "".join([*made, text_around(said[last:])])


def text_around(said: str) -> str:
    """Text that keeps the spaces at its ends."""
    inner = text(said)
    return (" " if said[:1].isspace() else "") + inner + (" " if said[-1:].isspace() and said.strip() else "")
