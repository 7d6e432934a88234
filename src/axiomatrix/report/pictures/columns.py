"""Rankings, weak orders and top lists as columns with a line for each item, and the weights beside them."""

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
    Rated,
    Shape,
    Stroke,
    bars_of,
    clipped,
    described,
    listed,
    room,
    short,
    size,
    up_to,
)

ROW = 36
"""From one position to the next."""
GAP = 116
"""From one column to the next."""
TOP = 56
HOWS = {"rises": "rises", "falls": "falls", "stays": "stays", "goes": "not in the other"}
Entries = dict[frozenset[str], Rated]


class DrawnOrder(NamedTuple):
    """An order, best first."""

    figure: Figure
    places: dict[str, int]
    """Which line each item is on; ties are one below the other."""
    ranks: dict[str, float]
    """Ties have the mean of their positions, as which of them is drawn first says nothing."""
    frames: list[tuple[int, int]]
    """From which line to which there are ties."""


def column(figure: Figure, before: DrawnOrder | None = None) -> DrawnOrder:
    """The places of the items of a column; tied ones in the order of the column before."""
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


def inverted(a: DrawnOrder, b: DrawnOrder) -> list[tuple[str, str]]:
    """The pairs that two columns order differently, what is ahead in the first one first."""
    pairs = []
    for x, y in combinations([item for item in a.places if item in b.places], 2):
        first = a.ranks[x] - a.ranks[y]
        if first * (b.ranks[x] - b.ranks[y]) < 0:
            pairs.append((x, y) if first < 0 else (y, x))
    return pairs


def entries_of(similarity: Figure | None) -> Entries:
    """The entry of each two items."""
    return {frozenset((x, y)): entry for x, y, *entry in similarity.rows} if similarity else {}


def _moves(a: DrawnOrder, b: DrawnOrder) -> Iterator[tuple[str, str]]:
    """Yield the move of each item from the first column to the second."""
    for item, rank in a.ranks.items():
        rank_in_b = b.ranks.get(item)
        yield (
            item,
            "goes" if rank_in_b is None else "rises" if rank_in_b < rank else "falls" if rank_in_b > rank else "stays",
        )


def _crossings(a: DrawnOrder, b: DrawnOrder, entries: Entries, wide: float) -> Iterator[Shape]:
    """A dot where the lines of an inverted pair cross, as large as its entry."""
    largest = max(map(size, entries.values()), default=0) or 1
    weights: dict[tuple[float, float], float] = defaultdict(float)
    for x, y in inverted(a, b):
        ax, ay, bx, by = a.places[x], a.places[y], b.places[x], b.places[y]
        if (ax - ay) * (bx - by) >= 0:
            continue  # their lines do not cross
        share = (ay - ax) / (ay - ax + bx - by)
        weight = size(entries.get(frozenset((x, y)), ["0"])) / largest if entries else 0.25
        weights[round(share, 6), round(ax + (bx - ax) * share, 6)] += weight
    for (share, at), weight in weights.items():
        yield Disc(share * wide, at * ROW, 2.4 + 2.8 * sqrt(weight), "dot" if weight else "dot empty")


def _item_bars(weights: Figure, first: DrawnOrder, x: float, named: float) -> Iterator[Shape]:
    """Bars beside the items of the first column, which grow to the left."""
    yield Label(named, TOP - 36, clipped(weights.name), "name", "e")
    for item, long, number in bars_of(weights.rows, 58):
        if item in first.places:
            y = TOP + first.places[item] * ROW
            yield Box(x - long, y - 8, max(long, 1), 16, "bar")
            yield Label(x - long - 5, y + 4.5, number, "small", "e")


def _place_bars(weights: Figure, n: int) -> Iterator[Shape]:
    """Bars along the positions, between two of them where there is one for each step from 2."""
    x, between = 6, weights.rows[0][0] == "2"
    yield Label(x, TOP - 36, clipped(weights.name), "name", "s")
    yield Stroke(x, TOP - 14, x, TOP + (n - 1) * ROW + 14, "axis")
    for key, long, number in bars_of(up_to(weights, n), 48):
        y = TOP + (int(key) - (1.5 if between else 1)) * ROW
        yield Box(x, y - 8, max(long, 1), 16, "bar place")
        yield Label(x + long + 5, y + 4.5, number, "small", "s")


def _words(columns: Sequence[DrawnOrder], entries: Entries, named: str, beside: Iterable[Figure]) -> str:
    """All that the picture shows."""
    sentences = []
    for one in columns:
        kind = one.figure.kind[0].upper() + one.figure.kind[1:]
        sentences.append(f"{kind} {one.figure.name}, best first: {described(one.figure)}.")
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
        for x, y in inverted(a, b):
            entry = entries.get(frozenset((x, y)))
            pairs.append(f"{x} and {y}{f' ({named} = {entry[0]})' if entry else ''}")
        of = "" if b.places.keys() >= a.places.keys() else " of the items in both"
        sentences.append(
            f"From {a.figure.name} to {b.figure.name}: {listed(moves)}. Inverted pairs{of}: {listed(pairs)}."
        )
    return " ".join([*sentences, *(f"{one.name}: {described(one)}." for one in beside)])


def _key(columns: Sequence[DrawnOrder], similarity: Figure | None, weights: Figure | None) -> Iterator[Meaning]:
    hows = {how for a, b in pairwise(columns) for _, how in _moves(a, b)}
    yield from (Meaning(word, f"line {how}") for how, word in HOWS.items() if how in hows)
    if any(inverted(a, b) for a, b in pairwise(columns)):
        sized = f", as large as its {similarity.name}" if similarity else ""
        yield Meaning(f"dot: an inverted pair{sized}")
    if any(one.frames for one in columns):
        yield Meaning("frame: tied")
    if weights:
        yield Meaning(f"bars: {weights.name}")


def _between(a: DrawnOrder, b: DrawnOrder, wide: float, entries: Entries) -> Iterator[Shape]:
    """The lines from one column to the next."""
    for item, how in _moves(a, b):
        y = a.places[item] * ROW
        x2, y2 = (20, y) if how == "goes" else (wide, b.places[item] * ROW)
        yield Stroke(0, y, x2, y2, f"line {how}")
    for item, at in b.places.items():
        if item not in a.places:
            yield Stroke(wide - 20, at * ROW, wide, at * ROW, "line goes")
    yield from _crossings(a, b, entries, wide)


def _drawn(one: DrawnOrder, half: float) -> Iterator[Shape]:
    """A column: its name, the frames of ties, and the items."""
    yield Label(0, -36, clipped(one.figure.name, 16), "name made" if one.figure.role == "made" else "name")
    for start, end in one.frames:
        yield Box(-half - 5, start * ROW - 18, 2 * half + 10, (end - start) * ROW + 36, "bucket", 18)
    if not one.places:
        yield Label(0, 4, "empty", "small soft")
    yield from (Node(0, at * ROW, item, half) for item, at in one.places.items())


def _width(figure: Figure | None) -> float:
    """Return the width of the numbers of weights beside their bars."""
    return max((8 + 7 * len(short(row[1:])) for row in figure.rows), default=20) if figure else 0


def column_picture(figures: Sequence[Figure], parameters: Sequence[Figure], caption: str = "") -> Drawing:
    """Rankings, weak orders or top lists as columns; among the parameters may be weights and a similarity."""
    columns: list[DrawnOrder] = []
    for figure in figures:
        columns.append(column(figure, columns[-1] if columns else None))
    n = max(1, *(len(one.places) for one in columns))
    kinds = {one.kind: one for one in reversed(parameters) if one.rows or one.kind != "position weights"}
    weights, along, similarity = (kinds.get(k) for k in ("element weights", "position weights", "similarity"))
    entries = entries_of(similarity)
    half = max(13, room(item for one in columns for item in one.places) / 2)
    titled = max(4 + 3.5 * len(clipped(one.name, 16)) for one in figures)  # half of the widest name
    places = 52 + max(20, _width(along)) if along else 0
    items = 66 + max(20, _width(weights)) if weights else 0
    first = 4 + places + 24 + items + max(half, 0 if items else titled - 24) + 4
    gap = max(GAP + 2 * (half - 13), 2 * titled + 8)
    parts: list[Shape] = [
        Label(4 + places + 18, TOP + at * ROW + 4.5, f"{at + 1}.", "small soft", "e") for at in range(n)
    ]
    parts += _place_bars(along, n) if along else ()
    parts += _item_bars(weights, columns[0], first - half - 6, first - titled - 10) if weights else ()
    for k, (a, b) in enumerate(pairwise(columns)):
        parts.append(Moved(first + k * gap + half, TOP, [*_between(a, b, gap - 2 * half, entries)]))
    for k, one in enumerate(columns):
        parts.append(Moved(first + k * gap, TOP, [*_drawn(one, half)]))
    names = ", ".join(one.name for one in figures)
    return Drawing(
        caption or f"{names}: best first",
        first + (len(columns) - 1) * gap + max(half, titled) + 8,
        TOP + (n - 1) * ROW + 26,
        f"{names} as columns",
        _words(columns, entries, similarity.name if similarity else "", [one for one in (weights, along) if one]),
        parts,
        [*_key(columns, similarity, weights)] if len(columns) > 1 and not caption else (),
    )
