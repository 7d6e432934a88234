"""The files of all relations: ``relations.json`` and ``relations.md``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...evidence.files import by_line, write_all
from ...evidence.formats import Format
from ...studies.relate.answer import Related
from ..matrix.data import MAX_BYTES, BadReport
from ..render import markdown
from ..subjects.relations import document
from .sheet import RelationSheet

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


def save(related: Related, order: Sequence[str], directory: Path) -> list[Path]:
    """Write the reports into the directory; the same relations give the same bytes. The files written."""
    page = markdown.render(document(RelationSheet(related, order)))
    return write_all({"relations.json": dumps(related), "relations.md": page}, directory)
