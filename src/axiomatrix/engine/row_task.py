"""The task of a worker: one row, or a part of it, from its declaration to its cells."""

from __future__ import annotations

import gc
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from ..catalogue.loading import CannotImport
from ..evidence.account.account import Account
from ..evidence.account.making import account_in
from ..evidence.cell import Cell, CellKey
from ..evidence.evidence import Witness
from ..evidence.reach import Reach
from ..evidence.statistics import SearchStatistics
from ..evidence.verdict import Verdict
from ..model.guard import kept
from .fresh import AskedValue, values_of
from .plan import Plan, Selection, selection_of
from .process import tell, tick
from .row import CheckedRow, checked_cells

COLLECTED_AFTER = 3_000_000
"""Objects after which garbage is looked for between rows of the catalogue: within them it takes a tenth of a check."""


@dataclass(frozen=True)
class RowTask:
    """A row to decide: as a whole, a share of its statements, or with ``only`` those that are named."""

    row: str
    share: tuple[int, int] = (0, 1)
    """Which of how many shares."""
    only: tuple[str, ...] | None = None
    settled: Mapping[CellKey, Witness] = field(default_factory=dict)
    """What settled cells of the row, to be tried on those that were searched in vain."""
    searched: Mapping[CellKey, Sequence[Reach]] = field(default_factory=dict)
    """These, with how far they were searched; nothing else is decided then."""

    @property
    def is_whole(self) -> bool:
        """Return whether this task decides the whole row, so that a cell's counterexample is tried on its siblings."""
        return self.share == (0, 1) and self.only is None and not self.searched


@dataclass
class RowResult:
    """Results of a worker for one row."""

    cells: dict[CellKey, Cell] = field(default_factory=dict)
    inapplicable: list[Cell] = field(default_factory=list)
    accounts: dict[str, Account] = field(default_factory=dict)
    """What is shown of the witnesses, by their slugs."""
    statistics: list[SearchStatistics] = field(default_factory=list)
    values: list[AskedValue] = field(default_factory=list)
    """The sample of a user's metric, after everything else was asked; none of a program that hangs."""


class Settled(msgspec.Struct, tag=True):
    """A message on the way: a cell that one instance settles."""

    cell: Cell


class Progress(msgspec.Struct, tag=True):
    """A message on the way: how far the methods have come with open cells."""

    reached: list[tuple[CellKey, list[Reach]]]


def read_message(text: bytes) -> Settled | Progress:
    """The message of a worker that decides a row."""
    return msgspec.json.decode(text, type=Settled | Progress)


def import_files(plan: Plan) -> str:
    """Import what the plan names; what is wrong with it, or nothing."""
    try:
        Selection.loaded(plan)
    except CannotImport as error:
        return str(error)
    return ""


def prepare(plan: Plan) -> None:
    """Load what the plan names, so that the first task need not wait for it."""
    selection_of(plan)


def check_row(plan: Plan, task: RowTask) -> RowResult:
    """Decide the cells of the task."""
    selection = selection_of(plan)
    metric = selection.row(task.row)
    is_ours = selection.is_catalogue_row(metric)
    if is_ours:
        gc.disable()
    row = CheckedRow(
        metric,
        selection,
        tick=tick,
        only=task.only,
        share=task.share,
        send_reach=lambda reached: tell(Progress(list(reached.items()))),
        news=None if is_ours else lambda cell: tell(Settled(cell)),
    )
    result = RowResult(inapplicable=row.inapplicable)
    if task.searched:
        cells = row.retried(task.settled, task.searched)
    else:
        cells = checked_cells(row, selection) if task.is_whole else row.cells()
    for cell in cells:
        result.cells[cell.key] = cell
        if cell.evidence.witness is not None and metric.implementation is None:  # libraries have pages of their own
            with kept():
                account = account_in(cell, selection.registry, row.recorded(cell))
            if account is not None:
                result.accounts[account.slug] = account
    result.statistics = row.statistics
    if is_ours and gc.get_count()[0] > COLLECTED_AFTER:
        gc.collect()
    hangs = any(cell.evidence.verdict is Verdict.TIMEOUT for cell in result.cells.values())
    if metric.is_foreign and metric.implementation is None and not task.searched and not hangs:
        result.values = values_of(metric, selection)
    return result
