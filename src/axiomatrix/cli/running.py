"""A check as the command runs it: with a live count, a journal, and rows of the last report that are as they were."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ..engine.check import Interrupted, Options, assembled, check_in_workers, selected
from ..engine.execution.cluster import cluster_executor
from ..engine.execution.desk import ChunkFailed
from ..engine.execution.executor import NoDask, Unlike, Unreachable, Workers, WorkersLost
from ..engine.execution.processes import Processes
from ..engine.planned import Plans
from ..engine.rows import registry_of
from ..engine.workers.apart import decided_again
from ..engine.workers.journal import BadJournal, InUse
from ..engine.workers.record import NAME, CellsJournal, header
from ..evidence.cell import Cell
from ..evidence.matrix import Matrix
from ..evidence.safe import visible
from ..evidence.verdict import FAULTS, Outcome, Verdict
from ..report.consoles import console_of, shows_progress
from .messages import note, usage


@dataclass(frozen=True)
class Asked:
    """What the command asks for, and what of it is known from the last report."""

    options: Options
    kept: dict[str, list[Cell]] = field(default_factory=dict)
    """The cells of the rows whose file is as it was then."""

    @property
    def stale(self) -> Options | None:
        """The options of what is to be checked; None if everything is known."""
        if not self.kept:
            return self.options
        names = tuple(
            row.name for row in selected(self.options, registry_of(self.options)) if row.name not in self.kept
        )
        return replace(self.options, metrics=names) if names else None


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


def run(asked: Asked, workers: Workers, journal: CellsJournal | None) -> Matrix:
    """The matrix of what is asked. Raises :class:`Interrupted`, which has what was decided when the user ended it."""
    if asked.stale is None:
        note("nothing changed since the last report")
        return _merged(asked, None)
    if not asked.kept:
        return _with_progress(asked.stale, workers, journal)
    try:
        return _merged(asked, _with_progress(asked.stale, workers, journal))
    except Interrupted as error:
        raise Interrupted(_merged(asked, error.matrix)) from None


def since_last_report(options: Options, directory: Path) -> Asked:
    """What is to be checked if the rows whose file has not changed are taken from the last report."""
    from ..report.matrix.data import BadReport, read

    registry = registry_of(options)
    names = [row.name for row in selected(options, registry)]
    try:
        before = read(directory / "compliance.json")
    except BadReport as error:
        note(f"checking everything: {error}")
        return Asked(options)
    if (before.profile, before.seed) != (options.profile, options.seed):
        note("checking everything: the last report has another profile or seed")
        return Asked(options)
    if not before.complete:
        note("checking everything: the last report is of an interrupted run")
        return Asked(options)
    digests = {row.name: row.digest for row in before.rows}
    same = [name for name in names if digests.get(name) == registry.metric(name).file_digest]
    plans, kept = Plans(options, registry), dict[str, list[Cell]]()
    for name in same:
        cells = [cell for cell in before.cells if cell.metric == name]
        if (lacking := plans.lacking(name, cells)) is None:
            kept[name] = cells
        else:
            note(f"checking {visible(name)} anew: the last report does not have {visible(lacking)}")
    return Asked(options, kept)


def _merged(asked: Asked, fresh: Matrix | None) -> Matrix:
    cells = {name: [c for c in found if _is_asked(c)] for name, found in asked.kept.items()}
    for cell in fresh.cells if fresh else ():
        if _is_asked(cell):
            cells.setdefault(cell.metric, []).append(cell)
    registry = registry_of(asked.options)
    rows = selected(asked.options, registry)
    missing = fresh.missing if fresh else 0
    if missing:  # of what is not begun, nothing is said
        rows = [row for row in rows if row.name in cells]
    matrix = assembled(rows, cells, registry, asked.options, missing=missing)
    matrix.accounts |= fresh.accounts if fresh else {}
    return matrix


def _is_asked(cell: Cell) -> bool:
    """Whether a cell is of a statement, and not of an axiom that says nothing of its metric."""
    return cell.outcome is not Outcome.NOT_APPLICABLE or bool(cell.arguments)


def _with_progress(options: Options, workers: Workers, journal: CellsJournal | None) -> Matrix:
    """Check in workers, with a live count on standard error where somebody can see it."""
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

        return check_in_workers(options, workers, report, journal)


@contextmanager
def journal_in(directory: Path, options: Options | None, *, fresh: bool) -> Iterator[CellsJournal | None]:
    """The journal of a run: removed at the end if all goes well, else kept for the same command to go on with.

    Where none can be written the run goes without. With no options there is nothing to be checked.
    """
    journal = None if options is None else _journal(directory, options, fresh=fresh)
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
