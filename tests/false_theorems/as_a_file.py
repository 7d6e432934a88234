"""A user's file, as it were, that registers the false theorems whose answers do not last from call to call."""

from __future__ import annotations

from false_theorems.theorem import all_theorems

from axiomatrix import REGISTRY

KINDS = ("by_process", "by_state", "by_own_axioms")

for _theorem in all_theorems():
    if _theorem.kind in KINDS:
        _theorem.metric(REGISTRY)
