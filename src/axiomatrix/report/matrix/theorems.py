"""A theorem that a verdict follows by, as reports show it."""

from __future__ import annotations

from ...catalogue.theorems import CLOSURE, THEOREMS

_BY_NAME = {theorem.name: theorem for theorem in (*THEOREMS, CLOSURE)}


def theorem_text(name: str) -> list[str]:
    """What the theorem says, and its proof; its name alone where the catalogue has none of that name."""
    theorem = _BY_NAME.get(name)
    if theorem is None:
        return [name]
    return [f"{name}: {theorem}." if theorem is not CLOSURE else f"{name}.", theorem.proof]
