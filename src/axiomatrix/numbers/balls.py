"""Evaluation in balls: a definition with intervals (*balls*) in place of logarithms and roots, for long lists.

A sum of 500 terms over log2(i + 1) has no normal form of a size that can be written down. Its value lies in the ball
that Arb computes (Johansson 2017), and a decimal digit is certified if both ends of the ball have it. No comparison in
a definition is decided by rounding: one that the ball leaves open raises ``Undecided``, and the evaluation is repeated
with more bits. ``axiomatrix evaluate`` uses this.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import flint
from flint import arb, fmpq, fmpz

from .exact import constants_by
from .formal import Formal, Undecided
from .rationals import Comparison, Ordered, fraction, rational, rational_of_ball

PRECISIONS = (128, 512, 2048)
"""Bits of precision, tried in turn until the value is known well enough."""


class Ball(Ordered):
    """A real number known to lie in an interval; arithmetic encloses, comparisons are certain or ``Undecided``.

    Arithmetic has the precision that flint's context has at the moment.
    """

    __slots__ = ("arb",)
    __hash__ = None  # type: ignore[assignment]  # two different numbers may have the same ball

    def __init__(self, enclosure: arb) -> None:
        self.arb = enclosure

    @staticmethod
    def of(value: Any) -> Ball | None:
        """Convert an exact number to a ball at the current precision; None for anything else."""
        if isinstance(value, Ball):
            return value
        if isinstance(value, Formal):
            return Ball(value.ball(flint.ctx.prec))
        if isinstance(value, (int, Fraction, fmpq, fmpz)) and not isinstance(value, bool):
            return Ball(arb(rational(value)))
        return None

    def _combined(self, other: Any, combine: Callable[[arb, arb], arb]) -> Any:
        right = Ball.of(other)
        return NotImplemented if right is None else Ball(combine(self.arb, right.arb))

    def __add__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: a + b)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: a - b)

    def __rsub__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: b - a)

    def __mul__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: a * b)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return self._combined(other, _divide)

    def __rtruediv__(self, other: Any) -> Any:
        return self._combined(other, lambda a, b: _divide(b, a))

    def __pow__(self, exponent: Any) -> Any:
        if not isinstance(exponent, int):
            return NotImplemented
        return Ball(self.arb ** int(exponent)) if exponent >= 0 else 1 / self ** -int(exponent)

    def __neg__(self) -> Ball:
        return Ball(-self.arb)

    def __abs__(self) -> Ball:
        return Ball(abs(self.arb))

    def _compare_with(self, other: Any, comparison: Comparison) -> Any:
        """Compare by the sign of the difference; raise ``Undecided`` if its ball has zero and other numbers."""
        right = Ball.of(other)
        if right is None:
            return NotImplemented
        difference = self.arb - right.arb
        sign = int(difference > 0) - int(difference < 0)
        if sign == 0 and not difference == 0:  # equality with zero is certain for the exact ball only
            raise Undecided(f"{flint.ctx.prec} bits do not distinguish {self} from {other}")
        return comparison(sign, 0)

    def __eq__(self, other: object) -> Any:
        return self._compare_with(other, operator.eq)

    def __bool__(self) -> bool:
        return self != 0

    def ends(self) -> tuple[Fraction, Fraction]:
        """Return rational bounds of the value, the lower one first."""
        middle = fraction(rational_of_ball(self.arb.mid()))
        radius = fraction(rational_of_ball(self.arb.rad()))
        return middle - radius, middle + radius

    def __float__(self) -> float:
        return float(self.arb.mid())

    def __str__(self) -> str:
        return str(self.arb)

    __repr__ = __str__


def _divide(a: arb, b: arb) -> arb:
    """Divide; raise ``Undecided`` for a divisor whose ball has zero and other numbers."""
    if b == 0:
        raise ZeroDivisionError("division by zero")
    if b.contains(0):
        raise Undecided(f"{flint.ctx.prec} bits do not decide whether the divisor {b} is zero")
    return a / b


def _stand_in(name: str, x: Any, exponent: Any) -> Ball:
    """Return the ball of log x, or of x to a rational exponent; :func:`constants_by` describes the arguments."""
    if name == "log":
        return Ball(arb(x).log())
    if exponent.denominator == 2:  # unlike a general power, exact at squares
        return Ball(arb(x).sqrt() ** exponent.numerator)
    return Ball(arb(x) ** arb(fmpq(exponent.numerator, exponent.denominator)))


def in_balls(evaluate: Callable[[], Any], enough: Callable[[Any], bool] = lambda value: True) -> Any:
    """Call ``evaluate`` with balls for logarithms and roots, at growing precision until ``enough(value)`` is true.

    ``enough`` tells whether the ball is small enough for the caller. By default every ball is.

    Returns a rational if no logarithm or root took part, else a :class:`Ball`. Raises ``Undecided`` if a comparison is
    still open, or the value not enough, at the highest precision.
    """
    previous_bits = flint.ctx.prec
    reason = Undecided(f"{PRECISIONS[-1]} bits do not determine the value well enough")
    try:
        for bits in PRECISIONS:
            flint.ctx.prec = bits
            try:
                with constants_by(_stand_in):
                    value = evaluate()
            except Undecided as error:
                reason = error
                continue
            if enough(value):
                return value
    finally:
        flint.ctx.prec = previous_bits
    raise reason


def ends(value: Any) -> tuple[Fraction, Fraction]:
    """Return rational bounds of a value; both are the value itself if it is rational."""
    if isinstance(value, Formal):
        value = Ball(value.ball(PRECISIONS[0]))
    return value.ends() if isinstance(value, Ball) else (fraction(value), fraction(value))


def decimals(value: Any, places: int) -> str | None:
    """Round a value to ``places`` decimals, as C's printf rounds the nearest double; None if the ball leaves it open.

    A rational half way between two decimals is rounded as its nearest double is: up or down if the double is not half
    way, and to even if it is.
    """
    low, high = (_round_as_printf(end, places) for end in ends(value))
    return low if low == high else None


def _round_as_printf(value: Fraction, places: int) -> str:
    """Round a rational to ``places`` decimals, as :func:`decimals` says."""
    scaled = value * 10**places
    is_half_way = (2 * scaled).denominator == 1 and scaled.denominator != 1
    if is_half_way:
        return f"{float(value):.{places}f}"
    whole = round(scaled)
    sign = "-" if value < 0 else ""  # also before a zero, as C writes it
    digits = f"{abs(whole):0{places + 1}d}"
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"
