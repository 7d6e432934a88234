"""The matrix as JSON data and back: what ``compliance.json`` holds, and whether its parts fit each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ...catalogue.loading import load_catalogue
from ...evidence.cell import Cell
from ...evidence.files import by_line
from ...evidence.formats import Format
from ...evidence.matrix import Matrix
from ...evidence.rules import CellFacts, otherwise_stated, wrong_with
from ...evidence.safe import derived_seed
from ...evidence.verdict import Verdict
from ...model.axiom import Axiom, keeps_promise
from ...model.registry import Registry
from ...spaces import OwnGrades, OwnSpace, Rankings, Relabellings, Space

FORMAT = "axiomatrix-report-1"
MAX_BYTES = 200_000_000


class BadReport(ValueError):
    """A file that is not a report, with what is wrong with it."""


REPORT = Format(
    FORMAT,
    "report",
    Matrix,
    "A compliance matrix: metrics x axioms, each cell graded evidence.",
    BadReport,
    MAX_BYTES,
)


def to_data(matrix: Matrix) -> dict[str, Any]:
    """The matrix as JSON data: nothing in it but what was checked and what came of it."""
    return head_first(REPORT.data(matrix))


def head_first(data: dict[str, Any]) -> dict[str, Any]:
    """The data of a report with the run that it is from before its long lists."""
    return {name: data[name] for name in ("format", "profile", "seed")} | data


def dumps(matrix: Matrix) -> str:
    """The matrix as the content of ``compliance.json``."""
    return by_line(to_data(matrix))


def from_data(data: Any) -> Matrix:
    """The matrix that :func:`to_data` wrote; :class:`BadReport` says what is wrong with anything else."""
    matrix = REPORT.taken(data)
    check_matrix(matrix, data)
    return matrix


def check_matrix(matrix: Matrix, data: Mapping[str, Any]) -> None:
    """Raise :class:`BadReport` where the parts of a matrix that was read from these data do not fit each other."""
    for k, cell in enumerate(matrix.cells):
        if wrong := otherwise_stated(data["cells"][k], cell):
            raise BadReport(f"report: cells[{k}]: {cell.metric:.80} x {cell.title:.200}: {wrong}")
    if problem := next(_problems(matrix, load_catalogue()), None):
        raise BadReport(f"report: {problem}")


def read(path: Path) -> Matrix:
    """Read ``compliance.json``; :class:`BadReport` for anything that is none."""
    return REPORT.read(path, from_data)


def _problems(matrix: Matrix, registry: Registry) -> Iterator[str]:
    """All that is wrong with a matrix that was read, with its path."""
    rows, columns = {row.name: row for row in matrix.rows}, {column.id: column for column in matrix.columns}
    for what, count, listed in (("rows", len(rows), matrix.rows), ("columns", len(columns), matrix.columns)):
        if count < len(listed):
            yield f"{what}: one is there twice"
    for k, column in enumerate(matrix.columns):
        known = registry.axioms.get(column.id)
        if known is not None and column.quantifier != known.quantifier:
            yield f"columns[{k}].quantifier is {column.quantifier!r:.80}"
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
        own, takes_arguments, ignores = of_column[cell.axiom]
        arguments, parameters = of_row[cell.metric]
        grid = own or (arguments and takes_arguments) or (parameters and not ignores)
        about = CellFacts(column.quantifier, row.exact, bool(row.parameters), grid)
        if wrong := wrong_with(cell, about) or _of_another(cell, matrix.seed):
            yield f"{cell.metric:.80} x {cell.title:.200}: {wrong}"


def _drawn(spaces: Mapping[str, str], grids: frozenset[str]) -> bool:
    return any(name in grids for name in spaces.values())


def _of_axiom(axiom: Axiom | None) -> tuple[bool, bool, bool]:
    """Return whether the axiom has a grid of its own, takes arguments of the metric, and ignores parameters."""
    if axiom is None:
        return False, True, True
    spaces = axiom.over.values()
    takes_arguments = any(_stands_in(space) and not isinstance(space, OwnGrades) for space in spaces)
    return any(map(_is_grid, spaces)), takes_arguments, keeps_promise(axiom, "ignores_parameters")


def _stands_in(space: Space) -> bool:
    """Return whether a metric's own space replaces the space."""
    return isinstance(space, (OwnSpace, OwnGrades, Rankings, Relabellings)) or hasattr(space, "of_metric")


def _is_grid(space: Space) -> bool:
    """Return whether not all values are enumerated; unknown here for a space that a metric's own replaces."""
    return not space.complete and not _stands_in(space)


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
