"""Stand-ins for parameters that enter a definition through another number: the base of a logarithm, a half-life.

The search for parameter values (:mod:`axiomatrix.methods.values`) uses them and :mod:`.functions`, where the parameter
itself is the variable.

* A base b > 1 enters as y = log b, in log_b x = log x / y. Values are then quotients of polynomials in y with formal
  coefficients (:class:`Logarithmic`). A sign is decided where all coefficients have the same sign. With two
  neighbouring powers of y, it changes at one b, whose logarithm is a formal constant (:class:`LogRoot`). Any other sign
  is refused. A definition that also computes with b itself does so with the function :class:`Base`.
* A half-life alpha enters as t = 2^(-1/(alpha - 1)), since discounts are 2^(-(i - 1)/(alpha - 1)), a power of t. The
  definition gets a :class:`HalfLife`, from which it can compute such a power and nothing else.

Both are evaluated on a *part*, an interval or point of the line, over which the parameter runs. :class:`NoFunction`
refuses an operation or a sign, and :class:`ChangesSign` asks for a smaller part, as in :mod:`.functions`.
"""

from __future__ import annotations

import math
from itertools import product
from typing import Any

from flint import fmpq, fmpq_poly, fmpz_poly

from .exact import log
from .formal import Formal, compare
from .formal import sign as sign_of
from .functions import ChangesSign, Function, NoFunction, Place, StandIn
from .line import DIGITS, RealRoot
from .rationals import as_rational
from .ring import add_coefficients


class LogRoot(RealRoot):
    """The number whose logarithm is a formal constant."""

    __slots__ = ("logarithm",)

    def __init__(self, logarithm: Any) -> None:
        # The bounds serve only to write decimals, so that floats will do, with a margin of one unit for their rounding.
        # Comparisons use the logarithm, and the polynomial, here 0, is never evaluated.
        exponent = float(logarithm) if isinstance(logarithm, Formal) else int(logarithm.p) / int(logarithm.q)
        scale = 10 ** (2 * DIGITS)
        below = math.floor(math.exp(exponent) * scale) - 1
        super().__init__(fmpz_poly([0]), fmpq(below, scale), fmpq(below + 3, scale))
        self.logarithm = logarithm

    def compare(self, other: RealRoot) -> int:
        """Compare with another number by the logarithms: -1, 0 or 1."""
        other_logarithm = other.logarithm if isinstance(other, LogRoot) else None
        if other_logarithm is None:  # the other number is algebraic, and only of a rational the logarithm is formal
            if other.rational is None:
                raise NoFunction("a comparison with an irrational number, of the base")
            if other.rational <= 0:  # a number with a logarithm is positive
                return 1
            other_logarithm = log(other.rational)
        comparison = compare(self.logarithm, other_logarithm)
        if comparison is None:
            raise NoFunction("a comparison that balls leave open, of the base")
        return comparison

    def text(self, name: str) -> str:
        """Write the number as a power of e; ``name`` is not needed."""
        return f"e^({self.logarithm})"

    def _halve(self) -> None:
        raise NoFunction("a value between numbers that are very near to each other, of the base")


class Base(Function):
    """A base above 1 in place of a number; :meth:`logarithm` stands in for its logarithm."""

    __slots__ = ()

    def sign(self) -> int:
        """Return the sign on the part.

        At a point with a formal logarithm only the sign of a linear function of b is known; others are refused.
        """
        point = self.place.part.point
        if not isinstance(point, LogRoot):
            return super().sign()
        if self.above.degree() > 1 or self.below.degree() > 0:
            raise NoFunction("more than a comparison")
        if self.above.degree() < 1:  # a rational constant, whose sign is always decided: never None
            return int(sign_of(self.above[0] / self.below[0]) or 0)
        zero = RealRoot.of(-self.above[0] / self.above[1])  # where the linear function is 0
        is_rising = self.above[1] / self.below[0] > 0
        return int(point.compare(zero) if is_rising else -point.compare(zero))

    def logarithm(self) -> Any:
        """Return the logarithm y of the base itself; a constant at a single point. Refused for a function of the base.

        ``exact.log`` calls it for its base.
        """
        if self.above != fmpq_poly([0, 1]) or self.below != fmpq_poly([1]):
            raise NoFunction("a logarithm to another base")
        point = self.place.part.point
        if point is None:
            return Logarithmic(self.place, Powers({1: fmpq(1)}))
        return point.logarithm if isinstance(point, LogRoot) else log(point.rational)


class Powers(dict[int, Any]):
    """A polynomial in y: by exponent, the coefficients of the powers of y, none of them zero."""

    def __add__(self, other: Powers) -> Powers:
        return Powers(add_coefficients(self, other))

    def __neg__(self) -> Powers:
        return Powers({k: -c for k, c in self.items()})

    def __mul__(self, other: Powers) -> Powers:
        total: dict[int, Any] = {}
        for (j, x), (k, y) in product(self.items(), other.items()):
            total = add_coefficients(total, {j + k: x * y})
        return Powers(total)


ONE = Powers({0: fmpq(1)})
"""The polynomial 1."""


class Logarithmic(Function):
    """A quotient of polynomials in y = log b with formal coefficients, on an interval of b above 1; immutable."""

    __slots__ = ()
    __pow__ = StandIn.__pow__  # refused: that of ``Function`` needs polynomials of flint, and ``Powers`` has no powers

    def __init__(self, place: Place, above: Powers, below: Powers = ONE) -> None:
        self.place = place
        self.above = above
        self.below = below

    def _of(self, value: Any) -> Function | None:
        """Convert a rational or formal number to a constant function; refuse anything else."""
        if type(value) is Logarithmic:
            return value
        number = value if isinstance(value, Formal) else as_rational(value)
        if number is None:
            raise NoFunction(f"an operation with {type(value).__name__}")
        return Logarithmic(self.place, Powers({0: number} if number != 0 else {}))

    def sign(self) -> int:
        """Return the sign on the interval; raise :class:`ChangesSign` where it is not the same there."""
        return self._sign_of(self.above) * self._sign_of(self.below)

    def _sign_of(self, powers: Powers) -> int:
        """Return the sign of a polynomial in y, which is positive.

        Coefficients of one sign decide it. Two neighbouring powers of opposite signs change it at one y, a quotient of
        coefficients: if the base with that logarithm is inside the interval, the interval is split there.
        """
        signs = {sign_of(c) for c in powers.values()}
        if None in signs:
            raise NoFunction("a sign that balls leave open, of the base")
        if len(signs) < 2:
            return next(iter(signs), 0) or 0  # 0 for no powers; a sign is never None here
        least, greatest = min(powers), max(powers)
        if greatest - least > 1:
            raise NoFunction("a polynomial of the logarithm")
        root = -powers[least] / powers[greatest]
        if sign_of(root) == 1:
            inside = self.place.part.inside([LogRoot(root)])
            if inside:
                raise ChangesSign(list(inside))
        # divided by y^least > 0, the polynomial is linear; its sign at one y inside decides
        y = log(self.place.part.rational_inside())
        sign = sign_of(powers[least] + powers[greatest] * y)
        if sign is None:
            raise NoFunction("a sign that balls leave open, of the base")
        return sign


class HalfLife(StandIn):
    """Stand-in for a half-life alpha: only 2^(k/(alpha - 1)) can be computed from it, for whole k.

    The computation has three steps, and each returns the next stand-in: alpha - 1, then k/(alpha - 1), then the power.
    """

    def __init__(self, t: Function) -> None:
        """Make the stand-in for a t = 2^(-1/(alpha - 1))."""
        self.t = t

    def __sub__(self, other: Any) -> _HalfLifeMinusOne:
        if other != 1:
            raise NoFunction("a difference other than alpha - 1")
        return _HalfLifeMinusOne(self.t)


class _HalfLifeMinusOne(StandIn):
    """Stand-in for alpha - 1."""

    def __init__(self, t: Function) -> None:
        self.t = t

    def __rtruediv__(self, other: Any) -> _Exponent:
        number = as_rational(other)
        if number is None or number.q != 1:
            raise NoFunction(f"{other!r:.40} divided by alpha - 1")
        return _Exponent(self.t, int(number.p))


class _Exponent(StandIn):
    """Stand-in for k/(alpha - 1), which may be an exponent of 2: 2^(k/(alpha - 1)) is t^(-k)."""

    def __init__(self, t: Function, k: int) -> None:
        self.t, self.k = t, k

    def __neg__(self) -> _Exponent:
        return _Exponent(self.t, -self.k)

    def __rpow__(self, base: Any) -> Any:
        if base != 2:
            raise NoFunction(f"a power of {base}")
        return self.t ** (-self.k)
