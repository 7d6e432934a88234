"""Closed forms recognised from values: what was planted is found, noise is not, limits are those of the form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from axiomatrix.studies.closed_forms import UNBOUNDED, UNKNOWN, ClosedForm, as_sympy_number, recognise_form
from axiomatrix.studies.explore.results import FamilyForm


def ratio(above: Sequence[int], below: Sequence[int]) -> Callable[[int], fmpq]:
    """The ratio of two polynomials with these coefficients, from the constant term up."""
    return lambda m: sum(fmpq(c) * m**k for k, c in enumerate(above)) / sum(fmpq(c) * m**k for k, c in enumerate(below))


@pytest.mark.parametrize(
    ("above", "below", "text", "limit"),
    [
        ((4, 2), (3, 3), "2 (m + 2)/(3 (m + 1))", "2/3"),
        ((1, 0, 1), (2, 0, 5), "(m^2 + 1)/(5 m^2 + 2)", "1/5"),
        ((7,), (1,), "7", "7"),
        ((-1, 0, 3), (2,), "(3 m^2 - 1)/2", UNBOUNDED),
        ((5,), (0, 1), "5/m", "0"),
        ((0,), (1,), "0", "0"),
        ((0, 1), (1, 1), "m/(m + 1)", "1"),
        ((3,), (-1, -2), "-3/(2 m + 1)", "0"),
        ((0, 0, -1), (1,), "-m^2", UNBOUNDED),
        ((1, 1, 1, 1), (2, 0, 0, 3), "(m + 1) (m^2 + 1)/(3 m^3 + 2)", "1/3"),
    ],
)
def test_a_planted_ratio_of_polynomials_is_recognised(
    above: tuple[int, ...], below: tuple[int, ...], text: str, limit: str
) -> None:
    planted = ratio(above, below)
    found = recognise_form(range(1, 11), [str(planted(m)) for m in range(1, 11)])
    assert found is not None
    assert (found.text, found.limit) == (text, limit)
    assert all(found.at(m) == as_sympy_number(planted(m)) for m in range(1, 30))


@pytest.mark.parametrize(
    ("planted", "text", "limit"),
    [
        (lambda m: 1 - fmpq(1, 2**m), "1 - 1/2^m", "1"),
        (lambda m: fmpq(m * 2**m), "2^m m", UNBOUNDED),
        (lambda m: fmpq((-1) ** m), "(-1)^m", UNKNOWN),
    ],
)
def test_what_follows_a_recurrence_is_recognised(planted: Callable[[int], Any], text: str, limit: str) -> None:
    found = recognise_form(range(1, 10), [planted(m) for m in range(1, 10)])
    assert found is not None
    assert (found.text, found.limit) == (text, limit)
    assert all(found.at(m) == as_sympy_number(planted(m)) for m in range(1, 30))
    assert recognise_form([1, 2, 3, 4, 5, 6, 7, 9, 10], [planted(m) for m in (1, 2, 3, 4, 5, 6, 7, 9, 10)]) is None


def test_a_recurrence_with_irrational_roots_gives_its_values_exactly() -> None:
    fibonacci = [1, 1, 2, 3, 5, 8, 13, 21, 34]
    found = recognise_form(range(1, 10), fibonacci)
    assert found is not None
    assert (found.at(10), found.at(20)) == (55, 6765)


def test_the_limit_is_that_of_the_form_and_not_the_last_value() -> None:
    slow = [fmpq(m - 1000, m) for m in range(1, 10)]  # 1, though the last value is below -110
    found = recognise_form(range(1, 10), slow)
    assert found is not None
    assert found.limit == "1"


def said(form: ClosedForm) -> str:
    """What an exploration says of it."""
    return FamilyForm(form.text, form.limit, form.ms).sentence


def test_what_is_recognised_says_from_what_and_that_nothing_is_proved() -> None:
    found = recognise_form([1, 2, 3, 4, 5, 6], [fmpq(m, m + 1) for m in range(1, 7)])
    assert found is not None
    assert said(found) == "recognised from 6 values (m = 1..6), not proved: m/(m + 1), whose limit is 1"
    growing = recognise_form([2, 4, 6, 8, 10], [fmpq(m) for m in (2, 4, 6, 8, 10)])
    assert growing is not None
    assert said(growing) == "recognised from 5 values (m = 2..10), not proved: m, which is unbounded"


def test_two_values_more_than_coefficients_are_demanded() -> None:
    values = [fmpq(2 * m + 4, 3 * m + 3) for m in range(1, 9)]
    assert recognise_form(range(1, 5), values[:4]) is None
    found = recognise_form(range(1, 6), values[:5])
    assert found is not None
    assert found.text == "2 (m + 2)/(3 (m + 1))"
    assert recognise_form([], []) is None
    assert recognise_form([1], [fmpq(1)]) is None
    assert recognise_form([1, 2], [fmpq(1)] * 2) is None
    assert recognise_form([1, 2, 3], [fmpq(1)] * 3) is not None
    halved = [1 - fmpq(1, 2**m) for m in range(1, 7)]
    assert recognise_form(range(1, 6), halved[:5]) is None
    assert recognise_form(range(1, 7), halved) is not None


@pytest.mark.slow
def test_nothing_is_recognised_in_noise() -> None:
    random = Random(0)  # numbers that no rational function has but by an accident
    for size in (4, 7, 10, 13):
        noise = [fmpq(random.randrange(1, 10**6), random.randrange(1, 10**6)) for _ in range(size)]
        assert recognise_form(range(1, size + 1), noise) is None
    planted = [fmpq(m, m + 1) for m in range(1, 10)]
    assert recognise_form(range(1, 10), [*planted[:4], planted[4] + fmpq(1, 1000), *planted[5:]]) is None
    assert recognise_form([1, 2, 3, 4], ["1", "1", "infinite", "1"]) is None


def coefficients(least: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(st.integers(least, 5), min_size=1, max_size=3).map(tuple)


@settings(deadline=None, max_examples=30)
@given(coefficients(-5), coefficients(1))
def test_smaller_degrees_come_first(above: tuple[int, ...], below: tuple[int, ...]) -> None:
    from sympy import Poly, fraction

    planted = ratio(above, below)
    found = recognise_form(range(1, 13), [planted(m) for m in range(1, 13)])
    assert found is not None
    for part, most in zip(fraction(found.form), (above, below), strict=True):
        assert not part.free_symbols or Poly(part).degree() < len(most)
    assert all(found.at(m) == as_sympy_number(planted(m)) for m in range(1, 40))
