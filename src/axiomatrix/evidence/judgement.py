"""Comparison of a cell before and after: with its expectation, or with the same cell of an older report.

:func:`judge_change` judges a change. :mod:`.expectations` uses it to compare a cell with a baseline, and
:mod:`axiomatrix.studies.changed` to compare two reports.

The evidence is compared first, then the declarations. The worst consequences of the evidence come first: a claim that
is broken now counts more than a fault, a fault more than an undecided claim, and the states of the statement count
last. Withdrawing a declaration never counts as better: a statement that was declared to hold and no longer is counts
as worse, regardless of the evidence.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from ..model.claim import Status
from ..numbers.exact import compare, parse
from .cell import Cell
from .evidence import Evidence, Extreme, Witness
from .status import EvidenceGrade
from .verdict import Outcome, Verdict

Change = Literal["same", "worse", "gone", "renamed", "better", "stronger", "weaker", "other witness", "new", "other"]
"""Kind of a change (see :func:`judge_change`). A comparison of whole reports also finds what was *renamed*."""
State = Literal["stands", "refuted", "not shown", "unknown", "not applicable", "fault"]
"""State of a statement by its evidence; ``not shown`` is a statement of existence without an example."""


class Judgement(NamedTuple):
    """Kind of a change, with its reason in words."""

    change: Change
    why: str


SAME = Judgement("same", "as it was")
NOT_FOUND_AGAIN = "the counterexample was not found again, but it still stands: the definition is the same"
"""Why a cell whose refutation a later run did not repeat is weaker, and not better."""
EXAMPLE_NOT_FOUND_AGAIN = "the example was not found again, but it still stands: the definition is the same"
"""Why a cell whose example a later run did not find again is weaker, and not worse."""


def judge_change(old: Cell | None, new: Cell | None, *, edited: bool) -> Judgement:
    """Judge how a cell has changed; None for a cell that does not exist on that side.

    ``edited`` is true if the definition of the metric, or of one that it is compared with, has changed: an exact
    counterexample stands until a definition changes, whatever a later search finds.

    - *worse*: a claim is broken now, is undecided now, or was declared to hold and no longer is; a definition is at
      fault now; a statement that stood is refuted, declared or not.
    - *gone*: the new side has no such cell.
    - *better*: the reverse of worse. A statement that is no longer refuted counts only if the definition has changed or
      every instance of that size is decided now; otherwise the evidence is *weaker*.
    - *stronger*, *weaker*: the statement stands or falls as before, on better or lesser evidence; an unknown cell is
      decided, or the reverse; a conjecture is settled.
    - *other witness*: refuted or shown as before, by another instance or with other values.
    - *other*: another claim, reason, fault or best constant.

    For a statement that is declared to fail on both sides, better and worse are swapped: a refutation is better.
    """
    if old is None:
        return SAME if new is None else _judge_new(new)
    if new is None:
        if not old.claims:
            return Judgement("gone", "gone")
        claims = "a broken claim" if old.outcome is Outcome.BROKEN else "its claims"
        return Judgement("gone", f"gone, with {claims}")
    judgement = _judge_evidence(old, new, edited=edited)
    is_same_evidence = judgement.change == "same"
    withdrawal = _withdrawal_text(old, new)
    if withdrawal:
        reasons = [withdrawal] if is_same_evidence else [withdrawal, judgement.why]
        return Judgement("worse", f"declaration changed: {'; '.join(reasons)}")
    return _judge_claims(old, new) if is_same_evidence else judgement


def _judge_new(new: Cell) -> Judgement:
    """Judge a cell that did not exist before."""
    if new.outcome is Outcome.BROKEN:
        return Judgement("worse", "new, and a claim is broken")
    if new.status.is_fault:
        return Judgement("worse", "new, and at fault")
    return Judgement("new", "new")


def _withdrawal_text(old: Cell, new: Cell) -> str:
    """Describe a statement that was declared to hold and no longer is; empty for any other."""
    before, after = _declared_statuses(old), _declared_statuses(new)
    if "holds" not in before or "holds" in after:
        return ""
    if "fails" in after:
        return "declared to hold before, now declared to fail"
    if "conjectured" in after:
        return "declared to hold before, now conjectured"
    return "declared to hold before, no longer declared"


def _declared_statuses(cell: Cell) -> set[Status]:
    """Return the statuses that the claims of a cell declare."""
    return {claim.status for claim in cell.claims}


def _judge_evidence(old: Cell, new: Cell, *, edited: bool) -> Judgement:
    """Judge the evidence: broken claims, faults and undecided claims first, then the states of the statement."""
    before, after = _state(old), _state(new)
    if new.outcome is Outcome.BROKEN and old.outcome is not Outcome.BROKEN:
        # the evidence says as before, so that a new claim is at fault
        is_added = before == after and not set(new.claims) <= set(old.claims)
        return Judgement("worse", "a broken claim was added" if is_added else "a claim is broken")
    if "fault" in (before, after):
        return _judge_faults(old, new, before, after)
    # To be undecided is not worse than to be broken, so such a cell is judged by its states below.
    if new.outcome is Outcome.UNRESOLVED and old.outcome not in (Outcome.UNRESOLVED, Outcome.BROKEN):
        return Judgement("worse", "a declared claim is no longer decided")
    # Where no claim is left, none was decided.
    if old.outcome is Outcome.UNRESOLVED and new.outcome is not Outcome.UNRESOLVED and new.claims:
        return Judgement("better", "a declared claim is decided")
    if before == after:
        return _judge_same_state(old, new, edited=edited)
    if "not applicable" in (before, after):
        return Judgement("other", "no longer applicable" if after == "not applicable" else "applicable now")
    if before == "unknown":
        return Judgement("stronger", "decided now")
    if after == "unknown":
        return Judgement("weaker", "no longer decided")
    return _judge_opposed_states(old, new, before, after, edited=edited)


def _judge_faults(old: Cell, new: Cell, before: State, after: State) -> Judgement:
    """Judge two cells, at least one with a fault."""
    if after != "fault":
        return Judgement("better", f"no longer at fault ({old.evidence.verdict.written} before)")
    if before != "fault":
        return Judgement("worse", f"no longer has a verdict: {new.evidence.verdict.written}")
    is_same = (old.evidence.verdict, old.evidence.reason) == (new.evidence.verdict, new.evidence.reason)
    return SAME if is_same else Judgement("other", "another fault")


def _judge_opposed_states(old: Cell, new: Cell, before: State, after: State, *, edited: bool) -> Judgement:
    """Judge two cells of different states among ``stands``, ``refuted`` and ``not shown``."""
    # The instance of the old cell refutes its statement, or is the example of a statement of existence.
    witness = old.evidence.witness
    if witness is not None and after != "refuted" and not (edited or _covers(new.evidence, witness)):
        return Judgement("weaker", NOT_FOUND_AGAIN if before == "refuted" else EXAMPLE_NOT_FOUND_AGAIN)
    # "not shown" is a statement of existence without an example: a proof that there is none refutes it.
    if before == "not shown" and after == "refuted":
        return Judgement("stronger", "now proved that there is none")
    if before == "refuted" and after == "not shown":
        return Judgement("weaker", "no example found, as far as searched")
    # Exactly one side stands from here on.
    if _declared_statuses(new) == {"conjectured"}:  # a conjecture may go either way, so neither state is better
        if new.outcome is Outcome.SETTLED:
            return Judgement("stronger", "the conjecture is settled")
        return Judgement("other", "the fact has changed")
    statuses_before, statuses_now = _declared_statuses(old), _declared_statuses(new)
    is_declared_to_fail = "fails" in statuses_before & statuses_now and "holds" not in statuses_before | statuses_now
    if after == "stands":
        gained = "no longer refuted" if before == "refuted" else "an example was found"
        return Judgement("worse" if is_declared_to_fail else "better", gained)
    lost = "refuted; it stood before" if after == "refuted" else "an example is no longer found"
    return Judgement("better" if is_declared_to_fail else "worse", lost)


def _judge_same_state(old: Cell, new: Cell, *, edited: bool) -> Judgement:
    """Judge two cells of one state: by strength, best constant, witness, values of a parameter, and reason."""
    before, after = old.evidence, new.evidence
    if old.status.strength != new.status.strength:
        change: Change = "stronger" if new.status.strength > old.status.strength else "weaker"
        return Judgement(change, f"{change} evidence")
    if _best_constant(before) != _best_constant(after):
        return _judge_best_constants(before.extreme, after.extreme, edited=edited)
    old_witness, new_witness = before.witness, after.witness
    if old_witness is not None and new_witness is not None:
        if (old_witness.instance, old_witness.parameters) != (new_witness.instance, new_witness.parameters):
            return Judgement("other witness", "another instance")
        if (old_witness.lhs, old_witness.op, old_witness.rhs) != (new_witness.lhs, new_witness.op, new_witness.rhs):
            return Judgement("other witness", "the same instance with other values")
    if before.values != after.values:  # those of a single parameter for which a refuted statement fails
        return Judgement("other", "other values of the parameter")
    reasons = [(evidence.verdict, evidence.reason, evidence.proof, evidence.derivation) for evidence in (before, after)]
    return SAME if reasons[0] == reasons[1] else Judgement("other", "another reason")


def _best_constant(evidence: Evidence) -> str | None:
    """Return the best constant so far as text; None for evidence that has none."""
    return evidence.extreme.best if evidence.extreme is not None else None


def _judge_best_constants(old: Extreme | None, new: Extreme | None, *, edited: bool) -> Judgement:
    """Judge two different bounds on the best constant."""
    if old is None:
        return Judgement("stronger", "the best constant is bounded")
    if new is None:
        return Judgement("weaker", "the best constant is no longer bounded")
    # The best constant of a changed definition is another one: its bounds say nothing about the old one.
    is_better = None if edited else _is_better_bound(old, new)
    if is_better is None:
        return Judgement("other", "another best constant")
    if is_better:
        return Judgement("stronger", "a better bound on the best constant")
    return Judgement("weaker", "a weaker bound on the best constant")


def _is_better_bound(old: Extreme, new: Extreme) -> bool | None:
    """Return whether the bound on the best constant improved; None if it is equal or cannot be compared.

    The largest ratio of some instances bounds a supremum from below, so a larger one is a better bound. For an infimum
    a smaller one is.
    """
    if old.sense != new.sense or old.best == new.best:
        return None
    try:
        sign = compare(parse(new.best), parse(old.best))
    except (ValueError, ArithmeticError, TypeError):  # ``infinite``, or numbers whose order is not decided
        return None
    if not sign:
        return None
    return sign > 0 if new.sense == "sup" else sign < 0


def _judge_claims(old: Cell, new: Cell) -> Judgement:
    """Judge two cells whose evidence is the same."""
    added, removed = set(new.claims) - set(old.claims), set(old.claims) - set(new.claims)
    if not added and not removed:
        return SAME
    if added and removed:
        return Judgement("other", "a claim was changed")
    return Judgement("other", "a claim was added" if added else "a claim was withdrawn")


def _state(cell: Cell) -> State:
    """Return the state of the statement by the evidence alone, without its declarations."""
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
    """Return whether the evidence decides the instance of an earlier witness, which then no longer stands.

    An enumeration decides only the instances that it enumerates. A smallest witness is one of them, since all smaller
    instances were enumerated to call it so. A drawn one need not be: drawn lists can have more missing items.
    """
    if evidence.verdict is Verdict.PROVED:  # neither a proof nor a derivation: an example, which decides no other
        return evidence.proof is not None or evidence.derivation is not None
    decides = evidence.verdict is Verdict.CERTIFIED or (evidence.verdict is Verdict.EXHAUSTED and witness.smallest)
    return decides and evidence.settled_up_to >= witness.n
