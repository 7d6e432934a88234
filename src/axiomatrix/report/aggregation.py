"""Rankings that were aggregated, as JSON."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ..evidence.files import indented
from ..evidence.formats import Format, Record
from ..evidence.reach import Count
from ..studies.aggregate.answer import Aggregation, AlgorithmResult, Median
from ..values.rankings import Ranking

CITED = (
    "Finding a Kendall median is NP-hard (Bartholdi, Tovey and Trick 1989; for four rankings Dwork, Kumar, Naor and "
    "Sivakumar 2001); a footrule median is a cheapest assignment of items to positions."
)
Number = Annotated[str, Meta(description="An exact number.")]


class GivenData(Record):
    """A ranking that was given, and how often."""

    count: Count
    ranking: list[str]


class MedianData(Record):
    """The rankings of least cost under one distance."""

    distance: str
    cost: Number
    rankings: list[list[str]]
    count: Annotated[Count | None, Meta(description="How many there are; null: they were not counted to the end.")]
    unique: bool
    certified: Annotated[str, Meta(description="How it is known that none costs less.")]
    cost_under_other: Annotated[str, Meta(description="What the first of them costs under the other distance.")]


class LeastData(Record):
    """The least Kendall cost."""

    value: Number
    exact: Annotated[bool, Meta(description="false: no ranking costs less than this.")]
    lower_bound: Annotated[str, Meta(description="What is known without search, and whence.")]


class AttainedData(Record):
    """What an algorithm found."""

    algorithm: str
    ranking: list[str]
    kendall: Number
    footrule: Number
    ratio: Annotated[str | None, Meta(description="Its Kendall cost over the least; null: there is none.")]
    factor: Annotated[str | None, Meta(description="The factor that is proved of the algorithm, if one is.")]
    source: str


class AggregateData(Record):
    """Rankings, their medians, and what known algorithms find."""

    profile: list[GivenData]
    weighted: bool
    medians: list[MedianData]
    least: LeastData
    algorithms: list[AttainedData]
    cited: str


AGGREGATE = Format(
    "axiomatrix-aggregate-1",
    "aggregated ranking",
    AggregateData,
    "The medians of rankings, beside what known algorithms find.",
    ValueError,
)


def dumps(answer: Aggregation) -> str:
    """The answer as JSON text."""
    data = AggregateData(
        profile=[GivenData(count, _items(ranking)) for ranking, count in answer.profile.counted],
        weighted=answer.weighted,
        medians=list(map(_median, answer.medians)),
        least=LeastData(str(answer.least), answer.exact, answer.bound),
        algorithms=list(map(_attained, answer.algorithms)),
        cited=CITED,
    )
    return indented(AGGREGATE.data(data))


def _median(median: Median) -> MedianData:
    return MedianData(
        distance=median.distance,
        cost=str(median.cost),
        rankings=list(map(_items, median.rankings)),
        count=median.count,
        unique=median.unique,
        certified=median.certified,
        cost_under_other=str(median.other_cost),
    )


def _attained(one: AlgorithmResult) -> AttainedData:
    approximation, costs = one.approximation, (str(one.kendall), str(one.footrule))
    ratio, factor = (None if value is None else str(value) for value in (one.ratio, approximation.factor))
    return AttainedData(approximation.algorithm, _items(one.ranking), *costs, ratio, factor, approximation.source)


def _items(ranking: Ranking) -> list[str]:
    return [str(item) for item in ranking.order]
