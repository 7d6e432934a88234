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
    standing: str
    """One of :data:`words.AGREEMENT`."""
    reach: str
    """How far the agreement was checked; for a disagreement the size of its input."""
    parting: Cell | None = None
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
    def partings(self) -> list[Disagreement]:
        """The inputs on which implementations disagree, smallest first; pairs with the same input are merged."""
        cells = [pair.parting for pair in self.pairs if pair.parting is not None]
        groups = grouped(cells, _input)
        return sorted(map(_disagreement, groups.values()), key=lambda disagreement: disagreement.n)


def concepts(report: LibraryReport) -> list[Concept]:
    """The metrics that were compared between rows, in the order of their first row."""
    cells: dict[frozenset[str], list[Cell]] = {}
    for cell in report.cells:
        other = cell.arguments.get("other")
        if cell.axiom in AGREEMENT_AXIOMS and other in report.notes and cell.outcome is not Outcome.NOT_APPLICABLE:
            cells.setdefault(frozenset((cell.metric, str(other))), []).append(cell)
    shared = []
    for concept, names in grouped(report.notes, lambda name: report.notes[name].concept).items():
        pairs = [_pair(a, b, cells[frozenset((a, b))]) for a, b in combinations(names, 2) if frozenset((a, b)) in cells]
        if concept and pairs:
            compared = {name for pair in pairs for name in (pair.a, pair.b)}
            shared.append(Concept(concept, tuple(name for name in names if name in compared), tuple(pairs)))
    return shared


def _pair(a: str, b: str, cells: Sequence[Cell]) -> ImplementationPair:
    """Judge a pair by its cells: disagreement first, then agreement up to rounding, agreement, and no comparison."""
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
    rows = tied or untied
    near = [cell for cell in cells if cell.status.key == Verdict.ROUNDING]
    if near:
        return ImplementationPair(a, b, "agree up to rounding", "; ".join(dict.fromkeys(map(_reach, near))))
    agree = [cell for cell in rows if cell.status.is_unrefuted]
    if agree and not any(cell.status.is_fault for cell in rows):
        return ImplementationPair(a, b, "agree" if tied else "agree without ties", _reach(agree[0]))
    reasons = dict.fromkeys(f"{cell.status.word}: {_reach(cell)}" for cell in rows if cell not in agree)
    return ImplementationPair(a, b, "not compared", "; ".join(reasons))


def _refuted(cells: Iterable[Cell]) -> Cell | None:
    """The refuted cell with the smallest input, or None."""
    refuted = [cell for cell in cells if cell.status.holds == "no" and cell.evidence.witness]
    return min(refuted, key=lambda cell: cell.evidence.settled_at, default=None)


def _reach(cell: Cell) -> str:
    return cell.status.reach or cell.evidence.why


def _input(cell: Cell) -> str:
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
    """The answers of both implementations; the axiom calls its own metric first and then the other one."""
    witness, compared = _witness(cell), cell.evidence.comparison
    calls = compared.calls if compared is not None else ()
    own, other = (calls[:1], calls[1:]) if len(calls) == 2 else (calls, ())
    return [
        LibraryAnswer(cell.metric, own[0].answer if len(calls) == 2 else witness.lhs, tuple(own)),
        LibraryAnswer(str(cell.arguments["other"]), other[0].answer if other else witness.rhs, tuple(other)),
    ]
