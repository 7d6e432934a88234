"""Discounts as a parameter: a weight for each rank."""

from __future__ import annotations

from collections.abc import Sequence
from reprlib import repr as shown
from typing import Any

from ..numbers.exact import Whole
from ..values.discounts import Discounts
from .base import Chooser
from .lists import texts_of
from .scalars import ScalarSpace

__all__ = ["DiscountVectors", "Discounts", "discounts"]


class DiscountVectors(ScalarSpace):
    """Positive weights of the ranks, falling or not; enumerated are some shapes, long enough for two items more."""

    def __init__(self) -> None:
        super().__init__("positive discounts, any order of sizes")

    def enumerate(self, n: int) -> Sequence[Any]:
        ranks = range(1, n + 3)
        shapes: list[list[Any]] = [
            [1 for _ in ranks],
            [n + 3 - i for i in ranks],
            [Whole(2) ** (1 - i) for i in ranks],
            [n + 3 if i == 1 else 1 for i in ranks],
            list(ranks),
            [1 + i % 2 for i in ranks],
            [3 if i == 2 else 1 for i in ranks],  # an item that leaves rank 2 loses, even with another one before it
        ]
        return list(dict.fromkeys(Discounts.of(shape) for shape in shapes))

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        drawn = [Whole(choose.integer(1, 9)) for _ in range(n + 2)]
        if choose.integer(0, 1):
            drawn.sort(reverse=True)
        return Discounts(tuple(drawn))

    def admitted(self, value: Any) -> Discounts:
        return Discounts.of(value)

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, Discounts):
            raise ValueError(
                f"discount: {shown(value)} is not a Discounts; make one with Discounts.of([1, '1/2', ...])"
            )
        Discounts.of(value.weights)

    def encode(self, value: Any) -> Any:
        return [str(w) for w in value.weights]

    def decode(self, data: Any) -> Any:
        return Discounts.of(texts_of(data, "discount"))


def discounts() -> DiscountVectors:
    """Discounts: a positive weight for each rank, 0 beyond the last one."""
    return DiscountVectors()
