"""A theorem that a verdict follows by, as reports show it."""

from __future__ import annotations

from ...catalogue.theorems import CERTIFIED, CLOSURE, THEOREMS

_BY_NAME = {theorem.name: theorem for theorem in (*THEOREMS, *CERTIFIED, CLOSURE)}


def theorem_text(name: str) -> list[str]:
    """State the theorem of that name, then its proof; the name alone where the catalogue has no such theorem."""
    theorem = _BY_NAME.get(name)
    if theorem is None:
        return [name]
    return [f"{name}: {theorem}." if theorem is not CLOSURE else f"{name}.", theorem.proof]
