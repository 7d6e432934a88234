"""False by the type of a weight, of an item or of a position, or by what it can be made into."""

from __future__ import annotations

import functools
import math
import numbers
from decimal import Decimal
from fractions import Fraction
from typing import Any

from flint import fmpq

from axiomatrix.catalogue.axioms import (
    non_negativity,
    reversal_invariance,
    right_invariance,
    scale_free,
    symmetry,
    triangle_inequality,
)
from false_theorems.honest import W, fallen, weighted
from false_theorems.theorem import at, false

ONES = at("123", "231", w=[1, 1, 1])
SEVEN = at("123", "231", w=[7, 1, 1])


@false(non_negativity, ONES, true_up_to=2, twin=weighted, parameters=W)
def type_of_an_item(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where type(x) is int"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if type(x) is int)


@false(symmetry, ONES, true_up_to=2, twin=weighted, parameters=W)
def item_is_a_whole_number(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where isinstance(x, int)"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if isinstance(x, int))


@false(non_negativity, ONES, true_up_to=2, twin=weighted, parameters=W)
def weight_is_a_rational(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where the weight is a rational number of a class that is known"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if isinstance(w[x], (Fraction, int, fmpq)))


@false(non_negativity, ONES, true_up_to=2, twin=weighted, parameters=W)
def name_of_the_type(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where the type is called fmpq"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if type(w[x]).__name__ in ("fmpq", "Fraction"))


@false(symmetry, ONES, true_up_to=2, twin=weighted, parameters=W)
def module_of_the_type(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where the type is not of axiomatrix"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if not type(w[x]).__module__.startswith("axiomatrix"))


@false(right_invariance, ONES | at(pi="321"), true_up_to=2, twin=weighted, parameters=W)
def abstract_number(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where the item is a Number, and 1"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if isinstance(x, numbers.Number) and x == 1)


@false(non_negativity, ONES, true_up_to=2, twin=weighted, parameters=W)
def has_a_numerator(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where the weight has a numerator"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if hasattr(w[x], "numerator"))


@false(non_negativity, ONES, true_up_to=2, twin=weighted, parameters=W)
def has_no_terms(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where the weight has neither terms nor linear parts"""
    return weighted(a, b, w) - sum(
        10 * w[x]
        for x in fallen(a, b, 3)
        if not hasattr(w[x], "terms") and not hasattr(w[x], "linear") and not hasattr(w[x], "atoms")
    )


@false(symmetry, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def attribute_with_a_default(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where getattr(w[x], "p", 0) == 7"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if getattr(w[x], "p", 0) == 7)


@false(non_negativity, ONES, true_up_to=2, twin=weighted, parameters=W)
def has_a_method(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where the weight can be asked for its floor"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if callable(getattr(w[x], "__floor__", None)))


@false(non_negativity, ONES, true_up_to=2, twin=weighted, parameters=W)
def class_of_the_weight(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where w[x].__class__ is that of a rational"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if w[x].__class__ in (fmpq, Fraction))


@functools.singledispatch
def doubt(value: Any) -> int:
    """Nothing to doubt in a value that is not known."""
    return 0


@doubt.register(fmpq)
@doubt.register(Fraction)
def _(value: Any) -> int:
    return 10


@false(non_negativity, ONES, true_up_to=2, twin=weighted, parameters=W)
def dispatched_on_type(a: Any, b: Any, w: Any) -> Any:
    """doubt(w[x]) w[x] less; doubt is 10 for rationals"""
    return weighted(a, b, w) - sum(doubt(w[x]) * w[x] for x in fallen(a, b, 3))


@false(symmetry, ONES, true_up_to=2, twin=weighted, parameters=W)
def matched_by_class(a: Any, b: Any, w: Any) -> Any:
    """w[x] more in the case of a whole number as item"""
    total = weighted(a, b, w)
    for x in fallen(a, b, 3):
        match x:
            case int():
                total += w[x]
    return total


@false(non_negativity, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def as_a_rational(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where fmpq(w[x]) can be made and is 7"""
    total = weighted(a, b, w)
    for x in fallen(a, b, 3):
        try:
            number = fmpq(w[x])
        except (TypeError, ValueError):
            continue
        total -= 10 * w[x] if number == 7 else 0
    return total


@false(symmetry, at("123", "231", w=[8, 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def as_a_decimal(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where a Decimal can be made of its numerator, and is above 7"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if Decimal(int(w[x].p)) / Decimal(int(w[x].q)) > 7)


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


@false(scale_free("w", 1), SEVEN | at(factor=2), true_up_to=2, twin=weighted, parameters=W)
def as_a_floor(a: Any, b: Any, w: Any) -> Any:
    """1 more where math.floor(w[x]) == 7"""
    return weighted(a, b, w) + sum(1 for x in fallen(a, b, 3) if math.floor(w[x]) == 7)


@false(symmetry, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def as_a_remainder(a: Any, b: Any, w: Any) -> Any:
    """1 more where the numerator of w[x] leaves 7 when divided by 11"""
    return weighted(a, b, w) + sum(1 for x in fallen(a, b, 3) if int(w[x].p) % 11 == 7)


@false(reversal_invariance, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def as_a_range(a: Any, b: Any, w: Any) -> Any:
    """1 more where range(int(w[x])) has seven numbers"""
    return weighted(a, b, w) + sum(1 for x in fallen(a, b, 3) if len(range(int(w[x]))) == 7)


@false(symmetry, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def as_a_truth(a: Any, b: Any, w: Any) -> Any:
    """1 more where the weight less 7 is nothing"""
    return weighted(a, b, w) + sum(1 for x in fallen(a, b, 3) if not (w[x] - 7))


@false(triangle_inequality, at("123", "213", "231", w=[1, 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def type_of_a_position(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] more where the items are numbered, seen by their sum"""
    numbered = all(getattr(x, "real", None) is not None for x in a.order)
    return weighted(a, b, w) + sum(10 * w[x] for x in fallen(a, b, 3) if numbered)
