"""Rankings that were aggregated, as text, as Markdown and as JSON."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ..evidence.decimals import beside
from ..evidence.files import indented
from ..evidence.formats import Format, Record
from ..evidence.reach import Count
from ..evidence.safe import code, prose, visible
from ..evidence.words import counted
from ..studies.aggregate.answer import Aggregation, AlgorithmResult, Median
from ..values.rankings import Ranking
from .tables import github, plain

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


def _given(answer: Aggregation) -> str:
    return f"{counted(answer.profile.voters, 'ranking')} of {answer.profile.n} items"


def terminal(answer: Aggregation) -> str:
    """The answer as plain text."""
    lines = [_given(answer)]
    for median in answer.medians:
        lines += ["", visible(_median_line(median))]
        lines += [f"  {visible(ranking)}" for ranking in median.rankings]
        lines += ["  and more"] if _more(median) else []
    rows = [list(map(visible, _row(one))) for one in answer.algorithms]
    return "\n".join([*lines, "", _bound(answer), "", plain(_heads(answer), rows)])


def markdown(answer: Aggregation) -> str:
    """The answer as a Markdown page."""
    lines = ["# Aggregated ranking", "", f"{_given(answer)}:", ""]
    for ranking, count in answer.profile.counted:
        lines.append(f"- {count} x {code(ranking)}")
    for median in answer.medians:
        lines += ["", f"## {prose(median.distance)} median", "", prose(_median_line(median)), ""]
        lines += [f"- {code(ranking)}" for ranking in median.rankings]
        lines += ["- and more"] if _more(median) else []
    rows = [[cell if k != 1 else code(cell) for k, cell in enumerate(_row(one))] for one in answer.algorithms]
    lines += ["", "## Algorithms", "", prose(_bound(answer)), "", github([prose(h) for h in _heads(answer)], rows)]
    return "\n".join([*lines, "", CITED, ""])


def _more(median: Median) -> bool:
    return median.count is None or median.count > len(median.rankings)


def _median_line(median: Median) -> str:
    many = "the only one" if median.unique else f"{median.count:,} of them" if median.count else "more than are listed"
    return (
        f"{median.distance} median: cost {median.cost} ({many}; {median.certified}); the first costs "
        f"{median.other_cost} under {median.other}"
    )


def _bound(answer: Aggregation) -> str:
    if answer.exact:
        return f"least Kendall cost {answer.least} (lower bound without search: {answer.bound})"
    return (
        f"the Kendall median is not computed for {answer.profile.n} items; no ranking costs less than {answer.bound}: "
        "the ratios are at most these"
    )


def _heads(answer: Aggregation) -> list[str]:
    mark = "*" if answer.weighted else ""
    return ["algorithm", "ranking", f"K{mark}", f"F{mark}", "ratio", "proved", "why"]


def _row(a: AlgorithmResult) -> list[str]:
    ratio = "none" if a.ratio is None else beside(str(a.ratio))
    by = a.approximation
    factor = "-" if by.factor is None else str(by.factor)
    return [by.algorithm, str(a.ranking), str(a.kendall), str(a.footrule), ratio, factor, by.source]
