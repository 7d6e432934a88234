"""Lay out rankings, weak orders and top lists as columns, with a line for each item from one column to the next.

Dots mark inverted pairs; bars beside the columns show weights of items and positions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from math import sqrt
from typing import NamedTuple

from ...evidence.account.figures import Figure
from .shapes import (
    Box,
    Disc,
    Drawing,
    Label,
    Meaning,
    Moved,
    Node,
    NumberTexts,
    Shape,
    Stroke,
    bar_lengths,
    clipped,
    comma_list,
    figure_text,
    magnitude,
    number_label,
    text_width,
    weights_up_to,
)

ROW_HEIGHT = 36
"""Pixels from one position to the next."""
COLUMN_GAP = 116
"""Pixels from one column to the next."""
TOP_MARGIN = 56
"""Pixels above the first position."""
MOVE_WORDS = {"rises": "rises", "falls": "falls", "stays": "stays", "goes": "not in the other"}
Entries = dict[frozenset[str], NumberTexts]
"""Entries of a similarity by the pair of items."""


class DrawnOrder(NamedTuple):
    """The layout of an order as a column, best first."""

    figure: Figure
    places: dict[str, int]
    """The line of each item, from 0; tied items are one below the other."""
    ranks: dict[str, float]
    """The rank of each item; tied items have the mean of their positions."""
    frames: list[tuple[int, int]]
    """The first and the last line of each bucket of tied items."""


def lay_out_column(figure: Figure, before: DrawnOrder | None = None) -> DrawnOrder:
    """Lay out a column; tied items are in the order of the column before."""
    drawn = DrawnOrder(figure, {}, {}, [])
    buckets = figure.rows if figure.kind == "weak order" else [row[:1] for row in figure.rows]
    for bucket in buckets:
        at = len(drawn.places)
        if len(bucket) > 1:
            drawn.frames.append((at, at + len(bucket) - 1))
        ordered = sorted(bucket, key=lambda item: before.places.get(item, 99)) if before else bucket
        for k, item in enumerate(ordered):
            drawn.places[item], drawn.ranks[item] = at + k, at + (len(bucket) + 1) / 2
    return drawn


def inverted_pairs(a: DrawnOrder, b: DrawnOrder) -> list[tuple[str, str]]:
    """The pairs that two columns order differently, as the first one orders them."""
    pairs = []
    for x, y in combinations([item for item in a.places if item in b.places], 2):
        difference = a.ranks[x] - a.ranks[y]
        if difference * (b.ranks[x] - b.ranks[y]) < 0:
            pairs.append((x, y) if difference < 0 else (y, x))
    return pairs


def entries_of(similarity: Figure | None) -> Entries:
    """The entry of each two items."""
    return {frozenset((x, y)): entry for x, y, *entry in similarity.rows} if similarity else {}


def _moves(a: DrawnOrder, b: DrawnOrder) -> Iterator[tuple[str, str]]:
    """Yield each item with its move from the first column to the second, a key of :data:`MOVE_WORDS`."""
    for item, rank in a.ranks.items():
        rank_in_b = b.ranks.get(item)
        if rank_in_b is None:
            yield item, "goes"
        else:
            yield item, "rises" if rank_in_b < rank else "falls" if rank_in_b > rank else "stays"


def _crossings(a: DrawnOrder, b: DrawnOrder, entries: Entries, wide: float) -> Iterator[Shape]:
    """Yield a dot where the lines of an inverted pair cross, as large as the pair's entry of the similarity."""
    largest = max(map(magnitude, entries.values()), default=0) or 1
    weights: dict[tuple[float, float], float] = defaultdict(float)
    for x, y in inverted_pairs(a, b):
        ax, ay, bx, by = a.places[x], a.places[y], b.places[x], b.places[y]
        if (ax - ay) * (bx - by) >= 0:
            continue  # their lines do not cross
        # both lines are straight: they cross at this share of the way from column a to column b
        share = (ay - ax) / (ay - ax + bx - by)
        weight = magnitude(entries.get(frozenset((x, y)), ["0"])) / largest if entries else 0.25
        weights[round(share, 6), round(ax + (bx - ax) * share, 6)] += weight
    for (share, at), weight in weights.items():
        yield Disc(share * wide, at * ROW_HEIGHT, 2.4 + 2.8 * sqrt(weight), "dot" if weight else "dot empty")


def _item_bars(weights: Figure, first: DrawnOrder, x: float, name_x: float) -> Iterator[Shape]:
    """Yield bars of element weights left of the items of the first column.

    ``name_x`` is the right end of their name.
    """
    yield Label(name_x, TOP_MARGIN - 36, clipped(weights.name), "name", "e")
    for item, long, number in bar_lengths(weights.rows, 58):
        if item in first.places:
            y = TOP_MARGIN + first.places[item] * ROW_HEIGHT
            yield Box(x - long, y - 8, max(long, 1), 16, "bar")
            yield Label(x - long - 5, y + 4.5, number, "small", "e")


def _place_bars(weights: Figure, n: int) -> Iterator[Shape]:
    """Yield bars of position weights; weights from position 2 on belong to steps and stand between positions."""
    x, is_of_steps = 6, weights.rows[0][0] == "2"
    yield Label(x, TOP_MARGIN - 36, clipped(weights.name), "name", "s")
    yield Stroke(x, TOP_MARGIN - 14, x, TOP_MARGIN + (n - 1) * ROW_HEIGHT + 14, "axis")
    for key, long, number in bar_lengths(weights_up_to(weights, n), 48):
        y = TOP_MARGIN + (int(key) - (1.5 if is_of_steps else 1)) * ROW_HEIGHT
        yield Box(x, y - 8, max(long, 1), 16, "bar place")
        yield Label(x + long + 5, y + 4.5, number, "small", "s")


def _description(columns: Sequence[DrawnOrder], entries: Entries, similarity: str, beside: Iterable[Figure]) -> str:
    """Describe the picture for screen readers; ``similarity`` is the name of the one that has the entries."""
    sentences = []
    for order in columns:
        kind = order.figure.kind[0].upper() + order.figure.kind[1:]
        sentences.append(f"{kind} {order.figure.name}, best first: {figure_text(order.figure)}.")
    for a, b in pairwise(columns):
        moves = [
            f"{item} is not in {b.figure.name}"
            if how == "goes"
            else f"{item} stays at {a.ranks[item]:g}"
            if how == "stays"
            else f"{item} {how} from {a.ranks[item]:g} to {b.ranks[item]:g}"
            for item, how in _moves(a, b)
        ]
        moves += [f"{item} is not in {a.figure.name}" for item in b.places if item not in a.places]
        pairs = []
        for x, y in inverted_pairs(a, b):
            entry = entries.get(frozenset((x, y)))
            pairs.append(f"{x} and {y}{f' ({similarity} = {entry[0]})' if entry else ''}")
        scope = "" if b.places.keys() >= a.places.keys() else " of the items in both"
        sentences.append(
            f"From {a.figure.name} to {b.figure.name}: {comma_list(moves)}. Inverted pairs{scope}: {comma_list(pairs)}."
        )
    return " ".join([*sentences, *(f"{figure.name}: {figure_text(figure)}." for figure in beside)])


def _legend(columns: Sequence[DrawnOrder], similarity: Figure | None, weights: Figure | None) -> Iterator[Meaning]:
    moves = {how for a, b in pairwise(columns) for _, how in _moves(a, b)}
    yield from (Meaning(word, f"line {how}") for how, word in MOVE_WORDS.items() if how in moves)
    if any(inverted_pairs(a, b) for a, b in pairwise(columns)):
        sized = f", as large as its {similarity.name}" if similarity else ""
        yield Meaning(f"dot: an inverted pair{sized}")
    if any(order.frames for order in columns):
        yield Meaning("frame: tied")
    if weights:
        yield Meaning(f"bars: {weights.name}")


def _connecting_shapes(a: DrawnOrder, b: DrawnOrder, wide: float, entries: Entries) -> Iterator[Shape]:
    """Yield the lines and dots between a column and the next."""
    for item, how in _moves(a, b):
        y = a.places[item] * ROW_HEIGHT
        x2, y2 = (20, y) if how == "goes" else (wide, b.places[item] * ROW_HEIGHT)
        yield Stroke(0, y, x2, y2, f"line {how}")
    for item, at in b.places.items():
        if item not in a.places:
            yield Stroke(wide - 20, at * ROW_HEIGHT, wide, at * ROW_HEIGHT, "line goes")
    yield from _crossings(a, b, entries, wide)


def _column_shapes(order: DrawnOrder, half: float) -> Iterator[Shape]:
    """Yield a column: its name, the frames of ties, and the items."""
    yield Label(0, -36, clipped(order.figure.name, 16), "name made" if order.figure.role == "made" else "name")
    for start, end in order.frames:
        yield Box(-half - 5, start * ROW_HEIGHT - 18, 2 * half + 10, (end - start) * ROW_HEIGHT + 36, "bucket", 18)
    if not order.places:
        yield Label(0, 4, "empty", "small soft")
    yield from (Node(0, at * ROW_HEIGHT, item, half) for item, at in order.places.items())


def _width(figure: Figure | None) -> float:
    """The width of the numbers beside the bars of weights."""
    return max((8 + 7 * len(number_label(row[1:])) for row in figure.rows), default=20) if figure else 0


def column_picture(figures: Sequence[Figure], parameters: Sequence[Figure], caption: str = "") -> Drawing:
    """Draw rankings, weak orders or top lists as columns, with weights and a similarity from the parameters."""
    columns: list[DrawnOrder] = []
    for figure in figures:
        columns.append(lay_out_column(figure, columns[-1] if columns else None))
    n = max(1, *(len(order.places) for order in columns))
    by_kind = {p.kind: p for p in reversed(parameters) if p.rows or p.kind != "position weights"}
    weights, position_weights, similarity = (
        by_kind.get(kind) for kind in ("element weights", "position weights", "similarity")
    )
    entries = entries_of(similarity)
    half = max(13, text_width(item for order in columns for item in order.places) / 2)
    half_name = max(4 + 3.5 * len(clipped(figure.name, 16)) for figure in figures)  # half the width of the widest name
    # widths left of the first column: position weights, position numbers, element weights, half of the column
    places = 52 + max(20, _width(position_weights)) if position_weights else 0
    items = 66 + max(20, _width(weights)) if weights else 0
    first = 4 + places + 24 + items + max(half, 0 if items else half_name - 24) + 4
    gap = max(COLUMN_GAP + 2 * (half - 13), 2 * half_name + 8)
    parts: list[Shape] = [
        Label(4 + places + 18, TOP_MARGIN + at * ROW_HEIGHT + 4.5, f"{at + 1}.", "small soft", "e") for at in range(n)
    ]
    parts += _place_bars(position_weights, n) if position_weights else ()
    parts += _item_bars(weights, columns[0], first - half - 6, first - half_name - 10) if weights else ()
    for k, (a, b) in enumerate(pairwise(columns)):
        parts.append(Moved(first + k * gap + half, TOP_MARGIN, [*_connecting_shapes(a, b, gap - 2 * half, entries)]))
    for k, order in enumerate(columns):
        parts.append(Moved(first + k * gap, TOP_MARGIN, [*_column_shapes(order, half)]))
    names = ", ".join(figure.name for figure in figures)
    return Drawing(
        caption or f"{names}: best first",
        first + (len(columns) - 1) * gap + max(half, half_name) + 8,
        TOP_MARGIN + (n - 1) * ROW_HEIGHT + 26,
        f"{names} as columns",
        _description(
            columns,
            entries,
            similarity.name if similarity else "",
            [figure for figure in (weights, position_weights) if figure],
        ),
        parts,
        [*_legend(columns, similarity, weights)] if len(columns) > 1 and not caption else (),
    )
