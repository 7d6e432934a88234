"""Stronger evidence for an identity ``b = c a + s`` that was found on enumerated instances.

The enumeration fixes the values of all parameters and stops at some n. Two steps may go beyond it:

1. A proof in the catalogue shows the identity for every n.
2. Polynomials decide up to a small n whether it holds for all values of the parameters, or only for the fixed ones.
"""

from __future__ import annotations

from fractions import Fraction

from ...catalogue.axioms import equals, generalizes
from ...evidence.fault import raise_if_ours
from ...evidence.verdict import Verdict
from ...model.metric import Metric, counterpart
from ...model.registry import Registry
from ...numbers.exact import fraction, parse

MAX_ITEMS_OF_IDENTITIES = 3
"""Largest n at which identities are decided for all values, and at which the steps of proofs are checked."""


def stronger_evidence(a: Metric, b: Metric, kind: str, formula: tuple[str, str] | None, registry: Registry) -> str:
    """Describe the stronger evidence for ``b = c a + s``, or return an empty string.

    ``kind`` is a kind of relation (:data:`.answer.Kind`); ``identical`` and ``affine`` are identities.
    ``formula`` has c and s as texts in n if one formula fits every n. Only metrics of rankings have such evidence.
    """
    if kind not in ("identical", "affine") or not (a.takes_rankings and b.takes_rankings):
        return ""
    parts = [
        _proof_text(a, b, registry) if kind == "identical" else "",
        _all_parameters_text(a, b, kind, formula, registry),
    ]
    return "; ".join(part for part in parts if part)


def _proof_text(a: Metric, b: Metric, registry: Registry) -> str:
    """Cite a proof that one metric, with its parameters set to 1, equals the other, which has no parameters.

    Such a proof settles the identity because the enumeration sets all weights to 1.
    """
    from ...catalogue.proofs import proof_of  # loads the proofs of the whole catalogue

    for general, special in ((a, b), (b, a)):
        if special.parameters:
            continue
        for claim in general.claims:
            if claim.statement.axiom is not generalizes:
                continue
            values = dict(claim.statement.arguments)  # the name of the other metric, and the values of the parameters
            name = counterpart(values.pop("other"), general, registry.metric)  # in the same variant
            if registry.metric(name) is not special or any(value != 1 for value in values.values()):
                continue
            proof = proof_of(general.name, claim.statement)
            if proof is not None and proof.proves(registry, MAX_ITEMS_OF_IDENTITIES):
                return f"proved for every n ({claim.source.id})"
    return ""


def _all_parameters_text(a: Metric, b: Metric, kind: str, formula: tuple[str, str] | None, registry: Registry) -> str:
    """Write whether polynomials decide the identity for all parameters up to a size, or only for the fixed values."""
    from ...methods.symbolic import certified_up_to  # loads the polynomials

    if not (a.parameters or b.parameters):
        return ""
    constants = _rational_constants(kind, formula)
    if constants is None:
        return ""
    c, s = constants
    if set(a.parameters) <= set(b.parameters):
        metric, statement = b, equals(a.name, c, s)
    elif set(b.parameters) <= set(a.parameters):
        metric, statement = a, equals(b.name, 1 / c, -s / c)
    else:
        return ""  # each has a parameter that the other lacks, so neither can state the identity
    names = ", ".join(metric.parameters)
    try:
        sizes = certified_up_to(metric, statement, MAX_ITEMS_OF_IDENTITIES, registry)
        last = sizes[-1]  # the first size that is not certified, if there is one
        # A counterexample (``hit``) counts if its parameters are in the metric's own spaces, without the closure.
        if last.hit is not None and all(
            space.contains(last.hit.parameters[name], last.n) for name, space in metric.parameters.items()
        ):
            return f"for these values of {names} and not for all, first at n = {last.n}"
        if any(size.verdict != "certified" for size in sizes):
            return ""
    except Exception as error:  # a definition that fails adds no evidence
        raise_if_ours(error)
        return ""
    values_meant = "positive values" if any(size.space == "open" for size in sizes) else "values"
    return f"for all {values_meant} of {names} {Verdict.CERTIFIED.written} n<={MAX_ITEMS_OF_IDENTITIES}"


def _rational_constants(kind: str, formula: tuple[str, str] | None) -> tuple[Fraction, Fraction] | None:
    """Return c and s if they are rational and the same at every n, and c is not 0."""
    if kind == "identical":
        return Fraction(1), Fraction(0)
    if formula is None or "n" in "".join(formula):
        return None
    try:
        c, s = (fraction(parse(text)) for text in formula)
    except (ValueError, TypeError):
        return None
    return (c, s) if c else None
