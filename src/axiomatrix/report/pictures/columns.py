"""Lay out rankings, weak orders and top lists as columns, with a line for each item from one column to the next.

Dots mark inverted pairs; bars beside the columns show weights of items (*element weights*) and positions. From left to
right a picture has: bars of position weights, position numbers, bars of element weights, the columns. ``instance.py``
calls :func:`draw_columns` for the orders of a witness.

A figure has a value as rows of text (``evidence/account/figures.py``): each row of an order is a bucket of tied items,
each row of weights a key and a number. A *similarity* has a number, its entry, for each pair of items. The entry of an
inverted pair sets the size of its dot.

The style of a shape is a list of style names such as ``dot empty``. Lengths are pixels. Unnamed numbers shift a text
or bar so that it looks centred.
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
    clip,
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
NAME_Y = TOP_MARGIN - 36
"""The height of the names of columns and parameters."""
MAX_NAME_CHARACTERS = 16
"""Characters of a column's name that are shown."""
MIN_HALF_WIDTH = 13
"""Half of the width of the narrowest column."""
NAME_CHARACTER_WIDTH = 7
"""The width of a character of a name or of a number beside a bar."""
MAX_POSITION_BAR, POSITION_BAR_ROOM = 48, 52
"""The longest bar of a position weight, and the room for it."""
MAX_ELEMENT_BAR, ELEMENT_BAR_ROOM = 58, 66
"""The longest bar of an element weight, and the room for it."""
POSITION_NUMBER_ROOM = 24
"""The width of the position numbers."""
EDGE = 4
"""The space at the left edge of the picture, and again before the first column."""
MIN_DOT_RADIUS, DOT_RADIUS_RANGE = 2.4, 2.8
"""The radius of the dot of a pair whose entry is 0, and its increase up to the largest entry."""
PLAIN_PAIR_SIZE = 0.25
"""The size of the dot of an inverted pair, from 0 to 1, without a similarity."""
MOVE_WORDS = {"rises": "rises", "falls": "falls", "stays": "stays", "goes": "not in the other"}
"""The style of an item's line from one column to the next, with its meaning in the legend."""
Entries = dict[frozenset[str], NumberTexts]
"""The entries of a similarity by their two items."""


class OrderColumn(NamedTuple):
    """A ranking, weak order or top list as a column, best first."""

    figure: Figure
    places: dict[str, int]
    """The row of each item in the picture, from 0; tied items are one below the other."""
    ranks: dict[str, float]
    """The rank of each item; tied items have the mean of their positions."""
    frames: list[tuple[int, int]]
    """The first and the last row in the picture of each bucket of tied items."""


def lay_out_column(figure: Figure, before: OrderColumn | None = None) -> OrderColumn:
    """Lay out a column; tied items are in the order of the column before, so that their lines do not cross."""
    column = OrderColumn(figure, {}, {}, [])
    # a row of a ranking or a top list is a single item
    buckets = figure.rows if figure.kind == "weak order" else [row[:1] for row in figure.rows]
    for bucket in buckets:
        first_row = len(column.places)
        if len(bucket) > 1:
            column.frames.append((first_row, first_row + len(bucket) - 1))
        items: Iterable[str] = bucket
        if before is not None:
            items = sorted(bucket, key=lambda item: before.places.get(item, len(before.places)))
        mean_rank = first_row + (len(bucket) + 1) / 2
        for k, item in enumerate(items):
            column.places[item] = first_row + k
            column.ranks[item] = mean_rank
    return column


def inverted_pairs(a: OrderColumn, b: OrderColumn) -> list[tuple[str, str]]:
    """The pairs that two columns order differently, as the first one orders them."""
    pairs = []
    for x, y in combinations([item for item in a.places if item in b.places], 2):
        difference_in_a = a.ranks[x] - a.ranks[y]
        difference_in_b = b.ranks[x] - b.ranks[y]
        if difference_in_a * difference_in_b < 0:  # pairs that one of them ties are not inverted
            pairs.append((x, y) if difference_in_a < 0 else (y, x))
    return pairs


def entries_of(similarity: Figure | None) -> Entries:
    """The entries of a similarity by their two items; empty without a similarity."""
    return {frozenset((x, y)): entry for x, y, *entry in similarity.rows} if similarity else {}


def _moves(a: OrderColumn, b: OrderColumn) -> Iterator[tuple[str, str]]:
    """Yield each item with its move from the first column to the second, a key of :data:`MOVE_WORDS`."""
    for item, rank in a.ranks.items():
        rank_in_b = b.ranks.get(item)
        if rank_in_b is None:
            yield item, "goes"
        elif rank_in_b < rank:
            yield item, "rises"
        elif rank_in_b > rank:
            yield item, "falls"
        else:
            yield item, "stays"


def _crossings(a: OrderColumn, b: OrderColumn, entries: Entries, gap_width: float) -> Iterator[Shape]:
    """Yield a dot where the lines of an inverted pair cross, with an area that grows with the pair's similarity entry.

    Without a similarity all dots are small. Pairs that cross at the same point share a dot. The lines are drawn from 0
    to ``gap_width``, the distance between the columns' boxes.
    """
    largest = max(map(magnitude, entries.values()), default=0) or 1  # not 0, by which sizes are divided
    sizes: dict[tuple[float, float], float] = defaultdict(float)
    """The sum of the sizes at each point: its share of the way from column a to b, and its row."""
    for x, y in inverted_pairs(a, b):
        ax, ay, bx, by = a.places[x], a.places[y], b.places[x], b.places[y]
        if (ax - ay) * (bx - by) >= 0:
            continue  # the rows of tied items are arbitrary, so that lines may not cross where ranks do
        # both lines are straight: they cross at this share of the way from column a to column b
        share = (ay - ax) / (ay - ax + bx - by)  # where ax + (bx - ax) share = ay + (by - ay) share
        size = PLAIN_PAIR_SIZE
        if entries:
            size = magnitude(entries.get(frozenset((x, y)), ["0"])) / largest
        sizes[round(share, 6), round(ax + (bx - ax) * share, 6)] += size  # rounded: equal points must be one key
    for (share, row), size in sizes.items():
        radius = MIN_DOT_RADIUS + DOT_RADIUS_RANGE * sqrt(size)  # the area of the dot grows with the size
        yield Disc(share * gap_width, row * ROW_HEIGHT, radius, "dot" if size else "dot empty")


def _element_weight_bars(weights: Figure, first: OrderColumn, x: float, name_x: float) -> Iterator[Shape]:
    """Yield bars of element weights left of the items of the first column.

    ``x`` is the right end of the bars, ``name_x`` the right end of the name of the weights.
    """
    yield Label(name_x, NAME_Y, clip(weights.name), "name", "e")
    for item, length, number in bar_lengths(weights.rows, MAX_ELEMENT_BAR):
        if item in first.places:
            y = TOP_MARGIN + first.places[item] * ROW_HEIGHT
            yield Box(x - length, y - 8, max(length, 1), 16, "bar")
            yield Label(x - length - 5, y + 4.5, number, "small", "e")


def _position_weight_bars(weights: Figure, n: int) -> Iterator[Shape]:
    """Yield bars of position weights.

    Weights whose first position is 2 belong to steps from the position before, and are drawn between positions.
    """
    x = 6
    is_of_steps = weights.rows[0][0] == "2"
    yield Label(x, NAME_Y, clip(weights.name), "name", "s")
    yield Stroke(x, TOP_MARGIN - 14, x, TOP_MARGIN + (n - 1) * ROW_HEIGHT + 14, "axis")
    for position, length, number in bar_lengths(weights_up_to(weights, n), MAX_POSITION_BAR):
        y = TOP_MARGIN + (int(position) - (1.5 if is_of_steps else 1)) * ROW_HEIGHT
        yield Box(x, y - 8, max(length, 1), 16, "bar place")
        yield Label(x + length + 5, y + 4.5, number, "small", "s")


def _move_text(item: str, move: str, a: OrderColumn, b: OrderColumn) -> str:
    """Describe the move of an item from the first column to the second."""
    if move == "goes":
        return f"{item} is not in {b.figure.name}"
    if move == "stays":
        return f"{item} stays at {a.ranks[item]:g}"
    return f"{item} {move} from {a.ranks[item]:g} to {b.ranks[item]:g}"


def _description(
    columns: Sequence[OrderColumn], entries: Entries, similarity_name: str, weights: Iterable[Figure]
) -> str:
    """Describe the picture for screen readers: each column, the moves between columns, and the weights."""
    sentences = []
    for column in columns:
        kind = column.figure.kind[0].upper() + column.figure.kind[1:]
        sentences.append(f"{kind} {column.figure.name}, best first: {figure_text(column.figure)}.")
    for a, b in pairwise(columns):
        moves = [_move_text(item, move, a, b) for item, move in _moves(a, b)]
        moves += [f"{item} is not in {a.figure.name}" for item in b.places if item not in a.places]
        pairs = []
        for x, y in inverted_pairs(a, b):
            entry = entries.get(frozenset((x, y)))
            pairs.append(f"{x} and {y} ({similarity_name} = {entry[0]})" if entry else f"{x} and {y}")
        scope = "" if b.places.keys() >= a.places.keys() else " of the items in both"
        sentences.append(
            f"From {a.figure.name} to {b.figure.name}: {comma_list(moves)}. Inverted pairs{scope}: {comma_list(pairs)}."
        )
    return " ".join([*sentences, *(f"{figure.name}: {figure_text(figure)}." for figure in weights)])


def _legend(columns: Sequence[OrderColumn], similarity: Figure | None, weights: Figure | None) -> Iterator[Meaning]:
    """Yield the meanings of the styles that the picture of several columns has."""
    moves = {move for a, b in pairwise(columns) for _, move in _moves(a, b)}
    yield from (Meaning(word, f"line {move}") for move, word in MOVE_WORDS.items() if move in moves)
    if any(inverted_pairs(a, b) for a, b in pairwise(columns)):
        size = f", as large as its {similarity.name}" if similarity else ""
        yield Meaning(f"dot: an inverted pair{size}")
    if any(column.frames for column in columns):
        yield Meaning("frame: tied")
    if weights:
        yield Meaning(f"bars: {weights.name}")


def _connecting_shapes(a: OrderColumn, b: OrderColumn, gap_width: float, entries: Entries) -> Iterator[Shape]:
    """Yield the lines and dots between a column and the next; an item of only one of them has a short line."""
    for item, move in _moves(a, b):
        y = a.places[item] * ROW_HEIGHT
        x2, y2 = (20, y) if move == "goes" else (gap_width, b.places[item] * ROW_HEIGHT)
        yield Stroke(0, y, x2, y2, f"line {move}")
    for item, row in b.places.items():
        if item not in a.places:
            yield Stroke(gap_width - 20, row * ROW_HEIGHT, gap_width, row * ROW_HEIGHT, "line goes")
    yield from _crossings(a, b, entries, gap_width)


def _column_shapes(column: OrderColumn, half_width: float) -> Iterator[Shape]:
    """Yield a column around x = 0, its first item at y = 0: its name, the frames of ties, and the items."""
    name_style = "name made" if column.figure.role == "made" else "name"
    yield Label(0, NAME_Y - TOP_MARGIN, clip(column.figure.name, MAX_NAME_CHARACTERS), name_style)
    for first_row, last_row in column.frames:
        top, height = first_row * ROW_HEIGHT - 18, (last_row - first_row) * ROW_HEIGHT + 36
        yield Box(-half_width - 5, top, 2 * half_width + 10, height, "bucket", 18)
    if not column.places:
        yield Label(0, 4, "empty", "small soft")
    yield from (Node(0, row * ROW_HEIGHT, item, half_width) for item, row in column.places.items())


def _numbers_width(weights: Figure) -> float:
    """The width of the numbers beside the bars of weights, at least 20 pixels."""
    return max([20, *(8 + NAME_CHARACTER_WIDTH * len(number_label(row[1:])) for row in weights.rows)])


def draw_columns(figures: Sequence[Figure], parameters: Sequence[Figure], caption: str = "") -> Drawing:
    """Draw rankings, weak orders or top lists as columns, with weights and a similarity from the parameters.

    Of several parameters of a kind the first is drawn. A picture with its own ``caption`` has no legend.
    """
    columns: list[OrderColumn] = []
    for figure in figures:
        columns.append(lay_out_column(figure, columns[-1] if columns else None))
    n = max(1, *(len(column.places) for column in columns))
    # reversed, so that the first of a kind is stored last and stays; position weights without rows cannot be drawn
    by_kind = {p.kind: p for p in reversed(parameters) if p.rows or p.kind != "position weights"}
    element_weights = by_kind.get("element weights")
    position_weights = by_kind.get("position weights")
    similarity = by_kind.get("similarity")
    entries = entries_of(similarity)
    half_width = max(MIN_HALF_WIDTH, text_width(item for column in columns for item in column.places) / 2)
    name_length = max(len(clip(figure.name, MAX_NAME_CHARACTERS)) for figure in figures)
    half_name = 4 + NAME_CHARACTER_WIDTH / 2 * name_length
    # left of the first column: position weights, position numbers, element weights, half of the column or its name
    position_bars = POSITION_BAR_ROOM + _numbers_width(position_weights) if position_weights else 0
    element_bars = ELEMENT_BAR_ROOM + _numbers_width(element_weights) if element_weights else 0
    # without element weights, the name of the column may stand above the position numbers
    half_first = max(half_width, 0 if element_weights else half_name - POSITION_NUMBER_ROOM)
    # the middle of the first column
    first_x = EDGE + position_bars + POSITION_NUMBER_ROOM + element_bars + half_first + EDGE
    step = max(COLUMN_GAP + 2 * (half_width - MIN_HALF_WIDTH), 2 * half_name + 8)  # from a column's middle to the next
    parts: list[Shape] = [
        Label(EDGE + position_bars + 18, TOP_MARGIN + row * ROW_HEIGHT + 4.5, f"{row + 1}.", "small soft", "e")
        for row in range(n)
    ]
    if position_weights:
        parts += _position_weight_bars(position_weights, n)
    if element_weights:
        parts += _element_weight_bars(element_weights, columns[0], first_x - half_width - 6, first_x - half_name - 10)
    for k, (a, b) in enumerate(pairwise(columns)):
        shapes = [*_connecting_shapes(a, b, step - 2 * half_width, entries)]
        parts.append(Moved(first_x + k * step + half_width, TOP_MARGIN, shapes))
    for k, column in enumerate(columns):
        parts.append(Moved(first_x + k * step, TOP_MARGIN, [*_column_shapes(column, half_width)]))
    names = ", ".join(figure.name for figure in figures)
    weights = [figure for figure in (element_weights, position_weights) if figure]
    return Drawing(
        caption=caption or f"{names}: best first",
        width=first_x + (len(columns) - 1) * step + max(half_width, half_name) + 8,
        height=TOP_MARGIN + (n - 1) * ROW_HEIGHT + 26,
        title=f"{names} as columns",
        description=_description(columns, entries, similarity.name if similarity else "", weights),
        parts=parts,
        legend=[*_legend(columns, similarity, element_weights)] if len(columns) > 1 and not caption else (),
    )
