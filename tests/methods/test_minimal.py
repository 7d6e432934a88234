"""Minimal witnesses: shrink(...) == exactly this."""

from __future__ import annotations

import pytest
from faulty import POSITIONS, SIMILARITIES, WEIGHTS
from flint import fmpq

from axiomatrix import ElementWeights, PositionWeights, Ranking, Similarity, axiom, axioms, spaces
from axiomatrix.evidence.instance import Instance
from axiomatrix.methods.judging import MAX_SHRINK_CANDIDATES, shrink
from axiomatrix.model.relation import equal
from axiomatrix.numbers.exact import log

ROWS = {
    "none": {},
    "w": WEIGHTS,
    "w>=0": {"w": spaces.element_weights(positive=False)},
    "delta": POSITIONS,
    "D": SIMILARITIES,
    "D>=0": {"D": spaces.similarities(positive=False)},
}


def order(*items):
    return Ranking.from_order(items)


def smallest(start, still, statement=None, row="none"):
    """What is left of the start."""
    return shrink(statement or axioms.symmetry(), ROWS[row], start, still)


def pair(a, b, **parameters):
    return Instance(len(a), {"a": order(*a), "b": order(*b)}, parameters)


def values(instance):
    return [value.order if isinstance(value, Ranking) else value for value in instance.values.values()]


START = pair([3, 1, 4, 2, 5], [5, 4, 3, 1, 2])


def inversions(instance):
    a, b = instance.values["a"], instance.values["b"]
    return sum((a[x] < a[y]) != (b[x] < b[y]) for x in a.items for y in a.items if x < y)


def test_the_size_is_kept():
    found = smallest(START, lambda i: inversions(i) >= 1)
    assert found.n == 5
    assert found.values["a"] == Ranking.identity(5)
    assert inversions(found) == 1


def test_the_first_ranking_becomes_the_identity_and_the_weights_go_along():
    start = pair([2, 1], [1, 2], w=ElementWeights.of([3, 8]))
    found = smallest(start, lambda i: i.n == 2 and i.parameters["w"][i.values["a"].order[0]] >= 5, row="w")
    assert values(found) == [(1, 2), (1, 2)]
    assert found.parameters == {"w": ElementWeights.of([5, 1])}


@pytest.mark.parametrize(("bound", "left"), [(0, 1), (1, 2), (3, 4), (7, 8), (9, 10), (17, 18), (99, 100)])
def test_a_weight_shrinks_to_the_least_whole_number_that_does(bound, left):
    start = pair([1], [1], w=ElementWeights.of([1000]))
    found = smallest(start, lambda i: i.parameters["w"][1] > bound, row="w")
    assert found.parameters["w"] == ElementWeights.of([left])


def test_fractions_become_whole_where_they_may():
    start = pair([1, 2], [2, 1], w=ElementWeights.of(["7/3", "9/2"]))
    found = smallest(start, lambda i: i.n == 2 and i.parameters["w"][1] < i.parameters["w"][2], row="w")
    assert found.parameters["w"] == ElementWeights.of([1, 2])


def test_fractions_stay_where_they_must():
    start = pair([1], [1], w=ElementWeights.of(["7/3"]))
    found = smallest(start, lambda i: i.parameters["w"][1].q != 1, row="w")
    assert found.parameters["w"][1] == fmpq(7, 3)


@pytest.mark.parametrize(("row", "expected"), [("w", 1), ("w>=0", 0)])
def test_zero_is_used_only_where_the_space_has_it(row, expected):
    start = pair([1, 2], [2, 1], w=ElementWeights.of([5, 6]))
    found = smallest(start, lambda i: i.n == 2, row=row)
    assert found.parameters["w"] == ElementWeights.of([expected, expected])


def test_position_weights_shrink_and_stay_with_the_positions():
    start = pair([3, 1, 2], [1, 2, 3], delta=PositionWeights.of([9, 4]))
    found = smallest(start, lambda i: i.n == 3 and i.parameters["delta"][2] > i.parameters["delta"][3], row="delta")
    assert values(found) == [(1, 2, 3), (1, 2, 3)]
    assert found.parameters["delta"] == PositionWeights.of([2, 1])


def test_an_irrational_weight_becomes_whole_where_it_may():
    start = pair([1, 2], [1, 2], delta=PositionWeights({2: log(3)}))
    assert smallest(start, lambda i: i.n == 2, row="delta").parameters["delta"] == PositionWeights.of([1])
    kept = smallest(start, lambda i: i.n == 2 and not isinstance(i.parameters["delta"][2], fmpq), row="delta")
    assert kept.parameters["delta"][2] == log(3)


def test_similarities_stay_metrics_while_they_shrink():
    far = Similarity.of([[0, 4, 7], [4, 0, 5], [7, 5, 0]])
    start = pair([1, 2, 3], [3, 2, 1], D=far)
    found = smallest(start, lambda i: i.n == 3 and i.parameters["D"][1, 3] > i.parameters["D"][1, 2], row="D")
    assert found.parameters["D"] == Similarity.of([[0, 2, 3], [2, 0, 1], [3, 1, 0]])


def test_pseudometrics_go_to_zero_where_they_may():
    far = Similarity.of([[0, 4, 7], [4, 0, 5], [7, 5, 0]])
    start = pair([1, 2, 3], [3, 2, 1], D=far)
    found = smallest(start, lambda i: i.n == 3 and i.parameters["D"][1, 3] > 0, row="D>=0")
    assert found.parameters["D"] == Similarity.of([[0, 0, 1], [0, 0, 1], [1, 1, 0]])


def test_a_permutation_of_positions_is_not_treated_as_a_ranking_of_items():
    statement = axioms.left_invariance()
    start = Instance(3, {"a": order(2, 3, 1), "b": order(3, 2, 1), "tau": order(2, 1, 3)}, {})
    found = smallest(start, lambda i: i.n == 3 and i.values["tau"] == order(2, 1, 3), statement)
    assert values(found) == [(1, 2, 3), (1, 2, 3), (2, 1, 3)]


def test_what_cannot_be_made_simpler_is_left_alone():
    assert smallest(START, lambda i: i is START) is START


def test_candidates_are_limited():
    tried = []

    def endless(candidate):
        tried.append(candidate)
        return True

    heavy = pair([1], [1], w=ElementWeights.of([10**9]))
    smallest(heavy, endless, row="w")
    assert 0 < len(tried) <= MAX_SHRINK_CANDIDATES


def test_three_rankings_come_near_each_other():
    @axiom("three", over=dict.fromkeys("abc", spaces.ranking))
    def three(d, a, b, c):
        """d(a, b) = d(b, c)"""
        return equal(d(a, b), d(b, c))

    start = Instance(3, {"a": order(3, 2, 1), "b": order(1, 2, 3), "c": order(3, 1, 2)}, {})
    found = smallest(start, lambda i: i.n == 3 and i.values["a"] != i.values["c"], three())
    assert found.values["a"] == Ranking.identity(3)
    assert inversions(Instance(3, {"a": found.values["a"], "b": found.values["c"]}, {})) == 1
