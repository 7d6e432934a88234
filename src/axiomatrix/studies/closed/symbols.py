"""Symbols that a definition is given in the place of numbers, and what it computes of them, as sympy has it."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from ...numbers.comparing import Holds
from ...numbers.functions import NoFunction, StandIn
from ...numbers.printed import expression


def _operator(how: Callable[[Any, Any], Any], *, reflected: bool = False) -> Callable[[Any, Any], Any]:
    def joined(self: InSymbols, other: Any) -> Any:
        form = expression(other)
        if form is None:
            return NotImplemented
        return InSymbols(how(form, self.form) if reflected else how(self.form, form))

    return joined


class InSymbols(StandIn):
    """What a definition computes of symbols; it may compare them as far as sympy knows the answer for all numbers."""

    __slots__ = ("form",)
    __array_ufunc__ = None

    def __init__(self, form: Any) -> None:
        self.form = form

    def _sympy_(self) -> Any:
        return self.form

    __add__, __radd__ = _operator(operator.add), _operator(operator.add, reflected=True)
    __sub__, __rsub__ = _operator(operator.sub), _operator(operator.sub, reflected=True)
    __mul__, __rmul__ = _operator(operator.mul), _operator(operator.mul, reflected=True)
    __truediv__, __rtruediv__ = _operator(operator.truediv), _operator(operator.truediv, reflected=True)
    __pow__, __rpow__ = _operator(operator.pow), _operator(operator.pow, reflected=True)

    def __neg__(self) -> InSymbols:
        return InSymbols(-self.form)

    def __abs__(self) -> InSymbols:
        return InSymbols(abs(self.form))

    def logarithm(self) -> InSymbols:
        """What ``exact.log`` asks of a base."""
        from sympy import log

        return InSymbols(log(self.form))

    def lanewise(self, function: Callable[[Any], Any]) -> InSymbols:
        """What ``exact.sqrt`` asks; a logarithm does not say its base here."""
        from sympy import sqrt

        if function.__name__ != "sqrt":
            raise NoFunction("log() of a parameter")
        return InSymbols(sqrt(self.form))

    def _compared(self, other: Any, holds: Holds) -> bool:
        from sympy import false, true

        form = expression(other)
        answer = None if form is None else holds(self.form - form, 0)
        if answer not in (true, false):
            raise NoFunction("a comparison of a parameter")
        return bool(answer)

    def __eq__(self, other: object) -> bool:
        return self._compared(other, lambda difference, zero: difference.equals(zero) or difference.is_zero)

    __hash__ = StandIn.__hash__
