"""Formal numbers: rational functions in logarithms and roots of primes, and their comparison.

Values such as nDCG's are formal numbers, for example ``log(2)/log(3) + sqrt(5)``. Equality is decided by the normal
form, and a strict order by ball arithmetic: two numbers are separated if intervals around them lie apart. Where neither
decides, :func:`sign` and :func:`compare` return None, which callers count as undecided, and operators such as ``<``
raise :class:`Undecided`. Definitions use :mod:`.exact`, which makes these numbers; :mod:`.radicals` has the rings of
their numerators and denominators, whose unknowns, the logarithms and roots, are called *generators*.

Numbers with different normal forms count as unequal, as if logarithms of primes were algebraically independent. That
follows from Schanuel's conjecture and is not proved. No order depends on it: only balls that lie apart decide one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Self

import flint
from flint import arb, fmpq, fmpq_mpoly, fmpz

from .frozen import Frozen, new, setters
from .radicals import (
    in_common_ring,
    latex,
    logarithm_argument,
    lower_orders,
    rationalise,
    reduce_roots,
    ring_of,
    root_of,
    root_places,
    roots_in,
)
from .rationals import Comparison, NotExact, Ordered, rational

PRECISIONS = (64, 256, 1024, 4096)
"""Bits at which ball arithmetic tries to separate two formal numbers before the comparison is given up."""
DOUBLE_BITS = 53
"""Bits of the mantissa of a float."""


class Undecided(ArithmeticError):
    """Raised where a sign is needed that neither the normal form nor ball arithmetic decides."""


class Formal(Ordered, Frozen):
    """A number computed from rationals, logarithms and roots of primes by ``+ - * /``, in normal form.

    The normal form is ``num / den`` with roots reduced (``sqrt 2 * sqrt 2 = 2``), the denominator free of roots,
    numerator and denominator coprime, and the denominator's leading coefficient 1. Where the result of an operation is
    rational, the rational itself is returned; only :meth:`of` makes a ``Formal`` of a rational, as an operand.

    Roots of high order (see :data:`radicals.LARGEST_NORM`) may stay in the denominator. Equality is then decided by
    multiplying out. All such numbers share one hash, which differs from that of an equal number without such roots.
    """

    __slots__ = ("_hash", "den", "enclosure", "num")
    __array_priority__ = 1000  # numpy leaves operators to this class

    lazy = MappingProxyType(  # computed by ``Frozen`` at the first access
        {
            "_hash": lambda x: hash("a root in the denominator" if roots_in(x.den) else (_key(x.num), _key(x.den))),
            "enclosure": lambda x: x.ball(PRECISIONS[0]),
        }
    )

    num: fmpq_mpoly
    den: fmpq_mpoly
    _hash: int
    enclosure: arb
    """A ball, that is, an interval, around the value."""

    def __new__(cls, num: fmpq_mpoly, den: fmpq_mpoly) -> Self:
        """Make a number from parts that are already in normal form; :meth:`normal` accepts any parts."""
        self = new(cls)
        _set_num(self, num)
        _set_den(self, den)
        return self

    @staticmethod
    def normal(num: fmpq_mpoly, den: fmpq_mpoly, within: fmpq_mpoly | None = None) -> Any:
        """Bring ``num / den`` to normal form: a ``Formal``, or a rational if the value is one.

        1. Write both in one ring, reduce powers of roots, and free the denominator of roots.
        2. Divide both by their greatest common divisor.
        3. Make the leading coefficient of the denominator 1.

        Steps 1 and 2 replace roots by roots of the lowest possible orders: root(2, 4)**2 becomes sqrt(2).

        ``within`` is a factor of ``den`` that contains every common factor of both, if the caller knows one: its
        greatest common divisor is faster to compute. It is not used when roots occur.
        """
        num, den = in_common_ring(num, den)
        if root_places(num.context()):
            num, within = reduce_roots(num), None
            if not den.is_constant():
                num, den = rationalise(num, reduce_roots(den))
            num, den = lower_orders(num, den)
        if den.is_zero():
            raise ZeroDivisionError("division by a formal zero")
        if not den.is_constant():
            common = num.gcd(den if within is None else within)
            if not common.is_one():
                num, den = lower_orders(num / common, den / common)  # the quotients may need roots of lower orders only
        lead = den.leading_coefficient()
        if lead != 1:
            num, den = num / lead, den / lead
        if num.is_constant() and den.is_constant():
            return fmpq(0) if num.is_zero() else num.leading_coefficient()
        return Formal(num, den)

    @staticmethod
    def of(value: Any) -> Formal | None:
        """Wrap an exact number as a formal number; None for anything else."""
        if isinstance(value, Formal):
            return value
        number = _rational_of(value)
        ring = ring_of(())
        return None if number is None else Formal(ring.constant(number), ring.constant(fmpq(1)))

    def _combined(self, other: Any, combine: Callable[..., _Parts]) -> Any:
        """Combine with another number: ``combine`` takes numerator and denominator of both, in a common ring."""
        right = Formal.of(other)
        if right is None:
            return NotImplemented
        return Formal.normal(*combine(*in_common_ring(self.num, self.den, right.num, right.den)))

    def _scaled(self, factor: fmpq) -> Any:
        """Multiply by a rational, which leaves the parts coprime."""
        return Formal(self.num * factor, self.den) if factor else fmpq(0)

    def __add__(self, other: Any) -> Any:
        if (number := _rational_of(other)) is not None and not roots_in(self.den):
            return Formal(self.num + number * self.den, self.den)  # the numerator stays coprime to the denominator
        return self._combined(other, _sum)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        if (number := _rational_of(other)) is not None and not roots_in(self.den):
            return Formal(self.num - number * self.den, self.den)
        return self._combined(other, lambda a, b, c, d: _sum(a, b, -c, d))

    def __rsub__(self, other: Any) -> Any:
        return -(self - other)

    def __mul__(self, other: Any) -> Any:
        if (number := _rational_of(other)) is not None:
            return self._scaled(number)
        return self._combined(other, _product)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if number := _rational_of(other):  # not 0, by which ``normal`` refuses to divide
            return self._scaled(1 / number)
        return self._combined(other, _quotient)

    def __rtruediv__(self, other: Any) -> Any:
        number = _rational_of(other)
        return NotImplemented if number is None else Formal.normal(self.den * number, self.num)

    def __pow__(self, exponent: Any) -> Any:
        if not isinstance(exponent, int):
            return NotImplemented
        power = int(exponent)  # of a ``Whole``, which flint does not take
        return 1 / self**-power if power < 0 else Formal.normal(self.num**power, self.den**power)

    def __neg__(self) -> Any:
        return Formal(-self.num, self.den)

    def __abs__(self) -> Any:
        return -self if needed_sign(self) < 0 else self

    def __bool__(self) -> bool:
        return True  # a zero is rational, never Formal

    def __eq__(self, other: object) -> bool:
        right = Formal.of(other)
        if right is None:
            return NotImplemented
        a, b, c, d = in_common_ring(self.num, self.den, right.num, right.den)
        if b == d:
            return bool(a == c)
        return bool(roots_in(b) or roots_in(d)) and bool(reduce_roots(a * d - c * b).is_zero())

    def __hash__(self) -> int:
        return self._hash

    def _compare_with(self, other: Any, comparison: Comparison) -> Any:
        if isinstance(other, Formal) or _rational_of(other) is not None:
            return comparison(_require(compare(self, other), self, other), 0)
        return comparison(needed_sign(self - other), 0)  # a stand-in for numbers, such as a symbol

    def ball(self, bits: int) -> arb:
        """Compute an enclosure of the value with ``bits`` bits."""
        previous_bits = flint.ctx.prec
        flint.ctx.prec = bits
        try:
            return _polynomial_ball(self.num, bits) / _polynomial_ball(self.den, bits)
        finally:
            flint.ctx.prec = previous_bits

    def __float__(self) -> float:
        ball = self.enclosure
        for bits in PRECISIONS[1:]:
            if ball.rel_accuracy_bits() >= DOUBLE_BITS:
                break
            ball = self.ball(bits)  # with more bits: terms that cancel had left too few
        return float(ball.mid())

    def __reduce__(self) -> Any:
        return _formal_of_terms, (self.num.context().names(), self.num.to_dict(), self.den.to_dict())

    def __str__(self) -> str:
        num, den = _polynomial_text(self.num), _polynomial_text(self.den)
        return num if den == "1" else f"({num})/({den})"

    __repr__ = __str__

    def _repr_latex_(self) -> str:
        """Return the number as LaTeX, for notebooks."""
        return f"${latex(self)}$"


_Parts = tuple[fmpq_mpoly, fmpq_mpoly, fmpq_mpoly | None]
"""Numerator, denominator, and the part of the denominator that may share factors with the numerator (None: all)."""


def _sum(a: fmpq_mpoly, b: fmpq_mpoly, c: fmpq_mpoly, d: fmpq_mpoly) -> _Parts:
    """Return ``a / b + c / d``. Without roots, Henrici's method (1956) uses the least common denominator.

    With ``common = gcd(b, d)``, a factor that numerator and denominator share divides ``common``.
    """
    if b == d:
        return a + c, b, None
    if root_places(b.context()):
        return a * d + c * b, b * d, None
    common = b.gcd(d)
    d = d / common
    return a * d + c * (b / common), b * d, common


def _product(a: fmpq_mpoly, b: fmpq_mpoly, c: fmpq_mpoly, d: fmpq_mpoly) -> _Parts:
    """Return ``a / b * c / d``; without roots, each numerator is reduced with the other denominator (Henrici 1956).

    No factor is then left to cancel, so the last part is 1.
    """
    if root_places(b.context()):
        return a * c, b * d, None
    left, right = a.gcd(d), c.gcd(b)
    return (a / left) * (c / right), (b / right) * (d / left), b.context().constant(1)


def _quotient(a: fmpq_mpoly, b: fmpq_mpoly, c: fmpq_mpoly, d: fmpq_mpoly) -> _Parts:
    """Return ``(a / b) / (c / d)``."""
    return (a, c, None) if b == d else _product(a, b, d, c)


_set_num, _set_den = setters(Formal, "num", "den")


def _rational_of(value: Any) -> fmpq | None:
    """Convert a rational to flint's; None for anything else."""
    if isinstance(value, fmpq):
        return value
    if isinstance(value, int):
        return fmpq(int(value))  # a truth value counts as 0 or 1, as it does next to a rational
    return rational(value) if isinstance(value, (Fraction, fmpz)) else None


def to_data(value: Any) -> Any:
    """Encode a rational as a string, and a formal number as generators, numerator and denominator, for JSON."""
    if not isinstance(value, Formal):
        return str(value)
    parts = ([[list(map(int, powers)), str(c)] for powers, c in p.to_dict().items()] for p in (value.num, value.den))
    return [list(value.num.context().names()), *parts]


def from_data(data: Any) -> Any:
    """Decode a number that :func:`to_data` encoded, in another process or run."""
    if isinstance(data, str):
        return _rational(data)
    names, num, den = data
    return _formal_of_terms(names, *({tuple(powers): _rational(c) for powers, c in part} for part in (num, den)))


def _rational(text: str) -> fmpq:
    return fmpq(*map(int, text.split("/")))


def _formal_of_terms(names: tuple[str, ...], num: dict[Any, fmpq], den: dict[Any, fmpq]) -> Formal:
    """Make a number from its generators and the terms (exponents to coefficient) of its parts in normal form."""
    ring = ring_of(tuple(names))
    return Formal(ring.from_dict(num), ring.from_dict(den))


def _key(p: fmpq_mpoly) -> tuple[Any, ...]:
    """Return a key that equal polynomials share, also if their rings have different generators."""
    used = tuple((name, int(degree)) for name, degree in zip(p.context().names(), p.degrees(), strict=True) if degree)
    return used, tuple(map(str, p.coeffs()))


@lru_cache(maxsize=1 << 15)
def _monomial_ball(names: tuple[str, ...], exponents: tuple[int, ...], bits: int) -> arb:
    """Enclose a product of powers of generators; ``bits`` must be flint's current precision."""
    powers = (_generator_ball(name, bits) ** int(e) for name, e in zip(names, exponents, strict=True) if e)
    return math.prod(powers, start=arb(1))


@lru_cache(maxsize=1024)
def _generator_ball(name: str, bits: int) -> arb:
    """Enclose a logarithm or root by its name, such as ``log7``; ``bits`` as above."""
    root = root_of(name)
    if root is None:
        return arb(logarithm_argument(name)).log()
    order, prime = root
    return arb(prime).sqrt() if order == 2 else (arb(prime).log() / order).exp()


def _polynomial_ball(p: fmpq_mpoly, bits: int) -> arb:
    """Enclose a polynomial in logarithms and roots; ``bits`` as above."""
    if p.is_constant():
        return arb(0 if p.is_zero() else p.leading_coefficient())
    names = p.context().names()
    terms = zip(p.coeffs(), p.monoms(), strict=True)
    return sum((_monomial_ball(names, exponents, bits) * arb(c) for c, exponents in terms), start=arb(0))


def _generator_text(name: str) -> str:
    """Write a generator as :func:`.exact.parse` reads it, such as ``log(7)`` for ``log7``."""
    root = root_of(name)
    if root is None:
        return f"log({logarithm_argument(name)})"
    order, prime = root
    return f"sqrt({prime})" if order == 2 else f"root({prime}, {order})"


def _polynomial_text(p: fmpq_mpoly) -> str:
    names = [_generator_text(name) for name in p.context().names()]
    terms = []
    for exponents, coefficient in sorted(p.to_dict().items(), reverse=True):
        factors = [n if e == 1 else f"{n}**{e}" for n, e in zip(names, exponents, strict=True) if e]
        if not factors or coefficient != 1:
            factors.insert(0, str(coefficient))
        terms.append("*".join(factors))
    return " + ".join(terms) or "0"


def sign(x: Any) -> int | None:
    """Return -1, 0 or 1; None if neither the normal form nor balls of up to 4096 bits decide."""
    if type(x) is fmpq:
        return (1 if x.p > 0 else -1) if x else 0
    if isinstance(x, Formal):
        for bits in PRECISIONS:
            ball = x.enclosure if bits == PRECISIONS[0] else x.ball(bits)
            if ball > 0:
                return 1
            if ball < 0:
                return -1
        return None
    if isinstance(x, float):
        raise NotExact(f"{x!r} is a float, where an exact number is needed")
    return int(x > 0) - int(x < 0)  # an int, a Fraction, or anything that can be compared with 0


def enclose(x: Any) -> arb:
    """Enclose an exact number in a ball."""
    return x.enclosure if isinstance(x, Formal) else arb(rational(x))


def compare(x: Any, y: Any) -> int | None:
    """Return the sign of ``x - y``, or None. Enclosures that lie apart decide it without computing the difference."""
    if x is y:
        return 0
    if isinstance(x, Formal) or isinstance(y, Formal):
        left, right = enclose(x), enclose(y)
        if left > right:
            return 1
        if left < right:
            return -1
    return sign(x - y)


def needed_sign(x: Any) -> int:
    """Return the sign of ``x``; raise :class:`Undecided` where it is not decided."""
    return _require(sign(x), x, 0)


def _require(decided_sign: int | None, x: Any, y: Any) -> int:
    """Return the first argument, the sign of ``x - y``; raise :class:`Undecided` if it is None."""
    if decided_sign is None:
        question = f"the sign of {x}" if y == 0 else f"how {x} compares with {y}"
        raise Undecided(f"{PRECISIONS[-1]} bits do not decide {question}")
    return decided_sign
