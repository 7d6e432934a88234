"""Expectations: outcomes that are stored and accepted, each with its witness and a reason, and their one file format.

The catalogue ships a file of them for what its sources claim; a user keeps one of the failures that are known. They
never decide: their witnesses are replayed before anything is searched, and what a run finds is compared with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from .cell import Cell, CellKey
from .evidence import Evidence, Witness
from .files import by_line, write
from .formats import Format, Record
from .rules import SHOWS, otherwise_stated
from .verdict import Outcome, Verdict

NAME = "axiomatrix-baseline.json"
"""The user's file unless another is named."""
MAX_BYTES = 20_000_000
MAX_EXPECTATIONS = 20_000
MAX_REASON = 2_000
"""Characters of a reason."""


class BadExpectations(ValueError):
    """A file that is not one of expectations, with what is wrong with it."""


class Expectation(Cell, kw_only=True):
    """A cell whose outcome is accepted, with no more of its evidence than the verdict and the witness.

    A refutation that follows from other cells has its derivation in place of a witness.
    """

    reason: Annotated[
        str,
        Meta(description="Why the outcome is accepted.", extra_json_schema={"pattern": "\\S", "maxLength": MAX_REASON}),
    ] = ""
    until: Annotated[date | None, Meta(description="The last day on which it is.")] = None

    @classmethod
    def of(cls, cell: Cell, reason: str = "", until: date | None = None) -> Expectation:
        """Reduce a cell to what is expected of it from now on."""
        whole = cell.evidence
        derivation = whole.derivation if whole.verdict is Verdict.REFUTED else None
        evidence = Evidence(whole.verdict, witness=whole.witness, sought=whole.sought, derivation=derivation)
        key = (cell.metric, cell.axiom, cell.arguments, cell.space)
        return cls(*key, claims=cell.claims, evidence=evidence, reason=reason, until=until)

    @property
    def witness(self) -> Witness | None:
        """The instance to replay, if there is one."""
        return self.evidence.witness

    def is_expired(self, today: date) -> bool:
        """Return whether the last day has passed."""
        return self.until is not None and today > self.until


class ExpectationList(Record):
    """A baseline."""

    expectations: Annotated[list[Expectation], Meta(max_length=MAX_EXPECTATIONS)]


EXPECTATIONS = Format(
    "axiomatrix-expectations-1",
    "baseline",
    ExpectationList,
    "Outcomes that are accepted, with their witnesses; sorted by metric, axiom, arguments and space, each cell once.",
    BadExpectations,
    MAX_BYTES,
)


@dataclass(frozen=True)
class Expectations:
    """The expectations of a user's file, in its order."""

    entries: tuple[Expectation, ...] = ()
    path: Path = Path(NAME)

    @property
    def by_key(self) -> dict[CellKey, Expectation]:
        """The expectations by the cell that they are about."""
        return {entry.key: entry for entry in self.entries}

    @property
    def witnesses(self) -> tuple[Witness, ...]:
        """The stored witnesses, for the engine to replay first."""
        return tuple(entry.witness for entry in self.entries if entry.witness is not None)

    def outcomes(self, today: date) -> dict[CellKey, Outcome]:
        """The outcomes that are accepted today, for a matrix to expect."""
        return {entry.key: entry.outcome for entry in self.entries if not entry.is_expired(today)}

    def save(self) -> None:
        """Write the file, whole or not at all; ``OSError`` as the system says it."""
        write(self.path, dumps(self.entries))


def dumps(entries: Iterable[Expectation]) -> str:
    """Write expectations as the content of their file: a line each, sorted, so that a difference shows what changed."""
    return by_line(EXPECTATIONS.data(ExpectationList(sorted(entries, key=lambda entry: entry.key))))


def from_data(data: Any) -> tuple[Expectation, ...]:
    """Read what :func:`dumps` wrote; :class:`BadExpectations` says what is wrong with anything else."""
    entries = tuple(EXPECTATIONS.taken(data).expectations)
    places: dict[CellKey, int] = {}
    for k, entry in enumerate(entries):
        if wrong := otherwise_stated(data["expectations"][k], entry) or _problem(entry):
            raise BadExpectations(f"expectations[{k}]: {wrong}")
        if entry.key in places:
            title = f"{entry.metric}: {entry.title}"[:200]
            raise BadExpectations(f"expectations {places[entry.key] + 1} and {k + 1} are about the same cell: {title}")
        places[entry.key] = k
    return entries


def _problem(entry: Expectation) -> str:
    """Say what is wrong with an expectation that no type can say; empty if nothing is."""
    witness = entry.witness
    if entry.expected is not None:
        return "what it expects is its outcome; leave out expected"
    if witness is not None and CellKey.of(witness) != entry.key:
        return "its witness is about another cell"
    if witness is not None and witness.shows != SHOWS.get(entry.evidence.verdict):
        return f"its witness {witness.shows}, and the verdict is {entry.evidence.verdict}"
    if entry.outcome is not Outcome.BROKEN:
        return ""
    if witness is None and entry.evidence.derivation is None:
        return "a broken claim needs the witness or the derivation that breaks it"
    return reason_problem(entry.reason)


def reason_problem(reason: str) -> str:
    """Say what is wrong with the reason for accepting a broken claim; empty if nothing is."""
    if not reason.strip():
        return "the reason is empty; say why the failure is accepted"
    if len(reason) > MAX_REASON:
        return f"the reason has {len(reason):,} characters; at most {MAX_REASON:,} are allowed"
    return ""


def read(path: Path) -> Expectations:
    """Read a user's file; :class:`BadExpectations` for anything that is none.

    Whether a witness is the smallest is not for a file to say.
    """
    try:
        entries = EXPECTATIONS.read(path, from_data)
    except BadExpectations as error:
        hint = "" if path.exists() else '; axiomatrix baseline write FILE.py --reason "..." makes one'
        raise BadExpectations(f"{error}{hint}") from None
    return Expectations(tuple(map(_unsized, entries)), path)


def _unsized(entry: Expectation) -> Expectation:
    witness = entry.witness
    if witness is None or witness.smallest is (witness.n == 1):
        return entry
    return replace(entry, evidence=replace(entry.evidence, witness=replace(witness, smallest=witness.n == 1)))


@lru_cache(maxsize=1)
def shipped() -> Mapping[CellKey, Expectation]:
    """Read the expectations that ship with the catalogue."""
    with resources.as_file(resources.files(__package__).joinpath("catalogue_expectations.json")) as path:
        entries = EXPECTATIONS.read(path, from_data)
    return MappingProxyType({entry.key: entry for entry in entries})


def expected_of_catalogue(cells: Iterable[Cell]) -> list[Expectation]:
    """Reduce the declared cells of a run of the catalogue to the expectations that ship."""
    expectations = []
    for cell in cells:
        if cell.claims:
            sources = ", ".join(dict.fromkeys(claim.source for claim in cell.claims if claim.status == "holds"))
            broken = cell.outcome is Outcome.BROKEN
            expectations.append(Expectation.of(cell, f"a false claim of {sources}" if broken else ""))
    return expectations
