"""Words that documents, data and pictures of a correlation share."""

from __future__ import annotations

from fractions import Fraction

from ...evidence.words import counted
from ...model.metric import Metric
from ...spaces import PositionWeightsSpace
from .bounds import RatioBound
from .run import Correlation


def number(value: float | None) -> str:
    """Six significant digits; ``no value`` for None."""
    return "no value" if value is None else f"{value:.6g}"


def rounded(value: float | None) -> float | None:
    """Return the value as a float."""
    return None if value is None else float(f"{value:.6g}")


def weights_text(correlation: Correlation) -> str:
    """Such as ``dcg``, ``dcg to the base 2``; empty where no metric has position weights."""
    pair = correlation.asked
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
