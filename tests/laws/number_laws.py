"""The laws of numbers: arithmetic and order are those of the values that a number has, and a number survives its text.

A kind of numbers is read at *points*: a column has a value in each lane, a polynomial at each assignment of its
symbols, a constant only one. The values are Fractions, or, of logarithms and roots, floats of 60 digits that mpmath
computes of the normal form; the arithmetic of Fractions and of mpmath shares nothing with ours. Laws take
``(kind, x, y, z)``.
"""

from __future__ import annotations

import json
import operator
import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
from flint import arb, fmpq

from axiomatrix.numbers import formal
from axiomatrix.numbers.exact import Formal, Whole, compare, fraction, parse, sign

from .suite import Suite

Operation = Callable[..., Any]
REAL = mpmath.MPContext()
REAL.dps = 60
NEAR = REAL.mpf(10) ** -40


def real(value: Any) -> Any:
    """An exact number as a float of 60 digits, of its normal form."""
    if isinstance(value, REAL.mpf):
        return value
    if not isinstance(value, Formal):
        ratio = fraction(value)
        return REAL.mpf(ratio.numerator) / ratio.denominator
    constants = [generator(name) for name in value.num.context().names()]

    def polynomial(terms: dict[Any, Any]) -> Any:
        powers = ((c, [g ** int(e) for g, e in zip(constants, degrees, strict=True)]) for degrees, c in terms.items())
        return REAL.fsum(real(c) * REAL.fprod(factors) for c, factors in powers)

    return polynomial(value.num.to_dict()) / polynomial(value.den.to_dict())


def generator(name: str) -> Any:
    """A logarithm or a root of a prime, by its name in a ring."""
    if name.startswith("log"):
        return REAL.log(int(name.removeprefix("log")))
    order, prime = formal.root_of(name) or (0, 0)
    return REAL.root(prime, order)


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of numbers, and how its values are read."""

    types: tuple[type, ...]
    """The types of sums and products."""
    read: Callable[[Any], tuple[Any, ...]]
    """The value at each point, as Fractions or as floats of 60 digits."""
    quotients: tuple[type, ...] = ()
    """The types of quotients; none where nothing but numbers can be divided by."""
    unanswered: tuple[type[BaseException], ...] = ()
    """How it refuses an operation, or a comparison, whose result is not one of its numbers, or not one truth value."""
    partial: frozenset[str] = frozenset()
    """The operations that it may refuse."""
    zero_division: tuple[type[BaseException], ...] = (ZeroDivisionError,)
    compare: Callable[[Any, Any], int | None] | None = None
    """The sign of the difference of two numbers; None where a comparison may be open."""
    codecs: tuple[tuple[Callable[[Any], Any], Callable[[Any], Any]], ...] = ()
    """Ways to write a number and to read it again."""
    encloses: bool = False
    """Whether a number is known between its first and its last value only."""


def agrees(kind: Kind, number: Any, expected: tuple[Any, ...]) -> bool:
    """Return whether a number has the expected value at each point."""
    values = kind.read(number)
    if kind.encloses:
        return all(values[0] <= value <= values[-1] for value in expected)
    return len(values) == len(expected) and all(map(is_near, values, expected))


def is_near(x: Any, y: Any) -> bool:
    """Return whether two values are the same, up to rounding where there is any."""
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return x == y
    x, y = real(x), real(y)
    return bool(abs(x - y) <= NEAR * (1 + abs(x) + abs(y)))


def valued(operation: Operation, *readings: tuple[Any, ...]) -> tuple[Any, ...]:
    """An operation on the values at each point."""
    points = zip(*readings, strict=True)
    return tuple(
        operation(*at) if all(isinstance(v, Fraction) for v in at) else operation(*map(real, at)) for at in points
    )


def mixes(scalar: Any, x: Any) -> bool:
    """Return whether the two types know each other: flint's rationals do not know Fractions."""
    return not any(isinstance(a, Fraction) and isinstance(b, fmpq) for a, b in ((scalar, x), (x, scalar)))


def answers(truth: Any, count: int) -> list[bool]:
    """The truth value at each point."""
    return list(map(bool, truth)) if isinstance(truth, np.ndarray) else [bool(truth)] * count


# --- arithmetic ------------------------------------------------------------------------------------------------

SUMS: dict[str, Operation] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
ALONE: dict[str, Operation] = {"neg": operator.neg, "abs": abs}
SCALARS = (0, Whole(3), Fraction(-2, 3), fmpq(5, 4))


def attempted(kind: Kind, name: str, operation: Operation, *numbers: Any) -> Any:
    """The result of an operation; None where the kind refuses it, and may."""
    try:
        return operation(*numbers)
    except kind.unanswered:
        if name in kind.partial:
            return None
        raise


def arithmetic(kind: Kind, x: Any, y: Any, z: Any) -> Iterator[object]:
    """A sum, difference, product, negative or absolute value has the value that those of the operands give."""
    operations = [(name, f, (x, y)) for name, f in SUMS.items()] + [(name, f, (x,)) for name, f in ALONE.items()]
    for name, operation, operands in operations:
        result = attempted(kind, name, operation, *operands)
        if result is not None:
            expected = valued(operation, *map(kind.read, operands))
            if not isinstance(result, kind.types) or not agrees(kind, result, expected):
                yield name, operands, result


def mixing(kind: Kind, x: Any, y: Any, z: Any) -> Iterator[object]:
    """Rationals of every type take part on either side."""
    for scalar in (scalar for scalar in SCALARS if mixes(scalar, x)):
        for name, operation in SUMS.items():
            for swapped in (False, True):
                operands = (scalar, x) if swapped else (x, scalar)
                result = attempted(kind, name, operation, *operands)
                readings = kind.read(x)
                number = (fraction(scalar),) * len(readings)
                expected = valued(operation, *((number, readings) if swapped else (readings, number)))
                if result is not None and not agrees(kind, result, expected):
                    yield name, operands, result


def exactness(kind: Kind, x: Any, y: Any, z: Any) -> Iterator[object]:
    """What is not an exact number takes no part."""
    for other in (0.5, "1", None):
        for operation in (operator.add, operator.mul, operator.sub):
            for operands in ((x, other), (other, x)):
                if isinstance(other, str) and operation is operator.mul and isinstance(x, int):
                    continue  # a text is repeated
                try:
                    result = operation(*operands)
                except (TypeError, *kind.unanswered):
                    continue
                if not isinstance(result, float):  # fmpq and int know floats; their metrics are refused elsewhere
                    yield operation.__name__, operands, result


Sides = Callable[[], tuple[Any, Any]]


def unequal(kind: Kind, laws: dict[str, Sides]) -> Iterator[object]:
    """The laws whose two sides are not equal, by name; one that the kind may leave open is skipped where it does."""
    for name, sides in laws.items():

        def are_equal(sides: Sides = sides) -> bool:
            left, right = sides()
            return all(answers(left == right, 1))

        if attempted(kind, name, are_equal) is False:
            yield name, *sides()


def ring(kind: Kind, x: Any, y: Any, z: Any) -> Iterator[object]:
    """Sums and products commute, associate and distribute; what is added is taken away again: exactly."""
    sums: dict[str, Sides] = {
        "+ commutes": lambda: (x + y, y + x),
        "+ associates": lambda: ((x + y) + z, x + (y + z)),
        "- undoes +": lambda: ((x + y) - y, x),
        "- is negative": lambda: (x - y, -(y - x)),
        "zero": lambda: (x + (x - x), x),
    }
    products: dict[str, Sides] = {
        "* commutes": lambda: (x * y, y * x),
        "* associates": lambda: ((x * y) * z, x * (y * z)),
        "* distributes": lambda: (x * (y + z), x * y + x * z),
        "powers": lambda: (x**3, x * x * x),
        "no power": lambda: (x**0, 1),
    }
    yield from unequal(kind, sums if "*" in kind.partial else sums | products)


def absoluteness(kind: Kind, x: Any, y: Any, z: Any) -> Iterator[object]:
    """The absolute value forgets the sign, is its own absolute value, squares to the square, and is multiplicative."""
    alone: dict[str, Sides] = {"abs": lambda: (abs(x), abs(-x))}
    products: dict[str, Sides] = {
        "abs abs": lambda: (abs(abs(x)), abs(x)),
        "square": lambda: (abs(x) * abs(x), x * x),
        "product": lambda: (abs(x * y), abs(x) * abs(y)),
    }
    yield from unequal(kind, alone if "*" in kind.partial else alone | products)


def division(kind: Kind, x: Any, y: Any, z: Any) -> Iterator[object]:
    """A quotient has the quotient of the values, and multiplication undoes it; a division by zero is one."""
    values = kind.read(y)
    if all(value != 0 for value in values) and (quotient := attempted(kind, "/", operator.truediv, x, y)) is not None:
        if not isinstance(quotient, kind.quotients) or not agrees(
            kind, quotient, valued(operator.truediv, kind.read(x), values)
        ):
            yield "quotient", x, y, quotient
        undone: dict[str, Sides] = {
            "quotient": lambda: (x / y * y, x),
            "itself": lambda: (y / y, 1),
            "inverse": lambda: (1 / y * y, 1),
            "negative power": lambda: (y**-2 * y * y, 1),
        }
        yield from unequal(kind, {} if kind.encloses else undone)
    for zero in (zero for zero in (0, fmpq(0), Fraction(0), y - y) if mixes(zero, x)):
        try:
            result = x / zero
        except kind.zero_division:
            continue
        yield "by zero", x, zero, result


# --- order -----------------------------------------------------------------------------------------------------

COMPARISONS: dict[str, Operation] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip


def comparison(kind: Kind, x: Any, y: Any, z: Any) -> Iterator[object]:
    """A comparison that is answered holds of the values at every point; other numbers of the kind, and rationals."""
    points = len(kind.read(x))

    def reading(value: Any) -> tuple[Any, ...]:
        is_scalar = any(value is scalar for scalar in SCALARS)
        return (fraction(value),) * points if is_scalar else kind.read(value)

    scalars = [scalar for scalar in SCALARS if mixes(scalar, x)]
    pairs = [(x, y), (x, x), (x + y - y, x), *((x, c) for c in scalars), *((c, x) for c in scalars)]
    for left, right in pairs:
        for name, holds in COMPARISONS.items():
            try:
                truth = holds(left, right)
            except kind.unanswered:
                continue

            def expected(a: Any, b: Any, holds: Operation = holds) -> bool:
                return bool(holds(a, a) if is_near(a, b) and not kind.encloses else holds(a, b))

            if answers(truth, points) != [*valued(expected, reading(left), reading(right))]:
                yield left, name, right


def order(kind: Kind, x: Any, y: Any, z: Any) -> Iterator[object]:
    """Numbers are totally ordered: the sign of the difference is antisymmetric and transitive, and adding keeps it."""
    assert kind.compare is not None
    for a, b in ((x, y), (y, z), (x, z), (x, x)):
        there, back = kind.compare(a, b), kind.compare(b, a)
        value, other = kind.read(a)[0], kind.read(b)[0]
        expected = 0 if is_near(value, other) else 1 if value > other else -1
        if not (there == expected and back == -expected):
            yield a, b, there, back
    ordered = sorted((x, y, z), key=lambda number: kind.read(number)[0])
    if kind.compare(ordered[0], ordered[2]) != min(kind.compare(*ordered[:2]) or 0, kind.compare(*ordered[1:]) or 0):
        yield "not transitive", ordered


def signs(kind: Kind, x: Any, y: Any, z: Any) -> Iterator[object]:
    """``compare``, the sign of the difference and the operators agree."""
    told = compare(x, y)
    if not told == sign(x - y) == (x > y) - (x < y) or (told == 0) != (x == y) or (x + z > y + z) != (x > y):
        yield x, y, told
    if sign(abs(x)) != (sign(x) or 0) ** 2 or abs(x + y) > abs(x) + abs(y):
        yield "absolute value", x, y


def hashing(kind: Kind, x: Any, y: Any, z: Any) -> Iterator[object]:
    """Equal numbers have one hash, whatever they were computed from."""
    same = [(x, x + y - y), (x + y, y + x), (x * 2, x + x)]
    yield from (pair for pair in same if hash(pair[0]) != hash(pair[1]) or len({*pair}) != 1)


# --- text and enclosures ---------------------------------------------------------------------------------------


def round_trip(kind: Kind, x: Any, y: Any, z: Any) -> Iterator[object]:
    """A number that is written and read is the number, of its type, hash and text, and goes on as it did."""
    for write, read in kind.codecs:
        again = read(write(x))
        known = (type(again), hash(again), str(again)) == (type(x), hash(x), str(x))
        if not (known and again == x and again + y == x + y):
            yield x, write(x), again


def enclosure(kind: Kind, x: Any, y: Any, z: Any) -> Iterator[object]:
    """Balls hold the value, more bits give smaller ones, and two that are apart are in the order of the numbers."""
    value = kind.read(x)[0]
    widths = []
    for bits in (30, 60, 120):
        ball = x.ball(bits) if isinstance(x, Formal) else formal.enclose(x)
        middle, radius = (real(exactly(part)) for part in (ball.mid(), ball.rad()))
        if abs(middle - value) > radius + NEAR * (1 + abs(value)):
            yield x, ball
        widths.append(radius)
    if widths != sorted(widths, reverse=True):
        yield "wider with more bits", x, widths
    apart = int(formal.enclose(x) > formal.enclose(y)) - int(formal.enclose(x) < formal.enclose(y))
    if apart and apart != compare(x, y):
        yield "balls in another order", x, y
    if abs(float(x if isinstance(x, Formal) else fraction(x)) - value) > 1e-14 * abs(value):
        yield "float", x


def exactly(point: arb) -> Fraction:
    mantissa, exponent = point.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


CODECS = (
    (str, parse),
    (lambda x: json.dumps(formal.to_data(x)), lambda text: formal.from_data(json.loads(text))),
    (pickle.dumps, pickle.loads),
)

NUMBER = Suite((arithmetic, mixing, exactness, comparison), lambda kind: bool(kind.types))
RING = Suite((ring, absoluteness), lambda kind: not kind.encloses, (NUMBER,))
FIELD = Suite((division,), lambda kind: bool(kind.quotients), (NUMBER,))
ORDERED = Suite((order,), lambda kind: kind.compare is not None)
CONSTANT = Suite((signs, hashing), lambda kind: kind.compare is compare, (ORDERED, RING))
WRITTEN = Suite((round_trip,), lambda kind: bool(kind.codecs))
ENCLOSED = Suite((enclosure,), lambda kind: CODECS[0] in kind.codecs, (CONSTANT,))
SUITES = (NUMBER, RING, FIELD, ORDERED, CONSTANT, WRITTEN, ENCLOSED)
