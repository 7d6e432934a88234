"""The words of a cell: the one place that says what every format shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ..spaces.parameters import ParameterDomain
from .cell import Cell
from .derivation import Derivation
from .evidence import NO_FACTOR, Evidence
from .matrix import ColumnHead, Matrix, Row
from .safe import visible
from .verdict import NOTATION, Notation, Outcome

K = TypeVar("K")
T = TypeVar("T")
CLOSURE_ONLY = "x"
"""Follows the sign of a position where only the closure is refuted."""
NOTES = (
    "Zero weights and pseudometrics (the closure of the parameter space) have a line of their own, 'on the closure', "
    "where the evidence differs there; what is declared is declared of the open space unless it says so.",
    "'best >= c' and 'best <= c' bound the best constant by an instance that attains c; whether c itself is the best "
    "constant is not decided by it. '~' marks a decimal rounded to the safe side; the exact value is in the JSON.",
    "An axiom that asks for a best constant cannot be broken: its verdict says only how far the search went. Refuted "
    "there says that no constant exists: the witness has a zero denominator, or it is proved that the ratios of a "
    "family of instances grow beyond every number.",
    "Cases that the statement is not about, or where the metric has no value, are discarded and counted.",
)


class Line:
    """One statement of a cell in words."""

    def __init__(self, cell: Cell) -> None:
        evidence = cell.evidence
        self.cell = cell
        self.status, self.symbol, self.mark = cell.status, cell.status.symbol, cell.outcome.mark
        self.verdict, self.best = cell.status.text, cell.status.bound
        self.text_beside_symbol = cell.status.text_beside_symbol
        self.cases = cases_text(evidence)
        self.arguments, self.claims, self.outcome = visible(cell.label), visible(cell.claimed_by), cell.outcome.written
        self.closed = cell.space is ParameterDomain.CLOSED
        self.values = visible(evidence.values.text) if evidence.values and evidence.values.is_telling else ""
        """For which values of a parameter it fails, such as ``holds exactly for p >= 1/2 (n <= 5)``."""
        self.slug = evidence.witness.slug if evidence.witness else None
        """The name of the witness page, if there is one."""

    @property
    def sign(self) -> str:
        """The symbol with its mark, shown for the cell where there is no room for words."""
        return self.symbol + self.mark

    @property
    def statement(self) -> str:
        """Describe how the statement differs from others of its axiom."""
        return ", ".join(part for part in (self.arguments, "on the closure" if self.closed else "") if part)

    @property
    def declared(self) -> str:
        """The claims and what became of them."""
        return f"{self.claims}: {self.outcome}" if self.claims else ""

    @property
    def further(self) -> str:
        """Describe a best constant, the parameters for which it fails, and the cells it follows from."""
        extreme, derivation = self.cell.evidence.extreme, self.cell.evidence.derivation
        best = self.best + (f" {extreme.derived.text}" if extreme is not None and extreme.derived is not None else "")
        return "; ".join(part for part in (visible(best), self.values, derivation_text(derivation)) if part)

    @property
    def gist(self) -> str:
        """Describe it briefly: without the family of a proof, and without the premises of a derivation."""
        best, derivation = NO_FACTOR if self.cell.evidence.by_family else self.best, self.cell.evidence.derivation
        theorem = f"by {visible(derivation.theorem)}" if derivation is not None else ""
        return "; ".join(part for part in (best, self.values, theorem) if part)

    @property
    def brief(self) -> str:
        """The notes with the gist of it."""
        return self._noted(self.gist)

    @property
    def notes(self) -> str:
        """All but symbol and verdict, on one line; the cases only where the verdict stands on their number."""
        return self._noted(self.further)

    def _noted(self, further: str) -> str:
        cases = "" if self.cell.evidence.witness else self.cases
        return "; ".join(part for part in (self.statement, self.declared, further, cases) if part)

    @property
    def text(self) -> str:
        """The whole line."""
        return f"{self.sign} {self.text_beside_symbol}" + (f" ({self.notes})" if self.notes else "")


def derivation_text(derivation: Derivation | None) -> str:
    """The theorem and the cells from which a verdict follows; empty where it was found."""
    return visible(derivation.text) if derivation is not None else ""


def lines(cells: Iterable[Cell]) -> list[Line]:
    """The lines of one position of the matrix; the closure has none where it says the same as the open space."""
    all_lines = [Line(cell) for cell in cells]
    opened = {shown.cell.label: shown for shown in all_lines if not shown.closed}
    return [shown for shown in all_lines if not _is_repeated(shown, opened.get(shown.cell.label))]


def _is_repeated(shown: Line, opened: Line | None) -> bool:
    if not shown.closed or opened is None or shown.cell.claims:
        return False
    return (shown.verdict, shown.further) == (opened.verdict, opened.further)


def position_sign(lines: Sequence[Line]) -> str:
    """Return the symbol of a whole position: the most telling one; ``x`` after it if only the closure is refuted."""
    if not lines:
        return ""
    return headline(opened(lines)).sign + (CLOSURE_ONLY if refuted_on_closure_only(lines) else "")


def opened(lines: Sequence[Line]) -> list[Line]:
    """The lines of a position that are about the declared space; all where none is."""
    return [shown for shown in lines if not shown.closed] or list(lines)


def refuted_on_closure_only(lines: Sequence[Line]) -> bool:
    """Return whether the position is refuted on the closure, and not on the declared space."""
    refuted = [shown for shown in lines if shown.status.holds == "no"]
    return any(shown.closed for shown in refuted) and not any(shown in refuted for shown in opened(lines))


def headline(lines: Sequence[Line]) -> Line:
    """The most telling line of a position: broken claims first, then what is declared, then what is worst."""

    def rank(shown: Line) -> tuple[int, int]:
        outcome, status = shown.cell.outcome, shown.status
        if outcome is Outcome.OBSERVED and status.holds == "no":
            return Outcome.AS_DECLARED.rank, -1  # no "+" stands before a refutation
        return outcome.rank, status.notation.rank

    return min(lines, key=rank)


def fault_lines(cell: Cell) -> list[str]:
    """Below the reason of a fault: the user's line that it happened on, and what the failing call printed."""
    fault = cell.evidence.fault
    return [] if fault is None else [visible(line, lines=True).replace("\n", " ") for line in fault.text]


def derivation_lines(cell: Cell) -> list[str]:
    """How a verdict follows from other cells, step by step; nothing where it was found."""
    derivation = cell.evidence.derivation
    return [] if derivation is None else [visible(line) for line in derivation.lines]


def cases_text(evidence: Evidence) -> str:
    """How many cases the verdict stands on, and how many were left out."""
    if not evidence.cases and not evidence.discarded:
        return ""
    text = counted(evidence.cases, "case")
    text += f", {evidence.discarded:,} discarded" if evidence.discarded else ""
    return text + (f", {evidence.undecided:,} undecided" if evidence.undecided else "")


def column_keys(columns: Sequence[ColumnHead]) -> dict[str, str]:
    """Short and different names of the columns: initials, with more letters of the first word where they clash."""
    keys: dict[str, str] = {}
    for column in columns:
        words = [w for w in visible(column.id).split("-") if w] or ["?"]
        rest = "".join(w[0].upper() for w in words[1:])
        start = 1 if rest else 2
        candidates = [words[0][:k].capitalize() + rest for k in range(start, len(words[0]) + 1)] or [words[0] + rest]
        number = 2
        while candidates[0] in keys.values():
            if len(candidates) > 1:
                candidates.pop(0)
            else:
                candidates = [f"{words[0][:1].upper()}{rest}{number}"]
                number += 1
        keys[column.id] = candidates[0]
    return keys


def groups(columns: Sequence[ColumnHead]) -> dict[str, list[ColumnHead]]:
    """The columns by group, in their order."""
    return grouped(columns, lambda column: column.group)


def grouped(those: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """Group values by a key, in their order."""
    groups: dict[K, list[T]] = {}
    for member in those:
        groups.setdefault(key(member), []).append(member)
    return groups


@dataclass(frozen=True)
class Sort:
    """The rows about one sort of things, and the columns that are about that sort: one table."""

    about: str
    rows: tuple[Row, ...]
    columns: tuple[ColumnHead, ...]

    @property
    def title(self) -> str:
        """The sort as a heading."""
        return f"Metrics of {self.about}"


def by_sort(matrix: Matrix) -> list[Sort]:
    """The tables of a matrix: rows of different sorts have no columns in common but by accident.

    The sorts come in the order of their first row; a column belongs to a sort if it says something of a row, or if no
    column does.
    """
    about = {row.name: row.about for row in matrix.rows}
    cells = [cell for cell in matrix.cells if cell.status.is_asked or cell.claims]
    used = {(about.get(cell.metric), cell.axiom) for cell in cells}
    sorts = []
    for sort, of_sort in grouped(matrix.rows, lambda row: row.about).items():
        columns = tuple(column for column in matrix.columns if (sort, column.id) in used)
        sorts.append(Sort(sort, tuple(of_sort), columns or tuple(matrix.columns)))
    return sorts


class Positions:
    """The lines of every position of a matrix, looked up once."""

    def __init__(self, matrix: Matrix) -> None:
        cells = grouped(matrix.cells, lambda cell: (cell.metric, cell.axiom))
        self._lines = {where: lines(of_position) for where, of_position in cells.items()}

    def at(self, metric: str, axiom: str) -> list[Line]:
        """The lines of one position; none if it was not checked."""
        return self._lines.get((metric, axiom), [])


def summary(matrix: Matrix) -> list[tuple[Outcome, int]]:
    """How many cells have each outcome, the urgent ones first; outcomes that do not occur are left out."""
    counts = Counter(cell.outcome for cell in matrix.cells)
    return [(outcome, counts[outcome]) for outcome in sorted(counts, key=lambda o: o.rank)]


def summary_text(matrix: Matrix) -> str:
    """Return the summary on one line."""
    return ", ".join(f"{count:,} {outcome.counted(count)}" for outcome, count in summary(matrix))


def size_text(matrix: Matrix) -> str:
    """How much was checked: ``2 metrics x 3 axioms``."""
    return f"{counted(len(matrix.rows), 'metric')} x {counted(len(matrix.columns), 'axiom')}"


def legend_of(cells: Iterable[Cell]) -> list[Notation]:
    """The lines of the legend that these cells need."""
    keys = {cell.status.key for cell in cells}
    return [notation for key, notation in NOTATION.items() if key in keys]


def marks_in(matrix: Matrix) -> dict[str, str]:
    """The marks of outcomes that occur, and what each says."""
    return marks(dict.fromkeys(cell.outcome for cell in matrix.cells), " or ")


def marks(outcomes: Iterable[Outcome], between: str) -> dict[str, str]:
    """The marks of these outcomes, and what each says."""
    words: dict[str, list[str]] = {}
    for outcome in outcomes:
        if outcome.mark:
            words.setdefault(outcome.mark, []).append(outcome.written)
    return {mark: between.join(written) for mark, written in words.items()}


def counted(number: int, what: str, several: str | None = None) -> str:
    """A number with its noun."""
    return f"{number:,} {what if number == 1 else several or what + 's'}"
