"""Pairs of top lists over every item that they can list, one pair for each orbit of renaming the items.

Two lists of k items list at most 2k different items. The first pair of an orbit has 1, 2, 3 ... as its first list.
Items that only the second list has are k + 1, k + 2 ... in this order. ``explore`` enumerates top lists this way.
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

    def __init__(self, equal: bool = True) -> None:
        super().__init__(equal)
        self.name = f"top lists of {'equal' if equal else 'any'} length over 2n items"  # type: ignore[misc]

    def universe(self, n: int) -> int:
        """Return the largest number of items in two lists."""
        return 2 * n

    def lengths(self, n: int) -> Sequence[int]:
        """Return the lengths of the lists."""
        return [n] if self.equal else range(1, n + 1)

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
    n: int, first: EveryTopList, second: EveryTopList, most: int
) -> Iterator[tuple[tuple[TopList, TopList], int]]:
    """Yield the first pair of each orbit with the number of its pairs over 2n items; :class:`TooMany` over ``most``."""
    # k and m are the lengths of the two lists, and j of their items are shared
    sizes = [(k, m) for k in first.lengths(n) for m in second.lengths(n)]
    if sum(comb(m, j) * perm(k, j) for k, m in sizes for j in range(min(k, m) + 1)) > most:
        raise TooMany
    for k, m in sizes:
        first_list = TopList(tuple(range(1, k + 1)))
        for shared in range(min(k, m), -1, -1):
            orbit = perm(2 * n, k + m - shared)  # ways to name the k + m - shared different items
            for places in combinations(range(m), shared):
                for common in permutations(range(1, k + 1), shared):
                    shared_items, new_items = dict(zip(places, common, strict=True)), iter(range(k + 1, k + m + 1))
                    yield (
                        (
                            first_list,
                            TopList(tuple(shared_items[p] if p in shared_items else next(new_items) for p in range(m))),
                        ),
                        orbit,
                    )
