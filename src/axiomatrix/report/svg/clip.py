"""Whether a clip path of a picture clips anything: most of a plot's do not."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .tree import Node

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
_ABSOLUTE = re.compile(r"[MLCQTSZz\d\s.,+\-]*")
_NUMBER = re.compile(r"[+-]?[\d.]+")
SHARP = 4.0
"""How far a corner may stand out, in widths of the line: the miter limit that SVG has where nobody says."""


def needless(node: Node, clip: str, ids: Mapping[str, Node]) -> bool:
    """Whether all that the element draws lies within the rectangle of the clip path, as far as that is easily seen.

    ``clip`` is the id of the clip path. Control points bound a curve; half a line's width is added at each side, and
    more where corners may be sharp. What is not easily seen (texts, arcs, transforms) is said to be clipped.
    """
    shapes = [child for child in ids[clip].children if isinstance(child, Node)]
    if len(shapes) != 1 or shapes[0].tag != "rect" or set(shapes[0].attributes) != {"x", "y", "width", "height"}:
        return False
    place = shapes[0].attributes
    try:
        x, y, width, height = (float(place[name]) for name in ("x", "y", "width", "height"))
    except ValueError:  # a length with a unit
        return False
    drawn = node.children if node.tag == "g" else [node]
    boxes = [_box(child, ids) for child in drawn if isinstance(child, Node)]
    room = 0.011  # coordinates are rounded
    return all(
        box is not None
        and box[0] >= x - room
        and box[1] >= y - room
        and box[2] <= x + width + room
        and box[3] <= y + height + room
        for box in boxes
    )


def _box(node: Node, ids: Mapping[str, Node]) -> Box | None:
    """Where a path, or the copy of one, draws; nothing where that is not easily seen."""
    if "transform" in node.attributes:
        return None
    if node.tag == "use":
        target = ids[node.attributes["href"][1:]]
        box = _path_box(target, {**node.properties, **target.properties})
        try:
            x, y = (float(node.attributes.get(name, "0")) for name in ("x", "y"))
        except ValueError:
            return None
        return (box[0] + x, box[1] + y, box[2] + x, box[3] + y) if box else None
    return _path_box(node, node.properties)


def _path_box(node: Node, properties: Mapping[str, str]) -> Box | None:
    path = node.attributes.get("d", "")
    if node.tag != "path" or not path or not _ABSOLUTE.fullmatch(path) or "transform" in node.attributes:
        return None
    numbers = [float(number) for number in _NUMBER.findall(path)]
    if len(numbers) < 2:
        return None
    try:
        edge = 0.0 if properties.get("stroke", "none") == "none" else float(properties.get("stroke-width", "1")) / 2
    except ValueError:
        return None
    if properties.get("stroke-linejoin", "miter") != "round" and len(numbers) > 4:
        edge *= SHARP
    elif properties.get("stroke-linecap") == "square":
        edge *= 1.42
    across, down = numbers[::2], numbers[1::2]
    return min(across) - edge, min(down) - edge, max(across) + edge, max(down) + edge
