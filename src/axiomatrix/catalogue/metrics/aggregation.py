"""Rules of aggregation: how badly a ranking represents several votes. A rule chooses the rankings of least loss.

For rules that score the items, sorting by score minimises the loss (the rearrangement inequality). All orders of tied
items have the same loss.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ...model.registry import metric
from ...numbers.exact import Whole, rational
from ...spaces import consensus
from ...values.rankings import Item, Ranking
from ...values.votes import Votes
from .. import axioms
from ..formulas import lines
from .plain import footrule, kendall

YOUNG = "Young, An Axiomatization of Borda's Rule, 1974"
YOUNG_LEVENGLICK = "Young and Levenglick, A Consistent Extension of Condorcet's Election Principle, 1978"
TIDEMAN = "Tideman, Independence of Clones as a Criterion for Voting Rules, 1987"
rule = partial(metric, kind="loss", arguments={"c": consensus}, family="aggregation")
PROPOSED = r"r=\text{the ranking that is proposed}"
A_VOTE = r"v=\text{a vote}"
BY_SCORES = r"L(c)=\sum_{x}r(x)\,s(x)"


def by_scores(votes: Votes, ranking: Ranking, score: Callable[[Item], Any]) -> Any:
    """sum over the items x of r(x) s(x): least where items of higher scores are ahead."""
    return sum((ranking[x] * score(x) for x in votes.items), Whole(0))


@rule(
    "borda",
    holds=[axioms.reinforcement_of_winners, axioms.neutrality_of_items, axioms.anonymity_of_voters],
    fails={
        axioms.condorcet_winner: "Condorcet, Essai sur l'application de l'analyse, 1785",
        axioms.independence_of_clones: TIDEMAN,
    },
    source=YOUNG,
    latex=lines(BY_SCORES, r"s(x)=\sum_{v}(n-v(x))", A_VOTE, PROPOSED),
)
def borda(votes: Votes, ranking: Ranking) -> Any:
    """L(r) = sum over items x of r(x) B(x), B(x) = the sum over the votes v of n - v(x)

    Borda 1781: an item has a point for each item behind it in each vote, and those of more points stand ahead. The same
    rankings have the least sum of Spearman's distances to the votes. Items of equal points may stand in any order.
    """
    return by_scores(votes, ranking, lambda x: sum(votes.n - vote[x] for vote in votes))


@rule(
    "kemeny",
    holds=[axioms.condorcet_winner, axioms.reinforcement, axioms.neutrality_of_items, axioms.anonymity_of_voters],
    fails={
        axioms.reinforcement_of_winners: "Young, Social Choice Scoring Functions, 1975: no rule has it that keeps to "
        "Condorcet winners",
        axioms.independence_of_clones: TIDEMAN,
    },
    source=YOUNG_LEVENGLICK,
    latex=lines(r"L(c)=\sum_{v}K(v,r)", r"K=\text{Kendall's distance}", A_VOTE, PROPOSED),
)
def kemeny(votes: Votes, ranking: Ranking) -> Any:
    """L(r) = sum over the votes v of K(v, r), K = Kendall's distance

    Kemeny, Mathematics without Numbers, 1959. Where several rankings have the least loss, all are chosen.
    """
    return sum((kendall.definition(vote, ranking) for vote in votes), Whole(0))


@rule(
    "footrule-median",
    holds=[axioms.neutrality_of_items, axioms.anonymity_of_voters],
    source="Dwork, Kumar, Naor and Sivakumar, Rank Aggregation Methods for the Web, 2001",
    latex=lines(r"L(c)=\sum_{v}F(v,r)", r"F=\text{Spearman's footrule}", A_VOTE, PROPOSED),
)
def footrule_median(votes: Votes, ranking: Ranking) -> Any:
    """L(r) = sum over the votes v of F(v, r), F = Spearman's footrule

    Dwork, Kumar, Naor and Sivakumar, Rank Aggregation Methods for the Web, 2001. Where several rankings have the least
    loss, all are chosen.
    """
    return sum((footrule.definition(vote, ranking) for vote in votes), Whole(0))


@rule(
    "median-rank",
    holds=[axioms.neutrality_of_items, axioms.anonymity_of_voters],
    source="Fagin, Kumar and Sivakumar, Efficient Similarity Search and Classification via Rank Aggregation, 2003",
    latex=lines(BY_SCORES, r"s(x)=n-\text{the median over the votes of the position of }x", PROPOSED),
)
def median_rank(votes: Votes, ranking: Ranking) -> Any:
    """L(r) = sum over items x of r(x) (n - M(x)), M(x) = the median over the votes v of v(x)

    Items of smaller medians stand ahead. Of an even number of votes, the median is the mean of the two in the middle.
    Items of equal medians may stand in any order. Fagin, Kumar and Sivakumar 2003.
    """

    def score(x: Item) -> Any:
        positions, middle = sorted(vote[x] for vote in votes), len(votes.rankings) // 2
        return votes.n - (positions[middle] + positions[-middle - 1]) / Whole(2)

    return by_scores(votes, ranking, score)


@rule(
    "reciprocal-rank-fusion",
    holds=[axioms.neutrality_of_items, axioms.anonymity_of_voters],
    source="Cormack, Clarke and Buettcher, Reciprocal Rank Fusion Outperforms Condorcet and Individual Rank Learning "
    "Methods, 2009",
    latex=lines(BY_SCORES, r"s(x)=\sum_{v}\frac{1}{60+v(x)}", A_VOTE, PROPOSED),
)
def reciprocal_rank_fusion(votes: Votes, ranking: Ranking) -> Any:
    """L(r) = sum over items x of r(x) S(x), S(x) = the sum over the votes v of 1 / (60 + v(x))

    Cormack, Clarke and Buettcher 2009: items of larger sums stand ahead. Items of equal sums may stand in any order.
    """
    return by_scores(votes, ranking, lambda x: sum((rational(1, 60 + int(vote[x])) for vote in votes), rational(0)))
