"""Aggregated votes as JSON, for ``axiomatrix aggregate --format json``, and notes that its document shares.

``studies/aggregate`` computes the answer: medians (rankings of least total distance to the votes), orders by scores,
and the rankings of approximation algorithms with their cost against the least. A vote is a ranking that may tie items
or leave some out. The docstrings and descriptions of the classes are in the published JSON Schema.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ..evidence.files import indented_json
from ..evidence.formats import Format, Record
from ..evidence.reach import Count
from ..studies.aggregate.answer import Aggregation, AlgorithmResult, Median, ScoredOrder
from ..values.orders import WeakOrder
from ..values.rankings import Ranking

COMPLEXITY_NOTE = (
    "Finding a Kendall median is NP-hard (Bartholdi, Tovey and Trick 1989; for four rankings Dwork, Kumar, Naor and "
    "Sivakumar 2001); a footrule median is a cheapest assignment of items to positions."
)
TIES_NOTE = (
    "Items that a vote ties share the mean of their positions, and under Kendall's distance a tied pair costs one half "
    "in either order."
)
MISSING_ITEMS_NOTE = (
    "Items that a vote leaves out count as tied below all items that it ranks. In RRF they get no score from that vote."
)
Number = Annotated[str, Meta(description="An exact number.")]
Order = Annotated[list[str | list[str]], Meta(description="Best first; tied items form a list.")]


class GivenData(Record):
    """A vote and its count."""

    count: Count
    ranking: Order


class MedianData(Record):
    """The rankings of least cost under one distance."""

    distance: Annotated[str, Meta(description="K (Kendall) or F (footrule), with a star if items have weights.")]
    cost: Annotated[Number, Meta(description="The total distance of each of the rankings to the votes.")]
    rankings: Annotated[list[list[str]], Meta(description="The first medians, at most 10.")]
    count: Annotated[Count | None, Meta(description="The number of medians; null if not all were counted.")]
    unique: bool
    certified: Annotated[str, Meta(description="The proof that no ranking costs less.")]
    cost_under_other: Annotated[str, Meta(description="The cost of the first median under the other distance.")]


class ScoredData(Record):
    """The order of the items by their scores."""

    rule: str
    ranking: Order
    scores: Annotated[dict[str, str], Meta(description="The exact score of each item.")]
    unit: Annotated[str, Meta(description="The unit of the scores, such as points.")]
    guarantee: Annotated[str, Meta(description="How far the order is exact, and the factors proved for its cost.")]


class LeastData(Record):
    """The least Kendall cost."""

    value: Number
    exact: Annotated[bool, Meta(description="False if the value is only a lower bound.")]
    lower_bound: Annotated[str, Meta(description="A lower bound that needs no search, and its source.")]


class AttainedData(Record):
    """Result of an algorithm."""

    algorithm: str
    ranking: list[str]
    kendall: Annotated[Number, Meta(description="Its cost under Kendall's distance.")]
    footrule: Annotated[Number, Meta(description="Its cost under the footrule.")]
    ratio: Annotated[str | None, Meta(description="Its Kendall cost over the least; null if only the least is 0.")]
    factor: Annotated[str | None, Meta(description="The factor proved for the algorithm; null if none is.")]
    source: str


class AggregateData(Record):
    """Votes, the results of rules on them, and the rankings of known algorithms."""

    items: list[str]
    profile: Annotated[list[GivenData], Meta(description="The votes.")]
    missing: Annotated[str, Meta(description="How items that a vote leaves out are treated.")]
    weighted: Annotated[bool, Meta(description="Whether items have weights.")]
    medians: list[MedianData]
    scored: list[ScoredData]
    least: Annotated[LeastData | None, Meta(description="Null unless Kemeny's rule was run.")]
    algorithms: list[AttainedData]
    cited: Annotated[str, Meta(description="How hard the medians are to compute, with the sources.")]


AGGREGATE = Format(
    "axiomatrix-aggregate-1",
    "aggregated ranking",
    AggregateData,
    "The results of rules on votes, and the rankings of known algorithms.",
    ValueError,
)


def dumps(answer: Aggregation) -> str:
    """Write the aggregation as JSON text."""
    data = AggregateData(
        items=list(map(str, answer.profile.items)),
        profile=[GivenData(count, _order(vote)) for vote, count in answer.profile.votes_with_counts],
        missing=MISSING_ITEMS_NOTE,
        weighted=answer.has_weights,
        medians=list(map(_median, answer.medians)),
        scored=list(map(_scored, answer.scored)),
        least=LeastData(str(answer.least), answer.is_exact, answer.bound) if answer.algorithms else None,
        algorithms=list(map(_attained, answer.algorithms)),
        cited=COMPLEXITY_NOTE,
    )
    return indented_json(AGGREGATE.data(data))


def _median(median: Median) -> MedianData:
    return MedianData(
        distance=median.distance,
        cost=str(median.cost),
        rankings=list(map(_items, median.rankings)),
        count=median.count,
        unique=median.is_unique,
        certified=median.proof,
        cost_under_other=str(median.other_cost),
    )


def _scored(scored: ScoredOrder) -> ScoredData:
    scores = {str(item): str(score) for item, score in scored.scores.items()}
    return ScoredData(scored.rule, _order(scored.order), scores, scored.unit, scored.guarantee)


def _attained(result: AlgorithmResult) -> AttainedData:
    approximation = result.approximation
    return AttainedData(
        algorithm=approximation.algorithm,
        ranking=_items(result.ranking),
        kendall=str(result.kendall),
        footrule=str(result.footrule),
        ratio=None if result.ratio is None else str(result.ratio),
        factor=None if approximation.factor is None else str(approximation.factor),
        source=approximation.source,
    )


def _order(order: WeakOrder) -> list[str | list[str]]:
    """The items, best first; a bucket of tied items is a list."""
    return [str(bucket[0]) if len(bucket) == 1 else list(map(str, bucket)) for bucket in order.buckets]


def _items(ranking: Ranking) -> list[str]:
    return [str(item) for item in ranking.order]
