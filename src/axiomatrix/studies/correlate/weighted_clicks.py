"""KV16 with all weights: K* against F* on queries with clicks, where items have weights and similarities.

A query is a list of results with relevances, in the order shown; the other ranking is the order by simulated clicks.
The source sets element weights to 1 and has no similarities. Here the weight of a result is 1 plus its relevance, and
two results are as far apart as their relevances, plus 1 so that D is a metric: the triangle inequality holds as it
does for absolute differences, and no two results are at distance 0. Other weights give other figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...values.parameters import PositionWeights
from .clicks import by_clicks, chances
from .kernels import Sigma, Values, footrule_sum, kendall_sum, swap_costs
from .populations import drawn_orders, zipf
from .statistics import pearson, spearman

CONVENTION = "one"
"""What is charged at a fixed point."""
SETTINGS: tuple[str, ...] = ("", "delta", "w", "D", "w delta", "w D", "delta D", "w delta D")
"""Which weights differ from 1: delta are DCG's."""
LEAST = 0.05
"""The relevance of a result that is judged irrelevant, as users click on these too."""


@dataclass(frozen=True)
class WeightedComparison:
    """K* against F* over the queries, under one setting of the weights; ratios are F* / K* where K* is not 0."""

    weights: str
    pearson: float | None
    spearman: float | None
    least_ratio: float
    largest_ratio: float


def simulated_queries(n: int, queries: int, exponent: float, seed: int) -> Values:
    """Relevances in the order shown, a query a row: Zipf's, and the order is a Plackett-Luce draw by them."""
    relevance = zipf(n, exponent)
    return np.asarray(relevance[drawn_orders(relevance, queries, np.random.default_rng(seed))])


def judged_queries(lists: Sequence[Sequence[int]], n: int, largest: int) -> Values:
    """Relevances of judged lists, cut into windows of n results: grade / largest grade, and 0.05 below that.

    Windows whose results all have one grade are left out, as clicks on them say nothing but where they stand.
    """
    windows = [grades[k : k + n] for grades in lists for k in range(0, len(grades) - n + 1, n)]
    kept = [[max(grade / largest, LEAST) for grade in window] for window in windows if len(set(window)) > 1]
    return np.array(kept, dtype=np.float64).reshape(len(kept), n)


def clicked(relevance: Values, model: str, each: int, seed: int) -> Sigma:
    """The order by clicks on each query, against the order shown."""
    generator = np.random.default_rng(seed)
    return by_clicks(generator.multinomial(each, chances(relevance, model)))


def compared_on_clicks(relevance: Values, sigma: Sigma) -> list[WeightedComparison]:
    """K* against F* under each setting of the weights."""
    return [_compared(relevance, sigma, weights) for weights in SETTINGS]


def values_of(relevance: Values, sigma: Sigma, weights: str) -> tuple[Values, Values]:
    """K* and F* of every query."""
    names, n = weights.split(), len(sigma)
    elements = 1 + relevance.T if "w" in names else np.ones(sigma.shape)
    if "delta" in names:
        table = swap_costs(PositionWeights.dcg(n), n, CONVENTION)
        elements = elements * np.stack([table[i][sigma[i]] for i in range(n)])
    between = _distances(relevance) if "D" in names else None
    return kendall_sum(sigma, elements, between), footrule_sum(sigma, elements, between)


def _distances(relevance: Values) -> NDArray[np.float64]:
    """1 + |difference of relevances| of every two results, shape (n, n, queries)."""
    rows = relevance.T
    return np.asarray(1 + np.abs(rows[:, None] - rows[None, :]))


def _compared(relevance: Values, sigma: Sigma, weights: str) -> WeightedComparison:
    kendall, footrule = values_of(relevance, sigma, weights)
    ratios = footrule[kendall > 0] / kendall[kendall > 0]
    return WeightedComparison(
        weights or "unit", pearson(footrule, kendall), spearman(footrule, kendall), ratios.min(), ratios.max()
    )
