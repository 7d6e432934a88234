"""The journal of a check: what is decided stays decided, whatever happens to the process.

A file beside the reports, while a run is not complete; its form is that of :mod:`.journal`. The same
command goes on with it, and only the same command: its header says what is checked, with digests of everything that
the verdicts depend on.

Nothing is taken from it silently. Its entries are chained; its cells are those of the plan and keep the rules of
evidence; its witnesses are decided again by the definitions, and what is shown of them is made anew. A journal that
fails any of this is replaced, with a line that says why. What it says of searches that found nothing is believed as far
as the rules reach: whoever can write into the folder of the reports can write the reports.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from ...evidence import cell_data
from ...evidence.cell import Cell
from ..row import Plans
from ..selection import Selection
from .journal import BadJournal, Journal, JournalInUse, remove
from .premises import digest, premises
from .second_look import Accounts, Differs, accounts_of

NAME = ".check.journal.sqlite"
"""Its name in the folder of the reports."""

Again = Callable[[Sequence[Cell]], Accounts]
"""What decides the witnesses of cells again, and says what is to be shown; raises :class:`second_look.Differs`."""
Note = Callable[[str], None]


@dataclass
class FinishedRow:
    """A row as an earlier run finished it."""

    cells: list[Cell] = field(default_factory=list)
    inapplicable: list[Cell] = field(default_factory=list)
    accounts: Accounts = field(default_factory=dict)


class CellsJournal:
    """The journal of one run, open. Once it cannot be written, on a full disk for instance, the run goes on without."""

    def __init__(self, journal: Journal, plans: Plans, note: Note) -> None:
        """For :meth:`opened`: the journal is open."""
        self._journal = journal
        self._note = note
        self._writes = True
        self._plans = plans
        self._cells: dict[int, list[Cell]] = {}
        self._finished: dict[str, FinishedRow] = {}
        self._accounts: Accounts = {}
        self._written = Counter[str]()
        self._run = 0
        for place, chunk in enumerate(journal.done):
            self._read(place, chunk, journal.done[chunk])
        self._run += 1
        self._append("run", {"run": self._run})

    @classmethod
    def opened(
        cls, path: Path, header: Mapping[str, Any], plans: Plans, again: Again, note: Note, *, fresh: bool
    ) -> tuple[Self, str]:
        """The journal at the path, and what there is to say of the one that was there.

        One of the same run is gone on with; one of another run, or one that is damaged or says what this run cannot
        come to by its ``plans`` or ``again`` by the definitions, is replaced, and so is any with ``fresh``. Raises
        :class:`JournalInUse` if another process writes it, and ``BadJournal`` if it cannot be written at all; what
        cannot be written later is said to ``note``, once.
        """
        if fresh:
            remove(path)
        try:
            return cls._at(path, header, plans, again, note), ""
        except JournalInUse:
            raise
        except BadJournal as error:
            if not path.is_file():
                raise
            remove(path)
            journal = cls._at(path, header, plans, again, note)
            return journal, f"the journal that was there is replaced: {error.what}"

    @classmethod
    def _at(cls, path: Path, header: Mapping[str, Any], plans: Plans, again: Again, note: Note) -> Self:
        journal = Journal.open(path, header, lasting=False)
        try:
            record = cls(journal, plans, note)
            record._accounts = record._decided(again)
            return record
        except BaseException:
            journal.close()
            raise

    def _decided(self, again: Again) -> Accounts:
        earlier = {**self._finished, **self.begun()}
        try:
            return again([cell for row in earlier.values() for cell in row.cells])
        except Differs as error:
            raise BadJournal(f"{self._journal.path}: {error}") from None

    def _read(self, place: int, chunk: str, result: dict[str, Any]) -> None:
        kind, _, number = chunk.partition("/")
        try:
            if number != str(place) or kind not in ("run", "cell", "row"):
                raise ValueError("no run writes it there")
            if kind == "run":
                if result != {"run": self._run + 1}:
                    raise ValueError("the runs are not counted")
                self._run += 1
            elif kind == "cell":
                self._take_cell(cell_data.from_data(result))
            else:
                self._take_row(result)
        except (LookupError, TypeError, ValueError) as error:
            raise BadJournal(f"{self._journal.path}: chunk {chunk!r:.80}: {error}") from None

    def _take_cell(self, cell: Cell) -> None:
        if wrong := self._plans.wrong_with_cell(cell):
            raise ValueError(wrong)
        earlier = self._cells.setdefault(self._run, [])
        if cell.metric in self._finished or any(cell.key == other.key for other in earlier):
            raise ValueError(f"{cell.metric} x {cell.title:.200} is decided already")
        earlier.append(cell)

    def _take_row(self, result: Mapping[str, Any]) -> None:
        name, inapplicable = result["name"], [cell_data.from_data(data) for data in result["inapplicable"]]
        cells = [cell for cell in self._cells.get(self._run, ()) if cell.metric == name]
        if result["cells"] != len(cells):
            raise ValueError(f"{name!r:.80} has {result['cells']!r:.20} cells, and {len(cells)} are there")
        if wrong := self._plans.wrong_with_row(name, cells, inapplicable):
            raise ValueError(wrong)
        if name in self._finished:
            raise ValueError(f"{name} is finished already")
        self._finished[name] = FinishedRow(cells, inapplicable)

    def finished(self) -> Iterator[tuple[str, FinishedRow]]:
        """The rows that earlier runs have finished, by name."""
        for name, row in self._finished.items():
            yield name, replace(row, accounts=accounts_of(row.cells, self._accounts))

    def begun(self) -> dict[str, FinishedRow]:
        """The rows that earlier runs have begun and not finished: what was decided of them, by the last that had any.

        Such a row is checked anew as a whole, and not from where it was: if the metric answers differently when asked
        again, that is a verdict on all its cells, and the whole row has to be seen to find it out.
        """
        rows: dict[str, FinishedRow] = {}
        for cells in self._cells.values():
            of_run: dict[str, FinishedRow] = {}
            for cell in cells:
                if cell.metric not in self._finished:
                    of_run.setdefault(cell.metric, FinishedRow(accounts=self._accounts)).cells.append(cell)
            rows |= of_run
        return rows

    def __len__(self) -> int:
        """How many cells an earlier run has decided that are not decided again."""
        return sum(len(row.cells) for row in self._finished.values())

    # --- writing ----------------------------------------------------------------------------------------------

    def cell(self, cell: Cell) -> None:
        """A decided cell."""
        self._written[cell.metric] += 1
        self._append("cell", cell_data.to_data(cell))

    def row(self, name: str, inapplicable: Iterable[Cell]) -> None:
        """A row is finished: all its cells are there, and these are those that say nothing of it."""
        data = list(map(cell_data.to_data, inapplicable))
        self._append("row", {"name": name, "cells": self._written[name], "inapplicable": data})

    def _append(self, kind: str, result: Mapping[str, Any]) -> None:
        if self._writes:
            try:
                self._journal.append(f"{kind}/{len(self._journal.done)}", result)
            except BadJournal as error:
                self._writes = False
                self._note(f"going on without a journal, so that an interrupted run begins anew: {error}")

    def close(self) -> None:
        """Keep it for the same command to go on with."""
        self._journal.close()

    def complete(self) -> None:
        """Everything is decided and written elsewhere: the journal is removed."""
        self._journal.close()
        with suppress(BadJournal, OSError):
            remove(self._journal.path)


def header(selection: Selection) -> dict[str, Any]:
    """What identifies a run: everything that its verdicts depend on."""
    options = selection.options
    return {
        "run": "check",
        **premises(options, Path()),
        "profile": options.profile_().name,
        "seed": options.seed,
        "pins": options.use_pins,
        "axioms": list(options.axioms),
        "sources": list(options.sources),
        "time limit": options.time_limit,
        "memory limit": options.memory_limit,
        "depth": None if options.given is None else options.given.depth,
        "witnesses": digest(*(f"{w}" for w in options.witnesses)),
        "metrics": digest(*(f"{row.name} {row.file_digest}" for row in selection.rows)),
    }
