"""KV16: what a correlation says of the experiment that Kumar and Vassilvitskii 2010 report, and what it cannot say.

Their slides show one scatter of the footrule against Kendall's tau under DCG weights, of 80,000 queries of a search
engine in September 2009: the order shown against the order by clicks. No coefficient is printed, the data are not
published, and four things that change every value are not said: the base of the logarithm in delta_i, how many results
a query has, what an item at a fixed point is charged, and how equal numbers of clicks are ordered. What can be read are
the axes: labelled up to 2.5 for Kendall's tau and up to 5 for the footrule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...values.parameters import PositionWeights
from .bounds import PROVED
from .kernels import Sigma, Values, footrule_sum, kendall_sum, swap_costs
from .populations import by_clicks, chances, drawn_orders, zipf
from .run import Correlation, line
from .statistics import pearson, spearman

AXES = {"footrule-position": 5.0, "kendall-position": 2.5}
"""The largest labels on the axes of the source's scatter (DCG weights)."""
NOT_PUBLISHED = (
    "The source's clicks (80,000 queries of a search engine, September 2009) are not published and it prints no "
    "coefficient: its experiment can neither be repeated nor contradicted here."
)
NOT_STATED = (
    "The source does not say the base of the logarithm, the number of results a query, what an item at a fixed point "
    "is charged, or how equal numbers of clicks are ordered; each changes the figures."
)


def concerns(correlation: Correlation) -> bool:
    """Return whether these are the metrics of the source's scatter."""
    return {correlation.pair.a.id, correlation.pair.b.id} == set(AXES)


def kv16_sentences(correlation: Correlation) -> list[str]:
    """Describe what the correlation implies for KV16, in a sentence or two each; empty for other metrics."""
    if not concerns(correlation):
        return []
    sentences = [NOT_PUBLISHED, NOT_STATED]
    proved = [bound for bound in correlation.bounds if bound.proved]
    if {bound.sense for bound in proved} == {"inf", "sup"}:
        low, high = (next(b.factor for b in proved if b.sense == sense) for sense in ("inf", "sup"))
        sentences.append(
            f"That every point lies between the lines {line(low)} and {line(high)} is {PROVED} and all position "
            "weights: no data can show anything else, and a scatter within the lines is not evidence of more."
        )
    if correlation.pair.weights == "dcg":
        sentences.append(_reach(correlation))
    if correlation.population.name == "clicks":
        sentences.append(
            "What the simulation shows is how strongly the two go together in a population of this kind; another "
            "click model, population or convention gives another coefficient."
        )
    return sentences


def _reach(correlation: Correlation) -> str:
    """The largest values beside the ends of the source's axes."""
    most = {correlation.pair.a.id: correlation.range_a.most, correlation.pair.b.id: correlation.range_b.most}
    comparison = "; ".join(f"{name} {most[name]:.4g}, the axis {AXES[name]:g}" for name in AXES)
    outside = [name for name in AXES if most[name] < AXES[name]]
    if correlation.population.name != "exhaustive":
        return f"Largest values here, beside where the axes of the source's scatter (DCG) end: {comparison}."
    base = correlation.pair.base or "e"
    setting = (
        f"{correlation.population.n} results, logarithms to the base {base} and the convention "
        f"{correlation.pair.a.variant!r}"
    )
    verdict = (
        f"no pair of rankings whatever reaches the end of the axis of {' or of '.join(outside)}; a scatter that fills "
        "the axes is of other weights, other lengths or another charge at fixed points than these"
        if outside
        else "the axes can be reached"
    )
    return (
        f"Largest values of all pairs, beside where the axes of the source's scatter (DCG) end: {comparison}. With "
        f"{setting}, {verdict}. (An axis may end beyond its points: at the end of "
        "the Kendall axis the line F = 2K stands at 5.)"
    )


# --- KV16 with all weights: K* against F* on queries with clicks, where items have weights and similarities -------
# A query is a list of results with relevances, in the order shown; the other ranking is the order by simulated
# clicks. The source sets element weights to 1 and has no similarities. Here the weight of a result is 1 plus its
# relevance, and two results are as far apart as their relevances, plus 1 so that D is a metric: the triangle
# inequality holds as it does for absolute differences, and no two results are at distance 0. Other weights give
# other figures.

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
