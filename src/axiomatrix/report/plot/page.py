"""A picture of several panels: lines of text above, panels side by side, lines of text below."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..tables import in_rows
from .drawing import INK, figure_of, said_safely

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDEST = 7.6
"""Inches that a row of panels takes at most, if there are several panels in it; what a printed page has."""
NARROWEST = 5.2
"""Inches for the lines of text, however narrow the panels are."""
GAP = 0.3
"""Inches between two panels, and above and below a row of them."""


@dataclass(frozen=True)
class Panel:
    """A part of a picture: its size in inches, what draws it, and the margins that labels outside its axes need."""

    width: float
    height: float
    draw: Callable[[Axes], None]
    left: float = 0.0
    top: float = 0.0
    bottom: float = 0.0

    @property
    def whole(self) -> tuple[float, float]:
        """Width and height with the margins."""
        return self.left + self.width, self.top + self.height + self.bottom


@dataclass(frozen=True)
class TextLine:
    """A line of text above or below the panels."""

    text: str
    size: float = 9.0
    colour: str = INK
    bold: bool = False

    def wrapped(self, width: float) -> list[str]:
        """As many lines as the text needs in so many inches."""
        most = max(20, int(width / (self.size * (0.0093 if self.bold else 0.0086))))
        return textwrap.wrap(said_safely(self.text), most, subsequent_indent="  ", break_on_hyphens=False) or [""]


def inches(axes: Axes, width: float, height: float) -> None:
    """Let coordinates be inches from the upper left corner."""
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    axes.set_axis_off()


def page(above: Sequence[TextLine], panels: Sequence[Panel], below: Sequence[TextLine]) -> Figure:
    """The figure with all of it; panels that do not fit beside each other go to another row."""
    rows = in_rows(panels, lambda panel: panel.whole[0], WIDEST, GAP)
    width = max([NARROWEST, *(sum(p.whole[0] for p in row) + GAP * (len(row) - 1) for row in rows)])
    tops = [(line, text) for line in above for text in line.wrapped(width)]
    feet = [(line, text) for line in below for text in line.wrapped(width)]
    total = sum(map(_height, [*tops, *feet])) + sum(max(p.whole[1] for p in row) + GAP for row in rows) + 0.1
    figure = figure_of(width, total)
    at = _write(figure, tops, 0.0, total, order=-1)  # before the panels, as it is read
    for row in rows:
        at += GAP / 2
        left = 0.0
        for panel in row:
            bottom = 1 - (at + panel.top + panel.height) / total
            box = ((left + panel.left) / width, bottom, panel.width / width, panel.height / total)
            panel.draw(figure.add_axes(box))
            left += panel.whole[0] + GAP
        at += max(p.whole[1] for p in row) + GAP / 2
    _write(figure, feet, at, total, order=3)
    return figure


def _height(written: tuple[TextLine, str]) -> float:
    return written[0].size * 1.45 / 72


def _write(figure: Figure, lines: Sequence[tuple[TextLine, str]], at: float, total: float, order: int) -> float:
    for line, text in lines:
        weight = "bold" if line.bold else "normal"
        style: dict[str, Any] = {"fontsize": line.size, "color": line.colour, "weight": weight, "zorder": order}
        figure.text(0, 1 - at / total, text, va="top", **style)
        at += _height((line, text))
    return at
