"""A correlation as JSON, and all its files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from ...evidence.files import indented, write_all
from ...evidence.formats import Format, Record
from ...evidence.reach import Count
from ...studies.correlate import kv16
from ...studies.correlate.run import Correlation, Largest, rounded, standing, weights_text
from ...studies.correlate.statistics import ExtremeRatio
from ..render import markdown
from ..subjects.correlation import document

Line = Annotated[int | None, Meta(description="The line of the file of pairs.")]
Sense = Literal["inf", "sup"]
PICTURE = "scatter.svg"


class PopulationData(Record, kw_only=True):
    """Which pairs of rankings, and what they were drawn with."""

    name: str
    file: str | None = None
    run: str | None = None
    depth: Count | None = None
    n: Count | None = None
    count: Count | None = None
    model: str | None = None
    clicks: Count | None = None
    dispersion: float | None = None
    exponent: float | None = None
    seed: int | None = None
    pairs: Count
    says: Annotated[tuple[str, ...], Meta(description="What the pairs are and what is assumed, a sentence each.")]


class RangeData(Record):
    """The values of one metric, and a pair with the largest one."""

    least: float | None
    mean: float | None
    most: float | None
    largest_value: Annotated[str, Meta(description="The largest value by the definition.")]
    first: list[str]
    second: list[str]
    line: Line = None


class ExtremeRatioData(Record, kw_only=True):
    """The smallest or largest ratio of the two, and the pair that has it."""

    sense: Sense
    value: Annotated[str, Meta(description="Exact where it is rational, else twelve digits.")]
    exact: bool
    approximately: float | None
    a: str
    b: str
    first: list[str]
    second: list[str]
    line: Line = None
    pairs_as_near: Annotated[Count, Meta(description="How many pairs have a ratio that near, in floats.")]
    evaluated_exactly: Annotated[Count, Meta(description="How many different ones of these were evaluated exactly.")]


class BoundData(Record):
    """Claimed or proved bound of the ratio, and its state in the population."""

    sense: Sense
    factor: str
    proved: bool
    sources: tuple[str, ...]
    status: str
    here: str


class CorrelationData(Record):
    """Two metrics over a population of pairs of rankings."""

    a: str
    b: str
    weights: Annotated[str | None, Meta(description="The position weights; null: neither metric has any.")]
    delta: Annotated[list[str] | None, Meta(description="The same, exactly.")]
    numbers: Annotated[dict[str, str], Meta(description="Parameters that are single numbers.")]
    population: PopulationData
    notices: tuple[str, ...]
    pearson: float | None
    spearman: float | None
    both_zero: Count
    only_b_zero: Count
    without_value: Count
    range_a: RangeData
    range_b: RangeData
    extremes: list[ExtremeRatioData]
    bounds: list[BoundData]
    kv16: Annotated[list[str], Meta(description="What it says of the experiment of KV16, if it concerns that.")]


CORRELATION = Format(
    "axiomatrix-correlation-1",
    "correlation",
    CorrelationData,
    "How two metrics go together over a population of pairs of rankings.",
    ValueError,
)


def to_data(correlation: Correlation) -> dict[str, Any]:
    """The correlation as JSON data."""
    pair, population = correlation.asked, correlation.population
    return CORRELATION.data(
        CorrelationData(
            a=pair.a.name,
            b=pair.b.name,
            weights=weights_text(correlation) or None,
            delta=[str(entry) for entry in pair.delta.entries.values()] if pair.weights else None,
            numbers=dict(sorted(pair.numbers.items())),
            population=PopulationData(
                name=population.name, **population.settings, pairs=population.count, says=population.sentences
            ),
            notices=tuple(correlation.notices),
            pearson=rounded(correlation.pearson),
            spearman=rounded(correlation.spearman),
            both_zero=correlation.both_zero,
            only_b_zero=correlation.only_b_zero,
            without_value=correlation.without_value,
            range_a=_range(correlation, correlation.range_a),
            range_b=_range(correlation, correlation.range_b),
            extremes=[_extreme(correlation, extreme) for extreme in correlation.extremes],
            bounds=[
                BoundData(b.sense, str(b.factor), b.proved, b.sources, b.status, standing(correlation, b))
                for b in correlation.bounds
            ],
            kv16=kv16.kv16_sentences(correlation),
        )
    )


def dumps(correlation: Correlation) -> str:
    """The correlation as the content of ``correlation.json``."""
    return indented(to_data(correlation))


def _range(correlation: Correlation, of: Largest) -> RangeData:
    numbers = (rounded(of.least), rounded(of.mean), rounded(of.most))
    return RangeData(*numbers, of.exact, **_pair(correlation, of.pair))


def _extreme(correlation: Correlation, extreme: ExtremeRatio) -> ExtremeRatioData:
    return ExtremeRatioData(
        sense=extreme.sense,
        value=extreme.value,
        exact=extreme.exact,
        approximately=rounded(extreme.approximate),
        a=extreme.a,
        b=extreme.b,
        **_pair(correlation, extreme.pair),
        pairs_as_near=extreme.near,
        evaluated_exactly=extreme.evaluated,
    )


def _pair(correlation: Correlation, pair: int) -> dict[str, Any]:
    first, second = (list(map(str, ranking.order)) for ranking in correlation.population.pair(pair))
    lines = correlation.population.lines
    return {"first": first, "second": second, "line": None if lines is None else lines[pair]}


def save(correlation: Correlation, directory: Path, *, picture: bool = True) -> list[Path]:
    """Write ``correlation.json``, ``correlation.md`` and ``scatter.svg`` into the folder; the files written."""
    page = markdown.render(document(correlation, PICTURE if picture else ""))
    files = {"correlation.json": dumps(correlation), "correlation.md": page}
    if picture:
        from .picture import scatter

        files[PICTURE] = scatter(correlation)
    return write_all(files, directory)
