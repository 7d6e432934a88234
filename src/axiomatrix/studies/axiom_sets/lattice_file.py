"""The lattice of axioms as data, which reports show and ``axiomatrix verify`` checks.

The file has a generating set: minimal contradictions and implications, from which all others follow by closure, and
tables that satisfy every other set and refute every other implication. For instance, if A implies B and B implies C,
the file leaves out that A implies C. :mod:`.lattice` decides, and this module writes.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ...evidence.files import json_by_entry
from ...evidence.formats import Format, Record
from ...evidence.reach import Count
from ...model.axiom import Axiom
from .answer import AxiomInstance, BadAxiomSet, ContradictionTree, Length, Subject
from .asking import InstanceWriter, premises_of
from .deciding import Solution
from .implying import BEYOND, rows_used
from .lattice import MAX_AXIOMS_OF_SET, MAX_PREMISES, AxiomLattice, AxiomNames
from .tables import AxiomTable

FORMAT = "axiomatrix-axiom-lattice-1"
SUBJECTS = (Subject("judged lists", 4, 1), Subject("judged lists", 4, 2), Subject("rankings", 3))
"""The subjects whose lattices the committed file has."""


class MinimalContradiction(Record):
    """Axioms that contradict each other, while every proper subset of them is satisfiable."""

    axioms: tuple[str, ...]
    smallest: Annotated[Length, Meta(description="The smallest number of items at which they contradict each other.")]
    instances: tuple[AxiomInstance, ...]
    contradiction: ContradictionTree


class LatticeImplication(Record):
    """An axiom that follows from one or two others."""

    axioms: tuple[str, ...]
    conclusion: str
    conditions: Annotated[Count, Meta(description="Number of conditions of the conclusion that were proved.")]
    given: Annotated[
        Count, Meta(description="Largest number of items in an instance of the axioms that the proofs use.")
    ] = 0
    reach: Annotated[
        Count, Meta(description="Number of items up to which all instances of the conclusion are proved.")
    ] = 0
    empty: Annotated[bool, Meta(description="True if a proof uses the value of a list without items.")] = False


class LatticeTable(Record):
    """A table of values, and all axioms that it satisfies."""

    axioms: tuple[str, ...]
    values: Annotated[
        str, Meta(description="The values in the order in which the instances are enumerated, the fewest items first.")
    ]


class LatticeData(Record):
    """The lattice over one table: a generating set."""

    subject: Subject
    axioms: Annotated[tuple[str, ...], Meta(description="The axioms of the lattice, in the order of the matrix.")]
    refused: Annotated[dict[str, str], Meta(description="Axioms that are left out, each with the reason.")]
    contradictions: tuple[MinimalContradiction, ...]
    implications: tuple[LatticeImplication, ...]
    tables: tuple[LatticeTable, ...]

    def follows(self, axioms: AxiomNames) -> AxiomNames:
        """Return the closure of these axioms: they and everything that follows from them."""
        closure, previous = frozenset(axioms), frozenset[str]()
        while closure != previous:
            previous = closure
            closure |= {rule.conclusion for rule in self.implications if closure.issuperset(rule.axioms)}
        return closure

    @property
    def classes(self) -> list[tuple[str, ...]]:
        """Groups of equivalent axioms, each of which implies the others; most groups have one axiom."""
        closures = {name: self.follows(frozenset([name])) for name in self.axioms}
        groups = [tuple(b for b in self.axioms if b in closures[a] and a in closures[b]) for a in self.axioms]
        return list(dict.fromkeys(groups))


class AxiomLattices(Record):
    """The content of the file: one lattice for each subject."""

    lattices: tuple[LatticeData, ...]


AXIOM_LATTICES = Format(
    FORMAT,
    "axiom-lattice",
    AxiomLattices,
    "Which axioms contradict each other or follow from others, for tables of values up to a size.",
    BadAxiomSet,
    20_000_000,
)


def dumps_lattices(lattices: AxiomLattices) -> str:
    """The lattices as the content of the file; the same lattices give the same bytes."""
    return json_by_entry(AXIOM_LATTICES.data(lattices))


def lattice_data(subject: Subject, axioms: list[Axiom]) -> LatticeData:
    """Decide the lattice of these axioms over a subject."""
    lattice = AxiomLattice(AxiomTable(subject))
    lattice.build(axioms)
    axiom_of = {axiom.id: axiom for axiom in axioms}
    tables_by_length = {length: AxiomTable(subject.shorter(length)) for length in range(1, subject.length + 1)}
    contradictions = []
    for names in lattice.contradictions:
        contradictory_axioms = [axiom_of[name] for name in _ordered(lattice, names)]
        contradictions.append(_smallest_contradiction(contradictory_axioms, tables_by_length))
    implications = tuple(_implication(lattice, names, conclusion) for names, conclusion in lattice.implications)
    tables = tuple(
        LatticeTable(_ordered(lattice, names), " ".join(map(str, lattice.models[names].values)))
        for names in _sufficient_models(lattice)
    )
    return LatticeData(
        subject, tuple(lattice.names), dict(lattice.refused), tuple(contradictions), implications, tables
    )


def _implication(lattice: AxiomLattice, names: AxiomNames, conclusion: str) -> LatticeImplication:
    """Write an implication as data, with the sizes that its proofs are about."""
    proofs, premises = lattice.implications[names, conclusion], lattice.premises(names)
    contradictions = [contradiction for row in proofs for contradiction in row.contradictions]
    numbers = {k for contradiction in contradictions for k in rows_used(contradiction)} - {BEYOND}
    used_conditions = [premises.conditions[k] for k in numbers]
    return LatticeImplication(
        _ordered(lattice, names),
        conclusion,
        len(proofs),
        given=max((condition.n for condition in used_conditions), default=0),
        reach=lattice.table.reach.get(conclusion, 0),
        empty=any(k < lattice.table.without_items for condition in used_conditions for k, _ in condition.terms),
    )


def _ordered(lattice: AxiomLattice, names: AxiomNames) -> tuple[str, ...]:
    """The names in the order of the lattice."""
    return tuple(name for name in lattice.names if name in names)


def _smallest_contradiction(axioms: list[Axiom], tables: dict[int, AxiomTable]) -> MinimalContradiction:
    """Return the contradiction at the smallest number of items; ``tables`` are by length, the shortest first."""
    for length, table in tables.items():
        premises = premises_of(table, axioms)
        if not isinstance(premises.outcome, Solution):
            writer = InstanceWriter(table, premises)
            tree = writer.tree(premises.outcome)
            return MinimalContradiction(tuple(a.id for a in axioms), length, tuple(writer.instances), tree)
    raise AssertionError("a contradictory set is contradictory at its own size")


def _sufficient_models(lattice: AxiomLattice) -> list[AxiomNames]:
    """Choose models that together satisfy every satisfiable set and refute every implication that is not proved.

    Greedy: a set or an implication that no model so far answers gets the model that satisfies the most axioms.
    """
    models = sorted(lattice.models, key=len, reverse=True)
    sufficient: list[AxiomNames] = []
    for names in lattice.sets(MAX_AXIOMS_OF_SET):
        if not lattice.is_contradictory(names) and not any(names <= model for model in sufficient):
            sufficient.append(next(model for model in models if names <= model))
    for names in lattice.sets(MAX_PREMISES):
        if lattice.is_contradictory(names):
            continue
        for conclusion in sorted(set(lattice.names) - lattice.closure(names)):
            if not any(names <= model and conclusion not in model for model in sufficient):
                sufficient.append(next(model for model in models if names <= model and conclusion not in model))
    return sufficient
