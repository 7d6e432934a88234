"""Discounts as a parameter: a weight for each rank."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from reprlib import repr as shown
from typing import Any, Self

from ..numbers.exact import Formal, Whole, parse, sign
from ..numbers.frozen import Frozen, fill, new
from ..values.grades import grade, listed, number_text
from .base import Chooser
from .lists import texts_of
from .scalars import ScalarSpace


class Discounts(Frozen):
    """Weights of the ranks: ``discount[i]`` multiplies the gain at rank i, and is 0 beyond the last weight.

    >>> Discounts.of([1, "1/2"])[2], Discounts.of([1, "1/2"])[3]
    (1/2, 0)
    """

    __slots__ = ("weights",)
    made_from = ("weights",)

    weights: tuple[Any, ...]

    def __new__(cls, weights: tuple[Any, ...]) -> Self:
        """For the engine; users call ``of``."""
        self = new(cls)
        fill(self, weights=weights)
        return self

    @classmethod
    def of(cls, weights: Any) -> Discounts:
        """From the weights of the ranks 1, 2, ...; ``ValueError`` unless each is a positive number."""
        if isinstance(weights, Discounts):
            return weights
        made = tuple(_weight(k, value) for k, value in enumerate(listed("discount", weights), 1))
        if not made:
            raise ValueError("discount: the list is empty; it must have the weight of rank 1 at least")
        return cls(made)

    def __getitem__(self, rank: int) -> Any:
        if rank < 1:
            raise KeyError(f"rank {rank} is not one of 1, 2, ...")
        return self.weights[rank - 1] if rank <= len(self.weights) else Whole(0)

    def __len__(self) -> int:
        return len(self.weights)

    def mapped(self, change: Callable[[Any], Any]) -> Discounts:
        """Every weight that is not whole changed to another kind of number."""
        return Discounts(tuple(w if type(w) is Whole else change(w) for w in self.weights))

    def __repr__(self) -> str:
        return f"Discounts.of([{', '.join(map(number_text, self.weights))}])"


def _weight(k: int, value: Any) -> Any:
    number = parse(value) if isinstance(value, str) else value
    made = number if isinstance(number, Formal) else grade("discount", f"the weight of rank {k}", number)
    if sign(made) != 1:
        raise ValueError(f"discount: the weight of rank {k} is {value!r}; it must be a positive number")
    return made


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
        ]
        return list(dict.fromkeys(Discounts.of(shape) for shape in shapes))

    def bits(self, n: int) -> int:
        return 8 + 5 * (n + 2)

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

    def simpler(self, value: Discounts) -> Iterator[Discounts]:
        for k, weight in enumerate(value.weights):
            if weight != 1:
                yield Discounts((*value.weights[:k], Whole(1), *value.weights[k + 1 :]))

    def encode(self, value: Any) -> Any:
        return [str(w) for w in value.weights]

    def decode(self, data: Any) -> Any:
        return Discounts.of(texts_of(data, "discount"))


def discounts() -> DiscountVectors:
    """Discounts: a positive weight for each rank, 0 beyond the last one."""
    return DiscountVectors()
