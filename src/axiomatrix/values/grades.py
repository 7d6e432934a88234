"""Relevance grades and discounts: exact numbers of the items and of the ranks of a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from fractions import Fraction
from typing import Any, Self

from ..numbers.exact import Formal, Number, Whole, fraction, parse, rational, sign
from ..numbers.frozen import Frozen, filled

Grade = Number
"""A relevance grade: a whole number or any other exact rational; 0 is not relevant."""


def grade(argument: str, where: str, value: Any) -> Grade:
    """``value`` as an exact rational, whole numbers as such; ``ValueError`` naming argument, place, value, rule."""
    if type(value) is Whole:
        return value
    if isinstance(value, bool):
        return Whole(value)
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            raise ValueError(f"{argument}: {where} is {value!r}; it must be a finite number")
        value = Fraction(value)
    try:
        number = value if isinstance(value, Formal) else rational(value)
    except (TypeError, ValueError):
        raise ValueError(f"{argument}: {where} is {value!r:.80}; it must be a number") from None
    if isinstance(number, Formal):
        raise ValueError(f"{argument}: {where} is {value!r:.80}; it must be a rational number")
    return Whole(int(number.p)) if number.q == 1 else number


def listed(argument: str, values: Any) -> list[Any]:
    """``values`` as a list, or a ``ValueError`` naming the argument."""
    if isinstance(values, Iterable) and not isinstance(values, (str, bytes, Mapping, AbstractSet)):
        return list(values)
    raise ValueError(f"{argument}: {values!r:.80} is not a list of numbers")


def grades(argument: str, values: Any) -> tuple[Grade, ...]:
    """A list of numbers as exact grades; ``ValueError`` naming what is wrong."""
    return tuple(grade(argument, f"the number in place {k}", v) for k, v in enumerate(listed(argument, values), 1))


def number_text(value: Grade) -> str:
    """The number as Python reads it back exactly: ``2``, ``-1`` or ``'1/2'``."""
    return str(int(value)) if isinstance(value, int) else repr(str(value))


def rising(values: Iterable[Grade]) -> list[Grade]:
    """The grades in rising order."""
    listed = list(values)
    try:
        return sorted(listed)
    except TypeError:  # rationals of flint and of Python, which are not compared with each other
        return sorted(listed, key=fraction)


def falling(values: Iterable[Grade]) -> tuple[Grade, ...]:
    """The grades in falling order."""
    return tuple(rising(values)[::-1])


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
