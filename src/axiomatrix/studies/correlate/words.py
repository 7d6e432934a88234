"""Words that the terminal, the page and the picture share."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ...evidence.words import counted
from ...model.metric import Metric
from ...spaces import ElementWeightsSpace, PositionWeightsSpace, SimilaritySpace
from .bounds import RatioBound
from .extremes import ExtremeRatio
from .run import Correlation, Largest

HOW_EXTREMES_ARE_FOUND = (
    "The extremes are those of the population. They are found in floats; of the pairs within 1e-9 of an extreme, "
    "the simplest (32 at most) are evaluated exactly by the definitions. A number with ~ is irrational in form and "
    "shown to twelve digits; any other is exact."
)


def number(value: float | None) -> str:
    """Six significant digits; ``no value`` for None."""
    return "no value" if value is None else f"{value:.6g}"


def rounded(value: float | None) -> float | None:
    """The same as a number."""
    return None if value is None else float(f"{value:.6g}")


def weights_text(correlation: Correlation) -> str:
    """Such as ``dcg``, ``dcg to the base 2``; empty where no metric has position weights."""
    asked = correlation.asked
    return asked.weights + (f" to the base {asked.base}" if asked.base else "")


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


def statistics(correlation: Correlation) -> list[tuple[str, str]]:
    """What was counted, a name and a value each."""
    rows = [
        ("pairs", f"{correlation.population.count:,}"),
        ("Pearson", number(correlation.pearson)),
        ("Spearman", number(correlation.spearman)),
        ("pairs with A = B = 0 (ratio 0/0)", f"{correlation.both_zero:,}"),
    ]
    if correlation.only_b_zero:
        rows.append(("pairs with B = 0 but not A (ratio infinite)", f"{correlation.only_b_zero:,}"))
    if correlation.without_value:
        rows.append(("pairs on which a metric has no value", f"{correlation.without_value:,}"))
    return [*rows, ("A", _range(correlation.range_a)), ("B", _range(correlation.range_b))]


def _range(span: Largest) -> str:
    return f"{number(span.least)} to {number(span.most)}, mean {number(span.mean)}"


def extreme_name(correlation: Correlation, extreme: ExtremeRatio) -> str:
    """``least A / B`` or ``greatest A / B``, among the pairs with a finite ratio."""
    finite = " where B is not 0" if correlation.only_b_zero else ""
    return f"{'least' if extreme.sense == 'inf' else 'greatest'} A / B{finite}"


def pair_text(correlation: Correlation, pair: int) -> str:
    """The pair of rankings, best first, and where it comes from."""
    a, b = correlation.population.pair(pair)
    lines = correlation.population.lines
    text = f"{' '.join(map(str, a.order))} against {' '.join(map(str, b.order))}"
    return text + (f" (line {lines[pair]})" if lines is not None else "")


def extreme_text(correlation: Correlation, extreme: ExtremeRatio) -> str:
    """The extreme with the pair that attains it."""
    near = "only there" if extreme.near == 1 else f"{extreme.near:,} pairs within 1e-9 of it"
    return f"{extreme.value} at {pair_text(correlation, extreme.pair)}: A = {extreme.a}, B = {extreme.b}; {near}"


def standing(correlation: Correlation, bound: RatioBound) -> str:
    """What the population says of a bound: attained, kept, or contradicted by the extreme."""
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


def bound_lines(correlation: Correlation) -> list[tuple[str, str, str]]:
    """Each bound, its status, and what the population says of it."""
    signs = {"inf": ">=", "sup": "<="}
    return [(f"A / B {signs[b.sense]} {b.factor}", b.status, standing(correlation, b)) for b in correlation.bounds]


def assumptions(correlation: Correlation) -> Sequence[str]:
    """What is assumed of the weights."""
    spaces = [space for m in (correlation.asked.a, correlation.asked.b) for space in m.parameters.values()]
    kinds = ((ElementWeightsSpace, "Element weights"), (SimilaritySpace, "similarities"))
    ones = [words for kind, words in kinds if any(isinstance(space, kind) for space in spaces)]
    sentences = [f"{' and '.join(ones)} are 1.".capitalize()] if ones else []
    numbers = ", ".join(f"{name} = {value}" for name, value in sorted(correlation.asked.numbers.items()))
    return [*sentences, f"{numbers}."] if numbers else sentences
