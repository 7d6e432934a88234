"""A report on libraries arranged for its pages: rows, signs and findings by library, and the agreement of libraries."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ...evidence.cell import Cell
from ...evidence.matrix import ColumnHead, Row
from ...evidence.verdict import NOTATION, Outcome, Tone, Verdict
from ...evidence.words import counted, grouped, legend_of
from .agreement import Concept, concepts
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
"""Outcomes of cells that are counted besides the wordings of comparisons."""


@dataclass(frozen=True)
class Documented:
    """A sentence of the documentation with the results of its cells."""

    id: str
    note: SourceNote
    results: tuple[tuple[str, tuple[str, ...]], ...]
    """Each result in words, with the metrics and statements that have it."""
    contradicting: frozenset[str]
    """The results that contradict the sentence."""


class LibrarySheet:
    """The part of a report about one library."""

    def __init__(self, note: LibraryNote, report: LibraryReport, findings: list[Finding]) -> None:
        self.note = note
        self.rows = [row for row in report.rows if report.notes[row.name].library == note.id]
        names = dict.fromkeys(row.name for row in self.rows)
        self.notes: dict[str, RowNote] = {name: report.notes[name] for name in names}
        self.cells = [c for c in report.cells if c.metric in names and not is_listed_apart(c)]
        self._tried = [c for c in report.cells if c.metric in names and c.axiom == TIE_POLICY and not c.claims]
        axioms = {cell.axiom for cell in self.cells if cell.outcome is not Outcome.NOT_APPLICABLE}
        self.columns = [column for column in report.columns if column.id in axioms]
        self.heads = {column.id: column for column in report.columns}
        self.findings = findings
        self._sources = report.sources
        self._at = grouped(self.cells, lambda cell: (cell.metric, cell.axiom))
        self.title = f"{note.distribution} {note.version}"
        self.counts = Counter(filter(None, map(_kind, self.cells)))
        """The numbers of cells by wording or by one of :data:`OTHER_OUTCOMES`."""
        self.groups = list(dict.fromkeys(column.group for column in self.columns))
        """The groups of axioms of which some apply to a row."""
        self.definitions = [(name, self.notes[name]) for name in names if self.notes[name].definition]
        """The rows that were compared with a definition."""
        self.rounding = [cell for cell in self.cells if cell.status.key == Verdict.ROUNDING]
        self.not_decided = [cell for cell in self.cells if _kind(cell) == "not decided"]

    def ties_of(self, name: str) -> str:
        """The documentation's words on ties, or else the tie policies that explain all observations."""
        if self.notes[name].ties:
            return self.notes[name].ties
        tried = [cell for cell in self._tried if cell.metric == name and cell.outcome is not Outcome.NOT_APPLICABLE]
        graded = [cell for cell in tried if cell.status.grade]
        if not graded:
            return "nothing"
        policies = [str(cell.arguments["policy"]) for cell in graded if cell.status.is_unrefuted]
        return f"nothing; explained by: {', '.join(policies) or f'none of {len(graded)} policies'}"

    def of_rank(self, rank: str) -> list[Finding]:
        return [finding for finding in self.findings if finding.rank == rank]

    def at(self, row: Row, column: ColumnHead) -> list[Cell]:
        """The cells of a row and an axiom that applies to it."""
        return [c for c in self._at.get((row.name, column.id), ()) if c.outcome is not Outcome.NOT_APPLICABLE]

    def of_group(self, row: Row, group: str) -> str:
        """The signs of a row in a group of axioms with their numbers, such as ``2 D, X, 13 S``."""
        cells = [cell for column in self.columns if column.group == group for cell in self.at(row, column)]
        signs = Counter(sign(cell) for cell in cells)
        order = [wording.sign for wording in WORDINGS.values()]
        last = [notation.symbol for key, notation in NOTATION.items() if key != Verdict.REFUTED]
        listed = sorted(signs, key=lambda s: (order + last).index(s))
        return ", ".join(f"{signs[s]} {s}" if signs[s] > 1 else s for s in listed)

    @property
    def documented(self) -> list[Documented]:
        """The sentences of the documentation with their results."""
        statements: dict[str, dict[str, list[str]]] = {}
        contradicting = frozenset(_result(cell) for cell in self.cells if cell.outcome is Outcome.BROKEN)
        for cell in self.cells:
            for claim in cell.claims:
                results = statements.setdefault(claim.source, {})
                results.setdefault(_result(cell), []).append(f"{cell.metric}: {cell.title}")
        lines = []
        for id, results in statements.items():
            worded = next((c.wording for cell in self.cells for c in cell.claims if c.source == id), "")
            note = self._sources.get(id) or SourceNote(worded, "", "")
            listed = tuple((result, tuple(cells)) for result, cells in results.items())
            lines.append(Documented(id, note, listed, contradicting & results.keys()))
        return lines


class LibrariesSheet:
    """All libraries of a report, and the agreement between them."""

    def __init__(self, report: LibraryReport) -> None:
        self.report = report
        self.matrix = report
        by_library = grouped(findings_of(report), lambda finding: finding.library)
        self.libraries = [LibrarySheet(note, report, by_library.get(note.id, [])) for note in report.libraries]
        self.concepts: list[Concept] = concepts(report)

    @property
    def legend(self) -> list[tuple[str, str, str, str, str]]:
        """The lines of the legend: question, sign, word, meaning and CSS class of wordings and of signs that occur."""
        rows = [(w.asks, w.sign, name, w.means, w.style) for name, w in WORDINGS.items()]
        for notation in legend_of(cell for library in self.libraries for cell in library.cells):
            if notation.tone not in (Tone.REFUTED, Tone.NOTHING):
                means = f"{notation.means} {notation.does_not_mean}"
                rows.append(("", notation.symbol, notation.word, means, notation.tone))
        return rows

    @property
    def title(self) -> str:
        """The numbers of metrics, libraries and properties in words."""
        libraries = counted(len(self.libraries), "library", "libraries")
        properties = counted(len(self.matrix.columns), "property", "properties")
        return f"{counted(len(self.matrix.rows), 'metric')} of {libraries}, {properties}"


def sign(cell: Cell) -> str:
    """The sign of a cell: that of the comparison's wording, or of the status."""
    compared = comparison_of(cell)
    if compared is not None:
        return WORDINGS[compared.wording].sign
    return cell.status.symbol


def _kind(cell: Cell) -> str:
    compared = comparison_of(cell)
    if compared is not None:
        return compared.wording
    status = cell.status
    if status.is_unrefuted:
        return "holds"
    if status.is_fault or status.key == Verdict.UNDECIDED:
        return "not decided"
    return status.key if status.is_asked else ""


def _result(cell: Cell) -> str:
    outcome = OUTCOMES.get(cell.outcome, cell.outcome)
    return f"{outcome} ({cell.status.text_beside_symbol})"
