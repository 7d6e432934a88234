"""Pins: what the world was last established to be, with the witnesses that show it. They speed up and never decide."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Any

from ..spaces.parameters import ParameterDomain
from .cell import Cell, CellKey
from .evidence import Witness
from .verdict import Outcome
from .witness import from_json, to_json


@dataclass(frozen=True)
class Pin:
    """The outcome of a declared cell, and its witness if it has one."""

    key: CellKey
    outcome: Outcome
    witness: Witness | None


@lru_cache(maxsize=1)
def shipped() -> Mapping[CellKey, Pin]:
    """The pins that ship with the catalogue."""
    text = resources.files(__package__).joinpath("catalogue_pins.json").read_text(encoding="utf-8")
    return MappingProxyType({pin.key: pin for pin in map(_read, json.loads(text)["pins"])})


def _read(data: dict[str, Any]) -> Pin:
    key = CellKey(data["metric"], data["axiom"], data["label"], ParameterDomain(data["space"]))
    return Pin(key, Outcome(data["outcome"]), from_json(data["witness"]) if data["witness"] else None)


def pins_text(cells: Iterable[Cell]) -> str:
    """The pins of the declared cells, as the content of the file that ships."""
    pins = [
        {
            **cell.key._asdict(),
            "outcome": cell.outcome,
            "witness": to_json(cell.evidence.witness) if cell.evidence.witness else None,
        }
        for cell in cells
        if cell.claims
    ]
    return json.dumps({"format": "axiomatrix-pins-1", "pins": pins}, indent=1, sort_keys=True) + "\n"
