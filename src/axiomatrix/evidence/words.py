"""The words of cells and of the whole matrix, from which the terminal, Markdown, the site and pictures take their text.

A *position* of the matrix is a metric with an axiom, such as ndcg with swap. It may have several cells, and each cell
becomes a :class:`Line`, such as ``E+ exhausted n<=5 (KV3 holds: as declared)``. The *closure* is the parameter space
with its boundary. A cell on the closure has its own line where its evidence differs from the evidence on the declared
space, which is open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, count
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
"""Mark after the sign of a position that is refuted on the closure only."""
NOTES = (
    "Zero weights and pseudometrics (the closure of the parameter space) have their own line, 'on the closure', "
    "where the evidence differs there; claims are about the open space unless they say otherwise.",
    "'best >= c' and 'best <= c' bound the best constant by an instance that attains c; they do not decide whether c "
    "itself is the best constant. '~' marks a decimal rounded to the safe side; the exact value is in the JSON.",
    "An axiom that asks for a best constant cannot be broken: its verdict says only how far the search went. There, "
    "'refuted' means that no constant exists: the witness has a zero denominator, or it is proved that the ratios of a "
    "family of instances grow beyond every number.",
    "Cases outside the statement's condition, or where the metric has no value, are discarded and counted.",
)
"""Remarks below a matrix."""


class Line:
    """The texts of one cell, such as its verdict and its declarations. A text may be empty.

    Reports take the texts that fit: :attr:`sign` in a table, :attr:`text` on a separate line.
    """

    def __init__(self, cell: Cell) -> None:
        evidence = cell.evidence
        self.cell = cell
        self.status = cell.status
        self.symbol = cell.status.symbol
        """The symbol of the verdict, such as ``E``."""
        self.mark = cell.outcome.mark
        """The mark of the outcome, such as ``+``; empty where nothing is declared."""
        self.verdict = cell.status.text
        """Verdict, reach and reason, such as ``refuted n=3``."""
        self.text_beside_symbol = cell.status.text_beside_symbol
        """The verdict for a place beside the symbol, such as ``exhausted n<=5``."""
        self.best = cell.status.bound
        """The bound on a best constant, such as ``best >= 1/2``."""
        self.cases = cases_text(evidence)
        """The number of cases, such as ``24 cases, 2 discarded``."""
        self.arguments = visible(cell.label)
        """The arguments of the axiom, such as ``factor=2, other=kendall``."""
        self.claims = visible(cell.claimed_by)
        """The claims with their statuses, such as ``KV3 holds``."""
        self.outcome = cell.outcome.written
        """What the evidence means for the claims, such as ``as declared``."""
        self.closed = cell.space is ParameterDomain.CLOSED
        """Whether the cell is on the closure of the parameter space."""
        self.values = visible(evidence.values.text) if evidence.values and evidence.values.is_telling else ""
        """The parameter values for which the statement fails, such as ``holds exactly for p >= 1/2 (n <= 5)``."""
        self.slug = evidence.witness.slug if evidence.witness else None
        """The name of the witness page, if there is one."""

    @property
    def sign(self) -> str:
        """Return the symbol with its mark, which stand for the cell where there is no room for words."""
        return self.symbol + self.mark

    @property
    def statement(self) -> str:
        """Describe how the statement differs from others of its axiom: its arguments, and the closure."""
        return ", ".join(part for part in (self.arguments, "on the closure" if self.closed else "") if part)

    @property
    def declared(self) -> str:
        """Describe the claims with their outcome, such as ``KV3 holds: as declared``; empty without claims."""
        return f"{self.claims}: {self.outcome}" if self.claims else ""

    @property
    def further(self) -> str:
        """Describe a best constant, the parameters for which it fails, and the cells it follows from."""
        extreme = self.cell.evidence.extreme
        best = self.best
        if extreme is not None and extreme.derived is not None:
            best += f" {extreme.derived.text}"  # the cell that the better constant follows from
        derivation = derivation_text(self.cell.evidence.derivation)
        return "; ".join(part for part in (visible(best), self.values, derivation) if part)

    @property
    def gist(self) -> str:
        """Describe :attr:`further` briefly: without the family of a proof and the premises of a derivation."""
        best = NO_FACTOR if self.cell.evidence.by_family else self.best
        derivation = self.cell.evidence.derivation
        theorem = f"by {visible(derivation.theorem)}" if derivation is not None else ""
        return "; ".join(part for part in (best, self.values, theorem) if part)

    @property
    def brief(self) -> str:
        """Write the notes with brief details (:attr:`gist`)."""
        return self._join_notes(self.gist)

    @property
    def notes(self) -> str:
        """Write the notes with all details (:attr:`further`)."""
        return self._join_notes(self.further)

    def _join_notes(self, details: str) -> str:
        """Join arguments, claims, details and, unless a witness settles the cell, the number of cases."""
        cases = "" if self.cell.evidence.witness else self.cases
        return "; ".join(part for part in (self.statement, self.declared, details, cases) if part)

    @property
    def text(self) -> str:
        """Write the whole line: sign, verdict, and the notes in parentheses."""
        return f"{self.sign} {self.text_beside_symbol}" + (f" ({self.notes})" if self.notes else "")


def derivation_text(derivation: Derivation | None) -> str:
    """Name the theorem and the cells from which a verdict follows; empty if the verdict was not derived."""
    return visible(derivation.text) if derivation is not None else ""


def lines_of_position(cells: Iterable[Cell]) -> list[Line]:
    """Return the lines of a position's cells, without lines of the closure that repeat the line of the open space."""
    all_lines = [Line(cell) for cell in cells]
    open_by_label = {line.cell.label: line for line in all_lines if not line.closed}
    return [line for line in all_lines if not _is_repeated(line, open_by_label.get(line.cell.label))]


def _is_repeated(line: Line, open_line: Line | None) -> bool:
    """Return whether a line of the closure says the same as the line of the open space, and has no claims."""
    if not line.closed or open_line is None or line.cell.claims:
        return False
    return (line.verdict, line.further) == (open_line.verdict, open_line.further)


def position_sign(lines: Sequence[Line]) -> str:
    """Return the symbol of a whole position with its mark: those of its :func:`headline` on the declared space.

    An ``x`` follows if only the closure is refuted. Empty if the position has no lines.
    """
    if not lines:
        return ""
    return headline(open_lines(lines)).sign + (CLOSURE_ONLY if refuted_on_closure_only(lines) else "")


def open_lines(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of a position that are about the declared (open) space; all lines if none is."""
    return [line for line in lines if not line.closed] or list(lines)


def refuted_on_closure_only(lines: Sequence[Line]) -> bool:
    """Return whether the position is refuted on the closure, and not on the declared space."""
    refuted = [line for line in lines if line.status.holds == "no"]
    return any(line.closed for line in refuted) and not any(line in refuted for line in open_lines(lines))


def headline(lines: Sequence[Line]) -> Line:
    """Return the most telling line of a position: a broken claim, else a declared statement, else the worst verdict.

    Outcomes and verdicts have ranks: the smallest is the most urgent.
    """

    def rank(line: Line) -> tuple[int, int]:
        outcome, status = line.cell.outcome, line.status
        if outcome is Outcome.OBSERVED and status.holds == "no":
            return Outcome.AS_DECLARED.rank, -1  # no "+" stands before a refutation
        return outcome.rank, status.notation.rank

    return min(lines, key=rank)


def fault_lines(cell: Cell) -> list[str]:
    """List the lines below the reason of a fault: the user's line that raised it, and the output of the call."""
    fault = cell.evidence.fault
    return [] if fault is None else [visible(line, lines=True).replace("\n", " ") for line in fault.text]


def derivation_lines(cell: Cell) -> list[str]:
    """List the steps by which a verdict follows from other cells; empty if the verdict was not derived."""
    derivation = cell.evidence.derivation
    return [] if derivation is None else [visible(line) for line in derivation.lines]


def cases_text(evidence: Evidence) -> str:
    """Count the cases on which the verdict rests, and those that were left out: ``24 cases, 2 discarded``."""
    if not evidence.cases and not evidence.discarded:
        return ""
    text = counted(evidence.cases, "case")
    text += f", {evidence.discarded:,} discarded" if evidence.discarded else ""
    return text + (f", {evidence.undecided:,} undecided" if evidence.undecided else "")


def column_keys(columns: Sequence[ColumnHead]) -> dict[str, str]:
    """Return short distinct names of the columns by id.

    A name is the initials of the id, such as ``TI`` for triangle-inequality. If another column has it, more letters of
    the first word are added (``TrI``), and at last a number.
    """
    keys: dict[str, str] = {}
    for column in columns:
        first_word, *words = [word for word in visible(column.id).split("-") if word] or ["?"]
        initials = "".join(word[0].upper() for word in words)
        shortest = 1 if initials else 2  # a single letter is too little for a name of one word
        candidates = [first_word[:k].capitalize() + initials for k in range(shortest, len(first_word) + 1)]
        candidates = candidates or [first_word + initials]
        numbered = (f"{first_word[:1].upper()}{initials}{number}" for number in count(2))
        keys[column.id] = next(name for name in chain(candidates, numbered) if name not in keys.values())
    return keys


def groups(columns: Sequence[ColumnHead]) -> dict[str, list[ColumnHead]]:
    """Return the columns by group, in their order."""
    return grouped(columns, lambda column: column.group)


def grouped(members: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """Group values by a key, in their order."""
    groups: dict[K, list[T]] = {}
    for member in members:
        groups.setdefault(key(member), []).append(member)
    return groups


@dataclass(frozen=True)
class Sort:
    """A table of the matrix: the rows and columns about one sort of arguments, such as rankings."""

    about: str
    """The arguments in the plural, such as ``rankings``."""
    rows: tuple[Row, ...]
    columns: tuple[ColumnHead, ...]

    @property
    def title(self) -> str:
        """Return the sort as a heading."""
        return f"Metrics of {self.about}"


def by_sort(matrix: Matrix) -> list[Sort]:
    """Divide a matrix into a table for each sort, since axioms are mostly about one sort.

    The sorts come in the order of their first row. A table has the columns whose axiom applies to one of its rows, or
    all columns if it would have none.
    """
    sort_of_metric = {row.name: row.about for row in matrix.rows}
    # A claim keeps its column even where the axiom does not apply.
    cells = [cell for cell in matrix.cells if cell.status.is_asked or cell.claims]
    applicable = {(sort_of_metric.get(cell.metric), cell.axiom) for cell in cells}
    tables = []
    for sort, rows in grouped(matrix.rows, lambda row: row.about).items():
        columns = tuple(column for column in matrix.columns if (sort, column.id) in applicable)
        tables.append(Sort(sort, tuple(rows), columns or tuple(matrix.columns)))
    return tables


class Positions:
    """The lines of every position of a matrix, looked up once."""

    def __init__(self, matrix: Matrix) -> None:
        cells = grouped(matrix.cells, lambda cell: (cell.metric, cell.axiom))
        self._lines = {position: lines_of_position(group) for position, group in cells.items()}

    def at(self, metric: str, axiom: str) -> list[Line]:
        """Return the lines of one position; an empty list if it was not checked."""
        return self._lines.get((metric, axiom), [])


def summary(matrix: Matrix) -> list[tuple[Outcome, int]]:
    """Count the cells with each outcome, the urgent ones first; outcomes that do not occur are left out."""
    counts = Counter(cell.outcome for cell in matrix.cells)
    return [(outcome, counts[outcome]) for outcome in sorted(counts, key=lambda o: o.rank)]


def summary_text(matrix: Matrix) -> str:
    """Return the summary on one line."""
    return ", ".join(f"{count:,} {outcome.counted(count)}" for outcome, count in summary(matrix))


def size_text(matrix: Matrix) -> str:
    """Describe the size of the matrix: ``2 metrics x 3 axioms``."""
    return f"{counted(len(matrix.rows), 'metric')} x {counted(len(matrix.columns), 'axiom')}"


def legend_of(cells: Iterable[Cell]) -> list[Notation]:
    """Return the lines of the legend that these cells need."""
    keys = {cell.status.key for cell in cells}
    return [notation for key, notation in NOTATION.items() if key in keys]


def marks_in(matrix: Matrix) -> dict[str, str]:
    """Return the marks of the outcomes that occur, each with its meaning in words."""
    return marks(dict.fromkeys(cell.outcome for cell in matrix.cells), " or ")


def marks(outcomes: Iterable[Outcome], between: str) -> dict[str, str]:
    """Return the marks of these outcomes, each with its meanings joined by ``between``, since outcomes share marks."""
    words: dict[str, list[str]] = {}
    for outcome in outcomes:
        if outcome.mark:
            words.setdefault(outcome.mark, []).append(outcome.written)
    return {mark: between.join(written) for mark, written in words.items()}


def counted(number: int, what: str, several: str | None = None) -> str:
    """Write a number with its noun: ``1 case``, ``2,000 cases``; ``several`` is an irregular plural."""
    return f"{number:,} {what if number == 1 else several or what + 's'}"
