"""Score vectors: a score for each item."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from ..numbers.exact import Whole
from ..values.scored import Scores
from .base import Chooser, Space
from .lists import numbers_of, texts
from .neighbours import exchange_neighbours, replace_one, replace_tail
from .scored import drawn_scores, nudged, risen


class ScoreVectors(Space):
    """Scores of the items 1..n; the grid is 0, 1, 2."""

    name = "score vectors"
    sort = "scores"
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
