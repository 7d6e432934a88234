"""Methods that use evidence from elsewhere: stored witnesses, witnesses of other statements of the row, and proofs.

The ladder of ``check`` (:mod:`~..engine.ladder`), which is its list of methods, runs them: :class:`KnownWitnesses`
first, :class:`Proofs` after the enumeration, and :class:`Siblings` at the end. A *cell* is a statement about a metric,
which a *witness* settles: a stored counterexample or example. A *reach* says how far a method went. Stored evidence is
not trusted: the metric's definition decides witnesses again, and those steps of a proof that a machine can check are
checked on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..evidence.cell import CellKey
from ..evidence.evidence import Witness
from ..evidence.fault import raise_if_ours
from ..evidence.instance import Changed
from ..evidence.reach import Reach
from ..evidence.verdict import Verdict
from ..evidence.witness import BadWitness, decode
from ..model.axiom import Statement
from .judging import record_hit
from .search import CellSearch, RowSearch

if TYPE_CHECKING:
    from ..catalogue.proofs import Proof


@dataclass(frozen=True)
class KnownWitnesses:
    """The method ``replay``: decide first the stored witnesses of expectations, the outcomes that were accepted before.

    A witness that the definition confirms settles its cell, which is then not searched.
    """

    by_key: Mapping[CellKey, Witness]
    """The stored witness of each cell that has one."""
    name: str = "replay"

    def decides(self, row: RowSearch, search: CellSearch) -> bool:
        """Return whether a witness is stored for the cell."""
        return row.key(search) in self.by_key

    def run(self, row: RowSearch, searches: Sequence[CellSearch]) -> None:
        """Record the stored witnesses that the definition confirms."""
        for search in searches:
            witness = self.by_key[row.key(search)]
            try:
                instance = decode(search.statement, row.metric, witness)
                record_hit(row, search, instance, by=self.name, complete=witness.smallest)
                search.reach.append(Reach(self.name, smallest=instance.n, largest=instance.n, cases=1))
            except (BadWitness, Changed):  # it no longer fits the statement, or no longer settles it
                continue
            except Exception as error:
                raise_if_ours(error)
                continue  # a definition raised it: the methods that search the cell after this one report it


@dataclass(frozen=True)
class Siblings:
    """The method ``replay`` between statements: try instances that settled other statements over the same spaces.

    It runs after the searches of a row, so cells have a reach already. A cell that it settles gets a ``replay`` in
    front of the reach, since a cell lists methods in the order of the ladder.
    """

    settled: Mapping[CellKey, Witness]
    """Witnesses of the settled cells of this row."""
    searched: Mapping[CellKey, Sequence[Reach]]
    """The open cells, and the reach of their search."""
    name: str = "replay"

    def decides(self, row: RowSearch, search: CellSearch) -> bool:
        """Return whether the cell is open, so that other witnesses are tried on it."""
        return row.key(search) in self.searched

    def run(self, row: RowSearch, searches: Sequence[CellSearch]) -> None:
        """Record for each open cell the smallest instance that settles it."""
        settled_searches = [
            (search, self.settled[row.key(search)]) for search in row.searches if row.key(search) in self.settled
        ]
        settled_searches.sort(key=lambda pair: pair[1].n)
        for search in searches:
            search.reach = list(self.searched[row.key(search)])
            spaces = search.statement.over(row.metric)
            for other, witness in settled_searches:
                if search.open and [*other.statement.over(row.metric).values()] == [*spaces.values()]:
                    self._replay_in(row, search, other.statement, witness)

    def _replay_in(self, row: RowSearch, search: CellSearch, witness_statement: Statement, witness: Witness) -> None:
        """Record the witness of another statement in this cell too, if the definition confirms it there."""
        row.definitions.tick()
        with suppress(BadWitness, Changed):  # it does not settle this statement
            instance = decode(witness_statement, row.metric, witness)
            if not row.contains(search, instance.parameters, instance.n):
                return
            values = dict(zip(search.statement.over(row.metric), instance.values.values(), strict=True))
            try:
                record_hit(row, search, replace(instance, values=values), by=self.name, complete=False)
            except Changed:
                raise  # for the suppression above: the next clause would take it for an error of a definition
            except Exception as error:
                raise_if_ours(error)
                return  # a definition raised it: the witness does not count here
            search.reach.insert(0, Reach(self.name, smallest=instance.n, largest=instance.n, cases=1))


@dataclass(frozen=True)
class Proofs:
    """The method ``proof``: theorems of the catalogue, their checkable steps checked on the definitions."""

    max_n_checked: int
    """The largest n for which the steps of a proof are checked; 0 turns the method off."""
    name: str = "proof"

    def decides(self, row: RowSearch, search: CellSearch) -> bool:
        """Return whether the catalogue has a theorem for the cell. No theorem is about lists that a user gives."""
        proof = _proof_of(row, search) if self.max_n_checked and row.given_lists is None else None
        return proof is not None and proof.is_about(row.registry)

    def run(self, row: RowSearch, searches: Sequence[CellSearch]) -> None:
        """Check the steps; one that fails on the definitions is a fault of the proof."""
        for search in searches:
            proof = _proof_of(row, search)
            assert proof is not None  # see ``decides``
            row.definitions.tick()
            failure = proof.failure(row.registry, self.max_n_checked)
            if failure is not None:
                search.fail(Verdict.ERROR, f"the proof {proof.id} does not hold on the definitions: {failure}")
                continue
            search.proof = proof
            # the steps of the proof count as its cases
            search.reach.append(Reach(self.name, smallest=1, largest=self.max_n_checked, cases=len(proof.steps)))


def _proof_of(row: RowSearch, search: CellSearch) -> Proof | None:
    """Return the theorem of the catalogue for the cell, or None."""
    from ..catalogue.proofs import proof_of  # loads the catalogue

    return proof_of(row.metric.name, search.statement, search.space)
