"""Forms: numbers that are linear in the entries of one parameter, plus multiples of absolute values of such.

A definition evaluated on forms says what it computes for *all* values of the parameter at fixed rankings. The entries
stand for non-negative numbers, so that the absolute value of a form whose coefficients have one sign is resolved; any
other becomes an *atom* ``|l|``, with ``l`` in a normal form (coprime whole coefficients, the first one positive).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import gcd, lcm
from pathlib import Path
from typing import Any, NoReturn

from flint import fmpq, fmpz

from .asking import asker
from .formal import Formal
from .rationals import rational

CONSTANT = -1
"""The key under which the constant term of a form stands."""
Linear = Mapping[int, Any]
"""Coefficients by the number of the entry."""
Atom = tuple[tuple[int, int], ...]
"""The linear form inside an absolute value: pairs of entry number and whole coefficient, in the order of entries."""


class NotLinear(TypeError):
    """A definition does with a parameter what no linear form can follow; says which operation, and where.

    Whoever follows a definition compares :attr:`raised` before and after: one that catches the refusal has gone on with
    something that is not its value.
    """

    raised = 0

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        NotLinear.raised += 1


def _refuse(operation: str) -> NoReturn:
    """Raise :class:`NotLinear` naming the operation and the line that asked for it."""
    asked = asker()
    place = f"{Path(asked.f_code.co_filename).name}, line {asked.f_lineno}, in {asked.f_code.co_name}"
    raise NotLinear(f"not linear: {operation} ({place})")


def _refusing(operation: str) -> Callable[..., NoReturn]:
    def refuse(self: Form, *_: Any) -> NoReturn:
        _refuse(operation)

    return refuse


class Form:
    """``constant + sum of c_k x_k + sum of a_j |l_j|``; immutable."""

    __slots__ = ("atoms", "linear")
    __array_priority__ = 1000

    def __init__(self, linear: Linear, atoms: Mapping[Atom, Any] | None = None) -> None:
        """For the engine: coefficients are whole numbers or flint rationals, none of them zero."""
        self.linear = linear
        self.atoms: Mapping[Atom, Any] = atoms or {}

    @classmethod
    def entry(cls, number: int) -> Form:
        """The entry of that number."""
        return cls({number: 1})

    @classmethod
    def constant(cls, value: Any) -> Form:
        """A number as a form."""
        return cls({CONSTANT: value} if value != 0 else {})

    @property
    def is_constant(self) -> bool:
        """Whether no entry occurs."""
        return not self.atoms and all(number == CONSTANT for number in self.linear)

    # --- arithmetic ---

    def __add__(self, other: Any) -> Form:
        if type(other) is not Form:
            if type(other) is int and other == 0:  # where every sum() starts
                return self
            return Form.constant(_number(other)) + self
        if not other.atoms and not self.atoms:
            return Form(_plus(self.linear, other.linear))
        return Form(_plus(self.linear, other.linear), _plus(self.atoms, other.atoms))

    __radd__ = __add__

    def __neg__(self) -> Form:
        return Form({k: -c for k, c in self.linear.items()}, {k: -c for k, c in self.atoms.items()})

    def __sub__(self, other: Any) -> Form:
        return Form.__add__(self, -1 * other)

    def __rsub__(self, other: Any) -> Form:
        return Form.__add__(-self, other)

    def __mul__(self, other: Any) -> Form:
        if type(other) is Form:
            if not other.is_constant:
                if not self.is_constant:
                    _refuse("a product of two parameter entries")
                return Form.__mul__(other, self.linear.get(CONSTANT, 0))
            factor = other.linear.get(CONSTANT, 0)
        else:
            factor = _number(other)
        if factor == 0:
            return Form({})
        return Form({k: factor * c for k, c in self.linear.items()}, {k: factor * c for k, c in self.atoms.items()})

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Form:
        if type(other) is Form:
            if not other.is_constant:
                _refuse("a division by a parameter entry")
            other = other.linear.get(CONSTANT, 0)
        return Form.__mul__(self, 1 / rational(_number(other)))

    def __rtruediv__(self, other: Any) -> Form:
        if not self.is_constant:
            _refuse("a division by a parameter entry")
        return Form.constant(rational(_number(other)) / rational(self.linear.get(CONSTANT, 0)))

    def __pow__(self, exponent: Any) -> Form:
        if type(exponent) is Form or rational(_number(exponent)).q != 1:
            _refuse("a power that is not whole")
        if exponent == 1:
            return self
        if exponent == 0 or self.is_constant:
            return Form.constant(rational(self.linear.get(CONSTANT, 0)) ** int(exponent))
        return _refuse("a power of a parameter entry")

    def __pos__(self) -> Form:
        return self

    def __abs__(self) -> Form:
        if all(c > 0 for c in self.linear.values()) and all(c > 0 for c in self.atoms.values()):
            return self
        if all(c < 0 for c in self.linear.values()) and all(c < 0 for c in self.atoms.values()):
            return -self
        if self.atoms:
            _refuse("an absolute value within an absolute value")
        atom, content = normal(self.linear)
        return Form({}, {atom: content})

    # --- what has an answer only for numbers ---

    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = _refusing("a comparison of parameter entries")
    __hash__ = None  # type: ignore[assignment]  # nor an equality to go with it
    __bool__ = _refusing("a question whether a parameter entry is zero")
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __divmod__ = __rdivmod__ = _refusing(
        "a division with remainder of a parameter entry"
    )
    __rpow__ = _refusing("a parameter entry as an exponent")
    __float__ = _refusing("a float of a parameter entry")
    __index__ = __int__ = __floor__ = __ceil__ = __trunc__ = _refusing("a parameter entry used as a whole number")
    __round__ = _refusing("a parameter entry rounded")
    lanewise = _refusing("a root or a logarithm of a parameter entry")
    """Where roots and logarithms turn for numbers of other kinds."""

    # --- looking ---

    def same_as(self, other: Form) -> bool:
        """Whether the two have the same normal form."""
        return self.linear == other.linear and self.atoms == other.atoms

    def renumbered(self, number: Mapping[int, int]) -> Form:
        """The form with entry ``k`` called ``number[k]``."""
        return Form(
            {number.get(k, k): c for k, c in self.linear.items()},
            {normal({number.get(k, k): c for k, c in atom})[0]: factor for atom, factor in self.atoms.items()},
        )

    def at(self, point: Mapping[int, Any]) -> Any:
        """The value where the entries are these; a value given for ``CONSTANT`` multiplies the constant term."""
        return sum((c * abs(_dot(dict(atom), point)) for atom, c in self.atoms.items()), start=_dot(self.linear, point))

    def __repr__(self) -> str:
        terms = [f"{c}" if k == CONSTANT else f"{c}*x{k}" for k, c in sorted(self.linear.items())]
        terms += [f"{c}*|{Form(dict(atom))!r}|" for atom, c in sorted(self.atoms.items())]
        return " + ".join(terms) or "0"


def _dot(linear: Linear, point: Mapping[int, Any]) -> Any:
    return sum((c * (point.get(k, 1) if k == CONSTANT else point[k]) for k, c in linear.items()), start=fmpq(0))


def _plus(left: Mapping[Any, Any], right: Mapping[Any, Any]) -> dict[Any, Any]:
    total = dict(left)
    for key, coefficient in right.items():
        if key in total:
            value = total[key] + coefficient
            if value == 0:
                del total[key]
            else:
                total[key] = value
        else:
            total[key] = coefficient
    return total


def _number(value: Any) -> Any:
    """A factor or summand as a whole number or a flint rational."""
    if isinstance(value, int) and not isinstance(value, bool):
        return int(value)
    if isinstance(value, (fmpq, fmpz, Fraction)):
        return rational(value)
    if isinstance(value, Formal):
        _refuse(f"the irrational number {value}")
    return _refuse(f"{value!r:.60} in a sum or product with a parameter entry")


def normal(linear: Linear) -> tuple[Atom, Any]:
    """The linear form with coprime whole coefficients, the first positive, and the positive factor taken out of it."""
    terms = sorted(linear.items())
    scale = lcm(*(int(rational(c).q) for _, c in terms))
    whole = [(k, int(rational(c * scale).p)) for k, c in terms]
    content = gcd(*(c for _, c in whole))
    sign = 1 if whole[0][1] > 0 else -1
    return tuple((k, sign * c // content) for k, c in whole), rational(content, scale)


def form_of(value: Any, what: str) -> Form:
    """A value that a definition returned, as a form; :class:`NotLinear` for anything else."""
    if type(value) is Form:
        return value
    if isinstance(value, (int, fmpq, fmpz, Fraction)) and not isinstance(value, bool):
        return Form.constant(rational(value))
    raise NotLinear(f"not linear: {what} is {value!r:.60}, no linear form in the parameter")
