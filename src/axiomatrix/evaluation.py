"""Which definition is being evaluated, so that it can call another metric on what it was itself given.

A metric that is called on its own validates numbers. One that is called inside a definition may be given what stands
for all numbers at once (a linear form, a polynomial, an unknown, a column), which nothing can be asked of; the numbers
that it stands for were validated when they entered.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextvars import ContextVar
from decimal import Decimal
from numbers import Real
from typing import Any

from flint import fmpq, fmpz

from .exact import Formal

_NUMBERS = (Real, Formal, fmpq, fmpz, Decimal, str)


class Evaluation:
    """One evaluation of a definition: what it was given, each with the space that it is from."""

    __slots__ = ("given", "spaces")

    def __init__(self, given: Sequence[Any], spaces: Sequence[Any]) -> None:
        self.given = given
        self.spaces = spaces

    def hands_on(self, value: Any, space: Any) -> bool:
        """Whether the value is, unchanged, one that was given, and from that space."""
        return any(mine is value and theirs == space for mine, theirs in zip(self.given, self.spaces, strict=True))


_CURRENT: ContextVar[Evaluation | None] = ContextVar("evaluation", default=None)
begin = _CURRENT.set
end = _CURRENT.reset
current = _CURRENT.get


def is_number(value: Any) -> bool:
    """Whether it is one number, or a text that may be one; by its type, since others refuse to be asked anything."""
    return issubclass(type(value), _NUMBERS)


def stands_for_numbers(value: Any) -> bool:
    """Whether a definition is being evaluated and the value is what the engine hands it in the place of numbers."""
    return current() is not None and not is_number(value)
