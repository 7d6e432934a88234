"""Exact numbers: rationals, logarithms, roots and powers, their comparison, and their text.

A definition gets numbers of these kinds and must return one of them:

* a *rational*: ``flint.fmpq``, or ``fractions.Fraction`` for definitions that use Fractions themselves;
* a :class:`Whole`: positions and sizes; an ``int`` whose division is exact;
* a :class:`Formal`: a rational function in logarithms and roots of primes.

Equality is decided by the normal form, and a strict order by ball arithmetic, that is, with intervals around the
numbers. Where neither decides, :func:`compare` and :func:`sign` return None, and ``<`` raises :class:`Undecided`.

A definition may also be evaluated with *stand-ins* for numbers, such as a column of many numbers. :func:`log`,
:func:`sqrt` and :func:`power` recognise them by their methods: ``x.lanewise(f)`` applies f to each number that x stands
for, or refuses, and ``base.logarithm()`` is the logarithm of the base.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache, wraps
from typing import Any, ClassVar

from flint import fmpq, fmpz

from .evaluation import exact_value
from .formal import Formal, Undecided, compare, sign
from .radicals import count_conjugates, ring_of, root_name
from .rationals import NotExact, Number, Whole, fraction, rational

__all__ = [
    "Formal",
    "NotExact",
    "Number",
    "Undecided",
    "Undefined",
    "Whole",
    "compare",
    "exact_value",
    "fraction",
    "log",
    "parse",
    "power",
    "rational",
    "remembered",
    "root",
    "sign",
    "sqrt",
]


class Undefined(Exception):
    """Raised by a definition where it has no value; the case is discarded and counted."""


class _Constants:
    """How logarithms and powers of rationals are made: as *formal constants* (a ``Formal``), or by a replacement."""

    stand_in: ClassVar[Callable[[str, Any, Any], Number] | None] = None
    """The current replacement (see :func:`constants_by`); None for formal constants."""


@contextmanager
def constants_by(stand_in: Callable[[str, Any, Any], Any]) -> Iterator[None]:
    """Inside, ``log`` and ``power`` of rationals are ``stand_in("log", x, None)`` and ``stand_in("power", x, e)``.

    For evaluations in other numbers than formal ones, such as balls.
    """
    before = _Constants.stand_in
    _Constants.stand_in = stand_in
    try:
        yield
    finally:
        _Constants.stand_in = before


def remembered(constant: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a function of constants with a cache that is bypassed under :func:`constants_by`.

    For definitions that use a logarithm or a root many times. A plain ``lru_cache`` would mix formal constants with
    their replacements.
    """
    cached = lru_cache(maxsize=4096)(constant)

    @wraps(constant)
    def value(*arguments: Any) -> Any:
        if _Constants.stand_in is not None or any(hasattr(a, "lanewise") for a in arguments):
            return constant(*arguments)
        return cached(*arguments)

    return value


COMMON_LOGARITHMS = ("log2", "log3", "log5", "log7")
"""Logarithms that share one ring from the start: most sums have no others, and then need no change of ring."""


def _generator(name: str) -> Formal:
    """Make a logarithm or root of a prime, by its name in :mod:`.radicals`, such as ``log7``."""
    ring = ring_of(COMMON_LOGARITHMS if name in COMMON_LOGARITHMS else (name,))
    return Formal(ring.gen(ring.names().index(name)), ring.constant(fmpq(1)))


@lru_cache(maxsize=4096)
def _log_of(p: int, q: int) -> Number:
    """Return the logarithm of p/q, as a sum of multiples of logarithms of primes."""
    total: Number = fmpq(0)
    for prime, exponent in _factored(p):
        total = total + exponent * _generator(f"log{prime}")
    for prime, exponent in _factored(q):
        total = total - exponent * _generator(f"log{prime}")
    return total


def _factored(n: int) -> list[tuple[int, int]]:
    """Return the prime factors of a positive whole number, with their exponents."""
    return [(int(prime), int(exponent)) for prime, exponent in fmpz(n).factor()] if n > 1 else []


def log(x: Any, base: Any = None) -> Number:
    """Return the logarithm of a positive rational as a formal constant; ``base=None`` is the natural logarithm.

    Logarithms are reduced to those of primes, so ``log(8) / log(2)`` is exactly 3.
    """
    if isinstance(x, Formal):
        raise NotExact(f"log of the irrational {x} has no normal form here; only rationals have one")
    if hasattr(x, "lanewise"):
        lanes: Number = x.lanewise(lambda entry: log(entry, base))
        return lanes
    x = rational(x)
    if x <= 0:
        raise ValueError(f"log: x is {x}; it must be positive")
    stand_in = _Constants.stand_in
    value: Number = _log_of(int(x.p), int(x.q)) if stand_in is None else stand_in("log", x, None)
    if base is None:
        return value
    if hasattr(base, "logarithm"):
        quotient: Number = value / base.logarithm()
        return quotient
    if hasattr(base, "lanewise"):
        of_bases: Number = base.lanewise(lambda entry: value / log(entry))
        return of_bases
    base = rational(base)
    if base <= 0 or base == 1:
        raise ValueError(f"log: the base is {base}; it must be positive and not 1")
    return value / log(base)


def sqrt(x: Any) -> Number:
    """Return the square root of a non-negative rational as a formal constant, square factors taken out."""
    if isinstance(x, Formal):
        raise NotExact(f"sqrt of the irrational {x} has no normal form here; only rationals have one")
    if hasattr(x, "lanewise"):
        lanes: Number = x.lanewise(sqrt)
        return lanes
    x = rational(x)
    if x < 0:
        raise ValueError(f"sqrt: x is {x}; it must not be negative")
    return _power(x, 1, 2) if x else x


@lru_cache(maxsize=4096)
def _power_of(p: int, q: int, above: int, below: int) -> Number:
    """Return p/q to the power above/below, as a rational times powers of roots of primes."""
    value: Number = fmpq(1)
    exponents = [*_factored(p), *((prime, -exponent) for prime, exponent in _factored(q))]
    for prime, exponent in exponents:
        whole, remainder = divmod(exponent * above, below)  # the prime's exponent: a whole number and a proper fraction
        value = value * fmpq(prime) ** whole
        if remainder:
            part = Fraction(remainder, below)  # in lowest terms, so that the root has the lowest order
            value = value * _generator(root_name(part.denominator, prime)) ** part.numerator
    return value


def _power(x: Any, above: int, below: int) -> Number:
    """Return ``x ** (above / below)`` of a positive rational, or its replacement (see :func:`constants_by`)."""
    if _Constants.stand_in is not None:
        return _Constants.stand_in("power", x, Fraction(above, below))
    return _power_of(int(x.p), int(x.q), above, below)


def power(x: Any, exponent: Any) -> Number:
    """Return ``x ** exponent`` of a positive rational and a rational, as a formal constant, whole powers taken out.

    ``power(8, Fraction(1, 3))`` is exactly 2.
    """
    if isinstance(x, Formal) or isinstance(exponent, Formal):
        raise NotExact(
            f"power: {x} ** {exponent} has no normal form here; only powers of rationals by rationals have one"
        )
    if hasattr(x, "lanewise"):
        lanes: Number = x.lanewise(lambda entry: power(entry, exponent))
        return lanes
    if hasattr(exponent, "lanewise"):  # a stand-in decides which bases it can be the exponent of
        raised: Number = x**exponent
        return raised
    base, exact_exponent = rational(x), fraction(exponent)
    if base <= 0:
        raise ValueError(f"power: x is {base}; it must be positive")
    return _power(base, exact_exponent.numerator, exact_exponent.denominator)


def root(x: Any, order: int) -> Number:
    """Return the real root of that order of a non-negative rational, as a formal constant.

    ``root(16, 4)`` is exactly 2.
    """
    if not isinstance(order, int) or isinstance(order, bool) or order < 1:
        raise ValueError(f"root: the order is {order!r}; it must be a whole number 1, 2, ...")
    if not hasattr(x, "lanewise") and not isinstance(x, Formal) and rational(x) == 0:
        return fmpq(0)  # ``power`` takes positive numbers only
    return power(x, Fraction(1, int(order)))


_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.USub: operator.neg,
}
_MAX_TEXT = 20_000
"""Largest number of characters in a number's text."""
_MAX_EXPONENT = 64
"""Largest exponent in a formula, except below a root, where it may reach the order."""
_MAX_DIGITS = 300
"""Largest number of digits of an integer in a formula."""
_MAX_PRODUCTS = 10_000
"""Largest number of products of terms in one operation of a formula, so that no text takes long to read."""
_MAX_ORDER = 10**18
"""Largest order of a root."""
_MAX_ARGUMENT = 10**12
"""Largest numerator and denominator of the argument of a logarithm or root, which is factored."""
_RATIONAL = re.compile(r"(-?(?:0|[1-9][0-9]{0,99}))(?:/([1-9][0-9]{0,99}))?")
"""A rational as ``str`` writes it, with at most 100 digits above and below."""


def parse(text: str) -> Any:
    """Read back a number written by ``str``: integers, ``+ - * / **``, ``log(p)``, ``sqrt(p)`` and ``root(p, q)``.

    Raises ``ValueError`` for anything else, and for a number that would take long to read: a text may be by anybody.
    """
    if not isinstance(text, str) or len(text) > _MAX_TEXT:
        raise ValueError("a number must be a string of at most 20,000 characters")
    if rational_match := _RATIONAL.fullmatch(text):  # most numbers are rational, and this takes a tenth of the time
        return fmpq(int(rational_match[1]), int(rational_match[2] or 1))
    try:
        return _evaluate(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, RecursionError, MemoryError, ZeroDivisionError) as error:
        raise ValueError(f"{text[:60]!r} is not an exact number: {error}") from None


def _term_count(x: Any) -> int:
    """Return the number of terms of a formal number's numerator and denominator; 1 for a rational."""
    return len(x.num) + len(x.den) if isinstance(x, Formal) else 1


def _evaluate(node: ast.AST) -> Any:
    """Evaluate a syntax tree, with bounds on digits, exponents and terms; ``ValueError`` for any other syntax."""
    if isinstance(node, ast.Constant) and type(node.value) is int and node.value < 10**_MAX_DIGITS:
        return fmpq(node.value)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        has_simple_base = isinstance(node.left, (ast.Constant, ast.Call))
        has_small_exponent = (
            isinstance(node.right, ast.Constant)
            and type(node.right.value) is int
            and node.right.value <= max(_MAX_EXPONENT, _order(node.left))
        )
        if not (has_simple_base and has_small_exponent):
            raise ValueError(
                f"only a number, log(), sqrt() or root() can be raised to a power, and to at most {_MAX_EXPONENT}"
            )
        return _evaluate(node.left) ** node.right.value  # type: ignore[attr-defined]  # a constant
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = _evaluate(node.left), _evaluate(node.right)
        conjugates = count_conjugates(right.num) if isinstance(node.op, ast.Div) and isinstance(right, Formal) else 1
        if _term_count(left) * _term_count(right) * conjugates > _MAX_PRODUCTS:
            raise ValueError("the number has too many terms")
        return _OPERATORS[type(node.op)](left, right)
    if isinstance(node, ast.UnaryOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](_evaluate(node.operand))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        function: Any = {"log": log, "sqrt": sqrt, "root": lambda x: root(x, _order(node))}.get(node.func.id)
        if function is not None and len(node.args) == (2 if node.func.id == "root" else 1):
            argument = _evaluate(node.args[0])
            if not isinstance(argument, fmpq) or max(abs(int(argument.p)), int(argument.q)) > _MAX_ARGUMENT:
                raise ValueError("log, sqrt and root take rationals of at most twelve digits")
            return function(argument)
    raise ValueError("an exact number is made of integers, + - * / **, log(), sqrt() and root() only")


def _order(node: ast.AST) -> int:
    """Return the order of the call ``root(p, order)``; 0 for any other syntax."""
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
