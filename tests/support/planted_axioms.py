"""The axioms of distances between rankings, which tests/catalogue/test_axioms.py plants violators of."""

from __future__ import annotations

from axiomatrix.catalogue.axioms import BUILT_IN as ALL

GROUPS = {"metric space", "invariance", "scale", "comparison", "order", "weights"}
BUILT_IN = tuple(axiom for axiom in ALL if axiom.group in GROUPS)
"""The axioms of distances between rankings; those of other metrics are in test_*_axioms.py and test_axioms_*.py."""
