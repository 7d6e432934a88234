"""The axioms of distances between rankings, whose fast tables are compared with plain loops."""

from __future__ import annotations

from axiomatrix.catalogue.axioms import BUILT_IN as ALL

GROUPS = {"metric space", "invariance", "scale", "comparison", "order", "weights"}
BUILT_IN = tuple(axiom for axiom in ALL if axiom.group in GROUPS)
"""The built-in axioms of these groups."""
