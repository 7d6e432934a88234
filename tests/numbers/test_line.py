"""Algebraic ends, parts of the line, and functions on them, against what is known by hand and by sympy."""

from __future__ import annotations

import pytest
from flint import fmpq, fmpq_poly
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Poly, Rational, Symbol, real_roots

from axiomatrix.numbers.exact import Formal, Whole, compare, log, parse, sqrt
from axiomatrix.numbers.functions import ChangesSign, Function, NoFunction, Place
from axiomatrix.numbers.line import (
    Interval,
    RealRoot,
    join_neighbours,
    roots_of,
    simple_fraction,
    single_point,
    sort_roots,
)
from axiomatrix.numbers.substitutions import Base, LogRoot

ZERO, ONE = RealRoot.of(fmpq(0)), RealRoot.of(fmpq(1))
UNIT = Interval(ZERO, ONE)
GOLDEN = roots_of(fmpq_poly([-1, 1, 1]))[1]


polynomials = st.tuples(st.lists(st.integers(-6, 6), min_size=2, max_size=7), st.integers(1, 4)).map(
    lambda parts: [*parts[0], parts[1]]
)


@settings(deadline=None, derandomize=True, max_examples=40)
@given(polynomials)
def test_roots_are_those_of_sympy_and_in_order(coefficients: list[int]) -> None:
    x = Symbol("x")
    expected = sorted(set(real_roots(Poly(coefficients[::-1], x))))
    found = roots_of(fmpq_poly(coefficients))
    assert len(found) == len(expected)
    for root, other in zip(found, expected, strict=True):
        near = root.approximate(10)
        assert abs(Rational(int(near.p), int(near.q)) - other) < Rational(1, 10**9)
        assert root.sign_of(fmpq_poly(coefficients)) == 0


def test_the_sign_of_a_polynomial_at_a_root_is_exact_however_near_it_is() -> None:
    for k in (3, 10, 40):
        near = GOLDEN.approximate(k)
        assert GOLDEN.sign_of(fmpq_poly([-near, 1])) == -RealRoot.of(near).compare(GOLDEN)
    assert GOLDEN.sign_of(fmpq_poly([-1, 1, 1]) * fmpq_poly([7, 3])) == 0


def test_equal_roots_of_different_polynomials_are_one() -> None:
    again = roots_of(fmpq_poly([-1, 1, 1]) * fmpq_poly([5, -2, 1]) * fmpq_poly([-3, 1]))
    assert [root.compare(GOLDEN) for root in again].count(0) == 1
    assert len(sort_roots([GOLDEN, *again, GOLDEN, ONE])) == 4


def test_ends_are_written_exactly() -> None:
    assert RealRoot.of(fmpq(3, 7)).text("p") == "3/7"
    written = parse(GOLDEN.text("p"))
    assert isinstance(written, Formal) and compare(written, (sqrt(5) - 1) / 2) == 0
    below = parse(roots_of(fmpq_poly([-1, 1, 1]))[0].text("p"))
    assert compare(below, (-sqrt(5) - 1) / 2) == 0
    (third,) = roots_of(fmpq_poly([-1, 1, 0, 2]))
    assert third.text("p") == "the root of 2 p^3 + p - 1 near 0.589755"


@pytest.mark.parametrize(("low", "high", "found"), [("0", "1", "1/2"), ("1/3", "1/2", "2/5"), ("-2", "5/2", "-1")])
def test_a_simple_fraction_lies_between(low: str, high: str, found: str) -> None:
    assert simple_fraction(parse(low), parse(high)) == parse(found)


def test_parts_are_split_and_joined_again() -> None:
    half = RealRoot.of(fmpq(1, 2))
    closed = Interval(ZERO, ONE, True, True)
    pieces = list(closed.split([half, GOLDEN]))
    assert [piece.point is not None for piece in pieces] == [True, False, True, False, True, False, True]
    assert all(piece.low is not None and piece.high is not None for piece in pieces)
    (whole,) = join_neighbours(pieces)
    assert (whole.has_low, whole.has_high) == (True, True)
    assert len(join_neighbours(piece for piece in pieces if piece.point is not half)) == 2
    assert [len(join_neighbours(pieces[k : k + 2])) for k in range(6)] == [1] * 6
    assert list(single_point(half).split([])) and len(list(UNIT.split([]))) == 1
    assert UNIT.inside([ZERO, half, GOLDEN, ONE]) == [half, GOLDEN]


# --- functions ------------------------------------------------------------------------------------------------


def of(part: Interval) -> Function:
    return Function.of_number(Place(part))


def test_functions_have_the_values_of_their_formula() -> None:
    p = of(UNIT)
    made = (1 - p) * (3 * p**2 + Whole(1) / 2) / (p + 1) - fmpq(1, 3)
    again = ((1 - p) * (6 * p * p + 1) * 3 - 2 * (1 + p)) / (6 + 6 * p)
    assert (made - again).sign() == 0 and made == again
    assert (made - made) == 0 and abs(-p) == p and p > 0 and not p < 0 and bool(p)


def test_a_comparison_whose_answer_changes_says_where() -> None:
    p = of(UNIT)
    with pytest.raises(ChangesSign) as caught:
        _ = p * p + p > 1
    (where,) = caught.value.roots
    assert where.compare(GOLDEN) == 0
    below, at, above = UNIT.split([where])
    p.place.part = below
    assert p * p + p < 1
    p.place.part = at
    assert p * p + p == 1
    p.place.part = above
    assert p * p + p > 1


def test_a_division_by_what_is_zero_somewhere_is_asked_there_by_itself() -> None:
    p = of(UNIT)
    with pytest.raises(ChangesSign):
        _ = 1 / (2 * p - 1)
    p.place.part = single_point(RealRoot.of(fmpq(1, 2)))
    with pytest.raises(ZeroDivisionError):
        _ = 1 / (2 * p - 1)
    with pytest.raises(ZeroDivisionError):
        _ = 1 / (p - p)


ASKED = [hash, str, "{}".format, lambda p: p.denominator, lambda p: p.q, lambda p: p == 0.5, lambda p: p + 0.5]
"""What a definition may ask of a number besides, and would get another answer to."""


@pytest.mark.parametrize(
    "operation", [float, int, round, lambda p: p % 1, lambda p: 2**p, log, sqrt, lambda p: p**0.5, *ASKED]
)
def test_what_no_quotient_of_polynomials_follows_is_refused(operation: object) -> None:
    with pytest.raises(NoFunction):
        operation(of(UNIT))  # type: ignore[operator]  # each is a function


def test_functions_of_two_numbers_do_not_mix() -> None:
    with pytest.raises(NoFunction, match="two parameters"):
        _ = of(UNIT) + of(UNIT)


# --- a base -----------------------------------------------------------------------------------------------------


def test_what_is_made_of_a_base_is_compared_at_a_power_of_e_and_is_no_base() -> None:
    b = Base.of_number(Place(single_point(LogRoot(log(3) / log(2)))))  # e^(log 3/log 2), about 4.88
    assert 3 - b < 0 and -b < 0 and 2 * b > 0 and b + 1 > 0 and b / 2 > 1 and abs(3 - b) == b - 3
    with pytest.raises(NoFunction):
        _ = 1 / b < 1
    assert log(2, b) == log(2) ** 2 / log(3)
    for other in (2 * b, b + 1, 1 / b):
        with pytest.raises(NoFunction, match="another base"):
            log(2, other)


def test_bounds_of_a_power_of_e_are_not_narrowed() -> None:
    """They are rounded, and no polynomial tells on which side of their middle the number lies."""
    power = LogRoot(log(3) / log(2))
    assert power.decimal() == "4.879108"
    with pytest.raises(NoFunction, match="very near"):
        power.approximate(20)
    just_above = LogRoot(log(3) / log(2) + fmpq(1, 10**20))
    with pytest.raises(NoFunction, match="very near"):
        Interval(power, just_above).rational_inside()
