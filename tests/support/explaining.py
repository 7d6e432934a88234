"""Cells of a metric in full, as lines of text, and which lines of a text are missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from axiomatrix import Matrix, Metric, Registry
from axiomatrix.report.render import terminal
from axiomatrix.report.subjects.cell import CellContext, cells_document

WIDE = 10_000
"""Characters of a line, so that no sentence is broken."""


def explained(matrix: Matrix, metric: Metric, registry: Registry, files: Sequence[str] = ()) -> str:
    """Everything that the cells of the metric say."""
    context = CellContext(registry, matrix, "reports", files)
    cells = (matrix.at(metric.name, column.id) for column in matrix.columns)
    return "\n".join(terminal.render(cells_document(those, context), WIDE) for those in cells if those)


def missing_in_order(wanted: Sequence[str], lines: Iterable[str]) -> list[str]:
    """The wanted lines that do not come, in their order, among these."""
    left = list(wanted)
    for line in lines:
        if left and line.rstrip() == left[0]:
            left.pop(0)
    return left
