"""Run a check for the command line: worker processes, a live count, a quick first look, profiles until time is up."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from functools import cache, partial
from threading import Event, Lock, Thread, Timer

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ..engine.check import check_in_workers
from ..engine.executor import Cluster, LocalProcesses, NoDask, Unreachable
from ..engine.plan import DEFAULT_LIMITS, Limits, Plan, Selection
from ..engine.row import planned_cells
from ..engine.store import ChunkFailed, Store, digest, program, run_chunks
from ..evidence.cell import Cell
from ..evidence.expectations import shipped
from ..evidence.formats import convert
from ..evidence.matrix import Matrix
from ..evidence.safe import visible
from ..evidence.verdict import Outcome
from ..evidence.words import counted
from ..methods.profile import DEEPER, Profile
from ..report.consoles import console_of, shows_progress
from ..report.render import terminal
from ..report.subjects.run import first_look as first_look_document
from ..studies.ledger.building import results_of_share
from ..studies.ledger.check import Result
from .messages import note, talk_now, usage

PROGRESS_SECONDS = 30.0
"""Time between two lines of progress if no bar is shown."""
FIRST_LOOK_SECONDS = 2.0
"""Time after which the results of the first look are printed, if the check is still running."""
QUIET_START_SECONDS = 10.0
"""Time after which failures are printed at once; a shorter check prints them with its answer."""
PROFILE_GROWTH = 4
"""Estimated ratio of the times that a profile and the one before it take."""
CATALOGUE_ROWS_PER_WORKER = 15
"""Rows of the catalogue after which a worker is replaced, because its caches grow."""
LEDGER_CHUNKS = 4
"""Chunks into which the checks of the ledger are divided; one check takes half of the time of all."""


@contextmanager
def executor_of(
    jobs: int, scheduler: str | None, limits: Limits = DEFAULT_LIMITS, *, tasks_each: int = 0
) -> Iterator[LocalProcesses | Cluster]:
    """The workers of a command: processes of this machine or a cluster, whose failure ends the command."""
    try:
        with (
            Cluster(scheduler, limits, tasks_each=tasks_each)
            if scheduler
            else LocalProcesses(jobs, limits, tasks_each=tasks_each)
        ) as executor:
            yield executor
    except (NoDask, Unreachable, ChunkFailed) as error:
        raise usage(str(error)) from None


def executor_for(plan: Plan, jobs: int, scheduler: str | None) -> AbstractContextManager[LocalProcesses | Cluster]:
    """The workers of a check; each task with users' code gets a fresh process."""
    each = 0 if plan.libraries else 1 if plan.is_foreign else CATALOGUE_ROWS_PER_WORKER
    return executor_of(jobs, scheduler, plan.limits, tasks_each=each)


def profiles_within(
    seconds: float, now: Callable[[], float] = time.monotonic
) -> Iterator[tuple[str, Callable[[], bool]]]:
    """Yield the profiles to run one after the other, each with a function that says afterwards whether to stop.

    The clock decides only when to stop. The results are those of the last profile, and can be repeated by its name.
    """
    began = now()
    for name in DEEPER:
        begins = now()

        def is_last(begins: float = begins, name: str = name) -> bool:
            ends = now()
            return name == DEEPER[-1] or ends - began + PROFILE_GROWTH * (ends - begins) > seconds

        yield name, is_last


def first_look(plan: Plan, quick: Profile, executor: Executor) -> Matrix | None:
    """Check a user's metrics with the quick profile if a terminal shows progress; else None."""
    if plan.budgets == quick or not plan.is_foreign or not shows_progress(console_of(stderr=True)) or talk_now.quiet:
        return None
    return check_and_count(replace(plan, budgets=quick), executor, Store(None))


def check_and_count(plan: Plan, executor: Executor, store: Store, before: Matrix | None = None) -> Matrix:
    """Check in workers, with a live count on standard error.

    ``before`` is the matrix of a quicker profile, which is printed if this one takes a while. Raises
    :class:`Interrupted` with the results so far if the user ends it.
    """
    console = console_of(stderr=True)
    watched = shows_progress(console) and not talk_now.quiet
    counts = {"decided": 0, "refuted": 0, "faults": 0}
    total = cache(lambda: planned_cells(Selection.of(plan)))
    reported = {key for key, entry in shipped().items() if entry.outcome is Outcome.BROKEN}  # known failures
    reported |= {cell.key for cell in before.broken} if before is not None else set()
    with _bar(console) as progress, ExitStack() as beside:
        task = progress.add_task("checking", total=total() if watched else None)
        if not watched:
            beside.enter_context(_periodic_notes(lambda: f"{counted(total(), 'cell')}: {_in_words(counts)}"))
        if watched and before is not None:
            beside.enter_context(_run_later(FIRST_LOOK_SECONDS, partial(_print_first_look, before, progress.console)))
        held = _HeldLines(partial(progress.console.print, markup=False, highlight=False, soft_wrap=True))
        beside.enter_context(_run_later(QUIET_START_SECONDS, held.release))

        def report(name: str, cell: Cell | None) -> None:
            if cell is not None:
                counts["decided"] += 1
                counts["refuted"] += cell.status.holds == "no"
                counts["faults"] += cell.status.is_fault
                if watched:  # the plan does not count statements that are derived from a metric's definition
                    progress.update(task, total=max(total(), counts["decided"]))
                progress.update(task, advance=1, description=f"{escape(name)}: {_in_words(counts)}")

        def news(cell: Cell) -> None:
            witness = cell.evidence.witness
            if (
                witness is not None
                and cell.outcome is Outcome.BROKEN
                and cell.key not in reported
                and not talk_now.quiet
            ):
                reported.add(cell.key)
                held.say(visible(f"{cell.metric}: {cell.title} fails at n = {witness.n}"))

        return check_in_workers(plan, executor, store, report=report, news=news)


class _HeldLines:
    """Lines that are held back until :meth:`release`, and from then on printed at once."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._lock = Lock()
        self._waiting: list[str] = []
        self._released = False

    def say(self, line: str) -> None:
        with self._lock:
            if self._released:
                self._write(line)
            else:
                self._waiting.append(line)

    def release(self) -> None:
        with self._lock:
            self._released = True
            for line in self._waiting:
                self._write(line)
            self._waiting.clear()


def _print_first_look(before: Matrix, console: Console) -> None:
    """Print the results of the first look."""
    text = terminal.render(first_look_document(before), console.width)
    console.print(text, markup=False, highlight=False, soft_wrap=True)


def ledger_results(executor: Executor, store: Store) -> Mapping[str, Sequence[Result]]:
    """The results of the ledger's checks that need no cell, by their keys."""
    chunks = {f"ledger {k}": (k, LEDGER_CHUNKS) for k in range(LEDGER_CHUNKS)}
    shares = run_chunks(results_of_share, chunks, executor, store, digest(program()))
    return {key: records for _, share in shares for key, records in convert(share, dict[str, list[Result]]).items()}


def _bar(console: Console) -> Progress:
    """The progress bar, which draws nothing unless a terminal shows it."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=console, transient=True, disable=not shows_progress(console) or talk_now.quiet)


@contextmanager
def progress_bar() -> Iterator[Callable[[str, int, int], None]]:
    """Yield a function that draws progress on standard error, given a name, the steps done and the steps in all."""
    with _bar(console_of(stderr=True)) as bar:
        task = bar.add_task("")
        yield lambda what, done, of: bar.update(task, description=what, completed=done, total=of)


def _in_words(counts: Mapping[str, int]) -> str:
    words = (f"{count:,} {what.removesuffix('s') if count == 1 else what}" for what, count in counts.items() if count)
    return ", ".join(words) or "nothing decided yet"


@contextmanager
def _periodic_notes(words: Callable[[], str]) -> Iterator[None]:
    """Print a line of progress every :data:`PROGRESS_SECONDS`, for logs, which show no bar."""
    ended = Event()

    def note_progress() -> None:
        while not ended.wait(PROGRESS_SECONDS):
            note(words())

    thread = Thread(target=note_progress, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@contextmanager
def _run_later(seconds: float, do: Callable[[], None]) -> Iterator[None]:
    """Call ``do`` in a thread after that time, unless the block has ended by then."""
    timer = Timer(seconds, do)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
