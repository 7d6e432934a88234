"""Polynomials in logarithms and roots of primes: the rings in which formal numbers are written.

A *generator* is an unknown of a ring that represents a logarithm or root. It is called ``log7``, ``sqrt7`` (a root
of order 2) or ``root3of7`` (of order 3). A polynomial has at most one root generator a prime: where roots of several
orders meet, their least common multiple is taken, and afterwards the least sufficient order. Real roots of distinct
primes are linearly independent over the rationals (Besicovitch 1940), so a polynomial whose exponents are below the
orders is zero only if all its coefficients are.

:mod:`.formal` computes with these polynomials. :func:`latex` writes its numbers by sympy.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from .rationals import as_rational

Changes = dict[str, tuple[str, Any]]
"""By generator, the generator that replaces it and the power of the new one that equals the old one."""
LARGEST_NORM = 64
"""Largest product of the orders of roots in a denominator that is still freed of them, if some order exceeds 2."""
LARGEST_MIXED_ORDER = 12
"""Largest order of a root in such a denominator if it has other generators too."""


@cache
def ring_of(names: tuple[str, ...]) -> fmpq_mpoly_ctx:
    """Return the ring with these generators. Rings of the same names are one object, so that ``is`` compares them."""
    return fmpq_mpoly_ctx.get(names, Ordering.lex)


@cache
def root_of(name: str) -> tuple[int, int] | None:
    """Return the order and the prime of a root generator; None for a logarithm."""
    if name.startswith("sqrt"):
        return 2, int(name[4:])
    if name.startswith("root"):
        order, prime = name[4:].split("of")
        return int(order), int(prime)
    return None


def root_name(order: int, prime: int) -> str:
    """Return the name of a root generator."""
    return f"sqrt{prime}" if order == 2 else f"root{order}of{prime}"


def logarithm_argument(name: str) -> int:
    """Return the prime of a generator that is a logarithm, such as 7 for ``log7``."""
    return int(name.removeprefix("log"))


@cache
def root_places(ring: fmpq_mpoly_ctx) -> tuple[tuple[int, int, int], ...]:
    """Return the root generators of a ring, as (index, order, prime)."""
    return tuple((k, *root) for k, name in enumerate(ring.names()) if (root := root_of(name)) is not None)


def in_common_ring(*polynomials: fmpq_mpoly) -> list[fmpq_mpoly]:
    """Write polynomials in one ring."""
    rings = [p.context() for p in polynomials]
    if all(ring is rings[0] for ring in rings):
        return list(polynomials)
    ring, changes = _common_ring(frozenset(rings))
    if changes is not None:
        return [p if p.context() is ring else _rewrite(p, ring, changes) for p in polynomials]
    return [p if p.context() is ring else p.project_to_context(ring) for p in polynomials]


@cache
def _common_ring(rings: frozenset[fmpq_mpoly_ctx]) -> tuple[fmpq_mpoly_ctx, Changes | None]:
    """Return the ring with all generators, and how generators change; None if they do not.

    Roots of one prime change to one root, whose order is the least common multiple of their orders.
    """
    names = {name for ring in rings for name in ring.names()}
    if not any(name.startswith("root") for name in names):  # all roots are square roots
        return ring_of(tuple(sorted(names))), None
    roots = {name: root for name in names if (root := root_of(name)) is not None}
    order_of_prime: dict[int, int] = {}
    for order, prime in roots.values():
        order_of_prime[prime] = math.lcm(order_of_prime.get(prime, 1), order)
    changes: Changes = {name: (name, 1) for name in names}
    for name, (order, prime) in roots.items():
        changes[name] = root_name(order_of_prime[prime], prime), order_of_prime[prime] // order
    return ring_of(tuple(sorted({name for name, _ in changes.values()}))), changes


def _rewrite(p: fmpq_mpoly, ring: fmpq_mpoly_ctx, changes: Changes) -> fmpq_mpoly:
    """Write a polynomial in another ring, where each generator is a power of a new one, by :func:`_common_ring`.

    A power may be a fraction, if all exponents come out whole.
    """
    places = {name: k for k, name in enumerate(ring.names())}
    changes_of_generators = [changes[name] for name in p.context().names()]
    terms = {}
    for monomial, coefficient in p.to_dict().items():
        exponents = [0] * len(places)
        for (name, factor), exponent in zip(changes_of_generators, monomial, strict=True):
            if exponent:
                exponents[places[name]] += int(int(exponent) * factor)
        terms[tuple(exponents)] = coefficient
    return ring.from_dict(terms)


def reduce_roots(p: fmpq_mpoly) -> fmpq_mpoly:
    """Reduce exponents of roots below their orders: sqrt_p ** 2 = p."""
    ring = p.context()
    roots = root_places(ring)
    if not roots:
        return p
    degrees = p.degrees()
    if all(degrees[k] < order for k, order, _ in roots):
        return p
    terms: dict[tuple[int, ...], fmpq] = {}
    for monomial, coefficient in p.to_dict().items():
        exponents = [int(e) for e in monomial]
        for k, order, prime in roots:
            whole, exponents[k] = divmod(exponents[k], order)
            coefficient = coefficient * fmpq(prime) ** whole
        key = tuple(exponents)
        terms[key] = terms.get(key, fmpq(0)) + coefficient
    return ring.from_dict({key: value for key, value in terms.items() if value != 0})


def roots_in(p: fmpq_mpoly) -> list[tuple[int, int, int]]:
    """Return the root generators that occur in a polynomial, as (index, order, prime)."""
    roots = root_places(p.context())
    if not roots:
        return []
    degrees = p.degrees()
    return [root for root in roots if degrees[root[0]]]


def count_conjugates(den: fmpq_mpoly) -> int:
    """Count the conjugates whose product frees a denominator of roots; 1 if too many, so that its roots are kept.

    With square roots only there are never too many: their conjugates are cheap.
    """
    orders = [order for _, order, _ in roots_in(den)]
    conjugate_count = math.prod(orders)
    if all(order == 2 for order in orders):
        return conjugate_count
    has_other_generators = sum(map(bool, den.degrees())) > 1
    are_too_many = conjugate_count > LARGEST_NORM or (has_other_generators and max(orders) > LARGEST_MIXED_ORDER)
    return 1 if are_too_many else conjugate_count


def rationalise(num: fmpq_mpoly, den: fmpq_mpoly) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    """Free the denominator of roots, unless that takes too many conjugates; the value stays the same.

    One root after the other is removed: both parts are multiplied by the other conjugates of the denominator.
    """
    num, den = _without_common_roots(num, den)
    if count_conjugates(den) == 1:
        return num, den
    for k, order, prime in roots_in(den):
        if den.degrees()[k]:  # not removed with an earlier root
            cofactor = _conjugate(den, k) if order == 2 else _other_conjugates(den, k, order, prime)
            num, den = reduce_roots(num * cofactor), reduce_roots(den * cofactor)
    return num, den


def _without_common_roots(num: fmpq_mpoly, den: fmpq_mpoly) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    """Free the denominator of root powers that all its terms share: a root x of p of order q has x^e x^(q-e) = p."""
    roots = [] if den.is_zero() else roots_in(den)
    if not roots:
        return num, den
    monomials = list(den.to_dict())
    exponents = [0] * len(den.context().names())
    for k, order, _ in roots:
        common = min(int(m[k]) for m in monomials)
        exponents[k] = order - common if common else 0
    if not any(exponents):
        return num, den
    factor = den.context().from_dict({tuple(exponents): fmpq(1)})
    return reduce_roots(num * factor), reduce_roots(den * factor)


def _conjugate(den: fmpq_mpoly, k: int) -> fmpq_mpoly:
    """Return the denominator with the square root of index ``k`` negated."""
    return den.context().from_dict({m: (-c if m[k] % 2 else c) for m, c in den.to_dict().items()})


def _other_conjugates(den: fmpq_mpoly, k: int, order: int, prime: int) -> fmpq_mpoly:
    """Return the product of the other conjugates of the denominator, up to sign, by its characteristic polynomial.

    Let x be the root of p of order q. chi(y), the resultant of x^q - p and y - den(x), is free of x, and chi(den) = 0.
    So den times (chi(den) - chi(0)) / den is -chi(0), which is free of x. That quotient is evaluated by Horner's rule.
    """
    ring = den.context()
    names = ring.names()
    wide = ring_of((*names, "y"))
    x, y = wide.gens()[k], wide.gens()[-1]
    chi = (x**order - prime).resultant(y - den.project_to_context(wide), names[k])
    coefficients: dict[int, dict[tuple[int, ...], fmpq]] = {}
    for monomial, coefficient in chi.to_dict().items():
        coefficients.setdefault(int(monomial[-1]), {})[tuple(int(e) for e in monomial[:-1])] = coefficient
    product = ring.constant(fmpq(0))
    for power in range(order, 0, -1):
        product = reduce_roots(product * den) + ring.from_dict(coefficients.get(power, {}))
    return product


def lower_orders(num: fmpq_mpoly, den: fmpq_mpoly) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    """Rewrite both with roots of the least sufficient orders: root(2, 6) ** 2 is root(2, 3).

    If q is the order and g the greatest common divisor of q and all exponents, the order q / g suffices.
    """
    if all(order == 2 for _, order, _ in root_places(num.context())):
        return num, den
    names = num.context().names()
    monomials = [*num.to_dict(), *den.to_dict()]
    changes: Changes = {}
    for k, name in enumerate(names):
        root = root_of(name)
        if root is None:
            changes[name] = name, 1
            continue
        order, prime = root
        common = math.gcd(order, *(int(m[k]) for m in monomials))
        changes[name] = root_name(order // common, prime), fmpq(1, common)
    # a root of order 1 occurs in no term: its exponents were all 0
    used = sorted({new for new, _ in changes.values() if not new.startswith("root1of")})
    ring = ring_of(tuple(used))
    if ring is num.context():
        return num, den
    return _rewrite(num, ring, changes), _rewrite(den, ring, changes)


def latex(value: Any) -> str:
    """Write an exact number, or a sympy expression, as LaTeX."""
    from sympy import latex as printed

    return str(printed(expression(value)))


def expression(value: Any) -> Any:
    """Convert an exact number, or an object with ``_sympy_``, to a sympy expression; None for anything else."""
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
    """Convert a polynomial in logarithms and roots of primes to sympy."""
    from sympy import Integer, Rational, log, prod, root

    generators = []
    for name in p.context().names():
        order_and_prime = root_of(name)
        if order_and_prime is None:
            generators.append(log(Integer(logarithm_argument(name))))
        else:
            order, prime = order_and_prime
            generators.append(root(prime, order))
    terms = zip(p.coeffs(), p.monoms(), strict=True)
    return sum(
        Rational(str(c)) * prod(g ** int(e) for g, e in zip(generators, exponents, strict=True))
        for c, exponents in terms
    )
