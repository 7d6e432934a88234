"""Texts and CSS classes of a cell: in the table of the matrix, in the key below it, and as data for the scripts.

A cell is the result on one axiom for one metric. In the table it has at most six characters: the symbol of its
status and its reach, such as ``≤6`` (up to n = 6), ``2`` (an instance of two items) or nothing (every n). If only few
cases were decided, their number replaces the reach, as in ``S(9)``. The classes are single letters, because the table
has fifteen thousand cells. They are those below and the tones of statuses (``evidence/verdict.py``).

The axiom with its arguments is a *statement*; one cell of the table may stand for several. A *line* is a cell with its
texts, and the *headline* the most important of several lines. ``settled_at`` is the number of items of the instance
that decides a cell, 0 without one.
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
from ...evidence.words import CLOSURE_ONLY, Line, headline, open_lines, refuted_on_closure_only
from ...model.axiom import Axiom
from ...studies.ask.comparing import Standing, size_reached
from ..subjects.answer import statement_within_sentence
from ..subjects.verdicts import BriefVerdict, brief_verdict, verdict_sentence

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
    """True if the key of a narrow window can do without it."""


KEY_VARIANTS = ("", "instance", "few", "bound")
"""The kinds of text after a symbol that get lines of their own in the key: see :func:`_key_variant`."""
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
"""A sample cell for the key, by status and kind of text: the text after the symbol, and its meaning."""
BOUND_SAMPLE = Sign("s k", "≥2", "best constant so far")
"""The sample of a best constant, which has no symbol before it."""


def text(lines: Sequence[Line]) -> str:
    """Write the text of a cell of the table, which shows the most important of its statements; empty without any."""
    if not lines:
        return ""
    return cell_text(headline(open_lines(lines)).cell) + (CLOSURE_ONLY if refuted_on_closure_only(lines) else "")


def cell_text(cell: Cell) -> str:
    """Write the symbol and the reach of one statement; for a best constant its bound."""
    status, evidence = cell.status, cell.evidence
    if status.key == BEST_SO_FAR and evidence.extreme is not None:
        return _bound(evidence.extreme)
    if status.grade in (EvidenceGrade.NONE, EvidenceGrade.PROVED):  # an instance, or no reach to tell
        return f"{status.symbol}{evidence.settled_at or ''}"
    reach = f"≤{evidence.up_to()}" if status.few_cases is None else f"({status.few_cases})"
    return status.symbol + reach


def colour(cell: Cell) -> str:
    """Return the CSS class of a cell's colour: that of a broken claim, or of its tone."""
    return BROKEN if cell.outcome is Outcome.BROKEN else cell.status.tone


def classes_of(cell: Cell) -> str:
    """Return the CSS classes of a statement: its colour, and marks for thin evidence, a best constant, and a claim."""
    if cell.outcome is Outcome.BROKEN:
        return BROKEN
    status = cell.status
    marks = {
        THIN_CLASS: status.few_cases is not None,
        CONSTANT_CLASS: status.key == BEST_SO_FAR,
        CLAIMED_CLASS: bool(cell.claims),
    }
    return " ".join((*filter(None, [status.tone]), *(name for name, is_set in marks.items() if is_set)))


def key(matrix: Matrix) -> list[Sign]:
    """Return the lines of the key: the signs that occur in this matrix, in the order of the legend."""
    occurring = {_key_variant(cell) for cell in matrix.cells}
    signs = []
    for status, notation in NOTATION.items():
        for variant in KEY_VARIANTS:
            if (status, variant) not in occurring or not notation.tone:  # tone: "not applicable" has none, see below
                continue
            if variant == "bound":
                sample, symbol = BOUND_SAMPLE, ""
            else:
                plain_sample = Sign(notation.tone, text="", means="", rare=True)
                sample, symbol = SAMPLES.get((status, variant), plain_sample), notation.symbol
            means = f"{notation.word}: {sample.means}" if sample.means else notation.word
            signs.append(sample._replace(text=symbol + sample.text, means=means))
    if matrix.broken:
        signs.append(Sign(BROKEN, f"{NOTATION[Verdict.REFUTED].symbol}2", "contradicts a source"))
    return [
        *signs,
        Sign("p d", NOTATION[Verdict.PROVED].symbol, "a source makes a claim"),
        Sign("n", CLOSURE_ONLY, "fails where weights may be 0", rare=True),
        Sign("n", NOTATION[Verdict.NOT_APPLICABLE].symbol, "does not apply", rare=True),
    ]


def _key_variant(cell: Cell) -> tuple[str, str]:
    """Return the line of the key for a cell: its status, and the kind of text after its symbol (:data:`KEY_VARIANTS`).

    All verdicts on few cases share the line of the searched ones.
    """
    status, evidence = cell.status, cell.evidence
    if status.key == BEST_SO_FAR and evidence.extreme is not None:
        return status.key, "bound"
    if status.few_cases is not None and status.grade:
        return Verdict.SEARCHED, "few"
    is_proved_by_instance = status.key == Verdict.PROVED and evidence.settled_at > 0
    return status.key, "instance" if is_proved_by_instance else ""


def _bound(extreme: Extreme) -> str:
    """Write the bound on a best constant, rounded to the side on which it stays a bound, with at most four characters.

    The largest ratio found is a lower bound of a supremum, and the smallest one an upper bound of an infimum. A number
    that no rounding makes short enough is replaced by the word "best".
    """
    is_lower_bound = extreme.sense == "sup"
    exact = visible(extreme.best)
    decimals = (rounded(extreme.best, down=is_lower_bound, places=places) for places in (2, 1, 0))
    candidates = [exact, *(decimal for decimal in decimals if decimal)]
    number = next((number for number in candidates if len(number) <= MAX_CONSTANT_CHARACTERS), "")
    return f"{'≥' if is_lower_bound else '≤'}{number}" if number else "best"


def cell_data(cell: Cell, line: Line, axiom: Axiom | None) -> dict[str, Any]:
    """Return the data of a cell for the scripts; ``cells_block.py`` documents the fields.

    ``line`` is the statement as shown, ``axiom`` its declaration, None if the registry has none.
    """
    status = cell.status
    verdict, strength = brief_verdict(Standing((cell,))), _strength(cell)
    can_be_spoken = strength != 0 or status.key in (NO_EXAMPLE, BEST_SO_FAR)  # other verdicts are words already
    return {
        "statement": (line.statement, int(line.closed)),
        "verdict": status.key,
        "colour": colour(cell),
        "reached": line.verdict,
        "cases": line.cases,
        "method": visible(cell.evidence.method),
        "outcome": cell.outcome,
        "claims": tuple((visible(claim.status), visible(claim.source)) for claim in cell.claims),
        "best": line.gist,
        "slug": line.slug or "",
        "says": visible(statement_within_sentence(axiom, cell.arguments)) if axiom is not None else "",
        "standing": _standing(cell, verdict, line.cases),
        "spoken": _spoken(verdict, strength) if can_be_spoken else line.verdict,
    }


def _strength(cell: Cell) -> int:
    """Return the strength of the evidence: positive if the statement holds as far as is known, negative if it fails."""
    return {"yes": 1, "no": -1, "unknown": 0}[cell.status.holds] * cell.status.grade


def _standing(cell: Cell, verdict: BriefVerdict, cases: str) -> tuple[str, str, int, float, str, str, int]:
    """Return the field ``standing`` of :func:`cell_data`; ``cells_block.py`` documents its seven parts."""
    answer = verdict_sentence(cell).replace(f"({cases})", "({})")  # the cases are a separate field
    strength, size = _strength(cell), size_reached(cell)
    finite_size = size if strength and size < inf else 0
    return answer, str(verdict), strength, finite_size, verdict.word, verdict.aloud, cell.evidence.up_to()


def _spoken(verdict: BriefVerdict, strength: int) -> str:
    """Write the verdict and its reach in words for screen readers, in place of the symbol."""
    if strength > EvidenceGrade.SEARCHED:
        return f"holds: {verdict.aloud}"
    if strength > EvidenceGrade.NONE:
        return f"no counterexample found: {verdict.aloud}"
    return verdict.aloud
