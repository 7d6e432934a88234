"""Relations: the answers of an axiom's law, which states a comparison and does not decide it.

The law of symmetry returns ``equal(d(a, b), d(b, a))``: a :class:`Relation` with a left side, an operator and a right
side. A law that asks for a best constant returns a ratio, a :class:`Quantity`. The methods decide a relation, which
gives a code such as ``HOLDS`` for each case. Reports print its sides.

The sides are single numbers, or columns (:mod:`..numbers.columns`): arrays that compute like a number. A column has a
number for each *lane*, which is one combination of parameter values. Metrics that compute in floats are decided with a
*tolerance*: sides that differ by no more count as equal.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar, final

import numpy as np
from flint import fmpq

from ..numbers.columns import Array, Column
from ..numbers.exact import Formal, NotExact, compare, sign
from ..numbers.formal import enclose

FAILS, HOLDS, UNDECIDED, DISCARDED, ROUNDED = 0, 1, 2, 3, 4
"""Codes of a decided case.

``UNDECIDED``: the sign of a difference is not known. :meth:`Column.signs` has the same number for such a sign.
``DISCARDED``: the condition does not hold, or the metric has no value.
``ROUNDED``: a case in floats fails, by no more than rounding may explain.
"""
Op = Literal["<=", ">=", "==", "<", ">", "!="]
_ALLOWED_SIGNS: dict[str, tuple[int, ...]] = {
    "<=": (-1, 0), ">=": (0, 1), "==": (0,), "<": (-1,), ">": (1,), "!=": (-1, 1),
}  # fmt: skip
"""The signs of ``lhs - rhs`` for which each relation is true."""
_EXACT = (Formal, fmpq, int)
"""Types of numbers that can be compared exactly."""

ULPS = 64
"""Tolerance for floats, in units in the last place of the sum of the terms that were added up."""
ROUNDING = 16
"""A relation in floats that fails by at most this multiple of the tolerance is reported as rounding, not as refuted."""


def holds(op: str, comparison: int) -> bool | None:
    """Return whether ``lhs op rhs`` is true if ``comparison`` is the sign of ``lhs - rhs``.

    None for another ``op``, such as the ``/`` that :func:`sides_of` gives a ratio.
    """
    return comparison in _ALLOWED_SIGNS[op] if op in _ALLOWED_SIGNS else None


def refuse_inexact(*sides: Any) -> None:
    """Raise :class:`NotExact` for a side that is a float, None or a text."""
    for side in sides:
        if side is None or isinstance(side, (float, complex, str)):
            raise NotExact(f"a side of the relation is {side!r}; it must be exact, such as Fraction(1, 10)")


@dataclass(frozen=True)
class Relation:
    """``lhs op rhs``, to be decided where ``condition`` holds; elsewhere the case is discarded.

    The condition is a bool, or an array of bools with one for each lane.
    """

    lhs: Any
    op: Op
    rhs: Any
    condition: Any = True

    def decide(self, tolerance: float | None = None) -> Any:
        """Return ``HOLDS``, ``FAILS``, ``DISCARDED`` or ``UNDECIDED``; for columns, an array of these.

        Numbers must be exact unless a ``tolerance`` is passed: sides that differ by no more then count as equal.
        """
        if isinstance(self.condition, (bool, np.bool_)) and not self.condition:
            return DISCARDED
        if isinstance(self.lhs, _EXACT) and isinstance(self.rhs, _EXACT):
            return self._code(compare(self.lhs, self.rhs))
        if tolerance is None:
            refuse_inexact(self.lhs, self.rhs)
        difference = self.lhs - self.rhs
        if isinstance(difference, Column):
            return self._decide_lanes(difference)
        if tolerance is None:
            comparison = sign(difference)
        elif math.isnan(difference):
            comparison = None  # infinite minus infinite
        elif abs(difference) <= tolerance:
            comparison = 0
        else:
            comparison = 1 if difference > 0 else -1
        return self._code(comparison)

    def _code(self, comparison: int | None) -> Any:
        """Return the code for a sign of ``lhs - rhs`` (None: unknown); an array if only the condition has lanes."""
        if comparison is None:
            code = UNDECIDED
        elif comparison in _ALLOWED_SIGNS[self.op]:
            code = HOLDS
        else:
            code = FAILS
        if self.condition is True or isinstance(self.condition, (bool, np.bool_)):  # the first test is fast
            return code  # a false condition was dealt with before
        return np.where(self.condition, code, DISCARDED)

    def _decide_lanes(self, difference: Column) -> Array:
        """Return the codes for a column ``lhs - rhs``."""
        signs = difference.signs()
        allowed = _ALLOWED_SIGNS[self.op]
        is_true = np.isin(signs, allowed) if len(allowed) > 1 else signs == allowed[0]  # == is faster than isin
        codes = np.where(is_true, HOLDS, FAILS).astype(np.int8)
        codes[signs == UNDECIDED] = UNDECIDED
        if not isinstance(self.condition, (bool, np.bool_)):
            shape = np.broadcast_shapes(codes.shape, np.shape(self.condition))
            codes = np.where(np.broadcast_to(self.condition, shape), np.broadcast_to(codes, shape), DISCARDED)
        return codes

    @property
    def margin(self) -> Any:
        """The margin by which the relation holds; negative or zero where it fails."""
        return self.lhs - self.rhs if self.op in (">=", ">") else self.rhs - self.lhs

    def strain(self) -> float:
        """Return how near a single case comes to failing: minus the margin, relative to the sides. Larger is nearer.

        Hypothesis maximizes it as a target, which leads to counterexamples.
        """
        left, right = self.lhs, self.rhs
        if isinstance(left, Formal) or isinstance(right, Formal):  # floats are enough, and exact differences are slow
            left, right = enclose(left), enclose(right)
        size = float(abs(left) + abs(right))
        margin = left - right if self.op in (">=", ">") else right - left
        return 0.0 if size == 0 else -float(margin) / size


@dataclass(frozen=True)
class Quantity:
    """A ratio ``numerator / denominator`` whose extreme over all cases is sought; 0/0 is discarded."""

    numerator: Any
    denominator: Any
    sense: Literal["sup", "inf"]
    """Which extreme is sought: the supremum or the infimum."""

    @property
    def ratio(self) -> Any:
        """``numerator / denominator``, exact also where both are Python's ints, whose quotient is a float."""
        are_ints = isinstance(self.numerator, int) and isinstance(self.denominator, int)
        return (fmpq(self.numerator) if are_ints else self.numerator) / self.denominator


@dataclass(frozen=True)
class Bounded:
    """A relation ``numerator <= c * denominator`` (or >=) that also reports the best constant c."""

    relation: Relation
    quantity: Quantity


@final
@dataclass(frozen=True)
class Either:
    """One relation in the lanes where the condition holds, another in the others; it is only needed for columns."""

    condition: Array
    then: Relation
    otherwise: Relation

    def decide(self, tolerance: float | None = None) -> Any:
        """Return an array of codes, as :meth:`Relation.decide` does for columns."""
        return np.where(self.condition, self.then.decide(tolerance), self.otherwise.decide(tolerance))


Answer = Relation | Quantity | Bounded | Either
"""A value that an axiom may return."""


def at_most(lhs: Any, rhs: Any) -> Relation:
    """lhs <= rhs"""
    return Relation(lhs, "<=", rhs)


def at_least(lhs: Any, rhs: Any) -> Relation:
    """lhs >= rhs"""
    return Relation(lhs, ">=", rhs)


def equal(lhs: Any, rhs: Any) -> Relation:
    """lhs = rhs"""
    return Relation(lhs, "==", rhs)


def less(lhs: Any, rhs: Any) -> Relation:
    """lhs < rhs"""
    return Relation(lhs, "<", rhs)


def more(lhs: Any, rhs: Any) -> Relation:
    """lhs > rhs"""
    return Relation(lhs, ">", rhs)


def differs(lhs: Any, rhs: Any) -> Relation:
    """lhs != rhs"""
    return Relation(lhs, "!=", rhs)


_Conditional = TypeVar("_Conditional", Relation, Either)


def given(condition: Any, relation: _Conditional) -> _Conditional:
    """The relation where the condition holds; elsewhere the case is discarded and counted.

    Raises ``TypeError`` for a condition that is not a truth value, such as ``~(a == b)``, which is -1 or -2: write
    ``a != b``.
    """
    if not (isinstance(condition, (bool, np.bool_)) or (isinstance(condition, np.ndarray) and condition.dtype == bool)):
        raise TypeError(
            f"given: the condition is {condition!r}; it must be a truth value: write 'not' or 'a != b', not '~'"
        )
    if isinstance(relation, Either):
        return replace(relation, then=given(condition, relation.then), otherwise=given(condition, relation.otherwise))
    if relation.condition is True:
        return replace(relation, condition=condition)
    return replace(relation, condition=relation.condition & condition)


NOT_ASKED = Relation(0, "==", 0, condition=False)
"""The answer on an instance that the statement is not about; an axiom returns it before it evaluates the metric."""


def either(condition: Any, then: Relation, otherwise: Relation) -> Relation | Either:
    """``then`` where the condition holds, ``otherwise`` elsewhere: for *if and only if*.

    If the condition is a single truth value, one of them is returned unchanged.
    """
    if isinstance(condition, (bool, np.bool_)):
        return then if condition else otherwise
    return Either(condition, then, otherwise)


def supremum(numerator: Any, denominator: Any) -> Quantity:
    """The quantity sup numerator / denominator."""
    return Quantity(numerator, denominator, "sup")


def bounded_above(numerator: Any, constant: Any, denominator: Any) -> Bounded:
    """numerator <= constant * denominator; the best constant is the supremum of the ratio."""
    return Bounded(at_most(numerator, constant * denominator), Quantity(numerator, denominator, "sup"))


def bounded_below(numerator: Any, constant: Any, denominator: Any) -> Bounded:
    """numerator >= constant * denominator; the best constant is the infimum of the ratio."""
    return Bounded(at_least(numerator, constant * denominator), Quantity(numerator, denominator, "inf"))


class NotARelation(TypeError):
    """An axiom returned a value that is not a relation."""


def require_answer(answer: object) -> Answer:
    """Return what a law returned; :class:`NotARelation` if it is not an answer of a law."""
    if type(answer) is Relation or isinstance(answer, Answer):  # the first test is fast, and mostly true
        return answer
    raise NotARelation(
        f"the axiom returned {answer!r}; it must return a relation, such as relation.equal(d(a, b), d(b, a))"
    )


def float_tolerance(terms: float, epsilon: float = sys.float_info.epsilon) -> float:
    """Return the tolerance for floats that are computed from terms whose absolute values sum to ``terms``.

    ``epsilon`` is the relative spacing of the float format. The tolerance is finite, since an infinite one would make
    all values equal.
    """
    return ULPS * epsilon * min(terms, sys.float_info.max)


def float_code(relation: Relation | Either, tolerance: float) -> int:
    """Return the code of a relation between floats: ``ROUNDED`` if it fails, but perhaps only because of rounding.

    It fails for certain if it does with ``ROUNDING`` times the tolerance and also with none. A strict relation may hold
    without a tolerance and fail with one: then the exact values may be equal.
    """
    code = int(relation.decide(tolerance))
    if code != FAILS:
        return code
    is_certain = int(relation.decide(ROUNDING * tolerance)) == FAILS == int(relation.decide(0.0))
    return FAILS if is_certain else ROUNDED


def sides_of(answer: Answer, *, best: bool = False) -> tuple[Any, str, Any]:
    """Return the left side, the operator and the right side of an answer.

    For a quantity these are its numerator, ``/`` and its denominator. Of an answer with both (:class:`Bounded`),
    ``best`` selects the quantity. An :class:`Either` has no sides.
    """
    if isinstance(answer, Bounded):
        answer = answer.quantity if best else answer.relation
    if isinstance(answer, Quantity):
        return answer.numerator, "/", answer.denominator
    assert isinstance(answer, Relation)
    return answer.lhs, answer.op, answer.rhs


def sides(answer: Answer, *, best: bool = False) -> tuple[str, str, str]:
    """Return the left side, the operator and the right side as text (see :func:`sides_of`)."""
    lhs, op, rhs = sides_of(answer, best=best)
    return str(lhs), op, str(rhs)
