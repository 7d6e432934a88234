"""Answers to questions about a metric, for the chosen reading of its name and for the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from ...evidence.status import EvidenceGrade
from ...model.names import Reading
from ...model.registry import Registry
from .comparing import KnownCells, Standing, fitting
from .question import AskedBound, NamedQuestion


class Reply(StrEnum):
    """Answer to a question."""

    YES = "yes"
    NO = "no"
    OPEN = "open"
    """No counterexample was found, or no example, and nothing is proved."""
    SILENT = "silent"
    """An axiom that is asked says nothing of the metric."""


@dataclass(frozen=True)
class AskedAxiom:
    """An axiom as it is asked of a metric, and where that stands."""

    axiom: Reading
    holds: bool
    """False where the question is whether it fails."""
    in_topic: bool
    """Whether a topic named it with others, so that another of them may settle the question."""
    metric: Reading
    standing: Standing

    @property
    def id(self) -> str:
        """The axiom that answers: of its readings the first that says anything of the metric."""
        return self.standing.cells[0].axiom if self.standing.cells else self.axiom.name

    @property
    def reply(self) -> Reply:
        """Return the outcome of the question."""
        if not self.standing.applies:
            return Reply.SILENT
        if self.standing.holds is None or self.standing.grade <= EvidenceGrade.SEARCHED:
            return Reply.OPEN
        return Reply.YES if self.standing.holds is self.holds else Reply.NO


@dataclass(frozen=True)
class AskedMetric:
    """Where one reading of a metric's name stands on all that is asked."""

    parts: tuple[AskedAxiom, ...]

    @property
    def reply(self) -> Reply:
        """Return whether everything in the question is so."""
        return self.deciding[0].reply

    @property
    def deciding(self) -> list[AskedAxiom]:
        """The parts that settle the reply, the weakest evidence first: one that is not as asked settles it."""
        if silent := [part for part in self.parts if part.reply is Reply.SILENT and not part.in_topic]:
            return silent
        replies = [part.reply for part in self.parts]
        reply = next(one for one in (Reply.NO, Reply.OPEN, Reply.SILENT, Reply.YES) if one in replies)
        return sorted((part for part in self.parts if part.reply is reply), key=lambda part: part.standing.grade)


@dataclass(frozen=True)
class QuestionAnswer:
    """The answer for the chosen reading of a metric's name, and by row for the others."""

    metric: Reading
    chosen: AskedMetric
    others: Mapping[str, AskedMetric]
    inequality: AskedBound | None = None
    """What is asked, where one metric is asked to bound another."""

    @property
    def reply(self) -> Reply:
        """Return the answer for the chosen reading."""
        return self.chosen.reply

    @property
    def differs(self) -> bool:
        """Return whether another reading has another answer."""
        return any(other.reply is not self.reply for other in self.others.values())


def variants(chosen: Reading, axioms: Sequence[Reading], registry: Registry) -> list[str]:
    """The other rows that a metric's name may mean, of the same sort, and that one of the axioms is about."""
    if chosen.asked in registry.metrics:
        return []
    about = [registry.axiom(id) for axiom in axioms for id in axiom.means]
    rows = [row for meaning in chosen.means for row in registry.rows(registry.metric(meaning).id)]
    sort = registry.metric(chosen.name).about
    names = dict.fromkeys(row.name for row in rows if row.about == sort and any(one.is_about(row) for one in about))
    return [name for name in names if name != chosen.name]


def metric_asked(named: Reading, axiom: Reading, question: NamedQuestion, registry: Registry) -> Reading:
    """The reading of a metric's name that an axiom asks about: one for all axioms of a topic."""
    topic = [other for other in question.topical if other.asked == axiom.asked] or [axiom]
    return fitting(named, replace(axiom, means=tuple(id for one in topic for id in one.means)), registry)


def find_answer(
    named: Reading,
    question: NamedQuestion,
    others: Sequence[str],
    known: KnownCells,
    registry: Registry,
    inequality: AskedBound | None = None,
) -> QuestionAnswer:
    """The answer for the metric and the axioms that a question names; ``others`` are further rows of its name."""

    def asked_of(row: Reading | None) -> AskedMetric:
        parts = []
        for axiom in question.axioms:
            one = metric_asked(named, axiom, question, registry) if row is None else row
            row_of = registry.metric(one.name)
            about = [id for id in axiom.means if registry.axiom(id).is_about(row_of)]
            standing = known.standing(one.name, about or axiom.means)
            parts.append(AskedAxiom(axiom, axiom in question.must, axiom in question.topical, one, standing))
        return AskedMetric(tuple(parts))

    rows = {row.name for row in known.matrix.rows}
    of_others = {row: asked_of(Reading(row, row, (row,))) for row in others if row in rows}
    return QuestionAnswer(named, asked_of(None), of_others, inequality)
