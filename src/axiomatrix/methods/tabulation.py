"""The method ``enumeration`` by tables: the sizes 1, 2, 3 ... of a row within its budget.

:mod:`.enumeration` decides one statement at one size, for metrics of rankings. :mod:`.cases` has the method for others.
A *lane* is one combination of parameter values (:mod:`.lanes`), and *formal* values are exact irrational numbers, such
as logarithms.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from flint import fmpq

from ..evidence.fault import raise_if_ours
from ..evidence.instance import Changed
from ..evidence.reach import Tally
from ..evidence.verdict import Verdict
from ..spaces import all_rankings
from .enumeration import StatementSweep
from .judging import ENUMERATION, record_reach, record_size
from .lanes import grid_lanes
from .profile import Profile
from .search import CellSearch, Method, RowSearch, TooMany, by_statement
from .table import Tables, tables_for

LANES_INSPECTED = 40
"""Number of lanes in which values are inspected for formal ones, whose arithmetic is slow."""


@dataclass(frozen=True)
class Tabulation(Method):
    """The method ``enumeration``: sizes 1, 2, 3 ... within the budget, all statements of a size on the same tables."""

    budget: Profile
    is_proved: Callable[[RowSearch, CellSearch], bool]
    """Whether a theorem settles a cell for every n. Then only small sizes are enumerated, unless it has a ratio."""
    name: str = ENUMERATION

    def run(self, row: RowSearch, searches: Sequence[CellSearch]) -> None:
        """Enumerate the sizes in turn, and record in each search how far that went."""
        tallies = {search: Tally() for search in searches}
        proved = {search for search in searches if self.is_proved(row, search)}
        parameter_count = len(row.metric.parameters)
        largest_of_proved = self.budget.max_n_proved[min(parameter_count, 2)]  # for none, one and several parameters
        # a proved cell needs small sizes only, unless it has a ratio, whose best constant larger sizes may improve
        for n in range(1, self.budget.enumerated(parameter_count, row.metric.exact) + 1):
            searches = [
                search
                for search in searches
                if search.open and (n <= largest_of_proved or search not in proved or search.extreme is not None)
            ]
            if not searches or not (tables := self._tables(row, n)):
                break
            self._enumerate_size(row, searches, tables, tallies)
            row.report_reach()
        record_reach(row, tallies)

    def _tables(self, row: RowSearch, n: int) -> list[Tables]:
        """Return the tables of one size; none if the size is beyond the budget."""
        metric, max_n_irrational = row.metric, self.budget.max_n_irrational
        pairs_of_rankings = math.factorial(n) ** 2
        if pairs_of_rankings * len(grid_lanes(metric, n)) > self.budget.max_table_values:
            return []
        # where the invariance is trusted, the pairs with one first ranking give the whole table
        if not metric.has_trusted_invariance and pairs_of_rankings > self.budget.max_evaluated_pairs:
            return []
        # formal values and fractions are slow: each has a size limit, beyond which some values are inspected first
        if metric.exact and metric.parameters and n > max_n_irrational and _has_formal_values(row):
            return []
        if metric.exact and not metric.parameters and n > self.budget.max_n_fractional and _has_fractions(row):
            return []
        return tables_for(metric, n, row.definitions, specials=metric.exact and n <= max_n_irrational)

    def _enumerate_size(
        self, row: RowSearch, searches: Sequence[CellSearch], all_tables: list[Tables], tallies: dict[CellSearch, Tally]
    ) -> None:
        """Enumerate one size for each statement, and record the result in its searches."""
        for statement, statement_searches in by_statement(
            s for s in searches if s.open and not s.enumeration_ended
        ).items():
            row.definitions.tick()
            for tables in all_tables:
                try:
                    by_space = StatementSweep(statement, tables).run()
                except TooMany:
                    for search in statement_searches:
                        search.enumeration_ended = True
                    break
                except Changed as error:
                    for search in statement_searches:
                        search.fail(Verdict.FLAKY, str(error))
                    break
                for search in statement_searches:
                    record_size(row, search, by_space[search.space], tables.n, tallies[search])


def _has_fractions(row: RowSearch) -> bool:
    """Return whether some value of the metric on three items is a fraction."""
    return any(isinstance(value, fmpq) and value.q != 1 for value in _values(row, 3, [{}]))


def _has_formal_values(row: RowSearch) -> bool:
    """Return whether a value on two items in the first lanes is formal, so that larger sizes are slow."""
    # rationals have a denominator ``q``, and formal numbers have none
    return any(not hasattr(value, "q") for value in _values(row, 2, grid_lanes(row.metric, 2).values[:LANES_INSPECTED]))


def _values(row: RowSearch, n: int, lanes: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Return the metric's values on all pairs of rankings of n items in these lanes; none if the definition fails."""
    rankings = all_rankings(n)
    try:
        return [row.definitions.value(row.metric, a, b, lane) for lane, a, b in product(lanes, rankings, rankings)]
    except Exception as error:  # the enumeration meets it again, and reports it
        raise_if_ours(error)
        return []
