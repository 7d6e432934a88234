"""What theorems say of the cells of a report beyond their own evidence, ready to be shown with them."""

from __future__ import annotations

from collections.abc import Iterator

from ...evidence.cell import CellKey
from ...evidence.matrix import Derived, Matrix
from ...studies.deduce.facts import Fact, Grade
from ...studies.deduce.run import deduce


def derive(matrix: Matrix) -> Matrix:
    """The matrix with what is derived of its cells; their evidence stays what it is."""
    if not matrix.derived:
        matrix.derived = dict(_derived(matrix))
    return matrix


def _derived(matrix: Matrix) -> Iterator[tuple[CellKey, Derived]]:
    deduction = deduce(matrix)
    constants = {constant.cell.key: constant.text for constant in deduction.constants}
    for constant in deduction.constants:
        yield constant.cell.key, _from_fact(constant.text, constant.fact)._replace(constant=constant.text)
    existential = {head.id for head in matrix.columns if head.quantifier == "there is"}
    for upgrade in deduction.upgrades:
        cell, fact = upgrade.cell, upgrade.fact
        is_known = fact.broken or fact.grade is Grade.PROVED
        # of what says that there is an instance, the facts are about its opposite
        holds = (fact.broken == (cell.axiom in existential)) if is_known else None
        yield cell.key, _from_fact(fact.word, fact)._replace(holds=holds, constant=constants.get(cell.key, ""))


def _from_fact(word: str, fact: Fact) -> Derived:
    if fact.theorem is None:
        return Derived(f"derived: {word}", fact.source, tuple(fact.chain()))
    grounds = dict.fromkeys(str(one) for one in fact.all() if not one.since)
    return Derived(f"derived: {word} by {fact.theorem.name}", "; ".join(grounds), tuple(fact.chain()))
