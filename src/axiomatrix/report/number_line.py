"""The values of a parameter on a line: where a statement holds, and where it fails."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ..evidence.safe import visible
from ..evidence.values import End, Stretch, ValuesNote

WIDTH, MARGIN, MIDDLE, HEIGHT = 320, 16, 14, 44
HOLDS, FAILS = "#0072b2", "#b3261e"
"""Told apart by those who do not see all colours; what fails is broken, too."""


class NumberLine:
    """The line of one note."""

    def __init__(self, note: ValuesNote) -> None:
        self.note = note
        low, high = note.whole.low, note.whole.high
        self.low = float(low.near) if low else 0.0
        self.high = float(high.near) if high else None
        ends = [float(end.near) for end in self._ends()]
        self._scale = max(ends, default=self.low + 1) - self.low or 1.0
        """Where there is no upper end, as far as the last end of a stretch is half of the line."""

    @property
    def svg(self) -> str:
        """The picture, with its words for those who do not see it."""
        text = escape(visible(self.note.text), quote=True)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{text}" width="{WIDTH}" height="{HEIGHT}" '
            f'viewBox="0 0 {WIDTH} {HEIGHT}"><title>{text}</title>{"".join(self._drawn())}</svg>'
        )

    def _ends(self) -> list[End]:
        """The ends of the stretches, each once, but for those of the whole."""
        stretches = (*self.note.fails, *self.note.holds)
        ends = [end for s in stretches for end in (s.low, s.high) if end is not None]
        outer = (self.note.whole.low, self.note.whole.high)
        return sorted((e for e in dict.fromkeys(ends) if e not in outer), key=lambda end: float(end.near))

    def _at(self, end: End | None) -> float:
        """Where a number is; no upper end is the right edge."""
        inner = WIDTH - 2 * MARGIN
        if end is None:
            return WIDTH - MARGIN
        value = float(end.near) - self.low
        part = value / (self.high - self.low or 1.0) if self.high is not None else value / (value + self._scale)
        return MARGIN + inner * part

    def _drawn(self) -> Iterator[str]:
        for colour, stretches in ((FAILS, self.note.fails), (HOLDS, self.note.holds)):
            for stretch in stretches:
                yield from self._stretch(stretch, colour)
        labels = [end for end in (self.note.whole.low, *self._ends(), self.note.whole.high) if end is not None]
        taken = -WIDTH
        for end in dict.fromkeys(labels):
            x = self._at(end)
            if x - taken >= 5 * len(end.near):
                yield f'<text x="{x:.1f}" y="{HEIGHT - 6}" font-size="10" text-anchor="middle" fill="currentColor">'
                yield f"{escape(end.near)}</text>"
                taken = int(x)

    def _stretch(self, stretch: Stretch, colour: str) -> Iterator[str]:
        low, high = self._at(stretch.low), self._at(stretch.high)
        dashes = ' stroke-dasharray="5 3"' if colour == FAILS else ""
        if not stretch.is_one:
            yield f'<path d="M{low:.1f} {MIDDLE}H{high:.1f}" stroke="{colour}" stroke-width="5"{dashes}/>'
        ends = ((low, stretch.low, stretch.has_low), (high, stretch.high, stretch.has_high))
        for x, end, has in ends[: 1 if stretch.is_one else 2]:
            if end is not None and has:
                yield f'<circle cx="{x:.1f}" cy="{MIDDLE}" r="5" fill="{colour}"/>'
