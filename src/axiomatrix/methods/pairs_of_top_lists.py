"""Pairs of top lists over every item that they can list, one pair for each orbit of renaming the items.

``explore`` enumerates top lists this way. Two lists of n items list at most 2n different items, so lists over the items
1..2n are all there are up to renaming. An *orbit* is a set of pairs that differ only in the names of their items. Its
first pair has 1, 2, 3 ..., k as its first list, and k + 1, k + 2 ..., in this order, as the items that only its second
list has. So a pair is given by the lengths of both lists, the places of the second list that hold shared items, and
the shared item at each of these places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from math import comb, perm
from typing import Any

from ..spaces import TopLists
from ..values.orders import TopList
from .search import TooMany


class EveryTopList(TopLists):
    """Top lists over the items 1..2n: every pair of lists of up to n items is one of these under other names."""

    complete = True
    """Whether all values of the space are enumerated."""

    def __init__(self, equal: bool = True) -> None:
        """``equal``: both lists of a pair have n items; otherwise each has from 1 to n."""
        super().__init__(equal)
        self.name = f"top lists of {'equal' if equal else 'any'} length over 2n items"  # type: ignore[misc]

    def universe(self, n: int) -> int:
        """Return the largest number of items in two lists."""
        return 2 * n

    def lengths(self, n: int) -> Sequence[int]:
        """Return the lengths of the lists."""
        return [n] if self.has_equal_lengths else range(1, n + 1)

    def enumerate(self, n: int) -> Sequence[TopList]:
        return _listed(n, tuple(self.lengths(n)))

    def validate(self, value: Any, n: int) -> None:
        super().validate(value, n)
        if not all(1 <= item <= self.universe(n) for item in value.order):
            raise ValueError(f"top list: {value} has an item that is not among 1..{self.universe(n)}")

    def count(self, n: int) -> int:
        return sum(perm(2 * n, length) for length in self.lengths(n))


@lru_cache(maxsize=8)
def _listed(n: int, lengths: tuple[int, ...]) -> tuple[TopList, ...]:
    return tuple(TopList(order) for length in lengths for order in permutations(range(1, 2 * n + 1), length))


def pairs_of_top_lists(
    n: int, first: EveryTopList, second: EveryTopList, max_orbits: int
) -> Iterator[tuple[tuple[TopList, TopList], int]]:
    """Yield the first pair of each orbit, with the number of pairs in the orbit over 2n items.

    Raises :class:`TooMany` if there are more than ``max_orbits`` orbits.
    """
    lengths = [(k, m) for k in first.lengths(n) for m in second.lengths(n)]
    # choose the places of j shared items in the second list, and an ordered selection of j items of the first
    if sum(comb(m, j) * perm(k, j) for k, m in lengths for j in range(min(k, m) + 1)) > max_orbits:
        raise TooMany
    for k, m in lengths:
        first_list = TopList(tuple(range(1, k + 1)))
        for shared_count in range(min(k, m), -1, -1):
            orbit_size = perm(2 * n, k + m - shared_count)  # ways to name the different items of both lists
            for places in combinations(range(m), shared_count):
                for shared_items in permutations(range(1, k + 1), shared_count):
                    item_at, new_items = dict(zip(places, shared_items, strict=True)), iter(range(k + 1, k + m + 1))
                    order = tuple(item_at[place] if place in item_at else next(new_items) for place in range(m))
                    yield (first_list, TopList(order)), orbit_size
