"""Claimed and proved bounds of the ratio of two metrics, which ``axiomatrix correlate`` compares with its extremes.

They are stated about metrics as bounds A >= c B or A <= c B. A *sense* is ``inf`` for a bound of A / B from below and
``sup`` for one from above; c is its *factor*.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from ...catalogue.proofs import PROOFS
from ...model.axiom import Statement
from ...model.metric import Metric, counterpart
from ...model.registry import Registry
from ...numbers.exact import fraction, rational
from ...spaces.parameters import ParameterDomain
from ..explore.proved import BOUNDS, MAX_ITEMS_CHECKED
from ..explore.results import Sense

PROVED = "proved for every n"


@dataclass(frozen=True)
class RatioBound:
    """A bound on A / B from below (``inf``) or above (``sup``)."""

    sense: Sense
    factor: Fraction
    proved: bool
    """True if it is proved for every n."""
    sources: tuple[str, ...] = ()
    """The claims that state it."""
    conjectured: bool = False
    """True if no source claims that it holds: it is only conjectured."""

    @property
    def status(self) -> str:
        """The status in words, such as ``proved for every n (KV3)`` or ``claimed by KV5, not proved here``."""
        sources = ", ".join(self.sources)
        if self.proved:
            return f"{PROVED} ({sources})" if sources else PROVED
        return f"{'conjectured' if self.conjectured else 'claimed'} by {sources}, not proved here"


def bounds(a: Metric, b: Metric, registry: Registry, *, positive: bool = True) -> tuple[RatioBound, ...]:
    """Return the strongest proved bound of A / B in each sense, and all bounds that are claimed and not proved.

    They come from statements that compare A with a multiple of B, and from those that compare B with a multiple of A:
    B >= c A bounds A / B from above by 1/c. ``positive`` says that no weight is zero; if one is, proofs for positive
    weights do not count.
    """
    candidates = _stated(a, b, registry, positive)
    for bound in _stated(b, a, registry, positive):
        if bound.factor > 0:
            candidates.append(replace(bound, sense="sup" if bound.sense == "inf" else "inf", factor=1 / bound.factor))
    result: list[RatioBound] = []
    for sense in ("inf", "sup"):
        proved = [bound for bound in candidates if bound.proved and bound.sense == sense]
        if proved:
            strongest = max if sense == "inf" else min
            result.append(strongest(proved, key=lambda bound: bound.factor))
        result += [bound for bound in candidates if not bound.proved and bound.sense == sense]
    return tuple(dict.fromkeys(result))


def _stated(a: Metric, b: Metric, registry: Registry, positive: bool) -> list[RatioBound]:
    """Return the bounds of A / B that A's claims and the catalogue's proofs about A state; no factor twice."""
    sources: dict[tuple[Sense, Fraction], list[str]] = {}
    """By (sense, factor) of a bound, the claims that state it."""
    claimed_to_hold: set[tuple[Sense, Fraction]] = set()
    for claim in a.claims:
        bound = _bound_of(a, b, claim.statement, registry)
        if bound is not None and claim.status != "fails":
            sources.setdefault(bound, []).append(claim.source.id)
            if claim.status == "holds":
                claimed_to_hold.add(bound)
    proved = set()
    for proof in PROOFS:
        if proof.metric != a.name or (proof.space is ParameterDomain.OPEN and not positive):
            continue  # the open space has positive weights only
        bound = _bound_of(a, b, proof.statement, registry)
        if bound is not None and proof.proves(registry, MAX_ITEMS_CHECKED):
            proved.add(bound)
    return [
        RatioBound(
            sense,
            factor,
            proved=(sense, factor) in proved,
            sources=tuple(sources.get((sense, factor), ())),
            conjectured=(sense, factor) not in claimed_to_hold,
        )
        for sense, factor in dict.fromkeys((*sources, *sorted(proved)))
    ]


def _bound_of(a: Metric, b: Metric, statement: Statement, registry: Registry) -> tuple[Sense, Fraction] | None:
    """Return the (sense, factor) of a statement about A that bounds A / B; None for any other statement."""
    sense, arguments = BOUNDS.get(statement.axiom.id), dict(statement.arguments)
    if sense is None or counterpart(str(arguments["other"]), a, registry.metric) != b.name:
        return None
    return sense, fraction(rational(arguments["factor"]))
