"""Markdown that stays below a number of bytes, whatever there is to say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...evidence.safe import visible

LONGEST = 300
"""Characters of one piece of text of a user (a name, a wording, a reason) that are shown."""


@dataclass(frozen=True)
class FoldedSection:
    """Chunks of Markdown, each taken whole or not at all, with a heading; folded away under it if so wanted.

    A chunk is a line of a list or table, or a whole paragraph or code block.
    """

    heading: str
    chunks: tuple[str, ...]
    folded: bool = False

    @property
    def opening(self) -> str:
        """What comes before the chunks. The heading of a folded section is HTML and must be words of ours."""
        return f"<details><summary>{self.heading}</summary>\n\n" if self.folded else f"{self.heading}\n\n"

    @property
    def closing(self) -> str:
        """What comes after them."""
        return "\n</details>\n\n" if self.folded else "\n"


def limited(sections: Sequence[FoldedSection], limit: int, rest: str) -> str:
    """The sections as Markdown of at most ``limit`` bytes of UTF-8.

    Where not everything fits it is cut at a chunk, and a last paragraph says how many lines are left out; ``rest`` says
    where they are. Empty if not even that paragraph fits.
    """
    whole = "".join(piece for section in sections for piece in _pieces(section))
    if len(whole.encode()) <= limit:
        return whole
    lines = whole.count("\n")
    room = limit - len(_cut(lines, rest).encode())
    pieces: list[str] = []
    for section in sections:
        closing = len(section.closing.encode())
        taken = 0
        for piece in (section.opening, *(f"{chunk}\n" for chunk in section.chunks)):
            if (size := len(piece.encode())) > room - closing:
                break
            pieces.append(piece)
            room -= size
            taken += 1
        if taken:
            pieces.append(section.closing)
            room -= closing
        if taken <= len(section.chunks):
            break
    text = "".join(pieces)
    return text + _cut(lines - text.count("\n"), rest) if room >= 0 else ""


def _pieces(section: FoldedSection) -> Iterator[str]:
    yield section.opening
    yield from (f"{chunk}\n" for chunk in section.chunks)
    yield section.closing


def _cut(lines: int, rest: str) -> str:
    return f"**Cut here**: {lines:,} lines more do not fit. {rest}\n"


def clipped(text: object, most: int = LONGEST) -> str:
    """The text on one line, cut if it is longer than anybody reads."""
    line = visible(str(text)[: 10 * most])  # of megabytes, only the beginning is worth the work
    return line if len(line) <= most else f"{line[: most - 3]}..."
