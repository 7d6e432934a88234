"""Comparisons of formal numbers are filtered: balls first, the exact difference where they overlap. Verdicts stay."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice, product
from types import ModuleType
from typing import Any

import pytest
from flint import fmpq

import axiomatrix
from axiomatrix import REGISTRY, Registry, metric
from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence.instance import Definitions
from axiomatrix.model.metric import Metric
from axiomatrix.numbers import formal
from axiomatrix.numbers.exact import Formal, Undefined, compare, log, sign, sqrt
from axiomatrix.spaces import ParameterSpace

MOST_BITS = formal.PRECISIONS[-1]
FILTERED = {"compare": formal.compare, "sign": formal.sign}


def unfiltered_sign(x: Any) -> int | None:
    """The sign by the normal form and one ball of the most bits."""
    if not isinstance(x, Formal):
        return FILTERED["sign"](x)
    ball = x.ball(MOST_BITS)
    return 1 if ball > 0 else -1 if ball < 0 else None


def unfiltered_compare(x: Any, y: Any) -> int | None:
    """The sign of the exact difference."""
    return unfiltered_sign(x - y)


def ours() -> Iterator[ModuleType]:
    yield from (module for name, module in list(sys.modules.items()) if name.startswith("axiomatrix."))


@pytest.fixture
def unfiltered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every comparison is decided without a filter."""
    instead = {"compare": unfiltered_compare, "sign": unfiltered_sign}
    for module in ours():
        for name, value in vars(module).items():
            for what, original in FILTERED.items():
                if value is original:
                    monkeypatch.setattr(module, name, instead[what])


def convergents(x: Callable[[int], Fraction], count: int) -> Iterator[Fraction]:
    """The first convergents of a number that is given to any number of digits."""
    rest, before, now = x(400), (0, 1), (1, 0)
    for _ in range(count):
        whole = rest.numerator // rest.denominator
        before, now = now, (whole * now[0] + before[0], whole * now[1] + before[1])
        yield Fraction(*now)
        rest = 1 / (rest - whole)


def digits_of(number: Formal) -> Callable[[int], Fraction]:
    def to(places: int) -> Fraction:
        mantissa, exponent = number.ball(4 * places).mid().man_exp()
        return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)

    return to


NUMBERS = {"log 3 / log 2": log(3) / log(2), "sqrt 2": sqrt(2), "log 7": log(7), "sqrt 3 + log 2": sqrt(3) + log(2)}


@pytest.mark.parametrize("name", NUMBERS)
def test_what_nearly_ties_is_told_apart(name: str) -> None:
    """Fractions on either side of an irrational number, down to a distance of 2^-300."""
    number, near = NUMBERS[name], 0
    for k, fraction in enumerate(convergents(digits_of(number), 250)):
        distance = abs(digits_of(number)(400) - fraction)
        if distance < Fraction(1, 2**60):
            near += 1
        if distance < Fraction(1, 2**300):
            break
        expected = 1 if k % 2 == 0 else -1  # convergents lie below and above in turn
        other = fmpq(fraction.numerator, fraction.denominator)
        assert compare(number, other) == expected == -compare(other, number)
        assert (number > other) == (expected > 0) == (other < number)
        assert sign(number - other) == expected == unfiltered_compare(number, other)
        assert compare(number * other, other * number) == 0
    assert near > 50


def near_tie(k: int) -> Any:
    """A number nearer to 0 than 2^-60, on the one side of it for even k and on the other for odd."""
    fraction = list(convergents(digits_of(NUMBERS["log 3 / log 2"]), 60 + k))[-1]
    return log(3) - fmpq(fraction.numerator, fraction.denominator) * log(2)


@pytest.mark.parametrize("k", [0, 1])
def test_a_metric_whose_values_nearly_tie_is_judged_by_their_signs(k: int) -> None:
    tiny = near_tie(k)
    assert 0 < abs(float(tiny)) < 2.0**-60

    @metric("nearly-zero", registry=(registry := Registry(load_catalogue())))
    def nearly_zero(a: Any, b: Any) -> Any:
        return tiny if a != b else 0

    matrix = axiomatrix.check(nearly_zero, axioms=["non-negativity", "separation"], profile="quick", registry=registry)
    refuted = {cell.axiom for cell in matrix.cells if cell.evidence.verdict == "refuted"}
    assert refuted == (set() if sign(tiny) == 1 else {"non-negativity"})
    assert sign(tiny) == unfiltered_sign(tiny) == -sign(near_tie(1 - k)) != 0


def has_formal_values(row: Metric) -> bool:
    """Whether some of the first values of a row on three items, or under named parameters, is a formal number."""
    definitions = Definitions(REGISTRY)
    spaces = [*row.arguments.values(), *row.parameters.values()]
    named = [
        [value for _, value in space.special_values(3)]
        if isinstance(space, ParameterSpace) and row.takes_rankings
        else []
        for space in spaces
    ]
    listed = [[*special, *islice(space.enumerate(3), 12)] for special, space in zip(named, spaces, strict=True)]
    for values in islice(product(*listed), 300):
        count = len(row.arguments)
        try:
            value = definitions.value(row, *values[:count], dict(zip(row.parameters, values[count:], strict=True)))
        except Undefined:
            continue
        if isinstance(value, Formal):
            return True
    return False


IRRATIONAL = [row.name for row in load_catalogue().metrics.values() if row.exact and has_formal_values(row)]


def cells_of(name: str) -> dict[Any, Any]:
    matrix = axiomatrix.check(name, profile="quick", use_pins=False)
    return {
        cell.key: (
            cell.evidence.verdict,
            [(reach.method, reach.smallest, reach.largest, reach.cases) for reach in cell.evidence.reach],
            cell.evidence.witness,
            cell.evidence.extreme,
        )
        for cell in matrix.cells
        if cell.evidence.method != "hypothesis"
    }


SOME = IRRATIONAL[::8]


@pytest.mark.parametrize("name", [n if n in SOME else pytest.param(n, marks=pytest.mark.slow) for n in IRRATIONAL])
def test_no_cell_of_an_irrational_row_depends_on_the_filter(name: str, request: pytest.FixtureRequest) -> None:
    with_it = cells_of(name)
    request.getfixturevalue("unfiltered")
    assert formal.compare is unfiltered_compare and compare is not unfiltered_compare
    assert cells_of(name) == with_it


def test_rows_with_logarithms_and_with_roots_are_among_them() -> None:
    assert {"dcg[exponential]", "spearman-distance[root]", "kendall-element-mean[geometric]"} <= set(IRRATIONAL)
    assert len(IRRATIONAL) > 20
