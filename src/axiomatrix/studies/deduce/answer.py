"""What a deduction comes to: cells that are known better, contradictions, doubts, best constants."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...catalogue.theorems import Theorem
from ...evidence.cell import Cell
from ...evidence.evidence import Extreme
from .facts import Fact


@dataclass(frozen=True)
class Contradiction:
    """An instance that breaks what stands that far: a cell, a theorem or an axiom is wrong."""

    broken: Fact
    stands: Fact

    @property
    def chain(self) -> list[str]:
        """Both derivations, line by line."""
        return [*self.broken.chain(), "against", *self.stands.chain()]

    @property
    def premises(self) -> frozenset[object]:
        """The cells and theorems of which one is wrong."""
        both = (self.broken, self.stands)
        return frozenset().union(*(fact.cells | fact.theorems for fact in both))


@dataclass(frozen=True)
class Doubt:
    """Statements that nothing is known to break, and of which one fails: a search has not gone far enough."""

    theorem: Theorem
    hopes: tuple[Fact, ...]
    instance: Fact | None
    """What breaks the conclusion; None where they never hold together."""


@dataclass(frozen=True)
class Upgrade:
    """A cell of which the theorems say more than its evidence."""

    cell: Cell
    fact: Fact


@dataclass(frozen=True)
class Constant:
    """A best constant of which another cell knows more."""

    cell: Cell
    extreme: Extreme
    fact: Fact

    @property
    def text(self) -> str:
        """The bound that is known."""
        return replace(self.extreme, value=dict(self.fact.asked.arguments)["value"]).text


@dataclass(frozen=True)
class Deduction:
    """All that follows from a matrix."""

    contradictions: tuple[Contradiction, ...]
    upgrades: tuple[Upgrade, ...]
    constants: tuple[Constant, ...]
    doubts: tuple[Doubt, ...]
    applied: tuple[Theorem, ...]
    """The theorems."""
    clauses: int
    """How many instances of them there are."""
