"""Premises: what axioms together ask of a table, a table that satisfies it, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from flint import fmpq

from .chains import Chains
from .deciding import (
    Contradiction,
    LinearRow,
    LinearSystem,
    Multipliers,
    SignCases,
    Solution,
    contradicts,
    decide_apart,
)
from .tables import Condition

BEYOND = -1
"""The number of the row that is denied, among those of the premises."""


def row_of(condition: Condition) -> LinearRow:
    """The condition as a row of a system."""
    return LinearRow(condition.terms, condition.constant, condition.op)


@dataclass(frozen=True)
class DeniedRow:
    """A row of a conclusion, and the contradiction to which each way to deny it leads, in the order of negations."""

    condition: Condition
    contradictions: tuple[Contradiction, ...]


@dataclass(frozen=True)
class Counterexample:
    """A table that satisfies the premises and breaks a row of the conclusion."""

    condition: Condition
    solution: Solution


class Premises:
    """The conditions of axioms, each once, loaded into a solver when one is needed."""

    def __init__(self, size: int, conditions: Iterable[Condition]) -> None:
        self.size = size
        self.conditions = list({condition.key: condition for condition in conditions}.values())
        self.rows = [row_of(condition) for condition in self.conditions]
        self._convex = [k for k, row in enumerate(self.rows) if row.op != "!="]
        self._apart = [(k, row) for k, row in enumerate(self.rows) if row.op == "!="]

    @cached_property
    def system(self) -> LinearSystem:
        return LinearSystem(self.size, [self.rows[k] for k in self._convex])

    @cached_property
    def _chains(self) -> Chains:
        return Chains(self.rows)

    @cached_property
    def outcome(self) -> Solution | Contradiction:
        """A table that satisfies the premises, or why there is none."""
        return decide_apart(self.system, (), self._apart, self._convex)

    def imply(self, conclusion: Sequence[Condition]) -> list[DeniedRow] | Counterexample:
        """That every row of the conclusion follows, by a walk or else by a program; or a table that breaks one.

        The premises must be satisfiable.
        """
        proofs: list[DeniedRow] = []
        for condition in conclusion:
            answer = self._walked(condition) or self._programmed(condition)
            if isinstance(answer, Counterexample):
                return answer
            proofs.append(answer)
        return proofs

    def _programmed(self, condition: Condition) -> DeniedRow | Counterexample:
        contradictions = []
        for denied in row_of(condition).negated():
            outcome = decide_apart(self.system, (denied,), self._apart, [*self._convex, BEYOND])
            if isinstance(outcome, Solution):
                return Counterexample(condition, outcome)
            contradictions.append(outcome)
        return DeniedRow(condition, tuple(contradictions))

    def _walked(self, condition: Condition) -> DeniedRow | None:
        contradictions = []
        for denied in row_of(condition).negated():
            (wanted,) = denied.negated() if denied.op != "==" else (None,)
            walk = self._chains.proof(wanted) if wanted is not None else None
            if walk is None:
                return None
            uses = [(BEYOND, fmpq(1)), *((k, fmpq(times)) for k, times in walk)]
            if not contradicts([(denied if k == BEYOND else self.rows[k], times) for k, times in uses]):
                return None
            contradictions.append(Multipliers(tuple(uses)))
        return DeniedRow(condition, tuple(contradictions))


def rows_used(contradiction: Contradiction) -> set[int]:
    """The numbers of the rows that a contradiction is made of."""
    if isinstance(contradiction, SignCases):
        return {contradiction.row} | rows_used(contradiction.above) | rows_used(contradiction.below)
    return {k for k, _ in contradiction.uses}
