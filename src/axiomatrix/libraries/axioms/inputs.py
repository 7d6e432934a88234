"""Small spaces of call inputs for the axioms about implementations: scored items, or two orders.

A call of a library takes a thousand times as long as a look-up in a table, and these axioms make each call in several
manners. So each axiom has a small space of inputs of its own, which is enumerated completely and named in reports.
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

LONGEST_DRAWN = 5
"""Most scored items that are drawn. With more, a mean over all orders of ties takes too long."""


class CallArguments(tuple[Any, ...]):
    """The arguments of one call."""

    __slots__ = ()

    def __str__(self) -> str:
        return " and ".join(map(str, self))


class CallInputs(Space):
    """The arguments of a call, for an axiom: the space is that of the metric to which the axiom is applied."""

    def __init__(self, named: str, largest: int, metric: Metric | None = None) -> None:
        self.named = named
        self.largest = largest
        self.metric = metric
        self.name = f"{named} (enumerated: up to {largest} items)"  # type: ignore[misc]  # an instance has its own

    def of_metric(self, metric: Metric) -> CallInputs:
        """The space of inputs of this metric."""
        return type(self)(self.named, self.largest, metric)

    @property
    def parts(self) -> list[Space]:
        """The space of each argument."""
        return [] if self.metric is None else list(self.metric.arguments.values())

    def enumerate(self, n: int) -> Sequence[CallArguments]:
        return _chosen(self, n) if n <= self.largest else ()

    def chosen(self, n: int) -> Iterator[CallArguments]:
        """The inputs of n items, the simplest first."""
        return map(CallArguments, product(*(part.enumerate(n) for part in self.parts)))

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), self.named, self.largest, id(self.metric)))

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> CallArguments:
        drawn: list[Any] = []
        for part in self.parts:
            drawn.append(part.draw(choose, _length(part, n), drawn))
        return CallArguments(drawn)

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
        """Scored lists with grades of the metric's own lists, or the metric's own orders."""
        own = super().parts
        return [ScoredLists(_levels(own[0]), most=0)] if own and isinstance(own[0], JudgedLists) else own

    def chosen(self, n: int) -> Iterator[CallArguments]:
        part = self.parts[0]
        if not isinstance(part, ScoredLists):
            return super().chosen(n) if n <= 2 else self._beside_the_first(n)
        grades = _ends(part, n) if n <= 2 else iter([_rising(part, n), _rising(part, n)[::-1]])
        return (CallArguments((Scored(vector, scores),)) for vector in grades for scores in dict.fromkeys(_monotone(n)))

    def _beside_the_first(self, n: int) -> Iterator[CallArguments]:
        first = [a for a in self.parts[0].enumerate(n) if not tied(CallArguments((a,)))][:1]
        return map(CallArguments, product(first, *(part.enumerate(n) for part in self.parts[1:])))


class UntiedInputs(ScoredInputs):
    """The inputs of :class:`ScoredInputs` without ties."""

    def chosen(self, n: int) -> Iterator[CallArguments]:
        return (at for at in super().chosen(n) if not tied(at))


class TiedInputs(ScoredInputs):
    """Scored items in which two of different grades tie, or two orders one of which has ties.

    Grades are the lowest and the highest. With up to three items these are all such inputs; with more, all scores tie.
    """

    def chosen(self, n: int) -> Iterator[CallArguments]:
        part = self.parts[0]
        if not isinstance(part, ScoredLists):
            return (at for at in super().chosen(n) if tied(at))
        lists = _all_tied(part, n) if n > 3 else _positive(part, n)
        return (CallArguments((x,)) for x in lists if _ties_matter(x))


class EveryInput(ScoredInputs):
    """Scored items with scores that rise or fall, ties included, or all pairs of orders.

    Grades are the lowest and the highest. With up to three items these are all inputs up to their order; with more, all
    scores tie.
    """

    def chosen(self, n: int) -> Iterator[CallArguments]:
        part = self.parts[0]
        if not isinstance(part, ScoredLists):
            return CallInputs.chosen(self, n)
        if n > 3:
            return (CallArguments((x,)) for x in _all_tied(part, n))
        monotone = (x for x in _positive(part, n) if list(x.scores) in (sorted(x.scores), sorted(x.scores)[::-1]))
        return (CallArguments((x,)) for x in monotone)


class Others(CallInputs):
    """Further inputs of the same call: lists with no, one, and only relevant items, or two pairs of orders."""

    def chosen(self, n: int) -> Iterator[CallArguments]:
        own = self.parts
        if isinstance(own[0], JudgedLists):
            simplest_first = sorted(
                own[0].enumerate(n), key=lambda x: (len(x.missing), -float(fraction(sum(x.grades))))
            )
            complete_lists = [x for x in simplest_first if not x.missing]
            single_relevant = [x for x in complete_lists if x.R == 1]
            return (
                CallArguments((x,))
                for x in dict.fromkeys([complete_lists[-1], *single_relevant[:1], complete_lists[0]])
            )
        pairs = list(super().chosen(n))
        return iter(dict.fromkeys([pairs[0], pairs[-1]]))


@lru_cache(maxsize=256)
def _chosen(space: CallInputs, n: int) -> tuple[CallArguments, ...]:
    return tuple(space.chosen(n))


def _levels(own: JudgedLists) -> list[int]:
    """The whole grades of the metric's own lists."""
    return sorted({int(level) for level in own.levels if isinstance(level, int)})


def _both_ends(part: ScoredLists) -> list[int]:
    """The grade 0 (or the lowest) and the highest one."""
    grades = sorted(map(int, part.levels))
    return [0 if 0 in grades else grades[0], grades[-1]]


def _ends(part: ScoredLists, n: int) -> Iterator[tuple[Any, ...]]:
    """Every vector of the lowest and the highest grade."""
    return product(tuple(map(Whole, _both_ends(part))), repeat=n)


def _all_tied(part: ScoredLists, n: int) -> Iterator[Scored]:
    return (Scored(grades, (Whole(1),) * n) for grades in _ends(part, n))


def _positive(part: ScoredLists, n: int) -> Iterator[Scored]:
    """All scored items of the lowest and the highest grade, with positive scores: a score of 0 can matter."""
    lists = ScoredLists(_both_ends(part), most=0).enumerate(n)
    return (x.rescored(s + 1 for s in x.scores) for x in lists)


def _rising(part: ScoredLists, n: int) -> tuple[Any, ...]:
    """One vector of grades that rise from the lowest to the highest."""
    grades = [g for g in sorted(map(int, part.levels)) if g >= _both_ends(part)[0]]
    return tuple(Whole(grades[(2 * k * (len(grades) - 1) + n - 1) // (2 * (n - 1))]) for k in range(n))


def _monotone(n: int) -> Iterator[tuple[Any, ...]]:
    """Scores that fall, that rise, and that are all equal."""
    falling = tuple(Whole(n - k) for k in range(1, n + 1))
    return iter([falling, falling[::-1], (Whole(0),) * n])


def _length(part: Space, n: int) -> int:
    return min(n, LONGEST_DRAWN) if isinstance(part, ScoredLists) else n


def _ties_matter(x: Scored) -> bool:
    """Return whether two tied items have different grades."""
    return any(len({x.grades[k - 1] for k in bucket}) > 1 for bucket in x.buckets)


def _distinct_items(argument: Any) -> int:
    """The number of items that an argument distinguishes: tied items count once."""
    if isinstance(argument, Scores):
        return len(set(argument.values))
    return len(argument.buckets if isinstance(argument, (Scored, WeakOrder)) else argument)


def tied(at: CallArguments) -> bool:
    """Return whether an argument has ties."""
    return any(_distinct_items(argument) < len(argument) for argument in at)


def constant(at: CallArguments) -> bool:
    """Return whether all items of an argument, two or more, are tied."""
    return any(_distinct_items(argument) == 1 < len(argument) for argument in at)


own_inputs = CallInputs("the metric's own inputs", 3)
scored_inputs = ScoredInputs("a few inputs with and without ties", 3)
untied_inputs = UntiedInputs("a few inputs without ties", 3)
tied_inputs = TiedInputs("inputs with ties that matter, constant ones from four items on", 4)
every_input = EveryInput("inputs with and without ties, constant ones from four items on", 4)
others = Others("other inputs", 3)
