"""The matrix as JSON data and back: what ``compliance.json`` holds, and whether its parts fit each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from ...catalogue.loading import load_catalogue
from ...evidence.cell import Cell
from ...evidence.cell_data import BadCell, Declared, fields_of
from ...evidence.derivation import Contradiction
from ...evidence.evidence import Evidence
from ...evidence.files import by_line
from ...evidence.formats import Format, Record
from ...evidence.matrix import ColumnHead, Matrix, Row
from ...evidence.rules import CellFacts, wrong_with
from ...evidence.slug import derived_seed
from ...evidence.verdict import Outcome, Verdict
from ...model.axiom import Axiom, keeps_promise
from ...model.registry import Registry
from ...spaces import OwnGrades, OwnSpace, Rankings, Relabellings, Space

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
    expected: Annotated[Outcome | None, Meta(description="The outcome that is expected, if one is.")] = None

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
    contradictions: Annotated[
        tuple[Contradiction, ...], Meta(description="What follows from some cells and cannot be true beside others.")
    ] = ()


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
    contradictions = tuple(matrix.contradictions)
    return REPORT.data(ReportData(**run_of(matrix), axioms=matrix.columns, metrics=rows, contradictions=contradictions))


def dumps(matrix: Matrix) -> str:
    """The matrix as the content of ``compliance.json``."""
    return by_line(to_data(matrix), CELLS)


def from_data(data: Any) -> Matrix:
    """The matrix that :func:`to_data` wrote; :class:`BadReport` says what is wrong with anything else."""
    report = REPORT.taken(data)
    matrix = matrix_of(report, report.metrics, report.axioms)
    matrix.contradictions = list(report.contradictions)
    return matrix


def matrix_of(run: Reported, rows: Sequence[WithCells], columns: list[ColumnHead]) -> Matrix:
    """The matrix of what stands in a report; :class:`BadReport` where its parts do not fit each other."""
    if run.complete is not (run.missing == 0):
        raise BadReport("report: missing must count the cells that were not decided, none if it is complete")
    made: list[Cell] = []
    expected = {}
    for row in rows:
        for cell, outcome in _decided(row):
            made.append(cell)
            if outcome is not None:
                expected[cell.key] = outcome
    matrix = Matrix([row.row for row in rows], columns, made, run.profile, run.seed, expected, run.missing)
    if wrong := next(_problems(matrix, load_catalogue()), None):
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


def _problems(matrix: Matrix, registry: Registry) -> Iterator[str]:
    """All that is wrong with a matrix that was read, with its path."""
    rows, columns = {row.name: row for row in matrix.rows}, {column.id: column for column in matrix.columns}
    for what, count, listed in (("metrics", len(rows), matrix.rows), ("axioms", len(columns), matrix.columns)):
        if count < len(listed):
            yield f"{what}: one is there twice"
    for k, column in enumerate(matrix.columns):
        known = registry.axioms.get(column.id)
        if known is not None and column.quantifier != known.quantifier:
            yield f"axioms[{k}].quantifier is {column.quantifier!r:.80}"
    grids = _grids(registry)
    of_row = {name: (_drawn(row.arguments, grids), _drawn(row.parameters, grids)) for name, row in rows.items()}
    of_column = {id: _of_axiom(registry.axioms.get(id)) for id in columns}
    seen: set[tuple[str, ...]] = set()
    for cell in matrix.cells:
        if cell.metric not in rows or cell.axiom not in columns:
            yield f"a cell is about {cell.metric!r:.80} x {cell.axiom!r:.80}, and one of them is not there"
            continue
        if cell.key in seen:
            yield f"{cell.metric:.80} x {cell.title:.200} is there twice"
        seen.add(cell.key)
        row, column = rows[cell.metric], columns[cell.axiom]
        own, ignores = of_column[cell.axiom]
        arguments, parameters = of_row[cell.metric]
        grid = own or arguments or (parameters and not ignores)
        about = CellFacts(column.quantifier, row.exact, bool(row.parameters), grid)
        if wrong := wrong_with(cell, about) or _of_another(cell, matrix.seed):
            yield f"{cell.metric:.80} x {cell.title:.200}: {wrong}"


def _drawn(spaces: Mapping[str, str], grids: frozenset[str]) -> bool:
    return any(name in grids for name in spaces.values())


def _of_axiom(axiom: Axiom | None) -> tuple[bool, bool]:
    """Whether the axiom has a grid of its own, and whether it ignores the parameters of metrics (or is not known)."""
    if axiom is None:
        return False, True
    return any(map(_is_grid, axiom.over.values())), keeps_promise(axiom, "ignores_parameters")


def _is_grid(space: Space) -> bool:
    """Whether not all values are enumerated; of a space that a metric's own stands in for, nobody knows here."""
    stood_in = isinstance(space, (OwnSpace, OwnGrades, Rankings, Relabellings)) or hasattr(space, "of_metric")
    return not space.complete and not stood_in


def _grids(registry: Registry) -> frozenset[str]:
    """The names of the spaces that are not enumerated whole, as far as the metrics that are registered have any."""
    spaces = {
        (space.name, not space.complete)
        for metric in registry.metrics.values()
        for space in (*metric.arguments.values(), *metric.parameters.values())
    }
    return frozenset(name for name, yes in spaces if yes) - {name for name, yes in spaces if not yes}


def _of_another(cell: Cell, seed: int) -> str | None:
    """Each cell has a seed of its own, by which evidence that was put elsewhere is known."""
    evidence = cell.evidence
    if evidence.verdict is Verdict.NOT_APPLICABLE:
        return None if evidence.seed == 0 else "evidence.seed: of what is not applicable there is none"
    if any(str(value).startswith("(") for value in cell.arguments.values()):
        return None  # a tuple, which stands otherwise in the name of the statement
    statement = cell.axiom + (f"({cell.label})" if cell.arguments else "")
    if evidence.seed == derived_seed(seed, cell.metric, statement, cell.space):
        return None
    return "evidence.seed is not that of this cell: the evidence is of another one, or of another run"
