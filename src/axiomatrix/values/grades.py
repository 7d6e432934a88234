"""Relevance grades and discounts: exact numbers that belong to the items and to the ranks of a list.

The functions convert what users pass, and name the argument in their errors; lists and spaces use them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from fractions import Fraction
from typing import Any, Self

from ..numbers.exact import Formal, Number, Whole, fraction, parse, rational, sign
from ..numbers.frozen import Frozen, filled

Grade = Number
"""A relevance grade: a whole number or any other exact rational; 0 is not relevant."""


def grade(argument: str, place: str, value: Any) -> Grade:
    """``value`` as an exact rational, or as a ``Whole``; ``ValueError`` names argument, place, value and rule."""
    if type(value) is Whole:
        return value
    if isinstance(value, bool):
        return Whole(value)
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            raise ValueError(f"{argument}: {place} is {value!r}; it must be a finite number")
        value = Fraction(value)
    try:
        number = value if isinstance(value, Formal) else rational(value)
    except (TypeError, ValueError):
        raise ValueError(f"{argument}: {place} is {value!r:.80}; it must be a number") from None
    if isinstance(number, Formal):  # such as a logarithm
        raise ValueError(f"{argument}: {place} is {value!r:.80}; it must be a rational number")
    return Whole(int(number.p)) if number.q == 1 else number


def listed(argument: str, values: Any) -> list[Any]:
    """``values`` as a list; ``ValueError`` naming the argument for texts, mappings and sets, which have no order."""
    if isinstance(values, Iterable) and not isinstance(values, (str, bytes, Mapping, AbstractSet)):
        return list(values)
    raise ValueError(f"{argument}: {values!r:.80} is not a list of numbers")


def grades(argument: str, values: Any) -> tuple[Grade, ...]:
    """A list of numbers as exact grades; ``ValueError`` naming the argument and the wrong number."""
    return tuple(grade(argument, f"the number in place {k}", v) for k, v in enumerate(listed(argument, values), 1))


def number_text(value: Grade) -> str:
    """The number as a Python literal that ``grade`` converts back exactly: ``2``, ``-1`` or ``'1/2'``."""
    return str(int(value)) if isinstance(value, int) else repr(str(value))


def rising(values: Iterable[Grade]) -> list[Grade]:
    """The grades in rising order."""
    unsorted = list(values)
    try:
        return sorted(unsorted)
    except TypeError:  # flint's rationals are not compared with Python's; converting all of them is slower
        return sorted(unsorted, key=fraction)


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
        exact_weights = tuple(_weight(rank, value) for rank, value in enumerate(listed("discount", weights), 1))
        if not exact_weights:
            raise ValueError("discount: the list is empty; it must have the weight of rank 1 at least")
        return cls(exact_weights)

    def __getitem__(self, rank: int) -> Number:
        if rank < 1:
            raise KeyError(f"rank {rank} is not one of 1, 2, ...")
        return self.weights[rank - 1] if rank <= len(self.weights) else Whole(0)

    def __len__(self) -> int:
        return len(self.weights)

    def mapped(self, change: Callable[[Any], Any]) -> Discounts:
        """Apply ``change``, a conversion to another type of number, to every weight that is not whole."""
        return Discounts(tuple(w if type(w) is Whole else change(w) for w in self.weights))

    def __repr__(self) -> str:
        return f"Discounts.of([{', '.join(map(number_text, self.weights))}])"


def _weight(rank: int, value: Any) -> Any:
    """A discount as an exact number, also an irrational one such as ``"1/log(2)"``; ``ValueError`` if not positive."""
    number = parse(value) if isinstance(value, str) else value
    weight = number if isinstance(number, Formal) else grade("discount", f"the weight of rank {rank}", number)
    if sign(weight) != 1:
        raise ValueError(f"discount: the weight of rank {rank} is {value!r}; it must be a positive number")
    return weight
