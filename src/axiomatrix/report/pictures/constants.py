"""Draw the best constants of an exploration against n: exact values, bounds, and claimed constants.

``axiomatrix explore --out``, ``report --picture`` and notebooks show the picture. ``constant_series.py`` has its data:
a line (:class:`Series`) for each quantity, with its best constants by n: the ``exact`` ones, ``bounds`` at sizes
without an exact one, and both as ``values``. They are exact numbers as text, ``near`` makes floats of them. The *sense*
"sup" means that the largest ratio is the best constant, "inf" that the smallest is. matplotlib is imported inside
functions, because its import is slow. Lengths of labels are in points.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from ...evidence.notation import INFINITE, near, shorten_number
from ...studies.explore.answer import Answer
from ...studies.explore.results import Sense
from .constant_series import Series, claimed_constants, in_symbols, series
from .plotting import (
    CLAIMED_LINE,
    GREY,
    LEGEND,
    NARROW_INCHES,
    POINTS_PER_INCH,
    RING,
    TitledFigure,
    figure_of,
    label,
    one_line_text,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


LETTER_POINTS = 4.6
"""Width of a letter of a label, on average."""
MAX_EXACT_LABEL_CHARACTERS = 11
"""Characters of an exact number that fit beside a point; a longer one is shown as a decimal."""
MARK_POINTS = 5.5
"""Size of a mark if there is room for it."""
POINT_LABEL_SHIFT = 5, 7
"""Distance of a label from its point, across and up or down."""
CLAIM_LABEL_SHIFT = 4, 3
"""Distance of a label from the left end of the line of a claim, across and up or down."""
LABEL_HEIGHT = 13
"""Height of a label with the space around it."""
RING_POINTS = 1.5
"""Difference in size of concentric marks, which show that several lines have the same value."""
LABEL_BACKGROUND = {"facecolor": "white", "edgecolor": "none", "pad": 0.6, "alpha": 0.8}
"""White box behind the name of a line, so that other lines do not cross it."""
MAX_AXIS_LABEL_CHARACTERS = 43
"""Characters of a line of an axis label; a longer one would run into the label of the other panel."""


class LabelBox(NamedTuple):
    """The edges of a label, in points from the lower left corner of the figure."""

    left: float
    right: float
    bottom: float
    top: float

    def overlaps(self, other: LabelBox) -> bool:
        """Return whether the boxes have more than an edge in common."""
        overlaps_across = self.left < other.right and other.left < self.right
        return overlaps_across and self.bottom < other.top and other.bottom < self.top


def draw_constants(answer: Answer, width: float = 6.4) -> TitledFigure:
    """Draw best constants against n, a line for each quantity; call it inside of ``with drawing():``.

    ``width`` is in inches. There is a panel for suprema and one for infima. Filled markers are exact; hollow ones on
    dotted lines are bounds (best found); a ring marks sizes at which the claim is refuted; dashed lines are claims.
    """
    panels = [lines for lines in (series(answer, "sup"), series(answer, "inf")) if lines]
    panel_count = max(1, len(panels))  # an empty picture has one, too
    figure = figure_of(width, 3.1 * panel_count + 0.5)
    if not panels:
        figure.text(0.5, 0.5, "no exact value or bound is known", ha="center")
    grid = figure.subplots(panel_count, 1, sharex=True, squeeze=False, gridspec_kw={"hspace": 0.16})
    sizes = sorted({n for lines in panels for line in lines for n in line.values})
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
    """Describe a line for screen readers: its values by n."""
    texts = [f"n = {n}: {value}" + (" (refuted)" if n in line.refuted else "") for n, value in line.exact.items()]
    texts += [f"n = {n}: best found {value}" for n, value in line.bounds.items()]
    return f"{line.name}, {'smallest' if line.sense == 'inf' else 'largest'}: {', '.join(texts)}."


def _constants_panel(axes: Axes, answer: Answer, sense: Sense, lines: Sequence[Series]) -> None:
    """Draw the lines of one sense, the claimed constants and all labels, with room for labels above and below."""
    from matplotlib.ticker import MaxNLocator

    constants = claimed_constants(answer.questions, sense)
    finite = [value for line in lines for value in (*line.exact.values(), *line.bounds.values()) if value != INFINITE]
    heights = [near(value) for value in (*finite, *constants)] or [0.0, 1.0]
    low, high = min(heights), max(heights)
    span = high - low or abs(high) or 1.0  # if all heights are equal, the height itself, and 1 if that is 0
    room = 0.22 * span  # for labels
    axes.set_ylim(low - room, high + room)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=12))
    axes.yaxis.set_major_locator(MaxNLocator(nbins=5, steps=[1, 2, 2.5, 5, 10]))
    axes.tick_params(length=3)
    axes.grid(axis="y", color="#eeeeee", linewidth=0.7)
    axes.set_axisbelow(True)
    for constant in constants:
        axes.axhline(near(constant), zorder=1.5, **CLAIMED_LINE)
    for line, mark_size in zip(lines, _mark_sizes(axes, lines), strict=True):
        _draw_series(axes, line, mark_size)
    claim_boxes = label_claims(axes, constants, sense)
    label_points(axes, lines, sense, claim_boxes)
    label_lines(axes, lines)
    quantities = {in_symbols(q.quantity) for q in answer.questions if q.quantity}
    if len(quantities) == 1:
        quantity = quantities.pop()
    else:
        quantity = "ratio" if all(" / " in quantity for quantity in quantities) else "constant"
    axis_label = f"{'smallest' if sense == 'inf' else 'largest'} {quantity}"
    axes.set_ylabel("\n".join(textwrap.wrap(axis_label, MAX_AXIS_LABEL_CHARACTERS, break_on_hyphens=False)))


def _height(axes: Axes, value: str) -> float:
    """The height of a value; an infinite one is at the upper edge."""
    return axes.get_ylim()[1] if value == INFINITE else near(value)


def _mark_sizes(axes: Axes, lines: Sequence[Series]) -> list[float]:
    """The size of each line's marks; if lines share values, sizes differ so that concentric marks are all visible."""
    low, high = axes.get_xlim()
    width_points = axes.get_window_extent().width * POINTS_PER_INCH / axes.figure.dpi
    step_points = width_points / (high - low)  # from n to n + 1
    room = 0.9 * step_points  # so that neighbours do not touch
    smallest = min(MARK_POINTS, room)
    values_of_lines = [{*line.exact.items(), *line.bounds.items()} for line in lines]
    if not any(a & b for a, b in combinations(values_of_lines, 2)):
        return [smallest] * len(lines)
    ring = min(RING_POINTS, max(room - smallest, 0) / len(lines))
    return [smallest + ring * (len(lines) - 1 - k) for k in range(len(lines))]  # later lines are drawn above


def _draw_series(axes: Axes, line: Series, mark_size: float) -> None:
    """Draw a line with its marks, rings around refuted sizes, and a dotted continuation for bounds."""

    def plot(sizes: Sequence[int], *marker: str, **style: Any) -> None:
        """Plot the values at these sizes: as a line, or as marks if a marker is named."""
        heights = [_height(axes, line.values[n]) for n in sizes]
        axes.plot(sizes, heights, *marker, clip_on=False, **style)

    exact, bounds = sorted(line.exact), sorted(line.bounds)
    plot(exact, color=line.colour, linewidth=1.4, solid_capstyle="round", zorder=2)
    filled = {"color": line.colour, "markeredgecolor": "white", "markeredgewidth": mark_size / 9}
    plot(exact, line.marker, markersize=mark_size, zorder=4, **filled)
    plot([n for n in exact if n in line.refuted], "o", markersize=2 * mark_size, zorder=3, **RING)
    if bounds:
        last_exact = [n for n in exact if n < bounds[0]][-1:]  # the dotted line continues from there, if there is any
        plot([*last_exact, *bounds], color=line.colour, linewidth=1.2, linestyle=":", zorder=2)
        hollow = {"markerfacecolor": "white", "markeredgecolor": line.colour, "markeredgewidth": mark_size / 5}
        plot(bounds, line.marker, markersize=mark_size, zorder=4, **hollow)


def _constants_legend(figure: Figure, axes: Axes, lines: Sequence[Series]) -> None:
    """Draw the legend below the axes, with the kinds of marks that occur."""
    from matplotlib.lines import Line2D

    handles = [Line2D([], [], color=GREY, marker="o", markersize=5, linewidth=1.4, label="exact")]
    if any(line.bounds for line in lines):
        style: dict[str, Any] = {"marker": "o", "markersize": 5, "markerfacecolor": "white", "linestyle": ":"}
        handles.append(Line2D([], [], color=GREY, label="best found (a bound)", **style))
    if any(line.refuted for line in lines):
        handles.append(Line2D([], [], marker="o", markersize=9, linestyle="", label="claim refuted", **RING))
    handles.append(Line2D([], [], label="claimed", **CLAIMED_LINE))
    columns = len(handles) if figure.get_figwidth() > NARROW_INCHES else 2
    axes.legend(handles=handles, ncols=columns, bbox_to_anchor=(0.5, -0.16), **LEGEND)


def label_claims(axes: Axes, constants: dict[str, list[str]], sense: Sense) -> list[LabelBox]:
    """Label the claims at the left end of their lines, on the side without labels of points; return the boxes."""
    is_above = sense == "inf"  # labels of points are then below
    shift_x, shift_y = CLAIM_LABEL_SHIFT
    if not is_above:
        shift_y = -shift_y
    boxes = []
    for constant, sources in constants.items():
        origin = ", ".join(sources) if sources else "asked"
        words = one_line_text(f"{origin}: {constant}")
        label(
            axes,
            words,
            (0.0, near(constant)),  # the left edge of the axes, and the height of the constant
            (shift_x, shift_y),
            xycoords=("axes fraction", "data"),
            va="bottom" if is_above else "top",
        )
        left, y = axes.transData.transform((axes.get_xlim()[0], near(constant))) * POINTS_PER_INCH / axes.figure.dpi
        right = left + shift_x + LETTER_POINTS * len(words)
        bottom, top = (y, y + LABEL_HEIGHT) if is_above else (y - LABEL_HEIGHT, y)
        boxes.append(LabelBox(left, right, bottom, top))
    return boxes


def label_points(axes: Axes, lines: Sequence[Series], sense: Sense, occupied: Sequence[LabelBox]) -> None:
    """Label each value where a line first reaches it, unless the label would cover another one (``occupied``).

    Labels of infima are below their points and those of suprema above. Lines with the same value share a label.
    """
    is_below = sense == "inf"
    bound_sign = "≤ " if is_below else "≥ "
    points_per_pixel = POINTS_PER_INCH / axes.figure.dpi
    shift_x, shift_y = POINT_LABEL_SHIFT
    reach = shift_y + LABEL_HEIGHT  # from the point to the far edge of its label
    boxes = list(occupied)
    for n in sorted({n for line in lines for n in line.values}):
        changing = [line for line in lines if n in line.values and line.before(n) != line.values[n]]
        # outermost values first: they get the labels if there is no room for all
        for value in sorted(dict.fromkeys(line.values[n] for line in changing), key=near, reverse=not is_below):
            labelled = [line for line in changing if line.values[n] == value]
            at = n, _height(axes, value)
            number = shorten_number(value, MAX_EXACT_LABEL_CHARACTERS)
            if value != INFINITE and not any(n in line.exact for line in labelled):
                number = bound_sign + number
            side = _free_side(labelled, n, is_below=is_below)  # -1, 0 or 1: left, middle or right
            x, y = axes.transData.transform(at) * points_per_pixel
            width = LETTER_POINTS * len(number)
            left = x + shift_x * side - width * (1 - side) / 2
            bottom, top = (y - reach, y) if is_below else (y, y + reach)
            box = LabelBox(left, left + width, bottom, top)
            if any(map(box.overlaps, boxes)):
                continue  # the table beside the picture has all values
            boxes.append(box)
            alignment = {
                "ha": {-1: "right", 0: "center", 1: "left"}[side],  # the edge of the text that is at the point
                "va": "top" if is_below else "bottom",
            }
            shift = shift_x * side, -shift_y if is_below else shift_y
            label(axes, number, at, shift, **alignment, zorder=5)


def _free_side(lines: Sequence[Series], n: int, *, is_below: bool) -> int:
    """The side of a point where no line crosses its label: left (-1), middle (0) or right (1).

    A line crosses a label below the point if its value at the next size on that side is smaller, and likewise above.
    """
    sign = -1 if is_below else 1
    crosses_left = crosses_right = False
    for line in lines:
        height = near(line.values[n])
        before, after = line.before(n), line.after(n)
        crosses_left |= bool(before) and sign * (near(before) - height) > 0
        crosses_right |= bool(after) and sign * (near(after) - height) > 0
    return int(crosses_left) - int(crosses_right)


def label_lines(axes: Axes, lines: Sequence[Series]) -> None:
    """Write the name of each line behind its end, and move names apart that would overlap."""
    bottom, top = axes.get_ylim()
    gap = (top - bottom) * min(0.07, 1 / len(lines))
    last_sizes = [(max(line.values), line) for line in lines]
    # the height and the size at which each line ends, in ascending order
    ends = sorted(((_height(axes, line.values[n]), n, line) for n, line in last_sizes), key=lambda end: end[:2])
    name_heights = spread([height for height, _, _ in ends], gap, bottom, top)
    for (height, _, line), name_height in zip(ends, name_heights, strict=True):
        # names at about the same height start behind the longest of their lines
        at = max(n for other_height, n, _ in ends if abs(other_height - height) < gap), name_height
        style = {"fontsize": 9, "va": "center", "color": line.colour, "annotation_clip": False, "zorder": 3.5}
        label(axes, line.name, at, (10, 0), **style, bbox=LABEL_BACKGROUND)


def spread(heights: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move ascending heights so that they are ``gap`` apart, as little as possible, within low..high if there is room.

    Heights that are too close form a block with equal distances, placed at the mean of what its members want. A block
    that then touches the one below it is merged with it.
    """
    blocks: list[tuple[list[float], float]] = []
    """The wanted heights of the members of each block, and the height at which its lowest member is placed."""
    for height in heights:
        members, start = [height], height
        while blocks:
            members_below, start_below = blocks[-1]
            if start_below + gap * len(members_below) <= start:  # there is room between the blocks
                break
            blocks.pop()
            members = members_below + members
            start = sum(wanted - k * gap for k, wanted in enumerate(members)) / len(members)
            start = max(low, min(start, high - gap * (len(members) - 1)))
        blocks.append((members, start))
    return [start + k * gap for members, start in blocks for k in range(len(members))]
