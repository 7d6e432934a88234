"""The readings of a definition side by side: which claims of the source each satisfies, and which common axioms.

A source may define a metric in several ways, or leave a choice open. Each reading is a variant of the metric. After an
exploration, ``axiomatrix explore`` compares them in a table, so that a claim that holds in one reading only is seen.
A *row* is a metric in one variant. A *cell* is the result of ``check`` for one row, statement and space of parameters.
"""

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

COMMON_AXIOMS = ("symmetry", "triangle-inequality", "zero-on-equal", "generalizes")
"""Axioms that are checked for every reading, whether the source claims them or not."""
COMPARISON_HEADINGS = {"lower-bound": ">= {}", "upper-bound": "<= {}", "bound-attained": "= {}, attained"}
"""By axiom, the head of a table column for a comparison with a multiple of another metric, which replaces ``{}``."""


def readings_beside(answer: Answer, registry: Registry) -> tuple[DefinitionReading, ...]:
    """Return every variant of the explored metric with its outcomes; empty if fewer than two can be compared.

    Outcomes come from the exploration where it has them, and otherwise from ``check`` with the profile ``quick``,
    which replays the shipped witnesses.
    """
    explored_metrics = [registry.metric(question.metric) for question in answer.questions]
    # The readings of one definition have one id; a user's metric may have the id of one of the catalogue.
    subjects = {(metric.id, metric.is_foreign) for metric in explored_metrics}
    rows = [
        metric
        for metric in registry.metrics.values()
        if metric.variant is not None and (metric.id, metric.is_foreign) in subjects
    ]
    if len(subjects) != 1 or len(rows) < 2:
        return ()
    claimed_axioms = [claim.statement.axiom.id for row in rows for claim in row.claims]
    axioms = dict.fromkeys([*claimed_axioms, *COMMON_AXIOMS])
    cells = list(check(*rows, axioms=list(axioms), profile="quick", registry=registry))
    # A question with a scope is decided only at some values of the parameters, so that ``check`` says more.
    explored_questions = {
        (question.metric, question.statement): question
        for question in answer.questions
        if not question.scope and (question.sizes or question.proof)
    }
    readings_by_variant = []
    for row in rows:
        headings = {claim.statement.id: _heading(claim.statement) for claim in row.claims}
        # A cell that is not asked only says that the axiom does not apply to the row.
        row_cells = [cell for cell in cells if cell.metric == row.name and cell.status.is_asked]
        standings = []
        for id, statement_cells in grouped(row_cells, lambda cell: cell.key.statement).items():
            question = explored_questions.get((row.name, id))
            outcome = _explored_outcome(question) if question is not None else _checked_outcome(statement_cells)
            source = next((note.source for cell in statement_cells for note in cell.claims), "")
            standings.append(ClaimStanding(source, id, outcome, headings.get(id, "")))
        standings.sort(key=_sort_key)
        readings_by_variant.append(DefinitionReading(row.name, row.variant or row.name, tuple(standings)))
    return tuple(readings_by_variant)


def _sort_key(standing: ClaimStanding) -> tuple[bool, str, int]:
    """Return the sort key that puts claims of the source first, by source and number (KV9 before KV10)."""
    source = standing.claim.rstrip("0123456789")
    number = int(standing.claim[len(source) :] or 0)
    return not standing.claim, source, number


def _heading(statement: Statement) -> str:
    """Write the statement in a few words, for the head of a table."""
    arguments = dict(statement.arguments)
    other = str(arguments.get("other", ""))
    if statement.axiom.id in COMPARISON_HEADINGS:
        factor = str(arguments["factor"])
        return COMPARISON_HEADINGS[statement.axiom.id].format(other if factor == "1" else f"{factor} {other}")
    if statement.axiom.id == "generalizes":
        return f"is {other} at {', '.join(f'{k} = {v}' for k, v in arguments.items() if k != 'other')}"
    in_brackets = ", ".join(f"{name} = {value}" for name, value in arguments.items())
    return f"{statement.axiom.id} ({in_brackets})" if in_brackets else statement.axiom.id


def _explored_outcome(question: Question) -> str:
    """Describe the result of the exploration in the words of the matrix: the strongest that can be said."""
    # A size at which it is refuted, or an instance beyond all sizes.
    if counterexample := question.first_refuted or question.refuting_bound:
        return f"{Verdict.REFUTED.written} n={counterexample.n}"
    if question.why_no_constant:
        return "no constant"
    if question.proof:
        return Verdict.PROVED.written
    for verdict, text in (("attained", "shown n={}"), ("attained on the closure", "closure only, n={}")):
        if sizes := question.sizes_with(verdict):
            return text.format(sizes[0])
    if question.sizes_with("not attained"):
        return f"none n<={question.sizes[-1].n}"
    verdict, reached = question.reach
    return f"{written(verdict)} n<={reached}" if reached else "not decided"


def _checked_outcome(cells: Sequence[Cell]) -> str:
    """Describe the result of ``check`` from the cell on the declared space and, if there is one, that on its closure.

    The closure, which adds parameters on the boundary such as weights of 0, is only mentioned if its witness says
    something else.
    """
    if len(cells) == 1:
        return _verdict(cells[0])
    declared, closed = cells
    has_new_witness = closed.evidence.witness is not None and declared.evidence.witness is None
    fails_on_one_alone = (declared.status.holds == "no") is not (closed.status.holds == "no")
    if has_new_witness or (closed.evidence.witness is not None and fails_on_one_alone):
        return f"{_verdict(declared)} (on the closure {_verdict(closed)})"
    return _verdict(declared)


def _verdict(cell: Cell) -> str:
    """Write the verdict and how far it reaches: ``refuted n=3``, ``certified n<=3``, ``proved``."""
    status, evidence = cell.status, cell.evidence
    if evidence.witness is not None:
        word = status.word if status.holds == "no" else "shown"
        return f"{word} n={evidence.witness.n}"
    if evidence.derivation is not None and status.holds == "no":  # derived from other cells, without a witness
        return known_text(evidence.verdict, evidence.derivation.n)
    reached = evidence.up_to()
    if status.key == Verdict.PROVED or not reached:
        return status.word
    return f"{status.word} n<={reached}"
