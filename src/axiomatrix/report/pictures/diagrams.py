"""Two diagrams as SVG text: the parameter values for which an axiom holds, and the implications between axioms."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from ...evidence.safe import visible
from ...evidence.values import End, Stretch, ValuesNote
from ...evidence.verdict import Tone
from ...studies.axiom_sets.lattice_file import LatticeData

WIDTH, HEIGHT = 320, 44
"""Pixels of the number line."""
MARGIN = 16
"""Pixels at the left and right edge."""
MIDDLE = 14
"""Pixels of the line below the upper edge."""
HOLDS, FAILS = Tone.PROVED.colour.light, Tone.REFUTED.colour.light
"""Colours that colour-blind readers can distinguish; stretches that fail are dashed too."""


def number_line(note: ValuesNote) -> str:
    """A number line of the parameter values for which a statement holds and fails, with its words for screen readers.

    An unbounded range is compressed: the left half shows it up to the last end of a stretch, and the right edge is
    infinity.
    """
    low, high = outer_ends = note.whole.low, note.whole.high
    stretches = (*note.fails, *note.holds)
    all_ends = dict.fromkeys(end for s in stretches for end in (s.low, s.high) if end is not None)
    ends = sorted((end for end in all_ends if end not in outer_ends), key=lambda end: float(end.near))
    first = float(low.near) if low else 0.0
    length = float(high.near) - first or 1.0 if high else None
    # of an unbounded range, the length from its low end to the last end of a stretch, at which the middle is
    half = max((float(end.near) for end in ends), default=first + 1) - first or 1.0

    def at(end: End | None) -> float:
        if end is None:
            return WIDTH - MARGIN
        value = float(end.near) - first
        return MARGIN + (WIDTH - 2 * MARGIN) * (value / (value + half) if length is None else value / length)

    drawn = [_stretch(s, FAILS, at) for s in note.fails] + [_stretch(s, HOLDS, at) for s in note.holds]
    last = -WIDTH
    for end in dict.fromkeys(end for end in (low, *ends, high) if end is not None):
        x = at(end)
        if x - last >= 5 * len(end.near):  # else the label would cover the one before it
            style = f'x="{x:.1f}" y="{HEIGHT - 6}" font-size="10" text-anchor="middle" fill="currentColor"'
            drawn.append(f"<text {style}>{escape(end.near)}</text>")
            last = int(x)
    text = escape(visible(note.text), quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{text}" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}"><title>{text}</title>{"".join(drawn)}</svg>'
    )


def _stretch(stretch: Stretch, colour: str, at: Callable[[End | None], float]) -> str:
    low, high = at(stretch.low), at(stretch.high)
    dashes = ' stroke-dasharray="5 3"' if colour == FAILS else ""
    path = f'<path d="M{low:.1f} {MIDDLE}H{high:.1f}" stroke="{colour}" stroke-width="5"{dashes}/>'
    ends = ((low, stretch.low, stretch.has_low), (high, stretch.high, stretch.has_high))
    return ("" if stretch.is_one else path) + "".join(
        f'<circle cx="{x:.1f}" cy="{MIDDLE}" r="5" fill="{colour}"/>'
        for x, end, has in ends[: 1 if stretch.is_one else 2]
        if end is not None and has
    )


FOLLOWS, CONFLICTS = Tone.PROVED.colour.light, Tone.REFUTED.colour.light
LETTER_WIDTH, LINE_HEIGHT = 6.6, 16
"""Pixels of a letter and of a line of text."""
GAP_X, GAP_Y = 18, 70
"""Pixels between boxes side by side, and between rows."""
MAX_ROW_WIDTH = 900
"""Most pixels of a row of boxes."""
Place = tuple[float, float, float, float]
"""The horizontal middle, the upper edge, the width and the height of a box."""


def implication_picture(data: LatticeData) -> str:
    """The graph of a lattice of axioms: arrows are implications, dashed lines conflicts.

    Equivalent axioms share a box, and an arrow that follows from two others is left out. Boxes are in rows by the
    longest chain of implications to them; those without an arrow come last.
    """
    classes = data.classes
    consequences = {group: data.follows(frozenset(group[:1])) for group in classes}
    below = {a: [b for b in classes if b is not a and b[0] in consequences[a]] for a in classes}
    arrows = [(a, b) for a in classes for b in below[a] if not any(b in below[c] for c in below[a] if c is not b)]
    level = {group: _depth(group, below) for group in classes}
    with_arrow = {group for arrow in arrows for group in arrow}
    rows = [[g for g in classes if g in with_arrow and level[g] == n] for n in range(max(level.values()) + 1)]
    places = _box_places([*rows, [g for g in classes if g not in with_arrow]])
    group_of = {name: group for group in classes for name in group}
    conflicts = (contradiction.axioms for contradiction in data.contradictions if len(contradiction.axioms) == 2)
    pairs = {tuple(group_of[name] for name in names) for names in conflicts}
    width = max(x + w / 2 for x, _, w, _ in places.values()) + MARGIN
    height = max(y + h for _, y, _, h in places.values()) + MARGIN
    drawn = [_line(places[a], places[b]) for a, b in sorted(pairs)]
    drawn += [_arrow(places[a], places[b]) for a, b in arrows]
    drawn += [_box(group, place) for group, place in places.items()]
    text = escape(f"What follows from what: {data.subject}", quote=True)
    head = f'<path d="M0 0L8 4L0 8z" fill="{FOLLOWS}"/>'
    marker = f'<marker id="tip" markerWidth="8" markerHeight="8" refX="8" refY="4" orient="auto">{head}</marker>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{text}" width="{width:.0f}" '
        f'height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"><title>{text}</title><defs>{marker}</defs>'
        f"{''.join(drawn)}</svg>"
    )


def _depth(group: tuple[str, ...], below: dict[tuple[str, ...], list[tuple[str, ...]]]) -> int:
    """The length of the longest chain of implications that ends in the group."""
    return max((_depth(other, below) + 1 for other in below if group in below[other]), default=0)


def _box_places(rows: list[list[tuple[str, ...]]]) -> dict[tuple[str, ...], Place]:
    """The places of the boxes in rows; a row that is too wide continues in another."""
    places: dict[tuple[str, ...], Place] = {}
    y = float(MARGIN)
    for row in rows:
        x, tallest = float(MARGIN), 0.0
        for group in row:
            width, height = LETTER_WIDTH * max(map(len, group)) + 14, LINE_HEIGHT * len(group) + 10.0
            if x + width > MAX_ROW_WIDTH:
                x, y, tallest = float(MARGIN), y + tallest + GAP_Y / 2, 0.0
            places[group] = x + width / 2, y, width, height
            x, tallest = x + width + GAP_X, max(tallest, height)
        y += tallest + GAP_Y if row else 0
    return places


def _box(group: tuple[str, ...], place: Place) -> str:
    x, y, width, height = place
    style = 'font-size="11" text-anchor="middle" fill="#222"'
    words = "".join(
        f'<text x="{x:.1f}" y="{y + LINE_HEIGHT * (k + 1):.1f}" {style}>{escape(name)}</text>'
        for k, name in enumerate(group)
    )
    shape = f'x="{x - width / 2:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="6"'
    return f'<rect {shape} fill="#fff" stroke="#777"/>{words}'


def _arrow(start: Place, end: Place) -> str:
    path = f"M{start[0]:.1f} {start[1] + start[3]:.1f}L{end[0]:.1f} {end[1]:.1f}"
    return f'<path d="{path}" stroke="{FOLLOWS}" stroke-width="1.5" fill="none" marker-end="url(#tip)"/>'


def _line(start: Place, end: Place) -> str:
    path = f"M{start[0]:.1f} {start[1] + start[3] / 2:.1f}L{end[0]:.1f} {end[1] + end[3] / 2:.1f}"
    return f'<path d="{path}" stroke="{CONFLICTS}" stroke-width="1" stroke-dasharray="5 4" opacity="0.6"/>'
