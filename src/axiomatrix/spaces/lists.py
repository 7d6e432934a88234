"""Spaces of judged lists, lists of gains, runs of lists, and their grades.

Metrics of effectiveness, such as precision and nDCG, are declared over these spaces.
"""

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
from ..values.scored import Scored
from .base import Chooser, FewValues, Space, exchange_neighbours, lists_as, replace_tail


class GradedLists(Space):
    """Lists of items with grades of a finite set, from which items may be missing."""

    levels: tuple[Any, ...]
    """The grades that items of the lists may have."""
    missing: Sequence[Any]
    """The grades that missing items have in enumerated and drawn lists. A metric also takes the other levels."""
    most: int
    """The largest number of missing items in enumerated and drawn lists; 0: no list may have missing items."""
    any_grade = False
    """Whether :meth:`admit` takes every grade, whatever the levels."""

    def admit(self, value: Any) -> None:
        """Check only the grades, and that nothing is missing if ``most`` is 0: lists may have any length.

        A user's subclass with a ``validate`` of its own is checked by that instead.
        """
        if not (type(self).validate.__module__.startswith("axiomatrix.") and isinstance(value, self.makes)):
            super().admit(value)
            return
        noun = self.sort.removesuffix("s")
        if value.missing and not self.most:
            raise ValueError(f"{noun}: {value} has missing items; nothing may be missing from the list")
        for g in (*value.grades, *(g for g in value.missing if g not in self.missing)):
            if not (self.any_grade or self.allows(g, self.levels)):
                raise ValueError(f"{noun}: the grade {number_text(g)} is not {self.written(self.levels)}")

    def check_grades(self, value: Judged | Scored, noun: str) -> None:
        """Raise ``ValueError`` for a grade that enumerated and drawn lists cannot have, or too many missing items."""
        for part, levels, owner in (
            (value.grades, self.levels, ""),
            (value.missing, self.missing, " of a missing item"),
        ):
            for g in part:
                if not self.allows(g, levels):
                    raise ValueError(f"{noun}: the grade {g}{owner} is not {self.written(levels)}")
        if len(value.missing) > self.most:
            raise ValueError(f"{noun}: {len(value.missing)} items are missing; at most {self.most} may be")

    def allows(self, g: Grade, levels: Sequence[Grade]) -> bool:
        """Return whether a grade is one of those that ``levels`` stand for, which are all or part of the grades."""
        return g in levels

    def written(self, levels: Sequence[Grade]) -> str:
        """Describe the grades that ``levels`` stand for, after "is" in a message."""
        return f"one of {', '.join(map(str, levels))}"

    def of_any_grade(self) -> Self:
        wide = copy(self)
        wide.any_grade = True
        return wide


LONGEST_LIST_READ = 20_000
"""The longest list that is read from a file."""
GAIN_STEPS_DRAWN = 12
"""Gains between bounds are drawn as multiples of this part (1/12) of their range."""


def texts(values: Sequence[Grade]) -> list[str]:
    """Encode numbers as texts, as they are written in files: exact, such as ``"1/2"``."""
    return [str(int(g)) if isinstance(g, int) else str(g) for g in values]


def texts_of(data: Any, argument: str) -> list[str]:
    """Check that data from a file is a list of texts, and return it; ``ValueError`` names the argument otherwise."""
    if not isinstance(data, list) or len(data) > LONGEST_LIST_READ or not all(isinstance(g, str) for g in data):
        raise ValueError(f"{argument}: {shown(data)} is not a list of numbers written as texts")
    return data


def numbers_of(data: Any, argument: str) -> tuple[Grade, ...]:
    """Decode what :func:`texts` wrote; ``ValueError`` says what is wrong."""
    return grades(argument, texts_of(data, argument))


class JudgedLists(GradedLists):
    """Judged lists of length n with grades from ``levels``, and up to ``most`` missing items with grades ``missing``.

    Enumerated simplest first: fewer missing items, then smaller grades. Complete, since the name of the space states
    the grades and the number of missing items. With ``grid`` any gain from the lowest to the highest level belongs to
    the space, and only lists of the levels are enumerated.
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
        """Whether the gains between the lowest and the highest level belong to the space too."""
        if grid:
            self.complete = False  # type: ignore[misc]  # an instance has its own
        options = " or ".join(map(str, self.missing))
        rest = f"at most {most} of grade {options} missing from the list" if most else "nothing missing from the list"
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
        period = choose.integer(2, 3) if family == 5 else n  # family 5: two or three grades, repeated
        drawn = [self.levels[choose.integer(0, len(self.levels) - 1)] for _ in range(period)]
        drawn = (drawn * n)[:n]
        if family == 1:
            drawn.sort(reverse=True)
        elif family == 2:
            drawn.sort()
        elif family == 3:  # one relevant item
            drawn = [self.levels[0]] * n
            drawn[choose.integer(0, n - 1)] = self.top
        elif family == 4 and self.grid:  # gains that are not levels
            low = fraction(min(self.levels))
            step = (fraction(self.top) - low) / GAIN_STEPS_DRAWN
            drawn = [grade("grades", "a gain", low + step * choose.integer(0, GAIN_STEPS_DRAWN)) for _ in range(n)]
        choices = _all_missing(self)
        return Judged(tuple(drawn), choices[choose.integer(0, len(choices) - 1)])

    def near(self, choose: Chooser, value: Judged, n: int) -> Judged:
        family = choose.integer(0, 6)
        if family == 1:
            return value.regraded(choose.integer(1, n), self.levels[choose.integer(0, len(self.levels) - 1)])
        if family == 2 and n > 1:  # two items exchanged
            i = choose.integer(1, n - 1)
            return value.exchanged(i, choose.integer(i + 1, n))
        if family == 3:
            return value.reordered(value.grades[::-1])
        if family == 4:
            return value.reordered(falling(value.grades))
        if family == 5:  # other missing items
            choices = _all_missing(self)
            return Judged(value.grades, choices[choose.integer(0, len(choices) - 1)])
        if family == 6:  # the tail drawn anew
            return value.reordered(replace_tail(choose, value.grades, lambda: self.draw(choose, n).grades))
        return value

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, Judged):
            raise ValueError(f"judged list: {value!r} is not a Judged; make one with Judged.of([1, 0, ...])")
        if len(value) != n:
            raise ValueError(f"judged list: {value} has {len(value)} items; it must have {n}")
        self.check_grades(value, "judged list")

    def written(self, levels: Sequence[Grade]) -> str:
        return f"between {min(self.levels)} and {self.top}" if self.grid else super().written(levels)

    def allows(self, g: Grade, levels: Sequence[Grade]) -> bool:
        """Return whether ``g`` is one of ``levels`` or, with ``grid``, lies between the bounds."""
        if self.grid:
            return bool(fraction(min(self.levels)) <= fraction(g) <= fraction(self.top))
        return g in levels

    def with_grades(self, data: Any) -> GivenLists:
        """The space of a user's lists whose grades are the ``levels`` that :meth:`GivenLists.encode` wrote.

        Higher grades than those enumerated are accepted where the lists are graded, lower ones where they are signed.
        Raises ``ValueError`` for a grade that such lists cannot have: 2 in a binary list, or -1 in one graded from 0.
        """
        levels = numbers_of(data, "levels")
        low, top = fraction(min(self.levels)), fraction(self.top)
        is_graded, is_signed = top > 1, low < 0 and not hasattr(self, "unjudged")
        for g in levels:
            is_possible = isinstance(g, int) and ((is_graded and g >= low) or is_signed)
            if not (is_possible or self.allows(g, self.levels)):
                whole = "a whole number" + ("" if is_signed else f" from {low} on")
                possible = whole if is_signed or is_graded else self.written(self.levels)
                raise ValueError(f"judged list: the grade {g} is not {possible}")
        return GivenLists(self.name, [], self, levels)

    def encode(self, value: Judged) -> Any:
        return {"grades": texts(value.grades), "missing": texts(value.missing)}

    def decode(self, data: Any) -> Judged:
        if not isinstance(data, dict) or set(data) - {"levels"} != {"grades", "missing"}:
            raise ValueError(f"judged list: {shown(data)} must have grades and missing")
        return Judged(numbers_of(data["grades"], "grades"), falling(numbers_of(data["missing"], "missing")))


@lru_cache(maxsize=64)
def _all_missing(space: JudgedLists) -> tuple[tuple[Grade, ...], ...]:
    """Return the possible grades of all missing items together, the fewest items first."""
    counts = range(space.most + 1)
    return tuple(falling(chosen) for k in counts for chosen in combinations_with_replacement(space.missing, k))


@lru_cache(maxsize=64)
def _all_judged(space: JudgedLists, n: int) -> tuple[Judged, ...]:
    # smaller grades first; of equal sums, those with the larger grades at the top
    lists = sorted(product(space.levels, repeat=n), key=lambda v: (sum(map(abs, v)), v[::-1]))
    return tuple(Judged(listed, missing) for missing in _all_missing(space) for listed in lists)


class GivenLists(JudgedLists):
    """A finite collection of judged lists, such as a user's run; each is a value over its own length."""

    unjudged: Grade

    def __init__(
        self, named: str, given: Sequence[Judged], like: JudgedLists | None = None, levels: Sequence[Grade] = ()
    ) -> None:
        """Make the space of the lists ``given``, whose grades are those that occur in them and ``levels``.

        ``like`` is the space over which the metric is declared; its levels, and its mark for unjudged items, are kept.
        """
        occurring = {g for x in given for g in (*x.grades, *x.missing)} | {Whole(0), *levels}
        levels = rising(occurring | set(like.levels if like else ()))
        super().__init__(named, levels, missing=levels, most=LONGEST_LIST_READ, grid=True)
        if (mark := getattr(like, "unjudged", None)) is not None:
            self.unjudged = mark
        self.name = named  # type: ignore[misc]  # without what JudgedLists says of missing items
        self.given = tuple(given)

    @property
    def sizes(self) -> list[int]:
        """The lengths that occur."""
        return sorted({len(x) for x in self.given if len(x)})

    def enumerate(self, n: int) -> Sequence[Judged]:
        return [x for x in self.given if len(x) == n]

    def encode(self, value: Judged) -> Any:
        """Encode as any judged list, and add the levels of this space, which the metric's declared space lacks."""
        return {**super().encode(value), "levels": texts(self.levels)}

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Judged:
        lists = self.enumerate(n)
        return lists[choose.integer(0, len(lists) - 1)]

    def near(self, choose: Chooser, value: Judged, n: int) -> Judged:
        return self.draw(choose, n)  # a changed list would not be one of the collection


class Runs(Space):
    """Runs of judged lists, the longest of n items; those of one or two lists are enumerated, as a grid."""

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
        return longest * (1 + longest + 2 * shorter)  # one list; two of length n; one of length n, before or after

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
        elif family == 4:  # the first lists kept, the others drawn anew
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
    """All runs of one or two lists of which at least one has length n."""
    lists = [x for size in range(1, n + 1) for x in space.lists.enumerate(size)]
    longest = space.lists.enumerate(n)
    shorter = [x for x in lists if len(x) < n]
    pairs = [*product(longest, lists), *product(shorter, longest)]
    return tuple([Run((x,)) for x in longest] + [Run(pair) for pair in pairs])


class Grades(FewValues):
    """Grades of the metric's lists: all of them, or (``grid``) some of the gains between bounds."""

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
    """Lists with the grades 0, 1 and -1, which marks unjudged items; missing items are judged (0 or 1)."""
    return JudgedOrNot("lists graded 0, 1, or -1 (not judged)", (0, 1, -1), missing=(1, 0), most=2)
