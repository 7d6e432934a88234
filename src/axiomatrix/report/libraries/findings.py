"""Findings: the refuted cells of a library, those of one cause together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...evidence.cell import Cell
from ...evidence.evidence import CallNote, Comparison
from ...evidence.verdict import Verdict
from ...evidence.words import counted
from ...numbers.exact import parse
from .words import AT_ODDS, BY_DEFINITION, DIFFERS, NOT_OF_FORMULAS, WORDINGS

AGREEMENTS = ("agrees-with", "agrees-with-without-ties")
"""The axioms about two implementations; they have a section of their own."""
TIES = "tie-policy"
"""The axiom that says by which policy ties are broken: of a row whose documentation names none, each is tried."""


@dataclass(frozen=True)
class Finding:
    """Refuted cells of one cause.

    Cells of one row with the same wording and the same first call; and of several rows, where the same properties fail
    of them on inputs of the same size with the same answers.
    """

    wording: str
    definition: str
    """What the definition says of the same input, a sentence."""
    cells: tuple[Cell, ...]
    """Row by row."""
    calls: tuple[CallNote, ...]
    """Every call of any of them, each once."""
    anchor: str

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows that it is about."""
        return tuple(dict.fromkeys(cell.metric for cell in self.cells))

    @property
    def statements(self) -> tuple[Cell, ...]:
        """A cell for each statement: those of the first row."""
        return tuple(cell for cell in self.cells if cell.metric == self.cells[0].metric)

    @property
    def title(self) -> str:
        """The rows with the first of its statements, and how many more there are."""
        more = len(self.statements) - 1
        statement = self.cells[0].title + (f" and {more} more" if more else "")
        return (
            f"{self.rows[0]}: {statement}"
            if len(self.rows) == 1
            else f"{statement}: {counted(len(self.rows), 'metric')}"
        )


def stands_apart(cell: Cell) -> bool:
    """Whether a cell is shown apart: it compares two rows, or asks which tie policy explains a row that names none."""
    return cell.axiom in AGREEMENTS or (cell.axiom == TIES and not cell.claims)


def comparison_of(cell: Cell) -> Comparison | None:
    """How a refuted cell of a library compares; None for any other, and for those that stand apart."""
    return cell.evidence.comparison if cell.evidence.verdict is Verdict.REFUTED and not stands_apart(cell) else None


def findings(cells: Iterable[Cell], prefix: str = "") -> list[Finding]:
    """The findings of one library's cells, in the order of the wordings; anchors begin with the prefix."""
    groups: dict[tuple[object, ...], list[Cell]] = {}
    for cell in cells:
        compared = comparison_of(cell)
        if compared is not None:
            first = compared.calls[0].snippet if compared.calls else ""
            key = (cell.metric, compared.wording, compared.definition, _said(cell), first or cell.key)
            groups.setdefault(key, []).append(cell)
    merged: dict[tuple[object, ...], list[Cell]] = {}
    for group in groups.values():
        group.sort(key=_size)
        told = tuple((cell.title, came(cell), _said(cell)) for cell in group)
        merged.setdefault((_worded(group), _definition(group), told), []).extend(group)
    order = list(WORDINGS)
    ordered = sorted(merged.values(), key=lambda group: order.index(_worded(group)))  # stable: rows stay in order
    return [_finding(group, f"{prefix}f-{k}") for k, group in enumerate(ordered, 1)]


def _finding(group: Sequence[Cell], anchor: str) -> Finding:
    calls = dict.fromkeys(call for cell in group for call in _compared(cell).calls)
    return Finding(_worded(group), _definition(group), tuple(group), tuple(calls), anchor)


def _compared(cell: Cell) -> Comparison:
    compared = comparison_of(cell)
    assert compared is not None
    return compared


def _worded(group: Sequence[Cell]) -> str:
    return _compared(group[0]).wording


def _definition(group: Sequence[Cell]) -> str:
    """What the definition says of the same input."""
    compared = _compared(group[0])
    if compared.wording == "deviates from its documentation" and compared.definition == "fails too":
        return AT_ODDS
    if compared.wording == "deviates from its definition" and compared.definition == "has no value":
        return DIFFERS
    if compared.definition == "has no value" and all(call.definition for call in compared.calls):
        return NOT_OF_FORMULAS
    return BY_DEFINITION[compared.definition]


def _said(cell: Cell) -> tuple[str, ...]:
    return tuple(claim.source for claim in cell.claims)


def _size(cell: Cell) -> tuple[int, int]:
    witness = cell.evidence.witness
    return (witness.n if witness else 0, len(_compared(cell).calls))


def came(cell: Cell) -> str:
    """The two sides as they came, and where: ``1.0 <= 0.5 is false; n = 3, no smaller input does it``."""
    witness = cell.evidence.witness
    if witness is None:
        return ""
    minimal = "no smaller input does it" if witness.smallest else "the smallest found"
    sides = witness.sides if _is_number(witness.rhs) else f"{witness.lhs}; expected: {witness.rhs}"
    return f"{sides}; n = {witness.n}, {minimal}"


def _is_number(text: str) -> bool:
    """Whether a side is a number; it may be an outcome, such as ``refuses``."""
    try:
        float(text)
    except ValueError:
        try:
            parse(text)
        except (ValueError, ArithmeticError, TypeError):
            return False
    return True
