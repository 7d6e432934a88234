"""A check as the command runs it: with a live count, a journal, and what earlier runs have decided."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ..engine.check import Options, check_in_workers, selected
from ..engine.execution.cluster import cluster_executor
from ..engine.execution.desk import ChunkFailed
from ..engine.execution.executor import NoDask, Unlike, Unreachable, Workers, WorkersLost
from ..engine.execution.processes import Processes
from ..engine.memory.memory import Memory
from ..engine.planned import Plans
from ..engine.rows import registry_of
from ..engine.workers.apart import decided_again
from ..engine.workers.journal import BadJournal, InUse
from ..engine.workers.process import CHECKS
from ..engine.workers.record import NAME, CellsJournal, header
from ..evidence.cell import Cell
from ..evidence.matrix import Matrix
from ..evidence.verdict import FAULTS, Verdict
from ..report.consoles import console_of, shows_progress
from .messages import note, usage


@contextmanager
def workers_of(jobs: int, scheduler: str | None) -> Iterator[Workers]:
    """The workers of a check: of this machine, or of a cluster; what is wrong with a cluster ends the command."""
    try:
        with cluster_executor(scheduler) if scheduler else Processes(jobs) as workers:
            yield workers
    except (NoDask, Unreachable, Unlike, WorkersLost) as error:
        raise usage(str(error)) from None
    except ChunkFailed as error:
        if scheduler:  # such as workers that cannot import axiomatrix
            raise usage(f"the workers of {scheduler} failed: {error}") from None
        raise


def run(options: Options, workers: Workers, journal: CellsJournal | None, memory: Memory | None = None) -> Matrix:
    """Check in workers, with a live count on standard error where somebody can see it.

    Raises :class:`Interrupted`, which has what was decided when the user ended it.
    """
    rows = selected(options, registry_of(options))
    console = console_of(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not shows_progress(console)) as progress:
        task = progress.add_task("checking", total=len(rows))
        counts = {"decided": 0, "refuted": 0, "faults": 0}

        def report(name: str, cell: Cell | None) -> None:
            if cell is None:
                progress.advance(task)
            else:
                counts["decided"] += 1
                counts["refuted"] += cell.evidence.verdict is Verdict.REFUTED
                counts["faults"] += cell.evidence.verdict in FAULTS
            said = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
            progress.update(task, description=f"{escape(name)}: {said}")

        return check_in_workers(options, workers, report, journal, memory)


@contextmanager
def memory_of(options: Options, *, fresh: bool) -> Iterator[Memory | None]:
    """What earlier runs have decided, in the user's cache folder."""
    registry = registry_of(options)
    memory = Memory.opened(options, registry, partial(decided_again, options, role=CHECKS), note, fresh=fresh)
    try:
        yield memory
    finally:
        if memory is not None:
            memory.close()


@contextmanager
def journal_in(directory: Path, options: Options, *, fresh: bool) -> Iterator[CellsJournal | None]:
    """The journal of a run: removed at the end if all goes well, else kept for the same command to go on with.

    Where none can be written the run goes without.
    """
    journal = _journal(directory, options, fresh=fresh)
    try:
        yield journal
    except BaseException:
        if journal is not None:
            journal.close()
        raise
    if journal is not None:
        journal.complete()


def _journal(directory: Path, options: Options, *, fresh: bool) -> CellsJournal | None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        registry = registry_of(options)
        about, plans = header(options, selected(options, registry)), Plans(options, registry)
        again = partial(decided_again, options)
        journal, said = CellsJournal.opened(directory / NAME, about, plans, again, note, fresh=fresh)
    except InUse:
        raise usage(
            f"{directory}: another check writes its reports there; wait for it to end, or give another folder: --out"
        ) from None
    except (BadJournal, OSError) as error:
        note(f"going without a journal, so that an interrupted run begins anew: {error}")
        return None
    if said:
        note(said)
    if len(journal):
        note(f"going on: {len(journal):,} cells of an interrupted run (--fresh checks them anew)")
    return journal
