"""Options: what a check is asked to check, and how far it goes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..evidence.cell import Cell, CellKey, ClaimNote
from ..evidence.evidence import Witness
from ..evidence.pins import Pin, shipped
from ..evidence.verdict import Outcome
from ..methods.profile import Profile, profile_named
from ..model.axiom import Statement
from .given.given import JudgedRun

TIME_LIMIT = 60.0
"""Seconds without a sign of life after which a worker is given up: a safety net, whose striking is a verdict.

Signs of life come between the cases that are decided, at most one a second: a metric may take as long as it likes,
a single call may not.
"""
MEMORY_LIMIT = 4096
"""MiB that a worker may hold."""


@dataclass(frozen=True)
class Limits:
    """What a worker may take: seconds without a sign of life, and MiB."""

    time: float = TIME_LIMIT
    memory: int = MEMORY_LIMIT


@dataclass(frozen=True)
class Options:
    """What to check and how far to go."""

    metrics: tuple[str, ...] = ()
    axioms: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    profile: str = "default"
    seed: int = 0
    use_pins: bool = True
    files: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    """Installed distributions whose registered metrics are loaded (see :func:`catalogue.load_entry_points`)."""
    libraries: tuple[str, ...] = ()
    """Libraries whose metrics are checked (see :mod:`adapters`); then only those, unless ``metrics`` says otherwise."""
    time_limit: float = TIME_LIMIT
    memory_limit: int = MEMORY_LIMIT
    given: JudgedRun | None = None
    """A user's lists, over which the axioms are asked instead of over all lists."""
    max_n: int | None = None
    """The largest number of items that any method searches, if not the profile's."""
    witnesses: tuple[Witness, ...] = ()
    """Stored witnesses (of a baseline) that are replayed before anything else is tried; like pins they never decide."""

    def profile_(self) -> Profile:
        """The budgets of the profile; an unknown name raises with the nearest one."""
        profile = profile_named(self.profile)
        return profile if self.max_n is None else profile.up_to(self.max_n)

    def wants(self, statement: Statement, claims: tuple[ClaimNote, ...]) -> bool:
        """Whether the statement is selected."""
        if self.axioms and statement.axiom.id not in self.axioms:
            return False
        return not self.sources or any(
            claim.source in self.sources or claim.source.rstrip("0123456789") in self.sources for claim in claims
        )

    def shows(self, cell: Cell) -> bool:
        """Whether a cell of an axiom that is not applicable belongs in the matrix."""
        return cell.axiom in self.axioms if self.axioms else not self.sources

    def replayed_first(self) -> dict[CellKey, Pin]:
        """The witnesses that are decided again before anything is searched: the pins, and those that are named here."""
        pins = dict(shipped()) if self.use_pins and self.given is None else {}
        for witness in self.witnesses:
            key = CellKey.of(witness)  # whether it is the smallest is not for a file to say
            pins[key] = Pin(key, Outcome.BROKEN, replace(witness, smallest=witness.n == 1))
        return pins
