"""Spaces of lists of graded items: which lists a metric over them takes."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, Self

from ..values.grades import Grade, number_text
from .base import Space


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
