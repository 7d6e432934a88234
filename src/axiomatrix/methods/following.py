"""A number between two bounds as definitions are given it, to be followed for all of its values at once.

A half-life alpha enters discounts as t = 2^(-1/(alpha - 1)) only: the definition is followed as a function of t, which
grows with alpha, and the ends are translated.
"""

from __future__ import annotations

import math
from typing import Any

from flint import fmpq

from ..evidence.values import End
from ..numbers.exact import log, rational
from ..numbers.functions import Function, NoFunction, Place
from ..numbers.halving import HalfLife
from ..numbers.line import DIGITS, Interval, RealRoot, simplest
from ..numbers.logarithmic import Base
from ..spaces import Numbers


class FollowedNumber:
    """The parameter itself as a function of itself."""

    def __init__(self, space: Numbers, name: str) -> None:
        self.name = name
        low, high = RealRoot.of(space.low), None if space.high is None else RealRoot.of(space.high)
        self.part = Interval(low, high, space.closed, space.closed and high is not None)
        self.place = Place(self.part)
        self.given: Any = Function.of_number(self.place)

    def end(self, root: RealRoot | None) -> End | None:
        """The end as it is shown."""
        return None if root is None else End(root.text(self.name), root.decimal())

    def some(self, part: Interval) -> Any:
        """A value in the part; None for a point that is not rational."""
        return part.some() if part.point is None else part.point.rational


class FollowedHalfLife:
    """A half-life above 1: t = 2^(-1/(alpha - 1)) between 0 and 1."""

    def __init__(self, space: Numbers, name: str) -> None:
        if space.low != 1 or space.high is not None:
            raise NoFunction("a power with the exponent of a parameter")
        self.part = Interval(RealRoot.of(fmpq(0)), RealRoot.of(fmpq(1)))
        self.place = Place(self.part)
        self.given: Any = HalfLife(Function.of_number(self.place))

    def end(self, root: RealRoot | None) -> End | None:
        """1 - log 2/log t."""
        assert root is not None
        if root.rational == 1:
            return None
        if root.rational == 0:
            return End("1", "1")
        near = root.near(2 * DIGITS)
        decimal = f"{1 - math.log(2) / math.log(int(near.p) / int(near.q)):.{DIGITS}f}".rstrip("0").rstrip(".")
        if root.rational is None:
            return End(f"1 - log(2)/log(t), t = {root.text('t')}", decimal)
        return End(str(1 - log(2) / log(root.rational)), decimal)

    def some(self, part: Interval) -> Any:
        """A value in the part; None for a point that is not rational."""
        if part.point is not None:
            end = self.end(part.point)
            return fmpq(int(end.exact)) if end is not None and end.exact.isdigit() else None
        low, high = self.end(part.low), self.end(part.high)
        lower = rational(low.near) if low is not None else fmpq(1)
        upper = lower + 2 if high is None else rational(high.near)
        return simplest(lower + (upper - lower) / 100, upper - (upper - lower) / 100)


class FollowedBase(FollowedNumber):
    """A base of logarithms above 1."""

    def __init__(self, space: Numbers, name: str) -> None:
        super().__init__(space, name)
        if space.low != 1 or space.high is not None:
            raise NoFunction("log() of a parameter")
        self.given = Base.of_number(self.place)


Followed = FollowedNumber | FollowedHalfLife
