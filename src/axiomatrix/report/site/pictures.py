"""Write the drawings of ``report/pictures/instance.py`` as inline SVG for the site's pages, without matplotlib.

:func:`pictures` draws the values of an instance, such as two rankings, for a witness's page or a card. A *figure* is a
value to draw, and a *drawing* its shapes, in pixels from the top left; a ``style`` is the CSS class of a shape.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

from markupsafe import Markup

from ...evidence.account.figures import Figure
from ..pictures import instance
from ..pictures.shapes import Box, Disc, Drawing, HeatMap, Label, MapCell, Meaning, Moved, Node, Shape, Stroke, Triangle
from .markup import text, value

MAX_PICTURE_WIDTH = 330
"""Pixels; a wider picture scrolls on its own."""
LINE_SAMPLE = '<i class="sample {}"></i> '
"""A piece of a line in a legend, which the style sheet draws."""


def pictures(figures: Iterable[Figure]) -> Sequence[Markup]:
    """Draw all pictures of an instance as markup; equal instances are drawn once."""
    return _pictures(tuple(figures))


@lru_cache(maxsize=4096)
def _pictures(figures: Sequence[Figure]) -> Sequence[Markup]:
    return tuple(map(_figure, instance.pictures(figures)))


# --- shapes: always written with attributes in the same order, so that similar pictures compress well


def _shape(shape: Shape) -> str:
    match shape:
        case Label(x, y, words, style, anchor):
            return f"<text{_at(x, y)}{_class(f'{anchor} {style}'.strip())}>{text(words)}</text>"
        case Box(x, y, width, height, style, rx):
            return f"<rect{_at(x, y)} width={px(width)} height={px(height)} rx={px(rx)}{_class(style)} />"
        case Stroke(x1, y1, x2, y2, style):
            return f"<path d=M{px(x1)},{px(y1)}L{px(x2)},{px(y2)}{_class(style)} />"
        case Disc(x, y, radius, style):
            return f"<circle cx={px(x)} cy={px(y)} r={px(radius)}{_class(style)} />"
        case Triangle(x, y):
            return f'<path d="M{x:g} {y:g}l6 9h-12z" class=mark />'  # 12 pixels wide, its tip at (x, y)
        case Moved(x, y, parts):
            return f"<g transform=translate({px(x)},{px(y)})>{_shapes(parts)}</g>"
        case Node(x, y, item):
            full_name = "" if shape.words == item else f"<title>{text(item)}</title>"
            return f"<g class=node transform=translate({px(x)},{px(y)})>{full_name}{_shapes(shape.parts)}</g>"


def _shapes(shapes: Iterable[Shape]) -> str:
    return "".join(map(_shape, shapes))


def px(number: float) -> str:
    """Write a length in pixels, rounded to a tenth."""
    return f"{round(number, 1):g}"


def _at(x: float, y: float) -> str:
    """Write the attributes of a position; x = 0 is the default of SVG."""
    return f" x={px(x)} y={px(y)}" if x else f" y={px(y)}"


def _class(style: str) -> str:
    return f" class={value(style)}" if style else ""


# --- the frame of every picture


def _figure(drawing: Drawing | HeatMap) -> Markup:
    """Write a picture with its caption and legend; the SVG has a title and a description for screen readers."""
    markup = _svg(drawing) if isinstance(drawing, Drawing) else _table(drawing)
    entries = "".join(f"<span>{_legend_entry(meaning)}</span> " for meaning in drawing.legend)
    below = f"<p class=key>{entries}</p>" if entries else ""
    return Markup(f"<figure class=picture><figcaption>{text(drawing.caption)}</figcaption>{markup}{below}</figure>")


def _legend_entry(meaning: Meaning) -> str:
    """Write a meaning, after a sample of the line that has it if it is that of a line."""
    sample = LINE_SAMPLE.format(meaning.line.removeprefix("line ")) if meaning.line else ""
    return f"{sample}{text(meaning.words)}"


def _svg(drawing: Drawing) -> str:
    width, height = math.ceil(drawing.width), math.ceil(drawing.height)
    markup = (
        f'<svg class=drawing role=img width={width} height={height} viewBox="0 0 {width} {height}">'
        f"<title>{text(drawing.title)}</title><desc>{text(drawing.description)}</desc>{_shapes(drawing.parts)}</svg>"
    )
    return _scrollable(markup, drawing.title) if width > MAX_PICTURE_WIDTH else markup


def _table(heat_map: HeatMap) -> str:
    """Write a heat map as an HTML table, which screen readers read cell by cell."""
    heads = "".join(f"<th scope=col>{text(head)}" for head in heat_map.heads)
    rows = "".join(
        f"<tr><th scope=row>{text(head)}{''.join(map(_cell, row))}"
        for head, row in zip(heat_map.heads, heat_map.rows, strict=True)
    )
    name = f"<caption class=hidden>{text(heat_map.caption)}</caption>"
    return _scrollable(f"<table class=heat>{name}<thead><tr><td>{heads}<tbody>{rows}</table>", heat_map.caption)


def _cell(cell: MapCell) -> str:
    """Write a cell of a heat map, for screen readers with a word where the pair of items is inverted."""
    if not cell.is_inverted:
        return f"<td class={cell.shade}>{text(cell.words)}"
    return f'<td class="{cell.shade} inverted">{text(cell.words)}<span class=hidden> inverted</span>'


def _scrollable(markup: str, name: str) -> str:
    """Wrap markup in a region that scrolls on its own, also by keyboard."""
    return f"<div class=wide role=region tabindex=0 aria-label={value(name)}>{markup}</div>"
