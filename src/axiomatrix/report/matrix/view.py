"""The matrix for terminals: titles, tables that fit a width, keys, broken claims, counts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from rich.cells import cell_len

from ...evidence.account.making import account
from ...evidence.blame import CASE
from ...evidence.cell import Cell
from ...evidence.matrix import Matrix
from ...evidence.safe import visible
from ...evidence.status import EvidenceGrade
from ...evidence.verdict import NOTATION, Outcome, Verdict
from ...evidence.words import (
    CLOSURE_ONLY,
    Line,
    Positions,
    Sort,
    by_sort,
    column_keys,
    counted,
    derivation_lines,
    fault_lines,
    grouped,
    legend_of,
    marks_in,
    size_text,
    summary_text,
)
from ...model.registry import Registry
from ...spaces.parameters import ParameterDomain
from ..tables import in_rows
from ..witness import account_text, one_line
from .folding import BETWEEN, ShownColumn, distinct_length, group_keys, layout, shortened

WIDE, NAME, WIDE_NAME = 60, 10, 20
"""Columns from which a terminal is not a narrow one; characters to which names are cut in a narrow and a wide one."""

"""What is said of a statement that is not refuted, by its verdict."""


@dataclass(frozen=True)
class ColumnChunk:
    """As many columns of the compact matrix as fit the width."""

    columns: list[ShownColumn]
    rows: list[tuple[str, list[list[Line]]]]
    """Name of the row, and the lines of each position."""
    title: str
    """Of the first table of a sort, where there are several sorts."""


class View:
    """What is shown in a terminal, prepared once."""

    def __init__(self, matrix: Matrix, directory: str, registry: Registry | None, files: Sequence[str]) -> None:
        self.matrix = matrix
        self.directory = directory
        self.registry = registry
        self.files = files
        self.positions = Positions(matrix)
        self.keys = column_keys(matrix.columns)
        self.sorts = by_sort(matrix)
        self.title = f"{size_text(matrix)}, profile {visible(matrix.profile)}, seed {matrix.seed}"
        self.is_list = len(matrix.rows) == 1
        """Whether a list of statements says more than a matrix."""

    def chunks(self, width: int, unfold: Collection[str] | None = None) -> Iterator[ColumnChunk]:
        """The compact matrix, cut into tables of one sort each that fit the width.

        In a terminal one table a sort wherever possible: groups that do not fit are folded, except those that
        ``unfold`` names. Where not even the folded columns fit beside the names, names are cut, and if need be there
        are several tables after all.
        """
        for sort in self.sorts:
            names = [visible(row.name) for row in sort.rows]
            columns = [ShownColumn(self.keys[column.id], (column,), column.group) for column in sort.columns]
            room = width - max(map(len, [*names, "metric"]))
            if unfold is not None:
                names, columns, room = self._folded(sort, names, width, unfold)
            title = visible(sort.title) if len(self.sorts) > 1 else ""
            for chosen in in_rows(columns, lambda column: column.width, room):
                lines = [[column.lines(self.positions, row.name) for column in chosen] for row in sort.rows]
                yield ColumnChunk(chosen, list(zip(names, lines, strict=True)), title)
                title = ""

    def _folded(
        self, sort: Sort, names: list[str], width: int, unfold: Collection[str]
    ) -> tuple[list[str], list[ShownColumn], int]:
        """The names, cut if need be, the columns, folded if need be, and the room for these."""
        rows = {row.name for row in sort.rows}
        broken = Counter(cell.axiom for cell in self.matrix.broken if cell.metric in rows)
        shown = partial(layout, sort, self.keys, group_keys(self.matrix.columns), broken, wanted=unfold)
        narrowest = sum(column.width for column in shown(room=0))
        most = max(width - BETWEEN - narrowest, NAME if width < WIDE else WIDE_NAME)
        most = distinct_length(names, most, max(map(cell_len, [*names, "metric"])))
        room = width - BETWEEN - most
        return [shortened(name, most) for name in names], shown(room=room), room

    def key_of(self, tables: Sequence[ColumnChunk]) -> list[tuple[str, str, str]]:
        """Key, name and meaning of each column of these tables, the folded groups after the axioms."""
        columns = [column for table in tables for column in table.columns]
        single = {c.columns[0].id for c in columns if not c.folded}
        key = [(self.keys[c.id], visible(c.id), visible(c.formula)) for c in self.matrix.columns if c.id in single]
        folded: dict[str, list[str]] = {}
        for column in columns:
            if column.folded and column.head not in folded.setdefault(column.group, []):
                folded[column.group].append(column.head)
        return key + [(", ".join(heads), f"{visible(group)} (folded)", "") for group, heads in folded.items()]

    def symbol_key(self) -> list[tuple[str, str]]:
        """The symbols and marks that occur, in words."""
        shown = [(line.symbol, line.word) for line in legend_of(self.matrix.cells)]
        shown += marks_in(self.matrix).items()
        closed = any(cell.space is ParameterDomain.CLOSED and cell.status.holds == "no" for cell in self.matrix.cells)
        return [*shown, *([(CLOSURE_ONLY, "refuted on the closure only")] if closed and not self.is_list else [])]

    def statements(self) -> list[tuple[Line, list[str]]]:
        """Of a single row: each statement with axiom, verdict and reach, outcome, cases."""
        listed = []
        for line in self._of_row():
            if line.cell.outcome is not Outcome.NOT_APPLICABLE:
                title = visible(line.cell.axiom) + (f" ({line.statement})" if line.statement else "")
                short = line.status.word if line.status.is_fault else line.short  # the reason stands below
                further = line.further if line.cell.evidence.derivation is None else line.gist
                verdict = short + (f"; {further}" if further else "")
                listed.append((line, [line.sign, title, verdict, line.declared or line.outcome, line.cases]))
        return listed

    def not_applicable(self) -> list[str]:
        """Of a single row: the axioms that have nothing to say of it, by reason."""
        silent = [line.cell for line in self._of_row() if line.cell.outcome is Outcome.NOT_APPLICABLE]
        reasons = grouped(silent, lambda cell: visible(cell.evidence.reason)).items()
        letter = Verdict.NOT_APPLICABLE.notation.symbol
        return [f"{letter} {', '.join(visible(cell.title) for cell in same)}: {why}" for why, same in reasons]

    def _of_row(self) -> list[Line]:
        name = self.matrix.rows[0].name
        return [line for column in self.matrix.columns for line in self.positions.at(name, column.id)]

    def failure(self, cell: Cell) -> list[str]:
        """A broken claim in full: the smallest witness, both sides, the command that shows it again."""
        shown = account(cell, self.matrix, self.registry)
        if shown is not None:
            return [*account_text(shown, self.directory, self.files), *self.repair(cell)]
        lines = [
            f"  declared: {cell.claimed_by}; {cell.status.text}",
            *(f"  {line}" for line in derivation_lines(cell)),
        ]
        return [visible(f"{cell.metric}: {cell.title}"), *map(one_line, lines)]

    def repair(self, cell: Cell) -> list[str]:
        """Where the same axiom stands with another argument: what to declare instead."""
        lines = []
        for other in self.matrix.at(cell.metric, cell.axiom):
            names = cell.arguments.keys()
            changed = [name for name in names if other.arguments.get(name) != cell.arguments[name]]
            stands = "is not refuted" if other.status.grade is EvidenceGrade.SEARCHED else "holds"
            if (
                other.status.holds == "yes"
                and other.arguments.keys() == names
                and len(changed) == 1
                and other.space == cell.space
            ):
                argument = f"{changed[0]}={other.arguments[changed[0]]}"
                lines.append(f"  {visible(f'{cell.axiom} {stands} with {argument} ({other.status.reach})')}")
        return lines

    def undecided(self) -> list[str]:
        """Declared statements without a verdict, and of a single row all that are at fault, by reason."""
        unresolved = self.matrix.unresolved
        faults = [c for c in self.matrix.cells if c.status.is_fault and self.is_list and c not in unresolved]
        lines = []
        for (metric, key, _), same in grouped([*unresolved, *faults], _at_fault).items():
            named = [c.title for c in same if c in unresolved] or [same[0].title]
            more = f" and {len(same) - len(named)} more" if len(same) > len(named) else ""
            why = same[0].evidence.why or same[0].status.reach
            where = visible(f"{metric}: {', '.join(named)}")
            lines.append(f"{same[0].status.symbol} {where}{more}: {NOTATION[key].word}: {visible(why)}")
            lines += [f"    {line}" for line in fault_lines(same[0])]
        return lines

    def refused(self) -> list[str]:
        """Statements that the independent checker does not decide, so that they are searched and not certified."""
        return [
            f"{visible(f'{c.metric}: {c.title}')}: the independent checker does not decide it: "
            + visible(c.evidence.uncertified.why)
            for c in self.matrix.cells
            if c.evidence.uncertified is not None and c.evidence.uncertified.refused
        ]

    def counts(self) -> str:
        """How many cells have each outcome."""
        outcomes = summary_text(self.matrix)
        surprises = sum(cell.expected is not None for cell in self.matrix.surprises)
        known = f"; {counted(surprises, 'outcome')} not as expected" if surprises else ""
        return f"{counted(len(self.matrix.cells), 'cell')}: {outcomes}{known}" if outcomes else "no cells"


def _at_fault(cell: Cell) -> tuple[str, str, str]:
    """The metric, the verdict and what was raised, whatever numbers it names."""
    return cell.metric, cell.status.key, re.sub(r"[\d.]+", "", cell.evidence.reason.partition(CASE)[0])
