"""Shipped proofs of a question: of the statement itself, or of bounds on its best constant, for every n.

:mod:`.run` adds them to its questions, and ``axiomatrix correlate`` to the bounds of a correlation.
"""

from __future__ import annotations

from fractions import Fraction
from typing import get_args

from ...catalogue.proofs import PROOFS, Proof, proof_of
from ...model.axiom import Statement
from ...model.registry import Registry
from ...numbers.exact import fraction, rational
from .inquiry import RATIOS
from .results import Argument, Proved, Sense

MAX_ITEMS_CHECKED = 3
"""Number of items up to which the steps of a proof are run before it is reported."""
BOUNDS: dict[str, Sense] = {"lower-bound": "inf", "upper-bound": "sup"}
"""Axioms whose proofs bound a ratio, and which of its extremes."""


def proof_for(metric: str, statement: Statement, registry: Registry) -> Argument | None:
    """Return the proof of the statement, or the proof that no constant exists; None if there is neither."""
    proof = proof_of(metric, statement)
    return argument_of(proof) if proof is not None and proof.proves(registry, MAX_ITEMS_CHECKED) else None


def proved_bounds(metric: str, statement: Statement, registry: Registry) -> tuple[Proved, ...]:
    """Return the strongest bounds that are proved of the ratio that the statement is about, at most one of each sense.

    None are returned for a statement that is not about a ratio of two metrics.
    """
    if statement.axiom.id not in RATIOS:
        return ()
    best: dict[Sense, tuple[Fraction, Proved]] = {}
    for proof in PROOFS:
        sense = BOUNDS.get(proof.statement.axiom.id)
        arguments = dict(proof.statement.arguments)
        if sense is None or proof.metric != metric or arguments["other"] != dict(statement.arguments)["other"]:
            continue
        factor = fraction(rational(arguments["factor"]))
        strength = factor if sense == "inf" else -factor  # a larger lower bound is stronger, and a smaller upper one
        if (sense not in best or strength > best[sense][0]) and proof.proves(registry, MAX_ITEMS_CHECKED):
            best[sense] = (strength, Proved(sense, str(factor), argument_of(proof)))
    return tuple(best[sense][1] for sense in get_args(Sense) if sense in best)


def argument_of(proof: Proof) -> Argument:
    """Convert a proof to its record in an answer: the steps checked by machine, and those argued on paper."""
    checked = tuple(step.sentence for step in proof.steps)
    shows_no_constant = proof.family is not None  # instances whose ratio grows beyond every constant
    return Argument(proof.theorem, MAX_ITEMS_CHECKED, checked, proof.argued, no_factor=shows_no_constant)
