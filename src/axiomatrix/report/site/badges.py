"""Badges: small SVG pictures that metrics' authors show on their own pages, with a metric's name and its verdicts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from markupsafe import escape

from ...evidence.matrix import Row
from ...evidence.safe import visible
from ...evidence.slug import file_name
from ...evidence.verdict import Tone, Verdict
from ...evidence.words import Line
from ..subjects.statements import truth_of
from . import links

if TYPE_CHECKING:
    from .inputs import Inputs

BADGE_START = '<svg xmlns="http://www.w3.org/2000/svg" class="axiomatrix"'
"""Beginning of each badge, by which the site recognizes its own badges when it removes old ones."""
BADGE_WORDS = {"holds": "checked", "open": "open", "fails": "fail"}
"""The word of the badge, by the truth of a statement.

Proved statements are counted apart, so what remains under *holds* was only checked up to some n.
"""
LETTER_WIDTH = 6.6
"""Pixels of a letter."""
HEIGHT, BASELINE = 20, 14
"""Pixels from the top of the badge to its bottom, and to the baseline of the texts."""
PADDING = 6
"""Pixels on each side of a text."""
MAX_NAME_CHARACTERS = 40
"""Characters of the metric's name that a badge shows."""


def summary(lines: Iterable[Line]) -> str:
    """Write the badge's second field, such as "3 proved, 12 checked, 1 fail"; a line is a statement and its verdict."""
    applicable = [line for line in lines if line.status.is_asked]
    proved = Verdict.PROVED.written
    words = [proved if line.status.key == Verdict.PROVED else BADGE_WORDS[truth_of(line.cell)] for line in applicable]
    ordered_words = (proved, *BADGE_WORDS.values())
    return ", ".join(f"{words.count(word):,} {word}" for word in ordered_words if word in words)


def badge_svg(name: str, tally: str) -> str:
    """Draw the badge as SVG: two fields, the metric's name and the ``tally``, the :func:`summary` of its statements."""
    label, tally = visible(name)[:MAX_NAME_CHARACTERS], visible(tally)
    left, right = (round(LETTER_WIDTH * len(part) + 2 * PADDING) for part in (label, tally))
    texts = "".join(
        f'<text x="{x}" y="{BASELINE}" textLength="{LETTER_WIDTH * len(part):.0f}">{escape(part)}</text>'
        for x, part in ((PADDING, label), (left + PADDING, tally))
    )
    colour = Tone.SEARCHED.colour.light  # the same for all badges: a metric is not worse because an axiom fails
    return (
        f'{BADGE_START} width="{left + right}" height="{HEIGHT}" '
        f'font-family="Verdana,sans-serif" font-size="11" fill="#fff">'
        f'<path fill="#444c58" d="M0 0h{left}v{HEIGHT}H0"/>'
        f'<path fill="{colour}" d="M{left} 0h{right}v{HEIGHT}h-{right}"/>'
        f"{texts}</svg>\n"
    )


def badge_files(inputs: Inputs) -> dict[str, str]:
    """A badge for each metric of the matrix, by its file."""
    return {badge_file(row.name): badge_svg(row.name, summary(inputs.lines_of[row.name])) for row in inputs.matrix.rows}


def badge_file(name: str) -> str:
    """The path of a metric's badge in the site."""
    return f"badges/{file_name(name)}.svg"


def badge_markdown(row: Row) -> str:
    """A line of Markdown that shows the badge and links to the metric's page.

    Both addresses are relative to the site.
    """
    name = visible(row.name).replace("[", "\\[").replace("]", "\\]")
    return f"[![{name}]({badge_file(row.name)})]({links.metric(row.name)})"
