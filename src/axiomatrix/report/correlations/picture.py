"""The scatter of A against B, with the lines that bound it, as SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...studies.correlate.bounds import RatioBound
from ...studies.correlate.run import Correlation, coefficients, line, metric_text, population_title
from ..plot.drawing import GREY, INK, LEGEND, RING, TitledFigure, drawing, figure_of, label, one_line_text, svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FINEST = 90
"""Points closer than a FINEST-th of the plane are drawn as one, shaded by how many they are."""
SHADES = (
    ("1 pair", 1, 1, "#9ecae1"),
    ("2 to 9", 2, 9, "#4292c6"),
    ("10 to 99", 10, 99, "#2171b5"),
    ("100 or more", 100, np.inf, "#08306b"),
)
"""What the shades mean: a label, how many pairs at least and at most, and the colour."""
EXTREME = RING | {"marker": "o", "markersize": 8, "linestyle": ""}


def scatter(correlation: Correlation) -> str:
    """A against B: a point for each pair (near ones drawn as one), bounds as lines, extremes ringed."""
    with drawing():
        figure = figure_of(6.0, 4.4)
        axes = figure.subplots()
        known = ~(np.isnan(correlation.x) | np.isnan(correlation.y))
        x, y = correlation.y[known], correlation.x[known]
        right, top = (float(np.max(v, initial=0.0)) or 1.0 for v in (x, y))
        left, bottom = (min(0.0, float(np.min(v, initial=0.0))) for v in (x, y))
        _points(axes, x, y, right - left, top - bottom)
        for extreme in correlation.extremes:
            at = correlation.y[extreme.pair], correlation.x[extreme.pair]
            axes.plot(*at, zorder=4, **EXTREME)
        axes.set_xlim(left - 0.02 * (right - left), right + 0.04 * (right - left))
        axes.set_ylim(bottom - 0.02 * (top - bottom), top + 0.06 * (top - bottom))
        for bound in correlation.bounds:
            _line(axes, bound, right, top)
        axes.set_xlabel(one_line_text(f"B = {metric_text(correlation, correlation.asked.b)}"))
        axes.set_ylabel(one_line_text(f"A = {metric_text(correlation, correlation.asked.a)}"))
        axes.tick_params(length=3)
        _legend(axes, bool(correlation.extremes))
        lines = (
            "; ".join(f"line {line(bound.factor)}: {bound.status}" for bound in correlation.bounds)
            or "no bound is known"
        )
        title = f"{correlation.asked.a.name} against {correlation.asked.b.name}: {population_title(correlation)}"
        description = f"{correlation.population.count:,} pairs. {coefficients(correlation)}. {lines}."
        return svg(TitledFigure(figure, title, description))


def _points(axes: Axes, x: np.ndarray, y: np.ndarray, width: float, height: float) -> None:
    cells = np.rint(np.stack([x / width, y / height]) * FINEST).astype(np.int64)
    _, first, counts = np.unique(cells, axis=1, return_index=True, return_counts=True)
    for name, least, most, colour in SHADES:
        shown = np.sort(first[(counts >= least) & (counts <= most)])
        # a dot is a line of no length with round ends: one path, and not an element for each
        dots = [np.stack([v[shown], v[shown], np.full(len(shown), np.nan)], axis=1).ravel() for v in (x, y)]
        axes.plot(*dots, linewidth=2.8, solid_capstyle="round", color=colour, label=name, zorder=2)


def _line(axes: Axes, bound: RatioBound, right: float, top: float) -> None:
    """The line A = factor B, solid where it is proved and dashed where it is only claimed, named at its end."""
    factor = float(bound.factor)
    end = (right, factor * right) if factor * right <= top else (top / factor, top)
    colour, style = (INK, "-") if bound.proved else (GREY, "--")
    axes.plot((0, end[0]), (0, end[1]), color=colour, linewidth=0.9, zorder=3, linestyle=style)
    below = bound.sense == "inf"  # what is proved leaves the room under the lower line free
    far, shift, ha, va = (0.55, (6, -4), "left", "top") if below else (0.97, (-6, 3), "right", "bottom")
    words = f"{line(bound.factor)}: {bound.status}"
    label(axes, words, (far * end[0], far * end[1]), shift, ha=ha, va=va, zorder=5)


def _legend(axes: Axes, ringed: bool) -> None:
    from matplotlib.lines import Line2D

    handles = [Line2D([], [], color=shade, marker="o", markersize=4, linestyle="", label=s) for s, *_, shade in SHADES]
    if ringed:
        handles.append(Line2D([], [], label="extremes of A / B", **EXTREME))
    axes.legend(handles=handles, ncols=len(handles), bbox_to_anchor=(0.5, -0.14), **LEGEND)
