"""Stand-ins: a metric's own spaces in place of those that an axiom leaves open."""

from __future__ import annotations

from collections.abc import Mapping

from ..spaces import (
    Grades,
    JudgedLists,
    OwnGrades,
    OwnSpace,
    Rankings,
    Relabellings,
    Runs,
    ScoredLists,
    Space,
    TopLists,
    UniverseRelabellings,
)
from .signature import Signature

INDUCED: Mapping[str, str] = {"retrieved ids": "judged lists"}
"""By sort, the sort of the lists that its values induce: axioms about those are asked of it too."""


def lists_of(metric: Signature) -> Space:
    """The space of the metric's (first) argument; of ids, that of the judged lists that they induce."""
    mine = next(iter(metric.arguments.values()))
    return mine.induced or mine


def stood_in(space: Space, metric: Signature, mine: Space) -> Space:
    """The space that replaces the space of an axiom; ``mine`` is the space of the metric's arguments."""
    if (of_metric := getattr(space, "of_metric", None)) is not None:
        return of_metric(metric)  # type: ignore[no-any-return]  # a space for this metric
    if isinstance(space, OwnSpace) or type(space) is Rankings:
        return mine
    if isinstance(space, Relabellings) and isinstance(mine, TopLists):
        return UniverseRelabellings(mine.universe)
    if isinstance(space, OwnGrades):
        lists = mine.lists if isinstance(mine, Runs) else mine
        if isinstance(lists, (JudgedLists, ScoredLists)):
            return Grades(lists.levels, grid=isinstance(lists, JudgedLists) and lists.grid)
        return Grades((0, 1))
    return space
