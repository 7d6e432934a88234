"""A deduction for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from ...evidence.safe import visible
from ...evidence.words import counted
from ...studies.deduce import Deduction, Doubt


def page(found: Deduction) -> str:
    """Contradictions with the chains that show them, then what is known better."""
    return "\n".join(visible(line, lines=True) for line in _lines(found))


def title(found: Deduction) -> str:
    """How much of each there is."""
    parts = (
        counted(len(found.contradictions), "contradiction"),
        counted(len(found.doubts), "doubt"),
        f"{counted(len(found.upgrades), 'cell')} known better",
        f"{counted(len(found.constants), 'best constant')} known better",
    )
    return f"{', '.join(parts)}, from {found.clauses:,} instances of {found.theorems:,} theorems"


def _lines(found: Deduction) -> Iterator[str]:
    yield title(found)
    for contradiction in found.contradictions:
        yield "\ncontradiction: a cell, a theorem or an axiom is wrong"
        yield from (f"  {line}" for line in contradiction.chain)
    for doubt in found.doubts:
        yield f"\n{of_doubt(doubt)}"
        yield from (f"  {fact}" for fact in doubt.hopes)
    for upgrade in found.upgrades:
        yield f"\n{upgrade.cell.evidence.verdict} before:"
        yield from (f"  {line}" for line in upgrade.fact.chain())
    for constant in found.constants:
        yield f"\n{constant.cell.metric} x {constant.cell.title}: {constant.text}, not {constant.extreme.text}"
        yield from (f"  {line}" for line in constant.fact.chain())


def of_doubt(doubt: Doubt) -> str:
    """What is doubted, and why."""
    why = f" and {doubt.instance}" if doubt.instance is not None else ""
    return f"doubt: one of these fails, by {doubt.theorem.name}{why}"
