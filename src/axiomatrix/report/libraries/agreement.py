"""Agreement of the libraries' implementations of one metric, pair by pair, and the inputs on which they disagree."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from ...evidence.cell import Cell
from ...evidence.evidence import CallNote, Witness
from ...evidence.verdict import Outcome, Verdict
from ...evidence.words import grouped
from .causes import AGREEMENT_AXIOMS
from .data import LibraryReport

WITH_TIES, WITHOUT_TIES = AGREEMENT_AXIOMS


@dataclass(frozen=True)
class ImplementationPair:
    """Two implementations of one metric."""

    a: str
    b: str
    agreement: str
    """Degree of agreement: a key of :data:`~.words.AGREEMENT`."""
    reach: str
    """How far the agreement was checked; for a disagreement the size of its input."""
    disagreeing_cell: Cell | None = None
    """The cell that shows the disagreement, if there is one."""


@dataclass(frozen=True)
class LibraryAnswer:
    """Answer of one implementation on an input on which implementations disagree."""

    row: str
    answer: str
    calls: tuple[CallNote, ...]


@dataclass(frozen=True)
class Disagreement:
    """An input on which implementations disagree, with the answer of each."""

    n: int
    smallest: bool
    answers: tuple[LibraryAnswer, ...]

    @property
    def definition(self) -> str:
        """The exact value on the input, if all definitions agree on it; else empty."""
        values = {call.definition for answer in self.answers for call in answer.calls if call.definition}
        return values.pop() if len(values) == 1 else ""


@dataclass(frozen=True)
class Concept:
    """A metric that several rows claim to compute."""

    name: str
    rows: tuple[str, ...]
    pairs: tuple[ImplementationPair, ...]

    def pair(self, a: str, b: str) -> ImplementationPair | None:
        """The pair of these rows, given in either order."""
        return next((p for p in self.pairs if {p.a, p.b} == {a, b}), None)

    @property
    def disagreements(self) -> list[Disagreement]:
        """The inputs on which implementations disagree, smallest first; pairs with the same input are merged."""
        cells = [pair.disagreeing_cell for pair in self.pairs if pair.disagreeing_cell is not None]
        groups = grouped(cells, _input_key)
        return sorted(map(_disagreement, groups.values()), key=lambda disagreement: disagreement.n)


def concepts(report: LibraryReport) -> list[Concept]:
    """The metrics that were compared between rows, in the order of their first row."""
    cells: dict[frozenset[str], list[Cell]] = {}
    for cell in report.cells:
        other = cell.arguments.get("other")
        if cell.axiom in AGREEMENT_AXIOMS and other in report.notes and cell.outcome is not Outcome.NOT_APPLICABLE:
            cells.setdefault(frozenset((cell.metric, str(other))), []).append(cell)
    compared_concepts = []
    for concept, names in grouped(report.notes, lambda name: report.notes[name].concept).items():
        pairs = [_pair(a, b, cells[frozenset((a, b))]) for a, b in combinations(names, 2) if frozenset((a, b)) in cells]
        if concept and pairs:
            compared = {name for pair in pairs for name in (pair.a, pair.b)}
            compared_concepts.append(Concept(concept, tuple(name for name in names if name in compared), tuple(pairs)))
    return compared_concepts


def _pair(a: str, b: str, cells: Sequence[Cell]) -> ImplementationPair:
    """Return the pair with the first degree of agreement that applies.

    1. ``differ``: a counterexample without ties, or one with ties and no agreement without.
    2. ``agree without ties``: a counterexample with ties, and agreement without.
    3. ``agree up to rounding``.
    4. ``agree``, or ``agree without ties`` if inputs with ties were not compared.
    5. ``not compared``.
    """
    tied = [cell for cell in cells if cell.axiom == WITH_TIES]
    untied = [cell for cell in cells if cell.axiom == WITHOUT_TIES]
    if refuted := _refuted(untied):
        return ImplementationPair(a, b, "differ", _reach(refuted), refuted)
    agrees_without = [cell for cell in untied if cell.status.is_unrefuted]
    if refuted := _refuted(tied):
        if agrees_without:
            reach = f"without ties {_reach(agrees_without[0])}; with ties {_reach(refuted)}"
            return ImplementationPair(a, b, "agree without ties", reach, refuted)
        return ImplementationPair(a, b, "differ", _reach(refuted), refuted)
    rounding = [cell for cell in cells if cell.status.key == Verdict.ROUNDING]
    if rounding:
        return ImplementationPair(a, b, "agree up to rounding", "; ".join(dict.fromkeys(map(_reach, rounding))))
    main_cells = tied or untied  # the axiom about inputs with ties is about those without, too
    agreeing = [cell for cell in main_cells if cell.status.is_unrefuted]
    if agreeing and not any(cell.status.is_fault for cell in main_cells):
        return ImplementationPair(a, b, "agree" if tied else "agree without ties", _reach(agreeing[0]))
    reasons = dict.fromkeys(f"{cell.status.word}: {_reach(cell)}" for cell in main_cells if cell not in agreeing)
    return ImplementationPair(a, b, "not compared", "; ".join(reasons))


def _refuted(cells: Iterable[Cell]) -> Cell | None:
    """The refuted cell with the smallest input, or None."""
    refuted = [cell for cell in cells if cell.status.holds == "no" and cell.evidence.witness]
    return min(refuted, key=lambda cell: cell.evidence.settled_at, default=None)


def _reach(cell: Cell) -> str:
    return cell.status.reach or cell.evidence.why


def _input_key(cell: Cell) -> str:
    return json.dumps([_witness(cell).instance, _witness(cell).parameters], sort_keys=True)


def _witness(cell: Cell) -> Witness:
    assert cell.evidence.witness is not None  # it is refuted
    return cell.evidence.witness


def _disagreement(cells: Sequence[Cell]) -> Disagreement:
    answers: dict[str, LibraryAnswer] = {}
    for cell in cells:
        for answer in _answers(cell):
            answers.setdefault(answer.row, answer)
    smallest = all(_witness(cell).smallest for cell in cells)
    return Disagreement(_witness(cells[0]).n, smallest, tuple(answers.values()))


def _answers(cell: Cell) -> list[LibraryAnswer]:
    """The answers of both implementations; the axiom calls the cell's metric first and then the other one."""
    witness, comparison = _witness(cell), cell.evidence.comparison
    other_metric = str(cell.arguments["other"])
    calls = comparison.calls if comparison is not None else ()
    if len(calls) == 2:
        own_call, other_call = calls
        return [
            LibraryAnswer(cell.metric, own_call.answer, (own_call,)),
            LibraryAnswer(other_metric, other_call.answer, (other_call,)),
        ]
    # no call can be assigned to the other implementation, so the values of the witness stand for the answers
    return [LibraryAnswer(cell.metric, witness.lhs, calls), LibraryAnswer(other_metric, witness.rhs, ())]
