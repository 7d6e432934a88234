"""The badge of a metric, which stands on pages of others: a picture of its name, and what is known of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from markupsafe import escape

from ...evidence.matrix import Row
from ...evidence.safe import visible
from ...evidence.slug import file_name
from ...evidence.verdict import Tone, Verdict
from ...evidence.words import Line
from ..subjects.statements import standing
from . import links

if TYPE_CHECKING:
    from .inputs import Inputs

BADGE = '<svg xmlns="http://www.w3.org/2000/svg" class="axiomatrix"'
"""How a badge begins, by which one that is not written any more is known."""
WORDS = {"holds": "checked", "open": "open", "fails": "fail"}
"""The badge has no room for how far."""
WIDTH = 6.6
"""Of a letter."""


def summary(lines: Iterable[Line]) -> str:
    """How many statements are proved, checked up to some n, open and refuted, in words."""
    applicable = [line for line in lines if line.status.is_asked]
    proved = Verdict.PROVED.written
    words = [proved if line.status.key == Verdict.PROVED else WORDS[standing(line.cell)] for line in applicable]
    return ", ".join(f"{words.count(word):,} {word}" for word in (proved, *WORDS.values()) if word in words)


def badge(name: str, status: str) -> str:
    """A picture of two fields: the metric, and what is known of it."""
    label, status = visible(name)[:40], visible(status)
    left, right = (round(WIDTH * len(part) + 12) for part in (label, status))
    texts = "".join(
        f'<text x="{x}" y="14" textLength="{WIDTH * len(part):.0f}">{escape(part)}</text>'
        for x, part in ((6, label), (left + 6, status))
    )
    return (
        f'{BADGE} width="{left + right}" height="20" font-family="Verdana,sans-serif" font-size="11" fill="#fff">'
        f'<path fill="#444c58" d="M0 0h{left}v20H0"/>'
        f'<path fill="{Tone.SEARCHED.colour.light}" d="M{left} 0h{right}v20h-{right}"/>'
        f"{texts}</svg>\n"
    )


def badges(inputs: Inputs) -> dict[str, str]:
    """A badge for each metric of the matrix, by its file."""
    return {badge_file(row.name): badge(row.name, summary(inputs.lines_of[row.name])) for row in inputs.matrix.rows}


def badge_file(name: str) -> str:
    """Where the badge of a metric is."""
    return f"badges/{file_name(name)}.svg"


def embedded(row: Row) -> str:
    """The badge as a line of Markdown, with the page of the metric behind it."""
    name = visible(row.name).replace("[", "\\[").replace("]", "\\]")
    return f"[![{name}]({badge_file(row.name)})]({links.metric(row.name)})"
