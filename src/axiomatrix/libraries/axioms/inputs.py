"""Small spaces of call inputs for the axioms about implementations: scored items, or two orders.

A call of a library takes a thousand times as long as an evaluation of a metric of the catalogue, and these axioms make
each call in several manners. So each axiom has a small space of inputs, which is enumerated completely and which
reports name. The spaces that axioms use stand at the end of this file.

A value of such a space is a :class:`CallArguments`, all arguments of one call. Its space depends on the metric that
the axiom is asked of: :meth:`CallInputs.of_metric` binds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from ...model.metric import Metric
from ...numbers.exact import Whole, fraction
from ...spaces import Chooser, JudgedLists, ScoredLists, Space
from ...values.orders import WeakOrder
from ...values.scored import Scored, Scores

MAX_ITEMS_DRAWN = 5
"""Most scored items that are drawn. With more, a mean over all orders of ties takes too long."""


class CallArguments(tuple[Any, ...]):
    """The arguments of one call, in the order of the metric's arguments: one list, or two orders."""

    __slots__ = ()

    def __str__(self) -> str:
        return " and ".join(map(str, self))


class CallInputs(Space):
    """All inputs of a metric up to ``largest`` items; empty until it is bound to a metric.

    Subclasses override :meth:`select` to enumerate fewer inputs. Drawn inputs have more items and any values.
    """

    def __init__(self, description: str, largest: int, metric: Metric | None = None) -> None:
        self.description = description
        self.largest = largest
        self.metric = metric
        self.name = f"{description} (enumerated: up to {largest} items)"  # type: ignore[misc]  # an instance has its own

    def of_metric(self, metric: Metric) -> CallInputs:
        """Return the space of inputs of this metric."""
        return type(self)(self.description, self.largest, metric)

    @property
    def parts(self) -> list[Space]:
        """The space of each argument."""
        return [] if self.metric is None else list(self.metric.arguments.values())

    def enumerate(self, n: int) -> Sequence[CallArguments]:
        return _selected_inputs(self, n) if n <= self.largest else ()

    def select(self, n: int) -> Iterator[CallArguments]:
        """Yield the inputs of n items, the simplest first."""
        return map(CallArguments, product(*(part.enumerate(n) for part in self.parts)))

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), self.description, self.largest, id(self.metric)))

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> CallArguments:
        arguments: list[Any] = []
        for part in self.parts:
            size = min(n, MAX_ITEMS_DRAWN) if isinstance(part, ScoredLists) else n
            arguments.append(part.draw(choose, size, arguments))
        return CallArguments(arguments)

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, CallArguments) or len(value) != len(self.parts):
            raise ValueError(f"arguments: {value!r:.80} must be {len(self.parts)}")
        for part, argument in zip(self.parts, value, strict=True):
            if isinstance(part, ScoredLists):
                if not isinstance(argument, Scored) or not 1 <= len(argument) <= n:
                    raise ValueError(f"arguments: {argument!r:.80} is not a Scored of 1..{n} items")
            else:
                part.validate(argument, n)

    def encode(self, value: CallArguments) -> Any:
        return [part.encode(argument) for part, argument in zip(self.parts, value, strict=True)]

    def decode(self, data: Any) -> CallArguments:
        if not isinstance(data, list) or len(data) != len(self.parts):
            raise ValueError(f"arguments: they must be a list of {len(self.parts)}")
        return CallArguments(part.decode(argument) for part, argument in zip(self.parts, data, strict=True))


class ScoredInputs(CallInputs):
    """Scored items with nothing missing, or orders.

    With one or two items, these are all inputs of the lowest and the highest grade. With three, grades rise or fall,
    and scores rise, fall or are all equal. Of two orders over three items, the first is 1 > 2 > 3.
    """

    @property
    def parts(self) -> list[Space]:
        """The space of each argument: scored lists with the grades of the metric's lists, or the metric's orders."""
        metric_spaces = super().parts
        if metric_spaces and isinstance(metric_spaces[0], JudgedLists):
            return [ScoredLists(_whole_grades(metric_spaces[0]), most=0)]
        return metric_spaces

    def select(self, n: int) -> Iterator[CallArguments]:
        part = self.parts[0]
        if not isinstance(part, ScoredLists):
            return super().select(n) if n <= 2 else self._with_fixed_first_order(n)
        rising = _rising_grades(part, n) if n > 2 else ()
        grade_vectors = iter([rising, rising[::-1]]) if n > 2 else _vectors_of_extreme_grades(part, n)
        score_vectors = list(dict.fromkeys(_monotone_scores(n)))  # some coincide for n = 1
        return (CallArguments((Scored(grades, scores),)) for grades in grade_vectors for scores in score_vectors)

    def _with_fixed_first_order(self, n: int) -> Iterator[CallArguments]:
        """Yield the pairs whose first order is the first one without ties.

        Renaming the items turns every pair whose first order has no ties into one of these.
        """
        first_orders = [order for order in self.parts[0].enumerate(n) if not has_ties(CallArguments((order,)))][:1]
        return map(CallArguments, product(first_orders, *(part.enumerate(n) for part in self.parts[1:])))


class UntiedInputs(ScoredInputs):
    """The inputs of :class:`ScoredInputs` without ties."""

    def select(self, n: int) -> Iterator[CallArguments]:
        return (at for at in super().select(n) if not has_ties(at))


class TiedInputs(ScoredInputs):
    """Scored items in which two of different grades tie, or two orders one of which has ties.

    Grades are the lowest and the highest. With up to three items these are all such inputs; with more, all scores tie.
    """

    def select(self, n: int) -> Iterator[CallArguments]:
        part = self.parts[0]
        if not isinstance(part, ScoredLists):
            return (at for at in super().select(n) if has_ties(at))
        lists = _constant_lists(part, n) if n > 3 else _lists_of_positive_scores(part, n)
        return (CallArguments((x,)) for x in lists if _ties_different_grades(x))


class EveryInput(ScoredInputs):
    """Scored items with scores that rise or fall, ties included, or all pairs of orders.

    Grades are the lowest and the highest. With up to three items these are all inputs up to their order; with more, all
    scores tie.
    """

    def select(self, n: int) -> Iterator[CallArguments]:
        part = self.parts[0]
        if not isinstance(part, ScoredLists):
            return CallInputs.select(self, n)  # all pairs, unlike ScoredInputs
        if n > 3:
            return (CallArguments((x,)) for x in _constant_lists(part, n))
        lists = _lists_of_positive_scores(part, n)
        monotone = (x for x in lists if list(x.scores) in (sorted(x.scores), sorted(x.scores)[::-1]))
        return (CallArguments((x,)) for x in monotone)


class OtherInputs(CallInputs):
    """Inputs of another call, or of another query in the same call.

    They are lists with no, one, and only relevant items, or two pairs of orders.
    """

    def select(self, n: int) -> Iterator[CallArguments]:
        part = self.parts[0]
        if isinstance(part, JudgedLists):
            by_falling_grades = sorted(part.enumerate(n), key=lambda x: -float(fraction(sum(x.grades))))
            complete_lists = [x for x in by_falling_grades if not x.missing]
            single_relevant = [x for x in complete_lists if x.R == 1]
            lists = dict.fromkeys([complete_lists[-1], *single_relevant[:1], complete_lists[0]])  # without repetitions
            return (CallArguments((x,)) for x in lists)
        pairs = list(super().select(n))
        return iter(dict.fromkeys([pairs[0], pairs[-1]]))


@lru_cache(maxsize=256)
def _selected_inputs(space: CallInputs, n: int) -> tuple[CallArguments, ...]:
    return tuple(space.select(n))


def _whole_grades(space: JudgedLists) -> list[int]:
    return sorted({int(level) for level in space.levels if isinstance(level, int)})


def _extreme_grades(part: ScoredLists) -> list[int]:
    """Return the grade 0 (the lowest grade if there is no 0) and the highest grade."""
    grades = sorted(map(int, part.levels))
    return [0 if 0 in grades else grades[0], grades[-1]]


def _vectors_of_extreme_grades(part: ScoredLists, n: int) -> Iterator[tuple[Any, ...]]:
    """Yield every vector of n grades that are the lowest or the highest."""
    return product(tuple(map(Whole, _extreme_grades(part))), repeat=n)


def _constant_lists(part: ScoredLists, n: int) -> Iterator[Scored]:
    """Yield every list of extreme grades with all scores equal."""
    return (Scored(grades, (Whole(1),) * n) for grades in _vectors_of_extreme_grades(part, n))


def _lists_of_positive_scores(part: ScoredLists, n: int) -> Iterator[Scored]:
    """Yield every list of extreme grades, with positive scores, since some libraries treat a score of 0 specially."""
    lists = ScoredLists(_extreme_grades(part), most=0).enumerate(n)
    return (x.rescored(s + 1 for s in x.scores) for x in lists)


def _rising_grades(part: ScoredLists, n: int) -> tuple[Any, ...]:
    """Return n >= 2 grades that rise evenly from the lowest to the highest.

    Item k of 0..n-1 has the grade at the index k (levels - 1) / (n - 1), rounded to the nearest whole number.
    """
    grades = [g for g in sorted(map(int, part.levels)) if g >= _extreme_grades(part)[0]]
    return tuple(Whole(grades[(2 * k * (len(grades) - 1) + n - 1) // (2 * (n - 1))]) for k in range(n))


def _monotone_scores(n: int) -> Iterator[tuple[Any, ...]]:
    """Yield scores that fall, that rise, and that are all equal."""
    falling = tuple(Whole(n - k) for k in range(1, n + 1))
    return iter([falling, falling[::-1], (Whole(0),) * n])


def _ties_different_grades(x: Scored) -> bool:
    """Return whether two tied items have different grades: otherwise their order does not matter."""
    return any(len({x.grades[k - 1] for k in bucket}) > 1 for bucket in x.buckets)


def _count_distinct_items(argument: Any) -> int:
    """Count the items that an argument distinguishes: tied items count as one."""
    if isinstance(argument, Scores):
        return len(set(argument.values))
    return len(argument.buckets if isinstance(argument, (Scored, WeakOrder)) else argument)


def has_ties(at: CallArguments) -> bool:
    """Return whether an argument has ties."""
    return any(_count_distinct_items(argument) < len(argument) for argument in at)


def has_constant_argument(at: CallArguments) -> bool:
    """Return whether all items of an argument, two or more, are tied."""
    return any(_count_distinct_items(argument) == 1 < len(argument) for argument in at)


own_inputs = CallInputs("the metric's own inputs", 3)
scored_inputs = ScoredInputs("a few inputs with and without ties", 3)
untied_inputs = UntiedInputs("a few inputs without ties", 3)
tied_inputs = TiedInputs("inputs with ties that matter, constant ones from four items on", 4)
every_input = EveryInput("inputs with and without ties, constant ones from four items on", 4)
other_inputs = OtherInputs("other inputs", 3)
