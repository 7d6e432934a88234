"""Evaluate one measure on one topic of a TREC run: exactly, as an enclosure or in floats, and over the orders of ties.

A run lists documents for each topic by score, and judgements grade some of them. Documents of equal score are *tied*:
trec_eval orders them by name, so that the value of a measure may depend on names. :mod:`.evaluate` collects the values
to columns. ``level`` is the least grade that counts as relevant for binary measures. A measure may be a count, which
has no metric, or a metric, perhaps with trec_eval's name and conventions (:class:`~...engine.measures.Measure`).
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
"""Largest difference of two values that count as equal if either is a float: absolute, or relative to the larger."""
MAX_SPAN_OF_EQUALS = Fraction(3, 10**GUARD_DECIMALS)
"""Span of two enclosures below which they count as equal: each is known to ``GUARD_DECIMALS`` decimals."""


class MetricRaised(ValueError):
    """A definition failed: it raised an error other than ``Undefined``, or returned no exact number."""


@dataclass(frozen=True)
class MeasuredValue:
    """A value, or the reason why there is none."""

    number: Any
    """A rational, a ball (an enclosure of an irrational number), a float, an int for a count, or None."""
    undefined: str = ""
    """The reason why there is no number; empty if there is one."""
    is_unknown: bool = False
    """True if a value exists but was not computed; ``undefined`` says why."""

    def printed(self, places: int = PLACES) -> str:
        """Write the value with ``places`` decimals, all of them certain for exact values; a count has none."""
        if self.number is None:
            return "unknown" if self.is_unknown else "undefined"
        if isinstance(self.number, int):
            return str(self.number)
        if isinstance(self.number, float):
            return f"{self.number:.{places}f}"
        # An enclosure that contains the boundary between two decimals decides neither: then the float does.
        return decimals(self.number, places) or f"{float(self.number):.{places}f}"

    @property
    def lower_end(self) -> Fraction | float:
        """Return the lower end of the enclosure, or the value itself if it is known exactly or a float."""
        return self.number if isinstance(self.number, float) else ends(self.number)[0]

    def equals(self, other: MeasuredValue) -> bool:
        """Return whether both have no value, or equal values (to ``GUARD_DECIMALS`` decimals for enclosures)."""
        if self.number is None or other.number is None:
            return self.number is other.number
        if isinstance(self.number, float) or isinstance(other.number, float):
            a, b = (float(value.lower_end) for value in (self, other))
            return math.isclose(a, b, rel_tol=FLOAT_TOLERANCE, abs_tol=FLOAT_TOLERANCE)
        low, high = ends(self.number)
        other_low, other_high = ends(other.number)
        if low == high and other_low == other_high:  # both are rational
            return low == other_low
        return max(high, other_high) - min(low, other_low) < MAX_SPAN_OF_EQUALS


def printed_bounds(low: MeasuredValue, high: MeasuredValue) -> tuple[str, str]:
    """Write two values with enough decimals to show that they differ, at most ``GUARD_DECIMALS``."""
    pairs = ((low.printed(places), high.printed(places)) for places in range(PLACES, GUARD_DECIMALS))
    return next(((a, b) for a, b in pairs if a != b), (low.printed(), high.printed()))


def mean_of(values: Sequence[MeasuredValue]) -> MeasuredValue:
    """Average at least one value; all of them must be defined. One float makes the mean a float."""
    numbers = [value.number for value in values]
    if any(isinstance(number, float) for number in numbers):
        return MeasuredValue(math.fsum(float(value.lower_end) for value in values) / len(values))
    return MeasuredValue(sum(numbers, rational(0)) / rational(len(numbers)))


def value_on(topic: Topic, measure: Measure, level: int) -> MeasuredValue:
    """Return the value on a topic: 0 if nothing is retrieved, or if a measure by trec_eval's name is undefined."""
    if not topic.documents:
        return MeasuredValue(rational(0))
    arguments = measure.argument_of(topic, level)
    try:
        value = value_of(measure, arguments)
    except MetricRaised as error:
        raise MetricRaised(f"topic {topic.name}: {error}") from error
    return MeasuredValue(rational(0)) if value.number is None and measure.as_trec_eval else value


def value_of(measure: Measure, arguments: Any) -> MeasuredValue:
    """Return the value on the metric's arguments; raise :class:`MetricRaised` if its definition fails.

    A user's definition is evaluated twice, to notice a nondeterministic one.
    """
    try:
        value = measure.value(arguments)
        if measure.metric is not None and measure.metric.is_foreign:
            value_again = measure.value(arguments)
            if str(value_again) != str(value):
                raise Changed(f"{measure.name} answered {value} and then {value_again} on the same list")
        return MeasuredValue(float(value) if isinstance(value, float) else value)  # a float of numpy becomes Python's
    except Undefined as reason:
        return MeasuredValue(None, str(reason))
    except (Changed, NotExact) as error:
        raise MetricRaised(str(error)) from None
    except Exception as error:  # a user's definition may raise anything
        raise_if_ours(error)
        failure = raised_in_file(error) or f"the definition raised {type(error).__name__}: {error}"
        raise MetricRaised(f"{measure.name}: {failure}") from error


# --- tied scores: the range of a measure over all orders of documents with equal scores, and its mean over them -----
#
# 1. Documents that the measure reads alike (two that are not relevant, to a binary metric) are interchangeable. Only
#    their distinct arrangements count as orders.
# 2. If there are at most MAX_ORDERS_EVALUATED orders, all are evaluated.
# 3. A monotone measure never falls when a more relevant document moves up: the orders with the most and the least
#    relevant documents of each tie first attain the bounds.
# 4. An additive measure sums over ranks. In the rotations of a tie every document has every rank of the tie once, as
#    often as any other, so its mean over the rotations of each tie is its mean over all orders.

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
    """The number of orders that differ to the measure."""
    is_exact: bool
    """True if no order lies beyond these bounds; otherwise they are the values of two orders only."""


@dataclass(frozen=True)
class _Ties:
    """A topic as a measure reads it: the places of each tie, and for each place the grade that counts.

    A place is the index of a document in the run, from 0.
    """

    topic: Topic
    groups: tuple[tuple[int, ...], ...]
    """Consecutive places of equal score; a document that is not tied is a group by itself."""
    grades: tuple[Grade | None, ...]
    """By place; None for an unjudged document, if the measure tells it from one that is judged not relevant."""

    @classmethod
    def of(cls, topic: Topic, measure: Measure, level: int) -> _Ties:
        """Group the places of a topic by score, with the grades that the measure reads."""
        places = groupby(range(len(topic.documents)), key=lambda k: topic.scores[k])
        arguments = measure.argument_of(topic, level)
        # A measure of retrieved ids (``Retrieval``) may tell unjudged documents from others; a judged list cannot.
        grades = topic.grades if isinstance(arguments, Retrieval) else arguments.grades
        return cls(topic, tuple(tuple(group) for _, group in places), tuple(grades))

    @property
    def orders(self) -> int:
        """Count the arrangements that differ to the measure: documents of one grade in a tie are interchangeable."""
        return math.prod(
            math.factorial(len(group))
            // math.prod(map(math.factorial, Counter(self.grades[k] for k in group).values()))
            for group in self.groups
        )

    def arrangements(self) -> Iterator[Topic]:
        """Yield the topic in each distinct arrangement; all are equally likely.

        ``Topic.reordered`` takes for each new place the old place of its document.
        """
        for parts in product(*(list(self._of_group(group)) for group in self.groups)):
            yield self.topic.reordered([k for part in parts for k in part])

    def _of_group(self, group: Sequence[int]) -> Iterator[list[int]]:
        """Yield the distinct orders of a tie, in which documents of one grade keep their order among themselves.

        Each order has the old places by new place. The rarest grade is placed first, which leaves the fewest branches.
        """
        places_by_grade: dict[Grade | None, list[int]] = {}
        for k in group:
            places_by_grade.setdefault(self.grades[k], []).append(k)
        for old_place_at in _placements(group, sorted(places_by_grade.values(), key=len)):
            yield [old_place_at[k] for k in group]

    def in_order(self, *, best_first: bool) -> Topic:
        """Return the topic with the more relevant documents of each tie first, or last."""

        def relevance(k: int) -> float:
            return float(fraction(self.grades[k] or 0))

        ordered = (sorted(group, key=relevance, reverse=best_first) for group in self.groups)
        return self.topic.reordered([k for group in ordered for k in group])

    def rotations(self, group: Sequence[int]) -> Iterator[Topic]:
        """Yield the topic with one tie rotated by each number of places."""
        for shift in range(len(group)):
            rotated = dict(zip(group, (*group[shift:], *group[:shift]), strict=True))
            yield self.topic.reordered([rotated.get(k, k) for k in range(len(self.grades))])


def _placements(places: Sequence[int], parts: Sequence[list[int]]) -> Iterator[dict[int, int]]:
    """Yield by place the document there, for every choice of the places that the documents of each part take.

    Documents are named by their old places. The parts have as many documents in total as there are places.
    """
    first_part, *other_parts = parts
    for chosen in combinations(places, len(first_part)):
        document_at = dict(zip(chosen, first_part, strict=True))
        if not other_parts:
            yield document_at
        else:
            free = [k for k in places if k not in document_at]
            for others_at in _placements(free, other_parts):
                yield {**document_at, **others_at}


def tie_range(topic: Topic, measure: Measure, level: int) -> TieRange | None:
    """Return the least and the greatest value over the orders of ties; None if all orders have the same value.

    If the orders are too many and the measure is not monotone, they are the values of the best and the worst order by
    relevance, which need not be the extremes. Orders without a value do not count.
    """
    ties = _Ties.of(topic, measure, level)
    if ties.orders == 1:
        return None
    is_monotone = measure.metric is not None and measure.metric.name in MONOTONE_METRICS
    if is_monotone or ties.orders > MAX_ORDERS_EVALUATED:
        arranged: Iterator[Topic] = (ties.in_order(best_first=best_first) for best_first in (False, True))
    else:
        arranged = ties.arrangements()
    all_values = [value_on(arranged_topic, measure, level) for arranged_topic in arranged]
    values = [value for value in all_values if value.number is not None]
    if not values:
        return None
    low = min(values, key=lambda value: value.lower_end)
    high = max(values, key=lambda value: value.lower_end)
    is_exact = is_monotone or ties.orders <= MAX_ORDERS_EVALUATED
    return None if is_exact and low.equals(high) else TieRange(low, high, ties.orders, is_exact)


def mean_over_ties(topic: Topic, measure: Measure, level: int) -> MeasuredValue:
    """Return the exact mean over the orders of ties; unknown if they are too many and no closed form applies.

    It is undefined if the metric is undefined in some order.
    """
    ties = _Ties.of(topic, measure, level)
    name = measure.metric.name if measure.metric is not None else ""  # a count has no metric
    as_listed = value_on(topic, measure, level)
    if ties.orders == 1 or as_listed.number is None:
        return as_listed
    if name in TIE_MEAN_OF:
        mean_metric = REGISTRY.metric(TIE_MEAN_OF[name])
        mean = value_of(Measure(measure.name, mean_metric), topic.scored(level))
        return mean if mean.number is not None else as_listed
    if name in ADDITIVE_METRICS:
        return _mean_of_rotations(ties, as_listed, measure, level)
    if ties.orders > MAX_ORDERS_EVALUATED:
        reason = f"its ties have {_count_text(ties.orders)} orders, and at most {MAX_ORDERS_EVALUATED} are evaluated"
        return MeasuredValue(None, reason, is_unknown=True)
    values = [value_on(arranged, measure, level) for arranged in ties.arrangements()]
    undefined = next((value for value in values if value.number is None), None)
    return undefined if undefined is not None else mean_of(values)


def _mean_of_rotations(ties: _Ties, as_listed: MeasuredValue, measure: Measure, level: int) -> MeasuredValue:
    """Return the topic's value plus the average gain or loss of each tie over its rotations."""
    total = as_listed.number
    for group in ties.groups:
        if len({ties.grades[k] for k in group}) > 1:  # documents of one grade can be rotated without effect
            mean = mean_of([value_on(rotated, measure, level) for rotated in ties.rotations(group)])
            total += mean.number - as_listed.number
    return MeasuredValue(total + rational(0))  # an int would count as a count


def _count_text(orders: int) -> str:
    """Write a number; a long one by its power of ten."""
    return f"{orders:,}" if orders < 10**9 else f"about 10^{len(str(orders)) - 1}"
