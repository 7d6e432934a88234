"""Answers of `axiomatrix difference`: the first instance on which two metrics differ, or the reach of the search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...evidence.notation import LONGEST_CONSTANT, call_text, with_four_decimals
from ...evidence.verdict import GRID, Verdict, written
from ...model.relation import ROUNDING, ULPS
from ...model.showing import ShownInNotebooks, render
from ...numbers.exact import Formal, fraction

TOLERANCE = (
    f"floats count as equal within {ULPS} units in the last place of the sum of the terms, and as different "
    f"beyond {ROUNDING} times that"
)


@dataclass(frozen=True)
class ComparedCall:
    """One side of an instance: the call, and its value."""

    name: str
    """The name to write in the call."""
    arguments: tuple[Any, ...]
    parameters: Mapping[str, Any]
    value: Any
    """The number; None where the definition has none."""
    why_none: str = ""
    """The definition's reason for having no value."""

    def text(self, *, short: bool = True) -> str:
        """Write the call with its value; ``short`` writes a long formal constant as a decimal."""
        call = call_text(self.name, self.arguments, self.parameters)
        if self.value is None:
            return f"{call} has no value" + (f": {self.why_none}" if self.why_none else "")
        return f"{call} = {self.value_text(short=short)}"

    def value_text(self, *, short: bool = True) -> str:
        """Write the exact value; a formal constant adds a float, or with ``short`` may be the float alone.

        A formal constant is an exact irrational number, written with roots and logarithms.
        """
        if isinstance(self.value, float):
            return repr(float(self.value))
        exact = str(self.value)
        if not isinstance(self.value, Formal):
            return with_four_decimals(exact)
        near = f"~{float(self.value)!r}"
        return near if short and len(exact) > LONGEST_CONSTANT else f"{exact} ({near})"


@dataclass(frozen=True)
class ComparedInstance:
    """An instance over n items, with the calls of the two sides f and g on it."""

    n: int
    arguments: Mapping[str, Any]
    """Values by the names of the arguments; each side converts them to its own spaces."""
    f: ComparedCall
    g: ComparedCall

    @property
    def lines(self) -> tuple[str, str]:
        """Both calls with their values, written so that two different ones look different."""
        calls = (self.f, self.g)
        values = {call.value_text() for call in calls if call.value is not None}
        # Short texts of two different values may be equal.
        is_short = len(values) > 1
        return self.f.text(short=is_short), self.g.text(short=is_short)


@dataclass(frozen=True)
class SearchReach:
    """Reach of the search: which instances were tried, first all of small sizes, then drawn ones of larger sizes."""

    space: str
    """The name of what was tried, such as ``pairs of rankings``."""
    first: int
    """The first size: 0 where there are empty lists."""
    enumerated: int
    """The last size whose instances, or grid instances, were all tried; ``first`` - 1 if there is none."""
    is_grid: bool
    """True if a space has more values than are enumerated, so that no size is exhausted."""
    is_renamed: bool
    """True if, of instances that differ only in the names of the items, a single one was tried."""
    in_floats: bool
    """True if one side gives floats, so that differences that rounding may explain are not reported."""
    cases: int
    """Number of instances that were enumerated."""
    drawn: int = 0
    """Number of instances that were drawn."""
    drawn_to: int = 0
    """The largest size that was drawn."""
    undecided: int = 0
    """Number of instances, enumerated or drawn, on which it is not decided whether the values differ."""

    @property
    def largest(self) -> int:
        """Return the largest size at which anything was tried."""
        return max(self.enumerated, self.drawn_to if self.drawn else 0)

    @property
    def exhausted(self) -> int | None:
        """Return the size up to which every instance was tried and decided exactly, or None."""
        is_whole = not (self.is_grid or self.in_floats or self.undecided) and self.enumerated >= self.first
        return self.enumerated if is_whole else None

    def has_all_below(self, n: int) -> bool:
        """Return whether every instance of each size below n was tried, and decided."""
        return n == self.first or (n <= self.enumerated + 1 and not (self.is_grid or self.undecided))

    @property
    def text(self) -> str:
        """Write the reach, as in ``exhausted n <= 8 (3,066 instances); searched 900 drawn instances up to n = 20``."""
        parts = []
        if self.enumerated >= self.first:
            if self.is_grid:
                word = written(GRID)
            elif self.in_floats:
                word = "all in floats"
            else:
                word = written(Verdict.EXHAUSTED)
            renamed = " up to renaming the items" if self.is_renamed else ""
            parts.append(f"{word} n <= {self.enumerated}{renamed} ({self.cases:,} instances)")
        if self.drawn:
            parts.append(f"{Verdict.SEARCHED.written} {self.drawn:,} drawn instances up to n = {self.drawn_to}")
        if self.undecided:
            parts.append(f"{self.undecided:,} of them undecided")
        return f"{self.space}: {'; '.join(parts) or 'nothing was tried'}"


@dataclass(frozen=True, repr=False)
class _Answer(ShownInNotebooks):
    """The fields of both answers: the names of the sides, the reach of the search, and further observations."""

    f: str
    g: str
    reach: SearchReach
    notes: tuple[str, ...]

    def __repr__(self) -> str:
        return str(render("text", self))


@dataclass(frozen=True, repr=False)
class Difference(_Answer):
    """Two metrics differ: the first instance that shows it, with both values.

    It is true in conditions; :class:`NoDifference` is false.
    """

    instance: ComparedInstance

    @property
    def is_smallest(self) -> bool:
        """Return whether all smaller sizes were enumerated: exactly or, where there are floats, up to rounding."""
        return self.reach.has_all_below(self.n)

    @property
    def n(self) -> int:
        """The number of items."""
        return self.instance.n

    @property
    def arguments(self) -> Mapping[str, Any]:
        """The arguments by name."""
        return self.instance.arguments

    @property
    def values(self) -> tuple[Any, Any]:
        """Both values, rational ones as Python's int or Fraction; None if a side has no value."""
        return _in_python(self.instance.f.value), _in_python(self.instance.g.value)


@dataclass(frozen=True, repr=False)
class NoDifference(_Answer):
    """No instance was found on which the two differ, as far as ``reach`` says; it is false in conditions."""

    nearest: ComparedInstance | None = None
    """In floats: the first instance on which the values differ by no more than rounding may explain."""
    deviation: float = 0.0
    """In floats: the largest difference of the values."""

    def __bool__(self) -> bool:
        return False


def _in_python(value: Any) -> Any:
    """Convert a rational number to an int or a Fraction; others are returned unchanged."""
    if value is None or isinstance(value, (float, Formal)):
        return value
    rational = fraction(value)
    return rational.numerator if rational.denominator == 1 else rational
