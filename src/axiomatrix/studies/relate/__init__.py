"""Relations between metrics: identities, refinements, best constants and rank agreement, over enumerated instances.

Metrics of one signature are compared on their common space, exactly. What holds of every instance up to a size is
``exhausted`` to that size and is not a claim about larger ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...catalogue.loading import load_catalogue
from ...model.metric import Metric
from ...model.registry import Registry
from ...spaces import GivenLists, Space
from ...values.judged import Judged
from .answer import STRENGTH, Bounds, MetricRelation, ShownInstance
from .compare import NotRelated
from .domains import included, name
from .run import Columns, Related, all_pairs, paired, related_pairs, relation_of

__all__ = [
    "Bounds",
    "MetricRelation",
    "NotRelated",
    "Related",
    "ShownInstance",
    "identities",
    "relate",
    "related",
]


def related(
    a: str | Metric,
    b: str | Metric,
    registry: Registry | None = None,
    *,
    cut: str | None = None,
    over: Sequence[Space] | None = None,
) -> MetricRelation:
    """How the second metric depends on the first, with the witnesses of what does not hold.

    ``cut`` is ``"n"`` or ``"3"`` where a metric has a cut-off (the whole list unless it is given). ``over`` names
    smaller spaces of the arguments than the two metrics share, such as ``(spaces.two_levels, spaces.ranking)``. Raises
    :class:`NotRelated` if the two are not of one signature or have no common values, ``ValueError`` for spaces that a
    metric is not about, ``Unknown`` for a name that nothing has.
    """
    known = registry if registry is not None else load_catalogue()
    one, other = (m if isinstance(m, Metric) else known.metric(m) for m in (a, b))
    pairs = paired(one, other)
    if not pairs:
        raise NotRelated(_signatures(one, other))
    chosen = next((pair for pair in pairs if cut in (None, pair.cut)), pairs[0])
    if over is not None:
        if len(over) != len(chosen.domain) or not all(map(included, over, chosen.domain)):
            raise ValueError(f"over: {name(tuple(over))} are not among the arguments, which are {name(chosen.domain)}")
        chosen = replace(chosen, domain=tuple(over))
    return relation_of(chosen, Columns(known), explained=True)


def _signatures(one: Metric, other: Metric) -> str:
    def subject(m: Metric) -> str:
        return f"{m.name} is about {', '.join(space.name for space in m.arguments.values())}"

    return f"{subject(one)}; {subject(other)}: they have no arguments in common"


def relate(
    *names: str | Metric, registry: Registry | None = None, given: Sequence[object] | None = None
) -> list[MetricRelation]:
    """The relations of two metrics, of one with all others, or of all with each other, in this process.

    ``given`` judged lists, such as a user's own, take the place of the enumerated ones; the verdict is then
    ``searched``.

    >>> import axiomatrix.studies.relate
    >>> axiomatrix.studies.relate.relate("kendall", "kendall-element")[0].kind
    'identical'
    """
    known = registry if registry is not None else load_catalogue()
    if len(names) > 2:
        raise ValueError(f"relate: {len(names)} metrics are given; give two, one, or none for all")
    metrics = [m if isinstance(m, Metric) else known.metric(m) for m in names]
    lists = None if given is None else GivenLists("given lists", [Judged.of(x) for x in given])
    rows = list(known.metrics.values())
    if len(metrics) == 2:
        if not (pairs := paired(metrics[0], metrics[1], lists)):
            raise NotRelated(_signatures(*metrics))
    else:
        pairs = all_pairs(metrics, rows, lists) if metrics else all_pairs(rows, None, lists)
    return related_pairs(pairs, Columns(known), explained=len(metrics) == 2).relations


def identities(registry: Registry | None = None) -> list[MetricRelation]:
    """All identities among the registered metrics, the strongest first."""
    relations = [relation for relation in relate(registry=registry) if relation.is_identity]
    return sorted(relations, key=lambda relation: STRENGTH.index(relation.kind))
