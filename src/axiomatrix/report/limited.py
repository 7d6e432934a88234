"""Markdown that stays below a number of bytes, whatever there is to say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..evidence.safe import code, visible

LONGEST_NAME, LONGEST = 120, 300
"""Characters of a name, and of another text of a user (a wording, a reason), that are shown."""


@dataclass(frozen=True)
class FoldedSection:
    """Chunks of Markdown, each taken whole or not at all, with a heading; folded away under it if so wanted.

    A chunk is a line of a list or table, or a whole paragraph or code block.
    """

    heading: str
    chunks: tuple[str, ...]
    folded: bool = False

    @property
    def pieces(self) -> list[str]:
        """What comes before the chunks, these, and what comes after them; all of it is the section.

        The heading of a folded section is HTML and must be words of ours.
        """
        opening = f"<details><summary>{self.heading}</summary>\n\n" if self.folded else f"{self.heading}\n\n"
        return [opening, *(f"{chunk}\n" for chunk in self.chunks), "\n</details>\n\n" if self.folded else "\n"]


def limited(sections: Sequence[FoldedSection], limit: int, rest: str) -> str:
    """The sections as Markdown of at most ``limit`` bytes of UTF-8.

    Where not everything fits it is cut at a chunk, and a last paragraph says how many lines are left out; ``rest`` says
    where they are. Empty if not even that paragraph fits.
    """
    whole = "".join(piece for section in sections for piece in section.pieces)
    if len(whole.encode()) <= limit:
        return whole
    lines = whole.count("\n")
    room = limit - len(_cut(lines, rest).encode())
    pieces: list[str] = []
    for section in sections:
        *wanted, closing = section.pieces
        taken = 0
        for piece in wanted:
            if (size := len(piece.encode())) > room - len(closing):
                break
            pieces.append(piece)
            room -= size
            taken += 1
        if taken:
            pieces.append(closing)
            room -= len(closing)
        if taken < len(wanted):
            break
    text = "".join(pieces)
    return text + _cut(lines - text.count("\n"), rest) if room >= 0 else ""


def _cut(lines: int, rest: str) -> str:
    return f"**Cut here**: {lines:,} lines more do not fit. {rest}\n"


def clipped(text: object, most: int = LONGEST) -> str:
    """The text on one line, cut if it is longer than anybody reads."""
    line = visible(str(text)[: 10 * most])  # of megabytes, only the beginning is worth the work
    return line if len(line) <= most else f"{line[: most - 3]}..."


def named(text: object) -> str:
    """A name on one line as a code span, cut likewise."""
    return code(clipped(text, LONGEST_NAME))
