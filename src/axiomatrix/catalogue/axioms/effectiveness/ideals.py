"""Ideal lists: whole collections in their ideal order, which random lists hardly ever are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Any

from ....model.axiom import Signature
from ....numbers.exact import fraction
from ....spaces import Chooser, GivenLists, JudgedLists, Own, Space
from ....values.judged import Judged


class IdealLists(Space):
    """The judged lists of another space whose grades never rise and from which nothing is missing."""

    sort = "judged lists"

    def __init__(self, lists: JudgedLists) -> None:
        self.lists = lists
        self.name = f"ideal lists of {lists.name}"  # type: ignore[misc]  # depends on the lists
        self.complete = lists.complete  # type: ignore[misc]  # likewise

    def enumerate(self, n: int) -> Sequence[Judged]:
        falling = sorted(self.lists.levels, key=fraction, reverse=True)
        every = combinations_with_replacement(falling, n)
        return [Judged(grades) for grades in sorted(every, key=lambda v: (sum(map(abs, map(fraction, v))), v[::-1]))]

    def bits(self, n: int) -> int:
        return self.lists.bits(n)

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Judged:
        return Judged(self.lists.draw(choose, n).grades).ideal.head(n)

    def validate(self, value: Any, n: int) -> None:
        self.lists.validate(value, n)
        if value.missing or value != value.ideal:
            raise ValueError(f"ideal list: {value} is not a whole collection in its ideal order")

    def simpler(self, value: Judged) -> Iterator[Judged]:
        return (x for x in self.lists.simpler(value) if x == x.ideal)

    def without(self, value: Judged, k: int, n: int) -> Judged | None:
        return self.lists.without(value, k, n)

    def encode(self, value: Judged) -> Any:
        return self.lists.encode(value)

    def decode(self, data: Any) -> Judged:
        return self.lists.decode(data)


class OwnIdeals(Own):
    """Stands, in an axiom, for the ideal ones of the metric's own lists; of what is not lists, for all of them."""

    name = "ideal lists of the metric's own"

    def of_metric(self, metric: Signature) -> Space:
        """The ideal lists of the metric's space; of a user's own lists, all."""
        mine = next(iter(metric.arguments.values()))
        is_given = isinstance(mine, GivenLists)
        return IdealLists(mine) if isinstance(mine, JudgedLists) and not is_given else mine


own_ideal = OwnIdeals()
