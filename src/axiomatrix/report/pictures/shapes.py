"""The shapes that a picture of an instance is made of, and the numbers and words that fit in them.

Pages and plots draw the shapes each in their own way. Lengths are pixels of a page, from the upper left corner. The
kind of a shape are names of styles, such as ``grade changed``: the later one has precedence.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...evidence.account.figures import Figure


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


Rated = Sequence[str]
"""A number as text, followed by its decimal if it is not a rational in plain notation."""


def size(number: Rated) -> float:
    """The size of a number; 0 of what is none."""
    top, _, bottom = number[-1].partition("/")
    try:
        quotient = float(top or 0) / float(bottom or 1)
    except (ValueError, ArithmeticError):
        return 0
    return quotient if math.isfinite(quotient) else 0


def short(number: Rated, most: int = 9) -> str:
    """The number as it is, or so much of it as there is room for."""
    if len(number[0]) <= most:
        return number[0]
    amount = size(number)
    return f"\N{ALMOST EQUAL TO}{float(f'{amount:.3g}'):g}" if amount else clipped(number[0], most)


def bars_of(rows: Iterable[Rated], longest: float, most: int = 9) -> list[tuple[str, float, str]]:
    """Return the key, bar length and short number of each row."""
    sizes = [(key, size(number), short(number, most)) for key, *number in rows]
    largest = max((amount for _, amount, _ in sizes), default=0) or 1
    return [(key, round(longest * amount / largest), shown) for key, amount, shown in sizes]


def up_to(weights: Figure, n: int) -> list[Rated]:
    """The weights of the first n positions."""
    return [row for row in weights.rows if row[0].isdigit() and int(row[0]) <= n]


def clipped(words: str, most: int = 12) -> str:
    """Shorten the words to the room that there is."""
    return words if len(words) <= most else f"{words[: most - 1]}\N{HORIZONTAL ELLIPSIS}"


def listed(words: Iterable[str]) -> str:
    """Texts in a row."""
    return ", ".join(words) or "none"


def room(words: Iterable[str], most: int = 12) -> float:
    """Pixels for the longest of these words, in the size of an item."""
    return 10 + 7.2 * max((len(clipped(one, most)) for one in words), default=1)


def described(figure: Figure) -> str:
    """Describe a figure in text."""
    rows, name = figure.rows, figure.name
    match figure.kind:
        case "ranking" | "weak order":
            return " > ".join(" ~ ".join(row) for row in rows)
        case "top list":
            return f"<{', '.join(row[0] for row in rows)}>"
        case "partial order":
            return ", ".join(f"{x} > {y}" for x, y in rows[1:]) or "nothing is ahead of anything"
        case "judged list":
            return _judged(rows)
        case "scored list":
            missing = f"; missing from the list: {listed(rows[2])}" if rows[2] else ""
            return f"grades {listed(rows[0])}; scores {listed(rows[1])}{missing}"
        case "run":
            lists = enumerate(zip(rows[::2], rows[1::2], strict=True), 1)
            return ". ".join(f"list {k}: {_judged(one)}" for k, one in lists)
        case "scores":
            return listed(rows[0])
        case "relabelling" | "permutation":
            return ", ".join(f"{x} \N{RIGHTWARDS ARROW} {y}" for x, y in rows)
        case "number":
            return rows[0][0]
        case "numbers":
            return f"({', '.join(rows[0])})"
    keys = 2 if figure.kind == "similarity" else 1
    return ", ".join(f"{name}[{','.join(row[:keys])}] = {row[keys]}" for row in rows) or "no entries"


def _judged(rows: Sequence[Sequence[str]]) -> str:
    missing = f"; missing from the list: {listed(rows[1])}" if rows[1] else ""
    return f"grades by rank {listed(rows[0])}{missing}"
