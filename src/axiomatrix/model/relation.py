"""Relations: what an axiom returns and never asserts.

A relation is ``lhs op rhs``, on single numbers or lane by lane on columns. Deciding it gives one of four codes;
the engine decides, one renderer prints.
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
from ..numbers.formal import near

FAILS, HOLDS, UNDECIDED, DISCARDED, ROUNDED = 0, 1, 2, 3, 4
"""What a case comes to. ``ROUNDED`` is of the float channel: it fails, but by no more than rounding may explain."""
Op = Literal["<=", ">=", "==", "<", ">", "!="]
_ALLOWED: dict[str, tuple[int, ...]] = {"<=": (-1, 0), ">=": (0, 1), "==": (0,), "<": (-1,), ">": (1,), "!=": (-1, 1)}
_EXACT = (Formal, fmpq, int)

ULPS = 64
"""Slack of the float channel, in units in the last place of the sum of the terms."""
ROUNDING = 16
"""A float relation that fails by at most so many times the slack is called rounding, and not refuted."""


def holds(op: str, comparison: int) -> bool | None:
    """Return whether ``lhs op rhs`` is true where ``lhs - rhs`` has that sign; None if there is no such relation."""
    return comparison in _ALLOWED[op] if op in _ALLOWED else None


def refuse_inexact(*sides: Any) -> None:
    """Raise :class:`NotExact` for a side that is a float, or not a number at all."""
    for side in sides:
        if side is None or isinstance(side, (float, complex, str)):
            raise NotExact(f"a side of the relation is {side!r}; it must be exact, such as Fraction(1, 10)")


@dataclass(frozen=True)
class Relation:
    """``lhs op rhs``; ``condition`` says where it is asked at all."""

    lhs: Any
    op: Op
    rhs: Any
    condition: Any = True

    def decide(self, slack: float | None = None) -> Any:
        """``HOLDS``, ``FAILS``, ``DISCARDED`` or ``UNDECIDED``; an array of them for columns.

        ``slack`` belongs to the float channel: two sides nearer than it count as equal where equality is allowed,
        and never as different where a strict order is claimed.
        """
        if self.condition is not True and isinstance(self.condition, (bool, np.bool_)) and not self.condition:
            return DISCARDED
        if isinstance(self.lhs, _EXACT) and isinstance(self.rhs, _EXACT):
            return self._coded(compare(self.lhs, self.rhs))
        if slack is None:
            refuse_inexact(self.lhs, self.rhs)
        difference = self.lhs - self.rhs
        if isinstance(difference, Column):
            return self._decide_lanes(difference)
        if slack is None:
            comparison = sign(difference)
        elif math.isnan(difference):
            comparison = None  # infinite minus infinite
        else:
            comparison = 0 if abs(difference) <= slack else (1 if difference > 0 else -1)
        return self._coded(comparison)

    def _coded(self, comparison: int | None) -> Any:
        code = UNDECIDED if comparison is None else HOLDS if comparison in _ALLOWED[self.op] else FAILS
        if self.condition is True or isinstance(self.condition, (bool, np.bool_)):
            return code
        return np.where(self.condition, code, DISCARDED)  # a condition on parameters that the sides do not depend on

    def _decide_lanes(self, difference: Column) -> Array:
        signs = difference.signs()
        allowed = _ALLOWED[self.op]
        holds = np.isin(signs, allowed) if len(allowed) > 1 else signs == allowed[0]
        codes = np.where(holds, HOLDS, FAILS).astype(np.int8)
        codes[signs == UNDECIDED] = UNDECIDED
        if not isinstance(self.condition, (bool, np.bool_)):
            shape = np.broadcast_shapes(codes.shape, np.shape(self.condition))
            codes = np.where(np.broadcast_to(self.condition, shape), np.broadcast_to(codes, shape), DISCARDED)
        return codes

    @property
    def slack(self) -> Any:
        """By how much the relation holds: negative or zero where it fails."""
        return self.lhs - self.rhs if self.op in (">=", ">") else self.rhs - self.lhs

    def strain(self) -> float:
        """How near a single case is to failing, scaled to the terms; larger is nearer."""
        left, right = self.lhs, self.rhs
        if isinstance(left, Formal) or isinstance(right, Formal):  # the exact difference is dear, and not needed
            left, right = near(left), near(right)
        size = float(abs(left) + abs(right))
        slack = left - right if self.op in (">=", ">") else right - left
        return 0.0 if size == 0 else -float(slack) / size


@dataclass(frozen=True)
class Quantity:
    """``numerator / denominator``, whose supremum or infimum is asked; 0/0 is not a case."""

    numerator: Any
    denominator: Any
    sense: Literal["sup", "inf"]

    @property
    def ratio(self) -> Any:
        """``numerator / denominator``, exact also where both are whole numbers of Python."""
        both_whole = isinstance(self.numerator, int) and isinstance(self.denominator, int)
        return (fmpq(self.numerator) if both_whole else self.numerator) / self.denominator


@dataclass(frozen=True)
class Bounded:
    """A relation ``numerator <= c * denominator`` (or >=) that also reports the best constant c."""

    relation: Relation
    quantity: Quantity


@final
@dataclass(frozen=True)
class Either:
    """One relation on the lanes where the condition holds, another on the others."""

    condition: Array
    then: Relation
    otherwise: Relation

    def decide(self, slack: float | None = None) -> Any:
        """A code per lane, as :meth:`Relation.decide`."""
        return np.where(self.condition, self.then.decide(slack), self.otherwise.decide(slack))


Answer = Relation | Quantity | Bounded | Either
"""What an axiom may return."""


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


_Asked = TypeVar("_Asked", Relation, Either)


def given(condition: Any, relation: _Asked) -> _Asked:
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
"""The answer on an instance that the statement is not about; spares evaluating what would be discarded."""


def either(condition: Any, then: Relation, otherwise: Relation) -> Relation | Either:
    """``then`` where the condition holds, ``otherwise`` elsewhere: for *if and only if*."""
    if isinstance(condition, (bool, np.bool_)):
        return then if condition else otherwise
    return Either(condition, then, otherwise)


def supremum(numerator: Any, denominator: Any) -> Quantity:
    """The quantity sup numerator / denominator."""
    return Quantity(numerator, denominator, "sup")


def bounded_above(numerator: Any, constant: Any, denominator: Any) -> Bounded:
    """Numerator <= constant * denominator; the best constant is the supremum of the ratio."""
    return Bounded(at_most(numerator, constant * denominator), Quantity(numerator, denominator, "sup"))


def bounded_below(numerator: Any, constant: Any, denominator: Any) -> Bounded:
    """Numerator >= constant * denominator; the best constant is the infimum of the ratio."""
    return Bounded(at_least(numerator, constant * denominator), Quantity(numerator, denominator, "inf"))


class NotARelation(TypeError):
    """An axiom returned a value that is not a relation."""


def answered(answer: object) -> Answer:
    """The answer if it is one; :class:`NotARelation` says what an axiom must return if it is not."""
    if type(answer) is Relation or isinstance(answer, Answer):
        return answer
    raise NotARelation(
        f"the axiom returned {answer!r}; it must return a relation, such as relation.equal(d(a, b), d(b, a))"
    )


def float_slack(terms: float, epsilon: float = sys.float_info.epsilon) -> float:
    """The slack of the float channel for values whose absolute values sum to ``terms``; ``epsilon`` is the format's.

    It is finite: within an infinite one everything would be equal.
    """
    return ULPS * epsilon * min(terms, sys.float_info.max)


def float_code(relation: Relation | Either, slack: float) -> int:
    """The code of a relation between floats: one that fails by at most ``ROUNDING`` times the slack is ``ROUNDED``.

    So is a strict one that holds of the floats, but by so little that the values themselves may be equal.
    """
    code = int(relation.decide(slack))
    if code != FAILS:
        return code
    return FAILS if int(relation.decide(ROUNDING * slack)) == FAILS == int(relation.decide(0.0)) else ROUNDED


def sides_of(answer: Answer, *, best: bool = False) -> tuple[Any, str, Any]:
    """The two sides and the relation between them; or, ``best``, of the ratio whose best constant is asked too."""
    if isinstance(answer, Bounded):
        answer = answer.quantity if best else answer.relation
    if isinstance(answer, Quantity):
        return answer.numerator, "/", answer.denominator
    assert isinstance(answer, Relation)
    return answer.lhs, answer.op, answer.rhs


def sides(answer: Answer, *, best: bool = False) -> tuple[str, str, str]:
    """Return the two sides as text."""
    lhs, op, rhs = sides_of(answer, best=best)
    return str(lhs), op, str(rhs)
