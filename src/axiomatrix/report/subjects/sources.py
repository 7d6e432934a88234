"""Registered sources with their claims, and the spaces that metrics range over."""

from __future__ import annotations

from ...model.registry import Registry
from ..document import Block, Document, Heading, Inline, Mono, Table, Text


def sources_document(registry: Registry) -> Document:
    """Each source with the claims that it makes."""
    blocks: list[Block] = []
    for source in registry.sources.values():
        rows: list[tuple[Inline, ...]] = []
        for claim in source.claims.values():
            rows.append((Mono(claim.id), claim.wording + (" (our wording)" if claim.supplied else "")))
        blocks += [Heading(source.id), Text(source.title)]
        blocks += [Table(("claim", "wording"), tuple(rows))] if rows else []
    return Document("Sources", f"{len(registry.sources):,} are registered.", tuple(blocks))


def spaces_document(registry: Registry) -> Document:
    """Show the spaces of the metrics' arguments and parameters, with the metrics of each."""
    users: dict[tuple[str, str], list[str]] = {}
    for metric in registry.metrics.values():
        for what, spaces in (("arguments", metric.arguments), ("parameters", metric.parameters)):
            for space in dict.fromkeys(registry.name_of_space(metric, space) for space in spaces.values()):
                users.setdefault((space, what), []).append(metric.name)
    rows: list[tuple[Inline, ...]] = [
        (name, what, f"{len(metrics):,}, such as {metrics[0]}") for (name, what), metrics in users.items()
    ]
    return Document("Spaces", f"{len(rows):,} are used.", (Table(("space", "of", "metrics"), tuple(rows)),))
