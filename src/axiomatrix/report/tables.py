"""Tables by tabulate, in the two formats that the reports use."""

from __future__ import annotations

from collections.abc import Sequence

from tabulate import tabulate

from ..evidence.safe import in_table


def github(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; nothing fills cells or rules up to one width, so that a line changes with its own row only."""
    escaped = [[in_table(cell) for cell in row] for row in rows]
    titles = [*map(in_table, heads)]
    head, _, *lines = tabulate(escaped, titles, "github", disable_numparse=True, stralign=None).split("\n")
    return "\n".join([head, "|" + "---|" * len(titles), *lines])


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
