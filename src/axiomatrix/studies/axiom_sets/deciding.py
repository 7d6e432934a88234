"""Decide linear conditions exactly: values that satisfy them, or multipliers whose sum is a contradiction.

:mod:`.implying` uses it: there the unknowns are the values of a metric on few items, and the conditions are what axioms
require. For instance x_0 >= x_1, x_1 > 0 and x_0 == 0 contradict each other: x_0 - x_1 >= 0, x_1 > 0 and -x_0 == 0
add up to 0 > 0. The idea is one linear program, whose optimum is either 1 or 0.

1. An unknown h multiplies the constant of every condition, which makes the conditions homogeneous. A slack t is
   subtracted from the left side of each strict condition, and h >= t. The program maximises t <= 1 in floats. A
   solution with t > 0 can be scaled up to t = 1, as the conditions are homogeneous.
2. If t = 1, then h > 0, and the unknowns divided by h are a solution.
3. If t = 0, the dual values are multipliers. In the sum of the conditions, each times its multiplier, the unknowns
   cancel and leave a false statement, such as 0 > 0 or -1 >= 0 (Motzkin's transposition theorem).
4. Floats only propose. Values and multipliers are rounded to simple fractions and checked exactly.

A condition ``!=`` is not convex. It is satisfiable together with convex ones if *some* solution of these satisfies it,
and a mixture of such solutions satisfies all conditions ``!=`` at once.
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
"""A float of the solver that is nearer than this to a whole number counts as that number; so a multiplier may be 0."""


class NoExactAnswer(ArithmeticError):
    """The solver fails, or nothing that it proposes passes the exact check: the question stays undecided."""


class LinearRow(NamedTuple):
    """A linear condition on unknowns x_0, x_1 ...: ``sum of c_k x_k + constant  op  0``."""

    terms: tuple[tuple[int, int], ...]
    """Pairs (k, c_k) of the number of an unknown and its coefficient."""
    constant: int
    op: str
    """>=, > or ==; in :func:`decide` also !=."""

    def at(self, values: Sequence[Any]) -> Any:
        """Return the left side at these values of the unknowns."""
        return sum((c * values[k] for k, c in self.terms), start=fmpq(self.constant))

    def holds(self, values: Sequence[Any]) -> bool:
        """Return whether the values satisfy the row."""
        left = self.at(values)
        return bool({">=": left >= 0, ">": left > 0, "==": left == 0, "!=": left != 0}[self.op])

    def negated(self) -> list[LinearRow]:
        """Return the row that holds exactly where this one fails; for == the two rows > 0 and < 0."""
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
    """By the number of the unknown; exact rationals."""


@dataclass(frozen=True)
class Multipliers:
    """Rows with multipliers: the sum of the rows, each times its multiplier, is a contradiction."""

    uses: tuple[tuple[int, Any], ...]
    """Pairs (number of a row, its multiplier)."""


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
    """Convex conditions on ``size`` unknowns, loaded into a solver once; each program adds a few rows to them.

    The solver's columns are the unknowns, then h and t. Its first row is h >= t, so that row k of the conditions is its
    row k + 1. ``highspy`` is imported late everywhere: it takes a while to load.
    """

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
        """Decide the conditions together with ``extra`` rows, which are numbered after the others.

        The rows are deleted again, and the solver starts from its last basis the next time. Raises
        :class:`NoExactAnswer`.
        """
        import highspy

        for row in extra:
            columns, coefficients, upper = self._entries(row)
            arrays = np.array(columns, dtype=np.int32), np.array(coefficients, dtype=float)
            self._highs.addRow(0.0, upper, len(columns), *arrays)
        self._highs.run()
        status, point = self._highs.getModelStatus(), self._highs.getSolution()
        primal, dual = list(point.col_value), list(point.row_dual)  # by column and by row of the solver
        if extra:
            first_extra = len(self.rows) + 1
            self._highs.deleteRows(len(extra), np.arange(first_extra, first_extra + len(extra), dtype=np.int32))
        if status != highspy.HighsModelStatus.kOptimal:
            raise NoExactAnswer(f"the solver ended with {status}")
        rows = [*self.rows, *extra]
        t = primal[-1]  # 0 or 1, up to rounding
        answer = self._solution(primal, rows) if t > 0.5 else self._multipliers(dual, rows)
        if answer is None:
            raise NoExactAnswer("the result of the solver does not hold in exact arithmetic")
        return answer

    def _entries(self, row: LinearRow) -> tuple[list[int], list[float], float]:
        """Return the row for the solver: (columns, coefficients, upper bound); the lower bound is 0."""
        import highspy

        columns, coefficients = [k for k, _ in row.terms], [float(c) for _, c in row.terms]
        if row.constant:
            columns.append(self.size)
            coefficients.append(float(row.constant))
        if row.op == ">":
            columns.append(self.size + 1)
            coefficients.append(-1.0)
        return columns, coefficients, 0.0 if row.op == "==" else highspy.kHighsInf

    def _model(self) -> highspy.HighsLp:
        """Return the program over the unknowns, h and t: minimise -t, with t <= 1 and all rows."""
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
        """Round the values of the unknowns and h to a solution; None if no rounding satisfies all rows exactly."""
        for max_denominator in DENOMINATORS:
            *values, h = (_simple(x, max_denominator) for x in primal[: self.size + 1])
            if h > 0:
                point = tuple(x / h for x in values)
                if all(row.holds(point) for row in rows):
                    return Solution(point)
        return None

    def _multipliers(self, dual: Sequence[float], rows: Sequence[LinearRow]) -> Multipliers | None:
        """Round the dual values to multipliers; None if no rounding is a contradiction.

        The first dual value is that of h >= t, which is none of the conditions.
        """
        for max_denominator in DENOMINATORS:
            uses = tuple((k, _simple(y, max_denominator)) for k, y in enumerate(dual[1:]) if abs(y) > ROUNDING_NOISE)
            if contradicts([(rows[k], y) for k, y in uses]):
                return Multipliers(uses)
        return None


def _simple(value: float, max_denominator: int) -> Any:
    """Round a float to a fraction with a small denominator."""
    nearest = round(value)
    if abs(value - nearest) < ROUNDING_NOISE:
        return fmpq(nearest)
    number = Fraction(value).limit_denominator(max_denominator)
    return fmpq(number.numerator, number.denominator)


def contradicts(uses: Sequence[tuple[LinearRow, Any]]) -> bool:
    """Return whether the rows, each times its multiplier, add up to a contradiction such as 0 > 0 or -1 >= 0."""
    coefficients: dict[int, Any] = {}
    constant, is_strict = fmpq(0), False
    for row, multiplier in uses:
        if row.op == "!=" or (multiplier < 0 and row.op != "=="):
            return False  # only an equation may be turned around
        is_strict = is_strict or (row.op == ">" and multiplier != 0)
        constant += multiplier * row.constant
        for k, c in row.terms:
            coefficients[k] = coefficients.get(k, 0) + multiplier * c
    return not any(coefficients.values()) and bool(constant < 0 or (constant == 0 and is_strict))


def decide(size: int, rows: Sequence[LinearRow]) -> Solution | Contradiction:
    """Return values of ``size`` unknowns that satisfy the rows, or a contradiction."""
    convex = [k for k, row in enumerate(rows) if row.op != "!="]
    system = LinearSystem(size, [rows[k] for k in convex])
    inequations = [(k, row) for k, row in enumerate(rows) if row.op == "!="]
    return decide_with_inequations(system, (), inequations, convex)


def decide_with_inequations(
    system: LinearSystem,
    extra: Sequence[LinearRow],
    inequations: Sequence[tuple[int, LinearRow]],
    numbers: Sequence[int],
) -> Solution | Contradiction:
    """Decide a system together with ``extra`` rows and with ``inequations``, pairs (number, row ``!=``).

    A contradiction names each row by the caller's number: ``numbers`` lists the system's rows, then the
    extra rows. If the caller's rows 0 and 2 are convex and row 1 is ``!=``, the numbers are [0, 2]. A caller that
    denies a conclusion passes the denial as the extra row, and reuses one system for many denials.

    1. Solve the convex rows. A contradiction among them is the answer.
    2. Solve again with each row ``!=`` that the solution breaks as ``> 0`` or ``< 0``. If neither is possible, the two
       contradictions are the answer.
    3. Otherwise mix the two solutions: all but finitely many mixtures satisfy every row that either of them satisfies.

    Two shortcuts before steps 2 and 3 save programs. The answer is right without them.
    """
    convex_solution = system.solve(*extra)
    if isinstance(convex_solution, Multipliers):
        return _renumbered(convex_solution, numbers)
    # Shortcut to step 2: a row about the unknowns of the extra rows comes first. If the extra row denies x < y as
    # x >= y, the row x != y is usually the impossible one.
    unknowns_of_extra = {k for row in extra for k, _ in row.terms}
    is_about_extra = {number: {k for k, _ in row.terms} <= unknowns_of_extra for number, row in inequations}
    inequations = sorted(inequations, key=lambda numbered: is_about_extra[numbered[0]], reverse=True)
    if extra and inequations:
        number, row = inequations[0]
        outcomes = [system.solve(*extra, _side(row, op)) for op in (">", "<")]
        if all(isinstance(outcome, Multipliers) for outcome in outcomes):
            return _sign_cases(number, outcomes, numbers)
    # Shortcut to step 3: usually all broken rows can be positive together, or negative, which takes one program.
    solution = convex_solution
    for op in (">", "<"):
        broken = [row for _, row in inequations if not row.holds(solution.values)]
        if len(broken) > 1:  # for a single one the next loop is as fast
            other_side = system.solve(*extra, *(_side(row, op) for row in broken))
            if isinstance(other_side, Solution):
                solution = _mixed(solution, other_side, [*system.rows, *extra, *(row for _, row in inequations)])
    # Steps 2 and 3 for the rows that are left, one by one.
    for number, row in inequations:
        if row.holds(solution.values):
            continue
        outcomes = []
        for op in (">", "<"):
            other_side = system.solve(*extra, _side(row, op))
            if isinstance(other_side, Solution):
                satisfied = [other for _, other in inequations if other.holds(solution.values)]
                solution = _mixed(solution, other_side, [*system.rows, *extra, row, *satisfied])
                break
            outcomes.append(other_side)
        else:  # neither side is possible
            return _sign_cases(number, outcomes, numbers)
    return solution


def _sign_cases(number: int, contradictions: Sequence[Any], numbers: Sequence[int]) -> SignCases:
    """Combine the contradictions of a row ``!=`` read as ``> 0`` and as ``< 0``.

    The row ``!=`` was passed to the solver last, so that its number comes behind the others. The row ``< 0`` was solved
    as its negative, so that its multiplier changes its sign.
    """
    above, below = (_renumbered(multipliers, [*numbers, number]) for multipliers in contradictions)
    return SignCases(number, above, Multipliers(tuple((k, -y if k == number else y) for k, y in below.uses)))


def _side(row: LinearRow, op: str) -> LinearRow:
    """Return the row read as ``> 0``, or read as ``< 0`` and written as its negative ``> 0``."""
    sign = 1 if op == ">" else -1
    return LinearRow(tuple((k, sign * c) for k, c in row.terms), sign * row.constant, ">")


def _renumbered(multipliers: Multipliers, numbers: Sequence[int]) -> Multipliers:
    """Return the multipliers with ``numbers[k]`` for row k."""
    return Multipliers(tuple((numbers[k], y) for k, y in multipliers.uses))


def _mixed(first: Solution, second: Solution, rows: Sequence[LinearRow]) -> Solution:
    """Return the first mixture of two solutions that satisfies these rows.

    Each row holds at one of the two at least. A convex row holds at both and so at every mixture, and a row ``!=``
    fails at one mixture at most.
    """
    return next(mixture for mixture in mixtures(first, second) if all(row.holds(mixture.values) for row in rows))


def mixtures(first: Solution, second: Solution) -> Iterator[Solution]:
    """Yield the points at 1/2, 1/3, 1/4 ... of the way from the first solution to the second."""
    for denominator in count(2):
        share = fmpq(1, denominator)
        yield Solution(tuple(x + share * (y - x) for x, y in zip(first.values, second.values, strict=True)))
