"""Lay out judged lists, runs, scored lists and scores as bars by rank, with marks where an axiom changed a list.

``instance.py`` calls :func:`draw_lists` for the lists of a witness. Each list is a strip: bars by rank, then the
missing items, which are in the collection but not in the list. Strips are stacked, all to one scale.

A figure has a list as rows of text (``evidence/account/figures.py``). A list with the role ``made`` was derived from
another list by the axiom, whose changes are marked. The style of a shape is a list of style names such as
``grade changed``. Lengths are pixels. Unnamed numbers shift a text so that it looks centred.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...evidence.account.figures import Figure
from .shapes import (
    Box,
    Disc,
    Drawing,
    Label,
    Meaning,
    Shape,
    Stroke,
    Triangle,
    bar_lengths,
    clip,
    comma_list,
    figure_text,
    magnitude,
    number_label,
    weights_up_to,
)

RANK_WIDTH = 36
"""Pixels from one rank to the next."""
BAR_WIDTH = 22
TALLEST_BAR_HEIGHT = 46
"""Height in pixels of the bar of the largest number."""
TALLEST_WEIGHT_BAR_HEIGHT = 24
"""Height in pixels of the bar of the largest position weight."""
MIN_BAR_HEIGHT = 2.5
"""Height in pixels of the bar of a 0, to keep it visible."""
NUMBER_ROOM_ABOVE = 20
"""Pixels above a bar for its number."""
NUMBER_ROOM_BELOW = 16
"""Pixels below the bar of a negative number for this number."""
GRADE_ROOM = 22
"""Pixels below the axis for the grades of a scored list."""
WEIGHTS_HEIGHT, WEIGHTS_AXIS_Y = 50, 40
"""Height in pixels of the row of position weights, and of its axis below the upper edge of the row."""
CUT_OFF_ROOM = 12
"""Pixels above the strips for the label of the cut-off."""
STRIP_GAP = 38
"""Pixels below a strip for its ranks and the triangles, up to the next strip."""
MISSING_GAP = 34
"""Pixels between the end of the longest list and the missing items."""
MAX_NAME_CHARACTERS = 14
"""Characters of a strip's name that are shown."""
CAPTIONS = {
    "scored list": "scores as bars in input order, below them the grades",
    "scores": "a score for each item",
}
"""The words of a caption after the names of the lists, by their kind."""
USUAL_CAPTION = "grades by rank, 1 is the top of the list"
"""The words for other kinds."""


class Bar(NamedTuple):
    """An item of a list: the number that its bar shows, and the grade written below the bar."""

    number: str
    """A score, or in a list without scores the grade; empty for a missing item of a scored list."""
    grade: str = ""
    """Empty in a list without scores."""


class Strip(NamedTuple):
    """A row of bars, which shows one list."""

    name: str
    is_derived: bool
    """True if an axiom made the list from another one."""
    bars: Sequence[Bar]
    missing: Sequence[Bar]
    """The items of the collection that are missing from the list."""

    def describe(self) -> str:
        """Describe the list in words."""
        bars = comma_list(
            f"{k}: score {number}, grade {grade}" if grade else f"{k}: {number}"
            for k, (number, grade) in enumerate(self.bars, 1)
        )
        missing = ", ".join(grade or number for number, grade in self.missing)
        return f"{bars}." + (f" Missing from the list: {missing}." if self.missing else "")

    def changes(self, reference: Strip) -> tuple[set[int], set[int]]:
        """Return the indexes of the bars, and of the missing items, that differ from those of ``reference``.

        Missing items have no order: of equal ones, the last are taken to be the additional ones.
        """
        reference_bars = dict(enumerate(reference.bars))
        surplus = Counter(self.missing)  # how many more of each missing item there are than in ``reference``
        surplus.subtract(reference.missing)
        added = set()
        for k, bar in reversed(list(enumerate(self.missing))):
            if surplus[bar] > 0:
                added.add(k)
                surplus[bar] -= 1
        return {k for k, bar in enumerate(self.bars) if reference_bars.get(k) != bar}, added


class Layout(NamedTuple):
    """Sizes that the strips of a picture share; all but ``n`` are pixels."""

    n: int
    """The length of the longest list."""
    left: float
    """Where the axes begin."""
    above: float
    """Height of the bars and their numbers above an axis."""
    below: float
    """Height of the bars, their numbers and grades below an axis."""
    scale: float
    """Height of a bar for the number 1."""


def _strips(figure: Figure) -> Iterator[Strip]:
    """Yield the strips of a figure: one, or one for each list of a run."""
    is_derived, rows = figure.role == "made", figure.rows
    if figure.kind == "scored list":
        grades, scores, missing_grades = rows
        bars = [Bar(score, grade) for score, grade in zip(scores, grades, strict=True)]
        yield Strip(figure.name, is_derived, bars, [Bar("", grade) for grade in missing_grades])
        return
    # rows alternate: a list, then the items missing from it; scores have one row and nothing missing
    rows_of_missing = rows[1::2] or ((),)
    for k, (values, missing) in enumerate(zip(rows[::2], rows_of_missing, strict=True), 1):
        name = f"{figure.name}, {k}" if figure.kind == "run" else figure.name
        yield Strip(name, is_derived, [Bar(v) for v in values], [Bar(v) for v in missing])


def _bar_shapes(x: float, axis_y: float, bar: Bar, scale: float, style: str) -> Iterator[Shape]:
    """Yield a bar around ``x``, upwards from the axis or downwards if negative, with its number and grade."""
    signed_height = magnitude([bar.number]) * scale
    height = max(abs(signed_height), MIN_BAR_HEIGHT)
    if signed_height >= 0:
        top = axis_y - height
        number_y = top - 5
    else:
        top = axis_y
        number_y = axis_y + height + 14
    yield Box(x - BAR_WIDTH / 2, top, BAR_WIDTH, height, f"grade {style}".strip())
    if bar.number:
        yield Label(x, number_y, number_label([bar.number], 5), "small")
    if bar.grade:
        is_relevant = magnitude([bar.grade]) > 0
        yield Disc(x, axis_y + 12, 8.5, "judged" if is_relevant else "judged empty")
        yield Label(x, axis_y + 16, bar.grade, "tiny over" if is_relevant else "tiny")


def _position_weight_bars(weights: Figure, n: int, left: float, axis_y: float) -> Iterator[Shape]:
    """Yield bars of position weights above their ranks."""
    yield Label(left - 8, axis_y, clip(weights.name, MAX_NAME_CHARACTERS), "name", "e")
    for position, length, number in bar_lengths(weights_up_to(weights, n), TALLEST_WEIGHT_BAR_HEIGHT, 5):
        x = left + RANK_WIDTH * (int(position) - 0.5)  # the middle of the bar
        height = max(length, 1)
        yield Box(x - BAR_WIDTH / 2, axis_y - height, BAR_WIDTH, height, "bar place")
        yield Label(x, axis_y - height - 4, number, "tiny")


def _strip_shapes(strip: Strip, axis_y: float, layout: Layout, changed: set[int], added: set[int]) -> Iterator[Shape]:
    """Yield a strip: name, axis, bars with ranks, and bars of missing items.

    ``changed`` and ``added`` are the indexes of bars and of missing items that :meth:`Strip.changes` returns.
    """
    left, bottom = layout.left, axis_y + layout.below
    name_style = "name made" if strip.is_derived else "name"
    yield Label(left - 8, axis_y - 4, clip(strip.name, MAX_NAME_CHARACTERS), name_style, "e")
    yield Stroke(left, axis_y, left + RANK_WIDTH * max(len(strip.bars), 1), axis_y, "axis")
    if not strip.bars:
        yield Label(left + 4, axis_y - 5, "empty", "small soft", "s")
    for k, bar in enumerate(strip.bars):
        x = left + RANK_WIDTH * (k + 0.5)
        yield from _bar_shapes(x, axis_y, bar, layout.scale, "changed" if k in changed else "")
        yield Label(x, bottom + 15, str(k + 1), "tiny soft")
        if k in changed:
            yield Triangle(x, bottom + 21)
    left_of_missing = left + RANK_WIDTH * layout.n + MISSING_GAP
    for k, bar in enumerate(strip.missing):
        x = left_of_missing + RANK_WIDTH * (k + 0.5)
        yield from _bar_shapes(x, axis_y, bar, layout.scale, "missing changed" if k in added else "missing")
    if strip.missing:
        line_x = left_of_missing - 8
        yield Stroke(line_x, axis_y - layout.above + 4, line_x, axis_y + 6, "axis apart")
        yield Label(left_of_missing, bottom + 15, "missing", "tiny soft", "s")


def _layout(strips: Sequence[Strip], names: Sequence[str], *, has_grades: bool) -> Layout:
    """Return the layout of these strips, with room for these names to the left of the axes."""
    sizes = [magnitude([bar.number]) for strip in strips for bar in (*strip.bars, *strip.missing)]
    high, low = max([0, *sizes]), min([0, *sizes])
    scale = TALLEST_BAR_HEIGHT / (max(high, -low) or 1)
    below = 0.0
    if low < 0:
        below += NUMBER_ROOM_BELOW - low * scale
    if has_grades:
        below += GRADE_ROOM
    n = max(1, *(len(strip.bars) for strip in strips))
    left = round(14 + 8 * max(2, *(len(clip(name, MAX_NAME_CHARACTERS)) for name in names)))  # 8 for a letter
    return Layout(n, left, high * scale + NUMBER_ROOM_ABOVE, below, scale)


def _drawn_cut_off(parameters: Sequence[Figure], kind: str, n: int) -> int:
    """Return the cut-off k to draw in lists of a kind; 0 if there is none. The longest list has n ranks.

    Only judged lists and runs are lists by rank, which a cut-off cuts.
    """
    cut_offs = [figure.rows[0][0] for figure in parameters if (figure.name, figure.kind) == ("k", "number")]
    cut_off = int(magnitude([cut_offs[0]])) if cut_offs else 0
    return cut_off if 0 < cut_off <= n and kind in ("judged list", "run") else 0


def draw_lists(figures: Sequence[Figure], parameters: Sequence[Figure]) -> Drawing:
    """Draw lists of one kind below each other, with the cut-off and the position weights if there are any."""
    kind = figures[0].kind
    first_strips = list(_strips(figures[0]))
    # each strip with its reference: the strip of the first figure at the same place, from which it may be derived
    strips_with_reference = [
        (strip, first_strips[k] if k < len(first_strips) else strip)
        for figure in figures
        for k, strip in enumerate(_strips(figure))
    ]
    strips = [strip for strip, _ in strips_with_reference]
    max_missing = max(len(strip.missing) for strip in strips)
    weights = next((figure for figure in parameters if figure.kind == "position weights" and figure.rows), None)
    row_names = [strip.name for strip in strips] + ([weights.name] if weights else [])
    layout = _layout(strips, row_names, has_grades=kind == "scored list")
    n, left = layout.n, layout.left
    parts: list[Shape] = []
    sentences = []
    y = 8.0  # the upper edge of the next strip
    if weights:
        parts += _position_weight_bars(weights, n, left, y + WEIGHTS_AXIS_Y)
        sentences.append(f"{weights.name}: {figure_text(weights)}.")
        y += WEIGHTS_HEIGHT
    cut_off = _drawn_cut_off(parameters, kind, n)
    y += CUT_OFF_ROOM if cut_off else 0
    top = y
    is_changed = False
    for strip, reference in strips_with_reference:
        changed, added = set[int](), set[int]()
        if strip.is_derived and not reference.is_derived:
            changed, added = strip.changes(reference)
        parts += _strip_shapes(strip, y + layout.above, layout, changed, added)
        ranks = comma_list(str(k + 1) for k in sorted(changed))
        difference = f" Different from {reference.name} at {ranks}." if changed else ""
        more_missing = f" More items are missing than from {reference.name}." if added else ""
        sentences.append(f"{strip.name}: {strip.describe()}{difference}{more_missing}")
        is_changed |= bool(changed or added)
        y += layout.above + layout.below + STRIP_GAP
    if cut_off:
        x = left + RANK_WIDTH * cut_off
        parts += [Stroke(x, top, x, y - 20, "cut"), Label(x, top - 4, f"k = {cut_off}", "tiny cut")]
        sentences.append(f"The cut-off is k = {cut_off}.")
    names = ", ".join(figure.name for figure in figures)
    legend = []
    width = left + RANK_WIDTH * n + 40
    if is_changed:
        legend.append(Meaning(f"triangle and frame: different from {figures[0].name}."))
    if max_missing:
        legend.append(Meaning("Dashed: in the collection, missing from the list."))
        width += MISSING_GAP + RANK_WIDTH * max_missing
    return Drawing(
        caption=f"{names}: {CAPTIONS.get(kind, USUAL_CAPTION)}",
        width=width,
        height=y - 4,
        title=f"{names} as bars",
        description=" ".join(sentences),
        parts=parts,
        legend=legend,
    )
