"""What a run will have of each row, by the declarations alone: what a record of the run is compared with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from ..evidence.cell import Cell, CellKey
from ..evidence.rules import About, wrong_with
from ..evidence.seeds import derived_seed
from ..evidence.witness import statement_named
from ..methods.case_by_case import LARGEST
from ..methods.work import spaces_used
from ..model.axiom import Statement
from ..model.metric import Metric
from .profile import Profile
from .row import CheckedRow
from .selection import Selection


def about(metric: Metric, statement: Statement) -> About:
    """What the rules of evidence have to know of a cell."""
    grid = not all(space.complete for space in spaces_used(metric, statement))
    return About(statement.axiom.quantifier, metric.exact, bool(metric.parameters), grid)


class Plans:
    """The plans of the rows that the options select. No definition is called for them.

    What is observed only where the definition suggests it (a degree in which the metric scales) is not in a plan; a
    record may have such cells too.
    """

    def __init__(self, selection: Selection) -> None:
        self._selection = selection
        self._made: dict[str, _Plan] = {}

    @property
    def cells(self) -> int:
        """How many cells the run decides, as far as the declarations say."""
        return sum(len(self._plan(metric).cells) for metric in self._metrics.values())

    @cached_property
    def _metrics(self) -> dict[str, Metric]:
        return {metric.name: metric for metric in self._selection.rows}

    def wrong_with_cell(self, cell: Cell) -> str | None:
        """Why no run of these options decides the cell so; None if one could."""
        metric, axiom = self._metrics.get(cell.metric), self._selection.registry.axioms.get(cell.axiom)
        if metric is None:
            return f"this run checks no metric {cell.metric!r:.80}"
        if axiom is None:
            return f"there is no axiom {cell.axiom!r:.80}"
        try:
            statement = statement_named(metric, axiom, cell.arguments)
        except TypeError as error:
            return str(error)
        where = f"{cell.metric} x {cell.title:.200}"
        expected = self._plan(metric).cells.get(cell.key)
        if expected is None and (cell.claims or not self._is_suggested(cell, statement)):
            return f"{where}: this run asks nothing of the kind"
        if expected is not None and expected.claims != cell.claims:
            return f"{where}: its claims are not those of the metric"
        if cell.evidence.seed != derived_seed(self._selection.options.seed, metric.name, statement.id, cell.space):
            return f"{where}: its seed is that of another cell"
        wrong = wrong_with(cell, about(metric, statement)) or _beyond(cell, metric, self._selection.options.profile_())
        return None if wrong is None else f"{where}: {wrong}"

    def _is_suggested(self, cell: Cell, statement: Statement) -> bool:
        axiom = statement.axiom
        return bool(axiom.arguments or axiom.open_arguments) and self._selection.options.wants(statement, cell.claims)

    def wrong_with_row(self, name: str, cells: Sequence[Cell], inapplicable: Sequence[Cell]) -> str | None:
        """Why these are not the cells of a finished row; None if they are."""
        metric = self._metrics.get(name)
        if metric is None:
            return f"this run checks no metric {name!r:.80}"
        return next(self._problems(self._plan(metric), name, cells, inapplicable), None)

    def _problems(self, plan: _Plan, name: str, cells: Sequence[Cell], inapplicable: Sequence[Cell]) -> Iterator[str]:
        keys = [cell.key for cell in (*cells, *inapplicable)]
        if len(set(keys)) < len(keys):
            yield f"{name}: a cell is there twice"
        if lacking := [cell.title for key, cell in plan.cells.items() if key not in keys]:
            yield f"{name}: {lacking[0]:.200} is missing"
        for cell in cells:
            if wrong := self.wrong_with_cell(cell):
                yield wrong
        for cell in inapplicable:
            if plan.inapplicable.get(cell.key) != cell:
                yield f"{name}: {cell.title:.200} is not inapplicable, or not for that reason"
        suggested = {cell.axiom for cell in cells if cell.key not in plan.cells}
        for key, cell in plan.inapplicable.items():
            if key not in keys and cell.axiom not in suggested:
                yield f"{name}: {cell.title:.200} is missing"

    def _plan(self, metric: Metric) -> _Plan:
        if metric.name not in self._made:
            self._made[metric.name] = _Plan(CheckedRow(metric, self._selection, blind=True))
        return self._made[metric.name]


class _Plan:
    """The cells that a row will have, undecided, and those that say nothing of it, by their keys."""

    def __init__(self, row: CheckedRow) -> None:
        self.cells: dict[CellKey, Cell] = {cell.key: cell for cell in row.plan}
        self.inapplicable: dict[CellKey, Cell] = {cell.key: cell for cell in row.inapplicable}


def _beyond(cell: Cell, metric: Metric, profile: Profile) -> str | None:
    """Whether a method went further than it goes in a run of that profile."""
    if metric.implementation is not None:
        profile = profile.of_libraries()
    is_tabled = metric.takes_rankings and metric.implementation is None
    listed = LARGEST if any(profile.enough) else max(profile.lists)
    most = {
        "enumeration": profile.enumerated(len(metric.parameters), metric.exact) if is_tabled else listed,
        "proof": profile.proofs,
        "linear": max(profile.linear),
        "symbolic": profile.symbolic,
        "sampling": max(profile.max_n, profile.longest),
    }
    for k, reach in enumerate(cell.evidence.reach):
        if reach.largest > most.get(reach.method, reach.largest):
            return f"evidence.reach[{k}].largest is {reach.largest}; {profile.name} ends at {most[reach.method]}"
    return None
