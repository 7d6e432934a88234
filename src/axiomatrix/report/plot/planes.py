"""The plane of both sides of a quantity: the points that an exploration found, their hulls, and the lines claimed."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...evidence.decimals import near
from ...studies.explore.answer import Answer
from .constants import claimed, in_symbols
from .drawing import CLAIMED, LEGEND, MARKERS, NARROW, RING, TitledFigure, figure_of, label, one_line_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FINEST = 300
"""Points closer than a FINEST-th of the plane are drawn as one; the hull is that of all."""


def hull(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The corners of the convex hull, counter-clockwise; both ends if the points are on a line, or the only point."""
    different = sorted(set(points))
    if len(different) < 3:
        return different
    (x0, y0), (x1, y1) = different[0], different[-1]
    length = math.hypot(x1 - x0, y1 - y0)
    farthest = max(abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) for x, y in different)
    if farthest <= 1e-12 * length * max(length, 1e-300):
        return [different[0], different[-1]]
    from scipy.spatial import ConvexHull

    corners = [different[k] for k in ConvexHull(different).vertices]
    first = corners.index(min(corners))
    return corners[first:] + corners[:first]


def drawn_plane(answer: Answer, metric: str, width: float = 5.6) -> TitledFigure:
    """The points (K, F) found for one row, their convex hull for each n, and the lines F = cK claimed."""
    questions = [question for question in answer.questions if question.metric == metric]
    points: dict[int, set[tuple[float, float]]] = defaultdict(set)
    for question in questions:
        for size in question.sizes:
            points[size.n] |= {(near(k), near(f)) for k, f in size.points}
    points = {n: spots for n, spots in sorted(points.items()) if spots}
    lines = [(c, sense, who) for sense in ("inf", "sup") for c, who in claimed(questions, sense).items()]
    figure = figure_of(width, 0.82 * width)
    axes = figure.add_subplot()
    of = next((q for q in questions if q.quantity), questions[0])
    top = of.metric if of.divided_by else of.quantity
    sides = in_symbols(top or "numerator"), in_symbols(of.divided_by or "denominator")
    _plane(axes, points, lines, sides, wide=width > NARROW)
    axes.set_xlabel(f"{sides[1]} (entries of the parameter sum to 1)")
    axes.set_ylabel(sides[0])
    axes.set_title(one_line_text(f"{metric}: points found, and their convex hull"), fontsize=10, loc="left")
    return TitledFigure(figure, f"{answer.title}: {metric}", _description(points, lines))


def _description(points: Mapping[int, set[tuple[float, float]]], lines: Sequence[tuple[str, str, list[str]]]) -> str:
    sentences = [f"n = {n}: {len(spots)} points found." for n, spots in points.items()]
    sentences += [f"Line with slope {constant}: {', '.join(who) or 'asked'}." for constant, _, who in lines]
    return " ".join(sentences) or "No points found."


def _plane(
    axes: Axes,
    points: Mapping[int, set[tuple[float, float]]],
    lines: Sequence[tuple[str, str, list[str]]],
    sides: tuple[str, str],
    *,
    wide: bool,
) -> None:
    from matplotlib import colormaps

    every = [point for spots in points.values() for point in spots] or [(1.0, 1.0)]
    width, height = (max(p[k] for p in every) * 1.08 or 1.0 for k in (0, 1))
    axes.set_xlim(0, width)
    axes.set_ylim(0, height)
    shades = colormaps["viridis_r"]
    for k, (n, spots) in enumerate(points.items()):
        colour = shades(0.15 + 0.75 * (k / max(len(points) - 1, 1)))
        corners = hull(list(spots))
        if len(corners) > 2:
            axes.fill(
                *zip(*corners, strict=True), facecolor=(*colour[:3], 0.06), edgecolor=colour, linewidth=1.1, zorder=2
            )
        elif len(corners) == 2:
            axes.plot(*zip(*corners, strict=True), color=colour, linewidth=1.1, zorder=2)
        axes.plot(
            *zip(*thinned(spots, width, height), strict=True),
            MARKERS[k % len(MARKERS)],
            color=colour,
            markersize=4,
            markeredgecolor="white",
            markeredgewidth=0.4,
            zorder=3 + 0.01 * k,
            clip_on=False,
            label=f"n = {n}",
        )
    beyond = sorted({p for p in every for c, sense, _ in lines if _is_beyond(p, near(c), sense)})
    if beyond:
        ring = RING | {"markersize": 9, "markeredgewidth": 1, "zorder": 4, "clip_on": False}
        ringed = thinned(beyond, width, height)
        axes.plot(*zip(*ringed, strict=True), "o", label="beyond what is claimed", **ring)
    for constant, _, who in lines:
        line = f"{sides[0]} = {'' if constant == '1' else constant + ' '}{sides[1]}"
        _slope(axes, constant, line, who, width, height)
    if points:
        most = 6 if wide else 3
        below = (0.5, -0.13 if wide else -0.26)
        axes.legend(ncols=min(len(points) + bool(beyond), most), bbox_to_anchor=below, **LEGEND)


def _is_beyond(point: tuple[float, float], slope: float, sense: str) -> bool:
    excess = point[1] - slope * point[0]
    return excess < -1e-9 if sense == "inf" else excess > 1e-9


def thinned(points: Sequence[tuple[float, float]] | set[tuple[float, float]], width: float, height: float) -> list[Any]:
    """One of the points that nobody could tell apart."""
    cells: dict[tuple[int, int], tuple[float, float]] = {}
    for x, y in sorted(points):
        cells.setdefault((round(x / width * FINEST), round(y / height * FINEST)), (x, y))
    return list(cells.values())


def _slope(axes: Axes, constant: str, line: str, who: Sequence[str], width: float, height: float) -> None:
    slope = near(constant)
    if slope <= 0:
        return
    right = min(width, height / slope)
    axes.plot([0, right], [0, slope * right], zorder=1.5, **CLAIMED)
    shift, ha, va = ((0, 3), "center", "bottom") if right < width else ((4, 0), "left", "center")
    claim = line + (f" ({', '.join(who)})" if who else "")
    label(axes, claim, (right, slope * right), shift, ha=ha, va=va, annotation_clip=False)
