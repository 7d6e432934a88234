"""Linear polynomials and their forms: arithmetic against evaluation at points, normal forms, and what is refused."""

import math
import operator
from fractions import Fraction
from pathlib import Path

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from axiomatrix.numbers.exact import Whole, fraction, log, rational, sqrt
from axiomatrix.numbers.forms import CONSTANT, Form, LinearRing, NotLinear, form_of, normal
from axiomatrix.verify.numbers import NotASum, Sum

quick = settings(deadline=None, max_examples=150)
X, Y, Z = LinearRing(3).entries
numbers = st.one_of(
    st.integers(-6, 6),
    st.integers(-6, 6).map(Whole),
    st.builds(lambda p, q: fmpq(p, q), st.integers(-9, 9), st.integers(1, 7)),
)
points = st.tuples(*[st.builds(Fraction, st.integers(0, 20), st.integers(1, 6))] * 3)


@st.composite
def expressions(draw, depth=3):
    """A function of three numbers that forms can follow, in any kind of number, and a text of it."""
    kind = draw(
        st.sampled_from(["entry", "number"] if depth == 0 else ["entry", "number", "+", "-", "*", "/", "neg", "abs"])
    )
    if kind == "entry":
        k = draw(st.integers(0, 2))
        return lambda v: v[k]
    if kind == "number":
        c = draw(numbers)
        return lambda v: c
    one = draw(expressions(depth=depth - 1))
    if kind == "neg":
        return lambda v: -one(v)
    if kind == "abs":
        return lambda v: abs(one(v))
    if kind in "*/":
        c = draw(numbers.filter(bool))
        if kind == "/":
            return lambda v: one(v) / rational(c)
        return draw(st.sampled_from([lambda v: c * one(v), lambda v: one(v) * c]))
    two = draw(expressions(depth=depth - 1))
    return (lambda v: one(v) + two(v)) if kind == "+" else (lambda v: one(v) - two(v))


def at(form, point):
    return fraction(rational(form.at([*map(rational, point), 1])))


def of(value):
    return form_of(value, "it")


def exactly(value):
    return fraction(rational(value))


@quick
@given(expressions(), points)
def test_the_verifiers_sums_and_the_forms_agree_though_they_share_no_code(expression, point):
    try:
        form = of(expression([X, Y, Z]))
    except TypeError:
        with pytest.raises(TypeError):
            Sum.of(expression([Sum.unknown(k) for k in range(3)]))
        return
    other = Sum.of(expression([Sum.unknown(k) for k in range(3)]))
    assert {k: exactly(c) for k, c in form.linear.items()} == other.terms
    assert {k: exactly(c) for k, c in form.atoms.items()} == other.insides


@quick
@given(expressions(), st.permutations(range(3)), points)
def test_renumbering_is_evaluation_at_the_renumbered_point(expression, order, point):
    try:
        form = of(expression([X, Y, Z]))
    except TypeError:
        return
    moved = form.renumbered(dict(enumerate(order)))
    placed = [None] * 3
    for k, place in enumerate(order):
        placed[place] = point[k]
    assert at(moved, placed) == at(form, point)
    assert moved.renumbered({place: k for k, place in enumerate(order)}) == form


def test_no_zero_coefficient_is_kept():
    assert of(X - X).linear == {}
    assert of(abs(X - Y) - abs(Y - X)).atoms == {}
    assert of(0 * X).linear == {}
    assert of(X + 3 - 3) == of(X)
    assert of(0).linear == {}
    assert of(X - Y + Y) == of(X)


def test_an_absolute_value_is_resolved_where_the_sign_is_known():
    assert of(abs(X + 2 * Y)) == of(X + 2 * Y)
    assert of(abs(-X - 3)) == of(X + 3)
    assert of(abs(X - X)) == Form({})
    assert of(abs(abs(X - Y) + Z)) == of(abs(X - Y) + Z)
    assert of(abs(-abs(X - Y) - 1)) == of(abs(X - Y) + 1)


def test_absolute_values_of_multiples_are_multiples_of_one_atom():
    total = of(abs(2 * X - 4 * Y) + abs(2 * Y - X) + abs((X - 2 * Y) / 3))
    (atom,) = total.atoms
    assert atom == ((0, 1), (1, -2))
    assert exactly(total.atoms[atom]) == Fraction(10, 3)
    assert total.linear == {}


def test_the_normal_form_has_coprime_whole_coefficients_the_first_positive():
    atom, content = normal({0: fmpq(-2, 3), 2: fmpq(4, 9)})
    assert (atom, exactly(content)) == (((0, 3), (2, -2)), Fraction(2, 9))
    atom, content = normal({CONSTANT: fmpq(-2), 1: fmpq(6)})
    assert (atom, exactly(content)) == (((CONSTANT, 1), (1, -3)), Fraction(2))


def test_a_constant_counts_as_non_negative_inside_an_absolute_value():
    assert of(abs(X + 1)) == of(X + 1)
    assert list(of(abs(X - 1)).atoms) == [((CONSTANT, 1), (0, -1))]
    assert at(of(abs(X - 1)), (Fraction(1, 3), 0, 0)) == Fraction(2, 3)


def test_division_by_whole_numbers_is_exact_on_either_kind():
    assert exactly(of(X / Whole(3)).linear[0]) == Fraction(1, 3)
    assert exactly(of(X * (Whole(2) / Whole(3))).linear[0]) == Fraction(2, 3)
    assert exactly(of(X / Fraction(2, 3)).linear[0]) == Fraction(3, 2)
    assert exactly(of(Whole(3) - X).linear[CONSTANT]) == 3
    assert exactly(of(Fraction(1, 2) - X).linear[CONSTANT]) == Fraction(1, 2)
    assert exactly(of(fmpq(1, 2) + X).linear[CONSTANT]) == Fraction(1, 2)
    with pytest.raises(ZeroDivisionError):
        X / 0


def test_a_product_with_a_constant_form_is_a_multiple_and_with_zero_is_zero():
    assert of((Y - Y + 3) * X) == of(3 * X)
    assert of(X * (Y - Y)) == Form({})
    assert of(X / (Y - Y + 2)) == of(X / 2)


def test_an_identity_of_python_that_is_linear_is_followed():
    assert of(+X) == of(X)
    assert of(math.prod([X, 2])) == of(2 * X)
    assert of(sum([X, Y], start=fmpq(0))) == of(X + Y)
    assert of(X**1) == of(X)


LINE = {
    "product": (lambda: X * Y, "product"),
    "quotient": (lambda: X / Y, "division"),
    "inverse": (lambda: 1 / X, "division"),
    "exact inverse": (lambda: fmpq(1) / X, "division"),
    "fraction over": (lambda: Fraction(1, 2) / X, "division"),
    "whole over": (lambda: Whole(2) / X, "division"),
    "square": (lambda: X**2, "product"),
    "root": (lambda: X ** Fraction(1, 2), "power"),
    "less": (lambda: X < Y, "comparison"),
    "less than a number": (lambda: fmpq(1) < X, "comparison"),
    "equal": (lambda: X == Y, "comparison"),
    "unequal": (lambda: X != 0, "comparison"),
    "equal on the right": (lambda: fmpq(0) == X, "comparison"),
    "among": (lambda: 1 in [X], "comparison"),
    "max": (lambda: max(0, X), "comparison"),
    "min": (lambda: min(X, Y), "comparison"),
    "sorted": (lambda: sorted([X, Y]), "comparison"),
    "truth": (lambda: 1 if X else 0, "truth value"),
    "truth of a difference": (lambda: bool(X - Y), "truth value"),
    "float": (lambda: float(X), "float"),
    "math.sqrt": (lambda: math.sqrt(X), "float"),
    "int": (lambda: int(X), "int()"),
    "index": (lambda: [1, 2][X], "whole number"),
    "round": (lambda: round(X), "rounding"),
    "floor": (lambda: math.floor(X), "rounding"),
    "abs in abs": (lambda: abs(abs(X - Y) - Z), "absolute value within"),
    "sqrt 2": (lambda: sqrt(2) * X, "not a rational number"),
    "sqrt 2 on the right": (lambda: X + sqrt(2), "not a rational number"),
    "log": (lambda: X * log(2), "not a rational number"),
    "float factor": (lambda: 0.5 * X, "0.5"),
}
HARDER = {
    "exponent": (lambda: 2**X, ""),
    "exact exponent": (lambda: fmpq(2) ** X, ""),
    "floor division": (lambda: X // 2, ""),
    "floor division by": (lambda: 2 // X, ""),
    "remainder": (lambda: X % 2, ""),
    "divmod": (lambda: divmod(X, 2), ""),
    "trunc": (lambda: math.trunc(X), ""),
    "round to places": (lambda: round(X, 2), ""),
    "exact root": (lambda: sqrt(X), ""),
    "exact logarithm": (lambda: log(X), ""),
}


@pytest.mark.parametrize("name", [*LINE, *HARDER])
def test_a_refused_operation_is_named_with_the_users_line(name):
    operation, what = (LINE | HARDER)[name]
    with pytest.raises(NotLinear) as raised:
        operation()
    message = str(raised.value)
    assert message.startswith("not linear: ") and what in message
    assert f"{Path(__file__).name}, line {operation.__code__.co_firstlineno}" in message


@pytest.mark.parametrize("exponent", [Fraction(1, 2), fmpq(1, 2), Fraction(5, 2)])
def test_a_root_of_a_form_that_happens_to_be_constant_is_not_truncated(exponent):
    four = X - X + 4
    for number in (lambda: four**exponent, lambda: (Sum.unknown(0) - Sum.unknown(0) + 4) ** exponent):
        try:
            value = number()
        except (NotLinear, NotASum):
            continue
        read = of(value).linear[CONSTANT] if not isinstance(value, Sum) else value.terms[CONSTANT]
        assert exactly(read) == {Fraction(1, 2): 2, Fraction(5, 2): 32}[fraction(exponent)]


def test_whole_powers_of_constants_are_kept_in_both_programs():
    assert exactly(of((X - X + 4) ** 2).linear[CONSTANT]) == 16
    assert ((Sum.unknown(0) - Sum.unknown(0) + 4) ** 2).terms == {-1: 16}


def test_a_comparison_is_answered_where_the_answer_is_the_same_for_all_values():
    assert X == X and X - Y + 1 > X - Y and not X - X
    with pytest.raises(NotLinear):
        operator.eq(X, Y)


@pytest.mark.parametrize("other", ["a", None])
def test_what_is_no_number_takes_no_part_in_a_sum(other):
    with pytest.raises(TypeError):
        X + other


def test_what_is_no_number_is_refused_as_a_value():
    assert of(3) == of(Fraction(3)) == Form({CONSTANT: 3})
    assert of(Fraction(1, 2)) == Form({CONSTANT: fmpq(1, 2)})
    for value in (True, 0.5, None, "1", sqrt(2)):
        with pytest.raises(NotLinear, match="the value of mine"):
            form_of(value, "the value of mine")
