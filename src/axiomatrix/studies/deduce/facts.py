"""Facts: what is known of a statement about a metric, how strongly, and from what it is derived."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from ...catalogue.theorems import Theorem
from ...evidence.cell import CellKey
from ...model.axiom import label
from ...spaces.parameters import ParameterDomain

EVERY_N = 10**9
"""The reach of what holds for every n."""


class Grade(IntEnum):
    """How strongly something is known, the weakest first; what is searched is no more than a hope."""

    SEARCHED = 1
    EXHAUSTED = 2
    CERTIFIED = 3
    PROVED = 4


class AskedStatement(NamedTuple):
    """A statement about a metric on a space; of a statement of existence, that there is no instance."""

    metric: str
    axiom: str
    arguments: tuple[tuple[str, str], ...]
    space: ParameterDomain

    @property
    def title(self) -> str:
        """The axiom with its arguments, and the space where it is not the declared one."""
        return CellKey(self.metric, self.axiom, label(dict(self.arguments)), self.space).title

    def __str__(self) -> str:
        return f"{self.metric} x {self.title}"


@dataclass(frozen=True, eq=False)
class Fact:
    """That a statement stands up to n items, or that an instance of n items breaks it."""

    asked: AskedStatement
    broken: bool
    grade: Grade
    n: int
    cell: CellKey | None = None
    """The cell that it is read off, of what is not derived."""
    proof: str = ""
    """The proof of the catalogue that it is, of what is proved and no cell asks."""
    theorem: Theorem | None = None
    """The theorem that it is derived by."""
    since: tuple[Fact, ...] = ()
    """What the theorem was applied to."""
    existential: bool = False

    @property
    def word(self) -> str:
        """What is known, such as ``proved`` or ``exhausted n<=4``."""
        if self.broken:
            return f"there is one, n={self.n}" if self.existential else f"refuted n={self.n}"
        word = self.grade.name.lower() + ("" if self.n == EVERY_N else f" n<={self.n}")
        return f"{word} that there is none" if self.existential else word

    def __str__(self) -> str:
        return f"{self.asked}: {self.word}"

    @property
    def cells(self) -> frozenset[CellKey]:
        """The cells that it stands on."""
        return frozenset(f.cell for f in self.all() if f.cell is not None)

    def all(self) -> Iterator[Fact]:
        """The fact and all that it is derived from."""
        yield self
        for fact in self.since:
            yield from fact.all()

    def chain(self, depth: int = 0) -> Iterator[str]:
        """The derivation, a line a step, what it rests on indented below it."""
        because = f"by {self.theorem.name}" if self.theorem else self.source
        yield f"{'  ' * depth}{self}  [{because}]"
        for fact in self.since:
            yield from fact.chain(depth + 1)

    @property
    def source(self) -> str:
        """Where it is read, of what is not derived."""
        if self.cell is None:
            return f"the proof {self.proof}"
        return "the cell" if self.cell.axiom == self.asked.axiom else f"the cell {self.cell.title}"
