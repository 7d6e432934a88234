"""Spaces of rankings and parameters: their grids by another way, kinds of draws, membership, and irrational values.

What every space owes is in ``tests/laws``.
"""

import json
from fractions import Fraction
from itertools import permutations, product
from math import factorial

import pytest
from flint import fmpq

from axiomatrix.numbers.exact import Undefined, log, sqrt
from axiomatrix.spaces import (
    Relabellings,
    all_rankings,
    element_weights,
    factor,
    permutation,
    place,
    position_weights,
    ranking,
    relabelling,
    similarities,
)
from axiomatrix.spaces.base import Dice
from axiomatrix.values.parameters import ElementWeights, PositionWeights, Similarity
from axiomatrix.values.rankings import Ranking, Relabelling

PARAMETERS = [
    make(positive=positive) for make in (element_weights, position_weights, similarities) for positive in (True, False)
]
ACTIONS = [ranking, relabelling, permutation, place, factor]
SPACES = [*PARAMETERS, *ACTIONS]
each_space = pytest.mark.parametrize("space", SPACES, ids=lambda space: space.name)


class Simplest:
    def integer(self, low, high):
        assert low <= high
        return low


def draws(space, n, count):
    before = [ranking.draw(Dice(n), n)] if space is ranking else []
    return [space.draw(Dice(seed), n, before if seed % 4 else []) for seed in range(count)]


# --- enumeration ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(6))
def test_all_rankings_in_order(n):
    assert [a.positions for a in all_rankings(n)] == list(permutations(range(1, n + 1)))
    assert len(all_rankings(n)) == factorial(n)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_closed_grid_of_vectors_is_everything_over_0_1_2(n):
    for space, m in ((element_weights(positive=False), n), (position_weights(positive=False), n - 1)):
        vectors = {tuple(value.entries.values()) for value in space.enumerate(n)}
        assert vectors == set(product((0, 1, 2), repeat=m))


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_closed_grid_of_similarities_is_every_pseudometric_over_0_1_2(n):
    pairs = [(i, j) for i in range(1, n + 1) for j in range(i + 1, n + 1)]
    expected = set()
    for vector in product((0, 1, 2), repeat=len(pairs)):
        d = {(i, i): 0 for i in range(1, n + 1)}
        for (i, j), entry in zip(pairs, vector, strict=True):
            d[i, j] = d[j, i] = entry
        if all(d[i, k] <= d[i, j] + d[j, k] for i, j, k in product(range(1, n + 1), repeat=3)):
            expected.add(vector)
    found = [tuple(D.entries[pair] for pair in pairs) for D in similarities(positive=False).enumerate(n)]
    assert set(found) == expected
    assert len(found) == len(expected)


def test_the_open_grid_of_similarities_has_metrics_only():
    for D in similarities().enumerate(4):
        Similarity.of(D.entries, level="metric")


def test_neighbour_exchanges_are_what_acts():
    assert relabelling.generators(3) == [Relabelling({1: 2, 2: 1, 3: 3}), Relabelling({1: 1, 2: 3, 3: 2})]
    assert [p.positions for p in permutation.generators(3)] == [(2, 1, 3), (1, 3, 2)]
    assert list(place.enumerate(4)) == [1, 2, 3]
    assert list(relabelling.generators(1)) == list(permutation.generators(1)) == list(place.enumerate(1)) == []


def test_special_values():
    special = {"dcg": PositionWeights.dcg(4), "geometric": PositionWeights.of([1, "1/2", "1/4"])}
    assert dict(position_weights().special_values(4)) == special


# --- draws ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [7, 8])
def test_draws_of_many_items_are_members(n):
    for space in SPACES:
        for value in draws(space, n, 20):
            space.validate(value, n)


def test_one_item_has_no_neighbours():
    with pytest.raises(Undefined, match=r"there are no positions 1..n-1 for 1 items"):
        place.draw(Dice(0), 1)


@pytest.mark.parametrize(
    "space", [element_weights(positive=False), position_weights(positive=False), similarities(positive=False)]
)
def test_closed_draws_reach_the_boundary_and_the_interior(space):
    values = draws(space, 4, 200)
    on_boundary = [0 in value.entries.values() for value in values]
    assert any(on_boundary) and not all(on_boundary)
    assert len(set(values)) > 60


def test_drawn_similarities_are_of_many_kinds():
    closed = set(draws(similarities(positive=False), 3, 300))
    vectors = {tuple(D.entries.values()) for D in closed}
    assert (1, 1, 1) in vectors
    assert any(x == y + z for x, y, z in vectors)
    assert any(0 in v and any(v) for v in vectors)
    assert any(x == y > z for x, y, z in vectors)


def test_drawn_rankings_cover_all_and_their_kinds():
    assert {ranking.draw(Dice(seed), 3) for seed in range(200)} == set(all_rankings(3))
    first = Ranking.from_order([3, 1, 4, 2])
    drawn = {ranking.draw(Dice(seed), 4, [first]) for seed in range(600)}
    assert {first.reversed(), first.rotated(1), first.swapped(2)} <= drawn
    assert {relabelling.draw(Dice(seed), 3) for seed in range(200)} == {
        Relabelling(dict(enumerate(a.order, 1))) for a in all_rankings(3)
    }


def test_the_simplest_draw_is_the_simplest_value():
    assert ranking.draw(Simplest(), 4) == Ranking.identity(4)
    assert element_weights().draw(Simplest(), 3) == ElementWeights.of([1, 1, 1])
    assert similarities().draw(Simplest(), 3) == Similarity.of([[0, 1, 1], [1, 0, 1], [1, 1, 0]])
    assert factor.draw(Simplest(), 3) == 1


# --- membership -----------------------------------------------------------------------------------------------


@each_space
@pytest.mark.parametrize(
    "junk", [None, 0, -1, 0.5, float("nan"), True, "x", [1, 2, 3], {1: 2}, Ranking.from_order("abc")], ids=repr
)
def test_junk_is_no_member(space, junk):
    assert not space.contains(junk, 3)


@pytest.mark.parametrize(
    ("space", "value", "message"),
    [
        (ranking, Ranking.identity(2), r"ranks the items \[1, 2\]; they must be 1..3"),
        (ranking, Ranking.from_order([0, 1, 2]), r"ranks the items \[0, 1, 2\]"),
        (relabelling, Relabelling({1: 2, 2: 1}), "is not a bijection of the items 1..3"),
        (place, 3, "place: 3 must be a whole number 1..2"),
        (place, 0, "place: 0"),
        (factor, fmpq(0), "factor: 0 must be a positive"),
        (factor, 0.5, "factor: 0.5 must be a positive exact number"),
        (factor, log(2) - 1, "must be a positive"),
        (element_weights(), ElementWeights.of([1, 2]), r"w: has entries for \[1, 2\]; for 3 items"),
        (element_weights(), ElementWeights.of([1, 0, 2]), "w: the weight of item 2 is 0; it must be positive"),
        (element_weights(positive=False), ElementWeights.of({"a": 1, 2: 1, 3: 1}), "w: has entries for"),
        (element_weights(), PositionWeights.of([1, 2]), "is not a ElementWeights|is not an ElementWeights"),
        (position_weights(), PositionWeights.of([1, 2, 3]), r"delta: has entries for \[2, 3, 4\]; for 3 items"),
        (position_weights(), PositionWeights.of([1, 0]), "delta: delta_3 is 0"),
        (similarities(), Similarity.of([[0, 1], [1, 0]]), "D: has entries for"),
        (similarities(), Similarity.of([[0, 0, 1], [0, 0, 1], [1, 1, 0]]), r"D\[1, 2\] is 0; it must be positive"),
        (similarities(positive=False), Similarity.of([[0, 1, 3], [1, 0, 1], [3, 1, 0]]), "triangle inequality"),
    ],
)
def test_what_is_outside_is_named(space, value, message):
    with pytest.raises(ValueError, match=message):
        space.validate(value, 3)
    assert not space.contains(value, 3)


def test_members_at_the_edge():
    assert similarities().contains(Similarity.of({(2, 1): 1, (3, 1): 2, (3, 2): 1}), 3)
    assert element_weights().contains(ElementWeights.of({3: 1, 1: log(2), 2: "1/2"}), 3)
    assert not element_weights().contains(ElementWeights.of([1, 0]), 2)
    assert element_weights(positive=False).contains(ElementWeights.of([1, 0]), 2)
    assert all(factor.contains(value, 2) for value in (2, Fraction(1, 3), fmpq(5), log(2)))


def test_a_space_without_boundary_is_its_own_closure():
    assert element_weights(has_boundary=False).closure() == element_weights(has_boundary=False)
    assert element_weights().closure() == element_weights(positive=False) != element_weights()


# --- JSON -----------------------------------------------------------------------------------------------------


def test_irrational_values_are_read_back_from_json():
    delta = PositionWeights.dcg(6)
    assert position_weights().decode(json.loads(json.dumps(position_weights().encode(delta)))) == delta
    D = Similarity.of({(1, 2): sqrt(2), (1, 3): log(3), (2, 3): "1/2"})
    assert similarities().decode(json.loads(json.dumps(similarities().encode(D)))) == D


def test_boundary_values_are_read_by_the_open_space_too():
    assert element_weights().decode([[1, "0"], [2, "1"]]) == ElementWeights.of([0, 1])


def test_texts_that_are_positive_numbers_are_factors_and_nothing_else():
    assert factor.decode("1/3") == fmpq(1, 3)
    for space in SPACES:
        if space is not factor:
            with pytest.raises(ValueError):
                space.decode("1/3")


class Last:
    """Chooses the last of what there is."""

    def integer(self, low: int, high: int) -> int:
        return high


def test_relabellings_of_more_items_than_a_sequence_can_count_are_drawn() -> None:
    assert [Relabellings().draw(Last(), 25)(x) for x in (1, 25)] == [25, 1]  # type: ignore[arg-type]  # it draws no more
