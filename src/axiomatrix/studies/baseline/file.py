"""The file of a baseline: JSON, described by ``schema.json`` beside this file; read as untrusted input."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from importlib import resources
from pathlib import Path
from typing import Any

from ...evidence.cell import CellKey
from ...evidence.evidence import Witness
from ...evidence.files import write
from ...evidence.untrusted import Unreadable, read_json
from ...evidence.verdict import Outcome
from .entry import BadBaseline, Entry

FORMAT = "axiomatrix-baseline-1"
NAME = "axiomatrix-baseline.json"
"""The file unless another is named."""
MAX_BYTES = 20_000_000
MAX_ENTRIES = 20_000


@dataclass(frozen=True)
class Baseline:
    """The entries of a file, in its order."""

    entries: tuple[Entry, ...] = ()
    path: Path = Path(NAME)

    @property
    def by_key(self) -> dict[CellKey, Entry]:
        """The entries by the cell that they are about."""
        return {entry.key: entry for entry in self.entries}

    @property
    def witnesses(self) -> tuple[Witness, ...]:
        """The stored witnesses, for the engine to replay first."""
        return tuple(entry.witness for entry in self.entries)

    def expected(self, today: date) -> dict[CellKey, Outcome]:
        """The cells that are accepted as broken today: what a matrix expects."""
        return {entry.key: Outcome.BROKEN for entry in self.entries if not entry.is_expired(today)}

    def save(self) -> None:
        """Write the file, whole or not at all; ``OSError`` as the system says it."""
        write(self.path, dumps(self))


def dumps(baseline: Baseline) -> str:
    """The baseline as the content of its file: sorted, so that a difference shows what changed."""
    entries = [entry.to_json() for entry in sorted(baseline.entries, key=lambda entry: entry.key)]
    return json.dumps({"format": FORMAT, "entries": entries}, indent=1) + "\n"


def from_data(data: Any, path: Path) -> Baseline:
    """The baseline that :func:`dumps` wrote; :class:`BadBaseline` says what is wrong with anything else."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise BadBaseline(f"{path}: this is not a baseline: its format must be {FORMAT!r}")
    unknown = [name for name in data if name not in ("format", "entries")]
    if unknown:
        raise BadBaseline(f"{path}: {unknown[0][:80]!r} is not known")
    given = data.get("entries")
    if not isinstance(given, list) or len(given) > MAX_ENTRIES:
        raise BadBaseline(f"{path}: entries must be a list of at most {MAX_ENTRIES:,}")
    entries = tuple(Entry.from_json(one, f"{path}: entry {k}") for k, one in enumerate(given, 1))
    seen: dict[CellKey, int] = {}
    for k, entry in enumerate(entries, 1):
        if entry.key in seen:
            raise BadBaseline(f"{path}: entries {seen[entry.key]} and {k} are about the same cell: {entry.title[:200]}")
        seen[entry.key] = k
    return Baseline(entries, path)


def read(path: Path) -> Baseline:
    """Read a baseline file; :class:`BadBaseline` for anything that is none."""
    try:
        data = read_json(path, MAX_BYTES, "a baseline")
    except Unreadable as error:
        hint = "" if path.exists() else '; axiomatrix baseline write FILE.py --reason "..." makes one'
        raise BadBaseline(f"{error}{hint}") from None
    return from_data(data, path)


def schema() -> dict[str, Any]:
    """The published JSON Schema of a baseline."""
    text = resources.files(__package__).joinpath("schema.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded
