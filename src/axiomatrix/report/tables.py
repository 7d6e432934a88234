"""Tables by tabulate, in the formats that the reports use; and what fits beside each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from tabulate import tabulate

from ..evidence.safe import in_table

T = TypeVar("T")


def github(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; nothing fills cells or rules up to one width, so that a line changes with its own row only."""
    escaped = [[in_table(cell) for cell in row] for row in rows]
    titles = [*map(in_table, heads)]
    head, _, *lines = tabulate(escaped, titles, "github", disable_numparse=True, stralign=None).split("\n")
    return "\n".join([head, "|" + "---|" * len(titles), *lines])


def plain_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of plain text."""
    drawn = tabulate(rows, headers=heads, tablefmt="simple", disable_numparse=True)
    return "\n".join(line.rstrip() for line in drawn.splitlines())


def narrow(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of plain text without rules, as narrow as its cells."""
    drawn = tabulate([heads, *rows], tablefmt="plain", disable_numparse=True)
    return "\n".join(line.rstrip() for line in drawn.splitlines())


def in_rows(those: Iterable[T], width: Callable[[T], float], widest: float, gap: float = 0) -> list[list[T]]:
    """Arrange values in rows, as many beside each other as fit with that gap."""
    rows: list[list[T]] = []
    for one in those:
        if not rows or sum(width(other) + gap for other in rows[-1]) + width(one) > widest:
            rows.append([])
        rows[-1].append(one)
    return rows
