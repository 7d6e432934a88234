"""Multipliers of a certificate as proofs that the checker of ``Checker.v`` reads, one for each ranking.

A certificate has multipliers for classes of rankings only. What a symmetry reaches gets those of its class with the
items renumbered; what splits into two smaller rankings gets those of both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any, NamedTuple

from ...model.registry import Registry
from ...verify.inequality import Checker, number
from ...verify.linear import SYMMETRIES, split_point
from ...verify.numbers import Number
from ...verify.world import subject

Order = tuple[int, ...]
Key = tuple[int, int]
Inside = tuple[tuple[Key, Fraction], ...]
Corner = tuple[int, int, int]


class OrderMultipliers(NamedTuple):
    """Proof of one ranking: the s of s |l| for each absolute value |l|, and multipliers of triangles."""

    signs: Mapping[Inside, Fraction]
    triangles: Mapping[Corner, Fraction]
    """(x, y, z) for D x y + D y z - D x z."""

    def renamed(self, names: Mapping[int, int]) -> OrderMultipliers:
        """Multipliers after item x is called ``names[x]``."""
        signs = {tuple((_key(names[i], names[j]), c) for (i, j), c in inside): s for inside, s in self.signs.items()}
        triangles = {(names[x], names[y], names[z]): mu for (x, y, z), mu in self.triangles.items()}
        return OrderMultipliers(signs, triangles)

    def text(self, n: int) -> str:
        """A proof in Rocq."""
        signs = "; ".join(
            f"(form [{'; '.join(f'({written(c)}, ({i}, {j})%nat)' for (i, j), c in inside)}], {written(s)})"
            for inside, s in self.signs.items()
            if s
        )
        triangles = "; ".join(f"times {written(mu)} {n} {x} {y} {z}" for (x, y, z), mu in self.triangles.items())
        return f"Leaf [{signs}] [{triangles}]"


def written(value: Number) -> str:
    """A number as a rational of Rocq."""
    value = Fraction(value)
    return f"({value.numerator} # {value.denominator})" if value.denominator > 1 else f"({value.numerator})"


def listed(certificate: Mapping[str, Any], registry: Registry, largest: int) -> list[str]:
    """Lines ``(ranking, proof)`` for every ranking up to that size that needs multipliers.

    Empty where the certificate is not about two rankings, decides cases by lemmas or by the signs of absolute values:
    those have no translation yet.
    """
    sizes = certificate["sizes"][:largest]
    if any("lemmas" in size or "split" in str(size["classes"]) or "fixed" in size for size in sizes):
        return []
    metric, statement = subject(registry, certificate)
    if certificate["parameter"] not in metric.parameters:  # several that are followed together
        return []
    checker = Checker(registry, metric, statement, certificate["parameter"], certificate["sense"])
    if len(checker.names) != 2:
        return []
    known: dict[Order, OrderMultipliers] = {}
    for size in sizes:
        for order, leaf in size["classes"]:
            known[tuple(order)] = _of_class(checker, size["n"], tuple(order), leaf)
    lines = []
    for size in sizes:
        n = size["n"]
        for order in permutations(range(1, n + 1)):
            reached = _reached(order, known, certificate["by"])
            if any(reached.signs.values()) or reached.triangles:
                lines.append(f"([{'; '.join(map(str, order))}]%nat, {reached.text(n)})")
    return lines


def _of_class(checker: Checker, n: int, order: Order, leaf: Sequence[Any]) -> OrderMultipliers:
    """Multipliers of a class, by pairs of items and triples of them."""
    keys = [
        _key(*(key if isinstance(key, tuple) else (key, key)))
        for key in checker.metric.parameters[checker.followed].keys(n)
    ]
    inequality = checker.inequality(n, (order,), {})
    assert inequality is not None  # a class is one in which something is asked
    signs: dict[Inside, Fraction] = {}
    given = [number(s) for s in leaf[1]]
    for inside, weight in sorted(inequality.numerator.insides.items()):
        if weight > 0:
            signs[tuple((keys[k], Fraction(c)) for k, c in inside)] = Fraction(given.pop(0)) / weight
    corners = [(i, k, j) for i, j in combinations(range(1, n + 1), 2) for k in range(1, n + 1) if k not in (i, j)]
    corners = corners if checker.followed == "D" else []
    triangles = {corners[k]: Fraction(number(mu)) for k, mu in leaf[2] if k < len(corners)}
    return OrderMultipliers(signs, triangles)


def _reached(order: Order, known: Mapping[Order, OrderMultipliers], by: Sequence[str]) -> OrderMultipliers:
    """Multipliers of any ranking; none where nothing is asked."""
    images: dict[Order, dict[int, int]] = {order: {x: x for x in order}}
    for turn in (SYMMETRIES[name] for name in by if name != "split"):
        for image, named in list(images.items()):
            turned, again = turn(image)
            images.setdefault(turned, {x: again[y] for x, y in named.items()})
    for image, named in images.items():
        if image in known:
            return known[image].renamed({y: x for x, y in named.items()})
    if "split" in by and (k := split_point(order)):
        head = _reached(order[:k], known, by)
        tail = _reached(tuple(x - k for x in order[k:]), known, by)
        tail = tail.renamed({x: x + k for x in range(1, len(order) - k + 1)})
        return OrderMultipliers({**head.signs, **tail.signs}, {**head.triangles, **tail.triangles})
    return OrderMultipliers({}, {})


def _key(i: int, j: int) -> Key:
    return (i, j) if i <= j else (j, i)
