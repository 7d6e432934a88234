"""Comparing: the axioms of several metrics side by side, those first on which they differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from ...evidence.cell import Cell
from ...model.metric import Metric
from ...model.names import Reading
from ...model.registry import Registry
from .parting import MetricSide, Parting, parting
from .standing import KnownCells, Standing, compared_at


@dataclass(frozen=True)
class ComparedStatement:
    """A statement, and where each metric stands on it."""

    title: str
    standings: tuple[Standing, ...]

    @property
    def differs(self) -> bool:
        """Return whether it fails for one metric at a size at which it holds for another, as far as was searched."""
        sizes = [(standing.holds, compared_at(standing.telling)) for standing in self.standings if standing.telling]
        fails, holds = ([n for held, n in sizes if held is wanted] for wanted in (False, True))
        return bool(fails and holds) and min(fails) <= max(holds)

    @property
    def agrees(self) -> bool:
        """Return whether all metrics have the same outcome."""
        return len({standing.holds for standing in self.standings}) == 1 and self.standings[0].holds is not None


class MetricComparison:
    """Metrics side by side, on these axioms (all, if none is named)."""

    def __init__(self, known: KnownCells, readings: Sequence[Reading], axioms: Sequence[str] = ()) -> None:
        by_title: dict[str, dict[str, Cell]] = {}
        for head in known.matrix.columns:
            for reading in readings if not axioms or head.id in axioms else ():
                for cell in known.standing(reading.name, [head.id]).cells:
                    if Standing((cell,)).applies:
                        by_title.setdefault(cell.title, {})[reading.name] = cell
        rows = len({reading.name for reading in readings})
        shared = [cells for cells in by_title.values() if len(cells) >= min(2, rows)]
        self.readings, self.asked = tuple(readings), tuple(axioms)
        self.alone = [cell for cells in by_title.values() if len(cells) < min(2, rows) for cell in cells.values()]
        """What is asked of one metric only."""
        lines = (_compared(known, cells, readings) for cells in shared)
        self.lines = sorted(lines, key=lambda line: (not line.differs, line.agrees))
        """Differences first, then what is not decided of one, then what they share."""

    @property
    def has_twins(self) -> bool:
        """Return whether some of the names are one row."""
        return len({reading.name for reading in self.readings}) < len(self.readings)

    def parting(self, line: ComparedStatement, registry: Registry) -> Parting | None:
        """The smallest instance on which the metrics of a difference part."""
        among = []
        for reading, standing in zip(self.readings, line.standings, strict=True):
            cell = standing.telling
            witness = cell.evidence.witness if cell is not None else None
            metric = registry.metric(reading.name)
            among.append(MetricSide(reading.shown, metric, reading.parameters, witness, standing.holds))
        return parting(among, registry)


def of_one_sort(readings: Sequence[Reading], registry: Registry) -> list[Reading]:
    """The readings, each of the first sort of things that every name has a reading about (MAP beside nDCG is AP)."""

    def about(sort: str) -> Callable[[Metric], bool]:
        return lambda metric: metric.about == sort

    sorts = [registry.metric(meaning).about for reading in readings for meaning in reading.means]
    for sort in dict.fromkeys(sorts):
        chosen = [_first(reading, about(sort), registry) for reading in readings]
        if all(reading is not None for reading in chosen):
            return [reading for reading in chosen if reading is not None]
    return list(readings)


def fitting(reading: Reading, axiom: Reading, registry: Registry) -> Reading:
    """The reading of a metric that the axiom is about, where its name has one (swap asks AP of MAP)."""
    axioms = [registry.axiom(id) for id in axiom.means]
    return _first(reading, lambda metric: any(axiom.is_about(metric) for axiom in axioms), registry) or reading


def _first(reading: Reading, fits: Callable[[Metric], bool], registry: Registry) -> Reading | None:
    """The first of what the name means that fits, taken with the parameters that it has too; None if none does."""
    chosen = next((meaning for meaning in reading.means if fits(registry.metric(meaning))), None)
    if chosen is None:
        return None
    takes = registry.metric(chosen).parameters
    kept = {name: value for name, value in reading.parameters.items() if name in takes}
    return replace(reading, means=tuple(dict.fromkeys((chosen, *reading.means))), parameters=kept)


def _compared(known: KnownCells, cells: Mapping[str, Cell], readings: Sequence[Reading]) -> ComparedStatement:
    first = next(iter(cells.values()))
    standings = (_standing(known, cells.get(reading.name), reading.name, first.axiom) for reading in readings)
    return ComparedStatement(first.title, tuple(standings))


def _standing(known: KnownCells, cell: Cell | None, metric: str, axiom: str) -> Standing:
    """Where the metric stands on a statement: without a cell of it, the reason if the axiom says nothing of it."""
    if cell is not None:
        return Standing((cell,))
    others = known.standing(metric, [axiom])
    return Standing(()) if others.applies else others
