"""Families of values that the engine draws: each comes up, and shrinks to the simplest example of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from typing import Any

import pytest
from finding import SOME
from hypothesis import find, settings

from axiomatrix import exact, spaces, strategies
from axiomatrix.spaces import Space
from axiomatrix.values.parameters import ElementWeights, PositionWeights, Similarity
from axiomatrix.values.retrieval import Retrieval
from axiomatrix.values.scored import Scored, Scores

POSITIVE, WEIGHTS = spaces.element_weights(), spaces.element_weights(positive=False)
METRICS, DISTANCES = spaces.similarities(), spaces.similarities(positive=False)
TINY = exact.rational(1, 10**9)


def entries(value: Any) -> list[Any]:
    return sorted(value.entries.values())


def is_ultrametric(D: Similarity, n: int) -> bool:
    return all(D[x, z] <= max(D[x, y], D[y, z]) for x, y, z in permutations(range(1, n + 1), 3))


def sums(D: Similarity) -> list[Any]:
    """The sums of the distances of two disjoint pairs of four points; of a tree the larger two are equal."""
    return sorted([D[1, 2] + D[3, 4], D[1, 3] + D[2, 4], D[1, 4] + D[2, 3]])


def is_tree(D: Similarity) -> bool:
    least, middle, greatest = sums(D)
    return bool(least < middle == greatest)


def is_star(D: Similarity) -> bool:
    far = (2, 3), (2, 4), (3, 4)
    return entries(D)[0] > 0 and all(D[x, y] == D[1, x] + D[1, y] for x, y in far)


def is_line(D: Similarity) -> bool:
    return bool(entries(D)[0] > 0) and D[1, 4] == D[1, 3] + D[3, 4] and D[1, 3] == D[1, 2] + D[2, 3]


def is_sum_of_cuts(D: Similarity) -> bool:
    """Two cuts that cross: the corners of a rectangle, under the distance along its sides."""
    least, middle, greatest = sums(D)
    is_rectangle = D[1, 2] == D[3, 4] and D[1, 3] == D[2, 4]
    return bool(0 < least < middle < greatest == least + middle) and is_rectangle


def embeds_in_no_plane(D: Similarity) -> bool:
    """No sum of cuts: the five points of K_{2,3}, two of which are far from each other, as the three others are."""
    within = sum(D[pair] for pair in ((1, 2), (3, 4), (3, 5), (4, 5)))
    return bool(within > sum(D[x, y] for x in (1, 2) for y in (3, 4, 5)))


def distances(*rows: Sequence[Any], level: Any = "metric") -> Similarity:
    """Distances by the upper triangle of their matrix."""
    return Similarity.of(
        {(x, y): far for x, row in enumerate(rows, 1) for y, far in enumerate(row, x + 1)}, level=level
    )


def cut(*rows: Sequence[Any]) -> Similarity:
    return distances(*rows, level="pseudometric")


def weights(*entries: Any) -> ElementWeights:
    return ElementWeights.of(entries, positive=False)


def simplest(space: Space, n: int, wanted: Callable[[Any], Any]) -> Any:
    return find(strategies.structured(space, n), lambda value: bool(wanted(value)), settings=SOME)


PARAMETERS: Mapping[str, tuple[Space, int, Callable[[Any], Any], Any]] = {
    "equal": (POSITIVE, 3, lambda w: True, weights(1, 1, 1)),
    "different": (POSITIVE, 3, lambda w: w[1] != w[2], weights(1, 2, 1)),
    "fractions": (POSITIVE, 2, lambda w: w[1] < 1, weights("1/2", "1/2")),
    "powers": (WEIGHTS, 3, lambda w: entries(w) == [1, 2, 4], weights(1, 2, 4)),
    "huge": (WEIGHTS, 3, lambda w: entries(w)[2] >= 50, weights(50, 1, 1)),
    "million": (POSITIVE, 3, lambda w: entries(w)[2] > 10**5, weights(10**6, 1, 1)),
    "zeros": (WEIGHTS, 3, lambda w: not any(w.entries.values()), weights(0, 0, 0)),
    "zeros but one": (WEIGHTS, 3, lambda w: [*map(bool, entries(w))] == [False, False, True], weights(0, 0, 1)),
    "near the boundary": (POSITIVE, 2, lambda w: w[1] > 8 * w[2], weights(9, 1)),
    "position weights": (
        spaces.position_weights(positive=False),
        3,
        lambda d: d[2] == 0 < d[3],
        PositionWeights.of([0, 1], positive=False),
    ),
    "equally far": (METRICS, 3, lambda D: True, distances([1, 1], [1])),
    "cut": (DISTANCES, 3, lambda D: {*entries(D)} == {0, 1}, cut([0, 1], [1])),
    "cut of four": (DISTANCES, 4, lambda D: entries(D) == [0, 0, 1, 1, 1, 1], cut([0, 1, 1], [1, 1], [0])),
    "sum of cuts": (METRICS, 4, is_sum_of_cuts, distances([1, 2, 3], [3, 2], [1])),
    "ultrametric": (
        METRICS,
        4,
        lambda D: is_ultrametric(D, 4) and len({*entries(D)}) == 3,
        distances([1, 2, 3], [2, 3], [3]),
    ),
    "ultrametric with zeros": (
        DISTANCES,
        4,
        lambda D: is_ultrametric(D, 4) and len({*entries(D)}) == 3,
        cut([0, 1, 2], [1, 2], [2]),
    ),
    "star": (METRICS, 4, is_star, distances([1, 1, 1], [2, 2], [2])),
    "tree": (
        METRICS,
        4,
        lambda D: is_tree(D) and not is_ultrametric(D, 4) and len({*entries(D)}) > 2,
        distances([1, 1, 2], [2, 1], [3]),
    ),
    "line": (METRICS, 4, is_line, distances([1, 2, 3], [1, 2], [1])),
    "shortest paths": (METRICS, 5, embeds_in_no_plane, distances([1, 1, 1, 1], [1, 1, 1], [2, 2], [2])),
}


@pytest.mark.parametrize("family", PARAMETERS)
def test_parameters(family: str) -> None:
    space, n, wanted, expected = PARAMETERS[family]
    assert simplest(space, n, wanted) == expected


BOTH = ("scored lists", "score vectors")


@pytest.mark.parametrize("sort", BOTH)
@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (lambda s: s[0] == s[1], [0, 0]),
        (lambda s: s[0] > s[1], [1, 0]),
        (lambda s: 0 < s[1] < 1, [0, "1/2"]),
        (lambda s: 0 < abs(s[0] - s[1]) <= TINY, [1, "1000000001/1000000000"]),
        (lambda s: s[0] > 10**6, [10**6 + 1, 1]),
    ],
    ids=["tied", "apart", "fraction", "hardly apart", "large"],
)
def test_scores(sort: str, wanted: Callable[[Any], bool], expected: list[Any]) -> None:
    if sort == "scored lists":
        assert simplest(spaces.scored_list, 2, lambda x: wanted(x.scores)) == Scored.of([0, 0], expected)
    else:
        assert simplest(spaces.score_vector, 2, lambda x: wanted(x.values)) == Scores.of(expected)


def test_negative_scores() -> None:
    assert simplest(spaces.scored_list, 2, lambda x: x.scores[0] < 0) == Scored.of([0, 0], [-1, 0])
    assert simplest(spaces.scored_list, 2, lambda x: max(x.scores) < 0) == Scored.of([0, 0], [-1, -1])


@pytest.mark.parametrize(
    "shape",
    [
        lambda low, high: high > 2 * low,
        lambda low, high: low > 2 * high,
        lambda low, high: low == TINY,
        lambda low, high: high > 10**5 * low,
        lambda low, high: low == high,
    ],
    ids=["convex", "concave", "flat", "steep", "linear"],
)
@pytest.mark.parametrize("sort", BOTH)
def test_scores_that_rise_alike(sort: str, shape: Callable[[Any, Any], bool]) -> None:
    is_scored = sort == "scored lists"
    space: Space = spaces.scored_list if is_scored else spaces.score_vector

    def rise(values: tuple[Any, Any]) -> bool:
        before, after = (value.scores if is_scored else value.values for value in values)
        do_rise = all(scores[0] < scores[1] < scores[2] for scores in (before, after))
        return (
            do_rise and before[1] - before[0] != after[1] - after[0] and shape(after[1] - after[0], after[2] - after[1])
        )

    assert rise(find(strategies.related(space, 3), rise, settings=settings(SOME, max_examples=50_000)))


@pytest.mark.parametrize(
    ("wanted", "ids", "relevant"),
    [
        (lambda x: True, ["d1", "d2"], []),
        (lambda x: x.has_duplicates, ["d1", "d1"], []),
        (lambda x: type(x.ids[0]) is int, [0, 1], []),
        (lambda x: x.listed.missing, ["d1", "d2"], ["d3"]),
        (lambda x: x.listed[2] == 1, ["d1", "d2"], ["d2"]),
        (lambda x: x.has_duplicates and x.listed[1] == 1, ["d1", "d1"], ["d1"]),
    ],
    ids=["any", "twice", "numbers", "missing", "relevant", "relevant twice"],
)
def test_retrieved_ids(wanted: Callable[[Any], Any], ids: list[Any], relevant: list[Any]) -> None:
    assert simplest(spaces.retrieved_ids(), 2, wanted) == Retrieval.of(ids, relevant)
