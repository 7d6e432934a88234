"""The picture of a witness: the two sides as the title, its figures as the site draws them, every value that enters.

It is a page: lines of text above, pictures beside each other, lines of text below. matplotlib draws it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ...evidence.account.account import Account, Term
from ...evidence.account.making import account_of
from ...evidence.evidence import Witness
from ...evidence.notation import shorten_number
from ...model.registry import Registry
from .instance import GIVEN, SHADES, drawable, pictures
from .plotting import FAINT, FALLS, GREY, INK, REFUTED, RISES, TitledFigure, figure_of, from_corner, one_line_text
from .shapes import Box, Disc, Drawing, HeatMap, Label, Meaning, Moved, Node, Shape, Stroke, Triangle, described

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch


T = TypeVar("T")


def in_rows(values: Iterable[T], width: Callable[[T], float], widest: float, gap: float = 0) -> list[list[T]]:
    """Arrange values in rows, as many beside each other as fit with that gap."""
    rows: list[list[T]] = []
    for value in values:
        if not rows or sum(width(other) + gap for other in rows[-1]) + width(value) > widest:
            rows.append([])
        rows[-1].append(value)
    return rows


LEAST = 5.2
"""Inches for the lines of text, however narrow the shapes are."""

SPACE = 0.15
"""Inches above and below the shapes."""
WIDEST = 760
"""Pixels that a row of pictures takes at most, if there are several in it; what a printed page has."""
NARROWEST, LONGEST = 232, 420
"""Pixels for the lines of caption and key, unless the picture is wider."""
GAP, LINE, LETTER, SAMPLE = 30, 15, 6.4, 32
"""Between two pictures, from one line of text to the next, the width of a letter and of the sample of a line."""
CELL = 36
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


class Panel(NamedTuple):
    """Shapes, and the room that they need."""

    width: float
    height: float
    parts: Sequence[Shape]


def beside(pictures: Sequence[Drawing | HeatMap]) -> Panel:
    """All pictures; those that do not fit beside each other go to another row."""
    parts: list[Shape] = []
    width = bottom = 0.0
    for row in in_rows(map(_panel, pictures), lambda panel: panel.width, WIDEST, GAP):
        left, top = 0.0, bottom + (GAP if bottom else 0)
        for panel in row:
            parts.append(Moved(left, top, panel.parts))
            width, bottom = max(width, left + panel.width), max(bottom, top + panel.height)
            left += panel.width + GAP
    return Panel(width, bottom, parts)


def _panel(drawn: Drawing | HeatMap) -> Panel:
    shown = _table(drawn) if isinstance(drawn, HeatMap) else Panel(drawn.width, drawn.height, drawn.parts)
    longest = max(_width(Meaning(drawn.caption)), *map(_width, drawn.key), 0)
    width = max(shown.width, NARROWEST, min(longest, LONGEST))
    caption = textwrap.wrap(drawn.caption, round(width / LETTER)) or [""]
    parts: list[Shape] = [Label(0, LINE * k - 4, line, "tiny soft", "s") for k, line in enumerate(caption, 1)]
    parts.append(Moved(0, LINE * len(caption) + 4, shown.parts))
    bottom = LINE * len(caption) + 4 + shown.height
    for row in in_rows(_lines(drawn.key, width), _width, width, LETTER):
        left, bottom = 0.0, bottom + LINE
        for key in row:
            parts += [Stroke(left, bottom - 8, left + 26, bottom - 8, key.line)] if key.line else []
            parts.append(Label(left + SAMPLE * bool(key.line), bottom - 4, key.words, "tiny soft", "s"))
            left += _width(key) + LETTER
    return Panel(width, bottom, parts)


def _width(meaning: Meaning) -> float:
    return SAMPLE * bool(meaning.line) + LETTER * (len(meaning.words) + 1)


def _lines(keys: Sequence[Meaning], width: float) -> Iterator[Meaning]:
    """Yield the meanings of the signs, in lines that fit."""
    for key in keys:
        for k, line in enumerate(textwrap.wrap(key.words, round(width / LETTER) - 1)):
            yield Meaning(line, key.line if k == 0 else "")


def _table(heat: HeatMap) -> Panel:
    """A heat map with its heads above and left of the cells."""
    wide = max(CELL, *(8 * len(cell.words) + 8 for row in heat.rows for cell in row))
    left = 12 + 8 * max(map(len, heat.heads))
    parts: list[Shape] = []
    for k, (head, row) in enumerate(zip(heat.heads, heat.rows, strict=True)):
        y = 20 + CELL * k
        parts += [Label(left + wide * (k + 0.5), 13, head), Label(left - 6, y + CELL / 2 + 4.5, head, "", "e")]
        for j, cell in enumerate(row):
            x = left + wide * j
            ink = "soft" if cell.shade == "same" else "over" if cell.shade >= "h5" else ""
            parts.append(Box(x, y, wide, CELL, cell.shade, 0))
            parts += [Box(x + 3, y + 3, wide - 6, CELL - 6, "inverted", 0)] if cell.is_inverted else []
            parts.append(Label(x + wide / 2, y + CELL / 2 + 4.5, cell.words, f"small {ink}"))
    return Panel(left + wide * len(heat.heads) + 4, 20 + CELL * len(heat.heads) + 6, parts)


@dataclass(frozen=True)
class TextLine:
    """A line of text above or below the shapes."""

    text: str
    size: float = 9.0
    colour: str = INK
    bold: bool = False

    def wrapped(self, width: float) -> list[str]:
        """Wrap the text to lines of so many inches."""
        most = max(20, int(width / (self.size * (0.0093 if self.bold else 0.0086))))
        return textwrap.wrap(one_line_text(self.text), most, subsequent_indent="  ", break_on_hyphens=False) or [""]


def page(above: Sequence[TextLine], shown: Panel, below: Sequence[TextLine]) -> Figure:
    """The figure with all of it."""
    width, height = max(LEAST, shown.width / PIXELS), shown.height / PIXELS
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


MOST_TERMS = 8
LONGEST_TERM, LONGEST_SIDES, LONGEST_NUMBER = 180, 600, 40
"""Characters of a line below, of both sides, and of one exact number."""


class CannotDraw(ValueError):
    """A witness that makes no picture; the text says why."""


def drawn_witness(witness: Witness, registry: Registry) -> TitledFigure:
    """The witness on a page; to be called while :func:`drawing`.

    What is not drawn is a line of text. :class:`CannotDraw` if there is more than anybody could read.
    """
    account = account_of(witness, registry)
    shown = pictures(account.figures)
    large = [one.name for one in account.figures if not drawable(one)]
    if large and not shown:
        raise CannotDraw(f"a picture of {', '.join(large)} cannot be read: too many items")
    sides = _sides(witness, account.sides)
    brief = _brief(witness, sides)
    above = [
        TextLine(brief, 12, REFUTED if witness.shows in ("refutes", "rounds") else INK, bold=True),
        TextLine(account.title, 9.5),
    ]
    above += [TextLine(account.formula, 8.5, GREY)] if account.formula else []
    minimal = f"; {account.minimal}" if account.minimal else ""
    above.append(TextLine(account.found + minimal, 8.5, GREY))
    above += [TextLine(f"exactly: {sides}", 7.5, GREY)] if brief != sides and len(sides) <= LONGEST_SIDES else []
    texts, terms = list(_texts(account)), _terms(account)
    below = [TextLine(", ".join(map(_clipped, texts)), 9)] if texts else []
    below += [TextLine(f"Too large to be drawn: {', '.join(large)}.", 8.5, GREY)] if large else []
    below += [TextLine(text, 8.5) for text in terms]
    below += [TextLine(account.note, 8, GREY)] if account.note else []
    title = f"{account.title}: {sides if len(sides) <= LONGEST_SIDES else brief}"
    sentences = [one.description for one in shown if isinstance(one, Drawing)]
    maps = [f"{one.name}: {described(one)}" for one in account.figures if one.kind == "similarity"]
    sentences += [f"{text}." for text in (*maps, *texts, *terms)]
    return TitledFigure(page(above, beside(shown), below), title, " ".join(sentences))


def _texts(account: Account) -> Iterator[str]:
    """Yield the facts that no picture shows."""
    names = {one.name for one in account.figures}
    yield from (f"{one.name} {GIVEN[one.kind]} {described(one)}" for one in account.figures if one.kind in GIVEN)
    yield from (f"{one.name}: no entries" for one in account.figures if one.role == "parameter" and not one.rows)
    yield from (f"{one.name} = {one.text}" for one in account.instance if one.name not in names)


def _sides(witness: Witness, sides: str) -> str:
    """The two sides, exact; a quantity that is refuted has a part that no multiple of the other bounds."""
    if witness.op == "/" and witness.shows == "refutes":
        return f"{witness.lhs} / {witness.rhs}: no constant bounds it"
    return sides.replace(witness.sides_with_decimals, witness.sides)


def _brief(witness: Witness, sides: str) -> str:
    """The two sides with decimals for long exact numbers."""
    brief = f"{shorten_number(witness.lhs, LONGEST_NUMBER)} {witness.op} {shorten_number(witness.rhs, LONGEST_NUMBER)}"
    return sides.replace(f"{witness.lhs} {witness.op} {witness.rhs}", brief)


def _terms(account: Account) -> list[str]:
    """The first values that enter, as lines."""
    drawn = {one.name for one in account.figures}
    shown = (f"{_call(term, drawn)} = {shorten_number(term.value, LONGEST_NUMBER)}" for term in account.terms)
    lines = list(dict.fromkeys(map(_clipped, shown)))
    more = [f"and {len(lines) - MOST_TERMS} more values"] if len(lines) > MOST_TERMS else []
    return [*lines[:MOST_TERMS], *more]


def _call(term: Term, drawn: set[str]) -> str:
    """The call, of what it is of by its name if that is drawn."""
    is_drawn = not term.is_changed and drawn.issuperset(term.arguments)
    return f"{term.metric}({', '.join(term.arguments)})" if is_drawn else term.call


def _clipped(text: str) -> str:
    return text if len(text) <= LONGEST_TERM else f"{text[: LONGEST_TERM - 4]} ..."
