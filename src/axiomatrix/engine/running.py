"""Run of a check in worker processes, for the command line. :class:`CheckRun` takes every row through these steps:

1. A finished row of the catalogue is taken from the store, if it is there.
2. Any other row becomes one task, or several tasks with a share of its statements each, so that all workers are busy.
3. If the worker of a task is lost, its statements are tried one by one. Only those that lose their worker again end as
   ``crashed`` or ``timeout``.
4. Witnesses of a user's row are checked in fresh interpreters (:mod:`.fresh`) before they are shown.
5. The witnesses of settled cells are tried on the open cells of the row.
6. The row is reported; a row of the catalogue is stored for the next run.

A witness *settles* a cell: it is an instance that refutes the statement, or that a statement of existence asks for.
Workers send such cells while their task still runs. Fresh interpreters check the witnesses at once (an *early check*),
so that the user need not wait for the task. The *sample* is a few values of a metric, to compare processes by.

A row passes through ``_submit``, ``_take_result``, ``_request_checks``, ``_take_fresh_result`` (for each interpreter),
``_add_output`` and ``_continue``, which submits its next task or finishes it.
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
from typing import Any, NamedTuple

from msgspec import structs

from ..evidence.account.account import Account
from ..evidence.cell import Cell, CellKey
from ..evidence.evidence import Evidence, Witness
from ..evidence.reach import Reach, SearchStatistics
from ..evidence.verdict import FAULTS, Verdict
from ..model.metric import Metric
from .executor import LocalProcesses, TaskFailed, WorkerLost
from .fresh import FreshResult, SampledValue, WitnessCheck, as_flaky, check_afresh, confirm_cells, describe_difference
from .plan import Selection
from .row import CheckedRow, settled_and_searched
from .store import Store, StoredRow, digest, program_digest
from .tasks import Progress, RowResult, RowTask, Settled, check_row, prepare, read_message

MAX_SHARES = 8
"""Most shares of a row: each computes its own tables."""
MAX_HANGS, MAX_CRASHES = 3, 10
"""Consecutive statements of a row lost in one way, after which the others are not tried: a hang costs more time."""
POLL_SECONDS = 0.2
"""Seconds between checks for an interrupt and for messages of workers."""
FRESH_SEEDS = ("1", "2")
"""Hash seeds of the fresh interpreters: with the workers' seed, a refutation is decided under three."""

Report = Callable[[str, Cell | None], None]
"""Receives each cell of a finished row (metric name and cell), and then the row (metric name and None)."""
News = Callable[[Cell], None]
"""Receives each cell as soon as it is confirmed, before its row is finished."""


@dataclass(eq=False)
class TaskOutput:
    """Result of one task. It is added to its row when all fresh interpreters have checked it."""

    result: RowResult
    fresh_results: list[FreshResult] = field(default_factory=list)
    """The results of the fresh interpreters that have answered."""


class EarlyCheck(NamedTuple):
    """Check of a witness by fresh interpreters while the task that found it is still running."""

    witness: Witness
    futures: list[Future[FreshResult]]
    """The answer of each fresh interpreter."""


@dataclass(eq=False)
class RowRun:
    """State of one row during a run."""

    metric: Metric
    cells: dict[CellKey, Cell] = field(default_factory=dict)  # those decided so far
    inapplicable: dict[CellKey, Cell] = field(default_factory=dict)
    """Cells of axioms that do not apply to the metric."""
    accounts: dict[str, Account] = field(default_factory=dict)
    """Accounts of witnesses, by slug."""
    statistics: list[SearchStatistics] = field(default_factory=list)
    done: bool = False
    """Whether the row is finished and reported."""
    pending: int = 0
    """Number of submitted tasks and checks without a result. At 0 the row continues or is finished."""
    shares: int = 1
    """Number of tasks that the statements of the row are divided among."""
    queued_statements: deque[str] = field(default_factory=deque)
    """Statements to be tried one by one, after a worker was lost."""
    losses: list[WorkerLost] = field(default_factory=list)
    """The latest consecutive losses of statements tried alone, all for the same reason."""
    samples: list[list[SampledValue]] = field(default_factory=list)
    """The sampled values of the metric, as each task computed them."""
    fresh_sample: list[SampledValue] | None = None
    """The sampled values in a fresh interpreter; empty while they are requested, None before."""
    witnesses_shared: bool = False
    """Whether witnesses of settled cells were tried on the open ones: by the task of the whole row, or by one more."""

    def restart(self) -> None:
        """Discard the results of the shares, which contradict each other."""
        self.cells, self.accounts, self.statistics, self.samples = {}, {}, [], []
        self.shares, self.witnesses_shared = 1, False


class CheckRun:
    """The run of all rows of a selection on an executor."""

    def __init__(self, selection: Selection, executor: Executor, store: Store, report: Report, news: News) -> None:
        self.rows = {metric.name: RowRun(metric) for metric in selection.rows}
        self.interrupted = False
        self._selection, self._plan = selection, selection.plan
        self._executor, self._store = executor, store
        self._report, self._news = report, news
        self._interpreters: list[LocalProcesses] = []
        """The fresh interpreters, one for each of :data:`FRESH_SEEDS`; none if no row needs them."""
        self._running: dict[Future[Any], Callable[[Future[Any]], None]] = {}
        """Submitted tasks without a result, each with the function to call with its finished future."""
        self._early_checks: dict[CellKey, EarlyCheck] = {}
        """The checks of cells that workers reported while their task was running."""

    def decide(self) -> None:
        """Decide all rows, or as many as are finished when the user interrupts."""
        waiting = [row for row in self.rows.values() if not self._load_stored(row)]
        if any(_needs_fresh_check(row.metric) for row in waiting):
            self._interpreters = [LocalProcesses(1, self._plan.limits, hash_seed=seed) for seed in FRESH_SEEDS]
            for fresh in self._interpreters:
                fresh.submit(prepare, self._plan)  # starts loading in the background
        jobs = getattr(self._executor, "jobs", 1)  # an executor that does not say has one worker
        # With fewer rows than workers, each row is divided; else each is one share.
        shares = min(MAX_SHARES, jobs // len(waiting)) if 0 < len(waiting) < jobs else 1
        # Expensive rows start first, so that all workers end together. A metric without parameters is enumerated up to
        # larger sizes, and costs as much as one with three.
        for row in sorted(waiting, key=lambda row: len(row.metric.parameters) or 3, reverse=True):
            # not the row of a library's metric: each share would import the library and repeat its slow calls
            row.shares = shares if row.metric.implementation is None else 1
            for share in range(row.shares):
                self._submit(row, RowTask(row.metric.name, (share, row.shares)))
        try:
            with undisturbed(self._interrupt):
                while self._running and not self.interrupted:
                    done = wait(self._running, POLL_SECONDS, FIRST_COMPLETED).done
                    for future in done:
                        self._running.pop(future)(future)  # the function that takes its result
                    if not done:
                        self._take_messages()
        finally:
            for fresh in self._interpreters:
                fresh.shutdown()

    def _interrupt(self) -> None:
        self.interrupted = True

    def _take_messages(self) -> None:
        """Read messages of running tasks, and have fresh interpreters check the witnesses of settled cells."""
        if not isinstance(self._executor, LocalProcesses) or not self._interpreters:
            return
        for future in list(self._running):
            for message in map(read_message, self._executor.messages(future)):
                if not isinstance(message, Settled) or message.cell.key in self._early_checks:
                    continue
                cell, witness = message.cell, message.cell.evidence.witness
                if self.rows[cell.metric].metric.implementation is not None:
                    continue  # a library's metric: each check would import the library
                assert witness is not None  # since it settles the cell
                arguments = (self._plan, cell.metric, {cell.key: witness})
                futures = [fresh.submit(check_afresh, *arguments, wants_sample=False) for fresh in self._interpreters]
                self._early_checks[cell.key] = EarlyCheck(witness, futures)
                fresh_results: list[FreshResult] = []  # one list, to which each of the futures adds its result
                self._running |= dict.fromkeys(futures, partial(self._take_early_result, cell, fresh_results))

    def _take_early_result(self, cell: Cell, fresh_results: list[FreshResult], future: Future[FreshResult]) -> None:
        """Add an early check of a cell to ``fresh_results``; once all of them confirm its witness, report the cell."""
        if future.exception() is None:
            fresh_results.append(future.result())
        have_all_answered = len(fresh_results) == len(self._interpreters)
        if have_all_answered and confirm_cells({cell.key: cell}, fresh_results)[cell.key] is cell:  # not made flaky
            self._news(cell)

    # --- the store ---------------------------------------------------------------------------------------------

    def _store_key(self, row: RowRun) -> str:
        """Return the key of a row in the store: a digest of everything that its cells depend on."""
        plan = self._plan
        options = (plan.axioms, plan.sources, plan.budgets, plan.seed, plan.use_pins)
        return digest(program_digest(), *options, row.metric.name)

    def _is_storable(self, row: RowRun) -> bool:
        """Return whether the finished row belongs in the store: one of the catalogue, without a user's witnesses."""
        return self._selection.is_catalogue_row(row.metric) and not self._plan.witnesses

    def _load_stored(self, row: RowRun) -> bool:
        """Take the row from the store and report it; return False if the store does not have it."""
        stored = self._store.get("rows", self._store_key(row), StoredRow) if self._is_storable(row) else None
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
        row.witnesses_shared = row.witnesses_shared or task.is_whole  # a whole row tries its witnesses itself
        future = self._executor.submit(check_row, self._plan, task)
        self._running[future] = partial(self._take_result, row, task)

    def _take_result(self, row: RowRun, task: RowTask, future: Future[Any]) -> None:
        row.pending -= 1
        try:
            output = TaskOutput(future.result())
        except WorkerLost as loss:
            self._handle_loss(row, task, loss)
        except TaskFailed as error:  # a definition that raises SystemExit, or a bug of ours
            self._handle_loss(row, task, WorkerLost(Verdict.ERROR, str(error)))
        else:
            if task.statements is not None:  # a statement tried alone, which ends the series of losses
                row.losses.clear()
            self._request_checks(row, output)
        self._continue(row)

    def _request_checks(self, row: RowRun, output: TaskOutput) -> None:
        """Have fresh interpreters check the witnesses and the sample of a task, if the row needs it.

        The output of the task is added to the row when all of them have answered, or at once if none is asked.
        """
        cells = output.result.cells
        witnesses = {key: cell.evidence.witness for key, cell in cells.items() if cell.evidence.witness is not None}
        wants_sample = bool(output.result.sample) and row.fresh_sample is None
        if not _needs_fresh_check(row.metric) or not (witnesses or wants_sample):
            self._add_output(row, output)
            return
        if wants_sample:
            row.fresh_sample = []  # it is requested below, from the first interpreter alone
        checked_early = [key for key, witness in witnesses.items() if self._is_checked_early(key, witness)]
        unchecked = {key: witness for key, witness in witnesses.items() if key not in checked_early}
        for k, fresh in enumerate(self._interpreters):
            row.pending += 1
            arguments = (self._plan, row.metric.name, unchecked)
            future = fresh.submit(check_afresh, *arguments, wants_sample=wants_sample and k == 0)
            early_checks = {key: self._early_checks[key].futures[k] for key in checked_early}
            self._running[future] = partial(self._take_fresh_result, row, output, early_checks)

    def _is_checked_early(self, key: CellKey, witness: Witness) -> bool:
        """Return whether fresh interpreters have been asked about this witness while its task was running."""
        if key not in self._early_checks:
            return False
        # whether it is the smallest is known only at the end
        return structs.replace(self._early_checks[key].witness, smallest=witness.smallest) == witness

    def _take_fresh_result(
        self, row: RowRun, output: TaskOutput, early_checks: Mapping[CellKey, Future[Any]], future: Future[Any]
    ) -> None:
        """Take the answer of one fresh interpreter, with its ``early_checks`` of witnesses that ``future`` leaves out.

        An interpreter that was lost confirms nothing.
        """
        row.pending -= 1
        try:
            fresh_result = future.result()
        except (WorkerLost, TaskFailed) as error:
            no_answer = WitnessCheck(stands=False, text=f"nothing: {error}")  # in place of the relation
            settled_keys = [key for key, cell in output.result.cells.items() if cell.evidence.witness is not None]
            # a missing sample counts as one that differs from every other
            no_sample = [SampledValue("", no_answer.text)] if row.fresh_sample == [] else []
            fresh_result = FreshResult(dict.fromkeys(settled_keys, no_answer), no_sample)
        for key, early_future in early_checks.items():
            try:
                fresh_result.witnesses[key] = early_future.result().witnesses[key]
            except (WorkerLost, TaskFailed) as error:
                fresh_result.witnesses[key] = WitnessCheck(stands=False, text=f"nothing: {error}")
        output.fresh_results.append(fresh_result)
        row.fresh_sample = fresh_result.sample or row.fresh_sample
        if len(output.fresh_results) == len(self._interpreters):
            output.result.cells = confirm_cells(output.result.cells, output.fresh_results)
            self._add_output(row, output)
            self._continue(row)

    def _add_output(self, row: RowRun, output: TaskOutput) -> None:
        result = output.result
        for cell in result.cells.values():
            if cell.key not in self._early_checks:  # the others are reported by their early check
                self._news(cell)
        row.cells |= result.cells
        row.inapplicable |= {cell.key: cell for cell in result.inapplicable}
        row.accounts |= result.accounts
        row.statistics += result.statistics
        if result.sample or not row.samples:  # a task that only tries witnesses on open cells has no sample
            row.samples.append(result.sample)

    # --- lost workers ------------------------------------------------------------------------------------------

    def _handle_loss(self, row: RowRun, task: RowTask, loss: WorkerLost) -> None:
        """Queue the statements of a lost task to be tried alone; if it had a single one, its cells get the fault."""
        planned_row = CheckedRow(row.metric, self._selection, plan_only=True, share=task.share)  # evaluates nothing
        row.inapplicable = row.inapplicable or {cell.key: cell for cell in planned_row.inapplicable}
        if task.searched:  # it only tried witnesses on open cells, which stay as they were
            return
        row.witnesses_shared = False  # a lost task of the whole row did not get to it
        if task.statements is None:
            row.queued_statements += planned_row.statements
            return
        planned_cells = planned_row.planned_cells
        self._fail_cells(row, [cell for cell in planned_cells if cell.key.statement in task.statements], loss)
        row.losses = [earlier for earlier in row.losses if str(earlier) == str(loss)]  # another reason: a new series
        row.losses.append(loss)
        max_losses = MAX_HANGS if loss.verdict is Verdict.TIMEOUT else MAX_CRASHES
        if len(row.losses) >= max_losses and row.queued_statements:
            reason = f"not tried: {max_losses} statements of this metric in a row ended with: {loss.reason}"
            untried = [cell for cell in planned_cells if cell.key.statement in row.queued_statements]
            self._fail_cells(row, untried, WorkerLost(loss.verdict, reason))
            row.queued_statements.clear()

    def _fail_cells(self, row: RowRun, cells: list[Cell], loss: WorkerLost) -> None:
        """Give cells the verdict of a loss, with the reach that the worker had reported."""
        reached: dict[CellKey, list[Reach]] = {}
        for message in map(read_message, loss.messages):
            if isinstance(message, Progress):
                reached |= dict(message.reached)
        for cell in cells:
            reach = tuple(reached.get(cell.key, ()))
            evidence = Evidence(loss.verdict, reason=loss.reason, reach=reach, seed=cell.evidence.seed)
            row.cells[cell.key] = structs.replace(cell, evidence=evidence)

    def _continue(self, row: RowRun) -> None:
        """Submit the next task of a row that has none running, or finish the row."""
        if row.pending or row.done:
            return
        if row.queued_statements:
            self._submit(row, RowTask(row.metric.name, statements=(row.queued_statements.popleft(),)))
            return
        if row.shares > 1 and self._is_inconsistent(row):  # again as a whole, by one process that sees all answers
            row.restart()
            self._submit(row, RowTask(row.metric.name))
            return
        settled, searched = settled_and_searched(row.cells.values())  # witnesses, and the reach of open cells
        if settled and searched and not row.witnesses_shared:
            row.witnesses_shared = True
            self._submit(row, RowTask(row.metric.name, settled=settled, searched=searched))
            return
        for sample in row.samples:
            difference = describe_difference(sample, row.fresh_sample or [], exact=row.metric.exact)
            if difference:
                reason = f"its values depend on earlier calls, on chance or on the process: {difference}"
                for key, cell in row.cells.items():
                    row.cells[key] = cell if cell.evidence.verdict in FAULTS else as_flaky(cell, reason)
                break
        row.done = True
        if self._is_storable(row) and not any(cell.evidence.verdict in FAULTS for cell in row.cells.values()):
            stored = StoredRow([*row.cells.values()], [*row.inapplicable.values()], row.accounts, row.statistics)
            self._store.put("rows", self._store_key(row), stored)
        self._report_row(row)

    def _is_inconsistent(self, row: RowRun) -> bool:
        """Return whether a share found the metric flaky, or the shares saw different values."""
        found_flaky = any(cell.evidence.verdict is Verdict.FLAKY for cell in row.cells.values())
        samples = [sample for sample in row.samples if sample]  # a program that hangs has none
        return found_flaky or any(sample != samples[0] for sample in samples)

    def _report_row(self, row: RowRun) -> None:
        for cell in row.cells.values():
            self._report(row.metric.name, cell)
        self._report(row.metric.name, None)


def _needs_fresh_check(metric: Metric) -> bool:
    """Return whether the metric is a user's or a library's; metrics of the catalogue are known to be deterministic."""
    return metric.is_foreign or metric.implementation is not None


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
