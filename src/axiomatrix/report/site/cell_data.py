"""Data of a cell for the scripts."""

from __future__ import annotations

from math import inf
from typing import Any

from ...evidence.cell import Cell
from ...evidence.safe import visible
from ...evidence.verdict import BEST_SO_FAR, NO_EXAMPLE
from ...evidence.words import Line
from ...model.axiom import Axiom
from ...studies.ask.comparing import Standing, compared_at
from ..subjects.answer import in_brackets
from ..subjects.verdicts import Brief, brief, sentence
from .cell_words import colour


def cell_data(cell: Cell, shown: Line, axiom: Axiom | None) -> dict[str, Any]:
    """Return the data of a cell, wherever it stands."""
    status = cell.status
    stands = {"yes": 1, "no": -1, "unknown": 0}[status.holds] * status.grade
    verdict = brief(Standing((cell,)))
    return {
        "statement": (shown.statement, int(shown.closed)),
        "verdict": status.key,
        "colour": colour(cell),
        "reached": shown.verdict,
        "cases": shown.cases,
        "method": visible(cell.evidence.method),
        "outcome": cell.outcome,
        "claims": tuple((visible(c.status), visible(c.source)) for c in cell.claims),
        "best": shown.gist,
        "slug": shown.slug or "",
        "says": visible(in_brackets(axiom, cell.arguments)) if axiom is not None else "",
        "standing": _standing(cell, verdict, shown.cases),
        "spoken": _spoken(verdict, stands) if stands or status.key in (NO_EXAMPLE, BEST_SO_FAR) else shown.verdict,
    }


def _standing(cell: Cell, verdict: Brief, cases: str) -> tuple[str, str, int, float, str, str, int]:
    status = cell.status
    stands = {"yes": 1, "no": -1, "unknown": 0}[status.holds] * status.grade
    answer, at = sentence(cell).replace(f"({cases})", "({})"), compared_at(cell)
    size = at if stands and at < inf else 0
    return answer, str(verdict), stands, size, verdict.word, verdict.aloud, cell.evidence.up_to()


def _spoken(verdict: Brief, stands: int) -> str:
    """Describe whether a statement holds or fails, and how far that is known, for those who do not see the sign."""
    return f"{'holds: ' if stands > 1 else 'nothing found against it: ' if stands > 0 else ''}{verdict.aloud}"
