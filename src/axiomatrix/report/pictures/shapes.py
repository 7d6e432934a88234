"""The shapes that a picture of an instance is made of, which pages and plots draw each in their own way.

Lengths are pixels of a page, from the upper left corner. The kind of a shape are names of styles, such as
``grade changed``: the later one has precedence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .words import clipped


class Label(NamedTuple):
    """A text, which has its middle there, or begins there (s), or ends there (e)."""

    x: float
    y: float
    words: str
    kind: str = ""
    anchor: str = ""


class Box(NamedTuple):
    """A rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    kind: str = ""
    rx: float = 2


class Stroke(NamedTuple):
    """A line."""

    x1: float
    y1: float
    x2: float
    y2: float
    kind: str


class Disc(NamedTuple):
    """A circle."""

    x: float
    y: float
    radius: float
    kind: str


class Triangle(NamedTuple):
    """A small mark that points up to there."""

    x: float
    y: float


class Moved(NamedTuple):
    """Shapes that are moved so far."""

    x: float
    y: float
    parts: Sequence[Shape]


class Node(NamedTuple):
    """An item, in a box that is twice as wide as ``half``."""

    x: float
    y: float
    item: str
    half: float

    @property
    def words(self) -> str:
        """As much of the item as there is room for."""
        return clipped(self.item)

    @property
    def parts(self) -> Sequence[Shape]:
        """Box and text, as seen from its middle."""
        return Box(-self.half, -13, 2 * self.half, 26, "", 13), Label(0, 4.5, self.words)


Shape = Label | Box | Stroke | Disc | Triangle | Moved | Node


class Meaning(NamedTuple):
    """Meaning of a sign of a picture, with the kind of a line."""

    words: str
    line: str = ""


class Drawing(NamedTuple):
    """Shapes with their caption, a title and a description for those who do not see them, and the key."""

    caption: str
    width: float
    height: float
    title: str
    description: str
    parts: Sequence[Shape]
    key: Sequence[Meaning] = ()


class MapCell(NamedTuple):
    """A cell of a heat map: its text, and the kinds of it."""

    words: str
    shade: str
    is_inverted: bool = False


class HeatMap(NamedTuple):
    """A square table of cells with the items as heads."""

    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[MapCell]]
    key: Sequence[Meaning]
