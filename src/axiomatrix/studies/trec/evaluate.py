"""Measures of a run: on every topic, over all of them, beside another measure, and where ties decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...engine.judged_run import Topic
from ...engine.measures import BadMeasure, Measure
from ...numbers.exact import rational
from .values import MeasuredValue, TieRange, mean_of, mean_over_ties, tie_range, value_of, value_on


@dataclass(frozen=True)
class MeasureColumn:
    """A measure on every topic, and over all of them; ``left_out`` counts the topics on which it is undefined."""

    measure: Measure
    values: tuple[MeasuredValue, ...]
    overall: MeasuredValue
    left_out: int


def evaluated(
    topics: Sequence[Topic], measures: Sequence[Measure], *, level: int = 1, over_ties: bool = False
) -> list[MeasureColumn]:
    """A column for each measure. The mean is over the topics on which the metric is defined.

    By trec_eval's names a topic without a value counts as 0, and so does, by any name, a topic with an empty list
    (which there is only where all judged topics are asked for). ``over_ties`` takes the mean over the orders of tied
    scores on each topic, where else the order of the topic counts.
    """
    return [_column(list(topics), measure, level, over_ties=over_ties) for measure in measures]


def _column(topics: list[Topic], measure: Measure, level: int, *, over_ties: bool) -> MeasureColumn:
    if measure.is_count:
        counts = [measure.count(topic, level) for topic in topics]
        return MeasureColumn(measure, tuple(map(MeasuredValue, counts)), MeasuredValue(sum(counts)), 0)
    if measure.of_run:
        if over_ties:
            raise BadMeasure(f"{measure.name} is of all topics together; --ties mean takes a metric of one list")
        return MeasureColumn(measure, (), value_of(measure, measure.run(topics, level)), 0)
    evaluate = mean_over_ties if over_ties else value_on
    values = tuple(evaluate(topic, measure, level) for topic in topics)
    return MeasureColumn(measure, values, _mean(values), sum(value.number is None for value in values))


def _mean(values: Sequence[MeasuredValue], *, zeros: int = 0) -> MeasuredValue:
    """The mean of the values that there are and so many zeros; unknown where one of them is."""
    if unknown := next((value for value in values if value.is_unknown), None):
        return unknown
    known = [value for value in values if value.number is not None] + [MeasuredValue(rational(0))] * zeros
    return mean_of(known) if known else MeasuredValue(None, "undefined on every topic")


# --- which topics are averaged --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Averages:
    """The mean of a measure over the topics that are answered, over all that are judged, and over those with relevant.

    Judged topics without documents count 0, as in trec_eval -c; those with relevant documents are answered ones.
    """

    measure: Measure
    answered: MeasuredValue
    judged: MeasuredValue
    with_relevant: MeasuredValue


def averages(topics: Sequence[Topic], columns: Sequence[MeasureColumn], absent: int, level: int) -> list[Averages]:
    """The means of each measure that has a value for each topic; ``absent`` judged topics are not in the run."""
    answered = [k for k, topic in enumerate(topics) if topic.documents]
    relevant = [k for k in answered if topics[k].binary(level).R > 0]
    means = []
    for column in columns:
        if column.values and not column.measure.is_count:
            values = [column.values[k] for k in answered]
            of_relevant = [column.values[k] for k in relevant]
            means.append(Averages(column.measure, _mean(values), _mean(values, zeros=absent), _mean(of_relevant)))
    return means


# --- ties -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TiedMeasure:
    """The topics on which the order of tied scores decides the value of a measure, and the bounds of its mean."""

    measure: Measure
    ranges: dict[str, TieRange]
    low: MeasuredValue
    high: MeasuredValue

    @property
    def is_exact(self) -> bool:
        """Return whether no order of the ties passes any of the bounds."""
        return all(between.is_exact for between in self.ranges.values())


def tied_measures(topics: Sequence[Topic], columns: Sequence[MeasureColumn], level: int) -> list[TiedMeasure]:
    """The measures whose values depend on the order of tied scores."""
    tied = []
    for column in columns:
        if not column.values or column.measure.is_count:
            continue
        ranges = {
            topic.name: between
            for topic in topics
            if topic.documents and (between := tie_range(topic, column.measure, level)) is not None
        }
        if ranges:
            named = list(zip(topics, column.values, strict=True))
            lows = [ranges[t.name].low if t.name in ranges else value for t, value in named]
            highs = [ranges[t.name].high if t.name in ranges else value for t, value in named]
            tied.append(TiedMeasure(column.measure, ranges, _mean(lows), _mean(highs)))
    return tied


# --- one measure beside another -------------------------------------------------------------------------------


@dataclass(frozen=True)
class DifferingTopic:
    """A topic on which two measures differ, with both values."""

    topic: str
    value: MeasuredValue
    beside: MeasuredValue

    @property
    def distance(self) -> Any:
        """How far apart they are; infinite where one of them has no value."""
        if self.value.number is None or self.beside.number is None:
            return float("inf")
        return abs(float(self.value.place) - float(self.beside.place))


@dataclass(frozen=True)
class BesideMeasure:
    """A measure beside another: the topics on which they differ, the largest difference first."""

    column: MeasureColumn
    beside: MeasureColumn
    topics: tuple[DifferingTopic, ...]


def compared(topics: Sequence[Topic], columns: Sequence[MeasureColumn], beside: MeasureColumn) -> list[BesideMeasure]:
    """Each column beside that one, topic by topic; :class:`BadMeasure` where one has no value for a topic."""
    for column in (beside, *columns):
        if not column.values:
            raise BadMeasure(f"{column.measure.name} is of all topics together; --beside compares topic by topic")
    besides = []
    for column in columns:
        pairs = zip(topics, column.values, beside.values, strict=True)
        differing = [DifferingTopic(topic.name, one, other) for topic, one, other in pairs if not one.is_as(other)]
        besides.append(BesideMeasure(column, beside, tuple(sorted(differing, key=lambda d: -d.distance))))
    return besides
