"""Stand-in for a half-life alpha, which enters discounts as t = 2^(-1/(alpha - 1)) only."""

from __future__ import annotations

from typing import Any

from .functions import Function, NoFunction, StandIn
from .rationals import as_rational


class HalfLife(StandIn):
    """Stand-in for a half-life alpha: only k/(alpha - 1) can be computed from it."""

    def __init__(self, t: Function) -> None:
        self.t = t

    def __sub__(self, other: Any) -> _Reduced:
        if other != 1:
            raise NoFunction("a difference other than alpha - 1")
        return _Reduced(self.t)


class _Reduced(StandIn):
    """alpha - 1."""

    def __init__(self, t: Function) -> None:
        self.t = t

    def __rtruediv__(self, other: Any) -> _Exponent:
        number = as_rational(other)
        if number is None or number.q != 1:
            raise NoFunction(f"{other!r:.40} divided by alpha - 1")
        return _Exponent(self.t, int(number.p))


class _Exponent(StandIn):
    """k/(alpha - 1), as the exponent of 2."""

    def __init__(self, t: Function, k: int) -> None:
        self.t, self.k = t, k

    def __neg__(self) -> _Exponent:
        return _Exponent(self.t, -self.k)

    def __rpow__(self, base: Any) -> Any:
        if base != 2:
            raise NoFunction(f"a power of {base}")
        return self.t ** (-self.k)
