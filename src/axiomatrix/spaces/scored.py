"""Scored lists: judged items with the scores that order them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from reprlib import repr as shown
from typing import Any

from ..numbers.exact import Whole
from ..values.grades import falling
from ..values.judged import Scored
from .base import Chooser, Space
from .lists import numbers_of, texts
from .orders import all_weak_orders


class ScoredLists(Space):
    """Judged items with scores, ties and all.

    A grid: every binary (or graded) vector is enumerated beside one vector of scores for each weak order, and scores
    that are ordered alike need not be treated alike.
    """

    sort = "scored lists"
    makes = Scored

    def __init__(self, levels: Sequence[int] = (0, 1), most: int = 1) -> None:
        self.levels = tuple(Whole(level) for level in levels)
        self.most = most
        rest = f"at most {most} of grade 1 missing" if most else "nothing missing"
        named = f"scored lists, grades 0..{self.levels[-1]}, {rest}"
        self.name = f"{named} (enumerated: one vector of scores for each weak order)"  # type: ignore[misc]

    def enumerate(self, n: int) -> Sequence[Scored]:
        return _all_scored(self, n)

    def bits(self, n: int) -> int:
        return 8 + 8 * n

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Scored:
        given = tuple(self.levels[choose.integer(0, len(self.levels) - 1)] for _ in range(n))
        scores = tuple(Whole(choose.integer(0, 3)) for _ in range(n))
        return Scored(given, scores, (Whole(1),) * choose.integer(0, self.most))

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, Scored) or len(value) != n:
            raise ValueError(f"scored list: {value!r:.80} is not a Scored of {n} items")

    def simpler(self, value: Scored) -> Iterator[Scored]:
        if value.missing:
            yield Scored(value.grades, value.scores)
        for k in range(len(value)):
            for part in range(2):
                numbers = (value.grades, value.scores)[part]
                if numbers[k] > 0:
                    lower = (*numbers[:k], Whole(0), *numbers[k + 1 :])
                    yield Scored(*((lower, value.scores) if part == 0 else (value.grades, lower)), value.missing)

    def without(self, value: Scored, k: int, n: int) -> Scored | None:
        kept = [p for p in range(n) if p != k - 1]
        return value.rearranged([p + 1 for p in kept]) if n > 1 else None

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
