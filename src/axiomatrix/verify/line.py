"""Polynomials in one number and their signs on parts of the line, in plain Fractions, by Sturm's theorem.

A polynomial is the list of its coefficients, that of the constant first, without zeros at its end. How many roots it
has in an open interval follows from its Sturm chain: the polynomial, its derivative, and the negated remainders of
Euclid's algorithm. The number of changes of sign along the chain falls by one at each root.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm

Polynomial = tuple[Fraction, ...]
MOST_HALVINGS = 400
"""How often an interval is halved to tell roots apart, before it is given up."""


def polynomial(coefficients: Sequence[Fraction]) -> Polynomial:
    """The polynomial without zeros at its end."""
    kept = list(coefficients)
    while kept and not kept[-1]:
        kept.pop()
    return tuple(kept)


def added(p: Polynomial, q: Polynomial) -> Polynomial:
    """The sum."""
    size = max(len(p), len(q))
    return polynomial([(p[k] if k < len(p) else 0) + (q[k] if k < len(q) else Fraction(0)) for k in range(size)])


def times(p: Polynomial, q: Polynomial) -> Polynomial:
    """The product."""
    result = [Fraction(0)] * (len(p) + len(q) - 1 if p and q else 0)
    for i, a in enumerate(p):
        for j, b in enumerate(q) if a else ():
            result[i + j] += a * b
    return polynomial(result)


def scaled(p: Polynomial, factor: Fraction) -> Polynomial:
    """Every coefficient multiplied by a number."""
    return polynomial([factor * c for c in p])


def divided(p: Polynomial, q: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Quotient and remainder; q is not zero."""
    rest, quotient = list(p), [Fraction(0)] * max(len(p) - len(q) + 1, 0)
    for k in reversed(range(len(quotient))):
        quotient[k] = rest[k + len(q) - 1] / q[-1]
        for j, c in enumerate(q):
            rest[k + j] -= quotient[k] * c
    return polynomial(quotient), polynomial(rest[: len(q) - 1])


def at(p: Polynomial, x: Fraction) -> Fraction:
    """The value at a number."""
    total = Fraction(0)
    for c in reversed(p):
        total = total * x + c
    return total


def sign(x: Fraction) -> int:
    """-1, 0 or 1."""
    return (x > 0) - (x < 0)


@dataclass(frozen=True)
class LinePart:
    """An open interval with rational ends, ``high`` None where it is not bounded; or one number, where both are."""

    low: Fraction
    high: Fraction | None

    @property
    def is_point(self) -> bool:
        """Return whether it is one number."""
        return self.low == self.high

    def some(self) -> Fraction:
        """A number of the part."""
        return self.low + 1 if self.high is None else (self.low + self.high) / 2


class Sturm:
    """The roots of a polynomial that is not zero."""

    def __init__(self, p: Polynomial) -> None:
        if len(p) > 1:  # each root once, so that no number is a root of the whole chain
            p = divided(p, _common(p, _derivative(p)))[0]
        self.polynomial = p
        self._chain = [p]
        following = _derivative(p)
        while following:
            self._chain.append(following)
            _, rest = divided(self._chain[-2], following)
            following = scaled(rest, Fraction(-1))

    def roots_in(self, part: LinePart) -> int:
        """How many different roots an open interval has."""
        high = self.bound(part.low) if part.high is None else part.high
        return self._changes(part.low) - self._changes(high) - (at(self.polynomial, high) == 0)

    def bound(self, low: Fraction) -> Fraction:
        """A number beyond ``low`` and beyond all roots."""
        *others, leading = self.polynomial
        return max(low, max((abs(c / leading) for c in others), default=Fraction(0)) + 1) + 1

    def _changes(self, x: Fraction) -> int:
        signs = [s for p in self._chain if (s := sign(at(p, x)))]
        return sum(a != b for a, b in pairwise(signs))

    def rational_root(self, part: LinePart) -> Fraction | None:
        """A rational root in an open interval that has roots; None if the first ones that are isolated are not."""
        low, high = part.low, self.bound(part.low) if part.high is None else part.high
        denominator = abs(scaled(self.polynomial, Fraction(lcm(*(c.denominator for c in self.polynomial))))[-1])
        for _ in range(MOST_HALVINGS):
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

    It changes its sign at its roots of odd multiplicity. Where none of these lies inside, the sign at one number that
    is not a root is that of all.
    """
    if not p or part.is_point:
        return not p or at(p, part.low) >= 0
    odd = _roots_of_odd_multiplicity(p)
    if len(odd) > 1 and Sturm(odd).roots_in(part):
        return False
    width = Fraction(1) if part.high is None else part.high - part.low
    inside = (part.low + width * k / (len(p) + 1) for k in range(1, len(p) + 1))
    return next(value for x in inside if (value := at(p, x))) > 0


def _common(p: Polynomial, q: Polynomial) -> Polynomial:
    """The greatest common divisor, its leading coefficient 1."""
    while q:
        p, q = q, divided(p, q)[1]
    return scaled(p, 1 / p[-1])


def _roots_of_odd_multiplicity(p: Polynomial) -> Polynomial:
    """The polynomial with these roots alone, each once: Yun's factors by multiplicity, every other one."""
    shared = _common(p, _derivative(p)) if len(p) > 1 else (Fraction(1),)
    rest, is_odd = divided(p, shared)[0], True
    odd: Polynomial = (Fraction(1),)
    while len(rest) > 1:
        further = _common(rest, shared)
        factor = divided(rest, further)[0]
        odd = times(odd, factor) if is_odd else odd
        rest, shared, is_odd = further, divided(shared, further)[0], not is_odd
    return odd
