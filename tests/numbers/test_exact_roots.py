"""Roots of any order as formal constants: normal forms, denominators, comparison and text."""

from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from axiomatrix.numbers import formal
from axiomatrix.numbers.exact import Formal, NotExact, log, parse, power, rational, root, sign, sqrt
from axiomatrix.numbers.radicals import LARGEST_NORM, count_conjugates, roots_in

quick = settings(deadline=None, max_examples=80)
positive = st.fractions(min_value=Fraction(1, 12), max_value=12, max_denominator=12)
exponents = st.fractions(min_value=-3, max_value=3, max_denominator=6)


# --- normal forms ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (root(16, 4), 2),
        (root(8, 3), 2),
        (root("1/27", 3), "1/3"),
        (root(7, 1), 7),
        (root(0, 5), 0),
        (root(1, 5), 1),
        (power(8, Fraction(2, 3)), 4),
        (power(4, "-1/2"), "1/2"),
        (power("8/27", Fraction(-1, 3)), "3/2"),
        (power(5, 0), 1),
        (power(2, 10), 1024),
        (root(2, 3) * root(4, 3), 2),
        (root(2, 4) * root(2, 4) * sqrt(2), 2),
        ((1 + root(2, 3)) * (1 - root(2, 3) + root(4, 3)), 3),
    ],
)
def test_what_is_rational_is_a_rational(value, expected):
    assert type(value) is fmpq
    assert value == rational(expected)


def test_roots_of_several_orders_meet_in_one_normal_form():
    assert root(2, 2) == sqrt(2)
    assert root(2, 4) ** 2 == sqrt(2)
    assert root(2, 6) ** 2 == root(2, 3)
    assert root(2, 6) ** 3 == sqrt(2)
    assert root(2, 3) * sqrt(2) == root(2, 6) ** 5
    assert root(12, 3) == root(3, 3) * root(2, 3) ** 2
    assert str(root(2, 6) ** 2) == "root(2, 3)"
    assert str(root(2, 3) * sqrt(2) / root(2, 3)) == "sqrt(2)"
    assert root(2, 3) != root(2, 5)
    assert root(2, 3) - root(2, 3) == 0


@quick
@given(positive, positive, exponents, exponents)
def test_the_laws_of_powers(x, y, p, q):
    assert power(x, p) * power(x, q) == power(x, p + q)
    assert power(x, p) * power(y, p) == power(x * y, p)
    assert power(x, p) * power(x, -p) == 1
    assert float(power(x, p)) == pytest.approx(float(x) ** float(p), rel=1e-12)


def test_denominators_are_freed_of_higher_roots():
    assert 1 / (1 + root(2, 3)) == (root(2, 3) ** 2 - root(2, 3) + 1) / 3
    for value in (1 / (1 + root(2, 3)), 1 / (sqrt(2) + root(3, 3)), 1 / (log(2) + root(2, 3)), 1 / (root(2, 19) - 5)):
        assert roots_in(value.den) == []
    assert 1 / (sqrt(2) + root(3, 3)) * (sqrt(2) + root(3, 3)) == 1


# --- roots that stay in the denominator -----------------------------------------------------------------------


def hard():
    """1 / (1 + the 199th root of 2): too many conjugates to multiply."""
    return 1 / (1 + root(2, 199))


def test_a_root_of_high_order_stays_in_the_denominator():
    assert LARGEST_NORM < 199 and count_conjugates((1 + root(2, 199)).num) == 1
    assert roots_in(hard().den)
    assert float(hard()) == pytest.approx(1 / (1 + 2 ** (1 / 199)), rel=1e-14)


def test_two_normal_forms_of_one_number_are_never_told_apart():
    r = root(2, 199)
    two = r**198 / (r**198 + 2)  # numerator and denominator times r^198; r^199 is 2
    assert str(two) != str(hard())
    assert two == hard() and hard() == two
    assert two - hard() == 0
    assert not two < hard() and two <= hard() and two >= hard()
    assert hash(two) == hash(hard())


def test_numbers_that_differ_are_told_apart_with_a_root_in_the_denominator():
    r = root(2, 199)
    assert (1 + r**2) / (1 + r) != hard()
    assert hard() != rational(1, 2) and sign(hard() - rational(1, 2)) == -1
    assert hard() * (1 + r) == 1


# --- comparison, text, refusals -------------------------------------------------------------------------------


def test_equality_needs_no_ball(monkeypatch):
    monkeypatch.setattr(formal, "PRECISIONS", ())
    assert root(2, 3) != root(2, 4)
    assert root(4, 6) == root(2, 3)
    assert sign(root(2, 3) - root(2, 4)) is None


@pytest.mark.parametrize(
    "x", [hard(), root(2, 199) ** 150, power(3, Fraction(7, 10**15 + 1)), 1 / (root(5, 7) + log(3))]
)
def test_text_of_high_orders_is_read_back(x):
    assert isinstance(x, Formal)
    assert parse(str(x)) == x


@pytest.mark.parametrize(
    "text",
    ["root(2)", "root(2, 0)", "root(2, -1)", "root(2, 1/2)", "root(2, 3, 4)", "root(-2, 3)", "root(log(2), 3)",
     "root(2, x)", "root(2, 3)**4000", f"root(2, {10**19})", "root(2, 3.0)", "root(2, q=3)", "root(2, True)"],
)  # fmt: skip
def test_parse_refuses_what_is_no_root(text):
    with pytest.raises(ValueError):
        parse(text)


def test_parse_refuses_to_rationalise_for_ever():
    with pytest.raises(ValueError):
        parse("1/(" + "+".join(f"sqrt({p})" for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43)) + ")")


def test_roots_refuse_what_has_none():
    for bad in (-1, "-1/2"):
        with pytest.raises(ValueError, match=r"x is .* must be positive"):
            root(bad, 3)
    for bad in (0, -2):
        with pytest.raises(ValueError, match=f"x is {bad}; it must be positive"):
            power(bad, Fraction(1, 2))
    for order in (0, -1, 1.5, True, "2"):
        with pytest.raises(ValueError, match="the order is"):
            root(2, order)
    with pytest.raises(NotExact, match="is a float"):
        power(2, 0.5)
    with pytest.raises(NotExact, match="only powers of rationals"):
        power(log(2), 2)
    with pytest.raises(NotExact, match="only powers of rationals"):
        power(2, log(2))
