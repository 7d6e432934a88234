"""The matrix as JSON data and back: what ``compliance.json`` holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from ...evidence.cell import Cell
from ...evidence.cell_data import BadCell, Declared, fields_of
from ...evidence.evidence import EvidenceData
from ...evidence.files import by_line
from ...evidence.formats import Format, Record
from ...evidence.matrix import ColumnHead, Matrix, Row
from ...evidence.verdict import Outcome
from .together import wrong_together

FORMAT = "axiomatrix-report-1"
MAX_BYTES = 200_000_000


class BadReport(ValueError):
    """A file that is no report, with what is wrong with it."""


class ReportedCell(Declared):
    """One statement about one metric on one space."""

    expected: Annotated[Outcome | None, Meta(description="The pinned outcome, if there is one.")]
    evidence: EvidenceData


class Reported(Record):
    """What reports on metrics have in common."""

    profile: str
    seed: Annotated[int, Meta(ge=0)]
    complete: Annotated[
        bool, Meta(description="Whether every cell that was asked for is there; it is not if the run was interrupted.")
    ]
    missing: Annotated[
        int,
        Meta(
            ge=0,
            description="How many cells were not decided when the run was interrupted; none if it is complete.",
        ),
    ]


class ReportData(Reported):
    """A compliance matrix."""

    metrics: list[Row]
    axioms: list[ColumnHead]
    cells: list[ReportedCell]


REPORT = Format(
    FORMAT,
    "report",
    ReportData,
    "A compliance matrix: metrics x axioms, each cell graded evidence.",
    BadReport,
    MAX_BYTES,
)


def run_of(matrix: Matrix) -> dict[str, Any]:
    """The fields that say how the matrix came about."""
    return {
        "profile": matrix.profile,
        "seed": matrix.seed,
        "complete": matrix.complete,
        "missing": matrix.missing,
    }


def cells_of(matrix: Matrix) -> Iterator[ReportedCell]:
    """The cells as they stand in files, each with the outcome that is expected of it."""
    return (ReportedCell(**fields_of(cell), expected=matrix.expected.get(cell.key)) for cell in matrix.cells)


def to_data(matrix: Matrix) -> dict[str, Any]:
    """The matrix as JSON data: nothing in it but what was checked and what came of it."""
    return REPORT.data(
        ReportData(**run_of(matrix), metrics=matrix.rows, axioms=matrix.columns, cells=list(cells_of(matrix)))
    )


def dumps(matrix: Matrix) -> str:
    """The matrix as the content of ``compliance.json``."""
    return by_line(to_data(matrix))


def from_data(data: Any) -> Matrix:
    """The matrix that :func:`to_data` wrote; :class:`BadReport` says what is wrong with anything else."""
    found = REPORT.taken(data)
    return matrix_of(found, found.metrics, found.axioms, found.cells)


def matrix_of(run: Reported, rows: list[Row], columns: list[ColumnHead], cells: Iterable[ReportedCell]) -> Matrix:
    """The matrix of what stands in a report; :class:`BadReport` where its parts do not fit each other."""
    if run.complete is not (run.missing == 0):
        raise BadReport("report: missing must count the cells that were not decided, none if it is complete")
    made: list[Cell] = []
    expected = {}
    for k, data in enumerate(cells):
        try:
            made.append(data.cell(data.evidence))
        except BadCell as error:
            raise BadReport(f"report: cells[{k}]: {error}") from None
        if data.expected is not None:
            expected[made[-1].key] = data.expected
    matrix = Matrix(rows, columns, made, run.profile, run.seed, expected, run.missing)
    if wrong := wrong_together(matrix):
        raise BadReport(f"report: {wrong}")
    return matrix


def read(path: Path) -> Matrix:
    """Read ``compliance.json``; :class:`BadReport` for anything that is none."""
    return REPORT.read(path, from_data)
