"""Premises: what axioms together ask of a table, a table that satisfies it, and what follows from it.

Most axioms compare two values of a table, or a value with 0 or 1. What follows from such conditions alone is a walk
from the smaller value to the larger one. A walk is looked for first, since it is found faster than by a program, and a
reader can follow it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from flint import fmpq

from .deciding import (
    Contradiction,
    LinearRow,
    LinearSystem,
    Multipliers,
    SignCases,
    Solution,
    contradicts,
    decide_with_inequations,
)
from .tables import Condition

ZERO, ONE = -1, -2
"""Stand for the numbers 0 and 1 among the unknowns."""


class ChainStep(NamedTuple):
    """A value is at least the one before it: by a row, or by a row turned around."""

    to: int
    row: int
    times: int
    strict: bool


def ends_of(row: LinearRow) -> tuple[int, int] | None:
    """The smaller and the larger side where the row says that one value is at least another; None for other rows."""
    coefficients = dict(row.terms)
    if len(row.terms) == 2 and sorted(coefficients.values()) == [-1, 1] and not row.constant:
        (low,) = (k for k, c in row.terms if c < 0)
        (high,) = (k for k, c in row.terms if c > 0)
        return low, high
    if len(row.terms) == 1:
        ((unknown, c),) = row.terms
        if c == 1 and row.constant in (0, -1):
            return (ZERO if row.constant == 0 else ONE), unknown
        if c == -1 and row.constant in (0, 1):
            return unknown, (ZERO if row.constant == 0 else ONE)
    return None


class Chains:
    """The walks along these rows."""

    def __init__(self, rows: Sequence[LinearRow]) -> None:
        self._steps: dict[int, list[ChainStep]] = {}
        self._walks: dict[int, dict[tuple[int, bool], tuple[tuple[int, bool], ChainStep]]] = {}
        for number, row in enumerate(rows):
            ends = ends_of(row)
            if ends is not None and row.op != "!=":
                low, high = ends
                self._steps.setdefault(low, []).append(ChainStep(high, number, 1, row.op == ">"))
                if row.op == "==":
                    self._steps.setdefault(high, []).append(ChainStep(low, number, -1, False))

    def proof(self, row: LinearRow) -> list[tuple[int, int]] | None:
        """Rows by number with multipliers whose sum is this row, or is stricter; None if no walk gives it."""
        ends = ends_of(row)
        if ends is None or row.op not in (">=", ">"):
            return None
        start, end = ends
        reached = self._from(start)
        goals = [(end, True)] if row.op == ">" else [(end, False), (end, True)]
        state = next((goal for goal in goals if goal in reached), None)
        if state is None:
            return None
        used: dict[int, int] = {}
        while state != (start, False):
            state, step = reached[state]
            used[step.row] = used.get(step.row, 0) + step.times
        return [(number, times) for number, times in used.items() if times]

    def _from(self, start: int) -> dict[tuple[int, bool], tuple[tuple[int, bool], ChainStep]]:
        """By value that is reached, and whether strictly, the state before and the step from there."""
        if start not in self._walks:
            begin = (start, False)
            reached: dict[tuple[int, bool], tuple[tuple[int, bool], ChainStep]] = {}
            queue = deque([begin])
            while queue:
                at = queue.popleft()
                for step in self._steps.get(at[0], ()):
                    to = (step.to, at[1] or step.strict)
                    if to not in reached and to != begin:
                        reached[to] = at, step
                        queue.append(to)
            self._walks[start] = reached
        return self._walks[start]


# --- premises ---

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
        return decide_with_inequations(self.system, (), self._apart, self._convex)

    def imply(self, conclusion: Sequence[Condition]) -> list[DeniedRow] | Counterexample:
        """Prove every row of the conclusion, by a walk or else by a program; or return a table that breaks one.

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
            outcome = decide_with_inequations(self.system, (denied,), self._apart, [*self._convex, BEYOND])
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
