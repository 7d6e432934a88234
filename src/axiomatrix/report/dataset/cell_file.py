"""The file of one cell: all that the report has of it, what it means in words, and how to cite it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ... import __version__
from ...evidence.cell import Cell
from ...evidence.cell_data import CellData, fields_of
from ...evidence.formats import Format, Record
from ...evidence.matrix import ColumnHead, Matrix, Row
from ..ask.words import sentence
from ..matrix.data import MAX_BYTES, BadReport
from .terms import LICENCE, Licence, of_cell


class CellFileData(Record, kw_only=True):
    """One cell of a compliance matrix, by itself."""

    version: Annotated[str, Meta(description="The version of axiomatrix that wrote the file.")]
    licence: Licence
    profile: str
    seed: int
    says: Annotated[str, Meta(description="The verdict as the answer to the question whether the axiom holds.")]
    metric: Annotated[str, Meta(description="The formula of the metric.")]
    digest: Annotated[str, Meta(description="A digest of the file that defines the metric.")]
    axiom: Annotated[str, Meta(description="The formula of the axiom.")]
    citation: Annotated[str, Meta(description="An entry for a bibliography, in BibTeX.")]
    cell: CellData


CELL = Format(
    "axiomatrix-cell-1",
    "cell",
    CellFileData,
    "One cell of a compliance matrix with its formulas, its claims, its evidence, and how to cite it.",
    BadReport,
    MAX_BYTES,
)


def content(cell: Cell, row: Row, column: ColumnHead, matrix: Matrix) -> CellFileData:
    """What the file of a cell says."""
    return CellFileData(
        version=__version__,
        licence=LICENCE,
        profile=matrix.profile,
        seed=matrix.seed,
        says=sentence(cell),
        metric=row.formula,
        digest=row.digest,
        axiom=column.formula,
        citation=of_cell(cell, matrix),
        cell=CellData(metric=cell.metric, axiom=cell.axiom, **fields_of(cell)),
    )
