"""The memory of a run: rows that an earlier run has decided, and that nothing has changed since.

A row is kept once it is whole, with nothing lost on the way and no fault in it, under a key that has all that it
depends on. What is taken keeps the rules of evidence and is what this run plans; the witnesses of a user's metric are
decided again. The rest is believed as far as the journal of a run is: whoever can write to the user's cache folder can
do more.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ...evidence import cell_data
from ...evidence.cell import Cell
from ...evidence.untrusted import from_json
from ...evidence.verdict import FAULTS
from ...model.metric import Metric
from ..planned import Plans
from ..selection import Selection
from ..workers.premises import digest
from ..workers.record import Again, Finished
from ..workers.second_look import Accounts, Differs
from .keys import Keys
from .known import Unseen, changed_since_start
from .store import Failure, Note, Store, day


class Memory:
    """What earlier runs have decided, for the rows of this one.

    What goes wrong with the file ends its use, and not the run.
    """

    def __init__(self, store: Store, selection: Selection, again: Again, note: Note, *, fresh: bool = False) -> None:
        self._store: Store | None = store
        self._keys = Keys(selection)
        self._plans = Plans(selection)
        self._again = again
        self._note = note
        self._fresh = fresh
        self._known: dict[str, str] = {}
        self.unseen: dict[str, str] = {}
        """Rows that are never remembered, and why."""
        self.taken = 0
        """How many cells were taken."""
        self._since: int | None = None

    @classmethod
    def opened(cls, selection: Selection, again: Again, note: Note, *, fresh: bool = False) -> Memory | None:
        """The memory in the user's cache folder; None where there can be none. With ``fresh`` nothing is taken."""
        store = Store.opened(note)
        return None if store is None else cls(store, selection, again, note, fresh=fresh)

    def summary(self, cells: int) -> str:
        """What was taken and what was decided, of so many cells; empty if nothing was taken."""
        if self._since is None:
            return ""
        counted = f"{cells:,} cell{'' if cells == 1 else 's'}"
        return f"{counted}: {self.taken:,} unchanged since {day(self._since)}, {cells - self.taken:,} decided"

    def remembered(self, rows: Iterable[Metric]) -> dict[str, Finished]:
        """What is known of these rows, by name."""
        finished: dict[str, Finished] = {}
        for row in rows:
            done = None if self._fresh else self._using(partial(self._row, row))
            if done is not None:
                finished[row.name] = done
        self._using(lambda store: store.used(self._known[name] for name in finished))
        return finished

    def keep(self, row: Metric, cells: Sequence[Cell], inapplicable: Sequence[Cell], accounts: Accounts) -> None:
        """Keep a whole row, unless there is a fault in it."""
        key = self._key(row)
        if key is None or any(cell.evidence.verdict in FAULTS for cell in cells):
            return
        if (changed := changed_since_start()) is not None:
            self._end(f"nothing more is remembered of this run: {changed} has changed since it began")
            return
        content = {
            "cells": list(map(cell_data.to_data, cells)),
            "inapplicable": list(map(cell_data.to_data, inapplicable)),
            "accounts": accounts,
        }
        text = json.dumps(content, separators=(",", ":"), allow_nan=False)
        self._using(lambda store: store.put(key, text, len(cells) + len(inapplicable)))

    def made_of(self, rows: Iterable[Metric]) -> str | None:
        """A digest of all that is kept of these rows; None if one of them is not."""
        keys = [self._key(row) for row in rows]
        digests = self._using(lambda store: store.digests(key for key in keys if key is not None)) or [None]
        return None if None in (*keys, *digests) else digest(*map(str, keys), *map(str, digests))

    def folder(self, path: Path) -> tuple[str, str] | None:
        """What the files of a folder were made of when they were written, and a digest of them."""
        entry: tuple[str, str] | None = self._using(lambda store: store.folder(str(path)))
        return entry

    def keep_folder(self, path: Path, made_of: str, files: str) -> None:
        """Know what the files of a folder are made of."""
        self._using(lambda store: store.put_folder(str(path), made_of, files))

    def close(self) -> None:
        """Close the file."""
        if self._store is not None:
            self._store.close()
            self._store = None

    def _key(self, row: Metric) -> str | None:
        if row.name not in self._known and row.name not in self.unseen:
            try:
                self._known[row.name] = self._keys.of(row)
            except (Unseen, RecursionError) as error:
                self.unseen[row.name] = str(error)
            except Exception as error:  # an object of a user's that does not even let itself be looked at
                self.unseen[row.name] = f"{type(error).__name__}: {error}"
        return self._known.get(row.name)

    def _using(self, use: Callable[[Store], Any]) -> Any:
        """What comes of the store; after a failure of it the run goes on without."""
        if self._store is None:
            return None
        try:
            return use(self._store)
        except Failure as error:
            self._end(f"going on without a memory of earlier runs: {self._store.path}: {error}")
            return None

    def _end(self, why: str) -> None:
        if self._store is not None:
            self._note(why)
            self.close()

    def _row(self, row: Metric, store: Store) -> Finished | None:
        """A row as it is kept; None if it is not, or not as this run has it, and is then forgotten."""
        key = self._key(row)
        entry = None if key is None else store.get(key)
        if key is None or entry is None:
            return None
        try:
            content, made = entry
            done = self._read(row, content)
        except (LookupError, TypeError, ValueError, RecursionError) as error:
            store.drop(key)
            self._note(f"{row.name} is decided anew; what is remembered of it is not used: {str(error)[:300]}")
            return None
        self.taken += len(done.cells) + len(done.inapplicable)
        self._since = made if self._since is None else min(self._since, made)
        return done

    def _read(self, row: Metric, content: str) -> Finished:
        data = from_json(content)
        cells, inapplicable = ([cell_data.from_data(c) for c in data[part]] for part in ("cells", "inapplicable"))
        if wrong := self._plans.wrong_with_row(row.name, cells, inapplicable):
            raise ValueError(wrong)
        if fault := next((cell for cell in cells if cell.evidence.verdict in FAULTS), None):
            raise ValueError(f"{fault.title} is a fault")
        accounts = {str(slug): account for slug, account in data["accounts"].items()}
        if row.is_foreign:
            try:
                accounts |= self._again(cells)
            except Differs as error:
                raise ValueError(str(error)) from None
        return Finished(cells, inapplicable, accounts)
