"""The symbols that a definition is handed in the place of numbers, and what they refuse."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, ClassVar, NoReturn

from .polynomials import NO_ATOMS, Atoms, Polynomials, Terms, added, negated, signs_of
from .sealed import Observed, is_trusted


class NotFollowed(Observed):
    """The definition asks something of a symbol that has no answer for all its values."""

    count: ClassVar[int] = 0


class Symbols(Polynomials):
    """The symbols, and what has been asked of them."""

    def __init__(self, names: Sequence[str], positive: Sequence[str]) -> None:
        super().__init__(names, positive)
        self.refused: NotFollowed | None = None
        self.is_zero: Callable[[str], bool] | None = None
        self.inside = False

    def refuse(self, what: str) -> NoReturn:
        """Raise, and keep what was raised: a definition may catch it."""
        error = NotFollowed(what)
        self.refused = self.refused or error
        raise error

    @contextmanager
    def within(self, is_zero: Callable[[str], bool] | None = None) -> Iterator[None]:
        """In a definition nothing can be asked of a symbol; in a statement, whether it is zero."""
        before = self.inside, self.is_zero
        self.inside, self.is_zero = True, is_zero
        try:
            yield
        finally:
            self.inside, self.is_zero = before

    def value(self, of: str | Fraction) -> SymbolValue:
        """The symbol of that name, or the rational, as such a number."""
        return SymbolValue(self, self.symbol(of) if isinstance(of, str) else self.number(of), {})


def as_fraction(value: Any) -> Fraction | None:
    """A rational of any kind: a whole number, a Fraction, or what shows a numerator ``p`` and a denominator ``q``."""
    if isinstance(value, (int, Fraction)):
        return Fraction(value)
    if hasattr(value, "p") and hasattr(value, "q"):
        return Fraction(int(value.p), int(value.q))
    return None


def _refusing(what: str) -> Callable[..., NoReturn]:
    def refuse(self: SymbolValue, *_: Any) -> NoReturn:
        self.symbols.refuse(what)

    return refuse


def _comparing(sign: str, holds: Callable[[Any, Any], bool]) -> Callable[[SymbolValue, Any], Any]:
    def compare(self: SymbolValue, other: Any) -> Any:
        difference = self._constant(other, sign)
        return NotImplemented if difference is None else holds(difference, 0)

    return compare


class SymbolValue:
    """A polynomial over powers of divisors, in normal form."""

    __slots__ = ("divisors", "symbols", "terms")
    __array_priority__ = 1000

    @property  # type: ignore[misc]  # on purpose: isinstance asks for it
    def __class__(self) -> type:
        if not is_trusted():
            self._shown("the type of a parameter")
        return type(self)

    def __getattr__(self, name: str) -> NoReturn:
        self._shown(f"the attribute {name!r} of a parameter")
        raise AttributeError(name)

    def __init__(self, symbols: Symbols, terms: Terms, divisors: Mapping[str, int]) -> None:
        self.symbols = symbols
        self.terms = terms
        self.divisors = divisors

    def _of(self, other: Any) -> SymbolValue | None:
        if type(other) is SymbolValue:
            return other
        number = as_fraction(other)
        if number is None:
            if isinstance(other, float) or hasattr(other, "ball"):
                self.symbols.refuse(f"an operation with {other}, which is not a rational number")
            return None
        return self.symbols.value(number)

    def _cancelled(self, terms: Terms, divisors: Mapping[str, int]) -> SymbolValue:
        return SymbolValue(self.symbols, *self.symbols.cancelled(terms, divisors))

    def _expanded(self, divisors: Mapping[str, int]) -> Terms:
        terms = self.terms
        for text, power in divisors.items():
            for _ in range(power - self.divisors.get(text, 0)):
                terms = self.symbols.product(terms, self.symbols.divisors[text])
        return terms

    def __add__(self, other: Any) -> Any:
        right = self._of(other)
        if right is None:
            return NotImplemented
        both = {**self.divisors, **right.divisors}
        divisors = {text: max(self.divisors.get(text, 0), right.divisors.get(text, 0)) for text in both}
        return self._cancelled(added(self._expanded(divisors), right._expanded(divisors)), divisors)

    __radd__ = __add__

    def __neg__(self) -> SymbolValue:
        return SymbolValue(self.symbols, negated(self.terms), self.divisors)

    def __pos__(self) -> SymbolValue:
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
        both = {**self.divisors, **right.divisors}
        divisors = {text: self.divisors.get(text, 0) + right.divisors.get(text, 0) for text in both}
        return self._cancelled(self.symbols.product(self.terms, right.terms), divisors)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        right = self._of(other)
        if right is None:
            return NotImplemented
        if not right.terms:
            raise ZeroDivisionError("division by zero, whatever the parameters are")
        if NO_ATOMS not in right.terms or len(signs_of(right.terms)) > 1:
            self.symbols.refuse(f"a division by {self.symbols.text(right.terms)}, which can be zero")
        factor, powers = self.symbols.divisor(right.terms)
        upper = self * SymbolValue(self.symbols, self.symbols.value(1 / factor)._expanded(right.divisors), {})
        divisors = {t: upper.divisors.get(t, 0) + powers.get(t, 0) for t in {**upper.divisors, **powers}}
        return self._cancelled(upper.terms, divisors)

    def __rtruediv__(self, other: Any) -> Any:
        left = self._of(other)
        return NotImplemented if left is None else left / self

    def __pow__(self, exponent: Any) -> Any:
        if not isinstance(exponent, int):
            self.symbols.refuse("a power that is not a whole number")
        if exponent < 0:
            return 1 / self ** -int(exponent)
        result = self.symbols.value(Fraction(1))
        for _ in range(int(exponent)):
            result = result * self
        return result

    def __abs__(self) -> SymbolValue:
        return self._cancelled(self.symbols.absolute(self.terms), self.divisors)

    def monomials(self) -> list[tuple[Atoms, tuple[int, ...]]]:
        """The terms of the numerator without their coefficients."""
        return [(atoms, e) for atoms, p in self.terms.items() for e in p]

    def _constant(self, other: Any, operation: str) -> Any:
        right = self._of(other)
        if right is None:
            return None
        difference = self - right
        if difference.divisors or any(atoms or not p.is_ground for atoms, p in difference.terms.items()):
            self.symbols.refuse(f"the comparison {operation} of parameters")
        return difference.terms[NO_ATOMS].LC if difference.terms else 0

    __lt__, __le__ = _comparing("<", operator.lt), _comparing("<=", operator.le)
    __gt__, __ge__ = _comparing(">", operator.gt), _comparing(">=", operator.ge)

    def __eq__(self, other: object) -> Any:
        right = self._of(other)
        if right is None:
            return NotImplemented
        if self.symbols.is_zero is not None:
            difference = self - right
            for name in self.symbols.names:
                if not difference.divisors and [*difference.monomials()] == [*self.symbols.value(name).monomials()]:
                    return self.symbols.is_zero(name)
        return self._constant(right, "==") == 0

    def __ne__(self, other: object) -> Any:
        same = self == other
        return same if same is NotImplemented else not same

    def __bool__(self) -> bool:
        return bool(self._constant(0, "with zero"))

    def __hash__(self) -> int:
        self._shown("the hash of a parameter")
        return object.__hash__(self)

    def _shown(self, what: str) -> None:
        if self.symbols.inside:
            self.symbols.refuse(what)

    def __str__(self) -> str:
        self._shown("the text of a parameter")
        return self.text()

    def text(self) -> str:
        """The text of the normal form."""
        text = self.symbols.text(self.terms)
        if not self.divisors:
            return text
        divisors = [f"/({t})" + (f"^{p}" if p > 1 else "") for t, p in sorted(self.divisors.items())]
        return f"({text}){''.join(divisors)}"

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        return str(self)

    __float__ = __complex__ = __int__ = __index__ = _refusing("the use of a parameter as a number of another kind")
    __round__ = __trunc__ = __floor__ = __ceil__ = _refusing("rounding a parameter")
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _refusing("a whole-number division of a parameter")
    __divmod__ = __rdivmod__ = __rpow__ = _refusing("an operation that gives no polynomial")
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _refusing("the bits of a parameter")
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __invert__ = __and__
    __len__ = __iter__ = __getitem__ = __contains__ = __call__ = _refusing("a parameter as a collection")
    __reversed__ = __length_hint__ = __next__ = __matmul__ = __rmatmul__ = __bytes__ = __len__
    __dir__ = __sizeof__ = __reduce__ = __reduce_ex__ = __len__
    __copy__ = __deepcopy__ = __getstate__ = __len__

    def lanewise(self, function: Callable[[Any], Any]) -> NoReturn:
        """Where roots and logarithms come."""
        self.symbols.refuse("a root or a logarithm of a parameter")

    def at(self, values: Mapping[str, Fraction]) -> Fraction:
        """The value where the symbols have these values."""
        point = [values[name] for name in self.symbols.names]
        result = self.symbols.at(self.terms, point)
        for text, power in self.divisors.items():
            result /= self.symbols.at(self.symbols.divisors[text], point) ** power
        return result
