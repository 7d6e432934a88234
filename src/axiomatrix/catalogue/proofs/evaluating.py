"""Definitions evaluated for all values of their parameters at once, as the steps of proofs need them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flint import fmpq

from ...model.registry import Registry
from ...numbers.polynomials import Polynomial, never_negative
from ...numbers.ring import NO_ATOMS, Ring
from ...spaces import ParameterSpace, all_rankings
from ...values.parameters import ElementWeights
from ...values.rankings import Ranking
from .proof import Step

ALL_FIRST = 3
"""Up to this size the first ranking is any; beyond, the identity, its reversal, and a rotation of it."""
PRIMES = (2, 3, 5, 7, 11, 13, 17, 19)
WITH_ROOTS = "kendall-element-mean[geometric]"
Parameters = dict[str, Any]
Sides = Iterator[tuple[str, Any, Any]]
"""For each value: a description, the value, and the expected value."""


@dataclass
class ProofWorld:
    """The definitions of a registry on one value of the parameters: symbols, or numbers."""

    registry: Registry
    parameters: Parameters
    c: Any = None
    """A symbol that is not a parameter, for a factor of one."""

    def value(self, name: str, a: Ranking, b: Ranking, **changes: Any) -> Any:
        """The definition of that row, with these parameters changed."""
        metric = self.registry.metric(name)
        known = {**self.parameters, **changes}
        return metric.evaluate(a, b, {key: known[key] for key in metric.parameters})


@lru_cache(maxsize=64)
def _symbolic(spaces: tuple[tuple[str, ParameterSpace], ...], n: int) -> tuple[Parameters, Any]:
    names = [f"{name}{key}" for name, space in spaces for key in space.keys(n)]
    positive = any(not space.has_boundary for _, space in spaces)
    ring = Ring([*names, "c"], positive=names if positive else ())
    parameters = {
        name: space.value_type({key: Polynomial.symbol(ring, f"{name}{key}") for key in space.keys(n)})
        for name, space in spaces
    }
    return parameters, Polynomial.symbol(ring, "c")


def symbolic(registry: Registry, name: str, n: int) -> ProofWorld:
    """The parameters of a row as non-negative symbols (positive, if the row asks for that); and c, another symbol."""
    return ProofWorld(registry, *_symbolic(tuple(registry.metric(name).parameters.items()), n))


def worlds(registry: Registry, row: str, n: int) -> list[ProofWorld]:
    """The parameters of a row as symbols; where it takes roots, which cannot cancel of primes, those in two orders."""
    if row != WITH_ROOTS:
        return [symbolic(registry, row, n)]
    primes = [fmpq(p) for p in PRIMES[:n]]
    weights = [ElementWeights(dict(enumerate(order, 1))) for order in (primes, primes[::-1])]
    return [ProofWorld(registry, {"w": w}) for w in weights]


def pairs(n: int) -> Iterator[tuple[Ranking, Ranking]]:
    """Two rankings of n items: the first as :data:`ALL_FIRST` says, the second any."""
    every = all_rankings(n)
    identity = Ranking.identity(n)
    firsts = every if n <= ALL_FIRST else [identity, identity.reversed(), identity.rotated(2)]
    return ((a, b) for a in firsts for b in every)


def same(left: Any, right: Any) -> bool:
    """Return whether two values are equal, for all values of the symbols."""
    if isinstance(left, Polynomial) or isinstance(right, Polynomial):
        difference = left - right
        return not difference.terms
    return bool(left == right)


def with_atoms_resolved(value: Any) -> Any:
    """The value with every |q| replaced by the sum of the absolute values of the terms of q: not less than it."""
    if not isinstance(value, Polynomial):
        return value
    ring = value.ring
    total = Polynomial.constant(ring, 0)
    for atoms, p in value.terms.items():
        if atoms and any(c < 0 for c in p.coeffs()):
            raise ValueError(f"{value}: an absolute value is subtracted, so that it cannot be replaced")
        product = Polynomial(ring, {NO_ATOMS: p}, value.den)
        for k in atoms:
            product = product * _absolute_terms(with_atoms_resolved(Polynomial(ring, ring.atoms[k])))
        total = total + product
    return total


def _absolute_terms(value: Polynomial) -> Polynomial:
    ring = value.ring
    total = Polynomial.constant(ring, 0)
    for p in value.terms.values():
        sizes = {exponents: abs(coefficient) for exponents, coefficient in p.to_dict().items()}
        total = total + Polynomial(ring, {NO_ATOMS: ring.context.from_dict(sizes)})
    return total


def failed_at(a: Ranking, b: Ranking) -> str:
    """Where a step failed."""
    return f"a = {a}, b = {b}"


def of_pairs(
    name: str, sentence: str, row: str, wrong: Callable[[ProofWorld, Ranking, Ranking], Iterable[str]]
) -> Step:
    """The step that no two rankings have a fault, with symbols for the parameters of the row."""

    def faults(registry: Registry, n: int) -> Iterator[str]:
        world = symbolic(registry, row, n)
        return (f"{failed_at(a, b)}: {fault}" for a, b in pairs(n) for fault in wrong(world, a, b))

    return Step(name, sentence, faults)


def identity(name: str, sentence: str, row: str, sides: Callable[[ProofWorld, Ranking, Ranking], Sides]) -> Step:
    """The step that both sides are equal for any two rankings."""

    def wrong(world: ProofWorld, a: Ranking, b: Ranking) -> Iterator[str]:
        return (f"{what} {left}, not {right}" for what, left, right in sides(world, a, b) if not same(left, right))

    return of_pairs(name, sentence, row, wrong)


def inequality(name: str, sentence: str, row: str, slack: Callable[[ProofWorld, Ranking, Ranking], Any]) -> Step:
    """The step that something is never negative, of any two rankings."""

    def wrong(world: ProofWorld, a: Ranking, b: Ranking) -> Iterator[str]:
        value = slack(world, a, b)
        if not never_negative(value):
            yield f"{value} may be negative"

    return of_pairs(name, sentence, row, wrong)


def of_degree(name: str, sentence: str, rows: Sequence[str], parameter: str, degree: int) -> Step:
    """The step that the rows, of the same parameters, have that degree in one of them."""

    def sides(world: ProofWorld, a: Ranking, b: Ranking) -> Sides:
        changed = {parameter: world.parameters[parameter].scaled(world.c)}
        for row in rows:
            expected = world.c**degree * world.value(row, a, b)
            yield f"{row} at c {parameter} is", world.value(row, a, b, **changed), expected

    return identity(name, sentence, rows[0], sides)


def not_zero_on_equal(rows: Sequence[str], registry: Registry, n: int) -> Iterator[str]:
    """Where the value of equal rankings is not 0."""
    for row in rows:
        for world in worlds(registry, row, n):
            for a, b in pairs(n):
                if a == b and not same(world.value(row, a, b), 0):
                    yield f"{failed_at(a, b)}: {row} is not 0"
