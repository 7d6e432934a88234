"""A large matrix in few lines: counts by kind, what is not as pinned, what was slow, and where the rest is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ...evidence.cell import Cell
from ...evidence.matrix import Matrix
from ...evidence.safe import visible
from ...evidence.verdict import BEST_FOUND, NONE_FOUND, Outcome, Verdict
from ...evidence.words import counted
from ..tables import plain
from ..witness import one_line
from .view import View

FEW = 20
"""Rows up to which the matrix itself is shown."""
LISTED = 8
"""How many lines a list has."""
SLOW = 5
"""How many rows are named that took longest."""
_SHOWN = ("proved", "certified", "exhausted", "searched", NONE_FOUND.word, BEST_FOUND.word, "refuted")


def is_large(matrix: Matrix) -> bool:
    """Whether nobody reads the matrix in a terminal."""
    return len(matrix.rows) > FEW


def brief(matrix: Matrix, directory: str) -> list[str]:
    """At most 40 lines."""
    view = View(matrix, directory, None, ())
    lines = [view.title, "", *_by_kind(matrix), ""]
    unpinned = [cell for cell in matrix.surprises if cell.claims]
    lines += _listed("not as pinned", unpinned)
    as_pinned = len([cell for cell in matrix.broken if cell not in unpinned])
    if as_pinned:
        lines.append(f"broken as pinned: {as_pinned:,} claims of the sources, each with its witness in the reports")
    lines += _listed("unresolved", matrix.unresolved)
    lines += _slow(matrix)
    lines += ["", view.counts(), f"{directory}/site/index.html, {directory}/compliance.md; --verbose shows the matrix"]
    return lines


def _by_kind(matrix: Matrix) -> list[str]:
    """States by what the metrics are of and what their values mean."""
    kinds = {row.name: (row.about, row.kind) for row in matrix.rows}
    counts = Counter((kinds[cell.metric], cell.evidence.state.word) for cell in matrix.cells)
    rows = []
    for kind, many in sorted(Counter(kinds.values()).items()):
        asked = sum(n for (k, v), n in counts.items() if k == kind and v != Verdict.NOT_APPLICABLE)
        shown = [counts[kind, state] for state in _SHOWN]
        rows.append([f"{kind[1]} of {kind[0]}", *(f"{n:,}" for n in (many, asked, *shown, asked - sum(shown)))])
    return plain(["", "metrics", "cells", *_SHOWN, "other"], rows).splitlines()


def _listed(what: str, cells: Sequence[Cell]) -> list[str]:
    lines = [f"  {visible(f'{cell.metric}: {cell.title}')}: {_summary(cell)}"[:200] for cell in cells[:LISTED]]
    more = [f"  and {len(cells) - LISTED:,} more"] if len(cells) > LISTED else []
    return [f"{what}: {counted(len(cells), 'claim')}", *lines, *more] if cells else []


def _summary(cell: Cell) -> str:
    reach = one_line(cell.evidence.reason or cell.evidence.reach_text)
    outcome = "broken, " if cell.outcome is Outcome.BROKEN else ""
    return f"{outcome}{cell.evidence.verdict} {reach}"


def _slow(matrix: Matrix) -> list[str]:
    longest = sorted(matrix.seconds.items(), key=lambda one: -one[1])[:SLOW]
    named = ", ".join(f"{visible(name)} {seconds:.0f} s" for name, seconds in longest if seconds >= 1)
    return [f"slowest: {named}"] if named else []
