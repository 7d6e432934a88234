"""Votes on a few items, and rankings that are proposed for them: what rules of aggregation are about."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial
from reprlib import repr as shown
from typing import Any

from ..numbers.exact import Undefined
from ..values.rankings import Ranking
from ..values.votes import Consensus, Votes
from .base import Chooser, Space, lists_as
from .rankings import Rankings, all_rankings

MAX_VOTERS_DRAWN = 5
MAX_ITEMS_DRAWN = 4
"""Axioms of rules go through all rankings of the items."""
MAX_VOTES_READ = 1_000
MAX_ITEMS_LISTED = 4
"""Rankings proposed for votes on at most so many items are kept in a list; on five items there are 36 million."""


class VotesSpace(Space):
    """Votes on the items 1..n; of those that differ in the order of the voters alone one is enumerated.

    Enumerated are those of at most ``most`` voters, and three on more than three items.
    """

    sort = "votes"
    argument = "rankings of the items, one a voter"
    makes = Votes

    def __init__(self, most: int = 4) -> None:
        self.most = most
        self.name = f"votes (enumerated: of at most {most} voters, in one order)"  # type: ignore[misc]  # depends on them

    def enumerate(self, n: int) -> Sequence[Votes]:
        return _all_votes(n, self._voters(n))

    def _voters(self, n: int) -> int:
        return self.most if n <= 3 else min(self.most, 3)

    def count(self, n: int) -> int:
        if not lists_as(self, VotesSpace):
            return super().count(n)
        return sum(comb(factorial(n) + m - 1, m) for m in range(1, self._voters(n) + 1))

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Votes:
        if n > MAX_ITEMS_DRAWN:
            raise Undefined(f"votes on more than {MAX_ITEMS_DRAWN} items are not drawn")
        return _drawn_votes(choose, n)

    def near(self, choose: Chooser, value: Votes, n: int) -> Votes:
        family, rankings = choose.integer(0, 3), list(value.rankings)
        if family == 1:  # another vote
            rankings.append(Rankings().draw(choose, n))
        elif family == 2:
            rankings.reverse()
        elif family == 3 and len(rankings) > 1:
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
            raise ValueError(f"votes: {shown(data)} is not a list of rankings")
        return Votes.of([_items_read(vote) for vote in data])


class ConsensusSpace(Space):
    """Votes on the items 1..n, each with every ranking that may be proposed for them."""

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
        return _all_proposed(n) if n <= MAX_ITEMS_LISTED else _Proposed(n)

    def count(self, n: int) -> int:
        return VotesSpace().count(n) * factorial(n) if lists_as(self, ConsensusSpace) else super().count(n)

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
            raise ValueError(f"proposed ranking: {shown(data)} must have votes and a ranking")
        return Consensus.of(VotesSpace().decode(data["votes"]), Ranking.from_order(_items_read(data["ranking"])))


def _items_read(order: list[Any]) -> list[Any]:
    """Raise ``ValueError`` for what cannot be the name of an item."""
    if not all(type(item) in (int, str) for item in order):
        raise ValueError(f"order: {shown(order)} must list items by number or name")
    return order


@lru_cache(maxsize=16)
def _all_votes(n: int, most: int) -> tuple[Votes, ...]:
    return tuple(Votes(v) for m in range(1, most + 1) for v in combinations_with_replacement(all_rankings(n), m))


@lru_cache(maxsize=8)
def _all_proposed(n: int) -> tuple[Consensus, ...]:
    return tuple(_Proposed(n))


class _Proposed(Sequence[Consensus]):
    """All votes on n items with each ranking that may be proposed for them, each made when it is asked for."""

    def __init__(self, n: int) -> None:
        self._votes, self._rankings = VotesSpace().enumerate(n), all_rankings(n)

    def __len__(self) -> int:
        return len(self._votes) * len(self._rankings)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return tuple(self[k] for k in range(*index.indices(len(self))))
        votes, ranking = divmod(range(len(self))[index], len(self._rankings))
        return Consensus(self._votes[votes], self._rankings[ranking])


def _drawn_votes(choose: Chooser, n: int) -> Votes:
    voters = choose.integer(1, MAX_VOTERS_DRAWN)
    return Votes(tuple(Rankings().draw(choose, n) for _ in range(voters)))
