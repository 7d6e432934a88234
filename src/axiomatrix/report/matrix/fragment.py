"""The matrix and its broken claims as a piece of HTML, for a notebook: no scripts, nothing from elsewhere."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from ...evidence.account.account import Account
from ...evidence.account.making import account
from ...evidence.cell import Cell
from ...evidence.matrix import ColumnHead, Matrix, Row
from ...evidence.verdict import STATES, Outcome
from ...evidence.words import Line, Positions, by_sort, counted, headline, marks, summary
from ...model.registry import Registry
from ..templates import environment
from ..witness.text import term_lines


def fragment(matrix: Matrix, registry: Registry | None = None) -> str:
    """The matrix and its broken claims, to be shown in a notebook."""
    known = {a.slug: a for a in (account(cell, matrix, registry) for cell in matrix.broken) if a}
    keys = "\n".join("\t".join(cell.key) for cell in matrix.cells)
    # several matrices may be shown on one page, and anchors must not meet
    sheet = _Sheet(matrix, known, hashlib.sha256(keys.encode()).hexdigest()[:8] + "-")
    template = environment("axiomatrix.report.matrix").get_template("fragment.html.j2")
    return template.render(sheet=sheet, matrix=matrix, style_of=_class, term_lines=term_lines)


@dataclass(frozen=True)
class _MatrixPlace:
    """A position of the matrix."""

    lines: list[Line]

    @property
    def style(self) -> str:
        """The class that colours it."""
        if not self.lines:
            return ""
        told = headline([shown for shown in self.lines if not shown.closed] or self.lines)
        return " ".join(f"cell-{name}" for name in _class(told.cell).split())  # its lines have colours of their own


class _Sheet:
    """What the template asks for."""

    def __init__(self, matrix: Matrix, known: dict[str, Account], prefix: str) -> None:
        self.prefix = prefix
        self.known = known
        self.positions = Positions(matrix)
        self.sorts = by_sort(matrix)
        self.summary = summary(matrix)
        self.broken = [known[c.evidence.witness.slug] for c in matrix.broken if c.evidence.witness]
        self.verdicts = tuple(STATES.values())
        self.marks = marks(Outcome, ", ")
        self.title = f"{counted(len(matrix.rows), 'metric')} x {counted(len(matrix.columns), 'axiom')}"

    def place(self, row: Row, column: ColumnHead) -> _MatrixPlace:
        """One position."""
        return _MatrixPlace(self.positions.at(row.name, column.id))

    def anchor(self, shown: Line) -> str | None:
        """Where the witness of a line is in the fragment, if it is."""
        return f"{self.prefix}w-{shown.slug}" if shown.slug in self.known else None


def _class(cell: Cell) -> str:
    broken = " broken" if cell.outcome is Outcome.BROKEN else ""
    return cell.evidence.verdict.replace(" ", "-") + broken
