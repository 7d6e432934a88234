"""Answer a question about a metric (`axiomatrix ask`), for the likeliest meaning of its name and for the others.

:mod:`.question` has read the question, :mod:`.comparing` looks cells up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from ...evidence.status import EvidenceGrade
from ...model.names import Reading
from ...model.registry import Registry
from .comparing import KnownCells, Standing, reading_axiom_is_about
from .question import AskedBound, NamedQuestion


class Reply(StrEnum):
    """Answer to a question."""

    YES = "yes"
    NO = "no"
    OPEN = "open"
    """No counterexample was found, or no example, and nothing is proved."""
    SILENT = "silent"
    """An axiom of the question does not apply to the metric."""


@dataclass(frozen=True)
class AskedAxiom:
    """An axiom of the question, applied to a metric, with the known result."""

    axiom: Reading
    holds: bool
    """False where the question is whether it fails."""
    in_topic: bool
    """True if a topic names it together with others, so that another of them may settle the question."""
    metric: Reading
    standing: Standing

    @property
    def id(self) -> str:
        """Return the axiom that answers: the first of its readings that applies to the metric."""
        return self.standing.cells[0].axiom if self.standing.cells else self.axiom.name

    @property
    def reply(self) -> Reply:
        """Return the answer for this axiom."""
        if not self.standing.applies:
            return Reply.SILENT
        if self.standing.holds is None or self.standing.grade <= EvidenceGrade.SEARCHED:
            return Reply.OPEN
        return Reply.YES if self.standing.holds is self.holds else Reply.NO


@dataclass(frozen=True)
class AskedMetric:
    """The results for one meaning of a metric's name, for every axiom of the question."""

    parts: tuple[AskedAxiom, ...]

    @property
    def reply(self) -> Reply:
        """Return the answer to the whole question: the reply of its deciding parts."""
        return self.deciding[0].reply

    @property
    def deciding(self) -> list[AskedAxiom]:
        """Return the parts that settle the reply, the weakest evidence first.

        An axiom that does not apply settles it, then one with the answer no, then an open one.
        """
        if silent := [part for part in self.parts if part.reply is Reply.SILENT and not part.in_topic]:
            return silent
        replies = [part.reply for part in self.parts]
        reply = next(reply for reply in (Reply.NO, Reply.OPEN, Reply.SILENT, Reply.YES) if reply in replies)
        return sorted((part for part in self.parts if part.reply is reply), key=lambda part: part.standing.grade)


@dataclass(frozen=True)
class QuestionAnswer:
    """The answer for the chosen meaning of a metric's name, and by row for its other meanings."""

    metric: Reading
    chosen: AskedMetric
    others: Mapping[str, AskedMetric]
    inequality: AskedBound | None = None
    """The inequality, if the question is whether one metric bounds another."""

    @property
    def reply(self) -> Reply:
        """Return the answer for the chosen reading."""
        return self.chosen.reply

    @property
    def differs(self) -> bool:
        """Return whether another meaning of the name has another answer."""
        return any(other.reply is not self.reply for other in self.others.values())


def variants(chosen: Reading, axioms: Sequence[Reading], registry: Registry) -> list[str]:
    """Return the other rows that a metric's name may mean: of the same sort, and with an axiom that applies."""
    if chosen.asked in registry.metrics:
        return []
    axioms_asked = [registry.axiom(id) for axiom in axioms for id in axiom.means]
    rows = [row for meaning in chosen.means for row in registry.rows(registry.metric(meaning).id)]
    sort = registry.metric(chosen.name).about
    names = dict.fromkeys(
        row.name for row in rows if row.about == sort and any(axiom.is_about(row) for axiom in axioms_asked)
    )
    return [name for name in names if name != chosen.name]


def reading_asked(named: Reading, axiom: Reading, question: NamedQuestion, registry: Registry) -> Reading:
    """Return the meaning of a metric's name that an axiom applies to; all axioms of a topic get the same."""
    axioms_of_topic = [topical for topical in question.topical if topical.asked == axiom.asked] or [axiom]
    return reading_axiom_is_about(
        named, replace(axiom, means=tuple(id for part in axioms_of_topic for id in part.means)), registry
    )


def find_answer(
    named: Reading,
    question: NamedQuestion,
    others: Sequence[str],
    known: KnownCells,
    registry: Registry,
    inequality: AskedBound | None = None,
) -> QuestionAnswer:
    """Answer a question about the metric that it names; ``others`` are further rows of that name."""

    def asked_metric(row: Reading | None) -> AskedMetric:
        parts = []
        for axiom in question.axioms:
            reading = reading_asked(named, axiom, question, registry) if row is None else row
            metric = registry.metric(reading.name)
            applicable = [id for id in axiom.means if registry.axiom(id).is_about(metric)]
            standing = known.standing(reading.name, applicable or axiom.means)
            parts.append(AskedAxiom(axiom, axiom in question.must, axiom in question.topical, reading, standing))
        return AskedMetric(tuple(parts))

    rows = {row.name for row in known.matrix.rows}
    other_answers = {row: asked_metric(Reading(row, row, (row,))) for row in others if row in rows}
    return QuestionAnswer(named, asked_metric(None), other_answers, inequality)
