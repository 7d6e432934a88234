"""Exact numbers: rationals, formal constants, and three-valued comparison.

A definition is handed numbers of these kinds and must answer with one of them:

* a *rational*: ``flint.fmpq``, or ``fractions.Fraction`` for definitions that mix in Fractions of their own;
* a :class:`Whole`: positions and sizes; an ``int`` whose division is exact;
* a :class:`Formal`: a rational function in logarithms and roots of primes.

Equality is decided by the normal form, a strict order by ball arithmetic; what neither decides is ``None`` and
is counted as undecided by whoever asked.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache, wraps
from types import MappingProxyType
from typing import Any, ClassVar, Protocol, Self, runtime_checkable

import flint
from flint import arb, fmpq, fmpq_mpoly, fmpz

from .frozen import Frozen, fill, new, worked_out
from .radicals import conjugates, in_common_ring, lowered, rationalised, reduced, ring_of, root_name, root_of, roots_in
from .shared import keep_in_view, shared

PRECISIONS = (64, 256, 1024, 4096)
"""Bits at which ball arithmetic tries to separate two formal numbers before the comparison is given up."""


@runtime_checkable
class Exact(Protocol):
    """What a definition may ask of a number; division is always exact."""

    def __add__(self, other: Any, /) -> Any: ...
    def __radd__(self, other: Any, /) -> Any: ...
    def __sub__(self, other: Any, /) -> Any: ...
    def __rsub__(self, other: Any, /) -> Any: ...
    def __mul__(self, other: Any, /) -> Any: ...
    def __rmul__(self, other: Any, /) -> Any: ...
    def __truediv__(self, other: Any, /) -> Any: ...
    def __rtruediv__(self, other: Any, /) -> Any: ...
    def __neg__(self) -> Any: ...
    def __abs__(self) -> Any: ...


class Undefined(Exception):
    """Raised by a definition where it has no value; the case is discarded and counted."""


class Undecided(ArithmeticError):
    """Raised where a sign is needed that neither the normal form nor ball arithmetic decides."""


class NotExact(TypeError):
    """Raised for a value that is not an exact number, with what to do about it."""


# --- rationals ------------------------------------------------------------------------------------------------


class _NumberKind:
    """Which rationals the engine hands out; Fractions only to definitions that mix in Fractions themselves."""

    rational: ClassVar[Callable[..., Any]] = fmpq


@contextmanager
def fractions_instead_of_flint() -> Iterator[None]:
    """Inside, exact division of whole numbers gives ``fractions.Fraction``."""
    before = _NumberKind.rational
    _NumberKind.rational = Fraction
    try:
        yield
    finally:
        _NumberKind.rational = before


class _Constants:
    """What logarithms and powers of rationals are: formal constants, or what somebody has put in their place."""

    stand_in: ClassVar[Callable[[str, Any, Any], Any] | None] = None


@contextmanager
def constants_by(stand_in: Callable[[str, Any, Any], Any]) -> Iterator[None]:
    """Inside, ``log`` and ``power`` of rationals are ``stand_in("log", x, None)`` and ``stand_in("power", x, e)``."""
    before = _Constants.stand_in
    _Constants.stand_in = stand_in
    try:
        yield
    finally:
        _Constants.stand_in = before


def remembered(constant: Callable[..., Any]) -> Callable[..., Any]:
    """A function of constants that remembers its values, but neither gives nor keeps them under :func:`constants_by`.

    For definitions that use a logarithm or a root many times; ``lru_cache`` would mix the two kinds of constants.
    """
    known = shared(4096)(constant)

    @wraps(constant)
    def value(*arguments: Any) -> Any:
        return known(*arguments) if _Constants.stand_in is None else constant(*arguments)

    return value


def rational(value: Any, divisor: Any = 1) -> Any:
    """``value / divisor`` as an exact rational.

    Accepts ints, Fractions, flint rationals and strings such as ``"3/2"``; refuses floats, because a float has
    already lost what was meant.
    """
    if type(divisor) is not int or divisor != 1:
        return rational(value) / rational(divisor)
    if type(value) is int:
        return fmpq(value)
    if isinstance(value, fmpq):
        return value
    if isinstance(value, bool):
        raise NotExact(f"{value!r} is a truth value, not a number")
    if isinstance(value, (int, fmpz)):
        return fmpq(int(value))
    if isinstance(value, Fraction):
        return fmpq(value.numerator, value.denominator)
    if isinstance(value, str):
        parsed = _read_fraction(value)
        return fmpq(parsed.numerator, parsed.denominator)
    raise NotExact(
        f"{value!r} is {_kind(value)}, not an exact rational: write an int, a Fraction or a string such as '3/2'"
    )


def _read_fraction(text: str) -> Fraction:
    try:
        if "e" not in text.lower():  # an exponent such as 1e999999999 takes all memory
            return Fraction(text)
    except (ValueError, ZeroDivisionError):
        pass
    raise ValueError(f"{text[:60]!r} is not a rational: write it as '3', '3/2' or '1.5'")


def fraction(value: Any) -> Fraction:
    """A rational of any of the accepted kinds as a ``fractions.Fraction``."""
    value = rational(value)
    return Fraction(int(value.p), int(value.q))


def _kind(value: object) -> str:
    name = type(value).__name__
    return ("an " if name[:1].lower() in "aeiou" else "a ") + name


def _whole(method: Callable[[int, int], Any]) -> Callable[[Any, Any], Any]:
    def apply(self: int, other: Any) -> Any:
        result = method(self, other)
        return WHOLES.get(result) or (result if result is NotImplemented else Whole(result))

    return apply


def _whole_alone(method: Callable[..., int]) -> Callable[..., Any]:
    def apply(self: int, *digits: int) -> Any:
        result = method(self, *digits)
        return WHOLES.get(result) or Whole(result)

    return apply


class Whole(int):
    """A whole number whose ``/`` is exact; what positions and sizes are handed out as."""

    __slots__ = ()

    __add__ = _whole(int.__add__)
    __radd__ = _whole(int.__radd__)
    __sub__ = _whole(int.__sub__)
    __rsub__ = _whole(int.__rsub__)
    __mul__ = _whole(int.__mul__)
    __rmul__ = _whole(int.__rmul__)
    __floordiv__ = _whole(int.__floordiv__)
    __rfloordiv__ = _whole(int.__rfloordiv__)
    __mod__ = _whole(int.__mod__)
    __rmod__ = _whole(int.__rmod__)
    __neg__ = _whole_alone(int.__neg__)
    __pos__ = _whole_alone(int.__pos__)
    __abs__ = _whole_alone(int.__abs__)
    __round__ = _whole_alone(int.__round__)
    __trunc__ = _whole_alone(int.__trunc__)
    __floor__ = _whole_alone(int.__floor__)
    __ceil__ = _whole_alone(int.__ceil__)

    def __divmod__(self, other: Any) -> Any:
        return (self // other, self % other) if isinstance(other, int) else NotImplemented

    def __rdivmod__(self, other: Any) -> Any:
        return (other // self, other % self) if isinstance(other, int) else NotImplemented

    def __truediv__(self, other: Any) -> Any:
        return _NumberKind.rational(int(self), int(other)) if isinstance(other, int) else NotImplemented

    def __rtruediv__(self, other: Any) -> Any:
        return _NumberKind.rational(int(other), int(self)) if isinstance(other, int) else NotImplemented

    def __pow__(self, other: Any, modulo: Any = None) -> Any:
        if not isinstance(other, int):
            return NotImplemented
        if modulo is not None:
            return Whole(pow(int(self), int(other), modulo))
        if other < 0:
            return _NumberKind.rational(1, int(self) ** -int(other))
        return Whole(int(self) ** int(other))

    def __rpow__(self, other: Any, modulo: Any = None) -> Any:
        return pow(Whole(other), self, modulo) if isinstance(other, int) else NotImplemented


WHOLES = {k: Whole(k) for k in range(-64, 257)}
"""Small whole numbers, made once: arithmetic on positions is most of the work of an exhaustive table."""
keep_in_view("WHOLES", WHOLES)


# --- formal constants -----------------------------------------------------------------------------------------


class Formal(Frozen):
    """A number of the field generated by logarithms and roots of primes, in normal form.

    ``num / den`` with roots reduced (``sqrt 2 * sqrt 2 = 2``), the denominator free of roots, numerator and
    denominator coprime, the denominator's leading coefficient 1. The same normal form means equal. A number that
    turns out rational is never a ``Formal``: the operations then return the rational.

    Roots of high order (see :data:`radicals.LARGEST_NORM`) may stay in the denominator. Equality is then decided by
    multiplying out; only the hash, and that a rational is never a ``Formal``, are then not to be relied on.
    """

    __slots__ = ("_hash", "_near", "den", "num")
    __array_priority__ = 1000

    later = MappingProxyType(
        {
            "_hash": lambda x: hash("a root in the denominator" if roots_in(x.den) else str(x)),
            "_near": lambda x: x.ball(PRECISIONS[0]),
        }
    )

    num: fmpq_mpoly
    den: fmpq_mpoly
    _hash: int
    _near: arb

    def __new__(cls, num: fmpq_mpoly, den: fmpq_mpoly) -> Self:
        """For the engine, which guarantees the normal form."""
        self = new(cls)
        fill(self, num=num, den=den)
        return self

    @staticmethod
    def normal(num: fmpq_mpoly, den: fmpq_mpoly) -> Any:
        """The normal form of ``num / den``: a ``Formal``, or a rational if it is one."""
        num, den = in_common_ring(num, den)
        num, den = lowered(*rationalised(reduced(num), reduced(den)))
        if den.is_zero():
            raise ZeroDivisionError("division by a formal zero")
        if not den.is_constant():
            common = num.gcd(den)
            num, den = lowered(num / common, den / common)  # roots of lower orders may do for what is left
        lead = den.leading_coefficient()
        num, den = num / lead, den / lead
        if num.is_constant() and den.is_constant():
            return fmpq(0) if num.is_zero() else num.leading_coefficient()
        return Formal(num, den)

    @staticmethod
    def of(value: Any) -> Formal | None:
        """``value`` as a formal number, or None if it is not an exact number."""
        if isinstance(value, Formal):
            return value
        if isinstance(value, (int, Fraction, fmpq, fmpz)) and not isinstance(value, bool):
            ring = ring_of(())
            return Formal(ring.constant(rational(value)), ring.constant(fmpq(1)))
        return None

    def _with(self, other: Any, combine: Callable[..., tuple[Any, Any]], swapped: bool = False) -> Any:
        right = Formal.of(other)
        if right is None:
            return NotImplemented
        a, b, c, d = in_common_ring(self.num, self.den, right.num, right.den)
        return Formal.normal(*(combine(c, d, a, b) if swapped else combine(a, b, c, d)))

    def __add__(self, other: Any) -> Any:
        return self._with(other, lambda a, b, c, d: (a + c, b) if b == d else (a * d + c * b, b * d))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._with(other, lambda a, b, c, d: (a - c, b) if b == d else (a * d - c * b, b * d))

    def __rsub__(self, other: Any) -> Any:
        return -(self - other)

    def __mul__(self, other: Any) -> Any:
        return self._with(other, lambda a, b, c, d: (a * c, b * d))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return self._with(other, lambda a, b, c, d: (a * d, b * c))

    def __rtruediv__(self, other: Any) -> Any:
        return self._with(other, lambda a, b, c, d: (a * d, b * c), swapped=True)

    def __pow__(self, exponent: Any) -> Any:
        if not isinstance(exponent, int):
            return NotImplemented
        if exponent < 0:
            return 1 / self ** -int(exponent)
        return Formal.normal(self.num ** int(exponent), self.den ** int(exponent))

    def __neg__(self) -> Any:
        return Formal(-self.num, self.den)

    def __abs__(self) -> Any:
        return -self if needed_sign(self) < 0 else self

    def __bool__(self) -> bool:
        return True  # a zero is rational, never Formal

    def __eq__(self, other: object) -> bool:
        right = Formal.of(other)
        if right is None:
            return NotImplemented
        a, b, c, d = in_common_ring(self.num, self.den, right.num, right.den)
        if b == d:
            return bool(a == c)
        return bool(roots_in(b) or roots_in(d)) and bool(reduced(a * d - c * b).is_zero())

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            return worked_out(self, "_hash")  # type: ignore[no-any-return]  # a number

    def __lt__(self, other: Any) -> bool:
        return needed_sign(self - other) < 0

    def __le__(self, other: Any) -> bool:
        return needed_sign(self - other) <= 0

    def __gt__(self, other: Any) -> bool:
        return needed_sign(self - other) > 0

    def __ge__(self, other: Any) -> bool:
        return needed_sign(self - other) >= 0

    def ball(self, bits: int) -> arb:
        """An enclosure of the value, computed with ``bits`` bits."""
        before = flint.ctx.prec
        flint.ctx.prec = bits
        try:
            return _polynomial_ball(self.num, bits) / _polynomial_ball(self.den, bits)
        finally:
            flint.ctx.prec = before

    @property
    def near(self) -> arb:
        """An enclosure of the value, computed once."""
        try:
            return self._near
        except AttributeError:
            return worked_out(self, "_near")  # type: ignore[no-any-return]  # a ball

    def __float__(self) -> float:
        ball = self.ball(PRECISIONS[0])
        for bits in PRECISIONS[1:]:
            if ball.rel_accuracy_bits() >= 53:
                break
            ball = self.ball(bits)  # terms that cancel leave too few bits
        return float(ball.mid())

    def __reduce__(self) -> Any:
        return _remade, (self.num.context().names(), self.num.to_dict(), self.den.to_dict())

    def __str__(self) -> str:
        num, den = _polynomial_text(self.num), _polynomial_text(self.den)
        return num if den == "1" else f"({num})/({den})"

    __repr__ = __str__


def _remade(names: tuple[str, ...], num: dict[Any, fmpq], den: dict[Any, fmpq]) -> Formal:
    ring = ring_of(tuple(names))
    return Formal(ring.from_dict(num), ring.from_dict(den))


@lru_cache(maxsize=1024)
def _generator_ball(name: str, bits: int) -> arb:
    root = root_of(name)
    if root is None:
        return arb(int(name[3:])).log()
    order, prime = root
    return arb(prime).sqrt() if order == 2 else (arb(prime).log() / order).exp()


def _polynomial_ball(p: fmpq_mpoly, bits: int) -> arb:
    total = arb(0)
    names = p.context().names()
    for exponents, coefficient in p.to_dict().items():
        term = arb(coefficient)
        for name, exponent in zip(names, exponents, strict=True):
            if exponent:
                term = term * _generator_ball(name, bits) ** int(exponent)
        total = total + term
    return total


def _generator_text(name: str) -> str:
    root = root_of(name)
    if root is None:
        return f"log({name[3:]})"
    return f"sqrt({root[1]})" if root[0] == 2 else f"root({root[1]}, {root[0]})"


def _polynomial_text(p: fmpq_mpoly) -> str:
    names = [_generator_text(name) for name in p.context().names()]
    terms = []
    for exponents, coefficient in sorted(p.to_dict().items(), reverse=True):
        factors = [n if e == 1 else f"{n}**{e}" for n, e in zip(names, exponents, strict=True) if e]
        if not factors or coefficient != 1:
            factors.insert(0, str(coefficient))
        terms.append("*".join(factors))
    return " + ".join(terms) or "0"


def _generator(name: str) -> Formal:
    ring = ring_of((name,))
    return Formal(ring.gen(0), ring.constant(fmpq(1)))


@shared(4096)
def _log_of(p: int, q: int) -> Any:
    total: Any = fmpq(0)
    for n, sign_ in ((p, 1), (q, -1)):
        for prime, exponent in fmpz(n).factor() if n > 1 else ():
            total = total + sign_ * int(exponent) * _generator(f"log{prime}")
    return total


def log(x: Any, base: Any = None) -> Any:
    """The logarithm of a positive rational as a formal constant; ``base=None`` is the natural logarithm.

    Logarithms are reduced to those of primes, so ``log(8) / log(2)`` is exactly 3.
    """
    if isinstance(x, Formal):
        raise NotExact(f"log of the irrational {x} has no normal form here; only rationals have one")
    if hasattr(x, "lanewise"):
        return x.lanewise(lambda entry: log(entry, base))
    x = rational(x)
    if x <= 0:
        raise ValueError(f"log: x is {x}; it must be positive")
    put = _Constants.stand_in
    value = _log_of(int(x.p), int(x.q)) if put is None else put("log", x, None)
    if base is None:
        return value
    base = rational(base)
    if base <= 0 or base == 1:
        raise ValueError(f"log: the base is {base}; it must be positive and not 1")
    return value / log(base)


@shared(4096)
def _sqrt_of(n: int) -> Any:
    value: Any = fmpq(1)
    for prime, exponent in fmpz(n).factor() if n > 1 else ():
        value = value * fmpq(int(prime)) ** (int(exponent) // 2)
        if exponent % 2:
            value = value * _generator(f"sqrt{prime}")
    return value


@shared(4096)
def _root(p: int, q: int) -> Any:
    return _sqrt_of(p * q) / q if p else fmpq(0)


def sqrt(x: Any) -> Any:
    """The square root of a non-negative rational as a formal constant, square factors taken out."""
    if isinstance(x, Formal):
        raise NotExact(f"sqrt of the irrational {x} has no normal form here; only rationals have one")
    if hasattr(x, "lanewise"):
        return x.lanewise(sqrt)
    x = rational(x)
    if x < 0:
        raise ValueError(f"sqrt: x is {x}; it must not be negative")
    if _Constants.stand_in is not None and x > 0:
        return _Constants.stand_in("power", x, Fraction(1, 2))
    return _root(int(x.p), int(x.q))


@shared(4096)
def _power_of(n: int, exponent: Fraction) -> Any:
    value: Any = fmpq(1)
    for prime, multiplicity in fmpz(n).factor() if n > 1 else ():
        power_ = int(multiplicity) * exponent
        whole = math.floor(power_)
        part = power_ - whole
        value = value * fmpq(int(prime)) ** whole
        if part:
            value = value * _generator(root_name(part.denominator, int(prime))) ** part.numerator
    return value


def power(x: Any, exponent: Any) -> Any:
    """``x ** exponent`` of a positive rational and a rational, as a formal constant, whole powers taken out.

    ``power(8, Fraction(1, 3))`` is exactly 2.
    """
    if isinstance(x, Formal) or isinstance(exponent, Formal):
        raise NotExact(
            f"power: {x} ** {exponent} has no normal form here; only powers of rationals by rationals have one"
        )
    if hasattr(x, "lanewise"):
        return x.lanewise(lambda entry: power(entry, exponent))
    x, by = rational(x), fraction(exponent)
    if x <= 0:
        raise ValueError(f"power: x is {x}; it must be positive")
    if _Constants.stand_in is not None:
        return _Constants.stand_in("power", x, by)
    return _power_of(int(x.p), by) * _power_of(int(x.q), -by)


def root(x: Any, order: int) -> Any:
    """The real root of that order of a non-negative rational, as a formal constant.

    ``root(16, 4)`` is exactly 2.
    """
    if not isinstance(order, int) or isinstance(order, bool) or order < 1:
        raise ValueError(f"root: the order is {order!r}; it must be a whole number 1, 2, ...")
    if not hasattr(x, "lanewise") and not isinstance(x, Formal) and rational(x) == 0:
        return fmpq(0)
    return power(x, Fraction(1, int(order)))


# --- comparison -----------------------------------------------------------------------------------------------


def sign(x: Any) -> int | None:
    """-1, 0 or 1; ``None`` if neither the normal form nor balls of up to 4096 bits decide."""
    if isinstance(x, Formal):
        for bits in PRECISIONS:
            ball = x.ball(bits)
            if ball > 0:
                return 1
            if ball < 0:
                return -1
        return None
    if isinstance(x, float):
        raise NotExact(f"the sign of the float {x!r} is asked where only exact numbers have one")
    return int(x > 0) - int(x < 0)


def compare(x: Any, y: Any) -> int | None:
    """The sign of ``x - y``; enclosures that lie apart decide it without the difference being formed."""
    if isinstance(x, Formal) or isinstance(y, Formal):
        left, right = (v.near if isinstance(v, Formal) else arb(rational(v)) for v in (x, y))
        if left > right:
            return 1
        if left < right:
            return -1
    return sign(x - y)


def needed_sign(x: Any) -> int:
    """The sign of ``x``; raises :class:`Undecided` where it cannot be told."""
    result = sign(x)
    if result is None:
        raise Undecided(f"the sign of {x} is not decided with {PRECISIONS[-1]} bits")
    return result


def exact_value(value: Any, what: str) -> Any:
    """``value`` as a flint rational or a formal number; a :class:`NotExact` saying what to do if it is neither."""
    if isinstance(value, (fmpq, Formal)):
        return value
    if isinstance(value, (int, Fraction, fmpz)) and not isinstance(value, bool):
        return rational(value)  # one kind of rational: flint's and Python's do not mix, and compare as different
    if isinstance(value, float):
        hint = (
            "nan is never a value: raise Undefined(reason) where there is none"
            if math.isnan(value)
            else (
                "divide with Fraction or exact numbers and take logarithms and roots with "
                "`from axiomatrix import exact`, or declare the metric with exact=False"
            )
        )
        raise NotExact(f"{what} returned the float {value!r}; an exact metric must not: {hint}")
    raise NotExact(f"{what} returned {value!r} ({_kind(value)}); a metric must return an exact number")


# --- text -----------------------------------------------------------------------------------------------------

_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.USub: operator.neg,
}
_MAX_TEXT = 20_000
_MAX_EXPONENT = 64
_MAX_DIGITS = 300
_MAX_WORK = 10_000
_MAX_ORDER = 10**18


def parse(text: str) -> Any:
    """Read back a number written by ``str``: integers, ``+ - * / **``, ``log(p)``, ``sqrt(p)`` and ``root(p, q)``.

    Nothing else is read: ``ValueError``.
    """
    if not isinstance(text, str) or len(text) > _MAX_TEXT:
        raise ValueError("a number must be a text of at most 20,000 characters")
    try:
        return _parsed(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, RecursionError, MemoryError, ZeroDivisionError) as error:
        raise ValueError(f"{text[:60]!r} is not an exact number: {error}") from None


def _terms(x: Any) -> int:
    return len(x.num) + len(x.den) if isinstance(x, Formal) else 1


def _parsed(node: ast.AST) -> Any:
    if isinstance(node, ast.Constant) and type(node.value) is int and node.value < 10**_MAX_DIGITS:
        return fmpq(node.value)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        simple = isinstance(node.left, (ast.Constant, ast.Call))
        small = (
            isinstance(node.right, ast.Constant)
            and type(node.right.value) is int
            and node.right.value <= max(_MAX_EXPONENT, _order(node.left))
        )
        if not (simple and small):
            raise ValueError(
                f"only a number, log(), sqrt() or root() can be raised to a power, and to at most {_MAX_EXPONENT}"
            )
        return _parsed(node.left) ** node.right.value  # type: ignore[attr-defined]  # a constant
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = _parsed(node.left), _parsed(node.right)
        norm = conjugates(right.num) if isinstance(node.op, ast.Div) and isinstance(right, Formal) else 1
        if _terms(left) * _terms(right) * norm > _MAX_WORK:
            raise ValueError("a number with too many terms")
        return _OPERATORS[type(node.op)](left, right)
    if isinstance(node, ast.UnaryOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](_parsed(node.operand))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        function: Any = {"log": log, "sqrt": sqrt, "root": lambda x: root(x, _order(node))}.get(node.func.id)
        if function is not None and len(node.args) == (2 if node.func.id == "root" else 1):
            argument = _parsed(node.args[0])
            if not isinstance(argument, fmpq) or max(abs(int(argument.p)), int(argument.q)) > 10**12:
                raise ValueError("log, sqrt and root take rationals of at most twelve digits")
            return function(argument)
    raise ValueError("only integers, + - * / **, log(), sqrt() and root() make an exact number")


def _order(node: ast.AST) -> int:
    """The order of ``root(p, order)``; 0 for what is no root of a definite order."""
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "root"
        and len(node.args) == 2
    ):
        order = node.args[1]
        if isinstance(order, ast.Constant) and type(order.value) is int and order.value <= _MAX_ORDER:
            return order.value
    return 0
