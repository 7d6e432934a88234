"""Rankings that the proofs of a linear certificate reach without their own multipliers.

A certificate has multipliers for some pairs of rankings only. :class:`Coverage` decides which other pairs they prove,
in one of two ways:

* A *symmetry* turns a pair into another one, such as its two rankings exchanged. The pairs that the symmetries make of
  a pair form a *class*, and the certificate proves one pair of each class.
* Two smaller pairs add up to a *sum*: where both rankings have the same items in front, the front and the rest of each
  are rankings themselves. The pair 2 1 4 3 to 1 2 3 4 is the sum of twice 2 1 to 1 2.

Neither is assumed: the inequality of the pair must equal the one of the class, or the sum of the two, term by term.
:mod:`.linear` checks certificates with it. Inequalities are in unknown entries of the parameter (:mod:`.inequality`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate

from ..evidence.refusal import Refused
from .inequality import Case, CaseChecker, Inequality
from .numbers import Number, Sum

Order = tuple[int, ...]
"""The items of the second ranking, best first; items are numbered by their place in the first ranking."""
NewNumbers = Mapping[int, int]
"""The new number of each item, by its old one."""


def inverse(order: Order) -> tuple[Order, NewNumbers]:
    """Exchange the two rankings: return the new order, and the new number of each item."""
    place_of = {x: k for k, x in enumerate(order, 1)}
    return tuple(place_of[x] for x in range(1, len(order) + 1)), place_of


def reverse(order: Order) -> tuple[Order, NewNumbers]:
    """Reverse both rankings: return the new order, and the new number of each item."""
    n = len(order)
    return tuple(n + 1 - x for x in reversed(order)), {x: n + 1 - x for x in range(1, n + 1)}


SYMMETRIES = {"inverse": inverse, "reverse": reverse}
"""The symmetries that a certificate may name in its field ``by``; ``split`` there says that it uses sums too."""


def split_point(order: Sequence[int]) -> int:
    """Return the smallest k < n such that both rankings have the same k items in front; 0 if there is none.

    The pair may then be the sum of two pairs, over the first k and the other n - k items. The first k items of the
    order are 1..k exactly if the largest of them is k.
    """
    return next((k for k, highest in enumerate(accumulate(order[:-1], max), 1) if highest == k), 0)


class Coverage:
    """Inequalities of the pairs so far, and which pairs follow from the pairs that the certificate proves."""

    def __init__(self, checker: CaseChecker, by: Sequence[str]) -> None:
        """``checker`` derives the inequalities; ``by`` is that field of the certificate, as in :data:`SYMMETRIES`."""
        if not isinstance(by, list):
            raise Refused(f"the symmetries are {by!r:.40}; they must be a list")
        for name in by:
            if name not in (*SYMMETRIES, "split"):
                raise Refused(f"unknown symmetry {name!r:.40}; it must be one of {', '.join(SYMMETRIES)} or split")
        self.checker = checker
        self.by = by
        self.inequalities: dict[Case, Inequality | None] = {}
        """The inequality of each case so far, of all sizes; None for a case without one.

        A case has the arguments after the first ranking, which is 1..n: a pair of rankings is the case ``(order,)``.
        """

    def reaches(self, order: Order, inequality: Inequality, constants: Mapping[Case, Number]) -> bool:
        """Return whether the inequality of an order is that of a proved class, or the sum of two smaller orders.

        ``constants`` has those proved for the classes of this size, by the case that represents the class.
        """
        n = len(order)
        for image, new_item in self._class_of(order).items():
            class_inequality = self.inequalities[(image,)] if (image,) in constants else None
            if class_inequality is not None:
                new_unknown = self.checker.unknowns.renamed(n, new_item)
                if new_unknown is None:  # the symmetry does not map the space of the parameter to itself
                    return False
                numerator = inequality.numerator.renumbered(new_unknown)
                denominator = inequality.denominator.renumbered(new_unknown)
                is_same_numerator = numerator.equals(class_inequality.numerator)
                return is_same_numerator and denominator.equals(class_inequality.denominator)
        return "split" in self.by and self._is_sum_of_smaller(order, inequality)

    def _class_of(self, order: Order) -> dict[Order, NewNumbers]:
        """Return the orders that the symmetries make of an order, itself first, each with the new item numbers."""
        # Inverse and reverse undo themselves and commute, so that each used once on all images gives the whole class.
        images: dict[Order, NewNumbers] = {order: {x: x for x in range(1, len(order) + 1)}}
        for symmetry in (SYMMETRIES[name] for name in self.by if name != "split"):
            for image, new_item in list(images.items()):
                next_image, renaming = symmetry(image)
                images.setdefault(next_image, {x: renaming[y] for x, y in new_item.items()})
        return images

    def _is_sum_of_smaller(self, order: Order, inequality: Inequality) -> bool:
        """Return whether the inequality is the sum of the inequalities of the two smaller orders in it.

        If so, the smaller of their two constants holds for it: sums of numerators and of denominators have a ratio
        between the ratios of the parts. A part without a ratio adds a numerator that is not negative.
        """
        n = len(order)
        k = split_point(order)  # the number of items in front
        if not k:
            return False
        front, back = order[:k], tuple(x - k for x in order[k:])
        numerator, denominator = Sum({}), Sum({})
        for part, shift in ((front, 0), (back, k)):  # shift: the number of items before the part
            part_inequality = self.inequalities.get((part,))
            if part_inequality is None:
                return False
            new_unknown = self.checker.unknowns.embedded(len(part), shift, n)
            if new_unknown is None:  # the bound of the part need not hold for the values of the larger space
                return False
            numerator = numerator + part_inequality.numerator.renumbered(new_unknown)
            if part_inequality.is_ratio:
                denominator = denominator + part_inequality.denominator.renumbered(new_unknown)
        # A comparison, such as the triangle inequality, is compared by its numerator alone.
        has_no_denominator = not (inequality.is_ratio or denominator.terms)
        is_same_denominator = has_no_denominator or inequality.denominator.equals(denominator)
        return inequality.numerator.equals(numerator) and is_same_denominator
