"""Small spaces of call inputs for the axioms about implementations: scored items, or two orders.

A call of a library takes a thousand times as long as an evaluation of a metric of the catalogue, and these axioms make
each call in several call variants. So each axiom has a small space of inputs, which is enumerated completely and which
reports name. The spaces that axioms use stand at the end of this file.

A value of such a space is a :class:`CallArguments`, all arguments of one call. Its space depends on the metric that the
axiom is asked of: :meth:`CallInputs.of_metric` binds it.

Metrics of lists take a judged list: grades by rank, and the grades of the *missing* items, which are in the collection
but not in the list. Libraries take scored items: grades and scores in the order of the input, so that there may be
ties. A *bucket* has the numbers, from 1, of items of equal score. ``levels`` of a space of lists are its grades, and
``most`` is the most items that may be missing from a list. The methods ``enumerate``, ``draw``, ``validate``,
``encode`` and ``decode`` are those of every space.
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
    """All inputs of up to ``max_items`` items of the metric to which :meth:`of_metric` binds the space.

    Subclasses override :meth:`select` to enumerate fewer inputs. Inputs that are drawn at random may have more items,
    and any values. ``description`` names the space in reports. Without a metric, the space is the one that an axiom
    declares, and has no arguments.
    """

    def __init__(self, description: str, max_items: int, metric: Metric | None = None) -> None:
        self.description = description
        self.max_items = max_items
        self.metric = metric
        self.name = f"{description} (enumerated: up to {max_items} items)"  # type: ignore[misc]  # an instance has its own

    def of_metric(self, metric: Metric) -> CallInputs:
        """Return the space of inputs of this metric."""
        return type(self)(self.description, self.max_items, metric)

    @property
    def argument_spaces(self) -> list[Space]:
        """The space of each argument."""
        return [] if self.metric is None else list(self.metric.arguments.values())

    def enumerate(self, n: int) -> Sequence[CallArguments]:
        return _selected_inputs(self, n) if n <= self.max_items else ()

    def select(self, n: int) -> Iterator[CallArguments]:
        """Yield the inputs of n items, the simplest first."""
        return map(CallArguments, product(*(space.enumerate(n) for space in self.argument_spaces)))

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), self.description, self.max_items, id(self.metric)))

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> CallArguments:
        arguments: list[Any] = []
        for space in self.argument_spaces:
            size = min(n, MAX_ITEMS_DRAWN) if isinstance(space, ScoredLists) else n  # orders may be of any size
            arguments.append(space.draw(choose, size, arguments))
        return CallArguments(arguments)

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, CallArguments) or len(value) != len(self.argument_spaces):
            raise ValueError(f"arguments: {value!r:.80} must have {len(self.argument_spaces)} entries")
        for space, argument in zip(self.argument_spaces, value, strict=True):
            if isinstance(space, ScoredLists):
                if not isinstance(argument, Scored) or not 1 <= len(argument) <= n:
                    raise ValueError(f"arguments: {argument!r:.80} is not a Scored of 1..{n} items")
            else:
                space.validate(argument, n)

    def encode(self, value: CallArguments) -> Any:
        return [space.encode(argument) for space, argument in zip(self.argument_spaces, value, strict=True)]

    def decode(self, data: Any) -> CallArguments:
        if not isinstance(data, list) or len(data) != len(self.argument_spaces):
            raise ValueError(f"arguments: {data!r:.80} must be a list of {len(self.argument_spaces)}")
        return CallArguments(space.decode(argument) for space, argument in zip(self.argument_spaces, data, strict=True))


class ScoredInputs(CallInputs):
    """Scored items with nothing missing, or orders.

    Scored items rise, fall or tie in score. One or two of them have every combination of the lowest and the highest
    grade; the grades of three rise or fall. Of two orders over three items, the first is 1 > 2 > 3.
    """

    @property
    def argument_spaces(self) -> list[Space]:
        """The space of each argument: scored lists with the grades of the metric's lists, or the metric's orders."""
        metric_spaces = super().argument_spaces
        if metric_spaces and isinstance(metric_spaces[0], JudgedLists):
            return [ScoredLists(_whole_grades(metric_spaces[0]), most=0)]  # no item is missing
        return metric_spaces

    def select(self, n: int) -> Iterator[CallArguments]:
        space = self.argument_spaces[0]
        if not isinstance(space, ScoredLists):  # two orders
            return super().select(n) if n <= 2 else self._with_fixed_first_order(n)
        if n <= 2:
            grade_vectors = list(_vectors_of_extreme_grades(space, n))
        else:
            rising = _rising_grades(space, n)
            grade_vectors = [rising, rising[::-1]]
        score_vectors = list(dict.fromkeys(_monotone_scores(n)))  # some coincide for n = 1
        return (CallArguments((Scored(grades, scores),)) for grades in grade_vectors for scores in score_vectors)

    def _with_fixed_first_order(self, n: int) -> Iterator[CallArguments]:
        """Yield the pairs whose first order is the first one without ties.

        Renaming the items turns every pair whose first order has no ties into one of these.
        """
        first_space, *other_spaces = self.argument_spaces
        untied_orders = [order for order in first_space.enumerate(n) if not has_ties(CallArguments((order,)))]
        return map(CallArguments, product(untied_orders[:1], *(space.enumerate(n) for space in other_spaces)))


class UntiedInputs(ScoredInputs):
    """The inputs of :class:`ScoredInputs` without ties."""

    def select(self, n: int) -> Iterator[CallArguments]:
        return (at for at in super().select(n) if not has_ties(at))


class TiedInputs(ScoredInputs):
    """Scored items in which two of different grades tie, or two orders one of which has ties.

    Grades are the lowest and the highest. With up to three items these are all such inputs; with more, all scores tie.
    """

    def select(self, n: int) -> Iterator[CallArguments]:
        space = self.argument_spaces[0]
        if not isinstance(space, ScoredLists):  # two orders
            return (at for at in super().select(n) if has_ties(at))
        lists = _constant_lists(space, n) if n > 3 else _lists_of_positive_scores(space, n)
        return (CallArguments((x,)) for x in lists if _ties_different_grades(x))


class EveryInput(ScoredInputs):
    """Scored items with scores that rise or fall, ties included, or all pairs of orders.

    Grades are the lowest and the highest. With up to three items these are all inputs up to their order; with more, all
    scores tie.
    """

    def select(self, n: int) -> Iterator[CallArguments]:
        space = self.argument_spaces[0]
        if not isinstance(space, ScoredLists):
            return CallInputs.select(self, n)  # all pairs, unlike ScoredInputs
        if n > 3:
            return (CallArguments((x,)) for x in _constant_lists(space, n))
        lists = _lists_of_positive_scores(space, n)
        return (CallArguments((x,)) for x in lists if _is_monotone(list(x.scores)))


class OtherInputs(CallInputs):
    """Inputs of another call, or of another query in the same call.

    They are lists with no, one, and only relevant items, or two pairs of orders: the first and the last of all pairs.
    """

    def select(self, n: int) -> Iterator[CallArguments]:
        space = self.argument_spaces[0]
        if isinstance(space, JudgedLists):
            by_falling_grades = sorted(space.enumerate(n), key=lambda x: -float(fraction(sum(x.grades))))
            complete_lists = [x for x in by_falling_grades if not x.missing]
            all_relevant = complete_lists[0]
            nothing_relevant = complete_lists[-1]
            single_relevant = [x for x in complete_lists if x.R == 1][:1]
            lists = dict.fromkeys([nothing_relevant, *single_relevant, all_relevant])  # each once: they may be equal
            return (CallArguments((x,)) for x in lists)
        pairs = list(super().select(n))
        return iter(dict.fromkeys([pairs[0], pairs[-1]]))


@lru_cache(maxsize=256)
def _selected_inputs(space: CallInputs, n: int) -> tuple[CallArguments, ...]:
    """Return what the space selects; cached, since every axiom of a row enumerates one of a few spaces."""
    return tuple(space.select(n))


def _whole_grades(space: JudgedLists) -> list[int]:
    """Return the grades of the space that are whole numbers, in rising order."""
    return sorted({int(level) for level in space.levels if isinstance(level, int)})


def _extreme_grades(space: ScoredLists) -> list[int]:
    """Return the grade 0 (the lowest grade if there is no 0) and the highest grade."""
    grades = sorted(map(int, space.levels))
    return [0 if 0 in grades else grades[0], grades[-1]]


def _vectors_of_extreme_grades(space: ScoredLists, n: int) -> Iterator[tuple[Any, ...]]:
    """Yield every vector of n grades that are the lowest or the highest."""
    return product(tuple(map(Whole, _extreme_grades(space))), repeat=n)


def _constant_lists(space: ScoredLists, n: int) -> Iterator[Scored]:
    """Yield every list of extreme grades with all scores equal."""
    return (Scored(grades, (Whole(1),) * n) for grades in _vectors_of_extreme_grades(space, n))


def _lists_of_positive_scores(space: ScoredLists, n: int) -> Iterator[Scored]:
    """Yield every list of extreme grades, with positive scores, since some libraries treat a score of 0 specially."""
    lists = ScoredLists(_extreme_grades(space), most=0).enumerate(n)
    return (x.rescored(s + 1 for s in x.scores) for x in lists)  # the scores that are enumerated begin at 0


def _is_monotone(scores: list[Any]) -> bool:
    """Return whether scores rise or fall, ties included."""
    rising = sorted(scores)
    return scores in (rising, rising[::-1])


def _rising_grades(space: ScoredLists, n: int) -> tuple[Any, ...]:
    """Return n >= 2 grades that rise evenly from the lowest to the highest of :func:`_extreme_grades`.

    Item k of 0..n-1 has the grade at the index k (grades - 1) / (n - 1), rounded to the nearest whole number.
    """
    lowest, _ = _extreme_grades(space)
    grades = [g for g in sorted(map(int, space.levels)) if g >= lowest]
    rising = []
    for k in range(n):
        p, q = k * (len(grades) - 1), n - 1
        rising.append(Whole(grades[(2 * p + q) // (2 * q)]))  # the index is p / q, rounded half up
    return tuple(rising)


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
