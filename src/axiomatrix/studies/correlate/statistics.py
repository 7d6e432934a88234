"""Coefficients of correlation, and the extremes of the ratio of two arrays of values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import truediv
from typing import Any

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from ...numbers.exact import compare
from ..explore.results import Sense
from .kernels import Values, kendall_sum
from .populations import Population

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


# --- The extremes of the ratio A / B: found in floats, then evaluated exactly by the definitions ------------------

NEAR = 1e-9
"""Pairs whose ratio in floats is that near to the extreme, relatively, are evaluated exactly."""
MAX_EXTREMES_KEPT = 32
"""How many of them, the simplest first."""


@dataclass(frozen=True)
class ExtremeRatio:
    """The smallest (``inf``) or largest (``sup``) ratio, and the pair that has it."""

    sense: Sense
    value: str
    """Exact where it is rational (``exact``), else twelve digits."""
    approximate: float
    exact: bool
    a: str
    b: str
    pair: int
    near: int
    """How many pairs have a ratio that near, in floats."""
    evaluated: int
    """How many different pairs among these were evaluated exactly."""


def extreme(
    sense: Sense, x: Values, y: Values, population: Population, exactly: Callable[[int], tuple[Any, Any]]
) -> ExtremeRatio | None:
    """The extreme of x / y where y is not 0 and both have values (none is nan), confirmed by ``exactly(pair)``

    The pair shown is the best of the candidates; of equally good ones the one with the fewest inversions, then the
    first in lexicographic order.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(y != 0, x / y, np.nan)
    if np.all(np.isnan(ratio)):
        return None
    best = np.nanmin(ratio) if sense == "inf" else np.nanmax(ratio)
    near = np.flatnonzero(np.abs(ratio - best) <= NEAR * max(abs(best), NEAR))
    candidates = simplest(population, near)
    chosen, top = candidates[0], truediv(*exactly(candidates[0]))
    for pair in candidates[1:]:
        value = truediv(*exactly(pair))
        if compare(value, top) == (-1 if sense == "inf" else 1):
            chosen, top = pair, value
    value_a, value_b = exactly(chosen)
    text, exact = number_text(top)
    return ExtremeRatio(
        sense,
        text,
        float(top),
        exact,
        number_text(value_a)[0],
        number_text(value_b)[0],
        chosen,
        len(near),
        len(candidates),
    )


def simplest(population: Population, pairs: NDArray[np.intp]) -> list[int]:
    """The first pair of each sigma among the pairs: those with the fewest inversions first."""
    different, first = np.unique(population.sigma[:, pairs], axis=1, return_index=True)
    inversions = kendall_sum(different, np.ones((population.n, 1)))
    return [int(pairs[first[k]]) for k in np.argsort(inversions, kind="stable")[:MAX_EXTREMES_KEPT]]


def number_text(value: Any) -> tuple[str, bool]:
    """An exact rational as such; any other number as twelve digits."""
    if isinstance(value, fmpq):
        return str(value), True
    return f"~{float(value):.12g}", False
