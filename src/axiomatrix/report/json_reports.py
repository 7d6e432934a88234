"""Write and read the JSON reports: compliance matrix, ledger of claims, relations between metrics.

They are ``compliance.json``, ``claims.json`` and ``relations.json``. The matrix has a row for each metric, a column for
each axiom, and *cells*: the evidence on one statement about a metric. A file that is read may come from anybody, so its
parts are checked against each other: the outcome of a cell follows from its evidence and claims, its verdict must be
possible for its axiom and metric, its seed follows from its name.

``dump_`` functions return the text of a file, and ``save_relations`` writes files. ``load_`` functions take parsed
JSON, and ``read_matrix`` a path. Callers read relations with the :class:`Format` ``RELATIONS``, since nothing in them
needs to be checked beyond their types.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..catalogue import load_catalogue
from ..evidence.cell import Cell
from ..evidence.files import json_by_entry, write_all
from ..evidence.formats import Format
from ..evidence.matrix import Matrix, Row
from ..evidence.rules import CellFacts, first_problem, outcome_problem
from ..evidence.slug import derived_seed
from ..evidence.verdict import Verdict
from ..model.axiom import Axiom
from ..model.promises import keeps_promise
from ..model.registry import Registry
from ..spaces import OwnGrades, OwnSpace, ParameterSpace, Rankings, Relabellings, Space
from ..studies.ledger.entry import Ledger
from ..studies.relate.answer import Related
from .render import markdown
from .subjects.relations import RelationSheet, document

FORMAT = "axiomatrix-report-1"
"""The format of a compliance matrix."""
MAX_BYTES = 200_000_000
"""Bytes of a file up to which it is read."""


class BadReport(ValueError):
    """A file is not a valid report; the message says why."""


# --- the compliance matrix ------------------------------------------------------------------------------------------

COMPLIANCE = Format(
    FORMAT,
    "report",
    Matrix,
    "A compliance matrix: metrics x axioms, each cell graded evidence.",
    BadReport,
    MAX_BYTES,
)


def matrix_data(matrix: Matrix) -> dict[str, Any]:
    """Convert the matrix to JSON data."""
    return head_first(COMPLIANCE.data(matrix))


def head_first(data: dict[str, Any]) -> dict[str, Any]:
    """Put format, profile and seed first in the data of a matrix, so that people see them before the long lists."""
    return {name: data[name] for name in ("format", "profile", "seed")} | data


def dump_matrix(matrix: Matrix) -> str:
    """Return the matrix as the content of ``compliance.json``."""
    return json_by_entry(matrix_data(matrix))


def load_matrix(data: Any) -> Matrix:
    """Read a matrix written by :func:`matrix_data`. Raises :class:`BadReport`, with the reason, for any other data."""
    matrix = COMPLIANCE.decode(data)
    check_matrix(matrix, data)
    return matrix


def check_matrix(matrix: Matrix, data: Mapping[str, Any]) -> None:
    """Raise :class:`BadReport` if the parts of a matrix, which was read from these data, contradict each other.

    A cell derives its outcome from its evidence and claims, so that only ``data`` has the outcome that the file states.
    """
    for k, (cell_data, cell) in enumerate(zip(data["cells"], matrix.cells, strict=True)):
        if problem := outcome_problem(cell_data, cell):
            raise BadReport(f"report: cells[{k}]: {cell.metric:.80} x {cell.title:.200}: {problem}")
    if contradiction := next(_contradictions(matrix, load_catalogue()), None):
        raise BadReport(f"report: {contradiction}")


def read_matrix(path: Path) -> Matrix:
    """Read ``compliance.json``; :class:`BadReport` for any other file."""
    return COMPLIANCE.read(path, load_matrix)


def _contradictions(matrix: Matrix, registry: Registry) -> Iterator[str]:
    """Yield the contradictions between the parts of a matrix that was read.

    Rows and columns must be listed once, and each cell must keep the rules on its verdict and have the seed of its
    name. Texts from the file are cut to a length that an error message can have.
    """
    rows = {row.name: row for row in matrix.rows}
    columns = {column.id: column for column in matrix.columns}
    if len(rows) < len(matrix.rows):
        yield "rows: a name occurs twice"
    if len(columns) < len(matrix.columns):
        yield "columns: an id occurs twice"
    for k, column in enumerate(matrix.columns):
        declared = registry.axioms.get(column.id)
        if declared is not None and column.quantifier != declared.quantifier:
            yield f"columns[{k}].quantifier is {column.quantifier!r:.80}"
    grid_names = _grid_names(registry)
    facts_of_axiom = {id: _axiom_facts(registry.axioms.get(id)) for id in columns}
    seen: set[tuple[str, ...]] = set()
    for cell in matrix.cells:
        if cell.metric not in rows or cell.axiom not in columns:
            yield f"a cell is about {cell.metric!r:.80} x {cell.axiom!r:.80}; there is no such row or column"
            continue
        if cell.key in seen:
            yield f"{cell.metric:.80} x {cell.title:.200} occurs twice"
        seen.add(cell.key)
        row, column = rows[cell.metric], columns[cell.axiom]
        has_grid = _has_grid(facts_of_axiom[cell.axiom], row, grid_names)
        facts = CellFacts(column.quantifier, row.exact, bool(row.parameters), has_grid)
        if problem := first_problem(cell, facts) or _foreign_seed(cell, matrix.seed):
            yield f"{cell.metric:.80} x {cell.title:.200}: {problem}"


# A cell may say that every instance was decided (``exhausted``) only if none of the spaces of its statement is a
# *grid*: a space whose enumeration leaves out values, as with real numbers. These spaces are the axiom's own, and those
# of the metric's arguments and parameters. The metrics of a file need not be registered here, and a file has only the
# names of their spaces. A name that is not known counts as that of no grid: a false ``exhausted`` may then be accepted,
# but a true one is not refused.


class _AxiomFacts(NamedTuple):
    """Facts on an axiom that decide which spaces its statements have, and whether one is a grid."""

    has_own_grid: bool
    """True if one of the axiom's own spaces is a grid."""
    uses_arguments: bool
    """True if its instances have arguments of the metric."""
    ignores_parameters: bool
    """True if the axiom is the same for all parameter values."""


def _axiom_facts(axiom: Axiom | None) -> _AxiomFacts:
    """The facts on an axiom.

    An unregistered axiom, such as a user's, is assumed to have no spaces besides those of the metric's arguments.
    """
    if axiom is None:
        return _AxiomFacts(has_own_grid=False, uses_arguments=True, ignores_parameters=True)
    spaces = axiom.over.values()
    # every placeholder is for arguments of the metric, but for that of grades
    uses_arguments = any(_is_placeholder(space) and not isinstance(space, OwnGrades) for space in spaces)
    return _AxiomFacts(any(map(_is_grid, spaces)), uses_arguments, keeps_promise(axiom, "ignores_parameters"))


def _is_placeholder(space: Space) -> bool:
    """Return whether the space is replaced by one that depends on the metric, such as that of its arguments.

    Axioms about metrics in general are written for rankings, which the arguments of any other metric replace. A space
    with a method ``of_metric`` makes the space for a metric itself.
    """
    return isinstance(space, (OwnSpace, OwnGrades, Rankings, Relabellings)) or hasattr(space, "of_metric")


def _is_grid(space: Space) -> bool:
    """Return whether the space is a grid; False for a placeholder."""
    return not space.complete and not _is_placeholder(space)


def _has_grid(axiom: _AxiomFacts, row: Row, grid_names: frozenset[str]) -> bool:
    """Return whether a statement of the axiom about the metric of this row has a space that is a grid."""
    if axiom.has_own_grid:
        return True
    if axiom.uses_arguments and not grid_names.isdisjoint(row.arguments.values()):
        return True
    return not axiom.ignores_parameters and not grid_names.isdisjoint(row.parameters.values())


def _grid_names(registry: Registry) -> frozenset[str]:
    """The names of those spaces of registered metrics that are grids.

    A name that another space has too, whose enumeration is complete, is left out: it tells nothing.
    """
    spaces: list[Space | ParameterSpace] = []
    for metric in registry.metrics.values():
        spaces += [*metric.arguments.values(), *metric.parameters.values()]
    complete_names = {space.name for space in spaces if space.complete}
    return frozenset(space.name for space in spaces if not space.complete) - complete_names


def _foreign_seed(cell: Cell, seed: int) -> str | None:
    """Return the problem if the seed of the evidence, which depends on the cell, is that of another cell or run."""
    evidence = cell.evidence
    if evidence.verdict is Verdict.NOT_APPLICABLE:
        return None if evidence.seed == 0 else "evidence.seed must be 0 where the axiom is not applicable"
    if any(str(value).startswith("(") for value in cell.arguments.values()):
        # a tuple: the statement's name, from which its seed was derived, writes pairs as {a: 1}, and the file does not
        return None
    statement = f"{cell.axiom}({cell.label})" if cell.arguments else cell.axiom
    if evidence.seed == derived_seed(seed, cell.metric, statement, cell.space):
        return None
    return "evidence.seed is not that of this cell: the evidence belongs to another cell or run"


# --- the ledger of claims, and relations ----------------------------------------------------------------------------

CLAIMS = Format(
    "axiomatrix-claims-1",
    "claims ledger",
    Ledger,
    "Every claim of the sources: wording, formalisation, verdict and evidence.",
    BadReport,
    MAX_BYTES,
)


def dump_ledger(ledger: Ledger) -> str:
    """Return the ledger as the content of ``claims.json``."""
    return json_by_entry(CLAIMS.data(ledger))


def load_ledger(data: Any) -> Ledger:
    """Read data written by :func:`dump_ledger`. Raises :class:`BadReport`, with the reason, for any other data."""
    ledger = CLAIMS.decode(data)
    for entry, entry_data in zip(ledger.claims, data["claims"], strict=True):
        if entry.source not in ledger.sources:
            raise BadReport(f"claim {entry.id!r:.80}: there is no source {entry.source!r:.80}")
        # an entry derives its verdict from its evidence; the one in the file is not used, but must be the same
        verdict_in_file = entry_data.get("verdict")
        if verdict_in_file != entry.verdict:
            raise BadReport(
                f"claim {entry.id!r:.80}: verdict is {verdict_in_file!r:.80}; its evidence gives {entry.verdict!r}"
            )
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
    """Return the content of ``relations.json``, with a line for each relation."""
    return json_by_entry(RELATIONS.data(related))


def save_relations(related: Related, order: Sequence[str], directory: Path) -> list[Path]:
    """Write ``relations.json`` and ``.md`` into the directory, and return the files.

    ``order`` are the names of the registered metrics, in the order of the page. The same relations give the same bytes.
    """
    page = markdown.render(document(RelationSheet(related, order)))
    return write_all({"relations.json": dump_relations(related), "relations.md": page}, directory)
