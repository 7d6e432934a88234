"""Premises: the conditions of axioms on a table, a table that satisfies them, and the conditions that they imply.

A *table* is a metric on few items with an unknown for each value (:mod:`.tables`). Most axioms compare two values of a
table, or a value with 0 or 1. Such conditions are edges of a graph, from the smaller side to the larger. A walk in the
graph proves that the value at its end is at least the value at its beginning: x <= y and y <= z prove x <= z. A walk is
tried before a linear program: it is found faster, and a reader can follow it. :mod:`.asking` and :mod:`.lattice` use
:class:`Premises`.
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
"""Vertices for the numbers 0 and 1; the vertices of the unknowns are numbered from 0."""


class ChainStep(NamedTuple):
    """An edge of the graph: the value at its end is at least (or, if strict, above) the value at its beginning."""

    to: int
    row: int
    """The number of the row that says so."""
    multiplier: int
    """1, or -1 for an equation that is turned around."""
    is_strict: bool


VertexState = tuple[int, bool]
"""(vertex, whether a strict edge was passed on the way to it)."""


def ends_of(row: LinearRow) -> tuple[int, int] | None:
    """Return the (smaller, larger) vertex of a row that compares two values, or one with 0 or 1; None for others."""
    coefficients = dict(row.terms)
    if len(row.terms) == 2 and sorted(coefficients.values()) == [-1, 1] and not row.constant:
        (low,) = (k for k, c in row.terms if c < 0)
        (high,) = (k for k, c in row.terms if c > 0)
        return low, high
    if len(row.terms) == 1:
        ((unknown, c),) = row.terms
        if c == 1 and row.constant in (0, -1):  # x >= 0 or x - 1 >= 0
            return (ZERO if row.constant == 0 else ONE), unknown
        if c == -1 and row.constant in (0, 1):  # -x >= 0 or 1 - x >= 0
            return unknown, (ZERO if row.constant == 0 else ONE)
    return None


class Chains:
    """The graph of these rows, and the shortest walks in it; rows that compare no two vertices are left out."""

    def __init__(self, rows: Sequence[LinearRow]) -> None:
        self._steps: dict[int, list[ChainStep]] = {}
        """The edges by the vertex at which they begin."""
        self._walks: dict[int, dict[VertexState, tuple[VertexState, ChainStep]]] = {}
        """The results of :meth:`_walks_from`, by vertex."""
        for number, row in enumerate(rows):
            ends = ends_of(row)
            if ends is not None and row.op != "!=":
                low, high = ends
                self._steps.setdefault(low, []).append(ChainStep(high, number, 1, row.op == ">"))
                if row.op == "==":
                    self._steps.setdefault(high, []).append(ChainStep(low, number, -1, False))

    def proof(self, row: LinearRow) -> list[tuple[int, int]] | None:
        """Return pairs (row number, multiplier) whose sum is this row or a stricter one; None if no walk proves it."""
        ends = ends_of(row)
        if ends is None or row.op not in (">=", ">"):
            return None
        start, end = ends
        last_steps = self._walks_from(start)
        end_states = [(end, True)] if row.op == ">" else [(end, False), (end, True)]  # > needs a strict edge
        state = next((end_state for end_state in end_states if end_state in last_steps), None)
        if state is None:
            return None
        multipliers: dict[int, int] = {}
        while state != (start, False):  # back along the walk
            state, step = last_steps[state]
            multipliers[step.row] = multipliers.get(step.row, 0) + step.multiplier
        return [(number, multiplier) for number, multiplier in multipliers.items() if multiplier]

    def _walks_from(self, start: int) -> dict[VertexState, tuple[VertexState, ChainStep]]:
        """Return (state before, last step) for each state that a walk from the vertex reaches, found breadth first."""
        if start not in self._walks:
            first_state = (start, False)
            last_steps: dict[VertexState, tuple[VertexState, ChainStep]] = {}
            queue = deque([first_state])
            while queue:
                state = queue.popleft()
                vertex, is_strict = state
                for step in self._steps.get(vertex, ()):
                    next_state = (step.to, is_strict or step.is_strict)
                    if next_state not in last_steps and next_state != first_state:
                        last_steps[next_state] = state, step
                        queue.append(next_state)
            self._walks[start] = last_steps
        return self._walks[start]


# --- premises ---

BEYOND = -1
"""The number, in a contradiction, of the row that denies the conclusion; the premises' rows are numbered from 0."""


def row_of(condition: Condition) -> LinearRow:
    """Return the condition as a row of a linear system."""
    return LinearRow(condition.terms, condition.constant, condition.op)


@dataclass(frozen=True)
class DeniedRow:
    """A condition of the conclusion, and the contradictions that prove it: one for each row of its negation."""

    condition: Condition
    contradictions: tuple[Contradiction, ...]
    """In the order of :meth:`.deciding.LinearRow.negated`: two for an equation, else one."""


@dataclass(frozen=True)
class Counterexample:
    """A table that satisfies the premises and breaks a condition of the conclusion."""

    condition: Condition
    solution: Solution


class Premises:
    """The conditions of axioms, each once; a row has the number of its condition."""

    def __init__(self, size: int, conditions: Iterable[Condition]) -> None:
        self.size = size
        self.conditions = list({condition.key: condition for condition in conditions}.values())
        self.rows = [row_of(condition) for condition in self.conditions]
        self._convex = [k for k, row in enumerate(self.rows) if row.op != "!="]  # numbers of rows
        self._inequations = [(k, row) for k, row in enumerate(self.rows) if row.op == "!="]

    @cached_property
    def system(self) -> LinearSystem:
        """The convex rows in a solver, which is loaded only if a question needs it."""
        return LinearSystem(self.size, [self.rows[k] for k in self._convex])

    @cached_property
    def _chains(self) -> Chains:
        return Chains(self.rows)

    @cached_property
    def outcome(self) -> Solution | Contradiction:
        """A table that satisfies the premises, or a contradiction between them."""
        return decide_with_inequations(self.system, (), self._inequations, self._convex)

    def imply(self, conclusion: Sequence[Condition]) -> list[DeniedRow] | Counterexample:
        """Prove every condition of the conclusion, by a walk or else by a program; or return a table that breaks one.

        The premises must be satisfiable.
        """
        proofs: list[DeniedRow] = []
        for condition in conclusion:
            answer = self._prove_by_walk(condition) or self._decide_by_program(condition)
            if isinstance(answer, Counterexample):
                return answer
            proofs.append(answer)
        return proofs

    def _decide_by_program(self, condition: Condition) -> DeniedRow | Counterexample:
        """Decide the premises together with each row that denies the condition."""
        contradictions = []
        for denied in row_of(condition).negated():
            outcome = decide_with_inequations(self.system, (denied,), self._inequations, [*self._convex, BEYOND])
            if isinstance(outcome, Solution):
                return Counterexample(condition, outcome)
            contradictions.append(outcome)
        return DeniedRow(condition, tuple(contradictions))

    def _prove_by_walk(self, condition: Condition) -> DeniedRow | None:
        """Prove the condition by walks; None if no walks do.

        For each row that denies the condition, a walk proves its negation; the two add up to a contradiction. An
        equation takes two walks. A condition != is denied by an equation, whose negation no walk proves.
        """
        contradictions = []
        for denied in row_of(condition).negated():
            if denied.op == "==":
                return None
            (negation,) = denied.negated()
            walk = self._chains.proof(negation)
            if walk is None:
                return None
            uses = [(BEYOND, fmpq(1)), *((k, fmpq(multiplier)) for k, multiplier in walk)]
            rows = [(denied if k == BEYOND else self.rows[k], multiplier) for k, multiplier in uses]
            if not contradicts(rows):  # the exact check, as for what a program finds
                return None
            contradictions.append(Multipliers(tuple(uses)))
        return DeniedRow(condition, tuple(contradictions))


def rows_used(contradiction: Contradiction) -> set[int]:
    """Return the numbers of the rows that a contradiction uses."""
    if isinstance(contradiction, SignCases):
        return {contradiction.row} | rows_used(contradiction.above) | rows_used(contradiction.below)
    return {k for k, _ in contradiction.uses}
