"""Causes of refuted cells of libraries: which cells fail for the same reason, and how serious that is.

The library's calls are compared with its documented definition. The first call with another answer is the symptom of
the cell; if there is none, the last call is. Cells of one library that share a key have one cause.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ...evidence.cell import Cell
from ...evidence.evidence import DEVIATIONS, CallNote, Comparison
from ...evidence.verdict import Verdict
from ...libraries.axioms import IMPLEMENTATION
from ...numbers.exact import parse
from .words import CONVENTION, CRASH, EDGE, SILENT

AGREEMENT_AXIOMS = ("agrees-with", "agrees-with-without-ties")
"""The axioms about two implementations, which the report treats in its own section on agreement."""
TIE_POLICY = "tie-policy"
"""The axiom about the policy by which ties are broken; all policies are tried if the documentation names none."""
REFUSAL_EXCEPTIONS = ("ValueError", "TypeError", "NotImplementedError", "NotComputableError")
"""Exceptions by which a library refuses an input (the last is Ignite's own), as it does by an ``AssertionError`` that
says why; any other one counts as a crash."""
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
"""The axioms about implementations (such as types of arguments); all others are about the metric."""
NO_FINDING_WORDINGS = ("definition fails", "as documented")
"""The wordings that are not findings: the metric lacks the property, or the documentation says that it fails."""
_EXCEPTION = re.compile(r"raises (\w+)")
_DIED = re.compile(r"the process is ended by SIG\w+")
_FLOAT = re.compile(r"-?\d+(?:\.\d+(?:e[+-]?\d+)?|e[+-]?\d+)")
_DTYPE = re.compile(r"dtype=(?:torch\.)?'?(\w+)")
_NO_LETTER = re.compile(r"[^a-z]")
_OWN_WORDS = re.compile(r"'[^']*'|\d+")
_ARGUMENT_LINES = re.compile(r"^\w+ = (?:[\[{(\d'-]|np\.array|torch\.tensor).*$", re.MULTILINE)


def is_listed_apart(cell: Cell) -> bool:
    """Return whether the report lists a cell apart from findings: it is about agreement, or tries a tie policy."""
    return cell.axiom in AGREEMENT_AXIOMS or (cell.axiom == TIE_POLICY and not cell.claims)


def comparison_of(cell: Cell) -> Comparison | None:
    """The comparison of a refuted cell with definition and documentation; None for other cells, and those apart."""
    return cell.evidence.comparison if cell.status.holds == "no" and not is_listed_apart(cell) else None


def library_of(row: str) -> str:
    """The id of a row's library, with which the row's name begins."""
    return row.partition(".")[0]


@dataclass(frozen=True)
class Symptom:
    """A refuted cell with the call that shows the failure, or a cell whose process died, without a call."""

    cell: Cell
    calls: tuple[CallNote, ...] = ()
    at: int = -1
    """The place of that call among the calls."""
    deviates: bool = False
    """Whether the documented definition has another value for this call."""

    @property
    def call(self) -> CallNote | None:
        return self.calls[self.at] if self.calls else None

    @property
    def answer(self) -> str:
        return self.call.answer if self.call is not None else self.cell.status.text

    @property
    def is_number(self) -> bool:
        """Return whether the library answered with a finite number."""
        return number(self.answer) is not None

    @property
    def is_plain(self) -> bool:
        """Return whether the number is wrong for an ordinary input, and not only after a change to it."""
        return self.deviates and self.is_number and self.at == 0

    @property
    def is_coarse(self) -> bool:
        """Return whether the call has two numbers that single precision cannot distinguish."""
        texts = _FLOAT.findall(self.call.snippet) if self.call is not None else []
        numbers = {float(text) for text in texts}
        return len({_single(value) for value in numbers}) < len(numbers)

    @property
    def has_escaped(self) -> bool:
        """Return whether the process ended, or an exception escaped that is not a refusal.

        A missing key in the answer does not count as one. An exception that is named after the library, such as
        ``LightGBMError``, is how that library refuses.
        """
        if _DIED.fullmatch(self.answer):
            return True
        raised = _EXCEPTION.match(self.answer) if self.call is not None and self.call.raises else None
        if self.call is None or raised is None or raised[1] in REFUSAL_EXCEPTIONS:
            return False
        if raised[1] == "AssertionError" and " " in self.answer.partition(": ")[2]:
            return False
        if raised[1].lower().startswith(_NO_LETTER.sub("", library_of(self.cell.metric))):
            return False
        last = self.call.snippet.rstrip("\n").rpartition("\n")[2].partition("  # ")[0]
        key = self.answer.partition(": ")[2]
        return not (raised[1] == "KeyError" and f"[{key}]" in last)

    @property
    def has_other_dtype(self) -> bool:
        """Return whether the call has other number types than the first call of the cell."""
        return bool(self.calls) and _dtypes(self.calls[self.at]) != _dtypes(self.calls[0])


def symptom_of(cell: Cell) -> Symptom | None:
    """The symptom of a cell that is a finding; None for any other cell."""
    if cell.status.key == Verdict.CRASHED:
        return Symptom(cell)
    compared = comparison_of(cell)
    if compared is None or compared.wording in NO_FINDING_WORDINGS:
        return None
    ended = next((k for k, call in enumerate(compared.calls) if _DIED.fullmatch(call.answer)), None)
    if ended is not None:
        return Symptom(cell, compared.calls, ended)
    differing = (k for k, call in enumerate(compared.calls) if _differs(call))
    at = next(differing, None)
    last = len(compared.calls) - 1
    return Symptom(cell, compared.calls, last if at is None else at, at is not None)


def number(text: str) -> float | None:
    """Read a finite number, also an exact one such as ``1/log2(3)``; None if the text is not one."""
    try:
        value = float(text)
    except ValueError:
        try:
            value = float(parse(text))
        except (ValueError, ArithmeticError, TypeError):
            return None
    return value if value - value == 0 else None


def _differs(call: CallNote) -> bool:
    """Return whether the library's answer to a call differs from the documented definition; it may be missing."""
    if not call.definition:
        return False
    answer, exact = number(call.answer), number(call.definition)
    if answer is None or exact is None:
        return answer is None
    return abs(answer - exact) > TOLERANCE * (1 + abs(exact))


def _single(value: float) -> float:
    """The value rounded to single precision."""
    try:
        return float(struct.unpack("f", struct.pack("f", value))[0])
    except OverflowError:
        return value


def _dtypes(call: CallNote) -> list[str]:
    return sorted(set(_DTYPE.findall(call.snippet)))


def keys_of(symptom: Symptom, broken: frozenset[str]) -> Iterator[tuple[object, ...]]:
    """Yield keys of a symptom; symptoms of a library that share one have one cause.

    Rows in ``broken`` give a wrong number for an ordinary input, so that their other wrong numbers have that cause.
    """
    call, row, axiom = symptom.call, symptom.cell.metric, symptom.cell.axiom
    if call is None or not call.snippet:
        yield symptom.answer, axiom
        return
    yield (call.snippet,)
    if symptom.deviates:
        yield *_ARGUMENT_LINES.findall(call.snippet), symptom.answer, call.definition
    if symptom.is_coarse:
        yield ("single precision",)
    elif call.raises:
        yield (_OWN_WORDS.sub("", symptom.answer),)
    elif not symptom.deviates:
        yield "relation", axiom
    elif symptom.at and (row not in broken or symptom.has_other_dtype):
        yield "changed", axiom
    else:
        yield symptom.is_number or symptom.answer, row


@dataclass(frozen=True)
class Peers:
    """Results of all libraries by axiom and sort of metric, which tell a common choice from an isolated one."""

    refuted: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    held: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    agreeing: set[str] = field(default_factory=set)
    """Rows that agree with a row of another library, at least where nothing is tied."""
    broken: frozenset[str] = frozenset()
    """Rows that give a wrong number for an ordinary input."""
    sorts: Mapping[str, str] = field(default_factory=dict)
    """Sort of the arguments of each row: how a correlation treats ties says nothing of a metric of lists."""

    @classmethod
    def of(cls, cells: Iterable[Cell], broken: frozenset[str], sorts: Mapping[str, str]) -> Peers:
        """Collect the results of all cells of a report."""
        peers = cls(broken=broken, sorts=sorts)
        for cell in cells:
            library, other = library_of(cell.metric), str(cell.arguments.get("other", ""))
            if cell.axiom in AGREEMENT_AXIOMS:
                if cell.status.is_unrefuted and library_of(other) != library:
                    peers.agreeing.update((cell.metric, other))
            elif cell.status.holds == "no":
                peers.refuted.setdefault(peers._question(cell), set()).add(library)
            elif cell.status.is_unrefuted:
                peers.held.setdefault(peers._question(cell), set()).add(library)
        return peers

    def _question(self, cell: Cell) -> tuple[str, str]:
        return cell.axiom, self.sorts.get(cell.metric, "")

    def is_alone(self, cell: Cell) -> bool:
        """Return whether other libraries were asked the same of metrics of this sort, and none of them fails it."""
        own, question = {library_of(cell.metric)}, self._question(cell)
        return not self.refuted.get(question, own) - own and bool(self.held.get(question, own) - own)


def rank_of(symptom: Symptom, peers: Peers) -> str:
    """Rank the symptom as a maintainer would: one of :data:`words.RANKS`."""
    cell, compared = symptom.cell, comparison_of(symptom.cell)
    if compared is None or symptom.call is None:
        return CRASH if compared is None else CONVENTION
    is_documented = compared.documentation == "says that it holds"
    if cell.axiom == CUT_OFF_ZERO and not is_documented and not _DIED.fullmatch(symptom.answer):
        return CONVENTION
    if symptom.has_escaped:
        return CRASH
    if cell.axiom == DUPLICATES:
        return SILENT
    if cell.axiom == HUGE_GRADES and not is_documented and cell.metric not in peers.broken:
        return CONVENTION
    if not symptom.is_number:
        return EDGE if is_documented or (symptom.deviates and not symptom.call.raises) else CONVENTION
    if symptom.deviates:
        is_ordinary = not symptom.is_coarse and not symptom.has_other_dtype
        return EDGE if is_ordinary and cell.metric in peers.broken & peers.agreeing else SILENT
    if is_documented:
        return EDGE
    if compared.wording in DEVIATIONS:
        return SILENT
    is_choice = "other" in cell.arguments or cell.axiom.startswith("refuses-") or cell.axiom in CONVENTION_AXIOMS
    is_isolated = cell.axiom in IMPLEMENTATION_AXIOMS and peers.is_alone(cell)
    return SILENT if is_isolated and not is_choice else CONVENTION
