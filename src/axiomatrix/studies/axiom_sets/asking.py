"""Decide whether axioms can hold together on a finite table of values, and whether they imply another axiom.

``axiomatrix explore AXIOM AXIOM ... [--implies AXIOM]`` uses it. The answer is a table that satisfies the
axioms (and breaks the conclusion), a minimal contradiction between them, or a proof of every condition of the
conclusion.

The *table* has an unknown value for each list, or for each pair of rankings, up to a size (:mod:`.tables`). A *law* is
what an axiom says on one instance, such as d(a, c) <= d(a, b) + d(b, c). The solver decides *rows*, the conditions in
normal form: a row times its scale is the law (:class:`.tables.Condition`). An answer is written in terms of the
laws, so that ``axiomatrix verify`` can check it without a solver and without our normal form.
"""

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
    """Return the subject that all axioms share: scores of judged lists, or distances of rankings.

    ``length`` is the largest number of items (by default 4 for lists and 3 for rankings), ``grades`` the highest grade
    of lists (by default 1). Raises :class:`NotAsked` if they share neither. Axioms about both are decided on lists.
    """
    lists = Subject("judged lists", length or 4, grades or 1)
    rankings = Subject("rankings", length or 3)
    if all("judged lists" in axiom.about and "score" in axiom.kinds for axiom in axioms):
        return lists
    if all("rankings" in axiom.about and "distance" in axiom.kinds for axiom in axioms):
        if grades is not None:
            raise NotAsked("rankings have no grades; leave out --grades")
        return rankings
    about = "; ".join(f"{axiom.id}: {', '.join(sorted(axiom.kinds))} of {', '.join(axiom.about)}" for axiom in axioms)
    raise NotAsked(f"the axioms must all apply to scores of judged lists, or all to distances of rankings ({about})")


def answer_axioms(subject: Subject, axioms: Sequence[Axiom], conclusion: Axiom | None = None) -> AxiomSetAnswer:
    """Decide whether the axioms can hold together on all instances of a subject, and whether they imply ``conclusion``.

    1. Evaluate the axioms to conditions on the table, and decide whether some table satisfies all of them. If none
       does, the answer is a minimal contradiction, for any conclusion.
    2. Without a conclusion the answer is that table.
    3. Otherwise deny each condition of the conclusion in turn. The answer is a table that satisfies the axioms and the
       denial of one, or a contradiction for every denial.

    Raises :class:`NotAsked` for an axiom that is not a set of linear conditions on a table.
    """
    table = AxiomTable(subject)
    for axiom in [*axioms, *([conclusion] if conclusion else [])]:
        try:
            table.conditions(axiom)
        except NotAsked as reason:
            raise NotAsked(f"{axiom.id}: {reason}") from None
    premises = premises_of(table, axioms)
    axiom_ids = tuple(axiom.id for axiom in axioms)
    conclusion_id = conclusion.id if conclusion else ""
    outcome = premises.outcome
    if not isinstance(outcome, Solution):
        return _contradiction_answer(table, axioms, conclusion_id)
    if conclusion is None:
        return AxiomSetAnswer(subject, axiom_ids, "satisfied", models=(model_of(table, axiom_ids, outcome),))
    implication = premises.imply(table.conditions(conclusion))
    writer = InstanceWriter(table, premises)
    if isinstance(implication, Counterexample):
        failing = writer.number(implication.condition)
        models = (model_of(table, axiom_ids, implication.solution),)
        return AxiomSetAnswer(
            subject,
            axiom_ids,
            "separated",
            conclusion_id,
            instances=tuple(writer.instances),
            models=models,
            failing=failing,
        )
    proved: list[ProvedInstance] = []
    for denied_row in implication:
        condition = denied_row.condition
        number = writer.number(condition)
        trees = [
            writer.tree(contradiction, condition, is_below=k == 1)
            for k, contradiction in enumerate(denied_row.contradictions)
        ]
        # An equation is denied in two ways. The file has them as seen from the law: a negative scale exchanges them.
        above_and_below = trees if condition.scale > 0 else trees[::-1]
        proved.append(ProvedInstance(number, trees[0] if len(trees) == 1 else CaseSplit(number, *above_and_below)))
    return AxiomSetAnswer(
        subject,
        axiom_ids,
        "implied",
        conclusion_id,
        instances=tuple(writer.instances),
        proved=tuple(proved),
        models=(model_of(table, axiom_ids, outcome),),
    )


def _contradiction_answer(table: AxiomTable, axioms: Sequence[Axiom], conclusion_id: str) -> AxiomSetAnswer:
    """Answer for axioms that contradict each other on the table.

    1. Drop each axiom without which the others are contradictory, which leaves a minimal contradictory set.
    2. Find the smallest number of items at which this set is contradictory, and write the contradiction there.
    3. Show that the set is minimal, by a table for each of its axioms that satisfies all others.
    """
    minimal = list(axioms)
    for axiom in axioms:
        others = [other for other in minimal if other is not axiom]
        are_contradictory = others and not isinstance(premises_of(table, others).outcome, Solution)
        if are_contradictory:
            minimal = others
    smaller = None  # the table over one item less than the contradiction
    for length in range(1, table.subject.length + 1):
        smallest_table = AxiomTable(table.subject.shorter(length))
        premises = premises_of(smallest_table, minimal)
        if not isinstance(premises.outcome, Solution):
            break
        smaller = model_of(smallest_table, tuple(axiom.id for axiom in minimal), premises.outcome)
    assert not isinstance(premises.outcome, Solution)  # at the latest at the table's own size
    writer = InstanceWriter(smallest_table, premises)
    tree = writer.tree(premises.outcome)
    models = []
    for axiom in minimal:
        others = [other for other in minimal if other is not axiom]
        if others:
            outcome = premises_of(table, others).outcome
            assert isinstance(outcome, Solution)
            models.append(model_of(table, tuple(other.id for other in others), outcome))
    return AxiomSetAnswer(
        smallest_table.subject,
        tuple(axiom.id for axiom in axioms),
        "contradictory",
        conclusion_id,
        minimal=tuple(axiom.id for axiom in minimal),
        instances=tuple(writer.instances),
        contradiction=tree,
        models=tuple(models),
        smaller=smaller,
    )


def premises_of(table: AxiomTable, axioms: Sequence[Axiom]) -> Premises:
    """Collect the conditions of the axioms on a table. Over few items an axiom may have none."""
    conditions: list[Condition] = []
    for axiom in axioms:
        conditions += table.conditions(axiom, may_be_empty=True)
    return Premises(table.size, conditions)


def model_of(table: AxiomTable, axioms: tuple[str, ...], solution: Solution) -> AxiomTableModel:
    """Write a solution as data: the values of the table, each with its arguments. ``axioms`` are those it satisfies."""
    spaces = list(table.metric.arguments.values())
    entries = (
        TableEntry(tuple(space.encode(part) for space, part in zip(spaces, arguments, strict=True)), str(value))
        for arguments, value in zip(table.entries, solution.values, strict=True)
    )
    return AxiomTableModel(axioms, table.subject.length, tuple(entries))


class InstanceWriter:
    """Writes contradictions by the numbers of the instances that they use, and lists each instance once."""

    def __init__(self, table: AxiomTable, premises: Premises) -> None:
        self.table = table
        self.premises = premises
        self.instances: list[AxiomInstance] = []
        self._numbers: dict[tuple[Any, ...], int] = {}

    def number(self, condition: Condition) -> int:
        """Return the number of the condition's instance in the list; the first use appends it."""
        key = (condition.axiom, *condition.key)
        if key not in self._numbers:
            self._numbers[key] = len(self.instances)
            self.instances.append(self.table.instance(condition))
        return self._numbers[key]

    def tree(
        self, contradiction: Contradiction, denied: Condition | None = None, is_below: bool = False
    ) -> ContradictionTree:
        """Write a contradiction between rows as one between the laws.

        ``denied`` is the condition of the conclusion whose negation is the row ``BEYOND``; None for a contradiction
        between axioms. An equation is denied as ``> 0`` and as ``< 0``; ``is_below`` says that it is the latter, which
        is written with the opposite signs.
        """
        if isinstance(contradiction, SignCases):
            condition = self.premises.conditions[contradiction.row]
            parts = [contradiction.above, contradiction.below]
            above_and_below = parts if condition.scale > 0 else parts[::-1]  # as seen from the law
            sums = [self._sum(part, denied, is_below) for part in above_and_below]
            return CaseSplit(self.number(condition), *sums)
        return self._sum(contradiction, denied, is_below)

    def _sum(self, multipliers: Multipliers, denied: Condition | None, is_below: bool) -> SumOfConditions:
        """Write multipliers of rows as multipliers of laws, with the inequality between numbers that is left."""
        uses, constant, is_strict = [], fmpq(0), False
        for row, multiplier in multipliers.uses:
            is_denied = row == BEYOND
            condition = denied if is_denied else self.premises.conditions[row]
            assert condition is not None
            # The row that denies an inequality has the opposite signs. It is strict unless it denies a strict one.
            sign = -1 if is_denied and (condition.op in (">=", ">") or is_below) else 1
            constant += sign * multiplier * condition.constant
            is_strict = is_strict or (condition.op != ">" if is_denied else condition.op in (">", "!="))
            uses.append(MultipliedInstance(self.number(condition), str(sign * fmpq(multiplier) / condition.scale)))
        op = "<" if is_strict else "<="
        return SumOfConditions(tuple(uses), f"0 {op} {constant}")
