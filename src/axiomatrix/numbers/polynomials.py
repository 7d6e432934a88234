"""Polynomials: values of a definition for all parameters at once, in normal form.

A definition evaluated on the symbols of a :class:`Ring` says what it computes for *all* values of the parameters at
fixed rankings. Symbols stand for non-negative numbers. A number is

    sum of  p_S * product of the atoms in S   /   product of powers of divisors

with a FLINT polynomial ``p_S`` for each set S of *atoms*.

* An atom is an absolute value ``|q|`` where the terms of ``q`` have different signs. The common factors of the terms
  are taken out of ``q``, and its first term is positive, so that ``|2 w p|`` is ``2 w |p|`` and ``|-q|`` is ``|q|``.
  ``|q|^2`` is ``q^2``.
* A divisor is what the definition divided by. It must be positive wherever the symbols are, and is cancelled where it
  divides the numerator. Its rational factor is taken out, and symbols that its terms share become separate divisors.

Numbers with the same normal form are equal for all values of the symbols. Numbers with different normal forms may be
equal too, for example because of absolute values; they are if their difference has the form 0.

The symbolic and the linear method of the search, and the proofs of the catalogue, evaluate definitions on these
numbers. An operation that no polynomial can express is *refused*: the ring raises an exception and remembers it.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from flint import fmpq

from .formal import Formal, sign
from .rationals import COMPARISON_SYMBOLS, Comparison, Ordered, as_rational
from .ring import NO_ATOMS, Ring, Terms, add_coefficients, is_number, negative

STANDS_IN = True
"""Values of this module stand in for numbers, so that an error raised in it is a bug of ours, not of a definition."""


def _refusing(operation: str) -> Callable[..., NoReturn]:
    """Make a method that refuses an operation."""

    def refuse(self: Polynomial, *_: Any) -> NoReturn:
        self.ring.refuse(operation)

    return refuse


class Polynomial(Ordered):
    """A number in normal form: ``terms`` (the numerator) over powers of divisors; immutable.

    ``den`` has the power of each divisor, by the divisor's text in the ring. All operations stay within one ring.
    """

    __slots__ = ("_text", "den", "ring", "terms")
    __array_priority__ = 1000  # numpy leaves operators to this class

    def __init__(self, ring: Ring, terms: Terms, den: Mapping[str, int] | None = None) -> None:
        """Make a polynomial from terms and divisors in normal form."""
        self.ring = ring
        self.terms = terms
        self.den: Mapping[str, int] = den or {}
        self._text: str | None = None

    @classmethod
    def symbol(cls, ring: Ring, name: str) -> Polynomial:
        """Make the polynomial that is this symbol."""
        return cls(ring, {NO_ATOMS: ring.context.gen(ring.names.index(name))})

    @classmethod
    def constant(cls, ring: Ring, value: Any) -> Polynomial:
        """Make the polynomial that is this number."""
        return cls(ring, {NO_ATOMS: ring.context.constant(value)} if value else {})

    # --- arithmetic ---

    def _of(self, value: Any) -> Polynomial | None:
        """Convert a value to a polynomial; None if it is not a number, refused if it is an irrational one."""
        if type(value) is Polynomial:
            if value.ring is not self.ring:
                self.ring.refuse("an operation with a parameter that is kept from another evaluation")
            return value
        number = as_rational(value)
        if number is not None:
            return self.constant(self.ring, number)
        if isinstance(value, (float, complex, Formal)):
            self.ring.refuse(f"an operation with {value}, which is not a rational number")
        return None

    def _over(self, den: Mapping[str, int]) -> Terms:
        """Return the numerator of this value over ``den``, a multiple of its denominator."""
        terms = self.terms
        for text, power in den.items():
            for _ in range(power - self.den.get(text, 0)):
                terms = self.ring.times(terms, self.ring.divisors[text])
        return terms

    def _cancelled(self, terms: Terms, den: Mapping[str, int]) -> Polynomial:
        """Make a polynomial from terms and divisors that may have common factors."""
        if den:
            terms, den = self.ring.cancelled(terms, den)
        return Polynomial(self.ring, terms, den)

    def __add__(self, other: Any) -> Any:
        if type(other) is int and other == 0:  # the start of sum(), to which nothing need be added
            return self
        right = self._of(other)
        if right is None:
            return NotImplemented
        if not (self.den or right.den):
            return Polynomial(self.ring, add_coefficients(self.terms, right.terms))
        texts = {**self.den, **right.den}
        common_den = {text: max(self.den.get(text, 0), right.den.get(text, 0)) for text in texts}
        return self._cancelled(add_coefficients(self._over(common_den), right._over(common_den)), common_den)

    __radd__ = __add__

    def __neg__(self) -> Polynomial:
        return Polynomial(self.ring, negative(self.terms), self.den)

    def __pos__(self) -> Polynomial:
        return self

    def __sub__(self, other: Any) -> Any:
        right = self._of(other)
        return NotImplemented if right is None else self + -right

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        right = self._of(other)
        if right is None:
            return NotImplemented
        den: Mapping[str, int] = {}
        if self.den or right.den:
            den = add_coefficients(self.den, right.den)  # the powers of each divisor are added
        return self._cancelled(self.ring.times(self.terms, right.terms), den)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        right = self._of(other)
        if right is None:
            return NotImplemented
        if not right.terms:
            raise ZeroDivisionError("division by zero, for all values of the parameters")
        factor, powers = self.ring.divisor(right.terms)
        upper = self * Polynomial(self.ring, right._denominator())
        den = add_coefficients(upper.den, powers)
        return self._cancelled({atoms: p / factor for atoms, p in upper.terms.items()}, den)

    def _denominator(self) -> Terms:
        """Return the denominator as terms: the number 1 brought over the denominator."""
        return Polynomial(self.ring, {NO_ATOMS: self.ring.one})._over(self.den)

    def __rtruediv__(self, other: Any) -> Any:
        left = self._of(other)
        return NotImplemented if left is None else left / self

    def __pow__(self, exponent: Any) -> Any:
        if not isinstance(exponent, int):
            self.ring.refuse(f"a power with the exponent {exponent!r}")
        if exponent < 0:
            return 1 / self ** -int(exponent)
        result = self.constant(self.ring, 1)
        for _ in range(int(exponent)):
            result = result * self
        return result

    def __rpow__(self, base: Any) -> NoReturn:
        self.ring.refuse("a power with a parameter in the exponent")

    def __abs__(self) -> Polynomial:
        return self._cancelled(self.ring.absolute(self.terms), self.den)

    # --- questions ---

    @property
    def value(self) -> fmpq | None:
        """The value as a rational, if it has no symbols; else None."""
        if self.den or not is_number(self.terms):
            return None
        return fmpq(self.terms[NO_ATOMS].leading_coefficient()) if self.terms else fmpq(0)

    def at(self, values: Mapping[str, Any]) -> fmpq:
        """Evaluate at values of the symbols, by name."""
        point: list[Any] = [as_rational(values[name]) for name in self.ring.names]
        atom_values: dict[int, fmpq] = {}

        def evaluate(terms: Terms) -> fmpq:
            total = fmpq(0)
            for atoms, p in terms.items():
                product = p(*point)
                for k in atoms:
                    if k not in atom_values:
                        atom_values[k] = abs(evaluate(self.ring.atoms[k]))
                    product = product * atom_values[k]
                total = total + product
            return total

        result = evaluate(self.terms)
        for text, power in self.den.items():
            result = result / evaluate(self.ring.divisors[text]) ** power
        return result

    def _compare_with(self, other: Any, comparison: Comparison) -> Any:
        """Compare if the difference is the same for all values of the symbols; refuse otherwise."""
        right = self._of(other)
        if right is None:
            return NotImplemented
        difference = (self - right).value
        if difference is None:
            self.ring.refuse(f"the comparison {COMPARISON_SYMBOLS[comparison]} of parameters")
        return comparison(difference, 0)

    def __eq__(self, other: object) -> Any:
        right = self._of(other)
        if right is None:
            return NotImplemented
        # whether two values are equal may be known where their difference is a symbol: if that is zero
        if self.ring.is_zero is not None and (name := (self - right)._symbol()) is not None:
            return self.ring.is_zero(name)
        return self._compare_with(right, operator.eq)

    def _symbol(self) -> str | None:
        """Return the symbol that this is a rational multiple of; None if there is no such symbol."""
        if self.den or set(self.terms) != {NO_ATOMS}:
            return None
        monomials = self.terms[NO_ATOMS].monoms()
        exponents = monomials[0]
        symbols = [k for k, e in enumerate(exponents) if e]
        if len(monomials) > 1 or len(symbols) != 1 or exponents[symbols[0]] != 1:
            return None
        return self.ring.names[symbols[0]]

    def __hash__(self) -> int:
        self.ring.refuse_inside("a look-up by the value of a parameter")
        return object.__hash__(self)

    def __bool__(self) -> bool:
        value = self.value
        if value is None:
            self.ring.refuse("the use of a parameter as a truth value")
        return bool(value != 0)

    __float__ = _refusing("float() of a parameter")
    __complex__ = _refusing("complex() of a parameter")
    __int__ = _refusing("int() of a parameter")
    __index__ = _refusing("the use of a parameter as an index or a whole number")
    __round__ = __trunc__ = __floor__ = __ceil__ = _refusing("rounding a parameter")
    __floordiv__ = __rfloordiv__ = _refusing("the whole-number division // of a parameter")
    __mod__ = __rmod__ = _refusing("the remainder % of a parameter")
    __divmod__ = __rdivmod__ = _refusing("divmod() of a parameter")

    def lanewise(self, function: Callable[[Any], Any]) -> NoReturn:
        """Refuse ``exact.sqrt``, ``exact.log`` and ``exact.power``, which call this for other than rationals."""
        caller = sys._getframe(1).f_code.co_name  # sqrt, log or power
        self.ring.refuse(f"{caller}() of a parameter")

    # --- text ---

    @property
    def text(self) -> str:
        """The normal form as text, cached."""
        if self._text is None:
            text = self.ring.text_of(self.terms)
            if self.den:
                text = f"({text})"
            for divisor, power in sorted(self.den.items()):
                text += f"/({divisor})^{power}" if power > 1 else f"/({divisor})"
            self._text = text
        return self._text

    def __str__(self) -> str:
        self.ring.refuse_inside("a parameter written as text")
        return self.text

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        return str(self)


def never_negative(value: Any) -> bool:
    """Return whether no coefficient is negative: the value is then not negative, since no symbol or atom is."""
    if isinstance(value, Polynomial):
        return all(c > 0 for p in value.terms.values() for c in p.coeffs())
    return sign(value) in (0, 1)
