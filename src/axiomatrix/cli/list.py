"""``axiomatrix list``: what is registered: metrics, axioms, claims, sources."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from ..evidence.safe import visible
from ..model.registry import REGISTRY, Registry
from ..report.tables import plain
from .arguments import MoreFiles, loaded
from .messages import check_name


def metrics(registry: Registry) -> str:
    """Each row with its kind, what it is about, parameters and formula."""
    rows = [
        [m.name, m.kind, m.about, m.family, ", ".join(m.parameters), m.formula + ("" if m.exact else " (floats)")]
        for m in registry.metrics.values()
    ]
    return _table(["metric", "kind", "of", "family", "parameters", "formula"], rows)


def axioms(registry: Registry) -> str:
    """Each column with its group, arguments and formula."""
    rows = [
        [a.id, a.group, ", ".join([*a.arguments, *(["..."] if a.open_arguments else [])]), a.quantifier, a.formula]
        for a in registry.axioms.values()
    ]
    return _table(["axiom", "group", "arguments", "quantifier", "formula"], rows)


def claims(registry: Registry) -> str:
    """The claims ledger: what each source says of each metric."""
    rows = [
        [c.source.id, c.status, m.name, c.statement.id, c.source.wording]
        for m in registry.metrics.values()
        for c in m.claims
    ]
    return _table(["claim", "status", "metric", "statement", "wording"], rows)


def sources(registry: Registry) -> str:
    """Each source with its claims."""
    rows = [
        [claim.id, source.title if k == 0 else "", claim.wording + (" (our wording)" if claim.supplied else "")]
        for source in registry.sources.values()
        for k, claim in enumerate(source.claims.values())
    ]
    return _table(["claim", "source", "wording"], rows)


def _table(heads: list[str], rows: list[list[str]]) -> str:
    return plain(heads, [[visible(cell) for cell in row] for row in rows])


KINDS: dict[str, Callable[[Registry], str]] = {
    "metrics": metrics,
    "axioms": axioms,
    "claims": claims,
    "sources": sources,
}
"""What can be listed."""


def list_command(
    what: Annotated[str, typer.Argument(help="metrics, axioms, claims or sources")] = "metrics", files: MoreFiles = None
) -> None:
    """List what is registered: metrics, axioms, claims, sources.

    For instance: axiomatrix list axioms
    """
    loaded(files or [])
    check_name("list", what, KINDS)
    typer.echo(KINDS[what](REGISTRY))
