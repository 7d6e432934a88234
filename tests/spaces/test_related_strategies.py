"""Strategies of values that meet: what is drawn, and to which examples it shrinks, exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from finding import SOME
from hypothesis import Phase, find, given, settings

from axiomatrix import exact, spaces, strategies
from axiomatrix.spaces import Space
from axiomatrix.values.judged import Judged, Run
from axiomatrix.values.orders import PartialOrder, TopList, WeakOrder
from axiomatrix.values.rankings import Ranking
from axiomatrix.values.retrieval import Retrieval
from axiomatrix.values.scored import Scored, Scores

SORTS = [
    spaces.ranking,
    spaces.weak_order,
    spaces.two_levels,
    spaces.partial_order,
    spaces.top_list,
    spaces.top_list_of_any_length,
    spaces.graded_lists(),
    spaces.gain_lists(),
    spaces.runs(),
    spaces.scored_list,
    spaces.score_vector,
    spaces.retrieved_ids(),
]
TINY = exact.rational(1, 10**9)


def order(*items: int) -> Ranking:
    return Ranking.from_order(items)


def retrieved(*ids: str, relevant: Sequence[str] = ()) -> Retrieval:
    return Retrieval.of(ids, relevant)


def is_rising(values: Any) -> bool:
    return bool(values[0] < values[1])


@pytest.mark.parametrize("space", SORTS, ids=lambda space: space.name)
def test_related_values_are_of_their_space_and_meet(space: Space) -> None:
    seen: list[tuple[Any, ...]] = []

    @settings(SOME, max_examples=150, phases=[Phase.generate])
    @given(strategies.related(space, 3, 3))
    def look(values: tuple[Any, ...]) -> None:
        for value in values:
            space.validate(value, 3)
        seen.append(values)

    look()
    assert {len(values) for values in seen} == {3}
    equal = sum(a in (b, c) or b == c for a, b, c in seen)
    assert len(seen) / 20 < equal < len(seen)  # neither strangers nor copies


@pytest.mark.parametrize(
    ("space", "n", "wanted", "simplest"),
    [
        (spaces.ranking, 4, lambda a, b: True, (order(1, 2, 3, 4), order(1, 2, 3, 4))),
        (spaces.ranking, 4, lambda a, b: b == a.reversed(), (order(1, 2, 3, 4), order(4, 3, 2, 1))),
        (
            spaces.weak_order,
            3,
            lambda a, b: a != b == a.reversed(),
            (WeakOrder.of([[1, 2], [3]]), WeakOrder.of([[3], [1, 2]])),
        ),
        (
            spaces.partial_order,
            3,
            lambda a, b: a.preferences < b.preferences,
            (PartialOrder.of([1, 2, 3]), PartialOrder.of([1, 2, 3], [(1, 2)])),
        ),
        (
            spaces.top_list,
            3,
            lambda a, b: a != b and a.order[:2] == b.order[:2],
            (TopList.of([1, 2, 3]), TopList.of([1, 2, 4])),
        ),
        (
            spaces.top_list_of_any_length,
            4,
            lambda a, b: len(a) < len(b) and b.order[: len(a)] == a.order,
            (TopList.of([1]), TopList.of([1, 2])),
        ),
        (
            spaces.graded_lists(),
            3,
            lambda a, b: a != b and sorted(a.grades) == sorted(b.grades),
            (Judged.of([0, 0, 1]), Judged.of([1, 0, 0])),
        ),
        (
            spaces.runs(),
            2,
            lambda a, b: len(b.lists) == len(a.lists) + 1,
            (Run.of([[0, 0]]), Run.of([[0, 0], [0, 0]])),
        ),
        (
            spaces.score_vector,
            2,
            lambda a, b: a != b and is_rising(a.values) and is_rising(b.values),
            (Scores.of([0, 1]), Scores.of([0, 2])),
        ),
        (
            spaces.scored_list,
            2,
            lambda a, b: a.scores[0] > a.scores[1] and b.scores == tuple(-score for score in a.scores),
            (Scored.of([0, 0], [1, 0]), Scored.of([0, 0], [-1, 0])),
        ),
        (
            spaces.scored_list,
            2,
            lambda a, b: 0 < abs(a.scores[0] - b.scores[0]) <= TINY,
            (Scored.of([0, 0], ["1000000001/1000000000", 1]), Scored.of([0, 0], [1, 1])),
        ),
        (
            spaces.scored_list,
            2,
            lambda a, b: a.grades != b.grades and sorted(a.grades) == sorted(b.grades),
            (Scored.of([0, 1], [0, 0]), Scored.of([1, 0], [0, 0])),
        ),
        (
            spaces.retrieved_ids(),
            2,
            lambda a, b: a.ids != b.ids == a.ids[::-1],
            (retrieved("d1", "d2"), retrieved("d2", "d1")),
        ),
        (
            spaces.retrieved_ids(),
            3,
            lambda a, b: b.has_duplicates > a.has_duplicates,
            (retrieved("d1", "d2", "d3"), retrieved("d1", "d1", "d3")),
        ),
        (
            spaces.retrieved_ids(),
            2,
            lambda a, b: a.ids == b.ids and len(a.judgments) > len(b.judgments),
            (retrieved("d1", "d2", relevant=["d1"]), retrieved("d1", "d2")),
        ),
        (
            spaces.runs(),
            2,
            lambda a, b: a != b == Run(a.lists[::-1]),
            (Run.of([[0, 0], Judged.of([0, 0], [1])]), Run.of([Judged.of([0, 0], [1]), [0, 0]])),
        ),
        (spaces.runs(), 2, lambda a, b: bool(a.lists[0].R), (Run.of([Judged.of([0, 0], [1])]),) * 2),
    ],
)
def test_related_values_shrink_to_the_simplest_that_meet_so(
    space: Space, n: int, wanted: Callable[[Any, Any], bool], simplest: tuple[Any, Any]
) -> None:
    assert find(strategies.related(space, n), lambda values: wanted(*values), settings=SOME) == simplest


def test_of_given_lists_none_but_these_are_drawn_together() -> None:
    lists = [Judged.of(grades) for grades in ([1, 0, 0], [0, 2, 1])]

    @settings(SOME, max_examples=200, phases=[Phase.generate])
    @given(strategies.related(spaces.GivenLists("mine", lists), 3))
    def look(values: tuple[Judged, Judged]) -> None:
        assert set(values) <= set(lists)

    look()
