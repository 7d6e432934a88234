"""Relations as JSON: what ``relations.json`` holds."""

from __future__ import annotations

from ...evidence.files import by_line
from ...evidence.formats import Format
from ...studies.relate.answer import Related
from ..matrix.data import MAX_BYTES, BadReport

RELATIONS = Format(
    "axiomatrix-relations-1",
    "report on relations",
    Related,
    "Relations between metrics of one signature, over enumerated instances, in exact numbers.",
    BadReport,
    MAX_BYTES,
)


def dumps(related: Related) -> str:
    """The content of ``relations.json``: a line for each relation."""
    return by_line(RELATIONS.data(related))
