"""Every space that the package has, what a complete one must list, and what a grid leaves out.

What a complete space must list is worked out here: of far more candidates than there are values those are kept that are
values by definition.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations, pairwise, product
from typing import Any

from axiomatrix import spaces
from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.axioms.effectiveness import amigo
from axiomatrix.catalogue.axioms.effectiveness import common as list_spaces
from axiomatrix.libraries.axioms import common, inputs, order, representation, tie_policy
from axiomatrix.libraries.call_variants import CHOICES, PLAIN_CALL, CallVariants, CallVariantSpace
from axiomatrix.methods.pairs_of_top_lists import EveryTopList
from axiomatrix.numbers.exact import Whole, fraction, log
from axiomatrix.spaces import lists, parameters, scalars
from axiomatrix.spaces.base import Space
from axiomatrix.spaces.lists import GivenLists, Grades, JudgedLists, JudgedOrNot, UnitGains
from axiomatrix.spaces.parameters import HeightsSpace
from axiomatrix.spaces.scalars import DiscountVectors, Numbers, TopGrades
from axiomatrix.spaces.vectors import GradeGainsSpace, RankWeightsSpace
from axiomatrix.values.grades import Discounts
from axiomatrix.values.judged import Judged, Run
from axiomatrix.values.orders import PartialOrder, TopList, WeakOrder
from axiomatrix.values.parameters import ElementWeights, GradeGains, Heights, PositionWeights, RankWeights, Similarity
from axiomatrix.values.rankings import Ranking, Relabelling
from axiomatrix.values.retrieval import Retrieval
from axiomatrix.values.scored import Scored, Scores
from axiomatrix.values.votes import Consensus, Votes

STAND_INS = (spaces.OwnSpace, spaces.OwnGrades, inputs.CallInputs)
"""They stand for the space of a metric, which is then asked itself; inputs of calls are grids of it."""


# --- all spaces ------------------------------------------------------------------------------------------------


def is_made_alone(function: Callable[..., Any]) -> bool:
    return all(p.default is not p.empty for p in inspect.signature(function).parameters.values())


def all_spaces() -> dict[str, Any]:
    """The spaces that modules have by name or make without arguments, and those that the catalogue uses, by name."""
    found: dict[str, Space] = {}
    for module in (
        spaces,
        lists,
        parameters,
        scalars,
        list_spaces,
        common,
        inputs,
        order,
        representation,
        tie_policy,
    ):
        for given in vars(module).values():
            if isinstance(given, Space):
                found.setdefault(given.name, given)
            elif (
                inspect.isfunction(given) and given.__module__.startswith("axiomatrix.spaces") and is_made_alone(given)
            ):
                made = given()
                found.setdefault(made.name, made)
    registry = load_catalogue()
    for row in registry.metrics.values():
        used = [*row.arguments.values(), *row.parameters.values()]
        used += [space.closure() for space in row.parameters.values()]
        for column in registry.axioms.values():
            if row.about in column.about and row.kind in column.kinds:
                used += column().over(row).values() if not column.arguments and not column.open_arguments else ()
        for space in used:
            found.setdefault(space.name, space)
    for space in (
        CallVariants("scores"),
        CallVariants("truth", "scores"),
        CallVariantSpace(),
        GivenLists("given lists", [Judged.of([1, 0])]),
        Grades((0, 1, 2)),
        Grades((0, "1/2"), grid=True),
        Grades(),
        spaces.UniverseRelabellings(lambda n: n + 1),
        spaces.ScoredLists((0, 1, 2), most=0),
        spaces.graded_lists(3),
        EveryTopList(),
        EveryTopList(equal=False),
        representation.GradeFactors(10),
        spaces.rank_weights(falling=True, beyond=1),
        spaces.gains(2),
        spaces.gains(2, rising=True),
    ):
        found.setdefault(f"{space.name} ({type(space).__name__})", space)
    return {name: space for name, space in found.items() if not isinstance(space, STAND_INS)}


SPACES = all_spaces()


def classes(base: type) -> set[type]:
    return {base}.union(*(classes(kind) for kind in base.__subclasses__()))


# --- what complete spaces must list ----------------------------------------------------------------------------


def subsets(of: Iterable[Any]) -> Iterator[frozenset[Any]]:
    listed = list(of)
    return (frozenset(s) for s in chain.from_iterable(combinations(listed, k) for k in range(len(listed) + 1)))


def bijections(n: int) -> Iterator[tuple[int, ...]]:
    return (p for p in product(range(1, n + 1), repeat=n) if set(p) == set(range(1, n + 1)))


def is_transitive(relation: frozenset[tuple[int, int]]) -> bool:
    return all((x, z) in relation for x, y in relation for y2, z in relation if y == y2)


def preorders(n: int) -> Iterator[frozenset[tuple[int, int]]]:
    """All total preorders, as the sets of pairs (x, y) with x at least as good as y."""
    items = range(1, n + 1)
    for one in subsets(product(items, repeat=2)):
        if all((x, y) in one or (y, x) in one for x in items for y in items) and is_transitive(one):
            yield one


def as_weak_order(relation: frozenset[tuple[int, int]], n: int) -> WeakOrder:
    better = {x: sum((y, x) in relation and (x, y) not in relation for y in range(1, n + 1)) for x in range(1, n + 1)}
    return WeakOrder.from_scores({x: -count for x, count in better.items()})


def weak_orders(space: Any, n: int) -> Iterator[Any]:
    return (as_weak_order(relation, n) for relation in preorders(n))


def partial_orders(space: Any, n: int) -> Iterator[Any]:
    pairs = [(x, y) for x, y in product(range(1, n + 1), repeat=2) if x != y]
    for one in subsets(pairs):
        if is_transitive(one) and not any((y, x) in one for x, y in one):
            yield PartialOrder(tuple(range(1, n + 1)), one)


def judged_lists(space: Any, n: int) -> Iterator[Any]:
    """By the name of the space: so many grades, and at most so many missing items of the grades allowed."""
    for listed in product(space.levels, repeat=n):
        for count in range(space.max_missing + 1):
            for missing in product(space.missing, repeat=count):
                yield Judged.of(listed, missing=missing)


def ideal_lists(space: Any, n: int) -> Iterator[Any]:
    """No grade after a smaller one, and nothing missing."""
    for listed in product(space.levels, repeat=n):
        if not any(earlier < later for earlier, later in combinations(map(Fraction, map(str, listed)), 2)):
            yield Judged.of(listed)


def correctable_lists(space: Any, n: int) -> Iterator[Any]:
    """A lower grade right before a higher one, and the same two again further down."""
    for x in judged_lists(space, n):
        steps = [pair for pair in pairwise(x.grades) if Fraction(str(pair[0])) < Fraction(str(pair[1]))]
        if len(set(steps)) < len(steps):
            yield x


LARGE = 9
"""Whole numbers that are tried as values go from -LARGE to LARGE."""
NUMBERS = range(-LARGE, LARGE + 1)
PAIRS = list(product(NUMBERS, repeat=2))


def lists_over_2n_items(space: EveryTopList, n: int) -> Iterator[TopList]:
    for length in [n] if space.has_equal_lengths else range(1, n + 1):
        for items in product(range(1, 2 * n + 1), repeat=length):
            if len(set(items)) == length:
                yield TopList(items)


BY_DEFINITION: dict[type, Callable[[Any, int], Iterable[Any]]] = {
    spaces.Rankings: lambda s, n: map(Ranking.from_positions, bijections(n)),
    spaces.Permutations: lambda s, n: map(Ranking.from_positions, bijections(n)),
    spaces.Relabellings: lambda s, n: (Relabelling(dict(enumerate(p, 1))) for p in bijections(n)),
    spaces.UniverseRelabellings: lambda s, n: (Relabelling(dict(enumerate(p, 1))) for p in bijections(s.universe(n))),
    spaces.Places: lambda s, n: (k for k in NUMBERS if 1 <= k <= n - 1),
    spaces.Ranks: lambda s, n: (k for k in NUMBERS if 1 <= k <= n),
    spaces.RankPairs: lambda s, n: ((i, j) for i, j in PAIRS if 1 <= i < j <= n),
    amigo.EqualCorrections: lambda s, n: ((i, j) for i, j in PAIRS if 1 <= i < j <= n),
    list_spaces.MissingItems: lambda s, n: (1, 2),
    list_spaces.InsideAndOutside: lambda s, n: ((i, j) for i, j in PAIRS if 1 <= i <= n and i < j <= n + 2),
    list_spaces.PlacesForMissing: lambda s, n: ((i, j) for i, j in PAIRS if 1 <= i <= n + 1 and j in (1, 2)),
    EveryTopList: lists_over_2n_items,
    JudgedLists: judged_lists,
    JudgedOrNot: judged_lists,
    amigo.CorrectableLists: correctable_lists,
    list_spaces.IdealLists: ideal_lists,
    list_spaces.ListsOfGrades: judged_lists,
    list_spaces.TopGradeLists: judged_lists,
    Grades: lambda s, n: s.levels,
    spaces.WeakOrders: weak_orders,
    spaces.TwoLevels: lambda s, n: (a for a in weak_orders(s, n) if len(set(a.levels)) == 2),
    spaces.PartialOrders: partial_orders,
    order.Rearrangements: lambda s, n: ("first two exchanged", "first put last")[: n - 1],
    representation.GradeFactors: lambda s, n: (2**e for e in (5, 10, 31, 40) if e <= s.max_exponent),
    CallVariantSpace: lambda s, n: (PLAIN_CALL,),
    CallVariants: lambda s, n: (replace(PLAIN_CALL, **dict.fromkeys(s.aspects, value)) for value in s.values),
}

# --- what grids leave out --------------------------------------------------------------------------------------

LEFT_OUT: dict[type, Callable[[Any, int], Any]] = {
    spaces.CutOffs: lambda s, n: Whole(n + 2),
    Numbers: lambda s, n: fraction(s.low) + Fraction(1, 3),
    spaces.Factors: lambda s, n: Fraction(7, 3),
    spaces.ScoredLists: lambda s, n: Scored.of([0] * n, scores=[17] * n),
    list_spaces.EqualScores: lambda s, n: Scored.of([0] * n, scores=[17] * n),
    spaces.ScoreVectors: lambda s, n: Scores.of([3] * n),
    spaces.RetrievedIds: lambda s, n: Retrieval.of([f"doc{k}" for k in range(n)]),
    spaces.Runs: lambda s, n: Run.of([[0] * n] * 3),
    spaces.VotesSpace: lambda s, n: Votes.of([range(1, n + 1)] * 5),
    spaces.ConsensusSpace: lambda s, n: Consensus.of([range(1, n + 1)] * 5, range(1, n + 1)),
    spaces.TopLists: lambda s, n: TopList.of(range(20, 20 + n)),
    UnitGains: lambda s, n: Judged.of(["1/3"] * n),
    amigo.CorrectableLists: lambda s, n: Judged.of(["1/3", "2/3"] * 2 + ["1/3"] * (n - 4)),
    list_spaces.IdealLists: lambda s, n: Judged.of(["1/3"] * n),
    list_spaces.ListsOfGrades: lambda s, n: Judged.of(["-1/3"] * n),
    TopGrades: lambda s, n: Whole(3),
    DiscountVectors: lambda s, n: Discounts.of([17]),
    GivenLists: lambda s, n: Judged.of(["1/2"] * n),
    spaces.ElementWeightsSpace: lambda s, n: ElementWeights.of([log(3)] * n),
    HeightsSpace: lambda s, n: Heights.of([log(3)] * n),
    RankWeightsSpace: lambda s, n: RankWeights.of([log(3)] * len(s.keys(n))),
    GradeGainsSpace: lambda s, n: GradeGains.of([log(3)] * s.top),
    spaces.InequalityCone: lambda s, n: s.value_type.of([7] * len(s.keys(n))),
    spaces.PositionWeightsSpace: lambda s, n: PositionWeights.of([log(3)] * (n - 1)),
    spaces.SimilaritySpace: lambda s, n: Similarity.of({(i, j): 7 for i in range(1, n + 1) for j in range(1, i)}),
}
MORE = {spaces.PositionWeightsSpace: 1, spaces.SimilaritySpace: 1, amigo.CorrectableLists: 3}
"""So many items more must there be for values that are left out, or for any values."""


def candidates() -> list[Any]:
    """Values of every kind: of every space here over up to four items, and numbers and pairs of numbers."""
    if not CANDIDATES:
        every: dict[Any, None] = {}
        for space in SPACES.values():
            for n in range(1, 5):
                if not isinstance(space, spaces.UniverseRelabellings) or space.universe(n) < 6:
                    every |= dict.fromkeys(list(space.enumerate(n)[:300]))
        for value in (*NUMBERS, *map(Whole, NUMBERS), *PAIRS, Fraction(1, 2), (1, Fraction(3, 2)), (1, 2, 3)):
            every[value] = None
        for most in (2, 3):
            for missing in product((-2, -1, 0, 1, 2, 3), repeat=most):
                every[Judged.of([1, 0], missing=missing)] = None
        for listed in product((-2, -1, 0, 1, 2, 3, Fraction(1, 2)), repeat=2):
            every[Judged.of(listed)] = None
        for aspect, values in CHOICES.items():
            every |= dict.fromkeys(PLAIN_CALL.with_aspect(aspect, value) for value in values)
        CANDIDATES.extend(every)
    return CANDIDATES


CANDIDATES: list[Any] = []
