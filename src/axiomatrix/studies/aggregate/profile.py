"""Profiles: the votes that `axiomatrix aggregate` combines, each with its count.

A vote may tie items and may leave items out. Items that a vote leaves out count as tied, below all that it ranks: the
convention by which PrefLib turns its incomplete orders into complete ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...values.orders import WeakOrder
from ...values.rankings import Item, Ranking, sorted_items

MAX_COUNT = 10**9
"""Largest count that can be given for a vote: costs must stay exact in the float64 of the solvers."""


class BadProfile(ValueError):
    """The votes are not a profile; the message names file and line where there is one."""


@dataclass(frozen=True)
class RankingProfile:
    """Votes on the same items, equal votes counted together, in the order in which they first occur."""

    items: tuple[Item, ...]
    votes: tuple[WeakOrder, ...]
    """The votes as read: weak orders of all the items or of some."""
    counts: tuple[int, ...]
    """How often each vote was cast."""

    @classmethod
    def of(
        cls,
        votes: Iterable[Ranking | WeakOrder],
        counts: Sequence[int] | None = None,
        items: Iterable[Item] | None = None,
    ) -> RankingProfile:
        """Build a profile from votes, their counts (default 1 each), and the items (default: those of the votes).

        Raises :class:`BadProfile` naming what is wrong.
        """
        vote_list = list(votes)
        count_list = [1] * len(vote_list) if counts is None else list(counts)
        if not vote_list:
            raise BadProfile("votes: there are none; give at least one")
        if len(count_list) != len(vote_list):
            raise BadProfile(f"counts: {len(count_list)} for {len(vote_list)} votes; give one for each vote")
        count_of: dict[WeakOrder, int] = {}
        for k, (vote, count) in enumerate(zip(vote_list, count_list, strict=True), 1):
            if not isinstance(vote, (Ranking, WeakOrder)):
                raise BadProfile(f"votes: number {k} is {vote!r:.80}; it must be a Ranking or a WeakOrder")
            if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MAX_COUNT:
                raise BadProfile(f"counts: number {k} is {count!r}; it must be a whole number 1..{MAX_COUNT}")
            order = WeakOrder.of(vote)
            count_of[order] = count_of.get(order, 0) + count
        items_in_votes = dict.fromkeys(item for vote in count_of for item in vote.items)
        items_of_profile = sorted_items(items_in_votes if items is None else dict.fromkeys(items))
        if unknown := set(items_in_votes).difference(items_of_profile):
            raise BadProfile(f"votes: {sorted_items(unknown)[0]!r} is not one of the items")
        return cls(items_of_profile, tuple(count_of), tuple(count_of.values()))

    @property
    def votes_with_counts(self) -> tuple[tuple[WeakOrder, int], ...]:
        """Return each vote, as read, with its count."""
        return tuple(zip(self.votes, self.counts, strict=True))

    @cached_property
    def orders(self) -> tuple[WeakOrder, ...]:
        """Return each vote as an order of all the items; those that it leaves out are tied at the end."""
        return tuple(map(self._completed, self.votes))

    def _completed(self, vote: WeakOrder) -> WeakOrder:
        if len(vote) == self.n:
            return vote
        last = len(vote.buckets) + 1
        level_of = dict(zip(vote.items, vote.levels, strict=True))
        return WeakOrder(self.items, tuple(level_of.get(item, last) for item in self.items))

    @cached_property
    def has_ties(self) -> bool:
        """Return whether a vote ties two items, or leaves two out."""
        return any(order.has_ties for order in self.orders)

    @property
    def is_complete(self) -> bool:
        """Return whether every vote ranks all items."""
        return all(len(vote) == self.n for vote in self.votes)

    @property
    def scale(self) -> int:
        """Return the factor that makes positions whole: 2 with ties, as tied items share a mean position, else 1."""
        return 2 if self.has_ties else 1

    @cached_property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """Return ``scale`` times the position, by vote and item; tied items share their mean position."""
        return tuple(tuple(doubled * self.scale // 2 for doubled in doubled_places(order)) for order in self.orders)

    @property
    def n(self) -> int:
        """Return the number of items."""
        return len(self.items)

    @property
    def voters(self) -> int:
        """Return the number of votes, each counted as often as it occurs."""
        return sum(self.counts)

    def __str__(self) -> str:
        return "; ".join(f"{count}: {vote}" for vote, count in self.votes_with_counts)


def doubled_places(order: WeakOrder) -> list[int]:
    """Return twice the position of each of the order's items; tied items have the mean of theirs."""
    by_level, items_before = {}, 0
    for level, bucket in enumerate(order.buckets, 1):
        by_level[level] = 2 * items_before + len(bucket) + 1
        items_before += len(bucket)
    return [by_level[level] for level in order.levels]
