"""A deduction for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from ...evidence.safe import visible
from ...evidence.words import counted
from ...studies.deduce.run import Deduction, Doubt


def page(deduction: Deduction) -> str:
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
