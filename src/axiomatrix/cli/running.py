"""A check as the command runs it: with a live count, a journal, what earlier runs have decided, and early results."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from threading import Event, Thread, Timer
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ..engine.check import check_in_workers
from ..engine.execution.cluster import Cluster
from ..engine.execution.desk import ChunkFailed
from ..engine.execution.executor import NoDask, Unlike, Unreachable, Workers, WorkersLost
from ..engine.execution.processes import Processes
from ..engine.memory.memory import Memory
from ..engine.row import Plans
from ..engine.selection import Selection
from ..engine.workers.door import decided_again
from ..engine.workers.journal import BadJournal, JournalInUse
from ..engine.workers.record import NAME, CellsJournal, header
from ..engine.workers.template import CHECKS
from ..evidence.cell import Cell, CellKey
from ..evidence.matrix import Matrix
from ..evidence.pins import shipped
from ..evidence.safe import visible
from ..evidence.verdict import Outcome
from ..methods.profile import DEEPER
from ..report.consoles import console_of, shows_progress
from ..report.matrix.text import glance
from ..studies.ledger.check import Result
from .messages import note, usage

NOW_AND_THEN = 30.0
"""Seconds between two lines of progress."""
MEANWHILE = 1.0
"""Seconds after which workers have something in hand, and this process has nothing to do but wait for them."""
LONG = 2.0
"""Seconds after which a person would rather read what a first look gave than wait for the rest."""
GROWTH = 4
"""How many times as long the next profile is taken to need."""
RESULTS_OF_SHARE = "axiomatrix.studies.ledger.building", "results_of_share"
"""The function that runs a share of the checks, which is imported where it is called."""
SHARES = 4
"""Into how many errands the checks are divided; one check takes half of the time of all."""


@contextmanager
def workers_of(jobs: int, scheduler: str | None) -> Iterator[Workers]:
    """The workers of a check: of this machine, or of a cluster; what is wrong with a cluster ends the command."""
    try:
        with Cluster(scheduler) if scheduler else Processes(jobs) as workers:
            yield workers
    except (NoDask, Unreachable, Unlike, WorkersLost) as error:
        raise usage(str(error)) from None
    except ChunkFailed as error:
        if scheduler:  # such as workers that cannot import axiomatrix
            raise usage(f"the workers of {scheduler} failed: {error}") from None
        raise


def within(seconds: float, now: Callable[[], float] = time.monotonic) -> Iterator[tuple[str, Callable[[], bool]]]:
    """The profiles to decide one after the other, each with what says, once it is decided, whether it is the last.

    The clock says where to end and nothing else: what is decided is that of the profile, which comes again by name.
    """
    began = now()
    for name in DEEPER:
        begins = now()

        def is_last(begins: float = begins, name: str = name) -> bool:
            ends = now()
            return name == DEEPER[-1] or ends - began + GROWTH * (ends - begins) > seconds

        yield name, is_last


def first_look(selection: Selection, workers: Workers, *, fresh: bool) -> Matrix | None:
    """A verdict for every cell of one's own metrics by the quick budgets, where somebody watches; else None."""
    own = selection.options
    if own.profile == DEEPER[0] or not (own.files or own.packages) or not shows_progress(console_of(stderr=True)):
        return None
    limit = min(own.time_limit, LONG)  # a call that hangs is waited for to its own limit afterwards
    look = replace(selection, options=replace(own, profile=DEEPER[0], time_limit=limit))
    with memory_of(look, fresh=fresh) as memory:
        return check_and_count(look, workers, None, memory)


def check_and_count(
    selection: Selection,
    workers: Workers,
    journal: CellsJournal | None,
    memory: Memory | None = None,
    begin: Callable[[Workers], None] = lambda workers: None,
    before: Matrix | None = None,
) -> Matrix:
    """Check in workers, with a live count on standard error where somebody can see it.

    ``begin`` hands the workers what else there is to do, if there is a row to decide; ``before`` is what a quicker look
    gave, which is shown if this one takes a while. Raises :class:`Interrupted`, which has what was decided when the
    user ended it.
    """
    console = console_of(stderr=True)
    watched = shows_progress(console)
    counts = {"decided": 0, "refuted": 0, "faults": 0}
    total = cache(lambda: Plans(selection).cells)
    reported = {key for key, pin in shipped().items() if pin.outcome is Outcome.BROKEN}  # what is pinned is not news
    reported |= {cell.key for cell in before.broken} if before is not None else set()
    with _bar(console) as progress, ExitStack() as beside:
        task = progress.add_task("checking", total=total() if watched else None)
        if not watched:
            beside.enter_context(_noted_now_and_then(lambda: f"{_in_words(counts)} of {total():,} cells"))
        beside.enter_context(_later(MEANWHILE, _reports_at_hand))
        if watched and before is not None:
            beside.enter_context(_later(LONG, partial(glance, before, progress.console)))

        def report(name: str, cell: Cell | None) -> None:
            if cell is not None:
                counts["decided"] += 1
                counts["refuted"] += cell.status.holds == "no"
                counts["faults"] += cell.status.is_fault
                if watched:  # what only its definition suggests is not in the plan of a row
                    progress.update(task, total=max(total(), counts["decided"]))
                progress.update(task, advance=1, description=f"{escape(name)}: {_in_words(counts)}")

        def news(key: CellKey, outcome: Outcome, n: int) -> None:
            if watched and outcome is Outcome.BROKEN and key not in reported:
                reported.add(key)  # a row whose worker is lost is decided again
                line = visible(f"{key.metric}: {key.title} fails at n = {n}, at a first look")
                progress.console.print(line, markup=False, highlight=False)

        return check_in_workers(selection.options, workers, report, journal, memory, news, begin)


def _bar(console: Console) -> Progress:
    """How much is done; nothing is drawn where nobody watches."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=console, transient=True, disable=not shows_progress(console))


@contextmanager
def progress_bar() -> Iterator[Callable[[str, int, int], None]]:
    """What takes a name, how much of it is done, and of how much, and draws that on standard error."""
    with _bar(console_of(stderr=True)) as bar:
        task = bar.add_task("")
        yield lambda what, done, of: bar.update(task, description=what, completed=done, total=of)


def _in_words(counts: Mapping[str, int]) -> str:
    words = (f"{count:,} {what.removesuffix('s') if count == 1 else what}" for what, count in counts.items() if count)
    return ", ".join(words) or "nothing decided"


@contextmanager
def _noted_now_and_then(words: Callable[[], str]) -> Iterator[None]:
    """A line every 30 seconds, where nobody watches a bar."""
    ended = Event()

    def note_progress() -> None:
        while not ended.wait(NOW_AND_THEN):
            note(words())

    thread = Thread(target=note_progress, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@contextmanager
def _later(seconds: float, do: Callable[[], None]) -> Iterator[None]:
    """Do it beside what is done here, if that is not done by then."""
    timer = Timer(seconds, do)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _reports_at_hand() -> None:
    """What writes the reports is imported, and the pages' templates compiled, while workers decide."""
    from ..report import site  # most commands, and what is done within a second, need none of it
    from ..report.templates import environment

    templates = environment(site.__name__)
    for name in templates.list_templates():
        templates.get_template(name)


@contextmanager
def memory_of(selection: Selection, *, fresh: bool) -> Iterator[Memory | None]:
    """What earlier runs have decided, in the user's cache folder."""
    memory = Memory.opened(selection, partial(decided_again, selection, role=CHECKS), note, fresh=fresh)
    try:
        yield memory
    finally:
        if memory is not None:
            memory.close()


@contextmanager
def journal_in(directory: Path, selection: Selection, *, fresh: bool) -> Iterator[CellsJournal | None]:
    """The journal of a run: removed at the end if all goes well, else kept for the same command to go on with.

    Where none can be written the run goes without.
    """
    journal = _journal(directory, selection, fresh=fresh)
    try:
        yield journal
    except BaseException:
        if journal is not None:
            journal.close()
        raise
    if journal is not None:
        journal.complete()


def _journal(directory: Path, selection: Selection, *, fresh: bool) -> CellsJournal | None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        again = partial(decided_again, selection)
        journal, message = CellsJournal.opened(
            directory / NAME, header(selection), Plans(selection), again, note, fresh=fresh
        )
    except JournalInUse:
        raise usage(
            f"{directory}: another check writes its reports there; wait for it to end, or give another folder: --out"
        ) from None
    except (BadJournal, OSError) as error:
        note(f"going without a journal, so that an interrupted run begins anew: {error}")
        return None
    if message:
        note(message)
    if len(journal):
        note(f"going on: {len(journal):,} cells of an interrupted run (--fresh checks them anew)")
    return journal


class EarlyResults:
    """What the checks found; those that were not begun, or whose worker was lost, are left to whoever asks."""

    def __init__(self, wanted: bool) -> None:
        self._wanted = wanted
        self._errands: list[Future[Any]] = []
        self._done_with: Workers | None = None

    def begin(self, workers: Workers) -> None:
        """Have workers run the checks if they are wanted, on this machine where there are several."""
        if self._wanted and isinstance(workers, Processes) and workers.jobs > 1 and not self._errands:
            self._errands = [workers.call(*RESULTS_OF_SHARE, share, SHARES) for share in range(SHARES)]

    def rest(self, workers: Workers) -> None:
        """Let the workers go as soon as these results are there; nothing else is asked of them."""
        self._done_with = workers
        if not self._errands:
            self._let_go()

    def _let_go(self) -> None:
        if self._done_with is not None:
            self._done_with.rest()
            self._done_with.reset()

    def __call__(self) -> Mapping[str, Sequence[Result]]:
        """The results by the keys of the checks, when all are done."""
        results: dict[str, Sequence[Result]] = {}
        for errand in self._errands:
            try:
                share = errand.result()
            except Exception:  # whatever became of that worker, the checks can be run here
                continue
            results |= {key: [Result(**data) for data in records] for key, records in share.items()}
        self._let_go()
        return results
