"""Common spaces: exactly the values that both spaces have, with nothing that one of them does not admit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

import pytest

from axiomatrix import Judged, Ranking, WeakOrder, spaces
from axiomatrix.spaces import JudgedLists, ScoredLists, Space
from axiomatrix.spaces.base import Dice
from axiomatrix.spaces.checks import check_space
from axiomatrix.spaces.common import embed, is_within, meet
from axiomatrix.spaces.lists import judged_or_not


class Rising(JudgedLists):
    """Lists whose grades never fall, under the name of any binary lists."""

    complete = True

    def __init__(self) -> None:
        super().__init__("binary lists", (0, 1), most=0)

    def enumerate(self, n: int) -> Sequence[Judged]:
        return [x for x in super().enumerate(n) if self.contains(x, n)]

    def draw(self, choose: Any, n: int, before: Sequence[Any] = ()) -> Judged:
        x = super().draw(choose, n, before)
        return x.reordered(sorted(x.grades))

    def validate(self, value: Any, n: int) -> None:
        super().validate(value, n)
        if list(value.grades) != sorted(value.grades):
            raise ValueError("the grades fall")


class Led(Space):
    """Rankings that item 1 leads."""

    name = "rankings that item 1 leads"
    sort = "rankings"
    complete = True

    def enumerate(self, n: int) -> Sequence[Ranking]:
        return [a for a in spaces.ranking.enumerate(n) if a.order[0] == 1]

    def validate(self, value: Any, n: int) -> None:
        spaces.ranking.validate(value, n)
        if value.order[0] != 1:
            raise ValueError("item 1 does not lead")


LISTS = [
    spaces.binary_list,
    spaces.whole_lists(),
    spaces.whole_lists(2),
    spaces.graded_lists(2),
    spaces.graded_lists(4),
    spaces.signed_lists(),
    JudgedLists("odd ones", (1, 3), missing=(3,), most=1),
    Rising(),
]
ORDERS = [spaces.ranking, spaces.weak_order, spaces.two_levels, spaces.partial_order, Led()]
OTHERS = [ScoredLists(), ScoredLists((0, 1, 2), most=0), spaces.runs(), spaces.runs(spaces.graded_lists(2))]


def values(space: Space, n: int, outer: Space | None = None) -> set[Any]:
    return {embed(value, outer) if outer else value for value in space.enumerate(n)}


@pytest.mark.parametrize(("one", "other"), [*combinations(LISTS, 2), *combinations(OTHERS, 2)])
def test_a_common_space_lists_what_both_spaces_list(one: Space, other: Space) -> None:
    common = meet(one, other)
    for n in (1, 2, 3):
        shared = values(one, n) & values(other, n)
        assert shared == (set() if common is None else values(common, n))
        for value in shared:
            assert one.contains(value, n) and other.contains(value, n)
    if common is not None:
        assert common.complete is (one.complete and other.complete)
        check_space(common)


@pytest.mark.parametrize("one", LISTS)
@pytest.mark.parametrize(
    "other", [spaces.gain_lists(), JudgedLists("above", ("1/2", 3), missing=(1,), most=2, grid=True)]
)
def test_what_gains_between_bounds_have_in_common_with_other_lists(one: JudgedLists, other: JudgedLists) -> None:
    for common in (meet(one, other), meet(other, one)):
        for n in (1, 2, 3):
            shared = {x for x in one.enumerate(n) if other.contains(x, n)}
            assert shared == (set() if common is None else values(common, n))


def test_two_ranges_of_gains_share_what_is_between_their_bounds() -> None:
    above = JudgedLists("above", ("1/2", 3), missing=(1,), most=2, grid=True)
    common = meet(spaces.gain_lists(), above)
    assert common is not None
    assert not common.complete
    for value in (common.draw(Dice(k), 3) for k in range(200)):
        assert spaces.gain_lists().contains(value, 3) and above.contains(value, 3)
    assert {value for (value,) in common.enumerate(1)} == set(Judged.of(["1/2", 1]))  # one list of each gain


def test_a_mark_that_nobody_judged_an_item_is_no_grade_below_zero() -> None:
    common = meet(judged_or_not(), spaces.signed_lists())
    assert common is not None
    assert {g for x in common.enumerate(2) for g in x.grades} == {0, 1}


@pytest.mark.parametrize(("one", "other"), [*product(ORDERS, repeat=2)])
def test_orders_meet_in_those_of_the_narrower_sort(one: Space, other: Space) -> None:
    common = meet(one, other)
    listed = [values(space, 3, spaces.partial_order) for space in (one, other)]
    shared = listed[0] & listed[1]
    assert shared == (set() if common is None else values(common, 3, spaces.partial_order))


@pytest.mark.parametrize(("one", "other", "common"), [
    (spaces.weak_order, spaces.top_list, spaces.ranking),
    (spaces.top_list, spaces.top_list_of_any_length, spaces.top_list),
    (spaces.two_levels, spaces.ranking, None),
    (spaces.score_vector, spaces.ranking, None),
    (spaces.binary_list, spaces.scored_list, None),
    (JudgedLists("low", (0, 1)), JudgedLists("high", (2, 3)), None),
])  # fmt: skip
def test_common_spaces_of_different_sorts(one: Space, other: Space, common: Space | None) -> None:
    assert meet(one, other) == meet(other, one) == common


def test_a_space_is_within_another_only_with_all_that_may_be_missing() -> None:
    assert is_within(spaces.whole_lists(), spaces.binary_list)
    assert not is_within(spaces.binary_list, spaces.whole_lists())
    assert not is_within(spaces.graded_lists(2), spaces.binary_list)
    assert is_within(spaces.whole_lists(), spaces.gain_lists())
    assert not is_within(spaces.gain_lists(), spaces.graded_lists(2))
    assert is_within(spaces.two_levels, spaces.partial_order)


def test_a_users_space_under_the_name_of_ours_meets_it_in_its_own_values() -> None:
    common = meet(spaces.binary_list, Rising())
    assert common is not None
    assert all(list(x.grades) == sorted(x.grades) for x in common.enumerate(4))
    assert WeakOrder.of([1, 2]) == embed(Ranking.from_order([1, 2]), spaces.weak_order)
