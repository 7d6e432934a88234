"""The document of a correlation: how two metrics go together over a population of pairs of rankings."""

from __future__ import annotations

from collections.abc import Iterator

from ...evidence.notation import with_four_decimals
from ...spaces import ElementWeightsSpace, SimilaritySpace
from ...studies.correlate import kv16
from ...studies.correlate.run import (
    Correlation,
    Largest,
    coefficients,
    number,
    population_title,
    standing,
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
EXTREME_WORDS = {"inf": "least", "sup": "greatest"}


def document(correlation: Correlation, picture: str = "") -> Document:
    """The document of a correlation: population, coefficients, extremes, proved bounds; ``picture`` is a file name."""
    pair, population = correlation.pair, correlation.population
    under = f", weights {weights_text(correlation)}" if pair.weights else ""
    blocks: list[Block] = [
        List(tuple((f"{name} is ", Mono(m.name), f": {m.formula}") for name, m in (("A", pair.a), ("B", pair.b)))),
        Heading("Population"),
        List((*population.sentences, *_drawn_with(correlation), *assumptions(correlation), *correlation.notices)),
        Heading("Found"),
        Table(("", "over the population"), tuple(statistics(correlation))),
        List((*(_extreme(correlation, extreme) for extreme in correlation.extremes), *_largest(correlation))),
        Note(HOW_EXTREMES_ARE_FOUND),
        Heading("Bounds"),
        Table(("bound", "status", "here"), tuple(_bounds(correlation))),
    ]
    if not correlation.bounds:
        blocks[-1] = Text("No bound on this ratio is claimed or proved.")
    if judged := kv16.kv16_sentences(correlation):
        blocks += [Heading("What this says of the source's experiment (KV16)"), List(tuple(judged))]
    if picture:
        blocks.append(Picture("", "A against B", file=picture))
    title = f"{pair.a.name} against {pair.b.name}{under}"
    return Document(title, f"{coefficients(correlation)}: {population_title(correlation)}.", tuple(blocks))


def _drawn_with(correlation: Correlation) -> Iterator[str]:
    if (seed := correlation.population.settings.get("seed")) is not None:
        yield f"Seed {seed}."


def assumptions(correlation: Correlation) -> Iterator[str]:
    """Yield the assumptions on the weights."""
    spaces = [space for m in (correlation.pair.a, correlation.pair.b) for space in m.parameters.values()]
    kinds = ((ElementWeightsSpace, "Element weights"), (SimilaritySpace, "similarities"))
    fixed = [words for kind, words in kinds if any(isinstance(space, kind) for space in spaces)]
    if fixed:
        yield f"{' and '.join(fixed)} are 1.".capitalize()
    if numbers := ", ".join(f"{name} = {value}" for name, value in sorted(correlation.pair.numbers.items())):
        yield f"{numbers}."


def statistics(correlation: Correlation) -> Iterator[tuple[str, str]]:
    """Yield the rows of the table of statistics, a name and a value each."""
    yield "pairs", f"{correlation.population.count:,}"
    yield "Pearson", number(correlation.pearson)
    yield "Spearman", number(correlation.spearman)
    yield "pairs with A = B = 0 (ratio 0/0)", f"{correlation.both_zero:,}"
    if correlation.only_b_zero:
        yield "pairs with B = 0 but not A (ratio infinite)", f"{correlation.only_b_zero:,}"
    if correlation.without_value:
        yield "pairs on which a metric has no value", f"{correlation.without_value:,}"
    yield "A", _range(correlation.range_a)
    yield "B", _range(correlation.range_b)


def _range(span: Largest) -> str:
    return f"{number(span.least)} to {number(span.most)}, mean {number(span.mean)}"


def _extreme(correlation: Correlation, extreme: ExtremeRatio) -> Inline:
    """The least or the greatest ratio with the pair that attains it, among the pairs with a finite ratio."""
    finite = " where B is not 0" if correlation.only_b_zero else ""
    near = "only there" if extreme.near == 1 else f"{extreme.near:,} pairs within 1e-9 of it"
    name = f"{EXTREME_WORDS[extreme.sense]} A / B{finite}: {_number(extreme.value)} at "
    return name, *_pair(correlation, extreme.pair), f": A = {_number(extreme.a)}, B = {_number(extreme.b)}; {near}"


def _largest(correlation: Correlation) -> Iterator[Inline]:
    for name, span in (("A", correlation.range_a), ("B", correlation.range_b)):
        yield f"largest {name}: {_number(span.exact)} at ", *_pair(correlation, span.pair)


def _number(text: str) -> str:
    """A number with a decimal beside it, unless it is a decimal of twelve digits already."""
    return text if text.startswith("~") else with_four_decimals(text)


def _pair(correlation: Correlation, pair: int) -> tuple[Mono | str, ...]:
    """A pair of rankings, best first, with its line in the file of pairs."""
    a, b = (Mono(" ".join(map(str, ranking.order))) for ranking in correlation.population.pair(pair))
    lines = correlation.population.lines
    return a, " against ", b, f" (line {lines[pair]})" if lines is not None else ""


def _bounds(correlation: Correlation) -> Iterator[tuple[str, str, str]]:
    """Yield the rows of the table of bounds: the bound, its status, and how it stands in the population."""
    for bound in correlation.bounds:
        factor = with_four_decimals(str(bound.factor))
        yield f"A / B {BOUND_SIGNS[bound.sense]} {factor}", bound.status, standing(correlation, bound)
