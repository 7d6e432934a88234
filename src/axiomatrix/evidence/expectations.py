"""Expectations: stored outcomes that are accepted, each with its witness and a reason, and their file format.

The catalogue ships a file with the outcomes of the claims of its sources (:func:`shipped`), and users keep one with
their known failures (:class:`Expectations`, a *baseline*). Expectations never decide a cell. Their witnesses are
replayed (decided again) before any search, and the outcomes of a run are compared with them (:func:`compare_run`). An
expectation is *stale* if its metric is gone or its claims have changed, and *met* if its outcome is the present one and
is accepted today. ``axiomatrix baseline`` judges expectations without a run (:func:`status_alone`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from importlib import resources
from io import StringIO
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from ..model.registry import Registry, Unknown
from .cell import Cell, CellKey, ClaimNote
from .evidence import Evidence, Witness
from .fault import raise_if_ours
from .files import json_by_entry, write
from .formats import Format, Record
from .instance import Changed
from .judgement import Change, judge_change
from .rules import SHOWS, outcome_problem
from .safe import visible
from .verdict import Outcome, Verdict
from .witness import BadWitness, replay

NAME = "axiomatrix-baseline.json"
"""Default name of the user's file."""
MAX_BYTES = 20_000_000
"""Most bytes of a file."""
MAX_EXPECTATIONS = 20_000
"""Most expectations of a file."""
MAX_REASON = 2_000
"""Most characters of a reason."""


class BadExpectations(ValueError):
    """Error for a file that does not hold expectations; the message says why."""


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
        """Reduce a cell to the outcome that is expected from now on."""
        full = cell.evidence  # with everything that a run records
        derivation = full.derivation if full.verdict is Verdict.REFUTED else None
        reduced = Evidence(full.verdict, witness=full.witness, sought=full.sought, derivation=derivation)
        return cls(
            metric=cell.metric,
            axiom=cell.axiom,
            arguments=cell.arguments,
            space=cell.space,
            claims=cell.claims,
            evidence=reduced,
            reason=reason,
            until=until,
        )

    @property
    def witness(self) -> Witness | None:
        """The instance to replay, if there is one."""
        return self.evidence.witness

    def is_expired(self, today: date) -> bool:
        """Return whether the last day on which the outcome is accepted has passed."""
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
        """The outcomes that are accepted today, by cell, for :meth:`Matrix.expect`."""
        return {entry.key: entry.outcome for entry in self.entries if not entry.is_expired(today)}

    def save(self) -> None:
        """Write the file atomically; ``OSError`` comes from the system."""
        write(self.path, dumps(self.entries))


def dumps(entries: Iterable[Expectation]) -> str:
    """Write expectations as the content of their file: a line each, sorted, so that a difference shows what changed."""
    return json_by_entry(EXPECTATIONS.data(ExpectationList(sorted(entries, key=lambda entry: entry.key))))


def from_data(data: Any) -> tuple[Expectation, ...]:
    """Decode the content of a file (see :func:`dumps`); :class:`BadExpectations` if it is invalid."""
    entries = tuple(EXPECTATIONS.decode(data).expectations)
    index_of: dict[CellKey, int] = {}
    for k, entry in enumerate(entries):
        if problem := outcome_problem(data["expectations"][k], entry) or _problem_of(entry):
            raise BadExpectations(f"expectations[{k}]: {problem}")
        if entry.key in index_of:
            title = f"{entry.metric}: {entry.title}"[:200]
            raise BadExpectations(
                f"expectations {index_of[entry.key] + 1} and {k + 1} are about the same cell: {title}"
            )
        index_of[entry.key] = k
    return entries


def _problem_of(entry: Expectation) -> str:
    """Describe the first problem of an expectation that its types do not exclude; empty if there is none."""
    witness = entry.witness
    if entry.expected is not None:
        return "leave out 'expected': the outcome is what is expected"
    if witness is not None and CellKey.of(witness) != entry.key:
        return "its witness is about another cell"
    if witness is not None and witness.shows != SHOWS.get(entry.evidence.verdict):
        return f"its witness {witness.shows}, but the verdict is {entry.evidence.verdict}"
    if entry.outcome is not Outcome.BROKEN:  # nothing else needs a reason to be accepted
        return ""
    if witness is None and entry.evidence.derivation is None:
        return "a broken claim needs the witness or the derivation that breaks it"
    return reason_problem(entry.reason)


def reason_problem(reason: str) -> str:
    """Describe the problem with the reason for accepting a broken claim; empty if it is valid."""
    if not reason.strip():
        return "the reason is empty; say why the failure is accepted"
    if len(reason) > MAX_REASON:
        return f"the reason has {len(reason):,} characters; at most {MAX_REASON:,} are allowed"
    return ""


def read(path: Path) -> Expectations:
    """Read a user's file; :class:`BadExpectations` for any other file.

    A file is not trusted to say that a witness is the smallest. Only size 1 is known to be.
    """
    try:
        entries = EXPECTATIONS.read(path, from_data)
    except BadExpectations as error:
        hint = "" if path.exists() else '; axiomatrix baseline write FILE.py --reason "..." creates it'
        raise BadExpectations(f"{error}{hint}") from None
    return Expectations(tuple(map(_without_stated_smallest, entries)), path)


def _without_stated_smallest(entry: Expectation) -> Expectation:
    """Ignore the file's field ``smallest``: the witness counts as smallest only at size 1."""
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


@dataclass(frozen=True)
class ExpectationStatus:
    """An expectation with its comparison to the present."""

    expectation: Expectation
    change: Change
    """How the cell has changed since it was accepted."""
    why: str
    """Reason for the change, or for accepting the outcome if nothing changed."""
    met: bool
    """Whether the outcome is the accepted one, and is accepted today."""
    expired: bool = False
    """Whether the outcome is no longer accepted, as its last day has passed."""

    @property
    def text(self) -> str:
        """One line: the cell, how it has changed, and why."""
        state: str = self.change
        if self.expired:
            state = "expired"
        elif self.change == "same":
            state = "as expected"
        return visible(f"{self.expectation.metric}: {self.expectation.title}: {state}: {self.why}")


def replay_problem(witness: Witness, registry: Registry) -> str:
    """Return why a stored witness no longer shows its verdict; empty if it still does."""
    try:
        with redirect_stdout(StringIO()):
            again = replay(witness, registry)
    except (BadWitness, Unknown) as error:
        return f"it no longer fits the metric: {error}"
    except Exception as error:  # a definition may raise anything, and then the witness does not stand
        if not isinstance(error, Changed):  # which we raise ourselves where a definition changes its answer
            raise_if_ours(error)
        return f"the definition raised {type(error).__name__}: {error}"
    return "" if again.stands else f"now {again.sides}; stored {witness.lhs} {witness.op} {witness.rhs}"


def status_alone(entry: Expectation, registry: Registry, today: date) -> ExpectationStatus:
    """Judge an expectation by its claim and its witness, without a search."""
    if status := _judge_stale(entry, registry):
        return status
    if entry.witness is not None and (why := replay_problem(entry.witness, registry)):
        return ExpectationStatus(entry, "better", f"the stored witness no longer stands: {why}", met=False)
    return _judge_accepted(entry, today)


def status_beside(entry: Expectation, cell: Cell, today: date) -> ExpectationStatus:
    """Compare an expectation with the cell that a run decided."""
    if cell.outcome is entry.outcome:
        stored, new = entry.witness, cell.evidence.witness
        has_other_witness = False
        if stored is not None and new is not None:
            has_other_witness = (stored.instance, stored.parameters) != (new.instance, new.parameters)
        return _judge_accepted(entry, today, has_other_witness=has_other_witness)
    # An expectation does not record its definition, which may have been edited since.
    judgement = judge_change(entry, cell, edited=True)
    details = f"{judgement.why} ({cell.status.text})"
    return ExpectationStatus(entry, judgement.change, details, met=False)


def _judge_stale(entry: Expectation, registry: Registry) -> ExpectationStatus | None:
    """Judge an expectation whose metric is gone or whose claims have changed its outcome; None for any other."""
    if entry.metric not in registry.metrics:  # an exact look-up: as an alias the name could find another metric
        return ExpectationStatus(entry, "gone", f"nothing that was loaded registers {entry.metric}", met=False)
    claims = tuple(
        ClaimNote(claim.status, claim.source.id, claim.source.wording)
        for claim in registry.metric(entry.metric).claims
        if CellKey.of_statement(entry.metric, claim.statement, entry.space) == entry.key
    )
    claimed_now = replace(entry, claims=claims)
    if claimed_now.outcome is entry.outcome:
        return None
    judgement = judge_change(entry, claimed_now, edited=False)  # the evidence is the same; only the claims differ
    return ExpectationStatus(entry, judgement.change, judgement.why, met=False)


def _judge_accepted(entry: Expectation, today: date, *, has_other_witness: bool = False) -> ExpectationStatus:
    """Judge an outcome that is the accepted one, though perhaps by another instance than the stored witness."""
    change: Change = "other witness" if has_other_witness else "same"
    if entry.is_expired(today):
        why = f"accepted until {entry.until}, which has passed: {entry.reason}"
        return ExpectationStatus(entry, change, why, met=False, expired=True)
    advice = "; the run found another witness: axiomatrix baseline write FILE.py stores it"
    return ExpectationStatus(entry, change, entry.reason + (advice if has_other_witness else ""), met=True)


def compare_run(
    expectations: Expectations, cells: Iterable[Cell], registry: Registry, today: date
) -> list[ExpectationStatus]:
    """Compare expectations with a run; an expectation whose cell was not checked is judged only if it is stale."""
    decided = {cell.key: cell for cell in cells if cell.outcome is not Outcome.NOT_APPLICABLE}
    statuses: list[ExpectationStatus] = []
    for entry in expectations.entries:
        if entry.key in decided:
            statuses.append(status_beside(entry, decided[entry.key], today))
        elif stale := _judge_stale(entry, registry):
            statuses.append(stale)
    return statuses


def summary_lines(expectations: Expectations, statuses: Iterable[ExpectationStatus]) -> list[str]:
    """Summarise how many expectations a run met, then list the others, with advice."""
    judged = list(statuses)
    met = sum(status.met for status in judged)
    unchecked_count = len(expectations.entries) - len(judged)
    unchecked = f", {unchecked_count} not checked" if unchecked_count else ""
    lines = [f"{expectations.path}: {met} of {len(expectations.entries)} expectations are met{unchecked}"]
    lines += [f"  {status.text}" for status in judged if not status.met or status.change != "same"]
    if any(not status.met and not status.expired for status in judged):
        lines.append("  axiomatrix baseline prune FILE.py drops the entries that are no longer needed")
    return lines
