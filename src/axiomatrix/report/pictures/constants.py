"""Best constants against n: what an exploration found exactly, its bounds, and what is claimed; each value once."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ...evidence.notation import INFINITE, near, shorten_number
from ...studies.explore.answer import Answer
from ...studies.explore.results import Sense
from .plotting import (
    CLAIMED,
    GREY,
    LEGEND,
    NARROW,
    RING,
    TitledFigure,
    figure_of,
    label,
    one_line_text,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


from .constant_series import Series, claimed, in_symbols, series

LETTER = 4.6
"""Points of a letter of a label."""
LONGEST_EXACT_LABEL = 11
"""Characters of an exact number that fit beside a point; a longer one is shown as a decimal."""
Box = tuple[float, float, float, float]
"""Left, right, bottom and top of a label, in points."""
MARK = 5.5
"""Points of a mark where there is room."""
RING_WIDTH = 1.5
"""Points by which a mark is wider than the next one, which stands on it where their values are equal."""
BEHIND = {"facecolor": "white", "edgecolor": "none", "pad": 0.6, "alpha": 0.8}
"""Behind the name of a line, so that others do not run through it."""
LONGEST_LABEL = 43
"""Characters of a line beside a panel: longer ones run into the label of the other panel."""


def drawn_constants(answer: Answer, width: float = 6.4) -> TitledFigure:
    """Best constant against n, one line a row; to be called while :func:`drawing`. ``width`` is in inches.

    A panel for the supremum and one for the infimum, as far as there are any. Filled markers are exact; hollow ones
    on dotted lines are bounds (best found); a ring marks sizes at which the claim is refuted, dashed lines what is
    claimed.
    """
    panels = [lines for lines in (series(answer, "sup"), series(answer, "inf")) if lines]
    figure = figure_of(width, 3.1 * max(1, len(panels)) + 0.5)
    if not panels:
        figure.text(0.5, 0.5, "nothing exact is known, and no bound", ha="center")
    grid = figure.subplots(max(1, len(panels)), 1, sharex=True, squeeze=False, gridspec_kw={"hspace": 0.16})
    sizes = sorted({n for lines in panels for line in lines for n in line.every})
    for axes, lines in zip(grid[:, 0], panels, strict=False):
        span = max(sizes[-1] - sizes[0], 1)
        axes.set_xlim(sizes[0] - 0.06 * span - 0.1, sizes[-1] + 0.06 * span + 0.1)
        _constants_panel(axes, answer, lines[0].sense, lines)
    if panels:
        grid[-1, 0].set_xlabel("n")
        _constants_legend(figure, grid[-1, 0], [line for lines in panels for line in lines])
    else:
        grid[0, 0].set_axis_off()
    title = f"{answer.title}: best constants against n"
    return TitledFigure(figure, title, " ".join(_description(line) for lines in panels for line in lines))


def _description(line: Series) -> str:
    known = [f"n = {n}: {value}" + (" (refuted)" if n in line.refuted else "") for n, value in line.exact.items()]
    known += [f"n = {n}: best found {value}" for n, value in line.bounds.items()]
    return f"{line.name}, {'smallest' if line.sense == 'inf' else 'largest'}: {', '.join(known)}."


def _constants_panel(axes: Axes, answer: Answer, sense: Sense, lines: Sequence[Series]) -> None:
    from matplotlib.ticker import MaxNLocator

    constants = claimed(answer.questions, sense)
    finite = [v for line in lines for v in (*line.exact.values(), *line.bounds.values()) if v != INFINITE]
    heights = [near(v) for v in (*finite, *constants)] or [0.0, 1.0]
    low, high = min(heights), max(heights)
    room = (high - low or abs(high) or 1.0) * 0.22
    bottom, top = low - room, high + room
    axes.set_ylim(bottom, top)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=12))
    axes.yaxis.set_major_locator(MaxNLocator(nbins=5, steps=[1, 2, 2.5, 5, 10]))
    axes.tick_params(length=3)
    axes.grid(axis="y", color="#eeeeee", linewidth=0.7)
    axes.set_axisbelow(True)
    for constant in constants:
        axes.axhline(near(constant), zorder=1.5, **CLAIMED)
    for line, mark in zip(lines, _mark_sizes(axes, lines), strict=True):
        _draw_series(axes, line, mark)
    label_points(axes, lines, sense, label_claims(axes, constants, sense))
    label_lines(axes, lines)
    quantities = {in_symbols(q.quantity) for q in answer.questions if q.quantity}
    several = "ratio" if all(" / " in quantity for quantity in quantities) else "constant"
    what = quantities.pop() if len(quantities) == 1 else several
    label = f"{'smallest' if sense == 'inf' else 'largest'} {what}"
    axes.set_ylabel("\n".join(textwrap.wrap(label, LONGEST_LABEL, break_on_hyphens=False)))


def _height(axes: Axes, value: str) -> float:
    """Where a value stands; what has no bound is on the edge, where the scale ends."""
    return axes.get_ylim()[1] if value == INFINITE else near(value)


def _mark_sizes(axes: Axes, lines: Sequence[Series]) -> list[float]:
    """Points of the mark of each line: where values are equal, the marks are concentric and each ring is seen."""
    low, high = axes.get_xlim()
    room = axes.get_window_extent().width * 72 / axes.figure.dpi / (high - low)  # points of one step of n
    smallest = min(MARK, 0.9 * room)
    values = [{*line.exact.items(), *line.bounds.items()} for line in lines]
    if not any(one & other for one, other in combinations(values, 2)):
        return [smallest] * len(lines)
    ring = min(RING_WIDTH, max(0.9 * room - smallest, 0) / len(lines))
    return [smallest + ring * (len(lines) - 1 - k) for k in range(len(lines))]


def _draw_series(axes: Axes, line: Series, mark: float) -> None:
    def plot(sizes: Sequence[int], *marker: str, **style: Any) -> None:
        heights = [_height(axes, line.every[n]) for n in sizes]
        axes.plot(sizes, heights, *marker, clip_on=False, **style)

    known, bounds = sorted(line.exact), sorted(line.bounds)
    plot(known, color=line.colour, linewidth=1.4, solid_capstyle="round", zorder=2)
    filled = {"color": line.colour, "markeredgecolor": "white", "markeredgewidth": mark / 9}
    plot(known, line.marker, markersize=mark, zorder=4, **filled)
    plot([n for n in known if n in line.refuted], "o", markersize=2 * mark, zorder=3, **RING)
    if bounds:
        start = [n for n in known if n < bounds[0]][-1:]
        plot([*start, *bounds], color=line.colour, linewidth=1.2, linestyle=":", zorder=2)
        hollow = {"markerfacecolor": "white", "markeredgecolor": line.colour, "markeredgewidth": mark / 5}
        plot(bounds, line.marker, markersize=mark, zorder=4, **hollow)


def _constants_legend(figure: Figure, axes: Axes, lines: Sequence[Series]) -> None:
    from matplotlib.lines import Line2D

    handles = [Line2D([], [], color=GREY, marker="o", markersize=5, linewidth=1.4, label="exact")]
    if any(line.bounds for line in lines):
        style: dict[str, Any] = {"marker": "o", "markersize": 5, "markerfacecolor": "white", "linestyle": ":"}
        handles.append(Line2D([], [], color=GREY, label="best found (a bound)", **style))
    if any(line.refuted for line in lines):
        handles.append(Line2D([], [], marker="o", markersize=9, linestyle="", label="claim refuted", **RING))
    handles.append(Line2D([], [], label="claimed", **CLAIMED))
    columns = len(handles) if figure.get_figwidth() > NARROW else 2
    axes.legend(handles=handles, ncols=columns, bbox_to_anchor=(0.5, -0.16), **LEGEND)


def label_claims(axes: Axes, constants: dict[str, list[str]], sense: Sense) -> list[Box]:
    """Label the claims at the left end of their lines, on the side without labels of points; return the boxes."""
    above = sense == "inf"
    boxes = []
    for constant, sources in constants.items():
        words = one_line_text(f"{', '.join(sources)}: {constant}" if sources else f"asked: {constant}")
        va, at = "bottom" if above else "top", (0.0, near(constant))
        label(axes, words, at, (4, 3 if above else -3), xycoords=("axes fraction", "data"), va=va)
        x, y = axes.transData.transform((axes.get_xlim()[0], near(constant))) * 72 / axes.figure.dpi
        boxes.append((x, x + 4 + LETTER * len(words), y - 13 * (not above), y + 13 * above))
    return boxes


def label_points(axes: Axes, lines: Sequence[Series], sense: Sense, occupied: list[Box]) -> None:
    """Each value once where it first comes up, away from what is drawn there already (``occupied``)."""
    down = sense == "inf"
    scale = 72 / axes.figure.dpi
    occupied = list(occupied)
    for n in sorted({n for line in lines for n in line.every}):
        starting = [line for line in lines if n in line.every and line.before(n) != line.every[n]]
        for value in sorted(dict.fromkeys(line.every[n] for line in starting), key=near, reverse=not down):
            new = [line for line in starting if line.every[n] == value]
            at = n, _height(axes, value)
            bound = value != INFINITE and not any(n in line.exact for line in new)
            side = _free_side(new, n, down)
            number = ("≤ " if down else "≥ ") * bound + shorten_number(value, LONGEST_EXACT_LABEL)
            x, y = axes.transData.transform(at) * scale
            wide = LETTER * len(number)
            left = x + 5 * side - wide * (1 - side) / 2
            box = (left, left + wide, y - 20 * down, y + 20 * (not down))
            if any(box[0] < b and a < box[1] and box[2] < d and c < box[3] for a, b, c, d in occupied):
                continue  # another one stands there; the table has them all
            occupied.append(box)
            ha, va = {-1: "right", 0: "center", 1: "left"}[side], "top" if down else "bottom"
            label(axes, number, at, (5 * side, -7 if down else 7), ha=ha, va=va, zorder=5)


def _free_side(lines: Sequence[Series], n: int, down: bool) -> int:
    """Left (-1), middle or right (1) of a point: where no line goes that way (down, or up)."""
    sign = -1 if down else 1
    left = right = False
    for line in lines:
        point = near(line.every[n])
        left |= any(sign * (near(value) - point) > 0 for value in [line.before(n)] if value)
        right |= any(sign * (near(value) - point) > 0 for value in [line.after(n)] if value)
    return int(left) - int(right)


def label_lines(axes: Axes, lines: Sequence[Series]) -> None:
    """The name of each line behind its end; names that would meet stand above each other."""
    bottom, top = axes.get_ylim()
    gap = (top - bottom) * min(0.07, 1 / len(lines))
    last = [(max(line.every), line) for line in lines]
    ends = sorted(((_height(axes, line.every[n]), n, line) for n, line in last), key=lambda end: end[:2])
    heights = spread([height for height, _, _ in ends], gap, bottom, top)
    for (height, _, line), moved in zip(ends, heights, strict=True):
        at = max(n for other, n, _ in ends if abs(other - height) < gap), moved
        style = {"fontsize": 9, "va": "center", "color": line.colour, "annotation_clip": False, "zorder": 3.5}
        label(axes, line.name, at, (10, 0), **style, bbox=BEHIND)


def spread(heights: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Ascending heights moved apart as little as they need to be ``gap`` apart, within low..high if there is room."""
    groups: list[tuple[list[float], float]] = []  # the wanted heights of a block, and where its lowest goes
    for height in heights:
        block, start = [height], height
        while groups and groups[-1][1] + gap * len(groups[-1][0]) > start:
            block = groups.pop()[0] + block
            start = sum(h - k * gap for k, h in enumerate(block)) / len(block)
            start = max(low, min(start, high - gap * (len(block) - 1)))
        groups.append((block, start))
    return [start + k * gap for block, start in groups for k in range(len(block))]
