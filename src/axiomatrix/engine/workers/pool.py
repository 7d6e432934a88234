"""The rows of a run, checked by workers; one that crashes, hangs or takes too much memory costs its own cell."""

from __future__ import annotations

import signal
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from ...evidence import cell_data
from ...evidence.cell import Cell, CellKey
from ...evidence.reach import Reach
from ...evidence.verdict import Outcome, Verdict
from ...evidence.witness import to_json
from ...model.metric import Metric
from ...spaces.parameters import ParameterDomain
from ..execution.desk import Desk, Errand
from ..execution.executor import Workers
from ..row import CheckedRow
from ..selection import Selection
from . import COPIES
from .crew import Reply, Request
from .origins import needed, parts, view
from .process import LOOK
from .row_state import Attempt, RowState, Task, together
from .second_look import Accounts, accounts_of
from .template import CHECKS, LOOKS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..memory.memory import Memory
    from .record import CellsJournal, FinishedRow

MOST_SHARES = 8
"""Of how many shares a row is at most: each makes the tables of its own."""

Report = Callable[[str, Cell | None], None]
"""Told of each decided cell (metric name and cell) and of each finished row (metric name and None)."""
News = Callable[[CellKey, Outcome, int], None]
"""Told of a cell that one instance of that size settles: before its row is done, and another process has seen it."""


class Pool:
    """The workers of a run, and the states of its rows."""

    def __init__(
        self,
        selection: Selection,
        workers: Workers,
        report: Report,
        journal: CellsJournal | None = None,
        memory: Memory | None = None,
        news: News | None = None,
    ) -> None:
        self.interrupted = False
        """Whether the user ended the run before everything was decided."""
        self.rows = {row.name: RowState(row.name, parts=deque(parts(row, selection))) for row in selection.rows}
        self.accounts: Accounts = {}
        """What the workers had to say of the witnesses."""
        self._selection = selection
        self._workers = workers
        self._desk = Desk(workers, self._ask, self._answered)
        self._metrics = {row.name: row for row in selection.rows}
        self._report = report
        self._journal = journal
        self._memory = memory
        self._news = news
        self._waiting = [Task(row.name) for row in sorted(selection.rows, key=_cost)]
        """What no worker has yet; the costliest last, where they are taken from."""
        self._is_alone = False
        """Whether nothing else may go on: the last time somebody ended what all workers are copied from."""
        self._to_see: list[Attempt] = []
        """What a worker has done, and another one is to look at again."""

    def run(self, begin: Callable[[Workers], None] = lambda workers: None) -> None:
        """Decide the cells of all rows, or as many as are decided when the user interrupts.

        ``begin`` is told the workers before the first row is handed out.
        """
        if self._journal is not None:
            self._go_on(self._journal.finished())
        if self._memory is not None:
            self._go_on(self._memory.remembered(self._metrics[task.row] for task in self._waiting).items())
        if self._waiting:
            self._workers.warm_up()
            begin(self._workers)
            self._share_out()
        try:
            with undisturbed(self._interrupt):  # at the next look, and not in the middle of something
                while not self.interrupted and (self._waiting or self._to_see or len(self._desk)):
                    self._hand_out()
                    self._desk.collect(LOOK)
        finally:
            self._desk.stop()

    def _share_out(self) -> None:
        """Where rows are few, share each out, twice as finely as there are workers: shares differ in length.

        Where a worker is not a copy, its start takes as long as a share; and a library's row stays whole, since its
        calls are dear, and so is its import.
        """
        if not COPIES or self._workers.ahead // 2 <= len(self._waiting):
            return
        count = min(MOST_SHARES, self._workers.ahead // len(self._waiting))
        whole, self._waiting = self._waiting, []
        for task in whole:
            shares = count if self._metrics[task.row].implementation is None else 1
            self.rows[task.row].shares = shares
            self._waiting += [replace(task, share=(k, shares)) for k in reversed(range(shares))]

    def plan_of(self, name: str) -> RowState:
        """The state of a row, with what it will have: as a worker said, or else as its declaration alone says."""
        state = self.rows[name]
        if state.part not in state.expected:
            metric = self._metrics[name]
            seen = view(self._selection.registry, state.part, needed(metric, self._selection))
            row = CheckedRow(metric, replace(self._selection, registry=seen), blind=True)
            state.expect(row.plan, row.inapplicable, blind=True)
        return state

    # --- an interrupted run, and interrupting this one --------------------------------------------------------

    def _go_on(self, finished: Iterable[tuple[str, FinishedRow]]) -> None:
        """Take the rows that an earlier run finished."""
        for name, row in finished:
            if (state := self.rows.get(name)) is not None:
                state.parts.clear()
                state.expect([], row.inapplicable)
                state.cells = {cell.key: cell for cell in row.cells}
                state.done = True
                self.accounts |= row.accounts
                for cell in row.cells:
                    self._report(name, cell)
                self._report(name, None)
        self._waiting = [task for task in self._waiting if not self.rows[task.row].done]

    def _interrupt(self) -> None:
        self.interrupted = True

    # --- giving and hearing -----------------------------------------------------------------------------------

    def _hand_out(self) -> None:
        while self._desk.free and not self.interrupted:
            if self._is_alone:
                return  # nothing else goes on meanwhile
            if self._to_see:
                attempt = self._to_see.pop(0)
            elif self._waiting:
                if self._waiting[-1].by_itself and len(self._desk):
                    return
                attempt = Attempt(self._waiting.pop())
                self._is_alone = attempt.task.by_itself
            else:
                return
            self._desk.give(attempt.task.row, attempt)

    def _ask(self, attempt: Attempt) -> Future[Reply]:
        task = attempt.task
        wanted = needed(self._metrics[task.row], self._selection, task.part)
        if attempt.looking:
            witnesses = [to_json(witness) for _, witness in attempt.witnessed]
            content = {"row": task.row, "witnesses": witnesses, "values": len(attempt.values)}
            return self._workers.ask(Request(wanted, LOOKS, "look", content))
        # what is tried alone has a worker to itself, before and after
        request = Request(wanted, CHECKS, "check", asdict(task), alone=task.only is not None)
        return self._workers.ask(request, self._pass_news)

    def _pass_news(self, content: Any) -> None:
        """What a worker says before it is done with a row: for the person who waits; nothing depends on it."""
        if self._news is not None:
            with suppress(ValueError, TypeError, LookupError):  # of a process that says what is not a message
                key, outcome, n = content
                self._news(_key(key), Outcome(outcome), int(n))

    def _answered(self, errand: Errand, reply: Reply) -> None:
        """What came of an attempt is taken, or tried again, or lost."""
        attempt: Attempt = errand.payload
        self.rows[attempt.task.row].seconds += reply.seconds
        try:
            for message in reply.messages:
                self._take_message(attempt, *message)
        except (ValueError, TypeError, LookupError) as error:
            reply.fault, reply.reason = Verdict.CRASHED, f"the process said what is not a message: {error!s:.300}"
            self._workers.rest()  # it may be among them
        if self.interrupted or reply.stopped:
            return
        self._is_alone = False
        if reply.fault is None:
            self._go_further(attempt)
        else:
            self._lose(attempt, reply)

    def _take_message(self, attempt: Attempt, kind: str, content: Any) -> None:
        state = self.rows[attempt.task.row]
        if kind == "plan":
            plan, inapplicable = (list(map(cell_data.from_data, cells)) for cells in content)
            state.expect(plan, inapplicable)
        elif kind == "cell":
            cell = cell_data.from_data(content)
            attempt.cells[cell.key] = cell
        elif kind == "reach":
            state.reach |= {_key(key): tuple(Reach(**reach) for reach in reaches) for key, reaches in content}
        elif kind == "accounts":
            attempt.accounts |= content
        elif kind == "seen":
            attempt.seen[int(content[0])] = bool(content[1]["stands"]), str(content[1]["text"])
        elif kind == "values":
            values = attempt.values_again if attempt.looking else attempt.values
            values |= {int(k): (str(value), str(title)) for k, value, title in content}
        elif kind == "clean":
            attempt.clean = True

    # --- believing --------------------------------------------------------------------------------------------

    def _go_further(self, attempt: Attempt) -> None:
        """What a worker has done is looked at again by another one, and then believed."""
        state = self.rows[attempt.task.row]
        if not attempt.looking and (attempt.witnessed or attempt.values):
            attempt.looking, attempt.clean = True, False
            self._to_see.append(attempt)
            return
        if attempt.task.is_share:
            self._gather(state, attempt)
            return
        attempt.flaky(self._metrics[attempt.task.row].exact)
        self._take(state, attempt)

    def _gather(self, state: RowState, share: Attempt) -> None:
        """Take the row once no share of it is out; if anything is odd in one, it is decided again as a whole."""
        state.held.append(share)
        if share.lost:
            begun = [task for task in self._waiting if task.row != state.name]
            state.shares -= len(self._waiting) - len(begun)
            self._waiting = begun
        if len(state.held) < state.shares:
            return
        held, state.held, state.shares = state.held, [], 1
        whole = together(held, state.name, exact=self._metrics[state.name].exact)
        if whole is None:
            self._waiting.append(Task(state.name))
        else:
            self._take(state, whole)

    def _take(self, state: RowState, attempt: Attempt) -> None:
        self.accounts |= attempt.accounts
        for cell in attempt.cells.values():
            if self.interrupted:
                return  # the rest is among what is missing
            if state.take(cell):
                self._report_cell(cell)
        state.finished()
        state.disturbed = state.disturbed or bool(state.missing)
        if attempt.task.only is None and state.missing:
            state.lost(attempt.task, Verdict.CRASHED, "the process left it undecided")
        self._next(state)

    def _report_cell(self, cell: Cell) -> None:
        if self._journal is not None:
            self._journal.cell(cell)
        self._report(cell.metric, cell)

    # --- losing -----------------------------------------------------------------------------------------------

    def _lose(self, attempt: Attempt, reply: Reply) -> None:
        """The worker of an attempt is lost; what it had not decided is tried again, or has the fault as its verdict."""
        task, verdict = attempt.task, reply.fault
        assert verdict is not None
        if task.is_share:
            attempt.lost = True
            self._gather(self.rows[task.row], attempt)
            return
        self.rows[task.row].disturbed = True
        if attempt.looking and reply.damaged:
            attempt.damage = reply.reason
        if attempt.clean or attempt.looking:  # what was decided is known, and what is missing was not seen again
            self._go_further(attempt)
            return
        if reply.orphaned and not task.by_itself:
            self._waiting.append(replace(task, by_itself=True))  # somebody ended what all are copied from; not all did
            return
        state = self.plan_of(task.row)
        for cell in state.lost(task, verdict, reply.reason, for_good=not reply.ready):
            self._report_cell(cell)
        self._next(state)

    def _next(self, state: RowState) -> None:
        """Go on with a row whose worker was lost; a row whose statements are tried alone has one worker at a time."""
        task = state.next()
        if task is not None:
            self._waiting.append(task)
            return
        if self._journal is not None:
            self._journal.row(state.name, state.inapplicable)
        if self._memory is not None and not state.disturbed:
            cells = list(state.cells.values())
            accounts = accounts_of(cells, self.accounts)
            self._memory.keep(self._metrics[state.name], cells, state.inapplicable, accounts)
        self._report(state.name, None)


@contextmanager
def undisturbed(on_interrupt: Callable[[], object] = lambda: None) -> Iterator[None]:
    """The first Ctrl-C, or SIGTERM, is told and disturbs nothing; the second one interrupts."""
    count = 0

    def handle(number: int, frame: Any) -> None:
        nonlocal count
        count += 1
        if count > 1:
            raise KeyboardInterrupt
        on_interrupt()

    if threading.current_thread() is not threading.main_thread():
        yield  # no signal is heard there
        return
    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _key(data: Any) -> CellKey:
    metric, axiom, label, space = map(str, data)
    return CellKey(metric, axiom, label, ParameterDomain(space))


def _cost(metric: Metric) -> int:
    """A rough rank of what a row takes, so that the long ones come first and the workers end together."""
    return 3 if not metric.parameters else len(metric.parameters)
