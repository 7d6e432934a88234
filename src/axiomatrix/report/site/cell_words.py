"""How a cell shows its verdict: in the matrix with the key that explains it, and as data for the scripts.

In the matrix it has at most six characters: the symbol of its status, then how far it goes: ``≤6`` (up to n = 6), ``2``
(an instance of two items), nothing (every n). Few cases stand with their number in place of n, as ``S(9)``.
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
from ...studies.ask.comparing import Standing, compared_at
from ..subjects.answer import in_brackets
from ..subjects.verdicts import Brief, brief, sentence

BROKEN = "b"
"""The class of a position with a broken claim, whatever the verdict is."""
THIN_CLASS = "t"
"""The class of a position that stands on few cases, whatever was found in them."""
CONSTANT_CLASS = "k"
"""The class of a mere number: the best constant found so far."""
CLAIMED_CLASS = "d"
"""The class of a position of which a source says something that is not contradicted."""
LONGEST_CONSTANT = 4
"""Characters of an exact constant that fit; a longer one is a decimal."""


class Sign(NamedTuple):
    """A line of the key: how it looks in a cell, and what it says."""

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
"""What follows the symbol in a cell, and the word in the key; of another status nothing does."""
BOUND = Sign("s k", "≥2", "best constant so far")


def text(lines: Sequence[Line]) -> str:
    """Return the text of a position: the most telling of its statements."""
    if not lines:
        return ""
    return of_cell(headline(opened(lines)).cell) + (CLOSURE_ONLY if refuted_on_closure_only(lines) else "")


def of_cell(cell: Cell) -> str:
    """The symbol of one statement and how far it goes; of a best constant, the bound."""
    status, evidence = cell.status, cell.evidence
    if status.key == BEST_SO_FAR and evidence.extreme is not None:
        return _bound(evidence.extreme)
    if status.grade in (EvidenceGrade.NONE, EvidenceGrade.PROVED):
        return f"{status.symbol}{evidence.settled_at or ''}"
    few = "" if status.thinness is None else f"({status.thinness})"
    return status.symbol + (few or f"≤{evidence.up_to()}")


def colour(cell: Cell) -> str:
    """The class of its colour: that of its tone, or of a broken claim."""
    return BROKEN if cell.outcome is Outcome.BROKEN else cell.status.tone


def classes_of(cell: Cell) -> str:
    """The classes of a statement: its colour, then thin evidence, a mere number, a claim."""
    if cell.outcome is Outcome.BROKEN:
        return BROKEN
    status = cell.status
    marks = {
        THIN_CLASS: status.thinness is not None,
        CONSTANT_CLASS: status.key == BEST_SO_FAR,
        CLAIMED_CLASS: bool(cell.claims),
    }
    return " ".join((*filter(None, [status.tone]), *(name for name, is_set in marks.items() if is_set)))


def key(whole: Matrix) -> list[Sign]:
    """The signs that a reader of this matrix may meet, in the order of the legend."""
    met = {_variant(cell) for cell in whole.cells}
    signs = []
    for known, notation in NOTATION.items():
        for name in ("", "instance", "few", "bound"):
            if (known, name) not in met or not notation.tone:
                continue
            sample = BOUND if name == "bound" else SAMPLES.get((known, name), Sign(notation.tone, "", "", rare=True))
            means = f"{notation.word}: {sample.means}" if sample.means else notation.word
            shown = sample.text if name == "bound" else notation.symbol + sample.text
            signs.append(sample._replace(text=shown, means=means))
    return [
        *signs,
        *([Sign(BROKEN, f"{NOTATION[Verdict.REFUTED].symbol}2", "contradicts a source")] if whole.broken else []),
        Sign("p d", NOTATION[Verdict.PROVED].symbol, "a source speaks of it"),
        Sign("n", CLOSURE_ONLY, "fails where weights may be 0", rare=True),
        Sign("n", NOTATION[Verdict.NOT_APPLICABLE].symbol, "says nothing of it", rare=True),
    ]


def _variant(cell: Cell) -> tuple[str, str]:
    """Return what tells the lines of the key apart: the status, and the text after its symbol."""
    status, evidence = cell.status, cell.evidence
    if status.key == BEST_SO_FAR and evidence.extreme is not None:
        return status.key, "bound"
    if status.thinness is not None and status.grade:
        return Verdict.SEARCHED, "few"
    return status.key, "instance" if status.key == Verdict.PROVED and evidence.settled_at else ""


def _bound(extreme: Extreme) -> str:
    down = extreme.sense == "sup"
    exact = visible(extreme.best)
    tried = (rounded(extreme.best, down=down, places=places) for places in (2, 1, 0))
    number = (
        exact
        if len(exact) <= LONGEST_CONSTANT
        else next((decimal for decimal in tried if decimal and len(decimal) <= LONGEST_CONSTANT), None)
    )
    return f"{'≥' if down else '≤'}{number}" if number else "best"


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
