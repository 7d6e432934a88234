"""The memory of a run: rows that an earlier run has decided, and that nothing has changed since.

A row is kept once it is whole, with nothing lost on the way and no fault in it, under a key that has all that it
depends on. What is taken keeps the rules of evidence and is what this run plans; the witnesses of a user's metric are
decided again. The rest is believed as far as the journal of a run is: whoever can write to the user's cache folder can
do more.
"""

from __future__ import annotations

import decimal
import json
import platform
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import flint
import numpy as np

from ...catalogue.loading import CATALOGUE, origin_of_axiom
from ...catalogue.proofs import PROOFS, Proof
from ...evidence import cell_data
from ...evidence.cell import Cell
from ...evidence.untrusted import from_json
from ...evidence.verdict import FAULTS
from ...evidence.witness import to_json
from ...model.axiom import Axiom
from ...model.metric import Metric
from ...model.registry import Unknown
from ..row import Plans
from ..selection import Selection
from ..workers.premises import digest, digest_of_package, versions
from ..workers.record import Again, FinishedRow
from ..workers.second_look import Accounts, Differs
from .known import OTHERS, HiddenDependency, changed_since_start, is_followed
from .seen import ValuesDigest
from .store import Failure, Note, Store, day

FORM = "row-1"
"""What is kept of a row; a change of its form changes the number."""


class Memory:
    """What earlier runs have decided, for the rows of this one.

    What goes wrong with the file ends its use, and not the run.
    """

    def __init__(self, store: Store, selection: Selection, again: Again, note: Note, *, fresh: bool = False) -> None:
        self._store: Store | None = store
        self._keys = RowKeys(selection)
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

    def remembered(self, rows: Iterable[Metric]) -> dict[str, FinishedRow]:
        """What is known of these rows, by name."""
        finished: dict[str, FinishedRow] = {}
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
            except (HiddenDependency, RecursionError) as error:
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

    def _row(self, row: Metric, store: Store) -> FinishedRow | None:
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

    def _read(self, row: Metric, content: str) -> FinishedRow:
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
        return FinishedRow(cells, inapplicable, accounts)


# --- the key of a row: a digest of all that its cells depend on ----------------------------------------------------


class RowKeys:
    """The keys of the rows of one run."""

    def __init__(self, selection: Selection) -> None:
        self._options = selection.options
        self._registry = selection.registry
        self._change = OTHERS.change()
        self._around = {"python": python(), "libraries": versions(), "settings": settings()}
        self._axioms: dict[str, tuple[str, bool]] = {}
        self._metrics: dict[str, str] = {}
        self._read: dict[str, tuple[str, ...]] = {}

    def of(self, metric: Metric) -> str:
        """The key of a row; :class:`HiddenDependency` if not all can be seen that it depends on."""
        options = self._options
        if options.given is not None:
            raise HiddenDependency("it is asked about lists of the user")
        if self._change is not None:
            raise HiddenDependency(self._change)
        axioms = {axiom.id: self._axiom(axiom) for axiom in self._asked(metric)}
        others = sorted({other.name for other in self._others(metric, any(looks for _, looks in axioms.values()))})
        row = {
            "form": FORM,
            "engine": digest_of_package(is_followed),
            **self._around,
            "profile": repr(options.profile_()),
            "seed": options.seed,
            "pins": options.use_pins,
            "axioms": [*options.axioms],
            "sources": [*options.sources],
            "witnesses": [to_json(witness) for witness in options.witnesses if witness.metric == metric.name],
            "metric": self._metric(metric),
            "said": [metric.latex, metric.source, metric.doc],
            "claims": list(self._claims(metric)),
            "asked": axioms,
            "others": {name: self._metric(self._registry.metrics[name]) for name in others},
        }
        return digest(json.dumps(row, sort_keys=True))

    def _asked(self, metric: Metric) -> list[Axiom]:
        """The axioms that the row has cells of, or a word why it has none."""
        claimed = {claim.statement.axiom.id for claim in metric.claims}
        axioms = self._registry.axioms.values()
        return [axiom for axiom in axioms if metric.about in axiom.about or axiom.id in claimed]

    def _axiom(self, axiom: Axiom) -> tuple[str, bool]:
        """The digest of an axiom, and whether it may ask for a metric that none of its arguments names."""
        if axiom.id not in self._axioms:
            seen = ValuesDigest.of(axiom)
            ours = (origin_of_axiom(axiom.id) or CATALOGUE) == CATALOGUE
            self._axioms[axiom.id] = f"{ours} {seen.digest}", seen.looks_up and not ours
        return self._axioms[axiom.id]

    def _metric(self, metric: Metric) -> str:
        if metric.name not in self._metrics:
            seen = ValuesDigest.of(metric)
            if seen.looks_up:
                raise HiddenDependency("it asks for another metric by its name")
            self._metrics[metric.name] = seen.digest
        return self._metrics[metric.name]

    def _claims(self, metric: Metric) -> Iterator[list[Any]]:
        for claim in metric.claims:
            arguments, source = ValuesDigest.of(claim.statement.arguments), claim.source
            yield [claim.statement.id, arguments.digest, claim.status, source.id, source.wording]

    def _others(self, metric: Metric, any_of_them: bool) -> Iterator[Metric]:
        """The other metrics whose values the row may ask for."""
        if any_of_them:
            yield from self._registry.metrics.values()
            return
        for proof in PROOFS:
            if proof.metric == metric.name:
                yield from self._rows_of(proof)
        for claim in metric.claims:
            for _, value in claim.statement.arguments:
                for name in self._named(value) if isinstance(value, str) else ():
                    yield from self._registry.rows(name)

    def _rows_of(self, proof: Proof) -> list[Metric]:
        rows = proof.rows(self._registry)
        if missing := sorted(rows - set(self._registry.metrics)):
            raise HiddenDependency(f"{proof.id} compares it with {missing[0]}, which is not registered")
        return [self._registry.metrics[name] for name in rows]

    def _named(self, text: str) -> tuple[str, ...]:
        """The metrics that a text may name; none if it is any other text."""
        if text not in self._read:
            try:
                reading = self._registry.find_metric(text)
            except Unknown:
                reading = None
            ids = {self._registry.metrics[row].id for row in reading.means} if reading else ()
            self._read[text] = tuple(sorted(ids))
        return self._read[text]


def python() -> list[str]:
    """Which Python computes, and on which sort of machine: floats may be otherwise elsewhere."""
    return [sys.version, platform.machine(), platform.system(), repr(sys.flags.optimize)]


def settings() -> list[str]:
    """What is set for the whole process, perhaps by a user's file, and decides how numbers are rounded or written."""
    contexts = [decimal.getcontext().copy(), decimal.DefaultContext.copy()]
    for context in contexts:
        context.clear_flags()
    numpys = [np.geterr(), np.get_printoptions()]
    return [*map(repr, contexts), repr(flint.ctx.prec), *map(repr, numpys), repr(sys.get_int_max_str_digits())]
