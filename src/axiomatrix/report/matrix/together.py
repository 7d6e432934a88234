"""Whether the parts of a report fit each other: each cell its row and its column, and nothing twice."""

from __future__ import annotations

from collections.abc import Iterator

from ...catalogue.loading import load_catalogue
from ...engine.row import derived_seed
from ...evidence.cell import Cell
from ...evidence.matrix import ColumnHead, Matrix, Row
from ...evidence.rules import About, wrong_with
from ...evidence.verdict import Verdict
from ...model.registry import Registry
from ...spaces import Own, OwnGrades, Rankings, Relabellings, Space

QUANTIFIERS = ("for all", "there is", "extreme")


def wrong_together(matrix: Matrix) -> str | None:
    """The first thing that is wrong with a matrix that was read, with its path; None if nothing is."""
    return next(_problems(matrix, load_catalogue()), None)


def _problems(matrix: Matrix, registry: Registry) -> Iterator[str]:
    if matrix.seed < 0:
        yield f"seed is {matrix.seed:.6g}; it must be 0 or more"
    for k, row in enumerate(matrix.rows):
        if not all(isinstance(name, str) for name in (*row.parameters.values(), *row.arguments.values())):
            yield f"metrics[{k}]: its parameters and arguments must be the names of spaces"
            return
    rows, columns = {row.name: row for row in matrix.rows}, {column.id: column for column in matrix.columns}
    for what, count, listed in (("metrics", len(rows), matrix.rows), ("axioms", len(columns), matrix.columns)):
        if count < len(listed):
            yield f"{what}: one is there twice"
    for k, column in enumerate(matrix.columns):
        known = registry.axioms.get(column.id)
        if column.quantifier not in ((known.quantifier,) if known is not None else QUANTIFIERS):
            yield f"axioms[{k}].quantifier is {column.quantifier!r:.80}"
    grids = _grids(registry)
    seen: set[tuple[str, ...]] = set()
    for k, cell in enumerate(matrix.cells):
        where = f"cells[{k}]"
        if cell.metric not in rows or cell.axiom not in columns:
            yield f"{where} is about {cell.metric!r:.80} x {cell.axiom!r:.80}, and one of them is not there"
            continue
        if cell.key in seen:
            yield f"{where}: {cell.metric:.80} x {cell.title:.200} is there twice"
        seen.add(cell.key)
        about = _about(rows[cell.metric], columns[cell.axiom], registry, grids)
        if wrong := wrong_with(cell, about) or _of_another(cell, matrix.seed):
            yield f"{where}: {cell.metric:.80} x {cell.title:.200}: {wrong}"


def _about(row: Row, column: ColumnHead, registry: Registry, grids: frozenset[str]) -> About:
    axiom = registry.axioms.get(column.id)
    drawn = [*row.arguments.values()]
    if axiom is not None and not axiom.keeps("ignores_parameters"):
        drawn += row.parameters.values()
    own = axiom is not None and any(_is_grid(space) for space in axiom.over.values())
    grid = own or any(name in grids for name in drawn)
    return About(column.quantifier, row.exact, bool(row.parameters), grid)


def _is_grid(space: Space) -> bool:
    """Whether not all values are enumerated; of a space that a metric's own stands in for, nobody knows here."""
    stood_in = isinstance(space, (Own, OwnGrades, Rankings, Relabellings)) or hasattr(space, "of_metric")
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
