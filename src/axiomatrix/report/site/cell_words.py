"""How the pages show a verdict: in a cell of the matrix, before its words elsewhere, and those alike together.

In a cell it has six characters: a tick or a cross, then what it rests on: ``all`` (every n), ``≤6`` (every case up to
n = 6), ``2`` (an instance of two items). ``~4`` was only searched. Few cases stand with their number in place of n, as
``~(9)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from markupsafe import Markup

from ...evidence.cell import Cell
from ...evidence.decimals import rounded
from ...evidence.evidence import Extreme
from ...evidence.matrix import ColumnHead, Matrix, Row
from ...evidence.safe import visible
from ...evidence.verdict import BEST_FOUND, NONE_FOUND, Outcome, Tone, Verdict
from ...evidence.words import Line, grouped, headline, opened, refuted_on_closure_only
from ..ask.words import is_thin
from . import links
from .markup import link, sign

BROKEN = "b"
"""The class of a position with a broken claim, whatever the verdict is."""
THIN_CLASS = "t"
"""The class of a position that stands on few cases, whatever was found in them."""
CONSTANT_CLASS = "k"
"""The class of a mere number: the best constant found so far."""
CLAIMED_CLASS = "d"
"""The class of a position of which a source says something that is not contradicted."""
CLOSURE = "†"
"""Follows what stands in a position where only the closure is refuted."""
HOLDS, FAILS, SEARCHED = "✓", "✗", "~"
LONGEST = 4
"""Characters of an exact constant that fit; a longer one is a decimal."""
WORDS = {
    Verdict.VACUOUS: "(0)",
    Verdict.UNDECIDED: "?",
    Verdict.ROUNDING: "≈",
    Verdict.NOT_APPLICABLE: ".",
    Verdict.ERROR: "error",
    Verdict.FLAKY: "flaky",
    Verdict.TIMEOUT: "time",
    Verdict.CRASHED: "crash",
}
"""Where nothing is said about how far."""
MARKS = {
    Verdict.REFUTED.value: FAILS,
    Verdict.PROVED.value: HOLDS,
    Verdict.CERTIFIED.value: HOLDS,
    Verdict.EXHAUSTED.value: HOLDS,
    Verdict.SEARCHED.value: SEARCHED,
    NONE_FOUND.word: "none",
    BEST_FOUND.word: "best",
    **{verdict.value: name for verdict, name in WORDS.items()},
}
"""What stands before the words of a state, by its word."""


DECIDED = (Tone.PROVED, Tone.CERTIFIED, Tone.EXHAUSTED)
"""The tones of what holds: for every n, or in every case up to some n."""
AS_CLAIMED = (Outcome.AS_DECLARED, Outcome.CONFIRMED)
"""The outcomes that go without saying where the claim is named."""


class Sign(NamedTuple):
    """A line of the key: how it looks in a cell, and what it says."""

    classes: str
    text: str
    means: str
    rare: bool = False
    """Whether the key of a narrow window can do without it."""


KEY = (
    Sign("x", "✗2", "fails: 2 items show it"),
    Sign("p", "✓all", "holds: proved"),
    Sign("p", "✓1", "holds: an instance shows it", rare=True),
    Sign("c", "✓≤6", "certified up to 6"),
    Sign("e", "✓≤4", "every case up to 4"),
    Sign("s", "~3", "only searched, up to 3"),
    Sign("s t", "~(9)", "9 cases only"),
    Sign("s", "none", "no example found"),
    Sign("s k", "≥2", "best constant so far"),
    Sign("u t", "(0)", "no case to test", rare=True),
    Sign("u", "?", "undecided", rare=True),
    Sign("u", "≈", "fails within rounding", rare=True),
    Sign("f", "error", "the definition is at fault"),
)
"""What may stand in a cell."""
RED = Sign(BROKEN, "✗2", "contradicts a source")
OTHERS = (
    Sign("p d", "✓all", "a source speaks of it"),
    Sign("n", CLOSURE, "fails where weights may be 0", rare=True),
    Sign("n", ".", "says nothing of it", rare=True),
)


def text(lines: Sequence[Line]) -> str:
    """What stands in a position: the most telling of its statements."""
    if not lines:
        return ""
    return of_cell(headline(opened(lines)).cell) + (CLOSURE if refuted_on_closure_only(lines) else "")


def of_cell(cell: Cell) -> str:
    """What stands for one statement."""
    evidence, verdict = cell.evidence, cell.evidence.verdict
    if verdict in WORDS:
        return WORDS[verdict]
    if verdict is Verdict.REFUTED:
        return f"{FAILS}{evidence.settled_at or ''}"
    few = f"({evidence.cases})" if is_thin(cell) else ""
    if evidence.in_vain:
        return "none"
    if verdict is Verdict.PROVED:
        return f"{HOLDS}{evidence.settled_at or 'all'}"
    if is_number(cell) and evidence.extreme is not None:
        return _bound(evidence.extreme)
    if verdict is Verdict.SEARCHED or evidence.sought:
        return SEARCHED + (few or str(evidence.up_to()))
    return HOLDS + (few or f"≤{evidence.up_to()}")


def mark(cell: Cell) -> str:
    """What stands before the words of a statement."""
    return MARKS[cell.evidence.state.word]


def colour(cell: Cell) -> str:
    """The class of its colour: that of its tone, or of a broken claim."""
    return BROKEN if cell.outcome is Outcome.BROKEN else cell.tone


def classes_of(cell: Cell) -> str:
    """The classes of a statement: its colour, then thin evidence, a mere number, a claim."""
    if cell.outcome is Outcome.BROKEN:
        return BROKEN
    marks = {THIN_CLASS: is_thin(cell), CONSTANT_CLASS: is_number(cell), CLAIMED_CLASS: bool(cell.claims)}
    return " ".join((*filter(None, [cell.tone]), *(name for name, there in marks.items() if there)))


def is_number(cell: Cell) -> bool:
    """Whether a mere number was asked for, so that nothing could hold or fail: the best constant."""
    return cell.evidence.sought == "a constant" and cell.evidence.verdict not in (Verdict.REFUTED, Verdict.PROVED)


def key(whole: Matrix) -> list[Sign]:
    """The signs that a reader of this matrix may meet, in the order of the key."""
    met = {_kind(classes_of(cell), of_cell(cell)) for cell in whole.cells}
    listed = [sign for sign in KEY if _kind(sign.classes, sign.text) in met]
    return [*listed, *([RED] if whole.broken else []), *OTHERS]


def _kind(classes: str, text: str) -> tuple[str, str]:
    """What tells the lines of the key apart: the numbers do not, nor does what stands on few cases."""
    names = set(classes.split()) - {CLAIMED_CLASS}
    if text == WORDS[Verdict.VACUOUS]:
        return text, ""
    for alone in (THIN_CLASS, CONSTANT_CLASS, str(Tone.FAULT)):
        if alone in names:
            return alone, ""
    return "".join(sorted(names)), re.sub("[0-9]+", "", text)


def _bound(extreme: Extreme) -> str:
    down = extreme.sense == "sup"
    exact = visible(extreme.value)
    tried = (rounded(extreme.value, down=down, places=places) for places in (2, 1, 0))
    number = (
        exact
        if len(exact) <= LONGEST
        else next((decimal for decimal in tried if decimal and len(decimal) <= LONGEST), None)
    )
    return f"{'≥' if down else '≤'}{number}" if number else "best"


# --- statements as the pages of metrics and axioms show them


def axiom(column: ColumnHead) -> Markup:
    """An axiom, with its page."""
    return link(links.axiom(column.id, column.group), column.id)


@dataclass(frozen=True)
class MetricStatement:
    """One statement about a metric."""

    row: Row
    column: ColumnHead
    line: Line

    @property
    def cell(self) -> Cell:
        return self.line.cell

    @property
    def verdict(self) -> Verdict:
        return self.cell.evidence.verdict

    @property
    def sign(self) -> Markup:
        """What stands before its words, in its colour."""
        return sign(mark(self.cell), colour(self.cell))

    @property
    def axiom(self) -> Markup:
        return axiom(self.column)

    @property
    def beside(self) -> tuple[str, str]:
        """What became of claims, if it is not as they say; of libraries, beside definition and documentation."""
        cell, compared = self.cell, self.cell.evidence.comparison
        outcome = cell.outcome.written if cell.claims and cell.outcome not in AS_CLAIMED else ""
        return outcome, compared.wording if compared else ""

    @property
    def standing(self) -> Literal["fails", "holds", "open"]:
        """Whether it holds; what was only searched, or looked for in vain, is open, and so is a best constant."""
        if self.verdict is Verdict.REFUTED:
            return "fails"
        return "holds" if self.cell.tone in DECIDED else "open"

    @property
    def is_asked(self) -> bool:
        """Whether the axiom has anything to say of the metric."""
        return self.verdict is not Verdict.NOT_APPLICABLE


def together(statements: Iterable[MetricStatement]) -> list[list[MetricStatement]]:
    """The statements by what is said of them: broken claims, what is refuted, ..., what is proved."""
    groups = grouped(statements, lambda one: (one.sign, one.line.verdict, one.beside)).values()
    return sorted(groups, key=lambda same: (colour(same[0].cell) != BROKEN, same[0].verdict.rank))
