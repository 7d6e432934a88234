"""The claims ledger as JSON."""

from __future__ import annotations

from typing import Any

from ...evidence.files import by_line
from ...evidence.formats import Format
from ...studies.ledger.entry import Ledger
from ..matrix.data import MAX_BYTES, BadReport

CLAIMS = Format(
    "axiomatrix-claims-1",
    "claims ledger",
    Ledger,
    "Every claim of the sources: wording, formalisation, verdict and evidence.",
    BadReport,
    MAX_BYTES,
)


def dumps(ledger: Ledger) -> str:
    """Write the ledger as the content of ``claims.json``."""
    return by_line(CLAIMS.data(ledger))


def from_data(data: Any) -> Ledger:
    """Read what :func:`dumps` wrote; :class:`BadReport` says what is wrong with anything else."""
    ledger = CLAIMS.taken(data)
    for entry, stated in zip(ledger.claims, data["claims"], strict=True):
        if entry.source not in ledger.sources:
            raise BadReport(f"claim {entry.id!r:.80}: there is no source {entry.source!r:.80}")
        verdict = stated.get("verdict")
        if verdict != entry.verdict:
            raise BadReport(f"claim {entry.id!r:.80}: it says {verdict!r:.80}, but comes to {entry.verdict!r}")
    return ledger
