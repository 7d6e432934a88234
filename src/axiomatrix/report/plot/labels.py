"""Labels of the picture of best constants: each value once, and the names of the lines behind their ends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ...evidence.decimals import INFINITE, in_short, near
from ...studies.explore.answer import Sense
from .drawing import one_line_text
from .series import Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LETTER = 4.6
"""Points of a letter of a label."""
LONGEST = 11
"""Characters of an exact number that fit beside a point; a longer one is shown as a decimal."""
Box = tuple[float, float, float, float]
"""Left, right, bottom and top of a label, in points."""


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
