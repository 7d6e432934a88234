"""Best constants against n: what an exploration found exactly, its bounds, and what is claimed; each value once."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ...evidence.decimals import INFINITE, in_short, near
from ...studies.explore.answer import Answer, Sense
from .drawing import GREY, INK, LEGEND, NARROW, REFUTED, Drawn, figure_of, one_line_text
from .series import Series, claimed, in_symbols, series

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LETTER = 4.6
"""Points of a letter of a label."""
LONGEST = 11
"""Characters of an exact number that fit beside a point; a longer one is shown as a decimal."""
Box = tuple[float, float, float, float]
"""Left, right, bottom and top of a label, in points."""
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


def label_claims(axes: Axes, constants: dict[str, list[str]], sense: Sense) -> list[Box]:
    """What is claimed, at the left end of its line, on the side where no label of a point is; where these stand."""
    above = sense == "inf"
    taken = []
    for constant, sources in constants.items():
        label = one_line_text(f"{', '.join(sources)}: {constant}" if sources else f"asked: {constant}")
        axes.annotate(
            label,
            (0.0, near(constant)),
            xycoords=("axes fraction", "data"),
            xytext=(4, 3 if above else -3),
            textcoords="offset points",
            va="bottom" if above else "top",
            fontsize=8,
        )
        x, y = axes.transData.transform((axes.get_xlim()[0], near(constant))) * 72 / axes.figure.dpi
        taken.append((x, x + 4 + LETTER * len(label), y - 13 * (not above), y + 13 * above))
    return taken


def label_points(
    axes: Axes, lines: Sequence[Series], height_of: Callable[[str], float], sense: Sense, taken: list[Box]
) -> None:
    """Each value once where it first comes up, away from what is drawn there already (``taken``)."""
    down = sense == "inf"
    scale = 72 / axes.figure.dpi
    taken = list(taken)
    for n in sorted({n for line in lines for n in line.every}):
        new: dict[str, list[Series]] = defaultdict(list)
        for line in lines:
            if n in line.every and line.before(n) != line.every[n]:
                new[line.every[n]].append(line)
        for value in sorted(new, key=near, reverse=not down):
            height = height_of(value)
            bound = value != INFINITE and not any(n in line.exact for line in new[value])
            side = _free_side(new[value], n, down)
            label = ("≤ " if down else "≥ ") * bound + in_short(value, LONGEST)
            x, y = axes.transData.transform((n, height)) * scale
            wide = LETTER * len(label)
            left = x + 5 * side - wide * (1 - side) / 2
            box = (left, left + wide, y - 20 * down, y + 20 * (not down))
            if any(box[0] < b and a < box[1] and box[2] < d and c < box[3] for a, b, c, d in taken):
                continue  # another one stands there; the table has them all
            taken.append(box)
            axes.annotate(
                label,
                (n, height),
                xytext=(5 * side, -7 if down else 7),
                textcoords="offset points",
                ha={-1: "right", 0: "center", 1: "left"}[side],
                va="top" if down else "bottom",
                fontsize=8,
                zorder=5,
            )


def _free_side(lines: Sequence[Series], n: int, down: bool) -> int:
    """Left (-1), middle or right (1) of a point: where no line goes that way (down, or up)."""
    sign = -1 if down else 1
    left = right = False
    for line in lines:
        here = near(line.every[n])
        left |= any(sign * (near(value) - here) > 0 for value in [line.before(n)] if value)
        right |= any(sign * (near(value) - here) > 0 for value in [line.after(n)] if value)
    return int(left) - int(right)


def label_lines(axes: Axes, lines: Sequence[Series], height_of: Callable[[str], float], shift: float) -> None:
    """The name of each line behind its end, ``shift`` behind its n; names that would meet stand above each other."""
    bottom, top = axes.get_ylim()
    gap = (top - bottom) * min(0.07, 1 / len(lines))
    ends = sorted(
        ((height_of(line.every[max(line.every)]), max(line.every), line) for line in lines), key=lambda e: e[:2]
    )
    heights = spread([height for height, _, _ in ends], gap, bottom, top)
    for (height, _, line), moved in zip(ends, heights, strict=True):
        last = max(n for other, n, _ in ends if abs(other - height) < gap)
        axes.annotate(
            line.name,
            (last + shift, moved),
            xytext=(10, 0),
            textcoords="offset points",
            va="center",
            color=line.colour,
            annotation_clip=False,
            zorder=3.5,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6, "alpha": 0.8},
        )


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
