"""A deduction as a page: what is derived, each with its derivation, and the theorems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...evidence.safe import code, fenced, prose
from ...studies.deduce.run import Constant, Deduction, Upgrade
from ..tables import github
from .text import of_doubt, title

INTRODUCTION = """\
The cells of the matrix, held against each other by theorems. What is derived is no stronger than the weakest cell that
it stands on, and nothing is derived from a search. The evidence of a cell stays what it is; the matrix has what is
derived beside it. `axiomatrix deduce` makes this page; a contradiction fails it."""


def page(deduction: Deduction) -> str:
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
