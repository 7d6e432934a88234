"""Lists of gains that are probabilities or shares: outside [0, 1] there is nothing to evaluate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..numbers.exact import Whole, fraction
from ..values.grades import grade, number_text
from ..values.judged import Judged
from .base import Chooser
from .lists import JudgedLists
from .scalars import ScalarSpace


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


class TopGrades(ScalarSpace):
    """The highest grade of the scale; enumerated are 2 and 4 of all whole numbers."""

    def __init__(self) -> None:
        super().__init__("highest grades of the scale")

    def enumerate(self, n: int) -> Sequence[Any]:
        return [Whole(2), Whole(4)]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        return Whole(choose.integer(2, 5))

    def admitted(self, value: Any) -> Any:
        top = grade("top", "it", value)
        if not isinstance(top, int) or top < 1:
            raise ValueError(f"top is {value!r}; the highest grade of the scale must be a whole number 1, 2, ...")
        return top


def unit_gains() -> UnitGains:
    """Lists of gains in [0, 1]; the grid is 0, 1/2, 1."""
    return UnitGains("lists of gains in [0, 1]", (0, "1/2", 1), missing=(1,), most=1, grid=True)


def top_grades() -> TopGrades:
    """Highest grades of a scale."""
    return TopGrades()


class JudgedOrNot(JudgedLists):
    """Lists graded 0 or 1, or -1 for items that nobody judged: a mark, and not a grade below 0."""

    unjudged = Whole(-1)


def judged_or_not() -> JudgedLists:
    """Lists with the grades 0, 1 and -1, which says that nobody judged the item; missing are judged ones."""
    return JudgedOrNot("lists graded 0, 1, or -1 (not judged)", (0, 1, -1), missing=(1, 0), most=2)
