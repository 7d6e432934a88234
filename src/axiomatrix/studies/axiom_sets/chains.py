"""Chains: that one value is at least another follows from a chain of conditions that compare two values each.

Most axioms compare two values of a table, or a value with 0 or 1. What follows from such conditions alone is a walk
from the smaller value to the larger one. A walk is looked for first, since it is found faster than by a program, and a
reader can follow it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from .deciding import LinearRow

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
