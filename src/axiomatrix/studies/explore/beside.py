"""The readings of a definition side by side: which claims of the source each satisfies, and what else it is."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.check import check
from ...evidence.cell import Cell
from ...evidence.derivation import known_text
from ...evidence.verdict import Verdict, written
from ...evidence.words import grouped
from ...model.axiom import Statement
from ...model.registry import Registry
from .answer import Answer, Question
from .results import ClaimStanding, DefinitionReading

ALSO = ("symmetry", "triangle-inequality", "zero-on-equal", "generalizes")
"""Axioms that are asked of every reading, whether the source claims them or not."""
SIGNS = {"lower-bound": ">= {}", "upper-bound": "<= {}", "bound-attained": "= {}, attained"}
"""Axioms that compare a metric with a multiple of another, in a few characters."""


def readings(answer: Answer, registry: Registry) -> tuple[DefinitionReading, ...]:
    """Every variant of the metric that is explored, with exact verdicts; none where there is nothing to compare.

    What the exploration itself decided stands as it decided it; the rest is what ``check`` finds with the profile
    ``quick``, with the witnesses that ship.
    """
    subjects = {(m.id, m.is_foreign) for m in (registry.metric(question.metric) for question in answer.questions)}
    rows = [m for m in registry.metrics.values() if m.variant is not None and (m.id, m.is_foreign) in subjects]
    if len(subjects) != 1 or len(rows) < 2:
        return ()
    axioms = dict.fromkeys([*(c.statement.axiom.id for m in rows for c in m.claims), *ALSO])
    cells = list(check(*rows, axioms=list(axioms), profile="quick", registry=registry))
    explored = {(q.metric, q.statement): q for q in answer.questions if not q.scope and (q.sizes or q.proof)}
    variants = []
    for row in rows:
        headings = {c.statement.id: _heading(c.statement) for c in row.claims}
        mine = [c for c in cells if c.metric == row.name and c.status.is_asked]
        standings = []
        for id, of_statement in grouped(mine, lambda cell: cell.key.statement).items():
            question = explored.get((row.name, id))
            outcome = _explored(question) if question is not None else _checked(of_statement)
            source = next((note.source for cell in of_statement for note in cell.claims), "")
            standings.append(ClaimStanding(source, id, outcome, headings.get(id, "")))
        variants.append(DefinitionReading(row.name, row.variant or row.name, tuple(sorted(standings, key=_place))))
    return tuple(variants)


def _place(standing: ClaimStanding) -> tuple[bool, str, int]:
    """Return the sort key: claims of the source first, in their order."""
    name = standing.claim.rstrip("0123456789")
    return not standing.claim, name, int(standing.claim[len(name) :] or 0)


def _heading(statement: Statement) -> str:
    """The statement in a few words, for the head of a table."""
    arguments = dict(statement.arguments)
    other = str(arguments.get("other", ""))
    if statement.axiom.id in SIGNS:
        factor = str(arguments["factor"])
        return SIGNS[statement.axiom.id].format(other if factor == "1" else f"{factor} {other}")
    if statement.axiom.id == "generalizes":
        return f"is {other} at {', '.join(f'{k} = {v}' for k, v in arguments.items() if k != 'other')}"
    named = ", ".join(f"{name} = {value}" for name, value in arguments.items())
    return f"{statement.axiom.id} ({named})" if named else statement.axiom.id


def _explored(question: Question) -> str:
    """Describe the result of the exploration in the words of the matrix."""
    if broken := question.first_refuted or question.contradicting:
        return f"{Verdict.REFUTED.written} n={broken.n}"
    if question.unlimited:
        return "no constant"
    if question.proof:
        return Verdict.PROVED.written
    for verdict, text in (("attained", "shown n={}"), ("attained on the closure", "closure only, n={}")):
        if where := question.sizes_with(verdict):
            return text.format(where[0])
    if question.sizes_with("not attained"):
        return f"none n<={question.sizes[-1].n}"
    way, reached = question.reach
    return f"{written(way)} n<={reached}" if reached else "not decided"


def _checked(cells: Sequence[Cell]) -> str:
    """Describe the result of ``check``; of the closure, which comes last, only what differs."""
    if len(cells) == 1:
        return _verdict(cells[0])
    first, closed = cells
    differs = closed.evidence.witness is not None and (
        first.evidence.witness is None or (first.status.holds == "no") is not (closed.status.holds == "no")
    )
    return _verdict(first) + (f" (on the closure {_verdict(closed)})" if differs else "")


def _verdict(cell: Cell) -> str:
    """The verdict and how far it reaches: ``refuted n=3``, ``certified n<=3``, ``proved``."""
    status, witness, n = cell.status, cell.evidence.witness, cell.evidence.up_to()
    if witness is not None:
        return f"{status.word if status.holds == 'no' else 'shown'} n={witness.n}"
    if cell.evidence.derivation is not None and status.holds == "no":
        return known_text(cell.evidence.verdict, cell.evidence.derivation.n)
    return status.word if status.key == Verdict.PROVED or not n else f"{status.word} n<={n}"
