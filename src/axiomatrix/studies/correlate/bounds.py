"""Claimed and proved bounds of the ratio of two metrics."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from ...catalogue.proofs import PROOFS
from ...model.axiom import Statement
from ...model.metric import Metric, counterpart
from ...model.registry import Registry
from ...numbers.exact import fraction, rational
from ...spaces.parameters import ParameterDomain
from ..explore.proved import BOUNDS, CHECKED
from ..explore.results import Sense

PROVED = "proved for every n"


@dataclass(frozen=True)
class RatioBound:
    """A bound on A / B from below (``inf``) or above (``sup``)."""

    sense: Sense
    factor: Fraction
    proved: bool
    sources: tuple[str, ...] = ()
    conjectured: bool = False

    @property
    def status(self) -> str:
        """Such as ``proved for every n (KV3)`` or ``claimed by KV5, not proved here``."""
        who = ", ".join(self.sources)
        if self.proved:
            return f"{PROVED} ({who})" if who else PROVED
        return f"{'conjectured' if self.conjectured else 'claimed'} by {who}, not proved here"


def bounds(a: Metric, b: Metric, registry: Registry, *, positive: bool = True) -> tuple[RatioBound, ...]:
    """Return the strongest proved bounds of A / B, and unproved claims.

    Both from statements about A against B, and about B against A. ``positive`` says that no weight is zero; where one
    is, proofs for positive weights do not count.
    """
    candidates = _stated(a, b, registry, positive)
    for bound in _stated(b, a, registry, positive):
        if bound.factor > 0:
            candidates.append(replace(bound, sense="sup" if bound.sense == "inf" else "inf", factor=1 / bound.factor))
    kept: list[RatioBound] = []
    for sense in ("inf", "sup"):
        proved = [bound for bound in candidates if bound.proved and bound.sense == sense]
        if proved:
            kept.append((max if sense == "inf" else min)(proved, key=lambda bound: bound.factor))
        kept += [bound for bound in candidates if not bound.proved and bound.sense == sense]
    return tuple(dict.fromkeys(kept))


def _stated(a: Metric, b: Metric, registry: Registry, positive: bool) -> list[RatioBound]:
    """Claims and proofs about the row A that compare it with the row B."""
    sources: dict[tuple[Sense, Fraction], list[str]] = {}
    certain: set[tuple[Sense, Fraction]] = set()
    for claim in a.claims:
        key = _about(a, b, claim.statement, registry)
        if key is not None and claim.status != "fails":
            sources.setdefault(key, []).append(claim.source.id)
            certain |= {key} if claim.status == "holds" else set()
    proved = set()
    for proof in PROOFS:
        if proof.metric != a.name or (proof.space is ParameterDomain.OPEN and not positive):
            continue
        key = _about(a, b, proof.statement, registry)
        if key is not None and proof.proves(registry, CHECKED):
            proved.add(key)
    return [
        RatioBound(
            sense,
            factor,
            (sense, factor) in proved,
            tuple(sources.get((sense, factor), ())),
            (sense, factor) not in certain,
        )
        for sense, factor in dict.fromkeys((*sources, *sorted(proved)))
    ]


def _about(a: Metric, b: Metric, statement: Statement, registry: Registry) -> tuple[Sense, Fraction] | None:
    sense, arguments = BOUNDS.get(statement.axiom.id), dict(statement.arguments)
    if sense is None or counterpart(str(arguments["other"]), a, registry.metric) != b.name:
        return None
    return sense, fraction(rational(arguments["factor"]))
