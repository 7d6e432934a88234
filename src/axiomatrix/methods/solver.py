"""The float solver: which columns of a linear program are basic at its optimum, by HiGHS.

Programs over one cone have a column for each facet of it, and a few columns of their own in front. The facets are
loaded once. A warm solver starts each program from the basis that the last one ended with, by the primal simplex
method: orders that follow each other ask similar things. Which of several optimal bases it ends with depends on the
programs solved before, so that a warm solver belongs to one chunk of work. That a basis is optimal is checked by
:mod:`.program`, in rationals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import highspy

Row = tuple[tuple[int, int], ...]
"""A linear form that is not negative on the cone: pairs of entry number and whole coefficient."""
_COLD: dict[str, Any] = {
    "output_flag": False,
    "presolve": "off",
    "solver": "simplex",
    "threads": 1,
    "simplex_strategy": 1,
    "primal_feasibility_tolerance": 1e-7,
    "dual_feasibility_tolerance": 1e-7,
}
_WARM = {**_COLD, "simplex_strategy": 4}
_TIGHT = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"simplex_strategy": 1, **_TIGHT},
    {"simplex_strategy": 4, **_TIGHT},
    {"presolve": "on", **_TIGHT},
)
"""Settings tried in turn, until the basis that the solver ends with stands in rationals."""


class FrontColumn(NamedTuple):
    """A column in front of the facets: its coefficients by row, and between which bounds it lies (None for free)."""

    coefficients: Mapping[int, int]
    bound: int | None


class Basis(NamedTuple):
    """Which columns and which rows are basic, and which of the columns in front lie at their upper bound."""

    columns: list[int]
    """Those in front are numbered first, then the facets."""
    rows: list[int]
    raised: list[int]


@cache
def _shared() -> highspy.Highs:
    """The one that cold solvers use in turn: it is cleared before each program."""
    import highspy

    return highspy.Highs()  # type: ignore[no-untyped-call]  # highspy is typed but for this


class Solver:
    """Solves programs over the cone of these facets; a ``warm`` one begins each where the last one ended."""

    def __init__(self, size: int, facets: Sequence[Row], *, warm: bool) -> None:
        self.size = size
        self.facets = facets
        self.warm = warm
        self._highs: highspy.Highs | None = None
        self._in_front = 0
        """How many columns of the last program stand behind those of the facets."""
        self._last: tuple[list[Any], list[Any]] | None = None
        """The statuses of columns and rows that the last program ended with."""

    def basis(
        self, front: Sequence[FrontColumn], right: Mapping[int, int], settings: Mapping[str, Any], *, maximised: bool
    ) -> tuple[highspy.HighsModelStatus, Basis | None]:
        """The basis at the float optimum, if there is one; the first column in front is maximised, or nothing is."""
        import highspy

        if self._highs is None or not self.warm:
            self._highs, self._in_front = self._loaded(), 0
        highs = self._highs
        self._replace_front(highs, front, maximised=maximised)
        for k in range(self.size):
            highs.changeRowBounds(k, float(right.get(k, 0)), float(right.get(k, 0)))
        warm = self.warm and not settings and self._last is not None
        for name, value in (_WARM if warm else {**_COLD, **settings}).items():
            highs.setOptionValue(name, value)
        highs.clearSolver()
        if warm and self._last is not None:
            highs.setBasis(self._start(*self._last, len(front)))
        highs.run()
        status = highs.getModelStatus()
        if status != highspy.HighsModelStatus.kOptimal:
            self._last = None
            return status, None
        basis = highs.getBasis()
        columns, slacks = list(basis.col_status), list(basis.row_status)
        self._last = columns, slacks
        basic, at_upper = highspy.HighsBasisStatus.kBasic, highspy.HighsBasisStatus.kUpper
        count = len(self.facets)
        in_order = columns[count:] + columns[:count]
        return status, Basis(
            [k for k, s in enumerate(in_order) if s == basic],
            [k for k, s in enumerate(slacks) if s == basic],
            [k for k, s in enumerate(in_order[: len(front)]) if s == at_upper],
        )

    def _loaded(self) -> highspy.Highs:
        """The solver with the facets as negated columns."""
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
        highs = highspy.Highs() if self.warm else _shared()  # type: ignore[no-untyped-call]  # typed but for this
        highs.clear()
        for name, value in _COLD.items():
            highs.setOptionValue(name, value)
        highs.passModel(lp)
        return highs

    def _replace_front(self, highs: highspy.Highs, front: Sequence[FrontColumn], *, maximised: bool) -> None:
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
        if self._in_front:
            highs.deleteCols(self._in_front, np.arange(count, count + self._in_front, dtype=np.int32))
        self._in_front = len(front)
        highs.addCols(
            len(front), cost, -upper, upper, len(rows), np.array(starts, dtype=np.int32),
            np.array(rows, dtype=np.int32), np.array(values, dtype=np.float64),
        )  # fmt: skip

    def _start(self, columns: list[Any], rows: list[Any], in_front: int) -> highspy.HighsBasis:
        """The basis that the last program ended with; it is completed where the columns in front make it singular."""
        import highspy

        count = len(self.facets)
        front = columns[count:] + [highspy.HighsBasisStatus.kLower] * in_front
        start = highspy.HighsBasis()
        start.col_status, start.row_status = columns[:count] + front[:in_front], rows
        start.valid = start.alien = True
        return start
