"""Forms: values that are linear in the entries of a parameter, plus multiples of absolute values of such.

A definition evaluated on the polynomials of a :class:`LinearRing` says what it computes for *all* values of the
parameter at fixed rankings, or is refused where that is not linear. :func:`form_of` reads its value for the linear
programs. The entries, numbered 0, 1 ..., represent non-negative numbers. An absolute value of terms with different
signs is an *atom* ``|l|``, with ``l`` in a normal form (coprime whole coefficients, the first one positive). The sums
in :mod:`.ring` that forms are read from are called *terms* there.

For example, ``2 x0 - x1 + 3 |x0 - x2|`` is the form with ``linear`` {0: 2, 1: -1} and ``atoms`` {((0, 1), (2, -1)): 3}.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress, count
from math import gcd, lcm
from pathlib import Path
from types import FrameType
from typing import Any

from flint import fmpq

from .polynomials import Polynomial
from .rationals import Unanswerable, as_rational, rational
from .ring import NO_ATOMS, Ring, Terms, add_coefficients, is_number

STANDS_IN = True
"""Values of this module stand in for numbers, so that an error raised in it is a bug of ours, not of a definition."""

CONSTANT = -1
"""The key of the constant term of a form. As an index, -1, it is the last coordinate of a point."""
Linear = Mapping[int, Any]
"""A linear form: coefficients by the number of the entry, and :data:`CONSTANT` for the constant term."""
Atom = tuple[tuple[int, int], ...]
"""The linear form inside an absolute value: pairs of entry number and whole coefficient, in the order of entries."""


class NotLinear(Unanswerable):
    """Raised for an operation on a parameter that no linear form can express, with the operation and its line."""


class LinearRing(Ring):
    """Ring of linear polynomials in the entries of a parameter; an operation with a nonlinear result is refused."""

    def __init__(self, size: int) -> None:
        super().__init__([f"x{k}" for k in range(size)])
        self.entries = [Polynomial.symbol(self, name) for name in self.names]
        self._insides: list[Atom] = []
        """The forms inside the ring's absolute values, by index; :meth:`form` converts those that have been added."""

    def _refusal(self, operation: str, frame: FrameType) -> NotLinear:
        place = f"{Path(frame.f_code.co_filename).name}, line {frame.f_lineno}, in {frame.f_code.co_name}"
        return NotLinear(f"not linear: {operation} ({place})")

    def times(self, left: Terms, right: Terms) -> Terms:
        """Return the product; refused unless one factor is a number."""
        if not (is_number(left) or is_number(right)):
            self.refuse("a product of two parameter entries")
        return super().times(left, right)

    def divisor(self, terms: Terms) -> tuple[fmpq, dict[str, int]]:
        """Factor a divisor; refused unless it is a number."""
        if not is_number(terms):
            self.refuse("a division by a parameter entry")
        return super().divisor(terms)

    def _atom(self, inner: Terms) -> int:
        if any(inner):  # a nonempty key: the terms inside contain an absolute value themselves
            self.refuse("an absolute value within an absolute value")
        return super()._atom(inner)

    def form(self, terms: Terms) -> Form:
        """Convert terms to a form."""
        # the ring keeps the inside of an atom coprime, so the factor that ``normal`` also returns is 1
        new_atoms = self.atoms[len(self._insides) :]
        self._insides += [normal(_linear(atom))[0] for atom in new_atoms]
        # a product of two absolute values is refused, so that ``indexes`` has at most one atom, with a constant factor
        atoms = {self._insides[k]: p.leading_coefficient() for indexes, p in terms.items() for k in indexes}
        return Form(_linear(terms), atoms)


def _linear(terms: Terms) -> Linear:
    """Return the part outside absolute values, as coefficients by entry."""
    if NO_ATOMS not in terms:
        return {}
    monomials, coefficients = terms[NO_ATOMS].monoms(), terms[NO_ATOMS].coeffs()
    # a linear monomial has one nonzero exponent, whose index is the entry; the constant has none
    entries = [next(compress(count(), exponents), CONSTANT) for exponents in monomials]
    return dict(zip(entries, coefficients, strict=True))


@dataclass(frozen=True)
class Form:
    """``constant + sum of c_k x_k + sum of a_j |l_j|``; whole or flint coefficients, none of them zero."""

    linear: Linear
    """The constant and the coefficients c_k, by entry."""
    atoms: Mapping[Atom, Any] = field(default_factory=dict)
    """The coefficients a_j, by the atom l_j."""

    def __add__(self, other: Form) -> Form:
        return Form(add_coefficients(self.linear, other.linear), add_coefficients(self.atoms, other.atoms))

    def __neg__(self) -> Form:
        return self * -1

    def __sub__(self, other: Form) -> Form:
        return self + other * -1

    def __mul__(self, factor: Any) -> Form:
        if factor == 0:
            return Form({})
        return Form({k: factor * c for k, c in self.linear.items()}, {k: factor * c for k, c in self.atoms.items()})

    __rmul__ = __mul__

    def renumbered(self, number: Mapping[int, int]) -> Form:
        """Rename entry ``k`` to ``number[k]``."""
        return Form(
            {number.get(k, k): c for k, c in self.linear.items()},
            {normal({number.get(k, k): c for k, c in atom})[0]: factor for atom, factor in self.atoms.items()},
        )

    def at(self, point: Sequence[Any]) -> Any:
        """Return the value at a point: the values of the entries, and last a factor of the constant term."""
        outside = _dot(self.linear.items(), point)
        return sum((c * abs(_dot(atom, point)) for atom, c in self.atoms.items()), start=outside)


def _dot(terms: Iterable[tuple[int, Any]], point: Sequence[Any]) -> Any:
    """Return the value of a linear form, a list of pairs of entry number and coefficient, at a point."""
    return sum((c * point[k] for k, c in terms), start=fmpq(0))


def coprime(values: Iterable[Any]) -> tuple[list[int], fmpq]:
    """Scale values to coprime whole numbers; return these and the positive factor that gives back the values."""
    exact = [rational(value) for value in values]
    scale = lcm(*(int(x.q) for x in exact))
    whole = [int((x * scale).p) for x in exact]
    divisor = gcd(*whole) or 1
    return [x // divisor for x in whole], fmpq(divisor, scale)


def normal(linear: Linear) -> tuple[Atom, fmpq]:
    """Return the form as an atom (coprime whole coefficients, the first positive), and the positive factor taken out.

    The absolute value of the form is the factor times ``|atom|``.
    """
    numbers = sorted(linear)
    whole, content = coprime(linear[k] for k in numbers)
    return tuple((k, c if whole[0] > 0 else -c) for k, c in zip(numbers, whole, strict=True)), content


def number_of(value: Any, what: str) -> fmpq:
    """Convert a number that a definition returned to a rational; :class:`NotLinear` for anything else.

    ``what`` names the value in the message.
    """
    number = None if isinstance(value, bool) else as_rational(value)
    if number is None:
        raise NotLinear(f"not linear: {what} is {value!r:.60}, which is not a linear form in the parameter")
    return number


def form_of(value: Any, what: str) -> Form:
    """Convert a polynomial of a linear ring, or a number, to a form; :class:`NotLinear` for anything else."""
    if type(value) is Polynomial and isinstance(value.ring, LinearRing):
        return value.ring.form(value.terms)
    number = number_of(value, what)
    return Form({CONSTANT: number} if number else {})
