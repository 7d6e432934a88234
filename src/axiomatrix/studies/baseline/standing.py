"""What has become of the entries of a baseline: by their witnesses alone, or beside the cells of a run."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import redirect_stdout
from dataclasses import dataclass
from datetime import date
from io import StringIO
from typing import Literal

from ...evidence.cell import Cell, CellKey
from ...evidence.instance import Changed, raise_if_ours
from ...evidence.safe import visible
from ...evidence.verdict import Outcome
from ...evidence.witness import BadWitness, replay
from ...model.registry import Registry, Unknown
from .file import Baseline, KnownFailure

State = Literal[
    "stands",
    "another instance",
    "expired",
    "does not stand",
    "unknown",
    "not claimed",
    "unexpected pass",
    "not decided",
]
NOT_CLAIMED = "the metric does not claim the contrary any more, so that there is nothing to accept"


@dataclass(frozen=True)
class FailureStanding:
    """An entry, and what has become of it."""

    entry: KnownFailure
    state: State
    why: str

    @property
    def is_fine(self) -> bool:
        """Whether the failure is there, and is accepted."""
        return self.state in ("stands", "another instance")

    @property
    def text(self) -> str:
        """On one line: the cell, its state, and why."""
        return f"{self.entry.title}: {self.state}: {self.why}"


def standing(entry: KnownFailure, registry: Registry, today: date) -> FailureStanding:
    """Decide the stored witness of an entry again, by the definition alone."""
    stale = _stale(entry, registry)
    if stale is not None and stale.state == "unknown":
        return stale
    try:
        with redirect_stdout(StringIO()):
            again = replay(entry.witness, registry)
    except Unknown as error:
        return FailureStanding(entry, "unknown", str(error))
    except BadWitness as error:
        return FailureStanding(entry, "does not stand", f"it does not fit the metric any more: {error}")
    except Exception as error:  # a definition may raise anything; here that is an answer
        if not isinstance(error, Changed):
            raise_if_ours(error)
        return FailureStanding(entry, "does not stand", f"the definition raised {type(error).__name__}: {error}")
    if not again.stands:
        stored = entry.witness
        now = f"now {again.sides}; stored {stored.lhs} {stored.op} {stored.rhs}"
        return FailureStanding(entry, "does not stand", now)
    return stale or _accepted(entry, today)


def _stale(entry: KnownFailure, registry: Registry) -> FailureStanding | None:
    """An entry about a metric that is gone, or that claims the contrary no more; None of what is still to accept."""
    name, space = entry.key.metric, entry.key.space
    if name not in registry.metrics:  # what its name is read for elsewhere is another metric
        return FailureStanding(entry, "unknown", f"nothing that was loaded registers {name}")
    claims = registry.metric(name).claims
    about = (claim.status for claim in claims if CellKey.asked(name, claim.statement, space) == entry.key)
    return None if entry.contradicts(about) else FailureStanding(entry, "not claimed", NOT_CLAIMED)


def _accepted(entry: KnownFailure, today: date) -> FailureStanding:
    """A failure that is there, and is accepted unless the last day has passed."""
    if entry.is_expired(today):
        return FailureStanding(entry, "expired", f"accepted until {entry.until}: {entry.reason}")
    return FailureStanding(entry, "stands", entry.reason)


def beside(entry: KnownFailure, cell: Cell, today: date) -> FailureStanding:
    """An entry beside the cell that it is about, as a run decided it, the stored witness first."""
    if cell.outcome is Outcome.BROKEN:
        shown, stored = cell.evidence.witness, entry.witness
        is_same = shown and (shown.instance, shown.parameters) == (stored.instance, stored.parameters)
        if is_same or entry.is_expired(today):
            return _accepted(entry, today)
        why = f"{entry.reason}; the stored witness does not show it any more: baseline write keeps the new one"
        return FailureStanding(entry, "another instance", why)
    if cell.outcome is Outcome.UNRESOLVED:
        return FailureStanding(entry, "not decided", f"{cell.status.word}: {cell.evidence.reason or cell.status.reach}")
    if not entry.contradicts(claim.status for claim in cell.claims):
        return FailureStanding(entry, "not claimed", NOT_CLAIMED)
    return FailureStanding(
        entry,
        "unexpected pass",
        f"the stored witness does not stand any more, and no counterexample is found ({cell.status.reach})",
    )


def compared(
    baseline: Baseline, cells: Iterable[Cell], today: date
) -> tuple[list[FailureStanding], list[KnownFailure]]:
    """The entries beside the cells of a run; and those about which the run says nothing."""
    decided = {cell.key: cell for cell in cells if cell.outcome is not Outcome.NOT_APPLICABLE}
    standings = [beside(entry, decided[entry.key], today) for entry in baseline.entries if entry.key in decided]
    return standings, [entry for entry in baseline.entries if entry.key not in decided]


def accounted(baseline: Baseline, cells: Iterable[Cell], registry: Registry, today: date) -> list[str]:
    """What a run says of the entries: those that do not stand as they are, one a line, and how many of all are there.

    An entry about what was not checked is stale if no metric of that name is registered, or none that claims it.
    """
    standings, elsewhere = compared(baseline, cells, today)
    unclaimed = [stale for entry in elsewhere if (stale := _stale(entry, registry)) is not None]
    lines = [visible(status.text) for status in (*standings, *unclaimed) if status.state != "stands"]
    fine = sum(status.is_fine for status in standings)
    rest = f", {len(elsewhere)} are about what was not checked" if elsewhere else ""
    return [*lines, f"{baseline.path}: {fine} of {len(baseline.entries)} accepted failures are there{rest}"]
