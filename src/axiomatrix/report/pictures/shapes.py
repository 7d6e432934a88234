"""Shapes of pictures of an instance, independent of how they are drawn, and texts and bar lengths that fit in them.

An instance is the input of a witness: rankings, lists and parameters. The site draws its pictures as inline SVG
(``site/pictures.py``), ``report --picture`` with matplotlib (``witness.py``). Lengths are pixels from the upper left
corner. The style of a shape is a list of style names such as ``grade changed``; the last one has precedence. A
figure has a value as rows of text; ``evidence/account/figures.py`` says what they mean for each kind.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...evidence.account.figures import Figure


class Label(NamedTuple):
    """A text with its middle at (x, y), or its start (anchor "s") or its end (anchor "e")."""

    x: float
    y: float
    words: str
    style: str = ""
    anchor: str = ""


class Box(NamedTuple):
    """A rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    style: str = ""
    rx: float = 2
    """Radius of the corners."""


class Stroke(NamedTuple):
    """A line."""

    x1: float
    y1: float
    x2: float
    y2: float
    style: str


class Disc(NamedTuple):
    """A circle."""

    x: float
    y: float
    radius: float
    style: str


class Triangle(NamedTuple):
    """A small mark that points up to (x, y)."""

    x: float
    y: float


class Moved(NamedTuple):
    """Shapes moved by (x, y)."""

    x: float
    y: float
    parts: Sequence[Shape]


class Node(NamedTuple):
    """An item in a rounded box around (x, y), whose width is twice ``half``."""

    x: float
    y: float
    item: str
    half: float

    @property
    def words(self) -> str:
        """The item's name, cut to the width of a box."""
        return clip(self.item)

    @property
    def parts(self) -> Sequence[Shape]:
        """The box, 26 pixels high, and the text, relative to the middle of the node."""
        return Box(-self.half, -13, 2 * self.half, 26, "", 13), Label(0, 4.5, self.words)


Shape = Label | Box | Stroke | Disc | Triangle | Moved | Node


class Meaning(NamedTuple):
    """An entry of a legend: the meaning, and the style of the sample line before it, if any."""

    words: str
    line: str = ""


class Drawing(NamedTuple):
    """Shapes with a caption, title and description for screen readers, and a legend."""

    caption: str
    width: float
    height: float
    title: str
    description: str
    parts: Sequence[Shape]
    legend: Sequence[Meaning] = ()


class MapCell(NamedTuple):
    """A cell of a heat map, for two items: its text and shade, and a frame if their pair is inverted."""

    words: str
    shade: str
    """A style name: ``h0`` to ``h8``, or ``same`` for an item and itself."""
    is_inverted: bool = False


class HeatMap(NamedTuple):
    """A square table of cells with the items as heads."""

    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[MapCell]]
    legend: Sequence[Meaning]


NumberTexts = Sequence[str]
"""A number as text, followed by its decimal unless the text is a rational in plain notation.

For example ``["1/2"]``, or ``["sqrt(2)", "1.41421"]``.
"""
KeyedRow = Sequence[str]
"""A key, such as an item or a position, followed by the texts of its number."""


def magnitude(number: NumberTexts) -> float:
    """Convert a number to a float, with its sign; 0 for a text that is not a finite number."""
    numerator, _, denominator = number[-1].partition("/")
    try:
        quotient = float(numerator or 0) / float(denominator or 1)
    except (ValueError, ArithmeticError):
        return 0
    return quotient if math.isfinite(quotient) else 0


def number_label(number: NumberTexts, max_characters: int = 9) -> str:
    """The number's text, or an approximation if it has too many characters."""
    if len(number[0]) <= max_characters:
        return number[0]
    approximation = magnitude(number)
    if not approximation:  # perhaps no finite number
        return clip(number[0], max_characters)
    three_digits = float(f"{approximation:.3g}")
    return f"\N{ALMOST EQUAL TO}{three_digits:g}"  # g again, since .3g writes 1230 as 1.23e+03


def bar_lengths(rows: Iterable[KeyedRow], longest: float, max_characters: int = 9) -> list[tuple[str, float, str]]:
    """Key, bar length and number label of each row; the largest number gets the length ``longest``."""
    sizes = [(key, magnitude(number), number_label(number, max_characters)) for key, *number in rows]
    largest = max((size for _, size, _ in sizes), default=0) or 1  # not 0, by which sizes are divided
    return [(key, round(longest * size / largest), label) for key, size, label in sizes]


def weights_up_to(weights: Figure, n: int) -> list[KeyedRow]:
    """The weights of the first n positions, without rows whose key is not a position."""
    return [row for row in weights.rows if row[0].isdigit() and int(row[0]) <= n]


def clip(words: str, max_characters: int = 12) -> str:
    """Cut a text to a number of characters, with an ellipsis at its end."""
    return words if len(words) <= max_characters else f"{words[: max_characters - 1]}\N{HORIZONTAL ELLIPSIS}"


def comma_list(words: Iterable[str]) -> str:
    """Texts joined by commas, or "none"."""
    return ", ".join(words) or "none"


def text_width(words: Iterable[str], max_characters: int = 12) -> float:
    """Pixels that the longest of these texts takes in the font of an item, with 5 pixels at each side."""
    return 10 + 7.2 * max((len(clip(word, max_characters)) for word in words), default=1)  # 7.2 for a letter


def figure_text(figure: Figure) -> str:
    """A figure in words, for screen readers and for figures that are not drawn."""
    rows, name = figure.rows, figure.name
    match figure.kind:
        case "ranking" | "weak order":
            return " > ".join(" ~ ".join(row) for row in rows)
        case "top list":
            return f"<{', '.join(row[0] for row in rows)}>"
        case "partial order":  # its first row is the items
            return ", ".join(f"{x} > {y}" for x, y in rows[1:]) or "nothing is ahead of anything"
        case "judged list":
            return _judged_text(rows)
        case "scored list":
            missing = f"; missing from the list: {comma_list(rows[2])}" if rows[2] else ""
            return f"grades {comma_list(rows[0])}; scores {comma_list(rows[1])}{missing}"
        case "run":  # two rows for each list, as of a judged list
            lists = enumerate(zip(rows[::2], rows[1::2], strict=True), 1)
            return ". ".join(f"list {k}: {_judged_text(judged)}" for k, judged in lists)
        case "scores":
            return comma_list(rows[0])
        case "relabelling" | "permutation":
            return ", ".join(f"{x} \N{RIGHTWARDS ARROW} {y}" for x, y in rows)
        case "number":
            return rows[0][0]
        case "numbers":
            return f"({', '.join(rows[0])})"
    # the other kinds have keyed numbers: weights, entries, and similarities, whose key is two items
    key_columns = 2 if figure.kind == "similarity" else 1
    entries = (f"{name}[{','.join(row[:key_columns])}] = {row[key_columns]}" for row in rows)
    return ", ".join(entries) or "no entries"


def _judged_text(rows: Sequence[Sequence[str]]) -> str:
    """A judged list in words, from the row of its grades and the row of the grades missing from it."""
    missing = f"; missing from the list: {comma_list(rows[1])}" if rows[1] else ""
    return f"grades by rank {comma_list(rows[0])}{missing}"
