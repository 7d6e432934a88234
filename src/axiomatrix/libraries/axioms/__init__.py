"""Axioms of implementations: requirements that follow from no formula, such as determinism or the refusal of nan.

Each file has one group. The modules of adapters import single axioms, to say what a documentation claims of them.
"""

from __future__ import annotations

from ...model.axiom import Axiom
from . import (
    agreement,
    determinism,
    isolation,
    order,
    parameters,
    refusal,
    representation,
    siblings,
    tie_policy,
    totality,
)

MODULES = (
    agreement,
    totality,
    refusal,
    determinism,
    order,
    isolation,
    representation,
    parameters,
    tie_policy,
    siblings,
)
IMPLEMENTATION: tuple[Axiom, ...] = tuple(
    axiom for module in MODULES for axiom in vars(module).values() if isinstance(axiom, Axiom)
)
"""All axioms of implementations, in the order of the columns of reports."""
