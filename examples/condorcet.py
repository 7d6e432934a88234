"""Rules of one's own: Slater's keeps Condorcet's winner and is not consistent; plurality the other way round."""

from itertools import combinations

from axiomatrix import axioms, metric, spaces

VOTES = {"c": spaces.consensus}
YOUNG = "Young and Levenglick, A Consistent Extension of Condorcet's Election Principle, 1978"


def majority(votes, x, y):
    """By how many voters prefer x to y, more than y to x."""
    return sum(1 if vote[x] < vote[y] else -1 for vote in votes.rankings)


@metric(
    "slater",
    kind="loss",
    arguments=VOTES,
    holds=[axioms.condorcet_winner],
    fails={axioms.reinforcement: YOUNG},
    source="Slater, Inconsistencies in a Schedule of Paired Comparisons, 1961",
)
def slater(votes, ranking):
    """L(r) = the number of pairs x ahead of y in r of which a majority prefers y to x"""
    return sum(majority(votes, x, y) < 0 for x, y in combinations(ranking.order, 2))


@metric(
    "plurality",
    kind="loss",
    arguments=VOTES,
    holds=[axioms.reinforcement_of_winners],
    fails={axioms.condorcet_winner: "Condorcet 1785"},
)
def plurality(votes, ranking):
    """L(r) = the number of voters who do not have the first of r first"""
    return sum(vote.order[0] != ranking.order[0] for vote in votes.rankings)
