"""A journal that may become impossible to write."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from ...evidence.cell import Cell
from .journal import BadJournal
from .record import CellsJournal


class Forgiving:
    """A journal that may become impossible to write, on a full disk for instance; the run goes on without it."""

    def __init__(self, journal: CellsJournal, note: Callable[[str], None]) -> None:
        self._journal, self._note = journal, note
        self.finished, self.begun, self.close = journal.finished, journal.begun, journal.close
        self._writes = True

    def cell(self, cell: Cell) -> None:
        """A decided cell."""
        self._try(self._journal.cell, cell)

    def row(self, name: str, inapplicable: Iterable[Cell]) -> None:
        """A finished row."""
        self._try(self._journal.row, name, list(inapplicable))

    def complete(self) -> None:
        """Everything is decided and written elsewhere."""
        with suppress(BadJournal, OSError):
            self._journal.complete()

    def _try(self, write: Callable[..., None], *content: Any) -> None:
        if self._writes:
            try:
                write(*content)
            except (BadJournal, OSError) as error:
                self._writes = False
                self._note(f"going on without a journal, so that an interrupted run begins anew: {error}")
