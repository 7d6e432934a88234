"""The claims ledger as one HTML page, in the style of the compliance matrix."""

from __future__ import annotations

from ...evidence.words import counted
from ...studies.ledger import Ledger
from ...studies.ledger.entry import WORDS
from ..matrix.html import environment
from .page import STATUSES, anchor, counts, grouped, readings_text, short_verdict

CLASSES = {
    "true (proved)": "proved",
    "true as far as checked": "searched",
    "false": "refuted",
    "true of some readings": "undecided",
    "shown by an instance": "proved",
    "open": "vacuous",
    "not checkable by machine": "not-applicable",
}
"""The class that colours a verdict; the words say the same without it."""
SIGNS = {
    "true (proved)": "P",
    "true as far as checked": "S",
    "false": "X",
    "true of some readings": "/",
    "shown by an instance": "I",
    "open": "?",
    "not checkable by machine": ".",
}


def page(ledger: Ledger) -> str:
    """The whole of ``claims.html``: no scripts, nothing from elsewhere, every text escaped."""
    return (
        environment()
        .get_template("claims.html.j2")
        .render(
            ledger=ledger,
            title=f"{counted(len(ledger.entries), 'claim')} of {counted(len(ledger.by_source), 'source')}",
            counts=counts(ledger),
            words=WORDS,
            classes=CLASSES,
            signs=SIGNS,
            statuses=STATUSES,
            anchor=anchor,
            grouped=grouped,
            readings_text=readings_text,
            short_verdict=short_verdict,
        )
    )
