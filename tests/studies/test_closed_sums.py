"""Sums for every n: what is true is found true, a wrong closed form is refused, also where it is right for small n."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Rational, factorial

from axiomatrix.catalogue import load_catalogue
from axiomatrix.studies.closed_forms import adds_up_to, positive_symbol, sum_less_form, whole_symbol
from axiomatrix.studies.ledger import checks_pl

load_catalogue()
INDEX, N, Q = whole_symbol("i"), whole_symbol("N"), positive_symbol("q")
P = 1 / (1 + Q)
TRUE = {
    "squares of a reversal": ((N + 1 - 2 * INDEX) ** 2, N * (N**2 - 1) / 3),
    "pairs": (INDEX - 1, N * (N - 1) / 2),
    "ones": (INDEX**0, N),
    "geometric": (P ** (INDEX - 1), (1 - P**N) / (1 - P)),
    "stops": (INDEX * P ** (INDEX - 1) * (1 - P), (1 - P**N) / (1 - P) - N * P**N),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_sum_that_holds_for_every_n_is_found_to_hold(name: str) -> None:
    term, form = TRUE[name]
    assert adds_up_to(term, INDEX, N, form)


@pytest.mark.parametrize("name", TRUE)
def test_a_planted_wrong_sum_is_refused(name: str) -> None:
    term, form = TRUE[name]
    late = (N - 1) * (N - 2) * (N - 3) * (N - 4) * (N - 5) * (N - 6)  # nothing up to six, where loops end
    for wrong in (form + 1, form * Rational(1001, 1000), form + late, form.subs(N, N + 1)):
        assert not adds_up_to(term, INDEX, N, wrong)


def test_the_difference_is_told() -> None:
    assert sum_less_form((N - 2 * INDEX) ** 2, INDEX, N, N * (N**2 - 1) / 3) == N


def test_a_sum_without_a_closed_form_settles_nothing() -> None:
    for term in (1 / INDEX, factorial(INDEX)):
        with pytest.raises(ValueError, match="has no closed form"):
            adds_up_to(term, INDEX, N, N)


def test_what_gosper_finds_is_compared_with_adding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sympy.concrete.gosper.gosper_sum", lambda term, over: N**2)
    with pytest.raises(ValueError, match="is not N\\*\\*2 at N = 2"):
        adds_up_to(INDEX**0, INDEX, N, N**2)


@pytest.mark.parametrize(
    ("metric", "term", "form"),
    [
        ("kendall", lambda i, c: i - 1, lambda c: c * (c + 1) / 2),  # the form is wrong
        ("kendall", lambda i, c: i, lambda c: c * (c + 1) / 2),  # a true sum, and not the largest distance
        ("footrule", lambda i, c: i - 1, lambda c: c * (c - 1) / 2),
    ],
)
def test_a_wrong_largest_distance_does_not_settle_a_claim(metric: str, term: Any, form: Any) -> None:
    found = checks_pl._check_maximum_formula(metric, term, form, "nothing")
    assert (found.finding, found.settles) == ("fails", False)
