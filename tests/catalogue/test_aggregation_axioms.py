"""Axioms of rules of aggregation: what each rule of the catalogue breaks and keeps."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from statistics import median
from typing import Any

import pytest

from axiomatrix import REGISTRY, Ranking, Registry, Votes, axioms, metric, spaces
from axiomatrix.catalogue.axioms import aggregation
from axiomatrix.catalogue.axioms.aggregation import chosen
from axiomatrix.model.relation import DISCARDED, FAILS, HOLDS
from axiomatrix.studies.aggregate.costs import pair_costs
from axiomatrix.studies.aggregate.medians import footrule_median, kendall_median
from axiomatrix.studies.aggregate.profile import RankingProfile
from axiomatrix.studies.aggregate.rules import borda_scores, median_ranks, reciprocal_rank_sums
from axiomatrix.values.votes import Consensus

RULES = ("borda", "kemeny", "footrule-median", "median-rank", "reciprocal-rank-fusion")
OF_ONE = ("condorcet-winner", "unanimity", "independence-of-clones", "neutrality-of-items", "anonymity-of-voters",
          "monotonicity-of-winners")  # fmt: skip
OF_TWO = ("reinforcement", "reinforcement-of-winners")


def test_a_rule_in_floats_is_not_asked() -> None:
    registry = Registry(REGISTRY)
    options: dict[str, Any] = {"kind": "loss", "arguments": {"c": spaces.consensus}, "registry": registry}
    mine = metric("mine", exact=False, **options)(lambda votes, ranking: 0.5)
    assert "exactly" in (axioms.unanimity().not_applicable(mine) or "")


# --- the rules of the catalogue ---


class Rule:
    """A row of the catalogue as axioms are given it; values are kept."""

    def __init__(self, row: str) -> None:
        self.metric = REGISTRY.metric(row)
        self.value = cache(lambda x: self.metric.evaluate(x, {}))

    def __call__(self, x: Consensus) -> Any:
        return self.value(x)


RULE = {row: Rule(row) for row in RULES}


def first_failing(row: str, id: str) -> tuple[int, Any]:
    """How many votes (or pairs) on at most three items the axiom is about, up to the first that breaks it, and it."""
    axiom, cases = REGISTRY.axiom(id), 0
    for n in (1, 2, 3):
        every = [axiom.over[name].enumerate(n) for name in axiom.over]
        for instance in product(*every):
            code = axiom.says(RULE[row], *instance).decide()
            cases += code != DISCARDED
            if code == FAILS:
                return cases, instance
    return cases, None


BROKEN = {
    "borda": {"condorcet-winner", "independence-of-clones"},
    "kemeny": {"reinforcement-of-winners"},
    "footrule-median": {
        "condorcet-winner", "independence-of-clones", "reinforcement-of-winners", "monotonicity-of-winners"
    },
    "median-rank": {"condorcet-winner", "independence-of-clones", "reinforcement", "reinforcement-of-winners"},
    "reciprocal-rank-fusion": {"independence-of-clones"},
}  # fmt: skip
"""What breaks with three items and at most four voters; all else holds as far as that."""


@pytest.mark.parametrize("row", RULES)
def test_what_a_rule_breaks_with_three_items(row: str) -> None:
    found = {id: first_failing(row, id) for id in (*OF_ONE, *OF_TWO)}
    assert {id for id, (_, instance) in found.items() if instance is not None} == BROKEN[row]
    assert all(cases > 0 for cases, _ in found.values())


LARGER = [
    ("kemeny", "independence-of-clones", [[1, 2, 3, 4], [4, 1, 2, 3], [3, 4, 1, 2]]),
    ("footrule-median", "unanimity", [[1, 2, 3, 4], [3, 4, 1, 2]]),
    ("reciprocal-rank-fusion", "condorcet-winner", [[1, 2, 3, 4], [1, 2, 3, 4], [2, 3, 4, 1]]),
    ("reciprocal-rank-fusion", "condorcet-winner", [[1, 2, 3]] * 3 + [[2, 3, 1]] * 2),
]
"""What takes four items to break, or more than four voters."""


@pytest.mark.parametrize(("row", "id", "votes"), LARGER)
def test_what_a_rule_breaks_with_more(row: str, id: str, votes: list[list[int]]) -> None:
    assert REGISTRY.axiom(id).says(RULE[row], Votes.of(votes)).decide() == FAILS


def test_the_examples_of_the_axioms_are_right() -> None:
    broken = {(row, id) for row, ids in BROKEN.items() for id in ids} | {(row, id) for row, id, _ in LARGER}
    for id in (*OF_ONE, *OF_TWO):
        axiom = REGISTRY.axiom(id)
        assert all((row, id) in broken for row in axiom.broken_by)
        assert not any((row, id) in broken for row in axiom.kept_by)


ELECTIONS = [
    [[1, 2, 3, 4], [2, 1, 4, 3], [4, 3, 1, 2]],
    [[3, 1, 4, 2], [2, 4, 1, 3], [1, 2, 3, 4], [4, 1, 3, 2], [2, 3, 1, 4]],
    [[1, 2, 3, 4], [4, 3, 2, 1]],
]


@pytest.mark.parametrize("votes", ELECTIONS, ids=str)
def test_rules_choose_what_independent_ones_do(votes: list[list[int]]) -> None:
    every, positions = list(permutations((1, 2, 3, 4))), {x: [v.index(x) + 1 for v in votes] for x in (1, 2, 3, 4)}

    def least(cost: Callable[[Any], Any]) -> set[Any]:
        return {order for order in every if cost(order) == min(map(cost, every))}

    def sorted_by(score: Callable[[Any], Any]) -> set[Any]:
        return {order for order in every if all(score(x) >= score(y) for x, y in combinations(order, 2))}

    expected = {
        "kemeny": least(lambda o: sum(v.index(x) > v.index(y) for v in votes for x, y in combinations(o, 2))),
        "footrule-median": least(lambda o: sum(abs(o.index(x) + 1 - p) for x in o for p in positions[x])),
        "borda": sorted_by(lambda x: -sum(positions[x])),
        "median-rank": sorted_by(lambda x: -Fraction(median(map(Fraction, positions[x])))),
        "reciprocal-rank-fusion": sorted_by(lambda x: sum(Fraction(1, 60 + p) for p in positions[x])),
    }
    for row, orders in expected.items():
        assert {ranking.order for ranking in chosen(RULE[row], Votes.of(votes))} == orders, row


@pytest.mark.parametrize("votes", ELECTIONS, ids=str)
def test_the_command_aggregates_as_the_rows_do(votes: list[list[int]]) -> None:
    profile, election = RankingProfile.of(map(Ranking.from_order, votes)), Votes.of(votes)
    for row, orders in (
        ("kemeny", kendall_median(pair_costs(profile), 24).orders),
        ("footrule-median", footrule_median(profile, 24).orders),
    ):
        assert {ranking.order for ranking in chosen(RULE[row], election)} == {
            tuple(profile.items[x] for x in order) for order in orders
        }
    for row, scores, sign in (
        ("borda", borda_scores(profile), 1),
        ("median-rank", median_ranks(profile), -1),
        ("reciprocal-rank-fusion", reciprocal_rank_sums(profile), 1),
    ):
        for ranking in chosen(RULE[row], election):
            assert all(sign * scores[x] >= sign * scores[y] for x, y in combinations(ranking.order, 2))


def test_clones_are_items_next_to_each_other_in_every_vote() -> None:
    sets = list(aggregation._clone_sets(Votes.of([[1, 2, 3, 4], [4, 2, 1, 3]])))
    assert sets == [frozenset({1, 2}), frozenset({1, 2, 3})]


def test_reinforcement_is_asked_where_two_groups_agree() -> None:
    one, other = Votes.of([[1, 2]]), Votes.of([[2, 1]])
    assert axioms.reinforcement().says(RULE["kemeny"], one, other).decide() == DISCARDED
    assert axioms.reinforcement().says(RULE["kemeny"], one, one).decide() == HOLDS
