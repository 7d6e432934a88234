"""Look up results for metrics and axioms in a stored report, and compare metrics side by side.

Used by `axiomatrix ask` and `axiomatrix compare`, and by the report's site. A :class:`Standing` is the report's result
for one metric and one axiom. A :class:`MetricComparison` has a line for each statement with a standing for each metric.
A :class:`~axiomatrix.model.names.Reading` is a name as the user wrote it, with the rows (or axioms) that it may mean;
its ``name`` is the first of these, which is chosen. A *row* is a metric in one variant. A *cell* is the result for one
statement and one row; it is *asked* if the axiom applies to the row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

from ...evidence.cell import Cell
from ...evidence.matrix import Matrix
from ...evidence.status import EvidenceGrade
from ...evidence.words import grouped
from ...model.metric import Metric
from ...model.names import Reading
from ...model.registry import Registry
from ...spaces.parameters import ParameterDomain
from .distinguishing import DistinguishingInstance, MetricSide, distinguishing_instance


def size_reached(cell: Cell) -> float:
    """Return the size at which a statement fails, or up to which it holds as far as was searched."""
    if cell.status.holds == "yes" and cell.status.grade is EvidenceGrade.PROVED:
        return inf  # a proof is for every size
    if cell.status.holds == "no" and cell.evidence.settled_at:
        return cell.evidence.settled_at
    return cell.evidence.up_to()


@dataclass(frozen=True)
class Standing:
    """The known result for one metric and one axiom: the cells of all its statements, chosen by :class:`KnownCells`."""

    cells: tuple[Cell, ...]

    @property
    def applies(self) -> bool:
        """Return whether the axiom applies to the metric."""
        return any(cell.status.is_asked for cell in self.cells)

    @property
    def deciding_cell(self) -> Cell | None:
        """Return the cell that decides: a failing one, or else an undecided one, or else one that holds.

        Of several it is the one with the weakest evidence. None if the axiom has no statement about the metric.
        """
        worst_first = ("no", "unknown", "yes")
        return min(self.cells, key=lambda cell: (worst_first.index(cell.status.holds), cell.status.grade), default=None)

    @property
    def holds(self) -> bool | None:
        """Return whether every statement of the axiom holds, as far as was searched; None if undecided."""
        cell = self.deciding_cell
        if cell is None or cell.status.holds == "unknown":
            return None
        return cell.status.holds == "yes"

    @property
    def grade(self) -> EvidenceGrade:
        """Return the strength of the evidence for ``holds``."""
        return (
            EvidenceGrade.NONE if self.deciding_cell is None or self.holds is None else self.deciding_cell.status.grade
        )


class KnownCells:
    """The cells of a matrix by metric and axiom: those on the declared space, or else those on its closure.

    The declared space is the open one, without the boundary values that the closure adds, such as weights of 0.
    """

    def __init__(self, matrix: Matrix) -> None:
        self.matrix = matrix
        all_cells = grouped(matrix.cells, lambda cell: (cell.metric, cell.axiom))
        self._cells = {
            metric_and_axiom: [cell for cell in cells if cell.space is ParameterDomain.OPEN] or cells
            for metric_and_axiom, cells in all_cells.items()
        }

    def standing(self, metric: str, axioms: Iterable[str]) -> Standing:
        """Return the result for the first of these axioms (at least one) that applies, or else for the first."""
        standings = [Standing(tuple(self._cells.get((metric, axiom), ()))) for axiom in axioms]
        return next((standing for standing in standings if standing.applies), standings[0])


# --- comparing: the axioms of several metrics side by side, differences first ---------------------------------------


@dataclass(frozen=True)
class ComparedStatement:
    """A statement and the result for each metric."""

    title: str
    """The title of the statement's cells in the report."""
    standings: tuple[Standing, ...]
    """One for each metric, in their order."""

    @property
    def differs(self) -> bool:
        """Return whether it fails for one metric at a size at which it holds for another, as far as was searched."""
        sizes = [
            (standing.holds, size_reached(standing.deciding_cell))
            for standing in self.standings
            if standing.deciding_cell
        ]
        failing = [n for holds, n in sizes if holds is False]
        holding = [n for holds, n in sizes if holds is True]
        return bool(failing and holding) and min(failing) <= max(holding)

    @property
    def agrees(self) -> bool:
        """Return whether all metrics have the same outcome."""
        return len({standing.holds for standing in self.standings}) == 1 and self.standings[0].holds is not None


class MetricComparison:
    """Metrics side by side: a line for each statement that applies to several of them.

    ``readings`` are the names of the metrics. ``axioms`` are the ids to compare them on; none means all of the report.
    """

    def __init__(self, known_cells: KnownCells, readings: Sequence[Reading], axioms: Sequence[str] = ()) -> None:
        cells_by_statement: dict[str, dict[str, Cell]] = {}  # by title of the statement, then by metric
        # Statements of several metrics are one line if their titles are equal: these have the axiom and its arguments.
        for axiom in known_cells.matrix.columns:
            if axioms and axiom.id not in axioms:
                continue
            for reading in readings:
                for cell in known_cells.standing(reading.name, [axiom.id]).cells:
                    if cell.status.is_asked:
                        cells_by_statement.setdefault(cell.title, {})[reading.name] = cell
        # Two names may mean one row: then a single cell is all there is to compare.
        cells_needed = min(2, len({reading.name for reading in readings}))
        shared = [cells for cells in cells_by_statement.values() if len(cells) >= cells_needed]
        unshared = [cells for cells in cells_by_statement.values() if len(cells) < cells_needed]
        self.readings, self.axioms = tuple(readings), tuple(axioms)
        self.alone = [cell for cells in unshared for cell in cells.values()]
        """Cells of statements that apply to one metric only."""
        lines = (_compared_statement(known_cells, cells, readings) for cells in shared)
        self.lines = sorted(lines, key=lambda line: (not line.differs, line.agrees))
        """Differences first, then statements that are undecided for a metric, then agreements."""

    @property
    def has_twins(self) -> bool:
        """Return whether two of the names mean the same row."""
        return len({reading.name for reading in self.readings}) < len(self.readings)

    def distinguishing_instance(self, line: ComparedStatement, registry: Registry) -> DistinguishingInstance | None:
        """Return the smallest known instance that distinguishes the metrics on a statement; None if none is found."""
        metric_sides = []
        for reading, standing in zip(self.readings, line.standings, strict=True):
            cell = standing.deciding_cell
            witness = cell.evidence.witness if cell is not None else None
            metric = registry.metric(reading.name)
            metric_sides.append(MetricSide(reading.shown, metric, reading.parameters, witness, standing.holds))
        return distinguishing_instance(metric_sides, registry)


def readings_of_one_sort(readings: Sequence[Reading], registry: Registry) -> list[Reading]:
    """Choose meanings of the names that share one sort of arguments: the first sort for which each name has one.

    So MAP, a mean over topics, means AP if compared with nDCG, which is about one list. If no sort fits all names, they
    keep their first meanings.
    """

    def about(sort: str) -> Callable[[Metric], bool]:
        return lambda metric: metric.about == sort

    sorts = [registry.metric(meaning).about for reading in readings for meaning in reading.means]
    for sort in dict.fromkeys(sorts):
        candidates = [_first_fitting(reading, about(sort), registry) for reading in readings]
        if all(reading is not None for reading in candidates):
            return [reading for reading in candidates if reading is not None]
    return list(readings)


def reading_for_axiom(reading: Reading, axiom_name: Reading, registry: Registry) -> Reading:
    """Choose the meaning of a metric's name that the axiom applies to; keep the reading if there is none.

    The axiom ``swap`` is about one list, so for it MAP means AP.
    """
    axioms = [registry.axiom(axiom_id) for axiom_id in axiom_name.means]
    return _first_fitting(reading, lambda metric: any(axiom.is_about(metric) for axiom in axioms), registry) or reading


def _first_fitting(reading: Reading, fits: Callable[[Metric], bool], registry: Registry) -> Reading | None:
    """Return the reading with its first fitting meaning moved to the front, which chooses it; None if none fits.

    Parameters in the name that this meaning does not have are dropped.
    """
    chosen = next((meaning for meaning in reading.means if fits(registry.metric(meaning))), None)
    if chosen is None:
        return None
    parameter_names = registry.metric(chosen).parameters
    parameters = {name: value for name, value in reading.parameters.items() if name in parameter_names}
    return replace(reading, means=tuple(dict.fromkeys((chosen, *reading.means))), parameters=parameters)


def _compared_statement(
    known_cells: KnownCells, cells: Mapping[str, Cell], readings: Sequence[Reading]
) -> ComparedStatement:
    """Put the cells of one statement, by metric, into the order of the readings."""
    first_cell = next(iter(cells.values()))
    standings = (
        _standing(known_cells, cells.get(reading.name), reading.name, first_cell.axiom) for reading in readings
    )
    return ComparedStatement(first_cell.title, tuple(standings))


def _standing(known_cells: KnownCells, cell: Cell | None, metric: str, axiom: str) -> Standing:
    """Return the result for one statement and a metric; ``cell`` is the metric's cell for the statement.

    Without ``cell``, the result has the cells that say why the axiom does not apply to the metric. It is empty if other
    statements of the axiom apply.
    """
    if cell is not None:
        return Standing((cell,))
    of_axiom = known_cells.standing(metric, [axiom])
    return Standing(()) if of_axiom.applies else of_axiom
