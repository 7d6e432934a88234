"""A user's file, as it were, that registers the false theorems whose answers do not last from call to call."""

from __future__ import annotations

from axiomatrix import REGISTRY
from false_theorems.theorem import NOT_LASTING, all_theorems

for _theorem in all_theorems():
    if _theorem.kind in NOT_LASTING:
        _theorem.metric(REGISTRY)
