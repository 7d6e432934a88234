"""Exact numbers: rationals, formal constants, and three-valued comparison.

A definition is handed numbers of these kinds and must answer with one of them:

* a *rational*: ``flint.fmpq``, or ``fractions.Fraction`` for definitions that mix in Fractions of their own;
* a :class:`Whole`: positions and sizes; an ``int`` whose division is exact;
* a :class:`Formal`: a rational function in logarithms and roots of primes.

Equality is decided by the normal form, a strict order by ball arithmetic; what neither decides is ``None`` and
is counted as undecided by whoever asked.
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from .constants import log, power, remembered, root, sqrt
from .formal import Formal, Undecided, compare, exact_value, sign
from .parsing import parse
from .rationals import NotExact, Whole, fraction, rational

__all__ = [
    "Formal",
    "NotExact",
    "Number",
    "Undecided",
    "Undefined",
    "Whole",
    "compare",
    "exact_value",
    "fraction",
    "log",
    "parse",
    "power",
    "rational",
    "remembered",
    "root",
    "sign",
    "sqrt",
]


@runtime_checkable
class Number(Protocol):
    """Type of an exact number in a definition, such as ``-> exact.Number``: what may be asked of it.

    Division is always exact. Comparisons are decided for numbers and not for symbolic parameters.
    """

    def __add__(self, other: Any, /) -> Any: ...
    def __radd__(self, other: Any, /) -> Any: ...
    def __sub__(self, other: Any, /) -> Any: ...
    def __rsub__(self, other: Any, /) -> Any: ...
    def __mul__(self, other: Any, /) -> Any: ...
    def __rmul__(self, other: Any, /) -> Any: ...
    def __truediv__(self, other: Any, /) -> Any: ...
    def __rtruediv__(self, other: Any, /) -> Any: ...
    def __neg__(self) -> Any: ...
    def __abs__(self) -> Any: ...
    def __lt__(self, other: Any, /) -> Any: ...
    def __le__(self, other: Any, /) -> Any: ...
    def __gt__(self, other: Any, /) -> Any: ...
    def __ge__(self, other: Any, /) -> Any: ...


class Undefined(Exception):
    """Raised by a definition where it has no value; the case is discarded and counted."""
