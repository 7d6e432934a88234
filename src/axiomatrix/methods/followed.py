"""Stand-ins for a numeric parameter on which one evaluation of a definition covers all values of the parameter.

:mod:`.values` finds the intervals of values at which a statement fails, and :mod:`.scalar_extremes` the extremes of a
ratio. Both replace the parameter by the ``value`` of a class below: a function of a variable x on the real line. For a
number or a base of logarithms, x is the parameter itself. A half-life is written as a function of another variable, so
its class also translates intervals of the variable into half-lives.

Each class has the ``part`` of the line over which the variable runs, the ``value``, the ``place`` (the part that
definitions are evaluated on at the moment), and two methods: :meth:`~FollowedNumber.end` and
:meth:`~FollowedNumber.rational_value_in`. The constructor raises :class:`~..numbers.functions.NoFunction` for a space
that does not suit the class. A *root* is an exact number, which may be irrational: a root of a polynomial.
"""

from __future__ import annotations

import math
from typing import Any

from flint import fmpq

from ..evidence.values import End
from ..numbers.exact import log, rational
from ..numbers.functions import Function, NoFunction, Place
from ..numbers.line import DIGITS, Interval, RealRoot, simple_fraction
from ..numbers.substitutions import Base, HalfLife
from ..spaces import Numbers


class FollowedNumber:
    """A number as a parameter: the definition is evaluated on the identity function."""

    def __init__(self, space: Numbers, name: str) -> None:
        self.name = name
        low, high = RealRoot.of(space.low), None if space.high is None else RealRoot.of(space.high)
        self.part = Interval(low, high, space.closed, space.closed and high is not None)
        self.place = Place(self.part)
        """The part of the line that the definition is evaluated on now; the callers narrow it."""
        self.value: Any = Function.of_number(self.place)

    def end(self, root: RealRoot | None) -> End | None:
        """Return the end of an interval as text with a decimal; None for an infinite end."""
        return None if root is None else End(root.text(self.name), root.decimal())

    def rational_value_in(self, part: Interval) -> Any:
        """Return a rational value of the parameter in the part; None if the part is an irrational point."""
        return part.rational_inside() if part.point is None else part.point.rational


class FollowedHalfLife:
    """A half-life alpha above 1 as a parameter: the variable is t = 2^(-1/(alpha - 1)), between 0 and 1.

    Discounts such as 2^(-k/(alpha - 1)) are then powers of t, so that values of the metric are polynomials in t. Since
    t grows with alpha, intervals of t are intervals of alpha in the same order.
    """

    def __init__(self, space: Numbers, name: str) -> None:
        if space.low != 1 or space.high is not None:
            raise NoFunction("a power with the exponent of a parameter")
        self.part = Interval(RealRoot.of(fmpq(0)), RealRoot.of(fmpq(1)))
        self.place = Place(self.part)
        self.value: Any = HalfLife(Function.of_number(self.place))

    def end(self, root: RealRoot | None) -> End | None:
        """Return the end t of an interval as the half-life alpha = 1 - log 2/log t; None for an infinite half-life."""
        assert root is not None  # t lies between 0 and 1, so both ends are finite
        if root.rational == 1:
            return None
        if root.rational == 0:
            return End("1", "1")
        near = root.approximate(2 * DIGITS)  # twice the digits of the result, since 1/log t loses some
        decimal = f"{1 - math.log(2) / math.log(int(near.p) / int(near.q)):.{DIGITS}f}".rstrip("0").rstrip(".")
        if root.rational is None:
            return End(f"1 - log(2)/log(t), t = {root.text('t')}", decimal)
        return End(str(1 - log(2) / log(root.rational)), decimal)

    def rational_value_in(self, part: Interval) -> Any:
        """Return a rational half-life in the part; None if the part is a point that is not a whole half-life."""
        if part.point is not None:
            end = self.end(part.point)
            return fmpq(int(end.exact)) if end is not None and end.exact.isdigit() else None
        low, high = self.end(part.low), self.end(part.high)
        lower = rational(low.near) if low is not None else fmpq(1)
        upper = lower + 2 if high is None else rational(high.near)  # any width does for an unbounded part
        # the ends are rounded decimals: stay a hundredth of the width away from them
        return simple_fraction(lower + (upper - lower) / 100, upper - (upper - lower) / 100)


class FollowedBase(FollowedNumber):
    """A base of logarithms above 1 as a parameter, for definitions that take logarithms to this base."""

    def __init__(self, space: Numbers, name: str) -> None:
        super().__init__(space, name)
        if space.low != 1 or space.high is not None:
            raise NoFunction("log() of a parameter")
        self.value = Base.of_number(self.place)


Followed = FollowedNumber | FollowedHalfLife
"""A parameter that definitions are evaluated on for all of its values at once."""
