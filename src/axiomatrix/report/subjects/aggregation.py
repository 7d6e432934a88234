"""The document of aggregated votes: the order by each rule, and how near known algorithms come to Kemeny's.

``axiomatrix aggregate`` prints it. A *median* is a ranking whose total distance to the votes, its *cost*, is least:
Kemeny's rule takes Kendall's distance K, the footrule rule takes F. With weights of items these are K* and F*. Other
rules give each item a score. The algorithms approximate Kemeny's rule, each with a proved *factor*: its cost is at most
this factor times the least cost.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...evidence.notation import shorten_number, with_four_decimals
from ...evidence.words import counted
from ...studies.aggregate.answer import MAX_ITEMS_ASSIGNED, Aggregation, AlgorithmResult, Median, ScoredOrder
from ...studies.aggregate.costs import MAX_ITEMS_OF_SUBSETS
from ..aggregation import COMPLEXITY_NOTE, MISSING_ITEMS_NOTE, TIES_NOTE
from ..document import Block, Details, Document, Heading, Inline, List, Mono, Note, Table, Text

RULE_NAMES = {
    "kemeny": "Kemeny",
    "footrule": "Footrule",
    "borda": "Borda",
    "median-rank": "Median rank",
    "rrf": "RRF (reciprocal rank fusion)",
}
"""The names of the rules in headings."""
MAX_SCORE_CHARACTERS = 14
"""Characters up to which an exact score is shown; a longer one is shown as a decimal."""


def document(answer: Aggregation) -> Document:
    """The document of an aggregation: orders by the rules, algorithms next to the least Kendall cost, the votes."""
    blocks: list[Block] = []
    for median in answer.medians:
        blocks += _median(median)
    for scored in answer.scored:
        blocks += _scored(scored)
    if answer.algorithms:
        blocks += _algorithms(answer)
    blocks += map(Note, _notes(answer))
    votes = tuple((f"{count} x ", Mono(str(vote))) for vote, count in answer.profile.votes_with_counts)
    blocks.append(Details("The votes", (List(votes),)))
    return Document("Aggregated ranking", _summary(answer), tuple(blocks))


def _summary(answer: Aggregation) -> Inline:
    """The numbers of votes and items, and the result if it is unique: Kemeny's, or the named rule's."""
    profile = answer.profile
    size = f"{counted(profile.voters, 'ranking')} of {counted(profile.n, 'item')}."
    if answer.kendall is not None and answer.kendall.is_unique:
        best = Mono(str(answer.kendall.rankings[0]))
        return f"{size} No ranking disagrees with them less than ", best, f": cost {answer.kendall.cost}."
    if answer.rule is not None:  # the one that was asked for
        orders = [scored.order for scored in answer.scored]
        unique_medians = [median.rankings[0] for median in answer.medians if median.is_unique]
        if results := [*orders, *unique_medians]:
            return f"{size} {RULE_NAMES[answer.rule]} gives ", Mono(str(results[0])), "."
    return size


def _notes(answer: Aggregation) -> Iterator[str]:
    """Yield notes on the votes, and on what was not computed."""
    if any(vote.has_ties for vote in answer.profile.votes):
        yield TIES_NOTE
    if not answer.profile.is_complete:
        yield MISSING_ITEMS_NOTE
    if answer.footrule is None and answer.rule is None:
        limit = MAX_ITEMS_OF_SUBSETS if answer.has_weights else MAX_ITEMS_ASSIGNED
        yield f"The footrule median is not computed: there are {answer.profile.n} items, and the limit is {limit}."


def _median(median: Median) -> list[Block]:
    """The medians under one distance, their cost under both distances, and the proof that none costs less."""
    if median.is_unique:
        number = "the only one"
    elif median.count is not None:
        number = f"{median.count:,} of them"
    else:  # they were not counted to the end
        number = "perhaps among others"
    cost = f"Cost {median.cost} ({number}). The first one costs {median.other_cost} under {median.other}."
    proof = f"No ranking costs less: {median.proof}."
    more = ("and more",) if median.count is not None and median.count > len(median.rankings) else ()
    rankings = (*(Mono(str(ranking)) for ranking in median.rankings), *more)
    return [Heading(f"{RULE_NAMES[median.rule]}: {median.distance} median"), List(rankings), Text(f"{cost} {proof}")]


def _scored(scored: ScoredOrder) -> list[Block]:
    """The order by a rule that scores items, its guarantee, and the score of each item, best first."""
    items = [item for bucket in scored.order.buckets for item in bucket]
    rows = tuple((Mono(str(item)), shorten_number(str(scored.scores[item]), MAX_SCORE_CHARACTERS)) for item in items)
    table = Details(f"The {scored.unit} of each item", (Table(("item", scored.unit), rows),))
    return [Heading(RULE_NAMES[scored.rule]), List((Mono(str(scored.order)),)), Text(scored.guarantee), table]


def _algorithms(answer: Aggregation) -> list[Block]:
    """The table of approximation algorithms, with the ratio of each cost to the least Kendall cost."""
    rows = tuple(map(_row, answer.algorithms))
    return [Heading("Algorithms"), Text(_least_cost(answer)), Table(_heads(answer), rows), Note(COMPLEXITY_NOTE)]


def _least_cost(answer: Aggregation) -> str:
    """Sentences on the least Kendall cost, or if that is not known on the lower bound that takes its place.

    ``answer.bound`` is the lower bound in words. ``answer.largest_component`` is the largest number of items that
    majorities cannot order, since they prefer each to the next in a cycle.
    """
    if answer.is_exact:
        return f"The least Kendall cost is {answer.least} (lower bound without search: {answer.bound})."
    return (
        f"The Kendall median is not computed: majorities leave {answer.largest_component} items in a cycle, and it is "
        f"exact up to {MAX_ITEMS_OF_SUBSETS}. No ranking costs less than {answer.bound}: the ratios are at most these."
    )


def _heads(answer: Aggregation) -> tuple[str, ...]:
    """The column heads for :func:`_row`."""
    mark = "*" if answer.has_weights else ""
    return "algorithm", "ranking", f"K{mark}", f"F{mark}", "ratio", "proved", "why"


def _row(result: AlgorithmResult) -> tuple[Inline, ...]:
    """The row of an algorithm: its ranking, both costs, the ratio, and the proved factor with its source."""
    algorithm = result.approximation
    # no ratio if the least cost is 0
    ratio = "none" if result.ratio is None else with_four_decimals(str(result.ratio))
    factor = "-" if algorithm.factor is None else str(algorithm.factor)
    costs = (str(result.kendall), str(result.footrule))
    return algorithm.algorithm, Mono(str(result.ranking)), *costs, ratio, factor, algorithm.source
