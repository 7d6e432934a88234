"""Evaluate one measure on one topic of a TREC run: exactly, as an enclosure or in floats, and over the orders of ties.

:mod:`.evaluate` collects the values to columns.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, groupby, product
from typing import Any

from ...catalogue.user_frames import raised_in_file
from ...engine.judged_run import Topic
from ...engine.measures import GUARD_DECIMALS, Measure
from ...engine.run_files import Grade
from ...evidence.fault import raise_if_ours
from ...evidence.instance import Changed
from ...model.registry import REGISTRY
from ...numbers.balls import decimals, ends
from ...numbers.exact import NotExact, Undefined, fraction, rational
from ...values.retrieval import Retrieval

PLACES = 4
"""Number of decimals that trec_eval prints."""
FLOAT_TOLERANCE = 1e-9
"""Largest difference of two values that count as equal if either is a float, relative to the larger one or 1."""


class MetricRaised(ValueError):
    """A definition failed: it raised an error other than ``Undefined``, or returned no exact number."""


@dataclass(frozen=True)
class MeasuredValue:
    """A value, or the reason why there is none: ``number`` is a rational, a ball, a float, or None."""

    number: Any
    undefined: str = ""
    is_unknown: bool = False
    """True if a value exists but was not computed; ``undefined`` says why."""

    def printed(self, places: int = PLACES) -> str:
        """Write the value with ``places`` decimals, all of them certain; a count has none."""
        if self.number is None:
            return "unknown" if self.is_unknown else "undefined"
        if isinstance(self.number, int):
            return str(self.number)
        if isinstance(self.number, float):
            return f"{self.number:.{places}f}"
        return decimals(self.number, places) or f"{float(self.number):.{places}f}"  # within 10^-12 of a tie of decimals

    @property
    def place(self) -> Fraction | float:
        """Return a number to sort by: the value itself, or the lower end of its enclosure."""
        return self.number if isinstance(self.number, float) else ends(self.number)[0]

    def is_as(self, other: MeasuredValue) -> bool:
        """Return whether both have no value, or equal values (to ``GUARD_DECIMALS`` decimals for enclosures)."""
        if self.number is None or other.number is None:
            return self.number is other.number
        if isinstance(self.number, float) or isinstance(other.number, float):
            a, b = (float(value.place) for value in (self, other))
            return math.isclose(a, b, rel_tol=FLOAT_TOLERANCE, abs_tol=FLOAT_TOLERANCE)
        (low, high), (other_low, other_high) = ends(self.number), ends(other.number)
        return (
            max(high, other_high) - min(low, other_low) < Fraction(3, 10**GUARD_DECIMALS)
            if low < high or other_low < other_high
            else low == other_low
        )


def printed_bounds(low: MeasuredValue, high: MeasuredValue) -> tuple[str, str]:
    """Write two values with enough decimals to show that they differ, at most ``GUARD_DECIMALS``."""
    pairs = ((low.printed(places), high.printed(places)) for places in range(PLACES, GUARD_DECIMALS))
    return next(((a, b) for a, b in pairs if a != b), (low.printed(), high.printed()))


def mean_of(values: Sequence[MeasuredValue]) -> MeasuredValue:
    """Average at least one value; all of them are defined."""
    numbers = [value.number for value in values]
    if any(isinstance(number, float) for number in numbers):
        return MeasuredValue(math.fsum(float(value.place) for value in values) / len(values))
    return MeasuredValue(sum(numbers, rational(0)) / rational(len(numbers)))


def value_on(topic: Topic, measure: Measure, level: int) -> MeasuredValue:
    """Return the value on a topic: 0 if nothing is retrieved, or if a measure by trec_eval's name is undefined."""
    if not topic.documents:
        return MeasuredValue(rational(0))
    arguments = measure.arguments(topic, level)
    try:
        value = value_of(measure, arguments)
    except MetricRaised as error:
        raise MetricRaised(f"topic {topic.name}: {error}") from error
    return MeasuredValue(rational(0)) if value.number is None and measure.as_trec_eval else value


def value_of(measure: Measure, arguments: Any) -> MeasuredValue:
    """Return the value on the metric's arguments; raise :class:`MetricRaised` if its definition fails."""
    try:
        first = measure.value(arguments)
        if measure.metric is not None and measure.metric.is_foreign:
            second = measure.value(arguments)
            if str(second) != str(first):
                raise Changed(f"{measure.name} answered {first} and then {second} on the same list")
        return MeasuredValue(float(first) if isinstance(first, float) else first)
    except Undefined as reason:
        return MeasuredValue(None, str(reason))
    except (Changed, NotExact) as error:
        raise MetricRaised(str(error)) from None
    except Exception as error:  # a user's definition may raise anything
        raise_if_ours(error)
        failure = raised_in_file(error) or f"the definition raised {type(error).__name__}: {error}"
        raise MetricRaised(f"{measure.name}: {failure}") from error


# Tied scores: the range of a measure over all orders of documents with equal scores, and its mean over them.
#
# 1. Documents that the measure reads alike (two that are not relevant, to a binary metric) are interchangeable. Only
#    their distinct arrangements count as orders.
# 2. If there are at most MAX_ORDERS_EVALUATED orders, all are evaluated.
# 3. A monotone measure never falls when a more relevant document moves up: the orders with the most and the least
#    relevant documents of each tie first attain the bounds.
# 4. An additive measure sums over ranks: its mean over the rotations of each tie is its mean over all orders.

MAX_ORDERS_EVALUATED = 500
"""Largest number of orders of one topic that are all evaluated."""
ADDITIVE_METRICS = frozenset((
    "precision", "recall", "f-measure", "precision-at", "recall-at", "r-precision", "rbp[binary]", "rbp[gains]",
    "dcg[linear]", "dcg[exponential]", "ndcg[linear]", "ndcg[exponential]",
))  # fmt: skip
"""Metrics that sum over ranks a gain that falls with the rank, or that ignore the order."""
MONOTONE_METRICS = ADDITIVE_METRICS | {
    "average-precision[whole]", "average-precision[R]", "bpref", "reciprocal-rank", "success-at",
}  # fmt: skip
"""Metrics that never fall when a more relevant document moves up (the axiom ``swap``)."""
TIE_MEAN_OF = {
    "average-precision[whole]": "tied-average-precision[mean]",
    "reciprocal-rank": "tied-reciprocal-rank[mean]",
}
"""By metric the row of the catalogue that is its mean over the orders of ties, in closed form."""


@dataclass(frozen=True)
class TieRange:
    """Range of a measure on a topic over the orders of its ties."""

    low: MeasuredValue
    high: MeasuredValue
    orders: int
    is_exact: bool
    """True if no order lies beyond these bounds; otherwise they are the values of two orders only."""


@dataclass(frozen=True)
class _Ties:
    """A topic as a measure reads it: the places of each tie, and for each place the grade that counts."""

    topic: Topic
    groups: tuple[tuple[int, ...], ...]
    grades: tuple[Grade | None, ...]

    @classmethod
    def of(cls, topic: Topic, measure: Measure, level: int) -> _Ties:
        places = groupby(range(len(topic.documents)), key=lambda k: topic.scores[k])
        arguments = measure.arguments(topic, level)
        grades = topic.grades if isinstance(arguments, Retrieval) else arguments.grades
        return cls(topic, tuple(tuple(group) for _, group in places), tuple(grades))

    @property
    def orders(self) -> int:
        """Count the arrangements that differ to the measure."""
        return math.prod(
            math.factorial(len(group))
            // math.prod(map(math.factorial, Counter(self.grades[k] for k in group).values()))
            for group in self.groups
        )

    def arrangements(self) -> Iterator[Topic]:
        """Yield the topic in each distinct arrangement; all are equally likely."""
        for parts in product(*(list(self._of_group(group)) for group in self.groups)):
            yield self.topic.arranged([k for part in parts for k in part])

    def _of_group(self, group: Sequence[int]) -> Iterator[list[int]]:
        """Yield the distinct orders of a tie: documents of one grade keep theirs, the rarest grade is placed first."""
        places_by_grade: dict[Grade | None, list[int]] = {}
        for k in group:
            places_by_grade.setdefault(self.grades[k], []).append(k)
        for document_at in _placements(group, sorted(places_by_grade.values(), key=len)):
            yield [document_at[k] for k in group]

    def in_order(self, *, best_first: bool) -> Topic:
        """Return the topic with the more relevant documents of each tie first, or last."""

        def relevance(k: int) -> float:
            return float(fraction(self.grades[k] or 0))

        ordered = (sorted(group, key=relevance, reverse=best_first) for group in self.groups)
        return self.topic.arranged([k for group in ordered for k in group])

    def rotations(self, group: Sequence[int]) -> Iterator[Topic]:
        """Yield the topic with one tie rotated by each number of places."""
        for shift in range(len(group)):
            rotated = dict(zip(group, (*group[shift:], *group[:shift]), strict=True))
            yield self.topic.arranged([rotated.get(k, k) for k in range(len(self.grades))])


def _placements(places: Sequence[int], parts: Sequence[list[int]]) -> Iterator[dict[int, int]]:
    """Yield the document at each place, for every choice of the places that the documents of each part take."""
    first, *others = parts
    for taken in combinations(places, len(first)):
        document_at = dict(zip(taken, first, strict=True))
        if not others:
            yield document_at
        else:
            for others_at in _placements([k for k in places if k not in document_at], others):
                yield {**document_at, **others_at}


def tie_range(topic: Topic, measure: Measure, level: int) -> TieRange | None:
    """Return the least and the greatest value over the orders of ties; None if all orders have the same value."""
    ties = _Ties.of(topic, measure, level)
    if ties.orders == 1:
        return None
    is_monotone = measure.metric is not None and measure.metric.name in MONOTONE_METRICS
    if is_monotone or ties.orders > MAX_ORDERS_EVALUATED:
        orders: Iterator[Topic] = (ties.in_order(best_first=best_first) for best_first in (False, True))
    else:
        orders = ties.arrangements()
    values = [value for order in orders if (value := value_on(order, measure, level)).number is not None]
    if not values:
        return None
    low, high = min(values, key=lambda value: value.place), max(values, key=lambda value: value.place)
    is_exact = is_monotone or ties.orders <= MAX_ORDERS_EVALUATED
    return None if is_exact and low.is_as(high) else TieRange(low, high, ties.orders, is_exact)


def mean_over_ties(topic: Topic, measure: Measure, level: int) -> MeasuredValue:
    """Return the exact mean over the orders of ties; unknown if they are too many and no closed form applies.

    It is undefined if the metric is undefined in some order.
    """
    ties = _Ties.of(topic, measure, level)
    name = measure.metric.name if measure.metric is not None else ""
    as_listed = value_on(topic, measure, level)
    if ties.orders == 1 or as_listed.number is None:
        return as_listed
    if name in TIE_MEAN_OF:
        row = REGISTRY.metric(TIE_MEAN_OF[name])
        value = value_of(Measure(measure.name, row), topic.scored(level))
        return value if value.number is not None else as_listed
    if name in ADDITIVE_METRICS:
        return _mean_of_rotations(ties, as_listed, measure, level)
    if ties.orders > MAX_ORDERS_EVALUATED:
        reason = f"its ties have {_count_text(ties.orders)} orders, and at most {MAX_ORDERS_EVALUATED} are gone through"
        return MeasuredValue(None, reason, is_unknown=True)
    values = [value_on(order, measure, level) for order in ties.arrangements()]
    return next((value for value in values if value.number is None), None) or mean_of(values)


def _mean_of_rotations(ties: _Ties, as_listed: MeasuredValue, measure: Measure, level: int) -> MeasuredValue:
    """Return the topic's value plus the average gain or loss of each tie over its rotations."""
    value = as_listed.number
    for group in ties.groups:
        if len({ties.grades[k] for k in group}) > 1:
            mean = mean_of([value_on(order, measure, level) for order in ties.rotations(group)])
            value += mean.number - as_listed.number
    return MeasuredValue(value + rational(0))


def _count_text(orders: int) -> str:
    """Write a number; a long one by its power of ten."""
    return f"{orders:,}" if orders < 10**9 else f"about 10^{len(str(orders)) - 1}"
