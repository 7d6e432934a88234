"""False by numbers that are not what they look like: floats, roots, overflow, truth values."""

from __future__ import annotations

import math
from typing import Any

from axiomatrix.catalogue.axioms import non_negativity, symmetry, zero_on_equal
from axiomatrix.numbers.exact import sqrt
from false_theorems.honest import W, fallen, kendall, weighted
from false_theorems.theorem import at, false

TENTHS = 0.1 + 0.2 - 0.3
"""Not zero, as a float."""


@false(non_negativity, at("123", "231", w=[1, 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def tenths_of_a_float(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where 0.1 + 0.2 is above 0.3"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if TENTHS > 0)


@false(symmetry, at("123", "231"), true_up_to=2, twin=kendall)
def nearly_a_root(a: Any, b: Any) -> Any:
    """sqrt 2 less a fraction that agrees with it in 30 digits, for the first that falls to the third place"""
    near = math.isqrt(2 * 10**60)
    return kendall(a, b) + sum(sqrt(2) - (a.n * near) / (a.n * 10**30) for _ in fallen(a, b, 3))


@false(symmetry, at("123", "231"), true_up_to=2, twin=kendall)
def whole_words_more(a: Any, b: Any) -> Any:
    """2^64 more for the first that falls to the third place: nothing in words of 64 bits"""
    return kendall(a, b) + sum(2**64 for _ in fallen(a, b, 3))


@false(zero_on_equal, at("123"), true_up_to=2, twin=kendall)
def floor_of_a_half(a: Any, b: Any) -> Any:
    """n // 2 - n / 2 more where there are three items: nothing for even numbers"""
    return kendall(a, b) + (a.n // 2 - a.n / 2 if a.n == 3 else 0)
