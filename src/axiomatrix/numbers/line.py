"""Parts of the line of numbers: open intervals and single points, with rational or algebraic ends.

An end is the root of a polynomial with whole coefficients that has no factor: the polynomial, and two rationals between
which it has no other root. FLINT encloses the roots; from there on everything is decided by signs of polynomials at
rationals, exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from flint import fmpq, fmpq_poly, fmpz_poly

from .exact import sqrt
from .rationals import exactly

DIGITS = 6
"""Decimal digits of an end that is not rational."""


class RealRoot:
    """An algebraic real number: the root of an irreducible polynomial between two rationals. Its value is fixed."""

    __slots__ = ("high", "low", "polynomial")

    def __init__(self, polynomial: fmpz_poly, low: fmpq, high: fmpq) -> None:
        self.polynomial = polynomial
        self.low = low
        self.high = high
        """The bounds may be narrowed later, which changes no answer."""

    @classmethod
    def of(cls, value: fmpq) -> RealRoot:
        """A rational."""
        return cls(fmpz_poly([-value.p, value.q]), value, value)

    @property
    def rational(self) -> fmpq | None:
        """The rational that it is, if it is one."""
        return self.low if self.low == self.high else None

    def _nearer(self) -> None:
        """Halve the enclosing interval."""
        middle = (self.low + self.high) / 2
        if self.polynomial(self.low) * self.polynomial(middle) < 0:
            self.high = middle
        else:
            self.low = middle

    def sign_of(self, polynomial: fmpq_poly) -> int:
        """The sign of a polynomial there."""
        if self.rational is not None:
            return _sign(polynomial(self.rational))
        if (polynomial % fmpq_poly(self.polynomial)).degree() < 0:
            return 0
        while True:
            middle, half = (self.low + self.high) / 2, (self.high - self.low) / 2
            value = polynomial(middle)
            if abs(value) > half * _steepest(polynomial, max(abs(self.low), abs(self.high))):
                return _sign(value)
            self._nearer()

    def compared(self, other: RealRoot) -> int:
        """-1, 0 or 1 as it is less than the other, the same, or more."""
        if type(other) is not RealRoot:  # a subclass is defined by something else than a polynomial
            return -other.compared(self)
        if self.polynomial == other.polynomial:
            low, high = max(self.low, other.low), min(self.high, other.high)
            if self is other or (low <= high and self._is_between(low, high)):
                return 0
        while self.low <= other.high and other.low <= self.high:
            if self.rational is not None and other.rational is not None:
                return 0
            for root in (self, other):
                if root.rational is None:
                    root._nearer()
        return -1 if self.high < other.low else 1

    def _is_between(self, low: fmpq, high: fmpq) -> bool:
        return self.rational is not None or bool(self.polynomial(low) * self.polynomial(high) < 0)

    def text(self, name: str) -> str:
        """The number: a fraction, a root of degree 2 written out, or the polynomial in that name that has it."""
        if self.rational is not None:
            return str(self.rational)
        if self.polynomial.degree() == 2:
            c, b, a = (fmpq(int(x)) for x in self.polynomial.coeffs())
            root = sqrt(b * b - 4 * a * c) / (2 * a)
            upper = self.sign_of(fmpq_poly([b, 2 * a])) > 0
            return str((root if upper else -root) - b / (2 * a))
        return f"the root of {_written(self.polynomial, name)} near {self.decimal()}"

    def decimal(self) -> str:
        """A decimal near it."""
        value = self.near()
        return f"{int(value.p) / int(value.q):.{DIGITS}f}".rstrip("0").rstrip(".")

    def near(self, digits: int = DIGITS) -> fmpq:
        """A rational as near as that many decimal digits."""
        while self.high - self.low > fmpq(1, 10 ** (digits + 1)):
            self._nearer()
        return (self.low + self.high) / 2


def _written(polynomial: fmpz_poly, name: str) -> str:
    text = str(polynomial).replace("x", name).replace("*", " ")
    return text.replace("+ (-", "- ").replace("(-", "-").replace(")", "")


def _sign(value: fmpq) -> int:
    return int(value > 0) - int(value < 0)


def _steepest(polynomial: fmpq_poly, size: fmpq) -> fmpq:
    """Bound the derivative for arguments of absolute value up to ``size``."""
    total = fmpq(0)
    for c in reversed([abs(c) for c in polynomial.derivative().coeffs()]):
        total = total * size + c
    return total


@lru_cache(maxsize=4096)
def _roots(coefficients: tuple[int, ...]) -> tuple[RealRoot, ...]:
    roots = []
    for factor, _ in fmpz_poly(list(coefficients)).factor()[1]:
        if factor.degree() == 1:
            roots.append(RealRoot.of(fmpq(-int(factor[0]), int(factor[1]))))
            continue
        enclosed: Any = factor.complex_roots()
        for root, _ in enclosed:
            if root.imag == 0:
                roots.append(RealRoot(factor, exactly(root.real.lower()), exactly(root.real.upper())))
    return tuple(in_order(roots))


def roots_of(polynomial: fmpq_poly) -> tuple[RealRoot, ...]:
    """The real roots, each once, the least first."""
    return _roots(tuple(map(int, polynomial.numer().coeffs()))) if polynomial.degree() > 0 else ()


def in_order(roots: Iterable[RealRoot]) -> list[RealRoot]:
    """The numbers, each once, the least first."""
    ordered: list[RealRoot] = []
    for root in roots:
        place = next((k for k, other in enumerate(ordered) if root.compared(other) <= 0), len(ordered))
        if place == len(ordered) or root.compared(ordered[place]):
            ordered.insert(place, root)
    return ordered


@dataclass(frozen=True, eq=False)
class Interval:
    """An interval, or a single point, where both ends are the same and belong to it. None is infinite."""

    low: RealRoot | None
    high: RealRoot | None
    has_low: bool = False
    has_high: bool = False

    @property
    def point(self) -> RealRoot | None:
        """The number that it is, if it is one alone."""
        return self.low if self.has_low and self.low is self.high else None

    def inside(self, roots: Sequence[RealRoot]) -> list[RealRoot]:
        """Return the roots strictly between the ends."""
        return [
            root
            for root in roots
            if (self.low is None or root.compared(self.low) > 0) and (self.high is None or root.compared(self.high) < 0)
        ]

    def split(self, roots: Sequence[RealRoot]) -> Iterator[Interval]:
        """The part at and between these numbers, which lie strictly inside: points, and intervals without ends."""
        if self.point is not None:
            yield self
            return
        if self.has_low:
            yield single(self.low)
        for low, high in pairwise([self.low, *roots, self.high]):
            if low is not self.low:
                yield single(low)
            yield Interval(low, high)
        if self.has_high:
            yield single(self.high)

    def some(self) -> fmpq:
        """A rational inside an interval, a simple one."""
        low, high = self.low, self.high
        if low is None:
            return fmpq(0) if high is None else high.low - 1
        if high is None:
            return low.high + 1
        while low.high >= high.low:
            for end in (low, high):
                if end.rational is None:
                    end._nearer()
        return simplest(low.high, high.low)


def single(root: RealRoot | None) -> Interval:
    """One number."""
    return Interval(root, root, True, True)


def simplest(low: fmpq, high: fmpq) -> fmpq:
    """A fraction with a small denominator strictly between two rationals."""
    below = int((low).floor())
    if low < below + 1 < high:
        return fmpq(below + 1)
    inner = (
        simplest(1 / (high - below), 1 / (low - below)) if low > below else fmpq(int((1 / (high - below)).floor()) + 1)
    )
    return below + 1 / inner


def joined(parts: Iterable[Interval]) -> list[Interval]:
    """Parts in their order from the left, neighbours that leave nothing out between them made one."""
    merged: list[Interval] = []
    for part in parts:
        before = merged[-1] if merged else None
        if (
            before is not None
            and before.high is not None
            and part.low is not None
            and (before.has_high or part.has_low)
            and before.high.compared(part.low) == 0
        ):
            merged[-1] = Interval(before.low, part.high, before.has_low, part.has_high)
        else:
            merged.append(part)
    return merged
