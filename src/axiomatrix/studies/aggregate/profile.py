"""Profiles: the votes to aggregate, each with how often it was given.

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
"""The most often that one vote may be given: costs must stay exact in the float64 of the solvers."""


class BadProfile(ValueError):
    """Votes that make no profile, with the file and line where they come from one."""


@dataclass(frozen=True)
class RankingProfile:
    """Votes on the same items, the same ones counted together, in the order in which they first occur."""

    items: tuple[Item, ...]
    votes: tuple[WeakOrder, ...]
    """What was given: weak orders of all the items or of some."""
    counts: tuple[int, ...]

    @classmethod
    def of(
        cls,
        votes: Iterable[Ranking | WeakOrder],
        counts: Sequence[int] | None = None,
        items: Iterable[Item] | None = None,
    ) -> RankingProfile:
        """From votes, how often each was given (once unless said), and the items (those of the votes unless said).

        Raises :class:`BadProfile` naming what is wrong.
        """
        listed = list(votes)
        times = [1] * len(listed) if counts is None else list(counts)
        if not listed:
            raise BadProfile("votes: there is none; there must be at least one")
        if len(times) != len(listed):
            raise BadProfile(f"counts: there are {len(times)} for {len(listed)} votes")
        together: dict[WeakOrder, int] = {}
        for k, (vote, count) in enumerate(zip(listed, times, strict=True), 1):
            if not isinstance(vote, (Ranking, WeakOrder)):
                raise BadProfile(f"votes: the one in place {k} is {vote!r:.80}; it must be a Ranking or a WeakOrder")
            if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MAX_COUNT:
                raise BadProfile(f"counts: the one in place {k} is {count!r}; it must be a whole number 1..{MAX_COUNT}")
            order = WeakOrder.of(vote)
            together[order] = together.get(order, 0) + count
        ranked = dict.fromkeys(item for vote in together for item in vote.items)
        known = sorted_items(ranked if items is None else dict.fromkeys(items))
        if unknown := set(ranked).difference(known):
            raise BadProfile(f"votes: {sorted_items(unknown)[0]!r} is not one of the items")
        return cls(known, tuple(together), tuple(together.values()))

    @property
    def counted(self) -> tuple[tuple[WeakOrder, int], ...]:
        """Each vote, as it was given, with how often it was."""
        return tuple(zip(self.votes, self.counts, strict=True))

    @cached_property
    def orders(self) -> tuple[WeakOrder, ...]:
        """Each vote as an order of all the items, those that it leaves out tied at the end."""
        return tuple(map(self._completed, self.votes))

    def _completed(self, vote: WeakOrder) -> WeakOrder:
        if len(vote) == self.n:
            return vote
        last = len(vote.buckets) + 1
        level = dict(zip(vote.items, vote.levels, strict=True))
        return WeakOrder(self.items, tuple(level.get(item, last) for item in self.items))

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
        """Return the factor that makes positions whole numbers: tied items stand at the mean of their positions."""
        return 2 if self.has_ties else 1

    @cached_property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """By vote and by item: ``scale`` times the position of the item, of tied items the mean of theirs."""
        return tuple(tuple(mid * self.scale // 2 for mid in doubled_places(order)) for order in self.orders)

    @property
    def n(self) -> int:
        """How many items there are."""
        return len(self.items)

    @property
    def voters(self) -> int:
        """How many votes were given, each as often as it was."""
        return sum(self.counts)

    def __str__(self) -> str:
        return "; ".join(f"{count}: {vote}" for vote, count in self.counted)


def doubled_places(order: WeakOrder) -> list[int]:
    """Twice the position of each of the order's items, of tied items the mean of theirs."""
    by_level, ahead = {}, 0
    for level, bucket in enumerate(order.buckets, 1):
        by_level[level] = 2 * ahead + len(bucket) + 1
        ahead += len(bucket)
    return [by_level[level] for level in order.levels]
