"""Findings: defects of libraries, each from the refuted cells that have one cause, the most important first.

The pages on libraries write each finding as an issue for the library's maintainers, with a title such as
``ranx.ndcg: 0.5, expected: 1 (huge-grades; 2 more metrics)``. A cell is the result for one row (a metric of a library)
and one axiom, also called property; its witness is the input that refutes it. A symptom is a refuted cell with the call
that shows the failure (``causes.py``), and its rank says how serious it is (``words.py``). The second part of this file
turns the calls of a finding into scripts that a maintainer can paste and run. ``with_float`` writes an exact number
with its nearest float, such as ``1/2 = 0.5``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from types import MappingProxyType
from typing import NamedTuple

from ...evidence.cell import Cell
from ...evidence.evidence import CallNote
from ...evidence.matrix import Matrix
from ...evidence.notation import with_float
from ...evidence.safe import visible
from ...evidence.words import counted, grouped
from ...numbers.exact import parse
from .causes import CauseKey, Peers, Symptom, cause_keys, library_of, rank_of, symptom_of
from .words import CONVENTION, RANKS


@dataclass(frozen=True)
class Finding:
    """Cells of one library that fail for one cause."""

    rank: str
    """One of :data:`words.RANKS`."""
    symptoms: tuple[Symptom, ...]
    """Sorted: the first one is the clearest, with the smallest input, and represents the finding."""
    anchor: str
    """The fragment of its address on a page, such as ``f-1``."""

    @property
    def clearest_cell(self) -> Cell:
        """The cell of the first symptom, which represents the finding."""
        return self.symptoms[0].cell

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of all symptoms, the clearest first."""
        return tuple(symptom.cell for symptom in self.symptoms)

    @property
    def rows(self) -> tuple[str, ...]:
        """The names of the library's metrics that fail, each once."""
        return tuple(dict.fromkeys(cell.metric for cell in self.cells))

    @property
    def library(self) -> str:
        """The id of the library."""
        return library_of(self.clearest_cell.metric)

    @property
    def title(self) -> str:
        """Describe the defect in one line."""
        properties = self.clearest_cell.title
        further_rows = len(self.rows) - 1
        if further_rows:
            properties += f"; {counted(further_rows, 'more metric')}"
        return f"{self.clearest_cell.metric}: {self.actual}, expected: {self.expected} ({properties})"

    @property
    def expected(self) -> str:
        """The value that is expected in place of :attr:`actual`.

        It is the value of the documented definition if the call deviates from it. Else it is the right side of the
        property, such as ``<= 1`` or ``refuses``, or ``answers`` for a call that never returned.
        """
        symptom, witness = self.symptoms[0], self.clearest_cell.evidence.witness
        if symptom.call is not None and symptom.is_wrong:
            return with_float(symptom.call.definition)
        if witness is None:  # the process died
            return "answers"
        return f"{witness.op} {witness.rhs}" if is_number(witness.rhs) else witness.rhs

    @property
    def actual(self) -> str:
        """The library's answer to the call, or the left side of the property if every answer is as documented."""
        symptom, witness = self.symptoms[0], self.clearest_cell.evidence.witness
        if witness is not None and not symptom.is_wrong and symptom.has_finite_answer:
            return witness.lhs  # the property fails between the answers of several calls
        return symptom.answer

    @property
    def calls(self) -> tuple[CallNote, ...]:
        """The calls that show the defect: the first call if that one shows it, else all that the property relates."""
        symptom = self.symptoms[0]
        return symptom.calls[:1] if symptom.call_index == 0 else symptom.calls

    @property
    def failing_properties(self) -> dict[str, list[str]]:
        """The titles of the properties that fail, by metric."""
        rows = grouped(self.cells, lambda cell: cell.metric)
        return {row: list(dict.fromkeys(cell.title for cell in cells)) for row, cells in rows.items()}


def findings_of(matrix: Matrix) -> list[Finding]:
    """Group the refuted cells of a report into findings, as :func:`findings` does with the sorts of the report."""
    return findings(matrix.cells, {row.name: row.about for row in matrix.rows})


def findings(cells: Sequence[Cell], sorts: Mapping[str, str] = MappingProxyType({})) -> list[Finding]:
    """Group the refuted cells of all libraries into findings, by rank, and within a rank those with most cells first.

    ``sorts`` maps each row to the sort of its arguments, such as ``judged lists``. A row is compared only with rows of
    its sort.

    1. Cells become symptoms, and each symptom gets a rank. Cells without a symptom are left out.
    2. Symptoms that are conventions are kept apart, so that none joins a defect of the same key.
    3. Symptoms of one cause become one finding, with the clearest symptom first. Its rank is the finding's rank.
    """
    symptoms = [symptom for cell in cells if (symptom := symptom_of(cell)) is not None]
    wrong_rows = frozenset(
        symptom.cell.metric
        for symptom in symptoms
        if symptom.is_wrong_on_original_input and not symptom.needs_double_precision
    )
    peers = Peers.collect(cells, wrong_rows, sorts)  # the results of other libraries, on which a rank may depend
    rank_names = list(RANKS)  # the most serious first
    ranked_symptoms = [RankedSymptom(rank_names.index(rank_of(symptom, peers)), symptom) for symptom in symptoms]
    # by_convention[True] are the symptoms that are conventions, by_convention[False] all others
    by_convention = grouped(ranked_symptoms, lambda ranked: rank_names[ranked.rank_index] == CONVENTION)
    symptoms_by_cause = [
        sorted(same_cause, key=_clearest_first)
        for conventions_or_others in by_convention.values()
        for same_cause in _group_by_cause(conventions_or_others, wrong_rows)
    ]
    symptoms_by_cause.sort(key=lambda same_cause: (same_cause[0].rank_index, -len(same_cause)))
    return [
        Finding(rank_names[same_cause[0].rank_index], tuple(ranked.symptom for ranked in same_cause), f"f-{k}")
        for k, same_cause in enumerate(symptoms_by_cause, 1)
    ]


class RankedSymptom(NamedTuple):
    """A symptom with its rank."""

    rank_index: int
    """The index in :data:`words.RANKS`: 0 is the most serious rank."""
    symptom: Symptom


def _clearest_first(ranked: RankedSymptom) -> tuple[int, bool, int, int, int]:
    """Return a sort key: serious ranks, wrong values, small instances, few calls and short code come first."""
    rank_index, symptom = ranked
    instance_size = symptom.cell.evidence.settled_at  # the number of items of the witness
    code_length = len(symptom.call.snippet) if symptom.call is not None else 0
    return rank_index, not symptom.is_wrong, instance_size, len(symptom.calls), code_length


def _group_by_cause(symptoms: Iterable[RankedSymptom], wrong_rows: frozenset[str]) -> list[list[RankedSymptom]]:
    """Group symptoms of one library that share a key (:func:`.causes.cause_keys`), directly or through others.

    Each key points to the list of its group, and all keys of a group to the same list. A symptom with keys of several
    groups merges them: the union replaces them under all of their keys. Lists are compared by ``id``, since symptoms
    of two groups may be equal. Every merge scans all keys; a report has few.
    """
    group_by_key: dict[CauseKey, list[RankedSymptom]] = {}
    for ranked in symptoms:
        library = library_of(ranked.symptom.cell.metric)
        keys = [(library, *key) for key in cause_keys(ranked.symptom, wrong_rows)]
        merged = {id(group): group for key in keys if (group := group_by_key.get(key)) is not None}
        union = [member for group in merged.values() for member in group] + [ranked]
        keys += [key for key, group in group_by_key.items() if id(group) in merged]
        group_by_key.update((key, union) for key in keys)
    return list({id(group): group for group in group_by_key.values()}.values())  # each once


def sides_text(cell: Cell) -> str:
    """Write both sides of the failing property and the size: ``1.0 <= 0.5 is false; n = 3, no smaller input does it``.

    Empty without a witness.
    """
    witness = cell.evidence.witness
    if witness is None:
        return ""
    minimal = "no smaller input does it" if witness.smallest else "the smallest found"
    # ``relation_with_truth`` is such as "1.0 <= 0.5 is false"
    sides = witness.relation_with_truth if is_number(witness.rhs) else f"{witness.lhs}; expected: {witness.rhs}"
    return f"{sides}; n = {witness.n}, {minimal}"


def is_number(text: str) -> bool:
    """Return whether a side of a relation is a number, even nan or infinite, and not an outcome such as ``refuses``."""
    try:
        float(text)
    except ValueError:
        try:
            parse(text)
        except (ValueError, ArithmeticError, TypeError):
            return False
    return True


# --- calls as scripts that can be pasted and run -------------------------------------------------------------------


def scripts(calls: Iterable[CallNote]) -> list[str]:
    """Write the calls, each once, as scripts with the answer and the value by the definition in comments.

    Calls that return share one script, with the imports at its top. A call that raises gets its own script, since
    it would end the others. Variables that are equal in consecutive calls are assigned once.
    """
    distinct_calls = {call.snippet: call for call in calls if call.snippet}.values()
    raising = [_annotate(call) for call in distinct_calls if call.raises]
    answering = [_annotate(call) for call in distinct_calls if not call.raises]
    return [_join_snippets(answering), *raising] if answering else raising


def _annotate(call: CallNote) -> str:
    """Add the value by the definition to the comment at the end of the snippet, which has the library's answer."""
    code = call.snippet.rstrip("\n")
    if not call.definition:
        return code + "\n"
    last_line = code.rsplit("\n", 1)[-1]
    separator = "; " if "  # " in last_line else "  # "
    # ``visible`` keeps the text on one line, so that it stays a comment
    return f"{code}{separator}by the definition {with_float(visible(call.definition))}\n"


def _join_snippets(snippets: Sequence[str]) -> str:
    """Join snippets into one script: the imports first, and no assignments that repeat those just before.

    A snippet consists of imports, assignments of arguments, and the call on its last line.
    """
    imports: list[str] = []
    blocks: list[str] = []
    previous_body: list[str] = []
    for snippet in snippets:
        own_imports, body = _split_imports(snippet)
        imports += [line for line in own_imports if line not in imports]
        # The same call twice shows that the first one changed its arguments or has state: they are assigned again.
        reuses_variables = (
            len(body) > 1
            and body[:-1] == previous_body[:-1]
            and _last_expression(body) != _last_expression(previous_body)
        )
        previous_body = body
        if reuses_variables:
            blocks.append("\n" + body[-1])
        else:
            blocks.append(("\n\n" if blocks else "") + "\n".join(body))
    return "\n".join([*imports, "".join(blocks)]) + "\n"


def _last_expression(body: Sequence[str]) -> str:
    """Return the last line without its comment: the call itself."""
    return body[-1].split("  # ", 1)[0]


def _split_imports(snippet: str) -> tuple[list[str], list[str]]:
    """Split a snippet into the imports at its top and the other lines."""
    lines = snippet.rstrip("\n").split("\n")
    imports = list(takewhile(lambda line: line.startswith(("import ", "from ")), lines))
    return imports, lines[len(imports) :]
