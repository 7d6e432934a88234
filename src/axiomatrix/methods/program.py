"""Exact linear programs: solved in floats by HiGHS, then the basis that it ends with is solved in rationals.

The question is always the same: over a polyhedral cone, the least value of

    (l(x) + sum of a_k |m_k(x)|) / d(x)        where d(x) > 0, all a_k > 0

with l, m_k, d linear. Its dual asks for the largest c, multipliers ``|s_k| <= a_k`` and ``mu_j >= 0`` with

    l + sum of s_k m_k - c d  =  sum of mu_j facet_j        (an identity of linear forms),

and this is what is solved: it has few rows, its solution is the certificate, and the prices of its rows are the worst
point. Nothing of the float solution is kept but which columns are basic; both sides are then checked in rationals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np
from flint import fmpq, fmpz_mat

from ..numbers.exact import rational
from ..numbers.forms import CONSTANT, Atom, Linear, coprime

if TYPE_CHECKING:
    import highspy

Row = tuple[tuple[int, int], ...]
"""A linear form that is not negative on the cone: pairs of entry number and whole coefficient."""


@dataclass(frozen=True)
class Cone:
    """The points of ``size`` coordinates at which no facet is negative; it lies among the non-negative points."""

    size: int
    facets: tuple[Row, ...]

    def cut(self, *further: Row) -> Cone:
        """The part of the cone on which further forms are not negative."""
        return Cone(self.size, (*self.facets, *further))

    def row(self, linear: Linear) -> Row:
        """A linear form as a row: coprime whole coefficients, the constant term with the last coordinate."""
        places = (self.size - 1 if k == CONSTANT else k for k in linear)
        return tuple(zip(places, coprime(linear.values())[0], strict=True))


@dataclass(frozen=True)
class Optimum:
    """The least value, a point that attains it, and the multipliers that prove it; all rational."""

    value: Any
    point: tuple[Any, ...]
    signs: tuple[Any, ...]
    """``s_k``, in the order of the atoms."""
    multipliers: tuple[tuple[int, Any], ...]
    """``mu_j`` by the number of the facet, where it is not zero."""


class Unsolved(ArithmeticError):
    """The float solver did not end with a basis that is optimal in rationals; counted as undecided."""


class NoOptimum(Unsolved):
    """The float solver found the program without an optimum; that is not a verdict, and has to be decided exactly."""


_QUIET: dict[str, Any] = {"output_flag": False, "presolve": "off", "solver": "simplex", "threads": 1}
_SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"simplex_strategy": 1, "primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    {"simplex_strategy": 4, "primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    {"presolve": "on", "primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
)
"""Settings tried in turn, until the basis that the solver ends with stands in rationals."""


@cache
def _solver() -> highspy.Highs:
    import highspy

    return highspy.Highs()  # type: ignore[no-untyped-call]  # highspy is typed but for this


@cache
def _columns(cone: Cone) -> tuple[list[int], list[int], list[float]]:
    """The facets as negated columns: where each starts, row numbers, coefficients."""
    starts: list[int] = []
    rows: list[int] = []
    values: list[float] = []
    for facet in cone.facets:
        starts.append(len(rows))
        for k, c in facet:
            if not 0 <= k < cone.size:  # the solver would write outside of its memory
                raise ValueError(f"a facet names entry {k}; the entries are numbered 0 to {cone.size - 1}")
            rows.append(k)
            values.append(-float(c))
    return starts, rows, values


def least_ratio(linear: Linear, atoms: Sequence[tuple[Atom, Any]], denominator: Linear, cone: Cone) -> Optimum:
    """The least value of ``(linear + sum a |m|) / denominator`` over the cone, exactly.

    Coefficients are whole or rational; entries are numbered ``0 .. cone.size - 1``, a constant term counts for the
    last one. Raises :class:`NoOptimum` where floats see none, and :class:`Unsolved` where the exact check fails.
    """
    import highspy

    program = _Program.of(linear, atoms, denominator, cone)
    statuses: list[highspy.HighsModelStatus] = []
    for settings in _SETTINGS:
        try:
            status, basis = program.float_basis(settings)
        except OverflowError:
            raise Unsolved("a coefficient is too large for the float solver") from None
        if basis is not None:
            optimum = program.exact(basis)
            if optimum is not None:
                return optimum
        elif status == highspy.HighsModelStatus.kInfeasible:
            raise NoOptimum("infeasible")
        statuses.append(status)
    status_names = ", ".join(str(status).split(".")[-1] for status in statuses)
    none = highspy.HighsModelStatus
    if all(s in (none.kInfeasible, none.kUnbounded, none.kUnboundedOrInfeasible) for s in statuses):
        raise NoOptimum(status_names)
    raise Unsolved(f"no exact basis; the float solver said {status_names}")


def proof(
    linear: Linear, atoms: Sequence[tuple[Atom, Any]], cone: Cone
) -> tuple[tuple[Any, ...], tuple[tuple[int, Any], ...]]:
    """Multipliers that prove ``linear + sum a |m| >= 0`` on the cone; :class:`Unsolved` if none are found."""
    program = _Program.of(linear, atoms, {}, cone)
    for settings in _SETTINGS:
        _, basis = program.float_basis(settings, free=False)
        solved = None if basis is None else program.solved(basis)
        if solved is not None:
            return solved.signs, solved.multipliers
    raise Unsolved("no exact multipliers were found")


def _whole(linear: Linear, scale: int, size: int) -> dict[int, int]:
    return {(size - 1 if k == CONSTANT else k): int(rational(c * scale).p) for k, c in linear.items()}


_Basis = tuple[list[int], list[int], list[int]]
"""Which columns and which rows are basic, and which nonbasic columns lie at their upper bound."""


@dataclass(frozen=True)
class _Program:
    """The question with whole coefficients: those of the numerator and of the denominator times ``scale``."""

    numerator: Mapping[int, int]
    weighted: Sequence[tuple[Mapping[int, int], int]]
    """The form of each atom, and its weight."""
    divisor: Mapping[int, int]
    cone: Cone
    scale: int

    @classmethod
    def of(cls, linear: Linear, atoms: Sequence[tuple[Atom, Any]], denominator: Linear, cone: Cone) -> _Program:
        scale = lcm(*(int(rational(c).q) for c in (*linear.values(), *denominator.values(), *(a for _, a in atoms))))
        weighted = [(_whole(dict(atom), 1, cone.size), int(rational(a * scale).p)) for atom, a in atoms]
        return cls(_whole(linear, scale, cone.size), weighted, _whole(denominator, scale, cone.size), cone, scale)

    def float_basis(
        self, settings: Mapping[str, Any], *, free: bool = True
    ) -> tuple[highspy.HighsModelStatus, _Basis | None]:
        """Which columns and rows are basic at the float optimum, and at which bound each nonbasic column lies.

        The first column is c; where it is not ``free`` it is 0, and nothing is maximised.
        """
        import highspy

        infinity = highspy.kHighsInf
        first = [{k: -c for k, c in self.divisor.items()}, *(form for form, _ in self.weighted)]
        starts: list[int] = []
        rows: list[int] = []
        values: list[float] = []
        for column in first:
            starts.append(len(rows))
            rows += column.keys()
            values += map(float, column.values())
        facet_starts, facet_rows, facet_values = _columns(self.cone)
        shift = len(rows)
        bounds = [float(a) for _, a in self.weighted]
        lp = highspy.HighsLp()
        lp.num_col_ = len(first) + len(self.cone.facets)
        lp.num_row_ = self.cone.size
        cost = np.zeros(lp.num_col_)
        cost[0] = -1.0 if free else 0.0
        lp.col_cost_ = cost
        lower, upper = np.zeros(lp.num_col_), np.full(lp.num_col_, infinity)
        lower[0], upper[0] = (-infinity, infinity) if free else (0.0, 0.0)
        lower[1 : len(first)] = [-a for a in bounds]
        upper[1 : len(first)] = bounds
        lp.col_lower_, lp.col_upper_ = lower, upper
        right = np.zeros(self.cone.size)
        for k, c in self.numerator.items():
            right[k] = -c
        lp.row_lower_ = lp.row_upper_ = right
        lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        lp.a_matrix_.start_ = np.array([*starts, *(s + shift for s in facet_starts), shift + len(facet_rows)])
        lp.a_matrix_.index_ = np.array(rows + facet_rows)
        lp.a_matrix_.value_ = np.array(values + facet_values, dtype=np.float64)
        solver = _solver()
        solver.clear()
        for name, value in {**_QUIET, **settings}.items():
            solver.setOptionValue(name, value)
        solver.passModel(lp)
        solver.run()
        status = solver.getModelStatus()
        if status != highspy.HighsModelStatus.kOptimal:
            return status, None
        basis = solver.getBasis()
        basic = highspy.HighsBasisStatus.kBasic
        at_upper = highspy.HighsBasisStatus.kUpper
        columns = [k for k, s in enumerate(basis.col_status) if s == basic]
        slacks = [k for k, s in enumerate(basis.row_status) if s == basic]
        raised = [k for k, s in enumerate(list(basis.col_status)[: len(first)]) if s == at_upper]
        return status, (columns, slacks, raised)

    def exact(self, basis: _Basis) -> Optimum | None:
        """The optimum of a basis, both sides checked in rationals; None if it is not optimal."""
        solved = self.solved(basis) if 0 in basis[0] else None
        return solved if solved is not None and self._attains(solved.point, solved.value) else None

    def solved(self, basis: _Basis) -> Optimum | None:
        """The basis solved in rationals, its prices as the point; None if the multipliers exceed their bounds."""
        columns, slacks, raised = basis
        size, shift = self.cone.size, 1 + len(self.weighted)
        if len(columns) + len(slacks) != size:
            return None
        matrix = [0] * (size * size)
        price = [0] * size
        for place, column in enumerate(columns):
            if column == 0:
                price[place] = 1
                for k, c in self.divisor.items():
                    matrix[k * size + place] = -c
            elif column < shift:
                for k, c in self.weighted[column - 1][0].items():
                    matrix[k * size + place] = c
            else:
                for k, c in self.cone.facets[column - shift]:
                    matrix[k * size + place] = -c
        for place, slack in enumerate(slacks, len(columns)):
            matrix[slack * size + place] = 1
        right = [0] * size
        for k, c in self.numerator.items():
            right[k] = -c
        signs: list[Any] = [fmpq(0)] * len(self.weighted)
        for k, (form, a) in enumerate(self.weighted):
            if k + 1 not in columns:  # at one of its bounds
                bound = a if k + 1 in raised else -a
                signs[k] = fmpq(bound)
                for entry, c in form.items():
                    right[entry] -= bound * c
        square = fmpz_mat(size, size, matrix)
        try:
            solution = square.solve(fmpz_mat(size, 1, right))
            prices = square.transpose().solve(fmpz_mat(size, 1, price))
        except ZeroDivisionError:
            return None
        value = fmpq(0)
        multipliers = []
        for place, column in enumerate(columns):
            multiplier = solution[place, 0]
            if column == 0:
                value = multiplier
            elif column < shift:
                if abs(multiplier) > self.weighted[column - 1][1]:
                    return None
                signs[column - 1] = multiplier
            elif multiplier < 0:
                return None
            elif multiplier != 0:
                multipliers.append((column - shift, multiplier))
        if any(solution[place, 0] != 0 for place in range(len(columns), size)):
            return None
        return Optimum(
            value,
            tuple(-prices[k, 0] for k in range(size)),
            tuple(sign / self.scale for sign in signs),
            tuple((j, mu / self.scale) for j, mu in multipliers),
        )

    def _attains(self, point: Sequence[Any], value: Any) -> bool:
        """Whether the point lies in the cone and has the value: what makes the multipliers optimal."""
        common = lcm(*(int(x.q) for x in point))
        whole = [int((x * common).p) for x in point]
        if any(sum(c * whole[k] for k, c in facet) < 0 for facet in self.cone.facets):
            return False

        def at(form: Mapping[int, int]) -> int:
            return sum(c * whole[k] for k, c in form.items())

        below = at(self.divisor)
        above = at(self.numerator) + sum(a * abs(at(form)) for form, a in self.weighted)
        return below == common and above == value * below
