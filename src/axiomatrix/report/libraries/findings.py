"""Findings: the refuted cells of libraries, those of one cause together, as issues in the order of their weight.

The calls of a finding are scripts that can be pasted whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile

from ...evidence.cell import Cell
from ...evidence.evidence import CallNote
from ...evidence.notation import with_float
from ...evidence.safe import visible
from ...evidence.words import counted, grouped
from ...numbers.exact import parse
from .causes import Peers, Symptom, keys_of, library_of, rank_of, symptom_of
from .words import CONVENTION, RANKS


@dataclass(frozen=True)
class Finding:
    """Cells of one library that fail for one cause."""

    rank: str
    """One of :data:`words.RANKS`."""
    symptoms: tuple[Symptom, ...]
    """The one that tells most with the smallest input first."""
    anchor: str

    @property
    def first(self) -> Cell:
        return self.symptoms[0].cell

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(symptom.cell for symptom in self.symptoms)

    @property
    def rows(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(cell.metric for cell in self.cells))

    @property
    def library(self) -> str:
        return library_of(self.first.metric)

    @property
    def title(self) -> str:
        """Describe the defect in one line."""
        more = len(self.rows) - 1
        also = f"; {counted(more, 'more metric')}" if more else ""
        return f"{self.first.metric}: {self.actual}, expected: {self.expected} ({self.first.title}{also})"

    @property
    def expected(self) -> str:
        """The exact value with its decimal, or the other side of the property."""
        symptom, witness = self.symptoms[0], self.first.evidence.witness
        if symptom.call is not None and symptom.deviates:
            return with_float(symptom.call.definition)
        if witness is None:
            return "answers"
        return f"{witness.op} {witness.rhs}" if is_number(witness.rhs) else witness.rhs

    @property
    def actual(self) -> str:
        symptom, witness = self.symptoms[0], self.first.evidence.witness
        is_related = witness is not None and not symptom.deviates and symptom.is_number
        return witness.lhs if is_related and witness is not None else symptom.answer

    @property
    def calls(self) -> tuple[CallNote, ...]:
        """The calls that show it: one where one does, else those whose answers do not go together."""
        symptom = self.symptoms[0]
        return symptom.calls[:1] if symptom.at == 0 else symptom.calls

    @property
    def touches(self) -> dict[str, list[str]]:
        """The properties that fail for this cause, by row."""
        rows = grouped(self.cells, lambda cell: cell.metric)
        return {row: list(dict.fromkeys(cell.title for cell in cells)) for row, cells in rows.items()}


def findings(cells: Sequence[Cell]) -> list[Finding]:
    """The findings of all libraries, by rank; within one, those that touch most come first."""
    symptoms = [symptom for cell in cells if (symptom := symptom_of(cell)) is not None]
    broken = frozenset(symptom.cell.metric for symptom in symptoms if symptom.is_plain and not symptom.is_coarse)
    peers, order = Peers.of(cells, broken), list(RANKS)
    causes = []
    ranks = grouped(symptoms, lambda symptom: rank_of(symptom, peers) == CONVENTION)
    for alike in chain.from_iterable(_by_cause(some, broken) for some in ranks.values()):
        ranked = sorted(((order.index(rank_of(symptom, peers)), symptom) for symptom in alike), key=_weight)
        causes.append((ranked[0][0], tuple(symptom for _, symptom in ranked)))
    causes.sort(key=lambda cause: (cause[0], -len(cause[1])))
    return [Finding(order[rank], alike, f"f-{k}") for k, (rank, alike) in enumerate(causes, 1)]


def _weight(ranked: tuple[int, Symptom]) -> tuple[int, bool, int, int, int]:
    rank, symptom = ranked
    size = len(symptom.call.snippet) if symptom.call is not None else 0
    return rank, not symptom.deviates, symptom.cell.evidence.settled_at, len(symptom.calls), size


def _by_cause(symptoms: Iterable[Symptom], broken: frozenset[str]) -> list[list[Symptom]]:
    """Group symptoms that share a key, directly or through others."""
    groups: dict[tuple[object, ...], list[Symptom]] = {}
    for symptom in symptoms:
        keys = [(library_of(symptom.cell.metric), *key) for key in keys_of(symptom, broken)]
        joined = {id(group): group for key in keys if (group := groups.get(key)) is not None}
        union = [member for group in joined.values() for member in group] + [symptom]
        groups.update((key, union) for key, group in list(groups.items()) if id(group) in joined)
        groups.update((key, union) for key in keys)
    return list({id(group): group for group in groups.values()}.values())


def sides_text(cell: Cell) -> str:
    """The two sides as they came, and where: ``1.0 <= 0.5 is false; n = 3, no smaller input does it``."""
    witness = cell.evidence.witness
    if witness is None:
        return ""
    minimal = "no smaller input does it" if witness.smallest else "the smallest found"
    sides = witness.sides if is_number(witness.rhs) else f"{witness.lhs}; expected: {witness.rhs}"
    return f"{sides}; n = {witness.n}, {minimal}"


def is_number(text: str) -> bool:
    """Return whether a side is a number; it may be an outcome, such as ``refuses``."""
    try:
        float(text)
    except ValueError:
        try:
            parse(text)
        except (ValueError, ArithmeticError, TypeError):
            return False
    return True


# --- calls as code that can be pasted whole ----------------------------------------------------------------------


def scripts(calls: Iterable[CallNote]) -> list[str]:
    """The calls, each once, as scripts that can be pasted whole; beside each answer is what the definition gives.

    Calls that answer are one script, with the imports once at its top; a call that raises is a script of its own, so
    that it ends no other. Variables that stay the same from one call to the next are given once.
    """
    by_snippet = {call.snippet: call for call in calls if call.snippet}
    raising = [_annotated(call) for call in by_snippet.values() if call.raises]
    answering = [_annotated(call) for call in by_snippet.values() if not call.raises]
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
