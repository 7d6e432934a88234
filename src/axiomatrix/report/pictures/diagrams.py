"""Two diagrams as SVG text: the parameter values for which an axiom holds, and the implications between axioms.

Pages of metrics, cells and explored parameters have the first (:func:`number_line`). The page on the lattice of axioms
(what follows from what) has the second (:func:`implication_picture`). Both are written without matplotlib, so that they
need no optional package. Lengths are pixels.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import NamedTuple

from ...evidence.safe import visible
from ...evidence.values import End, Stretch, ValuesNote
from ...evidence.verdict import Tone
from ...studies.axiom_sets.lattice_file import LatticeData

GOOD_COLOUR, BAD_COLOUR = Tone.PROVED.colour.light, Tone.REFUTED.colour.light
"""Colours of what holds or follows, and of what fails or conflicts.

Colour-blind readers can distinguish the two. Lines of the second are dashed, too.
"""
MARGIN = 16
"""The space at the left and right edge of both pictures."""

# --- the number line ---------------------------------------------------------------------------------------------

LINE_WIDTH, LINE_HEIGHT = 320, 44
"""The size of the picture of the number line."""
LINE_Y = 14
"""The distance of the line from the upper edge."""
DIGIT_WIDTH = 5
"""The width of a character of a number below the line."""


def number_line(note: ValuesNote) -> str:
    """A number line of the parameter values for which a statement holds and fails, with its words for screen readers.

    The values are given as stretches, such as intervals, whose ends are exact numbers; ``end.near`` is the decimal text
    of an end. The line shows all values that were tried, from ``note.whole.low`` to ``note.whole.high``. A high end
    that is None is infinite. An unbounded range is compressed: its left half reaches up to the last end of a stretch,
    and its right edge is infinity.
    """
    outer_ends = note.whole.low, note.whole.high
    low, high = outer_ends
    stretches = (*note.fails, *note.holds)
    all_ends = dict.fromkeys(end for s in stretches for end in (s.low, s.high) if end is not None)
    inner_ends = sorted((end for end in all_ends if end not in outer_ends), key=lambda end: float(end.near))
    start = float(low.near) if low is not None else 0.0  # every space of parameters has a low end; a file may lack it
    # lengths of 0 are replaced by 1.0, since x_of divides by them
    length = None if high is None else (float(high.near) - start or 1.0)
    # of an unbounded range: the length from its low end to the last inner end, which is drawn in the middle
    inner_length = max((float(end.near) for end in inner_ends), default=start + 1) - start or 1.0

    def x_of(end: End | None) -> float:
        """The distance of an end from the left edge."""
        if end is None:
            return LINE_WIDTH - MARGIN
        distance = float(end.near) - start
        share = distance / (distance + inner_length) if length is None else distance / length
        return MARGIN + (LINE_WIDTH - 2 * MARGIN) * share

    elements = [_draw_stretch(s, BAD_COLOUR, x_of) for s in note.fails]
    elements += [_draw_stretch(s, GOOD_COLOUR, x_of) for s in note.holds]
    last_label_x = -LINE_WIDTH
    for end in dict.fromkeys(end for end in (low, *inner_ends, high) if end is not None):
        x = x_of(end)
        # else the label would cover the one before it, if that is about as long: labels are centred at their ends
        if x - last_label_x >= DIGIT_WIDTH * len(end.near):
            attributes = f'x="{x:.1f}" y="{LINE_HEIGHT - 6}" font-size="10" text-anchor="middle" fill="currentColor"'
            elements.append(f"<text {attributes}>{escape(end.near)}</text>")
            last_label_x = int(x)
    text = escape(visible(note.text), quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{text}" width="{LINE_WIDTH}" '
        f'height="{LINE_HEIGHT}" viewBox="0 0 {LINE_WIDTH} {LINE_HEIGHT}"><title>{text}</title>'
        f"{''.join(elements)}</svg>"
    )


def _draw_stretch(stretch: Stretch, colour: str, x_of: Callable[[End | None], float]) -> str:
    """Draw a stretch of values as a line with a disc at each end that belongs to it; a single value is only a disc."""
    low_x, high_x = x_of(stretch.low), x_of(stretch.high)
    disc_xs = [low_x] if stretch.low is not None and stretch.has_low else []
    line = ""
    if not stretch.is_one:
        dashes = ' stroke-dasharray="5 3"' if colour == BAD_COLOUR else ""
        line = f'<path d="M{low_x:.1f} {LINE_Y}H{high_x:.1f}" stroke="{colour}" stroke-width="5"{dashes}/>'
        if stretch.high is not None and stretch.has_high:
            disc_xs.append(high_x)
    return line + "".join(f'<circle cx="{x:.1f}" cy="{LINE_Y}" r="5" fill="{colour}"/>' for x in disc_xs)


# --- implications between axioms ---------------------------------------------------------------------------------

LETTER_WIDTH, TEXT_LINE_HEIGHT = 6.6, 16
"""The size of a letter, and the height of a line of text in a box."""
PADDING_X, PADDING_Y = 14, 10.0
"""The horizontal and vertical padding of a box, both sides together."""
GAP_X, GAP_Y = 18, 70
"""The space between boxes side by side, and between rows."""
MAX_ROW_WIDTH = 900
"""The width of the widest row of boxes."""
Group = tuple[str, ...]
"""Equivalent axioms, which share a box."""


class BoxPlace(NamedTuple):
    """The place of a box."""

    middle: float
    """From the left edge of the picture to the middle of the box."""
    top: float
    width: float
    height: float

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.top + self.height


def implication_picture(data: LatticeData) -> str:
    """The graph of a lattice of axioms: arrows are implications, dashed lines are conflicts of two axioms.

    Equivalent axioms share a box, and an arrow that follows from two others is left out. Boxes are in rows by the
    longest chain of implications to them; those without an arrow come last. Three or more axioms that only conflict
    together have no line.
    """
    groups = data.classes  # equivalent axioms; a lattice has at least one group
    # what follows from a group: that from its first axiom, since all of them imply the same others
    consequences = {group: data.follows(frozenset(group[:1])) for group in groups}
    implied = {a: [b for b in groups if b is not a and b[0] in consequences[a]] for a in groups}

    def is_direct(a: Group, b: Group) -> bool:
        """Return whether no third group is between a and b, which it implies."""
        return not any(b in implied[c] for c in implied[a] if c is not b)

    arrows = [(a, b) for a in groups for b in implied[a] if is_direct(a, b)]
    depth = {group: _depth(group, implied) for group in groups}
    with_arrow = {group for arrow in arrows for group in arrow}
    rows = [[g for g in groups if g in with_arrow and depth[g] == n] for n in range(max(depth.values()) + 1)]
    places = _box_places([*rows, [group for group in groups if group not in with_arrow]])
    group_of = {name: group for group in groups for name in group}
    conflicts = (contradiction.axioms for contradiction in data.contradictions if len(contradiction.axioms) == 2)
    conflicting_groups = {tuple(group_of[name] for name in names) for names in conflicts}
    width = max(place.middle + place.width / 2 for place in places.values()) + MARGIN
    height = max(place.bottom for place in places.values()) + MARGIN
    elements = [_draw_conflict(places[a], places[b]) for a, b in sorted(conflicting_groups)]
    elements += [_draw_arrow(places[a], places[b]) for a, b in arrows]
    elements += [_draw_box(group, place) for group, place in places.items()]
    text = escape(f"What follows from what: {data.subject}", quote=True)
    head = f'<path d="M0 0L8 4L0 8z" fill="{GOOD_COLOUR}"/>'
    marker = f'<marker id="tip" markerWidth="8" markerHeight="8" refX="8" refY="4" orient="auto">{head}</marker>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{text}" width="{width:.0f}" '
        f'height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"><title>{text}</title><defs>{marker}</defs>'
        f"{''.join(elements)}</svg>"
    )


def _depth(group: Group, implied: dict[Group, list[Group]]) -> int:
    """The number of implications in the longest chain that ends in the group; there are no cycles between groups."""
    return max((_depth(premise, implied) + 1 for premise in implied if group in implied[premise]), default=0)


def _box_places(rows: list[list[Group]]) -> dict[Group, BoxPlace]:
    """The places of the boxes in rows; a row that is too wide continues in another."""
    places: dict[Group, BoxPlace] = {}
    y = float(MARGIN)
    for row in rows:
        x, tallest = float(MARGIN), 0.0
        for group in row:
            width = LETTER_WIDTH * max(map(len, group)) + PADDING_X
            height = TEXT_LINE_HEIGHT * len(group) + PADDING_Y
            if x + width > MAX_ROW_WIDTH:  # continue half a gap below
                y += tallest + GAP_Y / 2
                x, tallest = float(MARGIN), 0.0
            places[group] = BoxPlace(x + width / 2, y, width, height)
            x += width + GAP_X
            tallest = max(tallest, height)
        if row:
            y += tallest + GAP_Y
    return places


def _draw_box(group: Group, place: BoxPlace) -> str:
    """A box with the names of its axioms below each other."""
    style = 'font-size="11" text-anchor="middle" fill="#222"'
    words = "".join(
        f'<text x="{place.middle:.1f}" y="{place.top + TEXT_LINE_HEIGHT * (k + 1):.1f}" {style}>{escape(name)}</text>'
        for k, name in enumerate(group)
    )
    corner = f'x="{place.middle - place.width / 2:.1f}" y="{place.top:.1f}"'
    shape = f'{corner} width="{place.width:.1f}" height="{place.height:.1f}" rx="6"'
    return f'<rect {shape} fill="#fff" stroke="#777"/>{words}'


def _draw_arrow(start: BoxPlace, end: BoxPlace) -> str:
    """An arrow from the lower edge of a box to the upper edge of another."""
    path = f"M{start.middle:.1f} {start.bottom:.1f}L{end.middle:.1f} {end.top:.1f}"
    return f'<path d="{path}" stroke="{GOOD_COLOUR}" stroke-width="1.5" fill="none" marker-end="url(#tip)"/>'


def _draw_conflict(start: BoxPlace, end: BoxPlace) -> str:
    """A dashed line between the middles of two boxes."""
    path = f"M{start.middle:.1f} {start.top + start.height / 2:.1f}L{end.middle:.1f} {end.top + end.height / 2:.1f}"
    return f'<path d="{path}" stroke="{BAD_COLOUR}" stroke-width="1" stroke-dasharray="5 4" opacity="0.6"/>'
