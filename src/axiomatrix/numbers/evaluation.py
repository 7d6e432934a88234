"""Which definition is being evaluated, so that it can call another metric on what it was itself given.

A metric that is called on its own validates numbers. One that is called inside a definition may be given what stands
for all numbers at once (a linear form, a polynomial, an unknown, a column), which nothing can be asked of; the numbers
that it replaces were validated when they entered.
"""

from __future__ import annotations

from contextvars import ContextVar
from decimal import Decimal
from numbers import Real
from typing import Any

from flint import fmpq, fmpz

from .formal import Formal

_NUMBERS = (Real, Formal, fmpq, fmpz, Decimal, str)
_CURRENT: ContextVar[tuple[Any, tuple[Any, ...]] | None] = ContextVar("evaluation", default=None)
begin = _CURRENT.set
"""Note the metric that is evaluated, and its arguments: a pair, for speed, since every evaluation does so."""
end = _CURRENT.reset
current = _CURRENT.get


def is_given(value: Any, space: Any) -> bool:
    """Return whether the value is an unchanged argument of the running definition, from that (closed) space."""
    around = current()
    if around is None:
        return False
    metric, (*arguments, parameters) = around
    spaces = metric.arguments.values()
    if any(mine is value and theirs == space for mine, theirs in zip(arguments, spaces, strict=True)):
        return True
    return any(mine is value and metric.closed.get(name) == space for name, mine in parameters.items())


def was_given(value: Any) -> bool:
    """Return whether the value is an argument of the running definition, from any space."""
    around = current()
    return around is not None and any(mine is value for mine in around[1][-1].values())


def is_number(value: Any) -> bool:
    """Return whether it is one number, or a text that may be one; decided by type alone."""
    return issubclass(type(value), _NUMBERS)


def stands_for_numbers(value: Any) -> bool:
    """Return whether a definition is running and the value is a stand-in for numbers."""
    return current() is not None and not is_number(value)
