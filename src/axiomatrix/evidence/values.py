"""Ranges of a parameter: those for which a statement fails, and those for which no failure was found."""

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

    @property
    def text(self) -> str:
        """The number, with a decimal where it is not seen at once."""
        is_plain = self.near in self.exact or all(c.isdigit() or c in "-/" for c in self.exact)
        return self.exact if is_plain else f"{self.exact} (~{self.near})"


class Stretch(Record):
    """Values of a parameter without a gap: an interval, a single value, or whole numbers."""

    low: End | None
    high: End | None
    has_low: bool = False
    has_high: bool = False
    whole: bool = False
    """Whether only whole numbers are meant."""

    @property
    def is_one(self) -> bool:
        """Return whether it is a single value."""
        return self.low is not None and self.low == self.high

    def condition(self, name: str, within: Stretch) -> str:
        """Such as ``p >= 1/2``: ends of the whole are not said."""
        if self.low is not None and self.is_one:
            return f"{name} = {self.low.text}"
        low = self.low if self.low != within.low or self.has_low is not within.has_low else None
        high = self.high if self.high != within.high or self.has_high is not within.has_high else None
        if self.whole and self.high == within.high and low is not None:
            high = self.high  # of larger whole numbers nothing is known
        below, above = "<=" if self.has_low else "<", "<=" if self.has_high else "<"
        if low is not None and high is not None:
            return f"{low.text} {below} {name} {above} {high.text}"
        if low is not None:
            return f"{name} {below.replace('<', '>')} {low.text}"
        return f"{name} {above} {high.text}" if high is not None else f"every {name}"


class ValuesNote(Record):
    """For which values of its parameter a metric breaks a statement, by instances of up to n items."""

    parameter: str
    n: Annotated[int, Meta(ge=1, description="The number of items up to which every instance was looked at.")]
    whole: Stretch
    """All values that are looked at."""
    holds: tuple[Stretch, ...]
    fails: tuple[Stretch, ...]

    @property
    def is_telling(self) -> bool:
        """Return whether it adds to the verdict; that each of the first cut-offs fails does not."""
        return bool(self.holds) or not self.whole.whole

    @property
    def text(self) -> str:
        """Such as ``holds exactly for p >= 1/2 (n <= 5)``."""
        return f"{self._where_it_holds} ({self._reach})"

    @property
    def _where_it_holds(self) -> str:
        if not self.fails:
            return f"holds for every {self.parameter}"
        if not self.holds:
            return f"fails for every {self.parameter}"
        if self.whole.whole:  # with more items other cut-offs may fail
            return f"fails for {self._joined(self.fails)}, not for {self._joined(self.holds)}"
        if all(stretch.is_one for stretch in self.fails):
            return f"fails only at {self._joined(self.fails)}"
        return f"holds exactly for {self._joined(self.holds)}"

    @property
    def _reach(self) -> str:
        needs_limit = self.whole.whole and self.whole.high is not None and not self.holds
        tried = f"{self.parameter} <= {self.whole.high.exact}, " if needs_limit and self.whole.high else ""
        return f"{tried}n <= {self.n}"

    def _joined(self, stretches: tuple[Stretch, ...]) -> str:
        return " or ".join(stretch.condition(self.parameter, self.whole) for stretch in stretches)
