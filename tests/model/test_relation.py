"""Relations: what is decided, what is discarded, and what is left undecided."""

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given as cases
from hypothesis import settings
from hypothesis import strategies as st

from axiomatrix.model.relation import (
    DISCARDED,
    FAILS,
    HOLDS,
    UNDECIDED,
    Bounded,
    Either,
    Relation,
    at_least,
    at_most,
    bounded_above,
    bounded_below,
    differs,
    either,
    equal,
    float_tolerance,
    given,
    less,
    more,
    supremum,
)
from axiomatrix.numbers import formal
from axiomatrix.numbers.columns import Column
from axiomatrix.numbers.exact import NotExact, log, rational, sqrt

quick = settings(deadline=None, max_examples=60)
MAKERS = {
    at_most: lambda x, y: x <= y,
    at_least: lambda x, y: x >= y,
    equal: lambda x, y: x == y,
    less: lambda x, y: x < y,
    more: lambda x, y: x > y,
    differs: lambda x, y: x != y,
}
numbers = st.fractions(min_value=-3, max_value=3, max_denominator=4).map(rational) | st.sampled_from([log(2), sqrt(2)])


@quick
@cases(numbers, numbers)
def test_single_numbers(x, y):
    for make, holds in MAKERS.items():
        assert make(x, y).decide() == (HOLDS if holds(x, y) else FAILS)
        assert given(False, make(x, y)).decide() == DISCARDED
        assert given(np.bool_(False), make(x, y)).decide() == DISCARDED
        assert given(np.bool_(True), make(x, y)).decide() == make(x, y).decide()


@quick
@cases(st.lists(numbers, min_size=3, max_size=3), st.lists(numbers, min_size=3, max_size=3) | numbers)
def test_lanes_are_decided_like_single_numbers(xs, y):
    ys = y if isinstance(y, list) else [y] * 3
    right = Column.of(y) if isinstance(y, list) else y
    mask = np.array([True, False, True])
    for make in MAKERS:
        expected = [make(a, b).decide() for a, b in zip(xs, ys, strict=True)]
        assert make(Column.of(xs), right).decide().tolist() == expected
        assert make(right, Column.of(xs)).decide().tolist() == [
            make(b, a).decide() for a, b in zip(xs, ys, strict=True)
        ]
        conditioned = given(mask, make(Column.of(xs), right)).decide().tolist()
        assert conditioned == [expected[0], DISCARDED, expected[2]]


@pytest.mark.parametrize("op", ["<=", ">=", "==", "<", ">", "!="])
def test_what_balls_do_not_decide_is_undecided(op, monkeypatch):
    close = log(2) - rational(6931, 10000)
    monkeypatch.setattr(formal, "PRECISIONS", (4,))
    assert Relation(close, op, 0).decide() == UNDECIDED
    assert Relation(close, op, close).decide() == (HOLDS if "=" in op and op != "!=" else FAILS)
    column = Column.of([close, 1, close])
    relation = given(np.array([True, True, False]), Relation(column, op, 0))
    assert relation.decide().tolist()[::2] == [UNDECIDED, DISCARDED]
    assert relation.decide()[1] in (HOLDS, FAILS)


def test_a_condition_on_lanes_where_the_sides_are_constant():
    mask = np.array([True, False])
    assert given(mask, equal(1, 2)).decide().tolist() == [FAILS, DISCARDED]
    assert given(mask, equal(2, 2)).decide().tolist() == [HOLDS, DISCARDED]
    split = either(mask, equal(1, 2), equal(1, 1))
    assert isinstance(split, Either)
    assert split.decide().tolist() == [FAILS, HOLDS]
    assert either(mask, given(False, equal(1, 2)), equal(1, 1)).decide().tolist() == [DISCARDED, HOLDS]


def test_conditions_add_up():
    x = Column.of([1, 2, 3])
    relation = given(np.array([True, True, False]), given(np.array([False, True, True]), equal(x, 2)))
    assert relation.decide().tolist() == [DISCARDED, HOLDS, DISCARDED]
    assert given(False, given(True, equal(1, 1))).decide() == DISCARDED
    assert given(True, given(False, equal(1, 1))).decide() == DISCARDED
    assert given(True, given(True, equal(1, 2))).decide() == FAILS


def test_conditions_and_sides_are_broadcast_together():
    rows = np.array([[True], [False]])
    codes = given(rows, equal(Column.of([1, 2]), 2)).decide()
    assert codes.tolist() == [[FAILS, HOLDS], [DISCARDED, DISCARDED]]
    assert either(rows, equal(Column.of([1, 2]), 2), equal(1, 1)).decide().tolist() == [[FAILS, HOLDS], [HOLDS, HOLDS]]


def test_either_of_single_relations_is_one_of_them():
    then, otherwise = equal(1, 1), less(1, 1)
    assert either(True, then, otherwise) is then
    assert either(np.bool_(False), then, otherwise) is otherwise


def test_a_condition_on_one_of_two_relations_is_on_each_of_them():
    condition, branch = np.array([True, True, False, False]), np.array([True, False, True, False])
    zeros = Column.of([0, 0, 0, 0])
    both = given(condition, either(branch, equal(zeros, 0), equal(zeros, 1)))
    assert list(both.decide()) == [HOLDS, FAILS, DISCARDED, DISCARDED]


def test_whole_numbers_divide_exactly_in_a_ratio():
    assert supremum(1, 3).ratio == fmpq(1, 3)


def test_the_margin_says_by_how_much():
    assert at_most(rational(1), rational(3)).margin == 2
    assert at_least(rational(1), rational(3)).margin == -2
    assert more(rational(3), rational(1)).margin == 2
    assert at_most(rational(3), rational(1)).strain() == pytest.approx(0.5)
    assert at_most(rational(1), rational(3)).strain() == pytest.approx(-0.5)
    assert equal(rational(0), rational(0)).strain() == 0.0


def test_floats_are_refused_without_a_tolerance():
    for make in MAKERS:
        with pytest.raises(NotExact):
            make(0.1 + 0.2, 0.3).decide()


def test_the_float_channel():
    tolerance = float_tolerance(0.6)
    assert 0 < tolerance < 1e-13
    assert equal(0.1 + 0.2, 0.3).decide(tolerance) == HOLDS
    assert at_most(0.1 + 0.2, 0.3).decide(tolerance) == HOLDS
    assert less(0.1 + 0.2, 0.3).decide(tolerance) == FAILS
    assert differs(0.1 + 0.2, 0.3).decide(tolerance) == FAILS
    assert at_most(0.31, 0.3).decide(tolerance) == FAILS


@pytest.mark.parametrize(("x", "y"), [(float("nan"), 1.0), (1.0, float("nan")), (float("inf"), float("inf"))])
def test_nan_is_never_passed_silently(x, y):
    for make in MAKERS:
        assert make(x, y).decide(1e-12) == UNDECIDED


def test_bounds_report_the_ratio_too():
    above, below = (
        bounded_above(rational(3), rational(2), rational(1)),
        bounded_below(rational(3), rational(2), rational(1)),
    )
    assert isinstance(above, Bounded) and isinstance(below, Bounded)
    assert (above.relation.decide(), below.relation.decide()) == (FAILS, HOLDS)
    assert (above.quantity.sense, below.quantity.sense) == ("sup", "inf")
    assert supremum(3, 1).sense == "sup"
    assert above.quantity.numerator / above.quantity.denominator == 3
