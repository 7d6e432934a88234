"""A cell as JSON data and back: in reports, in the journal of a run, and between a worker and who waits for it."""

from __future__ import annotations

from typing import Any

from ..spaces.parameters import ParameterDomain
from .cell import Cell, ClaimNote
from .evidence import Arguments, EvidenceData
from .formats import Misfit, Record, plain, taken
from .rules import wrong_with
from .verdict import Outcome


class BadCell(ValueError):
    """Data that are no cell, with what is wrong with them."""


class Declared(Record):
    """A cell without its evidence."""

    metric: str
    axiom: str
    arguments: Arguments
    space: ParameterDomain
    claims: tuple[ClaimNote, ...]
    outcome: Outcome

    def cell(self, evidence: EvidenceData) -> Cell:
        """As the program has it; :class:`BadCell` where the outcome is not what follows from the rest."""
        made = Cell(self.metric, self.axiom, self.arguments, self.space, self.claims, evidence.evidence)
        if made.outcome is not self.outcome:
            said, come = self.outcome.value, made.outcome.value
            raise BadCell(f"{made.metric:.80} x {made.title:.200} says {said!r}, but comes to {come!r}")
        return made


class CellData(Declared):
    """One statement about one metric on one space."""

    evidence: EvidenceData


def fields_of(cell: Cell) -> dict[str, Any]:
    """The fields of a cell as it stands in files; ``outcome`` is what follows from the rest."""
    return {
        "metric": cell.metric,
        "axiom": cell.axiom,
        "arguments": cell.arguments,
        "space": cell.space,
        "claims": cell.claims,
        "outcome": cell.outcome,
        "evidence": cell.evidence.written,
    }


def to_data(cell: Cell) -> dict[str, Any]:
    """The cell as JSON data."""
    data: dict[str, Any] = plain(CellData(**fields_of(cell)))
    return data


def from_data(data: Any) -> Cell:
    """The cell that :func:`to_data` wrote; :class:`BadCell` says what is wrong with anything else."""
    try:
        found = taken(data, CellData)
    except Misfit as error:
        raise BadCell(str(error)) from None
    cell = found.cell(found.evidence)
    if wrong := wrong_with(cell):
        raise BadCell(f"{cell.metric:.80} x {cell.title:.200}: {wrong}")
    return cell
