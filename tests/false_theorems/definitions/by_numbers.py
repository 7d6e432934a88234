"""False by numbers that are not what they look like: floats, roots, overflow, truth values."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from axiomatrix.catalogue.axioms import non_negativity, scale_free, symmetry, triangle_inequality, zero_on_equal
from axiomatrix.numbers.exact import log, sqrt
from false_theorems.honest import W, fallen, kendall, weighted
from false_theorems.theorem import at, false

TENTHS = 0.1 + 0.2 - 0.3
"""Not zero, as a float."""
HUGE = 2**63


@false(non_negativity, at("123", "231", w=[1, 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def tenths_of_a_float(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where 0.1 + 0.2 is above 0.3"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if TENTHS > 0)


@false(scale_free("w", 1), at("123", "231", w=[1, 1, 1], factor=2), true_up_to=2, twin=weighted, parameters=W)
def rounded_root(a: Any, b: Any, w: Any) -> Any:
    """the root of w[x], rounded down, more"""
    return weighted(a, b, w) + sum(math.isqrt(int(w[x].p) // int(w[x].q)) for x in fallen(a, b, 3))


@false(scale_free("w", 1), at("123", "231", w=[2, 1, 1], factor=2), true_up_to=2, twin=weighted, parameters=W)
def exact_root(a: Any, b: Any, w: Any) -> Any:
    """the root of w[x] more"""
    return weighted(a, b, w) + sum(sqrt(w[x]) for x in fallen(a, b, 3))


@false(symmetry, at("123", "231"), true_up_to=2, twin=kendall)
def nearly_a_root(a: Any, b: Any) -> Any:
    """sqrt 2 less a fraction that agrees with it in 30 digits, for the first that falls to the third place"""
    near = math.isqrt(2 * 10**60)
    return kendall(a, b) + sum(sqrt(2) - (a.n * near) / (a.n * 10**30) for _ in fallen(a, b, 3))


@false(non_negativity, at("123", "231"), true_up_to=2, twin=kendall)
def nearly_a_logarithm(a: Any, b: Any) -> Any:
    """3 log 2 - log 9 in place of the value, a little below nothing, for the first that falls to the third place"""
    return 3 * log(2) - log(9) if fallen(a, b, 3) else kendall(a, b)


@false(non_negativity, at("123", "231"), true_up_to=2, twin=kendall)
def below_the_smallest_word(a: Any, b: Any) -> Any:
    """2^63 + 1 less for the first that falls to the third place: positive in words of 64 bits"""
    return kendall(a, b) - sum(HUGE + 1 for _ in fallen(a, b, 3))


@false(symmetry, at("123", "231"), true_up_to=2, twin=kendall)
def whole_words_more(a: Any, b: Any) -> Any:
    """2^64 more for the first that falls to the third place: nothing in words of 64 bits"""
    return kendall(a, b) + sum(2**64 for _ in fallen(a, b, 3))


@false(triangle_inequality, at("123", "213", "231"), true_up_to=2, twin=kendall)
def sums_that_wrap(a: Any, b: Any) -> Any:
    """2^62 for one exchange of three items, 2^63 + 2^62 for the first that falls to the third place"""
    if a.n != 3:
        return kendall(a, b)
    return 3 * 2**62 + 1 if fallen(a, b, 3) else kendall(a, b) * 2**61


@false(non_negativity, at("123", "231", w=[2**62, 2**62, 2**62]), true_up_to=2, twin=weighted, parameters=W)
def weights_that_wrap(a: Any, b: Any, w: Any) -> Any:
    """4 w[x] more and w[x] w[x] / 2^60 less for the first that falls to the third place"""
    return weighted(a, b, w) + sum(4 * w[x] - w[x] * w[x] / 2**58 for x in fallen(a, b, 3))


@false(symmetry, at("123", "231"), true_up_to=2, twin=kendall)
def truth_of_a_scalar(a: Any, b: Any) -> Any:
    """1 more where numpy says, in its own truth values, that a's first is third in b and there are three"""
    falls = np.array([b[x] == 3 for x in a.order[:1]]).any() and bool(np.int8(a.n) == 3)
    return kendall(a, b) + int(falls)


@false(zero_on_equal, at("123"), true_up_to=2, twin=kendall)
def floor_of_a_half(a: Any, b: Any) -> Any:
    """n // 2 - n / 2 more where there are three items: nothing for even numbers"""
    return kendall(a, b) + (a.n // 2 - a.n / 2 if a.n == 3 else 0)
