"""Two columns compared: the relation of two metrics from their values."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.metric import Metric
from ...model.registry import REGISTRY, Registry
from ...spaces import GivenLists
from .agreement import agreement, smallest_disagreement
from .answer import MetricRelation, Reached, ShownInstance
from .beyond import beyond
from .columns import ValueColumn, Values
from .constants import constants
from .defaults import parameters_text
from .domains import Domain, name
from .identity import identity
from .joint import Joint, joint
from .refusals import refusals, shown

SMALLER_IS_BETTER = ("distance", "error")


class NotRelated(ValueError):
    """Two metrics that cannot be compared, and why."""


def compared(
    one: Metric,
    other: Metric,
    a: ValueColumn,
    b: ValueColumn,
    domain: Domain,
    cut: str,
    *,
    explained: bool = False,
    registry: Registry = REGISTRY,
) -> MetricRelation:
    """All that the two columns say of each other; ``explained`` adds why nothing stronger holds.

    Raises :class:`NotRelated` for a metric that has no column, or where no instance has both values.
    """
    for side in (a, b):
        if side.fault:
            raise NotRelated(f"{side.metric}: {side.fault}")
    joints = [joint(x, y) for x, y in _sizes(a, b)]
    asked = [j for j in joints if j.compared]
    if not asked:
        raise NotRelated(f"{one.name} and {other.name}: no instance on which both have a value")
    strongest = identity(asked)
    opposed = (one.kind in SMALLER_IS_BETTER) != (other.kind in SMALLER_IS_BETTER)
    verdict = _verdict(asked, domain, strongest.kind == "none")
    more = beyond(one, other, strongest.kind, strongest.formula, registry)
    direction = -1 if opposed else 1
    counts = tuple(agreement(j, direction) for j in asked)
    return MetricRelation(
        a=one.name,
        b=other.name,
        a_given=parameters_text(one, cut),
        b_given=parameters_text(other, cut),
        cut=cut,
        sort=domain[0].sort,
        space=name(domain),
        opposed=opposed,
        kind=strongest.kind,
        direction=strongest.direction,
        verdict=f"{verdict}; {more}" if more else verdict,
        sizes=tuple(Reached(j.n, len(j.a.codes), j.compared, j.only_a, j.only_b, j.a.size.renamed) for j in joints),
        coefficients=strongest.coefficients,
        formula=strongest.formula,
        bounds=tuple(bounds for j in asked if (bounds := constants(j)) is not None),
        agreement=counts,
        disagreement=_disagreement([j for j, n in zip(asked, counts, strict=True) if n.differently], direction),
        refusals=refusals(asked, strongest, one.name, other.name) if explained else (),
        single=tuple(m.name for k, m in enumerate((one, other)) if all(j.levels[k] == 1 for j in asked)),
    )


def _sizes(a: ValueColumn, b: ValueColumn) -> list[tuple[Values, Values]]:
    """The sizes of both; those up to renaming only where renaming changes neither, as all pairs of rankings say."""
    pairs = list(zip(a.sizes, b.sizes, strict=False))
    if any(x.size.renamed for x, _ in pairs) and not (a.keeps_renaming and b.keeps_renaming):
        return [(x, y) for x, y in pairs if not x.size.renamed]
    return pairs


def _verdict(joints: Sequence[Joint], domain: Domain, none: bool) -> str:
    """How far it reaches; for what does not hold, at which size that shows first."""
    if isinstance(domain[0], GivenLists):
        return f"searched {sum(j.compared for j in joints):,} given lists"
    if none:
        return "refuted"
    whole, renamed = ([j.n for j in joints if j.a.size.renamed is which] for which in (False, True))
    word = "grid" if any(not space.complete for space in domain) else "exhausted"
    reaches = [f"{word} n<={whole[-1]}"] if whole else []
    reaches += [f"up to renaming n<={renamed[-1]}"] if renamed else []
    return ", ".join(reaches)


def _disagreement(joints: Sequence[Joint], direction: int) -> tuple[ShownInstance, ShownInstance] | None:
    for j in joints:
        if (pair := smallest_disagreement(j, direction)) is not None:
            return shown(j, pair[0]), shown(j, pair[1])
    return None
