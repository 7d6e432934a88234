"""A page: lines of text above, shapes, lines of text below."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .drawing import INK, figure_of, from_corner, one_line_text
from .panels import WIDEST, Panel
from .shapes import PIXELS, paint

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NARROWEST = 5.2
"""Inches for the lines of text, however narrow the shapes are."""

SPACE = 0.15
"""Inches above and below the shapes."""


@dataclass(frozen=True)
class TextLine:
    """A line of text above or below the shapes."""

    text: str
    size: float = 9.0
    colour: str = INK
    bold: bool = False

    def wrapped(self, width: float) -> list[str]:
        """As many lines as the text needs in so many inches."""
        most = max(20, int(width / (self.size * (0.0093 if self.bold else 0.0086))))
        return textwrap.wrap(one_line_text(self.text), most, subsequent_indent="  ", break_on_hyphens=False) or [""]


def page(above: Sequence[TextLine], shown: Panel, below: Sequence[TextLine]) -> Figure:
    """The figure with all of it."""
    width, height = max(NARROWEST, shown.width / PIXELS), shown.height / PIXELS
    room = min(width, WIDEST / PIXELS)
    tops = [(line, text) for line in above for text in line.wrapped(room)]
    feet = [(line, text) for line in below for text in line.wrapped(room)]
    head = sum(map(_height, tops)) + SPACE
    total = head + height + SPACE + sum(map(_height, feet)) + 0.1
    figure = figure_of(width, total)
    _write(figure, tops, 0.0, total, order=-1)  # before the shapes, as it is read
    if shown.parts:
        axes = figure.add_axes((0, 1 - (head + height) / total, 1, height / total))
        from_corner(axes, width * PIXELS, shown.height)
        paint(axes, shown.parts)
    _write(figure, feet, head + height + SPACE, total, order=3)
    return figure


def _height(written: tuple[TextLine, str]) -> float:
    return written[0].size * 1.45 / 72


def _write(figure: Figure, lines: Sequence[tuple[TextLine, str]], at: float, total: float, order: int) -> None:
    for line, text in lines:
        weight = "bold" if line.bold else "normal"
        style: dict[str, Any] = {"fontsize": line.size, "color": line.colour, "weight": weight, "zorder": order}
        figure.text(0, 1 - at / total, text, va="top", **style)
        at += _height((line, text))
