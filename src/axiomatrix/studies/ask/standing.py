"""Where a metric stands on an axiom: whether it holds as far as is known, and how strong that is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from ...evidence.cell import Cell
from ...evidence.matrix import Matrix
from ...evidence.verdict import STANDING, Verdict
from ...evidence.words import grouped
from ...spaces.parameters import ParameterDomain

SETTLED = len(STANDING)
"""The strength of what is proved or refuted; below it certified, exhausted, searched, down to 0: not decided."""


def holds(cell: Cell) -> bool | None:
    """Whether the statement holds as far as was looked; None if that was not decided.

    An instance that was looked for in vain decides nothing, nor does a best constant that was found.
    """
    verdict = cell.evidence.verdict
    if verdict is Verdict.REFUTED:
        return False
    return True if verdict in STANDING and not cell.evidence.sought else None


def strength(cell: Cell) -> int:
    """How strong the evidence is: 0 where nothing was decided."""
    verdict = cell.evidence.verdict
    if verdict is Verdict.REFUTED:
        return SETTLED
    return STANDING.index(verdict) + 1 if holds(cell) else 0


def compared_at(cell: Cell) -> float:
    """The size at which a statement is known to fail, or up to which it holds as far as was looked."""
    evidence = cell.evidence
    if evidence.verdict is Verdict.PROVED:
        return inf
    return (evidence.verdict is Verdict.REFUTED and evidence.settled_at) or evidence.up_to()


@dataclass(frozen=True)
class Standing:
    """What is known of one metric and one axiom: every statement of the axiom on the declared space."""

    cells: tuple[Cell, ...]

    @property
    def applies(self) -> bool:
        """Whether the axiom says anything of the metric."""
        return any(cell.evidence.verdict is not Verdict.NOT_APPLICABLE for cell in self.cells)

    @property
    def telling(self) -> Cell | None:
        """The cell that decides: what fails first, then what is not decided, then the weakest that holds."""
        order = {False: 0, None: 1, True: 2}
        return min(self.cells, key=lambda cell: (order[holds(cell)], strength(cell)), default=None)

    @property
    def holds(self) -> bool | None:
        """Whether every statement of the axiom holds, as far as was looked; None if that was not decided."""
        return None if self.telling is None else holds(self.telling)

    @property
    def strength(self) -> int:
        """How strong the evidence for that is."""
        return 0 if self.telling is None else strength(self.telling)


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
