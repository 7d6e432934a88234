"""Best constants against n: what an exploration found exactly, its bounds, and what is claimed."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ...evidence.decimals import INFINITE, near
from ...studies.explore.answer import Answer, Sense
from .drawing import GREY, INK, LEGEND, NARROW, REFUTED, Drawn, figure_of
from .labels import label_claims, label_lines, label_points
from .series import Series, claimed, in_symbols, series

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MARK = 5.5
"""Points of a mark where there is room."""
BETWEEN = 1.1
"""Marks from the middle of one mark to that of the next."""
LONGEST_LABEL = 43
"""Characters of a line beside a panel: longer ones run into the label of the other panel."""


def drawn_constants(answer: Answer, width: float = 6.4) -> Drawn:
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
    return Drawn(figure, title, " ".join(_description(line) for lines in panels for line in lines))


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
        axes.axhline(near(constant), color=INK, linewidth=0.9, dashes=(5, 3), zorder=1.5)

    def height_of(value: str) -> float:
        return top if value == INFINITE else near(value)  # on the edge, where the scale ends

    shifts, mark = _dodged(axes, lines)
    for k, line in enumerate(lines):
        _draw_series(axes, line, shifts[k], height_of, mark)
    label_points(axes, lines, height_of, sense, label_claims(axes, constants, sense))
    label_lines(axes, lines, height_of, max(shifts))
    quantities = {in_symbols(q.quantity) for q in answer.questions if q.quantity}
    several = "ratio" if all(" / " in quantity for quantity in quantities) else "constant"
    what = quantities.pop() if len(quantities) == 1 else several
    label = f"{'smallest' if sense == 'inf' else 'largest'} {what}"
    axes.set_ylabel("\n".join(textwrap.wrap(label, LONGEST_LABEL, break_on_hyphens=False)))


def _dodged(axes: Axes, lines: Sequence[Series]) -> tuple[list[float], float]:
    """How far each line is moved sideways, so that equal values do not hide each other, and how large marks may be."""
    values = [{*line.exact.items(), *line.bounds.items()} for line in lines]
    low, high = axes.get_xlim()
    points = axes.get_window_extent().width * 72 / axes.figure.dpi / (high - low)  # of one step of n
    if not any(one & other for one, other in combinations(values, 2)):
        return [0.0] * len(lines), min(MARK, 0.9 * points)
    step = min(BETWEEN * MARK / points, 0.9 / len(lines))
    shifts = [(k - (len(lines) - 1) / 2) * step for k in range(len(lines))]
    return shifts, min(MARK, step * points / BETWEEN)


def _draw_series(axes: Axes, line: Series, shift: float, height_of: Callable[[str], float], mark: float) -> None:
    def plot(sizes: Sequence[int], *marker: str, **style: Any) -> None:
        heights = [height_of(line.every[n]) for n in sizes]
        axes.plot([n + shift for n in sizes], heights, *marker, clip_on=False, **style)

    known, bounds = sorted(line.exact), sorted(line.bounds)
    plot(known, color=line.colour, linewidth=1.4, solid_capstyle="round", zorder=2)
    filled = {"color": line.colour, "markeredgecolor": "white", "markeredgewidth": mark / 9}
    plot(known, line.marker, markersize=mark, zorder=4, **filled)
    ring = {"markerfacecolor": "none", "markeredgecolor": REFUTED}
    plot([n for n in known if n in line.refuted], "o", markersize=2 * mark, zorder=3, **ring)
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
        ring: dict[str, Any] = {"marker": "o", "markersize": 9, "markerfacecolor": "none", "linestyle": ""}
        handles.append(Line2D([], [], markeredgecolor=REFUTED, label="claim refuted", **ring))
    handles.append(Line2D([], [], color=INK, linewidth=0.9, dashes=(5, 3), label="claimed"))
    axes.legend(
        handles=handles,
        ncols=len(handles) if figure.get_figwidth() > NARROW else 2,
        loc="upper center",
        bbox_to_anchor=(0.5, -0.16),
        **LEGEND,
    )
