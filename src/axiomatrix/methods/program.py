"""Exact linear programs: solved in floats by HiGHS, after which the basis that it ends with is solved in rationals.

:mod:`.linear` and :mod:`.extremal` use it to find the worst parameter of a metric at fixed rankings. The question is
always the same: over a polyhedral cone, the least value of

    (l(x) + sum of a_k |m_k(x)|) / d(x)        where d(x) > 0, all a_k > 0

with l, m_k, d linear. The ``|m_k|`` are called *atoms*. A *facet* of the cone is a linear form that is not negative on
it, a *row* of numbers (:data:`.solver.Row`). The dual asks for the largest c, multipliers ``|s_k| <= a_k`` and
``mu_j >= 0`` with

    l + sum of s_k m_k - c d  =  sum of mu_j facet_j        (an identity of linear forms).

Such multipliers prove that no value is below c, since ``a_k |m_k| >= s_k m_k`` and no facet is negative on the cone.
The dual is solved: it has few rows (one for each coordinate of x), its solution is the certificate, and the prices of
its rows (the dual variables, up to their sign) are the worst point. The steps are:

1. HiGHS solves the dual in floats. Only the basis of its answer is kept: which columns and rows are basic.
2. The linear system of that basis is solved in rationals, which gives c, the multipliers and the point.
3. Both sides are checked in rationals: the multipliers lie within their bounds, the point lies in the cone, and its
   ratio is c. If anything fails, HiGHS is asked again with other settings, and in the end the case is undecided.

Points have a last coordinate for constant terms (:data:`..numbers.forms.CONSTANT`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING, Any

from flint import fmpq, fmpz_mat

from ..numbers.exact import rational
from ..numbers.forms import CONSTANT, Atom, Linear, coprime
from .solver import Basis, FrontColumn, Row, Solver

if TYPE_CHECKING:
    import highspy

_TIGHT = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"simplex_strategy": 1, **_TIGHT},
    {"simplex_strategy": 4, **_TIGHT},
    {"presolve": "on", **_TIGHT},
)
"""Changes to the settings of a solver that starts without a basis, tried in turn until its basis is optimal exactly.

``simplex_strategy`` is 1 for the dual simplex method and 4 for the primal one.
"""


@dataclass(frozen=True)
class Cone:
    """The points of ``size`` coordinates at which no facet is negative. No point has a negative coordinate."""

    size: int
    facets: tuple[Row, ...]

    def cut(self, *further: Row) -> Cone:
        """Return the part of the cone on which further forms are not negative."""
        return Cone(self.size, (*self.facets, *further))

    def solver(self, *, warm: bool) -> Solver:
        """Return a float solver of programs over the cone; a ``warm`` one starts each from the basis of the last."""
        return Solver(self.size, self.facets, warm=warm)

    def row(self, linear: Linear) -> Row:
        """Return a linear form as a row: coprime whole coefficients, the constant term with the last coordinate."""
        entries = (self.size - 1 if k == CONSTANT else k for k in linear)
        return tuple(zip(entries, coprime(linear.values())[0], strict=True))


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
    """The float solver found no optimum. Floats give no verdict, so the caller has to decide this exactly."""


def least_ratio(
    linear: Linear,
    atoms: Sequence[tuple[Atom, Any]],
    denominator: Linear,
    cone: Cone,
    solver: Solver | None = None,
) -> Optimum:
    """Return the exact least value of ``(linear + sum a |m|) / denominator`` over the cone.

    Coefficients are whole or rational; entries are numbered ``0 .. cone.size - 1``, a constant term counts for the last
    one. A warm ``solver`` is tried first. Raises :class:`NoOptimum` where floats find no optimum, and :class:`Unsolved`
    where the exact check fails.
    """
    import highspy

    program = _Program.of(linear, atoms, denominator, cone)
    cold = cone.solver(warm=False)
    statuses: list[highspy.HighsModelStatus] = []
    attempts = [*([(solver, {})] if solver else []), *((cold, settings) for settings in SETTINGS)]
    for float_solver, settings in attempts:
        try:
            status, basis = program.float_basis(float_solver, settings)
        except OverflowError:
            raise Unsolved("a coefficient is too large for the float solver") from None
        if basis is not None and (optimum := program.exact(basis)) is not None:
            return optimum
        if float_solver is solver:  # the status of a warm solver may stem from the programs before
            continue
        if basis is None and status == highspy.HighsModelStatus.kInfeasible:  # not worth another attempt
            raise NoOptimum("infeasible")
        statuses.append(status)
    status_names = ", ".join(str(status).split(".")[-1] for status in statuses)
    status_of = highspy.HighsModelStatus
    without_optimum = (status_of.kInfeasible, status_of.kUnbounded, status_of.kUnboundedOrInfeasible)
    if all(status in without_optimum for status in statuses):
        raise NoOptimum(status_names)
    raise Unsolved(f"no exact basis; the float solver said {status_names}")


def proof(
    linear: Linear, atoms: Sequence[tuple[Atom, Any]], cone: Cone
) -> tuple[tuple[Any, ...], tuple[tuple[int, Any], ...]]:
    """Return signs and multipliers that prove ``linear + sum a |m| >= 0`` on the cone.

    They are those of :class:`Optimum`. Raises :class:`Unsolved` if none are found. Without a denominator there is
    nothing to maximise: any multipliers that satisfy the identity with c = 0 will do.
    """
    program, solver = _Program.of(linear, atoms, {}, cone), cone.solver(warm=False)
    for settings in SETTINGS:
        _, basis = program.float_basis(solver, settings, free=False)
        solved = None if basis is None else program.solved(basis)
        if solved is not None:
            return solved.signs, solved.multipliers
    raise Unsolved("no exact multipliers were found")


def _whole(linear: Linear, scale: int, size: int) -> dict[int, int]:
    """Return the coefficients times ``scale``, which makes them whole; the constant term belongs to the last entry."""
    return {(size - 1 if k == CONSTANT else k): int(rational(c * scale).p) for k, c in linear.items()}


@dataclass(frozen=True)
class _Program:
    """The question with whole coefficients: numerator and denominator are multiplied by ``scale``.

    Columns are numbered as in :class:`.solver.Basis`: 0 is the value c, then come the multipliers ``s_k`` of the atoms,
    and then the multipliers of the facets.
    """

    numerator: Mapping[int, int]
    weighted: Sequence[tuple[Mapping[int, int], int]]
    """The form m_k of each atom, and its weight a_k."""
    denominator: Mapping[int, int]
    cone: Cone
    scale: int

    @classmethod
    def of(cls, linear: Linear, atoms: Sequence[tuple[Atom, Any]], denominator: Linear, cone: Cone) -> _Program:
        coefficients = (*linear.values(), *denominator.values(), *(a for _, a in atoms))
        scale = lcm(*(int(rational(c).q) for c in coefficients))
        weighted = [(_whole(dict(atom), 1, cone.size), int(rational(a * scale).p)) for atom, a in atoms]
        return cls(_whole(linear, scale, cone.size), weighted, _whole(denominator, scale, cone.size), cone, scale)

    def float_basis(
        self, solver: Solver, settings: Mapping[str, Any], *, free: bool = True
    ) -> tuple[highspy.HighsModelStatus, Basis | None]:
        """Return the status of the solver, and the basis of the float optimum, or None without an optimum.

        The first column is c. Unless ``free``, c is 0 and the program has no objective.
        """
        constant = FrontColumn({k: -c for k, c in self.denominator.items()}, None if free else 0)
        front = [constant, *(FrontColumn(form, a) for form, a in self.weighted)]
        return solver.basis(front, {k: -c for k, c in self.numerator.items()}, settings, maximised=free)

    def exact(self, basis: Basis) -> Optimum | None:
        """Return the optimum of a basis, both sides checked in rationals; None if it is not optimal."""
        solved = self.solved(basis) if 0 in basis.columns else None  # column 0 is c, the value
        return solved if solved is not None and self._attains(solved.point, solved.value) else None

    def solved(self, basis: Basis) -> Optimum | None:
        """Solve a basis in rationals; None if it is singular or its multipliers exceed their bounds.

        Front columns (c and the s_k) outside the basis lie at a bound, which is moved to the right side. The slacks of
        basic rows must come out as 0, since the rows are equations. The transposed system, with the objective as its
        right side, gives the prices of the rows, and these are the point.
        """
        columns, slacks, raised = basis
        size = self.cone.size
        front_count = 1 + len(self.weighted)
        if len(columns) + len(slacks) != size:
            return None
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
        square = self._matrix(columns, slacks)
        objective = [int(column == 0) for column in columns] + [0] * len(slacks)  # c alone is maximised
        try:
            solution = square.solve(fmpz_mat(size, 1, right))
            prices = square.transpose().solve(fmpz_mat(size, 1, objective))
        except ZeroDivisionError:
            return None
        value = fmpq(0)
        multipliers = []
        for position, column in enumerate(columns):
            multiplier = solution[position, 0]
            if column == 0:
                value = multiplier
            elif column < front_count:
                if abs(multiplier) > self.weighted[column - 1][1]:
                    return None
                signs[column - 1] = multiplier
            elif multiplier < 0:
                return None
            elif multiplier != 0:
                multipliers.append((column - front_count, multiplier))
        if any(solution[position, 0] != 0 for position in range(len(columns), size)):
            return None
        return Optimum(
            value,
            tuple(-prices[k, 0] for k in range(size)),
            tuple(sign / self.scale for sign in signs),
            tuple((j, mu / self.scale) for j, mu in multipliers),
        )

    def _matrix(self, columns: Sequence[int], slacks: Sequence[int]) -> fmpz_mat:
        """Return a row for each coordinate, and a column for each basic column and then for each basic slack."""
        size, front_count = self.cone.size, 1 + len(self.weighted)
        matrix = [0] * (size * size)  # row by row
        for position, column in enumerate(columns):
            if column == 0:
                for k, c in self.denominator.items():
                    matrix[k * size + position] = -c
            elif column < front_count:
                for k, c in self.weighted[column - 1][0].items():
                    matrix[k * size + position] = c
            else:
                for k, c in self.cone.facets[column - front_count]:
                    matrix[k * size + position] = -c
        for position, slack in enumerate(slacks, len(columns)):
            matrix[slack * size + position] = 1
        return fmpz_mat(size, size, matrix)

    def _attains(self, point: Sequence[Any], value: Any) -> bool:
        """Return whether the point lies in the cone, has denominator 1 and has the value.

        That shows the multipliers to be optimal. The point is multiplied by the ``common`` denominator of its entries,
        so that everything is computed in whole numbers.
        """
        common = lcm(*(int(x.q) for x in point))
        whole = [int((x * common).p) for x in point]
        if any(sum(c * whole[k] for k, c in facet) < 0 for facet in self.cone.facets):
            return False

        def at(form: Mapping[int, int]) -> int:
            return sum(c * whole[k] for k, c in form.items())

        below = at(self.denominator)
        above = at(self.numerator) + sum(a * abs(at(form)) for form, a in self.weighted)
        return below == common and above == value * below
