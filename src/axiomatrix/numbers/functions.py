"""Functions of one number, on which a definition is evaluated for all values of a parameter at once.

A definition is evaluated on a :class:`Function`, a quotient of polynomials over the rationals, in place of its
parameter. The parameter runs over a *part*, an interval or point of the real line (:mod:`.line`). Where the definition
compares, or divides, the sign must be the same on the whole part: where it changes inside, :class:`ChangesSign` says at
which numbers. The caller then evaluates the definition again on each part between these numbers, and at each of them. A
definition may therefore branch on its parameter, and no sign is decided by a sample. The values of a parameter for
which an axiom fails are found this way (:mod:`axiomatrix.methods.values`).
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NoReturn

from flint import fmpq, fmpq_poly

from .line import Interval, RealRoot, roots_of
from .rationals import Comparison, Ordered, as_rational


class NoFunction(BaseException):
    """Raised for an operation on a parameter that no quotient of polynomials can express, named in the message.

    It is not an ``Exception``, so that a definition does not catch it and go on with another value.
    """


class ChangesSign(BaseException):
    """Raised where a sign is not the same on the whole part.

    No ``Exception``, so that a definition does not catch it.
    """

    def __init__(self, roots: list[RealRoot]) -> None:
        super().__init__("the sign changes")
        self.roots = roots
        """The numbers strictly inside the part at which the sign may change."""


class Place:
    """Holds the part of the line on which functions are evaluated now.

    All functions of one evaluation share a place: where the caller sets another ``part``, all of them see it.
    """

    def __init__(self, part: Interval) -> None:
        self.part = part


def _refusing(operation: str) -> Any:
    """Make a method that raises :class:`NoFunction` naming the operation, such as "a comparison of a parameter"."""

    def refuse(self: Any, *_: Any) -> NoReturn:
        raise NoFunction(f"{operation} of a parameter")

    return refuse


class StandIn(Ordered):
    """Stand-in for a number in a definition; operations that it does not support are refused."""

    __slots__ = ()
    _compare_with = __eq__ = _refusing("a comparison")
    __bool__ = _refusing("the truth")
    __hash__ = _refusing("a key made")
    __add__ = __radd__ = __sub__ = __rsub__ = _refusing("a sum")
    __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _refusing("a product")
    __neg__ = __pos__ = __abs__ = _refusing("the sign")
    __pow__ = __rpow__ = _refusing("a power with the exponent")
    __float__ = __complex__ = _refusing("a float")
    __int__ = __index__ = _refusing("a whole number made")
    __round__ = __trunc__ = __floor__ = __ceil__ = _refusing("the rounding")
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __divmod__ = __rdivmod__ = _refusing(
        "the whole-number division"
    )
    __str__ = __format__ = _refusing("the text")

    def __getattr__(self, name: str) -> NoReturn:
        """Refuse the attributes of rationals, such as ``numerator``; others are missing, as on any object."""
        if not name.startswith("__") and (hasattr(Fraction, name) or hasattr(fmpq, name)):
            raise NoFunction(f"{name} of a parameter")
        raise AttributeError(name)

    def lanewise(self, function: Callable[[Any], Any]) -> Any:
        """Refuse ``exact.sqrt``, ``exact.log`` and ``exact.power``, which call this for other than rationals."""
        caller = sys._getframe(1).f_code.co_name  # sqrt, log or power
        raise NoFunction(f"{caller}() of a parameter")


class Function(StandIn):
    """A quotient of polynomials in one number, with the place that holds its part of the line; immutable."""

    __slots__ = ("above", "below", "place")
    __array_priority__ = 1000  # numpy leaves operators to this class
    above: Any
    """The numerator. Subclasses have other polynomials here, and below."""
    below: Any
    """The denominator, which has no factor in common with the numerator."""

    def __init__(self, place: Place, above: fmpq_poly, below: fmpq_poly | None = None) -> None:
        self.place = place
        below = fmpq_poly([1]) if below is None else below
        if below.degree() > 0:
            common = above.gcd(below)
            if common.degree() > 0:
                above, below = divmod(above, common)[0], divmod(below, common)[0]
        self.above, self.below = above, below

    @classmethod
    def of_number(cls, place: Place) -> Function:
        """Make the function of the parameter itself: the identity."""
        return cls(place, fmpq_poly([0, 1]))

    def _of(self, value: Any) -> Function | None:
        """Convert a rational to a constant function; None for text, refused for anything else."""
        if type(value) is type(self):
            if value.place is not self.place:
                raise NoFunction("an operation with two parameters")
            return value
        number = as_rational(value)
        if number is not None:
            return type(self)(self.place, fmpq_poly([number]))
        if isinstance(value, str):
            return None
        raise NoFunction(f"an operation with {value!r:.40}, which is not a rational number,")

    def _combined(self, other: Any, combine: Callable[[Function], tuple[Any, Any]]) -> Any:
        """Combine with another number: ``combine`` returns the numerator and denominator of the result."""
        right = self._of(other)
        return NotImplemented if right is None else type(self)(self.place, *combine(right))

    def _plus(self, other: Function) -> tuple[Any, Any]:
        """Return the numerator and denominator of the sum."""
        if self.below == other.below:
            return self.above + other.above, self.below
        return self.above * other.below + other.above * self.below, self.below * other.below

    def __add__(self, other: Any) -> Any:
        return self._combined(other, self._plus)

    __radd__ = __add__

    def __neg__(self) -> Function:
        return type(self)(self.place, -self.above, self.below)

    def __pos__(self) -> Function:
        return self

    def __sub__(self, other: Any) -> Any:
        return self._combined(other, lambda right: self._plus(-right))

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        return self._combined(other, lambda right: (self.above * right.above, self.below * right.below))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        right = self._of(other)
        if right is None:
            return NotImplemented
        if right.sign() == 0:
            raise ZeroDivisionError("division by zero")
        return type(self)(self.place, self.above * right.below, self.below * right.above)

    def __rtruediv__(self, other: Any) -> Any:
        left = self._of(other)
        return NotImplemented if left is None else left / self

    def __pow__(self, exponent: Any) -> Any:
        if not isinstance(exponent, int):
            raise NoFunction(f"a power with the exponent {exponent!r:.40} of a parameter")
        if exponent < 0:
            return 1 / self ** -int(exponent)
        return type(self)(self.place, self.above ** int(exponent), self.below ** int(exponent))

    def __abs__(self) -> Function:
        return -self if self.sign() < 0 else self

    def sign(self) -> int:
        """Return the sign on the part; raise :class:`ChangesSign` where it is not the same there."""
        part = self.place.part
        product = self.above * self.below  # has the sign of the quotient
        if product.degree() < 0:  # the polynomial 0
            return 0
        if part.point is not None:
            return part.point.sign_of(product)
        if roots := part.inside(roots_of(product)):
            raise ChangesSign(roots)
        value = product(part.rational_inside())  # without a root inside the sign is the same everywhere in the part
        return int(value > 0) - int(value < 0)

    def _compare_with(self, other: Any, comparison: Comparison) -> Any:
        difference = self - other
        return difference if difference is NotImplemented else comparison(difference.sign(), 0)

    def __eq__(self, other: object) -> Any:
        return self._compare_with(other, operator.eq)

    def __bool__(self) -> bool:
        return self.sign() != 0

    __hash__ = StandIn.__hash__

    def __repr__(self) -> str:
        return f"({self.above})/({self.below})"
