"""The pictures of an instance, laid out of its figures: the site and ``report --picture`` draw these shapes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec.structs import replace

from ...evidence.account.figures import Figure
from ...evidence.safe import visible
from .columns import column, column_picture, entries_of, inverted
from .lists import list_picture
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
    bars_of,
    clipped,
    described,
    listed,
    room,
    short,
    size,
)

SHADES = 8


def heat_map(similarity: Figure, order: Sequence[str], pairs: Sequence[tuple[str, str]]) -> HeatMap:
    """The entry of each two items, in this order if it has all of them; inverted pairs are framed."""
    entries = entries_of(similarity)
    known = list(dict.fromkeys(x for row in similarity.rows for x in row[:2]))
    items = order if set(known) <= set(order) else known
    largest = max(map(size, entries.values()), default=0) or 1
    framed_pairs = {frozenset(pair) for pair in pairs}

    def cell(x: str, y: str) -> MapCell:
        if x == y:
            return MapCell("0", "same")
        entry = entries.get(frozenset((x, y)), ["?"])
        shade = f"h{round(SHADES * size(entry) / largest)}"
        return MapCell(short(entry, 6), shade, frozenset((x, y)) in framed_pairs)

    return HeatMap(
        f"{similarity.name}: distances between the items",
        [clipped(x, 6) for x in items],
        [[cell(x, y) for y in items] for x in items],
        [Meaning("fuller: larger; framed: an inverted pair" if pairs else "fuller: larger")],
    )


def order_picture(figure: Figure) -> Drawing:
    """A partial order as a graph, in which what is ahead is above."""
    items, pairs = figure.rows[0], set(figure.rows[1:])
    levels = dict.fromkeys(items, 0)
    for _ in items:  # the longest way from the top has fewer steps than there are items
        for x, y in figure.rows[1:]:
            levels[y] = max(levels[y], min(levels[x] + 1, len(items)))
    rows = [[x for x in items if levels[x] == level] for level in range(max(levels.values(), default=-1) + 1)]
    half = max(13, room(items) / 2)
    width = max(max(map(len, rows), default=1) * (2 * half + 26), 120)
    spots = {
        x: (width * (k + 0.5) / len(row), 40 + level * 58) for level, row in enumerate(rows) for k, x in enumerate(row)
    }
    covers = [(x, y) for x, y in pairs if not any((x, z) in pairs and (z, y) in pairs for z in items)]
    lines = [
        Stroke(spots[x][0], spots[x][1] + 13, spots[y][0], spots[y][1] - 13, "line stays cover")
        for x, y in sorted(covers)
    ]
    ahead = ", ".join(f"{x} is ahead of {y}" for x, y in figure.rows[1:]) or "no item is ahead of another"
    return Drawing(
        f"{figure.name}: what is ahead is above",
        width,
        40 + max(len(rows) - 1, 0) * 58 + 26,
        f"{figure.name} as a graph",
        f"Partial order {figure.name} of {listed(items)}: {ahead}.",
        [Label(width / 2, 14, figure.name, "name"), *lines, *(Node(*spots[x], x, half) for x in items)],
    )


def bar_picture(figure: Figure) -> Drawing:
    """A parameter by itself: a bar for each key."""
    left = room(row[0] for row in figure.rows)
    parts: list[Shape] = []
    for k, (name, amount, number) in enumerate(bars_of(figure.rows, 150)):
        y, long = 18 + 28 * k, max(amount, 1)
        parts.append(Label(left - 6, y + 4.5, clipped(name), "small", "e"))
        parts.append(Box(left, y - 9, long, 18, "bar"))
        parts.append(Label(left + long + 6, y + 4.5, number, "small", "s"))
    high = 28 * len(figure.rows) + 8
    return Drawing(figure.name, left + 240, high, f"{figure.name} as bars", f"{described(figure)}.", parts)


MOST_ITEMS, MOST_RANKS, MOST_PAIRS = 40, 60, 190
MOST_TOGETHER = 5
"""Columns in one picture."""
COLUMNS = ("ranking", "weak order", "top list")
LISTS = ("judged list", "run", "scored list", "scores")
GIVEN = {"number": "=", "numbers": "=", "relabelling": "renames", "permutation": "moves positions"}
"""Kinds of figures that are written and not drawn, with what stands between name and value."""
WEIGHTS = ("element weights", "position weights", "entries")


def drawable(figure: Figure) -> bool:
    """Return whether the figure is small enough to be drawn."""
    if figure.kind in COLUMNS:
        return sum(map(len, figure.rows)) <= MOST_ITEMS
    if figure.kind in LISTS:
        return all(len(row) <= MOST_RANKS for row in figure.rows)
    return len(figure.rows) <= (MOST_PAIRS if figure.kind == "similarity" else 2 * MOST_ITEMS)


@lru_cache(maxsize=4096)
def with_visible_text(figure: Figure) -> Figure:
    """The figure with every control character of its texts as its escape."""
    rows = tuple(tuple(map(visible, row)) for row in figure.rows)
    return replace(figure, name=visible(figure.name), rows=rows)


def pictures(figures: Iterable[Figure]) -> Sequence[Drawing | HeatMap]:
    """All pictures of an instance."""
    shown = [with_visible_text(one) for one in figures if drawable(one)]
    parameters = [one for one in shown if one.role == "parameter"]
    points = [one for one in shown if one.role != "parameter"]
    columns = [one for one in points if one.kind in COLUMNS]
    lists = [[one for one in points if one.kind == kind] for kind in LISTS]
    drawings: list[Drawing | HeatMap] = [
        column_picture(group, [one for one in parameters if k == 0 or one.kind == "similarity"])
        for k, group in enumerate(_groups(columns))
    ]
    drawings += [list_picture(same, parameters) for same in lists if same]
    drawings += [order_picture(one) for one in points if one.kind == "partial order"]
    beside = {"element weights": bool(columns), "position weights": bool(columns or any(lists))}
    order = list(column(columns[0]).places) if columns else []
    for one in parameters:
        if one.kind == "similarity" and one.rows:
            drawings.append(heat_map(one, order, _inverted(columns)))
        elif one.kind in WEIGHTS and one.rows and not beside.pop(one.kind, False):
            drawings.append(bar_picture(one))
    return drawings


def _groups(columns: list[Figure]) -> list[list[Figure]]:
    """Columns of the same items in one picture; those that an axiom made of others follow them in another."""
    if len(columns) == 2 and columns[1].role == "made":
        return [columns]
    groups: list[list[Figure]] = []
    for figure in columns:
        like = next((group for group in groups if len(group) < MOST_TOGETHER and _alike(group[0], figure)), None)
        if like is None:
            groups.append([figure])
        else:
            like.append(figure)
    first = groups[0][0] if groups else None
    return (
        groups[:1]
        + [  # a lone column that the axiom made stands beside the one that it is compared with
            [first, *group] if first and len(group) == 1 and _of_one_length(first, group[0]) else group
            for group in groups[1:]
        ]
    )


def _alike(one: Figure, other: Figure) -> bool:
    if one.role != other.role or (one.kind == "top list") != (other.kind == "top list"):
        return False
    return one.kind == "top list" or _items(one) == _items(other)


def _of_one_length(first: Figure, made: Figure) -> bool:
    return made.kind != "top list" and len(_items(first)) == len(_items(made))


def _items(figure: Figure) -> set[str]:
    return {item for row in figure.rows for item in row}


def _inverted(columns: Sequence[Figure]) -> list[tuple[str, str]]:
    """The pairs that a column and the next of its kind order differently."""
    both = len(columns) == 2
    return [pair for a, b in pairwise(columns) if both or a.role == b.role for pair in inverted(column(a), column(b))]
