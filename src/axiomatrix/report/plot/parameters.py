"""Similarities as a labelled heat map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...studies.explore.answer import approximate
from ...values.parameters import Similarity
from ...values.rankings import Item
from .drawing import FAINT, FALLS, GREY, INK, said_safely

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LONGEST_ENTRY = 5
"""Characters of an exact number that fit a cell of the heat map."""


def heat(axes: Axes, name: str, D: Similarity, order: Sequence[Item], pairs: set[frozenset[Item]]) -> None:
    """Draw the entries of D by the items in that order; the pairs have a frame."""
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.patches import Rectangle

    n = len(order)
    values = [[float(D[x, y]) for y in order] for x in order]
    largest = max(map(max, values)) or 1.0
    shades = LinearSegmentedColormap.from_list("light", ["#ffffff", "#c6dbef", "#6baed6", "#2171b5", "#08306b"])
    axes.set_xlim(0.5, n + 0.5)
    axes.set_ylim(n + 0.5, 0.5)
    axes.set_aspect("equal")
    shown = {(x, y): _entry(str(D[x, y])) for x in order for y in order}
    longest = max(map(len, shown.values()))
    size = min(9.0, 24.5 / (0.62 * max(longest, 2)) * 0.9)
    for row, x in enumerate(order, 1):
        for column, y in enumerate(order, 1):
            value = values[row - 1][column - 1]
            same = row == column
            face = "#f4f4f4" if same else shades(0.85 * value / largest)
            axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=face, edgecolor=FAINT, linewidth=0.5))
            ink = "white" if value / largest > 0.68 else FAINT if same else INK
            axes.text(column, row, shown[x, y], ha="center", va="center_baseline", fontsize=size, color=ink)
    for row, x in enumerate(order, 1):
        for column, y in enumerate(order, 1):
            if frozenset((x, y)) in pairs:
                box = (column - 0.44, row - 0.44)
                axes.add_patch(Rectangle(box, 0.88, 0.88, facecolor="none", edgecolor=FALLS, linewidth=1.1, zorder=3))
    labels = [said_safely(item) for item in order]
    axes.set_xticks(range(1, n + 1), labels)
    axes.set_yticks(range(1, n + 1), labels)
    axes.tick_params(length=0, top=True, labeltop=True, bottom=False, labelbottom=False, pad=2)
    axes.spines[:].set_visible(False)
    axes.set_xlabel(said_safely(name) + (" (framed: inverted pairs)" if pairs else ""), color=GREY, labelpad=4)


def _entry(value: str) -> str:
    return value if len(value) <= LONGEST_ENTRY else f"{approximate(value):.2f}"
