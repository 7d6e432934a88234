"""Tables by tabulate, in the two formats that the reports use."""

from __future__ import annotations

from collections.abc import Sequence

from tabulate import tabulate

from ..evidence.safe import in_table


def github(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; cells are Markdown, and nothing fills them up to one width."""
    escaped = [[in_table(cell) for cell in row] for row in rows]
    return tabulate(escaped, headers=[*map(in_table, heads)], tablefmt="github", disable_numparse=True, stralign=None)


def github_lines(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The same line by line; nothing where there are no rows."""
    return github(heads, rows).split("\n") if rows else []


def plain(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of plain text."""
    drawn = tabulate(rows, headers=heads, tablefmt="simple", disable_numparse=True)
    return "\n".join(line.rstrip() for line in drawn.splitlines())


def narrow(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of plain text without rules, as narrow as its cells."""
    drawn = tabulate([heads, *rows], tablefmt="plain", disable_numparse=True)
    return "\n".join(line.rstrip() for line in drawn.splitlines())
