"""State of a user's expectations, from a replay of their witnesses alone or from the cells of a run."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import redirect_stdout
from dataclasses import dataclass
from datetime import date
from io import StringIO

from msgspec.structs import replace

from ..model.registry import Registry, Unknown
from .blame import raise_if_ours
from .cell import Cell, CellKey, ClaimNote
from .evidence import Witness
from .expectations import Expectation, Expectations
from .instance import Changed
from .judgement import Change, compare
from .safe import visible
from .verdict import Outcome
from .witness import BadWitness, replay


@dataclass(frozen=True)
class ExpectationStatus:
    """An expectation, and what has become of it."""

    expectation: Expectation
    change: Change
    why: str
    met: bool
    """Whether the outcome is the accepted one, and is accepted today."""
    expired: bool = False

    @property
    def text(self) -> str:
        """On one line: the cell, what has become of it, and why."""
        state = "expired" if self.expired else "as expected" if self.change == "same" else self.change
        return visible(f"{self.expectation.metric}: {self.expectation.title}: {state}: {self.why}")


def replay_problem(witness: Witness, registry: Registry) -> str:
    """Say why a stored witness no longer shows what it did; empty if it still does."""
    try:
        with redirect_stdout(StringIO()):
            again = replay(witness, registry)
    except (BadWitness, Unknown) as error:
        return f"it does not fit the metric any more: {error}"
    except Exception as error:  # a definition may raise anything; here that is an answer
        if not isinstance(error, Changed):
            raise_if_ours(error)
        return f"the definition raised {type(error).__name__}: {error}"
    return "" if again.stands else f"now {again.sides}; stored {witness.lhs} {witness.op} {witness.rhs}"


def status_alone(entry: Expectation, registry: Registry, today: date) -> ExpectationStatus:
    """Judge an expectation by its claim and its witness, without a search."""
    if stale := _stale(entry, registry):
        return stale
    if entry.witness is not None and (why := replay_problem(entry.witness, registry)):
        return ExpectationStatus(entry, "better", f"the stored witness does not stand any more: {why}", met=False)
    return _as_accepted(entry, today)


def status_beside(entry: Expectation, cell: Cell, today: date) -> ExpectationStatus:
    """Judge an expectation beside the cell that a run decided, the stored witness first."""
    judgement = compare(entry, cell, edited=True)
    shown, stored = cell.evidence.witness, entry.witness
    if cell.outcome is entry.outcome:
        moved = stored and shown and (stored.instance, stored.parameters) != (shown.instance, shown.parameters)
        return _as_accepted(entry, today, moved=bool(moved))
    details = f"{judgement.why} ({cell.status.text})"
    return ExpectationStatus(entry, judgement.change, details, met=False)


def _stale(entry: Expectation, registry: Registry) -> ExpectationStatus | None:
    """Judge an expectation whose metric is gone or whose claim was changed; None if neither is so."""
    if entry.metric not in registry.metrics:  # what its name is read for elsewhere is another metric
        return ExpectationStatus(entry, "gone", f"nothing that was loaded registers {entry.metric}", met=False)
    claims = tuple(
        ClaimNote(claim.status, claim.source.id, claim.source.wording)
        for claim in registry.metric(entry.metric).claims
        if CellKey.asked(entry.metric, claim.statement, entry.space) == entry.key
    )
    claimed_now = replace(entry, claims=claims)
    if claimed_now.outcome is entry.outcome:
        return None
    return ExpectationStatus(entry, *compare(entry, claimed_now, edited=False), met=False)


def _as_accepted(entry: Expectation, today: date, *, moved: bool = False) -> ExpectationStatus:
    """Judge an outcome that is the accepted one, by another instance than the stored one if it has ``moved``."""
    change: Change = "other witness" if moved else "same"
    if entry.is_expired(today):
        why = f"accepted until {entry.until}, which has passed: {entry.reason}"
        return ExpectationStatus(entry, change, why, met=False, expired=True)
    stale = "; the stored witness does not show it any more: expectations write keeps the new one" if moved else ""
    return ExpectationStatus(entry, change, entry.reason + stale, met=True)


def compare_run(
    expectations: Expectations, cells: Iterable[Cell], registry: Registry, today: date
) -> list[ExpectationStatus]:
    """Judge the expectations beside a run; one about what was not checked is judged only if it is stale."""
    decided = {cell.key: cell for cell in cells if cell.outcome is not Outcome.NOT_APPLICABLE}
    statuses = (
        status_beside(entry, decided[entry.key], today) if entry.key in decided else _stale(entry, registry)
        for entry in expectations.entries
    )
    return [status for status in statuses if status is not None]


def summary_lines(expectations: Expectations, statuses: Iterable[ExpectationStatus]) -> list[str]:
    """Say how many expectations a run met, then each that is not plainly met, with what to do about it."""
    judged = list(statuses)
    met = sum(status.met for status in judged)
    rest = len(expectations.entries) - len(judged)
    unchecked = f", {rest} are about what was not checked" if rest else ""
    lines = [f"{expectations.path}: {met} of {len(expectations.entries)} expectations are met{unchecked}"]
    lines += [f"  {status.text}" for status in judged if not status.met or status.change != "same"]
    if any(not status.met and not status.expired for status in judged):
        lines.append("  axiomatrix baseline prune FILE.py drops those that are not needed any more")
    return lines
