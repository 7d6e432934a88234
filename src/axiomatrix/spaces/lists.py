"""Spaces of judged lists, in which each item has a grade, and of single grades.

Metrics of effectiveness are declared over these spaces: precision over ``spaces.binary_list``, nDCG over
``spaces.graded_lists()``, rank-biased precision over ``spaces.gain_lists()``.

A space of lists has two sets of grades: the *levels*, which items of the list may have, and those of *missing* items,
which belong to the collection and are not in the list. A space of gains admits all gains between its lowest and its
highest level, and enumerates the lists of levels, which are called a *grid*. Axioms quantify over the values that
``validate`` accepts, and ``admit`` accepts what a metric may be called with, which is more.

Lists are drawn, and changed to a related list, by *families*: kinds of lists or changes that often expose faults of
metrics. The first choice is the number of the family, and family 0 is the simplest. :class:`.base.Space` explains the
methods and class attributes of spaces.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import lru_cache
from itertools import combinations_with_replacement, product
from reprlib import repr as short_repr
from typing import Any, Self

from ..numbers.exact import Whole, fraction
from ..values.grades import (
    MAX_NUMBERS_READ,
    Grade,
    decode_numbers,
    encode_numbers,
    falling,
    grade,
    number_text,
    rising,
)
from ..values.judged import Judged
from ..values.scored import Scored
from .base import Chooser, FewValues, Space, choose_one, inherits_enumerate, replace_tail

GAIN_STEPS_DRAWN = 12
"""Gains between two bounds are drawn as multiples of this part (1/12) of their range."""


class GradedLists(Space):
    """Base class of judged lists and scored lists: items with grades of a finite set, some of them missing."""

    levels: tuple[Any, ...]
    """The grades that items of the lists may have."""
    missing: Sequence[Any]
    """The grades that missing items have in enumerated and drawn lists. A metric also takes the other levels."""
    max_missing: int
    """The largest number of missing items in enumerated and drawn lists; 0 if no list may have missing items."""
    any_grade = False
    """True if :meth:`admit` takes grades outside the levels too: for a metric declared with ``any_grade=True``."""

    def of_any_grade(self) -> Self:
        lists_of_any_grade = copy(self)
        lists_of_any_grade.any_grade = True
        return lists_of_any_grade

    def admit(self, value: Any) -> None:
        """Check only the grades, and that nothing is missing if ``max_missing`` is 0.

        A metric takes lists of any length, with any number of missing items, whose grades are those of missing items or
        levels. A user's subclass with its own ``validate`` is checked by that instead.
        """
        is_checked_by_us = type(self).validate.__module__.startswith("axiomatrix.")
        if not is_checked_by_us or not isinstance(value, self.makes):
            super().admit(value)
            return
        noun = self.sort.removesuffix("s")
        if value.missing and not self.max_missing:
            raise ValueError(f"{noun}: {value} has missing items; nothing may be missing from the list")
        if self.any_grade:
            return
        grades_to_check = [*value.grades, *(g for g in value.missing if g not in self.missing)]
        for g in grades_to_check:
            if not self.allows(g, self.levels):
                raise ValueError(f"{noun}: the grade {number_text(g)} is not {self.grades_text(self.levels)}")

    def require_grades(self, value: Judged | Scored, noun: str) -> None:
        """Raise ``ValueError`` for a grade that the lists cannot have, or too many missing items; for ``validate``."""
        for item_grades, accepted, owner in (
            (value.grades, self.levels, ""),
            (value.missing, self.missing, " of a missing item"),
        ):
            for g in item_grades:
                if not self.allows(g, accepted):
                    raise ValueError(f"{noun}: the grade {g}{owner} is not {self.grades_text(accepted)}")
        if len(value.missing) > self.max_missing:
            raise ValueError(f"{noun}: {len(value.missing)} items are missing; at most {self.max_missing} may be")

    def allows(self, g: Grade, levels: Sequence[Grade]) -> bool:
        """Return whether a grade is one of ``levels``: pass :attr:`levels` for a listed item, or :attr:`missing`."""
        return g in levels

    def grades_text(self, levels: Sequence[Grade]) -> str:
        """Describe the grades that :meth:`allows` accepts, for an error message: "the grade 3 is not ..."."""
        return f"one of {', '.join(map(str, levels))}"


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
        """Make the space; ``named`` is the beginning of its name, and the class describes the other arguments."""
        self.levels = tuple(grade("levels", "a level", level) for level in levels)
        self.missing = tuple(grade("missing", "a level", level) for level in missing)
        self.max_missing = most
        self.is_grid = grid
        """Whether the gains between the lowest and the highest level belong to the space too."""
        if grid:  # there are infinitely many gains between the levels
            self.complete = False  # type: ignore[misc]  # an instance has its own
        options = " or ".join(map(str, self.missing))
        missing_text = f"at most {most} of grade {options} missing" if most else "nothing missing"
        self.name = f"{named}, {missing_text} from the list"  # type: ignore[misc]  # depends on the levels
        self.top = max(self.levels)
        """The highest level."""

    # --- values ---

    def enumerate(self, n: int) -> Sequence[Judged]:
        return _all_judged(self, n)

    def count(self, n: int) -> int:
        if not inherits_enumerate(self, JudgedLists):
            return super().count(n)
        return int(len(self.levels) ** n) * len(_all_missing(self))

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Judged:
        family = choose.integer(0, 5)
        period = choose.integer(2, 3) if family == 5 else n
        # drawn in every family: 0 keeps them, 1, 2 and 5 rearrange them, 3 and 4 draw others
        grades = [choose_one(choose, self.levels) for _ in range(period)]
        if family == 1:
            grades.sort(reverse=True)
        elif family == 2:
            grades.sort()
        elif family == 3:  # one item of the highest level, all others of the first
            grades = [self.levels[0]] * n
            grades[choose.integer(0, n - 1)] = self.top
        elif family == 4 and self.is_grid:  # gains that need not be levels
            low = fraction(min(self.levels))
            step = (fraction(self.top) - low) / GAIN_STEPS_DRAWN
            grades = [grade("grades", "a gain", low + step * choose.integer(0, GAIN_STEPS_DRAWN)) for _ in range(n)]
        elif family == 5:  # two or three grades, repeated
            grades = (grades * n)[:n]
        return Judged(tuple(grades), choose_one(choose, _all_missing(self)))

    def near(self, choose: Chooser, value: Judged, n: int) -> Judged:
        family = choose.integer(0, 6)
        if family == 1:  # one grade changed
            return value.regraded(choose.integer(1, n), choose_one(choose, self.levels))
        if family == 2 and n > 1:  # two items exchanged
            i = choose.integer(1, n - 1)
            return value.exchanged(i, choose.integer(i + 1, n))
        if family == 3:
            return value.reordered(value.grades[::-1])
        if family == 4:  # the ideal order of the listed items
            return value.reordered(falling(value.grades))
        if family == 5:  # other missing items
            return Judged(value.grades, choose_one(choose, _all_missing(self)))
        if family == 6:  # the tail redrawn
            return value.reordered(replace_tail(choose, value.grades, lambda: self.draw(choose, n).grades))
        return value

    # --- checks ---

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, Judged):
            raise ValueError(f"judged list: {value!r} is not a Judged; make one with Judged.of([1, 0, ...])")
        if len(value) != n:
            raise ValueError(f"judged list: {value} has {len(value)} items; it must have {n}")
        self.require_grades(value, "judged list")

    def allows(self, g: Grade, levels: Sequence[Grade]) -> bool:
        """Return whether a grade is one of ``levels`` or, in a space of gains, lies between the bounds."""
        if self.is_grid:
            return bool(fraction(min(self.levels)) <= fraction(g) <= fraction(self.top))
        return g in levels

    def grades_text(self, levels: Sequence[Grade]) -> str:
        return f"between {min(self.levels)} and {self.top}" if self.is_grid else super().grades_text(levels)

    # --- files ---

    def encode(self, value: Judged) -> Any:
        return {"grades": encode_numbers(value.grades), "missing": encode_numbers(value.missing)}

    def decode(self, data: Any) -> Judged:
        if not isinstance(data, dict) or set(data) - {"levels"} != {"grades", "missing"}:
            raise ValueError(f"judged list: {short_repr(data)} must have grades and missing")
        return Judged(decode_numbers(data["grades"], "grades"), falling(decode_numbers(data["missing"], "missing")))

    def with_grades(self, data: Any) -> GivenLists:
        """Return the space of a user's lists whose grades are the ``levels`` that :meth:`GivenLists.encode` wrote.

        A metric takes more grades from a user than its space declares. Three kinds are possible: the grades of this
        space; any whole numbers from its lowest grade on, if its grades go above 1; and any whole numbers, if its
        grades go below 0 (unless -1 only marks unjudged items). Raises ``ValueError`` for any other grade, such as 2
        in a binary list, or -1 in one graded from 0.
        """
        levels = decode_numbers(data, "levels")
        lowest = fraction(min(self.levels))
        has_any_whole_grade = lowest < 0 and not hasattr(self, "unjudged")  # ``unjudged``: see JudgedOrNot
        has_higher_grades = self.top > 1
        if has_any_whole_grade:
            possible = "a whole number"
        elif has_higher_grades:
            possible = f"a whole number from {lowest} on"
        else:
            possible = self.grades_text(self.levels)
        for g in levels:
            is_whole = isinstance(g, int) and (has_any_whole_grade or (has_higher_grades and g >= lowest))
            if not (is_whole or self.allows(g, self.levels)):
                raise ValueError(f"judged list: the grade {g} is not {possible}")
        return GivenLists(self.name, [], self, levels)


@lru_cache(maxsize=64)
def _all_missing(space: JudgedLists) -> tuple[tuple[Grade, ...], ...]:
    """Return the possible grades of all missing items together, the fewest items first."""
    return tuple(
        falling(missing)
        for count in range(space.max_missing + 1)
        for missing in combinations_with_replacement(space.missing, count)
    )


@lru_cache(maxsize=64)
def _all_judged(space: JudgedLists, n: int) -> tuple[Judged, ...]:
    """Return all lists of the levels: fewest missing items, then small sums, then larger grades nearer to the top."""
    lists = sorted(product(space.levels, repeat=n), key=lambda grades: (sum(map(abs, grades)), grades[::-1]))
    return tuple(Judged(grades, missing) for missing in _all_missing(space) for grades in lists)


class GivenLists(JudgedLists):
    """A finite collection of judged lists, such as a user's run; each is a value over its own length.

    The space is a grid, though finite: an axiom that holds for the collection may fail for other lists.
    """

    unjudged: Grade
    """The grade that marks unjudged items. It is set only if the declared space has it (see :class:`JudgedOrNot`)."""

    def __init__(
        self,
        named: str,
        collection: Sequence[Judged],
        declared: JudgedLists | None = None,
        levels: Sequence[Grade] = (),
    ) -> None:
        """Make the space of the lists of a collection.

        ``declared`` is the space over which the metric is declared. The levels are those of ``declared``, ``levels``,
        the grades that occur in the collection, and 0.
        """
        occurring = {g for x in collection for g in (*x.grades, *x.missing)} | {Whole(0), *levels}
        all_levels = rising(occurring | set(declared.levels if declared else ()))
        # any number of items may be missing: as many as a file can have
        super().__init__(named, all_levels, missing=all_levels, most=MAX_NUMBERS_READ, grid=True)
        if (mark := getattr(declared, "unjudged", None)) is not None:
            self.unjudged = mark
        self.name = named  # type: ignore[misc]  # without what JudgedLists says of missing items
        self.collection = tuple(collection)

    @property
    def sizes(self) -> list[int]:
        """The lengths that occur, but 0, rising."""
        return sorted({len(x) for x in self.collection if len(x)})

    def enumerate(self, n: int) -> Sequence[Judged]:
        return [x for x in self.collection if len(x) == n]

    def encode(self, value: Judged) -> Any:
        """Encode as any judged list, and add the levels, from which ``with_grades`` makes the space again."""
        return {**super().encode(value), "levels": encode_numbers(self.levels)}

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Judged:
        return choose_one(choose, self.enumerate(n))

    def near(self, choose: Chooser, value: Judged, n: int) -> Judged:
        return self.draw(choose, n)  # a changed list would not be one of the collection


class UnitGains(JudgedLists):
    """Lists of gains in [0, 1], missing ones too; a user's list with any other gain is refused."""

    def convert(self, value: Any) -> Judged:
        judged: Judged = super().convert(value)
        for argument, gains in (("grades", judged.grades), ("missing", judged.missing)):
            for k, gain in enumerate(gains, 1):
                if not 0 <= fraction(gain) <= 1:
                    raise ValueError(
                        f"{argument}: the gain in place {k} is {number_text(gain)}; it must be from 0 to 1: "
                        f"divide the grades by the highest one, or use a metric of grades"
                    )
        return judged


def unit_gains() -> UnitGains:
    """Lists of gains in [0, 1]; the grid is 0, 1/2, 1."""
    return UnitGains("lists of gains in [0, 1]", (0, "1/2", 1), missing=(1,), most=1, grid=True)


class JudgedOrNot(JudgedLists):
    """Lists graded 0 or 1, or -1 for unjudged items: a mark, not a grade below 0."""

    unjudged = Whole(-1)
    """The mark. Spaces without one lack the attribute."""


def judged_or_not() -> JudgedLists:
    """Lists with the grades 0, 1 and -1, which marks unjudged items; missing items are judged (0 or 1)."""
    return JudgedOrNot("lists graded 0, 1, or -1 (not judged)", (0, 1, -1), missing=(1, 0), most=2)


class Grades(FewValues):
    """Single grades, for axioms that regrade an item: all grades of the metric's lists, or a grid of their gains."""

    name = "grades"
    complete = True

    def __init__(self, levels: Sequence[Grade] = (), *, grid: bool = False) -> None:
        """Make the space of ``levels``; with ``grid``, they are some of the gains that the lists may have.

        Without levels nothing is enumerated, and any grade belongs to the space.
        """
        self.levels = tuple(grade("levels", "a level", level) for level in levels)
        if grid or not levels:
            self.complete = False  # type: ignore[misc]  # an instance has its own

    def enumerate(self, n: int) -> Sequence[Grade]:
        return self.levels

    def validate(self, value: Any, n: int) -> None:
        if self.levels and value not in self.levels:
            raise ValueError(f"grade: {value} is not one of {', '.join(map(str, self.levels))}")

    def encode(self, value: Grade) -> Any:
        return encode_numbers([value])[0]

    def decode(self, data: Any) -> Grade:
        if not isinstance(data, str):
            raise ValueError(f"grade: {data!r:.80} is not a number written as a string")
        return grade("grade", "it", data)
