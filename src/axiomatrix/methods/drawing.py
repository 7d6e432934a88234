"""Sampling as a method: drawn cases, where enumeration and certificates leave something open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..evidence.verdict import Verdict
from .judging import settle
from .sampling import sample
from .table import Changed, FaultyDefinition
from .work import RowWork, Work


@dataclass(frozen=True)
class Sampling:
    """Cases drawn of each statement: for what is claimed, and for what nobody declared."""

    budget: tuple[int, int]
    max_n: int
    again: bool = True
    """Whether what nobody declared is drawn too where the draws are values that were enumerated."""
    enough: tuple[int, int] = (0, 0)
    """Cases that are decided in all, the enumerated ones included, where draws can be usable."""
    name: str = "sampling"

    def decides(self, row: RowWork, work: Work) -> bool:
        """Where the budget has cases for it."""
        return self._cases(row, work) > 0

    def run(self, row: RowWork, works: Sequence[Work]) -> None:
        """Draw the cases of each statement."""
        for work in works:
            self._sample(row, work)

    def _cases(self, row: RowWork, work: Work) -> int:
        if row.given:
            return self.budget[0] if work.beyond else 0
        budget = work.share(self.budget)
        known = sum(reach.cases for reach in work.reach)
        if known < work.share(self.enough):
            return max(budget, work.share(self.enough) - known)
        if not self.again and not work.claims and known:
            draws_others = any(not space.complete and not space.draws_enumerated for space in row.used(work))
            return budget if draws_others else 0  # more of the same draws would say nothing new
        return budget

    def _sample(self, row: RowWork, work: Work) -> None:
        try:
            sampled = sample(
                row.metric,
                work.statement,
                work.statement.parameters(row.parameter_spaces(work.space)),
                row.definitions,
                budget=self._cases(row, work),
                max_n=self.max_n,
                seed=work.seed,
            )
        except FaultyDefinition as error:
            work.fail_as_described(str(error))
            return
        except Changed as error:
            work.fail(Verdict.FLAKY, str(error))
            return
        work.reach.append(sampled.tally.reach(self.name, stop=sampled.stop))
        work.take_extreme(sampled.extreme)
        if sampled.hit is not None:
            settle(row, work, sampled.hit, by=self.name, complete=False, of_least_size=False)
