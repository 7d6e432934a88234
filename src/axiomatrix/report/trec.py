"""Evaluated runs: as trec_eval prints them, and as JSON.

The JSON has the printed decimals, the nearest float, and the exact value or its ball.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from ..engine.given.lists import Topic
from ..evidence.files import indented
from ..evidence.formats import Format, Record
from ..evidence.reach import Count
from ..evidence.safe import visible
from ..numbers.balls import Ball
from ..numbers.exact import fraction
from ..studies.trec.evaluate import MeasureColumn, MeasuredValue

ALL = "all"
Nearest = Annotated[float | None, Meta(description="The nearest float.")]


class Conventions(Record):
    """What was evaluated, where files leave it open."""

    ties: Annotated[str, Meta(description="The order of equal scores.")]
    relevant_from: Annotated[int, Meta(description="The lowest grade that is relevant to binary metrics.")]
    without_documents: Annotated[
        str, Meta(description="Judged topics without documents: how many, and what they count.")
    ]
    not_judged: Annotated[
        str, Meta(description="Topics of the run that are not judged: how many, and what they count.")
    ]
    unjudged: Annotated[str, Meta(description="Documents that are not judged, or negatively.")]


class ValueData(Record, kw_only=True):
    """A value, or why there is none."""

    printed: str | None = None
    float: Nearest = None
    exact: str | None = None
    enclosed: Annotated[str | None, Meta(description="What an irrational value lies between.")] = None
    undefined: Annotated[str | None, Meta(description="Why there is no value.")] = None


class MeasureData(Record):
    """A measure over all topics."""

    measure: str
    metric: Annotated[str | None, Meta(description="The row of the catalogue; null: it counts.")]
    formula: str | None
    parameters: dict[str, str]
    all: ValueData
    left_out: Annotated[Count, Meta(description="The topics that the mean leaves out: it has no value there.")]
    values: Annotated[dict[str, ValueData], Meta(description="By topic.")]


class EvaluationData(Record):
    """The values of a run."""

    conventions: Conventions
    topics: list[str]
    measures: list[MeasureData]


EVALUATION = Format(
    "axiomatrix-evaluate-1",
    "evaluated run",
    EvaluationData,
    "The values of a TREC run by measure and topic.",
    ValueError,
)


def dumps(topics: Sequence[Topic], columns: Sequence[MeasureColumn], conventions: Conventions) -> str:
    """The values as JSON text."""
    measures = [_measure(topics, column) for column in columns]
    data = EvaluationData(conventions, [topic.name for topic in topics], measures)
    return indented(EVALUATION.data(data))


def _measure(topics: Sequence[Topic], column: MeasureColumn) -> MeasureData:
    metric = column.measure.metric
    return MeasureData(
        measure=column.measure.name,
        metric=metric.name if metric else None,
        formula=metric.formula if metric else None,
        parameters={name: str(v) for name, v in column.measure.parameters.items() if v is not None},
        all=_value(column.overall),
        left_out=column.left_out,
        values={topic.name: _value(value) for topic, value in zip(topics, column.values, strict=False)},
    )


def _value(value: MeasuredValue) -> ValueData:
    number = value.number
    if number is None:
        return ValueData(undefined=value.undefined)
    if isinstance(number, Ball):
        return ValueData(printed=value.printed(), float=float(number), enclosed=str(number))
    return ValueData(printed=value.printed(), float=float(fraction(number)), exact=str(number))


def lines(topics: Sequence[Topic], columns: Sequence[MeasureColumn], *, per_topic: bool = True) -> list[str]:
    """Measure, topic and value, a line each, topic by topic, and last ``all``: the layout of trec_eval -q."""
    rows = [
        _line(column.measure.name, topic.name, column.values[k].printed())
        for k, topic in enumerate(topics if per_topic else ())
        for column in columns
        if column.values and column.measure.name != "num_q"
    ]
    return rows + [_line(column.measure.name, ALL, column.overall.printed()) for column in columns]


def _line(measure: str, topic: str, value: str) -> str:
    return f"{visible(measure):<22}\t{visible(topic)}\t{value}"
