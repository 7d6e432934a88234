"""Conjectures about registered metrics: claims with the status ``conjectured``."""

from __future__ import annotations

from dataclasses import replace

from .axiom import Axiom, Statement
from .claim import SourceClaim
from .metric import Metric
from .registry import REGISTRY, Registry


def conjecture(
    metric: Metric | str, *statements: Axiom | Statement, source: str = "", registry: Registry | None = None
) -> None:
    """Conjecture statements about a registered metric, or all its variants.

    >>> import axiomatrix
    >>> from axiomatrix import axioms
    >>> axiomatrix.conjecture("cayley", axioms.upper_bound("kendall", 1), source="a question of ours")

    ``axiomatrix explore FILE`` explores what a file conjectures. Raises ``Unknown`` for a metric that is not there and
    ``ValueError`` where no statement is given.
    """
    known = REGISTRY if registry is None else registry
    name = metric if isinstance(metric, str) else metric.name
    if not statements:
        raise ValueError(f"conjecture: no statement about {name}; name at least one, such as axioms.upper_bound(...)")
    claims = SourceClaim("declared", source or f"conjectured of {name}").conjectured(*statements)
    for row in known.rows(name):
        known.metrics[row.name] = replace(row, claims=(*row.claims, *claims))
        for claim in claims:
            known.add_axiom(claim.statement.axiom)
