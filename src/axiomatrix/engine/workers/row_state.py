"""A row as seen by who waits for its workers: what is decided, what was lost, and what is tried next.

A whole row is tried first. If its worker is lost, each statement of it is tried alone, in a worker of its own, so that
only the cells that really crash or hang are lost. The cells of one statement go together: the closure shares with the
open space what is found there. A cell counts only once its worker has proved clean and its witness was seen again
elsewhere: until then it is in an :class:`Attempt`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ...evidence.cell import Cell, CellKey
from ...evidence.evidence import Evidence
from ...evidence.reach import Reach
from ...evidence.verdict import FAULTS, Verdict
from ..row import Planned, shared_out
from .second_look import differing

HANGS, CRASHES = 3, 10
"""After so many statements of a row lost in the same manner, and none decided in between, the rest is not tried.

A hang costs the time limit, a crash the start of a worker.
"""


@dataclass(frozen=True)
class Task:
    """What a worker is to check: a row, or with ``only`` the statements of it that are named."""

    row: str
    only: tuple[str, ...] | None = None
    blind: bool = False
    part: str = ""
    """Another file or package, the axioms of which are asked; the others are asked without it."""
    share: tuple[int, int] = (0, 1)
    """Which of how many shares of its statements, if idle workers share a row among them."""
    by_itself: bool = False
    """Whether nothing else may go on meanwhile: the last time somebody ended what all workers are copied from."""

    def to_data(self) -> dict[str, Any]:
        """As JSON data."""
        return {"row": self.row, "only": self.only, "blind": self.blind, "part": self.part, "share": self.share}


@dataclass
class Attempt:
    """A task in the hands of a worker: what it said, as long as that is not believed."""

    task: Task
    cells: dict[CellKey, Cell] = field(default_factory=dict)
    accounts: list[Any] = field(default_factory=list)
    clean: bool = False
    """Whether the worker has proved that it is as it was."""
    values: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Of a sample of instances the values, as text, and the instance."""
    looking: bool = False
    """Whether this is the second look, by another worker."""
    seen: dict[int, tuple[bool, str]] = field(default_factory=dict)
    """Of each witness whether it stands in the second look, and what was seen."""
    values_again: dict[int, tuple[str, str]] = field(default_factory=dict)
    damage: str = ""
    """What it changed in the process of the second look; then nothing that was seen there counts."""

    @property
    def witnessed(self) -> list[Cell]:
        """The cells that stand on a witness."""
        return [cell for cell in self.cells.values() if cell.evidence.witness is not None]

    @property
    def needs_a_look(self) -> bool:
        """Whether there is something to be seen again."""
        return bool(self.witnessed or self.values)

    def flaky(self, another: str | None) -> None:
        """What was otherwise in the second look is not believed; nothing is if ``another`` value was seen."""
        if self.damage:
            for cell in list(self.cells.values()):
                self._not_believed(cell, self.damage, Verdict.ERROR)
            return
        for k, cell in enumerate(self.witnessed):
            stands, text = self.seen.get(k, (False, "nothing: the process did not come so far"))
            witness = cell.evidence.witness
            assert witness is not None
            if not stands:
                before = f"{witness.lhs} {witness.op} {witness.rhs}"
                reason = f"it answers differently in a fresh process: {before} when checked, then {text}"
                self._not_believed(cell, reason)
        if another is not None:
            for cell in [cell for cell in self.cells.values() if cell.evidence.verdict not in FAULTS]:
                self._not_believed(cell, f"its values depend on the process that computes them: {another}")

    def _not_believed(self, cell: Cell, reason: str, verdict: Verdict = Verdict.FLAKY) -> None:
        evidence = Evidence(verdict, reason=reason, reach=cell.evidence.reach, seed=cell.evidence.seed)
        self.cells[cell.key] = replace(cell, evidence=evidence)


def not_as_it_was(attempts: Sequence[Attempt], *, exact: bool) -> None:
    """What was otherwise in the second look at the shares of a row is not believed of any of them."""
    damage = next((attempt.damage for attempt in attempts if attempt.damage), "")
    seen = (differing(attempt.values, attempt.values_again, exact=exact) for attempt in attempts)
    another = next((text for text in seen if text is not None), None)
    for attempt in attempts:
        attempt.damage = damage
        attempt.flaky(another)


@dataclass
class RowState:
    """One row: its cells as far as they are known."""

    name: str
    plan: list[Planned] | None = None
    """The cells that it will have; None until a worker, or else a look at the declaration alone, has said so."""
    cells: dict[CellKey, Cell] = field(default_factory=dict)
    inapplicable: list[Cell] = field(default_factory=list)
    done: bool = False
    seconds: float = 0.0
    """How long workers had it in hand."""
    disturbed: bool = False
    """Whether a worker was lost over it, or lost something: another run may come further."""
    held: list[Attempt] = field(default_factory=list)
    """Shares that are done and wait for the others."""
    in_hand: int = 1
    """How many tasks of it are not finished: one, or the shares of the row."""
    parts: deque[str] = field(default_factory=deque)
    """Other files and packages whose axioms are asked too, one after the other."""
    reach: dict[CellKey, tuple[Reach, ...]] = field(default_factory=dict)
    """How far open cells had come when that was last said."""
    part: str = ""
    """What is being asked: the axioms of this file or package, or the others."""
    _left: deque[str] = field(default_factory=deque)
    _lost_alike: list[tuple[str, str]] = field(default_factory=list)
    _blind: bool = False
    _expected: set[str] = field(default_factory=set)

    @property
    def missing(self) -> list[Planned]:
        """The cells that are not decided."""
        return [planned for planned in self.plan or () if planned.blank.key not in self.cells]

    def expect(self, plan: Iterable[Planned], inapplicable: Iterable[Cell], *, blind: bool = False) -> None:
        """Take what the row (or the part of it that is asked) will have; only the first word counts.

        Where that was blind, since a share was lost before it had said anything, another share may know of more.
        """
        if self.part not in self._expected:
            self._expected.add(self.part)
            self.plan = [*(self.plan or ()), *plan]
            self.inapplicable += inapplicable
            self._blind = blind
        elif self._blind and not blind:
            known = {planned.blank.key for planned in self.plan or ()}
            self.plan = [*(self.plan or ()), *(planned for planned in plan if planned.blank.key not in known)]
            self.inapplicable, self._blind = list(inapplicable), False

    @property
    def is_expected(self) -> bool:
        """Whether it is known what the part that is asked will have."""
        return self.part in self._expected

    def take(self, cell: Cell) -> bool:
        """Take a decided cell; false if it is no news."""
        expected = any(planned.blank.key == cell.key for planned in self.missing)
        if expected:
            self.cells[cell.key] = cell
        return expected

    def missing_of(self, task: Task) -> list[Planned]:
        """The cells of a task that are not decided."""
        mine = shared_out([planned.statement for planned in self.plan or ()], task.share)
        asked = mine if task.only is None else set(task.only)
        return [planned for planned in self.missing if planned.statement in asked]

    def next(self) -> Task | None:
        """After a task: what is to be tried next, as of what was lost; None if the row is done, or others have it."""
        self.in_hand -= 1
        if self.in_hand:
            return None
        if self._left:
            self.in_hand = 1
            return Task(self.name, (self._left.popleft(),), self._blind, self.part)
        if self.parts:
            self.part, self.in_hand = self.parts.popleft(), 1
            return Task(self.name, part=self.part)
        self.done = True
        return None

    def finished(self, task: Task) -> None:
        """A task came to its end."""
        self._lost_alike.clear()

    def lost(self, task: Task, verdict: Verdict, reason: str) -> list[Cell]:
        """The worker of a task was lost; the cells that this costs. Those of a whole row are tried again alone."""
        gone = self.missing_of(task)
        if task.only is None:
            self._left += dict.fromkeys(planned.statement for planned in gone)
            return []
        found = [self._lost(planned, verdict, reason) for planned in gone]
        here: tuple[str, str] = (verdict, reason)
        self._lost_alike = [*(before for before in self._lost_alike if before == here), here]
        most = HANGS if verdict is Verdict.TIMEOUT else CRASHES
        if len(self._lost_alike) >= most and self._left:
            self._left.clear()
            why = f"not tried: {most} statements of this metric in a row ended so: {reason}"
            found += [self._lost(planned, verdict, why) for planned in self.missing if planned not in gone]
        for cell in found:
            self.cells[cell.key] = cell
        return found

    def lost_for_good(self, task: Task, verdict: Verdict, reason: str) -> list[Cell]:
        """Nothing of the row (or of a task that is tried alone) can be tried; the cells that this costs."""
        found = [self._lost(planned, verdict, reason) for planned in self.missing_of(task)]
        for cell in found:
            self.cells[cell.key] = cell
        return found

    def _lost(self, planned: Planned, verdict: Verdict, reason: str) -> Cell:
        return planned.lost(verdict, reason, self.reach.get(planned.blank.key, ()))
