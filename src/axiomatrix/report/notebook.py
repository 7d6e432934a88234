"""The matrix in a notebook: HTML without scripts, and nothing from elsewhere."""

from __future__ import annotations

import hashlib
from typing import Any

from ..evidence.account.making import account
from ..evidence.cell import Cell
from ..evidence.matrix import Matrix
from ..evidence.verdict import NOTATION, Outcome
from ..evidence.words import Line, Positions, by_sort, headline, marks, opened, size_text, summary
from ..model.registry import Registry
from .document import Nested, plain
from .subjects.failures import undecided_items
from .subjects.witness import term_lines
from .templates import environment


def _rendered(template: str, **given: Any) -> str:
    return environment("axiomatrix.report.matrix").get_template(template).render(**given, term_lines=term_lines)


def fragment(matrix: Matrix, registry: Registry | None = None) -> str:
    """The matrix and its broken claims, to be shown in a notebook."""
    known = {a.slug: a for a in (account(cell, matrix, registry) for cell in matrix.broken) if a}
    keys = "\n".join("\t".join(cell.key) for cell in matrix.cells)
    # several matrices may be shown on one page, and anchors must not meet
    prefix = hashlib.sha256(keys.encode()).hexdigest()[:8] + "-"

    def anchor(shown: Line) -> str | None:
        """Where the witness of a line is in the fragment, if it is."""
        return f"{prefix}w-{shown.slug}" if shown.slug in known else None

    return _rendered(
        "fragment.html.j2",
        matrix=matrix,
        title=size_text(matrix),
        prefix=prefix,
        summary=summary(matrix),
        broken=[known[cell.evidence.witness.slug] for cell in matrix.broken if cell.evidence.witness],
        undecided=[plain(item.text if isinstance(item, Nested) else item) for item in undecided_items(matrix)],
        sorts=by_sort(matrix),
        positions=Positions(matrix),
        verdicts=tuple(NOTATION.values()),
        marks=marks(Outcome, ", "),
        anchor=anchor,
        style=_style,
        style_of=_class,
    )


def _style(lines: list[Line]) -> str:
    """The class that colours a position; its lines have colours of their own."""
    names = _class(headline(opened(lines)).cell).split() if lines else []
    return " ".join(f"cell-{name}" for name in names)


def _class(cell: Cell) -> str:
    return f"tone-{cell.status.tone}" + (" broken" if cell.outcome is Outcome.BROKEN else "")
