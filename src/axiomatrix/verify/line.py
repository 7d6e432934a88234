"""Polynomials in one number and their signs on parts of the line, in plain Fractions, by Sturm's theorem.

The checker of :mod:`.over_numbers` uses them. A polynomial is the tuple of its coefficients, the constant first,
without zeros at its end. The number of its roots in an open interval follows from its Sturm chain: the polynomial, its
derivative, and the negated remainders of Euclid's algorithm. The number of sign changes along the chain falls by one at
each root.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, zip_longest
from math import lcm

Polynomial = tuple[Fraction, ...]
"""The coefficients by power, as above; the zero polynomial is the empty tuple."""
MAX_HALVINGS = 400
"""Most halvings of an interval to isolate a root."""


def polynomial(coefficients: Sequence[Fraction]) -> Polynomial:
    """Make a polynomial: drop zero coefficients at the end."""
    trimmed = list(coefficients)
    while trimmed and not trimmed[-1]:
        trimmed.pop()
    return tuple(trimmed)


def add(p: Polynomial, q: Polynomial) -> Polynomial:
    """Add two polynomials."""
    return polynomial([a + b for a, b in zip_longest(p, q, fillvalue=Fraction(0))])


def multiply(p: Polynomial, q: Polynomial) -> Polynomial:
    """Multiply two polynomials."""
    product = [Fraction(0)] * (len(p) + len(q) - 1 if p and q else 0)
    for i, a in enumerate(p):
        if a:  # many coefficients of powers are 0
            for j, b in enumerate(q):
                product[i + j] += a * b
    return polynomial(product)


def scale(p: Polynomial, factor: Fraction) -> Polynomial:
    """Multiply every coefficient by a number."""
    return polynomial([factor * c for c in p])


def divide(p: Polynomial, q: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Return quotient and remainder of a division by a nonzero q."""
    remainder, quotient = list(p), [Fraction(0)] * max(len(p) - len(q) + 1, 0)
    for k in reversed(range(len(quotient))):
        quotient[k] = remainder[k + len(q) - 1] / q[-1]
        for j, c in enumerate(q):
            remainder[k + j] -= quotient[k] * c
    return polynomial(quotient), polynomial(remainder[: len(q) - 1])


def at(p: Polynomial, x: Fraction) -> Fraction:
    """Evaluate a polynomial at a number."""
    total = Fraction(0)
    for c in reversed(p):
        total = total * x + c
    return total


def sign(x: Fraction) -> int:
    """Return the sign of a number: -1, 0 or 1."""
    return (x > 0) - (x < 0)


@dataclass(frozen=True)
class LinePart:
    """An open interval with rational ends, unbounded if ``high`` is None; or a point, if both ends are equal."""

    low: Fraction
    high: Fraction | None

    @property
    def is_point(self) -> bool:
        """Return whether the part is a single number."""
        return self.low == self.high

    def number_inside(self) -> Fraction:
        """Return a rational number of the part."""
        return self.low + 1 if self.high is None else (self.low + self.high) / 2


class Sturm:
    """Counts and isolates the roots of a nonzero polynomial."""

    def __init__(self, p: Polynomial) -> None:
        if len(p) > 1:  # make multiple roots single ones: the whole chain would vanish at them
            p = divide(p, _common(p, _derivative(p)))[0]
        self.polynomial = p
        self._chain = [p]
        following = _derivative(p)
        while following:
            self._chain.append(following)
            _, remainder = divide(self._chain[-2], following)
            following = scale(remainder, Fraction(-1))

    def roots_in(self, part: LinePart) -> int:
        """Return the number of distinct roots in an open interval.

        Sturm's theorem counts a root at the high end too.
        """
        high = self.bound(part.low) if part.high is None else part.high
        is_root_at_high = at(self.polynomial, high) == 0
        return self._changes(part.low) - self._changes(high) - is_root_at_high

    def bound(self, low: Fraction) -> Fraction:
        """Return a number beyond ``low`` and beyond all roots, by Cauchy's bound 1 + max |c / leading|."""
        *lower_coefficients, leading = self.polynomial
        return max(low, max((abs(c / leading) for c in lower_coefficients), default=Fraction(0)) + 1) + 1

    def _changes(self, x: Fraction) -> int:
        """Count the sign changes along the chain at a number; zeros are left out."""
        signs = [s for p in self._chain if (s := sign(at(p, x)))]
        return sum(a != b for a, b in pairwise(signs))

    def rational_root(self, part: LinePart) -> Fraction | None:
        """Find a rational root in an open interval that has roots; None if the isolated root is irrational.

        The denominator of a rational root divides the leading coefficient of the polynomial with whole coefficients.
        The interval is halved toward its first root until it is too short for two such fractions.
        """
        low = part.low
        high = self.bound(low) if part.high is None else part.high
        common_denominator = lcm(*(c.denominator for c in self.polynomial))
        denominator = abs(self.polynomial[-1] * common_denominator)  # the denominator of a rational root divides it
        for _ in range(MAX_HALVINGS):
            middle = (low + high) / 2
            candidate = middle.limit_denominator(int(denominator))
            if low < candidate < high and at(self.polynomial, candidate) == 0:
                return candidate
            if at(self.polynomial, middle) == 0:
                return middle
            if high - low < 1 / (2 * denominator * denominator):
                return None
            low, high = (low, middle) if self.roots_in(LinePart(low, middle)) else (middle, high)
        return None


def _derivative(p: Polynomial) -> Polynomial:
    return polynomial([k * c for k, c in enumerate(p)][1:])


def is_nowhere_negative(p: Polynomial, part: LinePart) -> bool:
    """Return whether the polynomial is negative nowhere on the part.

    It changes its sign exactly at its roots of odd multiplicity. If none of these lies inside, the sign at any number
    that is not a root is the sign on the whole part. Of len(p) numbers tried, one is not among the len(p) - 1 roots.
    """
    if not p or part.is_point:
        return not p or at(p, part.low) >= 0
    odd_factors = _factors_of_odd_multiplicity(p)
    if len(odd_factors) > 1 and Sturm(odd_factors).roots_in(part):
        return False
    width = Fraction(1) if part.high is None else part.high - part.low
    inside = (part.low + width * k / (len(p) + 1) for k in range(1, len(p) + 1))
    return next(value for x in inside if (value := at(p, x))) > 0


def _common(p: Polynomial, q: Polynomial) -> Polynomial:
    """Return the greatest common divisor, its leading coefficient 1."""
    while q:
        p, q = q, divide(p, q)[1]
    return scale(p, 1 / p[-1])


def _factors_of_odd_multiplicity(p: Polynomial) -> Polynomial:
    """Return the product of the factors with odd multiplicity, each once, by Yun's square-free factorisation."""
    # Before step m = 1, 2, ... ``remaining`` is the product of the factors of multiplicity m or more, each once, and
    # ``shared`` has each of them m times less often than p.
    shared = _common(p, _derivative(p)) if len(p) > 1 else (Fraction(1),)
    remaining = divide(p, shared)[0]
    is_odd = True  # m is odd
    odd_factors: Polynomial = (Fraction(1),)
    while len(remaining) > 1:
        common = _common(remaining, shared)
        factor = divide(remaining, common)[0]  # of multiplicity m exactly
        if is_odd:
            odd_factors = multiply(odd_factors, factor)
        remaining, shared = common, divide(shared, common)[0]
        is_odd = not is_odd
    return odd_factors
