"""Spaces of scored lists (judged items with the scores that order them) and of score vectors.

Metrics that depend on scores or ties, such as areas under curves and correlations, are declared over these spaces.
"""

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
"""A difference of two scores that a tolerance ignores, or that is lost in single precision."""
STEPS = (*map(fmpq, range(1, 7)), fmpq(1, 2), fmpq(3, 2), fmpq(1, 3), fmpq(5, 3), TINY, fmpq(10**6))
"""The differences of neighbouring scores that :func:`risen` draws; the simplest first."""
DENOMINATORS = range(2, 10)
"""The denominators of drawn scores that are fractions."""


def drawn_scores(choose: Chooser, n: int, low: int = -3) -> tuple[Grade, ...]:
    """Draw n scores, the smallest possible whole number being ``low``.

    They are small with many ties, small of any sign, fractions, almost equal, or large. Every family takes one choice
    for each score, so that Hypothesis can shrink from any family to the simplest. The denominator is drawn in one
    choice with the family, also where it is not needed, for the same reason.
    """
    family, index = divmod(choose.integer(0, 5 * len(DENOMINATORS) - 1), len(DENOMINATORS))
    denominator = DENOMINATORS[index]
    if family == 0:
        candidates: Sequence[Any] = range(4)
    elif family == 1:
        candidates = _simplest_first(low, 10)
    elif family == 2:
        candidates = [fmpq(numerator, denominator) for numerator in range(3 * denominator + 1)]
    elif family == 3:
        candidates = [1 + multiple * TINY for multiple in range(3)]
    else:
        candidates = [10**exponent + added for exponent in range(10) for added in (0, 1)]
    return tuple(grade("scores", "a score", candidates[choose.integer(0, len(candidates) - 1)]) for _ in range(n))


def risen(choose: Chooser, scores: Sequence[Grade], low: int = -3) -> list[Grade]:
    """Apply a random rising function to scores: order and ties stay, differences change."""
    starts = _simplest_first(low, 4)
    new_score = fmpq(starts[choose.integer(0, len(starts) - 1)])
    image = {}  # of each score under the function
    for score in rising(set(scores)):
        image[score] = new_score
        new_score += STEPS[choose.integer(0, len(STEPS) - 1)]
    return [grade("scores", "a score", image[score]) for score in scores]


def _simplest_first(low: int, end: int) -> list[int]:
    """The whole numbers from ``low`` to ``end`` - 1: 0, 1, -1, 2, -2 ..."""
    return sorted(range(low, end), key=lambda score: (abs(score), -score))


def nudged(choose: Chooser, scores: Sequence[Grade]) -> list[Grade]:
    """Set one score equal to another, or (where the two choices are the same) increase it by 1 or by very little."""
    changed = choose.integer(0, len(scores) - 1)
    other = choose.integer(0, len(scores) - 1)
    new = scores[other] if other != changed else rational(scores[changed]) + (1, TINY)[choose.integer(0, 1)]
    return [grade("scores", "a score", new) if k == changed else score for k, score in enumerate(scores)]


class ScoredLists(GradedLists):
    """Judged items with scores, which may be tied.

    The space is a grid: each list of grades is enumerated with one vector of scores for each weak order, though a
    metric may treat differently scores that are ordered alike.
    """

    sort = "scored lists"
    argument = "a list of items with scores and grades"
    makes = Scored
    missing = (Whole(1),)

    def __init__(self, levels: Sequence[int] = (0, 1), most: int = 1) -> None:
        self.levels = tuple(Whole(level) for level in levels)
        self.most = most
        rest = f"at most {most} of grade 1 missing" if most else "nothing missing"
        noun = f"scored lists, grades 0..{self.levels[-1]}, {rest}"
        self.name = f"{noun} (enumerated: one vector of scores for each weak order)"  # type: ignore[misc]

    def enumerate(self, n: int) -> Sequence[Scored]:
        return _all_scored(self, n)

    def count(self, n: int) -> int:
        if not lists_as(self, ScoredLists):
            return super().count(n)
        return int(len(self.levels) ** n) * (self.most + 1) * weak_order_count(n)  # grades, missing items, scores

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Scored:
        grades, scores = zip(*self._draw_items(choose, n), strict=True)
        return Scored(grades, scores, (Whole(1),) * choose.integer(0, self.most))

    def _draw_items(self, choose: Chooser, n: int) -> list[tuple[Grade, Grade]]:
        """A grade and a score for each item, in input order."""
        grades = [self.levels[choose.integer(0, len(self.levels) - 1)] for _ in range(n)]
        return list(zip(grades, drawn_scores(choose, n), strict=True))

    def near(self, choose: Chooser, value: Scored, n: int) -> Scored:
        family = choose.integer(0, 8)
        if family == 1:  # one grade changed
            changed = choose.integer(0, n - 1)
            new = self.levels[choose.integer(0, len(self.levels) - 1)]
            return Scored((*value.grades[:changed], new, *value.grades[changed + 1 :]), value.scores, value.missing)
        if family == 2:
            return value.rescored(risen(choose, value.scores))
        if family == 3:
            return value.rescored(nudged(choose, value.scores))
        if family == 4:  # the order reversed
            return value.rescored(-score for score in value.scores)
        if family == 5:  # other missing items
            return Scored(value.grades, value.scores, (Whole(1),) * choose.integer(0, self.most))
        if family >= 6:  # items exchanged, the tail drawn anew, or one item drawn anew
            items = list(zip(value.grades, value.scores, strict=True))
            if family == 6:
                items = exchange_neighbours(choose, items)
            else:
                replace = replace_tail if family == 7 else replace_one
                items = replace(choose, items, lambda: self._draw_items(choose, n))
            grades, scores = zip(*items, strict=True)
            return Scored(grades, scores, value.missing)
        return value

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, Scored) or len(value) != n:
            raise ValueError(f"scored list: {value!r:.80} is not a Scored of {n} items")
        self.check_grades(value, "scored list")

    def encode(self, value: Scored) -> Any:
        return {"grades": texts(value.grades), "scores": texts(value.scores), "missing": texts(value.missing)}

    def decode(self, data: Any) -> Scored:
        if not isinstance(data, dict) or set(data) != {"grades", "scores", "missing"}:
            raise ValueError(f"scored list: {shown(data)} must have grades, scores and missing")
        grades, scores = numbers_of(data["grades"], "grades"), numbers_of(data["scores"], "scores")
        if len(grades) != len(scores):
            raise ValueError(f"scored list: {len(scores)} scores for {len(grades)} grades")
        return Scored(grades, scores, falling(numbers_of(data["missing"], "missing")))


@lru_cache(maxsize=8)
def _all_scored(space: ScoredLists, n: int) -> tuple[Scored, ...]:
    # the last bucket has the score 0, the one before it 1, and so on
    score_vectors = [tuple(Whole(max(order.levels) - level) for level in order.levels) for order in all_weak_orders(n)]
    return tuple(
        Scored(grades, scores, (Whole(1),) * missing_count)
        for missing_count in range(space.most + 1)
        for grades in product(space.levels, repeat=n)
        for scores in score_vectors
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
        if family >= 5:  # the tail, or one score, drawn anew
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
