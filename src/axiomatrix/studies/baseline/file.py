"""The file of a baseline: JSON, read as untrusted input."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from ...evidence.cell import CellKey
from ...evidence.evidence import Witness
from ...evidence.files import indented, write
from ...evidence.formats import Format, Record
from ...evidence.verdict import Outcome
from .entry import BadBaseline, EntryData, KnownFailure

NAME = "axiomatrix-baseline.json"
"""The file unless another is named."""
MAX_BYTES = 20_000_000
MAX_ENTRIES = 20_000


class BaselineData(Record):
    """A baseline."""

    entries: Annotated[list[EntryData], Meta(max_length=MAX_ENTRIES)]


BASELINE = Format(
    "axiomatrix-baseline-1",
    "baseline",
    BaselineData,
    "Broken claims that are known and accepted; sorted by metric, axiom, arguments and space, each cell at most once.",
    BadBaseline,
    MAX_BYTES,
)


@dataclass(frozen=True)
class Baseline:
    """The entries of a file, in its order."""

    entries: tuple[KnownFailure, ...] = ()
    path: Path = Path(NAME)

    @property
    def by_key(self) -> dict[CellKey, KnownFailure]:
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
    entries = [entry.written for entry in sorted(baseline.entries, key=lambda entry: entry.key)]
    return indented(BASELINE.data(BaselineData(entries=entries)))


def from_data(data: Any, path: Path) -> Baseline:
    """The baseline that :func:`dumps` wrote; :class:`BadBaseline` says what is wrong with anything else."""
    given = BASELINE.taken(data).entries
    entries = tuple(KnownFailure.read(entry, f"entries[{k}]") for k, entry in enumerate(given))
    seen: dict[CellKey, int] = {}
    for k, entry in enumerate(entries, 1):
        if entry.key in seen:
            raise BadBaseline(f"entries {seen[entry.key]} and {k} are about the same cell: {entry.title[:200]}")
        seen[entry.key] = k
    return Baseline(entries, path)


def read(path: Path) -> Baseline:
    """Read a baseline file; :class:`BadBaseline` for anything that is none."""
    try:
        return BASELINE.read(path, lambda data: from_data(data, path))
    except BadBaseline as error:
        hint = "" if path.exists() else '; axiomatrix baseline write FILE.py --reason "..." makes one'
        raise BadBaseline(f"{error}{hint}") from None
