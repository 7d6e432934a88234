"""Correlation coefficients and ranges of two arrays of values."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .kernels import Values

SAME = 1e-12
"""Values nearer than this, as a share of the largest, are taken for equal where ranks are asked."""
DIGITS = 12
"""Decimals of a coefficient."""


def pearson(x: Values, y: Values) -> float | None:
    """sum (x - mean x)(y - mean y) / sqrt( sum (x - mean x)^2 sum (y - mean y)^2 )

    Pearson 1895. None where it has no value: fewer than two pairs, or one of the two is constant.
    """
    if len(x) < 2 or _is_constant(x) or _is_constant(y):
        return None
    dx, dy = x - x.mean(), y - y.mean()
    value = float(np.sum(dx * dy) / np.sqrt(np.sum(dx * dx) * np.sum(dy * dy)))
    return round(max(-1.0, min(1.0, value)), DIGITS) + 0.0  # no trace of rounding where it is 0, and no -0


def mean(x: Values) -> float:
    """sum x / number of values, 0 where that is nothing but rounding."""
    value = float(x.mean())
    return value if abs(value) > SAME * float(np.max(np.abs(x))) else 0.0


def spearman(x: Values, y: Values) -> float | None:
    """Pearson's coefficient of the ranks, equal values sharing the mean of their ranks

    Spearman 1904. Values that differ by less than 1e-12 of the largest are equal. None where Pearson's has no value.
    """
    return pearson(mid_ranks(x), mid_ranks(y))


def mid_ranks(x: Values) -> Values:
    """The rank of each value, 1 for the smallest; equal ones share the mean of their ranks."""
    _, place, counts = np.unique(_rounded(x), return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[place], dtype=np.float64)


def _rounded(x: Values) -> NDArray[np.int64]:
    largest = float(np.max(np.abs(x), initial=0.0))
    return np.rint(x / (largest * SAME if largest else 1.0)).astype(np.int64)


def _is_constant(x: Values) -> bool:
    rounded = _rounded(x)
    return bool(np.all(rounded == rounded[0]))
