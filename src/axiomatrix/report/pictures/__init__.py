"""The pictures of an instance, laid out of its figures: the site and ``report --picture`` draw these shapes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec.structs import replace

from ...evidence.account.figures import Figure
from ...evidence.safe import visible
from .columns import column, column_picture, inverted
from .lists import list_picture
from .maps import bar_picture, heat_map, order_picture
from .shapes import Drawing, HeatMap

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
