"""Rationals, whole numbers with exact division, and what all kinds of exact numbers have in common.

The package computes with flint's rationals (``fmpq``). Three functions convert to rationals: :func:`rational` accepts
what a user may write, and raises for anything else; :func:`as_rational` answers None instead; :func:`fraction` gives
Python's ``Fraction``. Definitions receive positions and sizes as :class:`Whole`, so that ``a.n / 2`` is exact.

At the end of the file are :class:`Ordered`, the mixin of the kinds of numbers, and :class:`Number`, their type.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from numbers import Integral
from typing import Any, ClassVar, Protocol, runtime_checkable

from flint import arb, fmpq, fmpz


class NotExact(TypeError):
    """Raised for a value that is not an exact number, with what to do about it."""


class Unanswerable(TypeError):
    """Raised where a stand-in for many numbers, or for unnamed items, is used where only a single value is defined."""


class _Division:
    """Holds the function that divides whole numbers: into flint's rationals, or into Fractions.

    Definitions that use Fractions need the latter, since flint's rationals do not mix with them.
    """

    quotient: ClassVar[Callable[[int, int], Any]] = fmpq
    """The function of dividend and divisor that every :class:`Whole` calls."""


@contextmanager
def fractions_instead_of_flint() -> Iterator[None]:
    """Inside, exact division of whole numbers gives ``fractions.Fraction``."""
    before = _Division.quotient
    _Division.quotient = Fraction
    try:
        yield
    finally:
        _Division.quotient = before


def rational(value: Any, divisor: Any = 1) -> fmpq:
    """``value / divisor`` as an exact rational.

    Accepts whole numbers of any type, Fractions, flint rationals and strings such as ``"3/2"`` or ``"1.5"``. Raises
    :class:`NotExact` for other types, such as floats, since the float 0.1 is not 1/10, and ``ValueError`` for a string
    that is not a rational.
    """
    if type(divisor) is not int or divisor != 1:  # tested this way, the usual divisor 1 costs least time
        return rational(value) / rational(divisor)
    if type(value) is int:
        return fmpq(value)
    if isinstance(value, fmpq):
        return value
    if isinstance(value, bool):
        raise NotExact(f"{value!r} is a truth value, not a number")
    if isinstance(value, (int, fmpz, Integral)):  # numpy's whole numbers are Integral
        return fmpq(int(value))
    if isinstance(value, Fraction):
        return fmpq(value.numerator, value.denominator)
    if isinstance(value, str):
        parsed = _read_fraction(value)
        return fmpq(parsed.numerator, parsed.denominator)
    advice = "write an int, a Fraction or a string such as '3/2'"
    raise NotExact(f"{value!r} is {type_with_article(value)}, not an exact rational: {advice}")


def as_rational(value: Any) -> fmpq | None:
    """Convert a number, or a truth value, to flint's rational; None for text and for anything that is not rational."""
    if isinstance(value, fmpq):
        return value
    if isinstance(value, (int, fmpz)):
        return fmpq(int(value))
    if isinstance(value, Fraction):
        return fmpq(value.numerator, value.denominator)
    return None


def rational_of_ball(point: arb) -> fmpq:
    """Convert a ball (flint's interval) with radius zero to its exact value."""
    mantissa, exponent = point.man_exp()
    return fmpq(int(mantissa)) * fmpq(2) ** int(exponent)


def _read_fraction(text: str) -> Fraction:
    """Parse a rational; ``ValueError`` for any other text."""
    try:
        if "e" not in text.lower():  # an exponent such as 1e999999999 takes all memory
            return Fraction(text)
    except (ValueError, ZeroDivisionError):
        pass
    raise ValueError(f"{text[:60]!r} is not a rational: write it as '3', '3/2' or '1.5'")


def fraction(value: Any) -> Fraction:
    """Convert any number that :func:`rational` accepts to a ``fractions.Fraction``; raises as it does."""
    exact = rational(value)
    return Fraction(int(exact.p), int(exact.q))


def type_with_article(value: object) -> str:
    """Return the type of a value with its article, such as ``a float``."""
    name = type(value).__name__
    return ("an " if name[:1].lower() in "aeiou" else "a ") + name


WHOLES: dict[int, Whole] = {}
"""The :class:`Whole` of each number from -64 to 256, made once: most numbers in an enumeration are small."""
_cached_whole = WHOLES.get


def _binary(method: Callable[[int, int], Any]) -> Callable[[Any, Any], Any]:
    """Wrap a binary method of ``int`` so that its result is a :class:`Whole`."""

    def apply(self: int, other: Any) -> Any:
        result = method(self, other)
        whole = _cached_whole(result)
        if whole is not None:
            return whole
        return result if result is NotImplemented else Whole(result)

    return apply


def _unary(method: Callable[..., int]) -> Callable[..., Any]:
    """Wrap a unary method of ``int`` so that its result is a :class:`Whole`; ``round`` may pass a number of digits."""

    def apply(self: int, *digits: int) -> Any:
        result = method(self, *digits)
        whole = _cached_whole(result)
        return Whole(result) if whole is None else whole

    return apply


class Whole(int):
    """A whole number whose ``/`` is exact, and whose other operations give a ``Whole`` again."""

    __slots__ = ()

    __add__ = _binary(int.__add__)
    __radd__ = _binary(int.__radd__)
    __sub__ = _binary(int.__sub__)
    __rsub__ = _binary(int.__rsub__)
    __mul__ = _binary(int.__mul__)
    __rmul__ = _binary(int.__rmul__)
    __floordiv__ = _binary(int.__floordiv__)
    __rfloordiv__ = _binary(int.__rfloordiv__)
    __mod__ = _binary(int.__mod__)
    __rmod__ = _binary(int.__rmod__)
    __neg__ = _unary(int.__neg__)
    __pos__ = _unary(int.__pos__)
    __abs__ = _unary(int.__abs__)
    __round__ = _unary(int.__round__)
    __trunc__ = _unary(int.__trunc__)
    __floor__ = _unary(int.__floor__)
    __ceil__ = _unary(int.__ceil__)

    def __divmod__(self, other: Any) -> Any:
        return (self // other, self % other) if isinstance(other, int) else NotImplemented

    def __rdivmod__(self, other: Any) -> Any:
        return (other // self, other % self) if isinstance(other, int) else NotImplemented

    def __truediv__(self, other: Any) -> Any:
        return _Division.quotient(int(self), int(other)) if isinstance(other, int) else NotImplemented

    def __rtruediv__(self, other: Any) -> Any:
        return _Division.quotient(int(other), int(self)) if isinstance(other, int) else NotImplemented

    def __pow__(self, other: Any, modulo: Any = None) -> Any:
        if not isinstance(other, int):
            return NotImplemented
        if modulo is not None:
            return Whole(pow(int(self), int(other), modulo))
        if other < 0:
            return _Division.quotient(1, int(self) ** -int(other))
        return Whole(int(self) ** int(other))

    def __rpow__(self, other: Any, modulo: Any = None) -> Any:
        return pow(Whole(other), self, modulo) if isinstance(other, int) else NotImplemented


WHOLES.update((k, Whole(k)) for k in range(-64, 257))


Comparison = Callable[[Any, Any], Any]
"""A comparison of :mod:`operator`, such as ``operator.lt``."""
COMPARISON_SYMBOLS: dict[Comparison, str] = {
    operator.lt: "<",
    operator.le: "<=",
    operator.gt: ">",
    operator.ge: ">=",
    operator.eq: "==",
}


class Ordered:
    """Mixin that defines ``<``, ``<=``, ``>`` and ``>=`` by one method, which each kind of number implements."""

    __slots__ = ()

    def _compare_with(self, other: Any, comparison: Comparison) -> Any:
        """Return whether ``comparison`` holds of the two numbers; ``NotImplemented`` if ``other`` is not a number."""
        raise NotImplementedError

    def __lt__(self, other: Any) -> Any:
        return self._compare_with(other, operator.lt)

    def __le__(self, other: Any) -> Any:
        return self._compare_with(other, operator.le)

    def __gt__(self, other: Any) -> Any:
        return self._compare_with(other, operator.gt)

    def __ge__(self, other: Any) -> Any:
        return self._compare_with(other, operator.ge)


@runtime_checkable
class Number(Protocol):
    """Type of an exact number in a definition, for annotations such as ``-> exact.Number``.

    Division is always exact. Comparisons are decided for numbers and not for symbolic parameters.
    """

    def __add__(self, other: Any, /) -> Number: ...
    def __radd__(self, other: Any, /) -> Number: ...
    def __sub__(self, other: Any, /) -> Number: ...
    def __rsub__(self, other: Any, /) -> Number: ...
    def __mul__(self, other: Any, /) -> Number: ...
    def __rmul__(self, other: Any, /) -> Number: ...
    def __truediv__(self, other: Any, /) -> Number: ...
    def __rtruediv__(self, other: Any, /) -> Number: ...
    def __pow__(self, other: Any, /) -> Any: ...
    def __neg__(self) -> Number: ...
    def __float__(self) -> float: ...
    def __abs__(self) -> Number: ...
    def __lt__(self, other: Any, /) -> Any: ...
    def __le__(self, other: Any, /) -> Any: ...
    def __gt__(self, other: Any, /) -> Any: ...
    def __ge__(self, other: Any, /) -> Any: ...
