"""The values of a parameter on a line, where a statement holds and where it fails, as SVG."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from ...evidence.safe import visible
from ...evidence.values import End, Stretch, ValuesNote
from ...evidence.verdict import Tone

WIDTH, MARGIN, MIDDLE, HEIGHT = 320, 16, 14, 44
HOLDS, FAILS = Tone.PROVED.colour.light, Tone.REFUTED.colour.light
"""Told apart by those who do not see all colours; what fails is broken, too."""


def number_line(note: ValuesNote) -> str:
    """The line of one note as SVG, with its words for those who do not see it.

    Where there is no upper end, as far as the last end of a stretch is half of the line, and its end the right edge.
    """
    low, high = outer = note.whole.low, note.whole.high
    every = dict.fromkeys(end for one in (*note.fails, *note.holds) for end in (one.low, one.high) if end is not None)
    ends = sorted((end for end in every if end not in outer), key=lambda end: float(end.near))
    first = float(low.near) if low else 0.0
    long = float(high.near) - first or 1.0 if high else None
    half = max((float(end.near) for end in ends), default=first + 1) - first or 1.0

    def at(end: End | None) -> float:
        if end is None:
            return WIDTH - MARGIN
        value = float(end.near) - first
        return MARGIN + (WIDTH - 2 * MARGIN) * (value / (value + half) if long is None else value / long)

    drawn = [_stretch(one, FAILS, at) for one in note.fails] + [_stretch(one, HOLDS, at) for one in note.holds]
    last = -WIDTH
    for end in dict.fromkeys(end for end in (low, *ends, high) if end is not None):
        x = at(end)
        if x - last >= 5 * len(end.near):
            style = f'x="{x:.1f}" y="{HEIGHT - 6}" font-size="10" text-anchor="middle" fill="currentColor"'
            drawn.append(f"<text {style}>{escape(end.near)}</text>")
            last = int(x)
    text = escape(visible(note.text), quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{text}" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}"><title>{text}</title>{"".join(drawn)}</svg>'
    )


def _stretch(stretch: Stretch, colour: str, at: Callable[[End | None], float]) -> str:
    low, high = at(stretch.low), at(stretch.high)
    dashes = ' stroke-dasharray="5 3"' if colour == FAILS else ""
    path = f'<path d="M{low:.1f} {MIDDLE}H{high:.1f}" stroke="{colour}" stroke-width="5"{dashes}/>'
    ends = ((low, stretch.low, stretch.has_low), (high, stretch.high, stretch.has_high))
    return ("" if stretch.is_one else path) + "".join(
        f'<circle cx="{x:.1f}" cy="{MIDDLE}" r="5" fill="{colour}"/>'
        for x, end, has in ends[: 1 if stretch.is_one else 2]
        if end is not None and has
    )
