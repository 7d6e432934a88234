"""The matrix and its broken claims as a piece of HTML, for a notebook: no scripts, nothing from elsewhere."""

from __future__ import annotations

import hashlib

from ...evidence.account.account import Account
from ...evidence.account.making import account
from ...evidence.cell import Cell
from ...evidence.matrix import Matrix
from ...evidence.verdict import STATES, Outcome
from ...evidence.words import Line, Positions, by_sort, headline, marks, opened, size_text, summary
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
        self.title = size_text(matrix)

    def style(self, lines: list[Line]) -> str:
        """The class that colours a position."""
        names = _class(headline(opened(lines)).cell).split() if lines else []
        return " ".join(f"cell-{name}" for name in names)  # its lines have colours of their own

    def anchor(self, shown: Line) -> str | None:
        """Where the witness of a line is in the fragment, if it is."""
        return f"{self.prefix}w-{shown.slug}" if shown.slug in self.known else None


def _class(cell: Cell) -> str:
    broken = " broken" if cell.outcome is Outcome.BROKEN else ""
    return cell.evidence.verdict.replace(" ", "-") + broken
