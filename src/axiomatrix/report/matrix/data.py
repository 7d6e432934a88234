"""The matrix as JSON data and back: what ``compliance.json`` holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from ...evidence.cell import Cell
from ...evidence.cell_data import BadCell, Declared, fields_of
from ...evidence.evidence import Evidence
from ...evidence.files import by_line
from ...evidence.formats import Format, Record
from ...evidence.matrix import ColumnHead, Matrix, Row
from ...evidence.verdict import Outcome, Verdict
from .together import wrong_together

FORMAT = "axiomatrix-report-1"
MAX_BYTES = 200_000_000
CELLS = "cells"
"""What a row of the file has a list of."""


class BadReport(ValueError):
    """A file that is not a report, with what is wrong with it."""


class ReportedCell(Declared, kw_only=True):
    """One statement about one metric on one space, or several that are not applicable for the same reason."""

    axiom: Annotated[
        str | Annotated[list[str], Meta(min_length=2)],
        Meta(description="The axiom's id; the ids of all where axioms in a row are not applicable for one reason."),
    ]
    expected: Annotated[Outcome | None, Meta(description="The pinned outcome, if there is one.")] = None

    @property
    def axioms(self) -> list[str]:
        return [self.axiom] if isinstance(self.axiom, str) else self.axiom


class Reported(Record):
    """What reports on metrics have in common."""

    profile: str
    seed: Annotated[int, Meta(ge=0)]
    complete: Annotated[
        bool, Meta(description="Whether every cell that was asked for is there; it is not if the run was interrupted.")
    ]
    missing: Annotated[
        int,
        Meta(ge=0, description="How many cells were not decided when the run was interrupted; none if it is complete."),
    ]


@dataclass(frozen=True, kw_only=True)
class WithCells:
    """What is known of a metric, last of what a file says of it."""

    cells: list[ReportedCell]

    @property
    def row(self) -> Row:
        """The metric alone."""
        return Row(**{one.name: getattr(self, one.name) for one in fields(Row)})


@dataclass(frozen=True, kw_only=True)
class ReportedRow(WithCells, Row):
    """A metric with what is known of it."""


class ReportData(Reported):
    """A compliance matrix."""

    axioms: list[ColumnHead]
    metrics: list[ReportedRow]


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
    return {"profile": matrix.profile, "seed": matrix.seed, "complete": matrix.complete, "missing": matrix.missing}


def cells_of(matrix: Matrix) -> dict[str, list[ReportedCell]]:
    """The cells of each row as they stand in files, each with the outcome that is expected of it."""
    cells: dict[str, list[ReportedCell]] = {row.name: [] for row in matrix.rows}
    for _, alike in groupby(matrix.cells, lambda cell: _shared(cell, matrix)):
        first, *more = alike
        axiom = [first.axiom, *(cell.axiom for cell in more)] if more else first.axiom
        expected = matrix.expected.get(first.key)
        cells[first.metric].append(ReportedCell(axiom=axiom, **fields_of(first), expected=expected))
    return cells


def _shared(cell: Cell, matrix: Matrix) -> object:
    """What a cell has in common with those that stand in files as one with it."""
    evidence, plain = cell.evidence, not (cell.arguments or cell.claims or cell.key in matrix.expected)
    if plain and evidence == Evidence(Verdict.NOT_APPLICABLE, reason=evidence.reason):
        return cell.metric, cell.space, evidence.reason
    return cell.key


def to_data(matrix: Matrix) -> dict[str, Any]:
    """The matrix as JSON data: nothing in it but what was checked and what came of it."""
    cells = cells_of(matrix)
    rows = [ReportedRow(**vars(row), cells=cells[row.name]) for row in matrix.rows]
    return REPORT.data(ReportData(**run_of(matrix), axioms=matrix.columns, metrics=rows))


def dumps(matrix: Matrix) -> str:
    """The matrix as the content of ``compliance.json``."""
    return by_line(to_data(matrix), CELLS)


def from_data(data: Any) -> Matrix:
    """The matrix that :func:`to_data` wrote; :class:`BadReport` says what is wrong with anything else."""
    report = REPORT.taken(data)
    return matrix_of(report, report.metrics, report.axioms)


def matrix_of(run: Reported, rows: Sequence[WithCells], columns: list[ColumnHead]) -> Matrix:
    """The matrix of what stands in a report; :class:`BadReport` where its parts do not fit each other."""
    if run.complete is not (run.missing == 0):
        raise BadReport("report: missing must count the cells that were not decided, none if it is complete")
    made: list[Cell] = []
    expected = {}
    for row in rows:
        for cell, pinned in _decided(row):
            made.append(cell)
            if pinned is not None:
                expected[cell.key] = pinned
    matrix = Matrix([row.row for row in rows], columns, made, run.profile, run.seed, expected, run.missing)
    if wrong := wrong_together(matrix):
        raise BadReport(f"report: {wrong}")
    return matrix


def _decided(row: WithCells) -> Iterator[tuple[Cell, Outcome | None]]:
    """The cells of a row, each with the outcome that is expected of it."""
    name = row.row.name
    for k, data in enumerate(row.cells):
        where = f"report: cells[{k}] of {name:.80}"
        try:
            alike = [data.cell_of(name, axiom) for axiom in data.axioms]
        except BadCell as error:
            raise BadReport(f"{where}: {error}") from None
        if len(alike) > 1 and any(cell.evidence.verdict is not Verdict.NOT_APPLICABLE for cell in alike):
            raise BadReport(f"{where}: axioms share an entry only where they are not applicable")
        yield from ((cell, data.expected) for cell in alike)


def read(path: Path) -> Matrix:
    """Read ``compliance.json``; :class:`BadReport` for anything that is none."""
    return REPORT.read(path, from_data)
