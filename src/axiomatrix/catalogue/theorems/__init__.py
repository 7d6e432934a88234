"""Theorems that tie the cells of the matrix together, a subject a file: data, each with its proof or its source."""

from importlib.resources import files

from . import lists, rankings, several
from .theorem import ASKED, ATTAINS, BESIDE, EXISTENTIAL, HAS_A_VALUE, Atom, Theorem, theorems

CLOSURE = Theorem(
    "inside-its-closure",
    (),
    None,
    "The space of the parameters is part of its closure: a statement about all of the closure holds inside.",
)
"""The one theorem that is about every axiom: :func:`~axiomatrix.engine.deduction_clauses.write_out` applies it."""
THEOREMS: tuple[Theorem, ...] = (*rankings.THEOREMS, *lists.THEOREMS, *several.THEOREMS)
"""All theorems that are proved, subject by subject."""
CERTIFIED: tuple[Theorem, ...] = theorems(files(__name__).joinpath("certified.txt").read_text(encoding="utf-8"))
"""Implications of the lattice of axioms, each certified up to a size (``report/axiom_lattice`` writes the file)."""

__all__ = [
    "ASKED",
    "ATTAINS",
    "BESIDE",
    "CERTIFIED",
    "CLOSURE",
    "EXISTENTIAL",
    "HAS_A_VALUE",
    "THEOREMS",
    "Atom",
    "Theorem",
]
