"""Judged lists, lists of gains, runs of lists, and their grades."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import lru_cache
from itertools import combinations_with_replacement, product
from reprlib import repr as shown
from typing import Any, Self

from ..numbers.exact import Whole, fraction
from ..values.grades import Grade, falling, grade, grades, number_text, rising
from ..values.judged import Judged, Run
from .base import Chooser, FewValues, Space, exchange_neighbours, lists_as, replace_tail


class GradedLists(Space):
    """Lists of items with grades of a finite set, from which items may be missing."""

    levels: tuple[Any, ...]
    missing: Sequence[Any]
    """The grades of the missing items that are enumerated; any other grade of the lists may be missing too."""
    most: int
    """How many items are missing from the lists that are enumerated; of 0, nothing is missing from any list."""
    any_grade = False
    """Whether metrics take every grade, whatever the levels."""

    def admit(self, value: Any) -> None:
        if not (type(self).validate.__module__.startswith("axiomatrix.") and isinstance(value, self.makes)):
            super().admit(value)  # a space of a user has a rule of its own
            return
        what = self.sort.removesuffix("s")
        if value.missing and not self.most:
            raise ValueError(f"{what}: {value} has missing items; nothing may be missing from the list")
        for g in (*value.grades, *(g for g in value.missing if g not in self.missing)):
            if not (self.any_grade or self.has_grade(g)):
                raise ValueError(f"{what}: the grade {number_text(g)} is not one of {', '.join(map(str, self.levels))}")

    def has_grade(self, g: Grade) -> bool:
        """Return whether items of the enumerated or drawn lists may have the grade."""
        return g in self.levels

    def of_any_grade(self) -> Self:
        wide = copy(self)
        wide.any_grade = True
        return wide


LONGEST_LIST_READ = 20_000
"""The longest list that is read from a file."""
PARTS = 12
"""The gains that are drawn between those of a grid are so many parts of its range."""


def texts(values: Sequence[Grade]) -> list[str]:
    """Numbers as they are written in files."""
    return [str(int(g)) if isinstance(g, int) else str(g) for g in values]


def texts_of(data: Any, what: str) -> list[str]:
    """Numbers as they are read from a file; ``ValueError`` unless it is a list of texts."""
    if not isinstance(data, list) or len(data) > LONGEST_LIST_READ or not all(isinstance(g, str) for g in data):
        raise ValueError(f"{what}: {shown(data)} is not a list of numbers written as texts")
    return data


def numbers_of(data: Any, what: str) -> tuple[Grade, ...]:
    """Numbers read back from a file; ``ValueError`` says what is wrong with them."""
    return grades(what, texts_of(data, what))


class JudgedLists(GradedLists):
    """Judged lists of length n with grades of a finite set, and at most that many items missing from the list.

    Simplest first: fewer missing items, then smaller grades. They are all there are, for the name says which grades and
    how many missing ones are meant; but gains between bounds (``grid``) are more than those that are enumerated.
    """

    complete = True
    sort = "judged lists"
    argument = "a judged list: {0} with an index i is the grade of its item at rank i; above 0 is relevant"
    makes = Judged

    def __init__(
        self, named: str, levels: Sequence[Any], *, missing: Sequence[Any] = (1,), most: int = 2, grid: bool = False
    ) -> None:
        self.levels = tuple(grade("levels", "a level", level) for level in levels)
        self.missing = tuple(grade("missing", "a level", level) for level in missing)
        self.most = most
        self.grid = grid
        """Whether the gains between the lowest and the highest grade are grades too."""
        if grid:
            self.complete = False  # type: ignore[misc]  # an instance has its own
        allowed = " or ".join(map(str, self.missing))
        rest = f"at most {most} of grade {allowed} missing from the list" if most else "nothing missing from the list"
        self.name = f"{named}, {rest}"  # type: ignore[misc]  # depends on the levels
        self.top = max(self.levels)

    def enumerate(self, n: int) -> Sequence[Judged]:
        return _all_judged(self, n)

    def count(self, n: int) -> int:
        if not lists_as(self, JudgedLists):
            return super().count(n)
        return int(len(self.levels) ** n) * len(_all_missing(self))

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Judged:
        family = choose.integer(0, 5)
        period = choose.integer(2, 3) if family == 5 else n  # the same grades come again and again
        listed = [self.levels[choose.integer(0, len(self.levels) - 1)] for _ in range(period)]
        listed = (listed * n)[:n]
        if family == 1:
            listed.sort(reverse=True)
        elif family == 2:
            listed.sort()
        elif family == 3:  # one relevant item
            listed = [self.levels[0]] * n
            listed[choose.integer(0, n - 1)] = self.top
        elif family == 4 and self.grid:  # gains between those of the grid
            low = fraction(min(self.levels))
            part = (fraction(self.top) - low) / PARTS
            listed = [grade("grades", "a gain", low + part * choose.integer(0, PARTS)) for _ in range(n)]
        rest = _all_missing(self)
        return Judged(tuple(listed), rest[choose.integer(0, len(rest) - 1)])

    def near(self, choose: Chooser, value: Judged, n: int) -> Judged:
        family = choose.integer(0, 6)
        if family == 1:
            return value.regraded(choose.integer(1, n), self.levels[choose.integer(0, len(self.levels) - 1)])
        if family == 2 and n > 1:
            i = choose.integer(1, n - 1)
            return value.exchanged(i, choose.integer(i + 1, n))
        if family == 3:
            return value.reordered(value.grades[::-1])
        if family == 4:
            return value.reordered(falling(value.grades))
        if family == 5:
            rest = _all_missing(self)
            return Judged(value.grades, rest[choose.integer(0, len(rest) - 1)])
        if family == 6:
            return value.reordered(replace_tail(choose, value.grades, lambda: self.draw(choose, n).grades))
        return value

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, Judged):
            raise ValueError(f"judged list: {value!r} is not a Judged; make one with Judged.of([1, 0, ...])")
        if len(value) != n:
            raise ValueError(f"judged list: {value} has {len(value)} items; it must have {n}")
        for part, allowed in ((value.grades, self.levels), (value.missing, self.missing)):
            for g in part:
                if not self._allowed(g, allowed):
                    raise ValueError(f"judged list: the grade {g} is not one of {', '.join(map(str, allowed))}")
        if len(value.missing) > self.most:
            raise ValueError(f"judged list: {len(value.missing)} items are missing; at most {self.most} may be")

    def has_grade(self, g: Grade) -> bool:
        return self._allowed(g, self.levels)

    def _allowed(self, g: Grade, levels: Sequence[Grade]) -> bool:
        if self.grid:
            return bool(fraction(min(self.levels)) <= fraction(g) <= fraction(self.top))
        return g in levels

    def with_grades(self, data: Any) -> GivenLists:
        """The space of a user's lists, by the grades that occur in them, as :meth:`GivenLists.encode` has it.

        Raises ``ValueError`` for a grade that they cannot have: 2 in a binary list, or -1 in one graded from 0.
        """
        levels = numbers_of(data, "levels")
        low, top = fraction(min(self.levels)), fraction(self.top)
        is_graded, is_signed = top > 1, low < 0 and not hasattr(self, "unjudged")
        for g in levels:
            is_grade = isinstance(g, int) and ((is_graded and g >= low) or is_signed)
            if not (is_grade or self._allowed(g, self.levels)):
                raise ValueError(f"judged list: the grade {g} is not one of {', '.join(map(str, self.levels))}")
        return GivenLists(self.name, [], self, levels)

    def encode(self, value: Judged) -> Any:
        return {"grades": texts(value.grades), "missing": texts(value.missing)}

    def decode(self, data: Any) -> Judged:
        if not isinstance(data, dict) or set(data) - {"levels"} != {"grades", "missing"}:
            raise ValueError(f"judged list: {shown(data)} must have grades and missing")
        return Judged(numbers_of(data["grades"], "grades"), falling(numbers_of(data["missing"], "missing")))


@lru_cache(maxsize=64)
def _all_missing(space: JudgedLists) -> tuple[tuple[Grade, ...], ...]:
    """Return the possible missing grades, the fewest first."""
    counts = range(space.most + 1)
    return tuple(falling(chosen) for k in counts for chosen in combinations_with_replacement(space.missing, k))


@lru_cache(maxsize=64)
def _all_judged(space: JudgedLists, n: int) -> tuple[Judged, ...]:
    lists = sorted(product(space.levels, repeat=n), key=lambda v: (sum(map(abs, v)), v[::-1]))
    return tuple(Judged(listed, rest) for rest in _all_missing(space) for listed in lists)


class GivenLists(JudgedLists):
    """Judged lists that were given, such as a user's run, each over its own length."""

    unjudged: Grade

    def __init__(
        self, named: str, given: Sequence[Judged], like: JudgedLists | None = None, levels: Sequence[Grade] = ()
    ) -> None:
        """The lists, with the grades that occur in them and ``levels``; ``like`` is the space that they stand for."""
        occurring = {g for x in given for g in (*x.grades, *x.missing)} | {Whole(0), *levels}
        levels = rising(occurring | set(like.levels if like else ()))
        super().__init__(named, levels, missing=levels, most=LONGEST_LIST_READ, grid=True)
        if (mark := getattr(like, "unjudged", None)) is not None:  # it stays one
            self.unjudged = mark
        self.name = named  # type: ignore[misc]  # they are what they are
        self.given = tuple(given)

    @property
    def sizes(self) -> list[int]:
        """The lengths that occur."""
        return sorted({len(x) for x in self.given if len(x)})

    def enumerate(self, n: int) -> Sequence[Judged]:
        return [x for x in self.given if len(x) == n]

    def encode(self, value: Judged) -> Any:
        """As any judged list, and the grades that there are, which the space that they stand for does not tell."""
        return {**super().encode(value), "levels": texts(self.levels)}

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Judged:
        lists = self.enumerate(n)
        return lists[choose.integer(0, len(lists) - 1)]

    def near(self, choose: Chooser, value: Judged, n: int) -> Judged:
        return self.draw(choose, n)  # any other list was not given


class Runs(Space):
    """Runs of judged lists, the longest of n items; a grid, for a run may have more lists than the two enumerated."""

    name = "runs of judged lists"
    sort = "runs"
    argument = "the judged lists of several queries"
    makes = Run

    def __init__(self, lists: JudgedLists) -> None:
        self.lists = lists
        self.name = f"runs (enumerated: of at most two lists), each {lists.name}"  # type: ignore[misc]  # depends on the lists

    def enumerate(self, n: int) -> Sequence[Run]:
        return _all_runs(self, n)

    def count(self, n: int) -> int:
        if not lists_as(self, Runs):
            return super().count(n)
        longest, shorter = self.lists.count(n), sum(map(self.lists.count, range(1, n)))
        return longest * (1 + longest + 2 * shorter)

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Run:
        lists = [self.lists.draw(choose, n)]
        for _ in range(choose.integer(0, 2)):
            size = n if choose.integer(0, 1) == 0 else choose.integer(1, n)
            lists.append(self.lists.draw(choose, size))
        return Run(tuple(lists))

    def near(self, choose: Chooser, value: Run, n: int) -> Run:
        family, lists = choose.integer(0, 6), [*value.lists]
        if family == 1:
            k = choose.integer(0, len(lists) - 1)
            lists[k] = self.lists.near(choose, lists[k], len(lists[k]))
        elif family == 2:  # a list twice
            lists.append(lists[-1])
        elif family == 3:
            lists = lists[::-1]
        elif family == 4:  # the first lists, and others
            lists[1 + choose.integer(0, 2) :] = self.draw(choose, n).lists
        elif family == 5:
            lists = exchange_neighbours(choose, lists)
        elif family == 6:
            lists.pop(choose.integer(0, len(lists) - 1))
        changed = Run(tuple(lists))
        return changed if self.contains(changed, n) else value

    def admit(self, value: Any) -> None:
        if type(self).validate is not Runs.validate or not isinstance(value, Run):
            super().admit(value)
        else:
            for x in value.lists:
                self.lists.admit(x)

    def of_any_grade(self) -> Runs:
        wide = copy(self)
        wide.lists = self.lists.of_any_grade()
        return wide

    def size_of(self, value: Any) -> int:
        return max(map(len, value.lists), default=0)

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, Run) or not value.lists:
            raise ValueError(f"run: {value!r:.80} is not a Run of one or more lists; make one with Run.of([...])")
        for x in value.lists:
            self.lists.validate(x, len(x))
        if max(map(len, value.lists)) != n:
            raise ValueError(f"run: the longest list has {max(map(len, value.lists))} items; it must have {n}")

    def encode(self, value: Run) -> Any:
        return [self.lists.encode(x) for x in value.lists]

    def decode(self, data: Any) -> Run:
        if not isinstance(data, list) or len(data) > LONGEST_LIST_READ:
            raise ValueError(f"run: {shown(data)} is not a list of judged lists")
        return Run(tuple(self.lists.decode(x) for x in data))


@lru_cache(maxsize=8)
def _all_runs(space: Runs, n: int) -> tuple[Run, ...]:
    lists = [x for size in range(1, n + 1) for x in space.lists.enumerate(size)]
    longest = space.lists.enumerate(n)
    shorter = [x for x in lists if len(x) < n]
    pairs = [*product(longest, lists), *product(shorter, longest)]
    return tuple([Run((x,)) for x in longest] + [Run(pair) for pair in pairs])


class Grades(FewValues):
    """Grades of the lists that the metric is about: all of them, or (``grid``) some of the gains between bounds."""

    name = "grades"
    complete = True

    def __init__(self, levels: Sequence[Grade] = (), *, grid: bool = False) -> None:
        self.levels = tuple(grade("levels", "a level", level) for level in levels)
        if grid or not levels:
            self.complete = False  # type: ignore[misc]  # an instance has its own

    def enumerate(self, n: int) -> Sequence[Grade]:
        return self.levels

    def validate(self, value: Any, n: int) -> None:
        if self.levels and value not in self.levels:
            raise ValueError(f"grade: {value} is not one of {', '.join(map(str, self.levels))}")

    def encode(self, value: Grade) -> Any:
        return texts([value])[0]

    def decode(self, data: Any) -> Grade:
        if not isinstance(data, str):
            raise ValueError(f"grade: {data!r:.80} is not a number written as a text")
        return grade("grade", "it", data)


class UnitGains(JudgedLists):
    """Lists of gains in [0, 1], missing ones too; a user's list with any other gain is refused."""

    def convert(self, value: Any) -> Judged:
        judged: Judged = super().convert(value)
        for where, part in (("grades", judged.grades), ("missing", judged.missing)):
            for k, g in enumerate(part, 1):
                if not 0 <= fraction(g) <= 1:
                    raise ValueError(
                        f"{where}: the gain in place {k} is {number_text(g)}; it must be from 0 to 1: "
                        f"divide the grades by the highest one, or take a metric of grades"
                    )
        return judged


def unit_gains() -> UnitGains:
    """Lists of gains in [0, 1]; the grid is 0, 1/2, 1."""
    return UnitGains("lists of gains in [0, 1]", (0, "1/2", 1), missing=(1,), most=1, grid=True)


class JudgedOrNot(JudgedLists):
    """Lists graded 0 or 1, or -1 for items that nobody judged: a mark, and not a grade below 0."""

    unjudged = Whole(-1)


def judged_or_not() -> JudgedLists:
    """Lists with the grades 0, 1 and -1, which says that nobody judged the item; missing are judged ones."""
    return JudgedOrNot("lists graded 0, 1, or -1 (not judged)", (0, 1, -1), missing=(1, 0), most=2)
