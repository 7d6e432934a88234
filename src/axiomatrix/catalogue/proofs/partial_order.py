"""A partial order of items by two rankings, and sums of the D of its pairs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...values.rankings import Ranking

Items = tuple[Any, ...]
Share = tuple[Fraction, Any, Any, Any]
"""m, w, x, y, for m D_xy <= m (D_wx + D_wy)."""
Form = defaultdict[frozenset[Any], Fraction]
"""The coefficients of D_xy."""


@dataclass(frozen=True)
class Order:
    """A partial order: the items below and above every item, each in one fixed order that extends it."""

    below: Mapping[Any, Items]
    above: Mapping[Any, Items]

    @classmethod
    def of(cls, a: Ranking, b: Ranking) -> Order:
        """u < v if u is ahead of v in a and behind v in b."""
        places = list(enumerate((x, b[x]) for x in a.order))
        return cls(
            {x: tuple(y for j, (y, q) in places if j < i and q > p) for i, (x, p) in places},
            {x: tuple(y for j, (y, q) in places if j > i and q < p) for i, (x, p) in places},
        )

    def reversed(self) -> Order:
        """Return the order with above and below exchanged."""
        return Order({x: y[::-1] for x, y in self.above.items()}, {x: y[::-1] for x, y in self.below.items()})

    def i(self, x: Any) -> int:
        """How many items are below."""
        return len(self.below[x])

    def o(self, x: Any) -> int:
        """How many items are above."""
        return len(self.above[x])

    def pairs(self) -> Iterator[tuple[Any, Any]]:
        """All u < v."""
        return ((u, v) for v in self.below for u in self.below[v])

    def at_least(self, ratio: Fraction) -> frozenset[Any]:
        """The items with i >= ratio o."""
        return frozenset(x for x in self.below if self.i(x) >= ratio * self.o(x))


def paid(shares: Iterable[Share]) -> tuple[Form, Form]:
    """Return the payments of the pairs {w, x} and {w, y}."""
    first: Form = defaultdict(Fraction)
    second: Form = defaultdict(Fraction)
    for m, w, x, y in shares:
        first[frozenset({w, x})] += m
        second[frozenset({w, y})] += m
    return first, second
