"""Polynomials over divisors and absolute values, by sympy, and the text of their normal form.

Polynomials in the symbols are sympy's, over its rationals of Python: ``sympy.QQ`` would be those of flint, which the
certificates were found with. Of sympy is asked what leaves the coefficients what they are: sums, products, orders.

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

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from math import gcd, lcm, prod
from typing import Any

Atoms = frozenset[int]
"""Atoms by number."""
Terms = dict[Atoms, Any]
"""What each product of atoms is multiplied by: a polynomial of sympy's, never zero."""
NO_ATOMS: Atoms = frozenset()


class Polynomials:
    """Polynomials in named symbols, and the atoms and divisors made of them."""

    def __init__(self, names: Sequence[str], positive: Sequence[str]) -> None:
        from sympy.external.pythonmpq import PythonMPQ
        from sympy.polys.domains import PythonRationalField
        from sympy.polys.orderings import lex
        from sympy.polys.rings import PolyRing

        self.names = tuple(names)
        self.positive = frozenset(positive)
        self.ring = PolyRing([f"x{k}" for k in range(len(names))], PythonRationalField(), lex)
        self.rational = PythonMPQ
        self.atoms: list[Terms] = []
        self.texts: list[str] = []
        self.numbers: dict[frozenset[tuple[Atoms, Any]], int] = {}
        self.divisors: dict[str, Terms] = {}
        self.divided = False

    def symbol(self, name: str) -> Terms:
        """The polynomial that is this symbol."""
        return {NO_ATOMS: self.ring.gens[self.names.index(name)]}

    def number(self, value: Any) -> Terms:
        """The polynomial that is this rational."""
        made = self.ring.ground_new(self.rational(value.numerator, value.denominator))
        return {NO_ATOMS: made} if made else {}

    def product(self, left: Terms, right: Terms) -> Terms:
        """The product, squares of atoms multiplied out."""
        total: Terms = {}
        for s, p in left.items():
            for t, q in right.items():
                piece: Terms = {s ^ t: p * q}
                for atom in s & t:
                    piece = self.product(self.product(piece, self.atoms[atom]), self.atoms[atom])
                total = added(total, piece)
        return total

    def ordered(self, terms: Terms) -> list[tuple[tuple[str, ...], tuple[int, ...], Any]]:
        """The terms in the order of the text: texts of their atoms, exponents, coefficient."""
        listed = sorted((tuple(sorted(self.texts[k] for k in atoms)), atoms) for atoms in terms)
        return [(texts, e, c) for texts, atoms in listed for e, c in terms[atoms].terms()]

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

    def taken_out(self, terms: Terms) -> tuple[Any, Atoms, Terms]:
        """What all terms have in common: content and powers of symbols as one term, and atoms; and what is left."""
        coefficients = [c for p in terms.values() for c in p.values()]
        content = self.rational(gcd(*(c.numerator for c in coefficients)), lcm(*(c.denominator for c in coefficients)))
        exponents = reduce(self.ring.monomial_gcd, (e for p in terms.values() for e in p))
        atoms = frozenset.intersection(*terms)
        divide = self.ring.monomial_div
        left = {
            s - atoms: self.ring.from_terms([(divide(e, exponents), c / content) for e, c in p.items()])
            for s, p in terms.items()
        }
        return self.ring.term_new(exponents, content), atoms, left

    def absolute(self, terms: Terms) -> Terms:
        """The absolute value."""
        if len(signs_of(terms)) < 2:
            return terms if True in signs_of(terms) else negated(terms)
        common, atoms, inner = self.taken_out(terms)
        if self.ordered(inner)[0][2] < 0:
            inner = negated(inner)
        key = frozenset(inner.items())
        if key not in self.numbers:
            self.numbers[key] = len(self.atoms)
            self.texts.append(f"|{self.text(inner)}|")
            self.atoms.append(inner)
        return self.product({atoms: common}, {frozenset({self.numbers[key]}): self.ring.one})

    def quotient(self, polynomial: Any, divisor: Any) -> Any:
        """The exact quotient, or None if there is none."""
        lead, coefficient = divisor.LT
        result = self.ring.zero
        while polynomial:
            exponents, c = polynomial.LT
            difference = self.ring.monomial_div(exponents, lead)
            if difference is None:
                return None
            result[difference] = c / coefficient
            polynomial = polynomial - divisor.mul_term((difference, c / coefficient))
        return result

    def cancelled(self, terms: Terms, divisors: Mapping[str, int]) -> tuple[Terms, dict[str, int]]:
        """The quotient with divisors cancelled."""
        left: dict[str, int] = {}
        for text in sorted(divisors) if terms else ():
            power, divisor = divisors[text], self.divisors[text]
            while power and set(divisor) == {NO_ATOMS}:
                quotients = {atoms: self.quotient(p, divisor[NO_ATOMS]) for atoms, p in terms.items()}
                if None in quotients.values():
                    break
                terms, power = quotients, power - 1
            if power:
                left[text] = power
        return terms, left

    def divisor(self, terms: Terms) -> tuple[Any, dict[str, int]]:
        """What is divided by, which is never zero, as a factor and powers of divisors."""
        signs = signs_of(terms)
        common, _, rest = self.taken_out(terms)
        ((exponents, content),) = common.items()
        powers = {self._divisor(self.symbol(name)): e for name, e in zip(self.names, exponents, strict=True) if e}
        rest = rest if True in signs else negated(rest)
        if rest != {NO_ATOMS: self.ring.one}:
            powers[self._divisor(rest)] = 1
        return content if True in signs else -content, powers

    def _divisor(self, terms: Terms) -> str:
        text = self.text(terms)
        self.divisors[text] = terms
        self.divided = self.divided or text not in self.positive
        return text

    def at(self, terms: Terms, point: Sequence[Fraction]) -> Fraction:
        """The value where the symbols have these values, in their order."""
        total = Fraction(0)
        for atoms, polynomial in terms.items():
            factor = prod(abs(self.at(self.atoms[atom], point)) for atom in atoms)
            for exponents, c in polynomial.items():
                total += Fraction(c.numerator, c.denominator) * prod(map(pow, point, exponents)) * factor
        return total


def signs_of(terms: Terms) -> set[bool]:
    """Which signs the coefficients have."""
    return {c > 0 for p in terms.values() for c in p.values()}


def negated(terms: Terms) -> Terms:
    """The terms with the opposite signs."""
    return {atoms: -p for atoms, p in terms.items()}


def added(left: Terms, right: Terms) -> Terms:
    """The sum."""
    total = dict(left)
    for atoms, polynomial in right.items():
        total[atoms] = total[atoms] + polynomial if atoms in total else polynomial
        if not total[atoms]:
            del total[atoms]
    return total
