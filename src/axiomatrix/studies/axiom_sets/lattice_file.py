"""The lattice of axioms as data: what generates it, and the tables that refute all else."""

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
from .lattice import LARGEST_SET, MOST_PREMISES, AxiomLattice, AxiomNames
from .tables import AxiomTable

FORMAT = "axiomatrix-axiom-lattice-1"
SUBJECTS = (Subject("judged lists", 4, 1), Subject("judged lists", 4, 2), Subject("rankings", 3))
"""What is decided for the committed page."""


class MinimalContradiction(Record):
    """Axioms that contradict each other, of which any fewer do not."""

    axioms: tuple[str, ...]
    smallest: Annotated[Length, Meta(description="The smallest size at which they do.")]
    instances: tuple[AxiomInstance, ...]
    contradiction: ContradictionTree


class LatticeImplication(Record):
    """An axiom that follows from one or two others."""

    axioms: tuple[str, ...]
    conclusion: str
    conditions: Annotated[Count, Meta(description="How many conditions of the conclusion were proved.")]
    given: Annotated[Count, Meta(description="Up to how many items the proofs use instances of the axioms.")] = 0
    reach: Annotated[Count, Meta(description="Up to how many items all instances of the conclusion are proved.")] = 0
    empty: Annotated[bool, Meta(description="Whether a proof uses the value of a list without items.")] = False


class LatticeTable(Record):
    """A table of values and exactly the axioms that it satisfies."""

    axioms: tuple[str, ...]
    values: Annotated[str, Meta(description="In the order of the enumeration, the shortest lists first.")]


class LatticeData(Record):
    """The lattice over one table: a generating set."""

    subject: Subject
    axioms: Annotated[tuple[str, ...], Meta(description="Those that were asked, as the columns of the matrix stand.")]
    refused: Annotated[dict[str, str], Meta(description="Those that were not, with the reason.")]
    contradictions: tuple[MinimalContradiction, ...]
    implications: tuple[LatticeImplication, ...]
    tables: tuple[LatticeTable, ...]

    def follows(self, axioms: AxiomNames) -> AxiomNames:
        """The axioms that follow from these, themselves among them."""
        known, before = frozenset(axioms), frozenset[str]()
        while known != before:
            before = known
            known |= {one.conclusion for one in self.implications if known.issuperset(one.axioms)}
        return known

    @property
    def classes(self) -> list[tuple[str, ...]]:
        """Axioms that follow from each other, the others by themselves."""
        after = {name: self.follows(frozenset([name])) for name in self.axioms}
        groups = [tuple(b for b in self.axioms if b in after[a] and a in after[b]) for a in self.axioms]
        return list(dict.fromkeys(groups))


class AxiomLattices(Record):
    """The content of the file."""

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
    """The content of the file."""
    return json_by_entry(AXIOM_LATTICES.data(lattices))


def lattice_data(subject: Subject, axioms: list[Axiom]) -> LatticeData:
    """Decide the lattice of these axioms over a subject."""
    lattice = AxiomLattice(AxiomTable(subject))
    lattice.build(axioms)
    known = {axiom.id: axiom for axiom in axioms}
    smaller = {length: AxiomTable(subject.shorter(length)) for length in range(1, subject.length + 1)}
    contradictions = []
    for names in lattice.contradictions:
        chosen = [known[name] for name in lattice.names if name in names]
        contradictions.append(_smallest(chosen, smaller))
    implications = tuple(_implication(lattice, names, conclusion) for names, conclusion in lattice.implications)
    tables = tuple(
        LatticeTable(_ordered(lattice, names), " ".join(map(str, lattice.models[names].values)))
        for names in _telling(lattice)
    )
    return LatticeData(
        subject, tuple(lattice.names), dict(lattice.refused), tuple(contradictions), implications, tables
    )


def _implication(lattice: AxiomLattice, names: AxiomNames, conclusion: str) -> LatticeImplication:
    """An implication with the sizes that its proofs are about."""
    proofs, premises = lattice.implications[names, conclusion], lattice.premises(names)
    numbers = {k for row in proofs for c in row.contradictions for k in rows_used(c)} - {BEYOND}
    used = [premises.conditions[k] for k in numbers]
    return LatticeImplication(
        _ordered(lattice, names),
        conclusion,
        len(proofs),
        given=max((condition.n for condition in used), default=0),
        reach=lattice.table.reach.get(conclusion, 0),
        empty=any(k < lattice.table.without_items for condition in used for k, _ in condition.terms),
    )


def _ordered(lattice: AxiomLattice, names: AxiomNames) -> tuple[str, ...]:
    return tuple(name for name in lattice.names if name in names)


def _smallest(axioms: list[Axiom], tables: dict[int, AxiomTable]) -> MinimalContradiction:
    for length, table in tables.items():
        premises = premises_of(table, axioms)
        if not isinstance(premises.outcome, Solution):
            writer = InstanceWriter(table, premises)
            tree = writer.tree(premises.outcome)
            return MinimalContradiction(tuple(a.id for a in axioms), length, tuple(writer.instances), tree)
    raise AssertionError("a contradictory set is contradictory at its own size")


def _telling(lattice: AxiomLattice) -> list[AxiomNames]:
    """Some of the models, enough to satisfy every satisfiable set and to refute every other implication."""
    models = sorted(lattice.models, key=len, reverse=True)
    chosen: list[AxiomNames] = []
    for names in lattice.sets(LARGEST_SET):
        if not lattice.is_contradictory(names) and not any(names <= model for model in chosen):
            chosen.append(next(model for model in models if names <= model))
    for names in lattice.sets(MOST_PREMISES):
        if lattice.is_contradictory(names):
            continue
        for other in sorted(set(lattice.names) - lattice.closure(names)):
            if not any(names <= model and other not in model for model in chosen):
                chosen.append(next(model for model in models if names <= model and other not in model))
    return chosen
