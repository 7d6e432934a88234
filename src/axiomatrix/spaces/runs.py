"""Space of runs: the judged lists of several queries, for metrics such as the mean of average precision.

A run over n has a longest list of n items; the others may be shorter. The number of queries is not bounded, so that
the space is a *grid*: only some of its values are enumerated.

Related runs are drawn by *families*: the first choice is the number of a kind of change, and family 0 changes nothing.
:class:`.base.Space` explains the methods and class attributes of spaces.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import lru_cache
from itertools import product
from reprlib import repr as short_repr
from typing import Any

from ..values.grades import MAX_NUMBERS_READ
from ..values.judged import Run
from .base import Chooser, Space, exchange_neighbours, inherits_enumerate
from .lists import JudgedLists


class Runs(Space):
    """Runs of judged lists, the longest of n items; those of one or two lists are enumerated, as a grid."""

    name = "runs of judged lists"
    sort = "runs"
    argument = "the judged lists of several queries"
    makes = Run

    def __init__(self, lists: JudgedLists) -> None:
        self.lists = lists
        """The space of each list."""
        self.name = f"runs (enumerated: of at most two lists), each {lists.name}"  # type: ignore[misc]  # depends on the lists

    def enumerate(self, n: int) -> Sequence[Run]:
        return _all_runs(self, n)

    def count(self, n: int) -> int:
        if not inherits_enumerate(self, Runs):
            return super().count(n)
        longest, shorter = self.lists.count(n), sum(map(self.lists.count, range(1, n)))
        # runs of one list of length n; of two such lists; of one such list and a shorter one, in both orders
        return longest + longest * longest + 2 * longest * shorter

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Run:
        lists = [self.lists.draw(choose, n)]
        for _ in range(choose.integer(0, 2)):
            length = n if choose.integer(0, 1) == 0 else choose.integer(1, n)
            lists.append(self.lists.draw(choose, length))
        return Run(tuple(lists))

    def near(self, choose: Chooser, value: Run, n: int) -> Run:
        family = choose.integer(0, 6)
        lists = [*value.lists]
        if family == 1:  # one list changed
            k = choose.integer(0, len(lists) - 1)
            lists[k] = self.lists.near(choose, lists[k], len(lists[k]))
        elif family == 2:  # the last list twice
            lists.append(lists[-1])
        elif family == 3:  # the queries in the opposite order
            lists = lists[::-1]
        elif family == 4:  # the first lists kept, the others redrawn
            lists[1 + choose.integer(0, 2) :] = self.draw(choose, n).lists
        elif family == 5:  # two queries exchanged
            lists = exchange_neighbours(choose, lists)
        elif family == 6:  # one list left out
            lists.pop(choose.integer(0, len(lists) - 1))
        changed = Run(tuple(lists))
        # the change may have left no list of length n, or no list at all
        return changed if self.contains(changed, n) else value

    def admit(self, value: Any) -> None:
        """Admit a run if each of its lists is admitted; a user's subclass is checked by its own ``validate``.

        A metric takes more values than those over which axioms quantify (see :meth:`.base.Space.admit`).
        """
        if type(self).validate is not Runs.validate or not isinstance(value, Run):
            super().admit(value)
        else:
            for x in value.lists:
                self.lists.admit(x)

    def of_any_grade(self) -> Runs:
        runs_of_any_grade = copy(self)
        runs_of_any_grade.lists = self.lists.of_any_grade()
        return runs_of_any_grade

    def size_of(self, value: Any) -> int:
        return max(map(len, value.lists), default=0)

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, Run) or not value.lists:
            raise ValueError(f"run: {value!r:.80} is not a Run of one or more lists; make one with Run.of([...])")
        for x in value.lists:
            self.lists.validate(x, len(x))
        longest = self.size_of(value)
        if longest != n:
            raise ValueError(f"run: the longest list has {longest} items; it must have {n}")

    def encode(self, value: Run) -> Any:
        return [self.lists.encode(x) for x in value.lists]

    def decode(self, data: Any) -> Run:
        if not isinstance(data, list) or len(data) > MAX_NUMBERS_READ:
            raise ValueError(f"run: {short_repr(data)} is not a list of judged lists")
        return Run(tuple(self.lists.decode(x) for x in data))


@lru_cache(maxsize=8)
def _all_runs(space: Runs, n: int) -> tuple[Run, ...]:
    """Return all runs of one or two lists, at least one of length n."""
    longest = space.lists.enumerate(n)
    shorter = [x for size in range(1, n) for x in space.lists.enumerate(size)]
    pairs = [*product(longest, [*shorter, *longest]), *product(shorter, longest)]
    return tuple([Run((x,)) for x in longest] + [Run(pair) for pair in pairs])
