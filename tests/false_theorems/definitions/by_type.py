"""False by the type of a weight, of an item or of a position, or by what it can be made into."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import fmpq

from axiomatrix.catalogue.axioms import (
    non_negativity,
    symmetry,
)
from false_theorems.honest import W, fallen, weighted
from false_theorems.theorem import at, false

ONES = at("123", "231", w=[1, 1, 1])
SEVEN = at("123", "231", w=[7, 1, 1])


@false(symmetry, ONES, true_up_to=2, twin=weighted, parameters=W)
def item_is_a_whole_number(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where isinstance(x, int)"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if isinstance(x, int))


@false(non_negativity, ONES, true_up_to=2, twin=weighted, parameters=W)
def weight_is_a_rational(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where the weight is a rational number of a class that is known"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if isinstance(w[x], (Fraction, int, fmpq)))


@false(non_negativity, at("123", "231", w=["22/3", 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def as_a_float(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where float(w[x]) is between 7 and 8"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if 7 < _near(w[x]) < 8)


def _near(value: Any) -> float:
    return int(value.p) / int(value.q) if hasattr(value, "p") else float(value)


@false(non_negativity, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def as_a_whole_number(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where int(w[x]) == 7"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if int(w[x]) == 7)
