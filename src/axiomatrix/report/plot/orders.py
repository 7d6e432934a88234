"""Orders: rankings and top lists as columns, weak orders as buckets, partial orders as arrows."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from ...values.orders import PartialOrder, TopList, WeakOrder
from ...values.parameters import Similarity
from ...values.rankings import Item, Ranking
from .drawing import FALLS, GREY, INK, RISES, said_safely
from .page import Panel, inches

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STEP, BETWEEN, HEAD = 0.36, 0.75, 0.3
"""Inches: from one item to the next, between two columns, and above the first row."""
Place = tuple[float, float]


def columns(axes: Axes, rankings: Mapping[str, Ranking], similarity: Similarity | None, n: int) -> None:
    """Draw the rankings of up to n items side by side, a line for each item; every crossing is an inverted pair.

    A dot is as large as the entry of its pair.
    """
    axes.set_xlim(-0.3, max(len(rankings) - 1, 1) + 0.3)
    axes.set_ylim(n + 0.6, 0.4)
    axes.set_axis_off()
    size = 9 if n <= 12 else 8
    largest = max((float(v) for v in similarity.entries.values()), default=0.0) if similarity else 0.0
    meaning = "dot: an inverted pair" + (", as large as its entry" if similarity else "")
    axes.text(max(len(rankings) - 1, 1) / 2, n + 0.75, meaning, ha="center", va="top", fontsize=8, color=GREY)
    for k, name in enumerate(rankings):
        axes.text(k, 0.3, said_safely(name), ha="center", va="bottom", color=GREY)
        for place in range(1, n + 1) if k == 0 else ():
            axes.text(-0.26, place, f"{place}.", ha="right", va="center", fontsize=size - 1.5, color=GREY)
    orders = [ranking.order for ranking in rankings.values()]
    places = [{item: (k, place) for place, item in enumerate(order, 1)} for k, order in enumerate(orders)]
    _joined(axes, places, beside=0.1, size=size)
    for k, (a, b) in enumerate(pairwise(rankings.values())):
        _crossings(axes, k, a, b, similarity, largest)


def _crossings(axes: Axes, k: int, a: Ranking, b: Ranking, similarity: Similarity | None, largest: float) -> None:
    """A dot where lines cross, as large as the entries of the pairs that cross there."""
    crossings: dict[tuple[float, float], float] = defaultdict(float)
    for x, y in combinations(a.order, 2):
        ax, ay, bx, by = (int(r[item]) for r in (a, b) for item in (x, y))
        if bx > by:
            share = (ay - ax) / ((ay - ax) + (bx - by))
            spot = (round(k + 0.1 + 0.8 * share, 9), round(ax + (bx - ax) * share, 9))
            crossings[spot] += (
                float(similarity[x, y]) / largest if similarity and largest else 0.0 if similarity else 1.0
            )
    for (x, y), weight in sorted(crossings.items()):
        face = INK if weight else "white"
        axes.plot(
            x,
            y,
            "o",
            markersize=3 + 2.4 * math.sqrt(weight),
            color=face,
            markeredgecolor=INK,
            markeredgewidth=0.6,
            zorder=3,
        )


def inverted(rankings: Mapping[str, Ranking]) -> set[frozenset[Item]]:
    """The pairs that two rankings, one beside the other, order differently."""
    listed = list(rankings.values())
    return {frozenset((x, y)) for a, b in pairwise(listed) for x, y in combinations(a.order, 2) if b[x] > b[y]}


def buckets(orders: Mapping[str, WeakOrder]) -> Panel:
    """Weak orders side by side, the best item above, tied ones in one frame; a line for each item."""
    rows = max(map(len, orders.values()), default=1)
    width, height = STEP * len(orders) + BETWEEN * (len(orders) - 1) + 0.1, HEAD + STEP * rows + 0.3

    def draw(axes: Axes) -> None:
        inches(axes, width, height)
        columns: list[dict[Item, Place]] = []
        for k, (name, order) in enumerate(orders.items()):
            x, row = 0.05 + STEP / 2 + k * (STEP + BETWEEN), 0
            places: dict[Item, Place] = {}
            for bucket in order.buckets:
                _frame(axes, x, HEAD + STEP * row, STEP * len(bucket))
                places |= {item: (x, HEAD + STEP * (row + j + 0.5)) for j, item in enumerate(bucket)}
                row += len(bucket)
            axes.text(x, HEAD - 0.1, said_safely(name), ha="center", va="bottom", color=GREY)
            columns.append(places)
        _joined(axes, columns, [{item: float(order.middle(item)) for item in order.items} for order in orders.values()])
        axes.text(0, height, "in one frame: tied; the best above", fontsize=7.5, color=GREY, va="bottom")

    return Panel(max(width, 1.9), height, draw)


def top_lists(lists: Mapping[str, TopList]) -> Panel:
    """Top lists side by side, a line for each item that both of two neighbours list."""
    rows = max(map(len, lists.values()), default=1) or 1
    width = STEP * len(lists) + BETWEEN * (len(lists) - 1) + 0.35
    height = HEAD + STEP * rows + 0.3

    def draw(axes: Axes) -> None:
        inches(axes, width, height)
        columns: list[dict[Item, Place]] = []
        for k, (name, listed) in enumerate(lists.items()):
            x = 0.25 + STEP / 2 + k * (STEP + BETWEEN)
            axes.text(x, HEAD - 0.1, said_safely(name), ha="center", va="bottom", color=GREY)
            columns.append({item: (x, HEAD + STEP * (r + 0.5)) for r, item in enumerate(listed)})
            if not len(listed):
                axes.text(x, HEAD + STEP / 2, "empty", ha="center", va="center", fontsize=8, style="italic")
        for r in range(rows):
            axes.text(0.12, HEAD + STEP * (r + 0.5), f"{r + 1}.", ha="right", va="center", fontsize=7.5, color=GREY)
        _joined(axes, columns)
        axes.text(0, height, "no line: listed on one side only", fontsize=7.5, color=GREY, va="bottom")

    return Panel(max(width, 2.0), height, draw)


def partial_order(name: str, order: PartialOrder) -> Panel:
    """Items on levels, an arrow from each to those next below it; what no arrow joins is not compared."""
    items = list(order.items)
    level: dict[Item, int] = {}
    for item in sorted(items, key=lambda x: sum(order.prefers(y, x) for y in items)):
        level[item] = max((level[y] + 1 for y in items if order.prefers(y, item)), default=0)
    rows = [[item for item in items if level[item] == k] for k in range(max(level.values(), default=0) + 1)]
    wide = 1.4 * STEP * max(map(len, rows), default=1)
    width, height = max(wide + 0.1, 0.9), HEAD + 1.5 * STEP * len(rows) + 0.05

    def draw(axes: Axes) -> None:
        inches(axes, width, height)
        places = {
            item: (width / 2 + 1.4 * STEP * (k - (len(row) - 1) / 2), HEAD + 1.5 * STEP * (r + 0.4))
            for r, row in enumerate(rows)
            for k, item in enumerate(row)
        }
        axes.text(width / 2, HEAD - 0.1, said_safely(name), ha="center", va="bottom", color=GREY)
        for x in items:
            for y in items:
                between = any(order.prefers(x, z) and order.prefers(z, y) for z in items)
                if order.prefers(x, y) and not between:
                    arrow = {"arrowstyle": "-|>", "color": GREY, "shrinkA": 8, "shrinkB": 8, "linewidth": 1.1}
                    axes.annotate("", places[y], xytext=places[x], arrowprops=arrow)
        _items(axes, places)

    return Panel(width, height, draw)


def _frame(axes: Axes, middle: float, top: float, height: float) -> None:
    from matplotlib.patches import FancyBboxPatch

    box = FancyBboxPatch(
        (middle - STEP / 2 + 0.04, top + 0.04),
        STEP - 0.08,
        height - 0.08,
        boxstyle="round,pad=0.02,rounding_size=0.1",
        facecolor="#f0f0f0",
        edgecolor=GREY,
        linewidth=0.7,
        zorder=1,
    )
    axes.add_patch(box)


def _items(axes: Axes, places: Mapping[Item, Place], size: float = 9) -> None:
    for item, (x, y) in places.items():
        axes.text(
            x, y, said_safely(item), ha="center", va="center", fontsize=size, zorder=4,
            bbox={"boxstyle": "circle,pad=0.25", "facecolor": "white", "edgecolor": GREY, "linewidth": 0.7},
        )  # fmt: skip


def _joined(
    axes: Axes,
    columns: Sequence[Mapping[Item, Place]],
    ranks: Sequence[Mapping[Item, float]] = (),
    *,
    beside: float = STEP / 2,
    size: float = 9,
) -> None:
    """The items of each column, and a line from each to the same item in the next one, coloured by where it goes.

    Where it goes is said by ``ranks``, or else by where it stands; the lines end so far ``beside`` the items.
    """
    for places in columns:
        _items(axes, places, size)
    ranked = ranks or [{item: y for item, (_, y) in places.items()} for places in columns]
    for (one, before), (other, after) in pairwise(zip(columns, ranked, strict=True)):
        for item, (x, y) in one.items():
            if item in other:
                u, v = other[item]
                moved = after[item] - before[item]
                colour = RISES if moved < 0 else FALLS if moved else GREY
                dashes = (None, None) if moved else (4, 2)
                axes.plot([x + beside, u - beside], [y, v], color=colour, linewidth=1.3, dashes=dashes, zorder=2)
