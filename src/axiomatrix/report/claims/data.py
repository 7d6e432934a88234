"""The claims ledger as JSON."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from ...evidence.files import by_line
from ...studies.ledger import Entry, Ledger, Piece

FORMAT = "axiomatrix-claims-1"


def to_data(ledger: Ledger) -> dict[str, Any]:
    """The ledger as JSON data; its schema is ``claims.schema.json``."""
    return {
        "format": FORMAT,
        "profile": ledger.profile,
        "seed": ledger.seed,
        "sources": ledger.titles,
        "claims": [_entry(entry) for entry in ledger],
    }


def dumps(ledger: Ledger) -> str:
    """The ledger as the content of ``claims.json``."""
    return by_line(to_data(ledger))


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "source": entry.source,
        "wording": entry.wording,
        "supplied": entry.supplied,
        "statement": entry.statement,
        "formalised": entry.formalised,
        "verdict": entry.word,
        "reach": entry.reach,
        "readings": entry.of_readings,
        "evidence": [_piece(piece) for piece in entry.pieces],
        "instead": list(entry.corrections),
    }


def _piece(piece: Piece) -> dict[str, Any]:
    return {
        "kind": piece.kind,
        "title": piece.title,
        "status": piece.status,
        "said": piece.said,
        "reach": piece.reach,
        "reading": piece.reading,
        "sides": piece.sides,
        "instance": piece.instance,
        "witness": f"witnesses/{piece.slug}.json" if piece.slug else None,
        "data": dict(piece.data),
    }


def schema() -> dict[str, Any]:
    """The published JSON Schema of ``claims.json``."""
    loaded: dict[str, Any] = json.loads(
        resources.files(__package__).joinpath("claims.schema.json").read_text(encoding="utf-8")
    )
    return loaded
