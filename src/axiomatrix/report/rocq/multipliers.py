"""Translate the multipliers of a certificate into proofs that ``Checker.v`` reads, one for each ranking.

``statements.py`` writes them for axioms whose inequality the checker does not see without data. The first ranking is
always 1, 2 ... n, so that a pair of rankings is named by its second ranking.

A certificate (``verify/linear.py``) proves a linear inequality at a fixed pair for all parameters. It has a number s
from -1 to 1 for each absolute value |l|, which is replaced by its lower bound s l, and a multiplier for each triangle
inequality. The rest is a sum of nonnegative terms.

A certificate has multipliers for one ranking of each class, but the checker wants them for every ranking:

1. Symmetries (exchanging or reversing both rankings) map a ranking to the others of its class and renumber the items.
   It gets the multipliers of the certified ranking of its class with the numbers mapped back.
2. If the first k items are the same in both rankings, the inequality is the sum of those for the two parts (the ranking
   *splits*), and the ranking gets the multipliers of both.

A wrong translation proves nothing: the kernel refuses it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any, NamedTuple

from ...model.registry import Registry
from ...verify.coverage import SYMMETRIES, split_point
from ...verify.inequality import CaseChecker
from ...verify.numbers import Number, decode_number
from ...verify.world import look_up_subject

Order = tuple[int, ...]
"""The items of the second ranking, best first, by their places in the first ranking."""
Entry = tuple[int, int]
"""An entry of the parameter: the similarity of items i < j, or the weight of item i as (i, i)."""
LinearForm = tuple[tuple[Entry, Fraction], ...]
"""A sum of entries with their coefficients, inside of an absolute value."""
Triangle = tuple[int, int, int]
"""Items (x, y, z) of the triangle inequality D x z <= D x y + D y z."""


class OrderMultipliers(NamedTuple):
    """The proof for one ranking: multipliers of absolute values and of triangle inequalities."""

    signs: Mapping[LinearForm, Fraction]
    """The number s, from -1 to 1, of s l <= |l|, by the linear form l."""
    triangles: Mapping[Triangle, Fraction]
    """The multiplier of D x y + D y z - D x z, by (x, y, z)."""

    def renamed(self, names: Mapping[int, int]) -> OrderMultipliers:
        """Rename each item x to ``names[x]``."""
        signs = {
            tuple((_entry(names[i], names[j]), coefficient) for (i, j), coefficient in form): s
            for form, s in self.signs.items()
        }
        triangles = {(names[x], names[y], names[z]): factor for (x, y, z), factor in self.triangles.items()}
        return OrderMultipliers(signs, triangles)

    def text(self, n: int) -> str:
        """Write the proof for a ranking of n items as a term of Rocq."""
        signs = "; ".join(f"({_form_text(form)}, {rational_text(s)})" for form, s in self.signs.items() if s)
        triangles = "; ".join(
            f"times {rational_text(factor)} {n} {x} {y} {z}" for (x, y, z), factor in self.triangles.items()
        )
        return f"Leaf [{signs}] [{triangles}]"


def _form_text(form: LinearForm) -> str:
    terms = (f"({rational_text(coefficient)}, ({i}, {j})%nat)" for (i, j), coefficient in form)
    return f"form [{'; '.join(terms)}]"


def rational_text(value: Number) -> str:
    """Write a rational number in the syntax of Rocq."""
    value = Fraction(value)
    return f"({value.numerator} # {value.denominator})" if value.denominator > 1 else f"({value.numerator})"


def order_text(order: Sequence[int]) -> str:
    """Write a ranking in the syntax of Rocq."""
    return f"[{'; '.join(map(str, order))}]%nat"


def proof_lines(certificate: Mapping[str, Any], registry: Registry, largest: int) -> list[str]:
    """Write a line ``(ranking, proof)`` for every ranking of up to ``largest`` items that needs multipliers.

    The list is empty for a certificate that has no translation: one that is not about two rankings, follows several
    parameters or fixes some, or decides cases by lemmas or by the signs of absolute values ("split").
    """
    sizes = certificate["sizes"][:largest]  # of 1, 2, 3 ... items
    if any("lemmas" in size or "split" in str(size["classes"]) or "fixed" in size for size in sizes):
        return []
    metric, statement = look_up_subject(registry, certificate)
    if certificate["parameter"] not in metric.parameters:  # the names of several parameters, joined
        return []
    checker = CaseChecker(registry, metric, statement, certificate["parameter"], certificate["sense"])
    if len(checker.argument_names) != 2:
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
                lines.append(f"({order_text(order)}, {multipliers.text(n)})")
    return lines


def _class_multipliers(checker: CaseChecker, n: int, order: Order, leaf: Sequence[Any]) -> OrderMultipliers:
    """Read the multipliers of a class from its leaf ``[constant, signs, [[facet, multiplier] ...]]``.

    A *facet* is an inequality of the parameter's space, by its number. The leaf has only numbers: which absolute value
    or triangle each belongs to follows from their fixed order. ``checker.followed`` is the certificate's parameter.
    """
    entries = [
        _entry(*(key if isinstance(key, tuple) else (key, key)))
        for key in checker.metric.parameters[checker.followed].keys(n)
    ]
    inequality = checker.derive_inequality(n, (order,), {})
    assert inequality is not None  # a certificate has only classes on which the statement is not vacuous
    signs: dict[LinearForm, Fraction] = {}
    stored_signs = [decode_number(s) for s in leaf[1]]
    # insides: the absolute values by the linear form inside of each, a sum of the parameter's entries, with the weights
    for form, weight in sorted(inequality.numerator.insides.items()):
        if weight > 0:  # an absolute value with a negative weight needs no number
            linear_form = tuple((entries[k], Fraction(coefficient)) for k, coefficient in form)
            signs[linear_form] = Fraction(stored_signs.pop(0)) / weight
    triangles: list[Triangle] = []
    if checker.followed == "D":  # weights satisfy no triangle inequalities
        pairs = combinations(range(1, n + 1), 2)
        triangles = [(i, k, j) for i, j in pairs for k in range(1, n + 1) if k not in (i, j)]
    # the facets after the triangles say that entries are nonnegative, which Checker.v sees by itself
    factors = {triangles[facet]: Fraction(decode_number(factor)) for facet, factor in leaf[2] if facet < len(triangles)}
    return OrderMultipliers(signs, factors)


def _order_multipliers(
    order: Order, by_class: Mapping[Order, OrderMultipliers], symmetries: Sequence[str]
) -> OrderMultipliers:
    """Derive the multipliers of any ranking: from its class, or from its parts; empty if the statement is vacuous.

    ``symmetries`` are names in ``SYMMETRIES``, and "split" if rankings may be split. The symmetries are involutions
    that commute, so that applying each once to all images so far gives the whole class.
    """
    # by image of the order, the number that each item of the order has there
    images: dict[Order, dict[int, int]] = {order: {x: x for x in order}}
    for symmetry in (SYMMETRIES[name] for name in symmetries if name != "split"):
        for image, names in list(images.items()):
            new_image, new_names = symmetry(image)
            images.setdefault(new_image, {x: new_names[y] for x, y in names.items()})
    for image, names in images.items():
        if image in by_class:
            return by_class[image].renamed({y: x for x, y in names.items()})
    k = split_point(order)  # 0 if the ranking does not split
    if "split" in symmetries and k:
        head = _order_multipliers(order[:k], by_class, symmetries)
        tail = _order_multipliers(tuple(x - k for x in order[k:]), by_class, symmetries)
        tail = tail.renamed({x: x + k for x in range(1, len(order) - k + 1)})
        return OrderMultipliers({**head.signs, **tail.signs}, {**head.triangles, **tail.triangles})
    return OrderMultipliers({}, {})


def _entry(i: int, j: int) -> Entry:
    """Return the entry of two items in either order."""
    return (i, j) if i <= j else (j, i)
