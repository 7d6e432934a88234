"""The document of a set of axioms (``explore --axioms``): a table that satisfies it, or the proof that none does.

A *table* gives a value to each list or ranking of one size, and so represents a metric. A *condition* is what an axiom
asks of certain values of the table, such as v(1, 0) > v(0, 1); ``answer.instances`` has the conditions, each as the
axiom on one instance. With a *conclusion*, the question is whether another axiom follows. A proof that no table exists
adds up multiples of conditions until all values cancel and 0 > 0 is left. It may have to distinguish cases. A
contradictory set has a *minimal* part, from which no axiom can be left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...evidence.words import counted
from ...studies.axiom_sets.answer import (
    AxiomInstance,
    AxiomSetAnswer,
    AxiomTableModel,
    ContradictionTree,
    SumOfConditions,
)
from ..document import Block, Code, Details, Document, Mono, Table, Text


def document(answer: AxiomSetAnswer, verified_by: str = "") -> Document:
    """The document of an answer; ``verified_by`` is the command that checks its file."""
    blocks = [*_result_blocks(answer)]
    if verified_by:
        blocks += [Text("To verify it from the axioms alone:"), Code(verified_by, "console")]
    return Document(_title(answer), _summary(answer), tuple(blocks))


def _title(answer: AxiomSetAnswer) -> str:
    conclusion = f" => {answer.conclusion}" if answer.conclusion else ""
    return f"Axioms: {', '.join(answer.axioms)}{conclusion}"


def _summary(answer: AxiomSetAnswer) -> str:
    """The answer in a sentence, by its outcome."""
    axioms, domain = ", ".join(answer.axioms), str(answer.subject)
    if answer.outcome == "satisfied":
        return f"Satisfiable: a table of {domain} satisfies {axioms}. This does not decide larger sizes."
    if answer.outcome == "separated":
        return f"Does not follow: a table of {domain} satisfies {axioms} but violates {answer.conclusion}."
    if answer.outcome == "implied":
        return f"Follows for {domain}: each condition of {answer.conclusion} is a sum of conditions of {axioms}."
    smallest = f"; the smallest size is {answer.smallest}" if answer.smallest else ""
    # with a conclusion the question was whether it follows
    vacuous = f" Anything follows from them, {answer.conclusion} too." if answer.conclusion else ""
    return f"Contradictory, for {domain}{smallest}: {', '.join(answer.minimal)}.{vacuous}"


def _result_blocks(answer: AxiomSetAnswer) -> Iterator[Block]:
    """Yield the proof of a contradiction, the condition that a table violates, the longest proof, and the tables."""
    if answer.contradiction is not None:
        yield Text("No table satisfies all of these axioms, but leaving out any one of them makes it possible.")
        yield from contradiction_tree_blocks(answer.contradiction, answer.instances)
    if answer.failing >= 0:  # the index of the condition of the conclusion that the table violates, or -1 for none
        condition = answer.instances[answer.failing].asks
        yield Text((Mono(answer.conclusion), " requires the following, which the table violates: ", Mono(condition)))
    if answer.proved:
        longest = max(answer.proved, key=lambda part: _condition_count(part.proof))
        condition = answer.instances[longest.instance].asks
        yield Text(f"{counted(len(answer.proved), 'condition')}, each proved. The longest of these proofs:")
        yield Text(("Suppose the contrary of ", Mono(condition), "."))
        yield from contradiction_tree_blocks(longest.proof, answer.instances, answer.conclusion)
    if answer.contradiction is None:  # with a contradiction, the models only show that it is minimal
        for model in answer.models:
            yield Details(f"The table: {counted(len(model.entries), 'value')}", (_table(model),))


def _condition_count(tree: ContradictionTree) -> int:
    """The number of conditions in a proof, over all its cases."""
    if isinstance(tree, SumOfConditions):
        return len(tree.uses)
    return _condition_count(tree.above) + _condition_count(tree.below)


def contradiction_tree_blocks(
    tree: ContradictionTree, instances: Sequence[AxiomInstance], conclusion: str = ""
) -> Iterator[Block]:
    """Yield the blocks of a contradiction: a table for each sum of conditions, case by case.

    Conditions of the conclusion are shown negated, since the proof supposes their contrary.
    """
    if isinstance(tree, SumOfConditions):
        rows = []
        for use in tree.uses:
            instance = instances[use.instance]
            negation = "not: " if instance.axiom == conclusion else ""
            rows.append((Mono(use.times), Mono(instance.axiom), Mono(negation + instance.asks)))
        yield Table(("times", "axiom", "condition"), tuple(rows))
        yield Text(("Every value cancels in the sum, which says ", Mono(tree.leaves), "."))
        return
    # a condition that its two sides differ has two cases
    for comparison, case in (("larger", tree.above), ("smaller", tree.below)):
        yield Text((f"If the left side is {comparison} in ", Mono(instances[tree.instance].asks), ":"))
        yield from contradiction_tree_blocks(case, instances, conclusion)


def _table(model: AxiomTableModel) -> Table:
    """The table of values by argument."""
    rows = tuple((Mono(", ".join(map(_argument_text, entry.at))), Mono(entry.value)) for entry in model.entries)
    return Table(("at", "value"), rows)


def _argument_text(argument: object) -> str:
    """A list or ranking as the conditions write it: ``(1, 0; missing 1)`` or ``a > b > c``."""
    if isinstance(argument, dict):  # a judged list: its grades from the first rank on, and those of missing items
        missing = f"; missing {', '.join(argument['missing'])}" if argument["missing"] else ""
        return f"({', '.join(argument['grades'])}{missing})"
    if isinstance(argument, (list, tuple)):  # a ranking, best first
        return " > ".join(map(str, argument))
    return str(argument)
