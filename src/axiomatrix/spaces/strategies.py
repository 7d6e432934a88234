"""Hypothesis strategies for the values of metrics: for users' tests with ``@given``.

Each is made of Hypothesis' own combinators, so that a failing test is shown with a simple value: rankings shrink toward
1, 2, 3 ..., weights and distances toward 1 (or toward 0 where it is allowed), lists toward grade 0, orders toward ties.
Where a function takes ``items``, a number n means the items 1..n.
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
from .base import Chooser, Space
from .lists import JudgedLists, UnitGains
from .orders import PartialOrders, TopLists, TwoLevels, WeakOrders
from .parameters import ElementWeightsSpace, PositionWeightsSpace, SimilaritySpace, shortest_paths
from .rankings import Permutations, Places, Rankings, Relabellings
from .scored import ScoredLists, ScoreVectors

LARGEST_WEIGHT_DRAWN = 100
"""The largest whole number that is drawn as a weight."""
PARTS = 12
"""The largest denominator that is drawn."""
FAR_AWAY = 3**30
"""A whole number near which no module has a constant."""
FAR = 12
"""The largest distance that is drawn between two items."""

Value = TypeVar("Value")


def rankings(items: int | Iterable[Item]) -> SearchStrategy[Ranking]:
    """Rankings of the items; the simplest is the given order."""
    return st.permutations(_items(items)).map(Ranking.from_order)


def relabellings(items: int | Iterable[Item]) -> SearchStrategy[Relabelling]:
    """Bijections of the items; the simplest leaves each where it is."""
    known = _items(items)
    return st.permutations(known).map(lambda order: Relabelling(dict(zip(known, order, strict=True))))


def weak_orders(items: int | Iterable[Item]) -> SearchStrategy[WeakOrder]:
    """Rankings with ties; the simplest has all items tied."""
    known = _items(items)
    return _each(known, st.integers(1, max(1, len(known)))).map(partial(_weak_order, known))


def two_levels(items: int | Iterable[Item]) -> SearchStrategy[WeakOrder]:
    """Weak orders of two buckets, of two items or more; the simplest has all items but the last in the first bucket."""
    known = _items(items)
    upper = st.sets(st.sampled_from(known[::-1]), min_size=1, max_size=len(known) - 1)
    return upper.map(lambda below: _weak_order(known, [1 + (x in below) for x in known]))


def partial_orders(items: int | Iterable[Item]) -> SearchStrategy[PartialOrder]:
    """Strict partial orders; the simplest prefers nothing to anything."""
    known = _items(items)
    pairs = list(combinations(range(len(known)), 2))[::-1]

    def from_drawn(drawn: tuple[list[Item], tuple[bool, ...]]) -> PartialOrder:
        order, chosen = drawn
        return PartialOrder.of(known, [(order[i], order[j]) for i, j in compress(pairs, chosen)])

    return st.tuples(st.permutations(known), _each(pairs, st.booleans())).map(from_drawn)


def top_lists(n: int, items: int | Iterable[Item] | None = None) -> SearchStrategy[TopList]:
    """Lists of n of the items; of 1..2n unless others are given, so that two may share none. The simplest is 1..n."""
    known = _items(2 * n if items is None else items)
    return st.permutations(known).map(lambda order: TopList.of(order[:n]))


def judged_lists(
    n: int, levels: Sequence[Any] = (0, 1), *, missing: Sequence[Any] = (1,), most: int = 0
) -> SearchStrategy[Judged]:
    """Lists of n grades from ``levels``, and at most that many unlisted items of the grades ``missing``.

    The simplest has the first level throughout, and nothing missing.
    """
    return st.builds(Judged.of, _listed(n, st.sampled_from(levels)), _rest(missing, most))


def gain_lists(n: int) -> SearchStrategy[Judged]:
    """Lists of n gains in [0, 1]; the simplest is all 0."""
    gains = st.fractions(0, 1, max_denominator=PARTS)
    return st.builds(Judged.of, _listed(n, gains), _rest((1,), 1))


def runs(lists: SearchStrategy[Judged], *, most: int = 3) -> SearchStrategy[Run]:
    """Runs of one to ``most`` lists, one list for each query; the simplest has one."""
    return st.lists(lists, min_size=1, max_size=most).map(Run.of)


def scored_lists(n: int, levels: Sequence[Any] = (0, 1), *, most: int = 0) -> SearchStrategy[Scored]:
    """n judged items with scores, tied scores often; the simplest has all scores tied."""
    return st.builds(
        Scored.of, _listed(n, st.sampled_from(levels)), _listed(n, st.integers(0, max(1, n))), _rest((1,), most)
    )


def scores(n: int) -> SearchStrategy[Scores]:
    """Scores of the items 1..n, which are not negative; the simplest are all 0."""
    return _vectors(n, positive=False).map(Scores.of)


def element_weights(items: int | Iterable[Item], *, positive: bool = True) -> SearchStrategy[ElementWeights]:
    """A weight ``w[x]`` for each of the items; the simplest are all 1, or with ``positive=False`` all 0."""
    known = _items(items)
    return _vectors(len(known), positive).map(
        lambda drawn: ElementWeights.of(dict(zip(known, drawn, strict=True)), positive=positive)
    )


def position_weights(n: int, *, positive: bool = True) -> SearchStrategy[PositionWeights]:
    """Costs ``delta[i]``, i = 2..n, of swapping positions i-1 and i; the simplest are all 1, or all 0."""
    return _vectors(max(0, n - 1), positive).map(partial(PositionWeights.of, positive=positive))


def similarities(items: int | Iterable[Item], *, positive: bool = True) -> SearchStrategy[Similarity]:
    """A metric ``D[x, y]`` between the items; with ``positive=False`` a pseudometric. The simplest is 1, or 0, for all.

    The lengths of the shortest paths of a matrix: every metric of whole entries up to 12 can come up, and parts of it.
    """
    known = _items(items)
    pairs = list(combinations(known, 2))

    def from_drawn(drawn: list[Fraction]) -> Similarity:
        given = {frozenset(pair): length for pair, length in zip(pairs, drawn, strict=True)}
        shortest = shortest_paths([[given.get(frozenset((x, y))) for y in known] for x in known])
        entries = dict(zip(pairs, shortest, strict=True))
        return Similarity.of(entries, level="metric" if positive else "pseudometric")

    return _vectors(len(pairs), positive, FAR).map(from_drawn)


def of(space: Space, n: int) -> SearchStrategy[Any]:
    """The values of any space over n items; of a space without a strategy here, what its own ``draw`` makes.

    ``draw`` then takes each of its choices from ``st.integers``, so that Hypothesis shrinks choice by choice toward the
    lower ones. So small an n that the space has no value gives an example that Hypothesis discards.
    """
    known = _KNOWN.get(type(space))
    return _drawn(space, n) if known is None or n < _LEAST.get(type(space), 0) else known(space, n)


def structured(space: Space, n: int) -> SearchStrategy[Any]:
    """Values of a space as the engine draws them: of each of the families that people's metrics stumble over.

    Parameters are all equal, or powers of two, or fractions, or few of them are not zero, or one outweighs all others.
    Distances are cut metrics and sums of two, ultrametrics, points on a line or in the plane, trees, shortest paths.
    Scores are tied, negative, fractions, 10^-9 apart, or large. The simplest value has the lowest choices throughout.
    """
    return _drawn(space, n)


def related(space: Space, n: int, count: int = 2) -> SearchStrategy[tuple[Any, ...]]:
    """``count`` values of a space that meet, as in the scenes that the engine draws.

    Each but the first is as a rule made from one before it: the same, a neighbour, its reversal, a list with the same
    head or with all but one item, a list inside another, scores that rise where the others do. Values that are drawn
    one by one hardly ever meet so. The simplest are all alike.
    """
    return _drawn_related(space, n, count)


@st.composite
def _drawn_related(draw: st.DrawFn, space: Space, n: int, count: int) -> tuple[Any, ...]:
    choose, values = Choices(draw), list[Any]()
    try:
        for _ in range(count):
            values.append(related_to(choose, space, n, values))
    except Undefined:
        reject()
    return tuple(values)


def related_to(choose: Chooser, space: Space, n: int, before: Sequence[Any]) -> Any:
    """A value made from one of those before it, or now and then a new one: independent values hardly meet."""
    earlier = [value for value in before if space.contains(value, n)]
    if not earlier or choose.integer(0, 3) == 3:
        return space.draw(choose, n, before)
    return space.near(choose, earlier[choose.integer(0, len(earlier) - 1)], n)


class Choices:
    """A chooser that asks Hypothesis."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def integer(self, low: int, high: int) -> int:
        """A whole number, low and high included; smaller is simpler."""
        return low if high <= low else low + self._draw(_beyond(high - low)) - FAR_AWAY


@lru_cache(maxsize=4096)
def _beyond(span: int) -> SearchStrategy[int]:
    """Whole numbers from :data:`FAR_AWAY` on.

    Among small ones Hypothesis mixes constants of the modules that happen to be imported: a seed would then give other
    values in an installed copy than in an editable one, and others again beside a user's modules.
    """
    return st.integers(FAR_AWAY, FAR_AWAY + span)


@st.composite
def _drawn(draw: st.DrawFn, space: Space, n: int) -> Any:
    try:
        return space.draw(Choices(draw), n)
    except Undefined:
        reject()


def _items(items: int | Iterable[Item]) -> list[Item]:
    if isinstance(items, bool) or (isinstance(items, int) and items < 0):
        raise ValueError(f"items: {items!r}; it must be how many items there are, or the items")
    return list(range(1, items + 1)) if isinstance(items, int) else list(items)


def _each(known: Sequence[Any], one: SearchStrategy[Value]) -> SearchStrategy[tuple[Value, ...]]:
    """One value for each of them."""
    return st.tuples(*[one] * len(known))


def _listed(n: int, one: SearchStrategy[Value]) -> SearchStrategy[list[Value]]:
    return st.lists(one, min_size=n, max_size=n)


def _rest(missing: Sequence[Any], most: int) -> SearchStrategy[list[Any]]:
    return st.lists(st.sampled_from(missing), max_size=most) if most else st.just([])


def _vectors(count: int, positive: bool, most: int = LARGEST_WEIGHT_DRAWN) -> SearchStrategy[list[Fraction]]:
    """Exact numbers of one small denominator; all 1, or all 0, are the simplest."""
    numerators = _each(range(count), st.integers(int(positive), most))
    return st.builds(lambda above, below: [Fraction(k, below) for k in above], numerators, st.integers(1, PARTS))


def _weak_order(known: Sequence[Item], levels: Sequence[int]) -> WeakOrder:
    buckets = [[x for x, at in zip(known, levels, strict=True) if at == level] for level in sorted(set(levels))]
    return WeakOrder.of(buckets)


def _of_judged_lists(space: JudgedLists, n: int) -> SearchStrategy[Judged]:
    if space.grid:  # gains between those of the grid
        return _drawn(space, n)
    return judged_lists(n, space.levels, missing=space.missing, most=space.most)


def _of_top_lists(space: TopLists, n: int) -> SearchStrategy[TopList]:
    if space.equal:
        return top_lists(n)
    return st.integers(1, n).flatmap(lambda length: top_lists(length, n + 1))


_KNOWN: dict[type[Space], Any] = {
    Rankings: lambda space, n: rankings(n),
    Permutations: lambda space, n: rankings(n),
    Relabellings: lambda space, n: relabellings(n),
    Places: lambda space, n: st.integers(1, n - 1),
    WeakOrders: lambda space, n: weak_orders(n),
    TwoLevels: lambda space, n: two_levels(n),
    PartialOrders: lambda space, n: partial_orders(n),
    TopLists: _of_top_lists,
    JudgedLists: _of_judged_lists,
    UnitGains: lambda space, n: gain_lists(n),
    ScoredLists: lambda space, n: scored_lists(n, space.levels, most=space.most),
    ScoreVectors: lambda space, n: scores(n),
    ElementWeightsSpace: lambda space, n: element_weights(n, positive=space.positive),
    PositionWeightsSpace: lambda space, n: position_weights(n, positive=space.positive),
    SimilaritySpace: lambda space, n: similarities(n, positive=space.positive),
}
"""The strategies of the spaces that have one; of a subclass nothing is known, for it may have other values."""
_LEAST: dict[type[Space], int] = {TwoLevels: 2, Places: 2, TopLists: 1}
"""The least number of items that a space has values of, where it is not 0."""
