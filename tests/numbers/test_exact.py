"""Exact numbers: closure, normal forms, three-valued comparison, and text."""

from fractions import Fraction
from math import isqrt

import pytest
from flint import fmpq, fmpz
from hypothesis import given, settings
from hypothesis import strategies as st

from axiomatrix.numbers import formal
from axiomatrix.numbers.exact import (
    Formal,
    NotExact,
    Number,
    Undecided,
    Whole,
    exact_value,
    fraction,
    log,
    parse,
    rational,
    sign,
    sqrt,
)
from axiomatrix.numbers.formal import needed_sign
from axiomatrix.numbers.radicals import in_common_ring
from axiomatrix.numbers.rationals import fractions_instead_of_flint

quick = settings(deadline=None, max_examples=80)
ints = st.integers(-50, 50)
rationals = st.fractions(min_value=-20, max_value=20, max_denominator=30).map(rational)
positive = st.fractions(min_value=Fraction(1, 30), max_value=30, max_denominator=30).map(rational)


@st.composite
def numbers(draw):
    """A number of the field of logarithms and roots, rational or not."""
    value = draw(rationals)
    for _ in range(draw(st.integers(0, 3))):
        constant = draw(st.sampled_from([log, sqrt]))(draw(st.integers(2, 7)))
        value = draw(st.sampled_from([value + constant, value - constant, value * constant, value / constant]))
    return value


def tiny():
    """sqrt 2 minus its first 1300 digits: positive, below 2 ** -4096."""
    return sqrt(2) - rational(isqrt(2 * 10**2600), 10**1300)


# --- whole numbers --------------------------------------------------------------------------------------------


@quick
@given(ints, ints)
def test_whole_arithmetic_stays_whole(x, y):
    for left, right in [(Whole(x), y), (x, Whole(y)), (Whole(x), Whole(y))]:
        for value, plain in [(left + right, x + y), (left - right, x - y), (left * right, x * y)]:
            assert type(value) is Whole
            assert value == plain
        if y:
            assert type(left // right) is type(left % right) is Whole
            assert (left // right, left % right) == divmod(left, right) == divmod(x, y)
            assert {type(part) for part in divmod(left, right)} == {Whole}


@quick
@given(ints, ints)
def test_whole_division_is_exact(x, y):
    for left, right in [(Whole(x), y), (x, Whole(y)), (Whole(x), Whole(y))]:
        if y:
            assert type(left / right) is fmpq
            assert left / right == fmpq(x, y)
        else:
            with pytest.raises(ZeroDivisionError):
                left / right


@quick
@given(ints.filter(bool), st.integers(-6, 6))
def test_whole_powers_are_exact(x, k):
    for value in (Whole(x) ** k, x ** Whole(k), Whole(x) ** Whole(k)):
        assert value == fmpq(x) ** k
        assert type(value) is (Whole if k >= 0 else fmpq)


def test_whole_power_with_modulus():
    assert pow(Whole(2), 3, 5) == 3
    assert type(pow(Whole(2), 3, 5)) is Whole


@pytest.mark.parametrize("function", [abs, round, lambda x: +x, lambda x: -x, lambda x: sum([x, x])])
def test_whole_unary_operations_stay_whole(function):
    assert type(function(Whole(-3))) is Whole


def test_whole_serves_as_index_and_in_ranges():
    assert "abc"[Whole(1)] == "b"
    assert list(range(1, Whole(4))) == [1, 2, 3]
    assert [1, 2, 3][: Whole(2)] == [1, 2]
    assert {2: "two"}[Whole(2)] == "two"
    assert str(Whole(7)) == repr(Whole(7)) == "7"


def test_whole_mixes_with_the_other_exact_numbers():
    assert Whole(3) / fmpq(2) == fmpq(3, 2) == fmpq(3) / Whole(2)
    assert Whole(3) / Fraction(2) == Fraction(3, 2) == Fraction(3) / Whole(2)
    assert Whole(3) + Fraction(1, 2) == Fraction(7, 2)
    assert Whole(2) * log(2) == log(4) == log(2) * Whole(2)
    assert isinstance(Whole(2), Number) and isinstance(fmpq(2), Number) and isinstance(log(2), Number)


def test_fraction_mode_divides_into_fractions_and_ends():
    with fractions_instead_of_flint():
        assert type(Whole(1) / 2) is type(1 / Whole(2)) is type(Whole(2) ** -1) is Fraction
        assert Whole(1) / 2 + Fraction(1, 2) == 1
    assert type(Whole(1) / 2) is fmpq


def test_fraction_mode_ends_after_an_error():
    with pytest.raises(ZeroDivisionError), fractions_instead_of_flint():
        Whole(1) / 0
    assert type(Whole(1) / 2) is fmpq


# --- rationals ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("half", ["1/2", "0.5", " 1/2 ", Fraction(1, 2), fmpq(1, 2)])
def test_rational_accepts_exact_numbers(half):
    assert rational(half) == fmpq(1, 2)
    assert type(rational(half)) is fmpq


def test_rational_divides():
    assert rational(3, 6) == fmpq(1, 2) == rational(fmpz(1), Fraction(2)) == rational("1", "2")


@pytest.mark.parametrize("bad", [0.5, 1.0, float("nan"), float("inf"), True, False, None, 1j, [1], log(2)])
def test_rational_refuses_what_is_not_one(bad):
    with pytest.raises(NotExact):
        rational(bad)
    with pytest.raises(NotExact):
        rational(1, bad)


@pytest.mark.parametrize("bad", ["", "abc", "nan", "inf", "1/0", "1e3", "1e999999999"])
def test_rational_refuses_texts_that_are_not_one(bad):
    with pytest.raises(ValueError, match="is not a rational"):
        rational(bad)


def test_fraction_converts_back():
    assert fraction(fmpq(-3, 6)) == Fraction(-1, 2)
    assert type(fraction(2)) is Fraction


# --- formal constants -----------------------------------------------------------------------------------------


def test_logarithms_reduce_to_primes():
    assert log(4) == 2 * log(2)
    assert log(6) == log(2) + log(3)
    assert log(rational(3, 4)) == log(3) - 2 * log(2)
    assert log(1) == 0
    assert log(8) / log(2) == log(8, 2) == 3
    assert log(3, 9) == rational(1, 2)


def test_roots_take_out_square_factors():
    assert sqrt(8) == 2 * sqrt(2)
    assert sqrt(rational(3, 4)) == sqrt(3) / 2
    assert sqrt(rational(4, 9)) == rational(2, 3)
    assert sqrt(0) == 0
    assert sqrt(2) * sqrt(3) == sqrt(6)
    assert sqrt(2) ** 3 == 2 * sqrt(2)


def test_denominators_are_freed_of_roots():
    assert 1 / (1 + sqrt(2)) == sqrt(2) - 1
    assert str(1 / (1 + sqrt(2))) == "sqrt(2) + -1"
    assert 1 / (sqrt(2) + sqrt(3)) == sqrt(3) - sqrt(2)
    assert 1 / (sqrt(2) + log(2)) == (log(2) - sqrt(2)) / (log(2) ** 2 - 2)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ((log(6) - log(2)) / log(3), 1),
        (log(2) - log(2), 0),
        (sqrt(2) * sqrt(2), 2),
        ((1 + sqrt(2)) * (1 - sqrt(2)), -1),
        (log(2) ** 0, 1),
        ((log(2) ** 2 - 1) / (log(2) - 1) - log(2), 1),
    ],
)
def test_what_turns_out_rational_is_a_rational(value, expected):
    assert type(value) is fmpq
    assert value == expected


def test_different_normal_forms_are_not_equal_and_do_not_ask_balls(monkeypatch):
    monkeypatch.setattr(formal, "PRECISIONS", ())
    assert log(2) != log(3)
    assert log(2) != rational(1, 2)
    assert log(2) != "log(2)"
    assert log(9) == 2 * log(3)


def test_equality_needs_the_normal_form_however_near_the_values_are():
    assert tiny() != 0
    assert sqrt(2) != sqrt(2) - tiny()


@quick
@given(numbers(), numbers())
def test_the_short_ways_of_arithmetic_end_in_the_normal_form(x, y):
    """Whatever is divided out on the way: the same text as of the plain quotients, where nothing is."""
    a, b, c, d = in_common_ring(*(part for z in map(Formal.of, (x, y)) for part in (z.num, z.den)))
    assert str(x + y) == str(Formal.normal(a * d + c * b, b * d))
    assert str(x - y) == str(Formal.normal(a * d - c * b, b * d))
    assert str(x * y) == str(Formal.normal(a * c, b * d))
    if y != 0:
        assert str(x / y) == str(Formal.normal(a * d, b * c))


@quick
@given(positive, positive)
def test_the_laws_of_logarithms_and_roots(x, y):
    assert log(x * y) == log(x) + log(y)
    assert log(x / y) == log(x) - log(y)
    assert sqrt(x) * sqrt(y) == sqrt(x * y)
    assert sqrt(x * x) == x == sqrt(x) ** 2


def test_powers():
    assert log(2) ** 3 == log(2) * log(2) * log(2)
    assert log(2) ** -2 == 1 / (log(2) * log(2))
    with pytest.raises(TypeError):
        log(2) ** 0.5


def test_formal_numbers_do_not_mix_with_floats():
    for mix in (lambda: log(2) + 0.5, lambda: 0.5 * sqrt(2), lambda: log(2) < 0.5, lambda: log(2) / 0.5):
        with pytest.raises(TypeError):
            mix()
    assert (log(2) == 0.6931471805599453) is False


def test_logarithms_and_roots_refuse_what_has_none():
    for bad in (0, -1, "-1/2"):
        with pytest.raises(ValueError, match=r"x is .* must be positive"):
            log(bad)
    with pytest.raises(ValueError, match="x is -1; it must not be negative"):
        sqrt(-1)
    for base in (1, 0, -2):
        with pytest.raises(ValueError, match=f"the base is {base}"):
            log(2, base)
    for function in (log, sqrt):
        with pytest.raises(NotExact, match="only rationals have one"):
            function(log(2))
        with pytest.raises(NotExact, match="is a float"):
            function(2.0)


# --- comparison -----------------------------------------------------------------------------------------------


def test_signs_of_rationals_and_of_separated_numbers():
    assert [sign(x) for x in (-3, 0, fmpq(1, 2), Fraction(-1, 2), Whole(2))] == [-1, 0, 1, -1, 1]
    assert [sign(x) for x in (log(2), log(2) - 1, 3 * log(2) - 2 * log(3), sqrt(2) - log(4))] == [1, -1, -1, 1]


def test_near_numbers_are_separated_by_more_bits():
    near = sqrt(2) - rational(isqrt(2 * 10**600), 10**300)
    assert sign(near) == 1
    assert sign(-near) == -1


def test_what_balls_do_not_decide_is_undecided():
    assert sign(tiny()) is None
    assert sign(-tiny()) is None
    for ask in (needed_sign, abs, lambda x: x < 0, lambda x: x <= 0, lambda x: x > 0, lambda x: x >= 0):
        with pytest.raises(Undecided, match="4096 bits"):
            ask(tiny())


def test_a_sign_is_undecided_with_too_few_bits(monkeypatch):
    assert sign(log(2) - rational(6931, 10000)) == 1
    monkeypatch.setattr(formal, "PRECISIONS", (4,))
    assert sign(log(2) - rational(6931, 10000)) is None  # another number: the first ball of a number is kept


@pytest.mark.parametrize("bad", [0.5, 0.0, float("nan")])
def test_floats_have_no_sign_here(bad):
    with pytest.raises(NotExact):
        sign(bad)


def test_floats_of_numbers_whose_terms_cancel():
    near = sqrt(2) - rational(isqrt(2 * 10**200), 10**100)
    expected = float(Fraction(isqrt(2 * 10**400), 10**200) - Fraction(isqrt(2 * 10**200), 10**100))
    assert 0 < expected < 1e-99
    assert float(near) == pytest.approx(expected, rel=1e-12)
    assert float(log(2)) == 0.6931471805599453


# --- values of metrics ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [2, Whole(2), fmpq(2), fmpz(2), Fraction(2)])
def test_exact_values_are_flint_rationals(value):
    assert exact_value(value, "m") == fmpq(2)
    assert type(exact_value(value, "m")) is fmpq


def test_formal_values_pass():
    assert exact_value(log(2), "m") is not None
    assert exact_value(log(2), "m") == log(2)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (0.5, "m returned the float 0.5, but an exact metric returns exact numbers; divide with Fraction"),
        (float("inf"), "m returned the float inf"),
        (float("nan"), "exact numbers; raise Undefined"),
        (1j, r"m returned 1j \(a complex\)"),
        (None, r"m returned None \(a NoneType\)"),
        ("1", r"m returned '1' \(a str\)"),
        (True, r"m returned True \(a bool\)"),
        ([1], r"m returned \[1\] \(a list\)"),
    ],
)
def test_other_values_are_refused_by_name(value, message):
    with pytest.raises(NotExact, match=message):
        exact_value(value, "m")


# --- text -----------------------------------------------------------------------------------------------------


def test_text_is_short_and_readable():
    assert str(log(2) ** 2 / log(3) - rational(1, 2)) == "(log(2)**2 + -1/2*log(3))/(log(3))"
    assert parse("log(8)/log(2)") == 3
    assert parse(" -1/2 ") == fmpq(-1, 2)
    assert parse("2*3 - 7/2 + 2**4") == fmpq(37, 2)


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os')",
        "log.__class__",
        "().__class__",
        "eval('1')",
        "lambda: 1",
        "[1]",
        "x",
        "log",
        "log(2, 3)",
        "log(x=2)",
        "log(*[2])",
        "log(2)(3)",
        "1 if 1 else 2",
        "1 < 2",
        "'a'",
        "True",
        "None",
        "1.5",
        "1e9",
        "1j",
        "nan",
        "~1",
        "7 // 2",
        "7 % 2",
        "2 ** -1",
        "2 ** (1/2)",
        "",
        "1 +",
        "\0",
        "\ud800",
        "1/0",
        "1/(log(2) - log(2))",
        "log(0)",
        "sqrt(-1)",
        "sqrt(log(2))",
    ],
)
def test_parse_refuses_everything_else(text):
    with pytest.raises(ValueError):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "2**65",
        "9**9**9",
        "(9**64)**64",
        "(log(2) + log(3) + log(5))**64",
        "9" * 400,
        "9" * 5000,
        "1" + "+1" * 20_000,
        "1" + "+1" * 9_000,
        "-" * 9_000 + "1",
        "(" * 9_000 + "1" + ")" * 9_000,
        "log(1000000000001)",
        "*".join(f"(log({p}) + log({p + 1}))" for p in range(2, 40)),
        "1/(" + "+".join(f"sqrt({p})" for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43)) + ")",
        "+".join(f"1/(log({p}) + sqrt({p}))" for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43)),
    ],
    ids=range(14),
)
def test_parse_refuses_what_would_take_forever(text):
    with pytest.raises(ValueError):
        parse(text)


@pytest.mark.parametrize("bad", [None, 1, 0.5, b"1", ["1"]])
def test_parse_takes_text_only(bad):
    with pytest.raises(ValueError, match="must be a string"):
        parse(bad)


def test_a_formal_is_never_a_rational():
    assert isinstance(log(2), Formal)
    assert not isinstance(log(2) / log(2), Formal)
    assert bool(log(2))


@given(numbers(), st.fractions(min_value=-9, max_value=9, max_denominator=9))
def test_arithmetic_with_rationals_gives_the_normal_form(x, q):
    if not isinstance(x, Formal):
        return
    ring = x.num.context()
    top, below = ring.constant(rational(q.numerator)), ring.constant(rational(q.denominator))
    assert x + q == q + x == Formal.normal(x.num * below + top * x.den, x.den * below)
    assert x - q == -(q - x) == Formal.normal(x.num * below - top * x.den, x.den * below)
    assert x * q == q * x == Formal.normal(x.num * top, x.den * below)
    if q:
        assert x / q == Formal.normal(x.num * below, x.den * top)
    assert q / x == Formal.normal(x.den * top, x.num * below)
    for value in (x + q, x - q):
        assert isinstance(value, Formal)
        assert str(value) == str(Formal.normal(value.num, value.den))


def test_equal_numbers_of_different_rings_are_alike():
    one, other = log(2) + log(11) - log(11), log(2)
    assert one.num.context() is not other.num.context()
    assert one == other
    assert hash(one) == hash(other)
    assert hash(log(3)) != hash(log(2))
