"""Cells of a file with nothing left out, for tests and benchmarks that look into the data themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

CELL = {"arguments": {}, "space": "open", "claims": [], "outcome": "observed", "expected": None}
EVIDENCE = {"method": "", "reach": [], "witness": None, "extreme": None, "reason": "", "seed": 0, "proof": None}
REACH = {"discarded": 0, "undecided": 0, "grid": False, "stop": "finished"}
WITNESS = {"shows": "refutes", "channel": "exact"}


def whole(cell: Mapping[str, Any]) -> dict[str, Any]:
    """The cell with what is left out where it is usual."""
    evidence = {**EVIDENCE, **cell["evidence"]}
    evidence["reach"] = [{**REACH, **reach} for reach in evidence["reach"]]
    evidence["witness"] = evidence["witness"] and {**WITNESS, **evidence["witness"]}
    return {**CELL, **cell, "evidence": evidence}


def whole_cells(report: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A cell for each metric and axiom of a report."""
    for row in report.get("metrics") or report["rows"]:
        yield from ({"metric": row["name"], **cell} for cell in cells_of(row))


def cells_of(row: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A cell for each axiom of a row."""
    for cell in row["cells"]:
        axioms = [cell["axiom"]] if isinstance(cell["axiom"], str) else cell["axiom"]
        yield from (whole({**cell, "axiom": axiom}) for axiom in axioms)
