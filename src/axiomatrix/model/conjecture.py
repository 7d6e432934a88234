"""Declaration of conjectures about registered metrics: claims with the status ``conjectured``, in a user's file.

A registered metric is immutable, so a conjecture replaces it by a copy with further claims.
"""

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

    ``axiomatrix explore FILE`` explores what a file conjectures. Raises ``Unknown`` for an unknown metric, and
    ``ValueError`` if there is no statement or if the metric is of another registry.
    """
    home = REGISTRY if registry is None else registry
    if not isinstance(metric, (str, Metric)):
        raise ValueError(f"conjecture: {metric!r} is not a metric; pass the metric first, then statements about it")
    name = metric if isinstance(metric, str) else metric.name
    if isinstance(metric, Metric) and not home.has(metric):
        raise ValueError(f"conjecture: {name!r} is not in this registry; pass its own: registry=...")
    if not statements:
        raise ValueError(f"conjecture: no statement about {name}; name at least one, such as axioms.upper_bound(...)")
    if not isinstance(source, str):
        raise ValueError(f"conjecture about {name}: source is {source!r}; it must be a string")
    rows = home.rows(name)
    conjectured_statements = [home.statement(written, rows[0]) for written in statements]
    claims = SourceClaim("declared", source or f"conjectured of {name}").conjectured(*conjectured_statements)
    for row in rows:
        row_with_claims = replace(row, claims=(*row.claims, *claims))
        home.check_claims(row_with_claims)
        home.metrics[row.name] = row_with_claims
        for claim in claims:
            home.add_axiom(claim.statement.axiom)
