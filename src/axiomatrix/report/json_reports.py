"""Write and read the JSON reports: compliance matrix, ledger of claims, relations between metrics.

A file that is read may come from anybody, so its parts are checked against each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..catalogue import load_catalogue
from ..evidence.cell import Cell
from ..evidence.files import json_by_entry, write_all
from ..evidence.formats import Format
from ..evidence.matrix import Matrix
from ..evidence.rules import CellFacts, first_problem, outcome_problem
from ..evidence.slug import derived_seed
from ..evidence.verdict import Verdict
from ..model.axiom import Axiom, keeps_promise
from ..model.registry import Registry
from ..spaces import OwnGrades, OwnSpace, Rankings, Relabellings, Space
from ..studies.ledger.entry import Ledger
from ..studies.relate.answer import Related
from .render import markdown
from .subjects.relations import RelationSheet, document

FORMAT = "axiomatrix-report-1"
MAX_BYTES = 200_000_000


class BadReport(ValueError):
    """A file that is not a report, with what is wrong with it."""


COMPLIANCE = Format(
    FORMAT,
    "report",
    Matrix,
    "A compliance matrix: metrics x axioms, each cell graded evidence.",
    BadReport,
    MAX_BYTES,
)


def matrix_data(matrix: Matrix) -> dict[str, Any]:
    """The matrix as JSON data."""
    return head_first(COMPLIANCE.data(matrix))


def head_first(data: dict[str, Any]) -> dict[str, Any]:
    """The data of a report with format, profile and seed before its long lists, for readers of the file."""
    return {name: data[name] for name in ("format", "profile", "seed")} | data


def dump_matrix(matrix: Matrix) -> str:
    """The matrix as the content of ``compliance.json``."""
    return json_by_entry(matrix_data(matrix))


def load_matrix(data: Any) -> Matrix:
    """The matrix that :func:`matrix_data` wrote; :class:`BadReport` says what is wrong with anything else."""
    matrix = COMPLIANCE.decode(data)
    check_matrix(matrix, data)
    return matrix


def check_matrix(matrix: Matrix, data: Mapping[str, Any]) -> None:
    """Raise :class:`BadReport` if the parts of a matrix read from these data contradict each other."""
    for k, cell in enumerate(matrix.cells):
        if wrong := outcome_problem(data["cells"][k], cell):
            raise BadReport(f"report: cells[{k}]: {cell.metric:.80} x {cell.title:.200}: {wrong}")
    if problem := next(_problems(matrix, load_catalogue()), None):
        raise BadReport(f"report: {problem}")


def read_matrix(path: Path) -> Matrix:
    """Read ``compliance.json``; :class:`BadReport` for any other file."""
    return COMPLIANCE.read(path, load_matrix)


def _problems(matrix: Matrix, registry: Registry) -> Iterator[str]:
    """Yield the contradictions between the parts of a matrix that was read."""
    rows, columns = {row.name: row for row in matrix.rows}, {column.id: column for column in matrix.columns}
    for what, count, listed in (("rows", len(rows), matrix.rows), ("columns", len(columns), matrix.columns)):
        if count < len(listed):
            yield f"{what}: one is there twice"
    for k, column in enumerate(matrix.columns):
        declared = registry.axioms.get(column.id)
        if declared is not None and column.quantifier != declared.quantifier:
            yield f"columns[{k}].quantifier is {column.quantifier!r:.80}"
    grids = _grid_names(registry)
    of_row = {name: (_drawn(row.arguments, grids), _drawn(row.parameters, grids)) for name, row in rows.items()}
    of_column = {id: _axiom_facts(registry.axioms.get(id)) for id in columns}
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
        if wrong := first_problem(cell, about) or _foreign_seed(cell, matrix.seed):
            yield f"{cell.metric:.80} x {cell.title:.200}: {wrong}"


def _drawn(spaces: Mapping[str, str], grids: frozenset[str]) -> bool:
    return any(name in grids for name in spaces.values())


def _axiom_facts(axiom: Axiom | None) -> tuple[bool, bool, bool]:
    """Three facts on an axiom: whether it has its own grid, uses the metric's arguments, and ignores parameters."""
    if axiom is None:
        return False, True, True
    spaces = axiom.over.values()
    takes_arguments = any(_is_replaced(space) and not isinstance(space, OwnGrades) for space in spaces)
    return any(map(_is_grid, spaces)), takes_arguments, keeps_promise(axiom, "ignores_parameters")


def _is_replaced(space: Space) -> bool:
    """Return whether the space is a placeholder for that of the metric."""
    return isinstance(space, (OwnSpace, OwnGrades, Rankings, Relabellings)) or hasattr(space, "of_metric")


def _is_grid(space: Space) -> bool:
    """Return whether enumeration of the space leaves out values; False for a placeholder."""
    return not space.complete and not _is_replaced(space)


def _grid_names(registry: Registry) -> frozenset[str]:
    """The names of registered metrics' spaces of which enumeration leaves out values."""
    spaces = {
        (space.name, not space.complete)
        for metric in registry.metrics.values()
        for space in (*metric.arguments.values(), *metric.parameters.values())
    }
    return frozenset(name for name, yes in spaces if yes) - {name for name, yes in spaces if not yes}


def _foreign_seed(cell: Cell, seed: int) -> str | None:
    """Return the problem if the seed of the evidence, which depends on the cell, is that of another cell or run."""
    evidence = cell.evidence
    if evidence.verdict is Verdict.NOT_APPLICABLE:
        return None if evidence.seed == 0 else "evidence.seed: of what is not applicable there is none"
    if any(str(value).startswith("(") for value in cell.arguments.values()):
        return None  # the statement's name writes a tuple in another way
    statement = cell.axiom + (f"({cell.label})" if cell.arguments else "")
    if evidence.seed == derived_seed(seed, cell.metric, statement, cell.space):
        return None
    return "evidence.seed is not that of this cell: the evidence is of another one, or of another run"


CLAIMS = Format(
    "axiomatrix-claims-1",
    "claims ledger",
    Ledger,
    "Every claim of the sources: wording, formalisation, verdict and evidence.",
    BadReport,
    MAX_BYTES,
)


def dump_ledger(ledger: Ledger) -> str:
    """Write the ledger as the content of ``claims.json``."""
    return json_by_entry(CLAIMS.data(ledger))


def load_ledger(data: Any) -> Ledger:
    """Read what :func:`dump_ledger` wrote; :class:`BadReport` says what is wrong with anything else."""
    ledger = CLAIMS.decode(data)
    for entry, stated in zip(ledger.claims, data["claims"], strict=True):
        if entry.source not in ledger.sources:
            raise BadReport(f"claim {entry.id!r:.80}: there is no source {entry.source!r:.80}")
        verdict = stated.get("verdict")
        if verdict != entry.verdict:
            raise BadReport(f"claim {entry.id!r:.80}: it says {verdict!r:.80}, but comes to {entry.verdict!r}")
    return ledger


RELATIONS = Format(
    "axiomatrix-relations-1",
    "report on relations",
    Related,
    "Relations between metrics of one signature, over enumerated instances, in exact numbers.",
    BadReport,
    MAX_BYTES,
)


def dump_relations(related: Related) -> str:
    """The content of ``relations.json``, with a line for each relation."""
    return json_by_entry(RELATIONS.data(related))


def save_relations(related: Related, order: Sequence[str], directory: Path) -> list[Path]:
    """Write ``relations.json`` and ``.md`` into the directory; the same relations give the same bytes."""
    page = markdown.render(document(RelationSheet(related, order)))
    return write_all({"relations.json": dump_relations(related), "relations.md": page}, directory)
