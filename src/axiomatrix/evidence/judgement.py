"""Comparison of a cell before and after: with its expectation, or with the same cell of an older report.

:mod:`.expectations` and the comparison of reports judge changes by :func:`compare`. The evidence is compared first,
then what is declared. To withdraw a declaration never counts as better: a statement that was declared to hold and no
longer is counts as worse, whatever became of the evidence.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from ..numbers.exact import compare as compare_numbers
from ..numbers.exact import parse
from .cell import Cell
from .evidence import Evidence, Extreme, Witness
from .status import EvidenceGrade
from .verdict import Outcome, Verdict

Change = Literal["same", "worse", "gone", "renamed", "better", "stronger", "weaker", "other witness", "new", "other"]
"""Kind of a change, which :func:`compare` explains. A comparison of whole reports also finds what was *renamed*."""
State = Literal["stands", "refuted", "not shown", "unknown", "not applicable", "fault"]
"""State of a statement by its evidence; ``not shown`` is a statement of existence without an example."""


class Judgement(NamedTuple):
    """Kind of a change, with its reason in words."""

    change: Change
    why: str


SAME = Judgement("same", "as it was")
NOT_FOUND_AGAIN = "the counterexample was not found again, but it still stands: the definition is the same"
"""Why a cell whose refutation a later run did not repeat is weaker, and not better."""


def compare(old: Cell | None, new: Cell | None, *, edited: bool) -> Judgement:
    """Judge how a cell has changed; None for a cell that does not exist on that side.

    ``edited`` says whether the metric, or one that it is compared with, has another definition than before: an exact
    counterexample stands until a definition changes, whatever a later search finds.

    - *worse*: a claim is broken now, is undecided now, or was declared to hold and no longer is; a definition is at
      fault now; what stood is refuted, whether anybody declares it or not.
    - *gone*: the new side has no such cell.
    - *better*: the reverse of worse. What was refuted and is not any more counts only if the definition has changed or
      every instance of that size is decided now; otherwise the evidence is *weaker*.
    - *stronger*, *weaker*: the statement stands or falls as before, on better or lesser evidence; an unknown cell is
      decided, or the reverse; a conjecture is settled.
    - *other witness*: refuted or shown as before, by another instance or with other values.
    - *other*: another claim, reason, fault or best constant.

    Where a metric is declared to fail before and after, what is refuted is better and what stands is worse.
    """
    if old is None:
        return SAME if new is None else _compare_with_nothing(new)
    if new is None:
        broken = old.outcome is Outcome.BROKEN
        return Judgement("gone", f"gone, with {'a broken claim' if broken else 'its claims'}" if old.claims else "gone")
    withdrawal = _withdrawal(old, new)
    judgement = _compare_evidence(old, new, edited=edited)
    if withdrawal and judgement.change != "same":
        return Judgement("worse", f"declaration changed: {withdrawal}; {judgement.why}")
    if withdrawal:
        return Judgement("worse", f"declaration changed: {withdrawal}")
    return _compare_claims(old, new) if judgement.change == "same" else judgement


def _compare_with_nothing(new: Cell) -> Judgement:
    """Judge a cell that did not exist before."""
    if new.outcome is Outcome.BROKEN:
        return Judgement("worse", "new, and a claim is broken")
    return Judgement("worse", "new, and at fault") if new.status.is_fault else Judgement("new", "new")


def _withdrawal(old: Cell, new: Cell) -> str:
    """Describe a statement that was declared to hold and no longer is; empty for any other."""
    before, after = ({claim.status for claim in cell.claims} for cell in (old, new))
    if "holds" not in before or "holds" in after:
        return ""
    now = {"fails": "now declared to fail", "conjectured": "now conjectured"}
    return f"declared to hold before, {next((now[status] for status in now if status in after), 'not any more')}"


def _compare_evidence(old: Cell, new: Cell, *, edited: bool) -> Judgement:
    """Judge the evidence: broken and undecided claims and faults first, then the states of the statement."""
    before, after = _state(old), _state(new)
    if new.outcome is Outcome.BROKEN and old.outcome is not Outcome.BROKEN:
        is_added = before == after and not set(new.claims) <= set(old.claims)
        return Judgement("worse", "a claim was added that is broken" if is_added else "a claim is broken")
    if "fault" in (before, after):
        return _compare_faults(old, new, before, after)
    if new.outcome is Outcome.UNRESOLVED and old.outcome not in (Outcome.UNRESOLVED, Outcome.BROKEN):
        return Judgement("worse", "a declared claim is not decided any more")
    if old.outcome is Outcome.UNRESOLVED and new.outcome is not Outcome.UNRESOLVED and new.claims:
        return Judgement("better", "a declared claim is decided")
    if before == after:
        return _compare_alike(old, new, edited=edited)
    if "not applicable" in (before, after):
        return Judgement("other", "not applicable any more" if after == "not applicable" else "applicable now")
    if before == "unknown":
        return Judgement("stronger", "decided now")
    if after == "unknown":
        return Judgement("weaker", "not decided any more")
    return _compare_opposed(old, new, before, after, edited=edited)


def _compare_faults(old: Cell, new: Cell, before: State, after: State) -> Judgement:
    """Judge two cells of which at least one has a fault."""
    if after != "fault":
        return Judgement("better", f"no fault any more ({old.evidence.verdict} before)")
    if before != "fault":
        return Judgement("worse", f"no verdict any more: {new.evidence.verdict}")
    is_same = (old.evidence.verdict, old.evidence.reason) == (new.evidence.verdict, new.evidence.reason)
    return SAME if is_same else Judgement("other", "another fault")


def _compare_opposed(old: Cell, new: Cell, before: State, after: State, *, edited: bool) -> Judgement:
    """Judge two cells of opposed states: stands, refuted, or without an example."""
    witness = old.evidence.witness
    if witness is not None and after != "refuted" and not (edited or _covers(new.evidence, witness)):
        return Judgement("weaker", NOT_FOUND_AGAIN)
    if {before, after} == {"not shown", "refuted"}:
        stronger = after == "refuted"
        return Judgement(
            "stronger" if stronger else "weaker", f"there is none, {'by proof now' if stronger else 'as far as looked'}"
        )
    conjectured = {claim.status for claim in new.claims} == {"conjectured"}
    if conjectured and new.outcome is Outcome.SETTLED:
        return Judgement("stronger", "the conjecture is settled")
    if conjectured or (after == "stands") == (before == "stands"):  # or an existential statement that is refuted
        return Judgement("other", "the fact has changed")
    old_statuses, new_statuses = ({claim.status for claim in cell.claims} for cell in (old, new))
    is_declared_to_fail = "fails" in old_statuses & new_statuses and "holds" not in old_statuses | new_statuses
    if after == "stands":
        gained = "no counterexample any more" if before == "refuted" else "an instance is shown"
        return Judgement("worse" if is_declared_to_fail else "better", gained)
    lacking = "refuted; it stood before" if after == "refuted" else "no instance is found any more"
    return Judgement("better" if is_declared_to_fail else "worse", lacking)


def _compare_alike(old: Cell, new: Cell, *, edited: bool) -> Judgement:
    """Judge two cells of one state: by strength, best constant, witness, values of a parameter, and reason."""
    before, after = old.evidence, new.evidence
    if old.status.strength != new.status.strength:
        is_stronger = new.status.strength > old.status.strength
        return Judgement("stronger" if is_stronger else "weaker", f"{'stronger' if is_stronger else 'weaker'} evidence")
    old_extreme, new_extreme = before.extreme, after.extreme
    if (old_extreme and old_extreme.best) != (new_extreme and new_extreme.best):
        if old_extreme is None:
            return Judgement("stronger", "the best constant is bounded")
        if new_extreme is None:
            return Judgement("weaker", "no bound on the best constant any more")
        is_better = None if edited else _better_bound(old_extreme, new_extreme)
        if is_better is None:
            return Judgement("other", "another best constant")
        bound = f"a {'better' if is_better else 'lesser'} bound on the best constant"
        return Judgement("stronger" if is_better else "weaker", bound)
    old_witness, new_witness = before.witness, after.witness
    if old_witness is not None and new_witness is not None:
        if (old_witness.instance, old_witness.parameters) != (new_witness.instance, new_witness.parameters):
            return Judgement("other witness", "another instance")
        if (old_witness.lhs, old_witness.op, old_witness.rhs) != (new_witness.lhs, new_witness.op, new_witness.rhs):
            return Judgement("other witness", "the same instance with other values")
    if before.values != after.values:
        return Judgement("other", "other values of the parameter")
    reasons = [(evidence.verdict, evidence.reason, evidence.proof, evidence.derivation) for evidence in (before, after)]
    return SAME if reasons[0] == reasons[1] else Judgement("other", "another reason")


def _compare_claims(old: Cell, new: Cell) -> Judgement:
    """Judge two cells whose evidence is the same."""
    added, removed = set(new.claims) - set(old.claims), set(old.claims) - set(new.claims)
    if not added and not removed:
        return SAME
    return Judgement("other", f"a claim was {'changed' if added and removed else 'added' if added else 'withdrawn'}")


def _state(cell: Cell) -> State:
    """Return the state of the statement by the evidence alone, whatever is declared."""
    status = cell.status
    if status.is_fault:
        return "fault"
    if not status.is_asked:
        return "not applicable"
    if status.holds == "no":
        return "refuted"
    if status.grade is EvidenceGrade.NONE:
        return "unknown"
    return "not shown" if status.no_example_found else "stands"


def _covers(evidence: Evidence, witness: Witness) -> bool:
    """Return whether the evidence decides the instance of an earlier witness, so that it cannot stand any more.

    An enumeration decides those that an enumeration found: a list that was drawn may have more missing items.
    """
    if evidence.verdict is Verdict.PROVED:
        return evidence.proof is not None or evidence.derivation is not None
    decides = evidence.verdict is Verdict.CERTIFIED or (evidence.verdict is Verdict.EXHAUSTED and witness.smallest)
    return decides and evidence.settled_up_to >= witness.n


def _better_bound(old: Extreme, new: Extreme) -> bool | None:
    """Return whether the bound on the best constant improved; None if it is equal or cannot be compared."""
    if old.sense != new.sense or old.best == new.best:
        return None
    try:
        sign = compare_numbers(parse(new.best), parse(old.best))
    except (ValueError, ArithmeticError, TypeError):
        return None
    return None if not sign else (sign > 0) == (new.sense == "sup")
