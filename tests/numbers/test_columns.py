"""Columns: every operation against the same operation on the scalar of each lane."""

import operator
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from axiomatrix import exact
from axiomatrix.numbers import formal
from axiomatrix.numbers.columns import INT64_LIMIT, BranchesOnParameters, Column, Unvectorised, masked
from axiomatrix.numbers.exact import NotExact, log, rational, sqrt

quick = settings(deadline=None, max_examples=80)
small = st.integers(-9, 9)
large = st.integers(-(2**70), 2**70) | st.sampled_from([2**62 - 1, 2**62, 2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63)])
fractions_ = st.fractions(min_value=-9, max_value=9, max_denominator=12)
formals = st.builds(lambda q, p: rational(q) + log(p), fractions_, st.integers(2, 5)) | st.builds(
    lambda q, p: rational(q) * sqrt(p), fractions_, st.integers(2, 5)
)
kinds = [small, large, fractions_, st.builds(Fraction, large, st.integers(1, 2**66)), fractions_ | formals]
lanes = st.sampled_from(kinds).flatmap(lambda kind: st.lists(kind, min_size=3, max_size=3))


def lanes_of(column):
    return [column.lane(k) for k in range(len(column))]


def exactly(values):
    return [value if isinstance(value, exact.Formal) else rational(value) for value in values]


def agree(column, expected):
    assert isinstance(column, Column)
    assert lanes_of(column) == exactly(expected)
    assert {type(value) for value in lanes_of(column)} <= {fmpq, exact.Formal}
    if not column.is_formal:
        assert column.num.dtype in (np.int64, object)
        assert int(abs(column.num.astype(object)).max()) <= column.bound
        dens = [column.den] if isinstance(column.den, int) else column.den.tolist()
        assert all(type(den) is int and den > 0 for den in dens)


@quick
@given(lanes, st.permutations(range(3)))
def test_take(x, order):
    agree(Column.of(x).take(np.array(order)), [x[k] for k in order])
    thirds = Column.of(x) / Column.of([1, 2, 3])
    agree(thirds.take(np.array([False, True, True])), [exactly(x)[k] / (k + 1) for k in (1, 2)])


# --- sizes ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edge", [INT64_LIMIT - 1, INT64_LIMIT, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**40])
def test_nothing_overflows_near_the_limits(edge):
    values = [edge, -edge, 1]
    column = Column.of(values)
    agree(column + column, [2 * v for v in values])
    agree(column - (-column), [2 * v for v in values])
    agree(column * column, [v * v for v in values])
    agree(column * column * column - column, [v**3 - v for v in values])
    agree(column + Fraction(1, edge), [v + Fraction(1, edge) for v in values])
    agree(Fraction(1, edge) / column, [Fraction(1, edge * v) for v in values])
    agree(1 / (Column.of([1, 2, 3]) / edge), [Fraction(edge, k) for k in (1, 2, 3)])
    agree(column / column, [1, 1, 1])
    assert (column == edge).tolist() == [True, False, edge == 1]


@pytest.mark.parametrize("edge", [INT64_LIMIT, 2**63, 2**64 - 1, 2**64, 10**40])
def test_zero_lanes_meet_large_numbers(edge):
    zero = Column.of([0, 0])
    agree(zero + Fraction(1, edge), [Fraction(1, edge)] * 2)
    agree(zero * edge, [0, 0])
    agree(zero / Column.of([edge, 1]) + 1, [1, 1])
    agree(edge - zero, [edge, edge])
    assert (zero < Fraction(1, edge)).all()


def test_a_long_sum_of_large_products_is_exact():
    values = [2**31 - 1, 2**31 + 1]
    total, expected = Column.of([0, 0]), [0, 0]
    for k in range(1, 40):
        total = total + Column.of(values) * Column.of(values) * k
        expected = [e + v * v * k for e, v in zip(expected, values, strict=True)]
    agree(total, expected)


def test_values_return_to_64_bits():
    wide = Column.of([2**70, 2**70 + 1])
    assert wide.num.dtype == object
    narrow = wide - 2**70
    assert narrow.num.dtype == np.int64
    assert narrow.bound == 1
    agree(narrow, [0, 1])


# --- what is refused ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ask",
    [
        bool,
        float,
        int,
        hash,
        lambda c: 1 if c else 2,
        lambda c: {c: 1},
        lambda c: 1 / c,
        lambda c: c / c,
        lambda c: c**-1,
        lambda c: c / 0,
        lambda c: 1 / (c - c),
        lambda c: 1 / (c * log(2)),
        lambda c: c / (c * log(2)),
    ],
)
def test_asking_for_one_answer_is_branching(ask):
    with pytest.raises(BranchesOnParameters):
        ask(Column.of([0, 1]))


def test_an_undecided_lane_is_branching(monkeypatch):
    close = log(2) - rational(6931, 10000)
    monkeypatch.setattr(formal, "PRECISIONS", (4,))
    column = Column.of([close, 1])
    assert column.signs().tolist() == [2, 1]
    for ask in (abs, lambda c: c < 0, lambda c: c == 1 + close, lambda c: c >= 0):
        with pytest.raises(BranchesOnParameters):
            ask(column)


def test_columns_do_not_mix_with_what_is_not_exact():
    column = Column.of([1, 2])
    for other in (0.5, True, "1", None, np.array([1, 2]), np.float64(0.5)):
        for operation in (operator.add, operator.mul, operator.sub, operator.truediv, operator.lt):
            with pytest.raises(TypeError):
                operation(column, other)
            with pytest.raises(TypeError):
                operation(other, column)
    assert (column == "1") is False
    assert (column != "1") is True
    with pytest.raises(NotExact):
        Column.of([0.5])
    with pytest.raises(TypeError):
        column**0.5


# --- other ----------------------------------------------------------------------------------------------------


def test_power_zero_is_a_column_of_ones():
    agree(Column.of([0, 5]) ** 0 / 2, [Fraction(1, 2)] * 2)


def test_roots_and_logarithms_work_lane_by_lane():
    agree(sqrt(Column.of([4, 2, Fraction(1, 9)])), [2, sqrt(2), Fraction(1, 3)])
    agree(log(Column.of([1, 8])), [0, 3 * log(2)])
    agree(log(Column.of([1, 8]), 2), [0, 3])


def test_what_is_worked_out_lane_by_lane_is_asked_of_no_value_that_no_lane_has():
    both = Column.of([log(2), rational(-1), rational(4), rational(4)])
    asked = []
    picked = both.take(np.array([[2, 3], [3, 2]]))
    roots = picked.lanewise(lambda value: asked.append(value) or sqrt(value))
    assert asked == [4]  # of -1 there is no root
    assert roots.num.shape == (2, 2) and all((roots.take(place) - 2).signs() == 0 for place in np.ndindex(2, 2))
    assert len(both.take(np.array([], dtype=np.int64)).lanewise(sqrt)) == 0


def test_lanes_of_a_sum_may_turn_rational_again():
    column = Column.of([log(2), sqrt(2)])
    agree(column - Column.of([log(2), 0]), [0, sqrt(2)])
    agree(column * 0, [0, 0])


def test_no_lanes():
    assert len(Column.of([])) == 0
    assert len(Column.of([]) + 1) == 0


def test_columns_of_more_dimensions():
    table = Column(np.arange(6).reshape(3, 2)) / Column.of([1, 2])
    assert table.lane((2, 1)) == fmpq(5, 2)
    assert lanes_of(table.take(2)) == [4, fmpq(5, 2)]
    assert lanes_of(table.take((np.array([0, 2]), np.array([1, 1])))) == [fmpq(1, 2), fmpq(5, 2)]


TRUE, HALF_TRUE = masked([True, True]), masked([True, False])


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (lambda e, f: e + f, [2, 1]),
        (lambda e, f: e - f, [0, 1]),
        (lambda e, f: -e * 2**70 + f, [1 - 2**70, -(2**70)]),
        (lambda e, f: exact.sqrt(2) * f + e, [exact.sqrt(2) + 1, 1]),
    ],
)
def test_truth_values_count_as_they_do_one_by_one(asked, message):
    lanes = asked(TRUE, HALF_TRUE)
    assert [lanes.lane(k) for k in range(2)] == message == [asked(True, truth) for truth in (True, False)]


@pytest.mark.parametrize("asked", [lambda e: ~e, lambda e: e / 2, lambda e: 2**e, lambda e: e // 1, lambda e: e << 1])
def test_nothing_else_is_calculated_with_truth_values_at_once(asked):
    with pytest.raises(Unvectorised):
        asked(HALF_TRUE)


def test_what_is_changed_in_place_stays_what_it_was_under_its_other_name():
    other = mask = masked([True, False])
    mask |= masked([True, True])
    assert list(other) == [True, False] and list(mask) == [True, True]
