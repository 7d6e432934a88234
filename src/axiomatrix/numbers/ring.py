"""Rings of polynomials in parameters: the symbols, and the absolute values and divisors that definitions have used.

A number is a sum of FLINT polynomials, each times a product of *atoms* (absolute values such as ``|w1 - w2|``), over
powers of *divisors*. For example, ``(w1 + 2 w2 |w1 - w2|) / w2`` has the atom ``|w1 - w2|`` and the divisor ``w2``. A
ring numbers its atoms, knows its divisors by their text, and computes with the numerators, the *terms*.
:mod:`.polynomials` explains the normal form, and wraps terms and divisors as numbers of a definition.

*Symbols* stand for the entries of parameters, which are not negative. The *content* of terms is the largest rational
that leaves whole coefficients without a common factor when it is taken out.
"""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from math import gcd, lcm
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from .rationals import Unanswerable

STANDS_IN = True
"""Values of this module stand in for numbers, so that an error raised in it is a bug of ours, not of a definition."""

Atoms = frozenset[int]
"""A product of distinct atoms, by their indexes in the ring."""
Terms = dict[Atoms, fmpq_mpoly]
"""A sum of polynomials times products of atoms: the polynomial by its product of atoms. Zero is the empty dict."""
Key = frozenset[tuple[Atoms, str]]
"""Terms as a hashable key."""
NO_ATOMS: Atoms = frozenset()
"""The empty product, whose polynomial is free of absolute values."""

_HERE = Path(__file__).parent
_FILES_OF_NUMBERS = {*map(str, _HERE.glob("*.py")), str(_HERE.parent / "values" / "parameters.py")}
"""Files whose frames :func:`calling_frame` passes over."""


def calling_frame() -> FrameType:
    """Return the innermost frame outside the modules of numbers and parameters: the code that used an operation."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename in _FILES_OF_NUMBERS:
        frame = frame.f_back
    return frame


class NotPolynomial(Unanswerable):
    """Raised for an operation on a parameter that no polynomial can express, with the operation and its line."""


class Ring:
    """Symbols of polynomials, with the atoms and divisors that have been used so far."""

    def __init__(self, names: Sequence[str], positive: Sequence[str] = ()) -> None:
        """Make a ring of symbols, in the order in which normal forms list them; ``positive`` symbols are never zero."""
        self.names = tuple(names)
        self.positive = frozenset(positive)
        self.context = fmpq_mpoly_ctx.get([f"x{k}" for k in range(len(self.names))], Ordering.lex)
        self.one: fmpq_mpoly = self.context.constant(1)
        self.atoms: list[Terms] = []
        """The terms inside each absolute value, by its index."""
        self.atom_texts: list[str] = []
        """The text of each absolute value, by its index."""
        self._atom_numbers: dict[Key, int] = {}
        """The index of each absolute value, by the terms inside."""
        self._absolutes: dict[Key, Terms] = {}
        """Results of :meth:`absolute` that have atoms, by the terms inside."""
        self._squares: dict[int, Terms] = {}
        """The square of each atom that has been squared."""
        self.divisors: dict[str, Terms] = {}
        """The terms of each divisor, by its text."""
        self.divided = False
        """Whether a parameter that may be zero was a divisor, so that the values hold only where none is zero."""
        self.refused: Unanswerable | None = None
        """The first refused operation, kept since a definition may catch the exception and return another value."""
        self.is_zero: Callable[[str], bool] | None = None
        """Answers whether a symbol is zero; without it the question is refused."""
        self._inside = 0
        """How many definitions are being evaluated; they may call each other."""

    @contextmanager
    def definition(self) -> Iterator[None]:
        """Context of a definition, which must not branch on hashes or texts of polynomials: both are refused.

        :attr:`is_zero` is not asked there.
        """
        self._inside += 1
        was_zero, self.is_zero = self.is_zero, None
        try:
            yield
        finally:
            self._inside -= 1
            self.is_zero = was_zero

    def refuse(self, operation: str) -> NoReturn:
        """Raise :class:`NotPolynomial` naming the operation and the line that asked for it."""
        error = self._refusal(operation, calling_frame())
        self.refused = self.refused or error
        raise error

    def _refusal(self, operation: str, frame: FrameType) -> Unanswerable:
        """Return the exception for an operation that the code of ``frame`` used."""
        file, number = frame.f_code.co_filename, frame.f_lineno
        line = linecache.getline(file, number, frame.f_globals).strip()
        place = f"{Path(file).name}, line {number}" + (f": {line}" if line else "")
        return NotPolynomial(f"{operation} ({place})")

    def refuse_inside(self, operation: str) -> None:
        """Refuse the operation inside a definition."""
        if self._inside:
            self.refuse(operation)

    # --- products, and absolute values ---

    def times(self, left: Terms, right: Terms) -> Terms:
        """Return the product, with squares of atoms replaced."""
        total: Terms = {}
        for left_atoms, p in left.items():
            for right_atoms, q in right.items():
                # atoms of one factor only stay; an atom of both is squared, and its square is a polynomial
                piece: Terms = {left_atoms ^ right_atoms: p * q}
                for atom in left_atoms & right_atoms:
                    piece = self.times(piece, self._square(atom))
                total = add_coefficients(total, piece)
        return total

    def _square(self, atom: int) -> Terms:
        """Return the square of an atom: |q|^2 = q^2."""
        if atom not in self._squares:
            self._squares[atom] = self.times(self.atoms[atom], self.atoms[atom])
        return self._squares[atom]

    def absolute(self, terms: Terms) -> Terms:
        """Return the absolute value of terms.

        If all coefficients agree in sign, it is the terms or their negative, as symbols and atoms are not negative.
        Otherwise the content, the monomial and the atoms that all terms share are taken out, as a factor. The rest,
        with a positive leading coefficient, becomes an atom.
        """
        signs = {coefficient > 0 for p in terms.values() for coefficient in p.coeffs()}
        if len(signs) < 2:  # one sign, or no terms
            return terms if True in signs else negative(terms)
        key = _key(terms)
        if key not in self._absolutes:
            content, exponents, shared_atoms = self._common(terms)
            factor = self.context.from_dict({exponents: content})
            inner = {atoms - shared_atoms: p / factor for atoms, p in terms.items()}
            if self.leading(inner) < 0:
                inner = negative(inner)
            self._absolutes[key] = self.times({shared_atoms: factor}, {frozenset([self._atom(inner)]): self.one})
        return self._absolutes[key]

    def _common(self, terms: Terms) -> tuple[fmpq, tuple[int, ...], Atoms]:
        """Return the content, the monomial (its exponents) and the atoms that all terms share."""
        coefficients = [c for p in terms.values() for c in p.coeffs()]
        content = fmpq(gcd(*(int(c.p) for c in coefficients)), lcm(*(int(c.q) for c in coefficients)))
        monomials = chain.from_iterable(p.monoms() for p in terms.values())
        least_exponents = tuple(min(map(int, of_symbol)) for of_symbol in zip(*monomials, strict=True))
        return content, least_exponents, frozenset.intersection(*terms)

    def _atom(self, inner: Terms) -> int:
        """Return the index of the absolute value of these terms among the atoms; add it if it is new."""
        key = _key(inner)
        if key not in self._atom_numbers:
            self._atom_numbers[key] = len(self.atoms)
            self.atoms.append(inner)
            self.atom_texts.append(f"|{self.text_of(inner)}|")
        return self._atom_numbers[key]

    def leading(self, terms: Terms) -> fmpq:
        """Return the coefficient of the term that the text begins with."""
        return terms[min(terms, key=self._texts)].leading_coefficient()

    # --- divisors ---

    def cancelled(self, terms: Terms, den: Mapping[str, int]) -> tuple[Terms, dict[str, int]]:
        """Cancel every divisor, in the order of their texts, as often as it divides the terms.

        ``den`` has the powers of the divisors, by text. Returns the terms and the powers that are left; zero terms
        cancel all.
        """
        remaining: dict[str, int] = {}
        for text in sorted(den) if terms else ():
            power = den[text]
            divisor = self.divisors[text]
            while power and set(divisor) == {NO_ATOMS}:  # divmod needs a polynomial, so that a divisor with atoms stays
                divided = {atoms: divmod(p, divisor[NO_ATOMS]) for atoms, p in terms.items()}
                if any(not remainder.is_zero() for _, remainder in divided.values()):
                    break
                terms = {atoms: quotient for atoms, (quotient, _) in divided.items()}
                power -= 1
            if power:
                remaining[text] = power
        return terms, remaining

    def divisor(self, terms: Terms) -> tuple[fmpq, dict[str, int]]:
        """Factor terms into a number and powers of divisors, by text; refused unless they have one sign.

        Wherever all symbols are positive, the terms have the number's sign, so the quotient has a value there. Each
        symbol that all terms share becomes a divisor, and the rest another.
        """
        coefficients = [c for p in terms.values() for c in p.coeffs()]
        # atoms may be zero, so that one term must have none
        if NO_ATOMS not in terms or len({c > 0 for c in coefficients}) > 1:
            self.refuse(f"a division by {self.text_of(terms)}, which can be zero")
        content, exponents, _ = self._common(terms)
        if coefficients[0] < 0:
            content = -content
        powers: dict[str, int] = {}
        for k, exponent in enumerate(exponents):
            if exponent:
                powers[self._add_divisor({NO_ATOMS: self.context.gen(k)})] = exponent
        factor = self.context.from_dict({exponents: content})
        cofactor = {atoms: p / factor for atoms, p in terms.items()}
        if set(cofactor) != {NO_ATOMS} or not cofactor[NO_ATOMS].is_constant():
            powers[self._add_divisor(cofactor)] = 1
        return content, powers

    def _add_divisor(self, terms: Terms) -> str:
        """Add a divisor, and return its text as its key."""
        text = self.text_of(terms)
        self.divisors[text] = terms
        self.divided = self.divided or text not in self.positive  # the text of a single symbol is its name
        return text

    # --- text ---

    def _texts(self, atoms: Atoms) -> tuple[str, ...]:
        """Return the texts of the atoms of a product, in order; terms are sorted by them."""
        return tuple(sorted(self.atom_texts[k] for k in atoms))

    def text_of(self, terms: Terms) -> str:
        """Write the terms on one line."""
        written = ""
        for atoms in sorted(terms, key=self._texts):
            atom_names = self._texts(atoms)
            p = terms[atoms]
            for exponents, coefficient in zip(p.monoms(), p.coeffs(), strict=True):
                factors = [
                    name if e == 1 else f"{name}^{e}" for name, e in zip(self.names, exponents, strict=True) if e
                ]
                factors += atom_names
                absolute = coefficient if coefficient > 0 else -coefficient
                if absolute != 1 or not factors:
                    factors.insert(0, str(absolute))
                if written:
                    written += " + " if coefficient > 0 else " - "
                elif coefficient < 0:
                    written = "-"
                written += "*".join(factors)
        return written or "0"


def _key(terms: Terms) -> Key:
    """Return a key of terms, which are not hashable."""
    return frozenset((atoms, str(p)) for atoms, p in terms.items())


def add_coefficients(left: Mapping[Any, Any], right: Mapping[Any, Any]) -> dict[Any, Any]:
    """Add coefficients by key, and drop those that become zero."""
    total = dict(left)
    for key, coefficient in right.items():
        if key in total:
            coefficient = total[key] + coefficient
            if not coefficient:
                del total[key]
                continue
        total[key] = coefficient
    return total


def is_number(terms: Terms) -> bool:
    """Return whether no symbol and no atom occurs."""
    return not terms or (len(terms) == 1 and NO_ATOMS in terms and terms[NO_ATOMS].is_constant())


def negative(terms: Terms) -> Terms:
    """Return the terms with the opposite sign."""
    return {atoms: -p for atoms, p in terms.items()}
