"""What theorems say of the cells of a report: with the cells, for a terminal, and as a page with each derivation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..evidence.cell import CellKey
from ..evidence.matrix import Derived, Matrix
from ..evidence.safe import code, fenced, prose, visible
from ..evidence.words import counted
from ..studies.deduce.facts import Fact, Grade
from ..studies.deduce.reading import existential_axioms
from ..studies.deduce.run import Constant, Deduction, Doubt, Upgrade
from .tables import github

INTRODUCTION = """\
The cells of the matrix, held against each other by theorems. What is derived is no stronger than the weakest cell that
it stands on, and nothing is derived from a search. The evidence of a cell stays what it is; the matrix has what is
derived beside it. `axiomatrix deduce` makes this page; a contradiction fails it."""
DOUBTED = "Statements that nothing is known to break, and of which one fails: a search has not gone far enough."


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
    return f"{', '.join(parts)}, from {deduction.clauses:,} instances of {len(deduction.theorems):,} theorems"


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
    lines = ["# Deductions", "", f"**{title(deduction)}.**", "", INTRODUCTION, "", "## Contradictions"]
    lines += _each(_fenced(one.chain) for one in deduction.contradictions)
    lines += ["", "## Doubts", "", DOUBTED]
    lines += _each(_fenced([of_doubt(one), *map(str, one.hopes)]) for one in deduction.doubts)
    lines += ["", "## Cells known better", *_table("by", map(_upgrade, deduction.upgrades))]
    if deduction.upgrades:
        lines += ["", "### Derivations", *_each(_fenced(one.fact.chain()) for one in deduction.upgrades)]
    lines += ["", "## Best constants known better", *_table("from", map(_constant, deduction.constants))]
    lines += ["", "## The theorems", "", "Each is about every metric that its axioms are about; `m` is the metric."]
    lines += [f"\n- **{prose(one.name)}**: {code(one)}. {prose(one.proof)}" for one in deduction.theorems]
    return "\n".join(lines) + "\n"


def _upgrade(upgrade: Upgrade) -> list[str]:
    theorem = upgrade.fact.theorem
    return _row(upgrade, str(upgrade.cell.evidence.verdict), upgrade.fact.word, code(theorem.name) if theorem else "")


def _constant(constant: Constant) -> list[str]:
    fact, start = constant.fact, min(constant.fact.cells)
    by = code(f"{start.metric} x {start.title}") + (f" by {code(fact.theorem.name)}" if fact.theorem else "")
    return _row(constant, code(constant.extreme.text), constant.text, by)


def _row(of: Upgrade | Constant, evidence: str, derived: str, ground: str) -> list[str]:
    return [code(of.cell.metric), code(of.cell.title), evidence, f"**{derived}**", ground]


def _fenced(chain: Iterable[str]) -> str:
    return fenced("\n".join(chain), "text")


def _table(ground: str, rows: Iterable[list[str]]) -> list[str]:
    """A table of what is derived, whose last column says from what."""
    listed = list(rows)
    return _each([github(["metric", "axiom", "evidence", "derived", ground], listed)] if listed else [])


def _each(shown: Iterable[str]) -> list[str]:
    return [f"\n{one}" for one in list(shown) or ["There is none."]]


def derive(matrix: Matrix) -> Matrix:
    """The matrix with what is derived of its cells; their evidence stays what it is."""
    if not matrix.derived:
        matrix.derived = dict(_derived(matrix))
    return matrix


def _derived(matrix: Matrix) -> Iterator[tuple[CellKey, Derived]]:
    deduction = Deduction(matrix)
    constants = {constant.cell.key: constant.text for constant in deduction.constants}
    for constant in deduction.constants:
        yield constant.cell.key, _from_fact(constant.text, constant.fact)._replace(constant=constant.text)
    existential = existential_axioms(matrix)
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
