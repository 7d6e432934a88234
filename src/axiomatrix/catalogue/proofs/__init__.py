"""Proofs for every n: the argument in prose, with every step checked that a machine can check.

Each module is one argument, readable from its docstring. A proof's steps are run on the registered definitions. Its
verdict is that the theorem holds *as argued*, and it lists the unchecked steps.
"""

from __future__ import annotations

from ...model.axiom import Statement
from ...model.metric import Metric, counterpart
from ...model.registry import Registry
from ...spaces.parameters import ParameterDomain
from .. import axioms
from . import (
    aggregation,
    areas,
    blow_up,
    charging,
    corners,
    cuts,
    distances,
    exchange,
    formula,
    general,
    halves,
    height,
    judged,
    levels,
    moves,
    no_factor,
    overlaps,
    potential,
    preferences,
    priced,
    sums,
    termwise,
    triangle,
    weighted,
)
from .proof import Lemma, Proof, Step

PROOFS: tuple[Proof, ...] = tuple(
    proof
    for subject in (
        triangle,
        termwise,
        exchange,
        charging,
        blow_up,
        potential,
        levels,
        general,
        formula,
        sums,
        moves,
        preferences,
        areas,
        overlaps,
        judged,
        weighted,
        priced,
        no_factor,
        distances,
        aggregation,
    )
    for proof in subject.PROOFS
)
"""All proofs, subject by subject."""
LEMMAS: tuple[Lemma, ...] = (cuts.LEMMA, height.LEMMA, halves.LEMMA, corners.LEMMA)
"""Theorems about some instances of a row. The ledger lists them with the claims that they concern."""
_BY_CELL = {(proof.metric, proof.statement): proof for proof in PROOFS}
assert len(_BY_CELL) == len(PROOFS), "two proofs of one statement"


def proof_of(metric: str, statement: Statement, space: ParameterDomain = ParameterDomain.OPEN) -> Proof | None:
    """The proof of that statement about the row of that name, on that space, or None."""
    proof = _BY_CELL.get((metric, statement))
    return proof if proof is not None and (proof.space in (ParameterDomain.CLOSED, space)) else None


def lemmas_on_ratio(metric: Metric, statement: Statement, registry: Registry) -> tuple[Lemma, ...]:
    """The lemmas that bound, at single orders, the ratio that the statement bounds; none for another statement."""
    if not any(statement.axiom is bound for bound in (axioms.lower_bound, axioms.upper_bound)):
        return ()
    other = counterpart(dict(statement.arguments)["other"], metric, registry.metric)
    return tuple(lemma for lemma in LEMMAS if lemma.bounds_ratio(metric.name, other, registry))


__all__ = ["LEMMAS", "PROOFS", "Lemma", "Proof", "Step", "lemmas_on_ratio", "proof_of"]
