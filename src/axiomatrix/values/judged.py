"""Judged lists: ranked items with their relevance grades, and the grades of items of the collection that are missing.

Metrics of effectiveness, such as precision and nDCG, take judged lists; means over queries take runs of them. The
*collection* is all items that were judged for the query, listed or missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from types import MappingProxyType
from typing import Any, Self

from ..numbers.exact import Whole
from ..numbers.frozen import Frozen, build, new, setters
from ..numbers.rationals import WHOLES
from .grades import Grade, falling, grades, number_text


def convert_numbers(values: Iterable[Grade], change: Callable[[Any], Any]) -> tuple[Grade, ...]:
    """Apply ``change``, a conversion to another type of number, to every number that is not whole."""
    return tuple(g if type(g) is Whole else change(g) for g in values)


def count_positive(values: tuple[Grade, ...]) -> Any:
    """Count the positive grades, as a ``Whole``, whose division is exact."""
    count = sum([g > 0 for g in values])
    return WHOLES.get(count) or Whole(count)


def _ideal_of(x: Judged) -> Judged:
    """Return the value of :attr:`Judged.ideal`, computed when it is first read."""
    return Judged(falling((*x.grades, *x.missing)))


class Judged(Frozen):
    """A ranked list of judged items: their grades from rank 1 on, and the grades of the items missing from it.

    ``x[i]`` is the grade of the item at rank i (1 = best), ``x.n`` the length of the list, ``x.ranks(k)`` the ranks
    1..min(k, n), ``x.relevant(k)`` how many of the first k items are relevant (their grade is positive), ``x.R`` how
    many items of the whole collection are, ``x.ideal`` all grades of the collection in falling order. Methods named by
    a participle, such as ``x.exchanged(1, 2)``, return a related list. Judged lists are immutable, hashable, and equal
    if they have the same grades at the same ranks and the same ones missing.

    >>> x = Judged.of([1, 0, 1, 1, 0], missing=[1])
    >>> x.relevant(3), x.R, len(x.ideal)
    (2, 4, 6)
    """

    __slots__ = ("_hash", "grades", "ideal", "missing", "n")
    made_from = ("grades", "missing")
    lazy = MappingProxyType({"ideal": _ideal_of})

    grades: tuple[Grade, ...]
    """The grades of the listed items, from rank 1 on."""
    missing: tuple[Grade, ...]
    """The grades of the items of the collection that are not listed, in falling order."""
    n: Any
    """The number of listed items, as a ``Whole``."""
    _hash: int
    ideal: Judged
    """The whole collection listed in falling order of its grades."""

    def __new__(cls, listed: tuple[Grade, ...], missing: tuple[Grade, ...] = ()) -> Self:
        """For the engine, which guarantees exact grades, the missing ones in falling order; users call ``of``."""
        self = new(cls)
        _set_grades(self, listed)
        _set_missing(self, missing)
        _set_n(self, WHOLES.get(len(listed)) or Whole(len(listed)))
        _set_hash(self, hash((listed, missing)))
        return self

    @classmethod
    def of(cls, listed: Any, missing: Any = ()) -> Judged:
        """From grades by rank and the grades of the items that are not in the list, in any order.

        Raises ``ValueError`` naming the argument and the value for anything that is not a list of numbers.
        """
        if isinstance(listed, Judged):
            return listed if not missing else cls.of(listed.grades, (*listed.missing, *missing))
        return cls(grades("grades", listed), falling(grades("missing", missing)))

    # --- reading ---

    def __len__(self) -> int:
        return len(self.grades)

    def __iter__(self) -> Iterator[Grade]:
        return iter(self.grades)

    def __getitem__(self, rank: int) -> Grade:
        if not 1 <= rank <= len(self.grades):
            raise KeyError(f"rank {rank} is not one of 1..{len(self.grades)}")
        return self.grades[int(rank) - 1]  # indexing with an int is faster than with a Whole

    def ranks(self, k: int | None = None) -> list[Any]:
        """The ranks 1..n, or 1..min(k, n)."""
        last = len(self.grades) if k is None else min(int(k), len(self.grades))
        return [WHOLES.get(i) or Whole(i) for i in range(1, last + 1)]

    def relevant(self, k: int | None = None) -> Any:
        """How many items of the list, or of its first k, have a positive grade."""
        return count_positive(self.grades if k is None else self.grades[: int(k)])

    @property
    def R(self) -> Any:  # noqa: N802  # the field's name for the number of relevant items
        """How many items of the collection, listed or not, have a positive grade."""
        return count_positive(self.grades + self.missing)

    @property
    def worst(self) -> Judged:
        """The whole collection listed in rising order of its grades."""
        return Judged(self.ideal.grades[::-1])

    @property
    def best_list(self) -> Judged:
        """The best list of the same length from the same collection."""
        return self.ideal.head(self.n)

    @property
    def worst_list(self) -> Judged:
        """The worst list of the same length from the same collection."""
        return self.worst.head(self.n)

    def is_above(self, i: int, j: int) -> bool:
        """Return whether the item at rank i is above the item at rank j; scored lists, with their ties, differ."""
        return i < j

    # --- related lists ---

    def reordered(self, listed: Iterable[Grade]) -> Judged:
        """The list with these grades by rank and the same missing items."""
        return Judged(tuple(listed), self.missing)

    def exchanged(self, i: int, j: int) -> Judged:
        """The items at ranks i and j exchanged."""
        listed = list(self.grades)
        listed[i - 1], listed[j - 1] = listed[j - 1], listed[i - 1]
        return self.reordered(listed)

    def regraded(self, i: int, new: Grade) -> Judged:
        """The item at rank i with another grade."""
        return self.reordered((*self.grades[: i - 1], new, *self.grades[i:]))

    def extended(self, new: Grade) -> Judged:
        """Append an item that is not in the collection yet, and so is none of the missing ones."""
        return self.reordered((*self.grades, new))

    def fetched(self, m: int) -> Judged:
        """Append the m-th missing item (1 = of the highest grade)."""
        return Judged((*self.grades, self.missing[m - 1]), (*self.missing[: m - 1], *self.missing[m:]))

    def inserted(self, i: int, m: int) -> Judged:
        """Insert the m-th missing item at rank i; the items from there on move down."""
        listed = (*self.grades[: i - 1], self.missing[m - 1], *self.grades[i - 1 :])
        return Judged(listed, (*self.missing[: m - 1], *self.missing[m:]))

    @property
    def emptied(self) -> Judged:
        """Nothing listed, and the same items missing."""
        return self.reordered(())

    def replaced(self, i: int, m: int) -> Judged:
        """The item at rank i exchanged with the m-th missing one."""
        old, new = self.grades[i - 1], self.missing[m - 1]
        missing = falling((*self.missing[: m - 1], old, *self.missing[m:]))
        return Judged((*self.grades[: i - 1], new, *self.grades[i:]), missing)

    def head(self, k: int) -> Judged:
        """The first k items as the list, the others missing."""
        return Judged(self.grades[: int(k)], falling((*self.grades[int(k) :], *self.missing)))

    def without(self, i: int) -> Judged:
        """The item at rank i taken out of the list and of the collection."""
        return self.reordered(self.grades[: i - 1] + self.grades[i:])

    def mapped(self, change: Callable[[Any], Any]) -> Judged:
        """Apply ``change``, a conversion to another type of number, to every grade that is not whole."""
        if all(type(g) is Whole for g in (*self.grades, *self.missing)):
            return self
        return Judged(convert_numbers(self.grades, change), convert_numbers(self.missing, change))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Judged):
            return NotImplemented
        return self._hash == other._hash and self.grades == other.grades and self.missing == other.missing

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        listed = ", ".join(map(number_text, self.grades))
        missing = f", missing=[{', '.join(map(number_text, self.missing))}]" if self.missing else ""
        return f"Judged.of([{listed}]{missing})"


_set_grades, _set_missing, _set_n, _set_hash = setters(Judged, "grades", "missing", "n", "_hash")
"""Setters of the slots, which are otherwise read-only; only ``__new__`` calls them, for speed."""


class Run(Frozen):
    """Several judged lists, one for each query (or user): ``run.lists``, in the order in which they were passed.

    >>> Run.of([[1, 0], [0, 1]]).lists[1][2]
    1
    """

    __slots__ = ("lists",)
    made_from = ("lists",)

    lists: tuple[Judged, ...]

    def __new__(cls, lists: tuple[Judged, ...]) -> Self:
        """For the engine; users call ``of``."""
        return build(cls, lists=lists)

    @classmethod
    def of(cls, lists: Any) -> Run:
        """From judged lists, or lists of grades; ``ValueError`` for anything else."""
        if isinstance(lists, Run):
            return lists
        if not isinstance(lists, Sequence) or isinstance(lists, (str, bytes)):
            raise ValueError(f"run: {lists!r:.80} is not a list of judged lists")
        return cls(tuple(Judged.of(x) for x in lists))

    def __len__(self) -> int:
        return len(self.lists)

    def __iter__(self) -> Iterator[Judged]:
        return iter(self.lists)

    def mapped(self, change: Callable[[Any], Any]) -> Run:
        """Apply ``change``, a conversion to another type of number, to every grade that is not whole."""
        return Run(tuple(x.mapped(change) for x in self.lists))

    def __repr__(self) -> str:
        return f"Run.of([{', '.join(map(repr, self.lists))}])"
