"""Scored lists (judged items with the scores that order them) and score vectors.

Metrics that depend on ties or scores, such as the area under a curve, take scored lists. Score vectors are the
arguments of correlations. ``Scored`` has the methods of :class:`~.judged.Judged` under the same names, so that axioms
of lists apply to both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, groupby, pairwise, permutations, product
from typing import Any, Self

from ..numbers.exact import Whole, fraction, rational
from ..numbers.frozen import Frozen, build
from .grades import Grade, falling, grade, grades, number_text
from .judged import Judged, convert_numbers, count_positive


class Scored(Frozen):
    """Judged items with scores, in input order: the list that a system returns before ties are broken.

    Items are numbered 1..n in input order; item k has the grade ``x.grades[k - 1]`` and the score ``x.scores[k - 1]``.
    ``x.buckets`` are the items by falling score, ties together; ``x.listed(order)`` is the judged list in an order of
    the items. Methods that take ranks mean the order that the scores induce, with ties in input order. Methods named by
    a participle, such as ``x.exchanged(1, 2)``, return a related list.

    >>> x = Scored.of([1, 0, 1], scores=[2, 2, 3])
    >>> x.buckets
    ((3,), (1, 2))
    """

    __slots__ = ("grades", "missing", "n", "scores")
    made_from = ("grades", "scores", "missing")

    grades: tuple[Grade, ...]
    """The grades of the listed items, in input order."""
    scores: tuple[Grade, ...]
    """The scores of the listed items, in input order."""
    missing: tuple[Grade, ...]
    """The grades of the items of the collection that are not listed, in falling order."""
    n: Any
    """The number of listed items, as a ``Whole``."""

    def __new__(
        cls, item_grades: tuple[Grade, ...], scores: tuple[Grade, ...], missing: tuple[Grade, ...] = ()
    ) -> Self:
        """For the engine; users call ``of``."""
        return build(cls, grades=item_grades, scores=scores, missing=missing, n=Whole(len(item_grades)))

    @classmethod
    def of(cls, item_grades: Any, scores: Any = None, missing: Any = ()) -> Scored:
        """Make a list from grades and scores in input order, or return a ``Scored`` unchanged.

        ``missing`` are the grades of missing items, in any order. Raises ``ValueError`` if there are not as many grades
        as scores, or for anything that is not a number. Without ``scores`` only a ``Scored`` is accepted, as where a
        space converts an argument.
        """
        if isinstance(item_grades, Scored):
            return item_grades
        exact_grades, exact_scores = grades("grades", item_grades), grades("scores", scores)
        if len(exact_grades) != len(exact_scores):
            raise ValueError(
                f"scores: there are {len(exact_scores)} for {len(exact_grades)} grades; each item must have one of each"
            )
        return cls(exact_grades, exact_scores, falling(grades("missing", missing)))

    def __len__(self) -> int:
        return len(self.grades)

    @property
    def buckets(self) -> tuple[tuple[int, ...], ...]:
        """The items by falling score; items of equal score in one bucket, in input order."""
        scores = [_exact(score) for score in self.scores]
        order = sorted(range(1, len(scores) + 1), key=lambda k: scores[k - 1], reverse=True)
        return tuple(tuple(tied) for _, tied in groupby(order, key=lambda k: scores[k - 1]))

    @property
    def ranked(self) -> tuple[int, ...]:
        """The items by falling score, items of equal score in input order: the order that the scores induce."""
        return tuple(chain.from_iterable(self.buckets))

    def __getitem__(self, rank: int) -> Grade:
        """The grade of the item at a rank of the order that the scores induce."""
        return self.grades[self.ranked[int(rank) - 1] - 1]

    __iter__ = None  # ``for g in x`` would otherwise ask for the rank 0

    def is_above(self, i: int, j: int) -> bool:
        """Return whether the item at rank i has a higher score than that at rank j."""
        score_i, score_j = (_exact(self.scores[self.ranked[int(rank) - 1] - 1]) for rank in (i, j))
        return bool(score_i > score_j)

    @property
    def R(self) -> Any:  # noqa: N802  # the field's name for the number of relevant items
        """How many items of the collection, listed or not, have a positive grade."""
        return count_positive(self.grades + self.missing)

    @property
    def untied(self) -> Scored:
        """The list with distinct scores: tied items are moved apart, the first in input order highest."""
        return self if len(self.buckets) == len(self) else self._moved_apart(self.buckets)

    def orders(self) -> Iterator[Scored]:
        """Yield the list with its ties broken in every way; over all of them, an item's mean score is its own score."""
        return map(self._moved_apart, product(*(permutations(bucket) for bucket in self.buckets)))

    def _moved_apart(self, buckets: Iterable[Sequence[int]]) -> Scored:
        """Return the list with distinct scores, which fall in each bucket in the order of its items.

        The scores of a bucket of m items are moved by (m-1)/2, (m-3)/2, ..., -(m-1)/2 steps. A step is the n-th part of
        the smallest gap between scores, so that each moves by less than half a gap and passes no other score.
        """
        scores = [_exact(score) for score in self.scores]
        gaps = [high - low for low, high in pairwise(sorted(set(scores)))]
        step = min(gaps, default=rational(1)) / rational(max(1, len(self)))
        for bucket in buckets:
            for index, item in enumerate(bucket):
                scores[item - 1] += step * rational(len(bucket) - 1 - 2 * index, 2)
        return self.rescored(map(self._as_score, scores))

    @property
    def best_list(self) -> Scored:
        """The best list of the same length from the same collection: by falling grade, no two scores equal."""
        return self.untied.regraded(falling((*self.grades, *self.missing)))

    @property
    def worst_list(self) -> Scored:
        """The worst list of the same length from the same collection: by rising grade, no two scores equal."""
        return self.untied.regraded(falling((*self.grades, *self.missing))[::-1])

    @property
    def emptied(self) -> Scored:
        """Nothing listed, and the same items missing."""
        return Scored((), (), self.missing)

    def regraded(self, by_rank: Sequence[Grade]) -> Scored:
        """Return the list with new grades, by rank; those after the last rank are the grades of missing items."""
        grade_of_item = dict(zip(self.ranked, by_rank, strict=False))  # ends with the last rank
        item_grades = tuple(grade_of_item[k] for k in range(1, len(self) + 1))
        return Scored(item_grades, self.scores, falling(by_rank[len(self) :]))

    def exchanged(self, i: int, j: int) -> Scored:
        """Return the list with the items at ranks i and j exchanged: each gets the score of the other."""
        by_rank = self._grades_by_rank()
        by_rank[i - 1], by_rank[j - 1] = by_rank[j - 1], by_rank[i - 1]
        return self.regraded((*by_rank, *self.missing))

    def replaced(self, i: int, m: int) -> Scored:
        """The item at rank i exchanged with the m-th missing one."""
        by_rank = self._grades_by_rank()
        missing = [*self.missing[: m - 1], by_rank[i - 1], *self.missing[m:]]
        by_rank[i - 1] = self.missing[m - 1]
        return self.regraded((*by_rank, *missing))

    def _grades_by_rank(self) -> list[Grade]:
        """Return the grades of the listed items in the order that the scores induce."""
        return [self.grades[k - 1] for k in self.ranked]

    def extended(self, new: Grade) -> Scored:
        """Append an item that is not in the collection yet, with a score below all others."""
        lowest = min(map(_exact, self.scores), default=rational(0)) - rational(1)
        return Scored((*self.grades, new), (*self.scores, self._as_score(lowest)), self.missing)

    def listed(self, order: Iterable[int]) -> Judged:
        """Return the judged list that lists the items, by their numbers, in this order."""
        return Judged(tuple(self.grades[k - 1] for k in order), self.missing)

    def rearranged(self, order: Sequence[int]) -> Scored:
        """Return these items in another input order, listed by their numbers."""
        return Scored(tuple(self.grades[k - 1] for k in order), tuple(self.scores[k - 1] for k in order), self.missing)

    def rescored(self, scores: Iterable[Grade]) -> Scored:
        """Return these items with other scores, in input order."""
        return Scored(self.grades, tuple(scores), self.missing)

    def mapped(self, change: Callable[[Any], Any]) -> Scored:
        """Apply ``change``, a conversion to another type of number, to every number that is not whole."""
        return Scored(
            convert_numbers(self.grades, change),
            convert_numbers(self.scores, change),
            convert_numbers(self.missing, change),
        )

    def _as_score(self, exact: Any) -> Grade:
        """Convert a rational to the type of the scores, which :meth:`mapped` may have made floats or Fractions."""
        number = grade("scores", "a score", exact)
        score_type = next((type(score) for score in self.scores if isinstance(score, (float, Fraction))), None)
        if score_type is None or type(number) is Whole:  # ``mapped`` leaves whole numbers too
            return number
        return score_type(fraction(number))

    def __repr__(self) -> str:
        item_grades, scores, missing = (
            f"[{', '.join(map(number_text, numbers))}]" for numbers in (self.grades, self.scores, self.missing)
        )
        if self.missing:
            return f"Scored.of({item_grades}, scores={scores}, missing={missing})"
        return f"Scored.of({item_grades}, scores={scores})"


def _exact(score: Grade) -> Any:
    """Convert a score to flint's rational: Fractions and floats, which it may be, are not compared with these."""
    return rational(Fraction(score) if isinstance(score, float) else score)


class Scores(Frozen):
    """A score for each item, in a fixed order of the items: ``s[x]`` for x = 1..n.

    >>> Scores.of([4, "1/2"])[2]
    1/2
    """

    __slots__ = ("n", "values")
    made_from = ("values",)

    values: tuple[Grade, ...]
    """The scores, by item."""
    n: Any
    """The number of items, as a ``Whole``."""

    def __new__(cls, values: tuple[Grade, ...]) -> Self:
        """For the engine; users call ``of``."""
        return build(cls, values=values, n=Whole(len(values)))

    @classmethod
    def of(cls, values: Any) -> Scores:
        """Make scores of the items 1, 2, 3 ... from numbers; ``ValueError`` for anything else."""
        return values if isinstance(values, Scores) else cls(grades("scores", values))

    @property
    def items(self) -> range:
        """The items 1..n."""
        return range(1, len(self.values) + 1)

    def __getitem__(self, item: int) -> Grade:
        if not 1 <= item <= len(self.values):
            raise KeyError(f"{item} is not one of the items 1..{len(self.values)}")
        return self.values[item - 1]

    def __iter__(self) -> Iterator[Grade]:
        """The scores of the items 1, 2 ... n, in this order."""
        return iter(self.values)

    def __len__(self) -> int:
        return len(self.values)

    def mapped(self, change: Callable[[Any], Any]) -> Scores:
        """Apply ``change``, a conversion to another type of number, to every number that is not whole."""
        return Scores(convert_numbers(self.values, change))

    def renamed(self, relabelling: Callable[[Any], Any]) -> Scores:
        """Rename every item x to ``relabelling(x)``, which gets its score."""
        values = list(self.values)
        for x in self.items:
            values[relabelling(x) - 1] = self[x]
        return Scores(tuple(values))

    def __repr__(self) -> str:
        return f"Scores.of([{', '.join(map(number_text, self.values))}])"
