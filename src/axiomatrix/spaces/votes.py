"""Spaces of votes on a few items, and of votes with a proposed ranking, for rules of rank aggregation.

A rule of rank aggregation, such as Borda's or Kemeny's, combines the rankings of several voters into one. Here a rule
is a metric of votes with a ranking: it scores how well the ranking represents the votes. A vote with a proposed ranking
is a :class:`~axiomatrix.values.votes.Consensus`, although no voter need agree with the proposal.

The number of voters is not bounded, so enumeration has only votes of few voters. Related votes are drawn by
*families*: the first choice is the number of a kind of change, and family 0 changes nothing. :class:`.base.Space`
explains the methods and class attributes of spaces.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial
from reprlib import repr as short_repr
from typing import Any

from ..numbers.exact import Undefined
from ..values.rankings import Ranking
from ..values.votes import Consensus, Votes
from .base import Chooser, Space, inherits_enumerate
from .rankings import Rankings, all_rankings

MAX_VOTERS_DRAWN = 5
"""The largest number of rankings in drawn votes."""
MAX_ITEMS_DRAWN = 4
"""The largest number of items of drawn votes: axioms of rules evaluate them with all rankings of the items."""
MAX_VOTES_READ = 1_000
"""The largest number of votes that are read from a file."""
MAX_ITEMS_LISTED = 4
"""For up to this number of items, all votes with proposed rankings are kept in a list; for five: 36 million."""


class VotesSpace(Space):
    """Votes on the items 1..n; of votes that differ only in the order of the voters one is enumerated.

    Votes of up to ``most`` voters are enumerated; of up to three voters, if there are more than three items.
    """

    sort = "votes"
    argument = "rankings of the items, one a voter"
    makes = Votes

    def __init__(self, most: int = 4) -> None:
        self.max_voters = most
        """The largest number of voters in enumerated votes on up to three items."""
        self.name = f"votes (enumerated: of at most {most} voters, in one order)"  # type: ignore[misc]  # depends on them

    def enumerate(self, n: int) -> Sequence[Votes]:
        return _all_votes(n, self._max_voters_of(n))

    def _max_voters_of(self, n: int) -> int:
        """Return the largest number of voters in enumerated votes on n items."""
        return self.max_voters if n <= 3 else min(self.max_voters, 3)

    def count(self, n: int) -> int:
        if not inherits_enumerate(self, VotesSpace):
            return super().count(n)
        # for each number m of voters, the multisets of m of the n! rankings
        return sum(comb(factorial(n) + m - 1, m) for m in range(1, self._max_voters_of(n) + 1))

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Votes:
        if n > MAX_ITEMS_DRAWN:
            raise Undefined(f"votes on more than {MAX_ITEMS_DRAWN} items are not drawn")
        return _drawn_votes(choose, n)

    def near(self, choose: Chooser, value: Votes, n: int) -> Votes:
        family = choose.integer(0, 3)
        rankings = list(value.rankings)
        if family == 1:  # one more voter
            rankings.append(Rankings().draw(choose, n))
        elif family == 2:  # the voters in the opposite order
            rankings.reverse()
        elif family == 3 and len(rankings) > 1:  # one voter left out
            rankings.pop(choose.integer(0, len(rankings) - 1))
        return Votes(tuple(rankings[:MAX_VOTERS_DRAWN]))

    def size_of(self, value: Any) -> int:
        return len(value.items)

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, Votes) or value.items != tuple(range(1, n + 1)):
            raise ValueError(f"votes: {value!r:.80} are not Votes on the items 1..{n}")

    def encode(self, value: Votes) -> Any:
        return [list(vote.order) for vote in value]

    def decode(self, data: Any) -> Votes:
        if not isinstance(data, list) or len(data) > MAX_VOTES_READ or not all(isinstance(vote, list) for vote in data):
            raise ValueError(f"votes: {short_repr(data)} is not a list of rankings")
        return Votes.of([_checked_items(vote) for vote in data])


class ConsensusSpace(Space):
    """Votes on the items 1..n with a ranking that is proposed for them: each of the n! rankings is enumerated.

    A definition takes the two as separate arguments, ``votes`` and ``ranking``.
    """

    name = "rankings proposed for votes (enumerated: of at most 4 voters, in one order)"
    sort = "proposed rankings"
    argument = "votes, and a ranking that is proposed for them"
    makes = Consensus
    takes = ("votes", "ranking")

    def convert(self, value: Any) -> Consensus:
        if isinstance(value, Consensus):
            return value
        if not isinstance(value, tuple) or len(value) != len(self.takes):
            raise ValueError(f"{value!r:.80} is not a pair of votes and a ranking")
        return Consensus.of(*value)

    def unpack(self, value: Any, *, plain: bool) -> tuple[Any, ...]:
        x = self.convert(value)
        return x.votes, x.ranking

    def enumerate(self, n: int) -> Sequence[Consensus]:
        return _all_proposals(n) if n <= MAX_ITEMS_LISTED else _LazyProposals(n)

    def count(self, n: int) -> int:
        return VotesSpace().count(n) * factorial(n) if inherits_enumerate(self, ConsensusSpace) else super().count(n)

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Consensus:
        return Consensus(_drawn_votes(choose, n), Rankings().draw(choose, n))

    def near(self, choose: Chooser, value: Consensus, n: int) -> Consensus:
        return Consensus(VotesSpace().near(choose, value.votes, n), Rankings().near(choose, value.ranking, n))

    def size_of(self, value: Any) -> int:
        return len(value.items)

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, Consensus) or value.items != tuple(range(1, n + 1)):
            raise ValueError(f"proposed ranking: {value!r:.80} is not a Consensus on the items 1..{n}")

    def encode(self, value: Consensus) -> Any:
        return {"votes": VotesSpace().encode(value.votes), "ranking": list(value.ranking.order)}

    def decode(self, data: Any) -> Consensus:
        if not isinstance(data, dict) or set(data) != {"votes", "ranking"} or not isinstance(data["ranking"], list):
            raise ValueError(f"proposed ranking: {short_repr(data)} must have votes and a ranking")
        return Consensus.of(VotesSpace().decode(data["votes"]), Ranking.from_order(_checked_items(data["ranking"])))


def _checked_items(order: list[Any]) -> list[Any]:
    """Return the items read from a file; ``ValueError`` if one is neither a number nor a text."""
    if not all(type(item) in (int, str) for item in order):
        raise ValueError(f"order: {short_repr(order)} must list items by number or name")
    return order


@lru_cache(maxsize=16)
def _all_votes(n: int, max_voters: int) -> tuple[Votes, ...]:
    """Return all votes of up to ``max_voters`` voters, in one order of the voters, those with the fewest first."""
    return tuple(
        Votes(rankings)
        for voter_count in range(1, max_voters + 1)
        for rankings in combinations_with_replacement(all_rankings(n), voter_count)
    )


@lru_cache(maxsize=8)
def _all_proposals(n: int) -> tuple[Consensus, ...]:
    return tuple(_LazyProposals(n))


class _LazyProposals(Sequence[Consensus]):
    """All enumerated votes on n items, each with every ranking in turn; a pair is made when it is read."""

    def __init__(self, n: int) -> None:
        self._votes, self._rankings = VotesSpace().enumerate(n), all_rankings(n)

    def __len__(self) -> int:
        return len(self._votes) * len(self._rankings)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return tuple(self[k] for k in range(*index.indices(len(self))))
        position = range(len(self))[index]  # raises IndexError, and counts negative indices from the end
        votes_index, ranking_index = divmod(position, len(self._rankings))
        return Consensus(self._votes[votes_index], self._rankings[ranking_index])


def _drawn_votes(choose: Chooser, n: int) -> Votes:
    voter_count = choose.integer(1, MAX_VOTERS_DRAWN)
    return Votes(tuple(Rankings().draw(choose, n) for _ in range(voter_count)))
