"""KV16: comparison of a correlation with the experiment that Kumar and Vassilvitskii 2010 report.

KV16 is the claim that, on clicks of users, weighted footrule and Kendall distances correlate. The slides show one
scatter plot of the footrule against Kendall's distance with DCG weights. Each of its points is a query of a search
engine in September 2009 (80,000 queries): the order shown against the order by clicks. The slides print no coefficient,
and the data are not published. They do not state four settings that change every value: the base of the logarithm in
delta_i, the number of results of a query, the charge for an item at a fixed point, and the order of results with equal
numbers of clicks. The axes can be read: they are labelled up to 2.5 for Kendall's distance and up to 5 for the
footrule. ``axiomatrix correlate`` adds :func:`kv16_sentences` to its report, and the ledger simulates clicks.
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
from .run import Correlation, ratio_line
from .statistics import pearson, spearman

AXES = {"footrule-position": 5.0, "kendall-position": 2.5}
"""By metric, the largest label on its axis of the source's scatter plot (DCG weights)."""
NOT_PUBLISHED = (
    "The source's clicks (80,000 queries of a search engine, September 2009) are not published and it prints no "
    "coefficient: its experiment can neither be repeated nor contradicted here."
)
NOT_STATED = (
    "The source does not say the base of the logarithm, the number of results a query, what an item at a fixed point "
    "is charged, or how equal numbers of clicks are ordered; each changes the figures."
)


def is_about_kv16(correlation: Correlation) -> bool:
    """Return whether the correlation is between the metrics of the source's scatter plot."""
    return {correlation.pair.a.id, correlation.pair.b.id} == set(AXES)


def kv16_sentences(correlation: Correlation) -> list[str]:
    """Write paragraphs on what the correlation implies for KV16, and what it does not; none for other metrics."""
    if not is_about_kv16(correlation):
        return []
    sentences = [NOT_PUBLISHED, NOT_STATED]
    proved = [bound for bound in correlation.bounds if bound.proved]
    if {bound.sense for bound in proved} == {"inf", "sup"}:
        low, high = (next(bound.factor for bound in proved if bound.sense == sense) for sense in ("inf", "sup"))
        sentences.append(
            f"That every point lies between the lines {ratio_line(low)} and {ratio_line(high)} is {PROVED} and all "
            "position weights: no data can show anything else, and a scatter within the lines is not evidence of more."
        )
    if correlation.pair.weights == "dcg":
        sentences.append(_axes_sentence(correlation))
    if correlation.population.name == "clicks":
        sentences.append(
            "What the simulation shows is how strongly the two go together in a population of this kind; another "
            "click model, population or convention gives another coefficient."
        )
    return sentences


def _axes_sentence(correlation: Correlation) -> str:
    """Compare the largest values with the ends of the source's axes."""
    largest = {correlation.pair.a.id: correlation.range_a.largest, correlation.pair.b.id: correlation.range_b.largest}
    comparison = "; ".join(f"{name} {largest[name]:.4g}, the axis {AXES[name]:g}" for name in AXES)
    outside = [name for name in AXES if largest[name] < AXES[name]]  # the axis ends beyond all values
    if correlation.population.name != "exhaustive":  # other pairs might have larger values
        return f"Largest values here, beside where the axes of the source's scatter (DCG) end: {comparison}."
    base = correlation.pair.base or "e"
    setting = (
        f"{correlation.population.n} results, logarithms to the base {base} and the convention "
        f"{correlation.pair.a.variant!r}"
    )
    verdict = "the axes can be reached"
    if outside:
        verdict = (
            f"no pair of rankings whatever reaches the end of the axis of {' or of '.join(outside)}; a scatter that "
            "fills the axes is of other weights, other lengths or another charge at fixed points than these"
        )
    return (
        f"Largest values of all pairs, beside where the axes of the source's scatter (DCG) end: {comparison}. With "
        f"{setting}, {verdict}. (An axis may end beyond its points: at the end of "
        "the Kendall axis the line F = 2K stands at 5.)"
    )


# --- KV16 with all weights: K* against F* on queries with clicks, where items have weights and similarities -------
# A query is a list of results with relevances, in the order shown; the other ranking is the order by simulated
# clicks. The source sets element weights to 1 and has no similarities. Here the weight of a result is 1 plus its
# relevance, and the distance D of two results is 1 plus the difference of their relevances. The 1 makes D a metric:
# no two results are at distance 0, and the triangle inequality of the differences is kept. Other weights give other
# figures.

CONVENTION = "one"
"""The variant of the metrics, which says what an item at a fixed point is charged."""
SETTINGS: tuple[str, ...] = ("", "delta", "w", "D", "w delta", "w D", "delta D", "w delta D")
"""The weights that differ from 1, separated by spaces: position weights (delta, those of DCG), element weights (w) and
distances (D)."""
LEAST_RELEVANCE = 0.05
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
    """Return Zipf relevances of n results, a query in each row, in the order shown: a Plackett-Luce draw."""
    relevance = zipf(n, exponent)
    return np.asarray(relevance[drawn_orders(relevance, queries, np.random.default_rng(seed))])


def judged_queries(lists: Sequence[Sequence[int]], n: int, largest_grade: int) -> Values:
    """Return relevances of judged lists, cut into windows of n results: grade / largest grade, but at least 0.05.

    Windows whose results all have the same grade are left out: clicks on them depend on the positions alone.
    """
    windows = [grades[k : k + n] for grades in lists for k in range(0, len(grades) - n + 1, n)]
    kept = [
        [max(grade / largest_grade, LEAST_RELEVANCE) for grade in window] for window in windows if len(set(window)) > 1
    ]
    return np.array(kept, dtype=np.float64).reshape(len(kept), n)


def clicked(relevance: Values, model: str, clicks_per_query: int, seed: int) -> Sigma:
    """Simulate clicks on each query: its order by clicks against the order shown, as sigma."""
    generator = np.random.default_rng(seed)
    return by_clicks(generator.multinomial(clicks_per_query, chances(relevance, model)))


def compared_on_clicks(relevance: Values, sigma: Sigma) -> list[WeightedComparison]:
    """Compare K* with F* under each setting of the weights."""
    return [_comparison(relevance, sigma, weights) for weights in SETTINGS]


def values_of(relevance: Values, sigma: Sigma, weights: str) -> tuple[Values, Values]:
    """Return (values of K*, values of F*) on all queries, under one setting of the weights.

    ``relevance`` has a query in each row, ``sigma`` in each column.
    """
    names, n = weights.split(), len(sigma)
    factors = 1 + relevance.T if "w" in names else np.ones(sigma.shape)
    if "delta" in names:
        table = swap_costs(PositionWeights.dcg(n), n, CONVENTION)  # [i, j]: of an item that moves from position i to j
        factors = factors * np.stack([table[i][sigma[i]] for i in range(n)])
    distances = _distances(relevance) if "D" in names else None
    return kendall_sum(sigma, factors, distances), footrule_sum(sigma, factors, distances)


def _distances(relevance: Values) -> NDArray[np.float64]:
    """Return 1 + |difference of relevances| of every two results, shape (n, n, queries)."""
    rows = relevance.T
    return np.asarray(1 + np.abs(rows[:, None] - rows[None, :]))


def _comparison(relevance: Values, sigma: Sigma, weights: str) -> WeightedComparison:
    """Compare K* with F* under one setting of the weights; the text ``unit`` means that all weights are 1."""
    kendall, footrule = values_of(relevance, sigma, weights)
    ratios = footrule[kendall > 0] / kendall[kendall > 0]
    return WeightedComparison(
        weights or "unit", pearson(footrule, kendall), spearman(footrule, kendall), ratios.min(), ratios.max()
    )
