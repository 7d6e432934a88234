"""Judged lists, runs, scored lists and scores as bars by rank, with what an axiom changed of them."""

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
    bars_of,
    clipped,
    described,
    listed,
    short,
    size,
    up_to,
)

STEP = 36
"""From one rank to the next."""
TALL = 46
"""Of the largest grade."""
Bar = tuple[str, str]
"""Its value, and the grade that stands below it."""


class Strip(NamedTuple):
    """One row of bars."""

    name: str
    is_made: bool
    bars: Sequence[Bar]
    rest: Sequence[Bar]
    """What is missing from the list."""

    def sentence(self) -> str:
        """Describe the picture in text."""
        each = listed(f"{k}: score {v}, grade {g}" if g else f"{k}: {v}" for k, (v, g) in enumerate(self.bars, 1))
        return f"{each}." + (f" Missing from the list: {', '.join(g or v for v, g in self.rest)}." if self.rest else "")

    def unlike(self, base: Strip) -> tuple[set[int], set[int]]:
        """Which of its bars, and which of what is missing, are not those of the first strip."""
        theirs = dict(enumerate(base.bars))
        left = Counter(base.rest)
        left.subtract(self.rest)
        added = set()
        for k, bar in reversed(list(enumerate(self.rest))):
            if left[bar] < 0:
                added.add(k)
                left[bar] += 1
        return {k for k, bar in enumerate(self.bars) if theirs.get(k) != bar}, added


def _strips(figure: Figure) -> Iterator[Strip]:
    is_derived, rows = figure.role == "made", figure.rows
    if figure.kind == "scored list":
        yield Strip(
            figure.name, is_derived, list(zip(rows[1], rows[0], strict=True)), [("", grade) for grade in rows[2]]
        )
        return
    for k, (values, rest) in enumerate(zip(rows[::2], rows[1::2] or ((),), strict=True), 1):
        name = f"{figure.name}, {k}" if figure.kind == "run" else figure.name
        yield Strip(name, is_derived, [(v, "") for v in values], [(v, "") for v in rest])


def _bar(x: float, base: float, bar: Bar, scale: float, kind: str) -> Iterator[Shape]:
    number, grade = bar
    amount = size([number]) * scale
    tall = max(abs(amount), 2.5)
    top = base - tall if amount >= 0 else base
    yield Box(x - 11, top, 22, tall, f"grade {kind}".strip())
    if number:
        yield Label(x, top - 5 if amount >= 0 else base + tall + 14, short([number], 5), "small")
    if grade:
        filled = size([grade]) > 0
        yield Disc(x, base + 12, 8.5, "judged" if filled else "judged empty")
        yield Label(x, base + 16, grade, "tiny over" if filled else "tiny")


def _along(weights: Figure, n: int, left: float, y: float) -> Iterator[Shape]:
    """Position weights above the ranks that they belong to."""
    yield Label(left - 8, y, clipped(weights.name, 14), "name", "e")
    for key, long, number in bars_of(up_to(weights, n), 24, 5):
        x, tall = left + STEP * (int(key) - 0.5), max(long, 1)
        yield Box(x - 11, y - tall, 22, tall, "bar place")
        yield Label(x, y - tall - 4, number, "tiny")


def _drawn(
    strip: Strip, n: int, left: float, base: float, below: float, above: float, scale: float, unlike: Sequence[set[int]]
) -> Iterator[Shape]:
    changed, added = unlike
    yield Label(left - 8, base - 4, clipped(strip.name, 14), "name made" if strip.is_made else "name", "e")
    yield Stroke(left, base, left + STEP * max(len(strip.bars), 1), base, "axis")
    if not strip.bars:
        yield Label(left + 4, base - 5, "empty", "small soft", "s")
    for k, bar in enumerate(strip.bars):
        x = left + STEP * (k + 0.5)
        yield from _bar(x, base, bar, scale, "changed" if k in changed else "")
        yield Label(x, base + below + 15, str(k + 1), "tiny soft")
        if k in changed:
            yield Triangle(x, base + below + 21)
    apart = left + STEP * n + 34
    for k, bar in enumerate(strip.rest):
        yield from _bar(apart + STEP * (k + 0.5), base, bar, scale, "missing changed" if k in added else "missing")
    if strip.rest:
        yield Stroke(apart - 8, base - above + 4, apart - 8, base + 6, "axis apart")
        yield Label(apart, base + below + 15, "missing", "tiny soft", "s")


def list_picture(figures: Sequence[Figure], parameters: Sequence[Figure]) -> Drawing:
    """Lists of one kind below each other, with the cut-off and the weights of positions if there are any."""
    kind = figures[0].kind
    first = list(_strips(figures[0]))
    compared = [
        (strip, first[k] if k < len(first) else strip) for figure in figures for k, strip in enumerate(_strips(figure))
    ]
    strips = [strip for strip, _ in compared]
    sizes = [size([number]) for strip in strips for number, _ in (*strip.bars, *strip.rest)]
    high, low = max([0, *sizes]), min([0, *sizes])
    scale = TALL / (max(high, -low) or 1)
    above, below = high * scale + 20, (16 - low * scale if low < 0 else 0) + (22 if kind == "scored list" else 0)
    n = max(1, *(len(strip.bars) for strip in strips))
    most = max(len(strip.rest) for strip in strips)
    along = next((one for one in parameters if one.kind == "position weights" and one.rows), None)
    named = [strip.name for strip in strips] + ([along.name] if along else [])
    left = round(14 + 8 * max(2, *(len(clipped(name, 14)) for name in named)))
    parts: list[Shape] = []
    sentences, y = [], 8.0
    if along:
        parts += _along(along, n, left, y + 40)
        sentences.append(f"{along.name}: {described(along)}.")
        y += 50
    cut = next((int(size(one.rows[0][:1])) for one in parameters if (one.name, one.kind) == ("k", "number")), 0)
    is_cut = 0 < cut <= n and kind in ("judged list", "run")
    start = y = y + 12 * is_cut
    is_changed = False
    for strip, base in compared:
        unlike = strip.unlike(base) if strip.is_made and not base.is_made else (set(), set())
        parts += _drawn(strip, n, left, y + above, below, above, scale, unlike)
        where = f" Different from {base.name} at {listed(str(k + 1) for k in sorted(unlike[0]))}." if unlike[0] else ""
        sentences.append(f"{strip.name}: {strip.sentence()}{where}")
        is_changed |= any(unlike)
        y += above + below + 38
    if is_cut:
        x = left + STEP * cut
        parts += [Stroke(x, start, x, y - 20, "cut"), Label(x, start - 4, f"k = {cut}", "tiny cut")]
        sentences.append(f"The cut-off is k = {cut}.")
    names = ", ".join(one.name for one in figures)
    what = {"scored list": "scores as bars in input order, below them the grades", "scores": "a score for each item"}
    key = [Meaning(f"triangle and frame: different from {figures[0].name}.")] if is_changed else []
    return Drawing(
        f"{names}: {what.get(kind, 'grades by rank, 1 is the top of the list')}",
        left + STEP * n + (34 + STEP * most if most else 0) + 40,
        y - 4,
        f"{names} as bars",
        " ".join(sentences),
        parts,
        [*key, *([Meaning("Dashed: in the collection, missing from the list.")] if most else [])],
    )
