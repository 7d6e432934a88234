"""Findings: the refuted cells of a library, those of one cause together, and the calls of each as scripts to paste."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from ...evidence.cell import Cell
from ...evidence.decimals import with_float
from ...evidence.evidence import CallNote, Comparison
from ...evidence.safe import visible
from ...evidence.words import counted, grouped
from ...numbers.exact import parse
from .words import AT_ODDS, BY_DEFINITION, DIFFERS, NOT_OF_FORMULAS, WORDINGS

AGREEMENTS = ("agrees-with", "agrees-with-without-ties")
"""The axioms about two implementations; they have a section of their own."""
TIES = "tie-policy"
"""The axiom that says by which policy ties are broken: of a row whose documentation names none, each is tried."""
ComparedCell = tuple[Cell, Comparison]


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
    return cell.evidence.comparison if cell.status.holds == "no" and not stands_apart(cell) else None


def findings(cells: Iterable[Cell], prefix: str = "") -> list[Finding]:
    """The findings of one library's cells, in the order of the wordings; anchors begin with the prefix."""
    causes = grouped(((cell, one) for cell in cells if (one := comparison_of(cell)) is not None), _cause)
    merged: dict[tuple[str, str, object], list[ComparedCell]] = {}
    for alike in causes.values():
        alike.sort(key=lambda of: (of[0].evidence.settled_at, len(of[1].calls)))
        compared = alike[0][1]
        failures = tuple((cell.title, sides_text(cell), _sources(cell)) for cell, _ in alike)
        merged.setdefault((compared.wording, _definition(compared), failures), []).extend(alike)
    order = list(WORDINGS)
    ordered = sorted(merged.items(), key=lambda one: order.index(one[0][0]))  # stable: rows stay in order
    made = []
    for k, ((wording, definition, _), alike) in enumerate(ordered, 1):
        calls = dict.fromkeys(call for _, compared in alike for call in compared.calls)
        made.append(Finding(wording, definition, tuple(cell for cell, _ in alike), tuple(calls), f"{prefix}f-{k}"))
    return made


def _cause(of: ComparedCell) -> tuple[object, ...]:
    """What cells of one row have in common that fail for one cause."""
    cell, compared = of
    first = compared.calls[0].snippet if compared.calls else ""
    return cell.metric, compared.wording, compared.definition, _sources(cell), first or cell.key


def _definition(compared: Comparison) -> str:
    """What the definition says of the same input."""
    if compared.wording == "deviates from its documentation" and compared.definition == "fails too":
        return AT_ODDS
    if compared.wording == "deviates from its definition" and compared.definition == "has no value":
        return DIFFERS
    if compared.definition == "has no value" and all(call.definition for call in compared.calls):
        return NOT_OF_FORMULAS
    return BY_DEFINITION[compared.definition]


def _sources(cell: Cell) -> tuple[str, ...]:
    return tuple(claim.source for claim in cell.claims)


def sides_text(cell: Cell) -> str:
    """The two sides as they came, and where: ``1.0 <= 0.5 is false; n = 3, no smaller input does it``."""
    witness = cell.evidence.witness
    if witness is None:
        return ""
    minimal = "no smaller input does it" if witness.smallest else "the smallest found"
    sides = witness.sides if is_number(witness.rhs) else f"{witness.lhs}; expected: {witness.rhs}"
    return f"{sides}; n = {witness.n}, {minimal}"


def is_number(text: str) -> bool:
    """Whether a side is a number; it may be an outcome, such as ``refuses``."""
    try:
        float(text)
    except ValueError:
        try:
            parse(text)
        except (ValueError, ArithmeticError, TypeError):
            return False
    return True


def scripts(calls: Iterable[CallNote]) -> list[str]:
    """The calls, each once, as scripts that can be pasted whole; beside each answer is what the definition gives.

    Calls that answer are one script, with the imports once at its top; a call that raises is a script of its own, so
    that it ends no other. Variables that stay the same from one call to the next are given once.
    """
    shown = {call.snippet: call for call in calls if call.snippet}
    raising = [_annotated(call) for call in shown.values() if call.raises]
    answering = [_annotated(call) for call in shown.values() if not call.raises]
    return [*([_joined(answering)] if answering else []), *raising]


def _annotated(call: CallNote) -> str:
    """The snippet, whose last line ends in the answer as a comment."""
    text = call.snippet.rstrip("\n")
    if not call.definition:
        return text + "\n"
    value = f"by the definition {with_float(visible(call.definition))}"
    return f"{text}{'; ' if '  # ' in text.rsplit(chr(10), 1)[-1] else '  # '}{value}\n"


def _joined(texts: Sequence[str]) -> str:
    imports: list[str] = []
    blocks: list[str] = []
    before: list[str] = []
    for text in texts:
        head, body = _split(text)
        imports += [line for line in head if line not in imports]
        # the same call once more gets its variables anew, as it had them: the first one may have changed them
        same = len(body) > 1 and body[:-1] == before[:-1] and _expression(body) != _expression(before)
        before = body
        blocks.append(("\n" if same else "\n\n" if blocks else "") + "\n".join(body[-1:] if same else body))
    return "\n".join([*imports, "".join(blocks)]) + "\n"


def _expression(body: Sequence[str]) -> str:
    """The last line without its comment."""
    return body[-1].split("  # ", 1)[0]


def _split(text: str) -> tuple[list[str], list[str]]:
    """The imports at the top, and the rest."""
    lines = text.rstrip("\n").split("\n")
    head = list(takewhile(lambda line: line.startswith(("import ", "from ")), lines))
    return head, lines[len(head) :]
