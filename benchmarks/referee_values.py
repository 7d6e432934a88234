"""Values for the referee: a generator of its own for each kind of space, none of them the engine's."""

from __future__ import annotations

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
    items = range(1, n + 1)
    match space:
        case UniverseRelabellings():
            return _relabelling(space.universe(n), random)
        case Relabellings():
            return _relabelling(n, random)
        case Permutations() | Rankings():
            return Ranking.from_order(_order(n, random))
        case TwoLevels():
            return WeakOrder.from_scores([random.randint(0, 1) for _ in items])
        case WeakOrders():
            levels = random.randint(1, n)
            return WeakOrder.from_scores([random.randint(1, levels) for _ in items])
        case PartialOrders():
            order, share = _order(n, random), random.random()
            pairs = [(x, y) for k, x in enumerate(order) for y in order[k + 1 :] if random.random() < share]
            return PartialOrder.of(list(items), pairs)
        case TopLists():
            universe = range(1, space.universe(n) + 1)
            return TopList.of(random.sample(universe, min(len(universe), n if space.equal else random.randint(0, n))))
        case IdealLists():
            return Judged.of([random.choice(space.levels) for _ in items]).ideal
        case Runs():
            return Run.of([_made(space.lists, random.randint(1, n), random) for _ in range(random.randint(1, 3))])
        case RetrievedIds():
            ids = random.choices([f"d{k}" for k in range(1, n + 2)], k=n)
            judged = random.sample(sorted({*ids, "d0"}), random.randint(1, len({*ids, "d0"})))
            return Retrieval.of(ids, {one: random.choice(space.levels) for one in judged})
        case VotesSpace():
            return Votes.of([_order(n, random) for _ in range(random.randint(1, space.most))])
        case ConsensusSpace():
            return Consensus.of([_order(n, random) for _ in range(random.randint(1, 4))], _order(n, random))
        case ScoredLists():
            given = [random.choice(space.levels) for _ in items]
            scores = [random.randint(0, n) for _ in items]
            return Scored(tuple(given), tuple(map(Whole, scores)), (Whole(1),) * random.randint(0, space.most))
        case ScoreVectors():
            return Scores.of([Fraction(random.randint(-6, 9), random.choice((1, 1, 2, 3))) for _ in items])
        case JudgedLists():
            relevant = random.random()
            lowest = min(space.levels)
            given = [random.choice(space.levels) if random.random() < relevant else lowest for _ in items]
            if random.random() < 0.2:
                given.sort(reverse=random.random() < 0.8)
            return Judged.of(given, _missing(space, random))
        case InsideAndOutside():
            i = random.randint(1, n)
            return Whole(i), Whole(random.randint(i + 1, n + 2))
        case RankPairs():
            i, j = sorted(random.sample(items, 2))
            return Whole(i), Whole(j)
        case MissingItems():
            return Whole(random.randint(1, 2))
        case PlacesForMissing():
            return Whole(random.randint(1, n + 1)), Whole(random.randint(1, 2))
        case Ranks():
            return Whole(random.randint(1, n))
        case Places():
            return random.randint(1, n - 1)
        case Grades():
            return random.choice(space.enumerate(n))
        case Factors():
            return rational(random.randint(1, 12), random.randint(1, 7))
        case CutOffs():
            return Whole(random.randint(1, 2 * n + 3))
        case TopGrades():
            return Whole(random.randint(2, 6))
        case DiscountVectors():
            drawn = [Whole(random.randint(1, 9)) for _ in range(2 * n + 2)]
            return Discounts(tuple(sorted(drawn, reverse=True) if random.random() < 0.5 else drawn))
        case Numbers():
            high = space.low + 6 if space.high is None else space.high
            share = rational(random.randint(0, 24), 24)
            return space.admitted(_fraction(space.low + (high - space.low) * share))
        case SimilaritySpace():
            return space.make(_distances(space, n, random), n)
        case ParameterSpace():
            low = 1 if space.positive else 0
            top = random.choice((1, 2, 9, 50))
            drawn = [Fraction(random.randint(low, top + low), random.choice((1, 2))) for _ in space.keys(n)]
            return space.make(sorted(drawn, reverse=True) if random.random() < 0.3 else drawn, n)
    raise TypeError(f"no generator for {type(space).__name__}")


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
    return sorted((random.choice(space.missing) for _ in range(random.randint(0, space.most))), reverse=True)


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
