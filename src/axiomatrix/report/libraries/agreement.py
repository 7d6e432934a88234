"""Agreement of the libraries' implementations of one metric, pair by pair, and the inputs on which they disagree.

The pages on libraries show it (``subjects/libraries.py``). A row of a report is an implementation, such as
``ranx.ndcg``, and a cell is the result for one row and one axiom. The agreement is read off the cells of the two axioms
``agrees-with`` and ``agrees-with-without-ties``: the cell's metric is one implementation, and the axiom's argument
``other`` names the second one. Such a cell is refuted by a witness, an input on which the two answers differ.
"""

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
    """The degree of agreement of two implementations of one metric."""

    a: str
    b: str
    """The names of both rows, in the order of the report."""
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
    """The name of the implementation."""
    answer: str
    """Its value, or an outcome in words such as ``raises ValueError: ...``."""
    calls: tuple[CallNote, ...]


@dataclass(frozen=True)
class Disagreement:
    """An input on which implementations disagree, with the answer of each."""

    n: int
    """The number of items of the input."""
    smallest: bool
    """True if the search showed that they disagree on no smaller input."""
    answers: tuple[LibraryAnswer, ...]

    @property
    def definition(self) -> str:
        """The exact value on the input, if all documented definitions agree on it; else empty."""
        values = {call.definition for answer in self.answers for call in answer.calls if call.definition}
        return values.pop() if len(values) == 1 else ""


@dataclass(frozen=True)
class Concept:
    """A metric that several rows claim to compute."""

    name: str
    rows: tuple[str, ...]
    """The names of the rows that were compared with another one."""
    pairs: tuple[ImplementationPair, ...]

    def pair(self, a: str, b: str) -> ImplementationPair | None:
        """The pair of these rows, given in either order."""
        return next((p for p in self.pairs if {p.a, p.b} == {a, b}), None)

    @property
    def disagreements(self) -> list[Disagreement]:
        """The inputs on which implementations disagree, smallest first; pairs with the same input are merged."""
        cells = [pair.disagreeing_cell for pair in self.pairs if pair.disagreeing_cell is not None]
        cells_by_input = grouped(cells, _input_key)
        return sorted(map(_disagreement, cells_by_input.values()), key=lambda disagreement: disagreement.n)


def compared_concepts(report: LibraryReport) -> list[Concept]:
    """The metrics with several compared implementations, in the order of their first row."""
    # The key is the set of the two rows, since the axioms are checked for only one of them, which may be either.
    cells_of_pair: dict[frozenset[str], list[Cell]] = {}
    for cell in report.cells:
        compared_row = cell.arguments.get("other")
        is_applicable = cell.outcome is not Outcome.NOT_APPLICABLE
        # ``report.notes`` describes each row of the report by its name; the other row may be in another report
        if cell.axiom in AGREEMENT_AXIOMS and compared_row in report.notes and is_applicable:
            cells_of_pair.setdefault(frozenset((cell.metric, str(compared_row))), []).append(cell)
    concepts = []
    for concept, rows in grouped(report.notes, lambda row: report.notes[row].concept).items():
        pairs = [
            _pair(a, b, cells_of_pair[frozenset((a, b))])
            for a, b in combinations(rows, 2)
            if frozenset((a, b)) in cells_of_pair
        ]
        if concept and pairs:  # rows with an empty concept are compared with no other row
            compared_rows = {row for pair in pairs for row in (pair.a, pair.b)}
            concepts.append(Concept(concept, tuple(row for row in rows if row in compared_rows), tuple(pairs)))
    return concepts


def _pair(a: str, b: str, cells: Sequence[Cell]) -> ImplementationPair:
    """Return the pair of two rows with the first degree of agreement that applies to their cells.

    1. ``differ``: a counterexample without ties, or one with ties and no agreement without.
    2. ``agree without ties``: a counterexample with ties, and agreement without.
    3. ``agree up to rounding``: neither a counterexample nor a pass.
    4. ``agree``, or ``agree without ties`` if inputs with ties were not compared.
    5. ``not compared``: a fault, or no decision.
    """
    tied_cells = [cell for cell in cells if cell.axiom == WITH_TIES]
    untied_cells = [cell for cell in cells if cell.axiom == WITHOUT_TIES]
    differs_untied = _smallest_refuted(untied_cells)
    if differs_untied:
        return ImplementationPair(a, b, "differ", _reach(differs_untied), differs_untied)
    agrees_untied = [cell for cell in untied_cells if cell.status.is_unrefuted]
    differs_tied = _smallest_refuted(tied_cells)
    if differs_tied and agrees_untied:
        reach = f"without ties {_reach(agrees_untied[0])}; with ties {_reach(differs_tied)}"
        return ImplementationPair(a, b, "agree without ties", reach, differs_tied)
    if differs_tied:
        return ImplementationPair(a, b, "differ", _reach(differs_tied), differs_tied)
    rounding = [cell for cell in cells if cell.status.key == Verdict.ROUNDING]
    if rounding:
        return ImplementationPair(a, b, "agree up to rounding", "; ".join(dict.fromkeys(map(_reach, rounding))))
    main_cells = tied_cells or untied_cells  # the axiom about inputs with ties is about those without, too
    agreeing = [cell for cell in main_cells if cell.status.is_unrefuted]
    if agreeing and not any(cell.status.is_fault for cell in main_cells):
        agreement = "agree" if tied_cells else "agree without ties"
        return ImplementationPair(a, b, agreement, _reach(agreeing[0]))
    reasons = dict.fromkeys(f"{cell.status.word}: {_reach(cell)}" for cell in main_cells if cell not in agreeing)
    return ImplementationPair(a, b, "not compared", "; ".join(reasons))


def _smallest_refuted(cells: Iterable[Cell]) -> Cell | None:
    """The refuted cell with the smallest input; None if no cell is refuted by an input."""
    refuted = [cell for cell in cells if cell.status.holds == "no" and cell.evidence.witness]
    return min(refuted, key=lambda cell: cell.evidence.settled_at, default=None)  # the number of items of its input


def _reach(cell: Cell) -> str:
    """How far the cell was checked, or else the reason of its verdict, such as that it is undecided."""
    return cell.status.reach or cell.evidence.why


def _input_key(cell: Cell) -> str:
    """A key that two refuted cells share if their inputs are the same."""
    return json.dumps([_witness(cell).instance, _witness(cell).parameters], sort_keys=True)


def _witness(cell: Cell) -> Witness:
    """The witness of a refuted cell."""
    assert cell.evidence.witness is not None
    return cell.evidence.witness


def _disagreement(cells: Sequence[Cell]) -> Disagreement:
    """Merge cells that are refuted by the same input, with one answer for each implementation."""
    answers: dict[str, LibraryAnswer] = {}
    for cell in cells:
        for answer in _answers(cell):
            answers.setdefault(answer.row, answer)
    smallest = all(_witness(cell).smallest for cell in cells)
    return Disagreement(_witness(cells[0]).n, smallest, tuple(answers.values()))


def _answers(cell: Cell) -> list[LibraryAnswer]:
    """The answers of both implementations; the axiom calls the cell's metric first and then the other one."""
    witness = _witness(cell)
    comparison = cell.evidence.comparison
    other_row = str(cell.arguments["other"])
    calls = comparison.calls if comparison is not None else ()
    if len(calls) == 2:
        own_call, other_call = calls
        return [
            LibraryAnswer(cell.metric, own_call.answer, (own_call,)),
            LibraryAnswer(other_row, other_call.answer, (other_call,)),
        ]
    # no call can be assigned to the other implementation, so the two sides of the witness serve as the answers
    return [LibraryAnswer(cell.metric, witness.lhs, calls), LibraryAnswer(other_row, witness.rhs, ())]
