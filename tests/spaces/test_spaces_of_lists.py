"""Spaces of lists and orders: what they enumerate, draw, validate, simplify and write."""

import json
import re
from itertools import product

import pytest
from flint import fmpq

from axiomatrix import Judged, PartialOrder, Scored, TopList, WeakOrder, spaces
from axiomatrix.values.judged import Run

from .test_spaces import Dice, Simplest

VALUES = [
    spaces.binary_list,
    spaces.graded_lists(),
    spaces.gain_lists(),
    spaces.signed_lists(),
    spaces.runs(),
    spaces.scored_list,
    spaces.weak_order,
    spaces.partial_order,
    spaces.top_list,
    spaces.top_list_of_any_length,
    spaces.score_vector,
]
HELPERS = [spaces.rank, spaces.Grades((0, 1, 2)), spaces.cut_offs(), spaces.persistences(), spaces.half_lives()]
HELPERS += [spaces.persistences(closed=True), spaces.positive_numbers()]
each = pytest.mark.parametrize("space", [*VALUES, *HELPERS], ids=lambda space: space.name)
each_value = pytest.mark.parametrize("space", VALUES, ids=lambda space: space.name)


@each
def test_what_is_enumerated_belongs_to_the_space_and_comes_once(space):
    for n in (1, 2, 3):
        values = list(space.enumerate(n))
        assert len(set(values)) == len(values) > 0
        assert all(space.contains(value, n) for value in values)


@each
def test_what_is_drawn_belongs_to_the_space(space):
    for n in (1, 2, 5):
        drawn = [space.draw(Dice(seed), n) for seed in range(60)]
        assert all(space.contains(value, n) for value in drawn)
        assert len(set(drawn)) > 1 or n == 1
        assert space.contains(space.draw(Simplest(), n), n)


@each
def test_values_are_written_as_json_and_read_back(space):
    for value in [*space.enumerate(3)[:40], *(space.draw(Dice(seed), 3) for seed in range(10))]:
        again = space.decode(json.loads(json.dumps(space.encode(value))))
        assert again == value and type(again) is type(value)


@each
@pytest.mark.parametrize("data", [None, 1.5, {"a": 1}, [[["x"]]], "no number", [1, None], {"grades": [], "x": 1}])
def test_what_is_no_value_is_not_read(space, data):
    with pytest.raises((ValueError, TypeError)):
        space.validate(space.decode(data), 2)


@each_value
def test_what_is_near_belongs_to_the_space_and_is_often_another_value(space):
    for n in (1, 2, 3, 5):
        values = [space.draw(Dice(seed), n) for seed in range(20)]
        near = [(value, space.near(Dice(seed), value, n)) for value in values for seed in range(20)]
        assert all(space.contains(one, n) for _, one in near)
        assert n == 1 or sum(value != one for value, one in near) > len(near) / 5
        assert any(value == one for value, one in near)


def test_how_many_there_are():
    assert [len(spaces.binary_list.enumerate(n)) for n in range(1, 7)] == [3 * 2**n for n in range(1, 7)]
    assert [len(spaces.weak_order.enumerate(n)) for n in range(1, 6)] == [1, 3, 13, 75, 541]  # Fubini numbers
    assert [len(spaces.partial_order.enumerate(n)) for n in range(1, 5)] == [1, 3, 19, 219]  # OEIS A001035
    assert len(spaces.top_list.enumerate(2)) == 4 * 3
    assert len(spaces.top_list_of_any_length.enumerate(2)) == 3 + 3 * 2
    assert len(spaces.scored_list.enumerate(2)) == 4 * 3 * 2


def test_binary_lists_come_simplest_first():
    assert [x.grades for x in spaces.binary_list.enumerate(2)[:4]] == [(0, 0), (1, 0), (0, 1), (1, 1)]
    assert spaces.binary_list.enumerate(2)[4] == Judged.of([0, 0], missing=[1])


def test_partial_orders_are_those_that_are_transitive_and_have_no_cycle():
    items = (1, 2, 3)
    pairs = [(x, y) for x, y in product(items, repeat=2) if x != y]
    found = set()
    for chosen in product((0, 1), repeat=len(pairs)):
        relation = frozenset(p for p, kept in zip(pairs, chosen, strict=True) if kept)
        try:
            if PartialOrder.of(items, relation).preferences == relation:
                found.add(relation)
        except ValueError:
            continue
    assert {a.preferences for a in spaces.partial_order.enumerate(3)} == found


def test_what_is_not_of_the_space_is_named():
    for space, value, n, text in [
        (spaces.binary_list, [1, 0], 2, "is not a Judged"),
        (spaces.binary_list, Judged.of([1, 0]), 3, "has 2 items; it must have 3"),
        (spaces.binary_list, Judged.of([2, 0]), 2, "the grade 2 is not one of 0, 1"),
        (spaces.binary_list, Judged.of([0], missing=[1, 1, 1]), 1, "3 items are missing; at most 2 may be"),
        (spaces.gain_lists(), Judged.of([2]), 1, "the grade 2 is not one of"),
        (spaces.runs(), Run.of([[1], [1]]), 2, "the longest list has 1 items; it must have 2"),
        (spaces.weak_order, WeakOrder.of(["a"]), 1, "is not a WeakOrder of the items 1..1"),
        (spaces.top_list, TopList.of([1]), 2, "has 1 items; it must have 2"),
        (spaces.top_list_of_any_length, TopList.of([1, 2, 3]), 2, "has 3 items; it must have 1..2"),
        (spaces.rank, 4, 3, "must be a whole number 1..3"),
        (spaces.rank_pair, (2, 2), 3, "must be two ranks 1 <= i < j <= 3"),
        (spaces.cut_offs(), 0, 3, "a cut-off must be a whole number 1, 2, ..."),
        (spaces.persistences(), 1, 3, "must be above 0 and below 1"),
        (spaces.half_lives(), 1, 3, "must be above 1"),
    ]:
        with pytest.raises(ValueError, match=re.escape(text)):
            space.validate(value, n)


def test_gains_between_those_of_the_grid_belong_to_the_space():
    assert spaces.gain_lists().contains(Judged.of(["1/3", "9/10"]), 2)
    assert not spaces.graded_lists().contains(Judged.of(["1/3", 0]), 2)
    assert spaces.persistences(closed=True).contains(fmpq(1), 2)


def test_given_lists_are_enumerated_by_their_length():
    space = spaces.GivenLists("a run", [Judged.of([1, 0]), Judged.of([2]), Judged.of([0, 3], missing=[1])])
    assert space.sizes == [1, 2]
    assert list(space.enumerate(2)) == [Judged.of([1, 0]), Judged.of([0, 3], missing=[1])]
    assert not space.complete  # what was given is never all there is


def test_a_bipartite_target_has_two_levels():
    assert all(len(a.buckets) == 2 for a in spaces.two_levels.enumerate(3))
    assert len(spaces.two_levels.enumerate(3)) == 6


def test_scored_lists_have_every_pattern_of_ties():
    patterns = {x.buckets for x in spaces.scored_list.enumerate(3)}
    assert len(patterns) == 13
    assert Scored.of([1, 0, 0], scores=[0, 0, 0]) in spaces.scored_list.enumerate(3)
