"""Pins: what the world was last established to be, with the witnesses that show it. They speed up and never decide."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from typing import Any

from .evidence import Witness
from .matrix import Cell
from .witness import from_json, to_json

Key = tuple[str, str, str, str]


@dataclass(frozen=True)
class Pin:
    """The outcome of a declared cell, and its witness if it has one."""

    key: Key
    outcome: str
    witness: Witness | None


def shipped() -> dict[Key, Pin]:
    """The pins that ship with the catalogue."""
    text = resources.files(__package__).joinpath("catalogue_pins.json").read_text(encoding="utf-8")
    return {pin.key: pin for pin in map(_read, json.loads(text)["pins"])}


def _read(data: dict[str, Any]) -> Pin:
    key = (data["metric"], data["axiom"], data["label"], data["space"])
    return Pin(key, data["outcome"], from_json(data["witness"]) if data["witness"] else None)


def written(cells: Iterable[Cell]) -> str:
    """The pins of the declared cells, as the content of the file that ships."""
    pins = [
        {
            "metric": cell.metric,
            "axiom": cell.axiom,
            "label": cell.label,
            "space": cell.space,
            "outcome": cell.outcome,
            "witness": to_json(cell.evidence.witness) if cell.evidence.witness else None,
        }
        for cell in cells
        if cell.claims
    ]
    return json.dumps({"format": "axiomatrix-pins-1", "pins": pins}, indent=1, sort_keys=True) + "\n"
