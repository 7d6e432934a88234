"""What changed as JSON data; the format is described by ``schema.json`` beside this file."""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib import resources
from typing import Any

from ...evidence.cell import Cell
from .model import Change, Changes

FORMAT = "axiomatrix-changes-1"


def to_data(changes: Changes) -> dict[str, Any]:
    """The changes as JSON data, with nothing in them of where the reports were."""
    return {
        "format": FORMAT,
        "old": asdict(changes.old),
        "new": asdict(changes.new),
        "edited": list(changes.edited),
        "counts": dict(changes.counts),
        "changes": [_change(change) for change in changes.cells],
    }


def dumps(changes: Changes) -> str:
    """The changes as JSON text."""
    return json.dumps(to_data(changes), indent=1) + "\n"


def schema() -> dict[str, Any]:
    """The published JSON Schema."""
    text = resources.files(__package__).joinpath("schema.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def _change(change: Change) -> dict[str, Any]:
    cell = change.cell
    return {
        "group": change.group,
        "why": change.why,
        "metric": cell.metric,
        "axiom": cell.axiom,
        "arguments": dict(cell.arguments),
        "space": cell.space,
        "old": _side(change.old),
        "new": _side(change.new),
    }


def _side(cell: Cell | None) -> dict[str, Any] | None:
    if cell is None:
        return None
    witness, extreme = cell.evidence.witness, cell.evidence.extreme
    return {
        "verdict": cell.evidence.verdict,
        "reach": cell.evidence.reach_text,
        "reason": cell.evidence.reason,
        "outcome": cell.outcome,
        "claims": [asdict(claim) for claim in cell.claims],
        "witness": witness
        and {name: getattr(witness, name) for name in ("n", "lhs", "op", "rhs", "smallest", "channel")},
        "best": extreme and {"sense": extreme.sense, "value": extreme.value},
    }
