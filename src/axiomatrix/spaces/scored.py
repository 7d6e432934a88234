"""Spaces of scored lists (judged items with the scores that order them) and of score vectors.

Metrics that depend on scores or ties are declared over these spaces: areas under curves over ``spaces.scored_list``,
correlations over ``spaces.score_vector``.

Scores are any rational numbers, so that both spaces are *grids*: only some values are enumerated. These are whole
scores of each order and pattern of ties. Drawing has more: fractions, scores that differ by very little, and changes
that keep the order.

Scores are drawn, and values changed to related values, by *families*: kinds that often expose faults of metrics. The
first choice is the number of the family, and family 0 is the simplest. :class:`.base.Space` explains the methods and
class attributes of spaces.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from reprlib import repr as short_repr
from typing import Any

from flint import fmpq

from ..numbers.exact import Whole, rational
from ..values.grades import Grade, decode_numbers, encode_numbers, falling, grade, rising
from ..values.scored import Scored, Scores
from .base import Chooser, Space, choose_one, exchange_neighbours, inherits_enumerate, replace_one, replace_tail
from .lists import GradedLists
from .orders import all_weak_orders, weak_order_count

TINY = fmpq(1, 10**9)
"""A difference of two scores that a tolerance ignores, or that is lost in single precision."""
SCORE_STEPS = (*map(fmpq, range(1, 7)), fmpq(1, 2), fmpq(3, 2), fmpq(1, 3), fmpq(5, 3), TINY, fmpq(10**6))
"""The differences of neighbouring scores that :func:`apply_rising_function` draws; the simplest first."""
DENOMINATORS = range(2, 10)
"""The denominators of drawn scores that are fractions."""
LOWEST_SCORE = -3
"""The smallest whole number among the drawn scores of lists; score vectors have none below 0."""


def draw_scores(choose: Chooser, n: int, lowest: int = LOWEST_SCORE) -> tuple[Grade, ...]:
    """Draw n scores of one family; among whole numbers, none below ``lowest``.

    The families are: small with many ties, small of any sign, fractions with one denominator, almost equal, and large.
    Each takes one choice for the family and one for each score, so that Hypothesis can shrink from any family to the
    first. The denominator, which only fractions need, is therefore drawn in one choice with the family: the choice is
    family * (number of denominators) + index of the denominator.
    """
    family, index = divmod(choose.integer(0, 5 * len(DENOMINATORS) - 1), len(DENOMINATORS))
    denominator = DENOMINATORS[index]
    if family == 0:
        candidates: Sequence[Any] = range(4)
    elif family == 1:
        candidates = _simplest_first(lowest, 10)
    elif family == 2:  # from 0 to 3
        candidates = [fmpq(numerator, denominator) for numerator in range(3 * denominator + 1)]
    elif family == 3:
        candidates = [1 + multiple * TINY for multiple in range(3)]
    else:  # powers of ten, and the numbers one above
        candidates = [10**exponent + extra for exponent in range(10) for extra in (0, 1)]
    return _as_scores([choose_one(choose, candidates) for _ in range(n)])


def apply_rising_function(choose: Chooser, scores: Sequence[Grade], lowest: int = LOWEST_SCORE) -> tuple[Grade, ...]:
    """Apply a drawn strictly rising function to scores: order and ties stay, differences change.

    The lowest score becomes a drawn whole number from ``lowest`` to 3. Each higher one adds a drawn step.
    """
    value = fmpq(choose_one(choose, _simplest_first(lowest, 4)))
    value_at: dict[Grade, fmpq] = {}
    for score in rising(set(scores)):
        value_at[score] = value
        value += choose_one(choose, SCORE_STEPS)
    return _as_scores([value_at[score] for score in scores])


def change_one_score(choose: Chooser, scores: Sequence[Grade]) -> tuple[Grade, ...]:
    """Set a drawn score equal to another drawn one; where both are the same, increase it by 1 or by very little."""
    changed, other = choose.integer(0, len(scores) - 1), choose.integer(0, len(scores) - 1)
    new = scores[other] if other != changed else rational(scores[changed]) + choose_one(choose, (fmpq(1), TINY))
    return _as_scores([*scores[:changed], new, *scores[changed + 1 :]])


def _simplest_first(low: int, end: int) -> list[int]:
    """The whole numbers from ``low`` to ``end`` - 1, ordered as 0, 1, -1, 2, -2 ..."""
    return sorted(range(low, end), key=lambda score: (abs(score), -score))


def _as_scores(numbers: Sequence[Any]) -> tuple[Grade, ...]:
    """Convert numbers to the types of exact scores: ``Whole`` where they are whole."""
    return tuple(grade("scores", "a score", number) for number in numbers)


class ScoredLists(GradedLists):
    """Lists of n judged items with scores, which may be tied, and up to ``most`` missing items of grade 1.

    The space is a grid: each list of grades is enumerated with one vector of scores for each weak order, though a
    metric may treat differently scores that are ordered alike.
    """

    sort = "scored lists"
    argument = "a list of items with scores and grades"
    makes = Scored
    missing = (Whole(1),)

    def __init__(self, levels: Sequence[int] = (0, 1), most: int = 1) -> None:
        """Make the space of lists with grades from ``levels``, the lowest first."""
        self.levels = tuple(Whole(level) for level in levels)
        self.max_missing = most
        rest = f"at most {most} of grade 1 missing" if most else "nothing missing"
        noun = f"scored lists, grades 0..{self.levels[-1]}, {rest}"
        self.name = f"{noun} (enumerated: one vector of scores for each weak order)"  # type: ignore[misc]

    def enumerate(self, n: int) -> Sequence[Scored]:
        return _all_scored(self, n)

    def count(self, n: int) -> int:
        if not inherits_enumerate(self, ScoredLists):
            return super().count(n)
        grade_lists, missing_counts = int(len(self.levels) ** n), self.max_missing + 1
        return grade_lists * missing_counts * weak_order_count(n)

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Scored:
        grades, scores = zip(*self._draw_items(choose, n), strict=True)
        return Scored(grades, scores, self._draw_missing(choose))

    def _draw_items(self, choose: Chooser, n: int) -> list[tuple[Grade, Grade]]:
        """Draw a grade and a score for each item, in input order."""
        grades = [choose_one(choose, self.levels) for _ in range(n)]
        return list(zip(grades, draw_scores(choose, n), strict=True))

    def _draw_missing(self, choose: Chooser) -> tuple[Grade, ...]:
        """Draw the number of missing items, and return their grades, which are 1."""
        return (Whole(1),) * choose.integer(0, self.max_missing)

    def near(self, choose: Chooser, value: Scored, n: int) -> Scored:
        family = choose.integer(0, 8)
        if family == 0:
            return value
        if family == 1:  # one grade changed
            changed = choose.integer(0, n - 1)
            new = choose_one(choose, self.levels)
            return Scored((*value.grades[:changed], new, *value.grades[changed + 1 :]), value.scores, value.missing)
        if family == 2:
            return value.rescored(apply_rising_function(choose, value.scores))
        if family == 3:
            return value.rescored(change_one_score(choose, value.scores))
        if family == 4:  # the order reversed
            return value.rescored(-score for score in value.scores)
        if family == 5:  # other missing items
            return Scored(value.grades, value.scores, self._draw_missing(choose))
        items = list(zip(value.grades, value.scores, strict=True))
        if family == 6:  # two items exchanged
            items = exchange_neighbours(choose, items)
        else:  # the tail, or one item, redrawn
            replace = replace_tail if family == 7 else replace_one
            items = replace(choose, items, lambda: self._draw_items(choose, n))
        grades, scores = zip(*items, strict=True)
        return Scored(grades, scores, value.missing)

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, Scored) or len(value) != n:
            raise ValueError(f"scored list: {value!r:.80} is not a Scored of {n} items")
        self.require_grades(value, "scored list")

    def encode(self, value: Scored) -> Any:
        numbers = {"grades": value.grades, "scores": value.scores, "missing": value.missing}
        return {name: encode_numbers(part) for name, part in numbers.items()}

    def decode(self, data: Any) -> Scored:
        if not isinstance(data, dict) or set(data) != {"grades", "scores", "missing"}:
            raise ValueError(f"scored list: {short_repr(data)} must have grades, scores and missing")
        grades, scores = decode_numbers(data["grades"], "grades"), decode_numbers(data["scores"], "scores")
        if len(grades) != len(scores):
            raise ValueError(f"scored list: {len(scores)} scores for {len(grades)} grades")
        return Scored(grades, scores, falling(decode_numbers(data["missing"], "missing")))


@lru_cache(maxsize=8)
def _all_scored(space: ScoredLists, n: int) -> tuple[Scored, ...]:
    """Return all lists of the levels, those with the fewest missing items first; then by grades, then by scores."""
    # the last bucket has the score 0, the one before it 1, and so on
    score_vectors = [tuple(Whole(max(order.levels) - level) for level in order.levels) for order in all_weak_orders(n)]
    return tuple(
        Scored(grades, scores, (Whole(1),) * missing_count)
        for missing_count in range(space.max_missing + 1)
        for grades in product(space.levels, repeat=n)
        for scores in score_vectors
    )


class ScoreVectors(Space):
    """Scores of the items 1..n: any rational numbers; those of ``values`` (0, 1, 2) are enumerated."""

    name = "score vectors"
    sort = "scores"
    argument = "scores: {0}(x) is the score of item x"
    fills_type = True
    makes = Scores
    values = (0, 1, 2)
    """The scores that are enumerated."""

    def enumerate(self, n: int) -> Sequence[Scores]:
        return [Scores(tuple(map(Whole, scores))) for scores in product(self.values, repeat=n)]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Scores:
        return Scores(draw_scores(choose, n, lowest=0))

    def near(self, choose: Chooser, value: Scores, n: int) -> Scores:
        family = choose.integer(0, 6)
        if family == 1:  # the order of the items reversed
            return Scores(value.values[::-1])
        if family == 2:
            return Scores(apply_rising_function(choose, value.values, lowest=0))
        if family == 3:
            return Scores(change_one_score(choose, value.values))
        if family == 4:
            return Scores(tuple(exchange_neighbours(choose, value.values)))
        if family >= 5:  # the tail, or one score, redrawn
            replace = replace_tail if family == 5 else replace_one
            return Scores(tuple(replace(choose, value.values, lambda: self.draw(choose, n).values)))
        return value

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, Scores) or len(value) != n:
            raise ValueError(f"scores: {value!r:.80} is not a Scores of {n} items; make one with Scores.of([...])")

    def encode(self, value: Scores) -> Any:
        return encode_numbers(value.values)

    def decode(self, data: Any) -> Scores:
        return Scores(decode_numbers(data, "scores"))
