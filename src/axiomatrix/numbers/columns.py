"""Columns: one exact number per lane, so that one evaluation of a definition runs over many parameters.

A *lane* has one value of each parameter. Most definitions branch on rankings only, so that one evaluation on columns
computes the value in every lane (:mod:`axiomatrix.methods.lanes`). A definition that branches on a parameter raises
:class:`BranchesOnParameters` and is evaluated one lane at a time. Lanes form an array of any shape.

A column holds integers over a common denominator. They are 64-bit integers while a bound, kept with the column, proves
that nothing overflows, and Python integers beyond. With formal constants, such as logarithms, each lane holds the index
of its value in a *pool* of distinct values: these are far fewer than lanes, and each operation computes them once.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NoReturn, Self

import numpy as np
from flint import fmpq, fmpz
from numpy.typing import NDArray

from .formal import Formal, Undecided, sign
from .frozen import Frozen, new, setters
from .rationals import Comparison, Ordered, Unanswerable, rational

Array = NDArray[Any]
INT64_LIMIT = 2**62
"""Absolute value from which Python integers replace 64-bit integers."""
UNDECIDED_SIGN = 2
"""Entry of an array of signs (-1, 0, 1) where balls (intervals around a value) do not decide the sign."""


class Unvectorised(Unanswerable):
    """Raised for an operation on many values at once that is defined only for a single value.

    A definition may catch the exception and return something else. Callers therefore compare :attr:`raised` before and
    after an evaluation, and evaluate the cases singly if it has grown.
    """

    raised = 0
    """The number of such exceptions so far in this process."""

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        Unvectorised.raised += 1


class BranchesOnParameters(Unvectorised):
    """Raised where the lanes cannot be computed together; the definition is then evaluated one lane at a time."""


def _refusing(operation: str) -> Any:
    """Make a method that raises :class:`BranchesOnParameters` naming the operation."""

    def refuse(self: Any, *_: Any) -> NoReturn:
        raise BranchesOnParameters(f"this definition {operation}")

    return refuse


def _on_zeros_and_ones(name: str) -> Any:
    """Make a method of masks that converts truth values to 0 and 1 and then applies the operator of that name."""
    return lambda self, *operands: getattr(Column.counted(self), name)(*operands)


class Mask(np.ndarray):
    """Truth values by lane. Only a mask of a single lane has a truth value itself.

    In arithmetic a truth value counts as 0 or 1, as in Python; in numpy ``True + True`` would be ``True``.
    """

    def __bool__(self) -> bool:
        if self.ndim == 0:
            return bool(self.item())
        raise BranchesOnParameters("takes the truth value of many cases at once")

    __add__, __radd__, __sub__, __rsub__ = map(_on_zeros_and_ones, ("__add__", "__radd__", "__sub__", "__rsub__"))
    __mul__, __rmul__, __neg__ = map(_on_zeros_and_ones, ("__mul__", "__rmul__", "__neg__"))
    __iadd__, __isub__, __imul__ = __add__, __sub__, __mul__  # never in place: another name may refer to the same mask
    __iand__, __ior__, __ixor__ = np.ndarray.__and__, np.ndarray.__or__, np.ndarray.__xor__  # type: ignore[assignment]
    __invert__ = __pos__ = __abs__ = __pow__ = __rpow__ = _refusing("calculates with a truth value")  # ~True is -2
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __divmod__ = __rdivmod__ = __pow__
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __matmul__ = __rmatmul__ = __pow__
    __ipow__ = __itruediv__ = __ifloordiv__ = __imod__ = __ilshift__ = __irshift__ = __imatmul__ = __pow__


def masked(values: Any) -> Mask:
    """View an array of truth values as a mask."""
    return np.asarray(values).view(Mask)


def _largest_absolute(array: Array | int) -> int:
    """Return the largest absolute value; 0 if there is none."""
    if isinstance(array, int):
        return abs(array)
    return int(np.max(abs(array))) if array.size else 0


def _to_int64_if_small(array: Array, bound: int) -> tuple[Array, int]:
    """Convert Python integers back to 64 bits if they are small; return the array and a bound of its values."""
    if array.dtype != object:
        return array, bound
    actual = _largest_absolute(array)  # small is below 2^31: a product of two such numbers fits 64 bits as well
    return (array.astype(np.int64), actual) if actual < 2**31 else (array, actual)


def _array(value: int) -> Array:
    """Make a zero-dimensional array. The type is explicit: numpy would make some integers unsigned, and then floats."""
    return np.array(value, dtype=np.int64 if abs(value) < INT64_LIMIT else object)


def _distinct(numbers: Array, limit: int) -> tuple[Array, Array]:
    """Return the distinct numbers in order, all from 0 to below ``limit``, and the index of each number among them."""
    if limit > 4 * numbers.size:  # sorting takes less time than a table of all possible numbers
        return np.unique(numbers, return_inverse=True)
    is_present = np.zeros(limit, dtype=bool)
    is_present[numbers] = True
    return np.flatnonzero(is_present), (np.cumsum(is_present) - 1)[numbers]


def _to_python_ints(array: Array | int, is_needed: bool) -> Array | int:
    """Convert 64-bit integers to Python integers if needed."""
    return array.astype(object) if is_needed and isinstance(array, np.ndarray) and array.dtype != object else array


class Column(Ordered, Frozen):
    """Exact numbers in lanes: ``num / den``, where ``den`` is a positive int or an array of such.

    With a ``pool`` of distinct values, ``num`` holds the index in the pool instead, and ``bound`` is 0. Otherwise
    ``bound`` is at least the largest absolute value of ``num``: operations compute it without reading the lanes.
    """

    __slots__ = ("bound", "den", "num", "pool")
    made_from = ("num", "den", "bound", "pool")
    __array_ufunc__ = None  # so that numpy arrays leave arithmetic with columns to this class

    num: Array
    den: Array | int
    bound: int
    pool: tuple[Any, ...] | None

    def __new__(
        cls, num: Array, den: Array | int = 1, bound: int | None = None, pool: tuple[Any, ...] | None = None
    ) -> Self:
        """Make a column; its arrays become read-only. Without ``bound``, the lanes are read to find it."""
        if bound is None:
            bound = 0 if pool is not None else _largest_absolute(num)
        self = new(cls)
        for part in (num, den):
            if isinstance(part, np.ndarray):
                part.setflags(write=False)
        _set_num(self, num)
        _set_den(self, den)
        _set_bound(self, bound)
        _set_pool(self, pool)
        return self

    @property
    def is_formal(self) -> bool:
        """Return whether the lanes hold formal constants."""
        return self.pool is not None

    @classmethod
    def of(cls, values: Sequence[Any]) -> Column:
        """Make a column with a lane for each of these exact scalars."""
        if any(isinstance(value, Formal) for value in values):
            return cls.pooled(values)
        rationals = [rational(value) for value in values]
        den = math.lcm(*(int(value.q) for value in rationals)) if rationals else 1
        numerators = [int(value.p) * (den // int(value.q)) for value in rationals]
        bound = max(map(abs, numerators), default=0)
        return cls(np.array(numerators, dtype=np.int64 if bound < INT64_LIMIT else object), den, bound)

    @classmethod
    def pooled(cls, values: Sequence[Any]) -> Column:
        """Make a column of exact scalars, some of them formal, as indexes into a pool."""
        index_of: dict[Any, int] = {}
        indexes = [index_of.setdefault(v if isinstance(v, Formal) else rational(v), len(index_of)) for v in values]
        return cls(np.array(indexes, dtype=np.int64), pool=tuple(index_of))

    def __len__(self) -> int:
        return len(self.num)

    def lane(self, index: Any) -> Any:
        """Return the exact scalar in one lane."""
        value = self.num[index]
        if self.pool is not None:
            return self.pool[int(value)]
        den = self.den if isinstance(self.den, int) else np.broadcast_to(self.den, self.num.shape)[index]
        return fmpq(int(value), int(den))

    def take(self, index: Any) -> Column:
        """Select lanes by an index array or a mask."""
        den = self.den if isinstance(self.den, int) else np.broadcast_to(self.den, self.num.shape)[index]
        return Column(np.asarray(self.num[index]), den, self.bound, self.pool)

    def reshaped(self, shape: tuple[int, ...]) -> Column:
        """Return the lanes in another shape."""
        den = self.den if isinstance(self.den, int) else self.den.reshape(shape)
        return Column(self.num.reshape(shape), den, self.bound, self.pool)

    def spread(self, shape: tuple[int, ...]) -> Column:
        """Broadcast the lanes to a larger shape, as numpy does."""
        den = self.den if isinstance(self.den, int) else np.broadcast_to(self.den, shape)
        return Column(np.broadcast_to(self.num, shape), den, self.bound, self.pool)

    def floats(self) -> Array:
        """Return the nearest floats, lane by lane."""
        if self.pool is not None:
            return np.array([float(value) for value in self.pool])[self.num]
        return np.asarray(np.asarray(self.num, dtype=float) / np.asarray(self.den, dtype=float))

    def lanewise(self, function: Callable[[Any], Any]) -> Column:
        """Apply a function to the scalar of each lane, once for equal scalars."""
        lanes = self._with_pool()
        assert lanes.pool is not None
        used, index_of_lane = _distinct(lanes.num, len(lanes.pool))  # a pool may hold values that no lane has any more
        return Column.of([function(lanes.pool[k]) for k in used]).take(index_of_lane.reshape(lanes.num.shape))

    def _with_pool(self) -> Column:
        """Return these lanes as indexes into a pool of distinct values."""
        if self.pool is not None:
            return self
        flat = self.num.ravel()
        if isinstance(self.den, int):
            distinct, index_of_lane = np.unique(flat, return_inverse=True)
            values = [fmpq(int(value), self.den) for value in distinct]
            return Column(np.asarray(index_of_lane).reshape(self.num.shape), pool=tuple(values))
        lanes = Column.pooled([self.lane(index) for index in np.ndindex(self.num.shape)])
        return Column(lanes.num.reshape(self.num.shape), pool=lanes.pool)

    def _map_pool(self, function: Callable[[Any], Any]) -> Column:
        """Apply a function to every value of the pool."""
        assert self.pool is not None
        return Column.pooled([function(value) for value in self.pool]).take(self.num)

    def _pairwise(self, other: Column, combine: Callable[[Any, Any], Any]) -> Column:
        """Combine two columns by pools: each pair of values that occurs together in a lane is combined once.

        A pair of pool indexes (i, j) is written as one number, i * (size of the right pool) + j.
        """
        left, right = self._with_pool(), other._with_pool()
        assert left.pool is not None and right.pool is not None
        pair_of_lane = np.asarray(left.num * len(right.pool) + right.num)
        pairs, index_of_lane = _distinct(pair_of_lane.ravel(), len(left.pool) * len(right.pool))
        values = [combine(left.pool[p // len(right.pool)], right.pool[p % len(right.pool)]) for p in pairs.tolist()]
        return Column.pooled(values).take(index_of_lane.reshape(pair_of_lane.shape))

    # --- arithmetic ---

    @staticmethod
    def _operand(other: Any) -> Column | None:
        """Convert a number or a mask to a column; None for anything else."""
        if isinstance(other, Column):
            return other
        if isinstance(other, (int, Fraction, fmpq, fmpz)) and not isinstance(other, bool):
            value = rational(other)
            p, q = int(value.p), int(value.q)
            return Column(_array(p), q, abs(p))
        if isinstance(other, Formal):
            return Column(np.zeros((), dtype=np.int64), pool=(other,))
        return Column.counted(other) if isinstance(other, Mask) else None

    @staticmethod
    def counted(mask: Mask) -> Column:
        """Convert truth values to 0 and 1."""
        return Column(np.asarray(mask, dtype=np.int64))

    @staticmethod
    def _product(x: Array | int, y: Array | int, bound: int) -> Array | int:
        """Multiply, with Python integers if ``bound`` or a factor needs them; no product exceeds ``bound``."""
        needs_python_ints = max([bound, *(abs(factor) for factor in (x, y) if isinstance(factor, int))]) >= INT64_LIMIT
        if isinstance(y, int) and y == 1:
            return _to_python_ints(x, needs_python_ints)
        return _to_python_ints(x, needs_python_ints) * _to_python_ints(y, needs_python_ints)

    @staticmethod
    def _narrow_column(num: Array | int, den: Array | int, bound: int) -> Column:
        """Make a column, with 64-bit integers if the numbers are small."""
        numerators, bound = _to_int64_if_small(np.asarray(num), bound)
        if isinstance(den, np.ndarray):
            den, _ = _to_int64_if_small(den, 0)
        return Column(numerators, den, bound)

    def _combined(self, other: Any, combine: Callable[[Any, Any], Any]) -> Any:
        """Add or subtract: bring both columns to a common denominator, then combine the numerators."""
        right = self._operand(other)
        if right is None:
            return NotImplemented
        if self.is_formal or right.is_formal:
            return self._pairwise(right, combine)
        if isinstance(self.den, int) and isinstance(right.den, int):
            den: Array | int = math.lcm(self.den, right.den)
            left_factor: Array | int = den // self.den
            right_factor: Array | int = den // right.den
        else:
            den = self._product(self.den, right.den, _largest_absolute(self.den) * _largest_absolute(right.den))
            left_factor, right_factor = right.den, self.den
        # bound of the sum of the rescaled numerators, which may need Python integers although neither term does
        bound = self.bound * _largest_absolute(left_factor) + right.bound * _largest_absolute(right_factor)
        num = combine(self._product(self.num, left_factor, bound), self._product(right.num, right_factor, bound))
        return self._narrow_column(num, den, bound)

    def __add__(self, other: Any) -> Any:
        return self._combined(other, lambda x, y: x + y)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._combined(other, lambda x, y: x - y)

    def __rsub__(self, other: Any) -> Any:
        return self._combined(other, lambda x, y: y - x)

    def __mul__(self, other: Any) -> Any:
        right = self._operand(other)
        if right is None:
            return NotImplemented
        if self.is_formal or right.is_formal:
            return self._pairwise(right, operator.mul)
        bound = self.bound * right.bound
        num = self._product(self.num, right.num, bound)
        den = self._product(self.den, right.den, _largest_absolute(self.den) * _largest_absolute(right.den))
        return self._narrow_column(num, den, bound)

    __rmul__ = __mul__

    def _reciprocal(self) -> Column:
        """Swap numerators and denominators, and move the sign to the numerator."""
        if np.any(self.signs() == 0):
            raise BranchesOnParameters("a division by zero in some lanes")
        if self.is_formal:
            return self._map_pool(lambda value: 1 / value)
        signs = np.where(self.num < 0, -1, 1)
        den = np.asarray(abs(self.num), dtype=self.num.dtype)  # for a single Python integer abs() gives an int
        old_den = _array(self.den) if isinstance(self.den, int) else self.den
        num = np.asarray(np.broadcast_to(old_den, den.shape) * signs, dtype=old_den.dtype)
        return Column(num, int(den) if den.ndim == 0 else den)

    def __truediv__(self, other: Any) -> Any:
        right = self._operand(other)
        return NotImplemented if right is None else self * right._reciprocal()

    def __rtruediv__(self, other: Any) -> Any:
        left = self._operand(other)
        return NotImplemented if left is None else left * self._reciprocal()

    def __pow__(self, exponent: Any) -> Any:
        if not isinstance(exponent, int):
            return NotImplemented
        if exponent < 0:
            return (self ** -int(exponent))._reciprocal()
        result = Column(np.ones(self.num.shape, dtype=np.int64))
        for _ in range(exponent):
            result = self * result
        return result

    def __neg__(self) -> Column:
        return self._map_pool(operator.neg) if self.is_formal else Column(-self.num, self.den, self.bound)

    def __abs__(self) -> Column:
        try:
            return self._map_pool(abs) if self.is_formal else Column(abs(self.num), self.den, self.bound)
        except Undecided as reason:
            raise BranchesOnParameters(f"an undecided sign in some lanes: {reason}") from None

    __bool__ = _refusing("branches on a parameter")
    __str__ = __format__ = __repr__ = _refusing("writes a parameter as text")
    __float__ = _refusing("turns a parameter into a float")
    __int__ = _refusing("turns a parameter into a whole number")
    __hash__ = _refusing("looks up a parameter")

    # --- comparison, lane by lane ---

    def signs(self) -> Array:
        """Return -1, 0 or 1 per lane; :data:`UNDECIDED_SIGN` where the sign is undecided."""
        if self.pool is None:
            return np.asarray(np.sign(self.num)).astype(np.int8)
        signs = [UNDECIDED_SIGN if (s := sign(value)) is None else s for value in self.pool]
        return np.array(signs, dtype=np.int8)[self.num]

    def _compare_with(self, other: Any, comparison: Comparison) -> Any:
        difference = self.__sub__(other)
        if difference is NotImplemented:
            return NotImplemented
        signs = difference.signs()
        if (signs == UNDECIDED_SIGN).any():
            raise BranchesOnParameters("an undecided comparison in some lanes")
        return masked(comparison(signs, 0))

    def __eq__(self, other: object) -> Any:
        return self._compare_with(other, operator.eq)

    def __ne__(self, other: object) -> Any:
        return self._compare_with(other, operator.ne)


_set_num, _set_den, _set_bound, _set_pool = setters(Column, "num", "den", "bound", "pool")
