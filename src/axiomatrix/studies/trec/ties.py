"""Tied scores: what a measure can be over all orders of the documents with equal scores, and its mean over them.

Documents that the measure reads alike (two that are not relevant, to a binary metric) are interchangeable, so that only
their distinct arrangements are orders. All of them are gone through where they are few. Where they are many, the values
of two orders bound a measure that is known to rise when a more relevant document moves up, and a measure that adds up
over ranks has the same mean over the rotations of each tie as over all its orders.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, product

from ...engine.judged_run import Topic
from ...engine.measures import Measure
from ...engine.run_files import Grade
from ...model.registry import REGISTRY
from ...numbers.exact import fraction, rational
from ...values.retrieval import Retrieval
from .measured import MeasuredValue, mean_of, value_of, value_on

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


def _mean_of_rotations(tied: _Ties, here: MeasuredValue, measure: Measure, level: int) -> MeasuredValue:
    """Return the topic's value, and the average gain or loss of each tie over its rotations."""
    total = here.number
    for group in tied.groups:
        if len({tied.read[k] for k in group}) > 1:
            mean = mean_of([value_on(one, measure, level) for one in tied.rotations(group)])
            total += mean.number - here.number
    return MeasuredValue(total + rational(0))


def _counted(orders: int) -> str:
    """The number, by its power of ten where it is long."""
    return f"{orders:,}" if orders < 10**9 else f"about 10^{len(str(orders)) - 1}"
