"""Array kernels: the values of a metric on many pairs of rankings together, in float64.

``axiomatrix correlate`` needs millions of values, which a definition computes one at a time. A kernel is an optional
fast form of the definition, tested against it. Pairs are given by ``sigma``, an array of shape (n, pairs): the item at
position i of the first ranking has position ``sigma[i]`` in the second, both counted from 0. Element data are those of
the items 1..n in the order of the first ranking. Sums of whole numbers are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...catalogue.metrics.position import FIXED_POINT, average_swap_cost
from ...model.metric import Metric
from ...model.registry import REGISTRY
from ...values.parameters import ElementWeights, PositionWeights, Similarity
from ...values.rankings import Ranking

Sigma = NDArray[np.int8]
"""Pairs of rankings, shape (n, pairs): see the top of this file."""
Values = NDArray[np.float64]
"""The values on all pairs, shape (pairs,); also other arrays of floats."""
Kernel = Callable[[Sigma, Mapping[str, Any]], Values]
"""Computes the values on all pairs, from sigma and the parameters by name."""
MAX_ITEMS_IN_BYTES = 127
"""The largest n: positions are single bytes."""


def kendall_sum(sigma: Sigma, weights: Values, between: Values | None = None) -> Values:
    """sum over i < j with sigma_i > sigma_j of c_i c_j D_ij

    i and j are positions in the first ranking, so that such a pair is inverted. ``weights`` (c) has shape (n, 1) or
    (n, pairs). ``between`` (D) has shape (n, n) or (n, n, pairs); it is all ones if it is None.
    """
    total = np.zeros(sigma.shape[1])
    for i in range(len(sigma)):
        for j in range(i + 1, len(sigma)):
            inverted = sigma[i] > sigma[j]
            cost = weights[i] * weights[j] if between is None else weights[i] * weights[j] * between[i, j]
            total += np.where(inverted, cost, 0.0)
    return total


def footrule_sum(sigma: Sigma, weights: Values, between: Values | None = None) -> Values:
    """sum over i of c_i |sum of c_j D_ij over j < i - sum of c_j D_ij over j with sigma_j < sigma_i|

    The j in both inner sums cancel. The rest are the j that are inverted with i: those before i in the first ranking
    have a plus, those behind it a minus. Shapes are those of :func:`kendall_sum`.
    """
    displacement = np.zeros(sigma.shape)
    for i in range(len(sigma)):
        for j in range(i + 1, len(sigma)):
            inverted = sigma[i] > sigma[j]
            cost_of_i, cost_of_j = weights[i], weights[j]
            if between is not None:
                cost_of_i, cost_of_j = between[i, j] * cost_of_i, between[i, j] * cost_of_j
            displacement[i] -= np.where(inverted, cost_of_j, 0.0)
            displacement[j] += np.where(inverted, cost_of_i, 0.0)
    return np.asarray(np.sum(weights * np.abs(displacement), axis=0))


def swap_costs(delta: PositionWeights, n: int, variant: str) -> Values:
    """Return a table of shape (n, n): pbar, the mean swap cost, of an item that moves from position i to position j.

    It is computed by the definition of K_delta. Each move occurs in exactly one of the n rotations of n items.
    """
    table, a = np.zeros((n, n)), Ranking.identity(n)
    for b in (a.rotated(k) for k in range(n)):
        for x, cost in average_swap_cost(a, b, delta, variant).items():
            table[a[x] - 1, b[x] - 1] = float(cost)
    return table


def _weights(sigma: Sigma, parameters: Mapping[str, Any], variant: str | None) -> Values:
    """Return c_i = w_i pbar_i(sigma), with 1 for weights that the metric lacks: shape (n, 1) or (n, pairs).

    pbar_i is the mean swap cost of the item at position i, between its two positions; ``variant`` says what it is if
    these are the same.
    """
    n = len(sigma)
    w, delta = parameters.get("w"), parameters.get("delta")
    assert w is None or isinstance(w, ElementWeights)
    weights = np.array([[1.0 if w is None else float(w[x])] for x in range(1, n + 1)])
    if delta is None:
        return weights
    table = swap_costs(delta, n, variant or "one")  # a metric with swap costs has a variant
    return np.stack([weights[i] * table[i][sigma[i]] for i in range(n)])


def _between(sigma: Sigma, parameters: Mapping[str, Any]) -> Values | None:
    """Return D as an array of shape (n, n); None if the metric has no similarities."""
    similarity = parameters.get("D")
    if similarity is None:
        return None
    assert isinstance(similarity, Similarity)
    items = range(1, len(sigma) + 1)
    return np.array([[float(similarity[x, y]) for y in items] for x in items])


def _weighted(evaluate: Callable[[Sigma, Values, Values | None], Values], variant: str | None) -> Kernel:
    """Return the kernel of a sum with weights.

    ``evaluate`` is :func:`kendall_sum` or :func:`footrule_sum`. ``variant`` is the convention for the swap cost of an
    item that keeps its position, None for a metric without swap costs.
    """

    def kernel(sigma: Sigma, parameters: Mapping[str, Any]) -> Values:
        return evaluate(sigma, _weights(sigma, parameters, variant), _between(sigma, parameters))

    return kernel


def _displaced(evaluate: Callable[[NDArray[np.int64]], Any]) -> Kernel:
    """Return a kernel that depends only on how far each item is displaced, an array of shape (n, pairs)."""

    def kernel(sigma: Sigma, parameters: Mapping[str, Any]) -> Values:
        positions = np.arange(len(sigma))[:, None]
        return np.asarray(evaluate(np.abs(sigma.astype(np.int64) - positions)), dtype=np.float64)

    return kernel


KERNELS: dict[str, Kernel] = {
    "kendall": _weighted(kendall_sum, None),
    "footrule": _displaced(lambda displaced: displaced.sum(axis=0)),
    "spearman-distance[squared]": _displaced(lambda displaced: (displaced**2).sum(axis=0)),
    "spearman-distance[root]": _displaced(lambda displaced: np.sqrt((displaced**2).sum(axis=0))),
    "l-infinity": _displaced(lambda displaced: displaced.max(axis=0)),
    "hamming": _displaced(lambda displaced: (displaced > 0).sum(axis=0)),
    "kendall-element": _weighted(kendall_sum, None),
    "footrule-element": _weighted(footrule_sum, None),
    "kendall-similarity": _weighted(kendall_sum, None),
    "footrule-similarity[deck]": _weighted(footrule_sum, None),
    **{
        f"{name}-{kind}[{variant}]": _weighted(evaluate, variant)
        for name, evaluate in (("kendall", kendall_sum), ("footrule", footrule_sum))
        for kind in ("position", "general")
        for variant in FIXED_POINT
    },
}
"""The kernels, by the names of metrics in the catalogue."""


def kernel_of(metric: Metric) -> Kernel | None:
    """Return the kernel of the metric; None if it has none, or if it is a user's metric of the same name."""
    return KERNELS.get(metric.name) if REGISTRY.metrics.get(metric.name) is metric else None
