"""Metrics related in this process, as the command has workers do it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from axiomatrix.catalogue import load_catalogue
from axiomatrix.model.registry import Registry
from axiomatrix.spaces import GivenLists, Space
from axiomatrix.studies.relate.answer import MetricRelation
from axiomatrix.studies.relate.run import Columns, all_pairs, pairs_by_cut, relate_pairs, relation_of
from axiomatrix.values.judged import Judged


def related(
    a: str, b: str, registry: Registry | None = None, *, cut: str | None = None, over: Sequence[Space] | None = None
) -> MetricRelation:
    """How the second depends on the first, with why nothing stronger holds; ``over`` names smaller spaces."""
    columns = Columns(registry if registry is not None else load_catalogue())
    pairs = pairs_by_cut(columns.registry.metric(a), columns.registry.metric(b))
    chosen = next(pair for pair in pairs if cut in (None, pair.cut))
    return relation_of(chosen if over is None else replace(chosen, domain=tuple(over)), columns, explained=True)


def relate(*names: str, registry: Registry, given: Sequence[object] | None = None) -> list[MetricRelation]:
    """The relations of two metrics, of one with all others, or of all with each other."""
    metrics, rows = [registry.metric(name) for name in names], list(registry.metrics.values())
    lists = None if given is None else GivenLists("given lists", [Judged.of(x) for x in given])
    pairs = (
        pairs_by_cut(*metrics, lists) if len(metrics) == 2 else all_pairs(metrics or rows, rows if metrics else None)
    )
    return relate_pairs(pairs, Columns(registry), explained=len(metrics) == 2).relations
