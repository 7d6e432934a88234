"""A cell as JSON data and back, as it is in reports."""

from __future__ import annotations

from typing import Any

from msgspec import field

from ..spaces.parameters import ParameterDomain
from .cell import Cell, ClaimNote
from .evidence import Arguments, EvidenceData
from .formats import Misfit, Record, plain, taken
from .rules import wrong_with
from .verdict import Outcome


class BadCell(ValueError):
    """Data that are not a cell, with what is wrong with them."""


class Declared(Record, kw_only=True):
    """A cell without its metric and axiom."""

    arguments: Arguments = field(default_factory=dict)
    space: ParameterDomain = ParameterDomain.OPEN
    claims: tuple[ClaimNote, ...] = ()
    outcome: Outcome = Outcome.OBSERVED
    evidence: EvidenceData

    def cell_of(self, metric: str, axiom: str) -> Cell:
        """As the program has it; :class:`BadCell` where the outcome is not what follows from the rest."""
        key: dict[str, Any] = {"metric": metric, "axiom": axiom, "arguments": self.arguments, "space": self.space}
        cell = Cell(**key, claims=self.claims, evidence=self.evidence.about(**key))
        if cell.outcome is not self.outcome:
            stated, come = self.outcome.value, cell.outcome.value
            raise BadCell(f"{cell.metric:.80} x {cell.title:.200} says {stated!r}, but comes to {come!r}")
        return cell


class CellData(Declared, kw_only=True):
    """One statement about one metric on one space."""

    metric: str
    axiom: str


def fields_of(cell: Cell) -> dict[str, Any]:
    """What a file says of a cell, but for its metric and axiom; ``outcome`` is what follows from the rest."""
    return {
        "arguments": cell.arguments,
        "space": cell.space,
        "claims": cell.claims,
        "outcome": cell.outcome,
        "evidence": cell.evidence.written,
    }


def to_data(cell: Cell) -> dict[str, Any]:
    """The cell as JSON data."""
    data: dict[str, Any] = plain(CellData(metric=cell.metric, axiom=cell.axiom, **fields_of(cell)))
    return data


def from_data(data: Any) -> Cell:
    """The cell that :func:`to_data` wrote; :class:`BadCell` says what is wrong with anything else."""
    try:
        record = taken(data, CellData)
    except Misfit as error:
        raise BadCell(str(error)) from None
    cell = record.cell_of(record.metric, record.axiom)
    if wrong := wrong_with(cell):
        raise BadCell(f"{cell.metric:.80} x {cell.title:.200}: {wrong}")
    return cell
