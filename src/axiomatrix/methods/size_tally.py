"""The tally of one size: how many cases were decided, the first that is looked for, the best ratio and a fault."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..evidence.blame import Fault
from ..evidence.instance import Instance, ratio_of
from ..model.relation import DISCARDED, UNDECIDED, Answer, Bounded, Quantity
from .work import Best, further


class TooMany(Exception):
    """A size has more instances than can be decided one at a time."""


@dataclass
class SizeTally:
    """Result of enumerating one size."""

    goes_on: ClassVar[bool] = False
    """Whether further cases are decided after the first that is looked for."""
    cases: int = 0
    discarded: int = 0
    undecided: int = 0
    hit: Instance | None = None
    """The first instance that fails (or, for an existential statement, holds)."""
    extreme: Best | None = None
    fault: Fault | None = None
    _rank: tuple[int, ...] | None = None

    @property
    def counts(self) -> tuple[int, int, int, bool, bool]:
        """Return the counts on which two ways through the same cases must agree."""
        return self.cases, self.discarded, self.undecided, self.hit is None, self.fault is None

    def count(self, code: int, times: int = 1) -> None:
        """Count a decided case, which represents that many."""
        self.cases += times * (code != DISCARDED)
        self.discarded += times * (code == DISCARDED)
        self.undecided += times * (code == UNDECIDED)

    def take_ratio(self, answer: Answer | None, instance: Instance) -> None:
        """Keep the ratio that one case has, if it is about one."""
        quantity = answer.quantity if isinstance(answer, Bounded) else answer
        if isinstance(quantity, Quantity) and (value := ratio_of(quantity)) is not None:
            self.extreme = further(self.extreme, (value, instance, quantity.sense))

    def take_hit(self, rank: tuple[int, ...], instance: Instance) -> None:
        """Keep the instance that comes first: simplest parameters, then first rankings."""
        if self._rank is None or rank < self._rank:
            self._rank, self.hit = rank, instance
