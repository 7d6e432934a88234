"""Values of metrics on the topics of a run, and their means: exact, or enclosed so that the digits are certain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...catalogue.user_frames import raised_in_file
from ...engine.given.lists import Topic
from ...engine.given.measures import Measure
from ...evidence.blame import raise_if_ours
from ...evidence.instance import Changed
from ...numbers.balls import decimals
from ...numbers.exact import NotExact, Undefined, rational

PLACES = 4
"""How many decimals trec_eval prints."""


class MetricRaised(ValueError):
    """A definition that raised what is not a reason for having no value, or returned what is not an exact number."""


@dataclass(frozen=True)
class MeasuredValue:
    """A value, or why there is none: ``number`` is a rational, a ball, or None."""

    number: Any
    undefined: str = ""

    def printed(self, places: int = PLACES) -> str:
        """The value with so many decimals, each of them certain; counts as they are."""
        if self.number is None:
            return "undefined"
        if isinstance(self.number, int):
            return str(self.number)
        return decimals(self.number, places) or f"{float(self.number):.{places}f}"  # within 10^-12 of a tie of decimals


@dataclass(frozen=True)
class MeasureColumn:
    """A measure on every topic, and over all of them; ``left_out`` counts the topics on which it is undefined."""

    measure: Measure
    values: tuple[MeasuredValue, ...]
    overall: MeasuredValue
    left_out: int


def evaluated(topics: Sequence[Topic], measures: Sequence[Measure], *, level: int = 1) -> list[MeasureColumn]:
    """A column for each measure. The mean is over the topics on which the metric is defined.

    By trec_eval's names a topic without a value counts as 0, and so does, by any name, a topic with an empty list
    (which there is only where all judged topics are asked for).
    """
    return [_column(list(topics), measure, level) for measure in measures]


def _column(topics: list[Topic], measure: Measure, level: int) -> MeasureColumn:
    if measure.is_count:
        counts = [measure.count(topic, level) for topic in topics]
        return MeasureColumn(measure, tuple(map(MeasuredValue, counts)), MeasuredValue(sum(counts)), 0)
    if measure.of_run:
        return MeasureColumn(measure, (), _value(measure, measure.run(topics, level)), 0)
    values = tuple(_of_topic(topic, measure, level) for topic in topics)
    known = [value.number for value in values if value.number is not None]
    if not known:
        return MeasureColumn(measure, values, MeasuredValue(None, "undefined on every topic"), len(values))
    mean = MeasuredValue(sum(known, rational(0)) / rational(len(known)))
    return MeasureColumn(measure, values, mean, len(values) - len(known))


def _of_topic(topic: Topic, measure: Measure, level: int) -> MeasuredValue:
    if not topic.documents:
        return MeasuredValue(rational(0))
    value = _value(measure, measure.arguments(topic, level))
    return MeasuredValue(rational(0)) if value.number is None and measure.as_trec_eval else value


def _value(measure: Measure, given: Any) -> MeasuredValue:
    try:
        first = measure.value(given)
        if measure.metric is not None and measure.metric.is_foreign:
            again = measure.value(given)
            if str(again) != str(first):
                raise Changed(f"{measure.name} answered {first} and then {again} on the same list")
        return MeasuredValue(first)
    except Undefined as reason:
        return MeasuredValue(None, str(reason))
    except (Changed, NotExact) as error:
        raise MetricRaised(str(error)) from None
    except Exception as error:  # a user's definition may raise anything
        raise_if_ours(error)
        why = raised_in_file(error) or f"the definition raised {type(error).__name__}: {error}"
        raise MetricRaised(f"{measure.name}: {why}") from error
