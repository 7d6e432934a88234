"""Exact numbers as sympy has them, and their LaTeX."""

from __future__ import annotations

from typing import Any

from .radicals import root_of
from .rationals import as_rational


def latex(value: Any) -> str:
    """The LaTeX of an exact number, or of an expression of sympy's."""
    from sympy import latex as printed

    return str(printed(expression(value)))


def expression(value: Any) -> Any:
    """An exact number, or what knows how sympy has it, as an expression of sympy's; None for anything else."""
    from sympy import Basic, Rational

    if isinstance(value, Basic):
        return value
    if hasattr(value, "_sympy_"):  # as sympy itself asks
        return value._sympy_()
    if hasattr(value, "num"):  # a formal constant
        return _polynomial(value.num) / _polynomial(value.den)
    number = as_rational(value)
    return None if number is None else Rational(str(number))


def _polynomial(p: Any) -> Any:
    """A polynomial in logarithms and roots of primes."""
    from sympy import Integer, Rational, log, prod, root

    generators = []
    for name in p.context().names():
        order_and_prime = root_of(name)
        generators.append(root(*order_and_prime[::-1]) if order_and_prime else log(Integer(name[3:])))
    terms = zip(p.coeffs(), p.monoms(), strict=True)
    return sum(
        Rational(str(c)) * prod(g ** int(e) for g, e in zip(generators, exponents, strict=True))
        for c, exponents in terms
    )
