"""Comparisons of numbers, from one question: how a number stands to another one."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

Holds = Callable[[Any, Any], Any]
"""One of the six comparisons of :mod:`operator`."""
SIGNS: dict[Holds, str] = {operator.lt: "<", operator.le: "<=", operator.gt: ">", operator.ge: ">=", operator.eq: "=="}


class Ordered:
    """``<``, ``<=``, ``>`` and ``>=`` by ``_compared``, which each kind of number answers in its own way."""

    __slots__ = ()

    def _compared(self, other: Any, holds: Holds) -> Any:
        """Compare two numbers; ``NotImplemented`` where ``other`` is not a number."""
        raise NotImplementedError

    def __lt__(self, other: Any) -> Any:
        return self._compared(other, operator.lt)

    def __le__(self, other: Any) -> Any:
        return self._compared(other, operator.le)

    def __gt__(self, other: Any) -> Any:
        return self._compared(other, operator.gt)

    def __ge__(self, other: Any) -> Any:
        return self._compared(other, operator.ge)
