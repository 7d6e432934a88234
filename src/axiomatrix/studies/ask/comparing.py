"""Standings: where metrics stand on axioms, side by side, and the instances that tell them apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from math import inf
from typing import Any

from ...evidence.cell import Cell
from ...evidence.evidence import Witness
from ...evidence.instance import Definitions, Instance
from ...evidence.matrix import Matrix
from ...evidence.status import EvidenceGrade
from ...evidence.witness import BadWitness, decode, over_space_of, statement_of
from ...evidence.words import grouped
from ...methods.instances import Combinations
from ...model.axiom import Statement
from ...model.metric import Metric
from ...model.names import Reading
from ...model.registry import Registry
from ...model.relation import FAILS, HOLDS, sides
from ...spaces.parameters import ParameterDomain
from ..relate.domains import parameters as defaults


def compared_at(cell: Cell) -> float:
    """The size at which a statement is known to fail, or up to which it holds as far as was looked."""
    if cell.status.holds == "yes" and cell.status.grade is EvidenceGrade.PROVED:
        return inf
    return (cell.status.holds == "no" and cell.evidence.settled_at) or cell.evidence.up_to()


@dataclass(frozen=True)
class Standing:
    """Results for one metric and one axiom: every statement of the axiom on the declared space."""

    cells: tuple[Cell, ...]

    @property
    def applies(self) -> bool:
        """Return whether the axiom applies to the metric."""
        return any(cell.status.is_asked for cell in self.cells)

    @property
    def telling(self) -> Cell | None:
        """The cell that decides: what fails first, then what is not decided, then the weakest that holds."""
        order = ("no", "unknown", "yes")
        return min(self.cells, key=lambda cell: (order.index(cell.status.holds), cell.status.grade), default=None)

    @property
    def holds(self) -> bool | None:
        """Return whether every statement of the axiom holds, as far as was searched; None if undecided."""
        return None if self.telling is None else {"yes": True, "no": False, "unknown": None}[self.telling.status.holds]

    @property
    def grade(self) -> EvidenceGrade:
        """How strong the evidence for that is; none where it was not decided."""
        return EvidenceGrade.NONE if self.telling is None or self.holds is None else self.telling.status.grade


class KnownCells:
    """The cells of a matrix by metric and axiom: of the declared space, unless all are of its closure."""

    def __init__(self, matrix: Matrix) -> None:
        self.matrix = matrix
        every = grouped(matrix.cells, lambda cell: (cell.metric, cell.axiom))
        self._cells = {
            where: [cell for cell in cells if cell.space is ParameterDomain.OPEN] or cells
            for where, cells in every.items()
        }

    def standing(self, metric: str, axioms: Iterable[str]) -> Standing:
        """Where the metric stands on the first of these readings of an axiom that says anything of it."""
        standings = [Standing(tuple(self._cells.get((metric, axiom), ()))) for axiom in axioms]
        return next((standing for standing in standings if standing.applies), standings[0])


# --- The smallest instance on which metrics part: one breaks an axiom there, and another keeps it -----------------

MAX_ITEMS_SEARCHED = 4
MAX_CASES_OF_A_SIZE = 4_000
"""Up to how many items, and how many cases of a size, are searched where no stored witness does."""


@dataclass(frozen=True)
class MetricSide:
    """A metric, the parameters that its name says, and its witness if it has one."""

    shown: str
    metric: Metric
    given: Mapping[str, Any] = field(default_factory=dict)
    witness: Witness | None = None
    holds: bool | None = None
    """Where it stands on the statement."""


@dataclass(frozen=True)
class MetricAnswer:
    """Value of the statement for one metric on one instance."""

    shown: str
    parameters: Mapping[str, Any]
    relation: tuple[str, str, str]
    """Both sides, and what stands between them."""
    true: bool


@dataclass(frozen=True)
class Parting:
    """An instance, and what the statement says of each metric that has a value there."""

    instance: Instance
    answers: tuple[MetricAnswer, ...]
    smallest: bool
    """Whether no smaller size can part the metrics: none breaks the statement there."""
    as_named: bool = True
    """Whether the parameters that names say are kept; else the instance is under others."""


def answer_of(side: MetricSide, statement: Statement, instance: Instance, registry: Registry) -> MetricAnswer | None:
    """Evaluate the statement for the metric under its own parameters; None where it does not apply."""
    metric, n = side.metric, instance.n
    if statement.not_applicable(metric) is not None:
        return None
    try:
        if side.witness is not None:
            metric = over_space_of(metric, side.witness)
        for name, space in statement.over(metric).items():
            space.validate(instance.values[name], n)
    except (ValueError, LookupError, TypeError):
        return None
    values = dict(defaults(metric, n, "n"))
    for name, space in metric.parameters.items():
        if name in instance.parameters and space.contains(instance.parameters[name], n):
            values[name] = instance.parameters[name]
    values |= side.given
    decision = Definitions(registry).decide(metric, statement, Instance(n, instance.values, values))
    if decision.answer is None or decision.code not in (HOLDS, FAILS):
        return None
    return MetricAnswer(side.shown, values, sides(decision.answer), decision.code == HOLDS)


def parting(among: Sequence[MetricSide], registry: Registry) -> Parting | None:
    """The smallest instance, among those looked at, on which a metric that breaks it and one that keeps it part.

    The parameters that names say are kept; where no such instance is found, those of the stored witnesses are taken.
    """
    smallest = _search(among, registry)
    if smallest is None and any(side.given for side in among):
        smallest = _search([replace(side, shown=side.metric.name, given={}) for side in among], registry)
        return None if smallest is None else replace(smallest, as_named=False)
    return smallest


def _search(among: Sequence[MetricSide], registry: Registry) -> Parting | None:
    witnessed = sorted(((s.witness, s) for s in among if s.witness is not None), key=lambda pair: pair[0].n)
    none_smaller = all(witness.smallest for witness, _ in witnessed)
    for witness, side in witnessed:
        try:
            statement = statement_of(witness, registry, side.metric)
            first = decode(statement, side.metric, witness)
        except (BadWitness, LookupError):
            continue
        sizes = range(witness.n, MAX_ITEMS_SEARCHED + 1)
        for instance in chain(
            [first], *(islice(_cases(side.metric, statement, n), MAX_CASES_OF_A_SIZE) for n in sizes)
        ):
            answers = _parted(among, statement, instance, registry)
            if answers:
                at_least = witnessed[0][0].n
                return Parting(instance, answers, instance.n == 1 or (none_smaller and instance.n == at_least))
    return None


def _cases(metric: Metric, statement: Statement, n: int) -> Iterator[Instance]:
    given = Combinations.of(metric.parameters, n)
    for values in Combinations.of(statement.over(metric), n).by_name():
        yield from (Instance(n, values, parameters) for parameters in given.by_name())


def _parted(
    among: Sequence[MetricSide], statement: Statement, instance: Instance, registry: Registry
) -> tuple[MetricAnswer, ...]:
    """Return the answers on the instance if one metric breaks the statement and one keeps it, as each is known to."""
    answers = [(side, answer_of(side, statement, instance, registry)) for side in among]
    as_known = {answer.true for side, answer in answers if answer is not None and answer.true is side.holds}
    return tuple(answer for _, answer in answers if answer is not None) if as_known == {True, False} else ()


# --- Comparing: the axioms of several metrics side by side, those first on which they differ ----------------------


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
        self.readings, self.axioms = tuple(readings), tuple(axioms)
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
