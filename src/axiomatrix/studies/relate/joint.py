"""Joints: the pairs of values that two metrics take together over n items, and what determines what."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .answer import Direction
from .columns import Values

Numbers = NDArray[np.int64]
BOTH: frozenset[Direction] = frozenset({1, -1})
"""The directions of a function of a single value."""


class Joint:
    """The different pairs of values over n items, in the order of the first value, then of the second.

    Instances without a value of one of the metrics are counted and left out.
    """

    def __init__(self, a: Values, b: Values) -> None:
        has_a, has_b = a.codes >= 0, b.codes >= 0
        kept = np.flatnonzero(has_a & has_b)
        width = max(1, len(b.values))
        pairs, first, count = np.unique(a.codes[kept] * width + b.codes[kept], return_index=True, return_counts=True)
        self.a, self.b = a, b
        self.in_a: Numbers = pairs // width
        self.in_b: Numbers = pairs % width
        self.first: Numbers = kept[first]
        """The first instance with each pair of values."""
        self.count: Numbers = count
        """How many instances have it."""
        self.only_a, self.only_b = int((has_a & ~has_b).sum()), int((has_b & ~has_a).sum())
        """Instances on which only the one metric has a value."""

    @property
    def n(self) -> int:
        """The number of items."""
        return self.a.n

    @property
    def compared(self) -> int:
        """On how many instances both have a value."""
        return int(self.count.sum())

    @cached_property
    def values(self) -> list[tuple[Any, Any]]:
        """The pairs of values themselves."""
        numbers = zip(self.in_a.tolist(), self.in_b.tolist(), strict=True)
        return [(self.a.values[x], self.b.values[y]) for x, y in numbers]

    @cached_property
    def levels(self) -> tuple[int, int]:
        """How many different values each takes where both have one."""
        return len(np.unique(self.in_a)), len(np.unique(self.in_b))

    @cached_property
    def a_gives_b(self) -> frozenset[Direction]:
        """In which directions the second is a function of the first: 1 never falling, -1 never rising."""
        return _directions(self.in_a, self.in_b)

    @cached_property
    def b_gives_a(self) -> frozenset[Direction]:
        """Return the directions of ``a_gives_b`` with the two exchanged."""
        order = np.lexsort((self.in_a, self.in_b))
        return _directions(self.in_b[order], self.in_a[order])

    @property
    def a_determines_b(self) -> bool:
        """Return whether instances with one value of the first have one value of the second."""
        return self.levels[0] == len(self.in_a)

    @property
    def b_determines_a(self) -> bool:
        """Return whether instances with one value of the second have one value of the first."""
        return self.levels[1] == len(self.in_b)


def _directions(x: Numbers, y: Numbers) -> frozenset[Direction]:
    """The directions in which y is a monotone function of x, sorted by x; none if it is not such a function."""
    if len(x) < 2:
        return BOTH
    if (np.diff(x) == 0).any():  # the same x with another y
        return frozenset()
    steps = np.diff(y)
    return frozenset(d for d in BOTH if (d * steps >= 0).all())
