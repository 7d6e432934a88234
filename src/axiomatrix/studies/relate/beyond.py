"""Beyond what was gone through: identities that are proved for every n, and that hold for all values of parameters.

Metrics are compared under fixed values of their parameters. An identity that the catalogue proves is
reported as proved. Any other is decided by polynomials for all values at once: it holds for all of them up to a size,
or for the fixed values only.
"""

from __future__ import annotations

from fractions import Fraction

from ...catalogue.axioms import equals, generalizes
from ...evidence.fault import raise_if_ours
from ...model.metric import Metric, counterpart
from ...model.registry import Registry
from ...numbers.exact import fraction, parse

MAX_ITEMS_OF_IDENTITIES = 3
"""Up to how many items identities are decided for all values, and the steps of proofs checked."""


def beyond(one: Metric, other: Metric, kind: str, formula: tuple[str, str] | None, registry: Registry) -> str:
    """Describe further knowledge of the identity other = c one + s; empty where there is none."""
    if kind not in ("identical", "affine") or not (one.takes_rankings and other.takes_rankings):
        return ""
    parts = [
        _proved(one, other, registry) if kind == "identical" else "",
        _for_all(one, other, kind, formula, registry),
    ]
    return "; ".join(part for part in parts if part)


def _proved(one: Metric, other: Metric, registry: Registry) -> str:
    """Return the proof that one of the two is the other when all its parameters are 1, if there is one."""
    from ...catalogue.proofs import proof_of  # loads the proofs of the whole catalogue

    for metric, known in ((one, other), (other, one)):
        for claim in metric.claims:
            values = dict(claim.statement.arguments)
            if claim.statement.axiom is not generalizes or known.parameters:
                continue
            name = counterpart(values.pop("other"), metric, registry.metric)
            if registry.metric(name) is not known or any(value != 1 for value in values.values()):
                continue
            proof = proof_of(metric.name, claim.statement)
            if proof is not None and proof.proves(registry, MAX_ITEMS_OF_IDENTITIES):
                return f"proved for every n ({claim.source.id})"
    return ""


def _for_all(one: Metric, other: Metric, kind: str, formula: tuple[str, str] | None, registry: Registry) -> str:
    from ...methods.symbolic import certified_up_to  # loads the polynomials

    if not (one.parameters or other.parameters):
        return ""
    factor = _constants(kind, formula)
    if factor is None:
        return ""
    c, s = factor
    if set(one.parameters) <= set(other.parameters):
        metric, statement = other, equals(one.name, c, s)
    elif set(other.parameters) <= set(one.parameters):
        metric, statement = one, equals(other.name, 1 / c, -s / c)
    else:
        return ""  # they share some parameters only, and each has one of its own
    names = ", ".join(metric.parameters)
    try:
        sizes = certified_up_to(metric, statement, MAX_ITEMS_OF_IDENTITIES, registry)
        last = sizes[-1]
        if last.hit is not None and all(
            s.contains(last.hit.parameters[k], last.n) for k, s in metric.parameters.items()
        ):
            return f"for these values of {names} and not for all, first at n = {last.n}"
        if any(size.verdict != "certified" for size in sizes):
            return ""
    except Exception as error:  # a definition that fails: no domain is named
        raise_if_ours(error)
        return ""
    which = "positive values" if any(size.space == "open" for size in sizes) else "values"
    return f"for all {which} of {names} certified n<={MAX_ITEMS_OF_IDENTITIES}"


def _constants(kind: str, formula: tuple[str, str] | None) -> tuple[Fraction, Fraction] | None:
    """c and s where they are rational and the same at every n."""
    if kind == "identical":
        return Fraction(1), Fraction(0)
    if formula is None or "n" in "".join(formula):
        return None
    try:
        c, s = (fraction(parse(text)) for text in formula)
    except (ValueError, TypeError):
        return None
    return (c, s) if c else None
