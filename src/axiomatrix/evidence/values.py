"""Values of a metric's parameter for which a statement fails, and those for which no failure was found.

A refuted cell has such a :class:`ValuesNote` where the failure depends on one parameter, such as ``holds exactly for
p >= 1/2 (n <= 5)``. ``explore`` also makes one for a statement that does not fail. The values without a gap between
them are a :class:`Stretch`: here the interval from 1/2 to 1. The parameter may be a *cut-off*, a whole number such as
the k of precision at k.

The docstrings of records and the descriptions of their fields are part of the JSON schema of reports.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from .formats import Record

Exact = Annotated[str, Meta(min_length=1, description="An exact number as text, or the root that it is.")]
Decimal = Annotated[str, Meta(pattern=r"^-?\d+(\.\d+)?$", description="A decimal near it.")]


class End(Record):
    """An end of a stretch of values."""

    exact: Exact
    near: Decimal
    """The number as a decimal."""

    @property
    def text(self) -> str:
        """Write the exact number, followed by a decimal if it is not a fraction, such as a root."""
        is_fraction = all(c.isdigit() or c in "-/" for c in self.exact)
        is_size_clear = is_fraction or self.near in self.exact
        return self.exact if is_size_clear else f"{self.exact} (~{self.near})"


class Stretch(Record):
    """Values of a parameter without a gap: an interval, a single value, or whole numbers."""

    low: End | None
    """The low end; None if there is none."""
    high: End | None
    """The high end; None if there is none."""
    has_low: bool = False
    """True if the stretch includes its low end."""
    has_high: bool = False
    """True if the stretch includes its high end."""
    whole: bool = False
    """True if it contains whole numbers only, such as cut-offs."""

    @property
    def is_one(self) -> bool:
        """Return whether it is a single value."""
        return self.low is not None and self.low == self.high

    def condition(self, name: str, within: Stretch) -> str:
        """Describe the stretch as a condition such as ``p >= 1/2``.

        ``name`` is the parameter. An end that the stretch shares with ``within``, all values tried, is left out.
        """
        if self.low is not None and self.is_one:
            return f"{name} = {self.low.text}"
        shares_low = self.low == within.low and self.has_low is within.has_low
        shares_high = self.high == within.high and self.has_high is within.has_high
        low = None if shares_low else self.low
        high = None if shares_high else self.high
        if self.whole and self.high == within.high and low is not None:
            high = self.high  # larger cut-offs were not tried, so the largest is stated all the same
        below = "<=" if self.has_high else "<"
        if low is not None and high is not None:
            return f"{low.text} {'<=' if self.has_low else '<'} {name} {below} {high.text}"
        if low is not None:
            return f"{name} {'>=' if self.has_low else '>'} {low.text}"
        if high is not None:
            return f"{name} {below} {high.text}"
        return f"every {name}"


class ValuesNote(Record):
    """For which values of its parameter a metric breaks a statement, by instances of up to n items."""

    parameter: str
    n: Annotated[int, Meta(ge=1, description="The number of items up to which every instance was looked at.")]
    whole: Stretch
    """All values that were tried; its own ``whole`` says that the parameter is a cut-off."""
    holds: tuple[Stretch, ...]
    """The values for which no instance breaks the statement, in increasing order."""
    fails: tuple[Stretch, ...]
    """The values for which some instance breaks it."""

    @property
    def is_telling(self) -> bool:
        """Return whether the note adds to the verdict: not if every cut-off that was tried fails."""
        return bool(self.holds) or not self._is_cut_off

    @property
    def _is_cut_off(self) -> bool:
        return self.whole.whole

    @property
    def text(self) -> str:
        """Write the note in words, such as ``holds exactly for p >= 1/2 (n <= 5)``."""
        return f"{self._where_it_holds} ({self._reach})"

    @property
    def _where_it_holds(self) -> str:
        """Write the values that are the shorter to name: those for which it fails, or those for which it holds."""
        if not self.fails:
            return f"holds for every {self.parameter}"
        if not self.holds:
            return f"fails for every {self.parameter}"
        if self._is_cut_off:  # not "holds exactly": with more items other cut-offs may fail
            return f"fails for {self._conditions(self.fails)}, not for {self._conditions(self.holds)}"
        if all(stretch.is_one for stretch in self.fails):
            return f"fails only at {self._conditions(self.fails)}"
        return f"holds exactly for {self._conditions(self.holds)}"

    @property
    def _reach(self) -> str:
        """Write up to how many items, and where it matters up to which cut-off, the note goes."""
        largest = self.whole.high
        is_every_cut_off = self._is_cut_off and not self.holds  # "fails for every k" is about those tried only
        largest_tried = f"{self.parameter} <= {largest.exact}, " if is_every_cut_off and largest is not None else ""
        return f"{largest_tried}n <= {self.n}"

    def _conditions(self, stretches: tuple[Stretch, ...]) -> str:
        return " or ".join(stretch.condition(self.parameter, self.whole) for stretch in stretches)
