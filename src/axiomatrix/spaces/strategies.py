"""Hypothesis strategies for the values of metrics: for users' tests with ``@given``.

Each strategy is built from Hypothesis' own combinators, so that a failing test shrinks to a simple value: rankings
toward 1, 2, 3 ..., weights and distances toward 1 (or 0 where it is allowed), lists toward grade 0, orders toward ties.
Where a function takes ``items``, a number n means the items 1..n. Where it takes ``most``, that is the largest number
of items of the collection that are missing from a list, or of lists in a run. *Levels* are the grades that items may
have.

The search by Hypothesis uses :class:`Choices` and :func:`related_to` instead, which draw from any space with its own
``draw`` and ``near``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations, compress
from typing import Any, TypeVar

from hypothesis import reject
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from ..numbers.exact import Undefined
from ..values.judged import Judged, Run
from ..values.orders import PartialOrder, TopList, WeakOrder
from ..values.parameters import ElementWeights, PositionWeights, Similarity
from ..values.rankings import Item, Ranking, Relabelling
from ..values.scored import Scored, Scores
from .base import Chooser, Space, choose_one
from .lists import JudgedLists, UnitGains
from .orders import PartialOrders, TopLists, TwoLevels, WeakOrders
from .parameters import ElementWeightsSpace, PositionWeightsSpace, SimilaritySpace, shortest_paths
from .rankings import Permutations, Places, Rankings, Relabellings
from .scored import ScoredLists, ScoreVectors

MAX_WEIGHT_DRAWN = 100
"""The largest numerator that is drawn for a weight."""
MAX_DENOMINATOR_DRAWN = 12
"""The largest denominator of drawn weights, distances and gains."""
CHOICE_OFFSET = 3**30
"""Added to drawn choices: a whole number near which no module has a constant (see :func:`_offset_integers`)."""
MAX_LENGTH_DRAWN = 12
"""The largest numerator that is drawn for the length between two items."""

Value = TypeVar("Value")


def rankings(items: int | Iterable[Item]) -> SearchStrategy[Ranking]:
    """Rankings of the items; the simplest has them in the order in which they are passed."""
    return st.permutations(_items(items)).map(Ranking.from_order)


def relabellings(items: int | Iterable[Item]) -> SearchStrategy[Relabelling]:
    """Bijections of the items; the simplest leaves each where it is."""
    names = _items(items)
    return st.permutations(names).map(lambda order: Relabelling(dict(zip(names, order, strict=True))))


def weak_orders(items: int | Iterable[Item]) -> SearchStrategy[WeakOrder]:
    """Rankings with ties; the simplest has all items tied."""
    names = _items(items)
    return _tuples(len(names), st.integers(1, max(1, len(names)))).map(partial(_weak_order, names))


def two_levels(items: int | Iterable[Item]) -> SearchStrategy[WeakOrder]:
    """Weak orders of two buckets, of two items or more; the simplest has all items but the last in the first bucket."""
    names = _items(items)
    # reversed, since the first element is the simplest: the last item alone in the lower bucket
    lower = st.sets(st.sampled_from(names[::-1]), min_size=1, max_size=len(names) - 1)
    return lower.map(lambda lower_bucket: _weak_order(names, [1 + (x in lower_bucket) for x in names]))


def partial_orders(items: int | Iterable[Item]) -> SearchStrategy[PartialOrder]:
    """Strict partial orders; the simplest prefers nothing to anything."""
    names = _items(items)
    index_pairs = list(combinations(range(len(names)), 2))[::-1]

    def build(order_and_flags: tuple[list[Item], tuple[bool, ...]]) -> PartialOrder:
        """Make the order that has those pairs of a drawn ranking whose flags are set."""
        order, flags = order_and_flags
        return PartialOrder.of(names, [(order[i], order[j]) for i, j in compress(index_pairs, flags)])

    return st.tuples(st.permutations(names), _tuples(len(index_pairs), st.booleans())).map(build)


def top_lists(n: int, items: int | Iterable[Item] | None = None) -> SearchStrategy[TopList]:
    """Lists of n of the items, by default of 1..2n, so that two lists may share none; the simplest is 1..n."""
    names = _items(2 * n if items is None else items)
    return st.permutations(names).map(lambda order: TopList.of(order[:n]))


def judged_lists(
    n: int, levels: Sequence[Any] = (0, 1), *, missing: Sequence[Any] = (1,), most: int = 0
) -> SearchStrategy[Judged]:
    """Lists of n grades from ``levels``, and at most ``most`` unlisted items with grades from ``missing``.

    The simplest list has only the first level, and no missing items.
    """
    return st.builds(Judged.of, _lists(n, st.sampled_from(levels)), _missing_grades(missing, most))


def gain_lists(n: int) -> SearchStrategy[Judged]:
    """Lists of n gains in [0, 1], and at most one unlisted item of gain 1.

    The simplest has only gains of 0 and no missing items.
    """
    gains = st.fractions(0, 1, max_denominator=MAX_DENOMINATOR_DRAWN)
    return st.builds(Judged.of, _lists(n, gains), _missing_grades((1,), 1))


def runs(lists: SearchStrategy[Judged], *, most: int = 3) -> SearchStrategy[Run]:
    """Runs of one to ``most`` lists, one list for each query; the simplest has one."""
    return st.lists(lists, min_size=1, max_size=most).map(Run.of)


def scored_lists(n: int, levels: Sequence[Any] = (0, 1), *, most: int = 0) -> SearchStrategy[Scored]:
    """n judged items with scores, often tied, and at most ``most`` unlisted items of grade 1.

    The simplest list has only the first level, only tied scores, and no missing items.
    """
    grades, tied_scores = _lists(n, st.sampled_from(levels)), _lists(n, st.integers(0, max(1, n)))
    return st.builds(Scored.of, grades, tied_scores, _missing_grades((1,), most))


def scores(n: int) -> SearchStrategy[Scores]:
    """Scores of the items 1..n, which are not negative; in the simplest all are 0."""
    return _vectors(n, positive=False).map(Scores.of)


def element_weights(items: int | Iterable[Item], *, positive: bool = True) -> SearchStrategy[ElementWeights]:
    """A weight ``w[x]`` for each of the items; in the simplest all are 1, or with ``positive=False`` all 0."""
    names = _items(items)
    return _vectors(len(names), positive=positive).map(
        lambda weights: ElementWeights.of(dict(zip(names, weights, strict=True)), positive=positive)
    )


def position_weights(n: int, *, positive: bool = True) -> SearchStrategy[PositionWeights]:
    """Costs ``delta[i]`` of swapping positions i-1 and i, for i = 2..n.

    In the simplest all are 1, or with ``positive=False`` all 0.
    """
    return _vectors(max(0, n - 1), positive=positive).map(partial(PositionWeights.of, positive=positive))


def similarities(items: int | Iterable[Item], *, positive: bool = True) -> SearchStrategy[Similarity]:
    """A metric ``D[x, y]`` between the items; with ``positive=False`` a pseudometric.

    In the simplest all distances are 1, or with ``positive=False`` all 0. Distances are shortest paths, with a drawn
    length for each pair: every metric with entries k/m, for k up to 12 and one m up to 12, can be drawn.
    """
    names = _items(items)
    pairs = list(combinations(names, 2))

    def build(lengths: list[Fraction]) -> Similarity:
        length_of_pair = {frozenset(pair): length for pair, length in zip(pairs, lengths, strict=True)}
        distances = shortest_paths([[length_of_pair.get(frozenset((x, y))) for y in names] for x in names])
        entries = dict(zip(pairs, distances, strict=True))
        return Similarity.of(entries, level="metric" if positive else "pseudometric")

    return _vectors(len(pairs), positive=positive, max_numerator=MAX_LENGTH_DRAWN).map(build)


def of(space: Space, n: int) -> SearchStrategy[Any]:
    """The values of any space over n items: by its strategy in this module, or else by its own ``draw``.

    ``draw`` then takes each of its choices from ``st.integers``, so that Hypothesis shrinks choice by choice toward the
    lower ones. If the space has no value for so small an n, Hypothesis discards the example.
    """
    strategy = _STRATEGIES.get(type(space))
    if strategy is None or n < _LEAST_ITEMS.get(type(space), 0):
        return _drawn(space, n)  # ``draw`` raises where there is no value
    return strategy(space, n)  # type: ignore[no-any-return]  # a table of functions with different spaces


def structured(space: Space, n: int) -> SearchStrategy[Any]:
    """Values of a space as the engine draws them: from families of values that often expose faults of metrics.

    Parameters are all equal, or powers of two, or fractions, or mostly zero, or one outweighs all others. Distances are
    cut metrics and sums of two, ultrametrics, points on a line or in the plane, trees, shortest paths. Scores are tied,
    negative, fractions, 10^-9 apart, or large. The simplest value has the lowest choices throughout.
    """
    return _drawn(space, n)


def related(space: Space, n: int, count: int = 2) -> SearchStrategy[tuple[Any, ...]]:
    """``count`` related values of a space, drawn as the engine draws the arguments of a statement.

    Each but the first is usually derived from an earlier one: the same, a neighbour, its reversal, a list with the same
    head or with all but one item, a list inside another, scores that rise where the others do. Values drawn
    independently are hardly ever related so. The simplest are all equal.
    """
    return _drawn_related(space, n, count)


@st.composite
def _drawn_related(draw: st.DrawFn, space: Space, n: int, count: int) -> tuple[Any, ...]:
    """Draw ``count`` values, each derived from an earlier one or new; if that fails, discard the example."""
    choose, values = Choices(draw), list[Any]()
    try:
        for _ in range(count):
            values.append(related_to(choose, space, n, values))
    except Undefined:
        reject()
    return tuple(values)


def related_to(choose: Chooser, space: Space, n: int, before: Sequence[Any]) -> Any:
    """Draw a value derived from one in ``before``; a new one in a quarter of the draws, or if none is in the space."""
    earlier = [value for value in before if space.contains(value, n)]
    if not earlier or choose.integer(0, 3) == 3:
        return space.draw(choose, n, before)
    return space.near(choose, choose_one(choose, earlier), n)


class Choices:
    """A :class:`~.base.Chooser` whose choices are drawn by Hypothesis."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def integer(self, low: int, high: int) -> int:
        """A whole number, low and high included; smaller is simpler."""
        return low if high <= low else low + self._draw(_offset_integers(high - low)) - CHOICE_OFFSET


@lru_cache(maxsize=4096)
def _offset_integers(span: int) -> SearchStrategy[int]:
    """Whole numbers from :data:`CHOICE_OFFSET` to ``span`` more, so that a seed draws the same values everywhere.

    Hypothesis tends to draw constants that occur in the imported modules. Among small numbers, where modules have
    constants, a seed would therefore give other values in an installed copy than in an editable one, and yet others
    with a user's modules.
    """
    return st.integers(CHOICE_OFFSET, CHOICE_OFFSET + span)


@st.composite
def _drawn(draw: st.DrawFn, space: Space, n: int) -> Any:
    """Draw a value by the space's own ``draw``; Hypothesis discards the example if there is none over n items."""
    try:
        return space.draw(Choices(draw), n)
    except Undefined:
        reject()


def _items(items: int | Iterable[Item]) -> list[Item]:
    """Return the items; ``ValueError`` for a negative number of them."""
    if isinstance(items, bool) or (isinstance(items, int) and items < 0):
        raise ValueError(f"items is {items!r}; it must be the number of items, or the items themselves")
    return list(range(1, items + 1)) if isinstance(items, int) else list(items)


def _tuples(length: int, entries: SearchStrategy[Value]) -> SearchStrategy[tuple[Value, ...]]:
    """Tuples of this length."""
    return st.tuples(*[entries] * length)


def _lists(length: int, entries: SearchStrategy[Value]) -> SearchStrategy[list[Value]]:
    """Lists of this length."""
    return st.lists(entries, min_size=length, max_size=length)


def _missing_grades(missing: Sequence[Any], most: int) -> SearchStrategy[list[Any]]:
    """Grades from ``missing`` of at most ``most`` unlisted items; the simplest is the empty list."""
    return st.lists(st.sampled_from(missing), max_size=most) if most else st.just([])


def _vectors(count: int, *, positive: bool, max_numerator: int = MAX_WEIGHT_DRAWN) -> SearchStrategy[list[Fraction]]:
    """Lists of ``count`` fractions with one small denominator in common.

    With ``positive`` none is 0. In the simplest all are 1, or without ``positive`` all 0.
    """

    def divide(numerators: tuple[int, ...], denominator: int) -> list[Fraction]:
        return [Fraction(numerator, denominator) for numerator in numerators]

    numerators = _tuples(count, st.integers(int(positive), max_numerator))
    return st.builds(divide, numerators, st.integers(1, MAX_DENOMINATOR_DRAWN))


def _weak_order(items: Sequence[Item], levels: Sequence[int]) -> WeakOrder:
    """The weak order in which the k-th item is on the k-th of these levels; smaller levels are better."""
    by_level: dict[int, list[Item]] = {level: [] for level in sorted(set(levels))}
    for x, level in zip(items, levels, strict=True):
        by_level[level].append(x)
    return WeakOrder.of(list(by_level.values()))


def _judged_lists_of(space: JudgedLists, n: int) -> SearchStrategy[Judged]:
    if space.is_grid:  # the levels are only some of the gains of its lists
        return _drawn(space, n)
    return judged_lists(n, space.levels, missing=space.missing, most=space.max_missing)


def _top_lists_of(space: TopLists, n: int) -> SearchStrategy[TopList]:
    if space.has_equal_lengths:
        return top_lists(n)
    return st.integers(1, n).flatmap(lambda length: top_lists(length, n + 1))


_STRATEGIES: dict[type[Space], Any] = {
    Rankings: lambda space, n: rankings(n),
    Permutations: lambda space, n: rankings(n),
    Relabellings: lambda space, n: relabellings(n),
    Places: lambda space, n: st.integers(1, n - 1),
    WeakOrders: lambda space, n: weak_orders(n),
    TwoLevels: lambda space, n: two_levels(n),
    PartialOrders: lambda space, n: partial_orders(n),
    TopLists: _top_lists_of,
    JudgedLists: _judged_lists_of,
    UnitGains: lambda space, n: gain_lists(n),
    ScoredLists: lambda space, n: scored_lists(n, space.levels, most=space.max_missing),
    ScoreVectors: lambda space, n: scores(n),
    ElementWeightsSpace: lambda space, n: element_weights(n, positive=space.positive),
    PositionWeightsSpace: lambda space, n: position_weights(n, positive=space.positive),
    SimilaritySpace: lambda space, n: similarities(n, positive=space.positive),
}
"""Functions of a space and n that return its strategy, by the exact class of the space.

A subclass is not looked up under its base class, since it may have other values: it is drawn by its own ``draw``.
"""
_LEAST_ITEMS: dict[type[Space], int] = {TwoLevels: 2, Places: 2, TopLists: 1}
"""The smallest n for which a space has values, by its exact class as above, where it is not 0."""
