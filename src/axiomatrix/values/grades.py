"""Relevance grades: exact rationals, whole numbers as such, and their order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from fractions import Fraction
from typing import Any

from ..numbers.exact import Formal, Number, Whole, fraction, rational

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
