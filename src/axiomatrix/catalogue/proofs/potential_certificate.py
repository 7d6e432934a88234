"""The certificate of the argument in :mod:`.potential` for one order, in exact arithmetic.

It consists of factors f of I - O and of triangle inequalities. It proves c F_D >= K_D for its order even though f is
computed from rounded logarithms, since the coefficients are compared exactly.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from flint import fmpq

from ...numbers.rationals import rational
from .masses import spread
from .partial_order import Items, Order
from .potential_constants import Constants, above, log

Inequality = tuple[fmpq, Any, Any, Any]
"""m, w, x, y, for m D_xy <= m (D_wx + D_wy)."""
Coefficients = defaultdict[frozenset[Any], fmpq]
DIGITS = 2**32
"""Logarithms in f are multiples of 1/DIGITS."""


@lru_cache(maxsize=4096)
def rounded_log(above_one: int, below_one: int) -> fmpq:
    """Round log(i / o); larger ratios have no smaller values."""
    return fmpq(round(math.log(above_one / below_one) * DIGITS), DIGITS)


@dataclass(frozen=True)
class UpperSide:
    """The items with rho >= 1 of an order (or, for the reversed order, rho > 1), and the charges there."""

    order: Order
    constants: Constants
    with_equal: bool = True
    """Include the items with rho = 1."""

    @cached_property
    def upper(self) -> frozenset[Any]:
        """The items of this side."""
        least = int(not self.with_equal)
        return frozenset(x for x in self.order.below if self.order.i(x) - self.order.o(x) >= least and self.order.i(x))

    def _at_least(self, ratio: Fraction) -> frozenset[Any]:
        return frozenset(x for x in self.order.at_least(ratio) if self.order.i(x))

    @cached_property
    def high(self) -> frozenset[Any]:
        """The items with i >= R o."""
        return self._at_least(self.constants.high)

    @cached_property
    def steep(self) -> frozenset[Any]:
        """The items with i >= Q o."""
        return self._at_least(self.constants.steep)

    @cached_property
    def s(self) -> dict[Any, fmpq]:
        """log rho of the items that are not high."""
        return {x: rounded_log(self.order.i(x), self.order.o(x)) for x in self.upper - self.high}

    @cached_property
    def dense(self) -> dict[Any, tuple[Fraction, Items]]:
        """d(v), and a set B_v where it is attained, for the items with steep items below."""
        densities: dict[Any, tuple[Fraction, Items]] = {}
        for v, below in self.order.below.items():
            near = sorted((x for x in below if x in self.steep), key=self.order.o)
            best = max(range(len(near)), key=lambda j: Fraction(j + 1, self.order.o(near[j])), default=None)
            if best is not None:
                densities[v] = Fraction(best + 1, self.order.o(near[best])), tuple(near[: best + 1])
        return densities

    @cached_property
    def group(self) -> dict[Any, int]:
        """g(v): how many thresholds d(v) exceeds."""
        densities = {v: density for v, (density, _) in self.dense.items()}
        levels = self.constants.levels
        return {v: sum(densities.get(v, 0) > level.threshold for level in levels) for v in self.order.below}

    def factor(self, x: Any) -> fmpq:
        """f of an item of this side."""
        risen = rational(self.constants.risen(self.group[x]))
        if x in self.high:
            return fmpq(1, 2) + rational(above(log(self.constants.high)) + self.constants.jump) + risen
        return fmpq(1, 2) + self.s[x] + risen

    def over_dense(self) -> Iterator[Inequality]:
        """For v with d(v) > C and z above it: D_vz is at most the mean of D_xv + D_xz over B_v, phi times."""
        for v, (_, near) in self.dense.items():
            if self.group[v]:
                share = rational(self.constants.risen(self.group[v]) / len(near))
                yield from ((share, x, v, z) for z in self.order.above[v] for x in near)

    def weights(self, count: int) -> list[fmpq]:
        """mu_j: the integral of m from (j - 1)/count to j/count, for the j where it is not 0."""
        parts = []
        steps = [(rational(b), rational(a)) for b, a in self.constants.weights]
        for j in range(count):
            start, end = fmpq(j, count), fmpq(j + 1, count)
            parts.append(sum((a * (min(b, end) - start) for b, a in steps if b > start), fmpq(0)))
        return [part for part in parts if part]

    def over_mid(self) -> Iterator[Inequality]:
        """For u < v of this side, not high, with s_v - s_u < 1: the shortfall from 1."""
        for u in self.s:
            below = sorted(self.order.below[u], key=self.order.i)
            weights = self.weights(len(below))
            for v in self.order.above[u]:
                if v in self.s and (missing := 1 - self.s[v] + self.s[u]) > 0:
                    yield from ((missing * m, w, u, v) for m, w in zip(weights, below, strict=False))

    def masses(self, v: Any) -> dict[tuple[Any, Any], fmpq]:
        """mu(u, w) for a high item v with g(v) below the last group; raises if no masses meet the bounds."""
        g = self.group[v]
        known = [u for u in self.order.below[v] if u in self.high]
        reached = {u: [w for w in self.order.below[u] if w not in self.steep] for u in known}
        edges = {u: rational(self.constants.edge(g) / self.order.i(u)) for u in known}
        masses = spread(reached, edges, rational(self.constants.load(g)))
        if masses is None:
            raise ValueError(f"the high items below {v} have no mediators within the bounds of group {g}")
        return masses

    def over_sparse(self) -> Iterator[Inequality]:
        """For u < v both high: what the density leaves of 1."""
        for v in self.high:
            missing = rational(1 - self.constants.kept(self.group[v]))
            if missing > 0:
                yield from ((missing * m, w, u, v) for (u, w), m in self.masses(v).items())


def sides(order: Order, constants: Constants) -> tuple[UpperSide, UpperSide]:
    """Both sides of an order, the second of the reversed order."""
    return UpperSide(order, constants), UpperSide(order.reversed(), constants, with_equal=False)


def certificate(order: Order, constants: Constants) -> tuple[dict[Any, fmpq], list[Inequality]]:
    """Return the factors of I_v - O_v, and triangle inequalities with their multipliers."""
    factor: dict[Any, fmpq] = dict.fromkeys(order.below, fmpq(0))
    used: list[Inequality] = []
    for sign, side in zip((1, -1), sides(order, constants), strict=True):
        factor |= {x: sign * side.factor(x) for x in side.upper}
        used += [*side.over_dense(), *side.over_mid(), *side.over_sparse()]
    return factor, used


def fault(order: Order, constants: Constants) -> str | None:
    """Return the fault in the certificate of an order; None if it proves c F_D >= K_D there."""
    factor, used = certificate(order, constants)
    for v, value in factor.items():
        if abs(value) > rational(constants.bound):
            return f"the factor of I - O of {v} is {value}"
    rest: Coefficients = defaultdict(lambda: fmpq(0))
    for u, v in order.pairs():
        rest[frozenset({u, v})] += factor[v] - factor[u] - 1
    for m, w, x, y in used:
        if m < 0:
            return f"the multiplier of the triangle inequality of {w}, {x} and {y} is {m}"
        rest[frozenset({w, x})] -= m
        rest[frozenset({w, y})] -= m
        rest[frozenset({x, y})] += m
    for pair, coefficient in rest.items():
        if coefficient < 0:
            return f"the coefficient of D for {set(pair)} is {coefficient}"
    return None
