"""The cells of a report as the pages of metrics and axioms show them: those that say the same, together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from markupsafe import Markup

from ...evidence.cell import Cell
from ...evidence.matrix import ColumnHead, Row
from ...evidence.verdict import Outcome, Tone, Verdict
from ...evidence.words import Line, grouped
from . import links
from .cell_words import BROKEN, colour, mark
from .markup import link, sign

DECIDED = (Tone.PROVED, Tone.CERTIFIED, Tone.EXHAUSTED)
"""The tones of what holds: for every n, or in every case up to some n."""
AS_CLAIMED = (Outcome.AS_DECLARED, Outcome.CONFIRMED)
"""The outcomes that go without saying where the claim is named."""


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
        """What the report has of it."""
        return self.line.cell

    @property
    def verdict(self) -> Verdict:
        """Its verdict, as a member."""
        return self.cell.evidence.verdict

    @property
    def sign(self) -> Markup:
        """What stands before its words, in its colour."""
        return sign(mark(self.cell), colour(self.cell))

    @property
    def axiom(self) -> Markup:
        """The axiom, with its page."""
        return axiom(self.column)

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


class Same(NamedTuple):
    """What statements with the same verdict have in common."""

    mark: str
    colour: str
    verdict: str
    """Verdict and reach."""
    outcome: str
    """What became of the claims, if there are any and it is not as they say."""
    compared: str
    """Of libraries: what became of it beside definition and documentation."""


def same(statement: MetricStatement) -> Same:
    """What is to be said of a statement beside its name."""
    cell, evidence = statement.cell, statement.cell.evidence
    outcome = cell.outcome.written if cell.claims and cell.outcome not in AS_CLAIMED else ""
    compared = evidence.comparison.wording if evidence.comparison else ""
    return Same(mark(cell), colour(cell), statement.line.verdict, outcome, compared)


def together(statements: Iterable[MetricStatement]) -> list[tuple[Same, list[MetricStatement]]]:
    """The statements by what is said of them: broken claims, what is refuted, ..., what is proved."""
    groups = grouped(statements, same).items()
    return sorted(groups, key=lambda group: (group[0].colour != BROKEN, group[1][0].verdict.rank))
