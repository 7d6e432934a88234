"""The float solver of linear programs: HiGHS. Only the basis of its answer is used.

:mod:`.program` states the program, and solves the basis in rationals. Its columns are the multipliers of the program.
Programs over one cone have a column for each *facet* of the cone, a linear form that is not negative on it. HiGHS loads
these once. Each program adds a few *front* columns: the value c, and the multipliers ``s_k``. Front columns are
numbered first here. HiGHS keeps them after the columns of the facets, where they can be replaced.

A *warm* solver starts each program from the basis that the last program ended with, by the primal simplex method:
consecutive rankings of a sweep (:mod:`.sweep`) have similar programs. A *cold* one starts without a basis. Which of
several optimal bases a warm solver ends with depends on the programs solved before. Each chunk of a sweep therefore has
its own warm solver, so that its result does not depend on the other chunks.

highspy is imported late, since it is slow to load and only runs with linear programs need it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import highspy

Row = tuple[tuple[int, int], ...]
"""A linear form: pairs of coordinate number, from 0, and whole coefficient. A facet is such a form."""
_COLD: dict[str, Any] = {
    "output_flag": False,
    "presolve": "off",
    "solver": "simplex",
    "threads": 1,
    "simplex_strategy": 1,  # serial dual simplex
    "primal_feasibility_tolerance": 1e-7,
    "dual_feasibility_tolerance": 1e-7,
}
"""Settings of HiGHS for a program that starts without a basis."""
_WARM = {**_COLD, "simplex_strategy": 4}  # primal simplex


class FrontColumn(NamedTuple):
    """A column in front of the facets: the value c of the program, or the multiplier ``s_k`` of an atom."""

    coefficients: Mapping[int, int]
    """By the number of the row, which is the number of a coordinate."""
    bound: int | None
    """The variable lies between -bound and bound; None if it is free."""


class Basis(NamedTuple):
    """A basis of the simplex method: which variables are determined by the equations, the others lying at a bound."""

    columns: list[int]
    """Numbers of the basic columns: the front columns are numbered first, then the facets."""
    rows: list[int]
    """Numbers of the rows whose slack is basic."""
    raised: list[int]
    """Numbers of the front columns that lie at their upper bound."""


@cache
def _shared_highs() -> highspy.Highs:
    """Return the HiGHS instance that cold solvers share; it is cleared before each program."""
    import highspy

    return highspy.Highs()  # type: ignore[no-untyped-call]  # highspy is typed but for this


class Solver:
    """Float solver of programs over the cone of these facets; a ``warm`` one starts from the basis of the last."""

    def __init__(self, size: int, facets: Sequence[Row], *, warm: bool) -> None:
        """``size`` is the number of coordinates of the cone, each with an equation: the rows of the programs."""
        self.size = size
        self.facets = facets
        self.warm = warm
        self._highs: highspy.Highs | None = None
        self._front_count = 0
        """The number of front columns of the last program, which HiGHS keeps after the columns of the facets."""
        self._last_statuses: tuple[list[Any], list[Any]] | None = None
        """The statuses of columns and rows that the last program ended with, in the order of HiGHS."""

    def basis(
        self, front: Sequence[FrontColumn], right: Mapping[int, int], settings: Mapping[str, Any], *, maximised: bool
    ) -> tuple[highspy.HighsModelStatus, Basis | None]:
        """Solve in floats: return the status, and the basis at the optimum if there is one.

        ``right`` has the right side of the equation in each row, 0 where missing. ``settings`` are changes to those of
        a cold solver; with any, the solver starts without a basis. With ``maximised`` the first front column is
        maximised. Otherwise any feasible basis is enough.
        """
        import highspy

        if self._highs is None or not self.warm:
            self._highs, self._front_count = self._load_facets(), 0
        highs = self._highs
        self._replace_front(highs, front, maximised=maximised)
        for k in range(self.size):
            highs.changeRowBounds(k, float(right.get(k, 0)), float(right.get(k, 0)))
        starts_warm = self.warm and not settings and self._last_statuses is not None
        for name, value in (_WARM if starts_warm else {**_COLD, **settings}).items():
            highs.setOptionValue(name, value)
        highs.clearSolver()
        if starts_warm and self._last_statuses is not None:
            highs.setBasis(self._starting_basis(*self._last_statuses, len(front)))
        highs.run()
        status = highs.getModelStatus()
        if status != highspy.HighsModelStatus.kOptimal:
            self._last_statuses = None
            return status, None
        basis = highs.getBasis()
        columns, slacks = list(basis.col_status), list(basis.row_status)
        self._last_statuses = columns, slacks
        basic, at_upper = highspy.HighsBasisStatus.kBasic, highspy.HighsBasisStatus.kUpper
        count = len(self.facets)  # the columns of the facets come first in HiGHS
        in_order = columns[count:] + columns[:count]  # HiGHS has the front columns last, Basis first
        return status, Basis(
            [k for k, s in enumerate(in_order) if s == basic],
            [k for k, s in enumerate(slacks) if s == basic],
            [k for k, s in enumerate(in_order[: len(front)]) if s == at_upper],
        )

    def _load_facets(self) -> highspy.Highs:
        """Return HiGHS with the facets as columns, negated, as in the equations of :mod:`.program`.

        These are ``-c d + sum of s_k m_k - sum of mu_j facet_j = -l``, one equation for each coordinate.
        """
        import highspy

        starts: list[int] = [0]
        rows: list[int] = []
        values: list[float] = []
        for facet in self.facets:
            for k, c in facet:
                if not 0 <= k < self.size:  # the solver would write outside of its memory
                    raise ValueError(f"a facet names entry {k}; the entries are numbered 0 to {self.size - 1}")
                rows.append(k)
                values.append(-float(c))
            starts.append(len(rows))
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = len(self.facets), self.size
        lp.col_cost_ = lp.col_lower_ = np.zeros(len(self.facets))
        lp.col_upper_ = np.full(len(self.facets), highspy.kHighsInf)
        lp.row_lower_ = lp.row_upper_ = np.zeros(self.size)
        lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        lp.a_matrix_.start_, lp.a_matrix_.index_ = np.array(starts), np.array(rows, dtype=np.int32)
        lp.a_matrix_.value_ = np.array(values, dtype=np.float64)
        highs = highspy.Highs() if self.warm else _shared_highs()  # type: ignore[no-untyped-call]  # typed but for this
        highs.clear()
        for name, value in _COLD.items():
            highs.setOptionValue(name, value)
        highs.passModel(lp)
        return highs

    def _replace_front(self, highs: highspy.Highs, front: Sequence[FrontColumn], *, maximised: bool) -> None:
        """Replace the front columns of the last program by these; HiGHS minimises, so a maximised one costs -1."""
        import highspy

        infinity, count = highspy.kHighsInf, len(self.facets)
        starts: list[int] = []
        rows: list[int] = []
        values: list[float] = []
        for column in front:
            starts.append(len(rows))
            rows += column.coefficients.keys()
            values += map(float, column.coefficients.values())
        cost = np.zeros(len(front))
        cost[0] = -1.0 if maximised else 0.0
        upper = np.array([infinity if c.bound is None else float(c.bound) for c in front])
        if self._front_count:
            highs.deleteCols(self._front_count, np.arange(count, count + self._front_count, dtype=np.int32))
        self._front_count = len(front)
        highs.addCols(
            len(front), cost, -upper, upper, len(rows), np.array(starts, dtype=np.int32),
            np.array(rows, dtype=np.int32), np.array(values, dtype=np.float64),
        )  # fmt: skip

    def _starting_basis(self, columns: list[Any], rows: list[Any], front_count: int) -> highspy.HighsBasis:
        """Return the basis that the last program ended with, fitted to this number of front columns.

        ``alien`` tells HiGHS to complete it, since new front columns can make it singular.
        """
        import highspy

        count = len(self.facets)
        # front columns that the last program did not have begin at their lower bound
        front = columns[count:] + [highspy.HighsBasisStatus.kLower] * front_count
        start = highspy.HighsBasis()
        start.col_status = columns[:count] + front[:front_count]
        start.row_status = rows
        start.valid = start.alien = True
        return start
