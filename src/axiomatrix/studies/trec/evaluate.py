"""Evaluate measures on a TREC run, for `axiomatrix evaluate`: by topic, on average, and against another measure.

A run lists documents for each topic, and judgements grade some of them. Measures whose value depends on the order of
documents with tied scores are listed with the bounds of their mean. ``level`` is the least grade that counts as
relevant for binary measures. Most measures are metrics of one list. Some are *counts*, such as the number of retrieved
documents, and some have one value for all topics together, such as GMAP (``of_run``).
"""

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
    """The values of a measure on every topic, and its value over all topics."""

    measure: Measure
    values: tuple[MeasuredValue, ...]
    """By topic; empty for a measure of all topics together, such as GMAP."""
    overall: MeasuredValue
    """The mean, or the sum of a count, or the value of a measure of all topics together."""
    left_out: int
    """Number of topics on which the measure is undefined; the mean leaves them out."""


def evaluate_measures(
    topics: Sequence[Topic], measures: Sequence[Measure], *, level: int = 1, over_ties: bool = False
) -> list[MeasureColumn]:
    """Evaluate each measure on every topic, and average it over the topics on which it is defined.

    A topic with an empty list counts as 0, and occurs only if all judged topics are requested. For a measure by
    trec_eval's name, a topic without a value counts as 0 too. ``over_ties`` replaces the value on a topic by its mean
    over the orders of tied scores. Raises :class:`BadMeasure` for that mean of a measure of all topics together.
    """
    return [_column(list(topics), measure, level, over_ties=over_ties) for measure in measures]


def _column(topics: list[Topic], measure: Measure, level: int, *, over_ties: bool) -> MeasureColumn:
    if measure.is_count:
        counts = [measure.count(topic, level) for topic in topics]
        return MeasureColumn(measure, tuple(map(MeasuredValue, counts)), MeasuredValue(sum(counts)), 0)
    if measure.is_of_run:
        if over_ties:
            raise BadMeasure(
                f"{measure.name} is computed over all topics together; --ties mean needs a value for each topic"
            )
        return MeasureColumn(measure, (), value_of(measure, measure.run(topics, level)), 0)
    evaluate = mean_over_ties if over_ties else value_on
    values = tuple(evaluate(topic, measure, level) for topic in topics)
    return MeasureColumn(measure, values, _mean(values), sum(value.number is None for value in values))


def _mean(values: Sequence[MeasuredValue], *, zeros: int = 0) -> MeasuredValue:
    """Average the defined values and ``zeros`` further zeros; unknown if a value exists that was not computed."""
    if unknown := next((value for value in values if value.is_unknown), None):
        return unknown
    defined = [value for value in values if value.number is not None]
    defined += [MeasuredValue(rational(0))] * zeros
    return mean_of(defined) if defined else MeasuredValue(None, "undefined on every topic")


# --- which topics are averaged --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Averages:
    """The means of a measure over three sets of topics.

    Among the judged topics, one that the run does not answer counts 0, as in trec_eval -c.
    """

    measure: Measure
    answered: MeasuredValue
    """The mean over the topics that the run answers."""
    judged: MeasuredValue
    """The mean over all judged topics."""
    with_relevant: MeasuredValue
    """The mean over the answered topics with relevant documents."""


def averages(topics: Sequence[Topic], columns: Sequence[MeasureColumn], absent: int, level: int) -> list[Averages]:
    """Average each measure that has a value for each topic; ``absent`` judged topics are not in the run."""
    answered = [k for k, topic in enumerate(topics) if topic.documents]
    with_relevant = [k for k in answered if topics[k].binary(level).R > 0]  # R: the number of relevant documents
    means = []
    for column in columns:
        if column.values and not column.measure.is_count:
            values = [column.values[k] for k in answered]
            relevant_values = [column.values[k] for k in with_relevant]
            means.append(Averages(column.measure, _mean(values), _mean(values, zeros=absent), _mean(relevant_values)))
    return means


# --- ties -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TiedMeasure:
    """The topics on which the order of tied scores decides the value of a measure, and the bounds of its mean."""

    measure: Measure
    ranges: dict[str, TieRange]
    """By name of the topic, those on which the order decides."""
    low: MeasuredValue
    """The mean if every tie is in its worst order."""
    high: MeasuredValue
    """The mean if every tie is in its best order."""

    @property
    def is_exact(self) -> bool:
        """Return whether the bounds are attained on every topic: no order of the ties lies beyond them."""
        return all(tie_range.is_exact for tie_range in self.ranges.values())


def measures_with_deciding_ties(
    topics: Sequence[Topic], columns: Sequence[MeasureColumn], level: int
) -> list[TiedMeasure]:
    """Return the measures whose value on some topic depends on the order of tied scores."""
    measures = []
    for column in columns:
        if not column.values or column.measure.is_count:
            continue
        ranges = {}
        for topic in topics:
            tied = tie_range(topic, column.measure, level) if topic.documents else None
            if tied is not None:  # else all orders have the same value
                ranges[topic.name] = tied
        if ranges:
            lows, highs = [], []
            for topic, value in zip(topics, column.values, strict=True):
                bounds = ranges.get(topic.name)
                lows.append(value if bounds is None else bounds.low)
                highs.append(value if bounds is None else bounds.high)
            measures.append(TiedMeasure(column.measure, ranges, _mean(lows), _mean(highs)))
    return measures


# --- comparing two measures -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class DifferingTopic:
    """A topic on which two measures differ, with both values."""

    topic: str
    value: MeasuredValue
    """The value of the measure compared."""
    beside: MeasuredValue
    """The value of the reference."""

    @property
    def distance(self) -> Any:
        """Return the size of the difference of the two values as a float; infinite if either is undefined."""
        if self.value.number is None or self.beside.number is None:
            return float("inf")
        return abs(float(self.value.lower_end) - float(self.beside.lower_end))


@dataclass(frozen=True)
class BesideMeasure:
    """A measure against another: the topics on which they differ, the largest difference first."""

    column: MeasureColumn
    """The measure compared."""
    beside: MeasureColumn
    """The reference, the same for every measure."""
    topics: tuple[DifferingTopic, ...]


def compare_with(
    topics: Sequence[Topic], columns: Sequence[MeasureColumn], reference: MeasureColumn
) -> list[BesideMeasure]:
    """Compare each column with the reference, topic by topic.

    Raises :class:`BadMeasure` for a measure of all topics together, such as GMAP.
    """
    for column in (reference, *columns):
        if not column.values:
            raise BadMeasure(
                f"{column.measure.name} is computed over all topics together; --beside needs a value for each topic"
            )
    comparisons = []
    for column in columns:
        pairs = zip(topics, column.values, reference.values, strict=True)
        differing = [DifferingTopic(topic.name, x, y) for topic, x, y in pairs if not x.equals(y)]
        differing.sort(key=lambda differing_topic: -differing_topic.distance)
        comparisons.append(BesideMeasure(column, reference, tuple(differing)))
    return comparisons
