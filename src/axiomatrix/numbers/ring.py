"""Rings of polynomials: symbols, the atoms and divisors that have come up, and sums of products of them.

See :mod:`.polynomials` for what they mean.
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
"""Its values stand in for rankings or numbers: an error in it is ours, not that of the definition it is given to."""

Atoms = frozenset[int]
"""A product of atoms, by their numbers in the ring; none comes twice."""
Terms = dict[Atoms, fmpq_mpoly]
Key = frozenset[tuple[Atoms, str]]
NO_ATOMS: Atoms = frozenset()


_HERE = Path(__file__).parent
_NUMBERS = {*map(str, _HERE.glob("*.py")), str(_HERE.parent / "values" / "parameters.py")}


def asker() -> FrameType:
    """Who asks for what is refused: the innermost frame outside the files of numbers, and of parameters."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename in _NUMBERS:
        frame = frame.f_back
    return frame


class NotPolynomial(Unanswerable):
    """A definition does with a parameter what no polynomial can follow; says which operation, and where."""


class Ring:
    """The symbols that polynomials are made of, and the atoms and divisors that have come up."""

    def __init__(self, names: Sequence[str], positive: Sequence[str] = ()) -> None:
        """``names`` in the order in which normal forms list them; the ``positive`` ones are never zero."""
        self.names = tuple(names)
        self.positive = frozenset(positive)
        self.context = fmpq_mpoly_ctx.get([f"x{k}" for k in range(len(self.names))], Ordering.lex)
        self.one: fmpq_mpoly = self.context.constant(1)
        self.atoms: list[Terms] = []
        self.atom_texts: list[str] = []
        self._atom_numbers: dict[Key, int] = {}
        self._absolutes: dict[Key, Terms] = {}
        self._squares: dict[int, Terms] = {}
        self.divisors: dict[str, Terms] = {}
        self.divided = False
        """Whether something was divided by a parameter, so that the values are those of the open space only."""
        self.refused: Unanswerable | None = None
        """What was refused first; kept, since a definition may catch the exception and go on with something else."""
        self.is_zero: Callable[[str], bool] | None = None
        """Who answers whether a symbol is zero; nobody by default: the question is then refused."""
        self._inside = 0

    @contextmanager
    def definition(self) -> Iterator[None]:
        """Inside, polynomials cannot be written as text or hashed either: a definition could branch on that."""
        self._inside += 1
        was_zero, self.is_zero = self.is_zero, None
        try:
            yield
        finally:
            self._inside -= 1
            self.is_zero = was_zero

    def refuse(self, operation: str) -> NoReturn:
        """Raise :class:`NotPolynomial` naming the operation and the line that asked for it."""
        error = self._refusal(operation, asker())
        self.refused = self.refused or error
        raise error

    def _refusal(self, operation: str, asked: FrameType) -> Unanswerable:
        file, number = asked.f_code.co_filename, asked.f_lineno
        line = linecache.getline(file, number, asked.f_globals).strip()
        place = f"{Path(file).name}, line {number}" + (f": {line}" if line else "")
        return NotPolynomial(f"{operation} ({place})")

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
                total = added(total, piece)
        return total

    def _square(self, atom: int) -> Terms:
        if atom not in self._squares:
            self._squares[atom] = self.times(self.atoms[atom], self.atoms[atom])
        return self._squares[atom]

    def absolute(self, terms: Terms) -> Terms:
        """The absolute value."""
        signs = {coefficient > 0 for p in terms.values() for coefficient in p.coeffs()}
        if len(signs) < 2:
            return terms if True in signs else negative(terms)
        key = _key(terms)
        if key not in self._absolutes:
            content, exponents, common = self._common(terms)
            factor = self.context.from_dict({exponents: content})
            inner = {s - common: p / factor for s, p in terms.items()}
            if self.leading(inner) < 0:
                inner = negative(inner)
            self._absolutes[key] = self.times({common: factor}, {frozenset([self._atom(inner)]): self.one})
        return self._absolutes[key]

    def _common(self, terms: Terms) -> tuple[fmpq, tuple[int, ...], Atoms]:
        """Content, monomial and atoms that all terms have in common."""
        coefficients = [c for p in terms.values() for c in p.coeffs()]
        content = fmpq(gcd(*(int(c.p) for c in coefficients)), lcm(*(int(c.q) for c in coefficients)))
        monomials = chain.from_iterable(p.monoms() for p in terms.values())
        exponents = tuple(min(map(int, column)) for column in zip(*monomials, strict=True))
        return content, exponents, frozenset.intersection(*terms)

    def _atom(self, inner: Terms) -> int:
        key = _key(inner)
        if key not in self._atom_numbers:
            self._atom_numbers[key] = len(self.atoms)
            self.atoms.append(inner)
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
        """Return the divisor as a factor and powers of divisors; refused unless it is positive with the symbols."""
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


def _key(terms: Terms) -> Key:
    return frozenset((s, str(p)) for s, p in terms.items())


def added(left: Mapping[Any, Any], right: Mapping[Any, Any]) -> dict[Any, Any]:
    """The sum of coefficients by what they belong to; none is zero."""
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
    """The negative."""
    return {s: -p for s, p in terms.items()}
