"""Values of a parameter: for which of them the statements of a metric hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...evidence.words import counted
from ...studies.parameter_values import AnsweredStatement
from ..document import Block, Document, List, Mono, Picture, Strong, Text


def document(title: str, answers: Sequence[AnsweredStatement], pictures: Sequence[str] = ()) -> Document:
    """For each statement its values and the instances that break it; ``pictures`` are files of number lines, or none.

    The file of a statement of which nothing is known is empty.
    """
    blocks: list[Block] = []
    for answer, file in zip(answers, pictures or [""] * len(answers), strict=True):
        blocks += _statement(answer, file)
    known = sum(answer.values is not None for answer in answers)
    return Document(title, f"{counted(len(answers), 'statement')}, {known} decided.", tuple(blocks))


def _statement(answer: AnsweredStatement, file: str) -> Iterator[Block]:
    outcome = answer.values.note.text if answer.values else f"not known: {answer.reason}"
    yield Text((Mono(answer.metric), " x ", Mono(answer.statement), ": ", Strong(outcome)))
    if file:
        yield Picture("", outcome, file=file)
    if answer.instances:
        yield List(answer.instances)
