"""Distances between items as a heat map, partial orders as graphs, other parameters as bars."""

from __future__ import annotations

from collections.abc import Sequence

from ....evidence.account.figures import Figure
from ..markup import text, value
from .columns import entries_of
from .frame import bars_of, box, captioned, clipped, described, framed, label, listed, node, room, short, size, stroke

SHADES = 8


def heat_map(similarity: Figure, order: Sequence[str], pairs: Sequence[tuple[str, str]]) -> str:
    """The entry of each two items, in this order if it has all of them; inverted pairs are framed."""
    entries = entries_of(similarity)
    known = list(dict.fromkeys(x for row in similarity.rows for x in row[:2]))
    items = order if set(known) <= set(order) else known
    largest = max(map(size, entries.values()), default=0) or 1
    framed_pairs = {frozenset(pair) for pair in pairs}

    def cell(x: str, y: str) -> str:
        if x == y:
            return "<td class=same>0"
        entry = entries.get(frozenset((x, y)), ["?"])
        shade = f"h{round(SHADES * size(entry) / largest)}"
        if frozenset((x, y)) not in framed_pairs:
            return f"<td class={shade}>{text(short(entry, 6))}"
        return f'<td class="{shade} inverted">{text(short(entry, 6))}<span class=hidden> inverted</span>'

    heads = "".join(f"<th scope=col>{text(clipped(x, 6))}" for x in items)
    rows = "".join(f"<tr><th scope=row>{text(clipped(x, 6))}{''.join(cell(x, y) for y in items)}" for x in items)
    name = f"{similarity.name}: distances between the items"
    drawn = f"<table class=heat><caption class=hidden>{text(name)}</caption><thead><tr><td>{heads}<tbody>{rows}</table>"
    wide = f"<div class=wide role=region tabindex=0 aria-label={value(name)}>{drawn}</div>"
    return captioned(name, wide, ["darker: larger; framed: an inverted pair" if pairs else "darker: larger"])


def order_picture(figure: Figure) -> str:
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
        stroke(spots[x][0], spots[x][1] + 13, spots[y][0], spots[y][1] - 13, "line stays cover")
        for x, y in sorted(covers)
    ]
    ahead = ", ".join(f"{x} is ahead of {y}" for x, y in figure.rows[1:]) or "No item is ahead of another"
    return framed(
        f"{figure.name}: what is ahead is above",
        width,
        40 + max(len(rows) - 1, 0) * 58 + 26,
        f"{figure.name} as a graph",
        f"Items {listed(items)}. {ahead}.",
        [label(width / 2, 14, figure.name, "name"), *lines, *(node(*spots[x], x, half) for x in items)],
    )


def bar_picture(figure: Figure) -> str:
    """A parameter by itself: a bar for each key."""
    left = room(row[0] for row in figure.rows)
    parts = []
    for k, (name, amount, written) in enumerate(bars_of(figure.rows, 150)):
        y, long = 18 + 28 * k, max(amount, 1)
        parts.append(label(left - 6, y + 4.5, clipped(name), "small", "e"))
        parts.append(box(left, y - 9, long, 18, "bar") + label(left + long + 6, y + 4.5, written, "small", "s"))
    high = 28 * len(figure.rows) + 8
    return framed(figure.name, left + 240, high, f"{figure.name} as bars", f"{described(figure)}.", parts)
