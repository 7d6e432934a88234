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

from ...evidence.cell import Cell, CellKey
from ...evidence.evidence import Evidence, Witness
from ...evidence.reach import Reach
from ...evidence.verdict import FAULTS, Verdict
from .second_look import Accounts, differing

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

    @property
    def is_share(self) -> bool:
        """Whether others have the rest of the row."""
        return self.share[1] > 1


@dataclass
class Attempt:
    """A task in the hands of a worker: what it said, as long as that is not believed."""

    task: Task
    cells: dict[CellKey, Cell] = field(default_factory=dict)
    accounts: Accounts = field(default_factory=dict)
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
    lost: bool = False
    """Whether the worker was lost; told of a share, which is then not tried again by itself."""

    @property
    def witnessed(self) -> list[tuple[Cell, Witness]]:
        """The cells that stand on a witness, with it."""
        return [(cell, witness) for cell in self.cells.values() if (witness := cell.evidence.witness) is not None]

    def flaky(self, exact: bool) -> None:
        """What was otherwise in the second look is not believed."""
        if self.damage:
            for cell in list(self.cells.values()):
                self._not_believed(cell, self.damage, Verdict.ERROR)
            return
        for k, (cell, witness) in enumerate(self.witnessed):
            stands, text = self.seen.get(k, (False, "nothing: the process did not come so far"))
            if not stands:
                before = f"{witness.lhs} {witness.op} {witness.rhs}"
                reason = f"it answers differently in a fresh process: {before} when checked, then {text}"
                self._not_believed(cell, reason)
        another = differing(self.values, self.values_again, exact=exact)
        if another is not None:
            for cell in [cell for cell in self.cells.values() if cell.evidence.verdict not in FAULTS]:
                self._not_believed(cell, f"its values depend on the process that computes them: {another}")

    def _not_believed(self, cell: Cell, reason: str, verdict: Verdict = Verdict.FLAKY) -> None:
        evidence = Evidence(verdict, reason=reason, reach=cell.evidence.reach, seed=cell.evidence.seed)
        self.cells[cell.key] = replace(cell, evidence=evidence)


def together(shares: Sequence[Attempt], row: str, *, exact: bool) -> Attempt | None:
    """The row, of which these are all shares; None if anything is odd in one of them.

    What one process notices of a definition, such as that it answers otherwise when it is asked again, is said of all
    cells; so a row of which anything is odd is decided again by one process.
    """
    for attempt in shares:
        attempt.flaky(exact)
    cells = {key: cell for attempt in shares for key, cell in attempt.cells.items()}
    if any(attempt.lost or attempt.damage for attempt in shares) or any(
        cell.evidence.verdict is Verdict.FLAKY for cell in cells.values()
    ):
        return None
    if any(differing(shares[0].values, attempt.values, exact=exact) is not None for attempt in shares):
        return None
    return Attempt(Task(row), cells, {slug: one for attempt in shares for slug, one in attempt.accounts.items()})


@dataclass
class RowState:
    """One row: its cells as far as they are known."""

    name: str
    plan: list[Cell] = field(default_factory=list)
    """The cells that it will have, undecided: none until a worker, or a look at the declaration alone, has said so."""
    cells: dict[CellKey, Cell] = field(default_factory=dict)
    inapplicable: list[Cell] = field(default_factory=list)
    done: bool = False
    seconds: float = 0.0
    """How long workers had it in hand."""
    disturbed: bool = False
    """Whether a worker was lost over it, or lost something: another run may come further."""
    shares: int = 1
    """How many workers have a share of it, or will have one."""
    held: list[Attempt] = field(default_factory=list)
    """Shares that are done and wait for the others."""
    parts: deque[str] = field(default_factory=deque)
    """Other files and packages whose axioms are asked too, one after the other."""
    reach: dict[CellKey, tuple[Reach, ...]] = field(default_factory=dict)
    """How far open cells had come when that was last said."""
    part: str = ""
    """What is being asked: the axioms of this file or package, or the others."""
    _left: deque[str] = field(default_factory=deque)
    _lost_alike: list[tuple[str, str]] = field(default_factory=list)
    _blind: bool = False
    expected: set[str] = field(default_factory=set)
    """The parts of which it is known what they will have."""

    @property
    def missing(self) -> list[Cell]:
        """The cells that are not decided."""
        return [planned for planned in self.plan if planned.key not in self.cells]

    def expect(self, plan: Iterable[Cell], inapplicable: Iterable[Cell], *, blind: bool = False) -> None:
        """Take what the row (or the part of it that is asked) will have; only the first word counts."""
        if self.part not in self.expected:
            self.expected.add(self.part)
            self.plan += plan
            self.inapplicable += inapplicable
            self._blind = blind

    def take(self, cell: Cell) -> bool:
        """Take a decided cell; false if it is not news."""
        expected = any(planned.key == cell.key for planned in self.missing)
        if expected:
            self.cells[cell.key] = cell
        return expected

    def next(self) -> Task | None:
        """What is to be tried after the whole row was lost; None if the row is done."""
        if self._left:
            return Task(self.name, (self._left.popleft(),), self._blind, self.part)
        if self.parts:
            self.part = self.parts.popleft()
            return Task(self.name, part=self.part)
        self.done = True
        return None

    def finished(self) -> None:
        """A task came to its end."""
        self._lost_alike.clear()

    def lost(self, task: Task, verdict: Verdict, reason: str, *, for_good: bool = False) -> list[Cell]:
        """The worker of a task was lost; the cells that this costs.

        Those of a whole row are tried again alone, unless it is ``for_good``: then nothing of it can be tried.
        """
        if task.only is None and not for_good:
            self._left = deque(dict.fromkeys(planned.key.statement for planned in self.missing))
            return []
        gone = [planned for planned in self.missing if task.only is None or planned.key.statement in task.only]
        cells = self._lost(gone, verdict, reason)
        if for_good:
            return cells
        here: tuple[str, str] = (verdict, reason)
        self._lost_alike = [*(before for before in self._lost_alike if before == here), here]
        most = HANGS if verdict is Verdict.TIMEOUT else CRASHES
        if len(self._lost_alike) >= most and self._left:
            self._left.clear()
            why = f"not tried: {most} statements of this metric in a row ended so: {reason}"
            cells += self._lost(self.missing, verdict, why)
        return cells

    def _lost(self, gone: Iterable[Cell], verdict: Verdict, reason: str) -> list[Cell]:
        """These cells with a fault as their verdict, and how far they had come."""
        cells = []
        for planned in gone:
            reach = self.reach.get(planned.key, ())
            evidence = Evidence(verdict, reason=reason, reach=reach, seed=planned.evidence.seed)
            cells.append(replace(planned, evidence=evidence))
        self.cells |= {cell.key: cell for cell in cells}
        return cells
