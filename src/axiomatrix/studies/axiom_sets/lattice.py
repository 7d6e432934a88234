"""The lattice of axioms over one table: which sets of up to three contradict each other, and what one or two imply.

Few of these questions are decided by a program. A table that satisfies a set answers for every subset, and refutes
every implication from these axioms to one that it breaks; a proof answers for all that it gives by closure. Each set
that is satisfiable is enlarged as far as that is possible, so that its table answers as much as it can.
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

LARGEST_SET = 3
MOST_PREMISES = 2
AxiomNames = frozenset[str]


@dataclass
class AxiomLattice:
    """Knowledge of sets of axioms over a table."""

    table: AxiomTable
    conditions: dict[str, tuple[Condition, ...]] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    """Axioms that are not linear conditions on a table, with the reason."""
    models: dict[AxiomNames, Solution] = field(default_factory=dict)
    """By exactly the axioms that they satisfy."""
    contradictions: dict[AxiomNames, tuple[Premises, Contradiction]] = field(default_factory=dict)
    """Minimal sets."""
    implications: dict[tuple[AxiomNames, str], list[DeniedRow]] = field(default_factory=dict)
    """A generating set: all others follow from these by closure."""

    def build(self, axioms: Sequence[Axiom]) -> None:
        """Ask every axiom that is about the table, and decide all sets."""
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
        """The axioms that were asked, as the columns of the matrix stand."""
        return list(self.conditions)

    def premises(self, names: AxiomNames) -> Premises:
        """The conditions of a set of axioms."""
        chosen = (name for name in self.names if name in names)
        return Premises(self.table.size, (condition for name in chosen for condition in self.conditions[name]))

    # --- sets ---

    def is_contradictory(self, names: AxiomNames) -> bool:
        """Return whether the set is known to contain a contradictory one."""
        return any(minimal <= names for minimal in self.contradictions)

    def is_satisfiable(self, names: AxiomNames) -> bool:
        """Return whether a table is known that satisfies the set."""
        return any(names <= satisfied for satisfied in self.models)

    def sets(self, most: int) -> Iterator[AxiomNames]:
        """All sets of at most ``most`` axioms, the smallest first."""
        for size in range(1, most + 1):
            yield from map(frozenset, combinations(self.names, size))

    def decide_sets(self) -> None:
        """Decide every set of at most three axioms."""
        for names in self.sets(LARGEST_SET):
            if not (self.is_contradictory(names) or self.is_satisfiable(names)) and self._decide(names):
                self._enlarge(names)

    def _decide(self, names: AxiomNames) -> bool:
        """Decide whether the set is satisfiable; its subsets are, so that a contradiction is a minimal one."""
        premises = self.premises(names)
        outcome = premises.outcome
        if isinstance(outcome, Solution):
            self.add_model(outcome)
            return True
        self.contradictions[names] = premises, outcome
        return False

    def _enlarge(self, names: AxiomNames) -> None:
        """Add axioms as long as all together are satisfiable."""
        for name in self.names:
            larger = names | {name}
            if name in names or self.is_contradictory(larger):
                continue
            if not self.is_satisfiable(larger):
                outcome = self.premises(larger).outcome
                if not isinstance(outcome, Solution):
                    continue
                self.add_model(outcome)
            names = larger

    def add_model(self, solution: Solution) -> None:
        """Remember a table by the axioms that it satisfies."""
        self.models.setdefault(self.satisfied(solution), solution)

    def satisfied(self, solution: Solution) -> AxiomNames:
        """Exactly the axioms that a table satisfies."""
        common = lcm(*(int(x.q) for x in solution.values))
        whole = [int((x * common).p) for x in solution.values]
        return frozenset(name for name, rows in self.conditions.items() if all(_holds(c, whole, common) for c in rows))

    # --- implications ---

    def closure(self, names: AxiomNames) -> AxiomNames:
        """The axioms that follow from a set by the implications that are proved."""
        known = set(names)
        grows = True
        while grows:
            more = {name for premises, name in self.implications if premises <= known} - known
            known |= more
            grows = bool(more)
        return frozenset(known)

    def is_separated(self, names: AxiomNames, conclusion: str) -> bool:
        """Return whether a table is known that satisfies the set and breaks the conclusion."""
        return any(names <= satisfied and conclusion not in satisfied for satisfied in self.models)

    def decide_implications(self) -> None:
        """Decide what follows from every satisfiable set of at most two axioms."""
        for names in self.sets(MOST_PREMISES):
            if self.is_contradictory(names):
                continue
            premises = None
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
        """Leave out every implication that follows from the others."""
        for names, conclusion in reversed(list(self.implications)):
            proofs = self.implications.pop((names, conclusion))
            if conclusion not in self.closure(names):
                self.implications[names, conclusion] = proofs


def _holds(condition: Condition, whole: Sequence[int], common: int) -> bool:
    left = sum([c * whole[k] for k, c in condition.terms], condition.constant * common)
    op = condition.op
    return left >= 0 if op == ">=" else left > 0 if op == ">" else left == 0 if op == "==" else left != 0
