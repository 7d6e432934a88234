"""Spaces of lists and orders: how many values there are, what is near, and what is refused by name."""

import re
from itertools import product
from typing import Any

import pytest
from flint import fmpq

from axiomatrix import Judged, Retrieval, Scored, TopList, WeakOrder, spaces
from axiomatrix.spaces import all_weak_orders
from axiomatrix.spaces.base import Dice
from axiomatrix.spaces.lists import JudgedLists, judged_or_not
from axiomatrix.spaces.orders import weak_order_count
from axiomatrix.values.judged import Run

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


@pytest.mark.parametrize("space", VALUES, ids=lambda space: space.name)
def test_what_is_near_is_often_another_value_and_sometimes_the_same(space):
    for n in (1, 2, 3, 5):
        values = [space.draw(Dice(seed), n) for seed in range(20)]
        near = [(value, space.near(Dice(seed), value, n)) for value in values for seed in range(20)]
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


def test_what_is_not_of_the_space_is_named():
    for space, value, n, text in [
        (spaces.binary_list, [1, 0], 2, "is not a Judged"),
        (spaces.binary_list, Judged.of([1, 0]), 3, "has 2 items; it must have 3"),
        (spaces.binary_list, Judged.of([2, 0]), 2, "the grade 2 is not one of 0, 1"),
        (spaces.binary_list, Judged.of([0], missing=[1, 1, 1]), 1, "3 items are missing; at most 2 may be"),
        (spaces.binary_list, Judged.of([0], missing=[0]), 1, "the grade 0 of a missing item is not one of 1"),
        (spaces.gain_lists(), Judged.of([2]), 1, "the grade 2 is not between 0 and 1"),
        (spaces.gain_lists(), Judged.of([0], missing=[3]), 1, "the grade 3 of a missing item is not between 0 and 1"),
        (spaces.retrieved_ids(), Retrieval.of(["a"], {"a": 2}), 1, "the grade 2 of 'a' is not one of 1"),
        (spaces.retrieved_ids(2), Retrieval.of(["a"], {"a": 3}), 1, "the grade 3 of 'a' is not one of 0, 1, 2"),
        (spaces.scored_list, Judged.of([1]), 1, "is not a Scored of 1 items"),
        (spaces.scored_list, Scored.of([1], [3]), 2, "is not a Scored of 2 items"),
        (spaces.scored_list, Scored.of([2, 0], [2, 1]), 2, "scored list: the grade 2 is not one of 0, 1"),
        (spaces.scored_list, Scored.of([1, -1], [2, 1]), 2, "scored list: the grade -1 is not one of 0, 1"),
        (spaces.scored_list, Scored.of([0], [1], ["1/2"]), 1, "the grade 1/2 of a missing item is not one of 1"),
        (spaces.scored_list, Scored.of([0], [1], [0]), 1, "the grade 0 of a missing item is not one of 1"),
        (spaces.scored_list, Scored.of([0], [1], [1, 1]), 1, "2 items are missing; at most 1 may be"),
        (spaces.ScoredLists((0, 1, 2), most=0), Scored.of([2], [1], [1]), 1, "1 items are missing; at most 0 may be"),
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


def test_a_refused_call_says_which_grades_the_metric_takes():
    for space, value, text in (
        (spaces.gain_lists(), Judged.of([2]), "the grade 2 is not between 0 and 1"),
        (spaces.gain_lists(), Judged.of([0], missing=[2]), "the grade 2 is not between 0 and 1"),
        (spaces.graded_lists(), Judged.of([3]), "the grade 3 is not one of 0, 1, 2"),
        (spaces.retrieved_ids(2), Retrieval.of(["a"], {"a": 3}), "the grade 3 of 'a' is not one of 0, 1, 2"),
    ):
        with pytest.raises(ValueError, match=re.escape(text)):
            space.admit(value)


def test_refused_levels_of_a_run_are_told_which_grades_its_lists_may_have():
    for lists, levels, text in (
        (spaces.binary_list, ["0", "2"], "the grade 2 is not one of 0, 1"),
        (spaces.gain_lists(), ["2"], "the grade 2 is not between 0 and 1"),
        (spaces.graded_lists(), ["-1"], "the grade -1 is not a whole number from 0 on"),
        (spaces.graded_lists(), ["1/2"], "the grade 1/2 is not a whole number from 0 on"),
        (spaces.signed_lists(), ["1/2"], "the grade 1/2 is not a whole number"),
        (judged_or_not(), ["-2"], "the grade -2 is not one of 0, 1, -1"),
    ):
        with pytest.raises(ValueError, match=re.escape(text)):
            lists.with_grades(levels)
    assert spaces.graded_lists().with_grades(["7"]).top == 7
    assert min(spaces.signed_lists().with_grades(["-7"]).levels) == -7


def test_gains_between_those_of_the_grid_belong_to_the_space():
    assert spaces.gain_lists().contains(Judged.of(["1/3", "9/10"]), 2)
    assert not spaces.graded_lists().contains(Judged.of(["1/3", 0]), 2)
    assert spaces.persistences(closed=True).contains(fmpq(1), 2)


def test_given_lists_are_enumerated_by_their_length():
    space = spaces.GivenLists("a run", [Judged.of([1, 0]), Judged.of([2]), Judged.of([0, 3], missing=[1])])
    assert space.sizes == [1, 2]
    assert list(space.enumerate(2)) == [Judged.of([1, 0]), Judged.of([0, 3], missing=[1])]
    assert not space.complete  # what was given is never all there is


def test_all_scored_lists_of_the_declared_grades_belong_to_the_space():
    for space in (spaces.scored_list, spaces.ScoredLists((0, 1, 2), most=2)):
        assert all(space.contains(x, n) for n in (1, 2, 3) for x in space.enumerate(n))
        drawn = [space.draw(Dice(seed), 4) for seed in range(50)]
        assert all(space.contains(x, 4) for x in drawn)
        assert all(space.contains(space.near(Dice(seed), x, 4), 4) for x in drawn for seed in range(20))
    assert spaces.scored_list.contains(Scored.of([1, 0], ["1/3", -7], [1]), 2)


def test_scored_lists_have_every_pattern_of_ties():
    patterns = {x.buckets for x in spaces.scored_list.enumerate(3)}
    assert len(patterns) == 13
    assert Scored.of([1, 0, 0], scores=[0, 0, 0]) in spaces.scored_list.enumerate(3)


# --- counts without lists ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(7))
def test_weak_orders_are_those_whose_levels_are_the_first_numbers(n: int) -> None:
    levels = [v for v in product(range(1, n + 1), repeat=n) if set(v) == set(range(1, max(v, default=0) + 1))]
    assert [a.levels for a in all_weak_orders(n)] == sorted(levels, key=lambda v: (max(v, default=0), v))
    assert weak_order_count(n) == len(levels)


def test_a_million_weak_orders_are_counted_and_not_made() -> None:
    assert [weak_order_count(n) for n in (7, 8, 9, 10)] == [47_293, 545_835, 7_087_261, 102_247_563]
    assert spaces.weak_order.count(30) > 10**30
    assert spaces.binary_list.count(40) > 2**40


def test_a_space_made_from_another_one_is_counted_by_its_own_list() -> None:
    class Few(JudgedLists):
        def enumerate(self, n: int) -> Any:
            return super().enumerate(n)[:3]

    class Same(JudgedLists):
        pass

    assert Few("few", (0, 1)).count(4) == 3
    assert Same("same", (0, 1)).count(4) == len(Same("same", (0, 1)).enumerate(4)) >= 16
