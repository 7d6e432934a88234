"""Worker processes that check rows; one that crashes, hangs or takes too much memory costs its own cell."""

from __future__ import annotations

import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any

from ...evidence import cell_data
from ...evidence.cell import Cell, CellKey
from ...evidence.reach import Reach
from ...evidence.verdict import Verdict
from ...evidence.witness import to_json
from ...model.metric import Metric
from ...model.registry import Registry
from ...spaces.parameters import ParameterDomain
from ..rows import CheckedRow, Options, Planned
from .channel import Closed, Garbled
from .origins import needed, parts, view
from .process import CHECKS, LOOK, LOOKS, Worker, begin, dismiss, how_it_ended, warm_up
from .row_state import Attempt, RowState, Task

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .forgiving import Forgiving
    from .record import CellsJournal

Report = Callable[[str, Cell | None], None]
"""Told of each decided cell (metric name and cell) and of each finished row (metric name and None)."""

LIFE = 15
"""Rows after which a worker makes room for a fresh one: what caches and fragments hold does not add up."""
STARTING = 120.0
"""Seconds that a worker may take to import what it needs."""
VALUES = 10.0
"""Seconds without a sign of life after which the sample of values is what has come of it."""


class Pool:
    """The workers of a run, and the states of its rows."""

    def __init__(
        self,
        options: Options,
        jobs: int,
        rows: Sequence[Metric],
        registry: Registry,
        report: Report,
        journal: CellsJournal | Forgiving | None = None,
    ) -> None:
        self.interrupted = False
        """Whether the user ended the run before everything was decided."""
        self.rows = {row.name: RowState(row.name, parts=deque(parts(row, registry, options))) for row in rows}
        self.accounts: dict[str, Any] = {}
        """What the workers had to say of the witnesses, as data, by slug."""
        self._options = options
        self._jobs = jobs
        self._registry = registry
        self._metrics = {row.name: row for row in rows}
        self._report = report
        self._journal = journal
        self._workers: list[Worker] = []
        self._waiting = [Task(row.name) for row in sorted(rows, key=_cost)]
        """What no worker has yet; the costliest last, where they are taken from."""
        self._to_see: list[Attempt] = []
        """What a worker has done, and another one is to look at again."""

    def run(self) -> None:
        """Decide the cells of all rows, or as many as are decided when the user interrupts."""
        if self._journal is not None:
            self._go_on(self._journal)
        if self._waiting:
            warm_up(CHECKS, LOOKS)
        try:
            with self._deaf():
                while not self.interrupted and (self._waiting or self._to_see or self._busy):
                    self._hand_out()
                    self._listen()
        finally:
            if self.interrupted:
                for worker in self._workers:
                    worker.end()
            else:
                dismiss(self._workers)

    def plan_of(self, name: str) -> RowState:
        """The state of a row, with what it will have: as a worker said, or else as its declaration alone says."""
        state = self.rows[name]
        if not state.is_expected:
            metric = self._metrics[name]
            registry = view(self._registry, state.part, needed(metric, self._registry, self._options))
            row = CheckedRow(metric, registry, self._options, blind=True)
            state.expect(row.plan, row.inapplicable, blind=True)
        return state

    @property
    def _busy(self) -> list[Worker]:
        return [worker for worker in self._workers if worker.attempt is not None]

    # --- an interrupted run, and interrupting this one --------------------------------------------------------

    def _go_on(self, journal: CellsJournal | Forgiving) -> None:
        """Take the rows that an earlier run finished."""
        for name, found in journal.finished():
            if (state := self.rows.get(name)) is not None:
                state.parts.clear()
                state.expect([], found.inapplicable)
                state.cells = {cell.key: cell for cell in found.cells}
                state.done = True
                self.accounts |= found.accounts
                for cell in found.cells:
                    self._report(name, cell)
                self._report(name, None)
        self._waiting = [task for task in self._waiting if not self.rows[task.row].done]

    @contextmanager
    def _deaf(self) -> Iterator[None]:
        """The first Ctrl-C ends the run at the next look instead of somewhere in the middle of something."""

        def stop(number: int, frame: Any) -> None:
            if self.interrupted:
                raise KeyboardInterrupt
            self.interrupted = True

        if threading.current_thread() is not threading.main_thread():
            yield  # no signal is heard there
            return
        before = signal.signal(signal.SIGINT, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    # --- giving and hearing -----------------------------------------------------------------------------------

    def _hand_out(self) -> None:
        while len(self._busy) < self._jobs and not self.interrupted:
            if any(worker.attempt and worker.attempt.task.by_itself for worker in self._busy):
                return  # nothing else goes on meanwhile
            if self._to_see:
                self._give(self._to_see.pop(0), LOOKS)
            elif self._waiting:
                if self._waiting[-1].by_itself and self._busy:
                    return
                self._give(Attempt(self._waiting.pop()), CHECKS)
            else:
                return

    def _give(self, attempt: Attempt, role: str) -> None:
        task = attempt.task
        metric = self._metrics[task.row]
        options = needed(metric, self._registry, self._options, task.part)
        worker = self._idle(options, role, alone=task.only is not None) or self._start(options, role)
        worker.attempt = attempt
        # what is tried alone has a worker to itself, before and after
        worker.given += 1 if task.only is None or role == LOOKS else LIFE
        worker.last_sign = time.monotonic()
        with suppress(Closed):  # it has ended, which is noticed when it is listened to
            if role == LOOKS:
                witnesses = [to_json(cell.evidence.witness) for cell in attempt.witnessed if cell.evidence.witness]
                worker.channel.send("look", {"row": task.row, "witnesses": witnesses, "values": len(attempt.values)})
            else:
                worker.channel.send("check", task.to_data())

    def _idle(self, options: Options, role: str, *, alone: bool) -> Worker | None:
        """A worker that has nothing to do and may take this; one that has done enough is let go."""
        for worker in self._workers:
            if worker.attempt is None and (worker.options, worker.role) == (options, role) and worker.is_lasting:
                if worker.given < LIFE and (role == LOOKS or not alone):
                    return worker
                self._let_go(worker)
                return None
        return None

    def _let_go(self, worker: Worker) -> None:
        dismiss([worker])
        self._workers.remove(worker)

    def _start(self, options: Options, role: str) -> Worker:
        worker = begin(options, role)
        self._workers.append(worker)
        return worker

    def _listen(self) -> None:
        """Hear what the workers say until the next look, and look after those that say nothing."""
        wait({source for worker in self._busy for source in worker.sources}, timeout=LOOK)
        for worker in self._busy:
            self._hear(worker)
        now = time.monotonic()
        for worker in self._busy:
            if now - worker.looked < LOOK:
                continue
            worker.looked = now
            limit = self._limit(worker)
            if now - worker.last_sign > limit:
                self._lose(worker, Verdict.TIMEOUT, f"no sign of life for {limit:g} s")
            elif worker.takes_too_much:
                self._lose(worker, Verdict.CRASHED, f"it took more than {self._options.memory_limit:,} MiB of memory")

    def _limit(self, worker: Worker) -> float:
        """For how many seconds the worker may say nothing."""
        if not worker.ready:
            return max(STARTING, self._options.time_limit)
        proved = worker.attempt is not None and worker.attempt.clean
        return min(VALUES, self._options.time_limit) if proved else self._options.time_limit

    def _hear(self, worker: Worker) -> None:
        """Everything that the worker has said; whether it has ended is asked before, so that nothing said is missed."""
        ended = worker.process.ended()
        try:
            while worker.attempt is not None and not self.interrupted:
                message = worker.channel.take()
                if message is None:
                    break
                worker.last_sign = time.monotonic()
                self._told(worker, worker.attempt, *message)
        except Closed:
            ended = True
        except (Garbled, ValueError, TypeError, LookupError) as error:
            self._lose(worker, Verdict.CRASHED, f"the process said what is not a message: {error!s:.300}")
        if ended and worker.attempt is not None and worker in self._workers and not self.interrupted:
            worker.process.ended(1)
            self._lose(worker, Verdict.CRASHED, how_it_ended(worker.process.exit_code))

    def _told(self, worker: Worker, attempt: Attempt, kind: str, content: Any) -> None:
        state = self.rows[attempt.task.row]
        if kind == "ready":
            worker.ready = True
        elif kind == "unusable":
            self._lose(worker, Verdict.ERROR, f"it could not be imported: {content}")
        elif kind == "plan":
            plan = [Planned(str(p["statement"]), cell_data.from_data(p["blank"])) for p in content["cells"]]
            state.expect(plan, map(cell_data.from_data, content["inapplicable"]))
        elif kind == "cell":
            cell = cell_data.from_data(content)
            attempt.cells[cell.key] = cell
        elif kind == "reach":
            state.reach |= {_key(key): tuple(Reach(**reach) for reach in reaches) for key, reaches in content}
        elif kind == "account" and content is not None:
            attempt.accounts.append(content)
        elif kind == "seen":
            attempt.seen[int(content[0])] = bool(content[1]["stands"]), str(content[1]["text"])
        elif kind == "values":
            values = attempt.values_again if attempt.looking else attempt.values
            values |= {int(k): (str(value), str(title)) for k, value, title in content}
        elif kind == "clean":
            attempt.clean = True
        elif kind == "damaged":
            reason = f"it changed the process it runs in: {content}"
            attempt.damage = reason if attempt.looking else ""
            self._lose(worker, Verdict.ERROR, reason)
        elif kind == "failed":
            self._lose(worker, Verdict.ERROR, str(content))
        elif kind == "done":
            worker.attempt = None
            if not worker.is_lasting:
                self._let_go(worker)
            self._go_further(attempt)

    # --- believing --------------------------------------------------------------------------------------------

    def _go_further(self, attempt: Attempt) -> None:
        """What a worker has done is looked at again by another one, and then believed."""
        state = self.rows[attempt.task.row]
        if not attempt.looking and attempt.needs_a_look:
            attempt.looking, attempt.clean = True, False
            self._to_see.append(attempt)
            return
        attempt.flaky(self._metrics[attempt.task.row].exact)
        for account in attempt.accounts:
            self.accounts[str(account["slug"])] = account
        for cell in attempt.cells.values():
            if self.interrupted:
                return  # the rest is among what is missing
            if state.take(cell):
                self._tell(cell)
        state.finished(attempt.task)
        if attempt.task.only is None and state.missing:
            state.lost(attempt.task, Verdict.CRASHED, "the process left it undecided")
        self._next(state)

    def _tell(self, cell: Cell) -> None:
        if self._journal is not None:
            self._journal.cell(cell)
        self._report(cell.metric, cell)

    # --- losing -----------------------------------------------------------------------------------------------

    def _lose(self, worker: Worker, verdict: Verdict, reason: str) -> None:
        """The worker's task is lost; what it had not decided is tried again, or has the fault as its verdict."""
        assert worker.attempt is not None
        attempt, worker.attempt = worker.attempt, None
        worker.end()
        self._workers.remove(worker)
        if attempt.clean or attempt.looking:  # what was decided is known, and what is missing was not seen again
            self._go_further(attempt)
            return
        task = attempt.task
        if worker.process.has_lost_template and not task.by_itself:
            self._waiting.append(replace(task, by_itself=True))  # somebody ended what all are copied from; not all did
            return
        state = self.plan_of(task.row)
        lost = state.lost(task, verdict, reason) if worker.ready else state.lost_for_good(verdict, reason, task)
        for cell in lost:
            self._tell(cell)
        self._next(state)

    def _next(self, state: RowState) -> None:
        """Go on with a row whose worker was lost; a row whose statements are tried alone has one worker at a time."""
        task = state.next()
        if task is not None:
            self._waiting.append(task)
            return
        if self._journal is not None:
            self._journal.row(state.name, state.inapplicable)
        self._report(state.name, None)


def _key(data: Any) -> CellKey:
    metric, axiom, label, space = map(str, data)
    return CellKey(metric, axiom, label, ParameterDomain(space))


def _cost(metric: Metric) -> int:
    """A rough rank of what a row takes, so that the long ones come first and the workers end together."""
    return 3 if not metric.parameters else len(metric.parameters)
