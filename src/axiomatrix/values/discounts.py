"""Discounts: the weights of the ranks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from ..numbers.exact import Formal, Number, Whole, parse, sign
from ..numbers.frozen import Frozen, filled
from .grades import grade, listed, number_text


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
        return filled(cls, weights=weights)

    @classmethod
    def of(cls, weights: Any) -> Discounts:
        """From the weights of the ranks 1, 2, ...; ``ValueError`` unless each is a positive number."""
        if isinstance(weights, Discounts):
            return weights
        numbers = tuple(_weight(k, value) for k, value in enumerate(listed("discount", weights), 1))
        if not numbers:
            raise ValueError("discount: the list is empty; it must have the weight of rank 1 at least")
        return cls(numbers)

    def __getitem__(self, rank: int) -> Number:
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
    weight = number if isinstance(number, Formal) else grade("discount", f"the weight of rank {k}", number)
    if sign(weight) != 1:
        raise ValueError(f"discount: the weight of rank {k} is {value!r}; it must be a positive number")
    return weight
