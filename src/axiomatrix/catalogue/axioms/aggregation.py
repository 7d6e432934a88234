"""Rules of aggregation: what the ranking chosen for several votes should be like.

A rule is a loss of the ranking that is proposed for the votes. What it chooses are the rankings of least loss, all of
them where there are several; the items that are first in one of these win. No tie is broken.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import combinations, permutations
from typing import Any

from ...model.axiom import axiom, where
from ...model.relation import NOT_ASKED, Relation, at_most, equal, less
from ...spaces import VotesSpace
from ...spaces import votes as votes_space
from ...values.rankings import Item, Ranking
from ...values.votes import Consensus, Votes
from ..formulas import lines

WINNERS = r"W=\text{the items that are first in a ranking of least loss}"
CHOSEN = r"R=\text{the rankings of least loss for the votes}"
GROUPS = ("p", "the votes p"), ("q", "the votes q"), ("pq", "all these votes")
"""The two groups of voters, and both together."""
rule_axiom = partial(
    axiom,
    over={"votes": votes_space},
    kinds=("loss",),
    about=("proposed rankings",),
    group="aggregation",
    applies=where(lambda metric: metric.exact, "which rankings have the least loss is decided exactly"),
)
few_votes = VotesSpace(3)
two_groups = partial(rule_axiom, over={"p": few_votes, "q": few_votes})


@cache
def rankings_of(items: tuple[Item, ...]) -> tuple[Ranking, ...]:
    """All rankings of the items."""
    return tuple(Ranking.from_order(order) for order in permutations(items))


def losses(m: Any, votes: Votes) -> dict[Ranking, Any]:
    """The loss of every ranking that may be proposed for the votes."""
    return {ranking: m(Consensus(votes, ranking)) for ranking in rankings_of(votes.items)}


def chosen(m: Any, votes: Votes) -> frozenset[Ranking]:
    """The rankings of least loss."""
    by_ranking = losses(m, votes)
    least = min(by_ranking.values())
    return frozenset(ranking for ranking, loss in by_ranking.items() if loss == least)


def winners(m: Any, votes: Votes) -> frozenset[Item]:
    """The items that are first in a ranking of least loss."""
    return frozenset(ranking.order[0] for ranking in chosen(m, votes))


def differing(one: frozenset[Any], other: frozenset[Any]) -> Relation:
    """The number of elements in which two sets differ is 0."""
    return equal(len(one ^ other), 0)


def worst(relations: list[Relation]) -> Relation:
    """The relation that fails by most, or holds by least."""
    return min(relations, key=lambda relation: relation.margin) if relations else NOT_ASKED


@rule_axiom(
    "condorcet-winner",
    latex=lines("W=C", WINNERS, r"C=\text{the item that a majority prefers to each other one}"),
    kept_by=("kemeny",),
    broken_by=("borda",),
    sentence="An item that a majority prefers to each other item wins alone.",
)
def condorcet_winner(m: Any, votes: Votes) -> Relation:
    """m(r) < m(s) for a best r with x first and every s with another item first, x the Condorcet winner

    For all votes on two or more items with an item x that more than half of the voters prefer to y, for each other item
    y. Condorcet, Essai sur l'application de l'analyse, 1785. Example: the median under Kendall's distance satisfies it;
    Borda's rule does not.
    """
    x = next((x for x in votes.items if all(_beats(votes, x, y) for y in votes.items if y != x)), None)
    if x is None or len(votes.items) < 2:
        return NOT_ASKED
    by_ranking = losses(m, votes)
    return less(
        min(loss for ranking, loss in by_ranking.items() if ranking.order[0] == x),
        min(loss for ranking, loss in by_ranking.items() if ranking.order[0] != x),
    )


def _beats(votes: Votes, x: Item, y: Item) -> bool:
    """Return whether more than half of the voters prefer x to y."""
    return 2 * sum(vote[x] < vote[y] for vote in votes) > len(votes.rankings)


@rule_axiom(
    "unanimity",
    latex=lines(r"r(x)<r(y)", r"r=\text{each ranking of least loss; all votes list }x\text{ ahead of }y"),
    kept_by=("kemeny",),
    broken_by=("footrule-median",),
    sentence="What all voters prefer stands ahead in every ranking that is chosen.",
)
def unanimity(m: Any, votes: Votes) -> Relation:
    """m(r) < m(s) for a best r with x ahead of y and every s with y ahead of x, where all votes have x ahead of y

    For all votes and all items x, y of which every voter prefers x to y: the Pareto condition, of rankings. The
    relation shown is that of the items where it fails by most. Arrow, Social Choice and Individual Values, 1951.
    Example: a rule that sorts the items by sums of points for positions satisfies it; the median under the footrule
    does not, for a ranking of least cost may put x and y in either order where both are far from where the votes have
    them.
    """
    pairs = [(x, y) for x, y in permutations(votes.items, 2) if all(vote[x] < vote[y] for vote in votes)]
    by_ranking = losses(m, votes) if pairs else {}
    return worst(
        [
            less(
                min(loss for ranking, loss in by_ranking.items() if ranking[x] < ranking[y]),
                min(loss for ranking, loss in by_ranking.items() if ranking[y] < ranking[x]),
            )
            for x, y in pairs
        ]
    )


@two_groups(
    "reinforcement",
    latex=lines(
        r"R_{\mathrm{pq}}=R_{\mathrm{p}}\cap R_{\mathrm{q}}\text{ where that is not empty}",
        *(rf"R_{{\mathrm{{{group}}}}}=\text{{the rankings of least loss for {votes}}}" for group, votes in GROUPS),
    ),
    kept_by=("kemeny",),
    broken_by=("median-rank",),
    sentence="If two groups of voters agree on rankings, all voters together choose exactly these.",
)
def reinforcement(m: Any, p: Votes, q: Votes) -> Relation:
    """the rankings chosen for p and q together are those chosen for p and for q, where there are such

    For all votes p, q on the same items: consistency, of rankings. Young and Levenglick, A Consistent Extension of
    Condorcet's Election Principle, 1978. Example: a loss that is a sum over the voters satisfies it; the order by
    medians of positions does not.
    """
    both = chosen(m, p) & chosen(m, q)
    return differing(chosen(m, p.joined(q)), both) if both else NOT_ASKED


@two_groups(
    "reinforcement-of-winners",
    latex=lines(
        r"W_{\mathrm{pq}}=W_{\mathrm{p}}\cap W_{\mathrm{q}}\text{ where that is not empty}",
        *(rf"W_{{\mathrm{{{group}}}}}=\text{{the items that win for {votes}}}" for group, votes in GROUPS),
    ),
    kept_by=("borda",),
    broken_by=("median-rank",),
    sentence="If two groups of voters agree on winners, exactly these win among all voters.",
)
def reinforcement_of_winners(m: Any, p: Votes, q: Votes) -> Relation:
    """the winners for p and q together are those for p and for q, where there are such

    For all votes p, q on the same items: consistency, of winners. No rule has it that keeps to Condorcet winners:
    Young, Social Choice Scoring Functions, 1975. Example: Borda's rule satisfies it; the order by medians of positions
    does not.
    """
    both = winners(m, p) & winners(m, q)
    return differing(winners(m, p.joined(q)), both) if both else NOT_ASKED


@rule_axiom(
    "independence-of-clones",
    latex=lines(
        r"W=W_{\mathrm{c}}",
        r"W=\text{the items that win, all clones of a set taken for one}",
        r"W_{\mathrm{c}}=\text{the same without one of the clones}",
    ),
    broken_by=("borda",),
    sentence="Leaving out a copy of an item that is next to it in all votes changes no winner but copies.",
)
def independence_of_clones(m: Any, votes: Votes) -> Relation:
    """the winners are the same without a clone c, all clones of a set taken for one

    For all votes and all sets of two or more items, but not all items, that stand next to each other in every vote, in
    any order, and every item c of the set. The relation shown is that of a set where the winners differ most. Tideman,
    Independence of Clones as a Criterion for Voting Rules, 1987. Example: the winner of a drawn vote satisfies it;
    Borda's rule does not.
    """
    return worst(
        [
            differing(_merged(winners(m, votes), clones), _merged(winners(m, votes.without(c)), clones))
            for clones in _clone_sets(votes)
            for c in votes.items
            if c in clones
        ]
    )


def _clone_sets(votes: Votes) -> Iterator[frozenset[Item]]:
    """The proper subsets of two or more items that are adjacent in every vote."""
    for size in range(2, len(votes.items)):
        for items in combinations(votes.items, size):
            places = [[int(vote[x]) for x in items] for vote in votes]
            if all(max(places_of_vote) - min(places_of_vote) == size - 1 for places_of_vote in places):
                yield frozenset(items)


def _merged(items: frozenset[Item], clones: frozenset[Item]) -> frozenset[Item]:
    """The items, with one name for all clones."""
    return frozenset("clones" if x in clones else x for x in items)


@rule_axiom(
    "neutrality-of-items",
    latex=lines(
        r"R_{\mathrm{new}}=R",
        r"R=\text{the rankings of least loss for the votes, with two items renamed}",
        r"R_{\mathrm{new}}=\text{those for the votes in which the two are renamed}",
    ),
    kept_by=("borda",),
    sentence="The names of the items do not matter.",
)
def neutrality_of_items(m: Any, votes: Votes) -> Relation:
    """the rankings chosen for votes with two items renamed are those chosen, with the two renamed

    For all votes and every two items that follow each other by name, which make up all renamings. May, A Set of
    Independent Necessary and Sufficient Conditions for Simple Majority Decision, 1952. Example: a rule that looks at
    positions alone satisfies it; one that breaks ties by the names of the items does not.
    """
    relations = []
    for x, y in zip(votes.items, votes.items[1:], strict=False):
        names = {**dict(zip(votes.items, votes.items, strict=True)), x: y, y: x}
        renamed = frozenset(Ranking.from_order(names[z] for z in ranking.order) for ranking in chosen(m, votes))
        relations.append(differing(chosen(m, votes.renamed(names.__getitem__)), renamed))
    return worst(relations)


@rule_axiom(
    "anonymity-of-voters",
    latex=lines(r"R_{\mathrm{other}}=R", CHOSEN, r"R_{\mathrm{other}}=\text{those for the votes in another order}"),
    kept_by=("borda",),
    sentence="Who gave which vote does not matter.",
)
def anonymity_of_voters(m: Any, votes: Votes) -> Relation:
    """the rankings chosen for the votes in another order are the same

    For all votes of two or more voters, and all their orders. May, A Set of Independent Necessary and Sufficient
    Conditions for Simple Majority Decision, 1952. Example: a sum over the voters satisfies it; the ranking of the first
    voter does not.
    """
    orders = dict.fromkeys(permutations(votes.rankings)) if len(votes.rankings) > 1 else ()
    return worst([differing(chosen(m, votes), chosen(m, Votes(order))) for order in orders])


@rule_axiom(
    "monotonicity-of-winners",
    latex=lines(
        r"x\in W\Rightarrow x\in W_{\mathrm{up}}",
        WINNERS,
        r"W_{\mathrm{up}}=\text{the same after a voter moves }x\text{ up by one place}",
    ),
    kept_by=("kemeny",),
    broken_by=("footrule-median",),
    sentence="An item that wins still wins after a voter moves it up.",
)
def monotonicity_of_winners(m: Any, votes: Votes) -> Relation:
    """min over r with x first of m(r) <= min over all r of m(r), for the votes after one voter moved a winner x up

    For all votes, every item x that wins, and every vote in which it is not the first: there it changes places with
    the item above it. The relation shown is that of the item that loses by most. Fishburn, The Theory of Social Choice,
    1973. Example: rules of points satisfy it; the median under the footrule does not.
    """
    relations = []
    winning = winners(m, votes)
    for x in (x for x in votes.items if x in winning):
        for k, vote in enumerate(votes):
            if vote[x] > 1:
                after = losses(m, votes.raised(k, x))
                with_x_first = min(loss for ranking, loss in after.items() if ranking.order[0] == x)
                relations.append(at_most(with_x_first, min(after.values())))
    return worst(relations)
