"""Logarithms, roots and powers of rationals, as formal constants."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache, wraps
from typing import Any, ClassVar

from flint import fmpq, fmpz

from .formal import Formal
from .number import Number
from .radicals import ring_of, root_name
from .rationals import NotExact, fraction, rational


class _Constants:
    """Logarithms and powers of rationals: formal constants, or their current replacement."""

    stand_in: ClassVar[Callable[[str, Any, Any], Number] | None] = None


@contextmanager
def constants_by(stand_in: Callable[[str, Any, Any], Any]) -> Iterator[None]:
    """Inside, ``log`` and ``power`` of rationals are ``stand_in("log", x, None)`` and ``stand_in("power", x, e)``."""
    before = _Constants.stand_in
    _Constants.stand_in = stand_in
    try:
        yield
    finally:
        _Constants.stand_in = before


def remembered(constant: Callable[..., Any]) -> Callable[..., Any]:
    """A function of constants that remembers its values, but neither gives nor keeps them under :func:`constants_by`.

    For definitions that use a logarithm or a root many times; ``lru_cache`` would mix the two kinds of constants.
    """
    known = lru_cache(maxsize=4096)(constant)

    @wraps(constant)
    def value(*arguments: Any) -> Any:
        if _Constants.stand_in is not None or any(hasattr(a, "lanewise") for a in arguments):
            return constant(*arguments)
        return known(*arguments)

    return value


COMMON = ("log2", "log3", "log5", "log7")
"""Logarithms that are written in one ring from the start: most sums of constants have no others."""


def _generator(name: str) -> Formal:
    ring = ring_of(COMMON if name in COMMON else (name,))
    return Formal(ring.gen(ring.names().index(name)), ring.constant(fmpq(1)))


@lru_cache(maxsize=4096)
def _log_of(p: int, q: int) -> Number:
    total: Number = fmpq(0)
    for n, sign_ in ((p, 1), (q, -1)):
        for prime, exponent in fmpz(n).factor() if n > 1 else ():
            total = total + sign_ * int(exponent) * _generator(f"log{prime}")
    return total


def log(x: Any, base: Any = None) -> Number:
    """The logarithm of a positive rational as a formal constant; ``base=None`` is the natural logarithm.

    Logarithms are reduced to those of primes, so ``log(8) / log(2)`` is exactly 3.
    """
    if isinstance(x, Formal):
        raise NotExact(f"log of the irrational {x} has no normal form here; only rationals have one")
    if hasattr(x, "lanewise"):
        lanes: Number = x.lanewise(lambda entry: log(entry, base))
        return lanes
    x = rational(x)
    if x <= 0:
        raise ValueError(f"log: x is {x}; it must be positive")
    put = _Constants.stand_in
    value: Number = _log_of(int(x.p), int(x.q)) if put is None else put("log", x, None)
    if base is None:
        return value
    if hasattr(base, "logarithm"):
        quotient: Number = value / base.logarithm()
        return quotient
    if hasattr(base, "lanewise"):
        of_bases: Number = base.lanewise(lambda entry: value / log(entry))
        return of_bases
    base = rational(base)
    if base <= 0 or base == 1:
        raise ValueError(f"log: the base is {base}; it must be positive and not 1")
    return value / log(base)


def sqrt(x: Any) -> Number:
    """The square root of a non-negative rational as a formal constant, square factors taken out."""
    if isinstance(x, Formal):
        raise NotExact(f"sqrt of the irrational {x} has no normal form here; only rationals have one")
    if hasattr(x, "lanewise"):
        lanes: Number = x.lanewise(sqrt)
        return lanes
    x = rational(x)
    if x < 0:
        raise ValueError(f"sqrt: x is {x}; it must not be negative")
    return _power(x, 1, 2) if x else x


@lru_cache(maxsize=4096)
def _power_of(p: int, q: int, above: int, below: int) -> Number:
    value: Number = fmpq(1)
    for n, exponent in ((p, above), (q, -above)):
        for prime, multiplicity in fmpz(n).factor() if n > 1 else ():
            whole, rest = divmod(int(multiplicity) * exponent, below)
            value = value * fmpq(int(prime)) ** whole
            if rest:
                part = Fraction(rest, below)
                value = value * _generator(root_name(part.denominator, int(prime))) ** part.numerator
    return value


def _power(x: Any, above: int, below: int) -> Number:
    """``x ** (above / below)`` of a positive rational."""
    if _Constants.stand_in is not None:
        return _Constants.stand_in("power", x, Fraction(above, below))
    return _power_of(int(x.p), int(x.q), above, below)


def power(x: Any, exponent: Any) -> Number:
    """``x ** exponent`` of a positive rational and a rational, as a formal constant, whole powers taken out.

    ``power(8, Fraction(1, 3))`` is exactly 2.
    """
    if isinstance(x, Formal) or isinstance(exponent, Formal):
        raise NotExact(
            f"power: {x} ** {exponent} has no normal form here; only powers of rationals by rationals have one"
        )
    if hasattr(x, "lanewise"):
        lanes: Number = x.lanewise(lambda entry: power(entry, exponent))
        return lanes
    if hasattr(exponent, "lanewise"):  # it knows which powers it can be an exponent of
        raised: Number = x**exponent
        return raised
    x, by = rational(x), fraction(exponent)
    if x <= 0:
        raise ValueError(f"power: x is {x}; it must be positive")
    return _power(x, by.numerator, by.denominator)


def root(x: Any, order: int) -> Number:
    """The real root of that order of a non-negative rational, as a formal constant.

    ``root(16, 4)`` is exactly 2.
    """
    if not isinstance(order, int) or isinstance(order, bool) or order < 1:
        raise ValueError(f"root: the order is {order!r}; it must be a whole number 1, 2, ...")
    if not hasattr(x, "lanewise") and not isinstance(x, Formal) and rational(x) == 0:
        return fmpq(0)
    return power(x, Fraction(1, int(order)))
