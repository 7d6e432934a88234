"""Values of a measure on a topic: exact, enclosed so that the digits are certain, or floats."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...catalogue.user_frames import raised_in_file
from ...engine.judged_run import Topic
from ...engine.measures import GUARD, Measure
from ...evidence.blame import raise_if_ours
from ...evidence.instance import Changed
from ...numbers.balls import decimals, ends
from ...numbers.exact import NotExact, Undefined, rational

PLACES = 4
"""How many decimals trec_eval prints."""
FLOAT_TOLERANCE = 1e-9
"""How far apart two values may be that count as equal where one is a float, in units of the larger one or of 1."""


class MetricRaised(ValueError):
    """A definition that raised what is not a reason for having no value, or returned what is not an exact number."""


@dataclass(frozen=True)
class MeasuredValue:
    """A value, or why there is none: ``number`` is a rational, a ball, a float, or None."""

    number: Any
    undefined: str = ""
    is_unknown: bool = False
    """Whether there may be a value that was not found; ``undefined`` says why."""

    def printed(self, places: int = PLACES) -> str:
        """The value with so many decimals, each of them certain; counts as they are."""
        if self.number is None:
            return "unknown" if self.is_unknown else "undefined"
        if isinstance(self.number, int):
            return str(self.number)
        if isinstance(self.number, float):
            return f"{self.number:.{places}f}"
        return decimals(self.number, places) or f"{float(self.number):.{places}f}"  # within 10^-12 of a tie of decimals

    @property
    def place(self) -> Fraction | float:
        """A number to order it by: the value itself, or the lower end of what encloses it."""
        return self.number if isinstance(self.number, float) else ends(self.number)[0]

    def is_as(self, other: MeasuredValue) -> bool:
        """Return whether both have the same value (to ``GUARD`` decimals where one is enclosed), or both none."""
        if self.number is None or other.number is None:
            return self.number is other.number
        if isinstance(self.number, float) or isinstance(other.number, float):
            a, b = (float(value.place) for value in (self, other))
            return math.isclose(a, b, rel_tol=FLOAT_TOLERANCE, abs_tol=FLOAT_TOLERANCE)
        (low, high), (least, most) = ends(self.number), ends(other.number)
        return (
            max(high, most) - min(low, least) < Fraction(3, 10**GUARD) if low < high or least < most else low == least
        )


def printed_bounds(low: MeasuredValue, high: MeasuredValue) -> tuple[str, str]:
    """Two values with as many decimals as show that they differ, up to ``GUARD``."""
    pairs = ((low.printed(places), high.printed(places)) for places in range(PLACES, GUARD))
    return next(((a, b) for a, b in pairs if a != b), (low.printed(), high.printed()))


def mean_of(values: Sequence[MeasuredValue]) -> MeasuredValue:
    """The mean of values that there are, at least one."""
    numbers = [value.number for value in values]
    if any(isinstance(number, float) for number in numbers):
        return MeasuredValue(math.fsum(float(value.place) for value in values) / len(values))
    return MeasuredValue(sum(numbers, rational(0)) / rational(len(numbers)))


def value_on(topic: Topic, measure: Measure, level: int) -> MeasuredValue:
    """The value on a topic: 0 where nothing is retrieved, and by trec_eval's names where the metric is undefined."""
    if not topic.documents:
        return MeasuredValue(rational(0))
    arguments = measure.arguments(topic, level)
    try:
        value = value_of(measure, arguments)
    except MetricRaised as error:
        raise MetricRaised(f"topic {topic.name}: {error}") from error
    return MeasuredValue(rational(0)) if value.number is None and measure.as_trec_eval else value


def value_of(measure: Measure, given: Any) -> MeasuredValue:
    """The value on what the metric takes; :class:`MetricRaised` if its definition fails."""
    try:
        first = measure.value(given)
        if measure.metric is not None and measure.metric.is_foreign:
            again = measure.value(given)
            if str(again) != str(first):
                raise Changed(f"{measure.name} answered {first} and then {again} on the same list")
        return MeasuredValue(float(first) if isinstance(first, float) else first)
    except Undefined as reason:
        return MeasuredValue(None, str(reason))
    except (Changed, NotExact) as error:
        raise MetricRaised(str(error)) from None
    except Exception as error:  # a user's definition may raise anything
        raise_if_ours(error)
        why = raised_in_file(error) or f"the definition raised {type(error).__name__}: {error}"
        raise MetricRaised(f"{measure.name}: {why}") from error
