"""Rules of aggregation on votes with ties and missing items, against independent ways to compute them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from statistics import median
from typing import Any

import pytest

from axiomatrix import REGISTRY, Ranking, WeakOrder
from axiomatrix.numbers.exact import fraction
from axiomatrix.report.aggregation import MISSING_ITEMS_NOTE, TIES_NOTE
from axiomatrix.report.document import Note, plain_text
from axiomatrix.report.subjects.aggregation import document
from axiomatrix.studies.aggregate.answer import MAX_ITEMS_ASSIGNED, Aggregation
from axiomatrix.studies.aggregate.costs import TooManyItems, pair_costs, total_distance
from axiomatrix.studies.aggregate.medians import footrule_median, kendall_median
from axiomatrix.studies.aggregate.profile import BadProfile, RankingProfile
from axiomatrix.studies.aggregate.rules import approximations, borda_scores, median_ranks, reciprocal_rank_sums

KENDALL, FOOTRULE = REGISTRY.metric("kendall-ties[profile]"), REGISTRY.metric("footrule-ties[profile]")


def random_vote(draw: random.Random, items: str) -> WeakOrder:
    """A weak order of some of the items."""
    chosen = draw.sample(items, draw.randint(1, len(items)))
    buckets: list[list[str]] = [[]]
    for item in chosen:
        if buckets[-1] and draw.random() < 0.6:
            buckets.append([])
        buckets[-1].append(item)
    return WeakOrder.of(buckets)


def random_profile(seed: int, n: int, m: int) -> RankingProfile:
    draw = random.Random(seed)
    items = "abcdefgh"[:n]
    votes = [random_vote(draw, items) for _ in range(m)]
    return RankingProfile.of(votes, [draw.randint(1, 3) for _ in votes], items)


def refinements(order: WeakOrder) -> Iterator[tuple[Any, ...]]:
    """All ways to break the ties of an order."""
    for ways in product(*(permutations(bucket) for bucket in order.buckets)):
        yield tuple(x for bucket in ways for x in bucket)


PROFILES = [random_profile(seed, n, m) for n, m in ((2, 2), (3, 3), (4, 3), (5, 4)) for seed in range(6)]


@pytest.mark.parametrize("profile", PROFILES, ids=str)
def test_medians_of_votes_with_ties_are_what_trying_all_rankings_finds(profile: RankingProfile) -> None:
    everything = [Ranking.from_order(order) for order in permutations(profile.items)]
    costs = pair_costs(profile)
    for metric, found in ((KENDALL, kendall_median(costs, 200)), (FOOTRULE, footrule_median(profile, 200))):
        tried = {ranking: fraction(total_distance(profile, ranking, metric)) for ranking in everything}
        least = min(tried.values())
        assert least == Fraction(found.cost, profile.scale)
        assert [costs.ranking(order) for order in found.orders] == [x for x in everything if tried[x] == least]


@pytest.mark.parametrize("profile", PROFILES, ids=str)
def test_a_vote_with_ties_costs_as_much_as_the_mean_of_its_refinements(profile: RankingProfile) -> None:
    costs = pair_costs(profile)
    for x, y in permutations(range(profile.n), 2):
        mean = Fraction(0)
        for order, count in zip(profile.orders, profile.counts, strict=True):
            ways = list(refinements(order))
            behind = sum(way.index(profile.items[y]) < way.index(profile.items[x]) for way in ways)
            mean += count * Fraction(behind, len(ways))
        assert mean == Fraction(costs.cost[x][y], costs.scale)


@pytest.mark.parametrize("profile", PROFILES, ids=str)
def test_scores_are_what_the_definitions_say(profile: RankingProfile) -> None:
    borda, medians, fused = borda_scores(profile), median_ranks(profile), reciprocal_rank_sums(profile)
    for x in profile.items:
        points, positions, terms = Fraction(0), [], Fraction(0)
        for vote, count in profile.votes_with_counts:
            for y in profile.items:
                if y != x and x in vote.items:
                    behind = y not in vote.items or vote.prefers(x, y)
                    points += count * (Fraction(1) if behind else Fraction(1, 2) if vote.ties(x, y) else 0)
                elif y != x and y not in vote.items:  # both are left out
                    points += Fraction(count, 2)
            missing = [y for y in profile.items if y not in vote.items]
            middle = len(vote) + Fraction(len(missing) + 1, 2)
            positions += [Fraction(str(vote.middle(x))) if x in vote.items else middle] * count
            terms += count / (60 + Fraction(str(vote.middle(x)))) if x in vote.items else 0
        assert (borda[x], medians[x], fused[x]) == (points, median(positions), terms)


def test_borda_and_rrf_give_the_values_of_their_sources() -> None:
    """3 votes a > b > c and 2 votes b > c > a: Borda's winner is not the winner of the majority."""
    profile = RankingProfile.of(map(Ranking.from_order, ("abc", "bca")), [3, 2])
    assert borda_scores(profile) == {"a": 6, "b": 7, "c": 2}
    assert str(kendall_median(pair_costs(profile)).orders) == "((0, 1, 2),)"
    lists = RankingProfile.of([WeakOrder.of(["x", "y"]), WeakOrder.of(["y", "z"])])
    assert reciprocal_rank_sums(lists) == {
        "x": Fraction(1, 61),
        "y": Fraction(1, 62) + Fraction(1, 61),
        "z": Fraction(1, 62),
    }


@pytest.mark.parametrize("profile", PROFILES, ids=str)
def test_each_factor_that_is_named_holds(profile: RankingProfile) -> None:
    costs = pair_costs(profile)
    least = kendall_median(costs).cost
    for algorithm in approximations(profile, costs):
        assert algorithm.factor is None or costs.total(algorithm.order) <= algorithm.factor * least
    answer = Aggregation(profile)
    assert answer.kendall is not None and answer.footrule is not None
    for result in answer.algorithms:
        assert result.kendall == fraction(total_distance(profile, result.ranking, KENDALL))
        assert result.footrule == fraction(total_distance(profile, result.ranking, FOOTRULE))
    (ranked,) = (result for result in answer.algorithms if result.approximation.algorithm == "median rank")
    assert ranked.footrule <= (3 if profile.has_ties else 2) * answer.footrule.cost


def test_the_factor_of_one_vote_is_one() -> None:
    profile = RankingProfile.of([WeakOrder.of(["a", "b", "c"])])
    assert [a.factor for a in approximations(profile, pair_costs(profile)) if a.algorithm == "best input"] == [1]


def test_a_rule_of_scores_ties_equal_scores() -> None:
    profile = RankingProfile.of([Ranking.from_order("abc"), Ranking.from_order("bac")])
    assert [str(scored.order) for scored in Aggregation(profile).scored] == ["a ~ b > c"] * 3


def test_an_algorithm_that_meets_the_bound_is_a_median() -> None:
    """Two opposite votes of 14 items: every pair costs 1 either way, and all items are in one component."""
    opposite = RankingProfile.of([Ranking.from_order(range(14)), Ranking.from_order(range(13, -1, -1))])
    answer = Aggregation(opposite, rule="kemeny")
    assert answer.kendall is not None and answer.kendall.count is None and answer.kendall.cost == 91


def test_many_items_are_refused_where_pairs_are_compared_and_taken_by_scores() -> None:
    many = RankingProfile.of([Ranking.from_order(range(1, 1502))])
    assert Aggregation(many, rule="borda").scored[0].scores[1] == 1500
    for rule in ("kemeny", None):
        with pytest.raises(TooManyItems, match="borda"):
            Aggregation(many, rule=rule)
    with pytest.raises(TooManyItems, match=str(MAX_ITEMS_ASSIGNED)):
        Aggregation(many, rule="footrule")


def test_an_item_of_a_vote_that_is_not_one_of_the_items_is_refused() -> None:
    with pytest.raises(BadProfile, match="'b' is not one of the items"):
        RankingProfile.of([WeakOrder.of(["a", "b"])], items="a")


def notes(answer: Aggregation) -> set[str]:
    return {plain_text(block.text) for block in document(answer).blocks if isinstance(block, Note)}


def test_a_reader_is_told_of_ties_and_missing_items_only_where_there_are_some() -> None:
    whole = RankingProfile.of([Ranking.from_order("abc")])
    tied = RankingProfile.of([WeakOrder.of([["a", "b"], "c"])])
    partial = RankingProfile.of([WeakOrder.of(["a"])], items="abc")
    for profile, expected in ((whole, set()), (tied, {TIES_NOTE}), (partial, {MISSING_ITEMS_NOTE})):
        assert notes(Aggregation(profile)) & {TIES_NOTE, MISSING_ITEMS_NOTE} == expected


def test_a_footrule_median_that_is_left_out_is_named() -> None:
    many = Aggregation(RankingProfile.of([Ranking.from_order(range(MAX_ITEMS_ASSIGNED + 1))]))
    assert many.footrule is None and any(str(MAX_ITEMS_ASSIGNED) in note for note in notes(many))
