"""A report on libraries arranged for its pages: rows, signs and findings by library, and the agreement of libraries.

The Markdown pages (``subjects/libraries.py``) and the site's page both read their facts off :class:`LibrariesSheet`,
which has a :class:`LibrarySheet` for each library.

A cell is the result for one row (a metric of a library) and one column (an axiom, also called property). A sign is the
letter or symbol that a table shows for a cell. A refuted cell was compared with the library's documentation: it has the
sign of the *wording* of this comparison, such as ``as documented`` (``words.py``). Any other cell has the sign of its
verdict. The *outcome* of a cell says how its verdict goes together with what the documentation claims; it is ``BROKEN``
where an input contradicts a claim.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from ...evidence.cell import Cell
from ...evidence.matrix import ColumnHead, Row
from ...evidence.verdict import NOTATION, Outcome, Tone, Verdict
from ...evidence.words import counted, grouped, legend_of
from .agreement import Concept, compared_concepts
from .causes import TIE_POLICY, comparison_of, is_listed_apart
from .data import LibraryNote, LibraryReport, RowNote, SourceNote
from .findings import Finding, findings_of
from .words import OUTCOMES, WORDINGS

OTHER_OUTCOMES = {
    "holds": "not contradicted",
    "rounding": "rounding",
    "not decided": "not decided",
    "vacuous": "nothing to ask",
}
"""The outcomes of cells that are counted in addition to the wordings, each with its column head."""


class LegendEntry(NamedTuple):
    """A line of the legend: a sign of the tables with its meaning."""

    question: str
    """The question that the wording answers; empty for the sign of a verdict."""
    sign: str
    word: str
    means: str
    style: str
    """The CSS class of the sign's colour."""


@dataclass(frozen=True)
class DocumentedSentence:
    """A sentence of the documentation with the results of its cells."""

    id: str
    """The id of the claim that formalises the sentence."""
    note: SourceNote
    results: tuple[tuple[str, tuple[str, ...]], ...]
    """Each result in words, with the cells that have it as ``metric: statement``."""
    contradicting: frozenset[str]
    """The results that contradict the sentence."""


class LibrarySheet:
    """The part of a report about one library.

    ``cells`` are the library's cells without those about agreement and undocumented tie policies, which the pages show
    elsewhere. ``columns`` are the axioms that apply to one of its rows.
    """

    def __init__(self, note: LibraryNote, report: LibraryReport, findings: list[Finding]) -> None:
        self.note = note
        """The library with its version."""
        self.rows = [row for row in report.rows if report.notes[row.name].library == note.id]
        names = dict.fromkeys(row.name for row in self.rows)
        self.notes: dict[str, RowNote] = {name: report.notes[name] for name in names}
        """How each row is called and what it is compared with, by its name."""
        own_cells = [cell for cell in report.cells if cell.metric in names]
        self.cells = [cell for cell in own_cells if not is_listed_apart(cell)]
        self._tie_policy_cells = [cell for cell in own_cells if cell.axiom == TIE_POLICY and not cell.claims]
        """The tie policies that are tried because the documentation names none, a cell for each row and policy."""
        axioms = {cell.axiom for cell in self.cells if cell.outcome is not Outcome.NOT_APPLICABLE}
        self.columns = [column for column in report.columns if column.id in axioms]
        self.findings = findings
        self._sources = report.sources
        self._cells_by_position = grouped(self.cells, lambda cell: (cell.metric, cell.axiom))
        self.title = f"{note.distribution} {note.version}"
        self.counts = Counter(outcome for outcome in map(_counted_outcome, self.cells) if outcome)
        """The numbers of cells by wording or by one of :data:`OTHER_OUTCOMES`."""
        self.groups = list(dict.fromkeys(column.group for column in self.columns))
        """The groups with an axiom that applies to some row."""
        self.definitions = [(name, self.notes[name]) for name in names if self.notes[name].definition]
        """The rows that were compared with a definition."""
        self.rounding = [cell for cell in self.cells if cell.status.key == Verdict.ROUNDING]
        self.not_decided = [cell for cell in self.cells if _counted_outcome(cell) == "not decided"]

    def ties_of(self, name: str) -> str:
        """The documentation's words on ties, or else the tie policies that explain all observations.

        A policy explains them if the row's values on ties equal the definition's under that policy.
        """
        if self.notes[name].ties:
            return self.notes[name].ties
        decided = [
            cell
            for cell in self._tie_policy_cells
            if cell.metric == name
            and cell.outcome is not Outcome.NOT_APPLICABLE
            and cell.status.grade  # 0: no evidence
        ]
        if not decided:
            return "nothing"
        policies = [str(cell.arguments["policy"]) for cell in decided if cell.status.is_unrefuted]
        explanations = ", ".join(policies) or f"none of {len(decided)} policies"
        return f"nothing; explained by: {explanations}"

    def findings_of_rank(self, rank: str) -> list[Finding]:
        """The findings with a rank, one of :data:`words.RANKS`."""
        return [finding for finding in self.findings if finding.rank == rank]

    def _applicable_cells(self, row: Row, column: ColumnHead) -> list[Cell]:
        """The cells of a row and an axiom; none if the axiom does not apply to the row."""
        cells = self._cells_by_position.get((row.name, column.id), ())
        return [cell for cell in cells if cell.outcome is not Outcome.NOT_APPLICABLE]

    def signs_of_group(self, row: Row, group: str) -> str:
        """The signs of a row in a group of axioms with their numbers, such as ``2 D, X, 13 S``."""
        columns = [column for column in self.columns if column.group == group]
        counts = Counter(sign(cell) for column in columns for cell in self._applicable_cells(row, column))
        signs_of_wordings = [wording.sign for wording in WORDINGS.values()]
        # without the sign of "refuted", which in these tables stands for the wording "definition fails"
        signs_of_verdicts = [notation.symbol for key, notation in NOTATION.items() if key != Verdict.REFUTED]
        order = signs_of_wordings + signs_of_verdicts
        return ", ".join(f"{counts[s]} {s}" if counts[s] > 1 else s for s in sorted(counts, key=order.index))

    @property
    def documented(self) -> list[DocumentedSentence]:
        """The sentences of the documentation with their results, in the order of the cells."""
        quotations: dict[str, str] = {}  # by the id of the claim
        results_of_claims: dict[str, dict[str, list[str]]] = {}  # by the id of the claim: the names of cells by result
        for cell in self.cells:
            for claim in cell.claims:
                quotations.setdefault(claim.source, claim.wording)
                cells_by_result = results_of_claims.setdefault(claim.source, {})
                cells_by_result.setdefault(_result(cell), []).append(f"{cell.metric}: {cell.title}")
        contradicting = frozenset(_result(cell) for cell in self.cells if cell.outcome is Outcome.BROKEN)
        sentences = []
        for id, cells_by_result in results_of_claims.items():
            note = self._sources.get(id) or SourceNote(quotations[id], "", "")  # a claim that no documentation makes
            results = tuple((result, tuple(cells)) for result, cells in cells_by_result.items())
            sentences.append(DocumentedSentence(id, note, results, contradicting & cells_by_result.keys()))
        return sentences


class LibrariesSheet:
    """All libraries of a report, and the agreement between them."""

    def __init__(self, report: LibraryReport) -> None:
        self.report = report
        self.matrix = report
        """The same report, which is a matrix, under the name that other subjects of the site use."""
        by_library = grouped(findings_of(report), lambda finding: finding.library)
        self.libraries = [LibrarySheet(note, report, by_library.get(note.id, [])) for note in report.libraries]
        self.concepts: list[Concept] = compared_concepts(report)

    @property
    def legend(self) -> list[LegendEntry]:
        """The lines of the legend: all wordings, then the verdicts that occur apart from refuted and not applicable."""
        entries = [LegendEntry(w.question, w.sign, name, w.meaning, w.style) for name, w in WORDINGS.items()]
        for notation in legend_of(cell for library in self.libraries for cell in library.cells):
            if notation.tone not in (Tone.REFUTED, Tone.NOTHING):
                means = f"{notation.means} {notation.does_not_mean}"
                entries.append(LegendEntry("", notation.symbol, notation.word, means, notation.tone))
        return entries

    @property
    def title(self) -> str:
        """The numbers of metrics, libraries and properties in words."""
        libraries = counted(len(self.libraries), "library", "libraries")
        properties = counted(len(self.matrix.columns), "property", "properties")
        return f"{counted(len(self.matrix.rows), 'metric')} of {libraries}, {properties}"


def sign(cell: Cell) -> str:
    """The sign of a cell: from the comparison's wording, or else from the status."""
    comparison = comparison_of(cell)
    if comparison is not None:
        return WORDINGS[comparison.wording].sign
    return cell.status.symbol


def _counted_outcome(cell: Cell) -> str:
    """The wording, or the key of :data:`OTHER_OUTCOMES`, under which a cell is counted; empty if it is not counted."""
    comparison = comparison_of(cell)
    if comparison is not None:
        return comparison.wording
    status = cell.status
    if status.is_unrefuted:
        return "holds"
    if status.is_fault or status.key == Verdict.UNDECIDED:
        return "not decided"
    return status.key if status.is_asked else ""  # "rounding" or "vacuous"


def _result(cell: Cell) -> str:
    """The result of a documented statement in words: the outcome, and the verdict with its reach."""
    outcome = OUTCOMES.get(cell.outcome, cell.outcome)
    return f"{outcome} ({cell.status.text_beside_symbol})"
