"""The shapes of pictures of instances, drawn by matplotlib as a page draws them in its light colours."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..pictures.maps import SHADES
from ..pictures.shapes import Box, Disc, Label, Moved, Node, Shape, Stroke, Triangle
from .drawing import FAINT, FALLS, GREY, INK, RISES, one_line_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Patch

PIXELS = 100
"""Of an inch."""
FACE, PLACE, PANEL = "#9ecae1", "#c9b6e4", "#f4f4f4"
HEAT = (0.12, 0.37, 0.62)
FILLED: dict[str, dict[str, Any]] = {
    "node": {"facecolor": "white", "edgecolor": GREY, "linewidth": 0.7},
    "bucket": {"facecolor": PANEL, "edgecolor": GREY, "linewidth": 0.7, "linestyle": (0, (2, 2))},
    "line": {"linewidth": 1.3},
    "rises": {"edgecolor": RISES},
    "falls": {"edgecolor": FALLS, "linestyle": (0, (5, 1.7))},
    "stays": {"edgecolor": GREY, "linestyle": (0, (1.1, 1.7))},
    "goes": {"edgecolor": GREY, "linestyle": (0, (0.4, 0.7)), "linewidth": 2.2},
    "cover": {"edgecolor": GREY, "linestyle": "-"},
    "dot": {"facecolor": INK, "edgecolor": INK, "linewidth": 0.7},
    "empty": {"facecolor": "white"},
    "bar": {"facecolor": FACE},
    "place": {"facecolor": PLACE},
    "axis": {"edgecolor": GREY, "linewidth": 0.8},
    "apart": {"linestyle": (0, (2, 3))},
    "cut": {"edgecolor": FALLS, "linewidth": 1.1, "linestyle": (0, (3.3, 2))},
    "grade": {"facecolor": FACE},
    "missing": {"facecolor": "none", "edgecolor": GREY, "linewidth": 0.7, "linestyle": (0, (3, 2))},
    "changed": {"edgecolor": FALLS, "linewidth": 1.6},
    "mark": {"facecolor": FALLS},
    "judged": {"facecolor": INK, "edgecolor": INK, "linewidth": 0.7},
    "same": {"facecolor": PANEL, "edgecolor": FAINT, "linewidth": 0.5},
    "inverted": {"facecolor": "none", "edgecolor": FALLS, "linewidth": 1.4},
}
"""How shapes of a kind are filled and bounded."""
FILLED |= {
    f"h{k}": FILLED["same"] | {"facecolor": tuple(1 - (0.06 + 0.1 * k) * (1 - part) for part in HEAT)}
    for k in range(SHADES + 1)
}
LETTERS: dict[str, dict[str, Any]] = {
    "small": {"fontsize": 8.4},
    "tiny": {"fontsize": 7.7},
    "soft": {"color": GREY},
    "name": {"weight": "bold"},
    "made": {"style": "italic"},
    "over": {"color": "white"},
    "cut": {"color": FALLS},
}
"""How texts of a kind are written."""
ANCHORS = {"": "center", "s": "left", "e": "right"}


def paint(axes: Axes, shapes: Iterable[Shape], left: float = 0, top: float = 0) -> None:
    """Draw the shapes on axes whose coordinates are pixels from the upper left corner."""
    for shape in shapes:
        if isinstance(shape, Label):
            style = {"fontsize": 9.0, "ha": ANCHORS[shape.anchor], **_style(LETTERS, shape.kind)}
            axes.text(left + shape.x, top + shape.y, one_line_text(shape.words), **style)
        elif isinstance(shape, (Moved, Node)):
            paint(axes, shape.parts, left + shape.x, top + shape.y)
        else:
            axes.add_patch(_patch(shape, left, top))


def _patch(shape: Box | Stroke | Disc | Triangle, left: float, top: float) -> Patch:
    from matplotlib.patches import Circle, FancyBboxPatch, PathPatch, Polygon
    from matplotlib.path import Path

    match shape:
        case Box(x, y, width, height, kind, rx):
            corners = f"round,pad=0,rounding_size={min(rx, width / 2, height / 2)}"
            return FancyBboxPatch((left + x, top + y), width, height, boxstyle=corners, **_filled(kind or "node"))
        case Stroke(x1, y1, x2, y2, kind):
            return PathPatch(Path([(left + x1, top + y1), (left + x2, top + y2)]), **_filled(kind))
        case Disc(x, y, radius, kind):
            return Circle((left + x, top + y), radius, **_filled(kind))
        case Triangle(x, y):
            x, y = left + x, top + y
            return Polygon([(x, y), (x + 6, y + 9), (x - 6, y + 9)], **_filled("mark"))


def _filled(kind: str) -> dict[str, Any]:
    return {"facecolor": "none", "edgecolor": "none", **_style(FILLED, kind)}


def _style(styles: dict[str, dict[str, Any]], kind: str) -> dict[str, Any]:
    """All that the names of a kind say, the later ones with precedence."""
    return {name: value for word in kind.split() for name, value in styles.get(word, {}).items()}
