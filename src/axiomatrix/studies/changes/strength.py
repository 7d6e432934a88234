"""The order of evidence: what a cell says of its statement, and how strongly. The one place that defines it."""

from __future__ import annotations

from typing import Literal

from ...evidence.cell import Cell
from ...evidence.evidence import Evidence, Extreme, Witness
from ...evidence.verdict import FAULTS, STANDING, Verdict
from ...numbers.exact import compare, parse

State = Literal["stands", "refuted", "not shown", "unknown", "not applicable", "fault"]


def state(cell: Cell) -> State:
    """What the evidence says of the statement, whatever is declared.

    ``stands``: proved, or not refuted as far as was looked. ``not shown``: an instance that should be there was looked
    for in vain. ``unknown``: undecided, vacuous, or failing by no more than rounding explains.
    """
    verdict = cell.evidence.verdict
    if verdict in FAULTS:
        return "fault"
    if verdict is Verdict.REFUTED:
        return "refuted"
    if verdict is Verdict.NOT_APPLICABLE:
        return "not applicable"
    if verdict not in STANDING:
        return "unknown"
    return "not shown" if cell.evidence.no_example_found else "stands"


def strength(evidence: Evidence) -> tuple[int, ...]:
    """How strong evidence is among evidence that says the same; compared from left to right, larger is stronger.

    Of what stands (or was looked for in vain):

    1. the verdict: proved for every n, then certified (all parameters up to some n), then exhausted (every instance up
       to some n), then searched (a grid, drawn cases, or given lists);
    2. how far that goes: the n of the certificates, of the enumeration, or of the proof's checked steps;
    3. the n up to which all rankings (orders, lists) were enumerated, be it over a grid of parameters, then how many
       cases that grid gave;
    4. the number of drawn or given cases, then the n up to which they were drawn;
    5. fewer undecided cases.

    This is a convention where two kinds of evidence cannot be compared: certified n <= 3 ranks above exhausted n <= 6,
    and a larger enumeration above more drawn cases.

    Of what is refuted or shown by an instance: an exact instance is stronger than one in floats, a smaller one than a
    larger one, and one that is known to be the smallest than one that is the smallest found. More cases make nothing
    more refuted.
    """
    witness = evidence.witness
    if evidence.verdict in (Verdict.REFUTED, Verdict.PROVED) and witness is not None:
        return (Verdict.PROVED.rank, witness.channel == "exact", -witness.n, witness.smallest)
    if evidence.by_family:
        return (Verdict.PROVED.rank, True, 0, True)
    if evidence.verdict not in STANDING:
        return ()
    drawn = [r for r in evidence.reach if r.method in ("sampling", "given")]
    enumerated = [r for r in evidence.reach if r.method == "enumeration"]
    return (
        evidence.verdict.rank,
        evidence.settled_up_to,
        max((r.largest for r in enumerated), default=0),
        sum(r.cases for r in enumerated if r.grid),
        sum(r.cases for r in drawn),
        max((r.largest for r in drawn), default=0),
        -evidence.undecided,
    )


def covers(evidence: Evidence, witness: Witness) -> bool:
    """Whether the evidence decides the instance that was found once, so that it cannot stand any more.

    An enumeration decides those that an enumeration found: a list that was drawn may have more missing items.
    """
    if evidence.verdict is Verdict.PROVED:
        return evidence.proof is not None
    decides = evidence.verdict is Verdict.CERTIFIED or (evidence.verdict is Verdict.EXHAUSTED and witness.smallest)
    return decides and evidence.settled_up_to >= witness.n


def better_bound(old: Extreme, new: Extreme) -> bool | None:
    """Whether the bound on the best constant is better than it was; None if it is the same or cannot be compared."""
    if old.sense != new.sense or old.value == new.value:
        return None
    try:
        sign = compare(parse(new.value), parse(old.value))
    except (ValueError, ArithmeticError, TypeError):
        return None
    return None if not sign else (sign > 0) == (new.sense == "sup")
