"""Votes: several rankings of the same items, and votes with a ranking that is proposed for all of them.

Votes with a proposed ranking are a :class:`Consensus`, although no voter need agree with it. Rules of rank aggregation,
such as Kemeny's, are metrics of these: they score how well the proposed ranking represents the votes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Self

from ..numbers.exact import Whole
from ..numbers.frozen import Frozen, build
from .rankings import Item, Ranking


class Votes(Frozen):
    """One or more rankings of the same items, one for each voter: ``votes.rankings``, in the order of the voters.

    >>> votes = Votes.of(["abc", "bac"])
    >>> votes.items, votes.rankings[1]["b"]
    (('a', 'b', 'c'), 1)
    """

    __slots__ = ("items", "n", "rankings")
    made_from = ("rankings",)

    items: tuple[Item, ...]
    n: Any
    """The number of items, as a ``Whole``."""
    rankings: tuple[Ranking, ...]

    def __new__(cls, rankings: tuple[Ranking, ...]) -> Self:
        """For the engine, which guarantees rankings of the same items; users call ``of``."""
        items = rankings[0].items
        return build(cls, rankings=rankings, items=items, n=Whole(len(items)))

    @classmethod
    def of(cls, votes: Any) -> Votes:
        """From rankings, or lists of items, best first. Raises ``ValueError`` naming the vote that does not fit."""
        if isinstance(votes, Votes):
            return votes
        if isinstance(votes, (str, bytes)) or not isinstance(votes, Iterable):
            raise ValueError(f"votes: {votes!r:.80} is not a list of rankings")
        rankings = tuple(vote if isinstance(vote, Ranking) else Ranking.from_order(vote) for vote in votes)
        if not rankings:
            raise ValueError("votes: there are none; there must be at least one")
        for k, ranking in enumerate(rankings, 1):
            if ranking.items != rankings[0].items:
                raise ValueError(f"votes: vote {k} ranks {ranking.items!r:.60}, the first {rankings[0].items!r:.60}")
        return cls(rankings)

    def __iter__(self) -> Iterator[Ranking]:
        return iter(self.rankings)

    def joined(self, other: Votes) -> Votes:
        """These votes followed by the others, on the same items."""
        return Votes((*self.rankings, *other.rankings))

    def renamed(self, relabelling: Callable[[Any], Any]) -> Votes:
        """Rename item x to ``relabelling(x)`` in every vote."""
        return Votes(tuple(Ranking.from_order(map(relabelling, vote.order)) for vote in self.rankings))

    def without(self, item: Item) -> Votes:
        """The votes with the item removed from each."""
        return Votes(tuple(Ranking.from_order(x for x in vote.order if x != item) for vote in self.rankings))

    def raised(self, k: int, item: Item) -> Votes:
        """Raise the item by one position in the k-th vote, counted from 0; it must not be the first there."""
        order = list(self.rankings[k].order)
        index = order.index(item)
        order[index - 1], order[index] = order[index], order[index - 1]
        return Votes((*self.rankings[:k], Ranking.from_order(order), *self.rankings[k + 1 :]))

    def __repr__(self) -> str:
        return f"Votes.of({[list(vote.order) for vote in self.rankings]!r})"

    def __str__(self) -> str:
        return "; ".join(map(str, self.rankings))


class Consensus(Frozen):
    """Votes, and a ranking of their items that is proposed for them: ``x.votes``, ``x.ranking``.

    >>> Consensus.of(["abc", "bac"], "abc").ranking["b"]
    2
    """

    __slots__ = ("items", "n", "ranking", "votes")
    made_from = ("votes", "ranking")

    items: tuple[Item, ...]
    n: Any
    """The number of items, as a ``Whole``."""
    ranking: Ranking
    votes: Votes

    def __new__(cls, votes: Votes, ranking: Ranking) -> Self:
        """For the engine, which guarantees the same items; users call ``of``."""
        return build(cls, votes=votes, ranking=ranking, items=votes.items, n=votes.n)

    @classmethod
    def of(cls, votes: Any, ranking: Any) -> Consensus:
        """From votes and a ranking. Raises ``ValueError`` for a ranking of other items."""
        all_votes = Votes.of(votes)
        proposed = ranking if isinstance(ranking, Ranking) else Ranking.from_order(ranking)
        if all_votes.items != proposed.items:
            raise ValueError(f"ranking: it ranks {proposed.items!r:.60}, the votes {all_votes.items!r:.60}")
        return cls(all_votes, proposed)

    def renamed(self, relabelling: Callable[[Any], Any]) -> Consensus:
        """Rename item x to ``relabelling(x)`` in the votes and the ranking."""
        proposed = Ranking.from_order(map(relabelling, self.ranking.order))
        return Consensus(self.votes.renamed(relabelling), proposed)

    def __repr__(self) -> str:
        return f"Consensus.of({[list(vote.order) for vote in self.votes]!r}, {list(self.ranking.order)!r})"
