"""Relevance grades and discounts: exact numbers that belong to the items and to the ranks of a list.

The functions convert what users pass or what a file has, and name the argument in their errors. Lists of grades
(:mod:`.judged`, :mod:`.scored`) and their spaces use them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from fractions import Fraction
from reprlib import repr as short_repr
from typing import Any, Self

from ..numbers.exact import Formal, Number, Whole, fraction, parse, rational, sign
from ..numbers.frozen import Frozen, build

Grade = Number
"""A relevance grade: a whole number or any other exact rational; 0 is not relevant."""


def grade(argument: str, place: str, value: Any) -> Grade:
    """Convert a number to an exact rational, or to a ``Whole`` if it is whole; floats are read at their exact value.

    ``argument`` and ``place`` are for the ``ValueError`` that anything else raises, such as "levels: a level is 'x'; it
    must be a number".
    """
    if type(value) is Whole:
        return value
    if isinstance(value, bool):
        return Whole(value)
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{argument}: {place} is {value!r}; it must be a finite number")
    try:
        exact = Fraction(value) if isinstance(value, float) else value
        number = exact if isinstance(exact, Formal) else rational(exact)
    except (TypeError, ValueError):
        raise ValueError(f"{argument}: {place} is {value!r:.80}; it must be a number") from None
    if isinstance(number, Formal):  # such as a logarithm
        raise ValueError(f"{argument}: {place} is {value!r:.80}; it must be a rational number")
    return Whole(int(number.p)) if number.q == 1 else number


def as_list(argument: str, values: Any) -> list[Any]:
    """Convert ``values`` to a list; ``ValueError`` naming the argument for texts, mappings and sets (without order)."""
    if isinstance(values, Iterable) and not isinstance(values, (str, bytes, Mapping, AbstractSet)):
        return list(values)
    raise ValueError(f"{argument}: {values!r:.80} is not a list of numbers")


def grades(argument: str, values: Any) -> tuple[Grade, ...]:
    """Convert a list of numbers to exact grades; ``ValueError`` names the argument and the number that is wrong."""
    return tuple(grade(argument, f"the number in place {k}", v) for k, v in enumerate(as_list(argument, values), 1))


def number_text(value: Grade) -> str:
    """Write a number as a Python literal that ``grade`` converts back exactly: ``2``, ``-1`` or ``'1/2'``."""
    return str(int(value)) if isinstance(value, int) else repr(str(value))


MAX_NUMBERS_READ = 20_000
"""The longest list, such as the grades of a ranked list, that is read from a file."""


def encode_numbers(numbers: Iterable[Grade]) -> list[str]:
    """Encode numbers for JSON: as exact texts, such as ``"1/2"``."""
    return [str(int(number)) if isinstance(number, int) else str(number) for number in numbers]


def require_texts(data: Any, argument: str) -> list[str]:
    """Check that data from a file is a list of texts, and return it; ``ValueError`` names the argument otherwise."""
    if not isinstance(data, list) or len(data) > MAX_NUMBERS_READ or not all(isinstance(text, str) for text in data):
        raise ValueError(f"{argument}: {short_repr(data)} is not a list of numbers written as strings")
    return data


def decode_numbers(data: Any, argument: str) -> tuple[Grade, ...]:
    """Decode what :func:`encode_numbers` wrote; ``ValueError`` says what is wrong."""
    return grades(argument, require_texts(data, argument))


def rising(values: Iterable[Grade]) -> list[Grade]:
    """Sort the grades in rising order."""
    unsorted = list(values)
    try:
        return sorted(unsorted)
    except TypeError:  # flint's rationals are not compared with Python's; converting all of them is slower
        return sorted(unsorted, key=fraction)


def falling(values: Iterable[Grade]) -> tuple[Grade, ...]:
    """Sort the grades in falling order."""
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
        return build(cls, weights=weights)

    @classmethod
    def of(cls, weights: Any) -> Discounts:
        """From the weights of the ranks 1, 2, ...; ``ValueError`` unless each is a positive number."""
        if isinstance(weights, Discounts):
            return weights
        exact_weights = tuple(_weight(rank, value) for rank, value in enumerate(as_list("discount", weights), 1))
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
    """Convert a discount to an exact number, such as the irrational ``"1/log(2)"``; ``ValueError`` if not positive."""
    number = parse(value) if isinstance(value, str) else value
    weight = number if isinstance(number, Formal) else grade("discount", f"the weight of rank {rank}", number)
    if sign(weight) != 1:
        raise ValueError(f"discount: the weight of rank {rank} is {value!r}; it must be a positive number")
    return weight
