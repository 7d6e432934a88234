"""A set of axioms asked: a table that satisfies it, or a minimal contradiction; and whether another axiom follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import fmpq

from ...model.axiom import Axiom
from .answer import (
    AxiomInstance,
    AxiomSetAnswer,
    AxiomTableModel,
    CaseSplit,
    ContradictionTree,
    MultipliedInstance,
    ProvedInstance,
    Subject,
    SumOfConditions,
    TableEntry,
)
from .deciding import Contradiction, Multipliers, SignCases, Solution
from .implying import BEYOND, Counterexample, Premises
from .tables import AxiomTable, Condition, NotAsked


def subject_of(axioms: Sequence[Axiom], length: int | None, grades: int | None) -> Subject:
    """Find what the axioms are about together; :class:`NotAsked` where that is neither lists nor rankings."""
    lists = Subject("judged lists", length or 4, grades or 1)
    rankings = Subject("rankings", length or 3)
    if all("judged lists" in axiom.about and "score" in axiom.kinds for axiom in axioms):
        return lists
    if all("rankings" in axiom.about and "distance" in axiom.kinds for axiom in axioms):
        if grades is not None:
            raise NotAsked("rankings have no grades; leave out --grades")
        return rankings
    about = "; ".join(f"{axiom.id}: {', '.join(sorted(axiom.kinds))} of {', '.join(axiom.about)}" for axiom in axioms)
    raise NotAsked(f"the axioms are not all about scores of judged lists, or all about distances of rankings ({about})")


def answer_axioms(subject: Subject, axioms: Sequence[Axiom], conclusion: Axiom | None = None) -> AxiomSetAnswer:
    """Answer for a set of axioms over the instances of a subject, with the axiom that may follow from them.

    Raises :class:`NotAsked` for an axiom that is not a set of linear conditions on a table.
    """
    table = AxiomTable(subject)
    for axiom in [*axioms, *([conclusion] if conclusion else [])]:
        try:
            table.conditions(axiom)
        except NotAsked as reason:
            raise NotAsked(f"{axiom.id}: {reason}") from None
    premises = _premises(table, axioms)
    names, end = tuple(axiom.id for axiom in axioms), conclusion.id if conclusion else ""
    outcome = premises.outcome
    if not isinstance(outcome, Solution):
        return _contradictory(table, axioms, end)
    if conclusion is None:
        return AxiomSetAnswer(subject, names, "satisfied", models=(model_of(table, names, outcome),))
    implied = premises.imply(table.conditions(conclusion))
    writer = InstanceWriter(table, premises)
    if isinstance(implied, Counterexample):
        failing = writer.number(implied.condition)
        models = (model_of(table, names, implied.solution),)
        return AxiomSetAnswer(
            subject, names, "separated", end, instances=tuple(writer.instances), models=models, failing=failing
        )
    proved = []
    for row in implied:
        number = writer.number(row.condition)
        trees = [writer.tree(c, row.condition, k == 1) for k, c in enumerate(row.contradictions)]
        ordered = trees if row.condition.scale > 0 else trees[::-1]
        proved.append(ProvedInstance(number, trees[0] if len(trees) == 1 else CaseSplit(number, *ordered)))
    return AxiomSetAnswer(
        subject, names, "implied", end, instances=tuple(writer.instances), proved=tuple(proved),
        models=(model_of(table, names, outcome),),
    )  # fmt: skip


def _premises(table: AxiomTable, axioms: Sequence[Axiom]) -> Premises:
    return Premises(table.size, (condition for axiom in axioms for condition in table.conditions(axiom)))


def _contradictory(table: AxiomTable, axioms: Sequence[Axiom], conclusion: str) -> AxiomSetAnswer:
    """A minimal contradictory set at the smallest size, with a table that satisfies all but each of its axioms."""
    kept = list(axioms)
    for axiom in axioms:  # each that the others contradict without
        rest = [other for other in kept if other is not axiom]
        if rest and not isinstance(_premises(table, rest).outcome, Solution):
            kept = rest
    smaller = None
    for length in range(1, table.subject.length + 1):
        small = AxiomTable(table.subject.shorter(length))
        outcome = premises_of(small, kept).outcome
        if not isinstance(outcome, Solution):
            break
        smaller = model_of(small, tuple(axiom.id for axiom in kept), outcome)
    premises = premises_of(small, kept)
    assert not isinstance(premises.outcome, Solution)
    writer = InstanceWriter(small, premises)
    tree = writer.tree(premises.outcome)
    models = []
    for axiom in kept:
        rest = [other for other in kept if other is not axiom]
        if rest:
            outcome = _premises(table, rest).outcome
            assert isinstance(outcome, Solution)
            models.append(model_of(table, tuple(other.id for other in rest), outcome))
    return AxiomSetAnswer(
        table.subject.shorter(small.subject.length),
        tuple(axiom.id for axiom in axioms),
        "contradictory",
        conclusion,
        minimal=tuple(axiom.id for axiom in kept),
        instances=tuple(writer.instances),
        contradiction=tree,
        models=tuple(models),
        smaller=smaller,
    )


def premises_of(table: AxiomTable, axioms: Sequence[Axiom]) -> Premises:
    """The conditions over fewer items, where an axiom may ask nothing."""
    conditions: list[Condition] = []
    for axiom in axioms:
        conditions += table.conditions(axiom, may_be_empty=True)
    return Premises(table.size, conditions)


def model_of(table: AxiomTable, axioms: tuple[str, ...], solution: Solution) -> AxiomTableModel:
    """The values as they are written."""
    spaces = list(table.metric.arguments.values())
    entries = (
        TableEntry(tuple(space.encode(part) for space, part in zip(spaces, arguments, strict=True)), str(value))
        for arguments, value in zip(table.entries, solution.values, strict=True)
    )
    return AxiomTableModel(axioms, table.subject.length, tuple(entries))


class InstanceWriter:
    """Writes contradictions, and lists the instances that they use once."""

    def __init__(self, table: AxiomTable, premises: Premises) -> None:
        self.table = table
        self.premises = premises
        self.instances: list[AxiomInstance] = []
        self._numbers: dict[tuple[Any, ...], int] = {}

    def number(self, condition: Condition) -> int:
        """The place of its instance in the list."""
        key = (condition.axiom, *condition.key)
        if key not in self._numbers:
            self._numbers[key] = len(self.instances)
            self.instances.append(self.table.instance(condition))
        return self._numbers[key]

    def tree(
        self, contradiction: Contradiction, denied: Condition | None = None, turned: bool = False
    ) -> ContradictionTree:
        """The contradiction with the forms of the laws themselves; ``turned`` where the denied form is negative."""
        if isinstance(contradiction, SignCases):
            condition = self.premises.conditions[contradiction.row]
            parts = [contradiction.above, contradiction.below]
            written = [self._sum(part, denied, turned) for part in (parts if condition.scale > 0 else parts[::-1])]
            return CaseSplit(self.number(condition), *written)
        return self._sum(contradiction, denied, turned)

    def _sum(self, multipliers: Multipliers, denied: Condition | None, turned: bool) -> SumOfConditions:
        uses, constant, strict = [], fmpq(0), False
        for row, times in multipliers.uses:
            condition = denied if row == BEYOND else self.premises.conditions[row]
            assert condition is not None
            negative = row == BEYOND and (condition.op in (">=", ">") or turned)
            number = fmpq(times) / condition.scale
            sign = -1 if negative else 1
            constant += sign * times * condition.constant
            strict = strict or (condition.op != ">" if row == BEYOND else condition.op in (">", "!="))
            uses.append(MultipliedInstance(self.number(condition), str(-number if negative else number)))
        return SumOfConditions(tuple(uses), f"0 {'<' if strict else '<='} {constant}")
