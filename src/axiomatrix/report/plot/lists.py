"""Judged lists, runs, scored lists and score vectors: bars of grades by rank, with what changed marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...spaces.discounts import Discounts
from ...values.judged import Judged, Run, Scored, Scores
from ...values.parameters import Parameter
from ..tables import in_rows
from .drawing import FALLS, GREY, INK, said_safely, short
from .page import WIDEST, Panel, inches

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROW, LABEL, BAR, HEAD = 0.23, 0.3, 0.8, 0.3
"""Inches: height of a row, width of its label, of the longest bar, and height of what is above the first row."""
FACE, UNLISTED = "#9ecae1", "#eeeeee"


@dataclass(frozen=True)
class Bar:
    """A row: what it is called, the number, and how it is drawn."""

    label: str
    value: Any
    changed: bool = False
    listed: bool = True


@dataclass(frozen=True)
class PlotColumn:
    """Rows below a name, with what is said below them; ``together`` are runs of rows (first, last) that are tied."""

    name: str
    bars: tuple[Bar, ...]
    said: str = ""
    together: tuple[tuple[int, int], ...] = ()
    cut: int | None = None
    """After how many rows the cut-off is."""


def _judged(name: str, x: Judged, before: Judged | None, caption: str, cut: int | None = None) -> PlotColumn:
    """A judged list by rank, then the grades of the items that are not listed; what differs from another is marked."""
    if before is not None and abs(len(before.ideal) - len(x.ideal)) > 1:
        before = None  # another collection: nothing of it changed
    old = list(before.grades) if before is not None else list(x.grades)
    bars = [
        Bar(str(rank), grade, rank > len(old) or str(old[rank - 1]) != str(grade))
        for rank, grade in enumerate(x.grades, 1)
    ]
    rest = list(before.missing) if before is not None else list(x.missing)
    for grade in x.missing:
        known = grade in rest
        if known:
            rest.remove(grade)
        bars.append(Bar("", grade, not known, listed=False))
    return PlotColumn(name, tuple(bars), caption, cut=cut if cut is not None and 0 < cut <= len(x) else None)


def _scored(name: str, x: Scored, caption: str) -> PlotColumn:
    """A scored list by falling score, ties together; the label is the score."""
    bars: list[Bar] = []
    together: list[tuple[int, int]] = []
    for bucket in x.buckets:
        if len(bucket) > 1:
            together.append((len(bars), len(bars) + len(bucket) - 1))
        bars += [Bar(short(str(x.scores[k - 1])), x.grades[k - 1]) for k in bucket]
    bars += [Bar("", grade, listed=False) for grade in x.missing]
    return PlotColumn(name, tuple(bars), caption, tuple(together))


def weights(name: str, parameter: Parameter | Discounts) -> PlotColumn:
    """The entries of weights, discounts or heights."""
    if isinstance(parameter, Discounts):
        return PlotColumn(name, tuple(Bar(str(rank), entry) for rank, entry in enumerate(parameter.weights, 1)))
    return PlotColumn(name, tuple(Bar(str(key), entry) for key, entry in parameter.entries.items()))


def columns_of(
    name: str, value: Judged | Run | Scored | Scores, before: Any, caption: str, cut: int | None
) -> list[PlotColumn]:
    """The columns of a value: one, or one for each list of a run."""
    if isinstance(value, Run):
        old = before.lists if isinstance(before, Run) and len(before) == len(value) else (None,) * len(value)
        return [
            _judged(f"{name}, query {k}", x, y, caption if k == 1 else "", cut)
            for k, (x, y) in enumerate(zip(value.lists, old, strict=True), 1)
        ]
    if isinstance(value, Scored):
        return [_scored(name, value, caption)]
    if isinstance(value, Scores):
        return [PlotColumn(name, tuple(Bar(str(item), value[item]) for item in value.items), caption)]
    return [_judged(name, value, before if isinstance(before, Judged) else None, caption, cut)]


def panels(columns: Sequence[PlotColumn], labels: str, first: str = "", widest: float = WIDEST) -> list[Panel]:
    """The columns side by side, in as many panels as there are rows of them on a page, all to one scale.

    ``labels`` says what stands before the bars, such as ``rank``; ``first`` is the name of the list that the changed
    ranks are compared with.
    """
    values = [float(bar.value) for column in columns for bar in column.bars]
    scale = min([0.0, *values]), max([0.0, *values])
    rows = in_rows(columns, _width, widest)
    return [_panel(row, scale, _notes(columns, labels, first) if row is rows[-1] else []) for row in rows]


def _width(column: PlotColumn) -> float:
    return max(LABEL + BAR + 0.35, 0.075 * max(len(column.name), len(column.said)) + 0.15)


def _panel(columns: Sequence[PlotColumn], scale: tuple[float, float], notes: Sequence[str]) -> Panel:
    rows = max(len(column.bars) for column in columns)
    widths = [_width(column) for column in columns]
    height = HEAD + ROW * max(rows, 1) + 0.28 + 0.15 * len(notes)
    low, high = scale

    def draw(axes: Axes) -> None:
        inches(axes, sum(widths), height)
        left = 0.0
        for column, width in zip(columns, widths, strict=True):
            _draw(axes, column, left, low, (high - low) or 1.0)
            left += width
        for k, note in enumerate(notes):
            axes.text(0, height - 0.15 * (len(notes) - k), note, fontsize=7.5, color=GREY, va="top")

    return Panel(max(sum(widths), 2.2), height, draw)


def _notes(columns: Sequence[PlotColumn], labels: str, first: str) -> list[str]:
    """What the signs of the panel mean."""
    bars = [bar for column in columns for bar in column.bars]
    notes = [f"before the bars: {labels}"] if any(bar.label for bar in bars) else []
    notes += [f"\u25c2 differs from {said_safely(first)}"] if any(bar.changed for bar in bars) else []
    notes += ["dashed: in the collection, not listed"] if any(not bar.listed for bar in bars) else []
    notes += ["framed: tied"] if any(column.together for column in columns) else []
    notes += ["rule: the cut-off"] if any(column.cut for column in columns) else []
    lines: list[str] = []
    for note in notes:  # two to a line
        if lines and "; " not in lines[-1] and len(lines[-1]) + len(note) < 48:
            lines[-1] += f"; {note}"
        else:
            lines.append(note)
    return lines


def _draw(axes: Axes, column: PlotColumn, left: float, low: float, span: float) -> None:
    from matplotlib.patches import Rectangle

    axes.text(left + LABEL, HEAD - 0.12, said_safely(column.name), color=GREY, va="bottom")
    zero = left + LABEL + BAR * (0 - low) / span
    if not column.bars:
        axes.text(left + LABEL, HEAD + ROW / 2, "an empty list", va="center", fontsize=8, style="italic")
    for k, bar in enumerate(column.bars):
        top, middle = HEAD + k * ROW, HEAD + (k + 0.5) * ROW
        width = BAR * float(bar.value) / span
        edge = FALLS if bar.changed else GREY if not bar.listed else FACE
        axes.add_patch(
            Rectangle(
                (min(zero, zero + width), top + 0.035),
                abs(width),
                ROW - 0.07,
                facecolor=FACE if bar.listed else UNLISTED,
                edgecolor=edge,
                linewidth=1.2 if bar.changed else 0.6,
                linestyle="-" if bar.listed else (0, (3, 2)),
            )
        )
        axes.text(left + LABEL - 0.07, middle, said_safely(bar.label), ha="right", va="center", fontsize=8, color=GREY)
        # left of the zero there may be a bar: the number stands right of both
        shown = short(str(bar.value)) + (" \u25c2" if bar.changed else "")
        axes.text(
            max(zero, zero + width) + 0.05,
            middle,
            said_safely(shown),
            va="center",
            fontsize=8,
            color=FALLS if bar.changed else INK,
            weight="bold" if bar.changed else "normal",
        )
    bottom = HEAD + len(column.bars) * ROW
    axes.plot([zero, zero], [HEAD, max(bottom, HEAD + ROW)], color=GREY, linewidth=0.8)
    for first, last in column.together:
        box = (left + 0.02, HEAD + first * ROW + 0.01)
        size = (LABEL + BAR + 0.2, (last - first + 1) * ROW - 0.02)
        axes.add_patch(Rectangle(box, *size, facecolor="none", edgecolor=GREY, linewidth=0.9))
    if column.cut is not None:
        y = HEAD + column.cut * ROW
        axes.plot([left + 0.05, left + LABEL + BAR + 0.2], [y, y], color=INK, linewidth=0.9, dashes=(4, 2))
    if column.said:
        axes.text(left + LABEL, max(bottom, HEAD + ROW) + 0.06, said_safely(column.said), va="top", fontsize=8.5)
