"""Tasks of workers: decide a row of the matrix or a part of it, and import a user's files.

:mod:`.running` submits row tasks. A user's file is imported in a worker process before it is imported in this one, so
that a file that hangs or crashes only gives an error message.
"""

from __future__ import annotations

import gc
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from ..catalogue import load_catalogue
from ..catalogue.loading import CannotImport, check_file, load_file
from ..evidence.account.account import Account
from ..evidence.account.making import account_in
from ..evidence.cell import Cell, CellKey
from ..evidence.evidence import Witness
from ..evidence.reach import Reach, SearchStatistics
from ..evidence.verdict import Verdict
from ..model.guard import preserve_state
from .executor import LocalProcesses, TaskFailed, WorkerLost, start_fork_server
from .fresh import SampledValue, compute_sample
from .plan import DEFAULT_LIMITS, Limits, Plan, Selection, selection_of
from .process import send_message, tick
from .row import CheckedRow, check_cells

OBJECTS_BEFORE_COLLECTION = 3_000_000
"""New objects after which garbage is collected, between rows of the catalogue only: it takes a tenth of the time."""


@dataclass(frozen=True)
class RowTask:
    """A row to decide: as a whole, a share of its statements, or with ``statements`` the named ones.

    A task with ``searched`` decides no statement, but tries known witnesses on open cells. A *cell* is a statement
    about the metric; it is open while no instance or proof settles it. Its *reach* says how far it has been searched.
    """

    row: str
    share: tuple[int, int] = (0, 1)
    """The index of the share, from 0, and the number of shares."""
    statements: tuple[str, ...] | None = None
    """Statements to decide, by the names that their cells have; None for all of the share."""
    settled: Mapping[CellKey, Witness] = field(default_factory=dict)
    """Witnesses of settled cells of the row, to be tried on the open ones in ``searched``."""
    searched: Mapping[CellKey, Sequence[Reach]] = field(default_factory=dict)
    """The open cells with their reach. If there are any, the task decides nothing else."""

    @property
    def is_whole(self) -> bool:
        """Return whether the task decides the whole row and so tries witnesses on its open cells itself."""
        return self.share == (0, 1) and self.statements is None and not self.searched


@dataclass
class RowResult:
    """Results of a worker for one row."""

    cells: dict[CellKey, Cell] = field(default_factory=dict)
    inapplicable: list[Cell] = field(default_factory=list)
    """Cells of axioms that do not apply to the metric."""
    accounts: dict[str, Account] = field(default_factory=dict)
    """The accounts of witnesses, by slug."""
    statistics: list[SearchStatistics] = field(default_factory=list)
    sample: list[SampledValue] = field(default_factory=list)
    """Values of a user's metric at some instances, evaluated after all cells; empty for a program that hangs."""


class Settled(msgspec.Struct, tag=True):
    """Message of a running task: a cell that an instance settled."""

    cell: Cell


class Progress(msgspec.Struct, tag=True):
    """Message of a running task: the reach of open cells so far."""

    reached: list[tuple[CellKey, list[Reach]]]


def read_message(text: bytes) -> Settled | Progress:
    """Decode a message of a running row task."""
    return msgspec.json.decode(text, type=Settled | Progress)


def import_files(plan: Plan) -> str:
    """Import the plan's files and packages, as a task; return the error message, or an empty string."""
    try:
        Selection.loaded(plan)
    except CannotImport as error:
        return str(error)
    return ""


def prepare(plan: Plan) -> None:
    """Load the plan's files, packages and libraries in advance of the first task and of the forks that run it."""
    selection_of(plan)
    if plan.libraries:
        from ..libraries import import_modules  # only for libraries

        import_modules(plan.libraries)


def check_row(plan: Plan, task: RowTask) -> RowResult:
    """Decide the cells of the task, in a worker; messages report cells and reach while it runs."""
    selection = selection_of(plan)
    metric = selection.row(task.row)
    is_ours = selection.is_catalogue_row(metric)
    if is_ours:
        gc.disable()  # and below, garbage is collected when there is much of it
    row = CheckedRow(
        metric,
        selection,
        tick=tick,
        only_statements=task.statements,
        share=task.share,
        send_reach=lambda reached: send_message(Progress(list(reached.items()))),
        on_settled=None if is_ours else lambda cell: send_message(Settled(cell)),
    )
    result = RowResult(inapplicable=row.inapplicable)
    if task.searched:
        cells = row.retry(task.settled, task.searched)
    else:
        cells = check_cells(row, selection) if task.is_whole else row.decide()
    for cell in cells:
        result.cells[cell.key] = cell
        # a library's metric has no accounts: reports on libraries have pages of another kind
        if cell.evidence.witness is not None and metric.implementation is None:
            with preserve_state():
                account = account_in(cell, selection.registry, row.record_of(cell))
            if account is not None:
                result.accounts[account.slug] = account
    result.statistics = row.statistics
    if is_ours and gc.get_count()[0] > OBJECTS_BEFORE_COLLECTION:
        gc.collect()
    # Values are compared between processes for a user's metric alone; one that hangs would hang again.
    hangs = any(cell.evidence.verdict is Verdict.TIMEOUT for cell in result.cells.values())
    if metric.is_foreign and metric.implementation is None and not task.searched and not hangs:
        result.sample = compute_sample(metric, selection)
    return result


# --- importing a user's files ------------------------------------------------------------------------------------


IMPORT_SECONDS = 60.0
"""Seconds in which a user's file must be imported, unless the limit for a call is larger."""


def import_user_files(files: Sequence[Path], limits: Limits = DEFAULT_LIMITS) -> dict[Path, list[str]]:
    """Import the catalogue and users' files in turn, and return the names of the metrics that each registers.

    Raises :class:`CannotImport` with the file and the error, and then imports none of them in this process.
    """
    for file in files:
        check_file(file)
    if files:
        start_fork_server()  # it starts while the catalogue is imported here
    load_catalogue()
    if files:
        try_import(files, limits)
    return {file: load_file(file) for file in dict.fromkeys(files)}


def try_import(files: Sequence[Path], limits: Limits = DEFAULT_LIMITS) -> None:
    """Import the files in a worker process; :class:`CannotImport` if that fails."""
    import_limits = Limits(max(IMPORT_SECONDS, limits.time), limits.memory)
    paths = [str(file) for file in dict.fromkeys(files)]
    with LocalProcesses(1, import_limits, tasks_each=1) as process:
        for count, file in enumerate(paths, 1):
            try:  # after the files before it, which it may import
                problem = process.submit(import_files, Plan(files=tuple(paths[:count]))).result()
            except WorkerLost as loss:
                took_too_long = f"the import did not finish within {import_limits.time:g} s"
                problem = took_too_long if loss.verdict is Verdict.TIMEOUT else f"{loss} during the import"
            except TaskFailed as error:
                problem = str(error)
            if problem:
                raise CannotImport(problem if file in problem else f"{file}: {problem}")
