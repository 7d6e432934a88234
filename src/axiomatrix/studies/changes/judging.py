"""One cell before and after: whether that is worse, better, stronger, weaker, or just something else."""

from __future__ import annotations

from typing import Literal

from ...evidence.cell import Cell
from ...evidence.verdict import Outcome
from .strength import State, better_bound, covers, state, strength

Group = Literal["worse", "better", "stronger", "weaker", "other"]
Judgement = tuple[Group, str]
"""The group, and the reason in words."""

NOT_FOUND_AGAIN = "the instance was not found again, which says nothing: the file of the metric is the same"


def judgement_of(old: Cell, new: Cell, *, edited: bool) -> Judgement | None:
    """What has become of a cell; None if nothing of substance has.

    ``edited`` says whether the metric, or one that it is compared with, is another than it was (its file, parameters,
    arguments): an exact instance that was found once stands until a definition changes, whatever a later search finds.

    - *worse*: a claim is broken now, or not decided any more; a definition is at fault now; what stood is refuted,
      whether anybody declares it or not.
    - *better*: the reverse. What was refuted and is not any more counts only if the definition has changed or every
      instance of that size is decided now; otherwise the evidence is *weaker*.
    - *stronger*, *weaker*: it says the same on better or lesser evidence; something is known that was not, or the
      reverse; a conjecture is settled.
    - *other*: claims were added or withdrawn, the witness is another one, or it fails for other values of a parameter,
      a fault is another one.

    Where a metric is declared to fail, what is refuted is better and what stands is worse.
    """
    before, after = state(old), state(new)
    if new.outcome is Outcome.BROKEN and old.outcome is not Outcome.BROKEN:
        is_added = before == after and not set(new.claims) <= set(old.claims)
        return "worse", "a claim was added that is broken" if is_added else "a claim is broken"
    if after == "fault" or before == "fault":
        return _of_fault(old, new, before, after)
    if new.outcome is Outcome.UNRESOLVED and old.outcome not in (Outcome.UNRESOLVED, Outcome.BROKEN):
        return "worse", "a declared claim is not decided any more"
    if old.outcome is Outcome.UNRESOLVED and new.outcome is not Outcome.UNRESOLVED and new.claims:
        return "better", "a declared claim is decided"
    if before == after:
        return _same(old, new, edited)
    if "not applicable" in (before, after):
        return "other", "not applicable any more" if after == "not applicable" else "applicable now"
    if before == "unknown":
        return "stronger", "decided now"
    if after == "unknown":
        return "weaker", "not decided any more"
    return _turned(old, new, before, after, edited)


def at_once(new: Cell) -> Judgement:
    """What a cell is that was not there before."""
    if new.outcome is Outcome.BROKEN:
        return "worse", "new, and a claim is broken"
    return ("worse", "new, and at fault") if state(new) == "fault" else ("other", "new")


def _of_fault(old: Cell, new: Cell, before: State, after: State) -> Judgement | None:
    if after != "fault":
        return "better", f"no fault any more ({old.evidence.verdict} before)"
    if before != "fault":
        return "worse", f"no verdict any more: {new.evidence.verdict}"
    if (old.evidence.verdict, old.evidence.reason) != (new.evidence.verdict, new.evidence.reason):
        return "other", "another fault"
    return _claims(old, new)


def _turned(old: Cell, new: Cell, before: State, after: State, edited: bool) -> Judgement:
    """Between what stands, what is refuted, and what was looked for in vain."""
    statuses = {claim.status for claim in new.claims}
    conjectured, to_fail = statuses == {"conjectured"}, "fails" in statuses and "holds" not in statuses
    witness = old.evidence.witness
    lost = witness is not None and after != "refuted" and not (edited or covers(new.evidence, witness))
    if lost:
        return "weaker", NOT_FOUND_AGAIN
    if conjectured and new.outcome is Outcome.SETTLED:
        return "stronger", "the conjecture is settled"
    if conjectured or (after == "stands") == (before == "stands"):  # or an existential statement that is refuted
        return "other", "the fact has changed"
    if after == "stands":
        gained = "no counterexample any more" if before == "refuted" else "an instance is shown"
        return ("worse" if to_fail else "better"), gained
    lacking = "refuted; it stood before" if after == "refuted" else "no instance is found any more"
    return ("better" if to_fail else "worse"), lacking


def _same(old: Cell, new: Cell, edited: bool) -> Judgement | None:
    before, after = strength(old.evidence), strength(new.evidence)
    if before != after:
        return ("stronger", "stronger evidence") if after > before else ("weaker", "weaker evidence")
    return _constant(old, new, edited) or _instance(old, new) or _reason(old, new) or _claims(old, new)


def _constant(old: Cell, new: Cell, edited: bool) -> Judgement | None:
    first, second = old.evidence.extreme, new.evidence.extreme
    if (first and first.value) == (second and second.value):
        return None
    if first is None:
        return "stronger", "the best constant is bounded"
    if second is None:
        return "weaker", "no bound on the best constant any more"
    improved = better_bound(first, second)
    if edited or improved is None:
        return "other", "another best constant"
    return ("stronger" if improved else "weaker"), f"a {'better' if improved else 'lesser'} bound on the best constant"


def _instance(old: Cell, new: Cell) -> Judgement | None:
    first, second = old.evidence.witness, new.evidence.witness
    if first == second and old.evidence.values != new.evidence.values:
        return "other", "other values of the parameter"
    if first is None or second is None or first == second:
        return None
    if (first.instance, first.parameters) == (second.instance, second.parameters):
        return "other", "the same instance with other values"
    return "other", "another instance"


def _reason(old: Cell, new: Cell) -> Judgement | None:
    given = [(cell.evidence.verdict, cell.evidence.reason, cell.evidence.proof) for cell in (old, new)]
    return ("other", "another reason") if given[0] != given[1] else None


def _claims(old: Cell, new: Cell) -> Judgement | None:
    if old.claims == new.claims:
        return None
    added, gone = set(new.claims) - set(old.claims), set(old.claims) - set(new.claims)
    return "other", f"a claim was {'changed' if added and gone else 'added' if added else 'withdrawn'}"
