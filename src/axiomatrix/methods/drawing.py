"""Sampling as a method: drawn cases, where enumeration and certificates leave something open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..evidence.instance import Changed
from ..evidence.verdict import Verdict
from .judging import settle
from .sampling import Sampler
from .table import FaultyDefinition
from .work import RowWork, Work


@dataclass(frozen=True)
class Sampling:
    """Cases drawn of each statement: for what is claimed, and for what nobody declared."""

    budget: tuple[int, int]
    max_n: int
    longest: int = 0
    """The largest size where all spaces are ours, if that is more; what was enumerated whole is not drawn then."""
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
        if self._goes_beyond(row, work) and not row.is_grid(work) and work.enumerated >= self.longest:
            return 0  # there is nothing left to draw
        budget = work.share(self.budget)
        known = sum(reach.cases for reach in work.reach)
        if known < work.share(self.enough):
            return max(budget, work.share(self.enough) - known)
        if not self.again and not work.claims and known and not self._goes_beyond(row, work):
            draws_others = any(not space.complete and not space.draws_enumerated for space in row.used(work))
            return budget if draws_others else 0  # more of the same draws would say nothing new
        return budget

    def _goes_beyond(self, row: RowWork, work: Work) -> bool:
        """Whether sizes up to the longest are drawn; of a space of a user's own nobody knows where it ends."""
        return self.longest > self.max_n and all(type(s).__module__.startswith("axiomatrix.") for s in row.used(work))

    def _sample(self, row: RowWork, work: Work) -> None:
        beyond = self._goes_beyond(row, work)
        try:
            sampled = Sampler(
                row.metric,
                work.statement,
                work.statement.parameters(work.space.of(row.metric.parameters)),
                row.definitions,
                budget=self._cases(row, work),
                max_n=self.longest if beyond else self.max_n,
                enumerated=work.enumerated if beyond else 0,
                whole=not row.is_grid(work),
            ).run(work.seed)
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
