"""Translate the multipliers of a certificate into proofs that ``Checker.v`` reads, one for each ranking.

A certificate has multipliers for one ranking of each class. Another ranking of the class gets the same with renumbered
items. A ranking that splits into two smaller ones gets the multipliers of both.
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
    """The proof for one ranking: multipliers of absolute values and of triangle inequalities."""

    signs: Mapping[Inside, Fraction]
    """The factor s in s |l|, by the linear form l inside of the absolute value."""
    triangles: Mapping[Corner, Fraction]
    """The multiplier of D x y + D y z - D x z, by (x, y, z)."""

    def renamed(self, names: Mapping[int, int]) -> OrderMultipliers:
        """The multipliers after renaming each item x to ``names[x]``."""
        signs = {tuple((_key(names[i], names[j]), c) for (i, j), c in inside): s for inside, s in self.signs.items()}
        triangles = {(names[x], names[y], names[z]): mu for (x, y, z), mu in self.triangles.items()}
        return OrderMultipliers(signs, triangles)

    def text(self, n: int) -> str:
        """The proof as a term of Rocq."""
        signs = "; ".join(
            f"(form [{'; '.join(f'({written(c)}, ({i}, {j})%nat)' for (i, j), c in inside)}], {written(s)})"
            for inside, s in self.signs.items()
            if s
        )
        triangles = "; ".join(f"times {written(mu)} {n} {x} {y} {z}" for (x, y, z), mu in self.triangles.items())
        return f"Leaf [{signs}] [{triangles}]"


def written(value: Number) -> str:
    """A rational number in the syntax of Rocq."""
    value = Fraction(value)
    return f"({value.numerator} # {value.denominator})" if value.denominator > 1 else f"({value.numerator})"


def proof_lines(certificate: Mapping[str, Any], registry: Registry, largest: int) -> list[str]:
    """Lines ``(ranking, proof)`` for every ranking of up to ``largest`` items that needs multipliers.

    Empty for certificates without a translation: those not about two rankings, and those that decide cases by lemmas
    or by the signs of absolute values.
    """
    sizes = certificate["sizes"][:largest]
    if any("lemmas" in size or "split" in str(size["classes"]) or "fixed" in size for size in sizes):
        return []
    metric, statement = subject(registry, certificate)
    if certificate["parameter"] not in metric.parameters:  # several parameters are followed together
        return []
    checker = Checker(registry, metric, statement, certificate["parameter"], certificate["sense"])
    if len(checker.names) != 2:
        return []
    by_class: dict[Order, OrderMultipliers] = {}
    for size in sizes:
        for order, leaf in size["classes"]:
            by_class[tuple(order)] = _class_multipliers(checker, size["n"], tuple(order), leaf)
    lines = []
    for size in sizes:
        n = size["n"]
        for order in permutations(range(1, n + 1)):
            multipliers = _order_multipliers(order, by_class, certificate["by"])
            if any(multipliers.signs.values()) or multipliers.triangles:
                lines.append(f"([{'; '.join(map(str, order))}]%nat, {multipliers.text(n)})")
    return lines


def _class_multipliers(checker: Checker, n: int, order: Order, leaf: Sequence[Any]) -> OrderMultipliers:
    """The multipliers of the ranking of a class that the certificate has, by pairs and triples of items."""
    keys = [
        _key(*(key if isinstance(key, tuple) else (key, key)))
        for key in checker.metric.parameters[checker.followed].keys(n)
    ]
    inequality = checker.inequality(n, (order,), {})
    assert inequality is not None  # a certificate has only classes on which the statement is not vacuous
    signs: dict[Inside, Fraction] = {}
    factors = [number(s) for s in leaf[1]]
    for inside, weight in sorted(inequality.numerator.insides.items()):
        if weight > 0:
            signs[tuple((keys[k], Fraction(c)) for k, c in inside)] = Fraction(factors.pop(0)) / weight
    corners = [(i, k, j) for i, j in combinations(range(1, n + 1), 2) for k in range(1, n + 1) if k not in (i, j)]
    corners = corners if checker.followed == "D" else []
    triangles = {corners[k]: Fraction(number(mu)) for k, mu in leaf[2] if k < len(corners)}
    return OrderMultipliers(signs, triangles)


def _order_multipliers(order: Order, by_class: Mapping[Order, OrderMultipliers], by: Sequence[str]) -> OrderMultipliers:
    """The multipliers of any ranking: those of its class, or of its parts; empty if the statement is vacuous on it."""
    images: dict[Order, dict[int, int]] = {order: {x: x for x in order}}
    for symmetry in (SYMMETRIES[name] for name in by if name != "split"):
        for image, names in list(images.items()):
            new_image, new_names = symmetry(image)
            images.setdefault(new_image, {x: new_names[y] for x, y in names.items()})
    for image, names in images.items():
        if image in by_class:
            return by_class[image].renamed({y: x for x, y in names.items()})
    if "split" in by and (k := split_point(order)):
        head = _order_multipliers(order[:k], by_class, by)
        tail = _order_multipliers(tuple(x - k for x in order[k:]), by_class, by)
        tail = tail.renamed({x: x + k for x in range(1, len(order) - k + 1)})
        return OrderMultipliers({**head.signs, **tail.signs}, {**head.triangles, **tail.triangles})
    return OrderMultipliers({}, {})


def _key(i: int, j: int) -> Key:
    return (i, j) if i <= j else (j, i)
