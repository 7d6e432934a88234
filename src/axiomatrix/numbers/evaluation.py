"""Evaluation of a metric's definition: the running evaluation, floats, and validation of the value that it returns.

A metric that is called directly validates its numbers. A definition that is being evaluated may call another metric
with stand-ins for many numbers at once (a linear form, a polynomial, an unknown, a column). These cannot be validated,
and need not be: the numbers that they replace were validated at the first call. :data:`current` therefore tells whether
a definition is running, and :func:`exact_value` checks what it returns.

A metric declares a *space*, a set of values, for each argument and parameter. ``metric.arguments`` maps arguments to
their spaces, and ``metric.closed_spaces`` parameters to their spaces with zeros (closures).
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from decimal import Decimal
from fractions import Fraction
from inspect import isgenerator
from numbers import Integral, Real
from typing import Any

from flint import fmpq, fmpz

from .formal import Formal
from .rationals import NotExact, rational, type_with_article

_NUMBERS = (Real, Formal, fmpq, fmpz, Decimal, str)
"""Types of single numbers, and of the texts in which users write numbers."""

# --- the running evaluation ---------------------------------------------------------------------------------------

_CURRENT: ContextVar[tuple[Any, tuple[Any, ...]] | None] = ContextVar("evaluation", default=None)
"""The metric that is being evaluated, and its arguments followed by the dict of its parameters; None outside.

A bare pair, and not a class, for speed: it is made for every evaluation.
"""
begin = _CURRENT.set
"""Begin an evaluation with such a pair; returns the token of the enclosing evaluation, which :data:`end` takes."""
end = _CURRENT.reset
"""End an evaluation, and return to the enclosing one."""
current = _CURRENT.get
"""Return the pair of the running evaluation, or None."""


def is_own_argument(value: Any, space: Any) -> bool:
    """Return whether the value is an unchanged argument or parameter of the running definition, from that space.

    Such a value has been validated already, when the running metric was called.
    """
    evaluation = current()
    if evaluation is None:
        return False
    metric, (*arguments, parameters) = evaluation
    spaces = metric.arguments.values()
    if any(argument is value and own == space for argument, own in zip(arguments, spaces, strict=True)):
        return True
    return any(argument is value and metric.closed_spaces.get(name) == space for name, argument in parameters.items())


def is_own_parameter(value: Any) -> bool:
    """Return whether the value is a parameter of the running definition, from any space."""
    evaluation = current()
    return evaluation is not None and any(parameter is value for parameter in evaluation[1][-1].values())


def is_number(value: Any) -> bool:
    """Return whether the value is a single number, or a text that may be one; decided by type alone."""
    return issubclass(type(value), _NUMBERS)


def stands_for_numbers(value: Any) -> bool:
    """Return whether a definition is running and the value is a stand-in for numbers."""
    return current() is not None and not is_number(value)


# --- floats --------------------------------------------------------------------------------------------------------


def _in_floats(operation: Callable[..., Any]) -> Callable[..., Any]:
    """Make an operator that converts its operands to floats first."""
    return lambda *numbers: Float(operation(*map(float, numbers)))


class Float(float):
    """The value of a metric that computes in floats. Arithmetic with an exact number gives a ``Float`` again."""

    __slots__ = ()
    __abs__, __neg__ = _in_floats(abs), _in_floats(operator.neg)
    __add__ = __radd__ = _in_floats(operator.add)
    __mul__ = __rmul__ = _in_floats(operator.mul)
    __sub__, __rsub__ = _in_floats(operator.sub), _in_floats(lambda right, left: left - right)
    __truediv__, __rtruediv__ = _in_floats(operator.truediv), _in_floats(lambda right, left: left / right)
    __repr__ = __str__ = float.__repr__


# --- validation of the returned value ------------------------------------------------------------------------------


def exact_value(value: Any, what: str) -> Any:
    """Convert the value that a definition returned to a flint rational or a formal number.

    ``what`` names the definition. Raises :class:`NotExact` with advice for a value of any other kind.
    """
    if isinstance(value, (fmpq, Formal)):
        return value
    if isinstance(value, (int, Fraction, fmpz, Integral)) and not isinstance(value, bool):
        return rational(value)  # flint's rationals only: they compare as different from equal Fractions
    if isinstance(value, Real) and not isinstance(value, bool):  # a float, of Python or numpy
        hint = (
            "raise Undefined(reason) where it has no value"
            if math.isnan(value)
            else (
                "divide with Fraction or exact numbers (`a.n / 2` is exact; `len(a) / 2`, or 0 / 2 for an empty sum, "
                "is not) and take logarithms and roots with `from axiomatrix import exact`, or declare the metric with "
                "exact=False"
            )
        )
        raise NotExact(f"{what} returned the float {value!r}, but an exact metric returns exact numbers; {hint}")
    raise NotExact(not_a_number_message(what, value))


RETURN_RULE = "a metric must return a single exact number, such as an int or a Fraction"


def not_a_number_message(what: str, value: Any) -> str:
    """Return the message that ``what`` returned something that is not a number, with advice to its author."""
    shape = getattr(value, "shape", None)  # of an array, also of a library that is not imported here
    if isinstance(shape, tuple) and not (
        isinstance(value, str) or _is_truth(value)
    ):  # numpy's texts and bools have one
        kind = f"{type_with_article(value)} of shape {tuple(shape)}" if shape else type_with_article(value)
        text = " ".join(repr(value).split())[:60]
        return f"{what} returned {text} ({kind}); {RETURN_RULE}: {_advice_on_array(shape)}"
    return f"{what} returned {repr(value)[:80]} ({type_with_article(value)}); {RETURN_RULE}{_advice_on(value)}"


def _advice_on_array(shape: tuple[Any, ...]) -> str:
    """Suggest what to write in place of an array of this shape."""
    if all(length == 1 for length in shape):
        return "write return result.item()"
    return "it has one number per query or item, so return one of them or their mean, such as result.mean()"


def _advice_on(value: Any) -> str:
    """Suggest what to write in place of the value; empty for a type without advice."""
    if value is None:
        return ": does every path through the definition end in return?"
    if _is_truth(value):
        return ": write return int(result)"
    if isinstance(value, (str, bytes)):
        return ": a string is not a number, even if it spells one"
    if isinstance(value, Decimal):
        return ": write return Fraction(result)"
    if isinstance(value, complex):
        return ": return a real number, such as result.real"
    if isinstance(value, Mapping):
        return f": return one of its values, such as result[{next(iter(value), 'name')!r}]"
    fields = getattr(value, "_fields", ())  # of a named tuple
    if fields:
        return f": return one of its parts, such as result.{fields[0]}"
    if isinstance(value, Sequence):
        return ": return one of its parts, such as result[0]"
    if isgenerator(value):
        return ": write sum(...) around it"
    return ": call it" if callable(value) else ""


def _is_truth(value: Any) -> bool:
    """Return whether the value is a bool of Python or numpy."""
    return isinstance(value, bool) or type(value).__name__ in ("bool", "bool_")
