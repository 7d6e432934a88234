"""Ranks of a list, and pairs of them."""

from __future__ import annotations

from collections.abc import Sequence
from reprlib import repr as shown
from typing import Any

from ..numbers.exact import Undefined, Whole
from .base import Chooser, Space


class Ranks(Space):
    """Ranks 1..n of a list."""

    name = "ranks"
    complete = True

    def enumerate(self, n: int) -> Sequence[Any]:
        return [Whole(i) for i in range(1, n + 1)]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        return Whole(choose.integer(1, n))

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, int) or not 1 <= value <= n:
            raise ValueError(f"rank: {value!r} must be a whole number 1..{n}")

    def encode(self, value: Any) -> Any:
        return int(value)

    def decode(self, data: Any) -> Any:
        if type(data) is not int or data < 1:
            raise ValueError(f"rank: {shown(data)} is not a rank 1, 2, ...")
        return Whole(data)


def is_pair(value: Any) -> bool:
    """Return whether the value is a pair of whole numbers."""
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(i, int) for i in value)


class RankPairs(Space):
    """Two ranks (i, j) of a list, i < j: i is nearer to the top."""

    name = "pairs of ranks"
    complete = True

    def enumerate(self, n: int) -> Sequence[Any]:
        return [(Whole(i), Whole(j)) for i in range(1, n + 1) for j in range(i + 1, n + 1)]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        if n < 2:
            raise Undefined("one rank has no other to be paired with")
        i = choose.integer(1, n - 1)
        return Whole(i), Whole(choose.integer(i + 1, n))

    def validate(self, value: Any, n: int) -> None:
        if not is_pair(value) or not 1 <= value[0] < value[1] <= n:
            raise ValueError(f"ranks: {value!r} must be two ranks 1 <= i < j <= {n}")

    def encode(self, value: Any) -> Any:
        return [int(i) for i in value]

    def decode(self, data: Any) -> Any:
        if not isinstance(data, list) or len(data) != 2 or not all(type(i) is int for i in data):
            raise ValueError(f"ranks: {shown(data)} is not a pair of ranks")
        return tuple(map(Whole, data))
