"""Enumeration case by case: of lists, orders with ties, and metrics with single numbers as parameters."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice, product

from ..evidence.instance import Changed, is_ours
from ..evidence.reach import Tally
from ..evidence.verdict import Verdict
from ..numbers.exact import Formal
from ..spaces import Space
from .cases import Remembered, enumerate_cases
from .enumeration import TooMany
from .judging import ENUMERATION, leave_reach, take_size
from .method import Method
from .work import RowWork, Work

MOST_ASKED = 500
"""How many values are looked at for irrational ones."""
LARGEST = 30
"""The largest size that is tried of statements with few cases; the number of cases ends the enumeration before that."""
DEAR = 40_000
"""Most cases of one size where values are irrational: one takes as long as a hundred with rational values."""
DEAREST = 2_000
"""The same of sizes beyond the largest where values are irrational: there one takes as long as a thousand."""
ENOUGH = (2_000, 600)
"""Decided cases that are enough there, for claims and for what is observed: few cases a size lead to large sizes."""
LOOKED_AT = 3
"""The size at which it is seen whether values are irrational: smaller ones have few that are."""


@dataclass(frozen=True)
class CaseByCase(Method):
    """Sizes 1, 2, 3 ..., or those of a user's own lists; pairs are for what is claimed and for what is observed."""

    largest: tuple[int, int]
    most: tuple[int, int]
    """Most cases of one size."""
    enough: tuple[int, int]
    """Decided cases with which it ends at the largest size; with fewer it goes on."""
    irrational: int
    """The largest size where values are irrational, unless the cases are few."""
    is_proved: Callable[[RowWork, Work], bool]
    """Whether a theorem settles it for every n: enumeration then guards what is argued, at small sizes."""
    proved: int
    """The largest of these sizes, unless a best constant is asked for too."""
    name: str = ENUMERATION

    def run(self, row: RowWork, works: Sequence[Work]) -> None:
        """Enumerate the sizes in turn, and leave with each work how far it went."""
        tallies = {work: Tally() for work in works}
        argued = {work for work in works if self.is_proved(row, work)}
        evaluator = Remembered(row.definitions)
        is_irrational = False
        for n in row.given.sizes if row.given else range(1, LARGEST + 1):
            if n == LOOKED_AT and not row.given:
                is_irrational = _has_roots_or_logarithms(row)
            works = [work for work in works if n <= self.proved or work not in argued or work.extreme is not None]
            asked = [work for work in works if work.open]
            for work in works:
                if row.given or self._goes_on(row, work, n, tallies[work], is_irrational):
                    self._size(row, work, n, evaluator, tallies[work], self._most(work, n, is_irrational))
            try:
                evaluator.spot_check(row.metric)
            except Changed as error:
                for work in asked:
                    work.fail(Verdict.FLAKY, str(error))
            evaluator.forget()
            row.report_reach()
            if not any(work.open and not work.beyond for work in works):
                break
        leave_reach(row, tallies)

    def _most(self, work: Work, n: int, is_irrational: bool) -> int:
        """Most cases of that size."""
        most = work.share(self.most)
        return min(most, DEAR if n <= self.irrational + 1 else DEAREST) if is_irrational else most

    def _goes_on(self, row: RowWork, work: Work, n: int, tally: Tally, is_irrational: bool) -> bool:
        """Whether a size is within the budget, or beyond it with too few cases until now."""
        enough = work.share(self.enough)
        if is_irrational:
            enough = min(enough, work.share(ENOUGH))
        if n <= work.share(self.largest):
            return not is_irrational or n <= self.irrational + 1 or tally.cases < enough
        if tally.cases >= enough:
            return False
        work.beyond = work.beyond or not all(_has_values(space, n) for space in row.used(work))
        return not work.beyond

    def _size(self, row: RowWork, work: Work, n: int, evaluator: Remembered, tally: Tally, most: int) -> None:
        if not work.open or work.beyond:
            return
        row.definitions.tick()
        try:
            parameters = work.statement.parameters(row.metric.parameters)
            size_tally = enumerate_cases(row.metric, work.statement, parameters, n, evaluator, most)
        except TooMany:
            work.beyond = True
        else:
            take_size(row, work, size_tally, n, tally)


def _has_values(space: Space, n: int) -> bool:
    """Whether a space of a user's own has values of so many items, for which nobody asked: it may end anywhere."""
    if type(space).__module__.startswith("axiomatrix."):
        return True
    try:
        return len(space.enumerate(n)) > 0
    except Exception as error:  # it says in its own manner that there are none
        frames = traceback.walk_tb(error.__traceback__)
        if not any(frame.f_globals.get("__name__") == type(space).__module__ for frame, _ in frames):
            raise
        return False


def _has_roots_or_logarithms(row: RowWork) -> bool:
    """Whether some value of the metric itself on three items is irrational: whatever else is asked in this run."""
    metric = row.metric
    spaces = [*metric.arguments.values(), *metric.parameters.values()]
    for values in islice(product(*(space.enumerate(3) for space in spaces)), MOST_ASKED):
        count = len(metric.arguments)
        parameters = dict(zip(metric.parameters, values[count:], strict=True))
        try:
            value = row.definitions.value(metric, *values[:count], parameters)
        except Exception as error:  # a definition that fails: reported where the value is asked for
            if is_ours(error):
                raise
            continue
        if isinstance(value, Formal):
            return True
    return False
