"""Exact numbers: rationals, formal constants, and three-valued comparison.

A definition is handed numbers of these kinds and must answer with one of them:

* a *rational*: ``flint.fmpq``, or ``fractions.Fraction`` for definitions that mix in Fractions of their own;
* a :class:`Whole`: positions and sizes; an ``int`` whose division is exact;
* a :class:`Formal`: a rational function in logarithms and roots of primes.

Equality is decided by the normal form, a strict order by ball arithmetic; what neither decides is ``None`` and
is counted as undecided by whoever asked.
"""

from __future__ import annotations

from .constants import log, power, remembered, root, sqrt
from .formal import Formal, Undecided, compare, exact_value, sign
from .number import Number
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


class Undefined(Exception):
    """Raised by a definition where it has no value; the case is discarded and counted."""
