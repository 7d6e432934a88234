"""Where a metric stands on an axiom: whether it holds as far as is known, and how strong that is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from ...evidence.cell import Cell
from ...evidence.matrix import Matrix
from ...evidence.status import EvidenceGrade
from ...evidence.words import grouped
from ...spaces.parameters import ParameterDomain


def compared_at(cell: Cell) -> float:
    """The size at which a statement is known to fail, or up to which it holds as far as was looked."""
    if cell.status.holds == "yes" and cell.status.grade is EvidenceGrade.PROVED:
        return inf
    return (cell.status.holds == "no" and cell.evidence.settled_at) or cell.evidence.up_to()


@dataclass(frozen=True)
class Standing:
    """Results for one metric and one axiom: every statement of the axiom on the declared space."""

    cells: tuple[Cell, ...]

    @property
    def applies(self) -> bool:
        """Return whether the axiom applies to the metric."""
        return any(cell.status.is_asked for cell in self.cells)

    @property
    def telling(self) -> Cell | None:
        """The cell that decides: what fails first, then what is not decided, then the weakest that holds."""
        order = ("no", "unknown", "yes")
        return min(self.cells, key=lambda cell: (order.index(cell.status.holds), cell.status.grade), default=None)

    @property
    def holds(self) -> bool | None:
        """Return whether every statement of the axiom holds, as far as was searched; None if undecided."""
        return None if self.telling is None else {"yes": True, "no": False, "unknown": None}[self.telling.status.holds]

    @property
    def grade(self) -> EvidenceGrade:
        """How strong the evidence for that is; none where it was not decided."""
        return EvidenceGrade.NONE if self.telling is None or self.holds is None else self.telling.status.grade


class KnownCells:
    """The cells of a matrix by metric and axiom: of the declared space, unless all are of its closure."""

    def __init__(self, matrix: Matrix) -> None:
        self.matrix = matrix
        every = grouped(matrix.cells, lambda cell: (cell.metric, cell.axiom))
        self._cells = {
            where: [cell for cell in cells if cell.space is ParameterDomain.OPEN] or cells
            for where, cells in every.items()
        }

    def standing(self, metric: str, axioms: Iterable[str]) -> Standing:
        """Where the metric stands on the first of these readings of an axiom that says anything of it."""
        standings = [Standing(tuple(self._cells.get((metric, axiom), ()))) for axiom in axioms]
        return next((standing for standing in standings if standing.applies), standings[0])
