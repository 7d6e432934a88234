"""Spaces of items that a list does not show, by their number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....numbers.exact import Whole
from ....spaces import Chooser, FewValues, RankPairs, Ranks
from ....spaces.rankings import is_pair


class MissingItems(Ranks):
    """Items that are not in the list, by their number: 1 is the missing one of the highest grade."""

    name = "missing items, the first two"
    complete = True
    enumerated = 2
    """How many are numbered at most; spaces of lists have no more missing."""

    def enumerate(self, n: int) -> Sequence[Any]:
        return super().enumerate(self.enumerated)

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        return super().draw(choose, self.enumerated, before)

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, int) or not 1 <= value <= self.enumerated:
            raise ValueError(f"missing item: {value!r} must be a whole number 1..{self.enumerated}")


class InsideAndOutside(RankPairs):
    """A rank i of the list and an item j after it: at rank j, or, numbered n+1, n+2, one of the missing items."""

    name = "ranks and items after them, the first two missing ones last"
    complete = True

    def enumerate(self, n: int) -> Sequence[Any]:
        return [pair for pair in super().enumerate(n + MissingItems.enumerated) if pair[0] <= n]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        i = choose.integer(1, n)
        return Whole(i), Whole(choose.integer(i + 1, n + MissingItems.enumerated))

    def validate(self, value: Any, n: int) -> None:
        most = n + MissingItems.enumerated
        if not is_pair(value) or not 1 <= value[0] <= n or not value[0] < value[1] <= most:
            raise ValueError(f"items: {value!r} must be a rank 1..{n} and the number of an item after it, up to {most}")


class PlacesForMissing(FewValues):
    """A rank i = 1..n+1 of the list, and the number j of a missing item that is put in there."""

    name = "ranks 1..n+1, each with one of the first two missing items"
    complete = True

    def enumerate(self, n: int) -> Sequence[Any]:
        ranks = map(Whole, range(1, n + 2))
        return [(i, j) for i in ranks for j in map(Whole, range(1, MissingItems.enumerated + 1))]

    def encode(self, value: Any) -> Any:
        return list(map(int, value))

    def decode(self, data: Any) -> Any:
        if not isinstance(data, list) or not is_pair(tuple(data)):
            raise ValueError(f"place: {data!r:.80} must be a rank and the number of a missing item")
        return tuple(map(Whole, data))


missing_item = MissingItems()
place_for_missing = PlacesForMissing()
inside_and_outside = InsideAndOutside()
