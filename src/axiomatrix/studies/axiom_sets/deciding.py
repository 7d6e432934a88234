"""Decide linear conditions: values that satisfy them, or multipliers whose sum is a contradiction.

Every condition is made homogeneous by an unknown h > 0 that multiplies its constant. A slack t is taken off the left
side of each strict condition, and t <= 1 is maximised in floats. Where it comes out as 1, the unknowns divided by h are
a solution. Where it comes out as 0, the dual values are multipliers: the sum of the conditions, each times its own, has
no unknown left and says that a number is positive that is not (Motzkin's transposition). Floats only propose: values
and multipliers are rounded to simple fractions, and checked exactly. A condition ``!=`` is satisfiable together with
convex ones if it holds of *some* solution; mixtures of solutions satisfy all such conditions at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from flint import fmpq

if TYPE_CHECKING:
    import highspy

DENOMINATORS = (1, 2, 60, 5040, 1_000_000)
"""Floats are rounded to fractions with at most these denominators, in turn, until the exact check succeeds."""
ROUNDING_NOISE = 1e-7
"""Floats of the solver that are nearer to a whole number than this are that number."""


class NoExactAnswer(ArithmeticError):
    """No proposal of the solver passes the exact check."""


class LinearRow(NamedTuple):
    """``sum of c_k x_k + constant  op  0``."""

    terms: tuple[tuple[int, int], ...]
    constant: int
    op: str
    """>=, > or ==; in :func:`decide` also !=."""

    def at(self, values: Sequence[Any]) -> Any:
        """Return the left side at these values of the unknowns."""
        return sum((c * values[k] for k, c in self.terms), start=fmpq(self.constant))

    def holds(self, values: Sequence[Any]) -> bool:
        """Return whether the values satisfy it."""
        left = self.at(values)
        return bool({">=": left >= 0, ">": left > 0, "==": left == 0, "!=": left != 0}[self.op])

    def negated(self) -> list[LinearRow]:
        """Return rows of which one holds exactly where this one does not."""
        opposite = tuple((k, -c) for k, c in self.terms), -self.constant
        if self.op == "==":
            return [LinearRow(self.terms, self.constant, ">"), LinearRow(*opposite, ">")]
        if self.op == "!=":
            return [LinearRow(self.terms, self.constant, "==")]
        return [LinearRow(*opposite, ">=" if self.op == ">" else ">")]


@dataclass(frozen=True)
class Solution:
    """Values that satisfy every condition."""

    values: tuple[Any, ...]


@dataclass(frozen=True)
class Multipliers:
    """Row numbers with multipliers: the sum of the rows, each times its multiplier, is a contradiction."""

    uses: tuple[tuple[int, Any], ...]


@dataclass(frozen=True)
class SignCases:
    """A row ``!=``, by its number, that can be neither positive nor negative.

    Each part is a contradiction in which the row is read as ``> 0`` or ``< 0``, with a multiplier of that sign.
    """

    row: int
    above: Multipliers
    below: Multipliers


Contradiction = Multipliers | SignCases


class LinearSystem:
    """Convex conditions on ``size`` unknowns, loaded once; programs differ in a few rows that are added."""

    def __init__(self, size: int, rows: Sequence[LinearRow]) -> None:
        import highspy

        self.size = size
        self.rows = list(rows)
        self._highs = highspy.Highs()  # type: ignore[no-untyped-call]  # highspy is typed but for this
        settings: dict[str, Any] = {"output_flag": False, "presolve": "off", "threads": 1, "solver": "simplex"}
        for name, value in settings.items():
            self._highs.setOptionValue(name, value)
        self._highs.passModel(self._model())

    def solve(self, *extra: LinearRow) -> Solution | Multipliers:
        """Decide the conditions together with further rows, which are numbered after the others."""
        import highspy

        for row in extra:
            keys, values, upper = self._entries(row)
            self._highs.addRow(0.0, upper, len(keys), np.array(keys, dtype=np.int32), np.array(values, dtype=float))
        self._highs.run()
        status, point = self._highs.getModelStatus(), self._highs.getSolution()
        primal, dual = list(point.col_value), list(point.row_dual)
        if extra:
            first = len(self.rows) + 1
            self._highs.deleteRows(len(extra), np.arange(first, first + len(extra), dtype=np.int32))
        if status != highspy.HighsModelStatus.kOptimal:
            raise NoExactAnswer(f"the solver ended with {status}")
        rows = [*self.rows, *extra]
        proposed = self._solution(primal, rows) if primal[-1] > 0.5 else self._multipliers(dual, rows)
        if proposed is None:
            raise NoExactAnswer("what the solver proposed does not stand in exact numbers")
        return proposed

    def _entries(self, row: LinearRow) -> tuple[list[int], list[float], float]:
        import highspy

        keys, values = [k for k, _ in row.terms], [float(c) for _, c in row.terms]
        if row.constant:
            keys.append(self.size)
            values.append(float(row.constant))
        if row.op == ">":
            keys.append(self.size + 1)
            values.append(-1.0)
        return keys, values, 0.0 if row.op == "==" else highspy.kHighsInf

    def _model(self) -> highspy.HighsLp:
        """The rows over the unknowns, h and t; the first row says h >= t."""
        import highspy

        lp, infinity = highspy.HighsLp(), highspy.kHighsInf
        entries = [([self.size, self.size + 1], [1.0, -1.0], infinity), *map(self._entries, self.rows)]
        lp.num_col_, lp.num_row_ = self.size + 2, len(entries)
        lp.col_cost_ = np.array([0.0] * (self.size + 1) + [-1.0])
        lp.col_lower_ = np.full(self.size + 2, -infinity)
        lp.col_upper_ = np.array([infinity] * (self.size + 1) + [1.0])
        lp.row_lower_, lp.row_upper_ = np.zeros(len(entries)), np.array([upper for _, _, upper in entries])
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_ = np.cumsum([0, *(len(keys) for keys, _, _ in entries)])
        lp.a_matrix_.index_ = np.array([k for keys, _, _ in entries for k in keys], dtype=np.int32)
        lp.a_matrix_.value_ = np.array([c for _, values, _ in entries for c in values])
        return lp

    def _solution(self, primal: Sequence[float], rows: Sequence[LinearRow]) -> Solution | None:
        for max_denominator in DENOMINATORS:
            *values, h = (_simple(x, max_denominator) for x in primal[: self.size + 1])
            if h > 0:
                point = tuple(x / h for x in values)
                if all(row.holds(point) for row in rows):
                    return Solution(point)
        return None

    def _multipliers(self, dual: Sequence[float], rows: Sequence[LinearRow]) -> Multipliers | None:
        for max_denominator in DENOMINATORS:
            uses = tuple((k, _simple(y, max_denominator)) for k, y in enumerate(dual[1:]) if abs(y) > ROUNDING_NOISE)
            if contradicts([(rows[k], y) for k, y in uses]):
                return Multipliers(uses)
        return None


def _simple(value: float, max_denominator: int) -> Any:
    nearest = round(value)
    if abs(value - nearest) < ROUNDING_NOISE:
        return fmpq(nearest)
    number = Fraction(value).limit_denominator(max_denominator)
    return fmpq(number.numerator, number.denominator)


def contradicts(uses: Sequence[tuple[LinearRow, Any]]) -> bool:
    """Return whether the rows, each times its multiplier, add up to a contradiction such as 0 > 0 or -1 >= 0."""
    total: dict[int, Any] = {}
    constant, strict = fmpq(0), False
    for row, times in uses:
        if row.op == "!=" or (times < 0 and row.op != "=="):
            return False
        strict = strict or (row.op == ">" and times != 0)
        constant += times * row.constant
        for k, c in row.terms:
            total[k] = total.get(k, 0) + times * c
    return not any(total.values()) and bool(constant < 0 or (constant == 0 and strict))


def decide(size: int, rows: Sequence[LinearRow]) -> Solution | Contradiction:
    """Return values of ``size`` unknowns that satisfy the rows, or a contradiction."""
    convex = [k for k, row in enumerate(rows) if row.op != "!="]
    system = LinearSystem(size, [rows[k] for k in convex])
    inequations = [(k, row) for k, row in enumerate(rows) if row.op == "!="]
    return decide_with_inequations(system, (), inequations, [*convex])


def decide_with_inequations(
    system: LinearSystem,
    extra: Sequence[LinearRow],
    inequations: Sequence[tuple[int, LinearRow]],
    numbers: Sequence[int],
) -> Solution | Contradiction:
    """Decide a system with further rows and with rows ``!=``; ``numbers`` has the numbers of the system's rows.

    1. Solve the convex rows. A contradiction among them is the answer.
    2. Solve again with each row ``!=`` that the solution breaks as ``> 0`` or ``< 0``. If neither is possible, the two
       contradictions are the answer.
    3. Otherwise mix the two solutions: all but finitely many mixtures satisfy every row that either of them satisfies.
    """
    first = system.solve(*extra)
    if isinstance(first, Multipliers):
        return _renumbered(first, numbers)
    unknowns_of_extra = {k for row in extra for k, _ in row.terms}
    inequations = sorted(inequations, key=lambda numbered: not {k for k, _ in numbered[1].terms} <= unknowns_of_extra)
    for number, row in inequations[: 1 if extra else 0]:  # usually this row is the impossible one, if any is
        outcomes = [system.solve(*extra, _side(row, op)) for op in (">", "<")]
        if all(isinstance(outcome, Multipliers) for outcome in outcomes):
            return _sign_cases(number, outcomes, numbers)
    solution = first
    for op in (">", "<"):  # usually all broken rows can be positive together, or negative
        broken = [row for _, row in inequations if not row.holds(solution.values)]
        other_side = system.solve(*extra, *(_side(row, op) for row in broken)) if len(broken) > 1 else first
        if isinstance(other_side, Solution) and other_side is not first:
            solution = _mixed(solution, other_side, [*system.rows, *extra, *(row for _, row in inequations)])
    for number, row in inequations:
        if row.holds(solution.values):
            continue
        outcomes = []
        for op in (">", "<"):
            other_side = system.solve(*extra, _side(row, op))
            if isinstance(other_side, Solution):
                rows = [*system.rows, *extra, row, *(r for _, r in inequations if r.holds(solution.values))]
                solution = _mixed(solution, other_side, rows)
                break
            outcomes.append(other_side)
        else:
            return _sign_cases(number, outcomes, numbers)
    return solution


def _sign_cases(number: int, contradictions: Sequence[Any], numbers: Sequence[int]) -> SignCases:
    """Combine the contradictions of a row ``!=`` read as ``> 0`` and as ``< 0``; it is the last of their rows."""
    above, below = (_renumbered(multipliers, [*numbers, number]) for multipliers in contradictions)
    return SignCases(number, above, Multipliers(tuple((k, -y if k == number else y) for k, y in below.uses)))


def _side(row: LinearRow, op: str) -> LinearRow:
    """Return the row as ``> 0`` or ``< 0``."""
    positive = LinearRow(row.terms, row.constant, ">")
    return positive if op == ">" else positive._replace(op=">=").negated()[0]


def _renumbered(multipliers: Multipliers, numbers: Sequence[int]) -> Multipliers:
    return Multipliers(tuple((numbers[k], y) for k, y in multipliers.uses))


def _mixed(first: Solution, second: Solution, rows: Sequence[LinearRow]) -> Solution:
    """Return the first mixture of two solutions that satisfies these rows; all but finitely many do."""
    return next(mixture for mixture in mixtures(first, second) if all(row.holds(mixture.values) for row in rows))


def mixtures(first: Solution, second: Solution) -> Iterator[Solution]:
    """Yield points between two solutions, in the order of their denominators."""
    for parts in count(2):
        share = fmpq(1, parts)
        yield Solution(tuple(x + share * (y - x) for x, y in zip(first.values, second.values, strict=True)))
