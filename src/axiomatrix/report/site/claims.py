"""The claims of the sources: what became of each, as the page of claims and the block ``cells`` tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...evidence.safe import visible
from ...evidence.verdict import Tone
from ..claims.data import ClaimData
from ..claims.page import readings_text
from .cell_words import BROKEN

if TYPE_CHECKING:
    from .inputs import Inputs

SIGNS = {
    "true (proved)": ("✓", Tone.PROVED),
    "true as far as checked": ("~", Tone.SEARCHED),
    "false": ("✗", BROKEN),
    "true of some readings": ("/", Tone.UNKNOWN),
    "true of some readings as far as checked": ("/", Tone.UNKNOWN),
    "shown by an instance": ("✓", Tone.PROVED),
    "open": ("?", Tone.UNKNOWN),
    "not checkable by machine": (".", Tone.NOTHING),
}
"""The sign of a verdict and the class that colours it; the words say the same without them."""


def brief(inputs: Inputs) -> list[list[Any]]:
    """Each claim as ``[id, verdict, statement, explorations]``; the verdict names the readings where they differ."""
    explored = explorations(inputs)
    return [
        [*(visible(words, lines=True) for words in (one.id, _worded(one), one.statement)), explored.get(one.id, [])]
        for one in (inputs.claimed.claims if inputs.claimed is not None else ())
    ]


def _worded(entry: ClaimData) -> str:
    return f"{entry.verdict} ({readings_text(entry)})" if entry.readings else entry.verdict


def explorations(inputs: Inputs) -> dict[str, list[str]]:
    """The explorations that ask each claim."""
    by_source: dict[str, list[str]] = {}
    for id, answer in inputs.answers.items():
        for source in dict.fromkeys(note.source for question in answer.questions for note in question.claims):
            by_source.setdefault(source, []).append(id)
    return by_source
