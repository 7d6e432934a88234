"""Values for the referee: a generator of its own for each kind of space, none of them the engine's."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from axiomatrix.catalogue.axioms.effectiveness.common import (
    IdealLists,
    InsideAndOutside,
    MissingItems,
    PlacesForMissing,
)
from axiomatrix.numbers.exact import Whole, rational
from axiomatrix.spaces import (
    CutOffs,
    Factors,
    Grades,
    JudgedLists,
    Numbers,
    ParameterSpace,
    PartialOrders,
    Permutations,
    Places,
    Rankings,
    RankPairs,
    Ranks,
    Relabellings,
    Runs,
    ScoredLists,
    ScoreVectors,
    SimilaritySpace,
    TopLists,
    TwoLevels,
    UniverseRelabellings,
    WeakOrders,
)
from axiomatrix.spaces.retrieved import RetrievedIds
from axiomatrix.spaces.scalars import DiscountVectors, TopGrades
from axiomatrix.spaces.votes import ConsensusSpace, VotesSpace
from axiomatrix.values.grades import Discounts
from axiomatrix.values.judged import Judged, Run
from axiomatrix.values.orders import PartialOrder, TopList, WeakOrder
from axiomatrix.values.rankings import Ranking, Relabelling
from axiomatrix.values.retrieval import Retrieval
from axiomatrix.values.scored import Scored, Scores
from axiomatrix.values.votes import Consensus, Votes


class CannotMake(Exception):
    """The space has nothing of that size, or the generator met nothing that belongs to it."""


Generator = Callable[[Any, int, Random], Any]
GENERATORS: list[tuple[tuple[type, ...], Generator]] = []
"""By kinds of spaces; the first that a space is of makes its values, so that a kind stands before its bases."""


def of(*kinds: type) -> Callable[[Generator], Generator]:
    """Declare the generator for spaces of these kinds."""

    def declare(generator: Generator) -> Generator:
        GENERATORS.append((kinds, generator))
        return generator

    return declare


def made(space: Any, n: int, random: Random) -> Any:
    """A value of the space over n items."""
    for _ in range(20):
        try:
            value = _made(space, n, random)
            space.validate(value, n)
        except (ValueError, IndexError):
            continue
        return value
    raise CannotMake(space.name)


def _made(space: Any, n: int, random: Random) -> Any:
    generator = next((generator for kinds, generator in GENERATORS if isinstance(space, kinds)), None)
    if generator is None:
        raise TypeError(f"no generator for {type(space).__name__}")
    return generator(space, n, random)


# --- orders ----------------------------------------------------------------------------------------------------------


@of(UniverseRelabellings)
def _of_universe(space: Any, n: int, random: Random) -> Relabelling:
    return _relabelling(space.universe(n), random)


@of(Relabellings)
def _of_items(space: Any, n: int, random: Random) -> Relabelling:
    return _relabelling(n, random)


@of(Permutations, Rankings)
def _ranking(space: Any, n: int, random: Random) -> Ranking:
    return Ranking.from_order(_order(n, random))


@of(TwoLevels)
def _two_levels(space: Any, n: int, random: Random) -> WeakOrder:
    return WeakOrder.from_scores([random.randint(0, 1) for _ in range(n)])


@of(WeakOrders)
def _weak_order(space: Any, n: int, random: Random) -> WeakOrder:
    levels = random.randint(1, n)
    return WeakOrder.from_scores([random.randint(1, levels) for _ in range(n)])


@of(PartialOrders)
def _partial_order(space: Any, n: int, random: Random) -> PartialOrder:
    order, share = _order(n, random), random.random()
    pairs = [(x, y) for k, x in enumerate(order) for y in order[k + 1 :] if random.random() < share]
    return PartialOrder.of(list(range(1, n + 1)), pairs)


@of(TopLists)
def _top_list(space: Any, n: int, random: Random) -> TopList:
    universe = range(1, space.universe(n) + 1)
    return TopList.of(
        random.sample(universe, min(len(universe), n if space.has_equal_lengths else random.randint(0, n)))
    )


@of(VotesSpace)
def _votes(space: Any, n: int, random: Random) -> Votes:
    return Votes.of([_order(n, random) for _ in range(random.randint(1, space.max_voters))])


@of(ConsensusSpace)
def _consensus(space: Any, n: int, random: Random) -> Consensus:
    return Consensus.of([_order(n, random) for _ in range(random.randint(1, 4))], _order(n, random))


# --- lists -----------------------------------------------------------------------------------------------------------


@of(IdealLists)
def _ideal_list(space: Any, n: int, random: Random) -> Judged:
    return Judged.of([random.choice(space.levels) for _ in range(n)]).ideal


@of(Runs)
def _run(space: Any, n: int, random: Random) -> Run:
    return Run.of([_made(space.lists, random.randint(1, n), random) for _ in range(random.randint(1, 3))])


@of(RetrievedIds)
def _retrieved(space: Any, n: int, random: Random) -> Retrieval:
    ids = random.choices([f"d{k}" for k in range(1, n + 2)], k=n)
    judged = random.sample(sorted({*ids, "d0"}), random.randint(1, len({*ids, "d0"})))
    return Retrieval.of(ids, {name: random.choice(space.levels) for name in judged})


@of(ScoredLists)
def _scored(space: Any, n: int, random: Random) -> Scored:
    grades = [random.choice(space.levels) for _ in range(n)]
    scores = [random.randint(0, n) for _ in range(n)]
    return Scored(tuple(grades), tuple(map(Whole, scores)), (Whole(1),) * random.randint(0, space.max_missing))


@of(ScoreVectors)
def _scores(space: Any, n: int, random: Random) -> Scores:
    return Scores.of([Fraction(random.randint(-6, 9), random.choice((1, 1, 2, 3))) for _ in range(n)])


@of(JudgedLists)
def _judged(space: Any, n: int, random: Random) -> Judged:
    share, lowest = random.random(), min(space.levels)
    grades = [random.choice(space.levels) if random.random() < share else lowest for _ in range(n)]
    if random.random() < 0.2:
        grades.sort(reverse=random.random() < 0.8)
    return Judged.of(grades, _missing(space, random))


# --- ranks, and numbers ----------------------------------------------------------------------------------------------


@of(InsideAndOutside)
def _inside_and_outside(space: Any, n: int, random: Random) -> tuple[Whole, Whole]:
    i = random.randint(1, n)
    return Whole(i), Whole(random.randint(i + 1, n + 2))


@of(RankPairs)
def _rank_pair(space: Any, n: int, random: Random) -> tuple[Whole, Whole]:
    i, j = sorted(random.sample(range(1, n + 1), 2))
    return Whole(i), Whole(j)


@of(PlacesForMissing)
def _place_for_missing(space: Any, n: int, random: Random) -> tuple[Whole, Whole]:
    return Whole(random.randint(1, n + 1)), Whole(random.randint(1, 2))


WHOLE_NUMBERS: dict[type, Callable[[int], tuple[int, int]]] = {
    MissingItems: lambda n: (1, 2),
    Ranks: lambda n: (1, n),
    CutOffs: lambda n: (1, 2 * n + 3),
    TopGrades: lambda n: (2, 6),
}
"""From where to where."""


@of(*WHOLE_NUMBERS)
def _whole(space: Any, n: int, random: Random) -> Whole:
    between = next(between for kind, between in WHOLE_NUMBERS.items() if isinstance(space, kind))
    return Whole(random.randint(*between(n)))


@of(Places)
def _place(space: Any, n: int, random: Random) -> int:
    return random.randint(1, n - 1)


@of(Grades)
def _grade(space: Any, n: int, random: Random) -> Any:
    return random.choice(space.enumerate(n))


@of(Factors)
def _factor(space: Any, n: int, random: Random) -> Any:
    return rational(random.randint(1, 12), random.randint(1, 7))


@of(DiscountVectors)
def _discounts(space: Any, n: int, random: Random) -> Discounts:
    drawn = [Whole(random.randint(1, 9)) for _ in range(2 * n + 2)]
    return Discounts(tuple(sorted(drawn, reverse=True) if random.random() < 0.5 else drawn))


@of(Numbers)
def _number(space: Any, n: int, random: Random) -> Any:
    high = space.low + 6 if space.high is None else space.high
    share = rational(random.randint(0, 24), 24)
    return space.to_exact(_fraction(space.low + (high - space.low) * share))


@of(SimilaritySpace)
def _similarity(space: Any, n: int, random: Random) -> Any:
    return space.make(_distances(space, n, random), n)


@of(ParameterSpace)
def _parameter(space: Any, n: int, random: Random) -> Any:
    low = 1 if space.positive else 0
    top = random.choice((1, 2, 9, 50))
    drawn = [Fraction(random.randint(low, top + low), random.choice((1, 2))) for _ in space.keys(n)]
    return space.make(sorted(drawn, reverse=True) if random.random() < 0.3 else drawn, n)


# --- parts of values -------------------------------------------------------------------------------------------------


def _order(n: int, random: Random) -> list[int]:
    """An order of 1..n: any, or a few exchanges away from 1 > 2 > ... > n."""
    order = list(range(1, n + 1))
    if random.random() < 0.5:
        random.shuffle(order)
    else:
        for _ in range(random.randint(0, 3)):
            i, j = random.randrange(n), random.randrange(n)
            order[i], order[j] = order[j], order[i]
    return order


def _relabelling(n: int, random: Random) -> Relabelling:
    return Relabelling(dict(zip(range(1, n + 1), random.sample(range(1, n + 1), n), strict=True)))


def _missing(space: Any, random: Random) -> list[Any]:
    if not space.missing:
        return []
    return sorted((random.choice(space.missing) for _ in range(random.randint(0, space.max_missing))), reverse=True)


def _distances(space: SimilaritySpace, n: int, random: Random) -> list[Any]:
    """The shortest paths of a random graph, or the differences of random points of a line or a plane."""
    keys = list(space.keys(n))
    least = 1 if space.positive else 0
    if random.random() < 0.5:
        axes = random.randint(1, 2)
        points = [[random.randint(0, 9) for _ in range(axes)] for _ in range(n)]
        return [max(least, sum(abs(p - q) for p, q in zip(points[i - 1], points[j - 1], strict=True))) for i, j in keys]
    far = {key: Fraction(random.randint(least, 12)) for key in keys}
    for k in range(1, n + 1):
        for i, j in keys:
            if k not in (i, j):
                far[i, j] = min(far[i, j], far[min(i, k), max(i, k)] + far[min(j, k), max(j, k)])
    return [far[key] for key in keys]


def _fraction(value: Any) -> Fraction:
    return Fraction(int(value.p), int(value.q))
