"""Medians: certified optima, against trying all rankings by the registered definitions."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axiomatrix import REGISTRY, ElementWeights, PositionWeights, Ranking, Similarity
from axiomatrix.model.metric import Metric
from axiomatrix.numbers.exact import sqrt
from axiomatrix.studies.aggregate.costs import NotRational, PairCosts, TooManyItems, pair_costs, total_distance
from axiomatrix.studies.aggregate.general import (
    NotPairwise,
    Weights,
    enumerated_median,
    footrule_general_median,
    general_costs,
)
from axiomatrix.studies.aggregate.medians import (
    UncertifiedMedian,
    cheapest_assignments,
    components,
    footrule_median,
    integer_program,
    kendall_median,
    lower_bound,
)
from axiomatrix.studies.aggregate.profile import RankingProfile

KENDALL, FOOTRULE = REGISTRY.metric("kendall"), REGISTRY.metric("footrule")


def random_profile(seed: int, n: int, m: int) -> RankingProfile:
    draw = random.Random(seed)
    return RankingProfile.of([Ranking.from_order(draw.sample(range(1, n + 1), n)) for _ in range(m)])


def every_profile(n: int, m: int) -> list[RankingProfile]:
    rankings = [Ranking.from_order(order) for order in permutations(range(1, n + 1))]
    return [RankingProfile.of([rankings[0], *others]) for others in combinations_with_replacement(rankings, m - 1)]


def by_trying(profile: RankingProfile, metric: Metric, **parameters: Any) -> tuple[Any, list[Ranking]]:
    """The least total of any metric of two rankings, and all rankings that attain it."""
    rankings = [Ranking.from_order(order) for order in permutations(profile.items)]
    costs = [total_distance(profile, ranking, metric, **parameters) for ranking in rankings]
    return min(costs), [ranking for ranking, cost in zip(rankings, costs, strict=True) if cost == min(costs)]


PROFILES = [*every_profile(3, 3), *every_profile(4, 2)[::3], *(random_profile(k, 5, 4) for k in range(4))]


@pytest.mark.parametrize("profile", PROFILES, ids=str)
def test_the_footrule_median_is_what_trying_all_rankings_finds(profile: RankingProfile) -> None:
    cost, best = by_trying(profile, FOOTRULE)
    found = footrule_median(profile, limit=200)
    assert found.cost == cost
    assert [Ranking.from_order(profile.items[x] for x in order) for order in found.orders] == best
    assert found.count == len(found.orders) == len(best)


@pytest.mark.parametrize("profile", PROFILES, ids=str)
def test_the_kendall_median_is_what_trying_all_rankings_finds(profile: RankingProfile) -> None:
    cost, best = by_trying(profile, KENDALL)
    costs = pair_costs(profile)
    found = kendall_median(costs, limit=200)
    assert (found.cost, found.count) == (cost, len(best))
    assert [costs.ranking(order) for order in found.orders] == best
    assert lower_bound(costs)[0] <= found.cost


@pytest.mark.parametrize("seed", range(3))
def test_twelve_items_are_certified_and_the_bound_is_below(seed: int) -> None:
    profile = random_profile(seed, 12, 5)
    costs = pair_costs(profile)
    found = kendall_median(costs)
    assert total_distance(profile, costs.ranking(found.orders[0]), KENDALL) == found.cost
    assert costs.least <= lower_bound(costs)[0] <= found.cost


def test_the_relaxed_program_sees_a_cycle_that_pairs_do_not() -> None:
    profile = RankingProfile.of(map(Ranking.from_order, ("abc", "bca", "cab")))
    costs = pair_costs(profile)
    assert (costs.least, lower_bound(costs)[0], kendall_median(costs).cost) == (3, 4, 4)


def test_the_integer_program_alone_finds_the_median() -> None:
    for seed in range(5):
        costs = pair_costs(random_profile(seed, 8, 5))
        assert costs.total(integer_program(costs)) == kendall_median(costs).cost


def test_more_than_twelve_items_are_refused() -> None:
    with pytest.raises(TooManyItems, match="13 items"):
        kendall_median(pair_costs(in_a_circle(13)))


def in_a_circle(n: int) -> RankingProfile:
    """One majority cycle through all items."""
    return RankingProfile.of(Ranking.from_order([*range(k, n), *range(k)]) for k in range(n))


def test_items_that_majorities_separate_are_decided_apart() -> None:
    """A circle of 8 items ahead of one of 7, in every vote: 15 items, and the optima are pairs of optima."""
    first, second = in_a_circle(8), in_a_circle(7)
    joined = RankingProfile.of(
        Ranking.from_order([*(x for (x,) in a.buckets), *(x + 8 for (x,) in b.buckets)])
        for a in first.orders
        for b in second.orders
    )
    costs = pair_costs(joined)
    assert components(costs) == [tuple(range(8)), tuple(range(8, 15))]
    found, parts = kendall_median(costs), [kendall_median(pair_costs(part)) for part in (first, second)]
    assert found.cost == 7 * parts[0].cost + 8 * parts[1].cost
    assert found.count == (parts[0].count or 0) * (parts[1].count or 0)
    assert all(costs.total(order) == found.cost for order in found.orders)


def pair_costs_of(n: int) -> st.SearchStrategy[tuple[tuple[int, ...], ...]]:
    """Costs of which many are 0 or equal, so that items fall into groups of every size."""
    row = st.lists(st.sampled_from([0, 0, 1, 2, 5]), min_size=n, max_size=n)
    rows = st.lists(row, min_size=n, max_size=n)
    return rows.map(lambda rows: tuple(tuple(c * (x != y) for y, c in enumerate(r)) for x, r in enumerate(rows)))


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 6).flatmap(pair_costs_of))
def test_groups_and_equal_sides_lose_no_median(cost: tuple[tuple[int, ...], ...]) -> None:
    n = len(cost)
    costs = PairCosts(tuple(range(n)), cost)
    tried = {order: costs.total(order) for order in permutations(range(n))}
    best = [order for order, paid in tried.items() if paid == min(tried.values())]
    found = kendall_median(costs, limit=1000)
    assert (found.cost, found.count, sorted(found.orders)) == (min(tried.values()), len(best), best)


def test_an_assignment_that_is_not_the_cheapest_is_not_certified(monkeypatch: pytest.MonkeyPatch) -> None:
    from axiomatrix.studies.aggregate import medians as module

    monkeypatch.setattr(module, "linear_sum_assignment", lambda cost: ([0, 1], [1, 0]))
    with pytest.raises(UncertifiedMedian, match="not optimal"):
        cheapest_assignments([[0, 1], [1, 0]])


def test_prices_prove_the_assignment() -> None:
    cost = [[4, 1, 3], [2, 0, 5], [3, 2, 2]]
    found = cheapest_assignments(cost)
    assert found.cost == 5 == sum(found.item_prices) + sum(found.position_prices)
    assert all(found.item_prices[x] + found.position_prices[p] <= cost[x][p] for x in range(3) for p in range(3))


def test_costs_beyond_exact_floats_are_refused() -> None:
    with pytest.raises(UncertifiedMedian, match="too large"):
        cheapest_assignments([[2**53]])


WEIGHTS = [
    Weights(w=ElementWeights.of([1, 2, 0, "1/2"])),
    Weights(D=Similarity.of([[0, 1, 2, 2], [1, 0, 1, 2], [2, 1, 0, 1], [2, 2, 1, 0]])),
    Weights(
        w=ElementWeights.of([3, 1, 1, 2]), D=Similarity.of([[0, 2, 1, 1], [2, 0, 1, 1], [1, 1, 0, 2], [1, 1, 2, 0]])
    ),
]


@pytest.mark.parametrize("weights", WEIGHTS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_weighted_medians_are_what_trying_all_rankings_finds(weights: Weights, seed: int) -> None:
    profile = random_profile(seed, 4, 4)
    w = weights.w or ElementWeights.of([1] * 4)
    distances = weights.D or Similarity.of([[int(i != j) for j in range(4)] for i in range(4)])
    given = {"w": w, "delta": PositionWeights.unit(4), "D": distances}
    for name in ("kendall-general", "footrule-general"):
        cost, best = by_trying(profile, REGISTRY.metric(name), **given)
        if name == "kendall-general":
            costs = general_costs(profile, weights)
            found, scale = kendall_median(costs, limit=24), costs.scale
        else:
            found, scale = footrule_general_median(profile, weights, limit=24)
        assert found.cost == cost * scale
        assert found.count == len(best)
        assert [Ranking.from_order(profile.items[x] for x in order) for order in found.orders] == best


@pytest.mark.parametrize("name", ["kendall-general", "footrule-general"])
def test_with_swap_costs_medians_are_enumerated(name: str) -> None:
    profile = random_profile(2, 4, 3)
    given = {"w": [1, 2, 1, 3], "delta": [1, 4, 2], "D": [[abs(i - j) for j in range(4)] for i in range(4)]}
    weights = Weights(
        w=ElementWeights.of([1, 2, 1, 3]), delta=PositionWeights.of([1, 4, 2]), D=Similarity.of(given["D"])
    )
    cost, best = by_trying(profile, REGISTRY.metric(f"{name}[one]"), **given)
    found, scale = enumerated_median(profile, weights, name, limit=24)
    assert Fraction(found.cost, scale) == Fraction(str(cost))
    assert [Ranking.from_order(profile.items[x] for x in order) for order in found.orders] == best


def test_position_weights_are_refused_with_the_reason() -> None:
    with pytest.raises(NotPairwise, match=r"delta_3 is 2.*depends on the whole ranking"):
        general_costs(random_profile(0, 3, 3), Weights(delta=PositionWeights.of([1, 2])))
    with pytest.raises(NotPairwise, match="'zero'"):
        general_costs(random_profile(0, 3, 3), Weights(delta=PositionWeights.unit(3), variant="zero"))
    without = Weights(variant="zero")  # every swap costs 1, and an item that keeps its place pays nothing
    assert not without.are_pairwise and not without.are_unit


@pytest.mark.parametrize("variant", ["one", "next", "local"])
def test_unit_swap_costs_are_pairwise(variant: str) -> None:
    profile = random_profile(1, 4, 3)
    given = {"w": [1, 2, 3, 4], "delta": [1, 1, 1], "D": [[int(i != j) for j in range(4)] for i in range(4)]}
    cost, _ = by_trying(profile, REGISTRY.metric(f"kendall-general[{variant}]"), **given)
    weights = Weights(w=ElementWeights.of([1, 2, 3, 4]), delta=PositionWeights.unit(4), variant=variant)
    assert kendall_median(general_costs(profile, weights)).cost == cost


def test_under_position_weights_the_cost_of_a_pair_depends_on_the_other_items() -> None:
    """What makes K* not pairwise: the same inverted pair costs 1 in one median and 3/2 in another."""
    a = Ranking.from_order("abc")
    metric = REGISTRY.metric("kendall-position")
    only_first_pair = metric(a, Ranking.from_order("bac"), delta=[1, 2])
    with_all = metric(a, Ranking.from_order("bca"), delta=[1, 2])  # a is inverted with b and with c
    only_a_c = metric(Ranking.from_order("bac"), Ranking.from_order("bca"), delta=[1, 2])
    assert with_all != only_first_pair + only_a_c


def test_irrational_weights_are_refused() -> None:
    with pytest.raises(NotRational, match="rational"):
        general_costs(random_profile(0, 2, 2), Weights(w=ElementWeights.of([1, sqrt(2)])))
