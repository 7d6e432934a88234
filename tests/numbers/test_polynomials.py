"""Numbers for all parameter values: arithmetic, the normal form of absolute values, and what they refuse."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from flint import fmpq

from axiomatrix.numbers.exact import Whole, log, sqrt
from axiomatrix.numbers.polynomials import Polynomial
from axiomatrix.numbers.ring import NotPolynomial, Ring

NAMES = ("u", "v", "w", "c")


def symbols():
    ring = Ring(NAMES, positive=("c",))
    return ring, *(Polynomial.symbol(ring, name) for name in NAMES)


# --- the normal form ----------------------------------------------------------------------------------------


def test_the_text_of_a_polynomial():
    _, u, v, w, c = symbols()
    assert str(u * v * 2 - w**2 / 3 + 1 - c) == "2*u*v - 1/3*w^2 - c + 1"
    assert str(-u) == "-u"
    assert str(u - u) == "0"
    assert str(u - u + Fraction(1, 2)) == "1/2"


def test_content_and_monomial_come_out_of_an_absolute_value():
    _, u, v, w, _ = symbols()
    assert str(abs(2 * u * (v - w))) == str(2 * u * abs(v - w)) == "2*u*|v - w|"
    assert str(abs((v - w) * u / 3)) == "1/3*u*|v - w|"
    assert str(abs(-4 * v + 6 * w)) == "2*|2*v - 3*w|"


def test_an_absolute_value_of_one_sign_is_resolved():
    _, u, v, *_ = symbols()
    assert str(abs(u + 2 * v)) == "u + 2*v"
    assert str(abs(-u - 2 * v * u)) == "2*u*v + u"
    assert str(abs(u - u)) == "0"


def test_an_absolute_value_does_not_know_the_sign_of_what_is_inside():
    _, u, v, *_ = symbols()
    assert str(abs(u - v)) == str(abs(v - u)) == "|u - v|"
    assert (abs(u - v) - abs(v - u)).value == 0


def test_the_square_of_an_absolute_value_is_a_square():
    _, u, v, w, _ = symbols()
    assert str(abs(u - v) ** 2) == "u^2 - 2*u*v + v^2"
    assert str(abs(u - v) ** 3) == str(abs(u - v) * (u - v) ** 2)
    assert str(abs(u - v) * abs(v - w)) == "|u - v|*|v - w|"
    assert str((abs(u - v) * w) ** 2) == str(w * w * (u - v) ** 2)


def test_absolute_values_within_absolute_values():
    _, u, v, w, _ = symbols()
    assert str(abs(abs(u - v) + w)) == "w + |u - v|"
    assert str(abs(abs(u - v) - w)) == "|w - |u - v||"
    assert str(abs(abs(u - v) * (u - v))) == "u^2 - 2*u*v + v^2"
    assert str(abs(abs(u - v) - w) ** 2) == "u^2 - 2*u*v + v^2 + w^2 - 2*w*|u - v|"


def test_quotients_cancel():
    _, u, v, w, _ = symbols()
    assert str(u / (u + v) + v / (u + v)) == "1"
    assert str(2 * u * v / (u + v)) == "(2*u*v)/(u + v)"
    assert str((u * u - v * v) / (u + v)) == "u - v"
    assert str(u / (2 * u * v + 2 * u * w)) == "(1/2)/(v + w)"
    assert str(1 / (u + v) / (u + v)) == "(1)/(u + v)^2"
    assert (1 / (1 / (u + v)) - u - v).value == 0
    assert str(abs((u - v) / (u + v))) == "(|u - v|)/(u + v)"


def test_dividing_by_a_parameter_is_remembered_and_by_a_positive_factor_is_not():
    ring, u, _, _, c = symbols()
    assert (c**-1 * c).value == 1
    assert not ring.divided
    assert str(u / u) == "1"
    assert ring.divided


def test_numbers_of_all_exact_kinds_mix():
    _, u, *_ = symbols()
    for two in (2, Whole(2), Fraction(2), fmpq(2)):
        assert str(two * u) == str(u * two) == "2*u"
        assert str(two + u) == str(u + two) == "u + 2"
        assert str(two - u) == "-u + 2"
        assert str(u - two) == "u - 2"
        assert str(u / two) == "1/2*u"
        assert str(two / u) == "(2)/(u)"
    assert str(sum([u, u])) == "2*u"
    assert str(u ** Whole(2)) == "u^2"
    assert str(u**0) == "1"


def test_polynomials_of_two_rings_do_not_mix():
    (_, u, *_), (_, v, *_) = symbols(), symbols()
    with pytest.raises(NotPolynomial, match="kept from another evaluation"):
        u + v


# --- what is refused ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "operation"),
    [
        (lambda u, v: u < v, "the comparison < of parameters"),
        (lambda u, v: max(u, v), "the comparison > of parameters"),
        (lambda u, v: sorted([u, v]), "the comparison < of parameters"),
        (lambda u, v: u == v, "the comparison == of parameters"),
        (lambda u, v: u != 0, "the comparison == of parameters"),
        (lambda u, v: 1 if u else 0, "the use of a parameter as a truth value"),
        (lambda u, v: [1, 2][u], "the use of a parameter as an index or a whole number"),
        (lambda u, v: float(u), "float() of a parameter"),
        (lambda u, v: math.sqrt(u), "float() of a parameter"),
        (lambda u, v: int(u), "int() of a parameter"),
        (lambda u, v: u // 2, "the whole-number division // of a parameter"),
        (lambda u, v: sqrt(u), "sqrt() of a parameter"),
        (lambda u, v: log(u), "log() of a parameter"),
        (lambda u, v: log(u, 2), "log() of a parameter"),
        (lambda u, v: u * 0.5, "an operation with 0.5, which is not a rational number"),
        (lambda u, v: u * sqrt(2), "an operation with sqrt(2), which is not a rational number"),
        (lambda u, v: 2**u, "a power with a parameter in the exponent"),
        (lambda u, v: u ** Fraction(1, 2), "a power with the exponent Fraction(1, 2)"),
        (lambda u, v: 1 / (u - v), "a division by u - v, which can be zero"),
        (lambda u, v: 1 / abs(u - v), "a division by |u - v|, which can be zero"),
    ],
)
def test_a_question_about_a_parameter_names_the_operation_and_the_line(ask, operation):
    ring, u, v, *_ = symbols()
    with pytest.raises(NotPolynomial) as refused:
        ask(u, v)
    line = ask.__code__.co_firstlineno
    assert str(refused.value).startswith(f"{operation} (test_polynomials.py, line {line}: ")
    assert "(lambda u, v: " in str(refused.value)
    assert ring.refused is refused.value


def test_what_is_the_same_for_all_values_is_answered():
    _, u, v, *_ = symbols()
    assert u - u == 0
    assert u + 1 > u
    assert not (u - u)
    assert abs(u - v) == abs(v - u)
    assert u != u + 1


def test_inside_a_definition_text_and_hash_are_refused_too():
    ring, u, *_ = symbols()
    assert {u: 1}[u] == 1
    with ring.definition():
        for ask in (hash, str, repr, lambda x: f"{x}", lambda x: x in {1, 2}):
            with pytest.raises(NotPolynomial):
                ask(u)
    assert str(u) == "u"


def test_division_by_zero_is_what_it_always_is():
    _, u, *_ = symbols()
    with pytest.raises(ZeroDivisionError):
        u / 0
    with pytest.raises(ZeroDivisionError):
        1 / (u - u)
