"""Conjectures about registered metrics: claims with the status ``conjectured``."""

from __future__ import annotations

from dataclasses import replace

from .claim import Named, SourceClaim
from .metric import Metric
from .registry import REGISTRY, Registry


def conjecture(metric: Metric | str, *statements: Named, source: str = "", registry: Registry | None = None) -> None:
    """Conjecture statements about a registered metric, or all its variants.

    >>> import axiomatrix
    >>> from axiomatrix import axioms
    >>> axiomatrix.conjecture("cayley", axioms.upper_bound("kendall", 1), source="a question of ours")

    ``axiomatrix explore FILE`` explores what a file conjectures. Raises ``Unknown`` for a metric that is not there and
    ``ValueError`` where no statement is given, or a metric of another registry.
    """
    known = REGISTRY if registry is None else registry
    if not isinstance(metric, (str, Metric)):
        raise ValueError(f"conjecture: {metric!r} is not a metric; the metric comes first, then statements about it")
    name = metric if isinstance(metric, str) else metric.name
    if isinstance(metric, Metric) and not known.has(metric):
        raise ValueError(f"conjecture: {name!r} is not registered here; give its registry: registry=...")
    if not statements:
        raise ValueError(f"conjecture: no statement about {name}; name at least one, such as axioms.upper_bound(...)")
    if not isinstance(source, str):
        raise ValueError(f"conjecture about {name}: source is {source!r}; it must be a text")
    rows = known.rows(name)
    conjectured = [known.statement(written, rows[0]) for written in statements]
    claims = SourceClaim("declared", source or f"conjectured of {name}").conjectured(*conjectured)
    for row in rows:
        claiming = replace(row, claims=(*row.claims, *claims))
        known.check_claims(claiming)
        known.metrics[row.name] = claiming
        for claim in claims:
            known.add_axiom(claim.statement.axiom)
