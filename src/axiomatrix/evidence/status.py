"""Status of a cell: whether its statement holds, how strongly and how far, with the words that every report uses.

:func:`status_of` reads it off the evidence. Reports print its words, and comparisons of reports use its strength.

A cell is one statement about one metric. Its *verdict* names its evidence, such as ``searched``, and its *reach* says
how far each method went. Two kinds of undecided cells have their own status in place of the verdict of the search:
a statement of existence without an example, and an axiom that asks for a best constant.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import IntEnum
from typing import Literal

from msgspec import Struct

from ..model.claim import Status
from .derivation import size_text
from .evidence import INFINITE, Evidence, Extreme
from .notation import short_number
from .safe import visible
from .verdict import BEST_SO_FAR, FAULTS, NO_EXAMPLE, NOTATION, Notation, Tone, Verdict

BY_FAMILY = "by a family of instances"
"""Reach of a proof that no constant bounds a ratio."""
FEW_CASES = 20
"""Number of informative cases below which it is shown beside the verdict."""
COUNTED_VERDICTS = (Verdict.CERTIFIED, Verdict.EXHAUSTED, Verdict.SEARCHED, Verdict.UNDECIDED, Verdict.VACUOUS)
"""Verdicts whose strength is the number of their cases."""
OPEN_KEYS = {"an instance": NO_EXAMPLE, "a constant": BEST_SO_FAR}
"""Key in place of the verdict of an undecided cell, by the aim of its search (:data:`~.evidence.SOUGHT_BY`)."""


class EvidenceGrade(IntEnum):
    """Kind of evidence, the weakest first. An exact instance settles its statement like a proof."""

    NONE = 0
    SEARCHED = 1
    EXHAUSTED = 2
    CERTIFIED = 3
    PROVED = 4

    @classmethod
    def of(cls, verdict: Verdict) -> EvidenceGrade:
        """The grade of evidence with that verdict."""
        return _GRADES.get(verdict, cls.NONE)


_GRADES = {
    Verdict.REFUTED: EvidenceGrade.PROVED,
    Verdict.PROVED: EvidenceGrade.PROVED,
    Verdict.CERTIFIED: EvidenceGrade.CERTIFIED,
    Verdict.EXHAUSTED: EvidenceGrade.EXHAUSTED,
    Verdict.SEARCHED: EvidenceGrade.SEARCHED,
}


class CellStatus(Struct, frozen=True):
    """Status of a cell: whether it holds, how strongly and how far, with symbol and words for people."""

    key: str
    """The verdict, :data:`~.verdict.NO_EXAMPLE` or :data:`~.verdict.BEST_SO_FAR`: the name in files."""
    holds: Literal["yes", "no", "unknown"]
    """``yes`` where nothing contradicts the statement as far as was looked; :attr:`grade` says what that is worth.

    ``unknown`` also where a statement of existence has no example, and where a best constant is asked for.
    """
    strength: tuple[int, ...]
    """Larger is stronger among statuses that hold alike; the first number is the grade. See :func:`strength_of`."""
    tone: Tone
    """The meaning of its colour."""
    symbol: str
    """The character of the verdict, such as ``E``."""
    word: str
    """The verdict in a word, such as ``exhausted``."""
    reach: str
    """How far the evidence goes, such as ``exhausted n<=5; searched 400 n<=12``; for a fault, the reason."""
    bound: str
    """The bound on a best constant, such as ``best >= 1/2``, or the theorem that none exists."""
    few_cases: int | None
    """The number of informative cases if it is below :data:`FEW_CASES`, else None."""
    reason: str = ""
    """Reason that the verdict is not better; mostly empty."""

    @property
    def grade(self) -> EvidenceGrade:
        """Kind of evidence."""
        return EvidenceGrade(self.strength[0])

    @property
    def is_asked(self) -> bool:
        """Return whether the axiom applies to the metric."""
        return self.key != Verdict.NOT_APPLICABLE

    @property
    def is_fault(self) -> bool:
        """Return whether the definition failed, so that nothing was decided."""
        return self.key in FAULTS

    @property
    def is_unrefuted(self) -> bool:
        """Return whether evidence was looked for and none contradicts the statement; an example may be missing."""
        return self.holds != "no" and self.grade is not EvidenceGrade.NONE

    @property
    def no_example_found(self) -> bool:
        """Return whether a statement of existence was left without an example."""
        return self.key == NO_EXAMPLE

    @property
    def notation(self) -> Notation:
        """The line of the legend."""
        return NOTATION[self.key]

    @property
    def text_beside_symbol(self) -> str:
        """Reach and reason for a place beside the symbol, which says "holds" already; otherwise :attr:`text`."""
        return self._with_reason(self.reach) if self.holds == "yes" and self.reach else self.text

    @property
    def text(self) -> str:
        """Verdict, reach and reason, such as ``refuted n=3`` or ``searched: grid n<=4``."""
        reach_repeats_word = self.reach.startswith(f"{self.word} ")
        if not self.reach or reach_repeats_word:
            return self._with_reason(self.reach or self.word)
        reach_completes_word = self.holds == "no" and self.reach.startswith(("n=", BY_FAMILY))
        return self._with_reason(f"{self.word}{' ' if reach_completes_word else ': '}{self.reach}")

    def _with_reason(self, text: str) -> str:
        """Add the reason in brackets, unless the text has it already as the reach, as for a fault."""
        return f"{text} ({self.reason})" if self.reason and self.reason != self.reach else text


def status_of(evidence: Evidence, declared: Collection[Status] = ()) -> CellStatus:
    """Return the status of a cell with this evidence; ``declared`` are the statuses that its claims declare.

    A declared failure that an enumeration did not find is coloured like a search, not as holding.
    """
    verdict = evidence.verdict
    key = str(verdict)
    if verdict not in (Verdict.REFUTED, Verdict.PROVED):
        key = OPEN_KEYS.get(evidence.sought, key)
    notation = NOTATION[key]
    supports = key in _GRADES  # without NO_EXAMPLE and BEST_SO_FAR, whatever the verdict of the search
    is_counted = verdict in COUNTED_VERDICTS and evidence.derivation is None
    is_unconfirmed = "fails" in declared and verdict is Verdict.EXHAUSTED
    holds: Literal["yes", "no", "unknown"] = "yes" if supports else "unknown"
    if verdict is Verdict.REFUTED:
        holds = "no"
    return CellStatus(
        key=key,
        holds=holds,
        strength=strength_of(evidence),
        tone=Tone.SEARCHED if is_unconfirmed else notation.tone,
        symbol=notation.symbol,
        word=notation.word,
        reach=visible("; ".join(filter(None, (_reach_text(evidence), _kernel_text(evidence.kernel))))),
        bound=_bound_text(evidence),
        few_cases=evidence.cases if is_counted and evidence.cases < FEW_CASES else None,
        reason="" if evidence.sought or verdict is Verdict.REFUTED else visible(evidence.reason),
    )


def _kernel_text(n: int) -> str:
    """Write up to how many items the kernel of Rocq, a proof assistant, checked the statement; empty for 0."""
    return f"kernel-checked n<={n}" if n else ""


def strength_of(evidence: Evidence) -> tuple[int, ...]:
    """Measure evidence by a tuple: of two cells that hold alike, the larger tuple has the stronger evidence.

    For a statement that holds as far as it was searched, and for an example that was not found:

    1. the grade: proved, certified, exhausted, searched;
    2. how far that goes: the n of the certificates, of the enumeration, or of the proof's checked steps;
    3. the n up to which all instances were enumerated, on a grid or not, then the cases of the grid;
    4. the number of drawn or given cases, then the n up to which they were drawn;
    5. fewer undecided cases.

    Certified n <= 3 ranks above exhausted n <= 6 by convention, and a larger enumeration above more drawn cases.

    For a statement that an instance settles, an exact instance is stronger than one in floats, a smaller instance than
    a larger one, and a proven smallest than the smallest found.
    """
    witness, grade = evidence.witness, EvidenceGrade.of(evidence.verdict)
    # (grade, is exact, -size, is smallest); what holds for every n counts as size 0 and smallest
    if grade is EvidenceGrade.PROVED and witness is not None:
        return (grade, witness.channel == "exact", -witness.n, witness.smallest)
    if evidence.by_family:  # a refutation for every n, by a proof
        return (grade, True, 0, True)
    if evidence.derivation is not None and evidence.verdict is Verdict.REFUTED:
        is_for_every_n = evidence.derivation.n == 0
        return (grade, is_for_every_n, -evidence.derivation.n, is_for_every_n)
    if grade is EvidenceGrade.NONE or evidence.verdict is Verdict.REFUTED:
        return (grade,)
    drawn = [reach for reach in evidence.reach if reach.method in ("hypothesis", "given")]  # given: the user's lists
    enumerated = [reach for reach in evidence.reach if reach.method == "enumeration"]
    return (
        grade,
        evidence.settled_up_to,
        max((r.largest for r in enumerated), default=0),
        sum(r.cases for r in enumerated if r.grid),
        sum(r.cases for r in drawn),
        max((r.largest for r in drawn), default=0),
        -evidence.undecided,
    )


def _reach_text(evidence: Evidence) -> str:
    """Write how far the evidence goes; for a fault or an axiom that does not apply, the reason.

    What settles the cell is written alone: a derivation, an instance, a family or a proof. Otherwise all methods are,
    those that support the verdict first.
    """
    verdict, witness, derivation = evidence.verdict, evidence.witness, evidence.derivation
    if derivation is not None:
        size = size_text(verdict, derivation.n)
        return f"{size}: {derivation.because}" if size else derivation.because
    if witness is not None:
        text_by_verdict = {
            Verdict.REFUTED: f"n={witness.n}",
            Verdict.ROUNDING: f"within {verdict.written} at n={witness.n}",
            Verdict.PROVED: f"shown at n={witness.n}",
        }
        if verdict in text_by_verdict:
            return text_by_verdict[verdict]
    if evidence.by_family:
        return BY_FAMILY
    if verdict is Verdict.PROVED:
        return "; ".join(r.text for r in evidence.reach if r.method == "proof")
    if verdict in (Verdict.NOT_APPLICABLE, *FAULTS):
        return evidence.reason
    supporting_first = sorted(evidence.reach, key=lambda reach: not reach.supports(verdict))
    # A method without a decided case is left out, unless it enumerated or no method has one.
    mentioned = [r for r in supporting_first if r.cases or r.method == "enumeration" or not evidence.cases]
    return "; ".join(reach.text for reach in mentioned)


def _bound_text(evidence: Evidence) -> str:
    """Write the bound on the best constant, or the theorem that there is none; empty if neither is known."""
    if evidence.by_family and evidence.proof is not None:
        return visible(evidence.proof.theorem)
    return best_text(evidence.extreme) if evidence.extreme else ""


def best_text(extreme: Extreme) -> str:
    """Write the bound on the best constant, as a decimal on the safe side if the exact number is long."""
    if extreme.best == INFINITE:
        return extreme.text
    number = short_number(extreme.best, down=extreme.sense == "sup")
    return f"best {'>=' if extreme.sense == 'sup' else '<='} {number}"
