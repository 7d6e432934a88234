"""Aggregated rankings: their medians, and how near known algorithms come."""

from __future__ import annotations

from ...evidence.decimals import beside
from ...evidence.words import counted
from ...studies.aggregate.answer import Aggregation, AlgorithmResult, Median
from ..aggregation import CITED
from ..document import Block, Details, Document, Heading, Inline, List, Mono, Note, Table, Text


def document(answer: Aggregation) -> Document:
    """The medians and their costs, the algorithms beside the least cost, and what was given."""
    profile = answer.profile
    given = f"{counted(profile.voters, 'ranking')} of {counted(profile.n, 'item')}"
    summary: Inline = f"{given}."
    if answer.kendall is not None and answer.kendall.unique:
        best = Mono(str(answer.kendall.rankings[0]))
        summary = (f"{given}. No ranking disagrees with them less than ", best, f": cost {answer.kendall.cost}.")
    ballots = List(tuple((f"{count} x ", Mono(str(ranking))) for ranking, count in profile.counted))
    return Document(
        "Aggregated ranking",
        summary,
        (
            *(block for median in answer.medians for block in _median(median)),
            Heading("Algorithms"),
            Text(_least(answer)),
            Table(_heads(answer), tuple(map(_row, answer.algorithms))),
            Note(CITED),
            Details("The rankings that were given", (ballots,)),
        ),
    )


def _median(median: Median) -> list[Block]:
    many = "the only one" if median.unique else f"{median.count:,} of them" if median.count else "more than are listed"
    cost = f"Cost {median.cost} ({many}). The first one costs {median.other_cost} under {median.other}."
    proof = f"That none costs less: {median.certified}."
    more = ("and more",) if median.count is None or median.count > len(median.rankings) else ()
    rankings = (*(Mono(str(ranking)) for ranking in median.rankings), *more)
    return [Heading(f"{median.distance} median"), List(rankings), Text(f"{cost} {proof}")]


def _least(answer: Aggregation) -> str:
    if answer.exact:
        return f"The least Kendall cost is {answer.least} (lower bound without search: {answer.bound})."
    return (
        f"The Kendall median is not computed for {answer.profile.n} items. No ranking costs less than {answer.bound}: "
        "the ratios are at most these."
    )


def _heads(answer: Aggregation) -> tuple[str, ...]:
    mark = "*" if answer.weighted else ""
    return "algorithm", "ranking", f"K{mark}", f"F{mark}", "ratio", "proved", "why"


def _row(result: AlgorithmResult) -> tuple[Inline, ...]:
    ratio = "none" if result.ratio is None else beside(str(result.ratio))
    by = result.approximation
    factor = "-" if by.factor is None else str(by.factor)
    ranking = Mono(str(result.ranking))
    return by.algorithm, ranking, str(result.kendall), str(result.footrule), ratio, factor, by.source
