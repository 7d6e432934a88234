"""The matrix as a picture: metrics by family, axioms by group, a coloured and lettered cell for each position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...evidence.matrix import ColumnHead, Matrix, Row
from ...evidence.verdict import Outcome, Tone
from ...evidence.words import (
    CLOSURE_ONLY,
    Line,
    Positions,
    Sort,
    by_sort,
    counted,
    grouped,
    groups,
    headline,
    marks_in,
    opened,
    position_sign,
    states_in,
    summary_text,
)
from ..pictures.words import clipped
from ..tables import in_rows
from .drawing import GREY, INK, REFUTED, TitledFigure, figure_of, from_corner, one_line_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CELL = 0.19
"""Inches of a cell."""
LETTER, GAP = 0.062, 0.08
"""Inches of a letter of a name, and between two groups."""
BELOW = 0.5
"""Inches between two tables."""


Face = tuple[str, str]
"""The colour of a cell, and that of its letter."""
FACES: dict[Tone, Face] = {
    Tone.REFUTED: ("#f7d4cf", "#8c1d18"),
    Tone.PROVED: ("#bfe3c8", "#12522a"),
    Tone.CERTIFIED: ("#cfeecf", "#12522a"),
    Tone.EXHAUSTED: ("#dff3df", "#12522a"),
    Tone.SEARCHED: ("#d9e8f6", "#174a7a"),
    Tone.UNKNOWN: ("#fbeec2", "#6b4e00"),
    Tone.NOTHING: ("#f1f1f1", "#767676"),
    Tone.FAULT: ("#ead7f0", "#6a1b7a"),
}
BROKEN: Face = (REFUTED, "#ffffff")
PLAIN: Face = ("#ffffff", INK)
"""Of what is about no verdict; the letter says the same as the colour."""
Key = tuple[Face, str, str]
"""Of a line of the legend: how its sign looks, the sign, and what it says."""


class PlotTable:
    """One sort of metrics: where everything of it stands, in inches from its upper left corner."""

    def __init__(self, sort: Sort, positions: Positions) -> None:
        self.sort = sort
        self.names = LETTER * max(len(row.name) for row in sort.rows) + 0.1
        self.heads = 0.057 * max((len(column.id) for column in sort.columns), default=0) + 0.55
        self.columns: list[tuple[ColumnHead, float]] = []
        self.groups: list[tuple[str, float, float]] = []
        x = self.names
        for group, columns in groups(sort.columns).items():
            start = x
            for column in columns:
                self.columns.append((column, x))
                x += CELL
            self.groups.append((group, start, x))
            x += GAP
        self.width = x
        self.rows: list[tuple[Row, float]] = []
        self.families: list[tuple[str, float]] = []
        y = self.heads
        for family, rows in grouped(sort.rows, lambda row: row.family).items():
            self.families.append((family, y + CELL))
            y += CELL * 1.1
            for row in rows:
                self.rows.append((row, y))
                y += CELL
        self.height = y
        self.places = [
            (x, y, _face(lines), position_sign(lines))
            for row, y in self.rows
            for column, x in self.columns
            if (lines := positions.at(row.name, column.id))
        ]


def _face(lines: Sequence[Line]) -> Face:
    shown = headline(opened(lines)).cell
    return BROKEN if shown.outcome is Outcome.BROKEN else FACES[shown.evidence.state.tone]


def drawn_matrix(matrix: Matrix, only: Sequence[str] = ()) -> TitledFigure:
    """A table for each sort of metrics (or only those sorts, such as ``rankings``); to be called while drawing.

    The sign of a position is the one of the terminal: the symbol of its most telling verdict and the mark of what is
    declared; a legend names those that occur.
    """
    sorts = by_sort(matrix)
    chosen = [sort for sort in sorts if sort.columns and (not only or sort.about in only)]
    positions = Positions(matrix)
    tables = [PlotTable(sort, positions) for sort in chosen]
    names = {row.name for sort in chosen for row in sort.rows}
    cells = [cell for cell in matrix.cells if cell.metric in names]
    shown = Matrix(matrix.rows, matrix.columns, cells, matrix.profile, matrix.seed, matrix.expected)
    metrics, axioms = sum(len(t.rows) for t in tables), len({c.id for t in tables for c, _ in t.columns})
    title = f"{counted(metrics, 'metric')} x {counted(axioms, 'axiom')}"
    title += f", profile {matrix.profile}, seed {matrix.seed}{'; ' * bool(matrix.interrupted)}{matrix.interrupted}"
    places, width, height = _packed(tables)
    keys = _legend(shown, tables)
    lines = in_rows(keys, _needed, width) or [[]]
    head, foot = 0.45, 0.24 * len(lines) + 0.2
    figure = figure_of(width, head + height + foot)
    axes = figure.add_axes((0, 0, 1, 1))
    from_corner(axes, width, head + height + foot)
    axes.text(0, 0.2, one_line_text(title), fontsize=11, weight="bold", va="center")
    for table, (left, top) in zip(tables, places, strict=True):
        right = min([x for x, _ in places if x > left], default=width)
        _draw(axes, table, left, head + top, right, len(sorts) > 1)
    _draw_legend(axes, lines, head + height + 0.2)
    description = f"{counted(len(shown), 'cell')}: {summary_text(shown)}."
    broken = "; ".join(f"{cell.metric}: {cell.title}" for cell in shown.broken)
    return TitledFigure(figure, title, f"{description} Broken: {broken}." if broken else description)


def _packed(tables: Sequence[PlotTable]) -> tuple[list[tuple[float, float]], float, float]:
    """Where the tables go: below each other if they are few, else in two columns, each into the shorter one."""
    several = sum(table.height for table in tables) > 14 and len(tables) > 1
    heights = [0.0, 0.0] if several else [0.0]
    where: list[tuple[int, float]] = []
    for table in tables:
        column = heights.index(min(heights))
        where.append((column, heights[column]))
        heights[column] += table.height + BELOW
    first = max((t.width for t, (column, _) in zip(tables, where, strict=True) if column == 0), default=0) + BELOW
    places = [(first * column, top) for column, top in where]
    width = max([4.0, *(left + table.width for table, (left, _) in zip(tables, places, strict=True))])
    return places, width, max(heights) - BELOW / 2


def _draw(axes: Axes, table: PlotTable, left: float, top: float, right: float, titled: bool) -> None:
    """The table with its upper left corner there; to the right of it nothing is drawn before ``right``."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    if titled:
        axes.text(left, top + 0.12, one_line_text(table.sort.title), fontsize=10, weight="bold", va="center")
    for k, (group, start, end) in enumerate(table.groups, 1):
        room = end - start + GAP if k < len(table.groups) else right - left - start
        axes.plot([left + start + 0.02, left + end - 0.02], [top + 0.42] * 2, color=GREY, linewidth=0.8)
        axes.text(left + start + 0.02, top + 0.38, _fitting(group, room), fontsize=7, color=GREY, va="bottom")
    for column, x in table.columns:
        at = (left + x + CELL / 2, top + table.heads - 0.04)
        axes.text(*at, one_line_text(column.id), fontsize=7, rotation=90, ha="center", va="bottom")
    for family, y in table.families:
        axes.text(left, top + y, one_line_text(family), fontsize=7, color=GREY, style="italic", va="bottom")
    for row, y in table.rows:
        at = (left + table.names - 0.06, top + y + CELL / 2)
        axes.text(*at, one_line_text(row.name), fontsize=7, ha="right", va="center")
    # one path of all squares of a colour: thousands of them would be a large file
    for (back, _), places in grouped(table.places, lambda place: place[2]).items():
        points, codes = [], []
        for x0, y0, *_ in places:
            x, y, size = left + x0 + 0.008, top + y0 + 0.008, CELL - 0.016
            points += [(x, y), (x + size, y), (x + size, y + size), (x, y + size), (x, y)]
            codes += [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
        axes.add_patch(PathPatch(Path(points, codes), facecolor=back, edgecolor="none", linewidth=0))
    for x, y, face, sign in table.places:
        if face is not FACES[Tone.NOTHING]:  # its colour is all it says; the legend has the sign
            at, weight = (left + x + CELL / 2, top + y + CELL / 2), "bold" if face is BROKEN else "normal"
            axes.text(*at, sign, fontsize=7, color=face[1], ha="center", va="center_baseline", weight=weight)


def _fitting(text: str, width: float) -> str:
    """The text, cut where it would run into what stands beside it."""
    most = max(2, int(width / 0.062))
    return one_line_text(clipped(text, most))


# --- the legend ------------------------------------------------------------------------------------------------


def _legend(matrix: Matrix, tables: Sequence[PlotTable]) -> list[Key]:
    keys = [(FACES[state.tone], state.letter, state.word) for state in states_in(matrix)]
    for mark, words in marks_in(matrix).items():
        keys.append((BROKEN if mark == Outcome.BROKEN.mark else PLAIN, mark, words))
    if any(sign.endswith(CLOSURE_ONLY) for table in tables for *_, sign in table.places):
        keys.append((PLAIN, CLOSURE_ONLY, "refuted on the closure only"))
    return keys


def _needed(key: Key) -> float:
    return CELL + 0.15 + 0.068 * len(key[2]) + 0.15


def _draw_legend(axes: Axes, rows: Sequence[Sequence[Key]], top: float) -> None:
    from matplotlib.patches import Rectangle

    for k, row in enumerate(rows):
        x, y = 0.0, top + 0.24 * k
        for key in row:
            (back, ink), sign, words = key
            axes.add_patch(Rectangle((x, y), CELL, CELL, facecolor=back, edgecolor="none"))
            axes.text(x + CELL / 2, y + CELL / 2, sign, fontsize=8, color=ink, ha="center", va="center_baseline")
            axes.text(x + CELL + 0.06, y + CELL / 2, one_line_text(words), fontsize=8, va="center")
            x += _needed(key)
