"""What theorems say of the cells of a report: with the cells, for a terminal, and as a page with each derivation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..evidence.cell import CellKey
from ..evidence.matrix import Derived, Matrix
from ..evidence.safe import code, fenced, prose, visible
from ..evidence.words import counted
from ..studies.deduce.facts import Fact, Grade
from ..studies.deduce.run import Constant, Deduction, Doubt, Upgrade, deduce
from .tables import github

INTRODUCTION = """\
The cells of the matrix, held against each other by theorems. What is derived is no stronger than the weakest cell that
it stands on, and nothing is derived from a search. The evidence of a cell stays what it is; the matrix has what is
derived beside it. `axiomatrix deduce` makes this page; a contradiction fails it."""


def terminal(deduction: Deduction) -> str:
    """Contradictions with the chains that show them, then what is known better."""
    return "\n".join(visible(line, lines=True) for line in _lines(deduction))


def title(deduction: Deduction) -> str:
    """How much of each there is."""
    parts = (
        counted(len(deduction.contradictions), "contradiction"),
        counted(len(deduction.doubts), "doubt"),
        f"{counted(len(deduction.upgrades), 'cell')} known better",
        f"{counted(len(deduction.constants), 'best constant')} known better",
    )
    return f"{', '.join(parts)}, from {deduction.clauses:,} instances of {len(deduction.applied):,} theorems"


def _lines(deduction: Deduction) -> Iterator[str]:
    yield title(deduction)
    for contradiction in deduction.contradictions:
        yield "\ncontradiction: a cell, a theorem or an axiom is wrong"
        yield from (f"  {line}" for line in contradiction.chain)
    for doubt in deduction.doubts:
        yield f"\n{of_doubt(doubt)}"
        yield from (f"  {fact}" for fact in doubt.hopes)
    for upgrade in deduction.upgrades:
        yield f"\n{upgrade.cell.evidence.verdict} before:"
        yield from (f"  {line}" for line in upgrade.fact.chain())
    for constant in deduction.constants:
        yield f"\n{constant.cell.metric} x {constant.cell.title}: {constant.text}, not {constant.extreme.text}"
        yield from (f"  {line}" for line in constant.fact.chain())


def of_doubt(doubt: Doubt) -> str:
    """What is doubted, and why."""
    why = f" and {doubt.instance}" if doubt.instance is not None else ""
    return f"doubt: one of these fails, by {doubt.theorem.name}{why}"


def markdown(deduction: Deduction) -> str:
    """The page."""
    sections = (_contradictions, _doubts, _cells, _constants, _theorems)
    lines = ["# Deductions", "", f"**{title(deduction)}.**", "", INTRODUCTION]
    for section in sections:
        lines += ["", *section(deduction)]
    return "\n".join(lines) + "\n"


def _contradictions(deduction: Deduction) -> Iterator[str]:
    yield "## Contradictions"
    yield from _each([fenced("\n".join(one.chain), "text") for one in deduction.contradictions])


def _doubts(deduction: Deduction) -> Iterator[str]:
    yield "## Doubts"
    yield "\nStatements that nothing is known to break, and of which one fails: a search has not gone far enough."
    yield from _each([fenced("\n".join([of_doubt(one), *map(str, one.hopes)]), "text") for one in deduction.doubts])


def _cells(deduction: Deduction) -> Iterator[str]:
    yield "## Cells known better"
    yield from _table("by", map(_upgrade, deduction.upgrades))
    if deduction.upgrades:
        yield "\n### Derivations"
        yield from _each([fenced("\n".join(upgrade.fact.chain()), "text") for upgrade in deduction.upgrades])


def _upgrade(upgrade: Upgrade) -> list[str]:
    cell, theorem = upgrade.cell, upgrade.fact.theorem
    by = code(theorem.name) if theorem else ""
    return [code(cell.metric), code(cell.title), str(cell.evidence.verdict), f"**{upgrade.fact.word}**", by]


def _constants(deduction: Deduction) -> Iterator[str]:
    yield "## Best constants known better"
    yield from _table("from", map(_constant, deduction.constants))


def _constant(constant: Constant) -> list[str]:
    cell, fact = constant.cell, constant.fact
    start = min(fact.cells)
    by = f"{code(f'{start.metric} x {start.title}')}" + (f" by {code(fact.theorem.name)}" if fact.theorem else "")
    return [code(cell.metric), code(cell.title), code(constant.extreme.text), f"**{constant.text}**", by]


def _theorems(deduction: Deduction) -> Iterator[str]:
    yield "## The theorems"
    yield "\nEach is about every metric that its axioms are about; `m` is the metric."
    for theorem in deduction.applied:
        yield f"\n- **{prose(theorem.name)}**: {code(theorem)}. {prose(theorem.proof)}"


def _table(ground: str, rows: Iterable[list[str]]) -> Iterator[str]:
    """A table of what is derived, whose last column says from what."""
    listed = list(rows)
    yield from _each([github(["metric", "axiom", "evidence", "derived", ground], listed)] if listed else [])


def _each(shown: list[str]) -> Iterator[str]:
    yield from (f"\n{one}" for one in shown or ["There is none."])


def derive(matrix: Matrix) -> Matrix:
    """The matrix with what is derived of its cells; their evidence stays what it is."""
    if not matrix.derived:
        matrix.derived = dict(_derived(matrix))
    return matrix


def _derived(matrix: Matrix) -> Iterator[tuple[CellKey, Derived]]:
    deduction = deduce(matrix)
    constants = {constant.cell.key: constant.text for constant in deduction.constants}
    for constant in deduction.constants:
        yield constant.cell.key, _from_fact(constant.text, constant.fact)._replace(constant=constant.text)
    existential = {head.id for head in matrix.columns if head.quantifier == "there is"}
    for upgrade in deduction.upgrades:
        cell, fact = upgrade.cell, upgrade.fact
        is_known = fact.broken or fact.grade is Grade.PROVED
        # of what says that there is an instance, the facts are about its opposite
        holds = (fact.broken == (cell.axiom in existential)) if is_known else None
        yield cell.key, _from_fact(fact.word, fact)._replace(holds=holds, constant=constants.get(cell.key, ""))


def _from_fact(word: str, fact: Fact) -> Derived:
    if fact.theorem is None:
        return Derived(f"derived: {word}", fact.source, tuple(fact.chain()))
    grounds = dict.fromkeys(str(one) for one in fact.all() if not one.since)
    return Derived(f"derived: {word} by {fact.theorem.name}", "; ".join(grounds), tuple(fact.chain()))
