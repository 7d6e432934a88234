"""Lay out judged lists, runs, scored lists and scores as bars by rank, with marks where an axiom changed a list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...evidence.account.figures import Figure
from .shapes import (
    Box,
    Disc,
    Drawing,
    Label,
    Meaning,
    Shape,
    Stroke,
    Triangle,
    bar_lengths,
    clipped,
    comma_list,
    figure_text,
    magnitude,
    number_label,
    weights_up_to,
)

RANK_WIDTH = 36
"""Pixels from one rank to the next."""
TALLEST_BAR = 46
"""Pixels of the bar of the largest grade."""
Bar = tuple[str, str]
"""The value of a bar, and the grade below it; either may be empty."""


class Strip(NamedTuple):
    """A row of bars, which shows one list."""

    name: str
    is_derived: bool
    """Whether an axiom made the list from another one."""
    bars: Sequence[Bar]
    rest: Sequence[Bar]
    """The items of the collection that are missing from the list."""

    def sentence(self) -> str:
        """The list in words."""
        bars = comma_list(f"{k}: score {v}, grade {g}" if g else f"{k}: {v}" for k, (v, g) in enumerate(self.bars, 1))
        return f"{bars}." + (f" Missing from the list: {', '.join(g or v for v, g in self.rest)}." if self.rest else "")

    def changes(self, base: Strip) -> tuple[set[int], set[int]]:
        """Return the indexes of the bars, and of the missing items, that differ from those of ``base``.

        Missing items have no order: of equal ones, the last are taken to be the additional ones.
        """
        base_bars = dict(enumerate(base.bars))
        surplus = Counter(self.rest)  # how many more of each missing item there are than in ``base``
        surplus.subtract(base.rest)
        added = set()
        for k, bar in reversed(list(enumerate(self.rest))):
            if surplus[bar] > 0:
                added.add(k)
                surplus[bar] -= 1
        return {k for k, bar in enumerate(self.bars) if base_bars.get(k) != bar}, added


def _strips(figure: Figure) -> Iterator[Strip]:
    """Yield the strips of a figure: one, or one for each list of a run."""
    is_derived, rows = figure.role == "made", figure.rows
    if figure.kind == "scored list":
        yield Strip(
            figure.name, is_derived, list(zip(rows[1], rows[0], strict=True)), [("", grade) for grade in rows[2]]
        )
        return
    for k, (values, rest) in enumerate(zip(rows[::2], rows[1::2] or ((),), strict=True), 1):
        name = f"{figure.name}, {k}" if figure.kind == "run" else figure.name
        yield Strip(name, is_derived, [(v, "") for v in values], [(v, "") for v in rest])


def _bar(x: float, base: float, bar: Bar, scale: float, style: str) -> Iterator[Shape]:
    number, grade = bar
    amount = magnitude([number]) * scale
    tall = max(abs(amount), 2.5)
    top = base - tall if amount >= 0 else base
    yield Box(x - 11, top, 22, tall, f"grade {style}".strip())
    if number:
        yield Label(x, top - 5 if amount >= 0 else base + tall + 14, number_label([number], 5), "small")
    if grade:
        filled = magnitude([grade]) > 0
        yield Disc(x, base + 12, 8.5, "judged" if filled else "judged empty")
        yield Label(x, base + 16, grade, "tiny over" if filled else "tiny")


def _position_weight_bars(weights: Figure, n: int, left: float, y: float) -> Iterator[Shape]:
    """Yield bars of position weights above their ranks."""
    yield Label(left - 8, y, clipped(weights.name, 14), "name", "e")
    for key, long, number in bar_lengths(weights_up_to(weights, n), 24, 5):
        x, tall = left + RANK_WIDTH * (int(key) - 0.5), max(long, 1)
        yield Box(x - 11, y - tall, 22, tall, "bar place")
        yield Label(x, y - tall - 4, number, "tiny")


def _strip_shapes(
    strip: Strip,
    n: int,
    left: float,
    base: float,
    below: float,
    above: float,
    scale: float,
    changes: Sequence[set[int]],
) -> Iterator[Shape]:
    """Yield a strip whose axis is at the height ``base``: name, bars with ranks, and bars of missing items.

    ``below`` and ``above`` are the pixels that bars and texts take there. ``n`` is the length of the longest list, and
    ``changes`` are those of :meth:`Strip.changes`.
    """
    changed, added = changes
    yield Label(left - 8, base - 4, clipped(strip.name, 14), "name made" if strip.is_derived else "name", "e")
    yield Stroke(left, base, left + RANK_WIDTH * max(len(strip.bars), 1), base, "axis")
    if not strip.bars:
        yield Label(left + 4, base - 5, "empty", "small soft", "s")
    for k, bar in enumerate(strip.bars):
        x = left + RANK_WIDTH * (k + 0.5)
        yield from _bar(x, base, bar, scale, "changed" if k in changed else "")
        yield Label(x, base + below + 15, str(k + 1), "tiny soft")
        if k in changed:
            yield Triangle(x, base + below + 21)
    left_of_missing = left + RANK_WIDTH * n + 34
    for k, bar in enumerate(strip.rest):
        yield from _bar(
            left_of_missing + RANK_WIDTH * (k + 0.5), base, bar, scale, "missing changed" if k in added else "missing"
        )
    if strip.rest:
        yield Stroke(left_of_missing - 8, base - above + 4, left_of_missing - 8, base + 6, "axis apart")
        yield Label(left_of_missing, base + below + 15, "missing", "tiny soft", "s")


def list_picture(figures: Sequence[Figure], parameters: Sequence[Figure]) -> Drawing:
    """Draw lists of one kind below each other, with the cut-off and the position weights if there are any."""
    kind = figures[0].kind
    first = list(_strips(figures[0]))
    # each strip with the strip of the first figure at the same place, from which an axiom may have derived it
    compared = [
        (strip, first[k] if k < len(first) else strip) for figure in figures for k, strip in enumerate(_strips(figure))
    ]
    strips = [strip for strip, _ in compared]
    sizes = [magnitude([number]) for strip in strips for number, _ in (*strip.bars, *strip.rest)]
    high, low = max([0, *sizes]), min([0, *sizes])
    scale = TALLEST_BAR / (max(high, -low) or 1)
    above, below = high * scale + 20, (16 - low * scale if low < 0 else 0) + (22 if kind == "scored list" else 0)
    n = max(1, *(len(strip.bars) for strip in strips))
    max_missing = max(len(strip.rest) for strip in strips)
    weights = next((figure for figure in parameters if figure.kind == "position weights" and figure.rows), None)
    row_names = [strip.name for strip in strips] + ([weights.name] if weights else [])
    left = round(14 + 8 * max(2, *(len(clipped(name, 14)) for name in row_names)))
    parts: list[Shape] = []
    sentences, y = [], 8.0
    if weights:
        parts += _position_weight_bars(weights, n, left, y + 40)
        sentences.append(f"{weights.name}: {figure_text(weights)}.")
        y += 50
    cut_offs = (int(magnitude(f.rows[0][:1])) for f in parameters if (f.name, f.kind) == ("k", "number"))
    cut = next(cut_offs, 0)
    is_cut = 0 < cut <= n and kind in ("judged list", "run")
    start = y = y + 12 * is_cut
    is_changed = False
    for strip, base in compared:
        changes = strip.changes(base) if strip.is_derived and not base.is_derived else (set(), set())
        parts += _strip_shapes(strip, n, left, y + above, below, above, scale, changes)
        ranks = comma_list(str(k + 1) for k in sorted(changes[0]))
        difference = f" Different from {base.name} at {ranks}." if changes[0] else ""
        more_missing = f" More items are missing than from {base.name}." if changes[1] else ""
        sentences.append(f"{strip.name}: {strip.sentence()}{difference}{more_missing}")
        is_changed |= any(changes)
        y += above + below + 38
    if is_cut:
        x = left + RANK_WIDTH * cut
        parts += [Stroke(x, start, x, y - 20, "cut"), Label(x, start - 4, f"k = {cut}", "tiny cut")]
        sentences.append(f"The cut-off is k = {cut}.")
    names = ", ".join(figure.name for figure in figures)
    captions = {
        "scored list": "scores as bars in input order, below them the grades",
        "scores": "a score for each item",
    }
    legend = [Meaning(f"triangle and frame: different from {figures[0].name}.")] if is_changed else []
    legend += [Meaning("Dashed: in the collection, missing from the list.")] if max_missing else []
    return Drawing(
        f"{names}: {captions.get(kind, 'grades by rank, 1 is the top of the list')}",
        left + RANK_WIDTH * n + (34 + RANK_WIDTH * max_missing if max_missing else 0) + 40,
        y - 4,
        f"{names} as bars",
        " ".join(sentences),
        parts,
        legend,
    )
