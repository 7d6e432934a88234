"""Evaluation in balls: what it encloses, certifies and refuses to decide."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from flint import arb, fmpq

from axiomatrix import REGISTRY
from axiomatrix.catalogue.metrics.effectiveness.gain import halving, logarithmic, undiscounted_up_to_base
from axiomatrix.numbers.balls import Ball, decimals, ends, in_balls
from axiomatrix.numbers.exact import Formal, Undecided, Whole, constants_by, log, power, remembered, root, sign, sqrt
from axiomatrix.values.judged import Judged


def test_a_sum_of_500_logarithms_is_enclosed_to_any_digit() -> None:
    value = in_balls(lambda: sum(1 / log(i + 1, 2) for i in range(1, 500)))
    low, high = ends(value)
    assert isinstance(value, Ball) and low < high and high - low < Fraction(1, 10**30)
    assert math.isclose(float(low), math.fsum(1 / math.log2(i + 1) for i in range(1, 500)), rel_tol=1e-14)


def test_balls_lie_where_formal_constants_do() -> None:
    def value() -> object:
        return (sqrt(2) + root(5, 3) * log(3)) / (1 + power("2/3", Fraction(3, 4))) - log(10, 2) ** 2

    enclosed, formal = in_balls(value), value()
    assert isinstance(formal, Formal)
    low, high = ends(enclosed)
    assert sign(formal - low) == 1 and sign(formal - high) == -1


def test_rationals_stay_exact() -> None:
    assert in_balls(lambda: fmpq(1, 3) + 1) == fmpq(4, 3)
    assert in_balls(lambda: sqrt(4) == 2)


def test_what_more_bits_cannot_tell_apart_is_undecided() -> None:
    with pytest.raises(Undecided, match="bits do not distinguish"):
        in_balls(lambda: log(8) == 3 * log(2))
    with pytest.raises(Undecided, match="zero"):
        in_balls(lambda: 1 / (log(8) - 3 * log(2)))


def test_more_bits_tell_apart_what_is_different() -> None:
    near = power(2, Fraction(1, 2)).ball(1000).mid()
    close = Fraction(int(near.man_exp()[0])) * Fraction(2) ** int(near.man_exp()[1])
    assert in_balls(lambda: (sqrt(2) < close) != (sqrt(2) > close))


def test_balls_take_no_numbers_that_are_not_exact() -> None:
    with pytest.raises(TypeError):
        in_balls(lambda: log(2) + 0.5)
    assert in_balls(lambda: log(2) != "x")


def test_constants_are_formal_again_afterwards_and_none_is_remembered() -> None:
    for constant, arguments in (
        (logarithmic, (Whole(6),)),
        (undiscounted_up_to_base, (Whole(6), Whole(2))),
        (halving, (Whole(6), Whole(3))),
    ):
        assert isinstance(in_balls(lambda f=constant, a=arguments: f(*a)), Ball)
        assert isinstance(constant(*arguments), Formal)
        assert isinstance(in_balls(lambda f=constant, a=arguments: f(*a)), Ball)


def test_constants_are_formal_again_after_an_exception() -> None:
    with pytest.raises(RuntimeError), constants_by(lambda *_: 0):
        assert log(2) == 0
        raise RuntimeError
    assert isinstance(log(2), Formal)


def test_what_is_remembered_is_computed_once() -> None:
    calls = []

    @remembered
    def constant(k: int) -> object:
        calls.append(k)
        return log(k)

    assert constant(3) == constant(3) == log(3)
    assert calls == [3]
    in_balls(lambda: constant(3))
    assert calls == [3, 3]


@pytest.mark.parametrize("name", ["ndcg[exponential]", "ndcg[linear]", "dcg[exponential]"])
def test_metrics_have_the_value_of_the_formal_definition(name: str) -> None:
    metric, x = REGISTRY.metric(name), Judged.of([2, 0, 1, 0, 3], missing=[2])
    formal = metric(x, k=4)
    low, high = ends(in_balls(lambda: metric(x, k=4)))
    assert low <= Fraction(str(float(formal))) + Fraction(1, 10**12) and float(low) == pytest.approx(float(formal))
    assert high - low < Fraction(1, 10**30)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(1, 3), "0.3333"),
        (Fraction(2, 3), "0.6667"),
        (Fraction(-1, 3), "-0.3333"),
        (Fraction(1, 32), "0.0312"),  # half way, also as a double: to even, as C does
        (Fraction(3, 32), "0.0938"),
        (Fraction(1, 160), "0.0063"),  # half way, and the nearest double lies above
        (Fraction(12), "12.0000"),
        (Fraction(-1, 100000), "-0.0000"),
    ],
)
def test_decimals_are_those_of_c(value: Fraction, text: str) -> None:
    assert decimals(value, 4) == text == f"{float(value):.4f}"


def test_a_ball_across_a_rounding_boundary_has_no_decimals() -> None:
    assert decimals(Ball(arb("0.00005", "1e-9")), 4) is None
    assert decimals(Ball(arb("0.12342", "1e-9")), 4) == "0.1234"
    assert decimals(Fraction(7, 2), 0) == "4"
