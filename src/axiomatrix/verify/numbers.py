"""The checker's own numbers: sums of multiples of unknowns and of absolute values of such sums, in plain Fractions.

They share no code with the numbers of the search, on purpose: a certificate is trusted because two independent programs
agree. A definition is evaluated on sums, and an operation whose result is not a sum raises :class:`.items.NotASum`.

The unknowns x_0, x_1, ... stand for non-negative numbers, so 2 x_0 + x_1 is its own absolute value. Only x_0 - x_1,
whose sign is open, needs an absolute value |x_0 - x_1|, and the sum x_0 - x_1 is its *inside*.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any, NoReturn

from ..evidence.refusal import Refused
from .items import NotASum, refusing, type_unless_observed

STANDS_IN = True
"""Values of this module stand in for numbers, so that an error raised in it is a bug of ours, not of a definition.

:func:`axiomatrix.evidence.fault.is_ours` looks for this name.
"""

ONE = -1
"""The index of the constant term."""
Number = int | Fraction
"""A whole number as an int, for speed; any other rational as a Fraction."""
Inside = tuple[tuple[int, int], ...]
"""The sum inside an absolute value: pairs of unknown and whole coefficient, coprime, the first one positive."""


def whole_as_int(value: Fraction) -> Number:
    """Convert a Fraction to an int if it is whole."""
    return value.numerator if value.denominator == 1 else value


def encode_number(value: Number) -> int | str:
    """Encode a number as certificates do: an int unchanged, a fraction as a text such as ``"3/2"`` in lowest terms."""
    return value if isinstance(value, int) else f"{value.numerator}/{value.denominator}"


def decode_number(value: Any) -> Number:
    """Decode a number of a certificate, the inverse of :func:`encode_number`; :class:`Refused` for anything else."""
    if type(value) is int:
        return value
    if isinstance(value, str) and len(value) < 200 and "e" not in value.lower():  # 1e999999999 takes all memory
        try:
            fraction = Fraction(value)
        except (ValueError, ZeroDivisionError):
            raise Refused(f"{value!r:.60} is not a number") from None
        if f"{fraction.numerator}/{fraction.denominator}" == value:
            return fraction
    raise Refused(f"{value!r:.60} is not a number in lowest terms")


def as_number(value: Any) -> Number:
    """Convert an int, a Fraction, or a rational of flint or sympy (attributes p and q); else :class:`NotASum`."""
    if type(value) is Sum:
        raise NotASum("an unknown where a number is needed")
    if isinstance(value, int) and not isinstance(value, bool):
        return int(value)
    if isinstance(value, Fraction):
        return whole_as_int(value)
    if hasattr(value, "p") and hasattr(value, "q"):
        return whole_as_int(Fraction(int(value.p), int(value.q)))
    raise NotASum(f"{value!r:.60} is not a rational number")


class Sum:
    """``sum of c_k x_k + sum of a_j |inside_j|`` over non-negative unknowns ``x_k``; ``x_ONE`` is 1.

    ``terms`` has the coefficients c_k by unknown, and ``insides`` the weights a_j by inside. For example,
    ``2 x_0 + 3 + |x_0 - x_1|`` has the terms ``{0: 2, ONE: 3}`` and the insides ``{((0, 1), (1, -1)): 1}``.
    """

    __slots__ = ("insides", "terms")
    __array_priority__ = 1000  # numpy leaves operators to this class
    __class__ = type_unless_observed(NotASum, "the type of an unknown")  # isinstance() in a definition is refused

    def __init__(self, terms: Mapping[int, Number], insides: Mapping[Inside, Number] | None = None) -> None:
        self.terms = {k: c for k, c in terms.items() if c}
        self.insides = {k: c for k, c in (insides or {}).items() if c}

    @classmethod
    def unknown(cls, number: int) -> Sum:
        """Return the unknown ``x_number``."""
        return cls({number: 1})

    @classmethod
    def of(cls, value: Any) -> Sum:
        """Convert a number to a constant sum; return a sum unchanged."""
        return value if type(value) is Sum else cls({ONE: as_number(value)})

    def __add__(self, other: Any) -> Sum:
        if type(other) is int and other == 0:  # the start of sum()
            return self
        right = Sum.of(other)
        terms, insides = dict(self.terms), dict(self.insides)
        for k, c in right.terms.items():
            terms[k] = terms.get(k, 0) + c
        for inside, c in right.insides.items():
            insides[inside] = insides.get(inside, 0) + c
        return Sum(terms, insides)

    __radd__ = __add__

    def __neg__(self) -> Sum:
        return self.times(-1)

    def __sub__(self, other: Any) -> Sum:
        return self + -Sum.of(other)

    def __rsub__(self, other: Any) -> Sum:
        return Sum.of(other) - self

    def times(self, factor: Number) -> Sum:
        """Multiply every coefficient by a number."""
        return Sum({k: c * factor for k, c in self.terms.items()}, {k: c * factor for k, c in self.insides.items()})

    def _constant(self) -> Number | None:
        """Return the value if no unknown occurs; else None."""
        return None if self.insides or set(self.terms) - {ONE} else self.terms.get(ONE, 0)

    def __mul__(self, other: Any) -> Sum:
        right = Sum.of(other)
        if (factor := right._constant()) is not None:
            return self.times(factor)
        if (factor := self._constant()) is not None:
            return right.times(factor)
        raise NotASum("the product of two unknowns")

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Sum:
        divisor = Sum.of(other)._constant()
        if divisor is None:
            raise NotASum("a division by an unknown")
        return self.times(Fraction(1) / divisor)

    def __rtruediv__(self, other: Any) -> Sum:
        return Sum.of(other) / self

    def __pow__(self, exponent: Any) -> Sum:
        power = Sum.of(exponent)._constant()
        if power is None or power.denominator != 1:
            raise NotASum("a power that is not whole")
        constant = self._constant()
        if power == 1:
            return self
        if power == 0:
            return Sum.of(1)
        if constant is None:
            raise NotASum("a power of an unknown")
        return Sum.of(Fraction(constant) ** int(power))

    def __pos__(self) -> Sum:
        return self

    def __abs__(self) -> Sum:
        # unknowns and absolute values are not negative, so equal signs of the coefficients decide the sign
        coefficients = [*self.terms.values(), *self.insides.values()]
        if all(c > 0 for c in coefficients):
            return self
        if all(c < 0 for c in coefficients):
            return -self
        if self.insides:
            raise NotASum("an absolute value within an absolute value")
        # Write |sum| as c |inside|, whose coefficients are whole and coprime, the first one positive: equal absolute
        # values then have equal insides.
        common_denominator = lcm(*(c.denominator for c in self.terms.values()))
        whole = {k: int(c * common_denominator) for k, c in sorted(self.terms.items())}
        common_divisor = gcd(*whole.values())
        first = next(iter(whole.values()))
        divisor = common_divisor if first > 0 else -common_divisor
        inside = tuple((k, c // divisor) for k, c in whole.items())
        return Sum({}, {inside: whole_as_int(Fraction(common_divisor, common_denominator))})

    # --- operations that are refused ------------------------------------------------------------------------------

    __lt__ = __le__ = __gt__ = __ge__ = refusing(NotASum, "a comparison of an unknown")
    __eq__ = __ne__ = __lt__
    __hash__ = refusing(NotASum, "the hash of an unknown, as in a dict or a set")
    __bool__ = refusing(NotASum, "the truth value of an unknown")
    __repr__ = __str__ = __format__ = __bytes__ = refusing(NotASum, "the text of an unknown")
    __float__ = __int__ = __index__ = __complex__ = refusing(NotASum, "the value of an unknown")
    __round__ = __trunc__ = __floor__ = __ceil__ = refusing(NotASum, "the rounding of an unknown")
    __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = refusing(NotASum, "a division of an unknown with remainder")
    __divmod__ = __rdivmod__ = __mod__
    __rpow__ = refusing(NotASum, "an unknown as an exponent")
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = refusing(NotASum, "the bits of an unknown")
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __invert__ = __and__
    __matmul__ = __rmatmul__ = __len__ = __iter__ = __getitem__ = refusing(NotASum, "an unknown as a collection")
    __contains__ = __call__ = __reversed__ = __length_hint__ = __next__ = __len__

    def __getattr__(self, name: str) -> NoReturn:
        raise NotASum(f"the attribute {name!r} of an unknown")

    # --- values and comparison, for the checker -----------------------------------------------------------------------

    def at(self, point: Sequence[Number]) -> Number:
        """Evaluate at values of the unknowns."""

        def evaluate(terms: Iterable[tuple[int, Number]]) -> Number:
            total: Number = 0
            for k, c in terms:
                total = total + c * (1 if k == ONE else point[k])
            return total

        total = evaluate(self.terms.items())
        for inside, c in self.insides.items():
            value = evaluate(inside)
            total = total + c * (value if value >= 0 else -value)
        return total

    def equals(self, other: Sum) -> bool:
        """Return whether the two are equal, term by term."""
        return self.terms == other.terms and self.insides == other.insides

    def renumbered(self, new_number: Mapping[int, int]) -> Sum:
        """Replace unknown ``k`` by unknown ``new_number[k]``; an unknown without a new number stays."""
        result = Sum({new_number.get(k, k): c for k, c in self.terms.items()})
        for inside, c in self.insides.items():  # ``abs`` makes it normal again: another unknown may come first now
            result = result + abs(Sum({new_number.get(k, k): v for k, v in inside})) * c
        return result
