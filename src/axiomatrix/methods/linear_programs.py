"""The linear method: where a metric's one parameter enters linearly, all its values at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..evidence.instance import is_ours
from ..evidence.reach import Stop, Tally
from ..evidence.verdict import Verdict
from ..numbers.forms import NotLinear
from ..spaces.parameters import ParameterDomain
from ..verify.refusal import Refused
from .judging import not_certified, settle
from .method import Method
from .work import RowWork, Work, by_statement

if TYPE_CHECKING:
    from .certification import Certified, Certifier


@dataclass(frozen=True)
class LinearPrograms(Method):
    """Sizes 1, 2, 3 ... of each statement, certified until one is refuted or cannot be followed."""

    largest: tuple[int, int, int]
    """The largest n for claims about two rankings, for other claims, and for what nobody declared."""
    name: str = "linear"

    def run(self, row: RowWork, works: Sequence[Work]) -> None:
        """Certify the statements one after the other."""
        from .certification import Certifier  # loads the solver

        for statement, same in by_statement(works).items():
            try:
                certifier = Certifier(row.metric, statement, row.definitions)
            except (NotLinear, Refused) as error:
                not_certified(row, same, error)
                continue
            except Exception as error:  # a definition that fails: its cases are reported where they are decided
                if is_ours(error):
                    raise
                continue
            self._certify(row, certifier, same)

    def _certify(self, row: RowWork, certifier: Certifier, works: Sequence[Work]) -> None:
        from .sweep import Unsound

        tally = Tally()
        claimed = any(work.claims for work in works)
        closed_only = False
        for n in range(1, self.largest[2 if not claimed else 0 if certifier.sweep is not None else 1] + 1):
            if not any(work.open for work in works):
                break
            row.definitions.tick()
            try:
                certified = certifier.size(n)
            except Unsound as error:
                for work in works:
                    work.fail(Verdict.ERROR, str(error))
                break
            except (NotLinear, Refused) as error:  # the sizes before stand
                not_certified(row, works, error)
                break
            except Exception as error:  # a definition that fails at this size; likewise
                if is_ours(error):
                    raise
                break
            whole = not tally.undecided
            tally.take(n, certified.cases, certified.discarded, certified.undecided)
            for work in works:
                self._take(row, work, certified, whole=whole)
            closed_only = certified.closed is not None and certified.opened is None and not certifier.exists
            if closed_only:
                break  # refuted on the closure; of the open space this size says nothing
        if any(n > 1 and cases for n, cases in tally.by_size.items()):  # of one item nothing is asked that could fail
            self._leave_reach(works, tally, exists=certifier.exists, closed_only=closed_only)

    def _take(self, row: RowWork, work: Work, certified: Certified, *, whole: bool) -> None:
        """What one size said of an open cell."""
        if not work.open:
            return
        if certified.extreme is not None and work.space is ParameterDomain.CLOSED:
            value, attaining, sense = certified.extreme
            if attaining is not None:
                work.take_extreme((value, attaining, sense))
        instance = certified.closed if work.space is ParameterDomain.CLOSED else certified.opened
        if instance is not None:
            settle(row, work, instance, by=self.name, complete=whole, of_least_size=True)

    def _leave_reach(self, works: Sequence[Work], tally: Tally, *, exists: bool, closed_only: bool) -> None:
        for work in works:
            if work.open and work.space is ParameterDomain.OPEN and closed_only:
                continue
            if exists and work.open and tally.undecided:
                continue  # that none was found is not that there is none
            stop = Stop.FOUND if work.method == self.name else Stop.NONE if exists and work.open else Stop.FINISHED
            work.reach.append(tally.reach(self.name, stop=stop))
