"""The pictures of an instance as inline SVG: plain text, which is quick and needs no script."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

from markupsafe import Markup

from ...evidence.account.figures import Figure
from ..pictures import instance
from ..pictures.shapes import Box, Disc, Drawing, HeatMap, Label, MapCell, Meaning, Moved, Node, Shape, Stroke, Triangle
from .markup import text, value

WIDEST = 330
"""Pixels beyond which a picture scrolls by itself."""
SAMPLE = '<i class="sample {}"></i> '
"""A piece of a line, which the style sheet draws."""


def pictures(figures: Iterable[Figure]) -> Sequence[Markup]:
    """All pictures of an instance."""
    return _pictures(tuple(figures))


@lru_cache(maxsize=4096)
def _pictures(figures: Sequence[Figure]) -> Sequence[Markup]:
    return tuple(map(_written, instance.pictures(figures)))


# --- shapes: what is alike in many pictures is written alike, so that it packs to little


def _shape(shape: Shape) -> str:
    match shape:
        case Label(x, y, words, kind, anchor):
            return f"<text{_at(x, y)}{_class(f'{anchor} {kind}'.strip())}>{text(words)}</text>"
        case Box(x, y, width, height, kind, rx):
            return f"<rect{_at(x, y)} width={_(width)} height={_(height)} rx={_(rx)}{_class(kind)} />"
        case Stroke(x1, y1, x2, y2, kind):
            return f"<path d=M{_(x1)},{_(y1)}L{_(x2)},{_(y2)}{_class(kind)} />"
        case Disc(x, y, radius, kind):
            return f"<circle cx={_(x)} cy={_(y)} r={_(radius)}{_class(kind)} />"
        case Triangle(x, y):
            return f'<path d="M{x:g} {y:g}l6 9h-12z" class=mark />'
        case Moved(x, y, parts):
            return f"<g transform=translate({_(x)},{_(y)})>{_shapes(parts)}</g>"
        case Node(x, y, item):
            whole = "" if shape.words == item else f"<title>{text(item)}</title>"
            return f"<g class=node transform=translate({_(x)},{_(y)})>{whole}{_shapes(shape.parts)}</g>"


def _shapes(shapes: Iterable[Shape]) -> str:
    return "".join(map(_shape, shapes))


def _(number: float) -> str:
    """A length in pixels, to a tenth."""
    return f"{round(number, 1):g}"


def _at(x: float, y: float) -> str:
    return f" x={_(x)} y={_(y)}" if x else f" y={_(y)}"


def _class(kind: str) -> str:
    return f" class={value(kind)}" if kind else ""


# --- the frame of every picture


def _written(drawn: Drawing | HeatMap) -> Markup:
    """A picture with its caption, its title and description for those who do not see it, and its key."""
    shown = _svg(drawn) if isinstance(drawn, Drawing) else _table(drawn)
    keys = "".join(f"<span>{_key(one)}</span> " for one in drawn.key)
    below = f"<p class=key>{keys}</p>" if keys else ""
    return Markup(f"<figure class=picture><figcaption>{text(drawn.caption)}</figcaption>{shown}{below}</figure>")


def _key(one: Meaning) -> str:
    sample = SAMPLE.format(one.line.removeprefix("line ")) if one.line else ""
    return f"{sample}{text(one.words)}"


def _svg(drawn: Drawing) -> str:
    width, height = math.ceil(drawn.width), math.ceil(drawn.height)
    shown = (
        f'<svg class=drawing role=img width={width} height={height} viewBox="0 0 {width} {height}">'
        f"<title>{text(drawn.title)}</title><desc>{text(drawn.description)}</desc>{_shapes(drawn.parts)}</svg>"
    )
    return _scrolling(shown, drawn.title) if width > WIDEST else shown


def _table(drawn: HeatMap) -> str:
    """Read aloud cell by cell, so no picture."""
    heads = "".join(f"<th scope=col>{text(head)}" for head in drawn.heads)
    rows = "".join(
        f"<tr><th scope=row>{text(head)}{''.join(map(_cell, row))}"
        for head, row in zip(drawn.heads, drawn.rows, strict=True)
    )
    name = f"<caption class=hidden>{text(drawn.caption)}</caption>"
    return _scrolling(f"<table class=heat>{name}<thead><tr><td>{heads}<tbody>{rows}</table>", drawn.caption)


def _cell(cell: MapCell) -> str:
    if not cell.is_inverted:
        return f"<td class={cell.shade}>{text(cell.words)}"
    return f'<td class="{cell.shade} inverted">{text(cell.words)}<span class=hidden> inverted</span>'


def _scrolling(shown: str, name: str) -> str:
    return f"<div class=wide role=region tabindex=0 aria-label={value(name)}>{shown}</div>"
