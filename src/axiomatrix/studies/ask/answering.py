"""Answer a question about a metric (`axiomatrix ask`), for the likeliest meaning of its name and for the others.

:mod:`.question` has read the question: the axioms that it asks about, and a
:class:`~axiomatrix.model.names.Reading` of the metric's name with the *rows* that the name may mean, each a metric in
one variant. :mod:`.comparing` looks the results up in a stored report: a *standing* is what it says of a row and an
axiom, with the *grade* of its evidence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from ...evidence.status import EvidenceGrade
from ...model.names import Reading
from ...model.registry import Registry
from .comparing import KnownCells, Standing, reading_for_axiom
from .question import AskedBound, NamedQuestion


class Reply(StrEnum):
    """Answer to a question."""

    YES = "yes"
    NO = "no"
    OPEN = "open"
    """Nothing is proved: a search found no counterexample or, for a statement of existence, no example."""
    SILENT = "silent"
    """An axiom of the question does not apply to the metric."""


@dataclass(frozen=True)
class AxiomResult:
    """The known result for one axiom of the question and one metric."""

    axiom: Reading
    """The axiom's name in the question, with the axioms that it may mean."""
    expects_to_hold: bool
    """True if the question asks for the axiom to hold, and False if it asks for it to fail."""
    in_topic: bool
    """True if the question named it through a topic or a group of axioms."""
    metric: Reading
    """The metric's name in the question, with the chosen meaning first."""
    standing: Standing
    """The known result for the axiom and the metric in the report."""

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
            return Reply.OPEN  # a search without a counterexample decides nothing
        return Reply.YES if self.standing.holds is self.expects_to_hold else Reply.NO


@dataclass(frozen=True)
class MetricResult:
    """The results for one meaning of a metric's name, for every axiom of the question, at least one."""

    results: tuple[AxiomResult, ...]

    @property
    def reply(self) -> Reply:
        """Return the answer to the whole question: the reply of the deciding results."""
        return self.deciding[0].reply

    @property
    def deciding(self) -> list[AxiomResult]:
        """Return the results that settle the reply, the weakest evidence first.

        An axiom named alone that does not apply settles it: the question makes no sense for the metric. Otherwise all
        axioms must hold, so that the first of these replies decides that some axiom has: no, open, does not apply (in a
        topic, whose other axioms may apply), yes.
        """
        if silent := [result for result in self.results if result.reply is Reply.SILENT and not result.in_topic]:
            return silent
        replies = [result.reply for result in self.results]
        reply = next(reply for reply in (Reply.NO, Reply.OPEN, Reply.SILENT, Reply.YES) if reply in replies)
        deciding = (result for result in self.results if result.reply is reply)
        return sorted(deciding, key=lambda result: result.standing.grade)


@dataclass(frozen=True)
class QuestionAnswer:
    """The answer for the chosen meaning of a metric's name, and for its other meanings."""

    metric: Reading
    """The metric's name in the question, with the chosen meaning first."""
    chosen: MetricResult
    """The result for the chosen meaning."""
    others: Mapping[str, MetricResult]
    """By row, the result for each other meaning."""
    inequality: AskedBound | None = None
    """The inequality, if the question is whether one metric bounds another."""

    @property
    def reply(self) -> Reply:
        """Return the answer for the chosen meaning."""
        return self.chosen.reply

    @property
    def differs(self) -> bool:
        """Return whether another meaning of the name has another answer."""
        return any(other.reply is not self.reply for other in self.others.values())


def other_rows_of_name(chosen: Reading, axioms: Sequence[Reading], registry: Registry) -> list[str]:
    """Return the other rows that a metric's name may mean.

    They have the sort of the chosen row, and at least one of the axioms applies to them.
    """
    if chosen.asked in registry.metrics:  # an exact registered name has one meaning
        return []
    axioms_asked = [registry.axiom(axiom_id) for axiom in axioms for axiom_id in axiom.means]
    rows = [row for meaning in chosen.means for row in registry.rows(registry.metric(meaning).id)]
    sort = registry.metric(chosen.name).about
    names = dict.fromkeys(
        row.name for row in rows if row.about == sort and any(axiom.is_about(row) for axiom in axioms_asked)
    )
    return [name for name in names if name != chosen.name]


def reading_for_axiom_or_topic(metric: Reading, axiom: Reading, question: NamedQuestion, registry: Registry) -> Reading:
    """Choose the meaning of a metric's name that an axiom applies to; for all axioms of a topic it is the same."""
    # The axioms of one topic were all named by the same words of the question.
    axioms_of_topic = [topic_axiom for topic_axiom in question.topical if topic_axiom.asked == axiom.asked] or [axiom]
    axiom_ids = tuple(axiom_id for topic_axiom in axioms_of_topic for axiom_id in topic_axiom.means)
    return reading_for_axiom(metric, replace(axiom, means=axiom_ids), registry)


def find_answer(
    metric: Reading,
    question: NamedQuestion,
    others: Sequence[str],
    known_cells: KnownCells,
    registry: Registry,
    inequality: AskedBound | None = None,
) -> QuestionAnswer:
    """Answer a question about the metric that it names; ``others`` are further rows of that name.

    Rows that are not in the report are left out.
    """

    def result_of(fixed_reading: Reading | None) -> MetricResult:
        """Look every axiom up for this reading, or if it is None, for the meaning that the axiom applies to."""
        results = []
        for axiom in question.axioms:
            reading = fixed_reading or reading_for_axiom_or_topic(metric, axiom, question, registry)
            row = registry.metric(reading.name)
            applicable = [axiom_id for axiom_id in axiom.means if registry.axiom(axiom_id).is_about(row)]
            result = AxiomResult(
                axiom=axiom,
                expects_to_hold=axiom in question.must,
                in_topic=axiom in question.topical,
                metric=reading,
                standing=known_cells.standing(reading.name, applicable or axiom.means),
            )
            results.append(result)
        return MetricResult(tuple(results))

    known_rows = {row.name for row in known_cells.matrix.rows}
    results_of_others = {row: result_of(Reading(row, row, (row,))) for row in others if row in known_rows}
    return QuestionAnswer(metric, result_of(None), results_of_others, inequality)
