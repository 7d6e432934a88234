"""Intervals and points of the real line with rational or algebraic ends, and exact comparison of such numbers.

An algebraic number is the root of an irreducible polynomial with whole coefficients, its *minimal polynomial*. It is
stored as the polynomial and two rationals between which the polynomial has no other root. FLINT encloses the roots, and
then all comparisons are decided exactly, by signs of polynomials at rationals. :mod:`.functions` evaluates
definitions on intervals; :mod:`.substitutions` adds numbers whose logarithm is known (``LogRoot``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from flint import fmpq, fmpq_poly, fmpz_poly

from .exact import sqrt
from .rationals import rational_of_ball

DIGITS = 6
"""Decimal digits of an end that is not rational."""


class RealRoot:
    """An algebraic real number: the only root of an irreducible polynomial between two rationals, ``low`` and ``high``.

    Comparisons narrow the two bounds in place. The number itself never changes. Of a rational, both bounds are the
    number.
    """

    __slots__ = ("high", "low", "polynomial")

    def __init__(self, polynomial: fmpz_poly, low: fmpq, high: fmpq) -> None:
        self.polynomial = polynomial
        self.low = low
        self.high = high

    @classmethod
    def of(cls, value: fmpq) -> RealRoot:
        """Make the number from a rational."""
        return cls(fmpz_poly([-value.p, value.q]), value, value)

    @property
    def rational(self) -> fmpq | None:
        """The number as a rational; None if it is irrational."""
        return self.low if self.low == self.high else None

    def _halve(self) -> None:
        """Halve the enclosing interval."""
        middle = (self.low + self.high) / 2
        if self.polynomial(self.low) * self.polynomial(middle) < 0:  # a sign change encloses the root
            self.high = middle
        else:
            self.low = middle

    def sign_of(self, polynomial: fmpq_poly) -> int:
        """Return the sign of a polynomial at this number.

        It is 0 if the minimal polynomial divides it. Otherwise the enclosing interval is halved until the value at its
        middle is larger than the polynomial can change within it.
        """
        if self.rational is not None:
            return _sign(polynomial(self.rational))
        if (polynomial % fmpq_poly(self.polynomial)).degree() < 0:
            return 0
        while True:
            middle = (self.low + self.high) / 2
            half_width = (self.high - self.low) / 2
            value = polynomial(middle)
            if abs(value) > half_width * _derivative_bound(polynomial, max(abs(self.low), abs(self.high))):
                return _sign(value)
            self._halve()

    def compare(self, other: RealRoot) -> int:
        """Compare with another number: -1, 0 or 1.

        Two numbers are equal if their polynomials are and the root lies in both intervals. Otherwise both intervals
        are halved until they lie apart.
        """
        if type(other) is not RealRoot:  # a LogRoot, which has no polynomial
            return -other.compare(self)
        if self.polynomial == other.polynomial:
            low, high = max(self.low, other.low), min(self.high, other.high)
            if self is other or (low <= high and self._is_between(low, high)):
                return 0
        while self.low <= other.high and other.low <= self.high:
            if self.rational is not None and other.rational is not None:
                return 0
            for root in (self, other):
                if root.rational is None:
                    root._halve()
        return -1 if self.high < other.low else 1

    def _is_between(self, low: fmpq, high: fmpq) -> bool:
        """Return whether the root lies between two rationals inside its own bounds."""
        return self.rational is not None or bool(self.polynomial(low) * self.polynomial(high) < 0)

    def text(self, name: str) -> str:
        """Write the number: a fraction, an expression with a square root, or a polynomial that has it as a root.

        ``name`` is the polynomial's variable.
        """
        if self.rational is not None:
            return str(self.rational)
        if self.polynomial.degree() == 2:
            c, b, a = (fmpq(int(x)) for x in self.polynomial.coeffs())
            root = sqrt(b * b - 4 * a * c) / (2 * a)
            is_upper = self.sign_of(fmpq_poly([b, 2 * a])) > 0  # beyond the vertex at -b / 2a
            return str((root if is_upper else -root) - b / (2 * a))
        return f"the root of {_polynomial_text(self.polynomial, name)} near {self.decimal()}"

    def decimal(self) -> str:
        """Write the number as a decimal of :data:`DIGITS` places."""
        value = self.approximate()
        return f"{int(value.p) / int(value.q):.{DIGITS}f}".rstrip("0").rstrip(".")

    def approximate(self, digits: int = DIGITS) -> fmpq:
        """Return a rational that agrees with the number to that many decimal digits; narrow the bounds accordingly."""
        while self.high - self.low > fmpq(1, 10 ** (digits + 1)):
            self._halve()
        return (self.low + self.high) / 2


def _polynomial_text(polynomial: fmpz_poly, name: str) -> str:
    """Write a polynomial in ``name``: flint's ``x^2 + (-3)*x`` becomes ``p^2 - 3 p``."""
    text = str(polynomial).replace("x", name).replace("*", " ")
    return text.replace("+ (-", "- ").replace("(-", "-").replace(")", "")


def _sign(value: fmpq) -> int:
    """Return -1, 0 or 1."""
    return int(value > 0) - int(value < 0)


def _derivative_bound(polynomial: fmpq_poly, size: fmpq) -> fmpq:
    """Return a bound of the derivative's absolute value for arguments of absolute value up to ``size``."""
    total = fmpq(0)
    for c in reversed([abs(c) for c in polynomial.derivative().coeffs()]):
        total = total * size + c
    return total


@lru_cache(maxsize=4096)
def _roots(coefficients: tuple[int, ...]) -> tuple[RealRoot, ...]:
    """Return the real roots of the polynomial with these coefficients, the constant first."""
    roots = []
    _, factors = fmpz_poly(list(coefficients)).factor()  # a constant, and pairs of irreducible factor and multiplicity
    for factor, _ in factors:
        if factor.degree() == 1:
            roots.append(RealRoot.of(fmpq(-int(factor[0]), int(factor[1]))))
            continue
        enclosed: Any = factor.complex_roots()  # pairs of ball and multiplicity; a real root has the imaginary part 0
        for root, _ in enclosed:
            if root.imag == 0:
                roots.append(RealRoot(factor, rational_of_ball(root.real.lower()), rational_of_ball(root.real.upper())))
    return tuple(sort_roots(roots))


def roots_of(polynomial: fmpq_poly) -> tuple[RealRoot, ...]:
    """Return the real roots in ascending order, each once; none of a constant, 0 included."""
    if polynomial.degree() <= 0:
        return ()
    return _roots(tuple(map(int, polynomial.numer().coeffs())))


def sort_roots(roots: Iterable[RealRoot]) -> list[RealRoot]:
    """Sort numbers in ascending order without repetition, by insertion: there are few."""
    ordered: list[RealRoot] = []
    for root in roots:
        place = next((k for k, other in enumerate(ordered) if root.compare(other) <= 0), len(ordered))
        if place == len(ordered) or root.compare(ordered[place]):
            ordered.insert(place, root)
    return ordered


@dataclass(frozen=True, eq=False)
class Interval:
    """An interval, or a point if both ends are one object and included. An end of None is infinite."""

    low: RealRoot | None
    high: RealRoot | None
    has_low: bool = False
    """Whether the lower end belongs to the interval."""
    has_high: bool = False
    """Whether the upper end belongs to the interval."""

    @property
    def point(self) -> RealRoot | None:
        """The number of a single point; None for an interval."""
        return self.low if self.has_low and self.low is self.high else None

    def inside(self, roots: Sequence[RealRoot]) -> list[RealRoot]:
        """Return the roots strictly between the ends."""
        return [
            root
            for root in roots
            if (self.low is None or root.compare(self.low) > 0) and (self.high is None or root.compare(self.high) < 0)
        ]

    def split(self, roots: Sequence[RealRoot]) -> Iterator[Interval]:
        """Split at numbers strictly inside: yield points and the open intervals between them, from left to right.

        Ends that belong to the interval are separate points.
        """
        if self.point is not None:
            yield self
            return
        if self.has_low:
            yield single_point(self.low)
        for low, high in pairwise([self.low, *roots, self.high]):
            if low is not self.low:
                yield single_point(low)
            yield Interval(low, high)
        if self.has_high:
            yield single_point(self.high)

    def rational_inside(self) -> fmpq:
        """A rational with a small denominator inside an open interval."""
        low, high = self.low, self.high
        if low is None:
            return fmpq(0) if high is None else high.low - 1
        if high is None:
            return low.high + 1
        while low.high >= high.low:  # the enclosures of the two ends overlap
            for end in (low, high):
                if end.rational is None:
                    end._halve()
        return simple_fraction(low.high, high.low)


def single_point(root: RealRoot | None) -> Interval:
    """Make the interval that is a single point."""
    return Interval(root, root, has_low=True, has_high=True)


def simple_fraction(low: fmpq, high: fmpq) -> fmpq:
    """Find a fraction with a small denominator strictly between two rationals, by the Stern-Brocot descent.

    It is the least integer between them if there is one. Otherwise both have the same whole part, and what exceeds it
    is at most 1. The result is the whole part plus the reciprocal of a simple fraction between the reciprocals of the
    two excesses.
    """
    whole_part = int(low.floor())
    if low < whole_part + 1 < high:
        return fmpq(whole_part + 1)
    if low > whole_part:
        reciprocal = simple_fraction(1 / (high - whole_part), 1 / (low - whole_part))
    else:  # low is whole: its excess 0 has no reciprocal, so any number above the other's reciprocal will do
        reciprocal = fmpq(int((1 / (high - whole_part)).floor()) + 1)
    return whole_part + 1 / reciprocal


def join_neighbours(parts: Iterable[Interval]) -> list[Interval]:
    """Join neighbouring parts, listed from left to right, that leave out no number between them."""
    merged: list[Interval] = []
    for part in parts:
        before = merged[-1] if merged else None
        if (
            before is not None
            and before.high is not None
            and part.low is not None
            and (before.has_high or part.has_low)
            and before.high.compare(part.low) == 0
        ):
            merged[-1] = Interval(before.low, part.high, before.has_low, part.has_high)
        else:
            merged.append(part)
    return merged
