"""The extremes of the ratio A / B: found in floats, then evaluated exactly by the definitions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import truediv
from typing import Any

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from ...numbers.exact import compare
from ..explore.answer import Sense
from .kernels import Values, kendall_sum
from .populations import Population

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
