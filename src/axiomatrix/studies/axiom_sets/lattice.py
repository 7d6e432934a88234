"""The lattice of axioms over one table: which sets of up to three contradict each other, and what one or two imply.

A *table* is a metric on few items with a value for each instance, and here also a *model*: values that satisfy a set of
axioms. :mod:`.lattice_file` writes the lattice for the site. Few of its questions need a linear program:

1. A table that satisfies a set of axioms also satisfies every subset. It refutes every implication from axioms that it
   satisfies to one that it breaks. So each satisfiable set is enlarged as far as possible, before its table is kept.
2. An implication that is proved gives others by closure (A implies B and B implies C, so A implies C). These are not
   decided again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import lcm

from ...model.axiom import Axiom
from .deciding import Contradiction, Solution
from .implying import Counterexample, DeniedRow, Premises
from .tables import AxiomTable, Condition, NotAsked

MAX_AXIOMS_OF_SET = 3
"""Most axioms of a set whose satisfiability is decided."""
MAX_PREMISES = 2
"""Most premises of an implication that is decided."""
AxiomNames = frozenset[str]
"""A set of axioms, by their ids."""


@dataclass
class AxiomLattice:
    """The decisions on sets of axioms over a table."""

    table: AxiomTable
    conditions: dict[str, tuple[Condition, ...]] = field(default_factory=dict)
    """By axiom; the keys are the axioms of the lattice."""
    refused: dict[str, str] = field(default_factory=dict)
    """Axioms that are not linear conditions on a table, with the reason."""
    models: dict[AxiomNames, Solution] = field(default_factory=dict)
    """Tables, by the set of all axioms that they satisfy; one table for each set."""
    contradictions: dict[AxiomNames, tuple[Premises, Contradiction]] = field(default_factory=dict)
    """Minimal contradictory sets."""
    implications: dict[tuple[AxiomNames, str], list[DeniedRow]] = field(default_factory=dict)
    """Proofs by (premises, conclusion), from which all other implications follow by closure."""

    def build(self, axioms: Sequence[Axiom]) -> None:
        """Evaluate every axiom that is about the table's metric, and decide all sets and implications."""
        for axiom in axioms:
            if axiom.is_about(self.table.metric):
                try:
                    self.conditions[axiom.id] = self.table.conditions(axiom)
                except NotAsked as reason:
                    self.refused[axiom.id] = str(reason)
        self.decide_sets()
        self.decide_implications()
        self.prune()

    @property
    def names(self) -> list[str]:
        """The axioms of the lattice, in the order in which they were given to :meth:`build`."""
        return list(self.conditions)

    def premises(self, names: AxiomNames) -> Premises:
        """The conditions of a set of axioms."""
        ordered = [name for name in self.names if name in names]
        return Premises(self.table.size, (condition for name in ordered for condition in self.conditions[name]))

    # --- sets ---

    def is_contradictory(self, names: AxiomNames) -> bool:
        """Return whether the set is known to contain a contradictory one."""
        return any(minimal <= names for minimal in self.contradictions)

    def is_satisfiable(self, names: AxiomNames) -> bool:
        """Return whether a table is known that satisfies the set."""
        return any(names <= satisfied for satisfied in self.models)

    def sets(self, max_size: int) -> Iterator[AxiomNames]:
        """All sets of at most ``max_size`` axioms, the smallest first."""
        for size in range(1, max_size + 1):
            yield from map(frozenset, combinations(self.names, size))

    def decide_sets(self) -> None:
        """Decide every set of at most :data:`MAX_AXIOMS_OF_SET` axioms, the smallest first."""
        for names in self.sets(MAX_AXIOMS_OF_SET):
            if not (self.is_contradictory(names) or self.is_satisfiable(names)) and self._decide(names):
                self._enlarge(names)

    def _decide(self, names: AxiomNames) -> bool:
        """Decide whether the set is satisfiable. All smaller sets are decided: a contradiction here is minimal."""
        premises = self.premises(names)
        outcome = premises.outcome
        if isinstance(outcome, Solution):
            self.add_model(outcome)
            return True
        self.contradictions[names] = premises, outcome
        return False

    def _enlarge(self, names: AxiomNames) -> None:
        """Add axioms to a satisfiable set, one at a time, as long as all together are satisfiable; keep the tables."""
        enlarged = names
        for name in self.names:
            larger = enlarged | {name}
            if name in enlarged or self.is_contradictory(larger):
                continue
            if not self.is_satisfiable(larger):
                outcome = self.premises(larger).outcome
                if not isinstance(outcome, Solution):
                    continue
                self.add_model(outcome)
            enlarged = larger

    def add_model(self, solution: Solution) -> None:
        """Keep a table by the axioms that it satisfies, unless there is another with the same axioms."""
        self.models.setdefault(self.satisfied(solution), solution)

    def satisfied(self, solution: Solution) -> AxiomNames:
        """All axioms that a table satisfies."""
        denominator = lcm(*(int(x.q) for x in solution.values))
        numerators = [int((x * denominator).p) for x in solution.values]
        return frozenset(
            name
            for name, conditions in self.conditions.items()
            if all(_holds(condition, numerators, denominator) for condition in conditions)
        )

    # --- implications ---

    def closure(self, names: AxiomNames) -> AxiomNames:
        """The axioms that follow from a set by the implications that are proved."""
        closure = set(names)
        while more := {name for premises, name in self.implications if premises <= closure} - closure:
            closure |= more
        return frozenset(closure)

    def is_separated(self, names: AxiomNames, conclusion: str) -> bool:
        """Return whether a table is known that satisfies the set and breaks the conclusion."""
        return any(names <= satisfied and conclusion not in satisfied for satisfied in self.models)

    def decide_implications(self) -> None:
        """Decide which axioms follow from every satisfiable set of at most :data:`MAX_PREMISES` axioms."""
        for names in self.sets(MAX_PREMISES):
            if self.is_contradictory(names):
                continue
            premises = None  # built for the first conclusion that is not known yet, and used for all
            for conclusion in self.names:
                if conclusion in self.closure(names) or self.is_separated(names, conclusion):
                    continue
                premises = premises or self.premises(names)
                answer = premises.imply(self.conditions[conclusion])
                if isinstance(answer, Counterexample):
                    self.add_model(answer.solution)
                else:
                    self.implications[names, conclusion] = answer

    def prune(self) -> None:
        """Remove every implication that follows from the others, the last one first, so that simple ones stay."""
        for names, conclusion in reversed(list(self.implications)):
            proofs = self.implications.pop((names, conclusion))
            if conclusion not in self.closure(names):
                self.implications[names, conclusion] = proofs


def _holds(condition: Condition, numerators: Sequence[int], denominator: int) -> bool:
    """Return whether a table satisfies the condition; its values are the numerators over one denominator.

    Whole numbers are faster than the rationals of :meth:`Condition.holds`.
    """
    left = sum([c * numerators[k] for k, c in condition.terms], condition.constant * denominator)
    match condition.op:
        case ">=":
            return left >= 0
        case ">":
            return left > 0
        case "==":
            return left == 0
        case "!=":
            return left != 0
