"""Theorems that tie the cells of the matrix together, a subject a file: data, each with its proof or its source."""

from . import bounds, carried, constants, correlations, distances, identities, lists, orders, ranges, scale, sets
from .theorem import ASKED, ATTAINS, BESIDE, EXISTENTIAL, HAS_A_VALUE, Atom, Theorem

CLOSURE = Theorem(
    "inside-its-closure",
    (),
    None,
    "The space of the parameters is part of its closure: a statement about all of the closure holds inside.",
)
"""The one theorem that is about every axiom: :func:`~axiomatrix.engine.deduction_clauses.write_out` applies it."""
THEOREMS: tuple[Theorem, ...] = tuple(
    theorem
    for subject in (distances, orders, correlations, lists, sets, ranges, identities, carried, constants, bounds, scale)
    for theorem in subject.THEOREMS
)
"""All theorems, subject by subject."""

__all__ = ["ASKED", "ATTAINS", "BESIDE", "CLOSURE", "EXISTENTIAL", "HAS_A_VALUE", "THEOREMS", "Atom", "Theorem"]
