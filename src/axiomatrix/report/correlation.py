"""Write a correlation of two metrics, for ``axiomatrix correlate``: JSON, a page, and a scatter plot.

``studies/correlate`` computes it: the values of metrics A and B on a population of pairs of rankings, their ratio A / B
and its bounds. ``correlation.x`` are the values of A and ``correlation.y`` those of B, in the order of the pairs, nan
for none. A population has all pairs of a size, pairs from a file, or pairs drawn from a model of clicks or of rankings.

A *sense* is "inf" or "sup": the smallest or the largest ratio, or a lower or an upper bound of it. KV16 is a claim
about such an experiment.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
from msgspec import Meta

from ..evidence.files import indented_json, write_all
from ..evidence.formats import Format, Record
from ..evidence.reach import Count
from ..studies.correlate import kv16
from ..studies.correlate.bounds import RatioBound
from ..studies.correlate.run import (
    Correlation,
    MetricRange,
    coefficients_text,
    metric_text,
    population_title,
    ratio_line,
    state_of_bound,
    to_six_digits,
    weights_text,
)
from ..studies.correlate.statistics import ExtremeRatio
from .pictures.plotting import GREY, INK, LEGEND, RING, TitledFigure, drawing, figure_of, label, one_line_text, svg
from .render import markdown
from .subjects.correlation import document

if TYPE_CHECKING:
    from matplotlib.axes import Axes


Line = Annotated[int | None, Meta(description="The line of the file of pairs.")]
Sense = Literal["inf", "sup"]
SCATTER_FILE = "scatter.svg"


# --- correlation.json -----------------------------------------------------------------------------------------------


class PopulationData(Record, kw_only=True):
    """Which pairs of rankings, and what they were drawn with."""

    name: Annotated[str, Meta(description="The source of the pairs: exhaustive, pairs, clicks, mallows ...")]
    file: str | None = None
    run: str | None = None
    depth: Count | None = None
    n: Annotated[Count | None, Meta(description="The number of items.")] = None
    count: Annotated[Count | None, Meta(description="How many pairs, or queries, were drawn.")] = None
    model: Annotated[str | None, Meta(description="The click model.")] = None
    clicks: Annotated[Count | None, Meta(description="The number of clicks for each query.")] = None
    dispersion: Annotated[float | None, Meta(description="Of Mallows' model.")] = None
    exponent: Annotated[float | None, Meta(description="The worth of the k-th item is k^-exponent.")] = None
    seed: int | None = None
    pairs: Annotated[Count, Meta(description="The number of pairs that were compared.")]
    says: Annotated[tuple[str, ...], Meta(description="What the pairs are and what is assumed, a sentence each.")]


class RangeData(Record):
    """The values of one metric, and a pair with the largest one."""

    least: float | None
    mean: float | None
    most: float | None
    largest_value: Annotated[str, Meta(description="The largest value, computed by the definition.")]
    first: list[str]
    second: list[str]
    line: Line = None


class ExtremeRatioData(Record, kw_only=True):
    """The smallest or largest ratio of the two, and the pair that has it."""

    sense: Sense
    value: Annotated[str, Meta(description="The exact value if it is rational, else twelve digits.")]
    exact: bool
    approximately: float | None
    a: str
    b: str
    first: list[str]
    second: list[str]
    line: Line = None
    pairs_as_near: Annotated[Count, Meta(description="The number of pairs with this ratio, up to rounding in floats.")]
    evaluated_exactly: Annotated[Count, Meta(description="The number of distinct ones evaluated exactly.")]


class BoundData(Record):
    """A claimed or proved bound on the ratio, and its state in the population."""

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
    delta: Annotated[list[str] | None, Meta(description="The position weights, exactly.")]
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
    kv16: Annotated[list[str], Meta(description="What it implies for the experiment of KV16; empty for other metrics.")]


CORRELATION = Format(
    "axiomatrix-correlation-1",
    "correlation",
    CorrelationData,
    "The correlation of two metrics over a population of pairs of rankings.",
    ValueError,
)


def correlation_data(correlation: Correlation) -> dict[str, Any]:
    """The correlation as JSON data, the content of ``correlation.json``."""
    pair, population = correlation.pair, correlation.population
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
            pearson=to_six_digits(correlation.pearson),
            spearman=to_six_digits(correlation.spearman),
            both_zero=correlation.both_zero,
            only_b_zero=correlation.only_b_zero,
            without_value=correlation.without_value,
            range_a=_range_data(correlation, correlation.range_a),
            range_b=_range_data(correlation, correlation.range_b),
            extremes=[_extreme_data(correlation, extreme) for extreme in correlation.extremes],
            bounds=[
                BoundData(
                    bound.sense,
                    str(bound.factor),
                    bound.proved,
                    bound.sources,
                    bound.status,
                    state_of_bound(correlation, bound),
                )
                for bound in correlation.bounds
            ],
            kv16=kv16.kv16_sentences(correlation),
        )
    )


def dump_correlation(correlation: Correlation) -> str:
    """The correlation as the content of ``correlation.json``."""
    return indented_json(correlation_data(correlation))


def _range_data(correlation: Correlation, values: MetricRange) -> RangeData:
    """The range of one metric; its largest value is there as a float, and as the exact definition gives it."""
    return RangeData(
        least=to_six_digits(values.least),
        mean=to_six_digits(values.mean),
        most=to_six_digits(values.largest),
        largest_value=values.exact,
        **_pair_fields(correlation, values.pair),
    )


def _extreme_data(correlation: Correlation, extreme: ExtremeRatio) -> ExtremeRatioData:
    """The smallest or largest ratio; ``a`` and ``b`` are the values of A and B on the pair that has it."""
    return ExtremeRatioData(
        sense=extreme.sense,
        value=extreme.value,
        exact=extreme.exact,
        approximately=to_six_digits(extreme.approximate),
        a=extreme.a,
        b=extreme.b,
        **_pair_fields(correlation, extreme.pair),
        pairs_as_near=extreme.near,
        evaluated_exactly=extreme.evaluated,
    )


def _pair_fields(correlation: Correlation, pair: int) -> dict[str, Any]:
    """The fields about a pair, by its index in the population: both rankings, and its line if it is from a file.

    They are ``first``, ``second`` and ``line`` of :class:`RangeData` and :class:`ExtremeRatioData`.
    """
    first, second = (list(map(str, ranking.order)) for ranking in correlation.population.pair(pair))
    lines = correlation.population.lines
    return {"first": first, "second": second, "line": None if lines is None else lines[pair]}


def save_correlation(correlation: Correlation, directory: Path, *, picture: bool = True) -> list[Path]:
    """Write ``correlation.json``, ``correlation.md`` and ``scatter.svg`` into the folder, and return the files."""
    page = markdown.render(document(correlation, SCATTER_FILE if picture else ""))
    files = {"correlation.json": dump_correlation(correlation), "correlation.md": page}
    if picture:
        files[SCATTER_FILE] = scatter(correlation)
    return write_all(files, directory)


# --- scatter.svg ----------------------------------------------------------------------------------------------------

FIGURE_INCHES = (6.0, 4.4)
"""Width and height of the picture."""
CELLS_ACROSS = 90
"""Cells of a grid in each direction; the points of a cell are drawn as one, shaded by their number."""
SHADES = (
    ("1 pair", 1, 1, "#9ecae1"),
    ("2 to 9", 2, 9, "#4292c6"),
    ("10 to 99", 10, 99, "#2171b5"),
    ("100 or more", 100, np.inf, "#08306b"),
)
"""The shades of points: a label, the smallest and the largest number of pairs, and the colour."""
DOT_POINTS = 2.8
"""The diameter of a point, in typographic points."""
EXTREME_MARK = RING | {"marker": "o", "markersize": 8, "linestyle": ""}
"""Style of the ring around a pair with an extreme ratio."""


def scatter(correlation: Correlation) -> str:
    """Draw A against B: a point for each pair (near ones as one), bounds as lines, rings around extremes.

    A is on the vertical axis, so that the ratio A / B of a bound is the slope of its line. Both axes include 0.
    """
    with drawing():
        figure = figure_of(*FIGURE_INCHES)
        axes = figure.subplots()
        a, b = correlation.x, correlation.y
        has_values = ~(np.isnan(a) | np.isnan(b))
        x, y = b[has_values], a[has_values]
        # an axis must have a length, also if all its values are 0
        right, top = (float(np.max(values, initial=0.0)) or 1.0 for values in (x, y))
        left, bottom = (min(0.0, float(np.min(values, initial=0.0))) for values in (x, y))
        _draw_points(axes, x, y, right - left, top - bottom)
        for extreme in correlation.extremes:
            axes.plot(b[extreme.pair], a[extreme.pair], zorder=4, **EXTREME_MARK)
        # margins, so that no point touches the frame; at the top there is room for the names of bounds
        axes.set_xlim(left - 0.02 * (right - left), right + 0.04 * (right - left))
        axes.set_ylim(bottom - 0.02 * (top - bottom), top + 0.06 * (top - bottom))
        for bound in correlation.bounds:
            _draw_bound(axes, bound, right, top)
        axes.set_xlabel(one_line_text(f"B = {metric_text(correlation, correlation.pair.b)}"))
        axes.set_ylabel(one_line_text(f"A = {metric_text(correlation, correlation.pair.a)}"))
        axes.tick_params(length=3)
        _draw_legend(axes, has_extremes=bool(correlation.extremes))
        bounds = "; ".join(f"line {ratio_line(bound.factor)}: {bound.status}" for bound in correlation.bounds)
        title = f"{correlation.pair.a.name} against {correlation.pair.b.name}: {population_title(correlation)}"
        description = f"{correlation.population.count:,} pairs. {coefficients_text(correlation)}. "
        description += f"{bounds or 'no bound is known'}."
        return svg(TitledFigure(figure, title, description))


def _draw_points(axes: Axes, x: np.ndarray, y: np.ndarray, width: float, height: float) -> None:
    """Draw a point for each cell of a grid that has pairs, at the first of them and shaded by their number.

    ``width`` and ``height`` are the lengths of the axes.
    """
    cells = np.rint(np.stack([x / width, y / height]) * CELLS_ACROSS).astype(np.int64)
    _, first_pairs, counts = np.unique(cells, axis=1, return_index=True, return_counts=True)
    for shade, least, most, colour in SHADES:
        pairs = np.sort(first_pairs[(counts >= least) & (counts <= most)])
        gaps = np.full(len(pairs), np.nan)
        # a point is a line of no length with round ends; nan ends it, so that all points of a shade are one element
        x_path, y_path = (np.stack([v[pairs], v[pairs], gaps], axis=1).ravel() for v in (x, y))
        axes.plot(x_path, y_path, linewidth=DOT_POINTS, solid_capstyle="round", color=colour, label=shade, zorder=2)


def _draw_bound(axes: Axes, bound: RatioBound, right: float, top: float) -> None:
    """Draw the line A = factor B, solid if the bound is proved and dashed if it is only claimed, with its name.

    The name is written where a correct bound leaves no points: below a lower bound, above an upper bound.
    """
    factor = float(bound.factor)
    # the line goes from 0 to the right or the upper border of the picture, which it meets first
    end_x, end_y = (right, factor * right) if factor * right <= top else (top / factor, top)
    colour, style = (INK, "-") if bound.proved else (GREY, "--")
    axes.plot((0, end_x), (0, end_y), color=colour, linewidth=0.9, zorder=3, linestyle=style)
    text = f"{ratio_line(bound.factor)}: {bound.status}"
    if bound.sense == "inf":
        share = 0.55  # of the line's length
        label(axes, text, (share * end_x, share * end_y), (6, -4), ha="left", va="top", zorder=5)
    else:
        share = 0.97
        label(axes, text, (share * end_x, share * end_y), (-6, 3), ha="right", va="bottom", zorder=5)


def _draw_legend(axes: Axes, *, has_extremes: bool) -> None:
    """Write the legend below the axes."""
    from matplotlib.lines import Line2D

    handles = [
        Line2D([], [], color=colour, marker="o", markersize=4, linestyle="", label=shade)
        for shade, *_, colour in SHADES
    ]
    if has_extremes:
        handles.append(Line2D([], [], label="extremes of A / B", **EXTREME_MARK))
    axes.legend(handles=handles, ncols=len(handles), bbox_to_anchor=(0.5, -0.14), **LEGEND)
