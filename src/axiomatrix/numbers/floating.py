"""The float channel: values that are rounded, and what becomes of numbers that they meet."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any


def _in_floats(how: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *numbers: Float(how(*map(float, numbers)))


class Float(float):
    """A value of the float channel: exact numbers that it meets become floats too."""

    __slots__ = ()
    __abs__, __neg__ = _in_floats(abs), _in_floats(operator.neg)
    __add__ = __radd__ = _in_floats(operator.add)
    __mul__ = __rmul__ = _in_floats(operator.mul)
    __sub__, __rsub__ = _in_floats(operator.sub), _in_floats(lambda one, other: other - one)
    __truediv__, __rtruediv__ = _in_floats(operator.truediv), _in_floats(lambda one, other: other / one)
    __repr__ = __str__ = float.__repr__
