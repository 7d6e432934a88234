"""Scored lists, which are judged items with the scores that order them, and scores alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from reprlib import repr as shown
from typing import Any

from flint import fmpq

from ..numbers.exact import Whole, rational
from ..values.grades import Grade, falling, grade, rising
from ..values.scored import Scored, Scores
from .base import Chooser, Space, exchange_neighbours, lists_as, replace_one, replace_tail
from .lists import GradedLists, numbers_of, texts
from .orders import all_weak_orders, weak_order_count

TINY = fmpq(1, 10**9)
"""By how much two scores differ that people take for equal, or floats make equal."""


STEPS = (*map(fmpq, range(1, 7)), fmpq(1, 2), fmpq(3, 2), fmpq(1, 3), fmpq(5, 3), TINY, fmpq(10**6))
"""The steps from a score to the next one, where they are changed."""
DIVISORS = range(2, 10)
"""What scores that are fractions are divided by."""


def drawn_scores(choose: Chooser, n: int, low: int = -3) -> tuple[Grade, ...]:
    """Scores as people have them: small whole numbers with ties, fractions, large ones, ones that hardly differ.

    Every family takes one choice for each score, so that Hypothesis comes from any of them to the simplest.
    """
    family, k = divmod(choose.integer(0, 5 * len(DIVISORS) - 1), len(DIVISORS))
    if family == 0:
        scores: Sequence[Any] = range(4)
    elif family == 1:
        scores = _simplest_first(low, 10)
    elif family == 2:
        scores = [fmpq(part, DIVISORS[k]) for part in range(3 * DIVISORS[k] + 1)]
    elif family == 3:
        scores = [1 + part * TINY for part in range(3)]
    else:
        scores = [10**power + more for power in range(10) for more in (0, 1)]
    return tuple(grade("scores", "a score", scores[choose.integer(0, len(scores) - 1)]) for _ in range(n))


def risen(choose: Chooser, scores: Sequence[Grade], low: int = -3) -> list[Grade]:
    """Scores in the same order, ties and all, with steps of other lengths: a rising function of any shape."""
    lowest = _simplest_first(low, 4)
    places, place = {}, fmpq(lowest[choose.integer(0, len(lowest) - 1)])
    for score in rising(set(scores)):
        places[score] = place
        place += STEPS[choose.integer(0, len(STEPS) - 1)]
    return [grade("scores", "a score", places[score]) for score in scores]


def _simplest_first(low: int, end: int) -> list[int]:
    return sorted(range(low, end), key=lambda score: (abs(score), -score))


def nudged(choose: Chooser, scores: Sequence[Grade]) -> list[Grade]:
    """Scores of which one is as large as another one, or larger by 1 or by a little."""
    changed = choose.integer(0, len(scores) - 1)
    other = choose.integer(0, len(scores) - 1)
    new = scores[other] if other != changed else rational(scores[changed]) + (1, TINY)[choose.integer(0, 1)]
    return [grade("scores", "a score", new) if k == changed else score for k, score in enumerate(scores)]


class ScoredLists(GradedLists):
    """Judged items with scores, ties and all.

    A grid: every binary (or graded) vector is enumerated beside one vector of scores for each weak order, and scores
    that are ordered alike need not be treated alike.
    """

    sort = "scored lists"
    argument = "a list of items with scores and grades"
    makes = Scored
    missing = (Whole(1),)

    def __init__(self, levels: Sequence[int] = (0, 1), most: int = 1) -> None:
        self.levels = tuple(Whole(level) for level in levels)
        self.most = most
        rest = f"at most {most} of grade 1 missing" if most else "nothing missing"
        named = f"scored lists, grades 0..{self.levels[-1]}, {rest}"
        self.name = f"{named} (enumerated: one vector of scores for each weak order)"  # type: ignore[misc]

    def enumerate(self, n: int) -> Sequence[Scored]:
        return _all_scored(self, n)

    def count(self, n: int) -> int:
        if not lists_as(self, ScoredLists):
            return super().count(n)
        return int(len(self.levels) ** n) * (self.most + 1) * weak_order_count(n)

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Scored:
        grades, scores = zip(*self._drawn(choose, n), strict=True)
        return Scored(grades, scores, (Whole(1),) * choose.integer(0, self.most))

    def _drawn(self, choose: Chooser, n: int) -> list[tuple[Grade, Grade]]:
        """A grade and a score for each item."""
        grades = [self.levels[choose.integer(0, len(self.levels) - 1)] for _ in range(n)]
        return list(zip(grades, drawn_scores(choose, n), strict=True))

    def near(self, choose: Chooser, value: Scored, n: int) -> Scored:
        family = choose.integer(0, 8)
        if family == 1:
            changed = choose.integer(0, n - 1)
            new = self.levels[choose.integer(0, len(self.levels) - 1)]
            return Scored((*value.grades[:changed], new, *value.grades[changed + 1 :]), value.scores, value.missing)
        if family == 2:
            return value.rescored(risen(choose, value.scores))
        if family == 3:
            return value.rescored(nudged(choose, value.scores))
        if family == 4:
            return value.rescored(-score for score in value.scores)
        if family == 5:
            return Scored(value.grades, value.scores, (Whole(1),) * choose.integer(0, self.most))
        if family >= 6:
            judged = list(zip(value.grades, value.scores, strict=True))
            if family == 6:
                judged = exchange_neighbours(choose, judged)
            else:
                replace = replace_tail if family == 7 else replace_one
                judged = replace(choose, judged, lambda: self._drawn(choose, n))
            grades, scores = zip(*judged, strict=True)
            return Scored(grades, scores, value.missing)
        return value

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, Scored) or len(value) != n:
            raise ValueError(f"scored list: {value!r:.80} is not a Scored of {n} items")

    def encode(self, value: Scored) -> Any:
        return {"grades": texts(value.grades), "scores": texts(value.scores), "missing": texts(value.missing)}

    def decode(self, data: Any) -> Scored:
        if not isinstance(data, dict) or set(data) != {"grades", "scores", "missing"}:
            raise ValueError(f"scored list: {shown(data)} must have grades, scores and missing")
        given, scores = numbers_of(data["grades"], "grades"), numbers_of(data["scores"], "scores")
        if len(given) != len(scores):
            raise ValueError(f"scored list: {len(scores)} scores for {len(given)} grades")
        return Scored(given, scores, falling(numbers_of(data["missing"], "missing")))


@lru_cache(maxsize=8)
def _all_scored(space: ScoredLists, n: int) -> tuple[Scored, ...]:
    scores = [tuple(Whole(max(order.levels) - level) for level in order.levels) for order in all_weak_orders(n)]
    return tuple(
        Scored(given, by, (Whole(1),) * missing)
        for missing in range(space.most + 1)
        for given in product(space.levels, repeat=n)
        for by in scores
    )


class ScoreVectors(Space):
    """Scores of the items 1..n; the grid is 0, 1, 2."""

    name = "score vectors"
    sort = "scores"
    argument = "scores: {0}(x) is the score of item x"
    fills_type = True
    makes = Scores
    values = (0, 1, 2)

    def enumerate(self, n: int) -> Sequence[Scores]:
        return [Scores(tuple(map(Whole, v))) for v in product(self.values, repeat=n)]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Scores:
        return Scores(drawn_scores(choose, n, low=0))

    def near(self, choose: Chooser, value: Scores, n: int) -> Scores:
        family = choose.integer(0, 6)
        if family == 1:
            return Scores(value.values[::-1])
        if family == 2:
            return Scores(tuple(risen(choose, value.values, low=0)))
        if family == 3:
            return Scores(tuple(nudged(choose, value.values)))
        if family == 4:
            return Scores(tuple(exchange_neighbours(choose, value.values)))
        if family >= 5:
            replace = replace_tail if family == 5 else replace_one
            return Scores(tuple(replace(choose, value.values, lambda: self.draw(choose, n).values)))
        return value

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, Scores) or len(value) != n:
            raise ValueError(f"scores: {value!r:.80} is not a Scores of {n} items; make one with Scores.of([...])")

    def encode(self, value: Scores) -> Any:
        return texts(value.values)

    def decode(self, data: Any) -> Scores:
        return Scores(numbers_of(data, "scores"))
