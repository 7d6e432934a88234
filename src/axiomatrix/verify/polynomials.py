"""Polynomials over divisors and absolute values, in plain Fractions, and the text of their normal form.

**The text of a normal form.** Symbols are written ``w[1]``, ``delta[2]``, ``D[1,2]`` (x < y), and by their name for
factors; they stand for numbers >= 0, and are ordered as the parameters are and then as their keys are, factors last.
A polynomial is a sum of terms. A term is a rational coefficient, powers of symbols ``w[1]^2`` in the order of the
symbols, and atoms ``|q|`` in the order of their texts, each at most once (``|q|^2`` is multiplied out), joined by
``*``; a coefficient 1 is left out if something follows. Terms are ordered by their atoms (the tuple of texts,
ascending: terms without atoms come first), then by their exponents, descending lexicographically; they are joined
by `` + `` and `` - ``, and a first negative one begins with ``-``. Nothing is ``0``.

The absolute value of a polynomial whose coefficients have one sign is it or its negative. From any other are taken out
the content (the greatest common divisor of the coefficients: of the numerators, over the least common multiple of the
denominators), the symbols and the atoms that all terms have in common; what is left, with the sign that makes its
first coefficient positive, is the ``q`` of an atom ``|q|``.

A quotient is ``(polynomial)/(divisor)/(divisor)^2``, divisors in the order of their texts. To divide by a polynomial
all of whose coefficients have one sign, and that has a term without atoms (any other could be zero), its content goes
into the numerator, each symbol that all its terms have in common is a divisor, and what is left (unless it is 1) is
another. After every operation each divisor without atoms is cancelled, in the order of their texts, as long as it
divides the numerator. The absolute value of a quotient is that of its numerator over the divisors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from math import gcd, lcm
from typing import Any, ClassVar, NoReturn

from .sealed import Observed, is_trusted

Atoms = frozenset[int]
Monomial = tuple[Atoms, tuple[int, ...]]
"""Atoms by number, and the exponents of the symbols."""
Terms = dict[Monomial, Fraction]


class NotFollowed(Observed):
    """The definition asks something of a symbol that has no answer for all its values."""

    count: ClassVar[int] = 0


class Symbols:
    """The symbols, and the atoms and divisors made of them."""

    def __init__(self, names: Sequence[str], positive: Sequence[str]) -> None:
        self.names = tuple(names)
        self.positive = frozenset(positive)
        self.atoms: list[Terms] = []
        self.texts: list[str] = []
        self.numbers: dict[frozenset[tuple[Monomial, Fraction]], int] = {}
        self.divisors: dict[str, Terms] = {}
        self.divided = False
        self.refused: NotFollowed | None = None
        self.is_zero: Callable[[str], bool] | None = None
        self.inside = False
        self.nothing = (0,) * len(self.names)

    def refuse(self, what: str) -> NoReturn:
        """Raise, and keep what was raised: a definition may catch it."""
        error = NotFollowed(what)
        self.refused = self.refused or error
        raise error

    @contextmanager
    def definition(self) -> Iterator[None]:
        """Inside, nothing can be asked of a symbol, not even whether it is zero."""
        before = self.inside, self.is_zero
        self.inside, self.is_zero = True, None
        try:
            yield
        finally:
            self.inside, self.is_zero = before

    @contextmanager
    def statement(self, is_zero: Callable[[str], bool]) -> Iterator[None]:
        """Inside, nothing can be asked of a symbol but whether it is zero."""
        self.inside, self.is_zero = True, is_zero
        try:
            yield
        finally:
            self.inside, self.is_zero = False, None

    def symbol(self, name: str) -> Value:
        """The number that is this symbol."""
        exponents = list(self.nothing)
        exponents[self.names.index(name)] = 1
        return Value(self, {(frozenset(), tuple(exponents)): Fraction(1)}, {})

    def number(self, value: Fraction) -> Value:
        """A rational as such a number."""
        return Value(self, {(frozenset(), self.nothing): value} if value else {}, {})

    def product(self, left: Terms, right: Terms) -> Terms:
        """The product, squares of atoms multiplied out."""
        total: Terms = {}
        for (s, e), c in left.items():
            for (t, f), d in right.items():
                exponents = tuple([x + y for x, y in zip(e, f, strict=True)])
                if not s & t:
                    key = (s | t, exponents)
                    total[key] = total.get(key, Fraction(0)) + c * d
                    continue
                piece: Terms = {(s ^ t, exponents): c * d}
                for atom in s & t:
                    piece = self.product(self.product(piece, self.atoms[atom]), self.atoms[atom])
                for key, value in piece.items():
                    total[key] = total.get(key, Fraction(0)) + value
        return {key: value for key, value in total.items() if value}

    def ordered(self, terms: Terms) -> list[tuple[tuple[str, ...], tuple[int, ...], Fraction]]:
        """The terms in the order of the text: texts of their atoms, exponents, coefficient."""
        listed = [(tuple(sorted(self.texts[k] for k in atoms)), e, c) for (atoms, e), c in terms.items()]
        return sorted(listed, key=lambda term: (term[0], [-e for e in term[1]]))

    def text(self, terms: Terms) -> str:
        """The polynomial as text."""
        parts = []
        for atoms, exponents, coefficient in self.ordered(terms):
            powers = [(name, e) for name, e in zip(self.names, exponents, strict=True) if e]
            factors = [name + (f"^{e}" if e > 1 else "") for name, e in powers] + list(atoms)
            if abs(coefficient) != 1 or not factors:
                factors = [str(abs(coefficient)), *factors]
            parts.append((coefficient < 0, "*".join(factors)))
        if not parts:
            return "0"
        first = ("-" if parts[0][0] else "") + parts[0][1]
        return first + "".join((" - " if negative else " + ") + part for negative, part in parts[1:])

    def common(self, terms: Terms) -> tuple[Fraction, tuple[int, ...], Atoms]:
        """What all terms have in common: content, exponents, atoms."""
        content = Fraction(gcd(*(c.numerator for c in terms.values())), lcm(*(c.denominator for c in terms.values())))
        exponents = tuple(min(column) for column in zip(*(e for _, e in terms), strict=True))
        return content, exponents, frozenset.intersection(*(atoms for atoms, _ in terms))

    def without(self, terms: Terms, content: Fraction, exponents: tuple[int, ...], atoms: Atoms) -> Terms:
        """The terms with a common factor taken out."""
        return {
            (s - atoms, tuple(x - y for x, y in zip(e, exponents, strict=True))): c / content
            for (s, e), c in terms.items()
        }

    def absolute(self, terms: Terms) -> Terms:
        """The absolute value."""
        if all(c > 0 for c in terms.values()):
            return terms
        if all(c < 0 for c in terms.values()):
            return {key: -c for key, c in terms.items()}
        content, exponents, atoms = self.common(terms)
        inner = self.without(terms, content, exponents, atoms)
        if self.ordered(inner)[0][2] < 0:
            inner = {key: -c for key, c in inner.items()}
        key = frozenset(inner.items())
        if key not in self.numbers:
            self.numbers[key] = len(self.atoms)
            self.texts.append(f"|{self.text(inner)}|")
            self.atoms.append(inner)
        atom: Terms = {(frozenset({self.numbers[key]}), self.nothing): Fraction(1)}
        return self.product({(atoms, exponents): content}, atom)

    def quotient(self, terms: Terms, divisor: Terms) -> Terms | None:
        """The exact quotient by a polynomial without atoms, or None if it does not divide."""
        (_, lead), lead_coefficient = max(divisor.items(), key=lambda term: term[0][1])
        rest, result = dict(terms), {}
        while rest:
            atoms, exponents = max(rest, key=lambda key: (key[1], sorted(key[0])))
            difference = tuple(x - y for x, y in zip(exponents, lead, strict=True))
            if min(difference, default=0) < 0:
                return None
            factor = rest[atoms, exponents] / lead_coefficient
            result[atoms, difference] = factor
            for (_, e), c in divisor.items():
                key = (atoms, tuple(x + y for x, y in zip(difference, e, strict=True)))
                rest[key] = rest.get(key, Fraction(0)) - factor * c
                if not rest[key]:
                    del rest[key]
        return result

    def cancelled(self, terms: Terms, divisors: Mapping[str, int]) -> Value:
        """The quotient with divisors cancelled."""
        left: dict[str, int] = {}
        for text in sorted(divisors) if terms else ():
            power, divisor = divisors[text], self.divisors[text]
            while power and not any(atoms for atoms, _ in divisor):
                found = self.quotient(terms, divisor)
                if found is None:
                    break
                terms, power = found, power - 1
            if power:
                left[text] = power
        return Value(self, terms, left)

    def divisor(self, terms: Terms) -> tuple[Fraction, dict[str, int]]:
        """What is divided by, as a factor and powers of divisors."""
        signs = {c > 0 for c in terms.values()}
        if len(signs) > 1 or all(atoms for atoms, _ in terms):
            self.refuse(f"a division by {self.text(terms)}, which can be zero")
        content, exponents, _ = self.common(terms)
        content = content if True in signs else -content
        powers: dict[str, int] = {}
        for name, e in zip(self.names, exponents, strict=True):
            if e:
                powers[self._divisor(self.symbol(name).terms)] = e
        rest = self.without(terms, content, exponents, frozenset())
        if rest != {(frozenset(), self.nothing): 1}:
            powers[self._divisor(rest)] = 1
        return content, powers

    def _divisor(self, terms: Terms) -> str:
        text = self.text(terms)
        self.divisors[text] = terms
        self.divided = self.divided or text not in self.positive
        return text


def as_fraction(value: Any) -> Fraction | None:
    """A rational of any kind: a whole number, a Fraction, or what shows a numerator ``p`` and a denominator ``q``."""
    if isinstance(value, (int, Fraction)):
        return Fraction(value)
    if hasattr(value, "p") and hasattr(value, "q"):
        return Fraction(int(value.p), int(value.q))
    return None


def _refusing(what: str) -> Callable[..., NoReturn]:
    def refuse(self: Value, *_: Any) -> NoReturn:
        self.symbols.refuse(what)

    return refuse


class Value:
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

    def _of(self, other: Any) -> Value | None:
        if type(other) is Value:
            return other
        number = as_fraction(other)
        if number is None:
            if isinstance(other, float) or hasattr(other, "ball"):
                self.symbols.refuse(f"an operation with {other}, which is no rational number")
            return None
        return self.symbols.number(number)

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
        total = dict(self._expanded(divisors))
        for key, c in right._expanded(divisors).items():
            total[key] = total.get(key, Fraction(0)) + c
            if not total[key]:
                del total[key]
        return self.symbols.cancelled(total, divisors)

    __radd__ = __add__

    def __neg__(self) -> Value:
        return Value(self.symbols, {key: -c for key, c in self.terms.items()}, self.divisors)

    def __pos__(self) -> Value:
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
        return self.symbols.cancelled(self.symbols.product(self.terms, right.terms), divisors)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        right = self._of(other)
        if right is None:
            return NotImplemented
        if not right.terms:
            raise ZeroDivisionError("division by zero, whatever the parameters are")
        factor, powers = self.symbols.divisor(right.terms)
        upper = self * Value(self.symbols, self.symbols.number(Fraction(1))._expanded(right.divisors), {})
        divisors = {t: upper.divisors.get(t, 0) + powers.get(t, 0) for t in {**upper.divisors, **powers}}
        return self.symbols.cancelled({key: c / factor for key, c in upper.terms.items()}, divisors)

    def __rtruediv__(self, other: Any) -> Any:
        left = self._of(other)
        return NotImplemented if left is None else left / self

    def __pow__(self, exponent: Any) -> Any:
        if not isinstance(exponent, int):
            self.symbols.refuse("a power that is no whole number")
        if exponent < 0:
            return 1 / self ** -int(exponent)
        result = self.symbols.number(Fraction(1))
        for _ in range(int(exponent)):
            result = result * self
        return result

    def __abs__(self) -> Value:
        return self.symbols.cancelled(self.symbols.absolute(self.terms), self.divisors)

    def _constant(self, other: Any, operation: str) -> Fraction | None:
        right = self._of(other)
        if right is None:
            return None
        difference = self - right
        if difference.divisors or any(key != (frozenset(), self.symbols.nothing) for key in difference.terms):
            self.symbols.refuse(f"the comparison {operation} of parameters")
        return sum(difference.terms.values(), Fraction(0))

    def __lt__(self, other: Any) -> Any:
        difference = self._constant(other, "<")
        return NotImplemented if difference is None else difference < 0

    def __le__(self, other: Any) -> Any:
        difference = self._constant(other, "<=")
        return NotImplemented if difference is None else difference <= 0

    def __gt__(self, other: Any) -> Any:
        difference = self._constant(other, ">")
        return NotImplemented if difference is None else difference > 0

    def __ge__(self, other: Any) -> Any:
        difference = self._constant(other, ">=")
        return NotImplemented if difference is None else difference >= 0

    def __eq__(self, other: object) -> Any:
        right = self._of(other)
        if right is None:
            return NotImplemented
        if self.symbols.is_zero is not None:
            difference = self - right
            for name in self.symbols.names:
                if not difference.divisors and [*difference.terms] == [*self.symbols.symbol(name).terms]:
                    return self.symbols.is_zero(name)
        return self._constant(right, "==") == 0

    def __ne__(self, other: object) -> Any:
        same = self == other
        return same if same is NotImplemented else not same

    def __bool__(self) -> bool:
        return self._constant(0, "with zero") != 0

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
        symbols = self.symbols
        point = [values[name] for name in symbols.names]

        def evaluated(terms: Terms) -> Fraction:
            total = Fraction(0)
            for (atoms, exponents), coefficient in terms.items():
                for base, e in zip(point, exponents, strict=True):
                    coefficient *= base**e
                for atom in atoms:
                    coefficient *= abs(evaluated(symbols.atoms[atom]))
                total += coefficient
            return total

        result = evaluated(self.terms)
        for text, power in self.divisors.items():
            result /= evaluated(symbols.divisors[text]) ** power
        return result
