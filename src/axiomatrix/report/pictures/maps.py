"""Distances between items as a heat map, partial orders as graphs, other parameters as bars."""

from __future__ import annotations

from collections.abc import Sequence

from ...evidence.account.figures import Figure
from .columns import entries_of
from .shapes import Box, Drawing, HeatMap, Label, MapCell, Meaning, Node, Shape, Stroke
from .words import bars_of, clipped, described, listed, room, short, size

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
