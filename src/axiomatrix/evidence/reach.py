"""Reach of a method: the sizes and the number of cases that it decided, and the statistics of Hypothesis searches.

Methods count with a :class:`Tally`; each cell keeps the :class:`Reach` of every method that worked on it. Reports write
it as ``exhausted n<=5`` or ``searched 2,000 n<=6``.

The methods are ``enumeration``, ``given`` (the user's own lists), ``proof``, ``linear`` and ``symbolic`` (which certify
for all parameters), ``hypothesis`` (drawn cases) and ``replay`` (stored witnesses). A *case* is a statement at one
instance, such as two rankings. A reach on a *grid* tried only some values of a continuous space.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct
from msgspec import field as struct_field

from .formats import Record
from .verdict import GRID, REACHED_BY, Verdict, written

Count = Annotated[int, Meta(ge=0)]


class Stop(StrEnum):
    """Why a method stopped."""

    FINISHED = "finished"
    FOUND = "found"
    """It found the instance that settles the cell."""
    NONE = "there is none"
    """The search was for an example, and none exists up to a size."""
    DISCARDED = "most draws discarded"
    REPEATED = "most draws repeated"
    SPENT = "budget spent"
    """The number of cases that it may try was used up."""


class Reach(Record):
    """How far one method went."""

    method: str
    smallest: Count
    """The fewest items of a case; 1, with ``largest`` 0, if there were no cases."""
    largest: Count
    """The most items of a case."""
    cases: Annotated[int, Meta(ge=0, description="Cases decided or undecided.")]
    discarded: Annotated[
        int, Meta(ge=0, description="Cases that the statement is not about, or where the metric has no value.")
    ] = 0
    undecided: Count = 0
    grid: Annotated[bool, Meta(description="Whether parameters came from a grid, so that nothing is exhaustive.")] = (
        False
    )
    stop: Annotated[Stop, Meta(description="Why the method stopped.")] = Stop.FINISHED

    def supports(self, verdict: Verdict) -> bool:
        """Return whether the reach supports a verdict, so that this may rest on what the method did.

        It must have cases. For a verdict of :data:`REACHED_BY` the method must be one that gives it, on no grid and
        without an undecided case. A proof does not support ``searched``.
        """
        if verdict in REACHED_BY:
            is_complete = not (self.grid or self.undecided or self.stop is Stop.NONE)
            return self.cases > 0 and is_complete and self.method in REACHED_BY[verdict]
        return self.cases > 0 and (self.method != "proof" or verdict is not Verdict.SEARCHED)

    @property
    def excludes_all(self) -> bool:
        """Return whether every case of all smaller sizes was decided, so that a counterexample here is smallest."""
        return self.method in (*REACHED_BY[Verdict.CERTIFIED], "enumeration") and not (self.grid or self.undecided)

    @property
    def text(self) -> str:
        """The reach in words, such as ``exhausted n<=5``, ``grid n<=4`` or ``searched 2,000 n<=6``."""
        if not self.cases:
            drawn = "draws" if self.method == "hypothesis" else "cases"
            why = f"all {self.discarded:,} {drawn} were discarded" if self.discarded else f"there were no {drawn}"
            return f"{self.method} decided nothing: {why}"
        if self.method == "enumeration":
            wording = f"{written(GRID if self.grid else Verdict.EXHAUSTED)} n<={self.largest}"
        elif self.method == "proof":
            wording = f"for every n, steps checked n<={self.largest}"
        elif self.method in ("linear", "symbolic"):
            finding = "none" if self.stop == Stop.NONE else Verdict.CERTIFIED.written
            wording = f"{finding} n<={self.largest}"
        elif self.method == "given":
            wording = f"{self.cases:,} cases on the given lists"
        elif self.method == "hypothesis":
            wording = f"{Verdict.SEARCHED.written} {self.cases:,} n<={self.largest}"
        else:
            wording = f"{self.method} {self.cases:,}"
        return wording + (f" ({self.undecided:,} undecided)" if self.undecided else "")


@dataclass
class Tally:
    """Counts of one method while it works."""

    cases: int = 0
    discarded: int = 0
    undecided: int = 0
    by_size: dict[int, int] = field(default_factory=dict)
    """Cases by size, decided or undecided. A size without cases does not extend the reach."""

    def take(self, n: int, cases: int, discarded: int, undecided: int) -> None:
        """Add the counts of one size; the undecided cases are among the cases."""
        self.cases += cases
        self.discarded += discarded
        self.undecided += undecided
        self.by_size[n] = self.by_size.get(n, 0) + cases

    def reach(self, method: str, *, grid: bool = False, stop: Stop = Stop.FINISHED) -> Reach:
        """Return the reach of the counts: from the smallest to the largest size with a case, or 1 to 0 without any."""
        sizes = [n for n, cases in self.by_size.items() if cases]
        return Reach(
            method,
            smallest=min(sizes, default=1),
            largest=max(sizes, default=0),
            cases=self.cases,
            discarded=self.discarded,
            undecided=self.undecided,
            grid=grid,
            stop=stop,
        )


class SearchStatistics(Struct):
    """Statistics of Hypothesis from the searches for the statements of one signature."""

    metric: str
    signature: str
    """The spaces that the statements quantify over."""
    examples: int = 0
    invalid: int = 0
    """Examples that were rejected: a parameter had no value of that size."""
    events: dict[str, int] = struct_field(default_factory=dict)
    """The number of examples with each event."""
    targets: dict[str, float] = struct_field(default_factory=dict)
    """The largest value of each target, a number that Hypothesis tries to raise, by its label and the statement."""

    def count_event(self, name: str) -> str:
        """Count an example that has the event, and return its name."""
        self.events[name] = self.events.get(name, 0) + 1
        return name

    def raise_target(self, label: str, value: float) -> None:
        """Keep the largest value of a target."""
        self.targets[label] = max(value, self.targets.get(label, value))

    def add(self, other: SearchStatistics) -> None:
        """Add the statistics of the same searches from another process."""
        self.examples += other.examples
        self.invalid += other.invalid
        for name, count in other.events.items():
            self.events[name] = self.events.get(name, 0) + count
        for label, value in other.targets.items():
            self.raise_target(label, value)

    def lines(self) -> Iterator[str]:
        """The statistics as text, as pytest shows those of Hypothesis."""
        yield f"{self.metric}, statements over {self.signature}:"
        yield f"  - {self.examples:,} examples, {self.invalid:,} invalid"
        if self.events:
            yield "  - events:"
            yield from (f"    * {100 * count / self.examples:.2f}%, {name}" for name, count in self.events.items())
        if self.targets:
            yield "  - highest target scores:"
            yield from (f"    {value + 0.0:>12.6g}  ({label})" for label, value in self.targets.items())


def merge_statistics(statistics: Iterable[SearchStatistics]) -> list[SearchStatistics]:
    """Combine the statistics of the same metric and signature."""
    by_search: dict[tuple[str, str], SearchStatistics] = {}
    for search in statistics:
        key = search.metric, search.signature
        by_search.setdefault(key, SearchStatistics(*key)).add(search)
    return list(by_search.values())
