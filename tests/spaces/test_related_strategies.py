"""Strategies of values that meet, and of values of the families that the engine draws: simplest examples, exactly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings

from axiomatrix import exact, spaces, strategies
from axiomatrix.spaces import Space
from axiomatrix.values.judged import Judged, Run
from axiomatrix.values.orders import PartialOrder, TopList, WeakOrder
from axiomatrix.values.parameters import ElementWeights, Similarity
from axiomatrix.values.rankings import Ranking
from axiomatrix.values.scored import Scored, Scores

SOME = settings(
    database=None, derandomize=True, deadline=None, max_examples=5000, suppress_health_check=list(HealthCheck)
)
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
WEIGHTS, DISTANCES = spaces.element_weights(positive=False), spaces.similarities(positive=False)
TINY = exact.rational(1, 10**8)


def order(*items: int) -> Ranking:
    return Ranking.from_order(items)


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
    ],
)
def test_related_values_shrink_to_the_simplest_that_meet_so(
    space: Space, n: int, wanted: Callable[[Any, Any], bool], simplest: tuple[Any, Any]
) -> None:
    assert find(strategies.related(space, n), lambda values: wanted(*values), settings=SOME) == simplest


@pytest.mark.parametrize(
    ("space", "n", "wanted", "simplest"),
    [
        (WEIGHTS, 3, lambda w: [*map(bool, sorted(w.entries.values()))] == [False, False, True], {3: 1}),
        (WEIGHTS, 3, lambda w: max(w.entries.values()) >= 50, {1: 50, 2: 1, 3: 1}),
        (WEIGHTS, 3, lambda w: sorted(w.entries.values()) == [1, 2, 4], {1: 1, 2: 2, 3: 4}),
    ],
    ids=["zeros", "one huge", "powers"],
)
def test_structured_weights(space: Space, n: int, wanted: Callable[[Any], bool], simplest: dict[int, int]) -> None:
    whole = ElementWeights.of({x: simplest.get(x, 0) for x in range(1, n + 1)}, positive=False)
    assert find(strategies.structured(space, n), wanted, settings=SOME) == whole


def test_structured_distances() -> None:
    cut = find(strategies.structured(DISTANCES, 3), lambda D: {*map(int, D.entries.values())} == {0, 1}, settings=SOME)
    assert cut == Similarity.of({(1, 2): 0, (1, 3): 1, (2, 3): 1}, level="pseudometric")
    line = find(
        strategies.structured(spaces.similarities(), 4),
        lambda D: D[1, 3] == D[1, 2] + D[2, 3] and D[1, 4] == D[1, 3] + D[3, 4],
        settings=SOME,
    )
    assert line == Similarity.of({(1, 2): 1, (1, 3): 2, (1, 4): 3, (2, 3): 1, (2, 4): 2, (3, 4): 1})


@pytest.mark.parametrize(
    ("wanted", "scores"),
    [
        (lambda x: 0 < abs(x.scores[0] - x.scores[1]) < TINY, [1, "1000000001/1000000000"]),
        (lambda x: x.scores[0] < 0, [-3, -3]),
        (lambda x: x.scores[0] > 10**6, [1000001, 1]),
    ],
    ids=["hardly apart", "negative", "large"],
)
def test_structured_scores(wanted: Callable[[Any], bool], scores: list[Any]) -> None:
    assert find(strategies.structured(spaces.scored_list, 2), wanted, settings=SOME) == Scored.of([0, 0], scores)
