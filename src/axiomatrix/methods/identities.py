"""The symbolic method: equalities as identities between normal forms, for all values of the parameters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..evidence.instance import is_ours
from ..evidence.reach import Tally
from ..model.axiom import Statement
from ..spaces.parameters import ParameterDomain
from ..verify import Refused, verify
from .judging import not_certified, settle
from .work import RowWork, Work, by_statement

if TYPE_CHECKING:
    from .symbolic import Identities


ALL_SHOWN = 3
"""Up to this size all must be shown, or nothing is said; beyond, as far as there are not too many instances."""


@dataclass(frozen=True)
class Symbolic:
    """Sizes 1, 2, 3 ... of each equality."""

    largest: int
    name: str = "symbolic"

    def decides(self, row: RowWork, work: Work) -> bool:
        """What is said for all values of parameters."""
        axiom = work.statement.axiom
        wanted = self.largest and row.metric.parameters and axiom.quantifier == "for all"
        return bool(wanted) and not axiom.ignores_parameters

    def run(self, row: RowWork, works: Sequence[Work]) -> None:
        """Compare the two sides of each equality."""
        for statement, same in by_statement(works).items():
            row.definitions.tick()
            self._statement(row, statement, same)

    def _statement(self, row: RowWork, statement: Statement, works: Sequence[Work]) -> None:
        from .symbolic import certified_up_to

        sizes = certified_up_to(row.metric, statement, self.largest, row.registry)
        for size in sizes:
            if size.verdict == "differs" and size.hit is not None:
                for work in works:
                    if work.open and row.contains(work, size.hit.parameters, size.hit.n):
                        settle(row, work, size.hit, by=self.name, complete=False, of_least_size=False)
        proved = [size for size in sizes if size.verdict == "certified"]
        stopped = len(proved) < len(sizes) and sizes[-1].verdict != "not applicable"
        if stopped or len(proved) < min(self.largest, ALL_SHOWN):
            return
        if (refusal := _refusal(row, statement, proved)) is not None:
            not_certified(row, works, refusal)
            return
        tally = Tally()
        for size in proved:
            tally.take(size.n, size.asked, size.instances - size.asked, 0)
        for work in works:
            if work.open and (work.space is ParameterDomain.OPEN or proved[-1].space is ParameterDomain.CLOSED):
                work.reach.append(tally.reach(self.name))


def _refusal(row: RowWork, statement: Statement, proved: list[Identities]) -> Exception | None:
    """Why the independent checker does not re-derive the identities; it sees through definitions that look."""
    from .symbolic import certificate_of

    try:
        verify(certificate_of(row.metric, statement, proved), row.registry)
    except Refused as error:
        bug = error.__context__  # the checker refuses whatever raises; a bug of ours does not concern the certificate
        if bug is not None and type(bug).__module__ == "builtins" and is_ours(bug):
            raise bug from None
        return error
    return None
