"""Draw a witness with matplotlib, for ``report --picture`` and ``witness.picture()`` in notebooks.

A witness is an instance that settles whether a metric satisfies an axiom; its *account* has it in words. The picture
is a page: both sides of the relation as text, the pictures that the site has too (``instance.py``), and the values of
metrics in the relation (the *terms*). :func:`draw_witness` collects the texts, :func:`arrange` places the pictures,
:func:`page` makes the figure, and :func:`paint` draws the shapes. matplotlib is imported inside functions, because its
import is slow. Shapes are in pixels, texts and pages in inches. Numbers without a name only centre a text.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ...evidence.account.account import Account, Term
from ...evidence.account.making import account_of
from ...evidence.evidence import Witness
from ...evidence.notation import shorten_number
from ...model.registry import Registry
from .instance import HEAT_SHADES, WRITTEN_KINDS, is_drawable, pictures
from .plotting import (
    FAINT,
    FALLS,
    GREY,
    INK,
    POINTS_PER_INCH,
    REFUTED,
    RISES,
    TitledFigure,
    count_from_upper_left,
    figure_of,
    one_line_text,
)
from .shapes import Box, Disc, Drawing, HeatMap, Label, Meaning, Moved, Node, Shape, Stroke, Triangle, figure_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch


MIN_TEXT_INCHES = 5.2
"""Width of the lines of text, however narrow the shapes are."""
SHAPE_MARGIN_INCHES = 0.15
"""Space above and below the shapes."""
MAX_ROW_PIXELS = 760
"""Width of a row of several pictures: that of a printed page."""
MIN_PANEL_PIXELS = 232
"""Least width of caption and legend."""
MAX_CAPTION_PIXELS = 420
"""Most width of caption and legend, unless the picture is wider."""
PANEL_GAP = 30
"""Pixels between two pictures."""
LINE_HEIGHT = 15
"""Pixels from one line of a caption or legend to the next."""
LETTER_WIDTH = 6.4
"""Pixels of a letter of a caption or legend, on average."""
SAMPLE_WIDTH = 32
"""Pixels of the sample of a line in a legend, with the space behind it."""
HEAT_CELL = 36
"""Pixels of the side of a heat map's cell."""
PIXELS_PER_INCH = 100
LINE_SPACING = 1.45
"""The height of a line of text of the page as a multiple of its font size."""
BAR_COLOUR = "#9ecae1"
POSITION_BAR_COLOUR = "#c9b6e4"
PANEL_COLOUR = "#f4f4f4"
HEAT_RGB = (0.12, 0.37, 0.62)
"""The darkest shade of a heat map: red, green and blue from 0 to 1."""
SHAPE_STYLES: dict[str, dict[str, Any]] = {
    "node": {"facecolor": "white", "edgecolor": GREY, "linewidth": 0.7},
    "bucket": {"facecolor": PANEL_COLOUR, "edgecolor": GREY, "linewidth": 0.7, "linestyle": (0, (2, 2))},
    "line": {"linewidth": 1.3},
    "rises": {"edgecolor": RISES},
    "falls": {"edgecolor": FALLS, "linestyle": (0, (5, 1.7))},
    "stays": {"edgecolor": GREY, "linestyle": (0, (1.1, 1.7))},
    "goes": {"edgecolor": GREY, "linestyle": (0, (0.4, 0.7)), "linewidth": 2.2},
    "cover": {"edgecolor": GREY, "linestyle": "-"},
    "dot": {"facecolor": INK, "edgecolor": INK, "linewidth": 0.7},
    "empty": {"facecolor": "white"},
    "bar": {"facecolor": BAR_COLOUR},
    "place": {"facecolor": POSITION_BAR_COLOUR},
    "axis": {"edgecolor": GREY, "linewidth": 0.8},
    "apart": {"linestyle": (0, (2, 3))},
    "cut": {"edgecolor": FALLS, "linewidth": 1.1, "linestyle": (0, (3.3, 2))},
    "grade": {"facecolor": BAR_COLOUR},
    "missing": {"facecolor": "none", "edgecolor": GREY, "linewidth": 0.7, "linestyle": (0, (3, 2))},
    "changed": {"edgecolor": FALLS, "linewidth": 1.6},
    "mark": {"facecolor": FALLS},
    "judged": {"facecolor": INK, "edgecolor": INK, "linewidth": 0.7},
    "same": {"facecolor": PANEL_COLOUR, "edgecolor": FAINT, "linewidth": 0.5},
    "inverted": {"facecolor": "none", "edgecolor": FALLS, "linewidth": 1.4},
}
"""Fill and outline of shapes by style name. The style of a shape is a list of such names, such as ``line falls``."""
SHAPE_STYLES |= {  # shades h0 to h8: h0 is 6% of the way from white to HEAT_RGB, and each next one 10% further
    f"h{k}": SHAPE_STYLES["same"] | {"facecolor": tuple(1 - (0.06 + 0.1 * k) * (1 - channel) for channel in HEAT_RGB)}
    for k in range(HEAT_SHADES + 1)
}
FIRST_DARK_SHADE = "h5"
"""The lightest shade on which white text is easier to read than black text."""
TEXT_STYLES: dict[str, dict[str, Any]] = {
    "small": {"fontsize": 8.4},
    "tiny": {"fontsize": 7.7},
    "soft": {"color": GREY},
    "name": {"weight": "bold"},
    "made": {"style": "italic"},
    "over": {"color": "white"},
    "cut": {"color": FALLS},
}
"""Font of texts by style name."""
ANCHORS = {"": "center", "s": "left", "e": "right"}
"""matplotlib's words for the anchors of a :class:`Label`."""
MAX_TERMS = 8
"""Most values of metrics that are written below the shapes."""
MAX_TERM_CHARACTERS = 180
"""Characters beyond which a line of text below the shapes is cut."""
MAX_SIDES_CHARACTERS = 600
"""Characters beyond which both sides of the relation are written with decimals only."""
MAX_NUMBER_CHARACTERS = 40
"""Characters beyond which an exact number is written as a decimal."""


class Panel(NamedTuple):
    """Shapes, and the width and height that they need in pixels."""

    width: float
    height: float
    parts: Sequence[Shape]


T = TypeVar("T")


def arrange_in_rows(
    values: Iterable[T], width: Callable[[T], float], max_width: float, gap: float = 0
) -> list[list[T]]:
    """Arrange values in rows, as many in each as fit into ``max_width`` with that gap."""
    rows: list[list[T]] = []
    for value in values:
        if not rows or sum(width(placed) + gap for placed in rows[-1]) + width(value) > max_width:
            rows.append([])
        rows[-1].append(value)
    return rows


def arrange(pictures: Sequence[Drawing | HeatMap]) -> Panel:
    """Arrange pictures in rows, as many in each as fit."""
    parts: list[Shape] = []
    width = bottom = 0.0
    for row in arrange_in_rows(map(_panel, pictures), lambda panel: panel.width, MAX_ROW_PIXELS, PANEL_GAP):
        left = 0.0
        top = bottom + PANEL_GAP if bottom else 0.0  # no gap above the first row
        for panel in row:
            parts.append(Moved(left, top, panel.parts))
            width, bottom = max(width, left + panel.width), max(bottom, top + panel.height)
            left += panel.width + PANEL_GAP
    return Panel(width, bottom, parts)


def _panel(picture: Drawing | HeatMap) -> Panel:
    """Arrange a picture with its caption above and its legend below."""
    body = _table(picture) if isinstance(picture, HeatMap) else Panel(picture.width, picture.height, picture.parts)
    # a caption is as wide as an entry of the legend without a sample
    longest_text = max(_entry_width(Meaning(picture.caption)), *map(_entry_width, picture.legend), 0)
    width = max(body.width, MIN_PANEL_PIXELS, min(longest_text, MAX_CAPTION_PIXELS))
    caption = textwrap.wrap(picture.caption, round(width / LETTER_WIDTH)) or [""]
    parts: list[Shape] = [Label(0, LINE_HEIGHT * k - 4, line, "tiny soft", "s") for k, line in enumerate(caption, 1)]
    body_top = LINE_HEIGHT * len(caption) + 4
    parts.append(Moved(0, body_top, body.parts))
    bottom = body_top + body.height
    for row in arrange_in_rows(_wrapped_entries(picture.legend, width), _entry_width, width, LETTER_WIDTH):
        left = 0.0
        bottom += LINE_HEIGHT
        for entry in row:
            if entry.line:
                parts.append(Stroke(left, bottom - 8, left + 26, bottom - 8, entry.line))
            words_x = left + (SAMPLE_WIDTH if entry.line else 0)
            parts.append(Label(words_x, bottom - 4, entry.words, "tiny soft", "s"))
            left += _entry_width(entry) + LETTER_WIDTH
    return Panel(width, bottom, parts)


def _entry_width(entry: Meaning) -> float:
    """The width of an entry of a legend: its words, and the sample of a line if it has one."""
    return SAMPLE_WIDTH * bool(entry.line) + LETTER_WIDTH * (len(entry.words) + 1)


def _wrapped_entries(legend: Sequence[Meaning], width: float) -> Iterator[Meaning]:
    """Yield the entries of a legend, long ones in several lines that fit; only the first has the sample."""
    for entry in legend:
        for k, line in enumerate(textwrap.wrap(entry.words, round(width / LETTER_WIDTH) - 1)):
            yield Meaning(line, entry.line if k == 0 else "")


def _table(heat_map: HeatMap) -> Panel:
    """Arrange a heat map as shapes, with its heads above and left of the cells."""
    cell_width = max(HEAT_CELL, *(8 * len(cell.words) + 8 for row in heat_map.rows for cell in row))
    left, top = 12 + 8 * max(map(len, heat_map.heads)), 20
    parts: list[Shape] = []
    for k, (head, row) in enumerate(zip(heat_map.heads, heat_map.rows, strict=True)):
        y = top + HEAT_CELL * k
        parts.append(Label(left + cell_width * (k + 0.5), 13, head))
        parts.append(Label(left - 6, y + HEAT_CELL / 2 + 4.5, head, "", "e"))
        for j, cell in enumerate(row):
            x = left + cell_width * j
            if cell.shade == "same":
                ink = "soft"
            elif cell.shade >= FIRST_DARK_SHADE:  # h0 to h8 are in alphabetical order
                ink = "over"
            else:
                ink = ""
            parts.append(Box(x, y, cell_width, HEAT_CELL, cell.shade, 0))
            if cell.is_inverted:
                parts.append(Box(x + 3, y + 3, cell_width - 6, HEAT_CELL - 6, "inverted", 0))
            parts.append(Label(x + cell_width / 2, y + HEAT_CELL / 2 + 4.5, cell.words, f"small {ink}"))
    n = len(heat_map.heads)
    return Panel(left + cell_width * n + 4, top + HEAT_CELL * n + 6, parts)


@dataclass(frozen=True)
class TextLine:
    """A line of text above or below the shapes."""

    text: str
    size: float = 9.0
    """The font size in points."""
    colour: str = INK
    bold: bool = False

    def wrapped(self, width: float) -> list[str]:
        """Wrap the text to lines of ``width`` inches."""
        letter_inches = self.size * (0.0093 if self.bold else 0.0086)  # measured in the usual font
        max_characters = max(20, int(width / letter_inches))
        lines = textwrap.wrap(one_line_text(self.text), max_characters, subsequent_indent="  ", break_on_hyphens=False)
        return lines or [""]

    @property
    def height(self) -> float:
        """The inches from the line to the next one."""
        return self.size * LINE_SPACING / POINTS_PER_INCH


def page(above: Sequence[TextLine], pictures: Panel, below: Sequence[TextLine]) -> Figure:
    """Make the figure: lines of text above and below the pictures."""
    width, height = max(MIN_TEXT_INCHES, pictures.width / PIXELS_PER_INCH), pictures.height / PIXELS_PER_INCH
    text_width = min(width, MAX_ROW_PIXELS / PIXELS_PER_INCH)
    lines_above = [replace(line, text=part) for line in above for part in line.wrapped(text_width)]
    lines_below = [replace(line, text=part) for line in below for part in line.wrapped(text_width)]
    shapes_top = sum(line.height for line in lines_above) + SHAPE_MARGIN_INCHES
    below_top = shapes_top + height + SHAPE_MARGIN_INCHES
    page_height = below_top + sum(line.height for line in lines_below) + 0.1
    figure = figure_of(width, page_height)
    # matplotlib writes an SVG in this order, which is the order of reading: text, shapes (-1 < zorder < 3), text
    _write_lines(figure, lines_above, 0.0, page_height, zorder=-1)
    if pictures.parts:
        axes = figure.add_axes((0, 1 - (shapes_top + height) / page_height, 1, height / page_height))
        count_from_upper_left(axes, width * PIXELS_PER_INCH, pictures.height)
        paint(axes, pictures.parts)
    _write_lines(figure, lines_below, below_top, page_height, zorder=3)
    return figure


def _write_lines(figure: Figure, lines: Sequence[TextLine], top: float, page_height: float, zorder: int) -> None:
    """Write lines below each other, from ``top`` inches below the upper edge of the page."""
    for line in lines:
        weight = "bold" if line.bold else "normal"
        style: dict[str, Any] = {"fontsize": line.size, "color": line.colour, "weight": weight, "zorder": zorder}
        figure.text(0, 1 - top / page_height, line.text, va="top", **style)
        top += line.height


def paint(axes: Axes, shapes: Iterable[Shape], left: float = 0, top: float = 0) -> None:
    """Draw the shapes on axes whose coordinates are pixels from the upper left corner."""
    for shape in shapes:
        if isinstance(shape, Label):
            style = {"fontsize": 9.0, "ha": ANCHORS[shape.anchor], **_style(TEXT_STYLES, shape.style)}
            axes.text(left + shape.x, top + shape.y, one_line_text(shape.words), **style)
        elif isinstance(shape, (Moved, Node)):
            paint(axes, shape.parts, left + shape.x, top + shape.y)
        else:
            axes.add_patch(_patch(shape, left, top))


def _patch(shape: Box | Stroke | Disc | Triangle, left: float, top: float) -> Patch:
    """Make matplotlib's patch of a shape that is moved by (left, top)."""
    from matplotlib.patches import Circle, FancyBboxPatch, PathPatch, Polygon
    from matplotlib.path import Path

    match shape:
        case Box(x, y, width, height, style, rx):
            corners = f"round,pad=0,rounding_size={min(rx, width / 2, height / 2)}"
            return FancyBboxPatch((left + x, top + y), width, height, boxstyle=corners, **_shape_style(style or "node"))
        case Stroke(x1, y1, x2, y2, style):
            return PathPatch(Path([(left + x1, top + y1), (left + x2, top + y2)]), **_shape_style(style))
        case Disc(x, y, radius, style):
            return Circle((left + x, top + y), radius, **_shape_style(style))
        case Triangle(x, y):
            x, y = left + x, top + y
            return Polygon([(x, y), (x + 6, y + 9), (x - 6, y + 9)], **_shape_style("mark"))


def _shape_style(style: str) -> dict[str, Any]:
    """The fill and outline of a shape, none unless its style says so."""
    return {"facecolor": "none", "edgecolor": "none", **_style(SHAPE_STYLES, style)}


def _style(styles: dict[str, dict[str, Any]], style: str) -> dict[str, Any]:
    """The properties of a style, which is a list of style names; the later names have precedence."""
    return {name: value for word in style.split() for name, value in styles.get(word, {}).items()}


class CannotDraw(ValueError):
    """A witness that cannot be drawn; the text says why."""


def draw_witness(witness: Witness, registry: Registry) -> TitledFigure:
    """Draw a witness; call it inside of ``with drawing():``.

    Values that are not drawn are written. Raises :class:`CannotDraw` if all values are too large to be drawn.
    """
    account = account_of(witness, registry)
    drawings = pictures(account.figures)
    too_large = [figure.name for figure in account.figures if not is_drawable(figure)]
    if too_large and not drawings:
        raise CannotDraw(f"{', '.join(too_large)}: too many items for a legible picture")
    sides = _exact_sides(witness, account.sides)
    brief_sides = _brief_sides(witness, sides)
    fits_exactly = len(sides) <= MAX_SIDES_CHARACTERS
    above = [
        TextLine(brief_sides, 12, REFUTED if witness.shows in ("refutes", "rounds") else INK, bold=True),
        TextLine(account.title, 9.5),
    ]
    if account.formula:
        above.append(TextLine(account.formula, 8.5, GREY))
    minimal = f"; {account.minimal}" if account.minimal else ""  # whether a smaller instance can exist
    above.append(TextLine(account.outcome_text + minimal, 8.5, GREY))
    if brief_sides != sides and fits_exactly:
        above.append(TextLine(f"exactly: {sides}", 7.5, GREY))
    values = list(_undrawn_values(account))
    terms = _term_lines(account)
    below = [TextLine(", ".join(map(_clip, values)), 9)] if values else []
    if too_large:
        below.append(TextLine(f"Too large to be drawn: {', '.join(too_large)}.", 8.5, GREY))
    below += [TextLine(line, 8.5) for line in terms]
    if account.note:
        below.append(TextLine(account.note, 8, GREY))
    title = f"{account.title}: {sides if fits_exactly else brief_sides}"
    sentences = [drawing.description for drawing in drawings if isinstance(drawing, Drawing)]
    heat_maps = [f"{figure.name}: {figure_text(figure)}" for figure in account.figures if figure.kind == "similarity"]
    sentences += [f"{text}." for text in (*heat_maps, *values, *terms)]
    return TitledFigure(page(above, arrange(drawings), below), title, " ".join(sentences))


def _undrawn_values(account: Account) -> Iterator[str]:
    """Yield the values that no picture shows: numbers and renamings, empty parameters, and values without a figure."""
    names_with_figure = {figure.name for figure in account.figures}
    written = [figure for figure in account.figures if figure.kind in WRITTEN_KINDS]
    yield from (f"{figure.name} {WRITTEN_KINDS[figure.kind]} {figure_text(figure)}" for figure in written)
    empty = (figure for figure in account.figures if figure.role == "parameter" and not figure.rows)
    yield from (f"{figure.name}: no entries" for figure in empty)
    yield from (f"{value.name} = {value.text}" for value in account.instance if value.name not in names_with_figure)


def _exact_sides(witness: Witness, sides: str) -> str:
    """Both sides in exact numbers; for a refuted best constant the ratio, which no constant bounds.

    ``sides`` is the account's text, in which decimals follow the exact numbers.
    """
    if witness.op == "/" and witness.shows == "refutes":
        return f"{witness.lhs} / {witness.rhs}: no constant bounds it"
    return sides.replace(witness.relation_with_truth_and_decimals, witness.relation_with_truth)


def _brief_sides(witness: Witness, sides: str) -> str:
    """Both sides, ``sides`` of :func:`_exact_sides`, with decimals in place of long exact numbers."""
    left, right = (shorten_number(number, MAX_NUMBER_CHARACTERS) for number in (witness.lhs, witness.rhs))
    return sides.replace(f"{witness.lhs} {witness.op} {witness.rhs}", f"{left} {witness.op} {right}")


def _term_lines(account: Account) -> list[str]:
    """Lines with the first values of metrics that enter the relation, such as ``kendall(a, b) = 1``."""
    drawn = {figure.name for figure in account.figures}
    calls = ((_call_text(term, drawn), shorten_number(term.value, MAX_NUMBER_CHARACTERS)) for term in account.terms)
    lines = list(dict.fromkeys(_clip(f"{call} = {value}") for call, value in calls))  # each once
    if len(lines) > MAX_TERMS:
        return [*lines[:MAX_TERMS], f"and {len(lines) - MAX_TERMS} more values"]
    return lines


def _call_text(term: Term, drawn_names: set[str]) -> str:
    """The call of a term; arguments that the picture shows are written by their names."""
    are_drawn = not term.is_changed and drawn_names.issuperset(term.arguments)  # the arguments, and no other parameter
    return f"{term.metric}({', '.join(term.arguments)})" if are_drawn else term.call


def _clip(text: str) -> str:
    """Cut a line of text below the shapes to the most characters that it may have."""
    return text if len(text) <= MAX_TERM_CHARACTERS else f"{text[: MAX_TERM_CHARACTERS - 4]} ..."
