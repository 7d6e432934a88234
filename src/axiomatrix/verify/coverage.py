"""Which rankings certificates reach: the classes that have one, what symmetry makes of them, and sums of smaller ones.

No symmetry is taken for granted: the forms of a ranking are compared with those of the class, term by term.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate

from ..evidence.refusal import Refused
from .inequality import Case, Checker, Inequality
from .numbers import Number, Sum


def inverse(order: Sequence[int]) -> tuple[tuple[int, ...], dict[int, int]]:
    """The two rankings exchanged: the new order, and the new number of each item."""
    place = {x: k for k, x in enumerate(order, 1)}
    return tuple(place[x] for x in range(1, len(order) + 1)), place


def reverse(order: Sequence[int]) -> tuple[tuple[int, ...], dict[int, int]]:
    """Both rankings turned around."""
    n = len(order)
    return tuple(n + 1 - x for x in reversed(order)), {x: n + 1 - x for x in range(1, n + 1)}


SYMMETRIES = {"inverse": inverse, "reverse": reverse}


def split_point(order: Sequence[int]) -> int:
    """The smallest k < n such that both rankings have the same k items in front; 0 if there is none."""
    return next((k for k, highest in enumerate(accumulate(order[:-1], max), 1) if highest == k), 0)


class Coverage:
    """Which rankings the certificates of one file reach, and with which c."""

    def __init__(self, checker: Checker, by: Sequence[str]) -> None:
        if not isinstance(by, list):
            raise Refused(f"the symmetries are {by!r:.40}; they must be a list")
        for name in by:
            if name not in (*SYMMETRIES, "split"):
                raise Refused(f"{name!r:.40} is not a symmetry that is known here")
        self.checker = checker
        self.by = by
        self.known: dict[Case, Inequality | None] = {}
        """What is asked in each case that was gone through."""

    def reaches(self, order: tuple[int, ...], inequality: Inequality, proved: Mapping[Case, Number]) -> bool:
        """Return whether a proved class, or two smaller rankings, give this order; forms are compared term by term."""
        n = len(order)
        images: dict[tuple[int, ...], dict[int, int]] = {order: {x: x for x in range(1, n + 1)}}
        for turn in (SYMMETRIES[name] for name in self.by if name != "split"):
            for image, named in list(images.items()):
                turned, renamed = turn(image)
                images.setdefault(turned, {x: renamed[y] for x, y in named.items()})
        for image, named in images.items():
            if (image,) in proved and (other := self.known[image,]) is not None:
                moved = self.checker.unknowns.renamed(n, named)
                if moved is None:
                    return False
                top, bottom = (part.renumbered(moved) for part in (inequality.numerator, inequality.denominator))
                return top.same_as(other.numerator) and bottom.same_as(other.denominator)
        return "split" in self.by and self._splits(order, inequality)

    def _splits(self, order: tuple[int, ...], inequality: Inequality) -> bool:
        k, n = split_point(order), len(order)
        if not k:
            return False
        parts = [(order[:k], 0), (tuple(x - k for x in order[k:]), k)]
        numerator, denominator = Sum({}), Sum({})
        for part, shift in parts:
            inner = self.known.get((part,))
            if inner is None:
                return False
            moved = self.checker.unknowns.embedded(len(part), shift, n)
            if moved is None:
                return False
            numerator = numerator + inner.numerator.renumbered(moved)
            if inner.ratio:
                denominator = denominator + inner.denominator.renumbered(moved)
        return inequality.numerator.same_as(numerator) and (
            inequality.denominator.same_as(denominator) or not (inequality.ratio or denominator.terms)
        )
