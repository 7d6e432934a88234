"""Evaluated runs for ``axiomatrix evaluate``: as data, in the layout of trec_eval, and as JSON.

A *run* has ranked documents for each topic (a query), and judgements give documents a grade. A *measure* is a metric
with its parameters, such as ``P_5``; its *column* has its values on all topics, and ``overall``, the one for all topics
together. The JSON has for each value the printed decimals, the nearest float, and the exact value or its enclosure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ..engine.judged_run import Topic
from ..evidence.files import indented_json
from ..evidence.formats import Format, Record
from ..evidence.reach import Count
from ..evidence.safe import visible
from ..numbers.balls import Ball
from ..numbers.exact import fraction
from ..studies.trec.evaluate import Averages, BesideMeasure, MeasureColumn, TiedMeasure
from ..studies.trec.values import MeasuredValue

ALL_TOPICS = "all"
"""The name of the topic in lines about all topics together."""
Nearest = Annotated[float | None, Meta(description="The nearest float.")]


class Conventions(Record):
    """Conventions of an evaluation, where files leave them open."""

    ties: Annotated[str, Meta(description="The order of equal scores.")]
    relevant_from: Annotated[int, Meta(description="The lowest grade that counts as relevant for binary metrics.")]
    without_documents: Annotated[
        str, Meta(description="The number of judged topics without documents, and how they count.")
    ]
    not_judged: Annotated[
        str, Meta(description="The number of topics of the run without judgements, and how they count.")
    ]
    unjudged: Annotated[str, Meta(description="How documents that are unjudged, or judged negatively, count.")]


@dataclass(frozen=True, kw_only=True)
class Evaluation:
    """An evaluated run: the values of all measures, and what depends on conventions."""

    topics: list[Topic]
    """The topics that were evaluated."""
    columns: list[MeasureColumn]
    """The values of each measure, in the order of the topics."""
    conventions: Conventions
    without_documents: int
    """The number of judged topics that are not in the run."""
    nothing_relevant: list[str]
    """The topics without any relevant document."""
    averages: list[Averages]
    """The means of each measure by convention."""
    tied: list[TiedMeasure]
    """The measures that depend on the order of tied scores, with the topics."""
    beside: list[BesideMeasure]
    """The comparison of each measure with the second one, which ``--beside`` names; empty without it."""

    @property
    def answered(self) -> int:
        """The number of judged topics in the run."""
        return sum(bool(topic.documents) for topic in self.topics)


class ValueData(Record, kw_only=True):
    """A value, or why there is none."""

    printed: str | None = None
    float: Nearest = None
    exact: str | None = None
    enclosed: Annotated[str | None, Meta(description="An enclosure of an irrational value.")] = None
    undefined: Annotated[str | None, Meta(description="The reason why there is no value.")] = None


class TieData(Record):
    """Range of a measure on a topic over the orders of tied scores."""

    low: ValueData
    high: ValueData
    orders: Annotated[str, Meta(description="The number of orders that differ to the measure, in digits.")]
    exact: Annotated[bool, Meta(description="Whether the bounds hold for all orders.")]


class AveragesData(Record):
    """The mean of a measure, by the topics that are averaged."""

    answered: Annotated[ValueData, Meta(description="Over the judged topics that the run has.")]
    judged: Annotated[ValueData, Meta(description="Over all judged topics, 0 where the run has none (trec_eval -c).")]
    with_relevant: Annotated[ValueData, Meta(description="Over the answered topics with a relevant document.")]


class DifferenceData(Record):
    """A topic on which a measure and the one beside it differ."""

    topic: str
    value: ValueData
    beside: ValueData


class MeasureData(Record, kw_only=True):
    """A measure over all topics."""

    measure: str
    metric: Annotated[str | None, Meta(description="The row of the catalogue; null for a count.")]
    formula: str | None
    parameters: dict[str, str]
    all: ValueData
    left_out: Annotated[Count, Meta(description="The number of topics without a value, left out of the mean.")]
    values: Annotated[dict[str, ValueData], Meta(description="By topic.")]
    averages: Annotated[AveragesData | None, Meta(description="Null for a measure without values by topic.")]
    tied: Annotated[dict[str, TieData], Meta(description="By topic, where the order of tied scores matters.")]
    differs: Annotated[
        list[DifferenceData], Meta(description="The topics on which it differs from the reference measure.")
    ]


class EvaluationData(Record):
    """The values of a run."""

    conventions: Conventions
    topics: list[str]
    nothing_relevant: Annotated[list[str], Meta(description="The topics with no document judged relevant.")]
    beside: Annotated[str | None, Meta(description="The reference measure, with which the others are compared.")]
    measures: list[MeasureData]


EVALUATION = Format(
    "axiomatrix-evaluate-1",
    "evaluated run",
    EvaluationData,
    "The values of a TREC run by measure and topic.",
    ValueError,
)


def dumps(evaluation: Evaluation) -> str:
    """The evaluation as JSON text."""
    data = EvaluationData(
        conventions=evaluation.conventions,
        topics=[topic.name for topic in evaluation.topics],
        nothing_relevant=evaluation.nothing_relevant,
        beside=evaluation.beside[0].beside.measure.name if evaluation.beside else None,
        measures=[_measure(evaluation, column) for column in evaluation.columns],
    )
    return indented_json(EVALUATION.data(data))


def _measure(evaluation: Evaluation, column: MeasureColumn) -> MeasureData:
    """The data of a measure, collected from the parts of the evaluation that are about it."""
    metric = column.measure.metric  # None for a measure that only counts, such as num_ret
    means = next((averages for averages in evaluation.averages if averages.measure is column.measure), None)
    ranges = next((tied.ranges for tied in evaluation.tied if tied.measure is column.measure), {})
    differing = next((compared.topics for compared in evaluation.beside if compared.column is column), ())
    return MeasureData(
        measure=column.measure.name,
        metric=metric.name if metric else None,
        formula=metric.formula if metric else None,
        parameters={name: str(v) for name, v in column.measure.parameters.items() if v is not None},
        all=_value(column.overall),
        left_out=column.left_out,
        # a measure of the whole run has no values by topic
        values={topic.name: _value(v) for topic, v in zip(evaluation.topics, column.values, strict=False)},
        averages=AveragesData(*map(_value, (means.answered, means.judged, means.with_relevant))) if means else None,
        tied={
            topic: TieData(_value(tie.low), _value(tie.high), str(tie.orders), tie.is_exact)
            for topic, tie in ranges.items()
        },
        differs=[DifferenceData(d.topic, _value(d.value), _value(d.beside)) for d in differing],
    )


def _value(value: MeasuredValue) -> ValueData:
    """The data of a value. That of a float metric is not exact; an irrational number has an enclosure only."""
    number = value.number
    if number is None:
        return ValueData(undefined=value.undefined)
    if isinstance(number, float):
        return ValueData(printed=value.printed(), float=number if math.isfinite(number) else None)
    if isinstance(number, Ball):
        return ValueData(printed=value.printed(), float=float(number), enclosed=str(number))
    return ValueData(printed=value.printed(), float=float(fraction(number)), exact=str(number))


def trec_eval_lines(topics: Sequence[Topic], columns: Sequence[MeasureColumn], *, per_topic: bool = True) -> list[str]:
    """Lines with measure, topic and value in the layout of ``trec_eval -q``: topic by topic, and last for all topics.

    Without ``per_topic`` there are only those for all topics.
    """
    lines = []
    if per_topic:
        # measures of the whole run have no values by topic, and trec_eval prints the number of topics for all only
        by_topic = [column for column in columns if column.values and column.measure.name != "num_q"]
        for k, topic in enumerate(topics):
            lines += [_line(column.measure.name, topic.name, column.values[k].printed()) for column in by_topic]
    return lines + [_line(column.measure.name, ALL_TOPICS, column.overall.printed()) for column in columns]


def _line(measure: str, topic: str, value: str) -> str:
    return f"{visible(measure):<22}\t{visible(topic)}\t{value}"
