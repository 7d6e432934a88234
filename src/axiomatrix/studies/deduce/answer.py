"""What a deduction comes to: cells that are known better, contradictions, doubts, best constants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ...catalogue.theorems import ATTAINS, Theorem
from ...evidence.cell import Cell
from ...evidence.evidence import Extreme
from ...evidence.matrix import Matrix
from ...evidence.verdict import Verdict
from .conditions import keeps
from .facts import Asked, Fact, Grade
from .reading import QUANTITIES, asked_of

Stands = Callable[[Asked, Grade], Fact | None]


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


def answered(
    matrix: Matrix,
    stands: Stands,
    broken: Mapping[Asked, Fact],
    contradictions: Sequence[Contradiction],
    doubts: Iterable[Doubt],
    theorems: tuple[Theorem, ...],
    clauses: int,
) -> Deduction:
    """What the facts say of the cells."""
    rows = {row.name: row for row in matrix.rows if row.exact}
    asked = [(cell, asked_of(cell, rows)) for cell in matrix.cells if cell.metric in rows]
    applicable = [(cell, of) for cell, of in asked if of and cell.evidence.verdict is not Verdict.NOT_APPLICABLE]
    upgrades = [Upgrade(cell, fact) for cell, of in applicable if (fact := _more(cell, of, stands, broken))]
    attained = [(of, fact) for of, fact in broken.items() if of.axiom == ATTAINS]
    constants = [c for cell, of in applicable if cell.evidence.extreme and (c := _beyond(cell, of, attained))]
    ordered = sorted(upgrades, key=lambda u: (not u.fact.broken, -u.fact.grade))
    return Deduction(
        tuple(_minimal(contradictions)), tuple(ordered), tuple(constants), tuple(doubts), theorems, clauses
    )


def _more(cell: Cell, asked: Asked, stands: Stands, broken: Mapping[Asked, Fact]) -> Fact | None:
    """The derived fact that says more than the cell."""
    breaks = broken.get(asked)
    if breaks is not None:
        return breaks if breaks.theorem and cell.evidence.verdict is not Verdict.REFUTED else None
    known = [fact for grade in Grade if grade > Grade.SEARCHED and (fact := stands(asked, grade))]
    if not known or cell.evidence.verdict is Verdict.REFUTED:
        return None
    best = max(known, key=lambda fact: fact.grade)
    return best if best.theorem and best.n >= cell.evidence.settled_up_to else None


def _beyond(cell: Cell, asked: Asked, attained: Iterable[tuple[Asked, Fact]]) -> Constant | None:
    """The best value that the same quantity attains in another cell, if that is beyond the cell's own."""
    extreme, given = cell.evidence.extreme, dict(asked.arguments)
    assert extreme is not None
    best, op = extreme.value, ">" if extreme.sense == "sup" else "<"
    best_fact = None
    for other, fact in attained:
        if (other.metric, other.space) != (asked.metric, asked.space):
            continue
        named = dict(other.arguments)
        same = (named["quantity"], named.get("other")) == (QUANTITIES.get(cell.axiom), given.get("other"))
        if same and keeps(f"v {op} w", {"v": named["value"], "w": best}):
            best, best_fact = named["value"], fact
    return Constant(cell, extreme, best_fact) if best_fact else None


def _minimal(contradictions: Sequence[Contradiction]) -> Iterator[Contradiction]:
    """One of each: not what needs more cells and theorems than another."""
    kept: list[Contradiction] = []
    for contradiction in sorted(contradictions, key=lambda c: (len(c.premises), len(c.chain), c.chain)):
        if not any(other.premises <= contradiction.premises for other in kept):
            kept.append(contradiction)
            yield contradiction
