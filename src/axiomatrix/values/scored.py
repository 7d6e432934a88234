"""Scored lists: judged items with the scores that order them; and score vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, groupby, pairwise, permutations, product
from typing import Any, Self

from ..numbers.exact import Whole, fraction, rational
from ..numbers.frozen import Frozen, filled
from .grades import Grade, falling, grade, grades, number_text
from .judged import Judged, changed, positive


class Scored(Frozen):
    """Judged items with scores, in input order: the list that a system returns before ties are broken.

    ``x.grades[k]`` and ``x.scores[k]`` belong together. ``x.buckets`` are the items (numbers 1..n of the input
    order) by falling score, ties together; ``x.listed(order)`` is the judged list in an order of the items.

    >>> x = Scored.of([1, 0, 1], scores=[2, 2, 3])
    >>> x.buckets
    ((3,), (1, 2))
    """

    __slots__ = ("grades", "missing", "n", "scores")
    made_from = ("grades", "scores", "missing")

    grades: tuple[Grade, ...]
    scores: tuple[Grade, ...]
    missing: tuple[Grade, ...]
    n: Any

    def __new__(cls, given: tuple[Grade, ...], scores: tuple[Grade, ...], missing: tuple[Grade, ...] = ()) -> Self:
        """For the engine; users call ``of``."""
        return filled(cls, grades=given, scores=scores, missing=missing, n=Whole(len(given)))

    @classmethod
    def of(cls, given: Any, scores: Any = None, missing: Any = ()) -> Scored:
        """From grades and scores in input order; ``ValueError`` if there are not as many of each."""
        if isinstance(given, Scored):
            return given
        exact, by = grades("grades", given), grades("scores", scores)
        if len(exact) != len(by):
            raise ValueError(f"scores: there are {len(by)} for {len(exact)} grades; each item must have one of each")
        return cls(exact, by, falling(grades("missing", missing)))

    def __len__(self) -> int:
        return len(self.grades)

    @property
    def buckets(self) -> tuple[tuple[int, ...], ...]:
        """The items by falling score; items of equal score in one bucket, in input order."""
        by = [_exact(score) for score in self.scores]
        order = sorted(range(1, len(by) + 1), key=lambda k: by[k - 1], reverse=True)
        return tuple(tuple(equal) for _, equal in groupby(order, key=lambda k: by[k - 1]))

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
        first, second = (_exact(self.scores[self.ranked[int(rank) - 1] - 1]) for rank in (i, j))
        return bool(first > second)

    @property
    def R(self) -> Any:  # noqa: N802  # the field's name for the number of relevant items
        """How many items of the collection, listed or not, have a positive grade."""
        return positive(self.grades + self.missing)

    @property
    def untied(self) -> Scored:
        """Return the order with distinct scores: items of equal score are moved apart, the first of the input up."""
        return self if len(self.buckets) == len(self) else self._moved_apart(self.buckets)

    def orders(self) -> Iterator[Scored]:
        """The list with its ties broken in every way; over all of them, the mean score of each item is its own."""
        return map(self._moved_apart, product(*(permutations(bucket) for bucket in self.buckets)))

    def _moved_apart(self, buckets: Iterable[Sequence[int]]) -> Scored:
        """The list with distinct scores, which fall in each bucket as the items do there.

        The scores of a bucket of m are moved by the multiples (m-1)/2, ..., -(m-1)/2 of a step, so small that no item
        passes one of another score.
        """
        scores = [_exact(score) for score in self.scores]
        gaps = [high - low for low, high in pairwise(sorted(set(scores)))]
        step = min(gaps, default=rational(1)) / rational(max(1, len(self)))
        for bucket in buckets:
            for place, item in enumerate(bucket):
                scores[item - 1] += step * rational(len(bucket) - 1 - 2 * place, 2)
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

    def regraded(self, ranked: Sequence[Grade]) -> Scored:
        """Return the list with new grades by rank; those beyond the list are missing."""
        by_item = dict(zip(self.ranked, ranked, strict=False))
        return Scored(tuple(by_item[k] for k in range(1, len(self) + 1)), self.scores, falling(ranked[len(self) :]))

    def exchanged(self, i: int, j: int) -> Scored:
        """The items at ranks i and j exchanged: each gets the score of the other."""
        ranked = [self[rank] for rank in range(1, len(self) + 1)]
        ranked[i - 1], ranked[j - 1] = ranked[j - 1], ranked[i - 1]
        return self.regraded((*ranked, *self.missing))

    def replaced(self, i: int, m: int) -> Scored:
        """The item at rank i exchanged with the m-th missing one."""
        ranked = [self[rank] for rank in range(1, len(self) + 1)]
        missing = [*self.missing[: m - 1], ranked[i - 1], *self.missing[m:]]
        ranked[i - 1] = self.missing[m - 1]
        return self.regraded((*ranked, *missing))

    def extended(self, new: Grade) -> Scored:
        """One more item, of the collection's outside, with the lowest score."""
        lowest = min(map(_exact, self.scores), default=rational(0)) - rational(1)
        return Scored((*self.grades, new), (*self.scores, self._as_score(lowest)), self.missing)

    def listed(self, order: Iterable[int]) -> Judged:
        """The judged list that lists the items in this order."""
        return Judged(tuple(self.grades[k - 1] for k in order), self.missing)

    def rearranged(self, order: Sequence[int]) -> Scored:
        """Return the list with the same items in another input order."""
        return Scored(tuple(self.grades[k - 1] for k in order), tuple(self.scores[k - 1] for k in order), self.missing)

    def rescored(self, scores: Iterable[Grade]) -> Scored:
        """Return the items with other scores."""
        return Scored(self.grades, tuple(scores), self.missing)

    def mapped(self, change: Callable[[Any], Any]) -> Scored:
        """Every number that is not whole changed to another kind of number."""
        return Scored(*(changed(part, change) for part in self._key))

    def _as_score(self, exact: Any) -> Grade:
        """The number as a score like the others: where they were mapped to floats or Fractions, it is one too."""
        number = grade("scores", "a score", exact)
        kind = next((type(score) for score in self.scores if isinstance(score, (float, Fraction))), None)
        return number if kind is None or type(number) is Whole else kind(fraction(number))

    @property
    def _key(self) -> Any:
        return self.grades, self.scores, self.missing

    def __repr__(self) -> str:
        parts = [f"[{', '.join(map(number_text, part))}]" for part in self._key]
        return f"Scored.of({parts[0]}, scores={parts[1]}" + (f", missing={parts[2]})" if self.missing else ")")


def _exact(score: Grade) -> Any:
    """The score as a rational of one kind, since flint's, Python's and floats do not compare with each other."""
    return rational(Fraction(score) if isinstance(score, float) else score)


class Scores(Frozen):
    """A score for each item, in a fixed order of the items: ``s[x]`` for x = 1..n.

    >>> Scores.of([4, "1/2"])[2]
    1/2
    """

    __slots__ = ("n", "values")
    made_from = ("values",)

    values: tuple[Grade, ...]
    n: Any

    def __new__(cls, values: tuple[Grade, ...]) -> Self:
        """For the engine; users call ``of``."""
        return filled(cls, values=values, n=Whole(len(values)))

    @classmethod
    def of(cls, values: Any) -> Scores:
        """From numbers; ``ValueError`` for anything else."""
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
        """Every number that is not whole changed to another kind of number."""
        return Scores(changed(self.values, change))

    def renamed(self, relabelling: Callable[[Any], Any]) -> Scores:
        """The score of item x becomes that of ``relabelling(x)``."""
        values = list(self.values)
        for x in self.items:
            values[relabelling(x) - 1] = self[x]
        return Scores(tuple(values))

    def __repr__(self) -> str:
        return f"Scores.of([{', '.join(map(number_text, self.values))}])"
