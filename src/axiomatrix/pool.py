"""Worker processes that check rows; one that crashes, hangs or takes too much memory costs its own cell."""

from __future__ import annotations

import json
import multiprocessing
import signal
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any

from . import cell_data
from .evidence import VerdictName
from .matrix import Cell
from .metric import Metric
from .registry import Registry
from .row_state import RowState, Task
from .rows import CheckedRow, Options, Planned
from .worker import work
from .worker_process import Worker, dismiss, end, how_it_ended, memory, uninterrupted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .cells_journal import CellsJournal

Report = Callable[[str, Cell | None], None]
"""Told of each decided cell (metric name and cell) and of each finished row (metric name and None)."""

LIFE = 15
"""Rows after which a worker makes room for a fresh one: what caches and fragments hold does not add up."""
LOOK = 0.2
"""Seconds between looks at the memory and the silence of the workers, and at whether the user has had enough."""
STARTING = 120.0
"""Seconds that a worker may take to import what it needs."""
LONGEST = 1 << 27
"""Bytes of the longest message that is heard."""


class Pool:
    """The workers of a run, and the states of its rows."""

    def __init__(
        self,
        options: Options,
        jobs: int,
        rows: Sequence[Metric],
        registry: Registry,
        report: Report,
        journal: CellsJournal | None = None,
    ) -> None:
        self.interrupted = False
        """Whether the user ended the run before everything was decided."""
        self.rows = {row.name: RowState(row.name) for row in rows}
        self.accounts: dict[str, Any] = {}
        """What the workers had to say of the witnesses, as data, by slug."""
        self._options = options
        self._jobs = jobs
        self._registry = registry
        self._metrics = {row.name: row for row in rows}
        self._report = report
        self._journal = journal
        self._context = multiprocessing.get_context("spawn")
        self._workers: list[Worker] = []
        self._waiting = [Task(row.name) for row in sorted(rows, key=_cost)]
        """What no worker has yet; the costliest last, where they are taken from."""

    def run(self) -> None:
        """Decide the cells of all rows, or as many as are decided when the user interrupts."""
        if self._journal is not None:
            self._go_on(self._journal)
        try:
            with self._deaf():
                while not self.interrupted and (self._waiting or self._busy):
                    self._hand_out()
                    self._listen()
        finally:
            if self.interrupted:
                for worker in self._workers:
                    end(worker)
            else:
                dismiss(self._workers)

    def plan_of(self, name: str) -> RowState:
        """The state of a row, with what it will have: as a worker said, or else as its declaration alone says."""
        state = self.rows[name]
        if state.plan is None:
            row = CheckedRow(self._metrics[name], self._registry, self._options, blind=True)
            state.expect(row.plan, row.inapplicable, blind=True)
        return state

    @property
    def _busy(self) -> list[Worker]:
        return [worker for worker in self._workers if worker.task is not None]

    # --- an interrupted run, and interrupting this one --------------------------------------------------------

    def _go_on(self, journal: CellsJournal) -> None:
        """Take the rows that an earlier run finished."""
        for name, found in journal.finished():
            if (state := self.rows.get(name)) is not None:
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
        while self._waiting and len(self._busy) < self._jobs and not self.interrupted:
            task = self._waiting.pop()
            idle = next((worker for worker in self._workers if worker.task is None), None)
            if idle is not None and (idle.given >= LIFE or task.only is not None):
                dismiss([idle])
                self._workers.remove(idle)
                idle = None
            worker = idle or self._start()
            worker.task = task
            # what is tried alone has a worker to itself, before and after
            worker.given += 1 if task.only is None else LIFE
            worker.heard = time.monotonic()
            with suppress(OSError):  # it has ended, which is noticed when it is listened to
                worker.connection.send_bytes(json.dumps(task.to_data()).encode("ascii"))

    def _start(self) -> Worker:
        here, there = self._context.Pipe()
        process = self._context.Process(target=work, args=(there, self._options), daemon=True)
        with uninterrupted():
            process.start()
        there.close()
        worker = Worker(process, here)
        self._workers.append(worker)
        return worker

    def _listen(self) -> None:
        """Hear what the workers say until the next look, and look after those that say nothing."""
        wait([source for w in self._busy for source in (w.connection, w.process.sentinel)], timeout=LOOK)
        for worker in self._busy:
            self._hear(worker)
        now = time.monotonic()
        for worker in self._busy:
            if now - worker.looked < LOOK:
                continue
            worker.looked = now
            limit = self._options.time_limit if worker.ready else max(STARTING, self._options.time_limit)
            if now - worker.heard > limit:
                self._lose(worker, "timeout", f"no sign of life for {limit:g} s")
            elif memory(worker) > self._options.memory_limit:
                self._lose(worker, "crashed", f"it took more than {self._options.memory_limit:,} MiB of memory")

    def _hear(self, worker: Worker) -> None:
        """Everything that the worker has said; whether it has ended is asked before, so that nothing said is missed."""
        ended = not worker.process.is_alive()
        try:
            while worker.task is not None and not self.interrupted and worker.connection.poll():
                kind, content = json.loads(worker.connection.recv_bytes(LONGEST))
                worker.heard = time.monotonic()
                self._told(worker, worker.task, kind, content)
        except (EOFError, OSError):
            ended = True
        except (ValueError, TypeError, LookupError):
            self._lose(worker, "crashed", "the process said what is no message")
        if ended and worker.task is not None and worker in self._workers and not self.interrupted:
            worker.process.join(1)
            self._lose(worker, "crashed", how_it_ended(worker.process.exitcode))

    def _told(self, worker: Worker, task: Task, kind: str, content: Any) -> None:
        state = self.rows[task.row]
        if kind == "ready":
            worker.ready = True
        elif kind == "unusable":
            self._lose(worker, "error", f"it could not be imported: {content}")
        elif kind == "plan":
            plan = [Planned(str(p["statement"]), cell_data.from_data(p["blank"])) for p in content["cells"]]
            state.expect(plan, map(cell_data.from_data, content["inapplicable"]))
        elif kind == "cell":
            if state.take(cell := cell_data.from_data(content)):
                self._tell(cell)
        elif kind == "account" and content is not None:
            self.accounts[str(content["slug"])] = content
        elif kind == "failed":
            self._lose(worker, "error", str(content))
        elif kind == "done":
            worker.task = None
            state.finished(task)
            if task.only is None and state.missing:
                state.lost(task, "crashed", "the process left it undecided")
            self._next(state)

    def _tell(self, cell: Cell) -> None:
        if self._journal is not None:
            self._journal.cell(cell)
        self._report(cell.metric, cell)

    # --- losing -----------------------------------------------------------------------------------------------

    def _lose(self, worker: Worker, verdict: VerdictName, reason: str) -> None:
        """The worker's task is lost; what it had not decided is tried again, or has the fault as its verdict."""
        assert worker.task is not None
        task, worker.task = worker.task, None
        end(worker)
        self._workers.remove(worker)
        state = self.plan_of(task.row)
        lost = state.lost(task, verdict, reason) if worker.ready else state.lost_for_good(verdict, reason)
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


def _cost(metric: Metric) -> int:
    """A rough rank of what a row takes, so that the long ones come first and the workers end together."""
    return 3 if not metric.parameters else len(metric.parameters)
