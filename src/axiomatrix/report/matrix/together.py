"""Whether the parts of a report fit each other: each cell its row and its column, and nothing twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...catalogue.loading import load_catalogue
from ...evidence.cell import Cell
from ...evidence.matrix import Matrix
from ...evidence.rules import About, wrong_with
from ...evidence.slug import derived_seed
from ...evidence.verdict import Verdict
from ...model.axiom import Axiom, keeps_promise
from ...model.registry import Registry
from ...spaces import Own, OwnGrades, Rankings, Relabellings, Space


def wrong_together(matrix: Matrix) -> str | None:
    """The first thing that is wrong with a matrix that was read, with its path; None if nothing is."""
    return next(_problems(matrix, load_catalogue()), None)


def _problems(matrix: Matrix, registry: Registry) -> Iterator[str]:
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
        about = About(column.quantifier, row.exact, bool(row.parameters), grid)
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
