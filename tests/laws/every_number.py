"""Every kind of numbers that definitions meet, with a strategy of three numbers of it for the laws."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq, fmpq_poly
from hypothesis import strategies as st

from axiomatrix.numbers.balls import Ball, in_balls
from axiomatrix.numbers.columns import BranchesOnParameters, Column
from axiomatrix.numbers.exact import Formal, Undecided, Whole, compare, fraction, log, power, rational, root, sqrt
from axiomatrix.numbers.forms import LinearRing, NotLinear
from axiomatrix.numbers.functions import ChangesSign, Function, NoFunction, Place
from axiomatrix.numbers.line import Interval, RealRoot, roots_of, single_point
from axiomatrix.numbers.polynomials import Polynomial
from axiomatrix.numbers.ring import NotPolynomial, Ring

from .number_laws import CODECS, Kind, real


class Three(tuple[Any, ...]):
    """Three numbers, some of which refuse to be written in the usual way."""

    __slots__ = ()

    def __repr__(self) -> str:
        return ", ".join(f"{x.num}/{x.den} of {x.pool}" if isinstance(x, Column) else repr(x) for x in self)


Numbers = st.SearchStrategy[Three]

# --- numbers made of numbers -------------------------------------------------------------------------------------

STEPS = (operator.add, operator.sub, operator.mul, operator.truediv)


def picked(options: Sequence[Any]) -> st.SearchStrategy[Any]:
    """One of the options, none of which is hashed or compared."""
    return st.integers(0, len(options) - 1).map(options.__getitem__)


def computed(leaves: st.SearchStrategy[Any], refused: tuple[type[BaseException], ...] = (), most: int = 3) -> Any:
    """A number that some steps of arithmetic lead to; a step that is refused is left out."""

    def follow(start: Any, steps: Sequence[tuple[Callable[..., Any], Any, bool]]) -> Any:
        value = start
        for step, leaf, absolute in steps:
            try:
                value = step(value, leaf)
                value = abs(value) if absolute else value
            except (ZeroDivisionError, *refused):
                continue
        return value

    steps = st.tuples(picked(STEPS), leaves, st.booleans())
    return st.builds(follow, leaves, st.lists(steps, max_size=most))


def three(numbers: st.SearchStrategy[Any]) -> Numbers:
    return st.builds(lambda *drawn: Three(drawn), numbers, numbers, numbers)


rationals = st.fractions(-20, 20, max_denominator=30)
exact = rationals.map(rational)
large = st.integers(-(2**70), 2**70) | st.sampled_from([2**62 - 1, 2**62, 2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63)])


# --- numbers -----------------------------------------------------------------------------------------------------


def read_rational(value: Any) -> tuple[Fraction]:
    return (fraction(value),)


def read_real(value: Any) -> tuple[Any]:
    """Rational or not."""
    return (real(value if isinstance(value, Formal) else rational(value)),)


def formal_numbers(constants: Sequence[Any]) -> st.SearchStrategy[Any]:
    return computed(exact | st.sampled_from(constants))


LOGARITHMS = [*map(log, range(2, 8)), *map(sqrt, range(2, 8))]
ROOTS = [root(2, k) for k in (2, 3, 4, 6)] + [root(3, 3), root(6, 2), power(5, Fraction(-2, 3)), log(2)]
FORMAL = Kind((Formal, fmpq), read_real, (Formal, fmpq), compare=compare, codecs=CODECS)


# --- many numbers at once ----------------------------------------------------------------------------------------

LANES = 3


def read_lanes(column: Column) -> tuple[Any, ...]:
    """The value in each lane; the bound must be one, and denominators positive whole numbers."""
    if not column.is_formal:
        assert column.num.dtype in (np.int64, object)
        assert int(abs(column.num.astype(object)).max()) <= column.bound
        assert all(type(den) is int and den > 0 for den in np.atleast_1d(column.den).tolist())
    values = [column.lane(k) for k in range(LANES)]
    return tuple(read_real(value)[0] if isinstance(value, Formal) else read_rational(value)[0] for value in values)


irrational = st.builds(operator.add, exact, st.sampled_from(LOGARITHMS[:4] + LOGARITHMS[6:8]))
lane_values = [large, rationals, st.builds(Fraction, large, st.integers(1, 2**66)), rationals | irrational]
columns = (
    st.sampled_from(lane_values).flatmap(lambda lane: st.lists(lane, min_size=LANES, max_size=LANES)).map(Column.of)
)


def read_ball(ball: Any) -> tuple[Fraction, Fraction]:
    return ball.ends() if isinstance(ball, Ball) else (read_rational(ball) * 2)


def in_ball(value: Any, bits: int) -> Ball:
    """A ball about a number, none of the narrowest."""
    return Ball(value.ball(bits)) if isinstance(value, Formal) else in_balls(lambda: Ball.of(value))


balls = st.builds(in_ball, formal_numbers(LOGARITHMS), st.sampled_from([8, 20, 64]))

SYMBOLS = ("u", "v", "w", "c")
ASSIGNMENTS = [
    dict(zip(SYMBOLS, values, strict=True)) for values in ((1, 2, 3, 4), (5, 3, 2, 1), (Fraction(1, 3), 7, 1, 2))
]


def read_polynomial(value: Polynomial) -> tuple[Fraction, ...]:
    return tuple(read_rational(value.at(point))[0] for point in ASSIGNMENTS)


def polynomials(ring: Ring) -> Numbers:
    symbols = [Polynomial.symbol(ring, name) for name in SYMBOLS]
    leaves = picked([*symbols, symbols[0] + symbols[1]]) | rationals.map(lambda c: symbols[2] * 0 + c)
    return three(computed(leaves, (NotPolynomial,)))


ENTRIES = ((1, 2, 3), (5, 3, 2), (Fraction(1, 3), 0, 1))


def read_linear(value: Polynomial) -> tuple[Fraction, ...]:
    """The value of its form."""
    assert isinstance(value.ring, LinearRing)
    form = value.ring.form(value.terms)
    return tuple(read_rational(form.at([*map(rational, point), fmpq(1)]))[0] for point in ENTRIES)


def linear(ring: LinearRing) -> Numbers:
    leaves = picked(ring.entries) | rationals.map(lambda c: ring.entries[0] * 0 + c)
    return three(computed(leaves, (NotLinear,)))


POINTS = (fmpq(1, 7), fmpq(1, 2), fmpq(8, 9))


def read_function(value: Function) -> tuple[Fraction, ...]:
    points = POINTS if value.place.part.point is None else (value.place.part.point.rational,)
    return tuple(read_rational(value.above(x) / value.below(x))[0] for x in points)


UNIT = Interval(RealRoot.of(fmpq(0)), RealRoot.of(fmpq(1)))
PARTS = (UNIT, single_point(RealRoot.of(fmpq(1, 2))))


def functions(part: Interval) -> Numbers:
    p = Function.of_number(Place(part))
    leaves = picked([p, 1 - p, p + 1, p * p]) | rationals.map(lambda c: p * 0 + c)
    return three(computed(leaves, (ChangesSign,)))


# --- algebraic numbers -------------------------------------------------------------------------------------------


def read_root(x: RealRoot) -> tuple[Any]:
    """The value to 45 digits, by bisection in Fractions."""
    low, high = fraction(x.low), fraction(x.high)
    coefficients = [int(c) for c in x.polynomial.coeffs()]

    def rises(at: Fraction) -> bool:
        value = Fraction(0)
        for c in reversed(coefficients):
            value = value * at + c
        return value >= 0

    falling = rises(low)
    for _ in range(150 if low < high else 0):
        middle = (low + high) / 2
        low, high = (middle, high) if rises(middle) == falling else (low, middle)
    return (real(low),)


coefficients = st.tuples(st.lists(st.integers(-6, 6), min_size=1, max_size=4), st.integers(1, 4))
algebraic = (
    coefficients.map(lambda parts: roots_of(fmpq_poly([*parts[0], parts[1]]))).filter(bool).flatmap(st.sampled_from)
)


# --- all ---------------------------------------------------------------------------------------------------------

INVERSES = ("quotient", "itself", "inverse", "negative power")
"""Laws of division that may be left open where an absolute value is divided by."""
KINDS: dict[str, tuple[Kind, Numbers]] = {
    "whole number": (
        Kind((Whole,), read_rational, (fmpq,), compare=compare, codecs=CODECS[2:]),
        three(st.integers(-50, 50).map(Whole)),
    ),
    "rational": (Kind((fmpq,), read_rational, (fmpq,), compare=compare, codecs=CODECS), three(exact)),
    "formal number with logarithms": (FORMAL, three(formal_numbers(LOGARITHMS))),
    "formal number with roots": (FORMAL, three(formal_numbers(ROOTS))),
    "ball": (
        Kind(
            (Ball,),
            read_ball,
            (Ball,),
            (Undecided,),
            frozenset("/"),
            encloses=True,
            zero_division=(ZeroDivisionError, Undecided),
        ),
        three(balls),
    ),
    "column": (
        Kind((Column,), read_lanes, (Column,), zero_division=(BranchesOnParameters,)),
        three(columns),
    ),
    "polynomial": (
        Kind((Polynomial,), read_polynomial, (Polynomial,), (NotPolynomial,), frozenset(["/", "product", *INVERSES])),
        st.builds(Ring, st.just(SYMBOLS), st.just(("c",))).flatmap(polynomials),
    ),
    "linear polynomial": (
        Kind((Polynomial,), read_linear, (), (NotLinear,), frozenset(["*", "/", "abs"])),
        st.builds(LinearRing, st.just(3)).flatmap(linear),
    ),
    "function of one parameter": (
        Kind(
            (Function,),
            read_function,
            (Function,),
            (ChangesSign, NoFunction),
            frozenset(["/", "abs", "abs abs", "square", "product", *INVERSES]),
        ),
        st.sampled_from(PARTS).flatmap(functions),
    ),
    "algebraic number": (Kind((), read_root, compare=RealRoot.compare), three(algebraic)),
}
