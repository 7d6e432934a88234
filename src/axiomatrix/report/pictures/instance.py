"""Lay out the pictures of an instance from its figures; the site and ``report --picture`` show them.

An instance is the input of a witness: rankings, lists and parameters. A figure has the rows of texts of such a value
(``evidence/account/figures.py`` says what they mean by kind). :func:`pictures` decides which figures share a picture.
A derived figure, whose role is ``made``, was made by the axiom from another value. A *similarity* is a parameter with a
number, its entry, for each pair of items. An inverted pair is one that two orders put in opposite order. Lengths are
pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec.structs import replace

from ...evidence.account.figures import Figure
from ...evidence.safe import visible
from .columns import draw_columns, entries_of, inverted_pairs, lay_out_column
from .lists import draw_lists
from .shapes import (
    Box,
    Drawing,
    HeatMap,
    Label,
    MapCell,
    Meaning,
    Node,
    Shape,
    Stroke,
    bar_lengths,
    clip,
    comma_list,
    figure_text,
    magnitude,
    number_label,
    text_width,
)

HEAT_SHADES = 8
"""Number of shades of a heat map, apart from that of zero."""
MAX_ITEMS_DRAWN = 40
"""Most items of a column; weights are drawn for up to twice as many keys."""
MAX_RANKS_DRAWN = 60
"""Most ranks of a list."""
MAX_PAIRS_DRAWN = 190
"""Most entries of a similarity: those of 20 items."""
MAX_COLUMNS_IN_PICTURE = 5
"""Columns that share a picture."""
COLUMN_KINDS = ("ranking", "weak order", "top list")
"""Kinds of figures that are drawn as columns of items."""
LIST_KINDS = ("judged list", "run", "scored list", "scores")
"""Kinds of figures that are drawn as bars by rank."""
WRITTEN_KINDS = {"number": "=", "numbers": "=", "relabelling": "renames", "permutation": "moves positions"}
"""Kinds of figures that are written instead of drawn, with the words between name and value."""
WEIGHT_KINDS = ("element weights", "position weights", "entries")
"""Kinds of parameters that have a number for each key."""
LEVEL_HEIGHT = 58
"""Pixels from one level of a partial order to the next."""
TOP_LEVEL_Y = 40
"""Pixels above the first level, with room for the name of the order."""
BAR_STEP = 28
"""Pixels from one bar to the next."""
LONGEST_BAR, BAR_NUMBER_ROOM = 150, 90
"""The length of the bar of the largest number, and the room for the number behind it."""


def draw_heat_map(similarity: Figure, order: Sequence[str], pairs: Sequence[tuple[str, str]]) -> HeatMap:
    """Lay out a similarity as a heat map in which the inverted ``pairs`` are framed.

    The items are in ``order`` if it has all of them, else in the order of the figure.
    """
    entries = entries_of(similarity)
    listed_items = list(dict.fromkeys(x for row in similarity.rows for x in row[:2]))
    items = order if set(listed_items) <= set(order) else listed_items
    largest = max(map(magnitude, entries.values()), default=0) or 1  # not 0, by which entries are divided
    framed_pairs = {frozenset(pair) for pair in pairs}
    max_characters = 6  # of a text in a cell

    def cell(x: str, y: str) -> MapCell:
        if x == y:
            return MapCell("0", "same")
        entry = entries.get(frozenset((x, y)), ["?"])
        shade = f"h{round(HEAT_SHADES * magnitude(entry) / largest)}"
        return MapCell(number_label(entry, max_characters), shade, frozenset((x, y)) in framed_pairs)

    return HeatMap(
        caption=f"{similarity.name}: distances between the items",
        heads=[clip(x, max_characters) for x in items],
        rows=[[cell(x, y) for y in items] for x in items],
        legend=[Meaning("fuller: larger; framed: an inverted pair" if pairs else "fuller: larger")],
    )


def draw_partial_order(figure: Figure) -> Drawing:
    """Draw a partial order as a graph with the items that are ahead above.

    The figure's first row is the items; each other row is a pair whose first item is ahead of the second.
    """
    items, pairs = figure.rows[0], set(figure.rows[1:])
    levels = dict.fromkeys(items, 0)
    # The level of an item is the length of the longest chain of items above it. Each pass over the pairs makes chains
    # one step longer. A chain has fewer steps than there are items, unless the pairs have a cycle, which a damaged file
    # may have: so the level is bounded.
    for _ in items:
        for x, y in figure.rows[1:]:
            levels[y] = max(levels[y], min(levels[x] + 1, len(items)))
    rows = [[x for x in items if levels[x] == level] for level in range(max(levels.values(), default=-1) + 1)]
    half_width = max(13, text_width(items) / 2)  # of a box
    width = max(max(map(len, rows), default=1) * (2 * half_width + 26), 120)
    middles = {  # (x, y) of the box of each item; boxes are spread evenly over each level
        x: (width * (k + 0.5) / len(row), TOP_LEVEL_Y + level * LEVEL_HEIGHT)
        for level, row in enumerate(rows)
        for k, x in enumerate(row)
    }
    # draw a pair only if no item lies between: the others follow by transitivity
    covers = [(x, y) for x, y in pairs if not any((x, z) in pairs and (z, y) in pairs for z in items)]
    lines = [
        # from the lower edge of one box, which is 26 high, to the upper edge of the other
        Stroke(middles[x][0], middles[x][1] + 13, middles[y][0], middles[y][1] - 13, "line stays cover")
        for x, y in sorted(covers)
    ]
    pairs_text = ", ".join(f"{x} is ahead of {y}" for x, y in figure.rows[1:]) or "no item is ahead of another"
    nodes = [Node(*middles[x], x, half_width) for x in items]
    return Drawing(
        caption=f"{figure.name}: what is ahead is above",
        width=width,
        height=TOP_LEVEL_Y + max(len(rows) - 1, 0) * LEVEL_HEIGHT + 26,
        title=f"{figure.name} as a graph",
        description=f"Partial order {figure.name} of {comma_list(items)}: {pairs_text}.",
        parts=[Label(width / 2, 14, figure.name, "name"), *lines, *nodes],
    )


def draw_bars(figure: Figure) -> Drawing:
    """Draw a parameter on its own, with a bar for each key."""
    bars_x = text_width(row[0] for row in figure.rows)
    parts: list[Shape] = []
    for k, (key, length, number) in enumerate(bar_lengths(figure.rows, LONGEST_BAR)):
        y = 18 + BAR_STEP * k  # the middle of the bar
        visible_length = max(length, 1)
        parts.append(Label(bars_x - 6, y + 4.5, clip(key), "small", "e"))
        parts.append(Box(bars_x, y - 9, visible_length, 18, "bar"))
        parts.append(Label(bars_x + visible_length + 6, y + 4.5, number, "small", "s"))
    width = bars_x + LONGEST_BAR + BAR_NUMBER_ROOM
    height = BAR_STEP * len(figure.rows) + 8
    return Drawing(figure.name, width, height, f"{figure.name} as bars", f"{figure_text(figure)}.", parts)


def is_drawable(figure: Figure) -> bool:
    """Return whether the figure is small enough to be drawn."""
    if figure.kind in COLUMN_KINDS:
        return sum(map(len, figure.rows)) <= MAX_ITEMS_DRAWN
    if figure.kind in LIST_KINDS:
        return all(len(row) <= MAX_RANKS_DRAWN for row in figure.rows)
    return len(figure.rows) <= (MAX_PAIRS_DRAWN if figure.kind == "similarity" else 2 * MAX_ITEMS_DRAWN)


@lru_cache(maxsize=4096)
def with_visible_text(figure: Figure) -> Figure:
    """The figure with visible escapes in place of control characters."""
    rows = tuple(tuple(map(visible, row)) for row in figure.rows)
    return replace(figure, name=visible(figure.name), rows=rows)


def pictures(figures: Iterable[Figure]) -> Sequence[Drawing | HeatMap]:
    """All pictures of an instance: columns, lists, partial orders, then parameters that are in none of these."""
    drawable = [with_visible_text(figure) for figure in figures if is_drawable(figure)]
    parameters = [figure for figure in drawable if figure.role == "parameter"]
    values = [figure for figure in drawable if figure.role != "parameter"]
    columns = [figure for figure in values if figure.kind in COLUMN_KINDS]
    lists_by_kind = [[figure for figure in values if figure.kind == kind] for kind in LIST_KINDS]
    drawings: list[Drawing | HeatMap] = []
    for k, group in enumerate(_group_columns(columns)):
        # only the first picture has the weights; the similarity sizes the dots of each
        drawings.append(draw_columns(group, [p for p in parameters if k == 0 or p.kind == "similarity"]))
    drawings += [draw_lists(lists, parameters) for lists in lists_by_kind if lists]
    drawings += [draw_partial_order(figure) for figure in values if figure.kind == "partial order"]
    order = list(lay_out_column(columns[0]).places) if columns else []
    kinds_drawn_beside = set()  # of weights: the first figure of each is part of the columns or lists
    if columns:
        kinds_drawn_beside = {"element weights", "position weights"}
    elif any(lists_by_kind):
        kinds_drawn_beside = {"position weights"}
    for figure in parameters:
        if not figure.rows:
            continue
        if figure.kind == "similarity":
            drawings.append(draw_heat_map(figure, order, _inverted_in_columns(columns)))
        elif figure.kind in kinds_drawn_beside:
            kinds_drawn_beside.remove(figure.kind)  # further ones of the kind are drawn apart
        elif figure.kind in WEIGHT_KINDS:
            drawings.append(draw_bars(figure))
    return drawings


def _group_columns(columns: list[Figure]) -> list[list[Figure]]:
    """Group columns into pictures: columns of the same items together, derived ones (made by an axiom) apart.

    A column and a single column derived from it share a picture, for comparison.
    """
    if len(columns) == 2 and columns[1].role == "made":
        return [columns]
    groups: list[list[Figure]] = []
    for figure in columns:
        open_groups = (group for group in groups if len(group) < MAX_COLUMNS_IN_PICTURE)
        group_of_figure = next((group for group in open_groups if _fit_together(group[0], figure)), None)
        if group_of_figure is None:
            groups.append([figure])
        else:
            group_of_figure.append(figure)
    for k, group in enumerate(groups[1:], 1):
        first_column = groups[0][0]
        if len(group) == 1 and _is_as_long_as(group[0], first_column):
            groups[k] = [first_column, *group]  # a lone column is drawn with the first one, for comparison
    return groups


def _fit_together(a: Figure, b: Figure) -> bool:
    """Return whether two columns can share a picture: of one role and of the same items, or both top lists."""
    are_top_lists = a.kind == "top list", b.kind == "top list"
    return a.role == b.role and (all(are_top_lists) or (not any(are_top_lists) and _items(a) == _items(b)))


def _is_as_long_as(column: Figure, first: Figure) -> bool:
    """Return whether a column that is not a top list has as many items as the first one."""
    return column.kind != "top list" and len(_items(first)) == len(_items(column))


def _items(figure: Figure) -> set[str]:
    """Return the items of a column, whose rows are items or buckets."""
    return {item for row in figure.rows for item in row}


def _inverted_in_columns(columns: Sequence[Figure]) -> list[tuple[str, str]]:
    """The pairs that a column and the next one order differently.

    Of more than two columns, only neighbours of one role are compared. Of two, one may be derived from the other.
    """
    is_single_pair = len(columns) == 2
    return [
        pair
        for a, b in pairwise(columns)
        if is_single_pair or a.role == b.role
        for pair in inverted_pairs(lay_out_column(a), lay_out_column(b))
    ]
