"""Which kind of numbers a definition is given: flint's rationals do not mix with Fractions, nor with floats."""

from __future__ import annotations

import fractions
from collections.abc import Callable, Sequence
from fractions import Fraction
from types import CodeType, FunctionType
from typing import Any

from flint import fmpq

from ..model.metric import Metric
from ..numbers.exact import Formal, fraction
from ..numbers.rationals import fractions_instead_of_flint


def mentions_fractions(definition: Callable[..., Any], seen: frozenset[Any] = frozenset()) -> bool:
    """Return whether a function names ``Fraction`` or a Fraction, or calls a function or metric that does."""
    code = getattr(definition, "__code__", None)
    if code is None or code in seen:
        return False
    names: set[str] = set()
    codes = [code]
    while codes:
        body = codes.pop()
        names.update(body.co_names)
        codes += [constant for constant in body.co_consts if isinstance(constant, CodeType)]
    values = [definition.__globals__[name] for name in names if name in definition.__globals__]
    for cell in definition.__closure__ or ():
        try:
            values.append(cell.cell_contents)
        except ValueError:  # an empty cell
            continue
    return any(
        value is Fraction
        or value is fractions
        or isinstance(value, Fraction)
        or (
            isinstance(value, FunctionType)
            and value.__module__ == definition.__module__
            and mentions_fractions(value, seen | {code})
        )
        or (isinstance(value, Metric) and mentions_fractions(value.definition, seen | {code}))
        for value in values
    )


def in_fractions(metric: Metric, given: Sequence[Any]) -> Any:
    """Evaluate the definition on Fractions instead of flint's rationals."""
    *arguments, parameters = given
    with fractions_instead_of_flint():
        fractions = {name: mapped(value, _as_fraction) for name, value in parameters.items()}
        return metric.evaluate(*(mapped(value, _as_fraction) for value in arguments), fractions)


def in_floats(metric: Metric, given: Sequence[Any]) -> Any:
    """Answer of a definition that is declared to compute in floats.

    A library's adapter is given exact numbers: it makes floats of them, and says which numbers no float is.
    """
    *arguments, parameters = given
    if metric.implementation is not None:
        return metric.evaluate(*arguments, parameters)
    floats = {name: mapped(value, float) for name, value in parameters.items()}
    return metric.evaluate(*(mapped(value, float) for value in arguments), floats)


def mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    """A value with its inexactly typed numbers changed: of a parameter, a list, or a single number."""
    if hasattr(value, "mapped"):
        return value.mapped(change)
    return (
        value if isinstance(value, int) or not isinstance(value, (fmpq, fractions.Fraction, Formal)) else change(value)
    )


def _as_fraction(value: Any) -> Any:
    return value if isinstance(value, Formal) else fraction(value)
