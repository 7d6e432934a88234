"""Polynomials: numbers for all values of the parameters at once, in normal form.

A definition evaluated on the symbols of a :class:`Ring` says what it computes for *all* values of the parameters at
fixed rankings. Symbols stand for non-negative numbers. A number is

    sum of  p_S * product of the atoms in S   /   product of powers of divisors

with a FLINT polynomial ``p_S`` for each set S of *atoms*. An atom is an absolute value ``|q|`` that no sign of its
terms resolves: content and monomial are taken out of ``q`` and its first term is positive, so that ``|2 w p|`` is
``2 w |p|`` and ``|q| = |-q|``; ``|q|^2`` is ``q^2``. A divisor is what the definition divided by, its content taken out
and its symbols made divisors of their own; it must be positive wherever the symbols are, and is cancelled where it
divides the numerator. The same normal form means equal for all values; two numbers are equal if their difference is
zero; different normal forms by themselves prove nothing.

The text of a normal form is specified in :mod:`axiomatrix.verify.identity`, which derives it again.
"""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import chain
from math import gcd, lcm
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpz

from .formal import Formal

Atoms = frozenset[int]
"""A product of atoms, by their numbers in the ring; none comes twice."""
Terms = dict[Atoms, fmpq_mpoly]
NO_ATOMS: Atoms = frozenset()
_NUMBER_MODULES = {
    f"{__package__}.{name}" for name in ("polynomials", "constants", "formal", "rationals", "columns")
} | {f"{__package__.rpartition('.')[0]}.values.parameters"}


class NotPolynomial(TypeError):
    """A definition does with a parameter what no polynomial can follow; says which operation, and where."""


def _asking() -> str:
    """The innermost line outside the modules that numbers are made of, such as ``element.py, line 59: w[x] < w[y]``."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__") in _NUMBER_MODULES:
        frame = frame.f_back
    if frame is None:
        return "nowhere"
    code = frame.f_code
    line = linecache.getline(code.co_filename, frame.f_lineno, frame.f_globals).strip()
    return f"{Path(code.co_filename).name}, line {frame.f_lineno}" + (f": {line}" if line else "")


class Ring:
    """The symbols that polynomials are made of, and the atoms and divisors that have come up."""

    def __init__(self, names: Sequence[str], positive: Sequence[str] = ()) -> None:
        """``names`` in the order in which normal forms list them; the ``positive`` ones are never zero."""
        self.names = tuple(names)
        self.positive = frozenset(positive)
        self.context = fmpq_mpoly_ctx.get([f"x{k}" for k in range(len(self.names))], Ordering.lex)
        self.one: fmpq_mpoly = self.context.constant(1)
        self.atoms: list[Polynomial] = []
        self.atom_texts: list[str] = []
        self._atom_numbers: dict[frozenset[tuple[Atoms, str]], int] = {}
        self._squares: dict[int, Terms] = {}
        self.divisors: dict[str, Terms] = {}
        self.divided = False
        """Whether something was divided by a parameter, so that the values are those of the open space only."""
        self.refused: NotPolynomial | None = None
        """What was refused first; kept, since a definition may catch the exception and go on with something else."""
        self.is_zero: Callable[[str], bool] | None = None
        """Who answers whether a symbol is zero; nobody by default: the question is then refused."""
        self._inside = 0

    def symbol(self, name: str) -> Polynomial:
        """The polynomial that is this symbol."""
        return Polynomial(self, {NO_ATOMS: self.context.gen(self.names.index(name))})

    def constant(self, value: Any) -> Polynomial:
        """A number as a polynomial."""
        return Polynomial(self, _kept({NO_ATOMS: self.context.constant(value)}))

    @contextmanager
    def definition(self) -> Iterator[None]:
        """Inside, polynomials cannot be written as text or hashed either: a definition could branch on that."""
        self._inside += 1
        asked, self.is_zero = self.is_zero, None
        try:
            yield
        finally:
            self._inside -= 1
            self.is_zero = asked

    def refuse(self, operation: str) -> NoReturn:
        """Raise :class:`NotPolynomial` naming the operation and the line that asked for it."""
        error = NotPolynomial(f"{operation} ({_asking()})")
        self.refused = self.refused or error
        raise error

    def hidden(self, operation: str) -> None:
        """Refuse the operation inside a definition."""
        if self._inside:
            self.refuse(operation)

    # --- products, and absolute values ---

    def times(self, left: Terms, right: Terms) -> Terms:
        """The product, with squares of atoms replaced."""
        total: Terms = {}
        for s, p in left.items():
            for t, q in right.items():
                piece: Terms = {s ^ t: p * q}
                for atom in s & t:
                    piece = self.times(piece, self._square(atom))
                for key, value in piece.items():
                    total[key] = total[key] + value if key in total else value
        return _kept(total)

    def _square(self, atom: int) -> Terms:
        if atom not in self._squares:
            inner = self.atoms[atom].terms
            self._squares[atom] = self.times(inner, inner)
        return self._squares[atom]

    def absolute(self, terms: Terms) -> Terms:
        """The absolute value."""
        signs = {coefficient > 0 for p in terms.values() for coefficient in p.coeffs()}
        if len(signs) < 2:
            return terms if True in signs else _negative(terms)
        content, exponents, common = self._common(terms)
        factor = self.context.from_dict({exponents: content})
        inner = {s - common: p / factor for s, p in terms.items()}
        if self.leading(inner) < 0:
            inner = _negative(inner)
        return self.times({common: factor}, {frozenset([self._atom(inner)]): self.one})

    def _common(self, terms: Terms) -> tuple[fmpq, tuple[int, ...], Atoms]:
        """Content, monomial and atoms that all terms have in common."""
        coefficients = [c for p in terms.values() for c in p.coeffs()]
        content = fmpq(gcd(*(int(c.p) for c in coefficients)), lcm(*(int(c.q) for c in coefficients)))
        monomials = chain.from_iterable(p.monoms() for p in terms.values())
        exponents = tuple(min(map(int, column)) for column in zip(*monomials, strict=True))
        return content, exponents, frozenset.intersection(*terms)

    def _atom(self, inner: Terms) -> int:
        key = frozenset((s, str(p)) for s, p in inner.items())
        if key not in self._atom_numbers:
            self._atom_numbers[key] = len(self.atoms)
            self.atoms.append(Polynomial(self, inner))
            self.atom_texts.append(f"|{self.text_of(inner)}|")
        return self._atom_numbers[key]

    def leading(self, terms: Terms) -> fmpq:
        """The coefficient of the term that the text begins with."""
        return terms[min(terms, key=self._texts)].leading_coefficient()

    # --- divisors ---

    def cancelled(self, terms: Terms, den: Mapping[str, int]) -> tuple[Terms, dict[str, int]]:
        """The quotient with every divisor, in the order of their texts, cancelled as often as it divides."""
        left: dict[str, int] = {}
        for text in sorted(den) if terms else ():
            power = den[text]
            divisor = self.divisors[text]
            while power and set(divisor) == {NO_ATOMS}:
                parts = {s: divmod(p, divisor[NO_ATOMS]) for s, p in terms.items()}
                if any(not rest.is_zero() for _, rest in parts.values()):
                    break
                terms, power = {s: quotient for s, (quotient, _) in parts.items()}, power - 1
            if power:
                left[text] = power
        return terms, left

    def divisor(self, terms: Terms) -> tuple[fmpq, dict[str, int]]:
        """What is divided by, as a factor and powers of divisors; refused unless it is positive with the symbols."""
        coefficients = [c for p in terms.values() for c in p.coeffs()]
        if NO_ATOMS not in terms or len({c > 0 for c in coefficients}) > 1:
            self.refuse(f"a division by {self.text_of(terms)}, which can be zero")
        content, exponents, _ = self._common(terms)
        if coefficients[0] < 0:
            content = -content
        powers: dict[str, int] = {}
        for k, exponent in enumerate(exponents):
            if exponent:
                powers[self._known({NO_ATOMS: self.context.gen(k)})] = exponent
        factor = self.context.from_dict({exponents: content})
        rest = {s: p / factor for s, p in terms.items()}
        if set(rest) != {NO_ATOMS} or not rest[NO_ATOMS].is_constant():
            powers[self._known(rest)] = 1
        return content, powers

    def _known(self, terms: Terms) -> str:
        text = self.text_of(terms)
        self.divisors[text] = terms
        self.divided = self.divided or text not in self.positive
        return text

    # --- text ---

    def _texts(self, atoms: Atoms) -> tuple[str, ...]:
        return tuple(sorted(self.atom_texts[k] for k in atoms))

    def text_of(self, terms: Terms) -> str:
        """The terms on one line."""
        written = ""
        for atoms in sorted(terms, key=self._texts):
            names = self._texts(atoms)
            p = terms[atoms]
            for exponents, coefficient in zip(p.monoms(), p.coeffs(), strict=True):
                factors = [
                    name if e == 1 else f"{name}^{e}" for name, e in zip(self.names, exponents, strict=True) if e
                ]
                factors += names
                size = coefficient if coefficient > 0 else -coefficient
                if size != 1 or not factors:
                    factors.insert(0, str(size))
                sign = ("" if coefficient > 0 else "-") if not written else (" + " if coefficient > 0 else " - ")
                written += sign + "*".join(factors)
        return written or "0"


def _kept(terms: Terms) -> Terms:
    return {s: p for s, p in terms.items() if not p.is_zero()}


def _negative(terms: Terms) -> Terms:
    return {s: -p for s, p in terms.items()}


def as_rational(value: Any) -> fmpq | None:
    """An exact rational of any of the accepted kinds as flint's; None for anything else."""
    if isinstance(value, fmpq):
        return value
    if isinstance(value, (int, fmpz)):
        return fmpq(int(value))
    if isinstance(value, Fraction):
        return fmpq(value.numerator, value.denominator)
    return None


def _refusing(operation: str) -> Callable[..., NoReturn]:
    def refuse(self: Polynomial, *_: Any) -> NoReturn:
        self.ring.refuse(operation)

    return refuse


class Polynomial:
    """A polynomial in the symbols of a ring and in absolute values, over powers of divisors; immutable."""

    __slots__ = ("_text", "den", "ring", "terms")
    __array_priority__ = 1000

    def __init__(self, ring: Ring, terms: Terms, den: Mapping[str, int] | None = None) -> None:
        """For this module, which guarantees the normal form."""
        self.ring = ring
        self.terms = terms
        self.den: Mapping[str, int] = den or {}
        self._text: str | None = None

    # --- arithmetic ---

    def _of(self, value: Any) -> Polynomial | None:
        """``value`` as a polynomial; None for what is no number, refused for a number that is not rational."""
        if type(value) is Polynomial:
            if value.ring is not self.ring:
                raise ValueError(f"{value} and {self} are polynomials of different rings")
            return value
        number = as_rational(value)
        if number is not None:
            return self.ring.constant(number)
        if isinstance(value, (float, complex, Formal)):
            self.ring.refuse(f"an operation with {value}, which is no rational number")
        return None

    def _over(self, den: Mapping[str, int]) -> Terms:
        """The numerator over a multiple of the denominator."""
        terms = self.terms
        for text, power in den.items():
            for _ in range(power - self.den.get(text, 0)):
                terms = self.ring.times(terms, self.ring.divisors[text])
        return terms

    def _made(self, terms: Terms, den: Mapping[str, int]) -> Polynomial:
        return Polynomial(self.ring, *(self.ring.cancelled(terms, den) if den else (terms, den)))

    def __add__(self, other: Any) -> Any:
        right = self._of(other)
        if right is None:
            return NotImplemented
        den: Mapping[str, int] = {}
        left_terms, right_terms = self.terms, right.terms
        if self.den or right.den:
            den = {t: max(self.den.get(t, 0), right.den.get(t, 0)) for t in {**self.den, **right.den}}
            left_terms, right_terms = self._over(den), right._over(den)
        total = dict(left_terms)
        for s, p in right_terms.items():
            total[s] = total[s] + p if s in total else p
        return self._made(_kept(total), den)

    __radd__ = __add__

    def __neg__(self) -> Polynomial:
        return Polynomial(self.ring, _negative(self.terms), self.den)

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
            den = {t: self.den.get(t, 0) + right.den.get(t, 0) for t in {**self.den, **right.den}}
        return self._made(self.ring.times(self.terms, right.terms), den)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        right = self._of(other)
        if right is None:
            return NotImplemented
        if not right.terms:
            raise ZeroDivisionError("division by zero, for all values of the parameters")
        factor, powers = self.ring.divisor(right.terms)
        upper = self * Polynomial(self.ring, right._over_one())
        den = {t: upper.den.get(t, 0) + powers.get(t, 0) for t in {**upper.den, **powers}}
        return self._made({s: p / factor for s, p in upper.terms.items()}, den)

    def _over_one(self) -> Terms:
        """The product of the divisors."""
        return Polynomial(self.ring, {NO_ATOMS: self.ring.one})._over(self.den)

    def __rtruediv__(self, other: Any) -> Any:
        left = self._of(other)
        return NotImplemented if left is None else left / self

    def __pow__(self, exponent: Any) -> Any:
        if not isinstance(exponent, int):
            self.ring.refuse(f"a power with the exponent {exponent!r}")
        if exponent < 0:
            return 1 / self ** -int(exponent)
        result = self.ring.constant(1)
        for _ in range(int(exponent)):
            result = result * self
        return result

    def __rpow__(self, base: Any) -> NoReturn:
        self.ring.refuse("a power with a parameter in the exponent")

    def __abs__(self) -> Polynomial:
        return self._made(self.ring.absolute(self.terms), self.den)

    # --- questions ---

    @property
    def value(self) -> fmpq | None:
        """The rational that it is for all values of the symbols, if it is one."""
        if not self.terms:
            return fmpq(0)
        if self.den or set(self.terms) != {NO_ATOMS} or not self.terms[NO_ATOMS].is_constant():
            return None
        return fmpq(self.terms[NO_ATOMS].leading_coefficient())

    def at(self, values: Mapping[str, Any]) -> fmpq:
        """The value where the symbols have these values."""
        point: list[Any] = [as_rational(values[name]) for name in self.ring.names]
        known: dict[int, fmpq] = {}

        def evaluated(terms: Terms) -> fmpq:
            total = fmpq(0)
            for atoms, p in terms.items():
                product = p(*point)
                for k in atoms:
                    if k not in known:
                        known[k] = abs(evaluated(self.ring.atoms[k].terms))
                    product = product * known[k]
                total = total + product
            return total

        result = evaluated(self.terms)
        for text, power in self.den.items():
            result = result / evaluated(self.ring.divisors[text]) ** power
        return result

    def _against(self, other: Any, operation: str) -> fmpq | None:
        """The difference if it is the same for all values; None where ``other`` is no number; else refused."""
        right = self._of(other)
        if right is None:
            return None
        difference: fmpq | None = (self - right).value
        if difference is None:
            self.ring.refuse(f"the comparison {operation} of parameters")
        return difference

    def __lt__(self, other: Any) -> Any:
        difference = self._against(other, "<")
        return NotImplemented if difference is None else difference < 0

    def __le__(self, other: Any) -> Any:
        difference = self._against(other, "<=")
        return NotImplemented if difference is None else difference <= 0

    def __gt__(self, other: Any) -> Any:
        difference = self._against(other, ">")
        return NotImplemented if difference is None else difference > 0

    def __ge__(self, other: Any) -> Any:
        difference = self._against(other, ">=")
        return NotImplemented if difference is None else difference >= 0

    def __eq__(self, other: object) -> Any:
        right = self._of(other)
        if right is None:
            return NotImplemented
        difference = self - right
        if self.ring.is_zero is not None and (name := difference._symbol()) is not None:
            return self.ring.is_zero(name)
        return bool(self._against(right, "==") == 0)

    def __ne__(self, other: object) -> Any:
        same = self == other
        return same if same is NotImplemented else not same

    def _symbol(self) -> str | None:
        """The name of the symbol that it is a multiple of, if it is one."""
        if self.den or set(self.terms) != {NO_ATOMS}:
            return None
        monomials = self.terms[NO_ATOMS].monoms()
        places = [k for k, e in enumerate(monomials[0]) if e]
        if len(monomials) > 1 or len(places) != 1 or monomials[0][places[0]] != 1:
            return None
        return self.ring.names[places[0]]

    def __hash__(self) -> int:
        self.ring.hidden("a look-up by the value of a parameter")
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
        """Where ``exact.sqrt`` and ``exact.log`` come for numbers that are not rational."""
        self.ring.refuse(f"{sys._getframe(1).f_code.co_name}() of a parameter")

    # --- text ---

    @property
    def text(self) -> str:
        """The normal form."""
        if self._text is None:
            text = self.ring.text_of(self.terms)
            if self.den:
                text = f"({text})" + "".join(
                    f"/({t})" + (f"^{p}" if p > 1 else "") for t, p in sorted(self.den.items())
                )
            self._text = text
        return self._text

    def __str__(self) -> str:
        self.ring.hidden("a parameter written as text")
        return self.text

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        return str(self)
