"""Texts and CSS classes of a cell: in the table of the matrix, in the key below it, and as data for the scripts.

In the table a cell has at most six characters: the symbol of its status and its reach, such as ``≤6`` (up to n = 6),
``2`` (an instance of two items) or nothing (every n). If only few cases were decided, their number replaces the
reach, as in ``S(9)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, NamedTuple

from ...evidence.cell import Cell
from ...evidence.evidence import Extreme
from ...evidence.matrix import Matrix
from ...evidence.notation import rounded
from ...evidence.safe import visible
from ...evidence.status import EvidenceGrade
from ...evidence.verdict import BEST_SO_FAR, NO_EXAMPLE, NOTATION, Outcome, Verdict
from ...evidence.words import CLOSURE_ONLY, Line, headline, opened, refuted_on_closure_only
from ...model.axiom import Axiom
from ...studies.ask.comparing import Standing, size_reached
from ..subjects.answer import statement_within_sentence
from ..subjects.verdicts import Brief, brief, sentence

BROKEN = "b"
"""CSS class of a cell with a broken claim, whatever its verdict."""
THIN_CLASS = "t"
"""CSS class of a cell whose verdict rests on few cases."""
CONSTANT_CLASS = "k"
"""CSS class of a cell that shows the best constant found so far, which is not a verdict."""
CLAIMED_CLASS = "d"
"""CSS class of a cell about which a source makes a claim that is not contradicted."""
MAX_CONSTANT_CHARACTERS = 4
"""Characters of an exact constant that fit into a cell; a longer one is rounded."""


class Sign(NamedTuple):
    """A line of the key: CSS classes and text of a cell, and their meaning."""

    classes: str
    text: str
    means: str
    rare: bool = False
    """Whether the key of a narrow window can do without it."""


SAMPLES = {
    (Verdict.REFUTED, ""): Sign("x", "2", "2 items show it"),
    (Verdict.PROVED, ""): Sign("p", "", "for every n"),
    (Verdict.PROVED, "instance"): Sign("p", "1", "an instance shows it", rare=True),
    (Verdict.CERTIFIED, ""): Sign("c", "≤6", "up to 6, all parameters"),
    (Verdict.EXHAUSTED, ""): Sign("e", "≤4", "up to 4"),
    (Verdict.SEARCHED, ""): Sign("s", "≤3", "up to 3, no proof"),
    (Verdict.SEARCHED, "few"): Sign("s t", "(9)", "9 cases only"),
    (NO_EXAMPLE, ""): Sign("s", "≤4", "no example up to 4"),
}
"""A sample cell for the key by status and variant of it: the text after the symbol, and its meaning."""
BOUND_SAMPLE = Sign("s k", "≥2", "best constant so far")


def text(lines: Sequence[Line]) -> str:
    """The text of a cell of the table, which shows the most important of its statements."""
    if not lines:
        return ""
    return cell_text(headline(opened(lines)).cell) + (CLOSURE_ONLY if refuted_on_closure_only(lines) else "")


def cell_text(cell: Cell) -> str:
    """The symbol and the reach of one statement; for a best constant its bound."""
    status, evidence = cell.status, cell.evidence
    if status.key == BEST_SO_FAR and evidence.extreme is not None:
        return _bound(evidence.extreme)
    if status.grade in (EvidenceGrade.NONE, EvidenceGrade.PROVED):
        return f"{status.symbol}{evidence.settled_at or ''}"
    few = "" if status.few_cases is None else f"({status.few_cases})"
    return status.symbol + (few or f"≤{evidence.up_to()}")


def colour(cell: Cell) -> str:
    """The CSS class of a cell's colour: that of a broken claim, or of its tone."""
    return BROKEN if cell.outcome is Outcome.BROKEN else cell.status.tone


def classes_of(cell: Cell) -> str:
    """The CSS classes of a statement: its colour, and marks for thin evidence, a best constant, and a claim."""
    if cell.outcome is Outcome.BROKEN:
        return BROKEN
    status = cell.status
    marks = {
        THIN_CLASS: status.few_cases is not None,
        CONSTANT_CLASS: status.key == BEST_SO_FAR,
        CLAIMED_CLASS: bool(cell.claims),
    }
    return " ".join((*filter(None, [status.tone]), *(name for name, is_set in marks.items() if is_set)))


def key(whole: Matrix) -> list[Sign]:
    """The lines of the key: the signs that occur in this matrix, in the order of the legend."""
    variants = {_variant(cell) for cell in whole.cells}
    signs = []
    for status, notation in NOTATION.items():
        for variant in ("", "instance", "few", "bound"):
            if (status, variant) not in variants or not notation.tone:
                continue
            sample = (
                BOUND_SAMPLE
                if variant == "bound"
                else SAMPLES.get((status, variant), Sign(notation.tone, "", "", rare=True))
            )
            means = f"{notation.word}: {sample.means}" if sample.means else notation.word
            sign_text = sample.text if variant == "bound" else notation.symbol + sample.text
            signs.append(sample._replace(text=sign_text, means=means))
    return [
        *signs,
        *([Sign(BROKEN, f"{NOTATION[Verdict.REFUTED].symbol}2", "contradicts a source")] if whole.broken else []),
        Sign("p d", NOTATION[Verdict.PROVED].symbol, "a source speaks of it"),
        Sign("n", CLOSURE_ONLY, "fails where weights may be 0", rare=True),
        Sign("n", NOTATION[Verdict.NOT_APPLICABLE].symbol, "says nothing of it", rare=True),
    ]


def _variant(cell: Cell) -> tuple[str, str]:
    """The line of the key for a cell: its status, and the kind of text after its symbol."""
    status, evidence = cell.status, cell.evidence
    if status.key == BEST_SO_FAR and evidence.extreme is not None:
        return status.key, "bound"
    if status.few_cases is not None and status.grade:
        return Verdict.SEARCHED, "few"
    return status.key, "instance" if status.key == Verdict.PROVED and evidence.settled_at else ""


def _bound(extreme: Extreme) -> str:
    """The bound on a best constant, rounded to the side on which it stays a bound, with at most four characters."""
    down = extreme.sense == "sup"
    exact = visible(extreme.best)
    decimals = (rounded(extreme.best, down=down, places=places) for places in (2, 1, 0))
    number = (
        exact
        if len(exact) <= MAX_CONSTANT_CHARACTERS
        else next((decimal for decimal in decimals if decimal and len(decimal) <= MAX_CONSTANT_CHARACTERS), None)
    )
    return f"{'≥' if down else '≤'}{number}" if number else "best"


def cell_data(cell: Cell, line: Line, axiom: Axiom | None) -> dict[str, Any]:
    """The data of a cell for the scripts; ``cells_block.py`` documents the fields."""
    status = cell.status
    strength = {"yes": 1, "no": -1, "unknown": 0}[status.holds] * status.grade
    verdict = brief(Standing((cell,)))
    return {
        "statement": (line.statement, int(line.closed)),
        "verdict": status.key,
        "colour": colour(cell),
        "reached": line.verdict,
        "cases": line.cases,
        "method": visible(cell.evidence.method),
        "outcome": cell.outcome,
        "claims": tuple((visible(c.status), visible(c.source)) for c in cell.claims),
        "best": line.gist,
        "slug": line.slug or "",
        "says": visible(statement_within_sentence(axiom, cell.arguments)) if axiom is not None else "",
        "standing": _standing(cell, verdict, line.cases),
        "spoken": _spoken(verdict, strength) if strength or status.key in (NO_EXAMPLE, BEST_SO_FAR) else line.verdict,
    }


def _standing(cell: Cell, verdict: Brief, cases: str) -> tuple[str, str, int, float, str, str, int]:
    """The field ``standing`` of :func:`cell_data`."""
    status = cell.status
    strength = {"yes": 1, "no": -1, "unknown": 0}[status.holds] * status.grade
    answer, reached = sentence(cell).replace(f"({cases})", "({})"), size_reached(cell)
    size = reached if strength and reached < inf else 0
    return answer, str(verdict), strength, size, verdict.word, verdict.aloud, cell.evidence.up_to()


def _spoken(verdict: Brief, strength: int) -> str:
    """The verdict and its reach for screen readers, to which the symbol says nothing."""
    return f"{'holds: ' if strength > 1 else 'nothing found against it: ' if strength > 0 else ''}{verdict.aloud}"
