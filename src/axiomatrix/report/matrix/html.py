"""The matrix as one HTML page without scripts and without anything from elsewhere; or as a piece of a notebook."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from ...evidence.account.account import Account
from ...evidence.account.making import account, accounts
from ...evidence.cell import Cell
from ...evidence.matrix import ColumnHead, Matrix, Row
from ...evidence.safe import visible
from ...evidence.verdict import Outcome, Verdict
from ...evidence.words import NOTES, Line, Positions, by_sort, counted, groups, headline, line, marks, rounded, summary
from ...model.registry import Registry
from ..witness.text import term_lines


def page(matrix: Matrix, registry: Registry | None = None, shown: dict[str, Account] | None = None) -> str:
    """The whole of ``compliance.html``; ``shown`` are the accounts of the witnesses if they are made already."""
    known = accounts(matrix, registry) if shown is None else shown
    return _rendered("page.html.j2", _Sheet(matrix, known, ""))


def fragment(matrix: Matrix, registry: Registry | None = None) -> str:
    """The matrix and its broken claims, to be shown in a notebook."""
    known = {a.slug: a for a in (account(cell, matrix, registry) for cell in matrix.broken) if a}
    keys = "\n".join("\t".join(cell.key) for cell in matrix.cells)
    # several matrices may be shown on one page, and anchors must not meet
    return _rendered("fragment.html.j2", _Sheet(matrix, known, hashlib.sha256(keys.encode()).hexdigest()[:8] + "-"))


@dataclass(frozen=True)
class _Place:
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
    """What the templates ask for."""

    def __init__(self, matrix: Matrix, known: dict[str, Account], prefix: str) -> None:
        self.matrix = matrix
        self.prefix = prefix
        self.known = known
        self.positions = Positions(matrix)
        self.groups = groups(matrix.columns)
        self.sorts = by_sort(matrix)
        self._numbers = {row.name: k for k, row in enumerate(matrix.rows, 1)}
        self.summary = summary(matrix)
        self.broken = [known[c.evidence.witness.slug] for c in matrix.broken if c.evidence.witness]
        self.other_broken = [line(c) for c in matrix.broken if not c.evidence.witness]
        self.conjectures = [line(cell) for cell in matrix.with_outcome(Outcome.SETTLED, Outcome.OPEN)]
        self.undecided = [line(cell) for cell in matrix.with_outcome(Outcome.UNRESOLVED, Outcome.UNCONFIRMED)]
        self.verdicts = tuple(Verdict)
        self.outcomes = tuple(Outcome)
        self.marks = marks(Outcome, ", ")
        self.notes = NOTES

    @property
    def title(self) -> str:
        """What was checked."""
        return f"{counted(len(self.matrix.rows), 'metric')} x {counted(len(self.matrix.columns), 'axiom')}"

    def number(self, row: Row) -> int:
        """Which row of the matrix it is, 1 the first: its section is called after that."""
        return self._numbers[row.name]

    def place(self, row: Row, column: ColumnHead) -> _Place:
        """One position."""
        return _Place(self.positions.at(row.name, column.id))

    def statements(self, row: Row) -> list[tuple[ColumnHead, Line]]:
        """All statements about one metric that say something of it."""
        found = [(column, shown) for column in self.matrix.columns for shown in self.positions.at(row.name, column.id)]
        return [(column, shown) for column, shown in found if shown.cell.outcome is not Outcome.NOT_APPLICABLE]

    def not_applicable(self, row: Row) -> dict[str, list[str]]:
        """The axioms that have nothing to say of a metric, by reason."""
        reasons: dict[str, list[str]] = {}
        for column in self.matrix.columns:
            for shown in self.positions.at(row.name, column.id):
                if shown.cell.outcome is Outcome.NOT_APPLICABLE:
                    reasons.setdefault(shown.cell.evidence.reason, []).append(shown.cell.title)
        return reasons

    def anchor(self, shown: Line) -> str | None:
        """Where the witness of a line is on this page, if it is."""
        return f"{self.prefix}w-{shown.slug}" if shown.slug in self.known else None

    def constants(self) -> Iterable[tuple[Cell, Line, str]]:
        """The cells with a best constant, and the constant as a decimal where it is not a whole number."""
        for cell in self.matrix.cells:
            if extreme := cell.evidence.extreme:
                decimal = rounded(extreme.value, down=extreme.sense == "sup")
                yield cell, line(cell), f"~{decimal}" if decimal and not extreme.value.isdigit() else ""


def _class(cell: Cell) -> str:
    broken = " broken" if cell.outcome is Outcome.BROKEN else ""
    return cell.evidence.verdict.replace(" ", "-") + broken


def _shown(value: Any) -> Any:
    """Every expression of a template goes through here: control characters are shown, lines are kept."""
    return value if isinstance(value, Markup) or not isinstance(value, str) else visible(value, lines=True)


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates of all pages: they escape what they show, and a name that nothing has is an error."""
    made = Environment(
        loader=PackageLoader("axiomatrix.report.matrix"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_shown,
    )
    made.globals["style_of"] = _class
    made.globals["term_lines"] = term_lines
    return made


def _rendered(template: str, sheet: _Sheet) -> str:
    return environment().get_template(template).render(sheet=sheet, matrix=sheet.matrix)
