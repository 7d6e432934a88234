"""One entry of a baseline: a cell that is known to fail, why that is accepted, until when, and its witness."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from ...evidence import witness as witnesses
from ...evidence.cell import CellKey
from ...evidence.evidence import Witness

FIELDS = ("metric", "axiom", "arguments", "space", "reason", "witness")
OPTIONAL = ("until",)
LONGEST = 2_000
"""Characters of a reason."""


class BadBaseline(ValueError):
    """A file that is no baseline, with what is wrong with it."""


@dataclass(frozen=True)
class Entry:
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

    def to_json(self) -> dict[str, Any]:
        """As JSON data (schema: ``entry`` in the baseline's schema)."""
        shown = self.witness
        data: dict[str, Any] = {
            "metric": shown.metric,
            "axiom": shown.axiom,
            "arguments": dict(shown.arguments),
            "space": shown.space,
            "reason": self.reason,
        }
        if self.until is not None:
            data["until"] = self.until.isoformat()
        return {**data, "witness": witnesses.to_json(shown)}

    @classmethod
    def from_json(cls, data: Any, where: str) -> Entry:
        """Read an entry; :class:`BadBaseline` says what is wrong, and with which one."""
        if not isinstance(data, Mapping):
            raise BadBaseline(f"{where}: must be an object")
        missing = [name for name in FIELDS if name not in data]
        unknown = [name for name in data if name not in (*FIELDS, *OPTIONAL)]
        if missing or unknown:
            raise BadBaseline(
                f"{where}: {f'{missing[0]!r} is missing' if missing else f'{unknown[0][:80]!r} is not known'}"
            )
        for name in ("metric", "axiom", "space", "reason"):
            if not isinstance(data[name], str):
                raise BadBaseline(f"{where}: {name} must be a text")
        try:
            witness = witnesses.from_json(data["witness"])
        except witnesses.BadWitness as error:
            raise BadBaseline(f"{where}: {error}") from None
        if witness.shows not in ("refutes", "shows"):
            raise BadBaseline(f"{where}: the witness must show a failure on the open or the closed space")
        if not all(type(value) in (int, str) for value in witness.arguments.values()):
            raise BadBaseline(f"{where}: the witness has an argument that is neither a whole number nor a text")
        for name in ("metric", "axiom", "arguments", "space"):
            if data[name] != getattr(witness, name):
                raise BadBaseline(f"{where}: {name} is not that of its witness")
        return cls(reason_of(data["reason"], where), witness, _day(data.get("until"), where))


def reason_of(given: str, where: str) -> str:
    """A reason that says something; :class:`BadBaseline` for an empty one or one that is too long."""
    if not given.strip():
        raise BadBaseline(f"{where}: the reason is empty; say why the failure is accepted")
    if len(given) > LONGEST:
        raise BadBaseline(f"{where}: the reason has {len(given):,} characters; at most {LONGEST:,} are taken")
    return given


def _day(given: Any, where: str) -> date | None:
    if given is None:
        return None
    try:
        return day(given)
    except ValueError as error:
        raise BadBaseline(f"{where}: until: {error}") from None


def day(given: Any) -> date:
    """A day written as YYYY-MM-DD; ``ValueError`` for anything else."""
    if isinstance(given, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", given, flags=re.ASCII):
        try:
            return date.fromisoformat(given)
        except ValueError:
            raise ValueError(f"{given!r} is not a day of the calendar") from None
    shown = f"{given!r}"[:80]
    raise ValueError(f"{shown} is not a day; write YYYY-MM-DD, such as 2030-12-31")
