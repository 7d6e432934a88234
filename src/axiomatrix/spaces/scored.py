"""Scored lists: judged items with the scores that order them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from reprlib import repr as shown
from typing import Any

from flint import fmpq

from ..numbers.exact import Whole, rational
from ..values.grades import Grade, falling, grade, rising
from ..values.scored import Scored
from .base import Chooser, lists_as
from .graded import GradedLists
from .lists import numbers_of, texts
from .orders import all_weak_orders, weak_order_count

TINY = fmpq(1, 10**9)
"""By how much two scores differ that people take for equal, or floats make equal."""


def drawn_scores(choose: Chooser, n: int, low: int = -3) -> tuple[Grade, ...]:
    """Scores as people have them: small whole numbers with ties, fractions, large ones, ones that hardly differ."""
    family = choose.integer(0, 4)
    if family == 0:
        drawn: list[Any] = [choose.integer(0, 3) for _ in range(n)]
    elif family == 1:
        drawn = [choose.integer(low, 9) for _ in range(n)]
    elif family == 2:
        divisor = choose.integer(2, 9)
        drawn = [fmpq(choose.integer(0, 3 * divisor), divisor) for _ in range(n)]
    elif family == 3:
        drawn = [1 + choose.integer(0, 2) * TINY for _ in range(n)]
    else:
        drawn = [10 ** choose.integer(0, 9) + choose.integer(0, 1) for _ in range(n)]
    return tuple(grade("scores", "a score", score) for score in drawn)


def risen(choose: Chooser, scores: Sequence[Grade]) -> list[Grade]:
    """Scores in the same order, ties and all, with steps of other lengths."""
    steps, place = {}, fmpq(choose.integer(0, 3))
    for score in rising(set(scores)):
        steps[score] = place
        place += fmpq(1 + choose.integer(0, 5), 1 + choose.integer(0, 2))
    return [grade("scores", "a score", steps[score]) for score in scores]


def nudged(choose: Chooser, scores: Sequence[Grade]) -> list[Grade]:
    """Scores of which one is a little larger, or as large as another one."""
    changed = choose.integer(0, len(scores) - 1)
    other = choose.integer(0, len(scores) - 1)
    new = scores[other] if other != changed else rational(scores[changed]) + TINY
    return [grade("scores", "a score", new) if k == changed else score for k, score in enumerate(scores)]


class ScoredLists(GradedLists):
    """Judged items with scores, ties and all.

    A grid: every binary (or graded) vector is enumerated beside one vector of scores for each weak order, and scores
    that are ordered alike need not be treated alike.
    """

    sort = "scored lists"
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
        given = tuple(self.levels[choose.integer(0, len(self.levels) - 1)] for _ in range(n))
        return Scored(given, drawn_scores(choose, n), (Whole(1),) * choose.integer(0, self.most))

    def near(self, choose: Chooser, value: Scored, n: int) -> Scored:
        family = choose.integer(0, 4)
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
