"""Rules of aggregation: losses that add up over the voters, and losses by scores of the items.

*Sums over the voters.* Let L(V, r) be the sum over the votes v of c(v, r). Then L(p and q together, r) = L(p, r) + L(q,
r), and where some rankings are of least loss for p and for q, these and no others are of least loss for both together.
The order of the votes does not matter.

*Scores.* Let L(V, r) be the sum over the items of r(x) s(x). By the rearrangement inequality it is least exactly where
items of higher scores are ahead. So the items of the highest score win. Where s is a sum over the votes of points for
positions, the scores of two groups of voters add up too.

*Unanimity.* If every vote has x ahead of y, then s(x) > s(y): each vote gives x more points, or a smaller position, and
then x has the smaller median too. A ranking with y ahead of x is not of least loss. Under Kendall's distance, exchange
x and y in it. For an item z between them, a vote with x ahead of y counts no more inversions with x and y than before,
and x and y themselves are no longer inverted.

*A winner that is moved up.* Its score does not fall, and no other score rises. Under Kendall's distance, let x change
places with y in one vote: rankings with x ahead of y come nearer by one, all others go away by one. All rankings with
x first come nearer, so that the best of these remains one of the best of all.

*Condorcet's winner under Kendall's distance.* Move it to the first place of any ranking. Each item that it passes costs
one inversion less for a voter who prefers the winner to it, more than half of them, and one more for any other voter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from statistics import median
from typing import Any

from ...numbers.exact import Whole, rational
from ...values.rankings import Ranking
from .. import axioms
from .proof import Proof, Step
from .written import NAMELESS, is_written, lemma, of_rankings, proved

Score = Callable[[Any, Any], Any]
"""The score of an item, of votes and the item."""
MAX_VOTERS_CHECKED = 5
"""Up to how many voters the lemmas about medians are checked."""


def points(votes: Any, x: Any) -> Any:
    """The number of items behind x, over all votes."""
    return Whole(sum(vote[y] > vote[x] for vote in votes for y in votes.items))


def nearness(votes: Any, x: Any) -> Any:
    """n less the median of the positions of x."""
    return Whole(len(votes.items)) - Whole(int(2 * median(Fraction(int(vote[x])) for vote in votes))) / 2


def reciprocals(votes: Any, x: Any) -> Any:
    """The sum of 1 / (60 + position)."""
    return sum((rational(1, 60 + int(vote[x])) for vote in votes), rational(0))


def inversions(a: Ranking, b: Ranking) -> int:
    """How many pairs two rankings have in opposite orders."""
    return sum((a[x] < a[y]) != (b[x] < b[y]) for x, y in combinations(a.items, 2))


def _by_scores(score: Score) -> Callable[[Any], Any]:
    return lambda c: sum((c.ranking[x] * score(c.votes, x) for x in c.votes.items), rational(0))


def _over_voters(cost: Callable[[Ranking, Ranking], Any]) -> Callable[[Any], Any]:
    return lambda c: Whole(sum(int(cost(vote, c.ranking)) for vote in c.votes))


SCORES: dict[str, tuple[str, Score]] = {
    "borda": ("the number of items behind x, summed over the votes", points),
    "median-rank": ("n less the median over the votes of the position of x", nearness),
    "reciprocal-rank-fusion": ("the sum over the votes of 1 / (60 + the position of x)", reciprocals),
}
COSTS: dict[str, tuple[str, Callable[[Ranking, Ranking], Any]]] = {
    "kemeny": ("pairs that it has in another order than the ranking", inversions),
    "footrule-median": (
        "places by which its items stand elsewhere in the ranking",
        lambda a, b: sum(abs(a[x] - b[x]) for x in a.items),
    ),
}
FORMS: dict[str, Step] = {
    **{
        row: is_written(row, f"the sum over the items of r(x) s(x), s(x) = {formula}", _by_scores(score))
        for row, (formula, score) in SCORES.items()
    },
    **{
        row: is_written(row, f"the sum over the votes of the number of {formula}", _over_voters(cost))
        for row, (formula, cost) in COSTS.items()
    },
}
OF_POINTS = ("borda", "reciprocal-rank-fusion")
"""Whose scores are sums over the votes of points for positions."""

# --- lemmas ---------------------------------------------------------------------------------------------------


def least(losses: Any) -> set[int]:
    """Where a list of numbers is least."""
    return {k for k, loss in enumerate(losses) if loss == min(losses)}


def _unlike_sums(n: int) -> Iterator[tuple[Any, Any]]:
    """Losses of n rankings for two groups that agree, whose sum is least elsewhere."""
    for p, q in product(product(range(3), repeat=n), repeat=2):
        both = least(p) & least(q)
        if both and least([a + b for a, b in zip(p, q, strict=True)]) != both:
            yield p, q


def _unsorted(n: int) -> Iterator[Any]:
    """Scores whose least sum of position times score is not exactly where they fall."""
    for scores in product(range(3), repeat=n):
        orders = list(permutations(scores))
        sums = [sum(k * s for k, s in enumerate(order, 1)) for order in orders]
        if least(sums) != {k for k, order in enumerate(orders) if list(order) == sorted(order, reverse=True)}:
            yield scores


def _points_that_do_not_fall(n: int) -> Iterator[int]:
    return (p for p in range(1, 9 * n) if not (n - p > n - p - 1 and Fraction(1, 60 + p) > Fraction(1, 61 + p)))


def _medians(n: int) -> Iterator[Any]:
    """Positions of x and y, one a voter, whose medians are not as the positions are."""
    for voters in range(1, MAX_VOTERS_CHECKED + 1):
        below = product(combinations(range(1, min(n, 3) + 2), 2), repeat=voters)
        yield from (pairs for pairs in below if not median(p for p, _ in pairs) < median(q for _, q in pairs))
        for places in product(range(1, min(n, 3) + 2), repeat=voters):
            lower = (max(1, places[0] - 1), *places[1:])
            if median(lower) > median(places):
                yield places


def _exchanged(ranking: Ranking, x: Any, y: Any) -> Ranking:
    return Ranking.from_order({x: y, y: x}.get(z, z) for z in ranking.order)


def _exchange_is_nearer(vote: Ranking, r: Ranking) -> bool:
    return all(
        inversions(vote, _exchanged(r, x, y)) < inversions(vote, r)
        for x, y in permutations(r.items, 2)
        if vote[x] < vote[y] and r[y] < r[x]
    )


def _first_counts_what_it_passes(vote: Ranking, r: Ranking) -> bool:
    for x in r.items:
        moved = Ranking.from_order((x, *(y for y in r.order if y != x)))
        passed = [1 if vote[y] < vote[x] else -1 for y in r.items if r[y] < r[x]]
        if inversions(vote, moved) - inversions(vote, r) != sum(passed):
            return False
    return True


def _moved_up_by_one(vote: Ranking, r: Ranking) -> bool:
    return all(
        inversions(_exchanged(vote, x, y), r) - inversions(vote, r) == (-1 if r[x] < r[y] else 1)
        for y, x in zip(vote.order, vote.order[1:], strict=False)
    )


SUMS = lemma("where two losses are least together, their sum is least exactly there", _unlike_sums)
SORTED = lemma("the sum of position times score is least exactly where the scores fall", _unsorted)
MORE_POINTS = lemma("n - p and 1 / (60 + p) fall with the position p", _points_that_do_not_fall)
MEDIANS = lemma(
    "the median of positions that are smaller, voter by voter, is smaller; that of one that moved up is not larger",
    _medians,
)
NEARER = of_rankings(
    "where a vote has x ahead of y, and a ranking y ahead of x, their exchange brings the ranking nearer to the vote",
    _exchange_is_nearer,
)
PASSED = of_rankings(
    "an item that moves to the first place loses an inversion for each item passed that the vote has behind it, and "
    "has one more for each other",
    _first_counts_what_it_passes,
)
MOVED_UP = of_rankings(
    "where x moves up by one place in a vote, over y, rankings with x ahead of y come nearer by one and all others go "
    "away by one",
    _moved_up_by_one,
)

# --- the rows -------------------------------------------------------------------------------------------------


def _of_all_rules() -> Iterator[Proof]:
    for row, form in FORMS.items():
        yield proved(row, axioms.neutrality_of_items, NAMELESS, form)
        unordered = "a sum over the votes, and a median of them, does not depend on their order"
        yield proved(row, axioms.anonymity_of_voters, unordered, form)
        if row != "median-rank":
            added = "the loss is a sum over the votes, so that those of two groups add up at every ranking"
            yield proved(row, axioms.reinforcement, added, form, SUMS)


def _of_scores() -> Iterator[Proof]:
    for row in SCORES:
        compared = MORE_POINTS if row in OF_POINTS else MEDIANS
        higher = "what all voters prefer has the higher score, so that no ranking of least loss has it behind"
        yield proved(row, axioms.unanimity, higher, FORMS[row], SORTED, compared)
        rises = "the winner is an item of the highest score; moved up it has no lower one, and no other has a higher"
        yield proved(row, axioms.monotonicity_of_winners, rises, FORMS[row], SORTED, compared)
    for row in OF_POINTS:
        highest = "the winners are the items of the highest score, and the scores of two groups add up"
        yield proved(row, axioms.reinforcement_of_winners, highest, FORMS[row], SORTED, SUMS)


def _of_kendall() -> Iterator[Proof]:
    row, form = "kemeny", FORMS["kemeny"]
    majority = "moved to the first place, the winner passes items to which more than half of the voters prefer it"
    yield proved(row, axioms.condorcet_winner, majority, form, PASSED)
    exchanged = "a ranking with y ahead of x is not of least loss: with x and y exchanged it is nearer to every vote"
    yield proved(row, axioms.unanimity, exchanged, form, NEARER)
    fallen = "the best ranking with the winner first comes nearer by one, and no ranking comes nearer by more"
    yield proved(row, axioms.monotonicity_of_winners, fallen, form, MOVED_UP)


PROOFS = (*_of_all_rules(), *_of_scores(), *_of_kendall())
