"""Run of a check in worker processes. :class:`CheckRun` takes every row through these steps:

1. A finished row of the catalogue is taken from the store, if it is there.
2. Any other row becomes one task, or as many shares of its statements as keep all workers busy.
3. If the worker of a task is lost, its statements are tried one by one. Only those that lose their worker again end as
   ``crashed`` or ``timeout``.
4. Witnesses of a user's row are checked in fresh interpreters (:mod:`.fresh`) before they are shown.
5. Witnesses are tried on the open cells of the row.
6. The row is reported; a row of the catalogue is stored for the next run.

Workers report settled cells while their task runs, and these are checked in fresh interpreters early.
"""

from __future__ import annotations

import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec
from msgspec import structs

from ..evidence.account.account import Account
from ..evidence.cell import Cell, CellKey
from ..evidence.evidence import Evidence, Witness
from ..evidence.reach import Reach, SearchStatistics
from ..evidence.verdict import FAULTS, Verdict
from ..model.metric import Metric
from .executor import LocalProcesses, TaskFailed, WorkerLost
from .fresh import FreshLook, SampledValue, WitnessCheck, confirm_cells, difference, flaky, look
from .plan import Selection
from .row import CheckedRow, siblings
from .store import Store, digest, program_digest
from .tasks import RowResult, RowTask, Settled, check_row, prepare, read_message

MAX_SHARES = 8
"""Most shares of a row: each computes its own tables."""
MAX_HANGS, MAX_CRASHES = 3, 10
"""Consecutive statements of a row lost in the same way, after which the others are not tried.

A hang costs the time limit, a crash only the start of a process.
"""
POLL_SECONDS = 0.2
"""Seconds between checks for an interrupt and for messages of workers."""
FRESH_SEEDS = ("1", "2")
"""The hash seeds of the fresh interpreters: with that of the workers, a refutation is decided under three."""

Report = Callable[[str, Cell | None], None]
"""Receives each decided cell (metric name and cell), and each finished row (metric name and None)."""
News = Callable[[Cell], None]
"""Receives a confirmed cell while its row is still running."""


class StoredRow(msgspec.Struct, frozen=True):
    """A finished row as it is in the store."""

    cells: list[Cell]
    inapplicable: list[Cell]
    accounts: dict[str, Account]
    statistics: list[SearchStatistics] = []


@dataclass(eq=False)
class Part:
    """Result of one task, with its checks by fresh interpreters."""

    result: RowResult
    looks: list[FreshLook] = field(default_factory=list)
    """The results of the fresh interpreters that have answered."""


@dataclass(eq=False)
class RowRun:
    """State of one row during a run."""

    metric: Metric
    cells: dict[CellKey, Cell] = field(default_factory=dict)
    inapplicable: dict[CellKey, Cell] = field(default_factory=dict)
    """Cells of axioms that do not apply to the metric."""
    accounts: dict[str, Account] = field(default_factory=dict)
    """Accounts of witnesses, by slug."""
    statistics: list[SearchStatistics] = field(default_factory=list)
    done: bool = False
    pending: int = 0
    """Number of submitted tasks and checks without a result. At 0 the row continues or is finished."""
    shares: int = 1
    """Number of tasks that the statements of the row are divided among."""
    statements: deque[str] = field(default_factory=deque)
    """Statements to be tried one by one, after a worker was lost."""
    losses: list[WorkerLost] = field(default_factory=list)
    """The latest consecutive losses of statements tried alone, all of the same kind."""
    values: list[list[SampledValue]] = field(default_factory=list)
    """The sample of values, once for each part."""
    fresh_values: list[SampledValue] | None = None
    """The sample of values in a fresh interpreter; empty while it is requested, None before."""
    retried: bool = False
    """Whether witnesses of settled cells were tried on the open ones."""

    def restart(self) -> None:
        """Discard the results of the shares, which contradict each other."""
        self.cells, self.values, self.shares, self.retried = {}, [], 1, False


class CheckRun:
    """The run of all rows of a selection on an executor."""

    def __init__(self, selection: Selection, executor: Executor, store: Store, report: Report, news: News) -> None:
        self.rows = {metric.name: RowRun(metric) for metric in selection.rows}
        self.interrupted = False
        self._selection = selection
        self._plan = selection.plan
        self._executor = executor
        self._store = store
        self._report = report
        self._news = news
        self._fresh: list[LocalProcesses] = []
        self._running: dict[Future[Any], Callable[[Future[Any]], None]] = {}
        """Submitted tasks without a result, each with the function to call with its finished future."""
        self._early: dict[CellKey, tuple[Witness, list[Future[Any]]]] = {}
        """For cells that workers reported early: the witness, and its checks by fresh interpreters."""

    def decide(self) -> None:
        """Decide all rows, or as many as are finished when the user interrupts."""
        waiting = [row for row in self.rows.values() if not self._take_stored(row)]
        if any(self._needs_fresh_check(row.metric) for row in waiting):
            self._fresh = [LocalProcesses(1, self._plan.limits, hash_seed=seed) for seed in FRESH_SEEDS]
            for fresh in self._fresh:
                fresh.submit(prepare, self._plan)  # starts loading in the background
        jobs = getattr(self._executor, "jobs", 1)
        shares = min(MAX_SHARES, jobs // len(waiting)) if 0 < len(waiting) < jobs else 1
        for row in sorted(waiting, key=lambda row: _cost(row.metric), reverse=True):
            # each share would import the library and repeat its slow calls
            row.shares = shares if row.metric.implementation is None else 1
            for share in range(row.shares):
                self._submit(row, RowTask(row.metric.name, (share, row.shares)))
        try:
            with undisturbed(self._interrupt):
                while self._running and not self.interrupted:
                    done = wait(self._running, POLL_SECONDS, FIRST_COMPLETED).done
                    for future in done:
                        self._running.pop(future)(future)
                    if not done:
                        self._take_messages()
        finally:
            for fresh in self._fresh:
                fresh.shutdown()

    def plan_of(self, row: RowRun) -> CheckedRow:
        """Return the row as planned, without evaluating its definition."""
        return CheckedRow(row.metric, self._selection, blind=True)

    def _interrupt(self) -> None:
        self.interrupted = True

    def _take_messages(self) -> None:
        """Send witnesses of running tasks to fresh interpreters; cells that all of these confirm are reported early."""
        if not isinstance(self._executor, LocalProcesses) or not self._fresh:
            return
        for future in list(self._running):
            for message in map(read_message, self._executor.messages(future)):
                if not isinstance(message, Settled) or message.cell.key in self._early:
                    continue
                if self.rows[message.cell.metric].metric.implementation is not None:
                    continue  # each check would import the library
                cell, witness = message.cell, message.cell.evidence.witness
                assert witness is not None  # since it settles the cell
                task = (self._plan, cell.metric, {cell.key: witness})
                futures = [fresh.submit(look, *task, wants_values=False) for fresh in self._fresh]
                self._early[cell.key] = witness, futures
                looks: list[FreshLook] = []
                self._running |= dict.fromkeys(futures, partial(self._take_early, cell, looks))

    def _take_early(self, cell: Cell, looks: list[FreshLook], future: Future[Any]) -> None:
        """Take an early check of a cell; once all fresh interpreters have confirmed its witness, report the cell."""
        if future.exception() is None:
            looks.append(future.result())
        if len(looks) == len(self._fresh) and confirm_cells({cell.key: cell}, looks)[cell.key] is cell:
            self._news(cell)

    # --- the store ---------------------------------------------------------------------------------------------

    def _key(self, row: RowRun) -> str:
        """Return the key of a row in the store: a digest of everything that its cells depend on."""
        plan = self._plan
        options = (plan.axioms, plan.sources, plan.budgets, plan.seed, plan.use_pins)
        return digest(program_digest(), *options, row.metric.name)

    def _is_stored(self, row: RowRun) -> bool:
        """Return whether the finished row belongs in the store: not one of a user's, or with a user's witnesses."""
        return self._selection.is_catalogue_row(row.metric) and not self._plan.witnesses

    def _take_stored(self, row: RowRun) -> bool:
        stored = self._store.get("rows", self._key(row), StoredRow) if self._is_stored(row) else None
        if stored is None:
            return False
        row.cells = {cell.key: cell for cell in stored.cells}
        row.inapplicable = {cell.key: cell for cell in stored.inapplicable}
        row.accounts, row.statistics, row.done = stored.accounts, stored.statistics, True
        self._report_row(row)
        return True

    # --- tasks and their results -------------------------------------------------------------------------------

    def _submit(self, row: RowRun, task: RowTask) -> None:
        row.pending += 1
        row.retried = row.retried or task.is_whole
        future = self._executor.submit(check_row, self._plan, task)
        self._running[future] = lambda future: self._take_result(row, task, future)

    def _take_result(self, row: RowRun, task: RowTask, future: Future[Any]) -> None:
        row.pending -= 1
        try:
            part = Part(future.result())
        except WorkerLost as loss:
            self._handle_loss(row, task, loss)
        except TaskFailed as error:  # a definition that raises SystemExit, or a bug of ours
            self._handle_loss(row, task, WorkerLost(Verdict.ERROR, str(error)))
        else:
            if task.only is not None:
                row.losses.clear()
            self._check_fresh(row, part)
        self._continue(row)

    def _needs_fresh_check(self, metric: Metric) -> bool:
        return metric.is_foreign or metric.implementation is not None

    def _check_fresh(self, row: RowRun, part: Part) -> None:
        """Have fresh interpreters check the witnesses and values of a part, if the row needs it; else add the part."""
        cells = part.result.cells
        witnesses = {key: cell.evidence.witness for key, cell in cells.items() if cell.evidence.witness is not None}
        wants_values = bool(part.result.values) and row.fresh_values is None
        if not self._needs_fresh_check(row.metric) or not (witnesses or wants_values):
            self._add_part(row, part)
            return
        if wants_values:
            row.fresh_values = []  # requested below
        early_checks = {key: self._early[key][1] for key, witness in witnesses.items() if self._was_seen(key, witness)}
        unseen = {key: witness for key, witness in witnesses.items() if key not in early_checks}
        for k, fresh in enumerate(self._fresh):
            row.pending += 1
            future = fresh.submit(look, self._plan, row.metric.name, unseen, wants_values=wants_values and k == 0)
            early = {key: futures[k] for key, futures in early_checks.items()}
            self._running[future] = partial(self._take_look, row, part, early)

    def _was_seen(self, key: CellKey, witness: Witness) -> bool:
        """Return whether fresh interpreters checked this witness while its task was running."""
        if key not in self._early:
            return False
        early_witness, _ = self._early[key]
        return structs.replace(early_witness, smallest=witness.smallest) == witness  # only that may be known later

    def _take_look(self, row: RowRun, part: Part, early: Mapping[CellKey, Future[Any]], future: Future[Any]) -> None:
        """Take the checks of one fresh interpreter, with its ``early`` checks of the same witnesses."""
        row.pending -= 1
        try:
            fresh_look = future.result()
        except (WorkerLost, TaskFailed) as error:
            no_answer = WitnessCheck(False, f"nothing: {error}")
            settled_keys = [key for key, cell in part.result.cells.items() if cell.evidence.witness is not None]
            # a missing sample counts as one that differs from every other
            no_sample = [SampledValue("", no_answer.text)] if row.fresh_values == [] else []
            fresh_look = FreshLook(dict.fromkeys(settled_keys, no_answer), no_sample)
        for key, early_look in early.items():
            try:
                fresh_look.witnesses[key] = early_look.result().witnesses[key]  # checked while the task ran
            except (WorkerLost, TaskFailed) as error:
                fresh_look.witnesses[key] = WitnessCheck(False, f"nothing: {error}")
        part.looks.append(fresh_look)
        row.fresh_values = fresh_look.values or row.fresh_values
        if len(part.looks) == len(self._fresh):
            part.result.cells = confirm_cells(part.result.cells, part.looks)
            self._add_part(row, part)
            self._continue(row)

    def _add_part(self, row: RowRun, part: Part) -> None:
        """Add the results of a part to its row."""
        for cell in part.result.cells.values():
            if cell.key not in self._early:
                self._news(cell)
        row.cells |= part.result.cells
        row.inapplicable |= {cell.key: cell for cell in part.result.inapplicable}
        row.accounts |= part.result.accounts
        row.statistics += part.result.statistics
        if part.result.values or not row.values:  # a retry has no sample
            row.values.append(part.result.values)

    # --- lost workers ------------------------------------------------------------------------------------------

    def _handle_loss(self, row: RowRun, task: RowTask, loss: WorkerLost) -> None:
        """Queue the statements of a lost task to be tried alone; if it had a single one, its cells get the fault."""
        blind = CheckedRow(row.metric, self._selection, blind=True, share=task.share)
        row.inapplicable = row.inapplicable or {cell.key: cell for cell in blind.inapplicable}
        if task.searched:  # only a retry is lost; the cells decided before it stand
            return
        row.retried = False
        if task.only is None:
            row.statements += blind.statements
            return
        self._fail_cells(row, [cell for cell in blind.plan if cell.key.statement in task.only], loss)
        row.losses = [*(earlier for earlier in row.losses if str(earlier) == str(loss)), loss]
        max_losses = MAX_HANGS if loss.verdict is Verdict.TIMEOUT else MAX_CRASHES
        if len(row.losses) >= max_losses and row.statements:
            reason = f"not tried: {max_losses} statements of this metric in a row ended so: {loss.reason}"
            untried = [cell for cell in blind.plan if cell.key.statement in row.statements]
            self._fail_cells(row, untried, WorkerLost(loss.verdict, reason))
            row.statements.clear()

    def _fail_cells(self, row: RowRun, cells: list[Cell], loss: WorkerLost) -> None:
        """Give cells the verdict of a loss, with the reach that the worker had reported."""
        reached: dict[CellKey, list[Reach]] = {}
        for message in map(read_message, loss.messages):
            if not isinstance(message, Settled):
                reached |= dict(message.reached)
        for cell in cells:
            reach = tuple(reached.get(cell.key, ()))
            evidence = Evidence(loss.verdict, reason=loss.reason, reach=reach, seed=cell.evidence.seed)
            row.cells[cell.key] = structs.replace(cell, evidence=evidence)

    # --- finishing ---------------------------------------------------------------------------------------------

    def _continue(self, row: RowRun) -> None:
        """Submit the next task of a row that has none running, or finish the row."""
        if row.pending or row.done:
            return
        if row.statements:
            self._submit(row, RowTask(row.metric.name, only=(row.statements.popleft(),)))
            return
        if row.shares > 1 and self._is_inconsistent(row):
            row.restart()
            self._submit(row, RowTask(row.metric.name))
            return
        settled, searched = siblings(row.cells.values())
        if settled and searched and not row.retried:
            row.retried = True
            self._submit(row, RowTask(row.metric.name, settled=settled, searched=searched))
            return
        exact = row.metric.exact
        differences = (difference(values, row.fresh_values or [], exact=exact) for values in row.values)
        if differing := next(filter(None, differences), ""):
            reason = f"its values depend on what was asked before, on chance or on the process: {differing}"
            row.cells = {k: c if c.evidence.verdict in FAULTS else flaky(c, reason) for k, c in row.cells.items()}
        row.done = True
        if self._is_stored(row) and not any(cell.evidence.verdict in FAULTS for cell in row.cells.values()):
            stored = StoredRow([*row.cells.values()], [*row.inapplicable.values()], row.accounts, row.statistics)
            self._store.put("rows", self._key(row), stored)
        self._report_row(row)

    def _is_inconsistent(self, row: RowRun) -> bool:
        """Return whether a share found the metric flaky, or the shares saw different values."""
        found_flaky = any(cell.evidence.verdict is Verdict.FLAKY for cell in row.cells.values())
        values = [values for values in row.values if values]  # a program that hangs has none
        return found_flaky or any(share_values != values[0] for share_values in values)

    def _report_row(self, row: RowRun) -> None:
        for cell in row.cells.values():
            self._report(row.metric.name, cell)
        self._report(row.metric.name, None)


def _cost(metric: Metric) -> int:
    """Estimate the cost of a row, on a rough scale. Expensive rows start first, so that all workers end together.

    A metric without parameters is enumerated up to larger sizes, and costs as much as one with three.
    """
    return len(metric.parameters) or 3


@contextmanager
def undisturbed(on_interrupt: Callable[[], object] = lambda: None) -> Iterator[None]:
    """Context in which the first Ctrl-C or SIGTERM only calls ``on_interrupt``; the second one interrupts."""
    count = 0

    def handle(number: int, frame: Any) -> None:
        nonlocal count
        count += 1
        if count > 1:
            raise KeyboardInterrupt
        on_interrupt()

    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread receives signals
        return
    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
