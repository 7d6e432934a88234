"""Run a check for the command line: worker processes, progress, a quick first look, and profiles until time is up.

``axiomatrix check`` uses all of it, and also runs the checks of the *ledger*, the list of all published claims. Other
commands use the workers and the progress bar. A *profile* says how far each method goes; ``DEEPER`` has the names of
profiles from the quick one on. All output of this module goes to standard error.
"""

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
from ..engine.row import count_planned_cells
from ..engine.store import ChunkFailed, Store, program_digest, run_chunks
from ..evidence import expectations
from ..evidence.cell import Cell
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
from .messages import note, usage_error, verbosity

PROGRESS_SECONDS = 30.0
"""Seconds between two lines of progress if no bar is shown."""
FIRST_LOOK_SECONDS = 2.0
"""Seconds after which the results of the first look are printed, if the check is still running."""
QUIET_START_SECONDS = 10.0
"""Seconds after which failures are printed at once; a shorter check prints them with its answer."""
PROFILE_GROWTH = 4
"""Estimated ratio of the times that a profile and the one before it take."""
CATALOGUE_ROWS_PER_WORKER = 15
"""Rows of the catalogue after which a worker is replaced, because its caches grow."""
LEDGER_CHUNKS = 4
"""Tasks into which the checks of the ledger are divided. More would not help: one check takes half of the time."""


@contextmanager
def executor_of(
    jobs: int, scheduler: str | None, limits: Limits = DEFAULT_LIMITS, *, tasks_each: int = 0
) -> Iterator[LocalProcesses | Cluster]:
    """Yield the workers of a command: processes of this machine, or the Dask cluster of the scheduler.

    ``tasks_each`` is the number of tasks after which a worker is replaced (0: never). A failure of the workers ends
    the command with a usage error.
    """
    try:
        executor: LocalProcesses | Cluster
        if scheduler:
            executor = Cluster(scheduler, limits, tasks_each=tasks_each)
        else:
            executor = LocalProcesses(jobs, limits, tasks_each=tasks_each)
        with executor:
            yield executor
    except (NoDask, Unreachable, ChunkFailed) as error:
        raise usage_error(str(error)) from None


def executor_for(plan: Plan, jobs: int, scheduler: str | None) -> AbstractContextManager[LocalProcesses | Cluster]:
    """Return the workers of a check."""
    if plan.libraries:
        tasks_each = 0  # a new worker would import the libraries again, which takes seconds
    elif plan.is_foreign:
        tasks_each = 1  # what a user's code does to its process must not change the next task
    else:
        tasks_each = CATALOGUE_ROWS_PER_WORKER
    return executor_of(jobs, scheduler, plan.limits, tasks_each=tasks_each)


def profiles_within(
    seconds: float, now: Callable[[], float] = time.monotonic
) -> Iterator[tuple[str, Callable[[], bool]]]:
    """Yield the profiles to run in turn, each with a function to call after it that says if it was the last.

    A profile is the last if the next one, estimated to take :data:`PROFILE_GROWTH` times as long, would not end in
    time. The clock decides only when to stop: the last profile gives the results, which can be repeated by its name.
    A caller writes::

        for name, is_last in profiles_within(60):
            ...  # check with the profile of that name
            if is_last():
                break
    """
    start = now()
    for name in DEEPER:
        start_of_profile = now()

        # The defaults bind the values of this iteration.
        def is_last(start_of_profile: float = start_of_profile, name: str = name) -> bool:
            end = now()
            estimated_end_of_next = end - start + PROFILE_GROWTH * (end - start_of_profile)
            return name == DEEPER[-1] or estimated_end_of_next > seconds

        yield name, is_last


def first_look(plan: Plan, quick: Profile, executor: Executor) -> Matrix | None:
    """Check a user's metrics with the profile ``quick``, which has the limits of the check, for a preview.

    Returns None if a preview would not be shown (no terminal, or --quiet), if no metric is a user's, or if a preview
    would not be quicker than the check itself.
    """
    if plan.budgets == quick or not plan.is_foreign or not shows_progress(console_of(stderr=True)) or verbosity.quiet:
        return None
    return check_and_count(replace(plan, budgets=quick), executor, Store(None))  # nothing is stored


def check_and_count(plan: Plan, executor: Executor, store: Store, preview: Matrix | None = None) -> Matrix:
    """Check in workers; on standard error, show a live count and failures as they are found.

    ``preview`` is the matrix of a quicker profile, which is printed if this check takes a while. Raises
    :class:`..engine.check.Interrupted` with the results so far if the user interrupts the check.
    """
    console = console_of(stderr=True)
    has_bar = shows_progress(console) and not verbosity.quiet
    counts = {"decided": 0, "refuted": 0, "faults": 0}
    count_all_cells = cache(lambda: count_planned_cells(Selection.of(plan)))  # slow, and not always needed
    # Failures that are not printed: those that the catalogue's expectations accept, and those that ``preview`` has.
    reported = {key for key, entry in expectations.shipped().items() if entry.outcome is Outcome.BROKEN}
    reported |= {cell.key for cell in preview.broken} if preview is not None else set()
    with _bar(console) as progress, ExitStack() as timers:
        task = progress.add_task("checking", total=count_all_cells() if has_bar else None)
        if not has_bar:
            timers.enter_context(_periodic_notes(lambda: f"{counted(count_all_cells(), 'cell')}: {_in_words(counts)}"))
        if has_bar and preview is not None:
            timers.enter_context(_run_later(FIRST_LOOK_SECONDS, partial(_print_first_look, preview, progress.console)))
        failure_lines = _HeldLines(partial(progress.console.print, markup=False, highlight=False, soft_wrap=True))
        timers.enter_context(_run_later(QUIET_START_SECONDS, failure_lines.release))

        def count_cell(name: str, cell: Cell | None) -> None:
            """Count a decided cell of the metric of that name; None says that its row is finished."""
            if cell is not None:
                counts["decided"] += 1
                counts["refuted"] += cell.status.holds == "no"
                counts["faults"] += cell.status.is_fault
                if has_bar:  # the plan does not count statements that are derived from a metric's definition
                    progress.update(task, total=max(count_all_cells(), counts["decided"]))
                progress.update(task, advance=1, description=f"{escape(name)}: {_in_words(counts)}")

        def print_failure(cell: Cell) -> None:
            witness = cell.evidence.witness
            is_new = cell.outcome is Outcome.BROKEN and cell.key not in reported
            if witness is not None and is_new and not verbosity.quiet:
                reported.add(cell.key)
                failure_lines.add(visible(f"{cell.metric}: {cell.title} fails at n = {witness.n}"))

        # ``report`` gets all cells of a row when it is finished, ``news`` each failure as soon as it is confirmed.
        return check_in_workers(plan, executor, store, report=count_cell, news=print_failure)


class _HeldLines:
    """Lines that are held back until :meth:`release`, and from then on printed at once.

    A timer's thread releases them while other threads add lines, so a lock guards all state.
    """

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._lock = Lock()
        self._waiting: list[str] = []
        self._released = False

    def add(self, line: str) -> None:
        """Print the line, or hold it back until the release."""
        with self._lock:
            if self._released:
                self._write(line)
            else:
                self._waiting.append(line)

    def release(self) -> None:
        """Print the lines held back, and from now on each at once."""
        with self._lock:
            self._released = True
            for line in self._waiting:
                self._write(line)
            self._waiting.clear()


def _print_first_look(preview: Matrix, console: Console) -> None:
    text = terminal.render(first_look_document(preview), console.width)
    console.print(text, markup=False, highlight=False, soft_wrap=True)


def ledger_results(executor: Executor, store: Store) -> Mapping[str, Sequence[Result]]:
    """Run the ledger's self-contained checks, which need no matrix, and return the results by key."""
    chunks = {f"ledger {k}": (k, LEDGER_CHUNKS) for k in range(LEDGER_CHUNKS)}
    results: dict[str, Sequence[Result]] = {}
    for _, json_data in run_chunks(results_of_share, chunks, executor, store, program_digest()):
        results |= convert(json_data, dict[str, list[Result]])
    return results


def _bar(console: Console) -> Progress:
    """Make a progress bar, which draws nothing unless standard error is a terminal that shows it."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=console, transient=True, disable=not shows_progress(console) or verbosity.quiet)


@contextmanager
def progress_bar() -> Iterator[Callable[[str, int, int], None]]:
    """Yield a function that draws progress on standard error, given a name, the steps done and the steps in all."""
    with _bar(console_of(stderr=True)) as bar:
        task = bar.add_task("")

        def draw(name: str, done: int, total: int) -> None:
            bar.update(task, description=name, completed=done, total=total)

        yield draw


def _in_words(counts: Mapping[str, int]) -> str:
    """Write the counts that are not 0, such as ``12 decided, 1 fault``."""
    parts = []
    for noun, count in counts.items():
        if count:
            written_noun = noun.removesuffix("s") if count == 1 else noun
            parts.append(f"{count:,} {written_noun}")
    return ", ".join(parts) or "nothing decided yet"


@contextmanager
def _periodic_notes(progress_text: Callable[[], str]) -> Iterator[None]:
    """Print a line of progress every :data:`PROGRESS_SECONDS`, for logs, which show no bar."""
    ended = Event()

    def note_progress() -> None:
        while not ended.wait(PROGRESS_SECONDS):
            note(progress_text())

    thread = Thread(target=note_progress, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@contextmanager
def _run_later(seconds: float, action: Callable[[], None]) -> Iterator[None]:
    """Call the action in a thread after that time, unless the block has ended by then."""
    timer = Timer(seconds, action)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
