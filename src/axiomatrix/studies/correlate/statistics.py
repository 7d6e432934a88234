"""Coefficients of correlation, and the extremes of the ratio of two arrays of values, for ``axiomatrix correlate``.

The arrays have a value for each pair of rankings of a population, in floats: ``x`` the values of metric A, ``y`` those
of B. A *sense* is ``inf`` for the smallest ratio A / B and ``sup`` for the largest.
"""

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

ROUNDING_SHARE = 1e-12
"""Values that differ by less than this share of the largest one count as equal: they differ by rounding."""
COEFFICIENT_DECIMALS = 12
"""Decimals to which a coefficient is rounded, so that sums in another order give the same."""


def pearson(x: Values, y: Values) -> float | None:
    """sum (x - mean x)(y - mean y) / sqrt( sum (x - mean x)^2 sum (y - mean y)^2 )

    Pearson 1895. None where it has no value: for fewer than two values, or if x or y is constant.
    """
    if len(x) < 2 or _is_constant(x) or _is_constant(y):
        return None
    dx, dy = x - x.mean(), y - y.mean()
    value = float(np.sum(dx * dy) / np.sqrt(np.sum(dx * dx) * np.sum(dy * dy)))
    within_range = max(-1.0, min(1.0, value))  # rounding may lead beyond it
    return round(within_range, COEFFICIENT_DECIMALS) + 0.0  # + 0.0 turns -0.0 into 0.0


def mean(x: Values) -> float:
    """sum x / number of values; 0 if it differs from 0 by rounding alone, so that no noise such as 1e-17 is printed."""
    value = float(x.mean())
    return value if abs(value) > ROUNDING_SHARE * float(np.max(np.abs(x))) else 0.0


def spearman(x: Values, y: Values) -> float | None:
    """Pearson's coefficient of the ranks, equal values sharing the mean of their ranks

    Spearman 1904. Values that differ by less than 1e-12 of the largest are equal. None where Pearson's has no value.
    """
    return pearson(mid_ranks(x), mid_ranks(y))


def mid_ranks(x: Values) -> Values:
    """Return the rank of each value, 1 for the smallest; equal ones share the mean of their ranks."""
    _, group, group_sizes = np.unique(_in_steps(x), return_inverse=True, return_counts=True)
    last_ranks = np.cumsum(group_sizes)
    return np.asarray((last_ranks - (group_sizes - 1) / 2)[group], dtype=np.float64)


def _in_steps(x: Values) -> NDArray[np.int64]:
    """Round the values to multiples of ``ROUNDING_SHARE`` times the largest, and return the whole numbers of steps."""
    largest = float(np.max(np.abs(x), initial=0.0))
    return np.rint(x / (largest * ROUNDING_SHARE if largest else 1.0)).astype(np.int64)


def _is_constant(x: Values) -> bool:
    steps = _in_steps(x)
    return bool(np.all(steps == steps[0]))


# --- The extremes of the ratio A / B: found in floats, then evaluated exactly by the definitions ------------------

NEAR_EXTREME = 1e-9
"""Relative distance in floats from the extreme ratio within which pairs are evaluated exactly.

An extreme that is smaller than this counts as this large, so that the distance is not 0 where the extreme is 0.
"""
MAX_EXTREMES_KEPT = 32
"""Most pairs that are evaluated exactly, those with the fewest inversions first."""


@dataclass(frozen=True)
class ExtremeRatio:
    """The smallest (``inf``) or largest (``sup``) ratio, and the pair that has it."""

    sense: Sense
    value: str
    """An exact rational, or twelve digits of an irrational number."""
    approximate: float
    exact: bool
    """True if ``value`` is exact."""
    a: str
    """The value of A on the pair, as text."""
    b: str
    """The value of B on the pair, as text."""
    pair: int
    """The number of the pair in the population, from 0."""
    near: int
    """Number of pairs whose ratio in floats is near the extreme."""
    evaluated: int
    """Number of different pairs among these that were evaluated exactly."""


def extreme(
    sense: Sense, x: Values, y: Values, population: Population, exact_values: Callable[[int], tuple[Any, Any]]
) -> ExtremeRatio | None:
    """Return the extreme of x / y over the pairs where y is not 0 and neither is nan; None if there are none.

    1. Floats give the pairs that are near the extreme. The simplest of them are the candidates.
    2. ``exact_values(pair)`` returns both values by the definitions. The best exact ratio of a candidate is the result.
    3. Of equally good candidates the first counts: the one with the fewest inversions, then in lexicographic order.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(y != 0, x / y, np.nan)
    if np.all(np.isnan(ratio)):
        return None
    extreme_in_floats = np.nanmin(ratio) if sense == "inf" else np.nanmax(ratio)
    distance = NEAR_EXTREME * max(abs(extreme_in_floats), NEAR_EXTREME)
    near = np.flatnonzero(np.abs(ratio - extreme_in_floats) <= distance)
    candidates = simplest(population, near)
    best_pair = candidates[0]
    value_a, value_b = exact_values(best_pair)
    best = value_a / value_b
    sign_if_better = -1 if sense == "inf" else 1  # of the difference to the best ratio so far
    for pair in candidates[1:]:
        values = exact_values(pair)
        quotient = truediv(*values)
        if compare(quotient, best) == sign_if_better:
            best_pair, best = pair, quotient
            value_a, value_b = values
    text, is_exact = number_text(best)
    return ExtremeRatio(
        sense,
        value=text,
        approximate=float(best),
        exact=is_exact,
        a=number_text(value_a)[0],
        b=number_text(value_b)[0],
        pair=best_pair,
        near=len(near),
        evaluated=len(candidates),
    )


def simplest(population: Population, pairs: NDArray[np.intp]) -> list[int]:
    """Return the first pair of each sigma, the fewest inversions first, at most ``MAX_EXTREMES_KEPT``.

    The sigma of a pair, its column of ``population.sigma``, has the position in the second ranking of the item at each
    position of the first. Pairs with one sigma are the same up to the names of the items. Of equally many inversions
    the sigmas are in lexicographic order, as ``unique`` sorts the columns and the sort after it is stable.
    """
    distinct, first_index = np.unique(population.sigma[:, pairs], axis=1, return_index=True)
    inversions = kendall_sum(distinct, np.ones((population.n, 1)))  # all items weigh 1
    return [int(pairs[first_index[k]]) for k in np.argsort(inversions, kind="stable")[:MAX_EXTREMES_KEPT]]


def number_text(value: Any) -> tuple[str, bool]:
    """Return (text, whether it is exact): a rational unchanged, any other number as ``~`` and twelve digits."""
    if isinstance(value, fmpq):
        return str(value), True
    return f"~{float(value):.12g}", False
