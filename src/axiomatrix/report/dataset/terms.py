"""The terms of the data: who may use them, and how a cell or a metric is cited."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from ... import __version__
from ...evidence.cell import Cell
from ...evidence.formats import Record
from ...evidence.matrix import Matrix
from ...evidence.safe import visible
from ...evidence.slug import slug_of
from ...evidence.words import verdict_text

LICENCE: Literal["CC0-1.0"] = "CC0-1.0"
Licence = Annotated[Literal["CC0-1.0"], Meta(description="Of the data: they are in the public domain.")]
AUTHOR = "The axiomatrix developers"
_SPECIAL = str.maketrans({c: f"\\{c}" for c in "&%$#_{}"} | {"\\": r"\textbackslash{}", "~": r"\~{}", "^": r"\^{}"})


class Published(Record, kw_only=True):
    """What a file of data says of itself."""

    version: Annotated[str, Meta(description="The version of axiomatrix that wrote the file.")]
    licence: Licence
    profile: str
    seed: int


def published_of(matrix: Matrix) -> dict[str, Any]:
    """The same of the data of a matrix, by field."""
    return {"version": __version__, "licence": LICENCE, "profile": matrix.profile, "seed": matrix.seed}


def entry(key: str, **fields: str) -> str:
    """An entry for a bibliography, in BibTeX: no text in it is a command, and none ends its field."""
    lines = "".join(f",\n  {name} = {{{visible(text).translate(_SPECIAL)}}}" for name, text in fields.items())
    return f"@misc{{{key}{lines}\n}}"


def of_ours(key: str, title: str, where: str, matrix: Matrix) -> str:
    """How to cite something that a run found, and the file in which it is."""
    run = f"axiomatrix {__version__}, profile {matrix.profile}, seed {matrix.seed}"
    made = entry(f"axiomatrix:{key}", author=AUTHOR, title=title, note=run, howpublished=where)
    return made.replace(f"{{{AUTHOR}}}", f"{{{{{AUTHOR}}}}}", 1)  # one name, not a first and a last one


def of_cell(cell: Cell, matrix: Matrix) -> str:
    """How to cite one cell: what it says, and the file in which all of it is."""
    slug = slug_of(cell)
    return of_ours(slug, f"{cell.metric}, {cell.title}: {verdict_text(cell.evidence)}", f"cells/{slug}.json", matrix)
