"""The correlation of two metrics over a population: values by kernels or definitions, what follows, and its words."""

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
from .statistics import extreme, mean, number_text, pearson, spearman
from .weights import parameters_of

MOST_EXACT = 20_000
"""How many pairs at most are evaluated one by one, for metrics that have no kernel."""
LARGEST_EXHAUSTIVE = {True: 10, False: 5}
"""The largest n of an exhaustive population, with kernels for both metrics and without."""
COMPARABLE = ("rankings", "weak orders", "top lists")
"""What the metrics may be about; rankings are also weak orders without ties and lists of all items."""


class CannotCorrelate(ValueError):
    """Metrics that cannot be compared, or a population that they cannot be compared over, and why."""


@dataclass(frozen=True)
class CorrelatedPair:
    """Two metrics and the parameters that they are given."""

    a: Metric
    b: Metric
    weights: str
    """The name of the position weights; empty if neither metric has any."""
    delta: PositionWeights
    numbers: Mapping[str, str]
    """Parameters that are single numbers, as the user wrote them."""
    base: str | None = None


class Largest:
    """The range of one metric over the population."""

    def __init__(self, values: Values, has_value: Any, side: int, exact: _Exactly) -> None:
        known = values[has_value]
        self.least, self.mean, self.most = float(known.min()), mean(known), float(known.max())
        self.pair = int(np.flatnonzero(has_value & (values >= self.most - 1e-12 * abs(self.most)))[0])
        """A pair that has the largest value."""
        self.exact = number_text(exact(self.pair, side))[0]
        """That value by the definition."""


def check_comparable(metric: Metric) -> None:
    """Raise :class:`CannotCorrelate` unless the metric takes two rankings, weak orders or top lists."""
    if len(metric.arguments) != 2 or metric.about not in COMPARABLE:
        raise CannotCorrelate(
            f"{metric.name} is a {metric.kind} of {metric.about}; correlate is for metrics of two rankings"
        )


def exhaustive(a: Metric, b: Metric, n: int | None) -> Population:
    """All pairs of rankings of n items, up to renaming where both metrics have a kernel; n = 8, or 5 without."""
    fast = kernel_of(a) is not None and kernel_of(b) is not None
    n = n or (8 if fast else 5)
    if n > LARGEST_EXHAUSTIVE[fast]:
        slow = [metric.name for metric in (a, b) if kernel_of(metric) is None]
        why = (
            f"{slow[0]} has no kernel and is evaluated one pair at a time" if slow else "there are more pairs than fit"
        )
        raise CannotCorrelate(f"-n {n}: exhaustive goes up to n = {LARGEST_EXHAUSTIVE[fast]} here: {why}")
    return all_sigma(n) if fast else all_pairs(n)


class Correlation:
    """The values of both metrics on every pair, their correlation, and the extremes of the ratio

    Metrics without a kernel are evaluated one by one, on the first 20,000 pairs at most; a notice says so. Raises
    :class:`CannotCorrelate` where no pair has both values.
    """

    def __init__(self, pair: CorrelatedPair, population: Population, registry: Registry) -> None:
        self.notices: tuple[str, ...] = ()
        slow = [metric.name for metric in dict.fromkeys((pair.a, pair.b)) if kernel_of(metric) is None]
        if slow:
            notice = f"{' and '.join(slow)}: no kernel, evaluated one pair at a time by the definition"
            if population.count > MOST_EXACT:
                notice += f"; the first {MOST_EXACT:,} of {population.count:,} pairs are taken"
                population = population.first(MOST_EXACT)
            self.notices = (notice,)
        exact = _Exactly(pair, population, registry)
        self.pair, self.population = pair, population
        self.x, self.y = x, y = _values(0, exact), _values(1, exact)
        """The values of A, and of B."""
        has_value = ~(np.isnan(x) | np.isnan(y))
        if not has_value.any():
            raise CannotCorrelate("on no pair of the population have both metrics a value")
        self.pearson, self.spearman = (of(x[has_value], y[has_value]) for of in (pearson, spearman))
        self.both_zero = int(np.sum((x == 0) & (y == 0)))
        self.only_b_zero = int(np.sum((x != 0) & (y == 0) & has_value))
        self.without_value = int(np.sum(~has_value))
        self.range_a, self.range_b = Largest(x, has_value, 0, exact), Largest(y, has_value, 1, exact)
        extremes = (extreme(sense, x, y, population, exact.both) for sense in get_args(Sense))
        self.extremes = tuple(one for one in extremes if one is not None)
        positive = all(entry > 0 for entry in pair.delta.entries.values())
        self.bounds = bounds(pair.a, pair.b, registry, positive=positive)


class _Exactly:
    """The definitions on single pairs of the population."""

    def __init__(self, pair: CorrelatedPair, population: Population, registry: Registry) -> None:
        self.pair, self.population = pair, population
        self.metrics = pair.a, pair.b
        self.definitions = EvaluatedTwice(registry)
        self._parameters: dict[tuple[int, tuple[Any, ...]], Mapping[str, Any]] = {}

    def __call__(self, pair: int, side: int) -> Any:
        metric = self.metrics[side]
        rankings = self.population.pair(pair)
        return self.definitions.value(metric, *as_arguments(rankings, metric), self.parameters(side, rankings[0]))

    def both(self, pair: int) -> tuple[Any, Any]:
        """The values of A and of B."""
        return self(pair, 0), self(pair, 1)

    def parameters(self, side: int, ranking: Ranking) -> Mapping[str, Any]:
        """Return the metric's parameters for rankings of these items."""
        key = side, ranking.items
        if key not in self._parameters:
            delta, numbers = self.pair.delta, self.pair.numbers
            self._parameters[key] = parameters_of(self.metrics[side], ranking.items, delta, numbers)
        return self._parameters[key]


def _values(side: int, exact: _Exactly) -> Values:
    """The value on every pair; nan, which never leaves this package, where the metric has none."""
    population, kernel = exact.population, kernel_of(exact.metrics[side])
    if kernel is not None:
        return kernel(population.sigma, exact.parameters(side, Ranking.identity(population.n)))
    values = np.empty(population.count)
    known: dict[tuple[Ranking, Ranking], float] = {}
    for pair in range(population.count):
        rankings = population.pair(pair)
        if rankings not in known:
            try:
                known[rankings] = float(exact(pair, side))
            except Undefined:
                known[rankings] = np.nan
        values[pair] = known[rankings]
    return values


# --- Words that documents, data and pictures of a correlation share -----------------------------------------------


def number(value: float | None) -> str:
    """Six significant digits; ``no value`` for None."""
    return "no value" if value is None else f"{value:.6g}"


def rounded(value: float | None) -> float | None:
    """Return the value as a float."""
    return None if value is None else float(f"{value:.6g}")


def weights_text(correlation: Correlation) -> str:
    """Such as ``dcg``, ``dcg to the base 2``; empty where no metric has position weights."""
    pair = correlation.pair
    return pair.weights + (f" to the base {pair.base}" if pair.base else "")


def metric_text(correlation: Correlation, metric: Metric) -> str:
    """The row, with the position weights that it is given."""
    weighted = any(isinstance(space, PositionWeightsSpace) for space in metric.parameters.values())
    return f"{metric.name}, weights {weights_text(correlation)}" if weighted else metric.name


def population_title(correlation: Correlation) -> str:
    """The population in a few words."""
    population = correlation.population
    model = population.settings.get("model")
    what = {"clicks": f"simulated {model} clicks", "pairs": "pairs of the user"}.get(population.name, population.name)
    return f"{what}, n = {population.n}, {counted(population.count, 'pair')}"


def coefficients(correlation: Correlation) -> str:
    """Both coefficients in a sentence."""
    return f"Pearson {number(correlation.pearson)}, Spearman {number(correlation.spearman)}"


def standing(correlation: Correlation, bound: RatioBound) -> str:
    """Describe the state of a bound in the population: attained, kept, or contradicted by the extreme."""
    extreme = next((e for e in correlation.extremes if e.sense == bound.sense), None)
    if bound.sense == "sup" and correlation.only_b_zero:
        return "contradicted here: B is 0 where A is not"
    if extreme is None:
        return "nothing to say of it here"
    if extreme.value == str(bound.factor):
        return "attained here"
    beyond = extreme.approximate - float(bound.factor)
    over = beyond < 0 if bound.sense == "inf" else beyond > 0
    return f"{'contradicted' if over else 'not attained'} here"


def line(factor: Fraction) -> str:
    """The line on which the ratio is the factor: ``A = 2 B``."""
    return f"A = {'' if factor == 1 else f'{factor} '}B"
