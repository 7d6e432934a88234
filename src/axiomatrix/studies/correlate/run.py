"""The correlation of two metrics A and B over a population of pairs of rankings, for ``axiomatrix correlate``.

Values are computed for all pairs together where a metric has a *kernel*, a fast form of its definition in floats
(:mod:`.kernels`), else by the definition, one pair at a time. Coefficients are in floats. The extremes of the ratio
A / B are computed again exactly. The main class is :class:`Correlation`. The last part has the words that documents,
data and pictures of a correlation share.

A pair of rankings is named by its number in the population, from 0. *Side* 0 is metric A, side 1 metric B. A *sense* is
``inf`` for the smallest ratio A / B and ``sup`` for the largest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, get_args

import numpy as np

from ...evidence.instance import EvaluatedTwice
from ...evidence.words import counted
from ...model.metric import Metric
from ...model.registry import Registry
from ...numbers.exact import Undefined
from ...spaces import PositionWeightsSpace
from ...values.parameters import PositionWeights
from ...values.rankings import Ranking
from ..explore.results import Sense
from ..relate.domains import as_arguments
from .bounds import RatioBound, bounds
from .kernels import Values, kernel_of
from .populations import Population, all_pairs, all_sigma
from .statistics import ROUNDING_SHARE, ExtremeRatio, extreme, mean, number_text, pearson, spearman
from .weights import parameters_of

MAX_PAIRS_BY_DEFINITION = 20_000
"""Most pairs that are evaluated one at a time, for metrics without a kernel."""
MAX_ITEMS_WITH_KERNELS, MAX_ITEMS_BY_DEFINITION = 10, 5
"""The largest n of an exhaustive population, if both metrics have kernels and otherwise."""
USUAL_ITEMS_WITH_KERNELS, USUAL_ITEMS_BY_DEFINITION = 8, 5
"""The n of an exhaustive population for which no n is named."""
COMPARABLE = ("rankings", "weak orders", "top lists")
"""What metrics may be about to be compared on rankings, which are also weak orders without ties and full top lists."""


class CannotCorrelate(ValueError):
    """Metrics that cannot be compared, or not over this population; the message says why."""


@dataclass(frozen=True)
class CorrelatedPair:
    """The two metrics that are correlated, and their parameters; element weights and similarities are all 1."""

    a: Metric
    b: Metric
    weights: str
    """The name of the position weights; empty if neither metric has any."""
    delta: PositionWeights
    numbers: Mapping[str, str]
    """Parameters that are single numbers, by name, as the user wrote them."""
    base: str | None = None
    """The base of the logarithms of DCG's weights; None for natural ones, or for other weights."""


class MetricRange:
    """The range of one metric over the pairs on which both metrics have a value: least, mean and largest value."""

    def __init__(self, values: Values, has_value: Any, side: int, exact: _ExactValues) -> None:
        """Compute the range of ``values``, those of A (side 0) or B (side 1), where the array ``has_value`` is true.

        It is true at the pairs on which both metrics have a value.
        """
        compared = values[has_value]
        self.least = float(compared.min())
        self.mean = mean(compared)
        self.largest = float(compared.max())
        is_largest = values >= self.largest - ROUNDING_SHARE * abs(self.largest)  # equal up to rounding
        self.pair = int(np.flatnonzero(has_value & is_largest)[0])
        """The number of the first pair that has the largest value."""
        self.exact = number_text(exact.value(self.pair, side))[0]
        """The value on this pair by the definition, as text."""


def check_comparable(metric: Metric) -> None:
    """Raise :class:`CannotCorrelate` unless the metric takes two rankings, weak orders or top lists."""
    if len(metric.arguments) != 2 or metric.about not in COMPARABLE:
        raise CannotCorrelate(
            f"{metric.name} is a {metric.kind} of {metric.about}; correlate takes metrics of two rankings"
        )


def exhaustive(a: Metric, b: Metric, n: int | None) -> Population:
    """Return all pairs of rankings of n items, up to renaming if both metrics have a kernel.

    If n is None, it is 8, or 5 without kernels. Raises :class:`CannotCorrelate` for an n that is too large.
    """
    without_kernel = [metric.name for metric in (a, b) if kernel_of(metric) is None]
    has_kernels = not without_kernel
    n = n or (USUAL_ITEMS_WITH_KERNELS if has_kernels else USUAL_ITEMS_BY_DEFINITION)
    max_items = MAX_ITEMS_WITH_KERNELS if has_kernels else MAX_ITEMS_BY_DEFINITION
    if n > max_items:
        why = "beyond that there are too many pairs"
        if not has_kernels:
            why = f"{without_kernel[0]} has no kernel and is evaluated one pair at a time"
        raise CannotCorrelate(f"-n {n}: exhaustive takes at most n = {max_items} here: {why}")
    return all_sigma(n) if has_kernels else all_pairs(n)


class Correlation:
    """The values of both metrics on every pair, their coefficients of correlation, and the extremes of A / B.

    If a metric has no kernel, only the first 20,000 pairs are compared; a notice says so. Raises
    :class:`CannotCorrelate` if both metrics have a value on no pair.
    """

    pair: CorrelatedPair
    population: Population
    """The pairs that were compared."""
    notices: tuple[str, ...]
    """Sentences on how the values were computed."""
    x: Values
    """The values of A, in floats; nan where it has none."""
    y: Values
    """The values of B, in floats; nan where it has none."""
    pearson: float | None
    """None if a metric is constant, or if there are fewer than two pairs."""
    spearman: float | None
    """None as ``pearson``."""
    both_zero: int
    """Number of pairs with A = B = 0, which have no ratio."""
    only_b_zero: int
    """Number of pairs with B = 0 but not A, whose ratio is infinite."""
    without_value: int
    """Number of pairs on which a metric has no value; the coefficients leave them out."""
    range_a: MetricRange
    range_b: MetricRange
    extremes: tuple[ExtremeRatio, ...]
    """The smallest and the largest ratio A / B; empty if B is 0 on every pair."""
    bounds: tuple[RatioBound, ...]
    """The claimed and proved bounds of the ratio."""

    def __init__(self, pair: CorrelatedPair, population: Population, registry: Registry) -> None:
        self.notices = ()
        without_kernel = [metric.name for metric in dict.fromkeys((pair.a, pair.b)) if kernel_of(metric) is None]
        if without_kernel:
            notice = f"{' and '.join(without_kernel)}: no kernel, evaluated one pair at a time by the definition"
            if population.count > MAX_PAIRS_BY_DEFINITION:
                notice += f"; only the first {MAX_PAIRS_BY_DEFINITION:,} of {population.count:,} pairs are compared"
                population = population.first(MAX_PAIRS_BY_DEFINITION)
            self.notices = (notice,)
        exact = _ExactValues(pair, population, registry)
        self.pair, self.population = pair, population
        x = self.x = _values(0, exact)
        y = self.y = _values(1, exact)
        has_value = ~(np.isnan(x) | np.isnan(y))
        if not has_value.any():
            raise CannotCorrelate("no pair of the population gives both metrics a value")
        self.pearson = pearson(x[has_value], y[has_value])
        self.spearman = spearman(x[has_value], y[has_value])
        self.both_zero = int(np.sum((x == 0) & (y == 0)))
        self.only_b_zero = int(np.sum((x != 0) & (y == 0) & has_value))
        self.without_value = int(np.sum(~has_value))
        self.range_a = MetricRange(x, has_value, 0, exact)
        self.range_b = MetricRange(y, has_value, 1, exact)
        extremes = (extreme(sense, x, y, population, exact.both) for sense in get_args(Sense))
        self.extremes = tuple(extreme_ratio for extreme_ratio in extremes if extreme_ratio is not None)
        is_positive = all(entry > 0 for entry in pair.delta.entries.values())
        self.bounds = bounds(pair.a, pair.b, registry, positive=is_positive)


class _ExactValues:
    """Values by the definitions, on single pairs of the population."""

    def __init__(self, pair: CorrelatedPair, population: Population, registry: Registry) -> None:
        self.pair, self.population = pair, population
        self.metrics = pair.a, pair.b
        self.definitions = EvaluatedTwice(registry)
        self._parameters: dict[tuple[int, tuple[Any, ...]], Mapping[str, Any]] = {}  # the items may differ by pair
        """The results of :meth:`parameters`, by side and items."""

    def value(self, pair: int, side: int) -> Any:
        """Return the value of A (side 0) or B (side 1) on the pair with that number."""
        metric = self.metrics[side]
        rankings = self.population.pair(pair)
        return self.definitions.value(metric, *as_arguments(rankings, metric), self.parameters(side, rankings[0]))

    def both(self, pair: int) -> tuple[Any, Any]:
        """Return the values of A and of B on the pair with that number."""
        return self.value(pair, 0), self.value(pair, 1)

    def parameters(self, side: int, ranking: Ranking) -> Mapping[str, Any]:
        """Return the metric's parameters for rankings of these items."""
        key = side, ranking.items
        if key not in self._parameters:
            delta, numbers = self.pair.delta, self.pair.numbers
            self._parameters[key] = parameters_of(self.metrics[side], ranking.items, delta, numbers)
        return self._parameters[key]


def _values(side: int, exact: _ExactValues) -> Values:
    """Return the value of A (side 0) or B (side 1) on every pair, in floats; nan where the metric has none."""
    population, kernel = exact.population, kernel_of(exact.metrics[side])
    if kernel is not None:
        return kernel(population.sigma, exact.parameters(side, Ranking.identity(population.n)))
    values = np.empty(population.count)
    value_of: dict[tuple[Ranking, Ranking], float] = {}  # a drawn pair may occur many times
    for pair in range(population.count):
        rankings = population.pair(pair)
        if rankings not in value_of:
            try:
                value_of[rankings] = float(exact.value(pair, side))
            except Undefined:
                value_of[rankings] = np.nan
        values[pair] = value_of[rankings]
    return values


# --- Words that documents, data and pictures of a correlation share -----------------------------------------------


def six_digits(value: float | None) -> str:
    """Write a number with six significant digits; ``no value`` for None."""
    return "no value" if value is None else f"{value:.6g}"


def to_six_digits(value: float | None) -> float | None:
    """Round to six significant digits; None stays None."""
    return None if value is None else float(f"{value:.6g}")


def weights_text(correlation: Correlation) -> str:
    """Write the position weights, such as ``dcg`` or ``dcg to the base 2``; empty if no metric has any."""
    pair = correlation.pair
    return pair.weights + (f" to the base {pair.base}" if pair.base else "")


def metric_text(correlation: Correlation, metric: Metric) -> str:
    """Write the metric's name, with its position weights if it has any."""
    has_weights = any(isinstance(space, PositionWeightsSpace) for space in metric.parameters.values())
    return f"{metric.name}, weights {weights_text(correlation)}" if has_weights else metric.name


def population_title(correlation: Correlation) -> str:
    """Write the population in a few words."""
    population = correlation.population
    model = population.settings.get("model")
    names = {"clicks": f"simulated {model} clicks", "pairs": "pairs from a file"}
    return f"{names.get(population.name, population.name)}, n = {population.n}, {counted(population.count, 'pair')}"


def coefficients_text(correlation: Correlation) -> str:
    """Write both coefficients."""
    return f"Pearson {six_digits(correlation.pearson)}, Spearman {six_digits(correlation.spearman)}"


def state_of_bound(correlation: Correlation, bound: RatioBound) -> str:
    """Describe the state of a bound in the population: attained, kept, or contradicted by the extreme."""
    extreme = next((ratio for ratio in correlation.extremes if ratio.sense == bound.sense), None)
    if bound.sense == "sup" and correlation.only_b_zero:
        return "contradicted here: B is 0 where A is not"
    if extreme is None:
        return "not tested here: no pair has a ratio"
    if extreme.value == str(bound.factor):
        return "attained here"
    excess = extreme.approximate - float(bound.factor)
    is_beyond = excess < 0 if bound.sense == "inf" else excess > 0
    return "contradicted here" if is_beyond else "not attained here"


def ratio_line(factor: Fraction) -> str:
    """Write the equation of the line on which A / B is the factor, such as ``A = 2 B``."""
    return "A = B" if factor == 1 else f"A = {factor} B"
