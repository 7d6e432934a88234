"""Instances beyond those that are enumerated: nothing listed, other grades, lists of different lengths."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from axiomatrix.model.metric import Metric
from axiomatrix.values.judged import Judged, Run
from axiomatrix.values.orders import PartialOrder, TopList, WeakOrder
from axiomatrix.values.rankings import Ranking
from axiomatrix.values.retrieval import Retrieval
from axiomatrix.values.scored import Scored, Scores

NOTHING = Ranking.identity(0)
TOP_LISTS = [TopList.of(order) for order in ([], [1], [1, 2], [2, 1], [1, 2, 3], [3, 4])]
LEVELS = [WeakOrder.of(buckets) for buckets in ([[1], [2], [3]], [[3], [1, 2]], [[1, 2, 3]], [[2], [3], [1]])]

BEYOND: dict[str, list[tuple[Any, ...]]] = {
    "judged lists": [
        (Judged.of(listed, missing),)
        for listed, missing in (
            ([], []),
            ([], [1]),
            ([], [0]),
            (["1/2"], []),
            ([0, "1/2"], []),
            ([1, "1/2"], ["1/2"]),
            ([-1, 1], []),
            ([3, 0], []),
            ([1, 5], []),
            ([2, 4, "5/2"], [3, 3]),
            ([0, 0, 1, 0], [1, 1, 1, 1]),
        )
    ],
    "runs": [(Run(()),), (Run.of([[]]),), (Run.of([["1/2"], [0, 3, 0], [0, 0, 1, 1]]),)],
    "scored lists": [
        (Scored.of([], []),),
        (Scored.of([], [], missing=[1]),),
        (Scored.of([3, 0, "1/2", 1], scores=["1/2", "1/2", "1/2", "1/3"], missing=[2]),),
        (Scored.of([-1, 1], scores=[0, 0]),),
    ],
    "scores": [(Scores.of([]),) * 2],
    "retrieved ids": [
        (Retrieval.of(ids, judged),)
        for ids, judged in (
            ([], {}),
            ([], {"a": 1}),
            (["a", "a", "a"], {"a": 2, "b": 1}),
            (["c", "b", "a", "b"], {"a": 1, "b": 2, "d": 2}),
            (["a", "c", "a"], {"a": 1}),
            (["c"], {"a": 1, "b": 2}),
        )
    ],
    "rankings": [(NOTHING, NOTHING)],
    "weak orders": [(WeakOrder.of([]),) * 2, *product(LEVELS, repeat=2)],
    "partial orders": [(PartialOrder.of([]),) * 2],
    "top lists": list(product(TOP_LISTS, repeat=2)),
}
"""By what a metric is about: what a user may hand in and no enumeration does."""


def beyond(metric: Metric) -> Iterator[tuple[Any, ...]]:
    """The arguments that the metric takes, each with parameters of the grid."""
    spaces = metric.arguments.values()
    for given in dict.fromkeys(given[: len(spaces)] for given in BEYOND[metric.about]):
        try:
            made = [space.convert(value) for space, value in zip(spaces, given, strict=True)]
        except ValueError:
            continue  # refused before the definition sees it
        n = len(given[0]) if metric.about == "rankings" else 2
        yield from (
            (*made, *chosen) for chosen in product(*(space.enumerate(n) for space in metric.parameters.values()))
        )
