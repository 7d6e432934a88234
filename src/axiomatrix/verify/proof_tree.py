"""Check of the multipliers that prove one inequality, which a certificate states as a tree.

:mod:`.inequality` derives ``numerator >= c * denominator`` from a definition, in unknowns that are not negative.
:class:`ProofTree` computes the c that the multipliers of a certificate prove for it. :mod:`.linear` has an example.

A *facet* is a linear form of the unknowns that is not negative. A leaf of the tree proves it by an identity:

    numerator - c * denominator  =  sum of mu * facet, with multipliers mu > 0

after each absolute value a |l| of the numerator was replaced by a linear form that is nowhere larger. A *split* proves
it twice, once where the form l of an absolute value is not negative (``above``), and once where it is not positive
(``below``). The form is a further facet there, with its sign.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..evidence.refusal import Refused
from .numbers import Inside, Number, Sum, decode_number

SplitPath = Sequence[tuple[int, int]]
"""The splits above a leaf, from the root down: the number of an absolute value, and the sign (1, -1) assumed in it."""


class ProofTree:
    """Checks the proof of ``numerator >= c * denominator``: a tree of splits on signs, with multipliers at its leaves.

    The data are those of a certificate, from an untrusted file. A leaf is ``[c, signs, multipliers]``: ``signs`` has a
    multiplier s for each *convex* absolute value, in their order, and ``multipliers`` has pairs of the index of a facet
    and its mu. An absolute value is convex if its weight a is positive, and *concave* if a is negative. A split is
    ``{"split": k, "above": tree, "below": tree}``, where k is the number of the absolute value.
    """

    def __init__(self, numerator: Sum, denominator: Sum, facets: Sequence[Mapping[int, Number]]) -> None:
        self.numerator = numerator
        self.denominator = denominator
        self.facets = facets
        """Linear forms that are not negative, by index: coefficients by unknown."""
        self.insides: list[tuple[Inside, Number]] = sorted(numerator.insides.items())
        """The absolute values of the numerator, each with its weight a; a certificate numbers them in this order."""

    def proved_constant(self, tree: Any, path: SplitPath = ()) -> Number:
        """Return the c that a tree below ``path`` proves: the smallest of its leaves; :class:`Refused` if one is wrong.

        Only concave absolute values may be split on, each once on a path, since a convex one has a multiplier s.
        """
        if isinstance(tree, Mapping):
            if set(tree) != {"split", "above", "below"} or not _is_index(tree["split"], len(self.insides)):
                raise Refused(f"a split must have 'split', 'above' and 'below': {tree!r:.80}")
            k = tree["split"]
            if any(k == split for split, _ in path) or self.insides[k][1] > 0:
                raise Refused(f"absolute value {k} must not be split on")
            above = self.proved_constant(tree["above"], [*path, (k, 1)])
            return min(above, self.proved_constant(tree["below"], [*path, (k, -1)]))
        if not isinstance(tree, list) or len(tree) != 3 or not all(isinstance(part, list) for part in tree[1:]):
            raise Refused(f"a leaf must be [c, signs, multipliers]: {tree!r:.80}")
        c = decode_number(tree[0])
        self._check_identity(c, tree[1], tree[2], path)
        return c

    def _check_identity(self, c: Number, signs: Sequence[Any], multipliers: Sequence[Any], path: SplitPath) -> None:
        """Refuse a leaf unless its multipliers make the inequality an identity.

        1. Each absolute value of the numerator is replaced by a linear form that is nowhere larger.
        2. ``c * denominator`` is subtracted, and so is ``mu * facet`` for each multiplier. The forms that were split on
           count as further facets, with the sign assumed there.
        3. Nothing may remain.
        """
        difference = self._without_absolute_values(signs, path) - self.denominator.times(c)
        remainder = dict(difference.terms)
        split_facets = [{key: sign * v for key, v in self.insides[k][0]} for k, sign in path]
        facets = [*self.facets, *split_facets]
        used: set[int] = set()
        for entry in multipliers:
            is_pair = isinstance(entry, list) and len(entry) == 2
            if not is_pair or not _is_index(entry[0], len(facets)) or entry[0] in used:
                raise Refused(f"{entry!r:.60} must be a facet that is used once, with its multiplier")
            facet_index, mu = entry[0], decode_number(entry[1])
            used.add(facet_index)
            if mu <= 0:
                raise Refused(f"the multiplier {mu} of facet {facet_index} is not positive")
            for unknown, coefficient in facets[facet_index].items():
                remainder[unknown] = remainder.get(unknown, 0) - mu * coefficient
        if any(remainder.values()):
            raise Refused("the multipliers do not make the inequality an identity")

    def _without_absolute_values(self, signs: Sequence[Any], path: SplitPath) -> Sum:
        """Return the numerator with each absolute value replaced by a linear form that is nowhere larger.

        ``signs`` are the multipliers s of the convex absolute values.
        """
        numerator = Sum(self.numerator.terms)
        assumed_sign = dict(path)
        unused_signs = list(signs)
        for k, (inside, a) in enumerate(self.insides):
            form = Sum(dict(inside))
            if k in assumed_sign:
                numerator = numerator + form.times(assumed_sign[k] * a)
            elif a < 0:  # |form| is at most the sum of its terms, each taken positive
                numerator = numerator + Sum({key: abs(v) for key, v in inside}).times(a)
            else:  # a |form| is at least s form for every s from -a to a
                if not unused_signs:
                    raise Refused("a multiplier of an absolute value is missing")
                s = decode_number(unused_signs.pop(0))
                if not -a <= s <= a:
                    raise Refused(f"the multiplier {s} of an absolute value exceeds its weight {a}")
                numerator = numerator + form.times(s)
        if unused_signs:
            raise Refused("there are more multipliers than absolute values")
        return numerator


def _is_index(value: Any, size: int) -> bool:
    return type(value) is int and 0 <= value < size
