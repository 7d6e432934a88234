"""Cells of a file with nothing left out, for tests and benchmarks that look into the data themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.formats import convert
from axiomatrix.evidence.rules import first_problem, outcome_problem

CELL = {"arguments": {}, "space": "open", "claims": [], "outcome": "observed", "expected": None}
EVIDENCE = {"method": "", "reach": [], "witness": None, "extreme": None, "reason": "", "seed": 0, "proof": None}
REACH = {"discarded": 0, "undecided": 0, "grid": False, "stop": "finished"}


def whole(cell: Mapping[str, Any]) -> dict[str, Any]:
    """The cell with what is left out where it is usual."""
    evidence = {**EVIDENCE, **cell["evidence"]}
    evidence["reach"] = [{**REACH, **reach} for reach in evidence["reach"]]
    return {**CELL, **cell, "evidence": evidence}


def whole_cells(report: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The cells of a report, with all their fields."""
    return map(whole, report["cells"])


class BadCell(ValueError):
    """Data of a cell that no report may have."""


def cell_from(data: Any) -> Cell:
    """The cell of these data, as it is read in a report."""
    cell = convert(data, Cell)
    if wrong := outcome_problem(data, cell) or first_problem(cell):
        raise BadCell(wrong)
    return cell
