"""Rankings as columns with a line for each item; every crossing is an inverted pair."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from ...values.parameters import Similarity
from ...values.rankings import Item, Ranking
from .drawing import FALLS, GREY, INK, RISES, said_safely

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def columns(axes: Axes, rankings: Mapping[str, Ranking], similarity: Similarity | None, n: int) -> None:
    """Draw the rankings of up to n items side by side; a dot is as large as the entry of its pair."""
    axes.set_xlim(-0.3, max(len(rankings) - 1, 1) + 0.3)
    axes.set_ylim(n + 0.6, 0.4)
    axes.set_axis_off()
    size = 9 if n <= 12 else 8
    listed = list(rankings.items())
    largest = max((float(v) for v in similarity.entries.values()), default=0.0) if similarity else 0.0
    meaning = "dot: an inverted pair" + (", as large as its entry" if similarity else "")
    axes.text(max(len(listed) - 1, 1) / 2, n + 0.75, meaning, ha="center", va="top", fontsize=8, color=GREY)
    for k, (name, ranking) in enumerate(listed):
        axes.text(k, 0.3, said_safely(name), ha="center", va="bottom", color=GREY)
        for place, item in enumerate(ranking.order, 1):
            axes.text(
                k, place, said_safely(item), ha="center", va="center", fontsize=size, zorder=4,
                bbox={"boxstyle": "circle,pad=0.25", "facecolor": "white", "edgecolor": GREY, "linewidth": 0.7},
            )  # fmt: skip
        for place in range(1, n + 1) if k == 0 else ():
            axes.text(-0.26, place, f"{place}.", ha="right", va="center", fontsize=size - 1.5, color=GREY)
    for k, ((_, a), (_, b)) in enumerate(pairwise(listed)):
        _lines(axes, k, a, b)
        _crossings(axes, k, a, b, similarity, largest)


def _lines(axes: Axes, k: int, a: Ranking, b: Ranking) -> None:
    for item in a.order:
        start, end = int(a[item]), int(b[item])
        colour, dashes = (
            (RISES, (None, None)) if end < start else (FALLS, (None, None)) if end > start else (GREY, (4, 2))
        )
        axes.plot([k + 0.1, k + 0.9], [start, end], color=colour, linewidth=1.3, dashes=dashes, zorder=2)


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
