"""Values of a measure on a topic: exact, enclosed or floats, and over the orders of tied scores."""

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
from ...engine.measures import GUARD, Measure
from ...engine.run_files import Grade
from ...evidence.fault import raise_if_ours
from ...evidence.instance import Changed
from ...model.registry import REGISTRY
from ...numbers.balls import decimals, ends
from ...numbers.exact import NotExact, Undefined, fraction, rational
from ...values.retrieval import Retrieval

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


# Tied scores: what a measure can be over all orders of the documents with equal scores, and its mean over them.
# Documents that the measure reads alike (two that are not relevant, to a binary metric) are interchangeable, so
# that only their distinct arrangements are orders. All of them are gone through where they are few. Where they are
# many, the values of two orders bound a measure that is known to rise when a more relevant document moves up, and a
# measure that adds up over ranks has the same mean over the rotations of each tie as over all its orders.

MOST_ORDERS = 500
"""The most orders of one topic that are gone through."""
ADDITIVE = frozenset((
    "precision", "recall", "f-measure", "precision-at", "recall-at", "r-precision", "rbp[binary]", "rbp[gains]",
    "dcg[linear]", "dcg[exponential]", "ndcg[linear]", "ndcg[exponential]",
))  # fmt: skip
"""Metrics that add up, over ranks, what a document is worth there, which falls with the rank; or ignore the order."""
MONOTONE = ADDITIVE | {
    "average-precision[whole]", "average-precision[R]", "bpref", "reciprocal-rank", "success-at",
}  # fmt: skip
"""Metrics that never fall when a more relevant document moves up (the axiom ``swap``)."""
MEAN_ROWS = {
    "average-precision[whole]": "tied-average-precision[mean]",
    "reciprocal-rank": "tied-reciprocal-rank[mean]",
}
"""Rows of the catalogue that are the mean of another over the orders of ties, in closed form."""


@dataclass(frozen=True)
class TieRange:
    """Range of a measure on a topic over the orders of its ties."""

    low: MeasuredValue
    high: MeasuredValue
    orders: int
    is_exact: bool
    """Whether no order passes these bounds; else they are values of two orders, and others may lie beyond."""


@dataclass(frozen=True)
class _Ties:
    """A topic as a measure reads it: the places of each score, and what the document at each place counts as."""

    topic: Topic
    groups: tuple[tuple[int, ...], ...]
    read: tuple[Grade | None, ...]

    @classmethod
    def of(cls, topic: Topic, measure: Measure, level: int) -> _Ties:
        places = groupby(range(len(topic.documents)), key=lambda k: topic.scores[k])
        given = measure.arguments(topic, level)
        read = topic.grades if isinstance(given, Retrieval) else given.grades
        return cls(topic, tuple(tuple(group) for _, group in places), tuple(read))

    @property
    def orders(self) -> int:
        """How many arrangements differ to the measure."""
        return math.prod(
            math.factorial(len(group)) // math.prod(map(math.factorial, Counter(self.read[k] for k in group).values()))
            for group in self.groups
        )

    def arrangements(self) -> Iterator[Topic]:
        """The topic in each of them, all equally likely."""
        for parts in product(*(list(self._of_group(group)) for group in self.groups)):
            yield self.topic.arranged([k for part in parts for k in part])

    def _of_group(self, group: Sequence[int]) -> Iterator[list[int]]:
        """The documents of a tie in each order: those that count alike keep theirs, and the fewest are placed first."""
        alike: dict[Grade | None, list[int]] = {}
        for k in group:
            alike.setdefault(self.read[k], []).append(k)
        for placed in _placements(group, sorted(alike.values(), key=len)):
            yield [placed[k] for k in group]

    def in_order(self, *, best_first: bool) -> Topic:
        """The topic with the more relevant documents of each tie first, or last."""

        def worth(k: int) -> float:
            return float(fraction(self.read[k] or 0))

        return self.topic.arranged([k for group in self.groups for k in sorted(group, key=worth, reverse=best_first)])

    def rotations(self, group: Sequence[int]) -> Iterator[Topic]:
        """The topic with one tie rotated by each number of places."""
        for turn in range(len(group)):
            turned = dict(zip(group, (*group[turn:], *group[:turn]), strict=True))
            yield self.topic.arranged([turned.get(k, k) for k in range(len(self.read))])


def _placements(places: Sequence[int], parts: Sequence[list[int]]) -> Iterator[dict[int, int]]:
    """Yield the contents of each place, for every choice of the places that each part takes."""
    first, *others = parts
    for chosen in combinations(places, len(first)):
        placed = dict(zip(chosen, first, strict=True))
        if not others:
            yield placed
        else:
            for rest in _placements([k for k in places if k not in placed], others):
                yield {**placed, **rest}


def tie_range(topic: Topic, measure: Measure, level: int) -> TieRange | None:
    """The least and the greatest value over the orders of the ties that give one; None where they are the same."""
    tied = _Ties.of(topic, measure, level)
    if tied.orders == 1:
        return None
    is_monotone = measure.metric is not None and measure.metric.name in MONOTONE
    if is_monotone or tied.orders > MOST_ORDERS:
        tried: Iterator[Topic] = (tied.in_order(best_first=best_first) for best_first in (False, True))
    else:
        tried = tied.arrangements()
    values = [value for one in tried if (value := value_on(one, measure, level)).number is not None]
    if not values:
        return None
    low, high = min(values, key=lambda value: value.place), max(values, key=lambda value: value.place)
    is_exact = is_monotone or tied.orders <= MOST_ORDERS
    return None if is_exact and low.is_as(high) else TieRange(low, high, tied.orders, is_exact)


def mean_over_ties(topic: Topic, measure: Measure, level: int) -> MeasuredValue:
    """The exact mean over the orders of the ties; unknown where they are too many and no rule is known for them.

    Where the metric has no value in some order, there is no mean either.
    """
    tied = _Ties.of(topic, measure, level)
    name = measure.metric.name if measure.metric is not None else ""
    as_listed = value_on(topic, measure, level)
    if tied.orders == 1 or as_listed.number is None:
        return as_listed
    if name in MEAN_ROWS:
        row = REGISTRY.metric(MEAN_ROWS[name])
        value = value_of(Measure(measure.name, row), topic.scored(level))
        return value if value.number is not None else as_listed
    if name in ADDITIVE:
        return _mean_of_rotations(tied, as_listed, measure, level)
    if tied.orders > MOST_ORDERS:
        of = f"its ties have {_counted(tied.orders)} orders, and at most {MOST_ORDERS} are gone through"
        return MeasuredValue(None, of, is_unknown=True)
    values = [value_on(one, measure, level) for one in tied.arrangements()]
    return next((value for value in values if value.number is None), None) or mean_of(values)


def _mean_of_rotations(tied: _Ties, as_listed: MeasuredValue, measure: Measure, level: int) -> MeasuredValue:
    """Return the topic's value, and the average gain or loss of each tie over its rotations."""
    total = as_listed.number
    for group in tied.groups:
        if len({tied.read[k] for k in group}) > 1:
            mean = mean_of([value_on(one, measure, level) for one in tied.rotations(group)])
            total += mean.number - as_listed.number
    return MeasuredValue(total + rational(0))


def _counted(orders: int) -> str:
    """The number, by its power of ten where it is long."""
    return f"{orders:,}" if orders < 10**9 else f"about 10^{len(str(orders)) - 1}"
