"""One value of each frozen class, with everything worked out."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from axiomatrix.numbers.columns import Column
from axiomatrix.numbers.exact import log
from axiomatrix.values.grades import Discounts
from axiomatrix.values.judged import Judged, Run
from axiomatrix.values.orders import PartialOrder, TopList, WeakOrder
from axiomatrix.values.parameters import ElementWeights, GradeGains, Heights, PositionWeights, RankWeights, Similarity
from axiomatrix.values.rankings import Ranking, Relabelling
from axiomatrix.values.retrieval import Retrieval
from axiomatrix.values.scored import Scored, Scores
from axiomatrix.values.votes import Consensus, Votes


def filled(value: Any) -> Any:
    """The value with everything worked out that is worked out when it is first asked for."""
    for name in ("pairs", "ideal", "buckets", "preferences", "near"):
        getattr(value, name, None)
    if isinstance(value, Ranking):
        value.ahead(value.order[0])
    if isinstance(value, PositionWeights):
        value.cost(2)
    hash(value) if not isinstance(value, Column) else None
    return value


VALUES = {
    type(value).__name__: value
    for value in (
        Ranking.from_order([2, 1, 3]),
        Relabelling({1: 2, 2: 1}),
        Judged.of([1, 0, "1/2"], missing=[1]),
        Run.of([[1, 0], [0]]),
        Retrieval.of([3, "a", 3], relevant={"a": 1, "b": "1/2"}),
        Scored.of([1, 0], scores=[2, 1], missing=[1]),
        Scores.of([1, "1/2"]),
        WeakOrder.of([1, [2, 3]]),
        PartialOrder.of([1, 2, 3], [(1, 2)]),
        TopList.of([3, 1]),
        Votes.of([[1, 2], [2, 1]]),
        Consensus.of([[1, 2], [2, 1]], [2, 1]),
        ElementWeights.of([1, 2]),
        PositionWeights.of([1, 2]),
        Similarity.of([[0, 1], [1, 0]]),
        Heights.of([1, 2]),
        RankWeights.of([1, 2]),
        GradeGains.of([1, 2]),
        Discounts.of([1, "1/2"]),
        log(2),
        Column.of([1, fmpq(1, 2)]),
    )
}


def attributes(value: Any) -> list[str]:
    names = [name for kind in type(value).__mro__ for name in kind.__dict__.get("__slots__", ())]
    return [name for name in names if hasattr(value, name)]
