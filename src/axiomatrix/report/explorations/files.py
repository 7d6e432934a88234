"""What the files of an exploration are called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...evidence.evidence import Witness
from ...evidence.slug import short_name
from ...studies.explore.answer import Answer, Question
from .telling import instances


@dataclass(frozen=True)
class WitnessFile:
    """A witness with the name of its file."""

    name: str
    witness: Witness


class Files:
    """What the files of an answer are called; without ``pictures`` none of these has a name."""

    def __init__(self, answer: Answer, *, pictures: bool = True) -> None:
        self.answer = answer
        self.drawn = pictures
        self.witnesses = {(k.witness.n, id(k.witness)): k for q in answer.questions for k in self._kept(q)}

    def _kept(self, question: Question) -> Iterator[WitnessFile]:
        name = short_name(question.label)
        for size in question.sizes:
            first = size is question.first_refuted
            if first and size.refutation is not None:
                yield WitnessFile(f"{name}-n{size.n}-refutation", size.refutation)
            if size.positive is not None and (first or size.verdict == "attained"):
                yield WitnessFile(f"{name}-n{size.n}-{'positive' if first else 'attained'}", size.positive)
            for extreme in size.extremes:
                if extreme.witness is not None:
                    yield WitnessFile(f"{name}-n{size.n}-{extreme.sense}", extreme.witness)
        for k, bound in enumerate(question.bounds, 1):
            if bound.witness is not None:
                yield WitnessFile(f"{name}-n{bound.n}-{bound.kind}-{bound.sense}-{k}", bound.witness)

    def witness(self, witness: Witness) -> str:
        """The file of a witness of the answer."""
        return f"witnesses/{self.witnesses[witness.n, id(witness)].name}.json"

    @property
    def constants(self) -> str:
        """The picture of the best constants; empty if there is nothing to draw."""
        drawn = any(size.extremes for q in self.answer.questions for size in q.sizes)
        return "best-constants.svg" if self.drawn and (drawn or any(q.bounds for q in self.answer.questions)) else ""

    def plane(self, metric: str) -> str:
        """The picture of the plane of a row; empty if it has no points."""
        sizes = [size for q in self.answer.questions if q.metric == metric for size in q.sizes if size.points]
        return f"plane-{short_name(metric)}.svg" if sizes and self.drawn else ""

    def instances(self, question: Question) -> dict[str, Witness]:
        """The instances to draw: what refutes or attains, or else the extreme that is asked; the best bound."""
        drawn: dict[str, Witness] = {}
        for what, _, witness in instances(question):
            if what == "bound" or (what != "positive" and not drawn):
                drawn[f"instance-{short_name(question.label)}-{what}.svg"] = witness
        return drawn
