"""Outcomes of the questions of an exploration: each for itself, or together where there are many."""

from __future__ import annotations

from collections.abc import Sequence

from ...evidence.notation import INFINITE, beside, near
from ...evidence.words import grouped
from ...studies.explore.answer import Bound, Question
from ..document import Inline, List, Mono, Strong
from ..explorations import telling

QUESTIONS_LISTED = 4
"""Questions up to which a terminal shows the outcome of each; of more, those that came out alike stand together."""


def outcomes_each(questions: Sequence[Question]) -> List:
    """A line for each question."""
    return List(tuple((Strong(q.label), f": {q.asked}: {q.outcome}") for q in questions))


def outcomes_together(questions: Sequence[Question]) -> List:
    """The questions by what became of them, the refuted ones last and each for itself."""
    metrics = {question.metric for question in questions}
    is_named_by_metric = len(metrics) == len(questions) and len({question.asked for question in questions}) == 1
    items: list[Inline] = [(Strong(questions[0].asked), ":")] if is_named_by_metric else []
    others = [question for question in questions if question.first_refuted is None and question.contradicting is None]
    for outcome, alike in grouped(others, _outcome_in_brief).items():
        names = [part for q in alike for part in ("; ", Mono(q.metric if is_named_by_metric else q.label))]
        items.append((Strong(outcome), ": ", *names[1:]))
    refuted = [question for question in questions if question not in others]
    return List((*items, *((Strong(q.label), f": {q.asked}: {q.outcome}") for q in refuted)))


def _outcome_in_brief(question: Question) -> str:
    """Describe the results that questions share."""
    if question.unlimited or question.checked is not None:
        return question.unlimited or question.outcome  # what check finds may be stronger than the bounds here
    parts = ["proved for every n"] if question.proof is not None else []
    scoped = " at the values named" if question.scope else ""
    way, reached = question.reach
    parts += [f"{way} n <= {reached}{scoped}"] if reached else []
    best = max((b for b in question.bounds if b.sense == question.sense), key=bound_rank, default=None)
    parts += [bound_text(best)] if best is not None and not question.proof else []
    return ", ".join(parts) or question.outcome


def bound_rank(bound: Bound) -> float:
    """How strong a bound is among those of its sense."""
    return near(bound.value) if bound.sense == "sup" else -near(bound.value)


def bound_text(bound: Bound) -> str:
    """Describe the bound that an instance proves, such as ``inf <= 3/4 (~0.7500)``."""
    return (
        telling.NO_CONSTANT
        if bound.value == INFINITE
        else f"{bound.sense} {telling.SHOWN[bound.sense]} {beside(bound.value)}"
    )
