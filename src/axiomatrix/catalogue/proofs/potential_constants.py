"""The constants of the argument in :mod:`.potential`, and the inequalities that they must satisfy.

All constants are rational. Irrational terms of the inequalities (logarithms and exponentials of them) are enclosed in
balls, and an inequality counts only if it holds for the whole ball. The inequalities between functions are shown on
cells: on a cell every side is bounded by its monotonicity, and a cell whose bounds do not suffice is cut in two.

Let T(s, p, Y) = exp(-1 - s) m(exp(-p)) + integral of (1 - y) m(exp(y - p)) over 0 <= y <= Y, which grows with p and Y
and falls with s for a fixed Y. Wanted are, with S = log R and sigma = log Q,

- (M1) T(s, p, min(s, 1)) <= p,
- (M2) T(s, p, min(s, 1)) <= s + sigma + 1,
- (M3) T(s, p, Y) <= p + log(1 + nu e^s) - 1 for 1 <= p <= s, 0 <= nu <= e^-p - e^-s, Y = min(1, -log(1 - nu)),

for 0 <= s < S and all p > 0, p = infinity included. They are those that the cells show:

- T = 0 for p < 1, as m(x) = 0 for x > b_1, where b_1 < 1/e. T is constant for p >= 1 - log(b_k). For s >= 1 the left
  sides of (M1) and (M2) do not increase in s. So 0 <= s <= 1 suffices, and in (M1) 1 <= p <= 1 - log(b_k), and in (M2)
  the largest p.
- In (M3), for fixed p and nu, the left side falls with s and the right side rises. So the least s suffices, for which
  nu = e^-p - e^-s. There 1 + nu e^s = e^(s - p), and the right side is s - 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise

from flint import arb

from ...numbers.rationals import rational

Cell = tuple[Fraction, Fraction, Fraction, Fraction]
"""s from, s to, p from, p to."""
FINEST_CELL = Fraction(1, 2**14)
"""A cell of this size whose bounds do not suffice fails the inequality."""


@dataclass(frozen=True)
class DensityLevel:
    """A threshold of the density, and the choices for the items below it."""

    threshold: Fraction
    """C: the level is passed by densities above C."""
    room: Fraction
    """k': mediators of a high item u get at most k' / ((1 - C/Q) i_u) of it each."""
    rise: Fraction
    """phi: by how much f rises where the level is passed."""


@dataclass(frozen=True)
class Constants:
    """Everything that the argument chooses."""

    bound: Fraction
    """c, for c F_D >= K_D."""
    high: Fraction
    """R: items with i >= R o are high."""
    steep: Fraction
    """Q <= R: items with i >= Q o count for the density, and do not mediate high items."""
    jump: Fraction
    """J: by how much f rises to the high items."""
    weights: tuple[tuple[Fraction, Fraction], ...]
    """(b, a), b falling: m(x) is the sum of the a with x <= b."""
    levels: tuple[DensityLevel, ...]
    """C rising."""

    def kept(self, group: int) -> Fraction:
        """kappa_g: what a pair of steep items keeps of 1 by the density alone, if the upper item has that group."""
        return sum((level.rise * (1 - 1 / level.threshold) for level in self.levels[:group]), Fraction(0))

    def risen(self, group: int) -> Fraction:
        """Phi_g: by how much f has risen with the density."""
        return sum((level.rise for level in self.levels[:group]), Fraction(0))

    def edge(self, group: int) -> Fraction:
        """K_g, for masses of at most K_g / i_u."""
        level = self.levels[group]
        return level.room / (1 - level.threshold / self.steep)

    def load(self, group: int) -> Fraction:
        """L_g, rounded up: the largest sum of the masses on one mediator."""
        level = self.levels[group]
        ratio = level.threshold / self.high / (1 - level.threshold / self.steep)
        return above(ball(ratio * level.room) * log(level.room / (level.room - 1)))

    @property
    def largest(self) -> Fraction:
        """Return what f does not exceed: 1/2 + S + J + Phi of the last group, with S rounded up."""
        return Fraction(1, 2) + above(log(self.high)) + self.jump + self.risen(len(self.levels))


def _chosen() -> Constants:
    bounds = [Fraction(b) for b in ("0.3166", "0.2725", "0.1353", "0.082")]
    sizes = [Fraction(a) for a in ("1.2425", "1.6", "0.494")]
    last = (1 - sum((a * b for a, b in zip(sizes, bounds[:3], strict=True)), Fraction(0))) / bounds[3]
    levels = (
        ("1.604", "1.95", "0.1455"),
        ("2.034", "1.81", "0.205"),
        ("2.562", "1.68", "0.286"),
        ("3.214", "1.56", "0.393"),
        ("4.027", "1.47", "0.529"),
    )
    return Constants(
        bound=Fraction(16, 3),
        high=Fraction("9.6"),
        steep=Fraction("5.06"),
        jump=Fraction("1.003"),
        weights=tuple(zip(bounds, [*sizes, last], strict=True)),
        levels=tuple(DensityLevel(Fraction(c), Fraction(k), Fraction(rise)) for c, k, rise in levels),
    )


CHOSEN = _chosen()


def ball(x: Fraction | int) -> arb:
    """The ball around a rational number."""
    return arb(rational(x))


@cache
def log(x: Fraction) -> arb:
    """The logarithm of a positive rational number, enclosed."""
    return ball(x).log()


def above(x: arb) -> Fraction:
    """Return a multiple of 2^-16 above all of a ball."""
    multiple = (x * 2**16).upper().ceil().unique_fmpz()
    assert multiple is not None  # the upper end of a ball is one number
    return Fraction(int(multiple), 2**16)


def weight(constants: Constants, p: arb) -> arb:
    """An upper bound of m(exp(-p)): a step that p may reach is counted."""
    steps = [a for b, a in constants.weights if not p < -log(b)]
    return ball(sum(steps, Fraction(0)))


def charged(constants: Constants, s: arb, p: arb, largest: arb) -> arb:
    """T(s, p, Y), for 0 <= Y <= 1; an upper bound where p is not exact."""
    total = (-1 - s).exp() * weight(constants, p)
    for b, a in constants.weights:
        y = largest.min(p + log(b)).nonnegative_part()
        total += ball(a) * (y - y * y / 2)
    return total


def _first_bad(cell: Cell, holds: Callable[[Cell], bool]) -> Cell | None:
    """Return a cell of at most the finest size where an inequality is not shown, or None."""
    pending = [cell]
    while pending:
        s0, s1, p0, p1 = current = pending.pop()
        if holds(current):
            continue
        if max(s1 - s0, p1 - p0) < FINEST_CELL:
            return current
        if s1 - s0 >= p1 - p0:
            half = (s0 + s1) / 2
            pending += [(s0, half, p0, p1), (half, s1, p0, p1)]
        else:
            half = (p0 + p1) / 2
            pending += [(s0, s1, p0, half), (s0, s1, half, p1)]
    return None


def _last_step(constants: Constants) -> Fraction:
    """Return a rational number that 1 - log(b) does not exceed, for the least b."""
    return 1 + above(-log(constants.weights[-1][0]))


def _m1(constants: Constants) -> Cell | None:
    def holds(cell: Cell) -> bool:
        s0, s1, p0, p1 = cell
        return bool(charged(constants, ball(s0), ball(p1), ball(s1)) <= ball(p0))

    return _first_bad((Fraction(0), Fraction(1), Fraction(1), _last_step(constants)), holds)


def _m2(constants: Constants) -> Cell | None:
    p = _last_step(constants)

    def holds(cell: Cell) -> bool:
        s0, s1, _, p1 = cell
        return bool(charged(constants, ball(s0), ball(p1), ball(s1)) <= ball(s0) + log(constants.steep) + 1)

    return _first_bad((Fraction(0), Fraction(1), p, p), holds)


def _m3(constants: Constants) -> Cell | None:
    def holds(cell: Cell) -> bool:
        s0, s1, p0, p1 = cell
        if p0 >= s1:
            return True  # p <= s: only p = s = s1, which the cell to the right has
        s, p = ball(max(s0, p0)), ball(min(p1, s1))
        passed = (-ball(p0)).exp() - (-ball(s1)).exp()
        largest = (-(1 - passed).log()).min(arb(1)).nonnegative_part()
        return bool(charged(constants, s, p, largest) <= s - 1)

    end = above(log(constants.high))
    return _first_bad((Fraction(1), end, Fraction(1), end), holds)


def _shape(constants: Constants) -> Iterator[str]:
    bounds = [b for b, _ in constants.weights]
    if not (all(x > y > 0 for x, y in pairwise(bounds)) and all(a > 0 for _, a in constants.weights)):
        yield "m is not a falling step function"
    if sum(a * b for b, a in constants.weights) < 1:
        yield "the integral of m is less than 1"
    if not log(bounds[0]) < -1:
        yield "m is not 0 above 1/e"
    if not 1 < constants.steep <= constants.high or constants.jump < 1:
        yield "it is not the case that 1 < Q <= R and J >= 1"
    thresholds = [Fraction(1), *(level.threshold for level in constants.levels), constants.steep]
    if not all(x < y for x, y in pairwise(thresholds)):
        yield "the thresholds do not rise between 1 and Q"
    if any(level.room <= 1 or level.rise < 0 for level in constants.levels):
        yield "some k' is not above 1, or some phi is negative"
    groups = len(constants.levels)
    if constants.kept(groups - 1) > 1 or constants.kept(groups) < 1:
        yield "kappa does not pass 1 with the last level"


def _high_loads(constants: Constants) -> Iterator[str]:
    """Check (H): what a pair of a high item and a mediator pays is at most what f leaves."""
    groups = len(constants.levels)
    as_lower = [(1 - constants.kept(g)) * constants.edge(g) / constants.high for g in range(groups)]
    for g in range(groups):
        pays = ball((1 - constants.kept(g)) * constants.load(g) + max(as_lower[g:]))
        leaves = ball(constants.jump - 1 + constants.risen(g)) + log(constants.high / constants.steep)
        if not pays <= leaves:
            yield f"(H) at group {g}: a pair may pay {pays}, more than {leaves}"


@cache
def faults(constants: Constants) -> tuple[str, ...]:
    """Return the faults of the constants; none if every inequality that the argument uses is shown."""
    problems = list(_shape(constants))
    if problems:  # the others are stated for such constants
        return tuple(problems)
    problems += _high_loads(constants)
    if constants.largest > constants.bound:
        problems.append(f"f reaches {float(constants.largest)}, more than {constants.bound}")
    for name, inequality in (("M1", _m1), ("M2", _m2), ("M3", _m3)):
        if (cell := inequality(constants)) is not None:
            s0, s1, p0, p1 = map(float, cell)
            problems.append(f"({name}) is not shown for s from {s0} to {s1} and p from {p0} to {p1}")
    return tuple(problems)
