"""Enumeration by tables: of metrics of two rankings every pair, the parameters over a grid."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from flint import fmpq

from ..evidence.blame import raise_if_ours
from ..evidence.instance import Changed
from ..evidence.reach import Tally
from ..evidence.verdict import Verdict
from ..spaces import all_rankings
from .enumeration import StatementSweep
from .judging import ENUMERATION, leave_reach, take_size
from .lanes import grid
from .profile import Profile
from .size_tally import TooMany
from .table import Tables, tables_for
from .work import Method, RowWork, Work, by_statement


@dataclass(frozen=True)
class Tabulation(Method):
    """Sizes 1, 2, 3 ... as far as the budget goes, all statements of a size on the same tables."""

    budget: Profile
    is_proved: Callable[[RowWork, Work], bool]
    """Whether a theorem settles it for every n: then only small sizes guard it, unless a best constant is asked for."""
    name: str = ENUMERATION

    def run(self, row: RowWork, works: Sequence[Work]) -> None:
        """Enumerate the sizes in turn, and leave with each work how far it went."""
        tallies = {work: Tally() for work in works}
        argued = {work for work in works if self.is_proved(row, work)}
        count = len(row.metric.parameters)
        proved = self.budget.proved[min(count, 2)]
        for n in range(1, self.budget.enumerated(count, row.metric.exact) + 1):
            works = [w for w in works if w.open and (n <= proved or w not in argued or w.extreme is not None)]
            if not works or not (tables := self._tables(row, n)):
                break
            self._size(row, works, tables, tallies)
            row.report_reach()
        leave_reach(row, tallies)

    def _tables(self, row: RowWork, n: int) -> list[Tables]:
        """The tables of one size; none if it is beyond the budget."""
        metric, irrational = row.metric, self.budget.irrational
        if math.factorial(n) ** 2 * len(grid(metric, n)) > self.budget.table:
            return []
        if not metric.is_of_places and math.factorial(n) ** 2 > self.budget.evaluated:
            return []
        is_slow, most = (_is_irrational, irrational) if metric.parameters else (_is_fractional, self.budget.fractional)
        if metric.exact and n > most and is_slow(row):
            return []
        return tables_for(metric, n, row.definitions, specials=metric.exact and n <= irrational)

    def _size(self, row: RowWork, works: Sequence[Work], all_tables: list[Tables], tallies: dict[Work, Tally]) -> None:
        for statement, same in by_statement(work for work in works if work.open and not work.beyond).items():
            row.definitions.tick()
            for tables in all_tables:
                try:
                    by_space = StatementSweep(statement, tables).run()
                except TooMany:
                    for work in same:
                        work.beyond = True
                    break
                except Changed as error:
                    for work in same:
                        work.fail(Verdict.FLAKY, str(error))
                    break
                for work in same:
                    take_size(row, work, by_space[work.space], tables.n, tallies[work])


def _is_fractional(row: RowWork) -> bool:
    """Return whether some value of the metric on three items is a fraction."""
    return any(isinstance(value, fmpq) and value.q != 1 for value in _values(row, 3, [{}]))


def _is_irrational(row: RowWork) -> bool:
    """Return whether the metric's values on the grid of two items are formal: larger sizes are then slow."""
    return any(not hasattr(value, "q") for value in _values(row, 2, grid(row.metric, 2).values[:40]))


def _values(row: RowWork, n: int, lanes: Sequence[Mapping[str, Any]]) -> list[Any]:
    """The metric's values on all pairs of rankings of n items under these parameters; none if the definition fails."""
    rankings = all_rankings(n)
    try:
        return [row.definitions.value(row.metric, a, b, given) for given, a, b in product(lanes, rankings, rankings)]
    except Exception as error:  # reported where the value is asked for
        raise_if_ours(error)
        return []
