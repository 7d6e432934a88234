"""Axioms of implementations: what an implementation must do that its formula says nothing of, a family a file."""

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
"""All of them, in the order of the columns."""
