"""The document of a correlation: how two metrics go together over a population of pairs of rankings.

``axiomatrix correlate`` prints it. A and B are the two metrics. The study computes their correlation coefficients,
and the smallest and the largest ratio A / B with the pairs of rankings that have it. Proved bounds limit this ratio. A
*sense* is "inf" or "sup": the smallest ratio and a bound from below, or the largest and a bound from above. KV16 is a
claim of a source about such an experiment.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...evidence.notation import with_four_decimals
from ...spaces import ElementWeightsSpace, SimilaritySpace
from ...studies.correlate import kv16
from ...studies.correlate.run import (
    Correlation,
    MetricRange,
    coefficients_text,
    population_title,
    six_digits,
    state_of_bound,
    weights_text,
)
from ...studies.correlate.statistics import ExtremeRatio
from ..document import Block, Document, Heading, Inline, List, Mono, Note, Picture, Table, Text

HOW_EXTREMES_ARE_FOUND = (
    "The extremes are those of the population. They are found in floats. Of the pairs within 1e-9 of an extreme, the "
    "simplest (32 at most) are evaluated exactly by the definitions. A number with ~ and no exact one before it is "
    "irrational in form and shown to twelve digits; any other is exact."
)
BOUND_SIGNS = {"inf": ">=", "sup": "<="}
"""The relation of A / B to a bound of each sense."""
EXTREME_WORDS = {"inf": "least", "sup": "greatest"}
"""Adjectives for the extreme ratio of each sense."""


def document(correlation: Correlation, picture: str = "") -> Document:
    """The document of a correlation: population, coefficients, extremes, proved bounds; ``picture`` is a file name."""
    pair, population = correlation.pair, correlation.population  # the two metrics, and the pairs of rankings
    blocks: list[Block] = [
        List(tuple((f"{name} is ", Mono(m.name), f": {m.formula}") for name, m in (("A", pair.a), ("B", pair.b)))),
        Heading("Population"),
        List((*population.sentences, *_seed(correlation), *assumptions(correlation), *correlation.notices)),
        Heading("Found"),
        Table(("", "over the population"), tuple(statistics(correlation))),
        List((*(_extreme(correlation, extreme) for extreme in correlation.extremes), *_largest_values(correlation))),
        Note(HOW_EXTREMES_ARE_FOUND),
        Heading("Bounds"),
    ]
    if correlation.bounds:
        blocks.append(Table(("bound", "status", "here"), tuple(_bounds(correlation))))
    else:
        blocks.append(Text("No bound on this ratio is claimed or proved."))
    if kv16_sentences := kv16.kv16_sentences(correlation):
        blocks += [Heading("What this says of the source's experiment (KV16)"), List(tuple(kv16_sentences))]
    if picture:
        blocks.append(Picture("", "A against B", file=picture))
    weights = f", weights {weights_text(correlation)}" if pair.weights else ""
    title = f"{pair.a.name} against {pair.b.name}{weights}"
    return Document(title, f"{coefficients_text(correlation)}: {population_title(correlation)}.", tuple(blocks))


def _seed(correlation: Correlation) -> Iterator[str]:
    """Yield the seed of a population that was drawn at random."""
    if (seed := correlation.population.settings.get("seed")) is not None:
        yield f"Seed {seed}."


def assumptions(correlation: Correlation) -> Iterator[str]:
    """Yield sentences on the metrics' parameters: data of items are all 1, and numbers are named."""
    spaces = [*correlation.pair.a.parameters.values(), *correlation.pair.b.parameters.values()]
    data_of_items = []
    if any(isinstance(space, ElementWeightsSpace) for space in spaces):
        data_of_items.append("element weights")
    if any(isinstance(space, SimilaritySpace) for space in spaces):
        data_of_items.append("similarities")
    if data_of_items:
        yield f"{' and '.join(data_of_items)} are 1.".capitalize()
    if numbers := ", ".join(f"{name} = {value}" for name, value in sorted(correlation.pair.numbers.items())):
        yield f"{numbers}."


def statistics(correlation: Correlation) -> Iterator[tuple[str, str]]:
    """Yield the rows of the table of statistics, a name and a value each."""
    yield "pairs", f"{correlation.population.count:,}"
    yield "Pearson", six_digits(correlation.pearson)
    yield "Spearman", six_digits(correlation.spearman)
    yield "pairs with A = B = 0 (ratio 0/0)", f"{correlation.both_zero:,}"
    if correlation.only_b_zero:
        yield "pairs with B = 0 but not A (ratio infinite)", f"{correlation.only_b_zero:,}"
    if correlation.without_value:
        yield "pairs on which a metric has no value", f"{correlation.without_value:,}"
    yield "A", _range(correlation.range_a)
    yield "B", _range(correlation.range_b)


def _range(values: MetricRange) -> str:
    """The range and the mean of one metric's values."""
    return f"{six_digits(values.least)} to {six_digits(values.largest)}, mean {six_digits(values.mean)}"


def _extreme(correlation: Correlation, extreme: ExtremeRatio) -> Inline:
    """The least or the greatest ratio with the pair that has it, among the pairs with a finite ratio."""
    # where B is 0 and A is not, the ratio is infinite, and larger than the greatest one
    finite = " where B is not 0" if correlation.only_b_zero else ""
    pairs_near = "only there" if extreme.near == 1 else f"{extreme.near:,} pairs within 1e-9 of it"
    ratio = f"{EXTREME_WORDS[extreme.sense]} A / B{finite}: {_with_decimal(extreme.value)} at "
    values = f": A = {_with_decimal(extreme.a)}, B = {_with_decimal(extreme.b)}; {pairs_near}"
    return ratio, *_pair(correlation, extreme.pair), values


def _largest_values(correlation: Correlation) -> Iterator[Inline]:
    """Yield the largest value of each metric with the first pair that has it."""
    for name, values in (("A", correlation.range_a), ("B", correlation.range_b)):
        yield f"largest {name}: {_with_decimal(values.exact)} at ", *_pair(correlation, values.pair)


def _with_decimal(text: str) -> str:
    """A number with a decimal beside it; one that begins with ``~`` is a decimal of twelve digits already."""
    return text if text.startswith("~") else with_four_decimals(text)


def _pair(correlation: Correlation, index: int) -> tuple[Mono | str, ...]:
    """The pair of rankings of that index in the population, best first, with its line if it was read from a file."""
    a, b = (Mono(" ".join(map(str, ranking.order))) for ranking in correlation.population.pair(index))
    lines = correlation.population.lines
    line = f" (line {lines[index]})" if lines is not None else ""
    return a, " against ", b, line


def _bounds(correlation: Correlation) -> Iterator[tuple[str, str, str]]:
    """Yield the rows of the table of bounds: the bound, its status, and its state in the population."""
    for bound in correlation.bounds:
        factor = with_four_decimals(str(bound.factor))
        yield f"A / B {BOUND_SIGNS[bound.sense]} {factor}", bound.status, state_of_bound(correlation, bound)
