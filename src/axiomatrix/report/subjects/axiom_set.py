"""The document of a set of axioms (``explore --axioms``): a table that satisfies it, or the contradiction by steps."""

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
        blocks += [Text("To check it by the laws of the axioms alone:"), Code(verified_by, "console")]
    return Document(_title(answer), _summary(answer), tuple(blocks))


def _title(answer: AxiomSetAnswer) -> str:
    end = f" => {answer.conclusion}" if answer.conclusion else ""
    return f"Axioms: {', '.join(answer.axioms)}{end}"


def _summary(answer: AxiomSetAnswer) -> str:
    together, size = ", ".join(answer.axioms), f"{answer.subject}"
    if answer.outcome == "satisfied":
        return f"Satisfiable: a table of {size} has {together}. Larger sizes are not decided by it."
    if answer.outcome == "separated":
        return f"Does not follow: a table of {size} has {together} and breaks {answer.conclusion}."
    if answer.outcome == "implied":
        return f"Follows for {size}: each condition of {answer.conclusion} is a sum of conditions of {together}."
    smallest = f"; the smallest size is {answer.smallest}" if answer.smallest else ""
    nothing = f" Anything follows from them, {answer.conclusion} too." if answer.conclusion else ""
    return f"Contradictory, for {size}{smallest}: {', '.join(answer.minimal)}.{nothing}"


def _result_blocks(answer: AxiomSetAnswer) -> Iterator[Block]:
    if answer.contradiction is not None:
        yield Text("No table has all of these values. Leave out any of the axioms, and one has.")
        yield from steps(answer.contradiction, answer.instances)
    if answer.failing >= 0:
        yield Text(
            (Mono(answer.conclusion), " asks, and the table breaks: ", Mono(answer.instances[answer.failing].asks))
        )
    if answer.proved:
        longest = max(answer.proved, key=lambda part: _length(part.proof))
        asks = answer.instances[longest.instance].asks
        yield Text(f"{counted(len(answer.proved), 'condition')}, each proved. The longest of these proofs:")
        yield Text(("Suppose the contrary of ", Mono(asks), "."))
        yield from steps(longest.proof, answer.instances, answer.conclusion)
    for model in answer.models if answer.contradiction is None else ():
        yield Details(f"The table: {counted(len(model.entries), 'value')}", (_table(model),))


def _length(tree: ContradictionTree) -> int:
    if isinstance(tree, SumOfConditions):
        return len(tree.uses)
    return _length(tree.above) + _length(tree.below)


def steps(tree: ContradictionTree, instances: Sequence[AxiomInstance], conclusion: str = "") -> Iterator[Block]:
    """Yield a contradiction case by case, each case a sum of conditions; those of the conclusion are negated."""
    if isinstance(tree, SumOfConditions):
        rows = []
        for use in tree.uses:
            instance = instances[use.instance]
            denied = "not: " if instance.axiom == conclusion else ""
            rows.append((Mono(use.times), Mono(instance.axiom), Mono(denied + instance.asks)))
        yield Table(("times", "axiom", "asks"), tuple(rows))
        yield Text(("Every value cancels in the sum, which says ", Mono(tree.leaves), "."))
        return
    for side, part in (("larger", tree.above), ("smaller", tree.below)):
        yield Text((f"If the left side is {side} in ", Mono(instances[tree.instance].asks), ":"))
        yield from steps(part, instances, conclusion)


def _table(model: AxiomTableModel) -> Table:
    rows = tuple((Mono(", ".join(map(_argument_text, entry.at))), Mono(entry.value)) for entry in model.entries)
    return Table(("at", "value"), rows)


def _argument_text(part: object) -> str:
    """A list or ranking as the conditions write it."""
    if isinstance(part, dict):
        missing = f"; missing {', '.join(part['missing'])}" if part["missing"] else ""
        return f"({', '.join(part['grades'])}{missing})"
    return " > ".join(map(str, part)) if isinstance(part, (list, tuple)) else str(part)
