"""The file of a baseline, read as untrusted input: cells that are known to fail, why that is accepted, until when."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from ...evidence import witness as witnesses
from ...evidence.cell import CellKey
from ...evidence.evidence import Arguments, Witness
from ...evidence.files import indented, write
from ...evidence.formats import Format, Record
from ...evidence.verdict import Outcome
from ...spaces.parameters import ParameterDomain

NAME = "axiomatrix-baseline.json"
"""The file unless another is named."""
MAX_BYTES = 20_000_000
MAX_ENTRIES = 20_000
LONGEST = 2_000
"""Characters of a reason."""
PLACE = ("metric", "axiom", "arguments", "space")
"""What an entry says of its cell, as its witness does."""


class BadBaseline(ValueError):
    """A file that is not a baseline, with what is wrong with it."""


class EntryData(Record, kw_only=True):
    """A broken claim that is known and accepted."""

    metric: Annotated[str, Meta(description="The metric's name, with its variant in brackets.")]
    axiom: Annotated[str, Meta(description="The axiom's id.")]
    arguments: Arguments
    space: ParameterDomain
    reason: Annotated[
        str,
        Meta(description="Why the failure is accepted.", extra_json_schema={"pattern": "\\S", "maxLength": LONGEST}),
    ]
    until: (
        Annotated[
            str,
            Meta(
                description="The last day on which it is.",
                extra_json_schema={"format": "date", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
            ),
        ]
        | None
    ) = None
    witness: Annotated[Any, Meta(extra_json_schema={"$ref": "urn:axiomatrix:witness-1"})]


@dataclass(frozen=True)
class KnownFailure:
    """A broken claim that is expected, with the witness that shows it."""

    reason: str
    witness: Witness
    until: date | None = None
    """The last day on which the failure is accepted."""

    @property
    def key(self) -> CellKey:
        """What identifies the cell: metric, axiom, its arguments as they stand in the cell, and the space."""
        return CellKey.of(self.witness)

    @property
    def title(self) -> str:
        """Metric and statement, as the reports write it."""
        return f"{self.witness.metric}: {self.key.title}"

    def contradicts(self, statuses: Iterable[str]) -> bool:
        """Whether the failure contradicts one of these claims: else there is nothing to accept."""
        return ("holds" if self.witness.shows == "refutes" else "fails") in statuses

    def is_expired(self, today: date) -> bool:
        """Whether the last day has passed."""
        return self.until is not None and today > self.until

    @property
    def written(self) -> EntryData:
        """As it stands in the file."""
        witness = self.witness
        until = self.until.isoformat() if self.until else None
        place = {name: getattr(witness, name) for name in PLACE}
        return EntryData(**place, reason=self.reason, until=until, witness=witnesses.to_json(witness))

    @classmethod
    def read(cls, data: EntryData, where: str) -> KnownFailure:
        """Read an entry; :class:`BadBaseline` says what is wrong, and with which one."""
        try:
            witness = witnesses.from_json(data.witness)
        except witnesses.BadWitness as error:
            raise BadBaseline(f"{where}: {error}") from None
        if witness.shows not in ("refutes", "shows"):
            raise BadBaseline(f"{where}: the witness must show a failure on the open or the closed space")
        for name in PLACE:
            if getattr(data, name) != getattr(witness, name):
                raise BadBaseline(f"{where}: {name} is not that of its witness")
        try:
            until = None if data.until is None else day(data.until)
        except ValueError as error:
            raise BadBaseline(f"{where}: until: {error}") from None
        return cls(reason_of(data.reason, where), witness, until)


def reason_of(given: str, where: str) -> str:
    """A reason that says something; :class:`BadBaseline` for an empty one or one that is too long."""
    if not given.strip():
        raise BadBaseline(f"{where}: the reason is empty; say why the failure is accepted")
    if len(given) > LONGEST:
        raise BadBaseline(f"{where}: the reason has {len(given):,} characters; at most {LONGEST:,} are taken")
    return given


def day(given: str) -> date:
    """A day written as YYYY-MM-DD; ``ValueError`` for anything else."""
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", given, flags=re.ASCII):
        try:
            return date.fromisoformat(given)
        except ValueError:
            raise ValueError(f"{given!r} is not a day of the calendar") from None
    shown = f"{given!r}"[:80]
    raise ValueError(f"{shown} is not a day; write YYYY-MM-DD, such as 2030-12-31")


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
