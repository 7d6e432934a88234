"""What theorems say of the cells of a report beyond their own evidence, ready to be shown with them."""

from __future__ import annotations

from collections.abc import Iterator

from ...evidence.cell import CellKey
from ...evidence.matrix import Derived, Matrix
from ...studies.deduce import Fact, deduce


def derive(matrix: Matrix) -> Matrix:
    """The matrix with what is derived of its cells; their evidence stays what it is."""
    if not matrix.derived:
        matrix.derived = dict(_derived(matrix))
    return matrix


def _derived(matrix: Matrix) -> Iterator[tuple[CellKey, Derived]]:
    deduction = deduce(matrix)
    for constant in deduction.constants:
        yield constant.cell.key, _said(constant.text, constant.fact)
    for upgrade in deduction.upgrades:
        yield upgrade.cell.key, _said(upgrade.fact.word, upgrade.fact)


def _said(word: str, fact: Fact) -> Derived:
    if fact.theorem is None:
        return Derived(f"derived: {word}", fact.source, tuple(fact.chain()))
    grounds = dict.fromkeys(str(one) for one in fact.all() if not one.since)
    return Derived(f"derived: {word} by {fact.theorem.name}", "; ".join(grounds), tuple(fact.chain()))
