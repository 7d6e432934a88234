"""Causes of refuted cells of libraries: which cells fail for the same reason, and how serious that is.

A cell is about one row (a metric of a library) and one axiom. If it is refuted (``status.holds`` is ``no``), it has the
library's calls on the smallest input that was found, and their comparison with the *definition*, the exact metric that
the library documents. The *wording* of a comparison is its result, such as ``as documented`` (``words.py`` lists them).
``findings.py`` uses this file in three steps, to turn the refuted cells of a report into findings for maintainers.

1. :func:`symptom_of` picks the call of a cell that shows the failure.
2. :func:`cause_keys` gives the keys of a symptom. Symptoms of one library that share a key have one cause, such as a
   computation in single precision, which fails on huge scores, on tiny ones and on nearly equal ones.
3. :func:`rank_of` says how serious a symptom is.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import isfinite

from ...evidence.cell import Cell
from ...evidence.evidence import DEVIATIONS, CallNote, Comparison
from ...evidence.verdict import Verdict
from ...libraries.axioms import IMPLEMENTATION
from ...numbers.exact import parse
from .words import CONVENTION, CRASH, EDGE, SILENT

AGREEMENT_AXIOMS = ("agrees-with", "agrees-with-without-ties")
"""The axioms about two implementations, the second one being the axiom's argument ``other``.

The report has a section on agreement for them.
"""
TIE_POLICY = "tie-policy"
"""The axiom about the policy by which ties are broken; all policies are tried if the documentation names none."""
REFUSAL_EXCEPTIONS = ("ValueError", "TypeError", "NotImplementedError", "NotComputableError")
"""Exceptions by which a library refuses an input; the last is Ignite's own. See also :attr:`Symptom.is_crash`."""
TOLERANCE = 1e-6
"""Largest deviation of a library's answer from the exact value v that counts as rounding, relative to 1 + |v|."""
HUGE_GRADES = "huge-grades"
"""The axiom about grades larger than any in use; failures are limits of the number type."""
CUT_OFF_ZERO = "answers-cut-off-zero"
"""The axiom about the cut-off 0, on which only a contradiction to the documentation is a finding."""
DUPLICATES = "duplicate-item-keeps-range"
"""The axiom about duplicates that push a value beyond its range, which no convention allows."""
CONVENTION_AXIOMS = ("missing-query-counts-zero", "unjudged-query-is-left-out", "no-value-where-undefined")
"""The axioms about questions on which libraries choose differently: queries of a mean, a value in place of 0/0."""
IMPLEMENTATION_AXIOMS = frozenset(axiom.id for axiom in IMPLEMENTATION)
"""The axioms about implementations (such as that types of arguments do not matter); all others are about the metric."""
NO_FINDING_WORDINGS = ("definition fails", "as documented")
"""The wordings that are not findings: the metric lacks the property, or the documentation says that it fails."""
CauseKey = tuple[object, ...]
"""A key of a cause, of one of the forms that :func:`cause_keys` yields."""
# Two forms of an answer that is not a number:
_EXCEPTION_ANSWER = re.compile(r"raises (\w+)")  # "raises ValueError: empty"
_SIGNAL_ANSWER = re.compile(r"the process is ended by SIG\w+")  # "the process is ended by SIGSEGV"
# Parts of a snippet, the Python code of a call:
_FLOAT_LITERAL = re.compile(r"-?\d+(?:\.\d+(?:e[+-]?\d+)?|e[+-]?\d+)")  # with a point or an exponent, so no integer
_DTYPE_ARGUMENT = re.compile(r"dtype=(?:torch\.)?'?(\w+)")  # "dtype='uint8'", "dtype=torch.float32"
_ARGUMENT_LINE = re.compile(r"^\w+ = (?:[\[{(\d'-]|np\.array|torch\.tensor).*$", re.MULTILINE)  # "x = [1, 2]"
# Quoted names and numbers in the message of an exception, which come from the input and not from the cause:
_INPUT_IN_MESSAGE = re.compile(r"'[^']*'|\d+")
_NON_LETTER = re.compile(r"[^a-z]")  # a library's id may have hyphens, the names of its exceptions have none


def is_listed_apart(cell: Cell) -> bool:
    """Return whether the report lists a cell apart from findings: it is about agreement, or tries a tie policy."""
    return cell.axiom in AGREEMENT_AXIOMS or (cell.axiom == TIE_POLICY and not cell.claims)


def comparison_of(cell: Cell) -> Comparison | None:
    """The comparison of a refuted cell with definition and documentation; None for other cells, and those apart."""
    return cell.evidence.comparison if cell.status.holds == "no" and not is_listed_apart(cell) else None


def library_of(row: str) -> str:
    """The id of a row's library, the first part of the row's name."""
    return row.partition(".")[0]


@dataclass(frozen=True)
class Symptom:
    """A refuted cell with the call that shows the failure, or a cell whose process died, without a call.

    A wrong answer is one that differs from the value of the documented definition.
    """

    cell: Cell
    calls: tuple[CallNote, ...] = ()
    """All calls that the axiom relates; the first has the original input, further ones may have a changed input."""
    call_index: int = -1
    """The index in ``calls`` of the call that shows the failure; -1 without calls."""
    is_wrong: bool = False
    """Whether the answer to this call is wrong."""

    @property
    def call(self) -> CallNote | None:
        """The call that shows the failure, if there is one."""
        return self.calls[self.call_index] if self.calls else None

    @property
    def answer(self) -> str:
        """The library's answer to the call, or without a call the verdict of the cell."""
        return self.call.answer if self.call is not None else self.cell.status.text

    @property
    def has_finite_answer(self) -> bool:
        """True if the library answered with a finite number."""
        return finite_number(self.answer) is not None

    @property
    def is_wrong_on_original_input(self) -> bool:
        """True if the answer is a wrong number for the original input, and not only after a change to it."""
        return self.is_wrong and self.has_finite_answer and self.call_index == 0

    @property
    def needs_double_precision(self) -> bool:
        """True if the call has two numbers that single precision cannot distinguish."""
        if self.call is None:
            return False
        numbers = {float(text) for text in _FLOAT_LITERAL.findall(self.call.snippet)}
        return len({_single(value) for value in numbers}) < len(numbers)

    @property
    def is_crash(self) -> bool:
        """True if the process ended, or an exception escaped that is not a refusal.

        These exceptions are refusals:

        - one of :data:`REFUSAL_EXCEPTIONS`;
        - an ``AssertionError`` with a message in words;
        - an exception that is named after the library, such as ``LightGBMError``;
        - a ``KeyError`` for the key that the last line of the snippet looks up, such as ``print(f(x)["q1"])``: it only
          says that the answer leaves that query out.
        """
        if _SIGNAL_ANSWER.fullmatch(self.answer):
            return True
        if self.call is None or not self.call.raises:
            return False
        match = _EXCEPTION_ANSWER.match(self.answer)
        if match is None:
            return False
        exception, message = match[1], self.answer.partition(": ")[2]
        if exception in REFUSAL_EXCEPTIONS or (exception == "AssertionError" and " " in message):
            return False
        if exception.lower().startswith(_NON_LETTER.sub("", library_of(self.cell.metric))):
            return False
        last_line = self.call.snippet.rstrip("\n").rpartition("\n")[2]
        call_code = last_line.partition("  # ")[0]  # without the comment
        return not (exception == "KeyError" and f"[{message}]" in call_code)  # the message is the missing key

    @property
    def has_changed_dtype(self) -> bool:
        """True if the call has other number types than the first call of the cell."""
        return bool(self.calls) and _dtypes(self.calls[self.call_index]) != _dtypes(self.calls[0])


def symptom_of(cell: Cell) -> Symptom | None:
    """The symptom of a cell that is part of a finding; None for any other cell.

    The call that shows the failure is the first call that ended its process, or else the first with a wrong answer. If
    no call is wrong by itself, the property fails between the calls, and the last call represents it.
    """
    if cell.status.key == Verdict.CRASHED:  # the process of the check died, so that no call is recorded
        return Symptom(cell)
    comparison = comparison_of(cell)
    if comparison is None or comparison.wording in NO_FINDING_WORDINGS:
        return None
    calls = comparison.calls
    ended_index = next((k for k, call in enumerate(calls) if _SIGNAL_ANSWER.fullmatch(call.answer)), None)
    if ended_index is not None:
        return Symptom(cell, calls, ended_index)
    wrong_index = next((k for k, call in enumerate(calls) if _is_wrong(call)), None)
    if wrong_index is not None:
        return Symptom(cell, calls, wrong_index, is_wrong=True)
    return Symptom(cell, calls, len(calls) - 1)


def finite_number(text: str) -> float | None:
    """Read a finite number, also an exact one such as ``1/log2(3)``; None if the text is not one."""
    try:
        value = float(text)
    except ValueError:
        try:
            value = float(parse(text))
        except (ValueError, ArithmeticError, TypeError):
            return None
    return value if isfinite(value) else None


def _is_wrong(call: CallNote) -> bool:
    """Return whether a library's answer is not the finite value of its definition; False if either is unknown.

    An answer that is not a number differs from any value. Without a definition, or where the definition has no finite
    value, a number cannot be judged.
    """
    if not call.definition:
        return False
    answer, exact = finite_number(call.answer), finite_number(call.definition)
    if answer is None:
        return True
    if exact is None:
        return False
    return abs(answer - exact) > TOLERANCE * (1 + abs(exact))


def _single(value: float) -> float:
    """Return the value rounded to single precision; a value beyond its range is returned unchanged."""
    try:
        return float(struct.unpack("f", struct.pack("f", value))[0])
    except OverflowError:
        return value


def _dtypes(call: CallNote) -> list[str]:
    """Return the number types that the code of a call names, each once."""
    return sorted(set(_DTYPE_ARGUMENT.findall(call.snippet)))


def cause_keys(symptom: Symptom, wrong_rows: frozenset[str]) -> Iterator[CauseKey]:
    """Yield the keys of a symptom; symptoms of one library that share a key have one cause.

    The first key is the code of the call. For a wrong answer, the second key is the arguments with both values:
    functions that are wrong alike for one input share the defect. The last key is the kind of failure. These kinds are
    tried in order:

    1. The input has numbers that single precision cannot distinguish: one cause for the whole library.
    2. The call raises: one cause for each message, regardless of the input.
    3. Every answer is right, but together they break the axiom: one cause for each axiom.
    4. The answer is wrong only after a change of the input: again one cause for each axiom.
    5. The answer is wrong from the start: one cause for each row.

    ``wrong_rows`` are the rows that give a wrong number for an ordinary input. Their answers to a changed input are
    wrong for that same cause (kind 5), unless the change is one of number types.
    """
    call, row, axiom = symptom.call, symptom.cell.metric, symptom.cell.axiom
    if call is None or not call.snippet:  # without code: one cause for each answer (or verdict) and axiom
        yield symptom.answer, axiom
        return
    yield (call.snippet,)
    if symptom.is_wrong:
        yield *_ARGUMENT_LINE.findall(call.snippet), symptom.answer, call.definition
    if symptom.needs_double_precision:
        yield ("single precision",)
    elif call.raises:
        yield (_INPUT_IN_MESSAGE.sub("", symptom.answer),)
    elif not symptom.is_wrong:
        yield "relation", axiom
    elif symptom.call_index > 0 and (row not in wrong_rows or symptom.has_changed_dtype):
        yield "changed", axiom
    else:
        # True stands for any number, so that all wrong numbers of a row are one cause
        yield symptom.has_finite_answer or symptom.answer, row


@dataclass(frozen=True)
class Peers:
    """Results of all libraries, used to tell a common choice from an isolated one; built by :meth:`collect`.

    The results are grouped by question: an axiom with the sort of a row's arguments, such as ``judged lists``, since
    how a correlation treats ties says nothing about a metric of lists.
    """

    failing_libraries: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    """The libraries with a metric that fails, by question."""
    holding_libraries: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    """The libraries with a metric for which the axiom is not refuted, by question."""
    agreeing_rows: set[str] = field(default_factory=set)
    """Rows that agree with a row of another library, at least on inputs without ties."""
    wrong_rows: frozenset[str] = frozenset()
    """Rows that give a wrong number for an ordinary input, one without any change."""
    sorts: Mapping[str, str] = field(default_factory=dict)
    """The sort of the arguments of each row, such as ``judged lists``, by the row's name."""

    @classmethod
    def collect(cls, cells: Iterable[Cell], wrong_rows: frozenset[str], sorts: Mapping[str, str]) -> Peers:
        """Collect the results of all cells of a report."""
        peers = cls(wrong_rows=wrong_rows, sorts=sorts)
        for cell in cells:
            library, compared_row = library_of(cell.metric), str(cell.arguments.get("other", ""))
            if cell.axiom in AGREEMENT_AXIOMS:  # ``compared_row`` is the other implementation
                if cell.status.is_unrefuted and library_of(compared_row) != library:
                    peers.agreeing_rows.update((cell.metric, compared_row))
            elif cell.status.holds == "no":
                peers.failing_libraries.setdefault(peers._question(cell), set()).add(library)
            elif cell.status.is_unrefuted:
                peers.holding_libraries.setdefault(peers._question(cell), set()).add(library)
        return peers

    def _question(self, cell: Cell) -> tuple[str, str]:
        """Return the question that a cell answers: its axiom, and the sort of its row's arguments."""
        return cell.axiom, self.sorts.get(cell.metric, "")

    def is_isolated(self, cell: Cell) -> bool:
        """Return whether some other library has a result on the same question, and no other library fails it."""
        question = self._question(cell)
        own_library = {library_of(cell.metric)}
        others_failing = self.failing_libraries.get(question, set()) - own_library
        others_holding = self.holding_libraries.get(question, set()) - own_library
        return bool(others_holding) and not others_failing


def rank_of(symptom: Symptom, peers: Peers) -> str:
    """Rank the symptom as a maintainer would: one of :data:`words.RANKS`, by the first rule below that decides.

    A wrong number that looks right is the worst, since nobody notices it (``SILENT``). A failure that shows itself is a
    broken promise if the documentation says otherwise (``EDGE``), otherwise a choice of the library (``CONVENTION``).
    """
    cell, comparison = symptom.cell, comparison_of(symptom.cell)
    if comparison is None:  # only the cell of a dead process has no comparison
        return CRASH
    if symptom.call is None:  # a comparison without calls shows nothing
        return CONVENTION
    is_documented = comparison.documentation == "says that it holds"
    # failures of some axioms always mean the same
    if cell.axiom == CUT_OFF_ZERO and not is_documented and not _SIGNAL_ANSWER.fullmatch(symptom.answer):
        return CONVENTION
    if symptom.is_crash:
        return CRASH
    if cell.axiom == DUPLICATES:
        return SILENT
    if cell.axiom == HUGE_GRADES and not is_documented and cell.metric not in peers.wrong_rows:
        return CONVENTION  # a limit of the number type, unless the row is wrong for usual grades, too
    # an answer that is not a finite number shows itself
    if not symptom.has_finite_answer:
        is_unexpected_nan = symptom.is_wrong and not symptom.call.raises
        return EDGE if is_documented or is_unexpected_nan else CONVENTION
    # a wrong number; where another library computes the same one, the documented formula is wrong and not the code
    if symptom.is_wrong:
        is_ordinary = not symptom.needs_double_precision and not symptom.has_changed_dtype
        return EDGE if is_ordinary and cell.metric in peers.wrong_rows & peers.agreeing_rows else SILENT
    if is_documented:
        return EDGE
    if comparison.wording in DEVIATIONS:
        return SILENT
    # Every answer may be right by itself: what is at stake is the relation between them. It is a choice of the library
    # how two of its metrics go together (``other`` is one of them), and whether it refuses an input.
    is_choice = "other" in cell.arguments or cell.axiom.startswith("refuses-") or cell.axiom in CONVENTION_AXIOMS
    is_defect = cell.axiom in IMPLEMENTATION_AXIOMS and peers.is_isolated(cell) and not is_choice
    return SILENT if is_defect else CONVENTION
