"""Top-down correlation, Gini's gamma, Blest's nu and tau_x, each against another way to define it."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import comb
from typing import Any

import numpy
import pytest

from axiomatrix import REGISTRY, Ranking, WeakOrder
from axiomatrix.catalogue import load_catalogue
from axiomatrix.spaces import weak_order

load_catalogue()


def value(name: str, *arguments: Any) -> Fraction:
    return Fraction(str(REGISTRY.metric(name)(*arguments)))


PAIRS = [
    (Ranking.from_order(list(range(1, n + 1))), Ranking.from_order(list(order)))
    for n in (2, 3, 4)
    for order in permutations(range(1, n + 1))
]


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_top_down_correlation_is_pearsons_of_savage_scores(a: Ranking, b: Ranking) -> None:
    scores = [sum(1 / j for j in range(i, len(a) + 1)) for i in range(1, len(a) + 1)]
    x, y = ([scores[int(order[item]) - 1] for item in a.items] for order in (a, b))
    assert float(value("top-down-correlation", a, b)) == pytest.approx(numpy.corrcoef(x, y)[0, 1])


def test_top_down_correlation_has_the_published_least_value() -> None:
    """Of three items upside down: S = 11/6, 5/6, 1/3, so (2 (11/6)(1/3) + 25/36 - 3) / (3 - 11/6) = -39/42."""
    a = Ranking.from_order([1, 2, 3])
    assert value("top-down-correlation", a, a.reversed()) == Fraction(-39, 42)


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_gamma_compares_the_footrules_from_the_ranking_and_from_its_reverse(a: Ranking, b: Ranking) -> None:
    there, back = value("footrule", a.reversed(), b), value("footrule", a, b)
    assert value("gini-gamma", a, b) == (there - back) / value("footrule", a, a.reversed())


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_nu_is_linear_between_equal_and_reversed(a: Ranking, b: Ranking) -> None:
    def weighted(b: Ranking) -> int:
        return sum((len(a) + 1 - int(a[x])) ** 2 * int(b[x]) for x in a.items)

    least, most = weighted(a), weighted(a.reversed())
    assert value("blest-nu[first]", a, b) == 1 - Fraction(2 * (weighted(b) - least), most - least)
    both = value("blest-nu[first]", a, b) + value("blest-nu[first]", b, a)
    assert value("blest-nu[symmetric]", a, b) == both / 2


def test_tau_x_is_one_less_a_multiple_of_the_profile_distance() -> None:
    for n in (2, 3):
        orders: list[WeakOrder] = list(weak_order.enumerate(n))
        for a in orders:
            for b in orders:
                distance = value("kendall-ties[profile]", a, b)
                assert value("kendall-tau-x", a, b) == 1 - 2 * distance / comb(n, 2)
